//! Testing: variants of all seeds, shown to all analyzers, down to the checks they disagree about.

use std::collections::{BTreeSet, VecDeque};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use super::ask::{Ask, Question, Reply};
use crate::analyzer::{Answer, AnswerKind, in_parallel};
use crate::batch::{Judge, Suspect, Unknowns, conquer, is_disputed};
use crate::{Check, Feedback, Generated, Generator, Variant};
use soundline_isolate::Stop;

/// What everybody said about one variant.
#[derive(Clone, Debug)]
pub struct Judged {
    /// The number of the seed.
    pub seed: usize,
    /// The number of the seed's variant that it is, or is a part of.
    pub number: usize,
    /// The variant.
    pub question: Question,
    /// What each analyzer said; nothing where it was not asked.
    pub said: Vec<Option<AnswerKind>>,
    /// Whether an analyzer was not asked, because it called a conjunction with this check safe.
    pub implied: Vec<bool>,
}

impl Judged {
    /// Whether one says safe and another unsafe.
    pub fn is_disputed(&self) -> bool {
        is_disputed(self.said.iter().flatten().map(|kind| kind.verdict()))
    }
}

/// What testing came to, in the order of seeds and variants, whoever was faster.
#[derive(Clone, Debug, Default)]
pub struct Tested {
    /// The variants as they were made.
    pub variants: Vec<Judged>,
    /// The single checks that somebody calls unsafe, disputed or not; and those that are all of a variant.
    pub singles: Vec<Judged>,
    /// How many answers there were.
    pub answers: u64,
    /// How many of them the store knew.
    pub known: u64,
    /// Processor time of the analyzers for answers that the store did not know.
    pub time: Duration,
}

impl Tested {
    fn count(&mut self, reply: &Reply) {
        self.answers += 1;
        self.known += u64::from(reply.known);
        self.time += if reply.known { Duration::ZERO } else { reply.time };
    }
}

/// How testing goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// Variants that are judged.
    pub variants: u64,
    /// Variants that there will be.
    pub planned: u64,
    /// Answers so far.
    pub answers: u64,
    /// Checks that analyzers disagree about.
    pub disputes: u64,
}

/// A seed at work: variants come one after the other, because some strategies learn from each.
struct Seedling {
    seed: usize,
    generator: Generator,
    /// A variant that was made and not judged.
    pending: Option<Generated>,
    /// How many variants it still gets in this round.
    left: usize,
}

/// Tests all seeds, in rounds. In each, seeds take turns: each gets its first variant before any gets its second, so that a
/// run that is cut short has seen them all.
pub struct Testing<'a> {
    asked: &'a dyn Ask,
    analyzers: usize,
    unknowns: Unknowns,
    jobs: usize,
    /// The seeds with variants that are not judged.
    seedlings: Vec<Seedling>,
    tested: Tested,
    planned: u64,
    done: u64,
}

struct Floor<'a> {
    asked: &'a dyn Ask,
    analyzers: usize,
    unknowns: Unknowns,
    stop: &'a Stop,
    /// How many analyzers run at the same time for one variant.
    inner: usize,
    queue: Mutex<VecDeque<Seedling>>,
    /// Those that have had their share.
    rested: Mutex<Vec<Seedling>>,
    tested: Mutex<Tested>,
    planned: u64,
    done: AtomicU64,
    disputes: AtomicU64,
    progress: &'a (dyn Fn(Step) + Sync),
}

impl<'a> Testing<'a> {
    /// Nothing is tested so far.
    pub fn new(
        generators: Vec<Generator>,
        asked: &'a dyn Ask,
        unknowns: Unknowns,
        jobs: usize,
    ) -> Testing<'a> {
        let planned = generators.iter().map(|generator| generator.budget() as u64).sum();
        let seedling = |(seed, generator)| Seedling { seed, generator, pending: None, left: 0 };
        let seedlings = generators.into_iter().enumerate().map(seedling).collect();
        let (analyzers, tested) = (asked.columns().len(), Tested::default());
        Testing { asked, analyzers, unknowns, jobs, seedlings, tested, planned, done: 0 }
    }

    /// Whether all variants of all seeds were judged.
    pub fn is_complete(&self) -> bool {
        self.seedlings.is_empty()
    }

    /// What it came to so far.
    pub fn tested(&self) -> &Tested {
        &self.tested
    }

    /// Asks about single checks everybody whose answer is only implied: what is to be told about them shall be seen again.
    pub(super) fn confirm(&mut self, keys: &BTreeSet<String>, stop: &Stop) {
        for single in 0..self.tested.singles.len() {
            let judged = &self.tested.singles[single];
            if !keys.contains(&judged.question.key.to_string()) {
                continue;
            }
            for analyzer in 0..self.analyzers {
                let judged = &self.tested.singles[single];
                if !judged.implied[analyzer] || stop.is_asked_for() {
                    continue;
                }
                let reply = self.asked.ask(analyzer, &judged.question, stop);
                let Some(kind) = reply.answer.kind() else { continue };
                self.tested.count(&reply);
                let judged = &mut self.tested.singles[single];
                (judged.said[analyzer], judged.implied[analyzer]) = (Some(kind), false);
            }
        }
    }

    /// Judges up to so many more variants of each seed. What is stopped is judged in the next round.
    pub fn round(&mut self, variants: usize, stop: &Stop, progress: &(dyn Fn(Step) + Sync)) {
        let outer = self.jobs.clamp(1, self.seedlings.len().max(1));
        let mut seedlings = std::mem::take(&mut self.seedlings);
        seedlings.iter_mut().for_each(|seedling| seedling.left = variants);
        let disputes = self.tested.singles.iter().filter(|judged| judged.is_disputed()).count();
        let floor = Floor {
            asked: self.asked,
            analyzers: self.analyzers,
            unknowns: self.unknowns,
            stop,
            inner: (self.jobs / outer).max(1),
            queue: Mutex::new(seedlings.into()),
            rested: Mutex::default(),
            tested: Mutex::new(std::mem::take(&mut self.tested)),
            planned: self.planned,
            done: AtomicU64::new(self.done),
            disputes: AtomicU64::new(disputes as u64),
            progress,
        };
        std::thread::scope(|scope| {
            for _ in 0..outer {
                scope.spawn(|| floor.work());
            }
        });
        self.done = floor.done.into_inner();
        self.tested = floor.tested.into_inner().unwrap_or_else(PoisonError::into_inner);
        self.tested.variants.sort_by_key(|judged| (judged.seed, judged.number));
        // Parts of one variant are in the order in which they were asked about: the sort is stable.
        self.tested.singles.sort_by_key(|judged| (judged.seed, judged.number));
        let waiting = floor.queue.into_inner().unwrap_or_else(PoisonError::into_inner);
        let rested = floor.rested.into_inner().unwrap_or_else(PoisonError::into_inner);
        self.seedlings = waiting.into_iter().chain(rested).collect();
        self.seedlings.sort_by_key(|seedling| seedling.seed);
    }
}

/// The result is not wanted any more.
struct Stopped;

impl Floor<'_> {
    fn work(&self) {
        let queue = || self.queue.lock().unwrap_or_else(PoisonError::into_inner);
        let rested = || self.rested.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            let Some(mut seedling) = queue().pop_front() else { return };
            let next = seedling.pending.take().or_else(|| seedling.generator.next());
            let Some(generated) = next else { continue };
            match self.variant(seedling.seed, &generated) {
                Err(Stopped) => {
                    seedling.pending = Some(generated);
                    return rested().push(seedling);
                }
                Ok(feedback) => seedling.generator.learn(generated.candidate, feedback),
            }
            seedling.left -= 1;
            match seedling.left {
                _ if seedling.generator.is_done() => {}
                0 => rested().push(seedling),
                _ => queue().push_back(seedling),
            }
        }
    }

    /// Judges a variant, and its parts where that is needed.
    fn variant(&self, seed: usize, generated: &Generated) -> Result<Feedback, Stopped> {
        let variant = &generated.variant;
        let mut hearing = Hearing { floor: self, variant, replies: Vec::new(), costs: Vec::new() };
        let size = variant.checks().len();
        let conquest = conquer(size, self.analyzers, self.unknowns, &mut hearing)?;
        let number = generated.number;
        let single = |suspect: Suspect| {
            let Suspect { place, said, implied } = suspect;
            let check = variant.checks()[place];
            let question = Question::new(variant.with(&[check]));
            Judged { seed, number, question, said, implied }
        };
        let singles = conquest.suspects.into_iter().map(single).collect();
        let judged = Judged {
            seed,
            number,
            question: Question::new(variant.clone()),
            said: conquest.whole.into_iter().map(Some).collect(),
            implied: vec![false; self.analyzers],
        };
        let costs = hearing.costs;
        Ok(self.keep(judged, singles, &hearing.replies, &costs))
    }

    /// What analyzers say about a variant.
    fn replies(&self, variant: Variant, asked: &[usize]) -> Result<Vec<Reply>, Stopped> {
        let question = Question::new(variant);
        let replies = in_parallel(self.inner, asked.to_vec(), |analyzer| {
            self.asked.ask(analyzer, &question, self.stop)
        });
        let interrupted = replies.iter().any(|reply| reply.answer == Answer::Interrupted);
        match interrupted || self.stop.is_asked_for() {
            true => Err(Stopped),
            false => Ok(replies),
        }
    }

    fn keep(
        &self,
        judged: Judged,
        singles: Vec<Judged>,
        replies: &[Reply],
        costs: &[Duration],
    ) -> Feedback {
        let mut feedback = Feedback::default();
        let mut tested = self.tested.lock().unwrap_or_else(PoisonError::into_inner);
        replies.iter().for_each(|reply| tested.count(reply));
        let times = || costs.iter().map(Duration::as_secs_f64);
        feedback.fastest = times().fold(f64::INFINITY, f64::min);
        feedback.slowest = times().fold(0.0, f64::max);
        tested.variants.push(judged);
        let disputes = singles.iter().filter(|single| single.is_disputed()).count() as u64;
        feedback.disagreement = disputes > 0;
        self.disputes.fetch_add(disputes, Ordering::Relaxed);
        tested.singles.extend(singles);
        let variants = self.done.fetch_add(1, Ordering::Relaxed) + 1;
        (self.progress)(Step {
            variants,
            planned: self.planned,
            answers: tested.answers,
            disputes: self.disputes.load(Ordering::Relaxed),
        });
        feedback
    }
}

/// What analyzers say about parts of a variant.
struct Hearing<'f> {
    floor: &'f Floor<'f>,
    variant: &'f Variant,
    replies: Vec<Reply>,
    /// What each analyzer used for the whole variant.
    costs: Vec<Duration>,
}

impl Judge for Hearing<'_> {
    type Error = Stopped;

    fn judge(&mut self, places: &[usize], analyzers: &[usize]) -> Result<Vec<AnswerKind>, Stopped> {
        let checks: Vec<Check> = places.iter().map(|place| self.variant.checks()[*place]).collect();
        let replies = self.floor.replies(self.variant.with(&checks), analyzers)?;
        if self.costs.is_empty() {
            self.costs = replies.iter().map(|reply| reply.time).collect();
        }
        let kinds = replies.iter().map(|reply| reply.answer.kind().ok_or(Stopped)).collect();
        self.replies.extend(replies);
        kinds
    }

    /// In powers of four, so that the order is the same when the machine is a bit slower.
    fn cost(&self, analyzer: usize) -> u64 {
        u64::from((self.costs[analyzer].as_millis() as u64 / 16).max(1).ilog2() / 2)
    }
}
