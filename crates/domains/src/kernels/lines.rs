//! The passes over slices, written once; [`simd`](super::simd) compiles them for each width.
//!
//! Loops work on blocks of full vectors and decide by selection, not by branches, so that the
//! compiler turns them into vector code. Where they may end early they are plain loops: of adaptors such
//! as `all` the compiler may make a function of its own, which knows nothing of the width.

use super::rows::LANES;

/// Entries that are compared before looking whether to go on.
const BLOCK: usize = 4 * LANES;

/// The smaller one; the first if the second is NaN.
#[inline(always)]
pub fn least(a: f64, b: f64) -> f64 {
    if b < a { b } else { a }
}

/// a + b rounded upwards: the error of the sum by TwoSum (Knuth), and the neighbour where it is
/// positive. Not for minus infinity or NaN.
///
/// Like [`round::add_up`](crate::numbers::round::add_up), but without a branch. An error that is
/// NaN comes from an overflow: minus infinity is raised to `f64::MIN`, plus infinity stays.
#[inline(always)]
pub fn add_up(a: f64, b: f64) -> f64 {
    let sum = a + b;
    let b_part = sum - a;
    let error = (a - (sum - b_part)) + (b - b_part);
    let exact_or_below = error <= 0.0;
    let up = !exact_or_below & (sum < f64::INFINITY);
    let bits = sum.to_bits() as i64;
    let step = (bits >> 63) | 1;
    f64::from_bits(bits.wrapping_add(if up { step } else { 0 }) as u64)
}

/// Add a finite number to bounds, rounded upwards. Was every sum exact?
#[inline(always)]
pub fn add_to_all(entries: &mut [f64], step: f64) -> bool {
    entries.iter_mut().fold(true, |exact, entry| {
        let (own, sum) = (*entry, *entry + step);
        let part = sum - own;
        let error = (own - (sum - part)) + (step - part);
        *entry = add_up(own, step);
        // What overflowed on the way is NaN.
        exact & ((error == 0.0) | (own == f64::INFINITY))
    })
}

/// Append the larger of each two entries.
#[inline(always)]
pub fn max_of(a: &[f64], b: &[f64], out: &mut Vec<f64>) {
    out.extend(a.iter().zip(b).map(|(a, b)| if b > a { *b } else { *a }));
}

/// Append the smaller of each two entries. Tells whether the result is `a` and whether it is `b`.
#[inline(always)]
pub fn min_of(a: &[f64], b: &[f64], out: &mut Vec<f64>) -> (bool, bool) {
    let (mut below_a, mut below_b) = (false, false);
    out.extend(a.iter().zip(b).map(|(a, b)| {
        below_a |= b < a;
        below_b |= a < b;
        least(*a, *b)
    }));
    (!below_a, !below_b)
}

/// Append `a` where `b` is not above it, and infinity elsewhere.
#[inline(always)]
pub fn widen_of(a: &[f64], b: &[f64], out: &mut Vec<f64>) {
    out.extend(a.iter().zip(b).map(|(a, b)| if b <= a { *a } else { f64::INFINITY }));
}

/// Append `a` where it is finite, and `b` elsewhere. Tells whether the result is `a`.
#[inline(always)]
pub fn narrow_of(a: &[f64], b: &[f64], out: &mut Vec<f64>) -> bool {
    let mut changed = false;
    out.extend(a.iter().zip(b).map(|(a, b)| {
        let refined = if *a == f64::INFINITY { *b } else { *a };
        changed |= refined != *a;
        refined
    }));
    !changed
}

/// Append multiples.
#[inline(always)]
pub fn scale_of(a: &[f64], factor: f64, out: &mut Vec<f64>) {
    out.extend(a.iter().map(|a| a * factor));
}

/// Does no pair of entries satisfy the test? Blocks have a fixed length, so that they become straight
/// vector code.
#[inline(always)]
pub fn none(a: &[f64], b: &[f64], test: impl Fn(f64, f64) -> bool) -> bool {
    let (a_blocks, a_rest) = a.as_chunks::<BLOCK>();
    let (b_blocks, b_rest) = b.as_chunks::<BLOCK>();
    for (a, b) in a_blocks.iter().zip(b_blocks) {
        let mut found = false;
        for lane in 0..BLOCK {
            found |= test(a[lane], b[lane]);
        }
        if found {
            return false;
        }
    }
    let mut found = false;
    for (a, b) in a_rest.iter().zip(b_rest) {
        found |= test(*a, *b);
    }
    !found
}

/// Is no entry of `a` above both that of `b` and that of `c`?
#[inline(always)]
pub fn all_leq_max(a: &[f64], b: &[f64], c: &[f64]) -> bool {
    let (a_blocks, a_rest) = a.as_chunks::<BLOCK>();
    let (b_blocks, b_rest) = b.as_chunks::<BLOCK>();
    let (c_blocks, c_rest) = c.as_chunks::<BLOCK>();
    for (a, (b, c)) in a_blocks.iter().zip(b_blocks.iter().zip(c_blocks)) {
        let mut above = false;
        for lane in 0..BLOCK {
            above |= (a[lane] > b[lane]) & (a[lane] > c[lane]);
        }
        if above {
            return false;
        }
    }
    let mut above = false;
    for (a, (b, c)) in a_rest.iter().zip(b_rest.iter().zip(c_rest)) {
        above |= (a > b) & (a > c);
    }
    !above
}

/// Is no entry of `a` above that of `b`?
#[inline(always)]
pub fn all_leq(a: &[f64], b: &[f64]) -> bool {
    none(a, b, |a, b| a > b)
}

/// Is no multiple of `a` above that of `b`? Factors are positive.
#[inline(always)]
pub fn all_leq_scaled(a: &[f64], b: &[f64], [by_a, by_b]: [f64; 2]) -> bool {
    none(a, b, |a, b| a * by_a > b * by_b)
}

/// Are all entries the same?
#[inline(always)]
pub fn all_same(a: &[f64], b: &[f64]) -> bool {
    none(a, b, |a, b| a != b)
}

/// Are all multiples the same? Factors are positive.
#[inline(always)]
pub fn all_same_scaled(a: &[f64], b: &[f64], [by_a, by_b]: [f64; 2]) -> bool {
    none(a, b, |a, b| a * by_a != b * by_b)
}

/// Entries of a column that are worked on together.
pub const TALL: usize = 2 * LANES;

/// Is an entry of the sum of columns times factors below 0, and is one above? Columns are given by
/// where they start, and have so many entries, a multiple of [`TALL`].
#[inline(always)]
pub fn signs_of_sum(
    columns: &[f64],
    height: usize,
    starts: &[usize],
    factors: &[f64],
) -> (bool, bool) {
    let (mut below, mut above) = (false, false);
    for block in (0..height).step_by(TALL) {
        let mut sums = [0.0; TALL];
        for (start, factor) in starts.iter().zip(factors) {
            let column = &columns[start + block..][..TALL];
            sums.iter_mut().zip(column).for_each(|(sum, entry)| *sum += factor * entry);
        }
        below |= sums.iter().fold(false, |any, sum| any | (*sum < 0.0));
        above |= sums.iter().fold(false, |any, sum| any | (*sum > 0.0));
    }
    (below, above)
}

/// Is every finite entry a multiple of `2^-fraction` and not beyond `limit`, which is at most
/// `2^(51 - fraction)`? A negative fraction asks for multiples of a power of 2.
#[inline(always)]
pub fn on_grid(cells: &[f64], fraction: i32, limit: f64) -> bool {
    // Adding 1.5 * 2^(52 - fraction) leaves no bits below the grid.
    let magic = 1.5 * f64::from_bits(((1023 + 52 - fraction) as u64) << 52);
    none(cells, cells, |value, _| {
        let (grid, small) = ((value + magic) - magic == value, value.abs() <= limit);
        !(grid & small) & (value != f64::INFINITY)
    })
}
