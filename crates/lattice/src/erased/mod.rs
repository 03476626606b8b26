//! A lattice whose types are erased, so that a law is compiled once and not once for each lattice.
//!
//! Elements live in an arena and are known by their [`Slot`]. Being a lattice itself, it is what the
//! tables of [`laws`](crate::laws) are written for: they read as if they knew the types.

mod abilities;
mod trace;
mod typed;

pub use abilities::Value;
pub(crate) use abilities::{Abilities, Operation};

use crate::{Answer, Choices, Concrete, Generate, Lattice, Narrowing, Transfer, Widening};
use std::cell::{Cell, RefCell};
use std::cmp::Ordering;
use std::sync::Arc;
use typed::Typed;

/// A lattice under test with its types erased. [`Suite`](crate::Suite) makes it.
pub struct Erased {
    operations: Box<dyn Operations>,
    /// How many elements stay in the arena from case to case.
    floor: Cell<usize>,
    used: Cell<Used>,
    /// Are elements built by traces of operations?
    tracing: Cell<bool>,
    /// The traces of the elements of this case that were built by one.
    traces: RefCell<Vec<(Slot, String)>>,
}

/// An element of an [`Erased`] lattice: its place in the arena.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slot(usize);

/// Which operations a case has used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Used {
    pub leq: bool,
    pub join: bool,
    pub meet: bool,
    pub widen: bool,
    pub narrow: bool,
}

/// What the erased lattice does, for elements behind slots.
trait Operations {
    fn bottom(&self) -> Slot;
    fn top(&self) -> Option<Slot>;
    fn leq(&self, a: Slot, b: Slot) -> Answer;
    fn equal(&self, a: Slot, b: Slot) -> Answer;
    fn join(&self, a: Slot, b: Slot) -> Slot;
    fn meet(&self, a: Slot, b: Slot) -> Slot;
    fn show(&self, a: Slot) -> String;
    fn representation(&self, a: Slot) -> String;
    fn copy(&self, a: Slot) -> Slot;

    fn arbitrary(&self, choices: &mut Choices) -> Slot;
    fn below(&self, a: Slot, choices: &mut Choices) -> Slot;
    fn above(&self, a: Slot, choices: &mut Choices) -> Slot;
    fn equal_to(&self, a: Slot, choices: &mut Choices) -> Slot;
    fn transfer<'a>(&'a self, choices: &mut Choices) -> Transfer<'a, Slot>;
    fn elements(&self) -> Option<Vec<Slot>>;

    fn widen(&self, a: Slot, b: Slot) -> Slot;
    fn narrow(&self, a: Slot, b: Slot) -> Slot;

    fn contains(&self, a: Slot, value: &Value) -> bool;
    fn member(&self, a: Slot, choices: &mut Choices) -> Option<Value>;
    fn members(&self, a: Slot) -> Option<Vec<Value>>;

    fn rust_equal(&self, a: Slot, b: Slot) -> bool;
    fn rust_hash(&self, a: Slot) -> u64;
    fn rust_compare(&self, a: Slot, b: Slot) -> Ordering;
    fn rust_less_or_equal(&self, a: Slot, b: Slot) -> bool;

    fn can_widen(&self) -> bool;
    fn can_narrow(&self) -> bool;
    /// The names and numbers of operands of the operations that the suite adds for traces.
    fn own_operations(&self) -> Vec<(&'static str, usize)>;
    fn apply_own(&self, index: usize, a: Slot, b: Slot) -> Slot;

    /// How many elements the arena holds.
    fn count(&self) -> usize;
    /// Drop all elements behind the first `count`.
    fn truncate(&self, count: usize);
}

impl Erased {
    pub(crate) fn new<L: Generate + 'static>(lattice: Arc<L>, abilities: Abilities<L>) -> Erased {
        Erased {
            operations: Box::new(Typed::new(lattice, abilities)),
            floor: Cell::new(0),
            used: Cell::default(),
            tracing: Cell::default(),
            traces: RefCell::default(),
        }
    }

    /// From now on, build elements by traces of operations, or by the generators alone.
    pub(crate) fn trace(&self, tracing: bool) {
        self.tracing.set(tracing);
    }

    /// Forget the elements of the last case.
    pub(crate) fn reset(&self) {
        self.operations.truncate(self.floor.get());
        self.traces.borrow_mut().clear();
        self.used.set(Used::default());
    }

    /// Keep the elements that are there now from case to case, and say how many were kept so far.
    pub(crate) fn keep(&self) -> usize {
        self.floor.replace(self.operations.count())
    }

    /// Keep only the first `floor` elements from case to case.
    pub(crate) fn keep_first(&self, floor: usize) {
        self.floor.set(floor);
    }

    /// Different elements that the last case drew or computed, at most `most`, the first ones first.
    pub(crate) fn of_last_case(&self, most: usize) -> Vec<Slot> {
        let mut seen: Vec<String> = Vec::new();
        let mut slots = Vec::new();
        for slot in (self.floor.get()..self.operations.count()).map(Slot) {
            let text = self.operations.representation(slot);
            if slots.len() < most && !seen.contains(&text) {
                seen.push(text);
                slots.push(slot);
            }
        }
        slots
    }

    /// The operations that the last case used.
    pub(crate) fn used(&self) -> Used {
        self.used.get()
    }

    fn uses(&self, mark: impl FnOnce(&mut Used)) {
        let mut used = self.used.get();
        mark(&mut used);
        self.used.set(used);
    }

    /// The element as `{:?}` shows it: its representation, as far as it can be seen.
    pub(crate) fn representation(&self, a: &Slot) -> String {
        self.operations.representation(*a)
    }

    /// Rust's `==`.
    pub(crate) fn rust_equal(&self, a: &Slot, b: &Slot) -> bool {
        self.operations.rust_equal(*a, *b)
    }

    /// The element's hash.
    pub(crate) fn rust_hash(&self, a: &Slot) -> u64 {
        self.operations.rust_hash(*a)
    }

    /// Rust's `cmp`.
    pub(crate) fn rust_compare(&self, a: &Slot, b: &Slot) -> Ordering {
        self.operations.rust_compare(*a, *b)
    }

    /// Rust's `<=`.
    pub(crate) fn rust_less_or_equal(&self, a: &Slot, b: &Slot) -> bool {
        self.operations.rust_less_or_equal(*a, *b)
    }
}

impl Lattice for Erased {
    type Elem = Slot;

    fn bottom(&self) -> Slot {
        self.operations.bottom()
    }

    fn top(&self) -> Option<Slot> {
        self.operations.top()
    }

    fn leq(&self, a: &Slot, b: &Slot) -> Answer {
        self.uses(|used| used.leq = true);
        self.operations.leq(*a, *b)
    }

    fn equal(&self, a: &Slot, b: &Slot) -> Answer {
        self.operations.equal(*a, *b)
    }

    fn join(&self, a: &Slot, b: &Slot) -> Slot {
        self.uses(|used| used.join = true);
        self.operations.join(*a, *b)
    }

    fn meet(&self, a: &Slot, b: &Slot) -> Slot {
        self.uses(|used| used.meet = true);
        self.operations.meet(*a, *b)
    }

    fn show(&self, a: &Slot) -> String {
        let shown = self.operations.show(*a);
        match self.traces.borrow().iter().find(|(slot, _)| slot == a) {
            Some((_, trace)) => format!("{shown}, by {trace}"),
            None => shown,
        }
    }
}

impl Generate for Erased {
    fn arbitrary(&self, choices: &mut Choices) -> Slot {
        match self.tracing.get() {
            true => self.traced(choices),
            false => self.operations.arbitrary(choices),
        }
    }

    fn below(&self, a: &Slot, choices: &mut Choices) -> Slot {
        self.operations.below(*a, choices)
    }

    fn above(&self, a: &Slot, choices: &mut Choices) -> Slot {
        self.operations.above(*a, choices)
    }

    fn equal_to(&self, a: &Slot, choices: &mut Choices) -> Slot {
        self.operations.equal_to(*a, choices)
    }

    fn transfer(&self, choices: &mut Choices) -> Transfer<'_, Slot> {
        self.operations.transfer(choices)
    }

    fn elements(&self) -> Option<Vec<Slot>> {
        self.operations.elements()
    }

    fn copy(&self, a: &Slot) -> Slot {
        self.operations.copy(*a)
    }
}

impl Widening for Erased {
    fn widen(&self, a: &Slot, b: &Slot) -> Slot {
        self.uses(|used| used.widen = true);
        self.operations.widen(*a, *b)
    }
}

impl Narrowing for Erased {
    fn narrow(&self, a: &Slot, b: &Slot) -> Slot {
        self.uses(|used| used.narrow = true);
        self.operations.narrow(*a, *b)
    }
}

impl Concrete for Erased {
    type Value = Value;

    fn contains(&self, a: &Slot, value: &Value) -> bool {
        self.operations.contains(*a, value)
    }

    fn member(&self, a: &Slot, choices: &mut Choices) -> Option<Value> {
        self.operations.member(*a, choices)
    }

    fn members(&self, a: &Slot) -> Option<Vec<Value>> {
        self.operations.members(*a)
    }
}
