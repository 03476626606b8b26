//! What a matrix of bounds can do, whatever its numbers are.

use std::fmt::Debug;

use super::Sealed;
use super::element::Change;
use super::layout::{Entry, Layout};
use crate::kernels::Rows;
use crate::numbers::Rat;

/// How a closure ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Closing {
    /// The bounds contradict each other.
    Empty,
    /// Every entry is the least bound that the others imply.
    Tight,
    /// Every entry is a sound bound, but rounding or a mix of integers and reals may have kept it
    /// from being the least.
    Loose,
}

/// A matrix of upper bounds, infinity included.
pub trait Matrix: Sealed + Clone + Debug + Send + Sync + 'static {
    /// Are the bounds kept as they are given?
    const EXACT: bool;

    /// The matrix that says nothing.
    fn top(rows: Rows) -> Self;

    /// The exact value of an entry; `None` for infinity.
    fn get(&self, rows: Rows, entry: Entry) -> Option<Rat>;

    /// Can an entry have exactly this value?
    fn holds(bound: &Rat) -> bool;

    /// Make an entry as small as a bound, or as near as the numbers allow from above.
    fn lower(&mut self, rows: Rows, entry: Entry, bound: &Rat);

    /// The larger entries.
    fn max(&self, other: &Self) -> Self;

    /// The smaller entries, whether these are all of `self`, and whether all of `other`.
    fn min(&self, other: &Self) -> (Self, bool, bool);

    /// Is no entry above the other's?
    fn leq(&self, other: &Self) -> bool;

    /// Is no entry above the other's after a change of that, without a copy? `None` where that is not
    /// worth a comparison of its own.
    fn leq_changed(&self, _other: &Self, _rows: Rows, _change: &Change) -> Option<bool> {
        None
    }

    /// Is no entry above the larger one of two others, without making these? `None` where that is not
    /// worth a comparison of its own.
    fn leq_max(&self, one: &Self, other: &Self) -> Option<bool>;

    /// Are all entries the same?
    fn same(&self, other: &Self) -> bool;

    /// The entries that the other's are not above; the others become infinite.
    fn widen(&self, other: &Self) -> Self;

    /// The entries with those of the other in place of infinite ones; `None` if that changes none.
    fn narrow(&self, other: &Self) -> Option<Self>;

    /// Make every entry the least bound that all imply.
    fn close(&mut self, layout: &Layout) -> Closing;

    /// Lower some entries of a closed matrix and close it again. `Tight` says that nothing was lost
    /// here: the result is tight if the matrix was.
    fn constrain(&mut self, layout: &Layout, bounds: &[(Entry, Rat)]) -> Closing;

    /// Close a matrix that is closed but for the entries of a node and its twin. `Tight` says what
    /// it says for [`constrain`](Matrix::constrain).
    fn close_node(&mut self, layout: &Layout, node: usize) -> Closing;

    /// Make all entries of a node infinite.
    fn forget(&mut self, rows: Rows, node: usize);

    /// The matrix whose node i is `sources[i]` here, or unknown for `None`.
    fn gather(&self, from: Rows, to: Rows, sources: &[Option<usize>]) -> Self;

    /// Take over the entries of another matrix, whose node i is `places[i]` here. Nothing is known of
    /// these here yet.
    fn scatter(&mut self, rows: Rows, other: &Self, from: Rows, places: &[Option<usize>]);

    /// The matrix whose node `target` is a copy of `source`, and its twin of that one's twin.
    fn copied(&self, rows: Rows, target: usize, source: usize) -> Self;

    /// Move a node and, the other way, its twin: the bounds of the node grow by `step`. Tells
    /// whether that was exact.
    fn shift(&mut self, rows: Rows, node: usize, step: &Rat) -> bool;
}

/// The entries of a node and, in half matrices, of its twin, without the diagonal.
pub fn entries_of(rows: Rows, node: usize) -> impl Iterator<Item = Entry> {
    let twin = if rows.is_half() { node ^ 1 } else { node };
    // In half matrices the columns of the pair are its rows.
    let columns = (0..rows.nodes())
        .map(move |k| (k, node))
        .chain((0..rows.nodes()).map(move |k| if rows.is_half() { (k, twin) } else { (node, k) }));
    columns.filter(|(i, j)| i != j)
}
