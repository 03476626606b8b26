//! Whether calls satisfy what a function requires of its parameters.

use super::clause::{Need, Valid};
use super::{Contracts, Party};
use crate::engine::Engine;
use crate::eval::{Evaluated, Step};
use crate::numeric::Range;
use crate::state::{Root, State};
use crate::transfer;
use soundline_c::{FunctionId, Value};
use std::collections::BTreeSet;

/// What is known of an argument about a clause, in one state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Argument {
    /// The clause holds.
    Holds,
    /// It holds if these checks do.
    Under(BTreeSet<Root>),
    /// It may not hold.
    Open,
}

impl Argument {
    /// What is known in two states.
    pub(crate) fn and(self, other: Argument) -> Argument {
        match (self, other) {
            (Argument::Open, _) | (_, Argument::Open) => Argument::Open,
            (Argument::Holds, other) | (other, Argument::Holds) => other,
            (Argument::Under(mut all), Argument::Under(more)) => {
                all.extend(more);
                Argument::Under(all)
            }
        }
    }
}

/// What is known of the arguments of a call about each clause of the function's contract, in the order of these.
pub(crate) fn arguments(
    engine: &Engine<'_>,
    contracts: &Contracts,
    state: &State,
    callee: FunctionId,
    arguments: &[Value],
) -> Vec<Argument> {
    let Some(draft) = contracts.drafts.get(&Party::Function(callee)) else { return Vec::new() };
    let parameters = &engine.program.function(callee).parameters;
    let known = |(subject, need): (super::Subject, Need)| {
        let place = parameters.iter().position(|id| Some(*id) == subject.parameter);
        match place.and_then(|place| arguments.get(place)).filter(|_| subject.depth == 0) {
            Some(argument) => of(engine, state, argument, need),
            None => Argument::Open,
        }
    };
    draft.clauses.all().into_iter().map(known).collect()
}

fn of(engine: &Engine<'_>, state: &State, argument: &Value, need: Need) -> Argument {
    let mut step = Step::new(&engine.env, state.clone());
    let holds = |yes: bool| if yes { Argument::Holds } else { Argument::Open };
    match need {
        Need::Valid(Valid { from: 0, to, more: false, write, null }) => {
            if let Evaluated::Pointer(address) = step.eval(argument)
                && null
                && address.bases.is_null()
            {
                return Argument::Holds;
            }
            if transfer::is_valid(&engine.env, state, argument, to, write) {
                return Argument::Holds;
            }
            match engine.env.claimed_bytes(state, argument, to, write) {
                Some(roots) => Argument::Under(roots.iter().copied().collect()),
                None => Argument::Open,
            }
        }
        Need::Range(low, high) => {
            let number = step.integer(argument);
            holds(Range::new(low, high.max(low)).includes(step.tightened(number).range))
        }
        Need::Not(excluded) => {
            let number = step.integer(argument);
            holds(!step.tightened(number).range.contains(excluded))
        }
        Need::Valid(_) | Need::Callable { .. } | Need::Freeable => Argument::Open,
    }
}
