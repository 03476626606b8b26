//! The passes of [`lines`](super::lines) for the vector widths of the processor, chosen at run time.
//!
//! Loops over whole matrices are compiled once for each width. The inner step of closure has its own
//! versions: compilers make branches of it, and with AVX-512 a rounding mode is part of the
//! instruction. The processor's own rounding mode is never touched: compilers move code across such
//! a switch.

use super::closure::{self, Arithmetic};
use super::lines;
use super::moves::{self, Steps};
use super::rows::Rows;

/// The vectors that are used. Only what the processor has can be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level(Width);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Width {
    /// What every processor has.
    Portable,
    /// 4 lanes.
    Avx2,
    /// 8 lanes, and sums that are rounded upwards by the instruction.
    Avx512,
}

impl Level {
    /// The widest that this processor has.
    #[inline]
    pub fn best() -> Level {
        #[cfg(target_arch = "x86_64")]
        {
            if is_x86_feature_detected!("avx512f") {
                return Level(Width::Avx512);
            }
            if is_x86_feature_detected!("avx2") {
                return Level(Width::Avx2);
            }
        }
        Level(Width::Portable)
    }

    /// All that this processor has.
    #[cfg(test)]
    pub fn available() -> Vec<Level> {
        let all = [Width::Portable, Width::Avx2, Width::Avx512].map(Level);
        let best = all.iter().position(|level| *level == Level::best()).unwrap_or(0);
        all[..=best].to_vec()
    }
}

/// A pass for each level, and the choice between them.
macro_rules! pass {
    ($(#[$doc:meta])* $visible:vis fn $name:ident = $body:expr;
     ($($argument:ident: $Type:ty),*) -> $Result:ty) => {
        $(#[$doc])*
        #[inline(always)]
        $visible fn $name(level: Level, $($argument: $Type),*) -> $Result {
            #[cfg(target_arch = "x86_64")]
            {
                #[target_feature(enable = "avx512f")]
                fn avx512($($argument: $Type),*) -> $Result {
                    $body($($argument),*)
                }
                #[target_feature(enable = "avx2")]
                fn avx2($($argument: $Type),*) -> $Result {
                    $body($($argument),*)
                }
                match level.0 {
                    // SAFETY: Level::best() saw that the processor has AVX-512 F.
                    Width::Avx512 => return unsafe { avx512($($argument),*) },
                    // SAFETY: Level::best() saw that the processor has AVX2.
                    Width::Avx2 => return unsafe { avx2($($argument),*) },
                    Width::Portable => {}
                }
            }
            let _ = level;
            $body($($argument),*)
        }
    };
}

pass! {
    /// Append the larger of each two entries.
    pub fn max_of = lines::max_of; (a: &[f64], b: &[f64], out: &mut Vec<f64>) -> ()
}
pass! {
    /// Append the smaller of each two entries. Tells whether the result is `a` and whether `b`.
    pub fn min_of = lines::min_of; (a: &[f64], b: &[f64], out: &mut Vec<f64>) -> (bool, bool)
}
pass! {
    /// Append `a` where `b` is not above it, and infinity elsewhere.
    pub fn widen_of = lines::widen_of; (a: &[f64], b: &[f64], out: &mut Vec<f64>) -> ()
}
pass! {
    /// Append `a` where it is finite, and `b` elsewhere. Tells whether the result is `a`.
    pub fn narrow_of = lines::narrow_of; (a: &[f64], b: &[f64], out: &mut Vec<f64>) -> bool
}
pass! {
    /// Append multiples.
    pub fn scale_of = lines::scale_of; (a: &[f64], factor: f64, out: &mut Vec<f64>) -> ()
}
pass! {
    /// Is no entry of `a` above that of `b`?
    pub fn all_leq = lines::all_leq; (a: &[f64], b: &[f64]) -> bool
}
pass! {
    /// Is no multiple of `a` above that of `b`?
    pub fn all_leq_scaled = lines::all_leq_scaled; (a: &[f64], b: &[f64], factors: [f64; 2]) -> bool
}
pass! {
    /// Is no entry of `a` above both that of `b` and that of `c`?
    pub fn all_leq_max = lines::all_leq_max; (a: &[f64], b: &[f64], c: &[f64]) -> bool
}
pass! {
    /// Is no entry of `a` above that of `b`, after a node of `b` and, the other way, its twin have moved?
    pub fn all_leq_moved = moves::all_leq_moved;
    (a: &[f64], b: &[f64], rows: Rows, node: usize, steps: Steps) -> bool
}
pass! {
    /// Are all entries the same?
    pub fn all_same = lines::all_same; (a: &[f64], b: &[f64]) -> bool
}
pass! {
    /// Are all multiples the same?
    pub fn all_same_scaled = lines::all_same_scaled;
    (a: &[f64], b: &[f64], factors: [f64; 2]) -> bool
}
pass! {
    /// Is an entry of a sum of columns times factors below 0, and is one above?
    pub fn signs_of_sum = lines::signs_of_sum;
    (columns: &[f64], height: usize, starts: &[usize], factors: &[f64]) -> (bool, bool)
}
pass! {
    /// Is every finite entry a multiple of `2^-fraction` and not beyond the limit?
    pub fn on_grid = lines::on_grid; (cells: &[f64], fraction: i32, limit: f64) -> bool
}
/// Are the entries such that plain sums along all paths are exact? Path sums have at most as many
/// terms as there are nodes, unless there is a negative cycle, which then shows exactly. `closures`
/// of them may follow each other.
pub fn exact_grid(level: Level, cells: &[f64], rows: Rows, closures: i32) -> bool {
    // Halves come from strengthening, so that a few bits below 1 are worth a second look.
    let longest = (rows.nodes().max(1) as f64).powi(closures);
    let limit = |fraction: i32| 2f64.powi(51 - fraction) / longest;
    on_grid(level, cells, 0, limit(0)) || on_grid(level, cells, 8, limit(8))
}

/// How sums are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Adding {
    /// Plain; the caller knows that all path sums are exact.
    Plain,
    /// Rounded upwards.
    Up,
}

/// A pass of [`closure`] for each level and each way to add.
macro_rules! closing {
    ($(#[$doc:meta])* $name:ident($($argument:ident: $Type:ty),*) -> $Result:ty) => {
        $(#[$doc])*
        pub fn $name(level: Level, adding: Adding, $($argument: $Type),*) -> $Result {
            #[cfg(target_arch = "x86_64")]
            {
                #[target_feature(enable = "avx512f")]
                fn avx512(adding: Adding, $($argument: $Type),*) -> $Result {
                    match adding {
                        Adding::Plain => closure::$name::<wide::Plain>($($argument),*),
                        Adding::Up => closure::$name::<wide::Up>($($argument),*),
                    }
                }
                #[target_feature(enable = "avx2")]
                fn avx2(adding: Adding, $($argument: $Type),*) -> $Result {
                    match adding {
                        Adding::Plain => closure::$name::<narrow::Plain>($($argument),*),
                        Adding::Up => closure::$name::<TwoSum>($($argument),*),
                    }
                }
                match level.0 {
                    // SAFETY: Level::best() saw that the processor has AVX-512 F.
                    Width::Avx512 => return unsafe { avx512(adding, $($argument),*) },
                    // SAFETY: Level::best() saw that the processor has AVX2.
                    Width::Avx2 => return unsafe { avx2(adding, $($argument),*) },
                    Width::Portable => {}
                }
            }
            let _ = level;
            match adding {
                Adding::Plain => closure::$name::<Portable>($($argument),*),
                Adding::Up => closure::$name::<TwoSum>($($argument),*),
            }
        }
    };
}

closing! {
    /// Shortest paths between all nodes. Tells whether there is no negative cycle; if there is one,
    /// the entries are spoilt. Padding is left dirty.
    close(cells: &mut [f64], rows: Rows) -> bool
}
closing! {
    /// Shortest paths after one more bound on an entry of a closed matrix.
    add_constraint(cells: &mut [f64], rows: Rows, entry: (usize, usize), bound: f64) -> bool
}
closing! {
    /// Shortest paths after new bounds on a node and its twin in a matrix that is closed otherwise.
    close_node(cells: &mut [f64], rows: Rows, node: usize) -> bool
}
closing! {
    /// Bounds of sums and differences from the doubled bounds of the two variables.
    strengthen(cells: &mut [f64], rows: Rows) -> ()
}

/// Plain sums, for every processor.
struct Portable;

impl Arithmetic for Portable {
    #[inline(always)]
    fn sum(a: f64, b: f64) -> f64 {
        a + b
    }
}

/// Sums rounded upwards by their error.
struct TwoSum;

impl Arithmetic for TwoSum {
    #[inline(always)]
    fn sum(a: f64, b: f64) -> f64 {
        lines::add_up(a, b)
    }
}

/// AVX-512. Used in functions with that feature only.
#[cfg(target_arch = "x86_64")]
mod wide {
    use super::*;
    use std::arch::x86_64::*;

    macro_rules! relax_row {
        ($add:expr) => {
            #[inline(always)]
            fn relax_row(row: &mut [f64], [a, b]: [f64; 2], right: [&[f64]; 2]) {
                let columns = right[0].as_chunks::<8>().0.iter().zip(right[1].as_chunks::<8>().0);
                for (entries, (one, other)) in row.as_chunks_mut::<8>().0.iter_mut().zip(columns) {
                    // SAFETY: all three are arrays of 8 f64, unaligned access is allowed, and this
                    // is inlined into functions with the feature.
                    unsafe {
                        let through_a = $add(_mm512_set1_pd(a), _mm512_loadu_pd(one.as_ptr()));
                        let through_b = $add(_mm512_set1_pd(b), _mm512_loadu_pd(other.as_ptr()));
                        let through = _mm512_min_pd(through_a, through_b);
                        let entry = _mm512_loadu_pd(entries.as_ptr());
                        _mm512_storeu_pd(entries.as_mut_ptr(), _mm512_min_pd(through, entry));
                    }
                }
            }
        };
    }

    pub struct Plain;

    impl Arithmetic for Plain {
        #[inline(always)]
        fn sum(a: f64, b: f64) -> f64 {
            a + b
        }
        relax_row!(|a, b| _mm512_add_pd(a, b));
    }

    pub struct Up;

    const UP: i32 = _MM_FROUND_TO_POS_INF | _MM_FROUND_NO_EXC;

    impl Arithmetic for Up {
        #[inline(always)]
        fn sum(a: f64, b: f64) -> f64 {
            lines::add_up(a, b)
        }
        relax_row!(|a, b| _mm512_add_round_pd::<UP>(a, b));
    }
}

/// AVX2. Used in functions with that feature only.
#[cfg(target_arch = "x86_64")]
mod narrow {
    use super::*;
    use std::arch::x86_64::*;

    pub struct Plain;

    impl Arithmetic for Plain {
        #[inline(always)]
        fn sum(a: f64, b: f64) -> f64 {
            a + b
        }

        #[inline(always)]
        fn relax_row(row: &mut [f64], [a, b]: [f64; 2], right: [&[f64]; 2]) {
            let columns = right[0].as_chunks::<4>().0.iter().zip(right[1].as_chunks::<4>().0);
            for (entries, (one, other)) in row.as_chunks_mut::<4>().0.iter_mut().zip(columns) {
                // SAFETY: all three are arrays of 4 f64, unaligned access is allowed, and this is
                // inlined into functions with the feature.
                unsafe {
                    let through_a = _mm256_add_pd(_mm256_set1_pd(a), _mm256_loadu_pd(one.as_ptr()));
                    let through_b =
                        _mm256_add_pd(_mm256_set1_pd(b), _mm256_loadu_pd(other.as_ptr()));
                    let through = _mm256_min_pd(through_a, through_b);
                    let entry = _mm256_loadu_pd(entries.as_ptr());
                    _mm256_storeu_pd(entries.as_mut_ptr(), _mm256_min_pd(through, entry));
                }
            }
        }
    }
}
