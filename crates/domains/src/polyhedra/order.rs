//! Inclusion and equality, and how far a polyhedron reaches.

use std::cmp::Ordering;
use std::hash::{DefaultHasher, Hash, Hasher};

use super::description::Description;
use super::element::Polyhedron;
use super::pair::Pair;
use super::table::Space;
use crate::expr::{LinearExpr, Relation};
use crate::linear::matrix::Matrix;
use crate::linear::scalar::Scalar;
use crate::linear::terms::Terms;
use crate::numbers::{Bound, Rat};

/// Is every point of `a` one of `b`?
pub(super) fn is_below(a: &Polyhedron, b: &Polyhedron) -> bool {
    if a.is(b) {
        return true;
    }
    match (a.description(), b.description()) {
        (None, _) => true,
        (_, None) => false,
        (Some(Description::Words(x)), Some(Description::Words(y))) => {
            let quick = if a.is_strict() { None } else { table_below(a, x, y) };
            quick.unwrap_or_else(|| pair_below(x, y, a.is_strict()))
        }
        (Some(x), Some(y)) => pair_below(&x.to_big(), &y.to_big(), a.is_strict()),
    }
}

/// [`pair_below`] for closed polyhedra with small entries; `None` if they are not small enough.
fn table_below(a: &Polyhedron, x: &Pair<i64>, y: &Pair<i64>) -> Option<bool> {
    if cannot_be_below(x, y) {
        return Some(false);
    }
    let (table, mut space) = (a.table()?, Space::new(x.width()));
    for row in y.inequalities.iter() {
        let (below, _) = table.signs(row, &mut space)?;
        if below {
            return Some(false);
        }
    }
    for row in y.equalities.iter() {
        if table.signs(row, &mut space)? != (false, false) {
            return Some(false);
        }
    }
    Some(true)
}

/// The dimension cannot shrink, nor the space of lines.
fn cannot_be_below<T: Scalar>(a: &Pair<T>, b: &Pair<T>) -> bool {
    a.lines.len() > b.lines.len() || a.equalities.len() < b.equalities.len()
}

/// Have they the same points? Closed polyhedra have unique rows, so that their fingerprints tell.
pub(super) fn is_equal(a: &Polyhedron, b: &Polyhedron) -> bool {
    if a.is(b) {
        return true;
    }
    if a.is_strict() {
        return is_below(a, b) && is_below(b, a);
    }
    a.fingerprint() == b.fingerprint()
        && match (a.description(), b.description()) {
            (None, None) => true,
            (Some(Description::Words(x)), Some(Description::Words(y))) => same_rows(x, y),
            (Some(Description::Big(x)), Some(Description::Big(y))) => same_rows(x, y),
            _ => false,
        }
}

fn same_rows<T: Scalar>(a: &Pair<T>, b: &Pair<T>) -> bool {
    a.equalities == b.equalities && a.inequalities.same_set(&b.inequalities)
}

/// The generators of `a` satisfy the constraints of `b`.
fn pair_below<T: Scalar>(a: &Pair<T>, b: &Pair<T>, strict: bool) -> bool {
    if cannot_be_below(a, b) {
        return false;
    }
    // The column for strictness does not count in products.
    let end = a.width() - usize::from(strict);
    let mut terms = Terms::against([&a.rays, &a.lines]);
    // Inequalities first: they refute most often.
    b.inequalities.iter().all(|row| {
        terms.load(&row[..end]);
        let open = strict && excludes(row);
        a.rays.iter().all(|ray| match terms.sign_at(&ray[..end]) {
            Ordering::Less => false,
            Ordering::Greater => true,
            Ordering::Equal => !(open && is_point(ray)),
        }) && a.lines.iter().all(|line| terms.sign_at(&line[..end]).is_eq())
    }) && b.equalities.iter().all(|row| {
        terms.load(&row[..end]);
        a.rays.iter().chain(a.lines.iter()).all(|row| terms.sign_at(&row[..end]).is_eq())
    })
}

/// Is the constraint, with a column for strictness, a strict one?
pub(super) fn excludes<T: Scalar>(row: &[T]) -> bool {
    row[row.len() - 1].sign() == Ordering::Less
}

/// Is the generator, with a column for strictness, a point of the polyhedron itself and not only
/// of its closure?
pub(super) fn is_point<T: Scalar>(generator: &[T]) -> bool {
    generator[generator.len() - 1].sign() == Ordering::Greater
}

/// A number that depends on the constraints, but not on their order.
pub(super) fn fingerprint<T: Scalar>(pair: &Pair<T>) -> u64 {
    let rows = pair.equalities.iter().chain(pair.inequalities.iter());
    rows.fold(1, |sum: u64, row| {
        let mut hasher = DefaultHasher::new();
        row.hash(&mut hasher);
        sum.wrapping_add(hasher.finish())
    })
}

/// Where an expression goes over a polyhedron: its bounds, and whether points of the polyhedron
/// attain them.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Range {
    pub low: Bound<Rat>,
    pub high: Bound<Rat>,
    pub low_attained: bool,
    pub high_attained: bool,
}

impl Range {
    /// Do all values relate to 0 so, does none, or is it one and the other?
    pub fn satisfies(&self, relation: Relation) -> Option<bool> {
        let zero = Bound::Finite(Rat::ZERO);
        let above = self.low > zero || (self.low == zero && !self.low_attained);
        let below = self.high < zero || (self.high == zero && !self.high_attained);
        let is_zero = self.low == zero && self.high == zero;
        let (yes, no) = match relation {
            Relation::Ge => (self.low >= zero, below),
            Relation::Gt => (above, self.high <= zero),
            Relation::Eq => (is_zero, above || below),
            Relation::Ne => (above || below, is_zero),
        };
        if yes { Some(true) } else { no.then_some(false) }
    }
}

/// The range of an expression, read off the generators; `None` if there is no point.
pub(super) fn range(a: &Polyhedron, expr: &LinearExpr) -> Option<Range> {
    let description = a.description()?;
    let mut matrix = Matrix::new(a.width());
    let denominator = matrix.push_expr(expr, a.is_strict().then_some(0));
    let factor = Rat::from(denominator).recip().expect("denominators are not 0");
    let range = match (description, &matrix) {
        (Description::Words(pair), Matrix::Words(rows)) => {
            pair_range(pair, rows.row(0), a.is_strict())
        }
        _ => pair_range(&description.to_big(), matrix.to_big().row(0), a.is_strict()),
    };
    let scale = |bound: Bound<Rat>| bound.map(|value| value * &factor);
    Some(Range { low: scale(range.low), high: scale(range.high), ..range })
}

fn pair_range<T: Scalar>(pair: &Pair<T>, row: &[T], strict: bool) -> Range {
    let mut range = Range {
        low: Bound::PlusInfinity,
        high: Bound::MinusInfinity,
        low_attained: false,
        high_attained: false,
    };
    let moves = |line: &[T]| T::sign_of(&T::dot(row, line)) != Ordering::Equal;
    if pair.lines.iter().any(moves) {
        return Range { low: Bound::MinusInfinity, high: Bound::PlusInfinity, ..range };
    }
    let (mut falls, mut rises) = (false, false);
    for ray in pair.rays.iter() {
        let product = T::dot(row, ray);
        if ray[0].sign() != Ordering::Greater {
            falls |= T::sign_of(&product) == Ordering::Less;
            rises |= T::sign_of(&product) == Ordering::Greater;
            continue;
        }
        let value = Rat::new(T::int_of(&product), ray[0].to_int()).expect("it is not 0");
        let value = Bound::Finite(value);
        let attained = !strict || is_point(ray);
        if value <= range.low {
            range.low_attained = attained || (value == range.low && range.low_attained);
            range.low = value.clone();
        }
        if value >= range.high {
            range.high_attained = attained || (value == range.high && range.high_attained);
            range.high = value;
        }
    }
    if falls {
        (range.low, range.low_attained) = (Bound::MinusInfinity, false);
    }
    if rises {
        (range.high, range.high_attained) = (Bound::PlusInfinity, false);
    }
    range
}
