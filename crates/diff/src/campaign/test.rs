//! Testing: variants of all seeds, shown to all analyzers, down to the checks they disagree about.

use std::collections::VecDeque;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use super::ask::{Answer, Ask, Question};
use crate::analyzer::in_parallel;
use crate::batch::{Opinion, Unknowns, conquer};
use crate::findings::Said;
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
    pub said: Vec<Option<Said>>,
}

impl Judged {
    /// Whether one says safe and another unsafe.
    pub fn is_disputed(&self) -> bool {
        let says = |opinion| self.said.iter().flatten().any(|said| said.opinion() == opinion);
        says(Opinion::Safe) && says(Opinion::Unsafe)
    }
}

/// What testing came to, in the order of seeds and variants, whoever was faster.
#[derive(Clone, Debug, Default)]
pub struct Tested {
    /// The variants as they were made.
    pub variants: Vec<Judged>,
    /// The single checks that were asked about, disputed or not.
    pub singles: Vec<Judged>,
    /// Whether all variants of all seeds were judged.
    pub complete: bool,
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
}

struct Floor<'a> {
    asked: &'a dyn Ask,
    analyzers: usize,
    unknowns: Unknowns,
    stop: &'a Stop,
    /// How many analyzers run at the same time for one variant.
    inner: usize,
    tested: Mutex<Tested>,
    planned: u64,
    done: AtomicU64,
    disputes: AtomicU64,
    progress: &'a (dyn Fn(Step) + Sync),
}

/// Tests all seeds, taking turns: each gets its first variant before any gets its second, so that a
/// run that is cut short has seen them all.
pub fn test(
    generators: Vec<Generator>,
    asked: &dyn Ask,
    unknowns: Unknowns,
    jobs: usize,
    stop: &Stop,
    progress: &(dyn Fn(Step) + Sync),
) -> Tested {
    let planned = generators.iter().map(|generator| generator.budget() as u64).sum();
    let outer = jobs.clamp(1, generators.len().max(1));
    let floor = Floor {
        asked,
        analyzers: asked.columns().len(),
        unknowns,
        stop,
        inner: (jobs / outer).max(1),
        tested: Mutex::new(Tested::default()),
        planned,
        done: AtomicU64::new(0),
        disputes: AtomicU64::new(0),
        progress,
    };
    let seedlings = generators.into_iter().enumerate();
    let queue: VecDeque<Seedling> =
        seedlings.map(|(seed, generator)| Seedling { seed, generator }).collect();
    let queue = Mutex::new(queue);
    std::thread::scope(|scope| {
        for _ in 0..outer {
            scope.spawn(|| floor.work(&queue));
        }
    });
    let done = floor.done.load(Ordering::Relaxed);
    let mut tested = floor.tested.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
    tested.complete = done == planned;
    tested.variants.sort_by_key(|judged| (judged.seed, judged.number));
    // Parts of one variant are in the order in which they were asked about: the sort is stable.
    tested.singles.sort_by_key(|judged| (judged.seed, judged.number));
    tested
}

/// The result is not wanted any more.
struct Stopped;

impl Floor<'_> {
    fn work(&self, queue: &Mutex<VecDeque<Seedling>>) {
        let lock = || queue.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        loop {
            let Some(mut seedling) = lock().pop_front() else { return };
            let Some(generated) = seedling.generator.next() else { continue };
            match self.variant(seedling.seed, &generated) {
                Err(Stopped) => return,
                Ok(feedback) => seedling.generator.learn(generated.candidate, feedback),
            }
            lock().push_back(seedling);
        }
    }

    /// Judges a variant, and its parts where that is needed.
    fn variant(&self, seed: usize, generated: &Generated) -> Result<Feedback, Stopped> {
        let mut parts: Vec<(Judged, Vec<Answer>)> = Vec::new();
        let checks = generated.variant.checks();
        conquer(checks, self.unknowns, |conjuncts: &[Check], safe: &[bool]| {
            let variant = generated.variant.with(conjuncts);
            // What is said about a single check is evidence: nothing is implied there.
            let implied =
                |analyzer: usize| conjuncts.len() > 1 && safe.get(analyzer) == Some(&true);
            let (question, answers) = self.answers(variant, implied)?;
            let said = answers.iter().map(|answer| answer.and_then(|answer| answer.said)).collect();
            let judged = Judged { seed, number: generated.number, question, said };
            let opinions = judged.said.iter().map(|said| said.map_or(Opinion::Safe, Said::opinion));
            let opinions = opinions.collect();
            parts.push((judged, answers.into_iter().flatten().collect()));
            Ok(opinions)
        })?;
        Ok(self.keep(parts))
    }

    /// What all analyzers say, except those whose answer is implied.
    fn answers(
        &self,
        variant: Variant,
        implied: impl Fn(usize) -> bool,
    ) -> Result<(Question, Vec<Option<Answer>>), Stopped> {
        let question = Question::new(variant);
        let asked: Vec<usize> =
            (0..self.analyzers).filter(|analyzer| !implied(*analyzer)).collect();
        let answers = in_parallel(self.inner, asked.clone(), |analyzer| {
            self.asked.ask(analyzer, &question, self.stop)
        });
        if self.stop.is_asked_for() || answers.iter().any(|answer| answer.said.is_none()) {
            return Err(Stopped);
        }
        let mut all = vec![None; self.analyzers];
        asked.into_iter().zip(answers).for_each(|(analyzer, answer)| all[analyzer] = Some(answer));
        Ok((question, all))
    }

    fn keep(&self, parts: Vec<(Judged, Vec<Answer>)>) -> Feedback {
        let mut feedback = Feedback::default();
        let mut tested = self.tested.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        for (place, (judged, answers)) in parts.into_iter().enumerate() {
            tested.answers += answers.len() as u64;
            tested.known += answers.iter().filter(|answer| answer.known).count() as u64;
            let new = answers.iter().filter(|answer| !answer.known);
            tested.time += new.map(|answer| answer.time).sum::<Duration>();
            if place == 0 {
                let times = || answers.iter().map(|answer| answer.time.as_secs_f64());
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
