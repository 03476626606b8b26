//! How large an element may become.

use super::affine::{Affine, Symbol};
use super::program::Program;
use crate::expr::LinearExpr;
use crate::numbers::{Bound, Rat};

/// The most symbols and constraints of an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Budget {
    /// The symbols besides one for each variable.
    pub(super) spare: usize,
}

impl Budget {
    fn symbols(self, affine: &Affine) -> usize {
        affine.forms.len().saturating_add(self.spare)
    }

    /// Twice as many constraints as symbols: an end on each side.
    fn constraints(self, affine: &Affine) -> usize {
        self.symbols(affine).saturating_mul(2)
    }

    /// Is the element small enough, after redundant constraints are gone?
    pub(super) fn allows(self, affine: &mut Affine) -> bool {
        if affine.constraints.len() > self.constraints(affine) / 2 {
            affine.prune();
        }
        affine.constraints.len() <= self.constraints(affine)
            && affine.ranges.len() <= self.symbols(affine)
    }

    /// The same points and perhaps more, within the budget: in each form private symbols become
    /// one, and if that is not enough the terms that matter least become one.
    pub(super) fn enforce(self, mut affine: Affine) -> Affine {
        if self.allows(&mut affine) {
            return affine;
        }
        if affine.ranges.len() > self.symbols(&affine) {
            affine = affine.merge_private();
        }
        if affine.ranges.len() > self.symbols(&affine) {
            affine = self.merge(&affine);
        }
        affine.constraints.truncate(self.constraints(&affine));
        affine.tidy().expect("no point was removed")
    }

    fn merge(self, affine: &Affine) -> Affine {
        let kept = self.heaviest(affine);
        let mut result = affine.clone();
        result.ranges.retain(|symbol, _| kept.contains(symbol));
        result.constraints.retain(|c| c.terms().iter().all(|(symbol, _)| kept.contains(symbol)));
        let mut program = Program::new(affine);
        let start = affine.next_symbol();
        for (v, form) in affine.forms.iter().enumerate() {
            let (rest, merged): (Vec<_>, Vec<_>) =
                form.terms().iter().cloned().partition(|(symbol, _)| kept.contains(symbol));
            let rest = LinearExpr::new(rest, form.constant_term().clone());
            let range = program.range(&LinearExpr::new(merged, 0));
            let fresh = result.fresh(start + v, range);
            result.forms[v] = &rest + &fresh;
        }
        for (v, form) in result.forms.clone().iter().enumerate() {
            let hull = program.range(&affine.forms[v]);
            result.confine(form, &hull).expect("the points are in their hull");
        }
        result
    }

    /// The symbols to keep, such that each variable may have another one.
    fn heaviest(self, affine: &Affine) -> Vec<Symbol> {
        let mut weighed: Vec<(Bound<Rat>, Symbol)> =
            affine.ranges.keys().map(|symbol| (weight(affine, *symbol), *symbol)).collect();
        weighed.sort();
        weighed.into_iter().rev().take(self.spare).map(|(_, symbol)| symbol).collect()
    }
}

/// How far a symbol moves the variables, all together.
fn weight(affine: &Affine, symbol: Symbol) -> Bound<Rat> {
    let factors: Rat = affine.forms.iter().map(|form| form.coefficient(symbol).abs()).sum();
    if factors.is_zero() {
        return Bound::Finite(factors);
    }
    affine.ranges[&symbol].width().map(|width| width * &factors)
}
