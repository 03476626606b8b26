//! Starts workers, watches them, and collects what they write: a library that crashes, hangs, exits or eats memory is a
//! finding of the call that did it, and the other jobs go on.

use std::fs;
use std::io;
use std::path::Path;
use std::process::Command;
use std::sync::atomic::Ordering;
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
/// are added: the assignment and the folder. `stop` asks for an early end.
pub fn supervise(
    mut assignment: Assignment,
    limits: CallLimits,
    command: impl Fn() -> io::Result<Command>,
    stop: impl Fn() -> bool,
    mut progress: impl FnMut(usize, usize),
) -> Result<Checked, NotChecked> {
    let scratch = Scratch::new()?;
    let lines = scratch.path().join(LINES);
    loop {
        let board = Board::create(&scratch.path().join(PULSE), 1).map_err(io::Error::other)?;
        let mut worker = command()?;
        worker.arg(serde_json::to_string(&assignment).map_err(io::Error::other)?);
        worker.arg(scratch.path());
        let ended = watch(worker, &board, limits, &stop, || {
            let read = read(&lines).unwrap_or_default();
            progress(read.outcomes.len(), read.about.as_ref().map_or(0, |about| about.jobs));
        })?;
        let read = read(&lines)?;
        if let Some(fault) = read.faulty {
            return Err(NotChecked::Faulty(fault));
        }
        let Some(about) = read.about else {
            // It died before it could say anything about itself.
            return Err(match ended {
                Ended::Stopped => NotChecked::Faulty("stopped before its table was read".into()),
                Ended::Itself(how) => NotChecked::Faulty(format!(
                    "the process ends while its table is read and tried: {how}"
                )),
            });
        };
        let complete = read.end && read.outcomes.len() == about.jobs;
        let how = match ended {
            Ended::Stopped => None,
            _ if complete => None,
            Ended::Itself(how) => Some(how),
        };
        let Some(how) = how else {
            return Ok(Checked { about, outcomes: read.outcomes, complete });
        };
        if read.outcomes.len() < assignment.from {
            return Err(NotChecked::Faulty(format!(
                "the process ends when its table is tried once more: {how}"
            )));
        }
        let position = Position::of(board.words()[0].load(Ordering::Acquire));
        assignment.from = read.outcomes.len() + 1;
        assignment.died = Some((position.call, how));
    }
}

/// What the lines say so far.
#[derive(Default)]
struct Read {
    about: Option<About>,
    faulty: Option<String>,
    outcomes: Vec<Outcome>,
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
            Line::Faulty(fault) => read.faulty = Some(fault),
            Line::Done(_, outcome) => read.outcomes.push(outcome),
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
