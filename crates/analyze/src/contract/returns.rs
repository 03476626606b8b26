//! What a function gives back at its returns, as far as that matters for what callers need of it.

use super::clause::{Need, Valid};
use super::source::{Guard, Sources, Tracer};
use super::{Party, Subject};
use crate::AssumptionId;
use crate::conclude::Known;
use crate::engine::Engine;
use crate::memory::{Bases, Object};
use crate::numeric::Range;
use crate::state::{Env, Owner, Root, State};
use crate::transfer::{is_automatic, room};
use soundline_c::{FunctionId, Span, Terminator, Type, Value};
use std::collections::BTreeSet;

/// What is known of a value that is given back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Given {
    /// Of an integer.
    pub(crate) number: Option<Range>,
    /// What a pointer may point to, and how many bytes from its start, if all of that is known.
    pub(crate) bases: Option<(Bases, Range)>,
    /// For so many bytes a pointer that is not null is valid, and whether to write there.
    pub(crate) valid: Option<(i64, bool)>,
    /// Whether a pointer may be null.
    pub(crate) null: bool,
    /// Whether that it is valid is claimed: it is when the function returns, and nobody knows how long it stays.
    claimed: bool,
    /// The checks that all of this rests on.
    pub(crate) roots: BTreeSet<Root>,
}

/// What a function gives back at one of its returns.
#[derive(Clone, Debug)]
pub(crate) struct Returned {
    pub(crate) span: Span,
    pub(super) given: Given,
    /// Where it comes from; none if that is the function's own affair.
    pub(super) sources: Option<Sources>,
    /// Whether it was found not to be null.
    guard: Guard,
    /// The assumptions that this depends on.
    pub(crate) under: BTreeSet<AssumptionId>,
}

impl Given {
    /// Nothing is known.
    fn nothing() -> Given {
        let (number, bases, valid, roots) = (None, None, None, BTreeSet::new());
        Given { number, bases, valid, null: true, claimed: false, roots }
    }

    /// What is known of a value in a state, when the function ends there.
    pub(crate) fn new(env: &Env<'_>, state: &State, value: &Value) -> Given {
        let mut given = Given::nothing();
        let mut step = crate::eval::Step::new(env, state.clone());
        match step.eval(value) {
            crate::eval::Evaluated::Int(number) => {
                given.number = Some(step.tightened(number).range);
            }
            crate::eval::Evaluated::Pointer(address) => {
                let frame =
                    |site: &u32| state.heap.get(site).is_none_or(|own| own.owner != Owner::Program);
                // What ends with the function is nothing for others.
                let ends = |object: &Object| match object {
                    Object::Variable(id) => is_automatic(env, *id),
                    Object::Heap(site) => frame(site),
                    _ => true,
                };
                let bases = address.bases;
                let ended = bases.objects.iter().any(ends) || env.may_end(value);
                if !bases.is_open() && !bases.objects.iter().any(ends) {
                    given.null = bases.null;
                    given.valid = room(env, state, value);
                    let offset = step.offset_range(&address.offset);
                    given.bases = Some((bases, offset));
                } else if !ended && let Some((bytes, write, roots)) = env.claimed_room(state, value)
                {
                    given.valid = Some((bytes, write));
                    (given.null, given.claimed) = (false, true);
                    given.roots.extend(roots.iter());
                }
            }
            _ => {}
        }
        given
    }

    /// What is known of both.
    pub(crate) fn join(self, other: Given) -> Given {
        let bases = match (self.bases, other.bases) {
            (Some((one, from)), Some((two, to))) => {
                // A null has no place in an object.
                let range = match (one.objects.is_empty(), two.objects.is_empty()) {
                    (true, _) => to,
                    (_, true) => from,
                    _ => from.join(to),
                };
                Some((one.join(&two), range))
            }
            _ => None,
        };
        let valid = match (self.valid, other.valid) {
            (Some(one), Some(two)) => Some((one.0.min(two.0), one.1 && two.1)),
            _ => None,
        };
        let number = self.number.zip(other.number).map(|(one, two)| one.join(two));
        let roots = self.roots.into_iter().chain(other.roots).collect();
        let (null, claimed) = (self.null || other.null, self.claimed || other.claimed);
        Given { number, bases, valid, null, claimed, roots }
    }

    /// Whether it satisfies what is needed of it.
    fn satisfies(&self, engine: &Engine<'_>, function: FunctionId, need: Need) -> bool {
        match need {
            Need::Valid(Valid { from: 0, to, more: false, write, null, lasts, .. }) => {
                let heap = self.bases.iter().flat_map(|(bases, _)| &bases.objects);
                let heap = heap.into_iter().any(|object| matches!(object, Object::Heap(_)));
                let room = |(bytes, writable): (i64, bool)| to <= bytes && (writable || !write);
                let ends =
                    if self.claimed { lasts || is_given(engine, function) } else { lasts && heap };
                self.valid.is_some_and(room) && (null || !self.null) && !ends
            }
            Need::Valid(Valid { null: true, .. }) | Need::Freeable | Need::Text { null: true } => {
                self.bases.as_ref().is_some_and(|(bases, _)| bases.is_null())
            }
            Need::Valid(_) | Need::Elements(_) | Need::Text { .. } => false,
            Need::Callable { null } => self.bases.as_ref().is_some_and(|(bases, _)| {
                let types = &engine.program.types;
                let pointee = types.pointee(engine.program.function(function).result);
                let own = |id: &FunctionId| Some(engine.program.function(*id).ty) == pointee;
                bases.objects.is_empty() && (null || !bases.null) && bases.functions.iter().all(own)
            }),
            Need::Range(low, high) => {
                let wanted = Range::new(low, high.max(low));
                low <= high && self.number.is_some_and(|own| wanted.includes(own))
            }
            Need::Not(number) => self.number.is_some_and(|own| !own.contains(number)),
            Need::NotNull => !self.null && (self.valid.is_some() || self.bases.is_some()),
        }
    }
}

/// Whether callers give a function pointers, one of which it may give back: how long it is valid is up to them.
fn is_given(engine: &Engine<'_>, function: FunctionId) -> bool {
    let program = engine.program;
    let number = |ty| {
        let size = program.types.size(ty);
        matches!(program.types.get(ty), Type::Float(_))
            || (program.types.integer(ty).is_some() && size.is_some_and(|size| size < 8))
    };
    let own = program.function(function);
    let variadic = matches!(program.types.get(own.ty), Type::Function { variadic: true, .. });
    variadic || own.parameters.iter().any(|id| !number(program.variable(*id).ty))
}

impl Returned {
    /// What it needs of others that the result is as it is needed; none if that is not known.
    pub(super) fn needs(
        &self,
        engine: &Engine<'_>,
        function: FunctionId,
        (subject, need): (Subject, Need),
    ) -> Option<Vec<(Subject, Need)>> {
        if subject.itself() && self.given.satisfies(engine, function, need) {
            return Some(Vec::new());
        }
        let needs = self.sources.as_ref()?.pass(&subject, need, self.guard)?;
        // Its callers were looked at already.
        let own = |party: Party| matches!(party, Party::Function(_));
        (!needs.iter().any(|(subject, _)| own(subject.party))).then_some(needs)
    }
}

/// What a function gives back, return by return. One that was not reached because of a bound gives back anything.
pub(super) fn returns(
    engine: &Engine<'_>,
    known: &Known<'_>,
    tracer: &Tracer<'_, '_>,
    function: FunctionId,
) -> Vec<Returned> {
    let blocks = engine.shape(function).cfg.blocks.iter().enumerate();
    let mut all = Vec::new();
    for (number, block) in blocks {
        let Terminator::Return(Some(value)) = &block.terminator else { continue };
        let end = (number, block.instructions.len());
        let (given, sources) = match known.given(function, number) {
            Some(given) => (given.clone(), tracer.sources(value, end)),
            None if known.is_bounded() => (Given::nothing(), None),
            None => continue,
        };
        let guard = tracer.guard(value, end);
        let mut under = known.provided_at_end(function, number);
        under.extend(given.roots.iter().filter_map(|root| known.root(*root)));
        all.push(Returned { span: value.span, given, sources, guard, under });
    }
    all
}
