//! Starts workers, watches them, and collects what they write: a library that crashes, hangs, exits or eats memory is a
//! finding of the call that did it, and the other jobs go on.

use std::fs;
use std::io;
use std::path::Path;
use std::process::Command;
use std::sync::atomic::Ordering;
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use soundline_isolate::{Allowance, Board, Child, Confinement, End, Ruling, Scratch, Watch};

use crate::outcome::Outcome;
use crate::pulse::Position;
use crate::worker::{About, Assignment, LINES, Line, PULSE};

/// How often one looks at a worker.
const GLANCE: Duration = Duration::from_millis(20);

/// What a call of the library may use.
#[derive(Clone, Copy, Debug)]
pub struct CallLimits {
    /// Processor time.
    pub time: Duration,
    /// Memory of the worker, in bytes.
    pub memory: u64,
}

/// What was found.
#[derive(Clone, Debug, PartialEq)]
pub struct Checked {
    /// What the domain says about itself.
    pub about: About,
    /// What came of each job, in order.
    pub outcomes: Vec<Outcome>,
    /// Whether all jobs were done.
    pub complete: bool,
}

/// Why nothing was found.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum NotChecked {
    /// The table is faulty.
    #[error("{0}")]
    Faulty(String),
    /// A worker cannot be started.
    #[error("a worker process cannot be started or watched: {0}")]
    Io(#[from] io::Error),
}

/// Check a domain. `command` makes the command of a worker, which calls [`work`](crate::work) with the two arguments that
/// are added: the assignment and the folder. Its jobs are shared among so many workers at the same time. `stop` asks for an
/// early end.
pub fn supervise(
    assignment: Assignment,
    limits: CallLimits,
    workers: usize,
    command: impl Fn() -> io::Result<Command> + Sync,
    stop: impl Fn() -> bool + Sync,
    mut progress: impl FnMut(usize, usize),
) -> Result<Checked, NotChecked> {
    let workers = workers.max(1);
    let (send, seen) = mpsc::channel();
    let shares: Vec<Result<Share, Fault>> = thread::scope(|scope| {
        let start = |place: usize| {
            let assignment = Assignment { share: (place, workers), ..assignment.clone() };
            let (send, command, stop) = (send.clone(), &command, &stop);
            scope.spawn(move || {
                supervise_share(assignment, limits, command, stop, |done, all| {
                    // Nobody listens any more when it is too late to tell.
                    let _ = send.send((place, done, all));
                })
            })
        };
        let shares: Vec<_> = (0..workers).map(start).collect();
        drop(send);
        let mut done = vec![0; workers];
        for (place, now, all) in seen {
            done[place] = now;
            progress(done.iter().sum(), all);
        }
        let panicked = "a share is watched to its end";
        shares.into_iter().map(|share| share.join().expect(panicked)).collect()
    });
    let faults = shares.iter().filter_map(|share| share.as_ref().err());
    // The one that a single worker would have met first.
    if let Some(first) = faults.map(|fault| fault.job).min() {
        let fault = shares.into_iter().filter_map(Result::err).find(|fault| fault.job == first);
        return Err(fault.expect("it was found").what);
    }
    let mut checked = Checked { about: About::default(), outcomes: vec![], complete: true };
    let mut outcomes = Vec::new();
    for share in shares.into_iter().filter_map(Result::ok) {
        checked.about = share.about;
        checked.complete &= share.complete;
        outcomes.extend(share.outcomes);
    }
    outcomes.sort_by_key(|(job, _)| *job);
    checked.outcomes = outcomes.into_iter().map(|(_, outcome)| outcome).collect();
    Ok(checked)
}

/// What came of the jobs of a share.
struct Share {
    about: About,
    outcomes: Vec<(usize, Outcome)>,
    complete: bool,
}

/// Why a share came to nothing, and in which job that was seen; `None` before the first.
struct Fault {
    job: Option<usize>,
    what: NotChecked,
}

impl From<io::Error> for Fault {
    fn from(error: io::Error) -> Fault {
        Fault { job: None, what: error.into() }
    }
}

fn supervise_share(
    mut assignment: Assignment,
    limits: CallLimits,
    command: &impl Fn() -> io::Result<Command>,
    stop: &impl Fn() -> bool,
    mut progress: impl FnMut(usize, usize),
) -> Result<Share, Fault> {
    let faulty = |job, what: String| Fault { job, what: NotChecked::Faulty(what) };
    let scratch = Scratch::new()?;
    let lines = scratch.path().join(LINES);
    loop {
        let board = Board::create(&scratch.path().join(PULSE), 1).map_err(io::Error::other)?;
        let mut worker = command()?;
        worker.arg(serde_json::to_string(&assignment).map_err(io::Error::other)?);
        worker.arg(scratch.path());
        let ended = watch(worker, &board, limits, stop, || {
            let read = read(&lines).unwrap_or_default();
            progress(read.outcomes.len(), read.about.as_ref().map_or(0, |about| about.jobs));
        })?;
        let read = read(&lines)?;
        if let Some((job, fault)) = read.faulty {
            return Err(faulty(job, fault));
        }
        let Some(about) = read.about else {
            // It died before it could say anything about itself.
            return Err(match ended {
                Ended::Stopped => faulty(None, "stopped before its table was read".into()),
                Ended::Itself(how) => faulty(
                    None,
                    format!("the process ends while its table is read and tried: {how}"),
                ),
            });
        };
        let (outcomes, complete) = (read.outcomes, read.end);
        let how = match ended {
            Ended::Stopped => None,
            _ if complete => None,
            Ended::Itself(how) => Some(how),
        };
        let Some(how) = how else { return Ok(Share { about, outcomes, complete }) };
        if outcomes.len() < assignment.from {
            let job = outcomes.last().map(|(job, _)| *job);
            return Err(faulty(
                job,
                format!("the process ends when its table is tried once more: {how}"),
            ));
        }
        let position = Position::of(board.words()[0].load(Ordering::Acquire));
        assignment.from = outcomes.len() + 1;
        assignment.died = Some((position.call, how));
    }
}

/// What the lines say so far.
#[derive(Default)]
struct Read {
    about: Option<About>,
    faulty: Option<(Option<usize>, String)>,
    outcomes: Vec<(usize, Outcome)>,
    end: bool,
}

fn read(file: &Path) -> io::Result<Read> {
    let text = match fs::read_to_string(file) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Read::default()),
        text => text?,
    };
    let mut read = Read::default();
    for line in text.split_inclusive('\n').filter(|line| line.ends_with('\n')) {
        match serde_json::from_str(line).map_err(io::Error::other)? {
            Line::Declared(about) => read.about = Some(about),
            Line::Faulty(job, fault) => read.faulty = Some((job, fault)),
            Line::Done(job, outcome) => read.outcomes.push((job, outcome)),
            Line::End => read.end = true,
        }
    }
    Ok(read)
}

enum Ended {
    /// By itself, or because it had enough.
    Itself(String),
    /// Because nobody wants more.
    Stopped,
}

fn watch(
    command: Command,
    board: &Board,
    limits: CallLimits,
    stop: &impl Fn() -> bool,
    mut glance: impl FnMut(),
) -> io::Result<Ended> {
    // Allocators reserve more addresses than they use; this only stops an explosion that is quicker than a glance.
    let address_space = Some(limits.memory.saturating_mul(4));
    let confinement = Confinement { address_space, by_worker: true, ..Confinement::default() };
    let mut child = Child::spawn(command, &confinement)?;
    let mut watch = Watch::new(Allowance::of_time(limits.time).and_memory(limits.memory));
    let start = Instant::now();
    loop {
        if let Some(end) = child.wait_timeout(GLANCE)? {
            let said = child.stderr_tail();
            let last = said.trim().lines().last().map(|line| format!(" and said: {line}"));
            let end = match end {
                End::Exited(code) => format!("exit code {code}"),
                end => end.to_string(),
            };
            return Ok(Ended::Itself(format!("{end}{}", last.unwrap_or_default())));
        }
        if stop() {
            child.kill()?;
            return Ok(Ended::Stopped);
        }
        glance();
        let ruling = watch.judge(child.sample(&board.words()[0], start.elapsed())?);
        let how = match ruling {
            Ruling::Continue => continue,
            Ruling::TimedOut => format!("does not end within {} s", limits.time.as_secs_f64()),
            Ruling::OutOfMemory => format!("uses more than {} MiB of memory", limits.memory >> 20),
        };
        child.kill()?;
        return Ok(Ended::Itself(how));
    }
}
