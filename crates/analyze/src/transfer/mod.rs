//! What instructions do to states.

mod assume;
mod calls;
mod checks;
mod constants;
mod copies;
mod explain;
mod library;
mod never_zero;
mod room;

pub(crate) use assume::{behind, held, is_confining, is_refined, resting, settle};
pub(crate) use calls::{Change, Resolved, bind, is_automatic, leave, resolve_callee};
pub(crate) use checks::{Outcome, is_string, is_valid, is_valid_for, is_wanted, ranged, room};
pub(crate) use explain::explain;
pub(crate) use library::LibraryCall;

use crate::eval::{Evaluated, Step};
use crate::memory::Object;
use crate::state::{Env, State, Touch};
use soundline_c::{Action, BinaryOp, Place, Storage, Type, Types, Value, ValueKind, VarId};
use std::collections::BTreeSet;

/// The state after an instruction that is no call; none if no memory gets through it.
pub(crate) fn perform(env: &Env<'_>, state: State, action: &Action) -> Option<State> {
    let claim = assume::assigned(env, &state, action);
    let mut state = changed(env, state, action)?;
    assume::carry(env, claim, &mut state, action);
    Some(state)
}

/// The same without what is claimed.
fn changed(env: &Env<'_>, state: State, action: &Action) -> Option<State> {
    let mut step = Step::new(env, state);
    match action {
        Action::Point(_) | Action::Check(_) | Action::Granted(_) => {}
        Action::Declare(id) => step.declare(*id),
        Action::End(id) => {
            let ended = Object::Variable(*id);
            step.env.dangle(&mut step.state, |object| object == ended);
        }
        Action::Assign(place, value) => return assign(step, place, value),
        Action::Zero(place) => step.zero(place),
        Action::Havoc(place, _) => step.havoc(place),
        Action::Assume(value) => return step.assume(value, true)?.finish(),
        Action::Unknown { places, .. } => {
            places.iter().for_each(|place| step.havoc(place));
            step.anything_happens();
        }
        Action::Call { .. } => return None,
    }
    step.finish()
}

/// The value of a comparison is assigned in two cases, so that what it says is kept.
fn assign(mut step: Step<'_, '_>, place: &Place, value: &Value) -> Option<State> {
    let types = &step.env.program.types;
    if matches!(types.get(place.ty), Type::Record(_) | Type::Array { .. }) {
        step.copy(place, value);
        return step.finish();
    }
    if is_condition(value) && types.integer(place.ty).is_some() && !place.volatile {
        let env = step.env;
        let case = |wanted: bool| {
            let mut case = step.with(step.state.clone()).assume(value, wanted)?;
            let targets = case.written_to(place);
            let number = crate::eval::Number::constant(truth(types, value, wanted));
            case.store(&targets, &Evaluated::Int(number));
            case.finish()
        };
        return match (case(true), case(false)) {
            (Some(a), Some(b)) => Some(env.join(&a, &b)),
            (one, other) => one.or(other),
        };
    }
    let evaluated = step.eval(value);
    let (bits, word) = (step.bits(value), step.written_word(value));
    let targets = step.written_to(place);
    let doubted = step.env.marks_heap && is_character(types, value) && {
        step.was_written(value) != Outcome::Holds
    };
    step.store(&targets, &evaluated);
    if doubted {
        step.doubt_written(place);
    }
    step.keep_bits(&targets, bits);
    step.keep_word(&targets, word);
    step.finish()
}

/// Whether a value is a character as it is in memory: where that is copied it may have no value.
fn is_character(types: &Types, value: &Value) -> bool {
    let character = types.integer(value.ty).is_some_and(|int| int.bits == 8);
    character && matches!(value.kind, ValueKind::Load(_))
}

fn is_condition(value: &Value) -> bool {
    match &value.kind {
        ValueKind::Binary(op, ..) => op.is_comparison() && *op as usize >= BinaryOp::Lt as usize,
        ValueKind::Unary(op, _) => *op == soundline_c::UnaryOp::Not,
        ValueKind::Convert(inner) => is_condition(inner),
        _ => false,
    }
}

/// What a condition is as a number, after its conversions: in a signed bit-field of one bit, -1.
fn truth(types: &Types, value: &Value, holds: bool) -> i128 {
    let ValueKind::Convert(inner) = &value.kind else { return i128::from(holds) };
    let inner = truth(types, inner, holds);
    types.integer(value.ty).and_then(|int| int.wrap(inner)).unwrap_or(inner)
}

impl Step<'_, '_> {
    /// A variable comes into being: what pointed to an earlier one dangles.
    pub(crate) fn declare(&mut self, id: VarId) {
        let object = Object::Variable(id);
        let cells = self.env.cells.of_object(object);
        self.env.erase(&mut self.state, &cells);
        self.mark_whole(object, false);
        self.env.disturb(&mut self.state, &Touch::Variable(id));
        if self.env.program.variable(id).address_taken {
            self.env.detach(&mut self.state, |other| other == object);
        }
    }

    pub(crate) fn havoc(&mut self, place: &Place) {
        let targets = self.resolve(place);
        self.blur(&targets);
    }

    /// Everything that can be reached from elsewhere may change.
    pub(crate) fn anything_happens(&mut self) {
        self.anything_happens_but(&BTreeSet::new());
    }

    /// The same, but for variables whose addresses nobody knows.
    pub(crate) fn anything_happens_but(&mut self, hidden: &BTreeSet<VarId>) {
        self.env.forget_shared(&mut self.state, hidden);
        self.others_may_free();
    }
}

impl Env<'_> {
    /// Forgets all memory that functions share.
    pub(crate) fn forget_shared(&self, state: &mut State, hidden: &BTreeSet<VarId>) {
        self.forget_reachable(state, hidden);
        self.forget_where(state, |cell| match cell.object {
            Object::Variable(id) => {
                let variable = self.program.variable(id);
                // Those of functions too: something unknown may call these back.
                let lasts =
                    matches!(variable.storage, Storage::Global | Storage::Extern | Storage::Static);
                lasts && !self.is_constant_object(id)
            }
            _ => false,
        });
    }
}
