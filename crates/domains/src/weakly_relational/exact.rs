//! Exact bounds: integers over one common denominator, or rationals when they grow too large.

use std::borrow::Cow;

use super::Sealed;
use super::float::{
    copied_cells, forget_cells, gather_cells, min_cells, narrow_cells, scatter_cells, shift_cells,
};
use super::layout::{Entry, Layout};
use super::matrix::{Closing, Matrix, entries_of};
use super::rationals::Rationals;
use super::tighten;
use crate::kernels::{self, Adding, Cells, Level, Rows};
use crate::numbers::{Rat, gcd_u64};

/// A matrix of exact bounds.
///
/// The common case is a matrix of integers, times one denominator for all, so small that no sum
/// along a path leaves the integers that an f64 holds exactly: then the plain f64 kernels are exact
/// and infinity is a number like others. Where that does not hold, the whole matrix is promoted to
/// rationals, and comes back when it can.
#[derive(Clone, Debug)]
pub struct Exact(Form);

#[derive(Clone, Debug)]
enum Form {
    /// Integers of magnitude up to [`LARGEST`], and the denominator, up to [`DENOMINATOR`].
    Small(Cells, u64),
    Big(Rationals),
}

use Form::{Big, Small};

/// Entries of integer matrices are not beyond this.
const LARGEST: f64 = (1u64 << 52) as f64;
/// Entries that were closed as integers are not beyond this.
const HALF_LARGEST: f64 = LARGEST / 2.0;
/// Denominators of integer matrices are not beyond this.
const DENOMINATOR: u64 = 1 << 20;

/// Cells times an integer, if that stays in range.
fn scaled(cells: &Cells, factor: u64) -> Option<Cow<'_, Cells>> {
    if factor == 1 {
        return Some(Cow::Borrowed(cells));
    }
    let fit = kernels::on_grid(Level::best(), cells, 0, LARGEST / factor as f64);
    fit.then(|| Cow::Owned(times(cells, factor as f64)))
}

fn times(cells: &Cells, factor: f64) -> Cells {
    Cells::build(cells.len(), |out| kernels::scale_of(Level::best(), cells, factor, out))
}

/// The nodes of some entries and, in half matrices, their twins, each once.
pub(super) fn nodes_of(rows: Rows, bounds: &[(Entry, Rat)]) -> Vec<usize> {
    let ends = bounds.iter().flat_map(|((i, j), _)| [*i, *j]);
    let twins = |node: usize| [node, if rows.is_half() { node ^ 1 } else { node }];
    let mut nodes: Vec<usize> = ends.flat_map(twins).collect();
    nodes.sort_unstable();
    nodes.dedup();
    nodes
}

/// Two matrices over one denominator.
type Aligned<'a> = (Cow<'a, Cells>, Cow<'a, Cells>, u64);

impl Exact {
    fn aligned<'a>(&'a self, other: &'a Exact) -> Option<Aligned<'a>> {
        let (Small(a, a_unit), Small(b, b_unit)) = (&self.0, &other.0) else { return None };
        if a_unit == b_unit {
            return Some((Cow::Borrowed(a), Cow::Borrowed(b), *a_unit));
        }
        let common = gcd_u64(*a_unit, *b_unit);
        let (a_factor, b_factor) = (b_unit / common, a_unit / common);
        let unit = a_unit.checked_mul(a_factor).filter(|unit| *unit <= DENOMINATOR)?;
        Some((scaled(a, a_factor)?, scaled(b, b_factor)?, unit))
    }

    /// Integer matrices and factors that bring them to one denominator, if these differ and are powers
    /// of 2: then products are exact and nothing need be copied. Strengthening makes such denominators.
    fn comparable<'a>(&'a self, other: &'a Exact) -> Option<(&'a Cells, &'a Cells, [f64; 2])> {
        let (Small(a, a_unit), Small(b, b_unit)) = (&self.0, &other.0) else { return None };
        if a_unit == b_unit {
            return None;
        }
        let common = gcd_u64(*a_unit, *b_unit);
        let factors = [b_unit / common, a_unit / common];
        let exact = factors.iter().all(|factor| factor.is_power_of_two());
        exact.then_some((a, b, factors.map(|factor| factor as f64)))
    }

    fn rationals(&self) -> Cow<'_, Rationals> {
        match &self.0 {
            Small(cells, unit) => Cow::Owned(Rationals::of_cells(cells, *unit)),
            Big(rationals) => Cow::Borrowed(rationals),
        }
    }

    /// As small as it can be.
    fn demoted(rationals: Rationals) -> Exact {
        match rationals.to_cells(DENOMINATOR, LARGEST) {
            Some((cells, unit)) => Exact(Small(cells, unit)),
            None => Exact(Big(rationals)),
        }
    }

    /// Change the matrix as rationals.
    fn promoted<R>(&mut self, change: impl FnOnce(&mut Rationals) -> R) -> R {
        let mut rationals = match std::mem::replace(&mut self.0, Big(Rationals::default())) {
            Small(cells, unit) => Rationals::of_cells(&cells, unit),
            Big(rationals) => rationals,
        };
        let result = change(&mut rationals);
        *self = Exact::demoted(rationals);
        result
    }

    /// The number as an entry of the integer matrix, whose denominator grows where it must. `None`
    /// if the matrix is none or would leave its range.
    fn scaled_entry(&mut self, value: &Rat) -> Option<f64> {
        let Small(cells, unit) = &mut self.0 else { return None };
        let (numerator, denominator) = value.to_words()?;
        let factor = if denominator == 1 { 1 } else { denominator / gcd_u64(denominator, *unit) };
        if factor > 1 {
            let larger = unit.checked_mul(factor).filter(|unit| *unit <= DENOMINATOR)?;
            let Cow::Owned(grown) = scaled(cells, factor)? else { return None };
            (*cells, *unit) = (grown, larger);
        }
        let entry = numerator.checked_mul(i64::try_from(*unit / denominator).ok()?)?;
        (entry.unsigned_abs() <= LARGEST as u64).then_some(entry as f64)
    }

    /// Bounds as entries of the integer matrix, if sums with them are exact.
    fn scaled_bounds(
        &mut self,
        layout: &Layout,
        bounds: &[(Entry, Rat)],
    ) -> Option<Vec<(Entry, f64)>> {
        // The denominator of one may make those before it larger.
        bounds.iter().try_for_each(|(_, bound)| self.scaled_entry(bound).map(drop))?;
        let level = Level::best();
        let value = |(entry, bound): &(Entry, Rat)| {
            let value = self.scaled_entry(bound)?;
            let small = kernels::exact_grid(level, &[value], layout.rows, layout.closures());
            small.then_some((*entry, value))
        };
        bounds.iter().map(value).collect()
    }

    /// After strengthening, entries may be halves: double everything; and where all have become
    /// even, halve.
    fn normalise(&mut self) {
        let Small(cells, unit) = &mut self.0 else { return };
        let level = Level::best();
        if !kernels::on_grid(level, cells, 0, HALF_LARGEST) {
            (*cells, *unit) = (times(cells, 2.0), *unit * 2);
        }
        while unit.is_multiple_of(2) && kernels::on_grid(level, cells, -1, LARGEST) {
            (*cells, *unit) = (times(cells, 0.5), *unit / 2);
        }
    }

    /// The integer matrix, if plain sums in it are exact, and its unit.
    fn exact_cells(&mut self, layout: &Layout) -> Option<(&mut Cells, f64)> {
        let Small(cells, unit) = &mut self.0 else { return None };
        let exact = kernels::exact_grid(Level::best(), cells, layout.rows, layout.closures());
        (exact && *unit < DENOMINATOR).then_some((cells, *unit as f64))
    }
}

impl Sealed for Exact {}

impl Matrix for Exact {
    const EXACT: bool = true;

    fn top(rows: Rows) -> Exact {
        Exact(Small(Cells::top(rows), 1))
    }

    fn get(&self, rows: Rows, (i, j): Entry) -> Option<Rat> {
        match &self.0 {
            Small(cells, unit) => {
                let value = cells[rows.index(i, j)];
                (value < f64::INFINITY).then(|| entry_value(value, *unit))
            }
            Big(rationals) => rationals.get(rows.index(i, j)).cloned(),
        }
    }

    fn holds(_: &Rat) -> bool {
        true
    }

    fn lower(&mut self, rows: Rows, (i, j): Entry, bound: &Rat) {
        let index = rows.index(i, j);
        match (self.scaled_entry(bound), &mut self.0) {
            (Some(value), Small(cells, _)) => cells[index] = cells[index].min(value),
            _ => self.promoted(|rationals| rationals.lower(index, bound)),
        }
    }

    fn max(&self, other: &Exact) -> Exact {
        match self.aligned(other) {
            Some((a, b, unit)) => {
                let level = Level::best();
                let cells = Cells::build(a.len(), |out| kernels::max_of(level, &a, &b, out));
                Exact(Small(cells, unit))
            }
            None => Exact::demoted(self.rationals().max(&other.rationals())),
        }
    }

    fn min(&self, other: &Exact) -> (Exact, bool, bool) {
        match self.aligned(other) {
            Some((a, b, unit)) => {
                let (cells, same) = min_cells(&a, &b);
                (Exact(Small(cells, unit)), same.0, same.1)
            }
            None => {
                let (a, b) = (self.rationals(), other.rationals());
                let least = a.min(&b);
                let same = (*a == least, *b == least);
                (Exact::demoted(least), same.0, same.1)
            }
        }
    }

    fn leq(&self, other: &Exact) -> bool {
        if let Some((a, b, factors)) = self.comparable(other) {
            return kernels::all_leq_scaled(Level::best(), a, b, factors);
        }
        match self.aligned(other) {
            Some((a, b, _)) => kernels::all_leq(Level::best(), &a, &b),
            None => self.rationals().leq(&other.rationals()),
        }
    }

    fn leq_max(&self, one: &Exact, other: &Exact) -> Option<bool> {
        match (&self.0, &one.0, &other.0) {
            (Small(own, unit), Small(a, a_unit), Small(b, b_unit))
                if [a_unit, b_unit] == [unit; 2] =>
            {
                Some(kernels::all_leq_max(Level::best(), own, a, b))
            }
            _ => None,
        }
    }

    fn same(&self, other: &Exact) -> bool {
        if let Some((a, b, factors)) = self.comparable(other) {
            return kernels::all_same_scaled(Level::best(), a, b, factors);
        }
        match self.aligned(other) {
            Some((a, b, _)) => kernels::all_same(Level::best(), &a, &b),
            None => self.rationals() == other.rationals(),
        }
    }

    fn widen(&self, other: &Exact) -> Exact {
        match self.aligned(other) {
            Some((a, b, unit)) => {
                let level = Level::best();
                let cells = Cells::build(a.len(), |out| kernels::widen_of(level, &a, &b, out));
                Exact(Small(cells, unit))
            }
            None => Exact::demoted(self.rationals().widen(&other.rationals())),
        }
    }

    fn narrow(&self, other: &Exact) -> Option<Exact> {
        match self.aligned(other) {
            Some((a, b, unit)) => narrow_cells(&a, &b).map(|cells| Exact(Small(cells, unit))),
            None => {
                let own = self.rationals();
                let refined = own.narrow(&other.rationals());
                (refined != *own).then(|| Exact::demoted(refined))
            }
        }
    }

    fn close(&mut self, layout: &Layout) -> Closing {
        let closing = match self.exact_cells(layout) {
            Some((cells, unit)) => tighten::close(cells, layout, Adding::Plain, unit),
            None => return self.promoted(|rationals| rationals.close(layout)),
        };
        self.normalise();
        closing
    }

    fn constrain(&mut self, layout: &Layout, bounds: &[(Entry, Rat)]) -> Closing {
        let closing = match (self.scaled_bounds(layout, bounds), self.exact_cells(layout)) {
            (Some(values), Some((cells, unit))) => {
                tighten::constrain(cells, layout, Adding::Plain, unit, values.into_iter())
            }
            _ => {
                bounds.iter().for_each(|(entry, bound)| self.lower(layout.rows, *entry, bound));
                return match self.exact_cells(layout) {
                    Some(_) => self.close(layout),
                    None => {
                        let lowered = nodes_of(layout.rows, bounds);
                        self.promoted(|rationals| rationals.close_again(layout, &lowered))
                    }
                };
            }
        };
        self.normalise();
        closing
    }

    fn close_node(&mut self, layout: &Layout, node: usize) -> Closing {
        let level = Level::best();
        let closing = match self.exact_cells(layout) {
            Some((cells, unit)) => {
                match kernels::close_node(level, Adding::Plain, cells, layout.rows, node) {
                    true => tighten::finish(cells, layout, Adding::Plain, unit),
                    false => return Closing::Empty,
                }
            }
            None => return self.close(layout),
        };
        self.normalise();
        closing
    }

    fn forget(&mut self, rows: Rows, node: usize) {
        match &mut self.0 {
            Small(cells, _) => forget_cells(cells, rows, node),
            Big(_) => self.promoted(|rationals| {
                entries_of(rows, node).for_each(|(i, j)| rationals.clear(rows.index(i, j)));
            }),
        }
    }

    fn gather(&self, from: Rows, to: Rows, sources: &[Option<usize>]) -> Exact {
        match &self.0 {
            Small(cells, unit) => Exact(Small(gather_cells(cells, from, to, sources), *unit)),
            Big(rationals) => Exact::demoted(rationals.gather(from, to, sources)),
        }
    }

    fn scatter(&mut self, rows: Rows, other: &Exact, from: Rows, places: &[Option<usize>]) {
        if let (Small(cells, unit), Small(others, other_unit)) = (&mut self.0, &other.0)
            && unit == other_unit
        {
            return scatter_cells(cells, rows, others, from, places);
        }
        let source = |node: usize| places.iter().position(|place| *place == Some(node));
        let sources: Vec<Option<usize>> = (0..rows.nodes()).map(source).collect();
        *self = self.min(&other.gather(from, rows, &sources)).0;
    }

    fn copied(&self, rows: Rows, target: usize, source: usize) -> Exact {
        match &self.0 {
            Small(cells, unit) => Exact(Small(copied_cells(cells, rows, target, source), *unit)),
            Big(rationals) => Exact::demoted(rationals.copied(rows, target, source)),
        }
    }

    fn shift(&mut self, rows: Rows, node: usize, step: &Rat) -> bool {
        if let Some(step) = self.scaled_entry(step)
            && let Small(cells, _) = &mut self.0
        {
            let limit = LARGEST - 2.0 * step.abs();
            let mut fits = true;
            shift_cells(cells, rows, node, |entries, _| {
                fits &= entries.iter().all(|value| value.abs() <= limit || *value == f64::INFINITY);
            });
            if fits {
                shift_cells(cells, rows, node, |entries, weight| {
                    entries.iter_mut().for_each(|entry| *entry += weight as f64 * step);
                });
                return true;
            }
        }
        self.promoted(|rationals| rationals.shift(rows, node, step));
        true
    }
}

/// The value of a finite entry of an integer matrix.
pub(super) fn entry_value(value: f64, unit: u64) -> Rat {
    let whole = value as i64;
    if unit == 1 {
        return Rat::from(whole);
    }
    Rat::new(whole, unit as i64).expect("a denominator is not 0")
}
