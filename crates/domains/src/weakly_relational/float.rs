//! Bounds in f64, rounded upwards.

use super::Sealed;
use super::element::Change;
use super::layout::{Entry, Layout};
use super::matrix::{Closing, Matrix, entries_of};
use super::tighten;
use crate::kernels::{self, Adding, Cells, Level, Rows, Steps};
use crate::numbers::Rat;

/// A matrix of f64 bounds. Bounds are rounded upwards, never to the side that loses points.
#[derive(Clone, Debug)]
pub struct Float(Cells);

/// The value of a finite f64; most bounds are small integers.
pub(super) fn to_rat(value: f64) -> Option<Rat> {
    let whole = value as i64;
    if whole as f64 == value && whole.unsigned_abs() < 1 << 53 {
        return Some(Rat::from(whole));
    }
    Rat::from_f64(value)
}

/// The least f64 that is not below. What is beyond the f64s below is the least f64.
fn to_f64_up(value: &Rat) -> f64 {
    match value.to_i64() {
        Some(whole) if whole.unsigned_abs() < 1 << 53 => whole as f64,
        _ => value.to_f64_up().max(f64::MIN),
    }
}

impl Float {
    fn adding(&self, layout: &Layout) -> Adding {
        match kernels::exact_grid(Level::best(), &self.0, layout.rows, layout.closures()) {
            true => Adding::Plain,
            false => Adding::Up,
        }
    }
}

impl Sealed for Float {}

impl Matrix for Float {
    const EXACT: bool = false;

    fn top(rows: Rows) -> Float {
        Float(Cells::top(rows))
    }

    fn get(&self, rows: Rows, (i, j): Entry) -> Option<Rat> {
        to_rat(self.0[rows.index(i, j)])
    }

    fn holds(bound: &Rat) -> bool {
        bound.to_f64_exact().is_some_and(f64::is_finite)
    }

    fn lower(&mut self, rows: Rows, (i, j): Entry, bound: &Rat) {
        let (entry, bound) = (&mut self.0[rows.index(i, j)], to_f64_up(bound));
        *entry = entry.min(bound);
    }

    fn max(&self, other: &Float) -> Float {
        let level = Level::best();
        Float(Cells::build(self.0.len(), |out| kernels::max_of(level, &self.0, &other.0, out)))
    }

    fn min(&self, other: &Float) -> (Float, bool, bool) {
        let (cells, same) = min_cells(&self.0, &other.0);
        (Float(cells), same.0, same.1)
    }

    #[inline]
    fn leq(&self, other: &Float) -> bool {
        kernels::all_leq(Level::best(), &self.0, &other.0)
    }

    fn leq_changed(&self, other: &Float, rows: Rows, change: &Change) -> Option<bool> {
        let moved = |node: usize, steps: Steps| {
            kernels::all_leq_moved(Level::best(), &self.0, &other.0, rows, node, steps)
        };
        match change {
            // Most often nothing at all is above, and that is seen in less time.
            Change::Forget(node) => Some(self.leq(other) || moved(*node, Steps::LOST)),
            Change::Shift(node, step) => Some(moved(*node, multiples(step).0)),
            Change::Assign(..) | Change::Lower(_) => None,
        }
    }

    fn leq_max(&self, one: &Float, other: &Float) -> Option<bool> {
        Some(kernels::all_leq_max(Level::best(), &self.0, &one.0, &other.0))
    }

    #[inline]
    fn same(&self, other: &Float) -> bool {
        kernels::all_same(Level::best(), &self.0, &other.0)
    }

    fn widen(&self, other: &Float) -> Float {
        let level = Level::best();
        Float(Cells::build(self.0.len(), |out| kernels::widen_of(level, &self.0, &other.0, out)))
    }

    fn narrow(&self, other: &Float) -> Option<Float> {
        narrow_cells(&self.0, &other.0).map(Float)
    }

    fn close(&mut self, layout: &Layout) -> Closing {
        let adding = self.adding(layout);
        tighten::close(&mut self.0, layout, adding, 1.0)
    }

    fn constrain(&mut self, layout: &Layout, bounds: &[(Entry, Rat)]) -> Closing {
        let (rows, level) = (layout.rows, Level::best());
        let exact = |bound: &Rat| {
            let value = to_f64_up(bound);
            kernels::exact_grid(level, &[value], rows, layout.closures()) && Float::holds(bound)
        };
        let exact = bounds.iter().all(|(_, bound)| exact(bound));
        let adding = if exact { self.adding(layout) } else { Adding::Up };
        let bounds = bounds.iter().map(|(entry, bound)| (*entry, to_f64_up(bound)));
        tighten::constrain(&mut self.0, layout, adding, 1.0, bounds)
    }

    fn close_node(&mut self, layout: &Layout, node: usize) -> Closing {
        let adding = self.adding(layout);
        if !kernels::close_node(Level::best(), adding, &mut self.0, layout.rows, node) {
            return Closing::Empty;
        }
        tighten::finish(&mut self.0, layout, adding, 1.0)
    }

    fn forget(&mut self, rows: Rows, node: usize) {
        forget_cells(&mut self.0, rows, node);
    }

    fn gather(&self, from: Rows, to: Rows, sources: &[Option<usize>]) -> Float {
        Float(gather_cells(&self.0, from, to, sources))
    }

    fn scatter(&mut self, rows: Rows, other: &Float, from: Rows, places: &[Option<usize>]) {
        scatter_cells(&mut self.0, rows, &other.0, from, places);
    }

    fn copied(&self, rows: Rows, target: usize, source: usize) -> Float {
        Float(copied_cells(&self.0, rows, target, source))
    }

    fn shift(&mut self, rows: Rows, node: usize, step: &Rat) -> bool {
        let (steps, mut exact) = multiples(step);
        shift_cells(&mut self.0, rows, node, |entries, weight| {
            exact &= kernels::add_to_all(entries, steps.times(weight));
        });
        exact
    }
}

/// The multiples of a step, rounded upwards, and whether all are exact.
fn multiples(step: &Rat) -> (Steps, bool) {
    match step.to_i64() {
        // Most steps of programs are small.
        Some(whole) if whole.unsigned_abs() < 1 << 51 => {
            let whole = whole as f64;
            (Steps::new([-2.0 * whole, -whole, whole, 2.0 * whole]), true)
        }
        _ => {
            let all = [-2, -1, 1, 2].map(|weight| step * &Rat::from(weight));
            (Steps::new(all.each_ref().map(to_f64_up)), all.iter().all(Float::holds))
        }
    }
}

/// Show the entries of a node and of its twin, without the diagonal, with how much each grows when
/// the node, and the other way its twin, moves by 1.
pub(super) fn shift_cells(
    cells: &mut [f64],
    rows: Rows,
    node: usize,
    mut change: impl FnMut(&mut [f64], i64),
) {
    if !rows.is_half() {
        let (before, after) = cells[rows.start(node)..][..rows.nodes()].split_at_mut(node);
        change(before, -1);
        change(&mut after[1..], -1);
        for i in (0..rows.nodes()).filter(|i| *i != node) {
            change(&mut cells[rows.start(i) + node..][..1], 1);
        }
        return;
    }
    let (first, sign) = (node & !1, if node.is_multiple_of(2) { 1 } else { -1 });
    for (row, twin, sign) in [(first, first | 1, -sign), (first | 1, first, sign)] {
        change(&mut cells[rows.start(row)..][..first], sign);
        change(&mut cells[rows.start(row) + twin..][..1], 2 * sign);
    }
    for i in first + 2..rows.nodes() {
        let (one, other) = cells[rows.start(i) + first..][..2].split_at_mut(1);
        change(one, sign);
        change(other, -sign);
    }
}

/// The smaller entries, whether they are those of `a`, and whether those of `b`.
pub(super) fn min_cells(a: &Cells, b: &Cells) -> (Cells, (bool, bool)) {
    let mut same = (false, false);
    let cells = Cells::build(a.len(), |out| same = kernels::min_of(Level::best(), a, b, out));
    (cells, same)
}

/// The entries of `a` with those of `b` for infinity; `None` if they are those of `a`.
pub(super) fn narrow_cells(a: &Cells, b: &Cells) -> Option<Cells> {
    let mut same = false;
    let cells = Cells::build(a.len(), |out| same = kernels::narrow_of(Level::best(), a, b, out));
    (!same).then_some(cells)
}

/// Make the entries of a node, and in half matrices of its twin, infinite.
pub(super) fn forget_cells(cells: &mut [f64], rows: Rows, node: usize) {
    if !rows.is_half() {
        cells[rows.start(node)..][..rows.nodes()].fill(f64::INFINITY);
        (0..rows.nodes()).for_each(|i| cells[rows.start(i) + node] = f64::INFINITY);
        cells[rows.start(node) + node] = 0.0;
        return;
    }
    let first = node & !1;
    for row in [first, first | 1] {
        cells[rows.start(row)..][..rows.used(row)].fill(f64::INFINITY);
        cells[rows.start(row) + row] = 0.0;
    }
    for i in first + 2..rows.nodes() {
        cells[rows.start(i) + first..][..2].fill(f64::INFINITY);
    }
}

/// The matrix where a node and its twin are copies of others.
pub(super) fn copied_cells(cells: &Cells, rows: Rows, target: usize, source: usize) -> Cells {
    let place = |node: usize| match node {
        _ if node == target => source,
        _ if rows.is_half() && node == target ^ 1 => source ^ 1,
        _ => node,
    };
    let mut result = cells.clone();
    for (i, j) in entries_of(rows, target) {
        // The diagonal of the source is the 0 between copy and original.
        result[rows.index(i, j)] = cells[rows.index(place(i), place(j))];
    }
    result
}

/// The matrix with other nodes.
pub(super) fn gather_cells(
    cells: &[f64],
    from: Rows,
    to: Rows,
    sources: &[Option<usize>],
) -> Cells {
    let mut result = Cells::top(to);
    for (i, j) in to.entries() {
        if let (true, Some(source_i), Some(source_j)) = (i != j, sources[i], sources[j]) {
            result[to.index(i, j)] = cells[from.index(source_i, source_j)];
        }
    }
    result
}

/// Take over the entries of another matrix.
pub(super) fn scatter_cells(
    cells: &mut [f64],
    rows: Rows,
    other: &[f64],
    from: Rows,
    places: &[Option<usize>],
) {
    for (i, j) in from.entries() {
        if let (true, Some(place_i), Some(place_j)) = (i != j, places[i], places[j]) {
            cells[rows.index(place_i, place_j)] = other[from.index(i, j)];
        }
    }
}
