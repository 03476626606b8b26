//! Testing: variants of all seeds, shown to all analyzers, down to the checks they disagree about.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use super::ask::{Ask, Question, Reply};
use crate::analyzer::{Answer, AnswerKind, in_parallel};
use crate::batch::{Judge, Said, Suspect, Unknowns, conquer, is_disputed};
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
    /// Whether an analyzer was not asked about this check alone: it said so about a batch with this check.
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
    /// Processor time of the analyzers for all answers, whenever that was.
    pub cost: Duration,
}

impl Tested {
    fn count(&mut self, reply: &Reply) {
        self.answers += 1;
        self.known += u64::from(reply.known);
        self.time += if reply.known { Duration::ZERO } else { reply.time };
        self.cost += reply.time;
    }
}

/// After so many variants of a seed in a row for which an analyzer had too little time or memory it is not asked about this
/// seed any more.
const PATIENCE: u32 = 2;

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
    /// For how many of its last variants each analyzer had too little time or memory.
    exhausted: Vec<u32>,
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
        let (analyzers, tested) = (asked.columns().len(), Tested::default());
        let seedling = |(seed, generator)| Seedling {
            seed,
            generator,
            pending: None,
            exhausted: vec![0; analyzers],
            left: 0,
        };
        let seedlings = generators.into_iter().enumerate().map(seedling).collect();
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

    /// Asks analyzers about single checks, by the names of their variants, where their answers are only implied: what is to be
    /// told about them shall be seen again.
    pub(super) fn confirm(&mut self, asked: &BTreeMap<String, BTreeSet<usize>>, stop: &Stop) {
        for single in 0..self.tested.singles.len() {
            let key = self.tested.singles[single].question.key.to_string();
            for analyzer in asked.get(&key).into_iter().flatten().copied() {
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
            match self.variant(seedling.seed, &generated, &mut seedling.exhausted) {
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
    fn variant(
        &self,
        seed: usize,
        generated: &Generated,
        exhausted: &mut [u32],
    ) -> Result<Feedback, Stopped> {
        let variant = &generated.variant;
        let asked: Vec<usize> =
            (0..self.analyzers).filter(|analyzer| exhausted[*analyzer] < PATIENCE).collect();
        let mut hearing =
            Hearing { floor: self, variant, asked: &asked, replies: Vec::new(), costs: Vec::new() };
        let size = variant.checks().len();
        let conquest = conquer(size, asked.len(), self.unknowns, &mut hearing)?;
        for (analyzer, kind) in asked.iter().zip(&conquest.whole) {
            let late = matches!(kind, AnswerKind::Timeout | AnswerKind::Memory);
            exhausted[*analyzer] = if late { exhausted[*analyzer] + 1 } else { 0 };
        }
        let number = generated.number;
        let single = |suspect: Suspect| {
            let Suspect { place, said, implied } = suspect;
            let check = variant.checks()[place];
            let question = Question::new(variant.with(&[check]));
            let said = self.of_all(&asked, said, None);
            let implied = self.of_all(&asked, implied, false);
            Judged { seed, number, question, said, implied }
        };
        let singles = conquest.suspects.into_iter().map(single).collect();
        let judged = Judged {
            seed,
            number,
            question: Question::new(variant.clone()),
            said: self.of_all(&asked, conquest.whole.into_iter().map(Some).collect(), None),
            implied: vec![false; self.analyzers],
        };
        let costs = hearing.costs;
        Ok(self.keep(judged, singles, &hearing.replies, &costs))
    }

    /// What is known of those who were asked, among all analyzers.
    fn of_all<T: Clone>(&self, asked: &[usize], known: Vec<T>, otherwise: T) -> Vec<T> {
        let mut all = vec![otherwise; self.analyzers];
        asked.iter().zip(known).for_each(|(analyzer, known)| all[*analyzer] = known);
        all
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
    /// Who is asked, as the batch numbers them.
    asked: &'f [usize],
    replies: Vec<Reply>,
    /// What each analyzer used for the whole variant.
    costs: Vec<Duration>,
}

impl Judge for Hearing<'_> {
    type Error = Stopped;

    fn judge(&mut self, places: &[usize], analyzers: &[usize]) -> Result<Vec<Said>, Stopped> {
        let checks: Vec<Check> = places.iter().map(|place| self.variant.checks()[*place]).collect();
        let analyzers: Vec<usize> = analyzers.iter().map(|number| self.asked[*number]).collect();
        let replies = self.floor.replies(self.variant.with(&checks), &analyzers)?;
        if self.costs.is_empty() {
            self.costs = replies.iter().map(|reply| reply.time).collect();
        }
        let said = |reply: &Reply| {
            Ok(Said { whole: reply.kind().ok_or(Stopped)?, apart: reply.apart.clone() })
        };
        let said = replies.iter().map(said).collect();
        self.replies.extend(replies);
        said
    }

    /// In powers of four, so that the order is the same when the machine is a bit slower.
    fn cost(&self, analyzer: usize) -> u64 {
        u64::from((self.costs[analyzer].as_millis() as u64 / 16).max(1).ilog2() / 2)
    }
}
