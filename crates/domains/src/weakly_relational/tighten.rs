//! From shortest paths to tight strong closure, for f64 entries in units of a common denominator.

use super::layout::{Entry, Layout};
use super::matrix::Closing;
use crate::kernels::{self, Adding, Level};

/// Passes in spaces that mix integers and reals: rounding a bound down there may shorten other
/// paths, and how often is not bounded by the size. Stopping early is sound.
pub const MIXED_ROUNDS: usize = 3;

/// Close a matrix whose entries are bounds times `unit`.
pub fn close(cells: &mut [f64], layout: &Layout, adding: Adding, unit: f64) -> Closing {
    let level = Level::best();
    if !kernels::close(level, adding, cells, layout.rows) {
        return Closing::Empty;
    }
    finish(cells, layout, adding, unit)
}

/// Close a closed matrix again after some more bounds: shortest paths after each of them, and what
/// remains once for all.
pub fn constrain(
    cells: &mut [f64],
    layout: &Layout,
    adding: Adding,
    unit: f64,
    bounds: impl Iterator<Item = (Entry, f64)>,
) -> Closing {
    let (rows, level) = (layout.rows, Level::best());
    let mut changed = false;
    for (entry, bound) in bounds {
        if bound < cells[rows.index(entry.0, entry.1)] {
            changed = true;
            if !kernels::add_constraint(level, adding, cells, rows, entry, bound) {
                return Closing::Empty;
            }
        }
    }
    if changed { finish(cells, layout, adding, unit) } else { Closing::Tight }
}

/// What remains to do when all paths are shortest.
///
/// For integers, rounding the bounds of single variables down and one strengthening give tight
/// closure (Bagnara, Hill, Zaffanella, Weakly-relational shapes for numeric abstractions, FMSD
/// 2009).
pub fn finish(cells: &mut [f64], layout: &Layout, adding: Adding, unit: f64) -> Closing {
    let level = Level::best();
    if layout.mixed {
        for _ in 0..MIXED_ROUNDS {
            if !round_down(cells, layout, unit) {
                break;
            }
            if !kernels::close(level, adding, cells, layout.rows) {
                return Closing::Empty;
            }
        }
    }
    if layout.some_integers && layout.rows.is_half() && !tighten_variables(cells, layout, unit) {
        return Closing::Empty;
    }
    if layout.rows.is_half() {
        kernels::strengthen(level, adding, cells, layout.rows);
        kernels::clear_padding(cells, layout.rows);
    }
    match adding {
        Adding::Plain if !layout.mixed => Closing::Tight,
        _ => Closing::Loose,
    }
}

/// The largest multiple of the step that is not above.
fn floor_to(value: f64, step: f64) -> f64 {
    if value == f64::INFINITY {
        value
    } else if step <= 2.0 {
        // Halving and doubling are exact.
        (value / step).floor() * step
    } else {
        // Entries in units of a larger denominator are integers below 2^53.
        let (whole, step) = (value.floor() as i64, step as i64);
        whole.div_euclid(step).saturating_mul(step) as f64
    }
}

/// Round the doubled bounds of integer variables down to even numbers. False if that leaves none.
fn tighten_variables(cells: &mut [f64], layout: &Layout, unit: f64) -> bool {
    let rows = layout.rows;
    for node in (0..rows.nodes()).filter(|node| layout.integral[*node]) {
        let bound = &mut cells[rows.index(node, node ^ 1)];
        *bound = floor_to(*bound, 2.0 * unit);
    }
    let range = |node: usize| cells[rows.index(node, node | 1)] + cells[rows.index(node | 1, node)];
    (0..rows.nodes()).step_by(2).all(|node| range(node) >= 0.0)
}

/// Round all bounds between integers down; tells whether any changed.
fn round_down(cells: &mut [f64], layout: &Layout, unit: f64) -> bool {
    let rows = layout.rows;
    let mut changed = false;
    for (i, j) in rows.entries() {
        if i != j && layout.integral[i] && layout.integral[j] {
            let doubled = rows.is_half() && i == j ^ 1;
            let bound = &mut cells[rows.index(i, j)];
            let rounded = floor_to(*bound, if doubled { 2.0 * unit } else { unit });
            changed |= rounded < *bound;
            *bound = rounded;
        }
    }
    changed
}
