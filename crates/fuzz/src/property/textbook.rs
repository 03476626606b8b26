//! What textbooks promise beyond best results: a closure that finds every bound, and a widening
//! that keeps what is stable.

use soundline_domains::capabilities::Kind;
use soundline_domains::expr::{Constraint, LinearExpr, Relation};
use soundline_domains::numbers::{Bound, Rat};
use soundline_targets::OperationKind::{Assign, Constraints, Join, Widen};
use soundline_targets::{Operation, Question, Slot};

use super::Class::Precision;
use super::Role::{Above, Any};
use super::judge::shown;
use super::scope::bounded;
use super::{Applies, Inputs, Property, Setting, drawn};
use crate::bench::{Bench, Checked};
use crate::exact::{Points, draw, shape};
use crate::outcome::{Outcome, Stop};

/// So many constraints are tried.
const CONSTRAINTS: usize = 2;

/// Closure and widening.
pub(super) fn properties() -> Vec<Property> {
    vec![
        property!(
            68,
            Precision,
            "closure best",
            "d ≤ sup of d over x holds for x, in directions d of the domain",
            Inputs::elements(&[Any]).and_seed(),
            [Constraints],
            bounded,
            closure_best
        ),
        property!(
            69,
            Precision,
            "widening keeps stable constraints",
            "c is a side of x ∧ y satisfies c ⇒ x ∇ y satisfies c",
            Inputs::elements(&[Any, Above(&[0])]).and_seed(),
            [Widen],
            closed_sets,
            widening_keeps
        ),
    ]
}

/// Strict sides may be written in more than one way, and a widening sees how.
fn closed_sets(setting: &Setting) -> Applies {
    match bounded(setting) {
        Applies::Yes => Applies::if_so(!setting.profile.strict, "sides may be strict"),
        no => no,
    }
}

/// The simplex finds the least bound in a direction; the order of the domain must know it.
fn closure_best(t: &mut Bench) -> Checked {
    let x = t.x();
    let (kind, space) = (t.profile().kind, t.points_space());
    let mut points = Points::new(t.constraints(x)?, &space);
    let mut tried = false;
    for _ in 0..CONSTRAINTS {
        let direction = bound_of_two(t, &points)
            .filter(|direction| shape::is_template(kind, direction))
            .unwrap_or_else(|| shape::template(kind, &space, t.choices()));
        let Some(Bound::Finite(bound)) = points.support(&direction) else { continue };
        tried = true;
        let half = Constraint::le(&direction, &LinearExpr::constant(bound));
        let above = t.make(Operation::Constraints(vec![half.clone()]))?;
        if t.ask(Question::Leq(x, above))?.is_no() {
            let what = format!("x ⊑ {{{half}}} is denied, though it follows from what x tells");
            return Ok(Outcome::violated(what).showing("x", x).showing("the bound", above));
        }
    }
    if tried { Ok(Outcome::held()) } else { Err(Stop::Vacuous) }
}

/// A direction in which two constraints together give a bound, as a step of a closure does.
fn bound_of_two(t: &mut Bench, points: &Points) -> Option<LinearExpr> {
    let constraints = points.constraints();
    if constraints.is_empty() {
        return None;
    }
    let mut one = || {
        let constraint = &constraints[t.choices().index(constraints.len())];
        let turned = constraint.relation() == Relation::Eq && t.choices().flip();
        let form = constraint.expr().clone().with_constant(0);
        if turned { form } else { -&form }
    };
    Some(&one() + &one())
}

/// Zones, octagons and polyhedra are widened as they are written down, so only what is written in
/// every way counts: the sides of a set that has an inside. The bounds of a box always are.
fn widening_keeps(t: &mut Bench) -> Checked {
    let (x, y) = (t.x(), larger(t)?);
    let widening = drawn::widening(t, x, y)?;
    let result = t.make(widening.clone())?;
    let (of_x, of_y) = (t.constraints(x)?, t.constraints(y)?);
    let of_result = t.constraints(result)?;
    let space = t.points_space();
    let intervals = t.profile().kind == Kind::Intervals;
    let mut sides: Vec<Constraint> =
        of_x.iter().filter_map(Constraint::as_inequalities).flatten().collect();
    if sides.is_empty() || Points::new(of_x, &space).are_none() {
        return Err(Stop::Vacuous);
    }
    if !intervals && !has_inside(&sides, &space) {
        return Err(Stop::Vacuous);
    }
    let (mut of_y, mut of_result) = (Points::new(of_y, &space), Points::new(of_result, &space));
    t.choices().shuffle(&mut sides);
    let mut tried = 0;
    for side in sides.iter().filter(|side| of_y.entail(side)) {
        if tried == CONSTRAINTS {
            break;
        }
        if !intervals && !is_needed(side, &sides, &space) {
            continue;
        }
        tried += 1;
        if !of_result.entail(side) {
            let what = format!("the widening drops {side}, which holds for x and y");
            let outcome = shown(t, &widening, what).showing("x ∇ y", result);
            let beyond = of_result.toward(&-side.expr(), t.choices());
            return Ok(match beyond {
                Some(point) => outcome.at(point),
                None => outcome,
            });
        }
    }
    if tried > 0 { Ok(Outcome::held()) } else { Err(Stop::Vacuous) }
}

/// y, or x ⊔ (x after a step of a counter), which has most sides of x still.
fn larger(t: &mut Bench) -> Result<Slot, Stop> {
    let space = t.space().clone();
    let counts = t.supports(Assign) && t.supports(Join) && t.choices().flip();
    match draw::variable(&space, t.choices()).filter(|_| counts) {
        None => Ok(t.y()),
        Some(v) => {
            let step = Rat::from(t.choices().pick(&[1i64, -1]));
            let moved = t.assign(t.x(), v, &LinearExpr::variable(v).plus(&step))?;
            t.join(t.x(), moved)
        }
    }
}

/// Is there a point that is on none of the sides?
fn has_inside(sides: &[Constraint], space: &soundline_domains::expr::Space) -> bool {
    let strict = |side: &Constraint| Constraint::new(side.expr().clone(), Relation::Gt);
    let varying = sides.iter().filter(|side| side.as_constant() != Some(true));
    !Points::new(varying.map(strict).collect(), space).are_none()
}

/// Does it not follow from the others? Multiples of it do not count as others.
fn is_needed(
    side: &Constraint,
    sides: &[Constraint],
    space: &soundline_domains::expr::Space,
) -> bool {
    let normal = side.normalised();
    let others = sides.iter().filter(|other| other.normalised() != normal).cloned();
    !Points::new(others.collect(), space).entail(side)
}
