//! Operators, calls and initialisers whose operands conflict: each function here gives none, and has done
//! nothing, if the order of evaluation makes no difference.

use super::{
    Lowering,
    places::Access,
    siblings::{Evaluated, Sibling},
};
use crate::{Place, Span, Value, tree::Expr};

impl Lowering<'_> {
    pub(super) fn values_in_any_order<'e>(
        &mut self,
        exprs: impl Iterator<Item = &'e Expr>,
        span: Span,
    ) -> Option<Vec<Value>> {
        let siblings: Vec<Sibling<'_>> = exprs.map(Sibling::Value).collect();
        let evaluated = self.in_any_order(&siblings, span)?;
        Some(evaluated.into_iter().map(Evaluated::into_value).collect())
    }

    pub(super) fn pair_in_any_order(
        &mut self,
        left: &Expr,
        right: &Expr,
        span: Span,
    ) -> Option<(Value, Value)> {
        let [left, right] = self.two([Sibling::Value(left), Sibling::Value(right)], span)?;
        Some((left.into_value(), right.into_value()))
    }

    /// The sides of an assignment.
    pub(super) fn sides_in_any_order(
        &mut self,
        place: &Expr,
        value: &Expr,
        span: Span,
    ) -> Option<(Place, Value)> {
        let siblings = [Sibling::Value(value), Sibling::Place(place, Access::Write)];
        let [value, place] = self.two(siblings, span)?;
        Some((place.into_place(), value.into_value()))
    }

    /// The place, the value there and the right side of a compound assignment. The old value may be read
    /// before the right side is evaluated.
    pub(super) fn update_in_any_order(
        &mut self,
        place: &Expr,
        value: &Expr,
        span: Span,
    ) -> Option<(Place, Value, Value)> {
        let [value, old] = self.two([Sibling::Value(value), Sibling::Read(place)], span)?;
        Some((old.clone().into_place(), old.into_value(), value.into_value()))
    }

    pub(super) fn element_in_any_order(
        &mut self,
        array: &Expr,
        inside: Access,
        index: &Expr,
        span: Span,
    ) -> Option<(Place, Value)> {
        let siblings = [Sibling::Place(array, inside), Sibling::Value(index)];
        let [place, index] = self.two(siblings, span)?;
        Some((place.into_place(), index.into_value()))
    }

    /// Whether the operands have been evaluated.
    pub(super) fn discard_in_any_order(&mut self, operands: &[Expr], span: Span) -> bool {
        let siblings: Vec<Sibling<'_>> = operands.iter().map(Sibling::Discard).collect();
        self.in_any_order(&siblings, span).is_some()
    }

    fn two(&mut self, siblings: [Sibling<'_>; 2], span: Span) -> Option<[Evaluated; 2]> {
        let evaluated = self.in_any_order(&siblings, span)?;
        <[Evaluated; 2]>::try_from(evaluated).ok()
    }
}
