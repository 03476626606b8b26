//! Private symbols: those that move one variable and nothing else.

use std::collections::BTreeMap;

use super::affine::{Affine, Symbol};
use super::program::Program;
use crate::expr::LinearExpr;

impl Affine {
    /// The same points with at most one private symbol for each variable, because a sum of
    /// independent symbols is as good as one symbol with the sum of their ranges.
    ///
    /// Not done all the time: an element that shares the symbols may come along.
    pub(super) fn merge_private(&self) -> Affine {
        let mut uses: BTreeMap<Symbol, usize> = BTreeMap::new();
        for (symbol, _) in self.forms.iter().chain(&self.constraints).flat_map(LinearExpr::terms) {
            *uses.entry(*symbol).or_default() += 1;
        }
        let mut result = self.clone();
        for (v, form) in self.forms.iter().enumerate() {
            let (private, shared): (Vec<_>, Vec<_>) =
                form.terms().iter().cloned().partition(|(symbol, _)| uses[symbol] == 1);
            if private.len() > 1 {
                let shared = LinearExpr::new(shared, form.constant_term().clone());
                result.merge(v, &LinearExpr::new(private, 0), &shared);
            }
        }
        result
    }

    fn merge(&mut self, v: usize, private: &LinearExpr, shared: &LinearExpr) {
        let range = Program::new(self).range(private);
        let symbol = self.next_symbol();
        for (old, _) in private.terms() {
            self.ranges.remove(old);
        }
        let merged = self.fresh(symbol, range);
        self.forms[v] = shared + &merged;
    }
}
