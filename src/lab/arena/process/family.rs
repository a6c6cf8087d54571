//! A process's descendants and their memory, read from `/proc` (Linux; elsewhere nothing is known).

use std::fs;

/// All descendants of the process. While some of them are ending, others may be missing.
pub fn descendants(pid: u32) -> Vec<u32> {
    let mut found = children(pid);
    let mut next = 0;
    while let Some(&parent) = found.get(next) {
        found.extend(children(parent));
        next += 1;
    }
    found
}

/// Bytes of main memory held by the process and its descendants; none if that cannot be known.
///
/// Pages shared between them count once for each, so the figure may be too high, never too low.
pub fn memory(pid: u32) -> Option<u64> {
    sum(pid, "VmRSS:")
}

/// The sum of the most that each of these processes has held since it began.
pub fn peak_memory(pid: u32) -> Option<u64> {
    sum(pid, "VmHWM:")
}

fn sum(pid: u32, key: &str) -> Option<u64> {
    let own = status(pid, key)?;
    let others = descendants(pid).into_iter();
    Some(own + others.filter_map(|pid| status(pid, key)).sum::<u64>())
}

/// Ends a process at once.
#[cfg(unix)]
pub fn kill(pid: u32) {
    if let Some(pid) = process(pid) {
        let _ = rustix::process::kill_process(pid, rustix::process::Signal::KILL);
    }
}

/// Ends a process group at once.
#[cfg(unix)]
pub fn kill_group(leader: u32) {
    if let Some(pid) = process(leader) {
        let _ = rustix::process::kill_process_group(pid, rustix::process::Signal::KILL);
    }
}

/// Freezes a process group or lets it go on, as a manager does while the opponent thinks.
#[cfg(unix)]
pub fn freeze_group(leader: u32, frozen: bool) {
    use rustix::process::Signal;
    let signal = if frozen { Signal::STOP } else { Signal::CONT };
    if let Some(pid) = process(leader) {
        let _ = rustix::process::kill_process_group(pid, signal);
    }
}

#[cfg(unix)]
fn process(pid: u32) -> Option<rustix::process::Pid> {
    i32::try_from(pid)
        .ok()
        .and_then(rustix::process::Pid::from_raw)
}

fn children(pid: u32) -> Vec<u32> {
    // Each thread lists the children that it made.
    let Ok(tasks) = fs::read_dir(format!("/proc/{pid}/task")) else {
        return Vec::new();
    };
    let lists = tasks
        .flatten()
        .filter_map(|task| fs::read_to_string(task.path().join("children")).ok());
    lists
        .flat_map(|list| {
            list.split_ascii_whitespace()
                .filter_map(|word| word.parse().ok())
                .collect::<Vec<u32>>()
        })
        .collect()
}

/// A figure of the process's status, in bytes.
fn status(pid: u32, key: &str) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
    let value = status.lines().find_map(|line| line.strip_prefix(key))?;
    let kib: u64 = value.split_ascii_whitespace().next()?.parse().ok()?;
    Some(kib * 1024)
}
