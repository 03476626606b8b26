//! The supervisor's side of worker processes: starting them, and a judge that asks one.

use std::io;
use std::process::Command;
use std::sync::atomic::Ordering;
use std::time::Duration;

use soundline_isolate::{Allowance, Child, Confinement, Dialogue, NoReply, Streams};

use super::judge::{Detail, Judge, Judged};
use super::place::name_of;
use super::serve::Described;
use super::talk::read_judged;
use super::tally::{Mark, Tally};
use crate::guide::Feature;
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

/// How long a candidate of shrinking may take.
const IN_HASTE: Duration = Duration::from_millis(400);

/// A judge that lets a worker run the traces, and starts another one when it dies.
pub struct Remote<'a> {
    workers: &'a Workers<'a>,
    tally: Tally<'a>,
    dialogue: Option<Dialogue>,
}

impl<'a> Remote<'a> {
    /// No worker is started yet.
    pub fn new(workers: &'a Workers<'a>, tally: Tally<'a>) -> Remote<'a> {
        Remote { workers, tally, dialogue: None }
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
        match dialogue.ask("ready", LONGEST_START) {
            Ok(_) => Ok(dialogue),
            Err(no_reply) => Err((no_reply, dialogue.child().stderr_tail())),
        }
    }

    fn ask(&mut self, request: &str, patience: Duration) -> Result<String, (NoReply, String)> {
        if self.dialogue.is_none() {
            self.dialogue = Some(self.ready()?);
        }
        let mut dialogue = self.dialogue.take().expect("it was just opened");
        match dialogue.ask(request, patience) {
            Ok(reply) => {
                self.dialogue = Some(dialogue);
                Ok(reply)
            }
            Err(no_reply) => Err((no_reply, dialogue.child().stderr_tail())),
        }
    }
}

impl Judge for Remote<'_> {
    fn judge(&mut self, trace: &Trace, detail: Detail) -> Judged {
        let limit = self.workers.limits.time;
        let (word, patience) = match detail {
            // What is only a step of shrinking is judged in haste; the smallest trace is judged again.
            Detail::Mark => ("mark", limit.min(IN_HASTE)),
            Detail::Full => ("full", limit * 3),
            Detail::Patient => ("full", limit * 30),
        };
        let reply = self.ask(&format!("judge {word}\n{trace}"), patience);
        let place = name_of(self.tally.place().load(Ordering::Acquire)).map(str::to_string);
        match reply {
            Ok(text) => read_judged(&text, &trace.space, trace.elements())
                .unwrap_or_else(|| Judged::plain(Mark::Refused, "its worker spoke rubbish")),
            Err((NoReply::Died(end), stderr)) => {
                Judged { place, stderr, ..Judged::plain(Mark::Died, end.to_string()) }
            }
            Err((NoReply::TimedOut, stderr)) => {
                Judged { place, stderr, ..Judged::plain(Mark::TimedOut, "it does not end") }
            }
            Err((no_reply, _)) => Judged::plain(Mark::Refused, no_reply.to_string()),
        }
    }

    fn trace(&mut self, index: u64) -> Option<Trace> {
        self.ask(&format!("trace {index}"), Duration::from_secs(60)).ok()?.parse().ok()
    }
}
