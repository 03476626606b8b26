//! Which bounds an element has, and where they are in its matrix.

use std::fmt::Debug;

use super::Sealed;
use crate::capabilities::Kind;
use crate::expr::{Space, Var};
use crate::kernels::Rows;

/// An entry of a matrix: it bounds the second node minus the first from above.
pub type Entry = (usize, usize);

/// A family of bounds: octagons or zones, and no others.
pub trait Shape: Sealed + Copy + Debug + Default + Send + Sync + 'static {
    /// The family as capabilities name it.
    const KIND: Kind;
    /// By how much bounds of single variables are multiplied in the matrix.
    const UNARY: i64;

    /// The matrix for so many variables.
    fn rows(dimensions: usize) -> Rows;

    /// The node of a variable, or of its negation where there is one.
    fn node(variable: Var, positive: bool) -> Option<usize>;

    /// The entry that bounds a variable, or its negation, from above.
    fn unary(variable: Var, positive: bool) -> Entry;

    /// The entry that bounds the sum of two different variables or their negations from above.
    fn binary(first: (Var, bool), second: (Var, bool)) -> Option<Entry>;

    /// The variable of a node and its sign; `None` for the node of 0.
    fn variable(node: usize) -> Option<(Var, bool)>;
}

/// The matrix of a space: its shape, and which nodes are integers.
#[derive(Clone, Debug)]
pub struct Layout {
    /// Where entries are.
    pub rows: Rows,
    /// The nodes that have integer values.
    pub integral: Vec<bool>,
    /// Are there integer variables?
    pub some_integers: bool,
    /// Are there integer variables and real ones? Then closure is sound but need not be best.
    pub mixed: bool,
}

impl Layout {
    /// The layout of a space.
    pub fn of<S: Shape>(space: &Space) -> Layout {
        let rows = S::rows(space.dimensions());
        let is_integer = |node| S::variable(node).is_none_or(|(v, _)| space.is_integer(v));
        let variables = 0..space.dimensions();
        let integers = variables.filter(|v| space.is_integer(*v)).count();
        Layout {
            rows,
            integral: (0..rows.nodes()).map(is_integer).collect(),
            some_integers: integers > 0,
            mixed: integers > 0 && integers < space.dimensions(),
        }
    }

    /// How many closures follow each other when a matrix is closed, at most.
    pub fn closures(&self) -> i32 {
        if self.mixed { super::tighten::MIXED_ROUNDS as i32 + 1 } else { 1 }
    }
}
