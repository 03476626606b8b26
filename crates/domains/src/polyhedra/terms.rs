//! A row as a list of its entries that are not 0: constraints of analyses have few.

use std::cmp::Ordering;

use super::scalar::Scalar;

/// A row that is multiplied with many others.
#[derive(Clone, Debug, Default)]
pub(crate) struct Terms<T> {
    columns: Vec<usize>,
    entries: Vec<T>,
    dense: Vec<T>,
}

impl<T: Scalar> Terms<T> {
    pub fn new() -> Terms<T> {
        Terms { columns: Vec::new(), entries: Vec::new(), dense: Vec::new() }
    }

    /// Take another row. One with few zeros is multiplied as it is.
    #[inline]
    pub fn load(&mut self, row: &[T]) {
        self.columns.clear();
        self.entries.clear();
        self.dense.clear();
        let entries = row.iter().enumerate();
        for (column, entry) in entries.filter(|(_, entry)| entry.sign() != Ordering::Equal) {
            self.columns.push(column);
            self.entries.push(entry.clone());
        }
        if 2 * self.columns.len() > row.len() {
            self.dense.extend_from_slice(row);
        }
    }

    /// The scalar product with a row that is at least as long.
    #[inline]
    pub fn dot(&self, other: &[T]) -> T::Product {
        match self.dense.is_empty() {
            true => T::sparse_dot(&self.columns, &self.entries, other),
            false => T::dot(&self.dense, other),
        }
    }

    #[inline]
    pub fn sign_at(&self, other: &[T]) -> Ordering {
        T::sign_of(&self.dot(other))
    }
}
