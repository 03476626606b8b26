//! The matrix in machine words, or in integers of any size once words do not suffice.

use std::cmp::Ordering;

use super::entry::Entry;
use super::matrix::Matrix;
use crate::numbers::{Int, Integer, Rat};

#[derive(Clone, Debug)]
pub(super) enum Tableau {
    Words(Matrix<i64>),
    Ints(Matrix<Int>),
}

use Tableau::{Ints, Words};

/// The same expression on whichever matrix it is.
macro_rules! with {
    ($tableau:expr, $matrix:ident => $result:expr) => {
        match $tableau {
            Words($matrix) => $result,
            Ints($matrix) => $result,
        }
    };
}

impl Tableau {
    pub(super) fn rows(&self) -> usize {
        with!(self, matrix => matrix.rows())
    }

    pub(super) fn columns(&self) -> usize {
        with!(self, matrix => matrix.columns())
    }

    #[cfg(test)]
    pub(super) fn is_promoted(&self) -> bool {
        matches!(self, Ints(_))
    }

    pub(super) fn sign(&self, row: usize, column: usize) -> Ordering {
        with!(self, matrix => matrix.at(row, column).sign())
    }

    /// The value of a row's variable when all others are 0.
    pub(super) fn value(&self, row: usize) -> Rat {
        let (numerator, denominator) =
            with!(self, matrix => (matrix.at(row, 0).to_int(), matrix.denominator().to_int()));
        Rat::new(numerator, denominator).expect("denominators are not 0")
    }

    pub(super) fn pivot(&mut self, row: usize, column: usize) {
        if let Words(matrix) = self {
            if matrix.pivot(row, column).is_some() {
                return;
            }
            self.promote();
        }
        if let Ints(matrix) = self {
            matrix.pivot(row, column).expect("divisions by the last denominator are exact");
        }
    }

    fn promote(&mut self) {
        if let Words(matrix) = self {
            *self = Ints(matrix.convert().expect("integers of any size fit"));
        }
    }

    /// Replace a row by a linear combination of other rows and of columns' variables.
    pub(super) fn combine(&mut self, row: usize, parts: &[(Source, Int)]) {
        let mut sum = vec![Int::ZERO; self.columns()];
        for (source, factor) in parts {
            match source {
                Source::Row(source) => with!(&*self, matrix => {
                    for (place, entry) in sum.iter_mut().zip(matrix.row(*source)) {
                        *place += entry.to_int() * factor;
                    }
                }),
                Source::Column(column) => {
                    let denominator = with!(&*self, matrix => matrix.denominator().to_int());
                    sum[*column] += denominator * factor;
                }
            }
        }
        if let Words(matrix) = self {
            if let Some(words) = sum.iter().map(i64::from_int).collect::<Option<Vec<_>>>() {
                matrix.set_row(row, words.into_iter());
                return;
            }
            self.promote();
        }
        if let Ints(matrix) = self {
            matrix.set_row(row, sum.into_iter());
        }
    }

    pub(super) fn remove_row(&mut self, row: usize) {
        with!(self, matrix => matrix.remove_row(row));
    }

    pub(super) fn remove_column(&mut self, column: usize) {
        with!(self, matrix => matrix.remove_column(column));
    }

    /// The column of the entry that is nearest to 0 but not 0, among those that are wanted: a
    /// small pivot keeps the other entries small.
    pub(super) fn smallest_in_row(
        &self,
        row: usize,
        wanted: impl Fn(usize) -> bool,
    ) -> Option<usize> {
        let columns = (1..self.columns()).filter(|column| wanted(*column));
        with!(self, matrix => smallest(columns.map(|column| (column, matrix.at(row, column)))))
    }

    /// The row of the entry that is nearest to 0 but not 0, among those that are wanted.
    pub(super) fn smallest_in_column(
        &self,
        column: usize,
        wanted: impl Fn(usize) -> bool,
    ) -> Option<usize> {
        let rows = (0..self.rows()).filter(|row| wanted(*row));
        with!(self, matrix => smallest(rows.map(|row| (row, matrix.at(row, column)))))
    }

    /// The row with the least constant, which must be negative; or the first name if `by_name`.
    pub(super) fn negative_row(
        &self,
        by_name: bool,
        name: impl Fn(usize) -> Option<usize>,
    ) -> Option<usize> {
        let negative = (0..self.rows())
            .filter(|row| self.sign(*row, 0) == Ordering::Less)
            .filter_map(|row| Some((name(row)?, row)));
        if by_name {
            return negative.min().map(|(_, row)| row);
        }
        let rows = negative.map(|(_, row)| row);
        with!(self, matrix => rows.min_by(|a, b| matrix.at(*a, 0).cmp(matrix.at(*b, 0))))
    }

    pub(super) fn positive_column(
        &self,
        row: usize,
        by_name: bool,
        name: impl Fn(usize) -> Option<usize>,
    ) -> Option<usize> {
        with!(self, matrix => matrix.positive_column(row, by_name, name))
    }

    pub(super) fn blocking_row(
        &self,
        column: usize,
        name: impl Fn(usize) -> Option<usize>,
    ) -> Option<usize> {
        with!(self, matrix => matrix.blocking_row(column, name))
    }
}

/// What a combination of rows is made of.
pub(super) enum Source {
    /// The variable that a row defines.
    Row(usize),
    /// The variable of a column.
    Column(usize),
}

fn smallest<'a, E: Entry + 'a>(entries: impl Iterator<Item = (usize, &'a E)>) -> Option<usize> {
    let size =
        |entry: &E| if entry.sign() == Ordering::Less { entry.negated() } else { entry.clone() };
    entries
        .filter(|(_, entry)| entry.sign() != Ordering::Equal)
        .min_by_key(|(_, entry)| size(entry))
        .map(|(place, _)| place)
}
