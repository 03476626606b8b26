//! A dictionary of integers over one denominator, and its pivot.
//!
//! Row i says: denominator * basic(i) = entry(i, 0) + sum of entry(i, j) * other(j).

use std::cmp::Ordering;

use super::entry::Entry;

#[derive(Clone, Debug)]
pub(super) struct Matrix<E> {
    entries: Vec<E>,
    columns: usize,
    /// Positive.
    denominator: E,
    /// Room for the next entries, so that a pivot that does not fit leaves the old ones alone.
    scratch: Vec<E>,
}

impl<E: Entry> Matrix<E> {
    /// The matrix with the given entries, row after row.
    pub(super) fn new(entries: Vec<E>, columns: usize, denominator: E) -> Matrix<E> {
        debug_assert_eq!(entries.len() % columns, 0, "all rows have the same length");
        Matrix { entries, columns, denominator, scratch: Vec::new() }
    }

    pub(super) fn columns(&self) -> usize {
        self.columns
    }

    pub(super) fn rows(&self) -> usize {
        self.entries.len() / self.columns
    }

    pub(super) fn denominator(&self) -> &E {
        &self.denominator
    }

    #[inline]
    pub(super) fn at(&self, row: usize, column: usize) -> &E {
        &self.entries[row * self.columns + column]
    }

    pub(super) fn row(&self, row: usize) -> &[E] {
        &self.entries[row * self.columns..(row + 1) * self.columns]
    }

    pub(super) fn set_row(&mut self, row: usize, entries: impl Iterator<Item = E>) {
        let start = row * self.columns;
        for (place, entry) in self.entries[start..start + self.columns].iter_mut().zip(entries) {
            *place = entry;
        }
    }

    pub(super) fn remove_row(&mut self, row: usize) {
        self.entries.drain(row * self.columns..(row + 1) * self.columns);
    }

    pub(super) fn remove_column(&mut self, column: usize) {
        let columns = self.columns;
        let mut index = 0;
        self.entries.retain(|_| {
            let keep = index % columns != column;
            index += 1;
            keep
        });
        self.columns -= 1;
    }

    /// All entries and the denominator in another type, if they fit.
    pub(super) fn convert<F: Entry>(&self) -> Option<Matrix<F>> {
        let convert = |entry: &E| F::from_int(&entry.to_int());
        let entries = self.entries.iter().map(convert).collect::<Option<Vec<F>>>()?;
        Some(Matrix::new(entries, self.columns, convert(&self.denominator)?))
    }

    /// Exchange the basic variable of the row with that of the column. `None`, and nothing
    /// changes, if an entry would not fit.
    pub(super) fn pivot(&mut self, row: usize, column: usize) -> Option<()> {
        let pivot = self.at(row, column).clone();
        let flip = pivot.sign() == Ordering::Less;
        let size = if flip { pivot.negated() } else { pivot };
        let divisor = self.denominator.divisor();
        let same_size = size == self.denominator;
        self.scratch.clear();
        self.scratch.reserve(self.entries.len());
        let pivot_row = &self.entries[row * self.columns..(row + 1) * self.columns];
        for (index, entries) in self.entries.chunks_exact(self.columns).enumerate() {
            let start = self.scratch.len();
            let factor = if flip { entries[column].negated() } else { entries[column].clone() };
            if index == row {
                let sign = |entry: &E| if flip { entry.clone() } else { entry.negated() };
                self.scratch.extend(entries.iter().map(sign));
                let own = &self.denominator;
                self.scratch[start + column] = if flip { own.negated() } else { own.clone() };
                continue;
            }
            if same_size && factor.sign() == Ordering::Equal {
                self.scratch.extend_from_slice(entries);
                continue;
            }
            for (entry, other) in entries.iter().zip(pivot_row) {
                // The column of the pivot would be wrong, and may not fit; it is set below.
                let eliminated = E::eliminate(&size, entry, &factor, other, &divisor);
                match eliminated {
                    Some(value) => self.scratch.push(value),
                    None if self.scratch.len() == start + column => self.scratch.push(E::ZERO),
                    None => return None,
                }
            }
            self.scratch[start + column] = factor;
        }
        std::mem::swap(&mut self.entries, &mut self.scratch);
        self.denominator = size;
        Some(())
    }

    /// The column of the greatest positive entry in a row, or of the first name if `by_name`;
    /// columns without a name are left out.
    pub(super) fn positive_column(
        &self,
        row: usize,
        by_name: bool,
        name: impl Fn(usize) -> Option<usize>,
    ) -> Option<usize> {
        let entries = self.row(row);
        let candidates = (1..self.columns)
            .filter(|column| entries[*column].sign() == Ordering::Greater)
            .filter_map(|column| Some((name(column)?, column)));
        if by_name {
            return candidates.min().map(|(_, column)| column);
        }
        // The first of equals, for reproducible runs.
        candidates
            .map(|(_, column)| column)
            .reduce(|best, column| if entries[column] > entries[best] { column } else { best })
    }

    /// The row that first reaches 0 when the variable of the column grows; among equals the one
    /// with the first name. Rows without a name are left out.
    pub(super) fn blocking_row(
        &self,
        column: usize,
        name: impl Fn(usize) -> Option<usize>,
    ) -> Option<usize> {
        let mut best: Option<(usize, usize)> = None;
        for row in 0..self.rows() {
            if self.at(row, column).sign() != Ordering::Less {
                continue;
            }
            let Some(own) = name(row) else { continue };
            // Both entries are negative: constant / -entry compares as the crossed products do,
            // the other way round.
            let closer = best.is_none_or(|(other, other_name)| {
                let crossed = E::compare_products(
                    self.at(other, 0),
                    self.at(row, column),
                    self.at(row, 0),
                    self.at(other, column),
                );
                crossed.then(own.cmp(&other_name)) == Ordering::Less
            });
            if closer {
                best = Some((row, own));
            }
        }
        best.map(|(row, _)| row)
    }
}
