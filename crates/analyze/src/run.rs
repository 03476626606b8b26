//! Whole analyses: all functions, one after the other.

use crate::conclude::{Part, conclude};
use crate::engine::{Budget, Engine, Paused, Run, SavedRoot};
use crate::{Analysis, BoundKind, Checkpoint, Contract, Counts, Scope, Settings, StopReason};
use soundline_c::{Function, FunctionId, Program};
use std::collections::{BTreeMap, BTreeSet};

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
struct Session<'p, 'i> {
    engine: Engine<'p>,
    budget: Budget<'i>,
    part: Part,
    contracts: Vec<Contract>,
    saved: Vec<SavedRoot>,
    paused: bool,
    reached: BTreeSet<BoundKind>,
}

impl<'p, 'i> Session<'p, 'i> {
    fn new(program: &'p Program, settings: &Settings, interrupted: &'i dyn Fn() -> bool) -> Self {
        Self {
            engine: Engine::new(program, settings),
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
        let mut numbered = 0;
        for function in all {
            let only = &self.engine.settings.only;
            if only.as_ref().is_some_and(|only| !only.contains(&function)) {
                continue;
            }
            self.engine.reset();
            let saved = earlier.iter().find(|root| root.function == function.index());
            let mut run = self.start(function, saved)?;
            self.stabilise(&mut run);
            let part = conclude(&self.engine, &[run], &[function], numbered);
            numbered += part.assumptions.len();
            parts.push((function, part));
        }
        parts.sort_by_key(|(function, _)| *function);
        parts.into_iter().for_each(|(_, part)| self.part.add(part));
        if self.engine.infers() {
            self.contracts = crate::contract::settle(&self.engine, &mut self.part);
        }
        Ok(())
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
        self.part = conclude(&self.engine, &runs, &all, 0);
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

    fn finish(self) -> Analysis {
        let mut counts = Counts::default();
        self.budget.counts.values().for_each(|own| counts.add(*own));
        let stop = match () {
            () if self.engine.abandoned.get() => StopReason::Interrupted,
            () if self.reached.is_empty() => StopReason::Finished,
            () if self.budget.stopped => StopReason::Interrupted,
            () => StopReason::Bound(self.reached),
        };
        let wanted = self.engine.settings.checkpoint && stop != StopReason::Finished;
        let checkpoint =
            wanted.then(|| Checkpoint::new(self.engine.program, &self.engine.settings, self.saved));
        let mut functions = self.part.functions;
        for report in &mut functions {
            report.counts = self.budget.counts.get(&report.function).copied().unwrap_or_default();
        }
        Analysis {
            functions,
            checks: self.part.checks,
            assumptions: self.part.assumptions,
            contracts: self.contracts,
            counts,
            stop,
            checkpoint,
        }
    }
}
