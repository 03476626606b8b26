//! What a child is confined to: arranged between fork and exec, or by a worker itself.

use std::fmt;
use std::io;
use std::os::unix::process::CommandExt;
use std::process::{Command, Stdio};

use rustix::process::{
    Pid, Resource, Rlimit, Signal, getpid, getppid, getrlimit, set_child_subreaper,
    set_parent_process_death_signal, setrlimit, setsid,
};

/// What a child's standard input and output are. Its standard error is always captured.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Streams {
    /// `/dev/null`, for a worker that drives itself.
    #[default]
    Null,
    /// Pipes to the supervisor, for a worker that is asked.
    Piped,
}

/// What a child is confined to. In any case it writes no core dump, leads a session of its
/// own, is the reaper of its orphans, and dies with the thread that started it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Confinement {
    /// Its standard input and output.
    pub streams: Streams,
    /// The most address space that it may map, in bytes. Allocations beyond it fail, which many
    /// libraries answer with `abort()`. Address space is not memory in use: stacks, mapped
    /// libraries and reserved arenas count in full.
    pub address_space: Option<u64>,
    /// The program confines itself: it calls [`confine_worker`] first of all, as this very program
    /// does when it is started again as a worker. Otherwise the supervisor does it between
    /// fork and exec, which works for every program, but a fork copies the tables of the
    /// supervisor's memory: that costs milliseconds when it has grown.
    pub by_worker: bool,
}

impl Confinement {
    /// Prepares a command so that its process is confined.
    pub(crate) fn apply(&self, command: &mut Command) {
        let stream = || match self.streams {
            Streams::Null => Stdio::null(),
            Streams::Piped => Stdio::piped(),
        };
        command.stdin(stream()).stdout(stream()).stderr(Stdio::piped());
        let rules = Rules { supervisor: getpid(), address_space: self.address_space };
        if self.by_worker {
            command.env(RULES, rules.to_string());
            return;
        }
        // Rules that were given to this process itself are not for its children.
        command.env_remove(RULES);
        // SAFETY: the closure runs in the child between fork and exec, where only async-signal-safe
        // things may be done: it makes plain system calls on copied values and allocates nothing,
        // not even for its errors.
        unsafe {
            command.pre_exec(move || rules.enter());
        }
    }
}

/// Confines this process as its supervisor asked for with [`Confinement::by_worker`]; without such
/// a supervisor it does nothing. To be called first of all, in the main thread; on an error the
/// worker should exit, for its supervisor is dead or it would run without limits.
pub fn confine_worker() -> io::Result<()> {
    match std::env::var(RULES) {
        Err(_) => Ok(()),
        Ok(text) => Rules::parse(&text).ok_or(io::ErrorKind::InvalidInput)?.enter(),
    }
}

/// The environment variable in which a supervisor hands the rules to its worker.
const RULES: &str = "SOUNDLINE_CONFINEMENT";

/// What a process does to confine itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Rules {
    supervisor: Pid,
    address_space: Option<u64>,
}

impl Rules {
    /// Makes only system calls: it also runs between fork and exec.
    fn enter(self) -> io::Result<()> {
        // No signals from the terminal, and all that it starts is known by not being in the session of its
        // supervisor. It fails only for the leader of a group, which a process is not that was just started.
        setsid()?;
        // Orphans of what it starts stay below it as long as it lives.
        set_child_subreaper(Some(getpid()))?;
        // A limit of 0 forbids core files, but cores that the kernel pipes into a program (as
        // systemd has it) ignore it, and each crash would start one. The kernel takes 1 as "never
        // pipe", and no core file fits into one byte (coredump_pipe and coredump_file in its
        // fs/coredump.c).
        limit(Resource::Core, 1)?;
        if let Some(most) = self.address_space {
            limit(Resource::As, most)?;
        }
        die_with(self.supervisor)
    }

    fn parse(text: &str) -> Option<Rules> {
        let (supervisor, address_space) = text.split_once(' ')?;
        let supervisor = Pid::from_raw(supervisor.parse().ok().filter(|&pid| pid > 0)?)?;
        let address_space = match address_space {
            "any" => None,
            bytes => Some(bytes.parse().ok()?),
        };
        Some(Rules { supervisor, address_space })
    }
}

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ", self.supervisor.as_raw_nonzero())?;
        match self.address_space {
            None => f.write_str("any"),
            Some(bytes) => write!(f, "{bytes}"),
        }
    }
}

/// Sets a limit that the process cannot raise again. A hard limit that is lower already stays:
/// asking for more would be refused.
fn limit(resource: Resource, most: u64) -> io::Result<()> {
    let most = getrlimit(resource).maximum.map_or(most, |hard| hard.min(most));
    Ok(setrlimit(resource, Rlimit { current: Some(most), maximum: Some(most) })?)
}

/// Asks for SIGKILL when the parent dies. It may have died before the question: then this process has
/// another parent by now, and gives up.
fn die_with(parent: Pid) -> io::Result<()> {
    set_parent_process_death_signal(Some(Signal::KILL))?;
    if getppid() == Some(parent) { Ok(()) } else { Err(rustix::io::Errno::SRCH.into()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_are_handed_over() {
        for address_space in [None, Some(0), Some(u64::MAX)] {
            let rules = Rules { supervisor: getpid(), address_space };
            assert_eq!(Rules::parse(&rules.to_string()), Some(rules));
        }
        for rubbish in ["", "1", "1 ", "0 any", "-1 any", "x any", "1 some", "1 -1", "1 any "] {
            assert_eq!(Rules::parse(rubbish), None, "{rubbish}");
        }
    }
}
