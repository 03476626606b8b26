//! What is known behind a check that may fail, where errors are assumed away.

use super::checks::{Outcome, is_wanted, outcome};
use crate::eval::{Number, Step};
use crate::numeric::Range;
use crate::state::{Claim, Env, Root, State, Touch};
use soundline_c::{Action, Check, CheckKind, Place, Value};
use std::collections::BTreeSet;
use std::rc::Rc;

/// What a check comes to in a state, and the roots that it rests on if it holds because of them.
pub(crate) fn settle(
    env: &Env<'_>,
    state: &State,
    check: &CheckKind,
) -> (Outcome, Option<Rc<BTreeSet<Root>>>) {
    let outcome = outcome(env, state, check);
    if outcome != Outcome::MayFail || state.claims.is_empty() {
        return (outcome, None);
    }
    let most = used(env, state, check).map(|range| range.high);
    match env.claimed(state, check, most) {
        Some(roots) => (Outcome::Holds, Some(roots)),
        None => (outcome, None),
    }
}

/// The roots that a check rests on which holds because of what is known behind pointers that are claimed to be valid.
pub(crate) fn resting(
    env: &Env<'_>,
    state: &State,
    check: &CheckKind,
) -> Option<Rc<BTreeSet<Root>>> {
    let roots = env.cells.has_behind().then(|| env.roots_behind(state, check)).flatten()?;
    let mut bare = state.clone();
    env.forget_behind(&mut bare, |_| true);
    (outcome(env, &bare, check) != Outcome::Holds).then_some(roots)
}

/// The state behind a check, if that holds: refined by what it says, with a claim of what no state can say. None if it
/// fails in every memory of the state.
pub(crate) fn behind(env: &Env<'_>, state: State, check: &Check, root: Root) -> Option<State> {
    // What comes after a failed assertion is defined, and the program itself says what it is.
    let defined = matches!(check.kind, CheckKind::Assertion(_) | CheckKind::ErrorCall);
    if defined || !is_wanted(env, &check.kind) {
        return Some(state);
    }
    // What is claimed already is neither asked nor claimed again.
    let most = |size: &Option<u64>| size.map(i128::from);
    if let CheckKind::Access { size, .. } = &check.kind
        && env.claimed(&state, &check.kind, most(size)).is_some()
    {
        return Some(state);
    }
    match settle(env, &state, &check.kind).0 {
        Outcome::Holds | Outcome::HoldsIf(_) => Some(state),
        Outcome::Fails if ends(&check.kind) => None,
        Outcome::Fails | Outcome::MayFail => {
            let least = used(env, &state, &check.kind).map(|range| range.low);
            let mut state = Step::new(env, state).refined(&check.kind)?.finish()?;
            env.claim(&mut state, &check.kind, least, root);
            Some(state)
        }
    }
}

/// The state behind a check that is known to hold.
pub(crate) fn held(env: &Env<'_>, state: State, check: &CheckKind) -> Option<State> {
    let step = Step::new(env, state);
    match check {
        CheckKind::Assertion(value) => step.assume(value, true)?.finish(),
        check => step.refined(check)?.finish(),
    }
}

/// Whether more is known behind a check than before it, beside what is claimed.
pub(crate) fn is_refined(env: &Env<'_>, before: &State, behind: Option<&State>) -> bool {
    behind.is_none_or(|behind| {
        let bare = State { claims: before.claims.clone(), ..behind.clone() };
        !env.leq(before, &bare)
    })
}

/// Whether it may matter where an access goes that is claimed to be fine: it is taken to stay in the objects that it may be in.
pub(crate) fn is_confining(env: &Env<'_>, state: &State, check: &CheckKind) -> bool {
    match check {
        CheckKind::Index { .. } => true,
        CheckKind::Access { pointer, .. } | CheckKind::Region { pointer, .. } => {
            let bases = Step::new(env, state.clone()).address(pointer).bases;
            bases.dangling || !bases.objects.is_empty() || !bases.functions.is_empty()
        }
        _ => false,
    }
}

/// Whether nothing comes after such an error. The others leave a program that goes on.
fn ends(check: &CheckKind) -> bool {
    !matches!(
        check,
        CheckKind::Return
            | CheckKind::Freed
            | CheckKind::Finite(_)
            | CheckKind::Initialised { .. }
            | CheckKind::Written(_)
    )
}

/// How many bytes a check says are used.
fn used(env: &Env<'_>, state: &State, check: &CheckKind) -> Option<Range> {
    match check {
        CheckKind::Access { size, .. } => size.map(|size| Range::point(size.into())),
        CheckKind::Region { extent, .. } => {
            Some(Step::new(env, state.clone()).extent(extent).range)
        }
        _ => None,
    }
}

impl Step<'_, '_> {
    /// The memories in which a check holds, as far as the domain can say that; none if there is none.
    fn refined(mut self, check: &CheckKind) -> Option<Self> {
        self.compares = true;
        match check {
            CheckKind::Divisor(value) => self.assume(value, true),
            CheckKind::ShiftAmount(amount, bits) => self.within(amount, 0, i128::from(*bits) - 1),
            CheckKind::Length(length) => self.within(length, 1, i128::MAX),
            CheckKind::Index { index, length, past_end } => {
                let slack = i128::from(!past_end);
                let Some(length) = length else { return self.within(index, 0, i128::MAX) };
                let length = self.integer(length);
                let most = self.tightened(length.clone()).range.high.saturating_sub(slack);
                let mut step = self.within(index, 0, most)?;
                let index = step.integer(index);
                let room = length.lin.zip(index.lin).and_then(|(l, i)| l.sub(&i)?.plus(-slack));
                match room.filter(|room| !room.terms.is_empty()) {
                    Some(room) => {
                        let room = Number { lin: Some(room), range: Range::ALL };
                        step.between(&room, 0, i128::MAX)
                    }
                    None => Some(step),
                }
            }
            CheckKind::Access { pointer, size: Some(size), .. } => {
                self.within_objects(pointer, i128::from(*size))
            }
            CheckKind::Overflow(value) => {
                let Some(ty) = self.int_type(value.ty) else { return Some(self) };
                match self.sum(value) {
                    Some(sum) => self.between(&sum, ty.min(), ty.max()),
                    None => Some(self),
                }
            }
            _ => Some(self),
        }
    }
}

/// What becomes of claims in an instruction that is no call and no check.
pub(super) fn carry(env: &Env<'_>, before: Option<Claim>, state: &mut State, action: &Action) {
    match action {
        Action::Point(_) | Action::Check(_) | Action::Granted(_) | Action::Assume(_) => {}
        // Where a variable comes into being, that is seen to there.
        Action::Declare(_) | Action::Call { .. } => {}
        Action::End(id) => env.end_claims(state, *id),
        Action::Assign(place, _) => {
            if !env.program.types.is_scalar(place.ty) {
                env.forget_behind(state, |_| true);
            }
            store(env, before, state, place);
        }
        Action::Zero(place) | Action::Havoc(place, _) => {
            env.forget_behind(state, |_| true);
            env.disturb(state, &Touch::Place(place));
        }
        Action::Unknown { places, .. } => {
            places.iter().for_each(|place| env.disturb(state, &Touch::Place(place)));
            let none = BTreeSet::new();
            let touch =
                Touch::Call { written: &none, memory: true, everything: true, hidden: &none };
            env.disturb(state, &touch);
        }
    }
}

/// A value of which this is claimed goes to a place.
pub(super) fn store(env: &Env<'_>, claim: Option<Claim>, state: &mut State, place: &Place) {
    env.disturb(state, &Touch::Place(place));
    match place.as_variable() {
        _ if place.volatile => {}
        Some(variable) => env.pass_claim(state, variable, place.ty, claim),
        None => env.pass_claim_to(state, place, claim),
    }
}

/// What is claimed of the value that an instruction assigns.
pub(super) fn assigned(env: &Env<'_>, state: &State, action: &Action) -> Option<Claim> {
    match action {
        Action::Assign(_, value) => env.claim_of(state, value),
        _ => None,
    }
}

/// What is claimed of values.
pub(super) fn claims_of(env: &Env<'_>, state: &State, values: &[Value]) -> Vec<Option<Claim>> {
    values.iter().map(|value| env.claim_of(state, value)).collect()
}
