//! A value domain that can be asked, whatever is behind it.

use super::declaration::Declaration;

/// An element of a value domain: the number under which its machine keeps it. Equal bytes have equal numbers, for each
/// width apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Elem(pub u32);

/// An operand of an operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operand {
    /// An element of the width.
    Element(Elem),
    /// An element of width 1.
    Bit(Elem),
    /// A constant, or a width.
    Word(u64),
}

/// An operator at a width.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Application {
    /// The place of the operator in the declaration.
    pub operator: usize,
    /// The width of its operands.
    pub width: u32,
    /// The width of its result.
    pub result_width: u32,
    /// Whether the result is written over the first operand.
    pub in_place: bool,
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ValueFault {
    /// The table, or what the program declares, contradicts itself. Nothing can be said about the domain.
    #[error("{0}")]
    Table(String),
    /// The domain failed where it should have answered. Every later question fails too, until it is started again.
    #[error("{0}")]
    Failed(String),
}

/// A value domain under test.
///
/// Questions come in batches where there are many of them, so that a program behind a pipe is not waited for each time.
pub trait ValueMachine {
    /// What it declares.
    fn declaration(&self) -> &Declaration;

    /// All words.
    fn top(&mut self, width: u32) -> Result<Elem, ValueFault>;

    /// No word; only where it is declared.
    fn bottom(&mut self, width: u32) -> Result<Elem, ValueFault>;

    /// Is `a` below `b`?
    fn leq(&mut self, width: u32, a: Elem, b: Elem) -> Result<bool, ValueFault>;

    /// Are they equal?
    fn equal(&mut self, width: u32, a: Elem, b: Elem) -> Result<bool, ValueFault>;

    /// The join.
    fn join(&mut self, width: u32, a: Elem, b: Elem) -> Result<Elem, ValueFault>;

    /// The meet; `None` if it is empty and there is no bottom.
    fn meet(&mut self, width: u32, a: Elem, b: Elem) -> Result<Option<Elem>, ValueFault>;

    /// The widening; only where it is declared.
    fn widen(&mut self, width: u32, a: Elem, b: Elem) -> Result<Elem, ValueFault>;

    /// The narrowing; only where it is declared.
    fn narrow(&mut self, width: u32, a: Elem, b: Elem) -> Result<Elem, ValueFault>;

    /// For each word whether it is in the element.
    fn contains(&mut self, width: u32, a: Elem, words: &[u64]) -> Result<Vec<bool>, ValueFault>;

    /// The best element for some words; only where it is declared.
    fn best(&mut self, width: u32, words: &[u64]) -> Result<Elem, ValueFault>;

    /// How many elements can be listed; 0 if they cannot.
    fn count(&mut self, width: u32) -> Result<u64, ValueFault>;

    /// The elements of a list with these indices.
    fn elements(
        &mut self,
        width: u32,
        indices: std::ops::Range<u64>,
    ) -> Result<Vec<Elem>, ValueFault>;

    /// The text of an element; `None` if the domain cannot show it.
    fn show(&mut self, width: u32, a: Elem) -> Result<Option<String>, ValueFault>;

    /// Apply an operator to many tuples of operands, which lie behind each other. Before each of them `pulse` is told its
    /// number in the batch.
    fn apply(
        &mut self,
        application: &Application,
        operands: &[Operand],
        pulse: &dyn Fn(u64),
        results: &mut Vec<Elem>,
    ) -> Result<(), ValueFault>;

    /// The concrete operator on many tuples of words: its results, `None` where it is undefined.
    fn concrete(
        &mut self,
        application: &Application,
        words: &[u64],
    ) -> Result<Vec<Option<u64>>, ValueFault>;

    /// How many elements of a width are kept.
    fn kept(&self, width: u32) -> usize;

    /// Forget the elements of a width that came after the first so many.
    fn forget(&mut self, width: u32, kept: usize);
}
