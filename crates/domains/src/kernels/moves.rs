//! Nodes that move against all others, and comparisons with what that makes of a matrix.

use std::ops::Range;

use super::lines::{add_up, none};
use super::rows::{LANES, Rows};

/// How far a node moves: the multiples of its step that entries grow by.
#[derive(Clone, Copy, Debug)]
pub struct Steps {
    /// -2, -1, 1 and 2 times the step.
    multiples: [f64; 4],
}

impl Steps {
    /// The node is lost: nothing is known of its entries.
    pub const LOST: Steps = Steps { multiples: [f64::INFINITY; 4] };

    /// The multiples by -2, -1, 1 and 2, rounded upwards.
    pub fn new(multiples: [f64; 4]) -> Steps {
        Steps { multiples }
    }

    /// The multiple by one of these weights.
    #[inline(always)]
    pub fn times(&self, weight: i64) -> f64 {
        self.multiples[(weight + 2 - i64::from(weight > 0)) as usize]
    }
}

/// Is no entry of `a` above that of `b`, after a node of `b` and, the other way, its twin have moved?
/// The same as moving the entries of a copy, rounded upwards, and comparing with that.
#[inline(always)]
pub fn all_leq_moved(a: &[f64], b: &[f64], rows: Rows, node: usize, steps: Steps) -> bool {
    let (first, last) = if rows.is_half() { (node & !1, node | 1) } else { (node, node) };
    let sign = if node == first { 1 } else { -1 };
    // Columns of a pair are neighbours, and so in the same vector.
    let vector = first / LANES * LANES;
    let mut offsets = [0.0; LANES];
    offsets[last % LANES] = steps.times(-sign);
    offsets[first % LANES] = steps.times(sign);
    // Rows of half matrices end before the columns of later nodes.
    let flat = if rows.is_half() { first } else { 0 };
    let mut done = 0;
    for i in flat..rows.nodes() {
        let start = rows.start(i);
        let own = i == first || i == last;
        let here = if own { start } else { start + vector };
        if !unmoved(a, b, done..here) {
            return false;
        }
        let below = if !own {
            done = here + LANES;
            let (a, b) = (&a[here..done], &b[here..done]);
            let mut above = false;
            for lane in 0..LANES {
                above |= a[lane] > add_up(b[lane], offsets[lane]);
            }
            !above
        } else {
            done = start + rows.width(i);
            let weight = if i == first { -sign } else { sign };
            let by = steps.times(weight);
            let rest = match rows.is_half() {
                true => a[start + (i ^ 1)] <= add_up(b[start + (i ^ 1)], steps.times(2 * weight)),
                false => moved(a, b, start + i + 1..start + rows.nodes(), by),
            };
            rest && moved(a, b, start..start + first, by)
        };
        if !below {
            return false;
        }
    }
    unmoved(a, b, done..rows.len())
}

#[inline(always)]
fn unmoved(a: &[f64], b: &[f64], place: Range<usize>) -> bool {
    none(&a[place.clone()], &b[place], |a, b| a > b)
}

#[inline(always)]
fn moved(a: &[f64], b: &[f64], place: Range<usize>, by: f64) -> bool {
    none(&a[place.clone()], &b[place], |a, b| a > add_up(b, by))
}
