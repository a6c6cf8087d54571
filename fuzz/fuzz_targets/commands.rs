//! Any bytes as lines of the protocol and as the settings file: read or refused, never a panic.
#![no_main]

use std::time::Duration;

use libfuzzer_sys::fuzz_target;
use tengen::engine::now;
use tengen::protocol::command::Command;
use tengen::protocol::config::Config;

fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    for line in text.split(['\n', '\r']) {
        let _ = Command::parse(line).map_err(|error| error.to_string());
    }
    // Whatever was set: limits and resources follow from it without overflow.
    let options = Config::parse(&text).options();
    let limits = options.limits(now(), Duration::from_millis(u64::from(bytes.len() as u16)));
    for stones in [0, 1, 50, 224, 225] {
        let _ = limits.planned(stones, 225);
    }
    assert!(options.resources().threads > 0);
    let _ = options.memory_shortfall();
});
