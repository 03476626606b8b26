//! Functions that are analysed alone, by several threads at the same time.
//!
//! Such functions do not know of each other: each starts with fresh numbers ([`Engine::reset`](crate::engine::Engine)), and the
//! parts of the report are put together in the order of the program. So the result is the same whatever the number of threads.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::Scope as Threads;

use soundline_c::{FunctionId, Program};

use crate::conclude::Part;
use crate::run::{Ended, Session};
use crate::stack::with_a_deep_stack;
use crate::{Analysis, Bounds, Infer, Scope, Settings, analyze};

/// Who works on an analysis, and who wants to know of it.
#[derive(Clone, Copy)]
pub struct Crew<'a> {
    /// Whether to stop, soundly.
    pub interrupted: &'a (dyn Fn() -> bool + Sync),
    /// Whether one more thread may help from now on. It is asked for before each function; what is granted stays granted until the
    /// analysis ends.
    pub another: &'a (dyn Fn() -> bool + Sync),
    /// Told of each function that is begun.
    pub begins: &'a (dyn Fn(Begun<'_>) + Sync),
}

/// A function that is begun.
#[derive(Clone, Copy, Debug)]
pub struct Begun<'a> {
    /// Its name.
    pub name: &'a str,
    /// Its place among those that are analysed, from 1 on.
    pub number: usize,
    /// How many are.
    pub all: usize,
}

impl<'a> Crew<'a> {
    /// One thread that tells nobody.
    pub fn alone(interrupted: &'a (dyn Fn() -> bool + Sync)) -> Crew<'a> {
        Crew { interrupted, another: &|| false, begins: &|_| {} }
    }
}

/// Analyses a program as [`analyze`] does, functions that do not know of each other at the same time.
pub fn analyze_by(program: &Program, settings: &Settings, crew: Crew<'_>) -> Analysis {
    match is_divisible(settings) {
        true => Work::new(program, settings, crew).done(),
        false => analyze(program, settings, crew.interrupted),
    }
}

/// Whether functions are independent: bounds on all of them together, contracts, and a checkpoint depend on the order.
fn is_divisible(settings: &Settings) -> bool {
    let own_bounds = settings.per_function || settings.bounds == Bounds::default();
    settings.scope == Scope::Modular
        && own_bounds
        && settings.infer == Infer::None
        && !settings.checkpoint
}

/// What is to be done, and what is done.
struct Work<'p, 'c> {
    program: &'p Program,
    settings: &'c Settings,
    crew: Crew<'c>,
    functions: Vec<FunctionId>,
    next: AtomicUsize,
    parts: Vec<Mutex<Option<Part>>>,
    ended: Mutex<Vec<Ended>>,
}

impl<'p, 'c> Work<'p, 'c> {
    fn new(program: &'p Program, settings: &'c Settings, crew: Crew<'c>) -> Self {
        let wanted = |id: &FunctionId| settings.only.as_ref().is_none_or(|only| only.contains(id));
        let functions: Vec<FunctionId> =
            program.bodies().map(|(id, _, _)| id).filter(wanted).collect();
        let parts = functions.iter().map(|_| Mutex::default()).collect();
        let (next, ended) = (AtomicUsize::new(0), Mutex::default());
        Self { program, settings, crew, functions, next, parts, ended }
    }

    fn done(self) -> Analysis {
        std::thread::scope(|threads| self.take_part(threads));
        let mut all = Part::default();
        for part in self.parts {
            let part = part.into_inner().expect("whoever panics with it ends all");
            all.append(part.expect("every function was taken by somebody"));
        }
        let ended = self.ended.into_inner().expect("whoever panics with it ends all");
        Ended::together(ended).with(all)
    }

    /// What each thread does: one function after the other, until there is none left.
    fn take_part<'t>(&'t self, threads: &'t Threads<'t, '_>) {
        let mut session = Session::new(self.program, self.settings, self.crew.interrupted);
        loop {
            let left = self.functions.len().saturating_sub(self.next.load(Ordering::SeqCst));
            if left > 1 && (self.crew.another)() {
                // Without room for another one it takes longer.
                let _ = with_a_deep_stack().spawn_scoped(threads, || self.take_part(threads));
            }
            let place = self.next.fetch_add(1, Ordering::SeqCst);
            let Some(function) = self.functions.get(place).copied() else { break };
            let name = &self.program.function(function).name;
            (self.crew.begins)(Begun { name, number: place + 1, all: self.functions.len() });
            let part = session.run_one(function);
            *self.parts[place].lock().expect("nobody panics with it") = Some(part);
        }
        self.ended.lock().expect("nobody panics with it").push(session.ended());
    }
}
