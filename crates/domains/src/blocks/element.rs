//! Elements made of blocks, and sets of variables.

use std::sync::Arc;

use crate::expr::Var;

/// An element over some of the variables.
#[derive(Clone, Debug)]
pub(super) struct Block<E> {
    /// Sorted, and not empty.
    pub variables: Vec<Var>,
    pub element: E,
}

/// A product of elements over disjoint blocks of variables, or bottom. Variables in no block are
/// unknown. Clones share their blocks.
#[derive(Clone, Debug)]
pub struct Blocked<E> {
    dimensions: usize,
    blocks: Option<Arc<[Block<E>]>>,
}

impl<E> Blocked<E> {
    pub(super) fn new(dimensions: usize, blocks: Option<Vec<Block<E>>>) -> Blocked<E> {
        let sorted = blocks.map(|mut blocks| {
            blocks.sort_by_key(|block| block.variables[0]);
            blocks.into()
        });
        Blocked { dimensions, blocks: sorted }
    }

    pub(super) fn dimensions(&self) -> usize {
        self.dimensions
    }

    /// The blocks, or `None` for bottom.
    pub(super) fn parts(&self) -> Option<&[Block<E>]> {
        self.blocks.as_deref()
    }

    /// Which variables belong together. Bottom has no blocks.
    pub fn blocks(&self) -> Vec<Vec<Var>> {
        self.parts().unwrap_or_default().iter().map(|block| block.variables.clone()).collect()
    }
}

/// Unite the sets that overlap, directly or through others; sets and members are sorted.
pub(super) fn merged_sets(sets: impl IntoIterator<Item = Vec<Var>>) -> Vec<Vec<Var>> {
    let mut merged: Vec<Vec<Var>> = Vec::new();
    for mut set in sets {
        let overlaps = |other: &Vec<Var>| other.iter().any(|v| set.contains(v));
        let (overlapping, apart): (Vec<_>, Vec<_>) = merged.into_iter().partition(overlaps);
        set.extend(overlapping.into_iter().flatten());
        set.sort_unstable();
        set.dedup();
        merged = apart;
        merged.push(set);
    }
    merged.sort_unstable();
    merged
}

#[cfg(test)]
mod tests {
    use super::merged_sets;

    #[test]
    fn overlapping_sets_unite() {
        let sets = [vec![4, 5], vec![0], vec![1, 2], vec![2, 4]];
        assert_eq!(merged_sets(sets), [vec![0], vec![1, 2, 4, 5]]);
        assert!(merged_sets([]).is_empty());
    }
}
