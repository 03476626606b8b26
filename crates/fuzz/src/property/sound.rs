//! Concretisation: no operation loses a point, and no answer contradicts one. Points are drawn from
//! the constraints of the operands and followed in exact arithmetic.

use soundline_targets::OperationKind::{
    Assign, Constraints, Embed, Forget, Guard, Join, Meet, Narrow, ParallelAssign, Widen,
};
use soundline_targets::{Operation, OperationKind, Question, Slot};

use super::Class::Soundness;
use super::Role::{Above, Any, Below};
use super::judge::{keeps_points, missing, sound};
use super::scope::points;
use super::{ConstraintShape, ExprShape, Inputs, Property, always, drawn};
use crate::bench::{Bench, Checked};
use crate::exact;
use crate::outcome::{Outcome, Stop};

const X: Inputs = Inputs::elements(&[Any]).and_seed();
const XY: Inputs = Inputs::elements(&[Any, Any]).and_seed();

/// No operation loses a point, no answer contradicts one.
pub(super) fn properties() -> Vec<Property> {
    [operations(), transfer(), answers()].into_iter().flatten().collect()
}

fn operations() -> Vec<Property> {
    vec![
        property!(
            47,
            Soundness,
            "join sound",
            "p ∈ γ(x) ∪ γ(y) ⇒ p ∈ γ(x ⊔ y)",
            XY,
            [Join],
            points,
            |t| sound(t, Operation::Join(t.x(), t.y()))
        ),
        property!(
            48,
            Soundness,
            "meet sound",
            "p ∈ γ(x) ∩ γ(y) ⇒ p ∈ γ(x ⊓ y)",
            XY,
            [Meet],
            points,
            |t| sound(t, Operation::Meet(t.x(), t.y()))
        ),
        property!(
            49,
            Soundness,
            "widening sound",
            "p ∈ γ(x) ∪ γ(y) ⇒ p ∈ γ(x ∇ y)",
            XY,
            [Widen],
            points,
            |t| {
                let widening = drawn::widening(t, t.x(), t.y())?;
                sound(t, widening)
            }
        ),
        property!(
            50,
            Soundness,
            "narrowing sound",
            "y ⊑ x ∧ p ∈ γ(x) ∩ γ(y) ⇒ p ∈ γ(x Δ y)",
            Inputs::elements(&[Any, Below(&[0])]).and_seed(),
            [Narrow],
            points,
            |t| {
                let operation = Operation::Narrow(t.x(), t.y());
                let result = t.make(operation.clone())?;
                t.given(Question::Leq(t.y(), t.x()))?;
                keeps_points(t, &operation, result)
            }
        ),
        property!(
            51,
            Soundness,
            "embed sound",
            "p ∈ γ(x) ⇒ p moved with its variables ∈ γ(x moved)",
            X,
            [Embed],
            points,
            |t| drawn_sound(t, Embed)
        ),
        property!(
            52,
            Soundness,
            "constraints sound",
            "p satisfies all cᵢ ⇒ p ∈ γ(the element of all cᵢ)",
            Inputs::elements(&[]).and_seed(),
            [Constraints],
            |t| {
                let operation = drawn::of_kind(t, Constraints, Slot(usize::MAX), Slot(usize::MAX))?;
                sound(t, operation)
            }
        ),
    ]
}

fn transfer() -> Vec<Property> {
    vec![
        property!(
            53,
            Soundness,
            "assign sound",
            "p ∈ γ(x) ⇒ p[v := e(p)] ∈ γ(a(x, v, e))",
            X.and_assignment(ExprShape::Any),
            [Assign],
            points,
            |t| sound(t, Operation::Assign(t.x(), vec![(t.v(), t.e().clone())]))
        ),
        property!(
            54,
            Soundness,
            "parallel assign sound",
            "p ∈ γ(x) ⇒ p[vᵢ := eᵢ(p)] ∈ γ(a(x, vᵢ, eᵢ))",
            X,
            [ParallelAssign],
            points,
            |t| drawn_sound(t, ParallelAssign)
        ),
        property!(
            55,
            Soundness,
            "forget sound",
            "p ∈ γ(x) ⇒ p[v := anything] ∈ γ(p(x, v))",
            X.and_variable(),
            [Forget],
            points,
            |t| {
                let (v, space) = (t.v(), t.space().clone());
                let forgotten = exact::draw::and_others(v, &space, t.choices());
                sound(t, Operation::Forget(t.x(), forgotten))
            }
        ),
        property!(
            56,
            Soundness,
            "guard sound",
            "p ∈ γ(x) ∧ c(p) ⇒ p ∈ γ(c(x, c))",
            X.and_constraint(ConstraintShape::Any),
            [Guard],
            points,
            |t| sound(t, Operation::Guard(t.x(), t.c().clone()))
        ),
    ]
}

fn drawn_sound(t: &mut Bench, kind: OperationKind) -> Checked {
    let operation = drawn::of_kind(t, kind, t.x(), t.x())?;
    sound(t, operation)
}

fn answers() -> Vec<Property> {
    vec![
        property!(
            57,
            Soundness,
            "leq sound",
            "x ⊑ y ∧ p ∈ γ(x) ⇒ p ∈ γ(y), and the other way round",
            Inputs::elements(&[Any, Above(&[0])]).and_seed(),
            [],
            points,
            leq_sound
        ),
        property!(
            58,
            Soundness,
            "equal sound",
            "x = y ⇒ γ(x) = γ(y)",
            Inputs::elements(&[Any, Above(&[0])]).and_seed(),
            [],
            points,
            |t| {
                let (x, y) = (t.x(), t.y());
                let [of_x, of_y] = told(t, Question::Equal(x, y), [x, y])?;
                let forth = missing(t, (("x", x), &of_x), (("y", y), &of_y));
                super::judge::both(t, forth, |t| missing(t, (("y", y), &of_y), (("x", x), &of_x)))
            }
        ),
        property!(
            59,
            Soundness,
            "is_bottom sound",
            "x = ⊥ ⇒ γ(x) = ∅",
            X,
            [],
            points,
            is_bottom_sound
        ),
        property!(
            60,
            Soundness,
            "is_top sound",
            "x = ⊤ ⇒ every p ∈ γ(x)",
            X,
            [],
            always,
            |t| {
                let x = t.x();
                let [of_x, _] = told(t, Question::IsTop(x), [x, x])?;
                missing(t, (("⊤", x), &[]), (("x", x), &of_x))
            }
        ),
    ]
}

/// What two elements tell of themselves, if the answer is yes. It is asked before or after: some
/// libraries bring an element into another form to answer.
fn told(
    t: &mut Bench,
    question: Question,
    [one, other]: [Slot; 2],
) -> Result<[Vec<soundline_domains::expr::Constraint>; 2], Stop> {
    let before = t.choices().flip();
    if !before {
        t.given(question)?;
    }
    let told = [t.constraints(one)?, t.constraints(other)?];
    if before {
        t.given(question)?;
    }
    Ok(told)
}

/// A y above x is seldom below it as well, but almost: there a wrong yes shows.
fn leq_sound(t: &mut Bench) -> Checked {
    let (mut below, mut above) = (("x", t.x()), ("y", t.y()));
    if t.choices().flip() {
        (below, above) = (above, below);
    }
    let question = Question::Leq(below.1, above.1);
    let [of_below, of_above] = told(t, question, [below.1, above.1])?;
    missing(t, (below, &of_below), (above, &of_above))
}

fn is_bottom_sound(t: &mut Bench) -> Checked {
    let x = t.x();
    let [of_x, _] = told(t, Question::IsBottom(x), [x, x])?;
    Ok(match exact::point_of(&of_x, &t.points_space()) {
        None => Outcome::held(),
        Some(point) => Outcome::violated("x counts as ⊥ and has a point").showing("x", x).at(point),
    })
}
