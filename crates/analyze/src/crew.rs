//! Functions that are analysed alone, by several threads at the same time.
//!
//! Each starts with fresh numbers ([`Engine::reset`](crate::engine::Engine)), and the parts of the report are put together in the
//! order of the program. Where contracts are inferred, a function begins when those that it calls are done, as it would with one
//! thread. So the result is the same whatever the number of threads.

use std::collections::{BTreeSet, HashMap};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex};
use std::thread::Scope as Threads;

use soundline_c::{FunctionId, Program};

use crate::conclude::Part;
use crate::contract::Summaries;
use crate::graph::{called, callees_first};
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
    /// Told what is known when a stage is done and another one begins, which may take longer than there is time.
    pub known: &'a (dyn Fn(&Analysis) + Sync),
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
        Crew { interrupted, another: &|| false, begins: &|_| {}, known: &|_| {} }
    }
}

/// Analyses a program as [`analyze`] does, functions that do not know of each other at the same time.
pub fn analyze_by(program: &Program, settings: &Settings, crew: Crew<'_>) -> Analysis {
    match is_divisible(settings) {
        true => Work::new(program, settings, crew).done(),
        false => analyze(program, settings, crew.interrupted),
    }
}

/// Whether functions can be analysed at the same time: bounds on all of them together, and a checkpoint depend on the order.
fn is_divisible(settings: &Settings) -> bool {
    let own_bounds = settings.per_function || settings.bounds == Bounds::default();
    settings.scope == Scope::Modular && own_bounds && !settings.checkpoint
}

/// What is to be done, and what is done.
struct Work<'p, 'c> {
    program: &'p Program,
    settings: &'c Settings,
    crew: Crew<'c>,
    functions: Vec<FunctionId>,
    agenda: Mutex<Agenda>,
    /// Something is done, or begun.
    changed: Condvar,
    /// Whether a thread did.
    panicked: AtomicBool,
    summaries: Arc<Summaries>,
    parts: Vec<Mutex<Option<Part>>>,
    ended: Mutex<Vec<Ended>>,
}

/// Which functions can begin: those whose callees are done, where they need to know of these.
struct Agenda {
    ready: BTreeSet<usize>,
    /// How many callees each one still waits for.
    waits: Vec<usize>,
    /// Who waits for each.
    callers: Vec<Vec<usize>>,
    begun: usize,
}

impl Agenda {
    fn new(program: &Program, functions: &[FunctionId], ordered: bool) -> Agenda {
        let count = functions.len();
        let (mut waits, mut callers) = (vec![0; count], vec![Vec::new(); count]);
        if ordered {
            let order = callees_first(program, functions);
            let rank: HashMap<FunctionId, usize> = order.iter().copied().zip(0..).collect();
            let place: HashMap<FunctionId, usize> = functions.iter().copied().zip(0..).collect();
            for (number, function) in functions.iter().enumerate() {
                // Of a cycle some do not wait for others, as if one came after the other in this order.
                let before = called(program, *function).into_iter();
                let before = before.filter(|callee| rank.get(callee) < rank.get(function));
                for callee in before.filter_map(|callee| place.get(&callee)) {
                    callers[*callee].push(number);
                    waits[number] += 1;
                }
            }
        }
        let ready = (0..count).filter(|number| waits[*number] == 0).collect();
        Agenda { ready, waits, callers, begun: 0 }
    }

    /// The next function that can begin, and the number of those that did.
    fn begin(&mut self) -> Option<(usize, usize)> {
        let place = self.ready.pop_first()?;
        self.begun += 1;
        Some((place, self.begun))
    }

    fn end(&mut self, place: usize) {
        for caller in std::mem::take(&mut self.callers[place]) {
            self.waits[caller] -= 1;
            if self.waits[caller] == 0 {
                self.ready.insert(caller);
            }
        }
    }
}

impl<'p, 'c> Work<'p, 'c> {
    fn new(program: &'p Program, settings: &'c Settings, crew: Crew<'c>) -> Self {
        let wanted = |id: &FunctionId| settings.only.as_ref().is_none_or(|only| only.contains(id));
        let functions: Vec<FunctionId> =
            program.bodies().map(|(id, _, _)| id).filter(wanted).collect();
        let parts = functions.iter().map(|_| Mutex::default()).collect();
        let infers = settings.infer != Infer::None;
        let agenda = Mutex::new(Agenda::new(program, &functions, infers));
        let summaries = Arc::new(Summaries::new(program));
        let (changed, ended) = (Condvar::new(), Mutex::default());
        let panicked = AtomicBool::new(false);
        Self {
            program,
            settings,
            crew,
            functions,
            agenda,
            changed,
            panicked,
            summaries,
            parts,
            ended,
        }
    }

    fn done(self) -> Analysis {
        std::thread::scope(|threads| self.take_part(threads));
        let mut all = Part::default();
        for part in &self.parts {
            let part = part.lock().expect("whoever panics with it ends all").take();
            all.append(part.expect("every function was taken by somebody"));
        }
        let ended = std::mem::take(&mut *self.ended.lock().expect("whoever panics ends all"));
        self.session().conclude(all, Ended::together(ended))
    }

    fn session(&self) -> Session<'p, 'c> {
        let interrupted = self.crew.interrupted;
        Session::beside(self.program, self.settings, self.summaries.clone(), interrupted)
    }

    /// What each thread does: one function after the other, until there is none left.
    fn take_part<'t>(&'t self, threads: &'t Threads<'t, '_>) {
        let mut session = self.session();
        // Whoever waits is told of a thread that panics.
        let _told = Told(self);
        while let Some((place, number)) = self.next(threads) {
            let function = self.functions[place];
            let name = &self.program.function(function).name;
            (self.crew.begins)(Begun { name, number, all: self.functions.len() });
            let part = session.run_one(function);
            *self.parts[place].lock().expect("nobody panics with it") = Some(part);
            self.agenda.lock().expect(NOBODY).end(place);
            self.changed.notify_all();
        }
        self.ended.lock().expect("nobody panics with it").push(session.ended());
    }

    /// The next function for a thread, once one can begin. More threads help if there is more to do.
    fn next<'t>(&'t self, threads: &'t Threads<'t, '_>) -> Option<(usize, usize)> {
        let mut agenda = self.agenda.lock().expect(NOBODY);
        loop {
            if agenda.begun == self.functions.len() || self.panicked.load(Ordering::SeqCst) {
                return None;
            }
            if let Some(begun) = agenda.begin() {
                let more = !agenda.ready.is_empty();
                drop(agenda);
                if more && (self.crew.another)() {
                    // Without room for another one it takes longer.
                    let _ = with_a_deep_stack().spawn_scoped(threads, || self.take_part(threads));
                }
                self.changed.notify_all();
                return Some(begun);
            }
            agenda = self.changed.wait(agenda).expect(NOBODY);
        }
    }
}

const NOBODY: &str = "nobody panics with the agenda";

/// A thread that ends, perhaps because it panics.
struct Told<'a, 'p, 'c>(&'a Work<'p, 'c>);

impl Drop for Told<'_, '_, '_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.panicked.store(true, Ordering::SeqCst);
            self.0.changed.notify_all();
        }
    }
}
