//! How a process ended.

use std::fmt;
use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;

use rustix::process::Signal;

/// How a process ended.
///
/// Neither variant is innocent: a library that calls `exit(0)` ends its worker with
/// `Exited(0)` in the middle of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum End {
    /// It called `exit` with this code.
    Exited(i32),
    /// A signal of this number killed it; the flag says whether a core dump was written.
    Signalled(i32, bool),
}

impl From<ExitStatus> for End {
    fn from(status: ExitStatus) -> End {
        match status.signal() {
            Some(signal) => End::Signalled(signal, status.core_dumped()),
            // A waited-for process that no signal killed has a code; std says the same.
            None => End::Exited(status.code().unwrap_or_default()),
        }
    }
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            End::Exited(code) => write!(f, "exited with code {code}"),
            End::Signalled(number, core) => {
                write!(f, "killed by signal {number}")?;
                if let Some(name) = signal_name(number) {
                    write!(f, " ({name})")?;
                }
                if core { f.write_str(", core dumped") } else { Ok(()) }
            }
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
        check(End::Signalled(11, false), "killed by signal 11 (SIGSEGV)");
        check(End::Signalled(6, true), "killed by signal 6 (SIGABRT), core dumped");
        check(End::Signalled(34, false), "killed by signal 34");
    }

    #[test]
    fn wait_statuses_are_decoded() {
        let check = |raw: i32, end: End| assert_eq!(End::from(ExitStatus::from_raw(raw)), end);
        check(0, End::Exited(0));
        check(0x0300, End::Exited(3));
        check(9, End::Signalled(9, false));
        check(0x80 | 11, End::Signalled(11, true));
    }
}
