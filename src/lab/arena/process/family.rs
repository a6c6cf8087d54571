//! A process's descendants and their memory, read from `/proc` (Linux; elsewhere nothing is known).

use std::fs;

/// The process and all its living descendants that are not zombies, the process itself left out.
pub fn living_descendants(pid: u32) -> Vec<u32> {
    let mut found = Vec::new();
    let mut open = vec![pid];
    while let Some(parent) = open.pop() {
        for child in children(parent) {
            open.push(child);
            if is_alive(child) {
                found.push(child);
            }
        }
    }
    found
}

/// Bytes of main memory held by the process and its descendants; none if that cannot be known.
///
/// Pages shared between them count once for each, so the figure may be too high, never too low.
pub fn memory(pid: u32) -> Option<u64> {
    let own = resident(pid)?;
    let others = living_descendants(pid);
    Some(own + others.into_iter().filter_map(resident).sum::<u64>())
}

/// Ends a process at once.
#[cfg(unix)]
pub fn kill(pid: u32) {
    use rustix::process::{Pid, Signal, kill_process};
    if let Some(pid) = i32::try_from(pid).ok().and_then(Pid::from_raw) {
        let _ = kill_process(pid, Signal::KILL);
    }
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

fn status_line(pid: u32, key: &str) -> Option<String> {
    let status = fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
    let line = status.lines().find(|line| line.starts_with(key))?;
    Some(line[key.len()..].trim().to_owned())
}

fn is_alive(pid: u32) -> bool {
    status_line(pid, "State:").is_some_and(|state| !state.starts_with(['Z', 'X']))
}

fn resident(pid: u32) -> Option<u64> {
    let line = status_line(pid, "VmRSS:")?;
    let kib: u64 = line.split_ascii_whitespace().next()?.parse().ok()?;
    Some(kib * 1024)
}
