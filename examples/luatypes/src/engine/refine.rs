//! Refinement: what a condition says about the names in it.

use super::Engine;
use crate::builtins::builtin;
use crate::lattices::value::{Compare, Type, Unary, Value};
use crate::lattices::{Name, State};
use crate::syntax::{Expression, ExpressionKind as Kind};
use soundline_lattice::adapt::Element;

impl Engine {
    /// The states in which a condition holds, and in which it does not.
    pub fn branch(&mut self, state: &mut State, condition: &Expression) -> (State, State) {
        let before = self.user_calls;
        let value = self.value(state, condition);
        // A function that was called may have changed the names since.
        let pure = self.user_calls == before;
        let side = |truth: bool, possible: bool| match (possible, pure) {
            (false, _) => State::bottom(),
            (true, true) => self.refined(state, condition, truth),
            (true, false) => state.clone(),
        };
        (side(true, value.may_be_truthy()), side(false, value.may_be_falsy()))
    }

    /// The states in which a condition that was just evaluated was true, or false.
    pub fn refined(&self, state: &State, condition: &Expression, truth: bool) -> State {
        match &condition.kind {
            Kind::Paren(inside) => self.refined(state, inside, truth),
            Kind::Unary(Unary::Not, inside) => self.refined(state, inside, !truth),
            Kind::And(a, b) if truth => self.refined(&self.refined(state, a, true), b, true),
            Kind::Or(a, b) if !truth => self.refined(&self.refined(state, a, false), b, false),
            Kind::Name(name) => {
                narrowed(state, name, |value| if truth { value.truthy() } else { value.falsy() })
            }
            Kind::Compare(Compare::Equal, negated, a, b) => {
                let equal = truth != *negated;
                self.refined_equal(state, a, b, equal)
            }
            _ => state.clone(),
        }
    }

    fn refined_equal(&self, state: &State, a: &Expression, b: &Expression, equal: bool) -> State {
        match (&a.kind, &b.kind) {
            (Kind::Name(name), Kind::Nil) | (Kind::Nil, Kind::Name(name)) => {
                narrowed(state, name, |value| {
                    if equal { value.only(Type::Nil) } else { value.without_nil() }
                })
            }
            (Kind::Call(callee, arguments), Kind::Text(Some(text)))
            | (Kind::Text(Some(text)), Kind::Call(callee, arguments)) => {
                let Some(kind) = Type::ALL.into_iter().find(|kind| kind.name() == &**text) else {
                    return state.clone();
                };
                match (&callee.kind, arguments.as_slice()) {
                    (Kind::Name(function), [Expression { kind: Kind::Name(name), .. }])
                        if state.read_name(function) == builtin("type") =>
                    {
                        narrowed(state, name, |value| {
                            if equal { value.only(kind) } else { value.except(kind) }
                        })
                    }
                    _ => state.clone(),
                }
            }
            _ => state.clone(),
        }
    }
}

/// A name has only a part of its values.
fn narrowed(state: &State, name: &Name, part: impl Fn(&Value) -> Value) -> State {
    let value = state.read_name(name);
    let narrowed = part(&value);
    if narrowed == value { state.clone() } else { state.write_name(name, &narrowed) }
}
