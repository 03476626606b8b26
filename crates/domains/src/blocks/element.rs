//! Elements made of blocks, and how two of them are laid side by side.

use std::fmt;
use std::sync::Arc;

use crate::Domain;
use crate::expr::Var;

/// An element over some of the variables.
pub(super) struct Block<D: Domain> {
    /// Sorted, and not empty.
    pub variables: Vec<Var>,
    /// The inner domain over these variables.
    pub domain: Arc<D>,
    pub element: D::Elem,
}

impl<D: Domain> Block<D> {
    /// Has it the variable?
    #[inline]
    pub fn has(&self, v: Var) -> bool {
        match self.variables[..] {
            // Most blocks are one variable, and most others are elsewhere.
            [only] => only == v,
            [first, .., last] => {
                first <= v && v <= last && self.variables.binary_search(&v).is_ok()
            }
            [] => false,
        }
    }

    /// Has it one of the variables?
    #[inline]
    pub fn has_any(&self, variables: &[Var]) -> bool {
        variables.iter().any(|v| self.has(*v))
    }
}

/// The block of a variable. Blocks are sorted by their first one.
pub(super) fn block_of<D: Domain>(blocks: &[Shared<D>], v: Var) -> Option<&Shared<D>> {
    let end = blocks.partition_point(|block| block.variables[0] <= v);
    blocks[..end].iter().rev().find(|block| block.has(v))
}

/// Blocks are shared: what an operation does not touch is not copied, and two elements that have a
/// block in common need not compare it.
pub(super) type Shared<D> = Arc<Block<D>>;

/// A product of elements over disjoint blocks of variables, or bottom. Variables in no block are
/// unknown. Clones share their blocks.
pub struct Blocked<D: Domain> {
    dimensions: usize,
    /// Sorted by their first variable.
    blocks: Option<Arc<[Shared<D>]>>,
}

impl<D: Domain> Blocked<D> {
    pub(super) fn new(dimensions: usize, blocks: Option<Vec<Shared<D>>>) -> Blocked<D> {
        let sorted = blocks.map(|mut blocks| {
            if !blocks.is_sorted_by_key(|block| block.variables[0]) {
                blocks.sort_by_key(|block| block.variables[0]);
            }
            blocks.into()
        });
        Blocked { dimensions, blocks: sorted }
    }

    pub(super) fn dimensions(&self) -> usize {
        self.dimensions
    }

    /// The blocks, or `None` for bottom.
    pub(super) fn parts(&self) -> Option<&[Shared<D>]> {
        self.blocks.as_deref()
    }

    /// Are both the same object?
    pub(super) fn is(&self, other: &Blocked<D>) -> bool {
        match (&self.blocks, &other.blocks) {
            (Some(a), Some(b)) => Arc::ptr_eq(a, b),
            (a, b) => a.is_none() && b.is_none(),
        }
    }

    /// Which variables belong together. Bottom has no blocks.
    pub fn blocks(&self) -> Vec<Vec<Var>> {
        self.parts().unwrap_or_default().iter().map(|block| block.variables.clone()).collect()
    }
}

impl<D: Domain> Clone for Blocked<D> {
    fn clone(&self) -> Blocked<D> {
        Blocked { dimensions: self.dimensions, blocks: self.blocks.clone() }
    }
}

impl<D: Domain> fmt::Debug for Blocked<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(parts) = self.parts() else { return write!(f, "bottom of {}", self.dimensions) };
        f.debug_map().entries(parts.iter().map(|b| (&b.variables, &b.element))).finish()
    }
}

/// A set of variables that no block of two elements crosses, and the blocks of each within it.
pub(super) struct Side<'a, D: Domain> {
    pub left: Vec<&'a Shared<D>>,
    pub right: Vec<&'a Shared<D>>,
}

impl<'a, D: Domain> Side<'a, D> {
    /// Both sets as one.
    pub fn with(mut self, other: Side<'a, D>) -> Side<'a, D> {
        self.left.extend(other.left);
        self.right.extend(other.right);
        self
    }

    /// All variables, sorted.
    pub fn variables(&self) -> Vec<Var> {
        if let ([one], [other]) = (&self.left[..], &self.right[..])
            && one.variables == other.variables
        {
            return one.variables.clone();
        }
        let blocks = self.left.iter().chain(&self.right);
        let mut all: Vec<Var> = blocks.flat_map(|block| block.variables.iter().copied()).collect();
        all.sort_unstable();
        all.dedup();
        all
    }
}

/// Two elements side by side: the blocks that they share, and the finest sets of other variables that
/// no block of either crosses.
pub(super) struct SideBySide<'a, D: Domain> {
    pub shared: Vec<&'a Shared<D>>,
    pub others: Vec<Side<'a, D>>,
}

impl<'a, D: Domain> SideBySide<'a, D> {
    pub fn new(dimensions: usize, a: &'a [Shared<D>], b: &'a [Shared<D>]) -> SideBySide<'a, D> {
        let mut shared = Vec::with_capacity(a.len());
        let (mut left, mut right) = (Vec::new(), Vec::new());
        let (mut rest_a, mut rest_b) = (a.iter().peekable(), b.iter().peekable());
        // Both are sorted, so that shared blocks meet.
        while let (Some(one), Some(other)) = (rest_a.peek(), rest_b.peek()) {
            if Arc::ptr_eq(one, other) {
                shared.extend(rest_a.next());
                rest_b.next();
                continue;
            }
            let (first, second) = (one.variables[0], other.variables[0]);
            left.extend(rest_a.next_if(|_| first <= second));
            right.extend(rest_b.next_if(|_| second <= first));
        }
        left.extend(rest_a);
        right.extend(rest_b);
        SideBySide { shared, others: sides(dimensions, left, right) }
    }
}

/// The sets of the blocks that two elements do not share.
fn sides<'a, D: Domain>(
    dimensions: usize,
    a: Vec<&'a Shared<D>>,
    b: Vec<&'a Shared<D>>,
) -> Vec<Side<'a, D>> {
    // Elements that come from each other are often decomposed alike, which spares a search.
    if a.len() == b.len() && a.iter().zip(&b).all(|(a, b)| a.variables == b.variables) {
        let side = |(a, b)| Side { left: vec![a], right: vec![b] };
        return a.into_iter().zip(b).map(side).collect();
    }
    let mut sets = Sets::new(dimensions);
    for block in a.iter().chain(&b) {
        block.variables.windows(2).for_each(|pair| sets.unite(pair[0], pair[1]));
    }
    let mut places: Vec<Option<usize>> = vec![None; dimensions];
    let mut sides: Vec<Side<'a, D>> = Vec::new();
    let tagged = a.into_iter().map(|block| (block, true));
    for (block, is_left) in tagged.chain(b.into_iter().map(|block| (block, false))) {
        let place = places[sets.root(block.variables[0])].get_or_insert_with(|| {
            sides.push(Side { left: Vec::new(), right: Vec::new() });
            sides.len() - 1
        });
        let side = &mut sides[*place];
        if is_left { side.left.push(block) } else { side.right.push(block) }
    }
    sides
}

/// Disjoint sets of variables.
struct Sets(Vec<Var>);

impl Sets {
    fn new(dimensions: usize) -> Sets {
        Sets((0..dimensions).collect())
    }

    fn root(&mut self, mut v: Var) -> Var {
        while self.0[v] != v {
            self.0[v] = self.0[self.0[v]];
            v = self.0[v];
        }
        v
    }

    fn unite(&mut self, a: Var, b: Var) {
        let (a, b) = (self.root(a), self.root(b));
        self.0[a.max(b)] = a.min(b);
    }
}

/// Unite the sets that overlap, directly or through others; sets and members are sorted.
pub(super) fn merged_sets(sets: &mut dyn Iterator<Item = Vec<Var>>) -> Vec<Vec<Var>> {
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
        assert_eq!(merged_sets(&mut sets.into_iter()), [vec![0], vec![1, 2, 4, 5]]);
        assert!(merged_sets(&mut std::iter::empty()).is_empty());
    }
}
