//! Whole analyses: all functions, one after the other.

use crate::conclude::{Part, conclude};
use crate::contract::Summaries;
use crate::engine::{Budget, Engine, Paused, Run, SavedRoot};
use crate::{Analysis, BoundKind, Checkpoint, Contract, Counts, Scope, Settings, StopReason};
use soundline_c::{Function, FunctionId, Program};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Analyses a program. It stops early, soundly, once `interrupted` says so.
pub fn analyze(program: &Program, settings: &Settings, interrupted: &dyn Fn() -> bool) -> Analysis {
    let mut session = Session::new(program, settings, interrupted);
    // Without a checkpoint nothing is loaded, so nothing can be damaged.
    session.run(&[]).unwrap_or_default();
    session.finish()
}

/// Goes on from a checkpoint, with bounds that may be higher. The error says why that cannot be.
pub fn resume(
    program: &Program,
    settings: &Settings,
    checkpoint: &Checkpoint,
    interrupted: &dyn Fn() -> bool,
) -> Result<Analysis, String> {
    checkpoint.check(program, settings)?;
    let mut session = Session::new(program, settings, interrupted);
    session.run(&checkpoint.roots)?;
    Ok(session.finish())
}

/// An analysis that is under way.
pub(crate) struct Session<'p, 'i> {
    engine: Engine<'p>,
    budget: Budget<'i>,
    part: Part,
    contracts: Vec<Contract>,
    saved: Vec<SavedRoot>,
    paused: bool,
    reached: BTreeSet<BoundKind>,
}

impl<'p, 'i> Session<'p, 'i> {
    pub(crate) fn new(
        program: &'p Program,
        settings: &Settings,
        interrupted: &'i dyn Fn() -> bool,
    ) -> Self {
        Self::beside(program, settings, Arc::new(Summaries::new(program)), interrupted)
    }

    /// One of several, which share what they find out about functions.
    pub(crate) fn beside(
        program: &'p Program,
        settings: &Settings,
        summaries: Arc<Summaries>,
        interrupted: &'i dyn Fn() -> bool,
    ) -> Self {
        Self {
            engine: Engine::new(program, settings, summaries),
            budget: Budget { counts: BTreeMap::new(), interrupted, stopped: false },
            part: Part::default(),
            contracts: Vec::new(),
            saved: Vec::new(),
            paused: false,
            reached: BTreeSet::new(),
        }
    }

    fn run(&mut self, earlier: &[SavedRoot]) -> Result<(), String> {
        match self.engine.settings.scope {
            Scope::Modular => self.run_alone(earlier),
            Scope::Whole { entry } => self.run_whole(entry, earlier),
        }
    }

    /// Every function alone.
    fn run_alone(&mut self, earlier: &[SavedRoot]) -> Result<(), String> {
        let mut all: Vec<FunctionId> = self.engine.program.bodies().map(|(id, _, _)| id).collect();
        if self.engine.infers() {
            all = crate::graph::callees_first(self.engine.program, &all);
        }
        let mut parts: Vec<(FunctionId, Part)> = Vec::new();
        for function in all {
            let only = &self.engine.settings.only;
            if only.as_ref().is_some_and(|only| !only.contains(&function)) {
                continue;
            }
            let saved = earlier.iter().find(|root| root.function == function.index());
            parts.push((function, self.run_from(function, saved)?));
        }
        parts.sort_by_key(|(function, _)| *function);
        parts.into_iter().for_each(|(_, part)| self.part.append(part));
        self.contracts = self.settle();
        Ok(())
    }

    /// The contracts, once all functions are done.
    fn settle(&mut self) -> Vec<Contract> {
        match self.engine.infers() {
            true => crate::contract::settle(&self.engine, &mut self.part),
            false => Vec::new(),
        }
    }

    /// The result of functions that several sessions did.
    pub(crate) fn conclude(mut self, part: Part, ended: Ended) -> Analysis {
        self.part = part;
        let contracts = self.settle();
        Analysis { contracts, ..ended.with(std::mem::take(&mut self.part)) }
    }

    /// One function alone, from its start. Its assumptions are numbered from 1 on.
    pub(crate) fn run_one(&mut self, function: FunctionId) -> Part {
        self.run_from(function, None).expect("nothing is loaded, so that nothing can be damaged")
    }

    fn run_from(
        &mut self,
        function: FunctionId,
        saved: Option<&SavedRoot>,
    ) -> Result<Part, String> {
        self.engine.reset();
        let mut run = self.start(function, saved)?;
        self.stabilise(&mut run);
        Ok(conclude(&self.engine, &[run], &[function]))
    }

    /// The program from its entry, and the functions that are called without being analysed there.
    fn run_whole(&mut self, entry: FunctionId, earlier: &[SavedRoot]) -> Result<(), String> {
        let engine = &self.engine;
        let uncalled = |function: &Function| function.constructor || function.unseen_calls;
        let uncalled = engine.program.bodies().filter(|(_, function, _)| uncalled(function));
        let mut left: Vec<FunctionId> = uncalled.map(|(id, _, _)| id).collect();
        if engine.program.function(entry).cfg.is_some() {
            left.push(entry);
        }
        engine.reset();
        let mut done: BTreeSet<FunctionId> = BTreeSet::new();
        let mut runs: Vec<Run> = Vec::new();
        while let Some(function) = left.pop() {
            if !done.insert(function) {
                continue;
            }
            let saved = earlier.iter().find(|root| root.function == function.index());
            let mut run = self.start(function, saved)?;
            self.stabilise(&mut run);
            runs.push(run);
            if left.is_empty() {
                let skipped = self.engine.skipped.borrow();
                left.extend(skipped.iter().rev().filter(|id| !done.contains(id)));
            }
        }
        let all: Vec<FunctionId> = self.engine.program.bodies().map(|(id, _, _)| id).collect();
        self.part = conclude(&self.engine, &runs, &all);
        Ok(())
    }

    /// A run from its start, or from where it was saved.
    fn start(&mut self, function: FunctionId, saved: Option<&SavedRoot>) -> Result<Run, String> {
        let loaded = match saved {
            Some(saved) => self.engine.load(saved)?,
            None => None,
        };
        match loaded {
            Some(Paused { run, counts, skipped, .. }) => {
                match self.engine.is_whole() {
                    true => self.budget.counts = counts,
                    // What it knows of others is from before they went on.
                    false => {
                        let own = counts.get(&function).map(|own| (function, *own));
                        self.budget.counts.extend(own);
                    }
                }
                self.engine.skipped.borrow_mut().extend(skipped);
                Ok(run)
            }
            None => {
                self.engine.reset_unless_whole();
                Ok(Run::new(&self.engine, function))
            }
        }
    }

    fn stabilise(&mut self, run: &mut Run) {
        let paused = self.engine.fixpoint(run, &mut self.budget);
        if self.engine.settings.checkpoint && !self.engine.abandoned.get() {
            self.save(run, paused.as_ref());
        }
        self.paused |= paused.is_some();
        self.reached.extend(run.bounded.values().flatten());
        if !run.cut_calls.is_empty() {
            self.reached.insert(BoundKind::Calls);
        }
        if !self.budget.stopped {
            let rounds = self.engine.settings.narrowing_steps;
            self.engine.descend(run, rounds, self.budget.interrupted);
        }
    }

    /// Functions that are analysed alone do not know of each other. Otherwise what comes after the
    /// first bound depends on it, and is not kept.
    fn save(&mut self, run: &Run, paused: Option<&Paused>) {
        let independent = !self.engine.is_whole() && self.engine.settings.per_function;
        if self.paused && !independent {
            return;
        }
        let root = match paused {
            Some(paused) => self.engine.save(paused),
            None => self.engine.save(&Paused {
                run: run.clone(),
                counts: self.own_counts(run),
                skipped: self.engine.skipped.borrow().clone(),
                sizes: self.engine.sizes(),
            }),
        };
        self.saved.push(root);
    }

    fn own_counts(&self, run: &Run) -> BTreeMap<FunctionId, Counts> {
        let function = self.engine.function_of(run.root);
        let all = self.budget.counts.iter();
        let own = all.filter(|(id, _)| self.engine.is_whole() || **id == function);
        own.map(|(id, counts)| (*id, *counts)).collect()
    }

    /// How it ended.
    pub(crate) fn ended(self) -> Ended {
        Ended {
            counts: self.budget.counts,
            reached: self.reached,
            stopped: self.budget.stopped,
            abandoned: self.engine.abandoned.get(),
        }
    }

    fn finish(mut self) -> Analysis {
        let part = std::mem::take(&mut self.part);
        let saved = std::mem::take(&mut self.saved);
        let contracts = std::mem::take(&mut self.contracts);
        let (program, settings) = (self.engine.program, self.engine.settings.clone());
        let mut analysis = Analysis { contracts, ..self.ended().with(part) };
        let wanted = settings.checkpoint && analysis.stop != StopReason::Finished;
        analysis.checkpoint = wanted.then(|| Checkpoint::new(program, &settings, saved));
        analysis
    }
}

/// How a session ended.
#[derive(Default)]
pub(crate) struct Ended {
    counts: BTreeMap<FunctionId, Counts>,
    reached: BTreeSet<BoundKind>,
    stopped: bool,
    abandoned: bool,
}

impl Ended {
    /// How several ended that did different functions.
    pub(crate) fn together(all: Vec<Ended>) -> Ended {
        all.into_iter().fold(Ended::default(), |mut sum, one| {
            sum.counts.extend(one.counts);
            sum.reached.extend(one.reached);
            sum.stopped |= one.stopped;
            sum.abandoned |= one.abandoned;
            sum
        })
    }

    /// The result, with this report.
    pub(crate) fn with(self, part: Part) -> Analysis {
        let mut counts = Counts::default();
        self.counts.values().for_each(|own| counts.add(*own));
        let stop = match () {
            () if self.abandoned => StopReason::Interrupted,
            () if self.reached.is_empty() => StopReason::Finished,
            () if self.stopped => StopReason::Interrupted,
            () => StopReason::Bound(self.reached),
        };
        let mut functions = part.functions;
        for report in &mut functions {
            report.counts = self.counts.get(&report.function).copied().unwrap_or_default();
        }
        let (checks, assumptions) = (part.checks, part.assumptions);
        let contracts = Vec::new();
        Analysis { functions, checks, assumptions, contracts, counts, stop, checkpoint: None }
    }
}
