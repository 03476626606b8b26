//! A double description in whichever number type it fits, and the steps that make new ones.

use std::cmp::Ordering;

use super::pair::Pair;
use crate::linear::matrix::Matrix;
use crate::linear::rows::Rows;
use crate::linear::scalar::{MOST_COLUMNS, Scalar};
use crate::numbers::Int;

/// A double description over words, or over big integers where words do not suffice. It is
/// demoted when it can be, so that equal polyhedra have the same form.
#[derive(Clone, Debug)]
pub(crate) enum Description {
    Words(Pair<i64>),
    Big(Pair<Int>),
}

/// A way from one description to another. The outer `None` of the result means overflow, the inner
/// one an empty polyhedron.
pub(crate) trait Step {
    fn apply<T: Scalar>(&self, pair: &Pair<T>) -> Option<Option<Pair<T>>>;
}

/// Run the code for whichever pair of numbers it is.
macro_rules! with_pair {
    ($description:expr, $pair:ident => $body:expr) => {
        match $description {
            $crate::polyhedra::description::Description::Words($pair) => $body,
            $crate::polyhedra::description::Description::Big($pair) => $body,
        }
    };
}
pub(crate) use with_pair;

impl Description {
    /// All points of so many variables. With a column for strictness, see
    /// [`Polyhedra`](super::Polyhedra), it is bounded by 0 and 1.
    pub fn universe(dimensions: usize, strict: bool) -> Description {
        let width = dimensions + 1 + usize::from(strict);
        let pair: Pair<i64> = universe(dimensions, width, strict);
        if width > MOST_COLUMNS {
            return Description::Big(pair.convert().expect("big integers hold words"));
        }
        Description::Words(pair)
    }

    /// Take a step in words, or in big integers if that overflows.
    pub fn step(&self, step: &impl Step) -> Option<Description> {
        if let Description::Words(pair) = self
            && let Some(result) = step.apply(pair)
        {
            return result.map(Description::Words);
        }
        let result = step.apply(&self.to_big()).expect("big integers do not overflow")?;
        Some(match result.convert() {
            Some(pair) if result.width() <= MOST_COLUMNS => Description::Words(pair),
            _ => Description::Big(result),
        })
    }

    pub fn to_big(&self) -> Pair<Int> {
        match self {
            Description::Words(pair) => pair.convert().expect("big integers hold words"),
            Description::Big(pair) => pair.clone(),
        }
    }

    pub fn equalities(&self) -> Matrix {
        self.rows(|pair| &pair.equalities, |pair| &pair.equalities)
    }

    pub fn inequalities(&self) -> Matrix {
        self.rows(|pair| &pair.inequalities, |pair| &pair.inequalities)
    }

    pub fn lines(&self) -> Matrix {
        self.rows(|pair| &pair.lines, |pair| &pair.lines)
    }

    pub fn rays(&self) -> Matrix {
        self.rows(|pair| &pair.rays, |pair| &pair.rays)
    }

    fn rows(
        &self,
        words: impl Fn(&Pair<i64>) -> &Rows<i64>,
        big: impl Fn(&Pair<Int>) -> &Rows<Int>,
    ) -> Matrix {
        match self {
            Description::Words(pair) => Matrix::Words(words(pair).clone()),
            Description::Big(pair) => Matrix::Big(big(pair).clone()),
        }
    }
}

fn universe<T: Scalar>(dimensions: usize, width: usize, strict: bool) -> Pair<T> {
    let mut lines = Rows::with_capacity(width, dimensions);
    (1..=dimensions).for_each(|column| lines.push_unit(column, T::ONE));
    let (mut rays, mut inequalities) = (Rows::new(width), Rows::new(width));
    let mut saturation = super::bits::Bits::zeros(if strict { 2 } else { 1 }, 2);
    rays.push_unit(0, T::ONE);
    inequalities.push_unit(0, T::ONE);
    if strict {
        let last = width - 1;
        rays.push_unit(0, T::ONE);
        rays.row_mut(1)[last] = T::ONE;
        inequalities.row_mut(0)[last] = T::ONE;
        inequalities.row_mut(0)[last].negate();
        inequalities.push_unit(last, T::ONE);
        saturation.set(0, 1);
        saturation.set(1, 0);
    }
    Pair { equalities: Rows::new(width), inequalities, lines, rays, saturation }
}

/// Cut by constraints; `marker` is the column in which the generators of points are positive.
pub(crate) struct Cut<'a> {
    pub equalities: &'a Matrix,
    pub inequalities: &'a Matrix,
    pub marker: usize,
}

impl Step for Cut<'_> {
    fn apply<T: Scalar>(&self, pair: &Pair<T>) -> Option<Option<Pair<T>>> {
        let (equalities, inequalities) = (T::rows(self.equalities)?, T::rows(self.inequalities)?);
        pair.with_constraints(&equalities, &inequalities, self.marker)
    }
}

/// Add generators.
pub(crate) struct Span<'a> {
    pub lines: &'a Matrix,
    pub rays: &'a Matrix,
}

impl Step for Span<'_> {
    fn apply<T: Scalar>(&self, pair: &Pair<T>) -> Option<Option<Pair<T>>> {
        let (lines, rays) = (T::rows(self.lines)?, T::rows(self.rays)?);
        pair.with_generators(&lines, &rays).map(Some)
    }
}

/// Substitute `x := e` where `e` depends on `x`, so that nothing is lost: both descriptions are
/// mapped row by row and stay minimal.
///
/// With `e = (K x + A) / D` for integers, `change` is the row of `K x + A - D x`. A generator `g`
/// becomes `D g + (change g) x`, a constraint `c` becomes `|K| c - sign(K) c[x] change`.
pub(crate) struct Substitute {
    pub column: usize,
    pub change: Matrix,
    pub denominator: Int,
    pub factor: Int,
}

impl Step for Substitute {
    fn apply<T: Scalar>(&self, pair: &Pair<T>) -> Option<Option<Pair<T>>> {
        let change = T::rows(&self.change)?;
        let change = change.row(0);
        let (denominator, factor) =
            (T::entry(&self.denominator)?.product(), T::entry(&self.factor.abs())?.product());
        let mut unit = vec![T::ZERO; change.len()];
        unit[self.column] = T::ONE;
        let generators = |rows: &Rows<T>| {
            let mut mapped = Rows::with_capacity(rows.width(), rows.len());
            for row in rows.iter() {
                let product = T::negated_product(&T::dot(change, row));
                mapped.push_combined((row, &denominator), (&unit, &product))?;
            }
            Some(mapped)
        };
        let constraints = |rows: &Rows<T>| {
            let mut mapped = Rows::with_capacity(rows.width(), rows.len());
            for row in rows.iter() {
                let mut entry = row[self.column].product();
                if self.factor.is_negative() {
                    entry = T::negated_product(&entry);
                }
                mapped.push_combined((row, &factor), (change, &entry))?;
            }
            Some(mapped)
        };
        let mapped = Pair {
            equalities: constraints(&pair.equalities)?,
            inequalities: constraints(&pair.inequalities)?,
            lines: generators(&pair.lines)?,
            rays: generators(&pair.rays)?,
            saturation: pair.saturation.clone(),
        };
        mapped.canonical().map(Some)
    }
}

/// Give a column of which nothing is known a value: the row of the value minus the column, all times
/// a positive integer, is 0.
///
/// The column is a line by itself, and 0 in all other rows. So constraints stay, generators move into
/// the plane of the equation, and both descriptions stay minimal.
pub(crate) struct Define<'a> {
    pub column: usize,
    pub equation: &'a Matrix,
}

impl Step for Define<'_> {
    fn apply<T: Scalar>(&self, pair: &Pair<T>) -> Option<Option<Pair<T>>> {
        let equation = T::rows(self.equation)?;
        let row = equation.row(0);
        let denominator = T::negated_product(&row[self.column].product());
        let mut unit = vec![T::ZERO; row.len()];
        unit[self.column] = T::ONE;
        let moved = |rows: &Rows<T>| {
            let mut mapped = Rows::with_capacity(rows.width(), rows.len());
            for own in rows.iter().filter(|own| own[self.column].sign() == Ordering::Equal) {
                let value = T::negated_product(&T::dot(row, own));
                mapped.push_combined((own, &denominator), (&unit, &value))?;
            }
            Some(mapped)
        };
        let mut defined = Pair {
            equalities: pair.equalities.clone(),
            inequalities: pair.inequalities.clone(),
            lines: moved(&pair.lines)?,
            rays: moved(&pair.rays)?,
            saturation: pair.saturation.clone(),
        };
        debug_assert_eq!(defined.lines.len() + 1, pair.lines.len(), "the column is a line");
        defined.equalities.push(row);
        defined.canonical().map(Some)
    }
}

/// Other columns: column `i` is `sources[i]` before, or a new variable. Columns that are no source
/// must be lines by themselves, that is forgotten.
pub(crate) struct Columns<'a> {
    pub sources: &'a [Option<usize>],
}

impl Step for Columns<'_> {
    fn apply<T: Scalar>(&self, pair: &Pair<T>) -> Option<Option<Pair<T>>> {
        let mut lines = Rows::new(self.sources.len());
        for row in pair.lines.with_columns(self.sources).iter() {
            if row.iter().any(|entry| entry.sign() != Ordering::Equal) {
                lines.push(row);
            }
        }
        for column in (0..self.sources.len()).filter(|column| self.sources[*column].is_none()) {
            lines.push_unit(column, T::ONE);
        }
        let moved = Pair {
            equalities: pair.equalities.with_columns(self.sources),
            inequalities: pair.inequalities.with_columns(self.sources),
            lines,
            rays: pair.rays.with_columns(self.sources),
            saturation: pair.saturation.clone(),
        };
        moved.canonical().map(Some)
    }
}
