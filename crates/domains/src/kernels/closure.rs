//! Closure: the least bounds that the entries imply.

use super::lines::least;
use super::rows::{LANES, Rows};
use crate::numbers::round;

/// How two bounds are added, one by one and along rows.
pub trait Arithmetic {
    /// An upper bound of the sum.
    fn sum(a: f64, b: f64) -> f64;

    /// Make every entry of a row of full vectors the least of itself, `a + right[0]` and
    /// `b + right[1]`.
    #[inline(always)]
    fn relax_row(row: &mut [f64], [a, b]: [f64; 2], right: [&[f64]; 2]) {
        let columns = right[0].as_chunks::<LANES>().0.iter().zip(right[1].as_chunks::<LANES>().0);
        for (entries, (one, other)) in row.as_chunks_mut::<LANES>().0.iter_mut().zip(columns) {
            let mut result = *entries;
            for lane in 0..LANES {
                let through = least(Self::sum(a, one[lane]), Self::sum(b, other[lane]));
                result[lane] = least(result[lane], through);
            }
            *entries = result;
        }
    }
}

/// Lines for one pass, padded with infinity: what is added to rows, what to columns, and two more
/// to work with.
struct Lines<'a> {
    left: [&'a mut [f64]; 2],
    right: [&'a mut [f64]; 2],
    to: [&'a mut [f64]; 2],
}

impl Lines<'_> {
    fn buffer(rows: Rows) -> Vec<f64> {
        vec![f64::INFINITY; 6 * rows.padded()]
    }

    #[inline(always)]
    fn of(buffer: &mut [f64], rows: Rows) -> Lines<'_> {
        let mut rest = buffer;
        let mut line = || {
            let (line, after) = std::mem::take(&mut rest).split_at_mut(rows.padded());
            rest = after;
            line
        };
        Lines { left: [line(), line()], right: [line(), line()], to: [line(), line()] }
    }
}

const NOTHING: f64 = f64::INFINITY;

/// Shortest paths (Floyd and Warshall), for octagons pivoting on both nodes of a variable at once.
#[inline(always)]
pub fn close<A: Arithmetic>(cells: &mut [f64], rows: Rows) -> bool {
    let mut buffer = Lines::buffer(rows);
    let mut lines = Lines::of(&mut buffer, rows);
    let step = if rows.is_half() { 2 } else { 1 };
    for pivot in (0..rows.nodes()).step_by(step) {
        if rows.is_half() {
            half_lines::<A>(&mut lines, cells, rows, [pivot, pivot | 1], 0.0);
        } else {
            full_lines::<A>(&mut lines, cells, rows, (pivot, pivot), 0.0);
        }
        relax::<A>(cells, rows, &lines);
    }
    has_points(cells, rows)
}

/// After one more bound on an entry (i, j) of a closed matrix, all new shortest paths go through the
/// new edge or its coherent twin, so that one pass suffices (Chawdhary, Robbins, King, Incrementally
/// closing octagons, FMSD 2019).
#[inline(always)]
pub fn add_constraint<A: Arithmetic>(
    cells: &mut [f64],
    rows: Rows,
    (i, j): (usize, usize),
    bound: f64,
) -> bool {
    if A::sum(cells[rows.index(j, i)], bound) < 0.0 {
        return false;
    }
    let mut buffer = Lines::buffer(rows);
    let mut lines = Lines::of(&mut buffer, rows);
    if rows.is_half() {
        half_lines::<A>(&mut lines, cells, rows, [i, j ^ 1], bound);
    } else {
        full_lines::<A>(&mut lines, cells, rows, (i, j), bound);
    }
    relax::<A>(cells, rows, &lines);
    has_points(cells, rows)
}

/// After new bounds on a node and, in half matrices, on its twin, in a matrix that is closed but for
/// them: first all paths that touch the node at one end only, then one pivot on it.
///
/// The paths from the node to its twin begin and end with a new bound, and those from the node to
/// itself too: they need the minimal first part, or some are missed.
#[inline(always)]
pub fn close_node<A: Arithmetic>(cells: &mut [f64], rows: Rows, node: usize) -> bool {
    let mut buffer = Lines::buffer(rows);
    let mut lines = Lines::of(&mut buffer, rows);
    let twin = if rows.is_half() { node ^ 1 } else { node };
    // What ends at the node, and what ends at its twin; for full matrices, what starts at the node.
    read_ends(cells, rows, [node, twin], &mut lines.left);
    for (to, left) in lines.to.iter_mut().zip(&lines.left) {
        to.copy_from_slice(left);
    }
    for k in (0..rows.nodes()).filter(|k| *k != node && *k != twin) {
        let first = [lines.left[0][k], lines.left[1][k]];
        if first == [NOTHING; 2] {
            continue;
        }
        read_ends(cells, rows, [k, k], &mut lines.right);
        for (side, bound) in first.into_iter().enumerate() {
            let line = &*lines.right[side];
            A::relax_row(lines.to[side], [bound, NOTHING], [line, line]);
        }
    }
    close_ends::<A>(&mut lines, rows, [node, twin]);
    write_ends(cells, rows, [node, twin], &lines.to);
    // The working lines of the last pass must be as new.
    lines.left[1].fill(NOTHING);
    lines.right[1].fill(NOTHING);
    if rows.is_half() {
        half_lines::<A>(&mut lines, cells, rows, [node & !1, node | 1], 0.0);
    } else {
        full_lines::<A>(&mut lines, cells, rows, (node, node), 0.0);
    }
    relax::<A>(cells, rows, &lines);
    has_points(cells, rows)
}

/// The columns of two nodes of a half matrix, or the column of one and the row of the other.
#[inline(always)]
fn read_ends(cells: &[f64], rows: Rows, [one, other]: [usize; 2], out: &mut [&mut [f64]; 2]) {
    if rows.is_half() {
        gather(cells, rows, one, out[0]);
        gather(cells, rows, other, out[1]);
    } else {
        for i in 0..rows.nodes() {
            out[0][i] = cells[rows.start(i) + one];
        }
        out[1].copy_from_slice(&cells[rows.start(other)..][..rows.padded()]);
    }
}

#[inline(always)]
fn write_ends(cells: &mut [f64], rows: Rows, [one, other]: [usize; 2], ends: &[&mut [f64]; 2]) {
    for i in 0..rows.nodes() {
        cells[rows.index(i, one)] = ends[0][i];
        let place = if rows.is_half() { rows.index(i, other) } else { rows.index(other, i) };
        cells[place] = ends[1][i];
    }
    // The diagonal of a full matrix is in both.
    let place = rows.index(one, one);
    cells[place] = cells[place].min(ends[0][one]);
}

/// The paths that both begin and end with a new bound.
#[inline(always)]
fn close_ends<A: Arithmetic>(lines: &mut Lines, rows: Rows, [node, twin]: [usize; 2]) {
    let mut least_of = [NOTHING; 3];
    for k in (0..rows.nodes()).filter(|k| *k != node && *k != twin) {
        let last = [lines.left[0][k], lines.left[1][k]];
        let begins = if rows.is_half() { k ^ 1 } else { k };
        let first = [lines.to[0][begins], lines.to[1][begins]];
        // From the twin to the node, from the node to the twin, from the node to itself.
        least_of[0] = least(least_of[0], A::sum(first[0], last[0]));
        least_of[1] = least(least_of[1], A::sum(first[1], last[1]));
        least_of[2] = least(least_of[2], A::sum(first[1], last[0]));
    }
    if rows.is_half() {
        lines.to[0][twin] = least(lines.left[0][twin], least_of[0]);
        lines.to[1][node] = least(lines.left[1][node], least_of[1]);
        lines.to[1][twin] = least(0.0, least_of[2]);
    } else {
        lines.to[1][node] = least(0.0, least_of[2]);
    }
    lines.to[0][node] = least(0.0, least_of[2]);
}

/// After shortest paths, this one step gives strong closure (Bagnara, Hill, Mazzi, Zaffanella, SAS
/// 2005).
#[inline(always)]
pub fn strengthen<A: Arithmetic>(cells: &mut [f64], rows: Rows) {
    let mut buffer = Lines::buffer(rows);
    let lines = Lines::of(&mut buffer, rows);
    for i in 0..rows.nodes() {
        let half = round::half_up(cells[rows.index(i, i ^ 1)]);
        lines.left[0][i] = half;
        lines.right[0][i ^ 1] = half;
    }
    relax::<A>(cells, rows, &lines);
}

/// Half rows end before their padding does, and passes write into it.
pub fn clear_padding(cells: &mut [f64], rows: Rows) {
    if rows.is_half() {
        for i in 0..rows.nodes() {
            let start = rows.start(i);
            cells[start + rows.used(i)..start + rows.width(i)].fill(NOTHING);
        }
    }
}

#[inline(always)]
fn has_points(cells: &[f64], rows: Rows) -> bool {
    (0..rows.nodes()).all(|i| cells[rows.start(i) + i] >= 0.0)
}

/// Make every entry (i, j) the least of itself and of `left[k][i] + right[k][j]`. Rows that no left
/// side reaches are skipped, which is what makes sparse matrices cheap.
#[inline(always)]
fn relax<A: Arithmetic>(cells: &mut [f64], rows: Rows, lines: &Lines) {
    let mut rest = cells;
    for i in 0..rows.nodes() {
        let (row, below) = rest.split_at_mut(rows.width(i));
        rest = below;
        let left = [lines.left[0][i], lines.left[1][i]];
        if left != [NOTHING; 2] {
            A::relax_row(row, left, [lines.right[0], lines.right[1]]);
        }
    }
}

/// The lines of the paths through an edge of the given length from node p to node q^1, or its twin
/// from q to p^1, or both one after the other. A pivot pair is the special case of length 0.
#[inline(always)]
fn half_lines<A: Arithmetic>(
    lines: &mut Lines,
    cells: &[f64],
    rows: Rows,
    [p, q]: [usize; 2],
    length: f64,
) {
    gather(cells, rows, p, lines.to[0]);
    gather(cells, rows, q, lines.to[1]);
    // Coherence: the row of a node is the column of its twin with neighbours exchanged.
    swap_neighbours(lines.to[1], lines.right[0]);
    swap_neighbours(lines.to[0], lines.right[1]);
    let mut ends = [cells[rows.index(p ^ 1, p)], cells[rows.index(q ^ 1, q)]];
    if length != 0.0 {
        ends = ends.map(|end| A::sum(end, length));
        for (to, left) in lines.to.iter_mut().zip(&mut lines.left) {
            left.fill(NOTHING);
            A::relax_row(left, [length, NOTHING], [to, to]);
            to.copy_from_slice(left);
        }
    } else {
        lines.left[0].copy_from_slice(lines.to[0]);
        lines.left[1].copy_from_slice(lines.to[1]);
    }
    // Over the other edge first, and from its end to the start of this one.
    A::relax_row(lines.left[0], [ends[0], NOTHING], [lines.to[1], lines.to[1]]);
    A::relax_row(lines.left[1], [ends[1], NOTHING], [lines.to[0], lines.to[0]]);
}

/// The lines of the paths through an edge of the given length from node i to node j.
#[inline(always)]
fn full_lines<A: Arithmetic>(
    lines: &mut Lines,
    cells: &[f64],
    rows: Rows,
    (i, j): (usize, usize),
    length: f64,
) {
    for k in 0..rows.nodes() {
        let bound = cells[rows.index(k, i)];
        lines.left[0][k] = if length == 0.0 { bound } else { A::sum(bound, length) };
    }
    lines.right[0].copy_from_slice(&cells[rows.start(j)..][..rows.padded()]);
}

#[inline(always)]
fn swap_neighbours(from: &[f64], out: &mut [f64]) {
    for (out, pair) in out.as_chunks_mut::<2>().0.iter_mut().zip(from.as_chunks::<2>().0) {
        *out = [pair[1], pair[0]];
    }
}

/// The column of a node in a half matrix.
#[inline(always)]
fn gather(cells: &[f64], rows: Rows, column: usize, out: &mut [f64]) {
    let first = column & !1;
    swap_neighbours(&cells[rows.start(column ^ 1)..][..first], out);
    let mut place = rows.start(first) + column;
    for (i, out) in out[..rows.nodes()].iter_mut().enumerate().skip(first) {
        *out = cells[place];
        place += rows.width(i);
    }
}
