//! A program run for what it writes, without a warden: for libraries, whose users start no wardens.

use std::io;
use std::process::Command;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags};
use rustix::io::ioctl_fionbio;

use crate::capture::Capture;
use crate::child::Child;
use crate::confinement::{Confinement, Streams};
use crate::end::{End, Usage};
use crate::limits::Limits;
use crate::patience::Deadline;
use crate::run::{Outcome, Stop};

/// How long until one looks at the clock, and whether the result is still wanted.
const PATIENCE: Duration = Duration::from_millis(50);
/// How many bytes are read at once: what a pipe holds, as a rule.
const AT_ONCE: usize = 64 << 10;

/// Runs a command until it ends, and gives what it wrote. When this returns, nothing that it started is left.
///
/// It needs no [`Warden`](crate::Warden), and is weaker than one: the time is that of the clock on the wall ([`Limits::wall`]), memory is limited by
/// addresses for each process, files and the number of processes are not limited, and of standard error only the last
/// 8 KB are kept.
pub fn gather(command: Command, limits: &Limits, stop: &Stop) -> Outcome {
    let program = command.get_program().to_string_lossy().into_owned();
    let gathered = Gathering::start(command, limits).and_then(|gathering| gathering.run(stop));
    gathered.unwrap_or_else(|error| Outcome::of(End::NotStarted(format!("{program}: {error}"))))
}

struct Gathering<'a> {
    child: Child,
    stdout: Capture<std::process::ChildStdout>,
    limits: &'a Limits,
    start: Instant,
}

impl<'a> Gathering<'a> {
    fn start(command: Command, limits: &'a Limits) -> io::Result<Gathering<'a>> {
        let start = Instant::now();
        let confinement = Confinement {
            streams: Streams::Piped,
            address_space: Some(limits.memory),
            by_worker: false,
        };
        let mut child = Child::spawn(command, &confinement)?;
        // Its input ends at once.
        let (_, stdout) = child.take_streams().expect("the streams are piped");
        ioctl_fionbio(&stdout, true)?;
        Ok(Gathering { child, stdout: Capture::new(stdout), limits, start })
    }

    fn run(mut self, stop: &Stop) -> io::Result<Outcome> {
        let mut buffer = vec![0; AT_ONCE];
        let end = loop {
            if let Some(end) = self.overrun(stop) {
                self.child.kill()?;
                break end;
            }
            if !self.stdout.open {
                match self.child.wait_timeout(PATIENCE)? {
                    None => continue,
                    Some(end) => break end,
                }
            }
            // A grandchild may keep the pipe open for longer than the program lives.
            let ready = Deadline::after(PATIENCE)
                .wait_for(&mut [PollFd::new(self.stdout.stream(), PollFlags::IN)])?;
            match ready {
                true => self.stdout.read(&mut buffer, self.limits.output),
                false => self.stdout.open = self.child.wait_timeout(Duration::ZERO)?.is_none(),
            }
        };
        let cpu = self.child.cpu_time().unwrap_or_default();
        let usage = Usage { wall: self.start.elapsed(), cpu, ..Usage::default() };
        let stderr = self.child.stderr_tail().into_bytes();
        Ok(Outcome { end, stdout: self.stdout.kept, stderr, usage })
    }

    /// Why it has to end now.
    fn overrun(&self, stop: &Stop) -> Option<End> {
        match () {
            () if stop.is_asked_for() => Some(End::Interrupted),
            () if self.start.elapsed() > self.limits.wall() => Some(End::TimedOut),
            () if self.stdout.size > self.limits.output => Some(End::TooMuchOutput),
            () => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(script: &str, limits: Limits, stop: &Stop) -> Outcome {
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        gather(command, &limits, stop)
    }

    #[test]
    fn what_is_written_arrives_with_the_end() {
        let much = "i=0; while [ $i -lt 20000 ]; do echo 0123456789; i=$((i+1)); done; exit 3";
        let outcome = run(much, Limits::default(), &Stop::default());
        assert_eq!((outcome.end, outcome.stdout.len()), (End::Exited(3), 220_000));
        let outcome = run("cat; echo no >&2; kill -SEGV $$", Limits::default(), &Stop::default());
        assert_eq!((outcome.end, &outcome.stderr[..]), (End::Signalled(11), &b"no\n"[..]));
        let none = gather(Command::new("/no/such/program"), &Limits::default(), &Stop::default());
        assert!(matches!(none.end, End::NotStarted(reason) if reason.contains("/no/such/program")));
    }

    #[test]
    fn it_ends_within_its_limits() {
        let stop = Stop::default();
        let short = Limits { time: Duration::from_millis(300), ..Limits::default() };
        assert_eq!(run("sleep 1000", short, &stop).end, End::TimedOut);
        // Who writes for ever is stopped too.
        assert_eq!(run("yes", short, &stop).end, End::TooMuchOutput);
        let output = Limits { output: 1000, ..Limits::default() };
        let outcome = run("yes", output, &stop);
        assert_eq!((outcome.end, outcome.stdout.len()), (End::TooMuchOutput, 1000));
        stop.now();
        assert_eq!(run("sleep 1000", Limits::default(), &stop).end, End::Interrupted);
    }

    #[test]
    fn nothing_is_left_behind() {
        let start = Instant::now();
        let script = "setsid sleep 1000 & echo $!";
        let outcome = run(script, Limits::default(), &Stop::default());
        assert_eq!(outcome.end, End::Exited(0));
        assert!(start.elapsed() < Duration::from_secs(30));
        let sleeper = String::from_utf8(outcome.stdout).expect("a number");
        let stat = std::fs::read_to_string(format!("/proc/{}/cmdline", sleeper.trim()));
        assert!(!stat.is_ok_and(|line| line.contains("sleep")), "it sleeps on");
    }
}
