//! Who starts the process of checks and watches it.

use super::folder;
use std::ffi::OsStr;
use std::fmt;
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};
use std::time::Duration;

/// Starts this program again, and waits until it has ended.
pub trait Starter {
    /// Start it with more variables in its environment. The folder belongs to both processes. `None` when no
    /// process can be started.
    fn start(&self, folder: &Path, environment: &[(&str, &OsStr)]) -> Option<Ended>;
}

/// How a process of checks ended.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Ended {
    /// By itself, which is told in words: `exit code 1`, `killed by signal 6`.
    Itself(String),
    /// A case took longer than this, or what comes before the first one.
    TimedOut(Duration),
    /// It used more memory than so many bytes.
    OutOfMemory(u64),
    /// It was asked to end, as Ctrl-C does.
    Interrupted,
}

impl fmt::Display for Ended {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ended::Itself(how) => f.write_str(how),
            Ended::TimedOut(_) => f.write_str("time limit reached"),
            Ended::OutOfMemory(_) => f.write_str("memory limit reached"),
            Ended::Interrupted => f.write_str("interrupted"),
        }
    }
}

/// Starts a command with nothing but std. The child ends itself when a limit is passed.
pub(crate) struct Plain<F>(pub F);

impl<F: Fn() -> Option<Command>> Starter for Plain<F> {
    fn start(&self, folder: &Path, environment: &[(&str, &OsStr)]) -> Option<Ended> {
        if cfg!(miri) {
            return None;
        }
        let mut command = (self.0)()?;
        command.envs(environment.iter().copied());
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
        let output = command.output().ok()?;
        // What the lattice prints belongs to the output of this process.
        eprint!("{}", String::from_utf8_lossy(&output.stderr));
        Some(folder::limit_passed(folder).unwrap_or_else(|| ended(output.status)))
    }
}

fn ended(status: ExitStatus) -> Ended {
    match (signal(status), status.code()) {
        // SIGHUP, SIGINT or SIGTERM.
        (Some(1 | 2 | 15), _) => Ended::Interrupted,
        (Some(signal), _) => Ended::Itself(format!("killed by signal {signal}")),
        (None, Some(code)) => Ended::Itself(format!("exit code {code}")),
        (None, None) => Ended::Itself(status.to_string()),
    }
}

#[cfg(unix)]
fn signal(status: ExitStatus) -> Option<i32> {
    std::os::unix::process::ExitStatusExt::signal(&status)
}

#[cfg(not(unix))]
fn signal(_status: ExitStatus) -> Option<i32> {
    None
}
