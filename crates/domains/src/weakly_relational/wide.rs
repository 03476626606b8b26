//! The closure of rational matrices in integers of 128 bits over one denominator: as exact as rationals are, and much
//! faster. Bounds of 64-bit numbers are too large for the integers of an f64 and small here.

use super::layout::Layout;
use super::matrix::Closing;
use super::tighten::MIXED_ROUNDS;
use crate::numbers::{Int, Rat};

/// All entries, row by row.
pub(super) struct Wide {
    nodes: usize,
    entries: Vec<i128>,
    /// What entries are multiplied with: even, so that halves of them are integers.
    unit: i128,
}

const INFINITE: i128 = i128::MAX;

/// Entries are not beyond this at first. Paths are of different nodes, or end the closure, so that sums stay far from the
/// end of the type.
const LARGEST: i128 = 1 << 92;

/// Matrices have at most so many nodes.
const MOST_NODES: usize = 1 << 20;

/// Denominators are not beyond this.
const DENOMINATOR: u64 = 1 << 20;

impl Wide {
    /// The entries, row by row; `None` if they are too large or their denominators do not fit.
    pub(super) fn new<'a>(
        nodes: usize,
        entries: impl Iterator<Item = Option<&'a Rat>> + Clone,
    ) -> Option<Wide> {
        let mut common = 1u64;
        for value in entries.clone().flatten().filter(|value| !value.is_integer()) {
            let (_, denominator) = value.to_words()?;
            let divisor = crate::numbers::gcd_u64(common, denominator);
            common = common.checked_mul(denominator / divisor)?;
            (common <= DENOMINATOR).then_some(())?;
        }
        let unit = 2 * i128::from(common);
        let scaled = |value: &Rat| {
            let scaled = match value.to_i128() {
                Some(whole) => whole.checked_mul(unit)?,
                None => {
                    let (numerator, denominator) = value.to_words()?;
                    i128::from(numerator) * (unit / i128::from(denominator))
                }
            };
            (scaled.unsigned_abs() <= LARGEST.unsigned_abs()).then_some(scaled)
        };
        let entries = entries.map(|entry| entry.map_or(Some(INFINITE), scaled));
        let entries: Vec<i128> = entries.collect::<Option<_>>()?;
        (nodes <= MOST_NODES).then_some(Wide { nodes, entries, unit })
    }

    /// An entry, if it is not this one any more.
    pub(super) fn changed(&self, i: usize, j: usize, before: Option<&Rat>) -> Option<Option<Rat>> {
        let value = self.entries[i * self.nodes + j];
        if value == INFINITE {
            return before.map(|_| None);
        }
        if value % self.unit == 0 {
            let whole = value / self.unit;
            let same = before.and_then(Rat::to_i128) == Some(whole);
            return (!same).then(|| Some(Rat::from(whole)));
        }
        let new = Rat::new(Int::from(value), Int::from(self.unit)).expect("the unit is not 0");
        (before != Some(&new)).then_some(Some(new))
    }

    /// Tight strong closure of a matrix that was closed before entries between these nodes became smaller: shorter paths lead
    /// through them alone. Where rounding is not the last word, all paths are looked at.
    pub(super) fn close_again(&mut self, layout: &Layout, lowered: &[usize]) -> Closing {
        if layout.mixed {
            return self.close(layout);
        }
        self.shortest_paths(lowered.iter().copied());
        self.finish(layout)
    }

    /// Tight strong closure, by the textbook.
    pub(super) fn close(&mut self, layout: &Layout) -> Closing {
        self.shortest_paths(0..self.nodes);
        for _ in 0..MIXED_ROUNDS {
            if !layout.mixed || !self.round_down(layout) {
                break;
            }
            self.shortest_paths(0..self.nodes);
        }
        self.finish(layout)
    }

    /// From shortest paths to the closure.
    fn finish(&mut self, layout: &Layout) -> Closing {
        if layout.rows.is_half() {
            self.tighten(layout);
            self.strengthen();
        }
        if self.is_negative() {
            return Closing::Empty;
        }
        if layout.mixed { Closing::Loose } else { Closing::Tight }
    }

    fn is_negative(&self) -> bool {
        (0..self.nodes).any(|i| self.entries[i * self.nodes + i] < 0)
    }

    /// Floyd and Warshall, for paths through some nodes. Stops at a negative cycle, where numbers would grow without bound.
    fn shortest_paths(&mut self, through: impl Iterator<Item = usize>) {
        let nodes = self.nodes;
        for k in through {
            let pivot = self.entries[k * nodes..(k + 1) * nodes].to_vec();
            for row in self.entries.chunks_exact_mut(nodes) {
                let to_k = row[k];
                if to_k == INFINITE {
                    continue;
                }
                for (entry, from_k) in row.iter_mut().zip(&pivot) {
                    if *from_k != INFINITE {
                        *entry = (*entry).min(to_k + from_k);
                    }
                }
            }
            if self.is_negative() {
                return;
            }
        }
    }

    /// The largest integer, or even integer, that is not above.
    fn rounded(&self, value: i128, doubled: bool) -> i128 {
        let step = if doubled { 2 * self.unit } else { self.unit };
        value.div_euclid(step) * step
    }

    fn round_down(&mut self, layout: &Layout) -> bool {
        let mut changed = false;
        for i in (0..self.nodes).filter(|i| layout.integral[*i]) {
            for j in (0..self.nodes).filter(|j| i != *j && layout.integral[*j]) {
                let value = self.entries[i * self.nodes + j];
                if value != INFINITE {
                    let bound = self.rounded(value, layout.rows.is_half() && i == j ^ 1);
                    changed |= bound < value;
                    self.entries[i * self.nodes + j] = bound;
                }
            }
        }
        changed
    }

    fn tighten(&mut self, layout: &Layout) {
        for i in (0..self.nodes).filter(|i| layout.integral[*i]) {
            let at = i * self.nodes + (i ^ 1);
            if self.entries[at] != INFINITE {
                self.entries[at] = self.rounded(self.entries[at], true);
            }
        }
    }

    /// Bounds of sums and differences from those of the variables, and 0 from opposite bounds.
    fn strengthen(&mut self) {
        let nodes = self.nodes;
        let half = |i: usize| match self.entries[i * nodes + (i ^ 1)] {
            INFINITE => INFINITE,
            value => value / 2,
        };
        let half: Vec<i128> = (0..nodes).map(half).collect();
        for (i, row) in self.entries.chunks_exact_mut(nodes).enumerate() {
            if half[i] == INFINITE {
                continue;
            }
            for (j, entry) in row.iter_mut().enumerate() {
                if half[j ^ 1] != INFINITE {
                    *entry = (*entry).min(half[i] + half[j ^ 1]);
                }
            }
        }
    }
}
