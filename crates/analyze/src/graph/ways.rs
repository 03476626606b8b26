//! Which instructions of a function control may get to from others.

use soundline_c::Block;
use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap};

/// Which blocks control may get to from the ends of others, as far as somebody asked.
#[derive(Default)]
pub(crate) struct Ways {
    behind: RefCell<HashMap<usize, BTreeSet<usize>>>,
}

impl Ways {
    /// Whether control may get from one instruction to another.
    pub(crate) fn lead(&self, blocks: &[Block], from: (usize, usize), to: (usize, usize)) -> bool {
        if from.0 == to.0 && from.1 < to.1 {
            return true;
        }
        let mut known = self.behind.borrow_mut();
        let behind = known.entry(from.0).or_insert_with(|| {
            let (mut seen, mut left) = (BTreeSet::new(), vec![from.0]);
            while let Some(number) = left.pop() {
                let next = blocks[number].terminator.successors();
                left.extend(next.iter().map(|next| next.index()).filter(|next| seen.insert(*next)));
            }
            seen
        });
        behind.contains(&to.0)
    }
}
