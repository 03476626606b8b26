//! What an earlier analysis of the same program settled, for a later one to take for granted.

use soundline_c::FunctionId;
use std::collections::{BTreeMap, BTreeSet};

/// What is known about a program before it is analysed. An analysis that takes something for granted which is wrong is wrong.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Known {
    /// Checks by function and number: whether they hold whenever control gets there, or control never gets there.
    pub checks: BTreeMap<(FunctionId, u32), bool>,
    /// Sides of branches, by function and block, from which on everything is verified. They are not followed.
    pub branches: BTreeSet<(FunctionId, usize, bool)>,
}

impl Known {
    /// Whether nothing is known.
    pub fn is_empty(&self) -> bool {
        self.checks.is_empty() && self.branches.is_empty()
    }
}
