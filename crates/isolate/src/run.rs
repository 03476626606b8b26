//! The driver's side: a program run under a warden.

use crate::capture::Capture;
use crate::end::{End, Usage};
use crate::warden::Addresses;
use crate::{Limits, line, warden};
use std::ffi::OsString;
use std::io;
use std::net::Shutdown;
use std::os::unix::net::UnixStream;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use rustix::event::{PollFd, PollFlags, Timespec, poll};

/// How long until one looks whether the result is still wanted, in nanoseconds.
const PATIENCE: i64 = 100_000_000;
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
    /// What is added to the environment.
    pub environment: Vec<(String, OsString)>,
}

/// What came of it.
#[derive(Clone, Debug, PartialEq, Eq)]
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
        let started = self.start(call, limits);
        match started {
            Ok((warden, line)) => follow(warden, line, limits, stop),
            Err(error) => Outcome {
                end: End::NotStarted(format!("{}: {error}", self.program.display())),
                stdout: Vec::new(),
                stderr: Vec::new(),
                usage: Usage::default(),
            },
        }
    }

    fn start(&self, call: &Call, limits: &Limits) -> io::Result<(Child, UnixStream)> {
        let (line, far_end) = UnixStream::pair()?;
        let mut command = Command::new(&self.program);
        command
            .args(warden::arguments(limits, self.addresses))
            .arg(&call.program)
            .args(&call.arguments);
        command.envs(call.environment.iter().map(|(name, value)| (name, value)));
        command.current_dir(&call.folder);
        command.stdin(Stdio::from(std::os::fd::OwnedFd::from(far_end)));
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        Ok((command.spawn()?, line))
    }
}

/// Reads along until all three streams are at their ends, which is when the warden is gone.
fn follow(mut warden: Child, line: UnixStream, limits: &Limits, stop: &Stop) -> Outcome {
    let mut stdout = Capture::new(warden.stdout.take().expect("it was asked for"));
    let mut stderr = Capture::new(warden.stderr.take().expect("it was asked for"));
    let mut report = Capture::new(&line);
    let mut buffer = vec![0; AT_ONCE];
    let mut stopped = None;
    while stdout.open || stderr.open || report.open {
        let ready = wait([
            stdout.open.then(|| PollFd::new(stdout.stream(), PollFlags::IN)),
            stderr.open.then(|| PollFd::new(stderr.stream(), PollFlags::IN)),
            report.open.then(|| PollFd::new(report.stream(), PollFlags::IN)),
        ]);
        if ready[0] {
            stdout.read(&mut buffer, limits.output);
        }
        if ready[1] {
            stderr.read(&mut buffer, limits.output);
        }
        if ready[2] {
            report.read(&mut buffer, AT_ONCE as u64);
        }
        if stopped.is_none() {
            stopped = reason_to_stop(stdout.size + stderr.size, limits, stop);
            if stopped.is_some() {
                // The warden takes the end of the line for the end of the driver.
                let _ = line.shutdown(Shutdown::Write);
            }
        }
    }
    // It has closed all its streams; there is nothing to wait long for.
    let _ = warden.wait();
    let said = line::read(&String::from_utf8_lossy(&report.kept));
    let died = || (End::NotStarted("the warden was killed".into()), Usage::default());
    let (end, usage) = said.unwrap_or_else(died);
    let (stdout, stderr) = (stdout.kept, stderr.kept);
    Outcome { end: stopped.unwrap_or(end), stdout, stderr, usage }
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

/// Waits until one of the streams can be read, or some time; says which can be.
fn wait(streams: [Option<PollFd<'_>>; 3]) -> [bool; 3] {
    let open = [0, 1, 2].map(|at: usize| streams[at].is_some());
    let mut descriptors: Vec<PollFd<'_>> = streams.into_iter().flatten().collect();
    let timeout = Timespec { tv_sec: 0, tv_nsec: PATIENCE };
    // An interrupted wait finds nothing ready.
    let _ = poll(&mut descriptors, Some(&timeout));
    let mut ready = descriptors.iter().map(|descriptor| !descriptor.revents().is_empty());
    open.map(|open| open && ready.next().unwrap_or(false))
}
