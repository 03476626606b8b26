//! Rows in whichever number type they fit: promotion concerns the container, not the entry.

use super::rows::Rows;
use super::scalar::{LIMIT, MOST_COLUMNS, Scalar};
use crate::expr::LinearExpr;
use crate::numbers::{Int, Rat};

/// Rows of words, or of big integers where words do not suffice.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Matrix {
    Words(Rows<i64>),
    Big(Rows<Int>),
}

impl Matrix {
    pub fn new(width: usize) -> Matrix {
        match width > MOST_COLUMNS {
            true => Matrix::Big(Rows::new(width)),
            false => Matrix::Words(Rows::new(width)),
        }
    }

    /// The rows with big integers, demoted if they fit.
    pub fn demoted(rows: Rows<Int>) -> Matrix {
        match rows.width() <= MOST_COLUMNS {
            true => rows.convert().map_or(Matrix::Big(rows), Matrix::Words),
            false => Matrix::Big(rows),
        }
    }

    pub fn width(&self) -> usize {
        match self {
            Matrix::Words(rows) => rows.width(),
            Matrix::Big(rows) => rows.width(),
        }
    }

    pub fn len(&self) -> usize {
        match self {
            Matrix::Words(rows) => rows.len(),
            Matrix::Big(rows) => rows.len(),
        }
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    pub fn to_big(&self) -> Rows<Int> {
        match self {
            Matrix::Words(rows) => rows.convert().expect("big integers hold words"),
            Matrix::Big(rows) => rows.clone(),
        }
    }

    pub fn append(&mut self, other: &Matrix) {
        match (&mut *self, other) {
            (Matrix::Words(rows), Matrix::Words(more)) => rows.append(more),
            (Matrix::Big(rows), more) => rows.append(&more.to_big()),
            (Matrix::Words(_), Matrix::Big(_)) => {
                *self = Matrix::Big(self.to_big());
                self.append(other);
            }
        }
    }

    /// Append a row with one entry 1.
    pub fn push_unit(&mut self, column: usize) {
        match self {
            Matrix::Words(rows) => rows.push_unit(column, 1),
            Matrix::Big(rows) => rows.push_unit(column, Int::ONE),
        }
    }

    /// Append the row of an expression: the constant in column 0, variable `v` in column `v + 1`,
    /// all times the least positive number that makes them integers, and then the `last` entry if
    /// there is a column for it. Gives that number.
    pub fn push_expr(&mut self, expr: &LinearExpr, last: Option<i64>) -> Int {
        let width = self.width();
        let variables = width - 1 - usize::from(last.is_some());
        if let Matrix::Words(rows) = self {
            let mut row = vec![0; width];
            if let Some((constant, denominator)) = expr.to_row(&mut row[1..=variables]) {
                row[0] = constant;
                if let Some(last) = last {
                    row[width - 1] = last;
                }
                if row.iter().all(|entry| entry.unsigned_abs() < LIMIT) {
                    rows.push(&row);
                    return denominator.into();
                }
            }
            *self = Matrix::Big(self.to_big());
        }
        let Matrix::Big(rows) = self else { unreachable!("words were promoted") };
        let denominator = expr.denominator();
        let whole = expr.scale(&Rat::from(&denominator));
        let mut row = vec![Int::ZERO; width];
        row[0] = whole.constant_term().numerator();
        for (variable, factor) in whole.terms() {
            row[variable + 1] = factor.numerator();
        }
        if let Some(last) = last {
            row[width - 1] = last.into();
        }
        rows.push(&row);
        denominator
    }

    /// The expressions of the rows; columns beyond the variables are left out.
    pub fn to_exprs(&self, variables: usize) -> Vec<LinearExpr> {
        match self {
            Matrix::Words(rows) => rows.iter().map(|row| expr_of(row, variables)).collect(),
            Matrix::Big(rows) => rows.iter().map(|row| expr_of(row, variables)).collect(),
        }
    }
}

/// The expression of a row.
pub(crate) fn expr_of<T: Scalar>(row: &[T], variables: usize) -> LinearExpr {
    let terms = row[1..=variables].iter().enumerate();
    let terms = terms.map(|(variable, entry)| (variable, Rat::from(entry.to_int())));
    LinearExpr::new(terms, row[0].to_int())
}
