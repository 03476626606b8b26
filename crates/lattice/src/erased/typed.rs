//! The types behind an erased lattice: the only code that is compiled for each lattice anew.

use super::abilities::Operation;
use super::{Abilities, Operations, Slot, Value};
use crate::panics::generating;
use crate::{Answer, Choices, Generate, Transfer};
use std::cell::RefCell;
use std::cmp::Ordering;
use std::sync::Arc;

pub(super) struct Typed<L: Generate> {
    lattice: Arc<L>,
    abilities: Abilities<L>,
    arena: RefCell<Vec<L::Elem>>,
}

impl<L: Generate> Typed<L> {
    pub(super) fn new(lattice: Arc<L>, abilities: Abilities<L>) -> Typed<L> {
        Typed { lattice, abilities, arena: RefCell::default() }
    }

    fn add(&self, element: L::Elem) -> Slot {
        let mut arena = self.arena.borrow_mut();
        arena.push(element);
        Slot(arena.len() - 1)
    }

    /// Look at two elements.
    fn at<T>(&self, a: Slot, b: Slot, look: impl FnOnce(&L::Elem, &L::Elem) -> T) -> T {
        let arena = self.arena.borrow();
        look(&arena[a.0], &arena[b.0])
    }

    /// Keep an element that is made of two.
    fn make(&self, a: Slot, b: Slot, f: impl FnOnce(&L::Elem, &L::Elem) -> L::Elem) -> Slot {
        let made = self.at(a, b, f);
        self.add(made)
    }
}

/// An ability that a law needs is there, because the suite adds both together.
const ABLE: &str = "the suite that has the law has the ability";

impl<L: Generate> Operations for Typed<L> {
    fn bottom(&self) -> Slot {
        self.add(self.lattice.bottom())
    }

    fn top(&self) -> Option<Slot> {
        self.lattice.top().map(|top| self.add(top))
    }

    fn leq(&self, a: Slot, b: Slot) -> Answer {
        self.at(a, b, |a, b| self.lattice.leq(a, b))
    }

    fn equal(&self, a: Slot, b: Slot) -> Answer {
        self.at(a, b, |a, b| self.lattice.equal(a, b))
    }

    fn join(&self, a: Slot, b: Slot) -> Slot {
        self.make(a, b, |a, b| self.lattice.join(a, b))
    }

    fn meet(&self, a: Slot, b: Slot) -> Slot {
        self.make(a, b, |a, b| self.lattice.meet(a, b))
    }

    fn show(&self, a: Slot) -> String {
        self.at(a, a, |a, _| self.lattice.show(a))
    }

    fn representation(&self, a: Slot) -> String {
        self.at(a, a, |a, _| format!("{a:?}"))
    }

    fn copy(&self, a: Slot) -> Slot {
        self.make(a, a, |a, _| a.clone())
    }

    fn arbitrary(&self, choices: &mut Choices) -> Slot {
        self.add(generating("arbitrary", || self.lattice.arbitrary(choices)))
    }

    fn below(&self, a: Slot, choices: &mut Choices) -> Slot {
        self.make(a, a, |a, _| generating("below", || self.lattice.below(a, choices)))
    }

    fn above(&self, a: Slot, choices: &mut Choices) -> Slot {
        self.make(a, a, |a, _| generating("above", || self.lattice.above(a, choices)))
    }

    fn equal_to(&self, a: Slot, choices: &mut Choices) -> Slot {
        self.make(a, a, |a, _| generating("equal_to", || self.lattice.equal_to(a, choices)))
    }

    fn transfer<'a>(&'a self, choices: &mut Choices) -> Transfer<'a, Slot> {
        let transfer = generating("transfer", || self.lattice.transfer(choices));
        Transfer::new(transfer.description().to_string(), move |x: &Slot| {
            self.make(*x, *x, |x, _| transfer.apply(x))
        })
    }

    fn elements(&self) -> Option<Vec<Slot>> {
        let elements = self.lattice.elements()?;
        Some(elements.into_iter().map(|element| self.add(element)).collect())
    }

    fn widen(&self, a: Slot, b: Slot) -> Slot {
        let widen = self.abilities.widen.expect(ABLE);
        self.make(a, b, |a, b| widen(&self.lattice, a, b))
    }

    fn narrow(&self, a: Slot, b: Slot) -> Slot {
        let narrow = self.abilities.narrow.expect(ABLE);
        self.make(a, b, |a, b| narrow(&self.lattice, a, b))
    }

    fn contains(&self, a: Slot, value: &Value) -> bool {
        let contains = self.abilities.meaning.expect(ABLE).contains;
        self.at(a, a, |a, _| contains(&self.lattice, a, value))
    }

    fn member(&self, a: Slot, choices: &mut Choices) -> Option<Value> {
        let member = self.abilities.meaning.expect(ABLE).member;
        self.at(a, a, |a, _| generating("member", || member(&self.lattice, a, choices)))
    }

    fn members(&self, a: Slot) -> Option<Vec<Value>> {
        let members = self.abilities.meaning.expect(ABLE).members;
        self.at(a, a, |a, _| members(&self.lattice, a))
    }

    fn rust_equal(&self, a: Slot, b: Slot) -> bool {
        self.at(a, b, self.abilities.equal.expect(ABLE))
    }

    fn rust_hash(&self, a: Slot) -> u64 {
        let hash = self.abilities.hash.expect(ABLE);
        self.at(a, a, |a, _| hash(a))
    }

    fn rust_compare(&self, a: Slot, b: Slot) -> Ordering {
        self.at(a, b, self.abilities.compare.expect(ABLE))
    }

    fn rust_less_or_equal(&self, a: Slot, b: Slot) -> bool {
        self.at(a, b, self.abilities.less_or_equal.expect(ABLE))
    }

    fn can_widen(&self) -> bool {
        self.abilities.widen.is_some()
    }

    fn can_narrow(&self) -> bool {
        self.abilities.narrow.is_some()
    }

    fn own_operations(&self) -> Vec<(&'static str, usize)> {
        let arity = |operation: &Operation<L>| match operation {
            Operation::Unary(_) => 1,
            Operation::Binary(_) => 2,
        };
        self.abilities.operations.iter().map(|(name, own)| (*name, arity(own))).collect()
    }

    fn apply_own(&self, index: usize, a: Slot, b: Slot) -> Slot {
        match self.abilities.operations[index].1 {
            Operation::Unary(f) => self.make(a, b, |a, _| f(&self.lattice, a)),
            Operation::Binary(f) => self.make(a, b, |a, b| f(&self.lattice, a, b)),
        }
    }

    fn count(&self) -> usize {
        self.arena.borrow().len()
    }

    fn truncate(&self, count: usize) {
        self.arena.borrow_mut().truncate(count);
    }
}
