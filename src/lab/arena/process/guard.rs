//! The guard: a small process between the runner and an engine that lets no engine outlive it.
//!
//! `tengen guard-child PROGRAM ARGS...` starts the program with its own standard input and output,
//! lets go of both, and waits. Its standard error is the *lifeline*, a pipe that only the runner
//! reads: when the runner closes it or dies, by whatever signal, the kernel tells the guard, which
//! kills the engine, its process group and every process that descends from it. The first line on
//! the lifeline says how the start went, the second how the engine ended.

use std::ffi::OsString;
use std::process::ExitCode;

/// First word of the line that reports a started engine, before its process number.
pub const STARTED: &str = "started";
/// First word of the line that reports that the program could not be run, before the reason.
pub const FAILED: &str = "failed";
/// First word of the line that reports the engine's end, before its exit status.
pub const ENDED: &str = "ended";

/// Runs the guard. `log` takes what the engine writes to its standard error.
pub fn run(program: &OsString, arguments: &[OsString], log: Option<&OsString>) -> ExitCode {
    #[cfg(unix)]
    {
        unix::run(program, arguments, log)
    }
    #[cfg(not(unix))]
    {
        let _ = (program, arguments, log);
        ExitCode::from(2)
    }
}

#[cfg(unix)]
mod unix {
    use std::ffi::OsString;
    use std::fs::{File, OpenOptions};
    use std::io::{self, Write};
    use std::os::unix::process::CommandExt;
    use std::process::{Child, Command, ExitCode, Stdio};
    use std::thread;
    use std::time::Duration;

    use rustix::event::{PollFd, PollFlags, poll};
    use rustix::io::Errno;
    use rustix::process::{Pid, Signal, WaitOptions, kill_process_group, wait};

    use super::super::family;

    /// How often the descendants are counted before the guard gives up; a process that the system
    /// holds in the middle of a device access cannot be killed.
    const ATTEMPTS: u32 = 1000;
    const PAUSE: Duration = Duration::from_millis(2);

    pub(super) fn run(
        program: &OsString,
        arguments: &[OsString],
        log: Option<&OsString>,
    ) -> ExitCode {
        // A descendant that leaves its group or loses its parent becomes the guard's child.
        #[cfg(target_os = "linux")]
        let _ = rustix::process::set_child_subreaper(Some(rustix::process::getpid()));
        let stderr = log
            .and_then(|path| OpenOptions::new().create(true).append(true).open(path).ok())
            .map_or_else(Stdio::null, Stdio::from);
        let child = Command::new(program)
            .args(arguments)
            .stderr(stderr)
            .process_group(0)
            .spawn();
        match child {
            Ok(child) => {
                tell(format_args!("{} {}", super::STARTED, child.id()));
                watch(child)
            }
            Err(error) => {
                tell(format_args!("{} {error}", super::FAILED));
                ExitCode::from(127)
            }
        }
    }

    fn watch(mut child: Child) -> ExitCode {
        let group = Pid::from_child(&child);
        // The engine alone must hold its pipes, else its end would go unnoticed.
        if let Ok(null) = File::options().read(true).write(true).open("/dev/null") {
            let _ = rustix::stdio::dup2_stdin(&null);
            let _ = rustix::stdio::dup2_stdout(&null);
        }
        let _ = ctrlc::set_handler(move || leave(group));
        thread::spawn(move || {
            await_hangup();
            leave(group);
        });
        let status = child.wait();
        if let Ok(status) = status {
            tell(format_args!("{} {status}", super::ENDED));
        }
        kill_all(group);
        ExitCode::SUCCESS
    }

    /// Returns when nobody holds the other end of the lifeline any more.
    fn await_hangup() {
        let stderr = io::stderr();
        loop {
            let mut fds = [PollFd::new(&stderr, PollFlags::empty())];
            match poll(&mut fds, None) {
                Ok(_) if !fds[0].revents().is_empty() => return,
                Ok(_) | Err(Errno::INTR) => {}
                Err(_) => return,
            }
        }
    }

    fn leave(group: Pid) -> ! {
        kill_all(group);
        std::process::exit(1)
    }

    /// Kills the engine's group, then every descendant until none is left.
    ///
    /// A list of descendants that is read while they die has gaps. But each of them becomes the
    /// guard's own child when its parent is gone, so only when the system says that there is no
    /// child any more is there no descendant either.
    fn kill_all(group: Pid) {
        let _ = kill_process_group(group, Signal::KILL);
        for _ in 0..ATTEMPTS {
            for pid in family::descendants(std::process::id()) {
                family::kill(pid);
            }
            loop {
                match wait(WaitOptions::NOHANG) {
                    Ok(Some(_)) | Err(Errno::INTR) => {}
                    Ok(None) => break,
                    Err(_) => return,
                }
            }
            thread::sleep(PAUSE);
        }
    }

    /// The runner may be gone; then nobody needs to know.
    fn tell(line: std::fmt::Arguments<'_>) {
        let _ = writeln!(io::stderr(), "{line}");
    }
}
