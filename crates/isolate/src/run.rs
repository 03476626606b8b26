//! The driver's side: a program run under a warden.

use crate::capture::Capture;
use crate::cores::Cores;
use crate::end::{End, Usage};
use crate::patience::Deadline;
use crate::warden::Addresses;
use crate::{Limits, family, line, warden};
use std::ffi::OsString;
use std::io;
use std::net::Shutdown;
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::path::PathBuf;
use std::process::{Child, ChildStderr, ChildStdout, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::ioctl_fionbio;
use rustix::process::{Pid, PidfdFlags, pidfd_open};

/// How long until one looks whether the result is still wanted, in nanoseconds.
const PATIENCE: i64 = 100_000_000;
/// How long a warden may take to kill all and report, when its time has come.
const GRACE: Duration = Duration::from_secs(5);
/// How many bytes are read at once: what a pipe holds, as a rule.
const AT_ONCE: usize = 64 << 10;

/// Says to all runs that their results are no longer wanted.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Nobody wants a result any more.
    pub fn now(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether that was said.
    pub fn is_asked_for(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// What is to be run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Call {
    /// The program.
    pub program: PathBuf,
    /// Its arguments.
    pub arguments: Vec<OsString>,
    /// Where it runs.
    pub folder: PathBuf,
    /// Whether the folder is the program's alone: then [`Limits::files`] holds for all that is in it together.
    pub owns_folder: bool,
    /// What is added to the environment.
    pub environment: Vec<(String, OsString)>,
}

/// What came of it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Outcome {
    /// How it ended.
    pub end: End,
    /// What it wrote to its standard output, up to the limit.
    pub stdout: Vec<u8>,
    /// What it wrote to its standard error, up to the limit.
    pub stderr: Vec<u8>,
    /// What it used.
    pub usage: Usage,
}

impl Outcome {
    /// An end without output.
    pub fn of(end: End) -> Outcome {
        Outcome { end, stdout: Vec::new(), stderr: Vec::new(), usage: Usage::default() }
    }
}

/// A program that starts as a warden when it is asked to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warden {
    program: PathBuf,
    addresses: Addresses,
}

impl Warden {
    /// The program that is running now.
    pub fn this_program() -> io::Result<Warden> {
        Ok(Warden::at(std::env::current_exe()?))
    }

    /// Another program that calls [`warden_was_asked_for`](crate::warden_was_asked_for).
    pub fn at(program: impl Into<PathBuf>) -> Warden {
        Warden { program: program.into(), addresses: Addresses::Limited }
    }

    /// The same for programs that reserve far more addresses than they use, as those with sanitizers
    /// do: only the memory that they use is limited.
    pub fn with_free_addresses(&self) -> Warden {
        Warden { addresses: Addresses::Free, ..self.clone() }
    }

    /// Runs a program within limits. When this returns, nothing that it started is left.
    pub fn run(&self, call: &Call, limits: &Limits, stop: &Stop) -> Outcome {
        // They are given back when the program has ended.
        let cores = limits.cores.map(Cores::lease);
        let started = self.start(call, limits, cores.as_ref());
        match started {
            Ok((warden, line)) => follow(warden, line, limits, stop),
            Err(error) => {
                Outcome::of(End::NotStarted(format!("{}: {error}", self.program.display())))
            }
        }
    }

    fn start(
        &self,
        call: &Call,
        limits: &Limits,
        cores: Option<&Cores>,
    ) -> io::Result<(Child, UnixStream)> {
        let (line, far_end) = UnixStream::pair()?;
        let mut command = Command::new(&self.program);
        command
            .args(warden::arguments(limits, self.addresses, call.owns_folder, cores))
            .arg(&call.program)
            .args(&call.arguments);
        command.envs(call.environment.iter().map(|(name, value)| (name, value)));
        command.current_dir(&call.folder);
        command.stdin(Stdio::from(OwnedFd::from(far_end)));
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        Ok((family::start(&mut command)?, line))
    }
}

/// Reads along until the warden is dead, and then what is left in the pipes.
fn follow(mut warden: Child, line: UnixStream, limits: &Limits, stop: &Stop) -> Outcome {
    let started = Instant::now();
    let mut streams = Streams {
        stdout: Capture::new(warden.stdout.take().expect("it was asked for")),
        stderr: Capture::new(warden.stderr.take().expect("it was asked for")),
        report: Capture::new(&line),
        most: limits.output,
    };
    let stopped = match pidfd_open(Pid::from_child(&warden), PidfdFlags::empty()) {
        Ok(death) => streams.follow(&death, limits, stop),
        Err(error) => Some(End::NotStarted(error.to_string())),
    };
    // As a rule it is dead. Otherwise it was stopped itself, or keeps others waiting.
    let _ = warden.kill();
    let _ = family::bury(&mut warden);
    streams.read_what_is_left();
    let said = line::read(&String::from_utf8_lossy(&streams.report.kept));
    let unwatched = || (End::Unwatched, Usage { wall: started.elapsed(), ..Usage::default() });
    let (end, usage) = said.unwrap_or_else(unwatched);
    let (stdout, stderr) = (streams.stdout.kept, streams.stderr.kept);
    Outcome { end: stopped.unwrap_or(end), stdout, stderr, usage }
}

/// What comes from a warden and its program.
struct Streams<'a> {
    stdout: Capture<ChildStdout>,
    stderr: Capture<ChildStderr>,
    report: Capture<&'a UnixStream>,
    /// How much of each is kept.
    most: u64,
}

impl Streams<'_> {
    /// Reads until the warden is dead, or has to be killed because it does not end. Returns why the program was stopped,
    /// if the driver decided that.
    fn follow(&mut self, death: &OwnedFd, limits: &Limits, stop: &Stop) -> Option<End> {
        let mut buffer = vec![0; AT_ONCE];
        let mut stopped = None;
        let mut overdue = Deadline::after(limits.wall().saturating_add(GRACE));
        loop {
            if self.read_some(death, &mut buffer) {
                return stopped;
            }
            if stopped.is_none() {
                stopped = reason_to_stop(self.stdout.size + self.stderr.size, limits, stop);
                if stopped.is_some() {
                    // The warden takes the end of the line for the end of the driver.
                    let _ = self.report.stream().shutdown(Shutdown::Write);
                    overdue = Deadline::after(GRACE);
                }
            }
            if overdue.is_over() {
                return stopped.or(Some(End::TimedOut));
            }
        }
    }

    /// Waits until there is something to read, or the warden is dead, or some time. Says whether it is dead.
    fn read_some(&mut self, death: &OwnedFd, buffer: &mut [u8]) -> bool {
        let ready = wait([
            self.stdout.open.then(|| PollFd::new(self.stdout.stream(), PollFlags::IN)),
            self.stderr.open.then(|| PollFd::new(self.stderr.stream(), PollFlags::IN)),
            self.report.open.then(|| PollFd::new(self.report.stream(), PollFlags::IN)),
            Some(PollFd::new(death, PollFlags::IN)),
        ]);
        if ready[0] {
            self.stdout.read(buffer, self.most);
        }
        if ready[1] {
            self.stderr.read(buffer, self.most);
        }
        if ready[2] {
            self.report.read(buffer, AT_ONCE as u64);
        }
        ready[3]
    }

    /// Nobody writes any more. Should somebody all the same, who got hold of a pipe in some other way, one does not wait
    /// for that.
    fn read_what_is_left(&mut self) {
        let Streams { stdout, stderr, report, most } = self;
        let never_block = [
            ioctl_fionbio(stdout.stream(), true),
            ioctl_fionbio(stderr.stream(), true),
            ioctl_fionbio(report.stream(), true),
        ];
        if never_block.iter().any(Result::is_err) {
            return;
        }
        let mut buffer = vec![0; AT_ONCE];
        loop {
            let before = stdout.size + stderr.size + report.size;
            stdout.read(&mut buffer, *most);
            stderr.read(&mut buffer, *most);
            report.read(&mut buffer, AT_ONCE as u64);
            let now = stdout.size + stderr.size + report.size;
            if now == before || now / 2 > *most {
                return;
            }
        }
    }
}

fn reason_to_stop(written: u64, limits: &Limits, stop: &Stop) -> Option<End> {
    if written > limits.output {
        Some(End::TooMuchOutput)
    } else if stop.is_asked_for() {
        Some(End::Interrupted)
    } else {
        None
    }
}

/// Waits until one of the descriptors is ready, or some time; says which are.
fn wait<const N: usize>(all: [Option<PollFd<'_>>; N]) -> [bool; N] {
    let open: [bool; N] = std::array::from_fn(|at| all[at].is_some());
    let mut descriptors: Vec<PollFd<'_>> = all.into_iter().flatten().collect();
    let timeout = Timespec { tv_sec: 0, tv_nsec: PATIENCE };
    // An interrupted wait finds nothing ready.
    let _ = poll(&mut descriptors, Some(&timeout));
    let mut ready = descriptors.iter().map(|descriptor| !descriptor.revents().is_empty());
    open.map(|open| open && ready.next().unwrap_or(false))
}
