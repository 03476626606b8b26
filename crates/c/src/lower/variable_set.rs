//! Sets of the variables that a pass over a graph looks at, as bits: large functions have thousands of both.

use crate::VarId;

/// The variables that are looked at, numbered.
pub(super) struct Numbering {
    sorted: Vec<VarId>,
}

/// Some of these, by number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct VariableSet {
    words: Vec<u64>,
}

impl FromIterator<VarId> for Numbering {
    fn from_iter<I: IntoIterator<Item = VarId>>(variables: I) -> Self {
        let mut sorted: Vec<VarId> = variables.into_iter().collect();
        sorted.sort_unstable();
        sorted.dedup();
        Self { sorted }
    }
}

impl Numbering {
    pub(super) fn is_empty(&self) -> bool {
        self.sorted.is_empty()
    }

    /// The number of a variable, if it is looked at.
    pub(super) fn of(&self, id: VarId) -> Option<usize> {
        self.sorted.binary_search(&id).ok()
    }

    pub(super) fn has(&self, id: VarId) -> bool {
        self.of(id).is_some()
    }

    pub(super) fn none(&self) -> VariableSet {
        VariableSet { words: vec![0; self.sorted.len().div_ceil(64)] }
    }

    pub(super) fn all(&self) -> VariableSet {
        let mut all = self.none();
        (0..self.sorted.len()).for_each(|number| all.insert(number));
        all
    }
}

impl VariableSet {
    pub(super) fn insert(&mut self, number: usize) {
        self.words[number / 64] |= 1 << (number % 64);
    }

    pub(super) fn remove(&mut self, number: usize) {
        self.words[number / 64] &= !(1 << (number % 64));
    }

    pub(super) fn contains(&self, number: usize) -> bool {
        self.words[number / 64] & (1 << (number % 64)) != 0
    }

    /// Whether any of them is new.
    pub(super) fn add_all(&mut self, other: &VariableSet) -> bool {
        let mut new = false;
        for (own, other) in self.words.iter_mut().zip(&other.words) {
            new |= other & !*own != 0;
            *own |= other;
        }
        new
    }

    pub(super) fn remove_all(&mut self, other: &VariableSet) {
        self.words.iter_mut().zip(&other.words).for_each(|(own, other)| *own &= !other);
    }
}
