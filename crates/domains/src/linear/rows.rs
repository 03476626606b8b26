//! Rows of the same width, one after the other in one piece of memory.

use std::borrow::Cow;

use super::scalar::Scalar;

/// Rows of a matrix.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Rows<T> {
    width: usize,
    data: Vec<T>,
}

impl<T: Scalar> Rows<T> {
    /// No rows of the width, which is not 0.
    pub fn new(width: usize) -> Rows<T> {
        debug_assert!(width > 0, "rows have a column for the constant");
        Rows { width, data: Vec::new() }
    }

    /// No rows, but room for some.
    pub fn with_capacity(width: usize, rows: usize) -> Rows<T> {
        Rows { width, data: Vec::with_capacity(width * rows) }
    }

    pub fn width(&self) -> usize {
        self.width
    }

    pub fn len(&self) -> usize {
        self.data.len() / self.width
    }

    pub fn is_empty(&self) -> bool {
        self.data.is_empty()
    }

    #[inline]
    pub fn row(&self, index: usize) -> &[T] {
        &self.data[index * self.width..(index + 1) * self.width]
    }

    pub fn row_mut(&mut self, index: usize) -> &mut [T] {
        &mut self.data[index * self.width..(index + 1) * self.width]
    }

    pub fn iter(&self) -> std::slice::ChunksExact<'_, T> {
        self.data.chunks_exact(self.width)
    }

    pub fn push(&mut self, row: &[T]) {
        debug_assert_eq!(row.len(), self.width);
        self.data.extend_from_slice(row);
    }

    /// Append a row with one entry that is not 0.
    pub fn push_unit(&mut self, column: usize, entry: T) {
        let start = self.data.len();
        self.data.resize(start + self.width, T::ZERO);
        self.data[start + column] = entry;
    }

    pub fn append(&mut self, other: &Rows<T>) {
        self.data.extend_from_slice(&other.data);
    }

    /// Append x * a - y * b, see [`Scalar::combine`].
    #[inline]
    pub fn push_combined(
        &mut self,
        (a, x): (&[T], &T::Product),
        (b, y): (&[T], &T::Product),
    ) -> Option<()> {
        T::combine(a, x, b, y, &mut self.data)
    }

    /// Replace a row by x * row - y * b.
    pub fn combine_into(
        &mut self,
        index: usize,
        x: &T::Product,
        (b, y): (&[T], &T::Product),
        scratch: &mut Vec<T>,
    ) -> Option<()> {
        scratch.clear();
        T::combine(self.row(index), x, b, y, scratch)?;
        self.row_mut(index).clone_from_slice(scratch);
        Some(())
    }

    /// Move the last row to the place of this one, which is returned.
    pub fn swap_remove(&mut self, index: usize) -> Vec<T> {
        let last = self.len() - 1;
        if index < last {
            for column in 0..self.width {
                self.data.swap(index * self.width + column, last * self.width + column);
            }
        }
        self.data.split_off(last * self.width)
    }

    /// Copy a row over an earlier one.
    pub fn copy_down(&mut self, from: usize, to: usize) {
        if from == to {
            return;
        }
        for column in 0..self.width {
            self.data.swap(from * self.width + column, to * self.width + column);
        }
    }

    pub fn truncate(&mut self, rows: usize) {
        self.data.truncate(rows * self.width);
    }

    /// A number that no entry exceeds.
    pub fn most(&self) -> u64 {
        T::most_of(&self.data)
    }

    /// The rows in lexicographic order, without repetitions.
    pub fn sorted(&self) -> Cow<'_, Rows<T>> {
        if self.len() <= 1 {
            return Cow::Borrowed(self);
        }
        let mut order: Vec<&[T]> = self.iter().collect();
        order.sort_unstable();
        order.dedup();
        let mut sorted = Rows::with_capacity(self.width, order.len());
        for row in order {
            sorted.push(row);
        }
        Cow::Owned(sorted)
    }

    /// Are the rows of another one the same, in any order? Neither has a row twice.
    pub fn same_set(&self, other: &Rows<T>) -> bool {
        let same = |(index, row)| other.row(index) == row || other.iter().any(|own| own == row);
        self.len() == other.len() && self.iter().enumerate().all(same)
    }

    /// Rows with entries of another type, if all fit.
    pub fn convert<U: Scalar>(&self) -> Option<Rows<U>> {
        let data = self.data.iter().map(|entry| U::entry(&entry.to_int()));
        Some(Rows { width: self.width, data: data.collect::<Option<_>>()? })
    }

    /// Other columns: column `i` is `sources[i]` here, or 0.
    pub fn with_columns(&self, sources: &[Option<usize>]) -> Rows<T> {
        let mut result = Rows::with_capacity(sources.len(), self.len());
        for row in self.iter() {
            result.data.extend(sources.iter().map(|source| match source {
                Some(column) => row[*column].clone(),
                None => T::ZERO,
            }));
        }
        result
    }

    /// Divide every row by the greatest common divisor of its entries.
    pub fn normalise(&mut self) -> Option<()> {
        self.data.chunks_exact_mut(self.width).try_for_each(T::normalise)
    }
}
