//! How a program ended, and what it used.

use std::fmt;
use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;
use std::time::Duration;

use rustix::process::Signal;

/// How a program ended.
///
/// No variant is innocent: a library that calls `exit(0)` ends its worker with
/// `Exited(0)` in the middle of a test. A [`Child`](crate::Child) ends by itself or by a signal; all else is
/// what a [`Warden`](crate::Warden) finds.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum End {
    /// It called `exit` with this code.
    Exited(i32),
    /// A signal of this number killed it, which the warden did not send.
    Signalled(i32),
    /// It had used its time.
    TimedOut,
    /// It used more memory than it may.
    OutOfMemory,
    /// It started too many processes.
    TooManyProcesses,
    /// It wrote more than it may to its standard output and error.
    TooMuchOutput,
    /// It wrote more than it may to its files.
    FilesTooLarge,
    /// It was stopped because nobody wants its result any more.
    Interrupted,
    /// It could not be started or watched.
    NotStarted(String),
    /// Its warden was killed, by the program or by the system. Nothing is known about its end.
    Unwatched,
}

/// What a program and all that it started used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Usage {
    /// Time by the clock on the wall.
    pub wall: Duration,
    /// Time of the processors, in steps of the kernel's clock tick.
    pub cpu: Duration,
    /// The most memory that was seen at once, in bytes.
    pub memory: u64,
    /// Processor time of the warden itself.
    pub warden: Duration,
}

impl From<ExitStatus> for End {
    fn from(status: ExitStatus) -> End {
        match status.signal() {
            Some(signal) => End::Signalled(signal),
            // A waited-for process that no signal killed has a code; std says the same.
            None => End::Exited(status.code().unwrap_or_default()),
        }
    }
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            End::Exited(code) => write!(f, "exited with code {code}"),
            End::Signalled(number) => {
                write!(f, "killed by signal {number}")?;
                match signal_name(*number) {
                    Some(name) => write!(f, " ({name})"),
                    None => Ok(()),
                }
            }
            End::TimedOut => f.write_str("time limit reached"),
            End::OutOfMemory => f.write_str("memory limit reached"),
            End::TooManyProcesses => f.write_str("too many processes"),
            End::TooMuchOutput => f.write_str("too much output"),
            End::FilesTooLarge => f.write_str("files too large"),
            End::Interrupted => f.write_str("interrupted"),
            End::NotStarted(reason) => write!(f, "not started: {reason}"),
            End::Unwatched => f.write_str("the process that watched it was killed"),
        }
    }
}

/// The numbers differ between architectures, so the table holds the platform's own.
fn signal_name(number: i32) -> Option<&'static str> {
    const NAMES: [(Signal, &str); 23] = [
        (Signal::HUP, "SIGHUP"),
        (Signal::INT, "SIGINT"),
        (Signal::QUIT, "SIGQUIT"),
        (Signal::ILL, "SIGILL"),
        (Signal::TRAP, "SIGTRAP"),
        (Signal::ABORT, "SIGABRT"),
        (Signal::BUS, "SIGBUS"),
        (Signal::FPE, "SIGFPE"),
        (Signal::KILL, "SIGKILL"),
        (Signal::USR1, "SIGUSR1"),
        (Signal::SEGV, "SIGSEGV"),
        (Signal::USR2, "SIGUSR2"),
        (Signal::PIPE, "SIGPIPE"),
        (Signal::ALARM, "SIGALRM"),
        (Signal::TERM, "SIGTERM"),
        (Signal::STKFLT, "SIGSTKFLT"),
        (Signal::XCPU, "SIGXCPU"),
        (Signal::XFSZ, "SIGXFSZ"),
        (Signal::VTALARM, "SIGVTALRM"),
        (Signal::PROF, "SIGPROF"),
        (Signal::IO, "SIGIO"),
        (Signal::POWER, "SIGPWR"),
        (Signal::SYS, "SIGSYS"),
    ];
    NAMES.iter().find(|(signal, _)| signal.as_raw() == number).map(|&(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_read_well() {
        let check = |end: End, text: &str| assert_eq!(end.to_string(), text);
        check(End::Exited(0), "exited with code 0");
        check(End::Signalled(11), "killed by signal 11 (SIGSEGV)");
        check(End::Signalled(34), "killed by signal 34");
        check(End::NotStarted("no file".into()), "not started: no file");
    }

    #[test]
    fn wait_statuses_are_decoded() {
        let check = |raw: i32, end: End| assert_eq!(End::from(ExitStatus::from_raw(raw)), end);
        check(0, End::Exited(0));
        check(0x0300, End::Exited(3));
        check(9, End::Signalled(9));
        check(0x80 | 11, End::Signalled(11));
    }
}
