//! Testing: variants of all seeds, shown to all analyzers, down to the checks they disagree about.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use super::ask::{Ask, Question, Reply};
use crate::analyzer::{Answer, AnswerKind, Verdict, in_parallel};
use crate::batch::{Unknowns, conquer, is_disputed};
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
    /// The single checks that were asked about, disputed or not.
    pub singles: Vec<Judged>,
    /// How many answers there were.
    pub answers: u64,
    /// How many of them the store knew.
    pub known: u64,
    /// Processor time of the analyzers for answers that the store did not know.
    pub time: Duration,
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
        let mut parts: Vec<(Judged, Vec<Reply>)> = Vec::new();
        let checks = generated.variant.checks();
        conquer(checks, self.unknowns, |conjuncts: &[Check], safe: &[bool]| {
            let variant = generated.variant.with(conjuncts);
            // What is said about a single check is evidence: nothing is implied there.
            let implied =
                |analyzer: usize| conjuncts.len() > 1 && safe.get(analyzer) == Some(&true);
            let (question, replies) = self.replies(variant, implied)?;
            let kind = |reply: &Option<Reply>| reply.as_ref().and_then(|reply| reply.answer.kind());
            let said = replies.iter().map(kind).collect();
            let judged = Judged { seed, number: generated.number, question, said };
            let verdicts =
                judged.said.iter().map(|said| said.map_or(Verdict::Safe, AnswerKind::verdict));
            let verdicts = verdicts.collect();
            parts.push((judged, replies.into_iter().flatten().collect()));
            Ok(verdicts)
        })?;
        Ok(self.keep(parts))
    }

    /// What all analyzers say, except those whose answer is implied.
    fn replies(
        &self,
        variant: Variant,
        implied: impl Fn(usize) -> bool,
    ) -> Result<(Question, Vec<Option<Reply>>), Stopped> {
        let question = Question::new(variant);
        let asked: Vec<usize> =
            (0..self.analyzers).filter(|analyzer| !implied(*analyzer)).collect();
        let replies = in_parallel(self.inner, asked.clone(), |analyzer| {
            self.asked.ask(analyzer, &question, self.stop)
        });
        if self.stop.is_asked_for()
            || replies.iter().any(|reply| reply.answer == Answer::Interrupted)
        {
            return Err(Stopped);
        }
        let mut all = vec![None; self.analyzers];
        asked.into_iter().zip(replies).for_each(|(analyzer, reply)| all[analyzer] = Some(reply));
        Ok((question, all))
    }

    fn keep(&self, parts: Vec<(Judged, Vec<Reply>)>) -> Feedback {
        let mut feedback = Feedback::default();
        let mut tested = self.tested.lock().unwrap_or_else(PoisonError::into_inner);
        for (place, (judged, replies)) in parts.into_iter().enumerate() {
            tested.answers += replies.len() as u64;
            tested.known += replies.iter().filter(|reply| reply.known).count() as u64;
            let new = replies.iter().filter(|reply| !reply.known);
            tested.time += new.map(|reply| reply.time).sum::<Duration>();
            if place == 0 {
                let times = || replies.iter().map(|reply| reply.time.as_secs_f64());
                feedback.fastest = times().fold(f64::INFINITY, f64::min);
                feedback.slowest = times().fold(0.0, f64::max);
                tested.variants.push(judged.clone());
            }
            if judged.question.variant.checks().len() == 1 {
                if judged.is_disputed() {
                    feedback.disagreement = true;
                    self.disputes.fetch_add(1, Ordering::Relaxed);
                }
                tested.singles.push(judged);
            }
        }
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
