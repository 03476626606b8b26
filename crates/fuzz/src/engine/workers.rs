//! The supervisor's side of worker processes: starting them, and a judge that asks one.

use std::cell::Cell;
use std::io;
use std::process::Command;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use soundline_isolate::{Allowance, Child, Confinement, Dialogue, End, NoReply, Streams};

use super::judge::{Detail, Judge};
use super::place::Place;
use super::serve::Described;
use super::talk::read_outcome;
use super::tally::Tally;
use crate::contract::Beyond;
use crate::guide::Feature;
use crate::outcome::{Ending, Outcome};
use crate::trace::Trace;

/// What a worker is started for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Run tests in a lane.
    Drive(usize),
    /// Judge single traces.
    Serve,
}

/// What a test may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// CPU time of a test.
    pub time: Duration,
    /// Memory of a worker, in bytes.
    pub memory: u64,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { time: Duration::from_secs(1), memory: 2 << 30 }
    }
}

impl Limits {
    /// As the watch wants it.
    pub fn allowance(&self) -> Allowance {
        Allowance::of_time(self.time).and_memory(self.memory)
    }

    fn confinement(&self, streams: Streams) -> Confinement {
        // Address space is reserved generously by allocators and loaders; what counts is what is
        // resident, and this only stops an explosion that is quicker than the watch.
        Confinement { streams, address_space: Some(self.memory.saturating_mul(4)), by_worker: true }
    }
}

/// How worker processes are started.
pub struct Workers<'a> {
    /// The command for a role.
    pub command: &'a (dyn Fn(Role) -> Command + Sync),
    /// What a test may use.
    pub limits: Limits,
}

impl Workers<'_> {
    /// Start a worker that drives itself.
    pub fn drive(&self, lane: usize) -> io::Result<Child> {
        let confinement = self.limits.confinement(Streams::Null);
        Child::spawn((self.command)(Role::Drive(lane)), &confinement)
    }

    fn serve(&self) -> io::Result<Dialogue> {
        let confinement = self.limits.confinement(Streams::Piped);
        let child = Child::spawn((self.command)(Role::Serve), &confinement)?;
        Dialogue::open(child, LONGEST_REPLY)
    }
}

const LONGEST_REPLY: usize = 64 << 20;

/// How long a worker may take to start, loading its library included.
const LONGEST_START: Duration = Duration::from_secs(30);

/// How long what was found may be confirmed and shrunk after an interrupt.
const AFTER_INTERRUPT: Duration = Duration::from_secs(2);

/// How long a candidate of shrinking may take.
const IN_HASTE: Duration = Duration::from_millis(400);

/// How often a request is made again whose worker was killed by a signal that people and systems send.
const KILLS: usize = 5;

/// Is it a signal that people and systems send, and libraries hardly ever?
pub(super) fn is_from_outside(end: &End) -> bool {
    matches!(end, End::Signalled(signal::KILL | signal::TERM | signal::INT))
}

/// The numbers of signals, which are the same on all systems.
mod signal {
    pub const INT: i32 = 2;
    pub const KILL: i32 = 9;
    pub const TERM: i32 = 15;
}

/// A judge that lets a worker run the traces, and starts another one when it dies.
pub struct Remote<'a> {
    workers: &'a Workers<'a>,
    tally: Tally<'a>,
    dialogue: Option<Dialogue>,
    /// When it must be done.
    deadline: Option<Instant>,
    /// Set when the user wants to stop, and when that was seen.
    interrupted: Option<&'a AtomicBool>,
    interrupted_at: Cell<Option<Instant>>,
}

impl<'a> Remote<'a> {
    /// No worker is started yet.
    pub fn new(workers: &'a Workers<'a>, tally: Tally<'a>) -> Remote<'a> {
        let (deadline, interrupted, interrupted_at) = (None, None, Cell::new(None));
        Remote { workers, tally, dialogue: None, deadline, interrupted, interrupted_at }
    }

    /// The same, but nothing is judged after the deadline, nor much after an interrupt.
    pub fn until(self, deadline: Option<Instant>, interrupted: &'a AtomicBool) -> Remote<'a> {
        Remote { deadline, interrupted: Some(interrupted), ..self }
    }

    /// How long may it wait, if it would like to wait so long?
    fn at_most(&self, patience: Duration) -> Duration {
        self.time_left().map_or(patience, |left| patience.min(left))
    }

    /// What the worker will test, or why it cannot.
    pub fn describe(&mut self) -> Result<Described, String> {
        let patience = self.workers.limits.time.max(Duration::from_secs(10)) * 3;
        match self.ask("plan", patience) {
            Ok(text) => Described::read(&text).ok_or_else(|| "its worker spoke rubbish".into()),
            Err((NoReply::Died(_), stderr)) if !stderr.trim().is_empty() => {
                Err(stderr.trim().lines().last().unwrap_or_default().to_string())
            }
            Err((no_reply, _)) => Err(no_reply.to_string()),
        }
    }

    /// What a trace shows to guided search; nothing if it cannot be run to its end.
    pub fn features(&mut self, trace: &Trace) -> Option<Vec<Feature>> {
        let reply = self.ask(&format!("features\n{trace}"), self.workers.limits.time * 3).ok()?;
        reply.split_whitespace().map(|word| Feature::from_str_radix(word, 16).ok()).collect()
    }

    /// A worker that has started: its start is not charged to what it is asked for.
    fn ready(&self) -> Result<Dialogue, (NoReply, String)> {
        let opened = self.workers.serve();
        let mut dialogue = opened.map_err(|error| (error.into(), String::new()))?;
        match dialogue.ask("ready", self.at_most(LONGEST_START)) {
            Ok(_) => Ok(dialogue),
            Err(no_reply) => Err((no_reply, dialogue.child().stderr_tail())),
        }
    }

    /// What a worker replies. One that somebody else killed is not to blame, and another one is asked.
    fn ask(&mut self, request: &str, patience: Duration) -> Result<String, (NoReply, String)> {
        let mut kills = 0;
        loop {
            match self.ask_once(request, patience) {
                Err((NoReply::Died(end), _))
                    if is_from_outside(&end) && kills < KILLS && !self.is_over() =>
                {
                    kills += 1;
                }
                reply => return reply,
            }
        }
    }

    fn ask_once(&mut self, request: &str, patience: Duration) -> Result<String, (NoReply, String)> {
        if self.dialogue.is_none() {
            self.dialogue = Some(self.ready()?);
        }
        let mut dialogue = self.dialogue.take().expect("it was just opened");
        // An interrupt shortens the time also while it waits.
        let mut wanted = |_: &Child| !self.is_over();
        match dialogue.ask_while(request, self.at_most(patience), &mut wanted) {
            Ok(reply) => {
                self.dialogue = Some(dialogue);
                Ok(reply)
            }
            Err(no_reply) => Err((no_reply, dialogue.child().stderr_tail())),
        }
    }
}

impl Judge for Remote<'_> {
    fn judge(&mut self, trace: &Trace, detail: Detail) -> Outcome {
        let limit = self.workers.limits.time;
        let (word, patience) = match detail {
            // What is only a step of shrinking is judged in haste; the smallest trace is judged again.
            Detail::Cause => ("cause", limit.min(IN_HASTE)),
            Detail::Ending => ("ending", limit.min(IN_HASTE)),
            Detail::Full => ("full", limit * 3),
            Detail::Patient => ("full", limit * 10),
        };
        self.tally.judge_place().store(0, Ordering::Release);
        self.tally.judge_beyond().store(0, Ordering::Release);
        let reply = self.ask(&format!("judge {word}\n{trace}"), patience);
        let place = Place::of_word(self.tally.judge_place().load(Ordering::Acquire));
        let place = place.map(|place| place.name().to_string());
        let beyond = Beyond::of_word(self.tally.judge_beyond().load(Ordering::Acquire));
        let outcome = match reply {
            Ok(text) => read_outcome(&text, &trace.space, trace.elements())
                .unwrap_or_else(|| Outcome::new(Ending::Refused, "its worker spoke rubbish")),
            Err((NoReply::Died(end), stderr)) => {
                Outcome { place, stderr, ..Outcome::new(Ending::Died, end.to_string()) }
            }
            Err((NoReply::TimedOut, stderr)) => {
                Outcome { place, stderr, ..Outcome::new(Ending::TimedOut, "it does not end") }
            }
            Err((no_reply, _)) => Outcome::new(Ending::Refused, no_reply.to_string()),
        };
        match outcome.ending {
            // A time limit that was cut short proves no hang.
            Ending::TimedOut if self.is_over() => Outcome::new(Ending::Refused, "there is no time"),
            _ => beyond.outcome(outcome),
        }
    }

    fn time_left(&self) -> Option<Duration> {
        let now = Instant::now();
        if self.interrupted.is_some_and(|asked| asked.load(Ordering::Relaxed)) {
            let since = self.interrupted_at.get().unwrap_or(now);
            self.interrupted_at.set(Some(since));
            let until = since + AFTER_INTERRUPT;
            let until = self.deadline.map_or(until, |deadline| deadline.min(until));
            return Some(until.saturating_duration_since(now));
        }
        Some(self.deadline?.saturating_duration_since(now))
    }

    fn trace(&mut self, index: u64) -> Option<Trace> {
        // What is not run again is shown all the same, so that this may take a moment longer.
        let limits = (self.deadline.take(), self.interrupted.take());
        let reply = self.ask(&format!("trace {index}"), Duration::from_secs(10));
        (self.deadline, self.interrupted) = limits;
        reply.ok()?.parse().ok()
    }
}
