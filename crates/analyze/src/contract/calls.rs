//! Whether calls satisfy what a function requires of its parameters.

use super::Clauses;
use super::clause::{Elements, Need, Valid};
use crate::engine::Engine;
use crate::eval::{Evaluated, Step};
use crate::memory::{Bases, Object};
use crate::numeric::Range;
use crate::state::{Root, State};
use crate::transfer;
use soundline_c::{FunctionId, Value};
use std::collections::{BTreeMap, BTreeSet};

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
    /// The checks that it rests on.
    pub(crate) fn roots(&self) -> impl Iterator<Item = &Root> {
        let under = match self {
            Argument::Under(roots) => Some(roots),
            _ => None,
        };
        under.into_iter().flatten()
    }

    /// The same if some checks are parts of others.
    pub(crate) fn led(&mut self, led: &BTreeMap<Root, Root>) {
        if let Argument::Under(roots) = self {
            *roots = roots.iter().map(|root| *led.get(root).unwrap_or(root)).collect();
        }
    }

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
    requires: &Clauses,
    state: &State,
    callee: FunctionId,
    arguments: &[Value],
) -> Vec<Argument> {
    let parameters = &engine.program.function(callee).parameters;
    let known = |(subject, need): (super::Subject, Need)| {
        let given = |subject: super::Subject| {
            let place = parameters.iter().position(|id| Some(*id) == subject.parameter)?;
            arguments.get(place).filter(|_| subject.itself())
        };
        match (given(subject), need) {
            (Some(argument), Need::Elements(elements)) => match given(elements.length) {
                Some(length) => elements_of(engine, state, (argument, length), elements),
                None => Argument::Open,
            },
            (Some(argument), _) => of(engine, state, argument, need),
            (None, _) => Argument::Open,
        }
    };
    requires.all().into_iter().map(known).collect()
}

fn of(engine: &Engine<'_>, state: &State, argument: &Value, need: Need) -> Argument {
    let mut step = Step::new(&engine.env, state.clone());
    let holds = |yes: bool| if yes { Argument::Holds } else { Argument::Open };
    let bases = match step.eval(argument) {
        Evaluated::Pointer(address) => address.bases,
        _ => Bases::any(),
    };
    match need {
        Need::Valid(Valid { null: true, .. })
        | Need::Callable { null: true }
        | Need::Text { null: true }
        | Need::Freeable
            if bases.is_null() =>
        {
            Argument::Holds
        }
        Need::Callable { null } => {
            let known = !bases.is_open() && bases.objects.is_empty();
            holds(known && (null || !bases.null) && is_one_of(engine, &bases, argument))
        }
        Need::Valid(Valid { from: 0, to, more: false, write, lasts, .. }) => {
            let heap = bases.objects.iter().any(|object| matches!(object, Object::Heap(_)));
            let stays = !heap || !lasts;
            if stays && transfer::is_valid(&engine.env, state, argument, to, write) {
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
        Need::Text { .. } => {
            let heap = bases.objects.iter().any(|object| matches!(object, Object::Heap(_)));
            holds(!heap && transfer::is_string(&engine.env, state, argument))
        }
        Need::NotNull if !bases.is_open() && !bases.null => Argument::Holds,
        Need::NotNull => match engine.env.claimed_bytes(state, argument, 1, false) {
            Some(roots) => Argument::Under(roots.iter().copied().collect()),
            None => Argument::Open,
        },
        Need::Not(excluded) => {
            let number = step.integer(argument);
            holds(!step.tightened(number).range.contains(excluded))
        }
        Need::Valid(_) | Need::Elements(_) | Need::Freeable => Argument::Open,
    }
}

/// The same of a pointer to so many elements.
fn elements_of(
    engine: &Engine<'_>,
    state: &State,
    (argument, length): (&Value, &Value),
    elements: Elements,
) -> Argument {
    let mut step = Step::new(&engine.env, state.clone());
    let number = step.integer(length);
    let most = step.tightened(number).range.high;
    let Evaluated::Pointer(address) = step.eval(argument) else { return Argument::Open };
    if most <= 0 || (elements.null && address.bases.is_null()) {
        return Argument::Holds;
    }
    let mut objects = address.bases.objects.iter();
    let stays = !elements.lasts || !objects.any(|object| matches!(object, Object::Heap(_)));
    let room = (length, elements.size);
    if stays && transfer::is_valid_for(&engine.env, state, argument, room, elements.write) {
        return Argument::Holds;
    }
    let bytes = most.checked_mul(elements.size.into()).and_then(|bytes| i64::try_from(bytes).ok());
    let claimed =
        bytes.and_then(|bytes| engine.env.claimed_bytes(state, argument, bytes, elements.write));
    claimed.map_or(Argument::Open, |roots| Argument::Under(roots.iter().copied().collect()))
}

/// Whether all functions that a pointer may point to have the type that it says.
fn is_one_of(engine: &Engine<'_>, bases: &Bases, pointer: &Value) -> bool {
    let pointee = engine.program.types.pointee(pointer.ty);
    bases.functions.iter().all(|id| Some(engine.program.function(*id).ty) == pointee)
}
