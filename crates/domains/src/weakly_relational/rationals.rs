//! Matrices of rationals: slow, and without limits.

use super::exact::entry_value;
use super::layout::Layout;
use super::matrix::{Closing, entries_of};
use super::tighten::MIXED_ROUNDS;
use super::wide::Wide;
use crate::kernels::{Cells, Rows};
use crate::numbers::{Int, Rat};

/// Entries at the places that [`Rows`] gives them; `None` is infinity.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Rationals(Vec<Option<Rat>>);

type Slot = Option<Rat>;

/// Is the first bound not above the second?
fn slot_leq(a: &Slot, b: &Slot) -> bool {
    match (a, b) {
        (_, None) => true,
        (None, Some(_)) => false,
        (Some(a), Some(b)) => a <= b,
    }
}

fn least<'a>(a: &'a Slot, b: &'a Slot) -> &'a Slot {
    if slot_leq(a, b) { a } else { b }
}

impl Rationals {
    /// The values of integer entries over a denominator.
    pub fn of_cells(cells: &Cells, unit: u64) -> Rationals {
        let slot = |value: &f64| (*value < f64::INFINITY).then(|| entry_value(*value, unit));
        Rationals(cells.iter().map(slot).collect())
    }

    /// The entries as integers over a common denominator, if that and they are not too large.
    pub fn to_cells(&self, denominator: u64, largest: f64) -> Option<(Cells, u64)> {
        // What does not fit in words is too large, or has too large a denominator.
        self.0.iter().flatten().try_for_each(|value| value.to_words().map(drop))?;
        let mut common = Int::ONE;
        for value in self.0.iter().flatten().filter(|value| !value.is_integer()) {
            common = common.lcm(&value.denominator());
            common.to_i64().filter(|common| *common as u64 <= denominator)?;
        }
        let factor = Rat::from(&common);
        let cell = |slot: &Slot| match slot {
            None => Some(f64::INFINITY),
            Some(value) => {
                let whole = (value * &factor).to_i64()?;
                (whole.unsigned_abs() <= largest as u64).then_some(whole as f64)
            }
        };
        let values: Vec<f64> = self.0.iter().map(cell).collect::<Option<_>>()?;
        let cells = Cells::build(values.len(), |out| out.extend_from_slice(&values));
        Some((cells, common.to_i64()? as u64))
    }

    /// An entry.
    pub fn get(&self, index: usize) -> Option<&Rat> {
        self.0[index].as_ref()
    }

    /// Make an entry as small as a bound.
    pub fn lower(&mut self, index: usize, bound: &Rat) {
        if self.0[index].as_ref().is_none_or(|own| bound < own) {
            self.0[index] = Some(bound.clone());
        }
    }

    /// Make an entry infinite.
    pub fn clear(&mut self, index: usize) {
        self.0[index] = None;
    }

    /// Move a node and, the other way, its twin.
    pub fn shift(&mut self, rows: Rows, node: usize, step: &Rat) {
        let weight = |k: usize| match k {
            _ if k == node => 1,
            _ if rows.is_half() && k == node ^ 1 => -1,
            _ => 0,
        };
        for (i, j) in entries_of(rows, node) {
            if let Some(value) = &mut self.0[rows.index(i, j)] {
                *value += step * &Rat::from(weight(j) - weight(i));
            }
        }
    }

    fn zip(&self, other: &Rationals, combine: impl Fn(&Slot, &Slot) -> Slot) -> Rationals {
        Rationals(self.0.iter().zip(&other.0).map(|(a, b)| combine(a, b)).collect())
    }

    /// The larger entries.
    pub fn max(&self, other: &Rationals) -> Rationals {
        self.zip(other, |a, b| if slot_leq(a, b) { b.clone() } else { a.clone() })
    }

    /// The smaller entries.
    pub fn min(&self, other: &Rationals) -> Rationals {
        self.zip(other, |a, b| least(a, b).clone())
    }

    /// The entries that the other's are not above.
    pub fn widen(&self, other: &Rationals) -> Rationals {
        self.zip(other, |a, b| if slot_leq(b, a) { a.clone() } else { None })
    }

    /// The entries with those of the other in place of infinite ones.
    pub fn narrow(&self, other: &Rationals) -> Rationals {
        self.zip(other, |a, b| if a.is_none() { b.clone() } else { a.clone() })
    }

    /// Is no entry above the other's?
    pub fn leq(&self, other: &Rationals) -> bool {
        self.0.iter().zip(&other.0).all(|(a, b)| slot_leq(a, b))
    }

    /// The matrix with other nodes.
    pub fn gather(&self, from: Rows, to: Rows, sources: &[Option<usize>]) -> Rationals {
        let mut result = vec![None; to.len()];
        for (i, j) in to.entries() {
            result[to.index(i, j)] = match (sources[i], sources[j]) {
                _ if i == j => Some(Rat::ZERO),
                (Some(source_i), Some(source_j)) => self.0[from.index(source_i, source_j)].clone(),
                _ => None,
            };
        }
        Rationals(result)
    }

    /// The matrix where a node and its twin are copies of others.
    pub fn copied(&self, rows: Rows, target: usize, source: usize) -> Rationals {
        let mut sources: Vec<Option<usize>> = (0..rows.nodes()).map(Some).collect();
        sources[target] = Some(source);
        if rows.is_half() {
            sources[target ^ 1] = Some(source ^ 1);
        }
        self.gather(rows, rows, &sources)
    }

    /// Tight strong closure.
    pub fn close(&mut self, layout: &Layout) -> Closing {
        let closing = self.close_in_words(layout, |wide| wide.close(layout));
        closing.unwrap_or_else(|| self.close_slowly(layout))
    }

    /// The same for a matrix that was closed before entries between these nodes became smaller.
    pub fn close_again(&mut self, layout: &Layout, lowered: &[usize]) -> Closing {
        let closing = self.close_in_words(layout, |wide| wide.close_again(layout, lowered));
        closing.unwrap_or_else(|| self.close_slowly(layout))
    }

    /// In integers of 128 bits; `None` if the entries do not fit.
    fn close_in_words(
        &mut self,
        layout: &Layout,
        close: impl FnOnce(&mut Wide) -> Closing,
    ) -> Option<Closing> {
        let (rows, nodes) = (layout.rows, layout.rows.nodes());
        let places = (0..nodes * nodes).map(|at| rows.index(at / nodes, at % nodes));
        let mut wide = Wide::new(nodes, places.map(|at| self.0[at].as_ref()))?;
        let closing = close(&mut wide);
        if closing != Closing::Empty {
            for (i, j) in rows.entries() {
                let slot = &mut self.0[rows.index(i, j)];
                if let Some(new) = wide.changed(i, j, slot.as_ref()) {
                    *slot = new;
                }
            }
        }
        Some(closing)
    }

    /// By the textbook.
    fn close_slowly(&mut self, layout: &Layout) -> Closing {
        let rows = layout.rows;
        let mut full = self.to_full(rows);
        shortest_paths(&mut full);
        for _ in 0..MIXED_ROUNDS {
            if !layout.mixed || !round_down(&mut full, layout) {
                break;
            }
            shortest_paths(&mut full);
        }
        if rows.is_half() {
            tighten(&mut full, layout);
            strengthen(&mut full);
        }
        let negative = |i: usize| full[i][i].as_ref().is_some_and(Rat::is_negative);
        if (0..rows.nodes()).any(negative) {
            return Closing::Empty;
        }
        for (i, j) in rows.entries() {
            self.0[rows.index(i, j)] = full[i][j].take();
        }
        if layout.mixed { Closing::Loose } else { Closing::Tight }
    }

    fn to_full(&self, rows: Rows) -> Vec<Vec<Slot>> {
        let row = |i| (0..rows.nodes()).map(|j| self.0[rows.index(i, j)].clone()).collect();
        (0..rows.nodes()).map(row).collect()
    }
}

fn lower(slot: &mut Slot, bound: Rat) -> bool {
    let lower = slot.as_ref().is_none_or(|own| bound < *own);
    if lower {
        *slot = Some(bound);
    }
    lower
}

/// Floyd and Warshall. Stops at a negative cycle, where numbers would grow without bound.
fn shortest_paths(full: &mut [Vec<Slot>]) {
    let nodes = full.len();
    for k in 0..nodes {
        let pivot = full[k].clone();
        for row in full.iter_mut() {
            let Some(to_k) = row[k].clone() else { continue };
            for (entry, from_k) in row.iter_mut().zip(&pivot) {
                if let Some(from_k) = from_k {
                    lower(entry, &to_k + from_k);
                }
            }
        }
        if (0..nodes).any(|i| full[i][i].as_ref().is_some_and(Rat::is_negative)) {
            return;
        }
    }
}

/// The largest integer, or even integer, that is not above.
fn rounded(value: &Rat, doubled: bool) -> Rat {
    match doubled {
        true => &Rat::from(value.midpoint(&Rat::ZERO).floor()) * &Rat::from(2),
        false => value.floor().into(),
    }
}

fn round_down(full: &mut [Vec<Slot>], layout: &Layout) -> bool {
    let mut changed = false;
    for (i, row) in full.iter_mut().enumerate().filter(|(i, _)| layout.integral[*i]) {
        for (j, entry) in row.iter_mut().enumerate() {
            if let Some(value) = entry.as_ref().filter(|_| i != j && layout.integral[j]) {
                let bound = rounded(value, layout.rows.is_half() && i == j ^ 1);
                changed |= lower(entry, bound);
            }
        }
    }
    changed
}

fn tighten(full: &mut [Vec<Slot>], layout: &Layout) {
    for i in (0..full.len()).filter(|i| layout.integral[*i]) {
        if let Some(value) = &full[i][i ^ 1] {
            full[i][i ^ 1] = Some(rounded(value, true));
        }
    }
}

/// Bounds of sums and differences from those of the variables, and 0 from opposite bounds.
fn strengthen(full: &mut [Vec<Slot>]) {
    let half: Vec<Slot> = (0..full.len())
        .map(|i| full[i][i ^ 1].as_ref().map(|value| value.midpoint(&Rat::ZERO)))
        .collect();
    for (i, row) in full.iter_mut().enumerate() {
        for (j, entry) in row.iter_mut().enumerate() {
            if let (Some(a), Some(b)) = (&half[i], &half[j ^ 1]) {
                lower(entry, a + b);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::expr::Space;
    use crate::octagons::Octagonal;
    use crate::weakly_relational::Shape;
    use crate::weakly_relational::exact::nodes_of;
    use crate::weakly_relational::layout::Entry;
    use crate::zones::Differences;

    /// Both closures of matrices of many kinds: integers and reals, small numbers and such near the end of 64 bits, halves.
    fn check<S: Shape>(space: &Space, seed: u64) -> Closing {
        let layout = Layout::of::<S>(space);
        let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
        let mut next = |most: u64| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            (state >> 11) % most
        };
        let mut slots = vec![None; layout.rows.len()];
        for (i, j) in layout.rows.entries() {
            let small = Rat::from(next(40) as i64 - 8);
            slots[layout.rows.index(i, j)] = match next(6) {
                _ if i == j => Some(Rat::ZERO),
                0 => Some(small),
                1 => Some(small.midpoint(&Rat::ZERO)),
                2 => Some(&small + &Rat::from(i128::from(u64::MAX))),
                3 => Some(&small - &Rat::from(i128::from(i64::MAX) * next(2) as i128)),
                _ => None,
            };
        }
        let (mut wide, mut slow) = (Rationals(slots.clone()), Rationals(slots));
        let closing = wide.close_in_words(&layout, |wide| wide.close(&layout));
        let closing = closing.expect("the numbers fit");
        assert_eq!(closing, slow.close_slowly(&layout));
        if closing == Closing::Empty {
            return closing;
        }
        assert_eq!(wide, slow);
        // Rounding may leave something to be done.
        let mut twice = wide.clone();
        twice.close(&layout);
        if twice != wide {
            return closing;
        }
        // Some more bounds.
        let entries: Vec<Entry> = layout.rows.entries().filter(|(i, j)| i != j).collect();
        let bounds = (0..1 + next(2)).map(|_| {
            let entry = entries[next(entries.len() as u64) as usize];
            (entry, Rat::from(next(30) as i64 - 10))
        });
        let bounds: Vec<(Entry, Rat)> = bounds.collect();
        for (entry, bound) in &bounds {
            for matrix in [&mut wide, &mut slow] {
                matrix.lower(layout.rows.index(entry.0, entry.1), bound);
            }
        }
        let again = wide.close_again(&layout, &nodes_of(layout.rows, &bounds));
        assert_eq!(again, slow.close_slowly(&layout));
        if again != Closing::Empty {
            assert_eq!(wide, slow);
        }
        closing
    }

    #[test]
    fn words_and_rationals_come_to_the_same() {
        let mut seen = Vec::new();
        for seed in 0..600 {
            let dimensions = 1 + seed as usize % 4;
            let mixed = Space::new((0..dimensions).map(|v| match v % 2 {
                0 => crate::expr::VarKind::Int,
                _ => crate::expr::VarKind::Real,
            }));
            for space in [Space::integers(dimensions), Space::reals(dimensions), mixed] {
                seen.push(check::<Octagonal>(&space, seed));
                seen.push(check::<Differences>(&space, seed));
            }
        }
        for closing in [Closing::Empty, Closing::Tight, Closing::Loose] {
            assert!(seen.iter().filter(|own| **own == closing).count() > 50, "{closing:?}");
        }
    }
}
