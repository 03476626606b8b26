//! Siblings of which too many orders would have to be followed: they are evaluated in the state in which all
//! that they may change has any value.

use super::{
    Lowering,
    siblings::{Evaluated, Sibling},
};
use crate::{Action, Cause, Place, Span, Terminator, ValueKind, VarId, effects::Effects};
use std::collections::BTreeSet;

const WHAT: &str = "order of evaluation";

impl Lowering<'_> {
    /// Each sibling is evaluated once, where all that the others may change has any value. One that may
    /// stop is evaluated or not, since what comes after it may come before.
    pub(super) fn in_unknown_order(
        &mut self,
        siblings: &[Sibling<'_>],
        rivals: &[usize],
        effects: &[Effects],
        results: &mut [Option<Evaluated>],
        span: Span,
    ) {
        let rivals_effects: Vec<&Effects> = rivals.iter().map(|index| &effects[*index]).collect();
        // Statements last: no point in them may seem to come before what the others call.
        let (last, first): (Vec<usize>, Vec<usize>) =
            rivals.iter().partition(|index| effects[**index].statements);
        for index in first.into_iter().chain(last) {
            self.disturb(&rivals_effects, span);
            let evaluated = match effects[index].stops {
                true => self.maybe(&siblings[index], span),
                false => {
                    let evaluated = self.evaluate(&siblings[index]);
                    self.settled(evaluated)
                }
            };
            results[index] = Some(evaluated);
        }
        self.disturb(&rivals_effects, span);
    }

    /// Any values where evaluations may write. If one may stop, what is known of local variables may
    /// come from that.
    fn disturb(&mut self, effects: &[&Effects], span: Span) {
        let mut written: BTreeSet<VarId> = BTreeSet::new();
        effects.iter().for_each(|effects| written.extend(effects.written()));
        let places: Vec<Place> = written.into_iter().map(|id| self.whole(id)).collect();
        if effects.iter().any(|effects| effects.stops) {
            let places = self.all_locals();
            self.emit(Action::Unknown { what: WHAT, places }, span);
        } else if effects.iter().any(|effects| effects.writes_memory()) {
            self.emit(Action::Unknown { what: WHAT, places }, span);
        } else {
            for place in places {
                self.emit(Action::Havoc(place, Cause::Order), span);
            }
        }
    }

    /// Evaluates a sibling, or leaves any value in its place.
    fn maybe(&mut self, sibling: &Sibling<'_>, span: Span) -> Evaluated {
        let sides = self.choose(2, span);
        let after = self.new_block();
        self.start(sides[0]);
        let evaluated = self.evaluate(sibling);
        let mut evaluated = self.settled(evaluated);
        self.end(Terminator::Goto(after), span);
        self.start(sides[1]);
        let whole = evaluated.place.as_ref().and_then(|place| self.whole_temporary(place));
        let parts = evaluated.parts().into_iter().map(|part| &*part);
        let copies: Vec<Place> = parts
            .chain(&whole)
            .filter_map(|part| match &part.kind {
                ValueKind::Load(copy) => Some(copy.clone()),
                _ => None,
            })
            .collect();
        copies.into_iter().for_each(|copy| self.emit(Action::Havoc(copy, Cause::Order), span));
        self.end(Terminator::Goto(after), span);
        self.start(after);
        evaluated
    }
}
