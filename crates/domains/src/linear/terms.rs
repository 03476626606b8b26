//! A row as a list of its entries that are not 0: constraints of analyses have few.

use std::cmp::Ordering;

use super::rows::Rows;
use super::scalar::{LIMIT, Scalar};

/// A row that is multiplied with many others.
#[derive(Clone, Debug)]
pub(crate) struct Terms<T> {
    columns: Vec<usize>,
    entries: Vec<T>,
    /// Entries of the other rows are not beyond this.
    most: u64,
    kind: Kind,
}

/// How the loaded row is multiplied.
#[derive(Clone, Copy, Debug)]
enum Kind {
    /// In machine words, which suffice for small entries.
    Narrow,
    Sparse,
    /// It has few zeros, and the entries are the whole row.
    Dense,
}

impl<T: Scalar> Terms<T> {
    /// For products with any rows.
    pub fn new() -> Terms<T> {
        Terms { columns: Vec::new(), entries: Vec::new(), most: LIMIT, kind: Kind::Sparse }
    }

    /// For products with the given rows, and no others.
    pub fn against(rows: [&Rows<T>; 2]) -> Terms<T> {
        Terms { most: rows[0].most() | rows[1].most(), ..Terms::new() }
    }

    /// Take another row.
    #[inline]
    pub fn load(&mut self, row: &[T]) {
        self.columns.clear();
        self.entries.clear();
        self.columns.reserve(row.len());
        self.entries.reserve(row.len());
        let entries = row.iter().enumerate();
        for (column, entry) in entries.filter(|(_, entry)| entry.sign() != Ordering::Equal) {
            self.columns.push(column);
            self.entries.push(entry.clone());
        }
        self.kind = match T::is_narrow(&self.entries, self.most) {
            true => Kind::Narrow,
            false if 2 * self.columns.len() <= row.len() => Kind::Sparse,
            false => Kind::Dense,
        };
        if let Kind::Dense = self.kind {
            self.entries.clear();
            self.entries.extend_from_slice(row);
        }
    }

    /// The scalar product with a row that is at least as long.
    #[inline]
    pub fn dot(&self, other: &[T]) -> T::Product {
        match self.kind {
            Kind::Narrow => T::narrow_dot(&self.columns, &self.entries, other),
            Kind::Sparse => T::sparse_dot(&self.columns, &self.entries, other),
            Kind::Dense => T::dot(&self.entries, other),
        }
    }

    #[inline]
    pub fn sign_at(&self, other: &[T]) -> Ordering {
        T::sign_of(&self.dot(other))
    }
}
