//! Equal in, equal out: results depend on the points of the operands, not on how these were made,
//! whether they are the same element, or whether the result overwrites one of them.

use soundline_targets::OperationKind::{Assign, Forget, Guard, Join, Meet, Narrow, Widen};
use soundline_targets::{Operation, OperationKind, Question, Refusal, Slot};

use super::Class::{Precision, Soundness};
use super::Role::{Any, EqualTo};
use super::judge::keeps_points;
use super::scope::{self, both, points, repeats, sets};
use super::{ConstraintShape, ExprShape, Inputs, Property, drawn};
use crate::bench::{Bench, Checked};
use crate::outcome::Stop;

const TWICE: Inputs = Inputs::elements(&[Any, EqualTo(0)]);
const BOTH_TWICE: Inputs = Inputs::elements(&[Any, EqualTo(0), Any, EqualTo(2)]);
const XY: Inputs = Inputs::elements(&[Any, Any]).and_seed();

/// Equal in, equal out.
pub(super) fn properties() -> Vec<Property> {
    [invariant(), aliased()].into_iter().flatten().collect()
}

fn invariant() -> Vec<Property> {
    vec![
        property!(
            78,
            Precision,
            "join invariant",
            "x = y ∧ z = b ⇒ x ⊔ z = y ⊔ b",
            BOTH_TWICE,
            [Join],
            repeats,
            |t| pairs_alike(t, Operation::Join)
        ),
        property!(
            79,
            Precision,
            "meet invariant",
            "x = y ∧ z = b ⇒ x ⊓ z = y ⊓ b",
            BOTH_TWICE,
            [Meet],
            repeats,
            |t| pairs_alike(t, Operation::Meet)
        ),
        property!(
            80,
            Precision,
            "widening invariant",
            "x = y ∧ z = b ⇒ x ∇ z = y ∇ b",
            BOTH_TWICE,
            [Widen],
            repeats,
            |t| {
                let one = t.widen(t.x(), t.z())?;
                let other = t.widen(t.y(), t.b())?;
                t.given(Question::Equal(t.x(), t.y()))?;
                t.given(Question::Equal(t.z(), t.b()))?;
                t.expect_equal(("x ∇ z", one), ("y ∇ b", other))
            }
        ),
        property!(
            81,
            Precision,
            "assign invariant",
            "x = y ⇒ a(x, v, e) = a(y, v, e)",
            TWICE.and_assignment(ExprShape::Any),
            [Assign],
            sets,
            |t| {
                let (v, e) = (t.v(), t.e().clone());
                alike(t, |x| Operation::Assign(x, vec![(v, e.clone())]))
            }
        ),
        property!(
            82,
            Precision,
            "guard invariant",
            "x = y ⇒ c(x, c) = c(y, c)",
            TWICE.and_constraint(ConstraintShape::Any),
            [Guard],
            sets,
            |t| {
                let c = t.c().clone();
                alike(t, |x| Operation::Guard(x, c.clone()))
            }
        ),
        property!(
            83,
            Precision,
            "forget invariant",
            "x = y ⇒ p(x, v) = p(y, v)",
            TWICE.and_variable(),
            [Forget],
            sets,
            |t| {
                let v = t.v();
                alike(t, |x| Operation::Forget(x, vec![v]))
            }
        ),
    ]
}

/// f(x, z) = f(y, b). Equality is asked last: asking may bring the operands into the same form.
fn pairs_alike(t: &mut Bench, f: OfTwo) -> Checked {
    let (one, other) = (f(t.x(), t.z()), f(t.y(), t.b()));
    let results = (t.make(one.clone())?, t.make(other.clone())?);
    t.given(Question::Equal(t.x(), t.y()))?;
    t.given(Question::Equal(t.z(), t.b()))?;
    let names = (drawn::words(t, &one), drawn::words(t, &other));
    t.expect_equal((&names.0, results.0), (&names.1, results.1))
}

/// f(x) = f(y), likewise.
fn alike(t: &mut Bench, f: impl Fn(Slot) -> Operation) -> Checked {
    let (of_x, of_y) = (t.make(f(t.x()))?, t.make(f(t.y()))?);
    t.given(Question::Equal(t.x(), t.y()))?;
    t.expect_equal(("f(x)", of_x), ("f(y)", of_y))
}

fn aliased() -> Vec<Property> {
    vec![
        property!(
            84,
            Soundness,
            "aliased operands sound",
            "f(x, x) keeps the points of x",
            Inputs::elements(&[Any]).and_seed(),
            [Join, Meet],
            points,
            |t| {
                let (f, x) = (of_two(t), t.x());
                let result = t.make(f(x, x))?;
                keeps_points(t, &f(x, x), result)
            }
        ),
        property!(
            85,
            Precision,
            "aliased operands alike",
            "x = x' ⇒ f(x, x) = f(x, x')",
            Inputs::elements(&[Any]).and_seed(),
            [Join, Meet],
            repeats,
            aliased_alike
        ),
        property!(
            86,
            Soundness,
            "in place sound",
            "f in place keeps the points of f(x, y)",
            XY,
            [],
            |setting| both(scope::in_place(setting), points(setting)),
            |t| {
                let operation = drawn::operation(t, &drawn::ALL, t.x(), t.y())?;
                let result = in_place(t, &operation)?;
                keeps_points(t, &operation, result)
            }
        ),
        property!(
            87,
            Precision,
            "in place as fresh",
            "f in place = f(x, y)",
            XY,
            [],
            |setting| both(scope::in_place(setting), repeats(setting)),
            |t| {
                let operation = drawn::operation(t, &drawn::ALL, t.x(), t.y())?;
                let fresh = t.make(operation.clone())?;
                let result = in_place(t, &operation)?;
                let name = drawn::words(t, &operation);
                let of_place = format!("{name} in place");
                t.expect_equal((&of_place, result), (&name, fresh))
            }
        ),
    ]
}

/// The in-place variant; vacuous where the library has none.
fn in_place(t: &mut Bench, operation: &Operation) -> Result<Slot, Stop> {
    match t.make_in_place(operation.clone()) {
        Err(Stop::Refused(Refusal::Unsupported(_))) => Err(Stop::Vacuous),
        other => other,
    }
}

type OfTwo = fn(Slot, Slot) -> Operation;

/// An operation of two elements of which x and x are a fine pair of operands.
fn of_two(t: &mut Bench) -> OfTwo {
    let all: [(OperationKind, OfTwo); 4] = [
        (Join, Operation::Join),
        (Meet, Operation::Meet),
        (Widen, Operation::Widen),
        (Narrow, Operation::Narrow),
    ];
    let supported: Vec<_> = all.into_iter().filter(|(kind, _)| t.supports(*kind)).collect();
    t.choices().pick(&supported).1
}

/// An element combined with itself, and with another one that is equal to it.
fn aliased_alike(t: &mut Bench) -> Checked {
    let (f, x) = (of_two(t), t.x());
    let with_itself = t.make(f(x, x))?;
    let copy = match t.choices().flip() {
        false => {
            let top = t.top()?;
            t.meet(x, top)?
        }
        true => {
            let bottom = t.bottom()?;
            t.join(x, bottom)?
        }
    };
    let with_copy = t.make(f(x, copy))?;
    let name = drawn::words(t, &f(x, x));
    let other = format!("{name} with a copy of x");
    t.expect_equal((&name, with_itself), (&other, with_copy))
}
