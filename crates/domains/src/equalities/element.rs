//! An affine space, given by equations in reduced echelon form.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::sync::Arc;

use crate::linear::echelon;
use crate::linear::matrix::Matrix;
use crate::linear::rows::Rows;
use crate::linear::scalar::Scalar;
use crate::polyhedra::kernel;

/// An element of [`Equalities`](super::Equalities); cloning shares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AffineSpace {
    dimensions: usize,
    /// Column 0 has the constants. In reduced echelon form; `None` if there is no point.
    rows: Option<Arc<Matrix>>,
}

impl AffineSpace {
    pub(super) fn empty(dimensions: usize) -> AffineSpace {
        AffineSpace { dimensions, rows: None }
    }

    pub(super) fn whole(dimensions: usize) -> AffineSpace {
        AffineSpace { dimensions, rows: Some(Arc::new(Matrix::new(dimensions + 1))) }
    }

    /// The points on which all rows are 0.
    pub(super) fn of(dimensions: usize, rows: Matrix) -> AffineSpace {
        let rows = transform(&[&rows], &Reduce);
        let contradicts = match &rows {
            Matrix::Words(rows) => contradicts(rows),
            Matrix::Big(rows) => contradicts(rows),
        };
        AffineSpace { dimensions, rows: (!contradicts).then(|| Arc::new(rows)) }
    }

    pub(super) fn dimensions(&self) -> usize {
        self.dimensions
    }

    /// The equations; `None` if there is no point.
    pub(super) fn rows(&self) -> Option<&Matrix> {
        self.rows.as_deref()
    }

    pub(super) fn meet(&self, other: &AffineSpace) -> AffineSpace {
        let (Some(a), Some(b)) = (&self.rows, &other.rows) else {
            return AffineSpace::empty(self.dimensions);
        };
        if Arc::ptr_eq(a, b) || b.is_empty() {
            return self.clone();
        }
        self.with((**b).clone())
    }

    /// The points that satisfy more equations, too.
    pub(super) fn with(&self, more: Matrix) -> AffineSpace {
        let Some(rows) = &self.rows else { return self.clone() };
        let mut all = (**rows).clone();
        all.append(&more);
        AffineSpace::of(self.dimensions, all)
    }

    /// The affine hull of both: its equations are those that hold on a basis of either.
    pub(super) fn join(&self, other: &AffineSpace) -> AffineSpace {
        let (a, b) = match (&self.rows, &other.rows) {
            (None, _) => return other.clone(),
            (_, None) => return self.clone(),
            (Some(a), Some(b)) if a == b => return self.clone(),
            (Some(a), Some(b)) => (a, b),
        };
        let mut rows = transform(&[a, b], &Hull);
        if let Matrix::Big(big) = rows {
            rows = Matrix::demoted(big);
        }
        AffineSpace { dimensions: self.dimensions, rows: Some(Arc::new(rows)) }
    }

    pub(super) fn is_below(&self, other: &AffineSpace) -> bool {
        match (&self.rows, &other.rows) {
            (None, _) => true,
            (_, None) => false,
            (Some(a), Some(b)) if a.len() < b.len() => false,
            (Some(a), Some(b)) => {
                Arc::ptr_eq(a, b) || a == b || transform(&[a, b], &Rest).is_empty()
            }
        }
    }

    /// Equations that do not mention some columns: all others are eliminated.
    pub(super) fn without(&self, columns: &[usize]) -> AffineSpace {
        let Some(rows) = &self.rows else { return self.clone() };
        let rows = transform(&[rows], &Eliminate { columns });
        AffineSpace { dimensions: self.dimensions, rows: Some(Arc::new(rows)) }
    }

    /// Other columns: column `i` is `sources[i]` here, or new.
    pub(super) fn with_columns(&self, sources: &[Option<usize>]) -> AffineSpace {
        let dimensions = sources.len() - 1;
        let Some(rows) = &self.rows else { return AffineSpace::empty(dimensions) };
        let moved = match &**rows {
            Matrix::Words(rows) => Matrix::Words(rows.with_columns(sources)),
            Matrix::Big(rows) => Matrix::Big(rows.with_columns(sources)),
        };
        AffineSpace::of(dimensions, moved)
    }

    /// An expression's row modulo the equations, as a constant factor and the rest.
    pub(super) fn residue(&self, row: &Matrix) -> Option<Matrix> {
        Some(transform(&[self.rows()?, row], &Rest))
    }
}

/// A computation on rows; `None` if an entry does not fit.
trait Transform {
    fn apply<T: Scalar>(&self, operands: Vec<Rows<T>>) -> Option<Rows<T>>;
}

/// Compute in words, or in big integers if that overflows.
fn transform(operands: &[&Matrix], step: &impl Transform) -> Matrix {
    let words: Option<Vec<_>> =
        operands.iter().map(|rows| i64::rows(rows).map(Cow::into_owned)).collect();
    if let Some(rows) = words.and_then(|rows| step.apply(rows)) {
        return Matrix::Words(rows);
    }
    let big = operands.iter().map(|rows| rows.to_big()).collect();
    Matrix::demoted(step.apply(big).expect("big integers do not overflow"))
}

struct Reduce;

impl Transform for Reduce {
    fn apply<T: Scalar>(&self, mut operands: Vec<Rows<T>>) -> Option<Rows<T>> {
        let mut rows = operands.swap_remove(0);
        echelon::reduce(&mut rows)?;
        Some(rows)
    }
}

/// The equations of all bases together.
struct Hull;

impl Transform for Hull {
    fn apply<T: Scalar>(&self, operands: Vec<Rows<T>>) -> Option<Rows<T>> {
        let mut vectors = kernel(&operands[0])?;
        vectors.append(&kernel(&operands[1])?);
        echelon::reduce(&mut vectors)?;
        let mut rows = kernel(&vectors)?;
        echelon::reduce(&mut rows)?;
        Some(rows)
    }
}

/// The second operand modulo the first, without rows of zeros.
struct Rest;

impl Transform for Rest {
    fn apply<T: Scalar>(&self, mut operands: Vec<Rows<T>>) -> Option<Rows<T>> {
        let mut rows = operands.swap_remove(1);
        echelon::clear_pivots(&mut rows, &operands[0], &echelon::pivots_of(&operands[0]))?;
        let mut rest = Rows::new(rows.width());
        rows.iter().filter(|row| !is_zero(row)).for_each(|row| rest.push(row));
        Some(rest)
    }
}

/// The rows of the span that are 0 in some columns: pivot there first, and leave the pivots out.
struct Eliminate<'a> {
    columns: &'a [usize],
}

impl Transform for Eliminate<'_> {
    fn apply<T: Scalar>(&self, mut operands: Vec<Rows<T>>) -> Option<Rows<T>> {
        let mut rows = operands.swap_remove(0);
        for column in self.columns {
            let found = rows.iter().position(|row| row[*column].sign() != Ordering::Equal);
            let Some(mut pivot) = found.map(|index| rows.swap_remove(index)) else { continue };
            if pivot[*column].sign() == Ordering::Less {
                pivot.iter_mut().for_each(T::negate);
            }
            let mut basis = Rows::new(rows.width());
            basis.push(&pivot);
            echelon::clear_pivots(&mut rows, &basis, &[*column])?;
        }
        echelon::reduce(&mut rows)?;
        Some(rows)
    }
}

fn is_zero<T: Scalar>(row: &[T]) -> bool {
    row.iter().all(|entry| entry.sign() == Ordering::Equal)
}

/// Is there a row `1 = 0`?
fn contradicts<T: Scalar>(rows: &Rows<T>) -> bool {
    rows.iter().any(|row| is_zero(&row[1..]) && !is_zero(row))
}
