//! Points that travel with the trace: each element on the way to x must have the points that came
//! there. This needs no exact constraints of anybody, and judges all kinds of domains alike.

use soundline_domains::capabilities::Kind;
use soundline_domains::expr::{Constraint, LinearExpr};
use soundline_domains::numbers::Rat;
use soundline_targets::OperationKind::Constraints;
use soundline_targets::{Operation, Question, Slot};

use super::Class::Soundness;
use super::Role::Any;
use super::{Inputs, Property};
use crate::bench::{Bench, Checked};
use crate::exact::{Travel, lies_in};
use crate::outcome::{Outcome, Stop};

/// Elements on the way that are looked at, beside the last one.
const LOOKED_AT: usize = 5;

/// Points travel.
pub(super) fn properties() -> Vec<Property> {
    vec![property!(
        111,
        Soundness,
        "points travel",
        "points of initial elements, carried through all operations, are in each result",
        Inputs::elements(&[Any]).and_seed(),
        [],
        points_travel
    )]
}

fn points_travel(t: &mut Bench) -> Checked {
    let (space, goal, operations) = (t.points_space(), t.x(), t.operations());
    let travel = Travel::to(goal, &operations, &space, t.choices());
    let mut way: Vec<Slot> = travel.way().to_vec();
    way.pop();
    t.choices().shuffle(&mut way);
    way.truncate(LOOKED_AT);
    way.push(goal);
    way.sort_unstable();
    let mut tried = false;
    for slot in way {
        let points = travel.points(slot);
        tried |= !points.is_empty();
        if let Some(outcome) = lacks(t, slot, points)? {
            return Ok(outcome);
        }
    }
    if tried { Ok(Outcome::held()) } else { Err(Stop::Vacuous) }
}

/// Does an element lack one of the points, by what it tells of itself or by its answers?
fn lacks(t: &mut Bench, slot: Slot, points: &[Vec<Rat>]) -> Result<Option<Outcome>, Stop> {
    let Some(first) = points.first() else { return Ok(None) };
    let name = t.name_of(slot);
    let outcome = |what: String, point: &[Rat]| {
        Ok(Some(Outcome::violated(what).showing(name.clone(), slot).at(point.to_vec())))
    };
    if t.ask(Question::IsBottom(slot))?.is_yes() {
        return outcome(format!("{name} counts as ⊥ and must have a point"), first);
    }
    let (told, space) = (t.constraints(slot)?, t.points_space());
    if let Some(point) = points.iter().find(|point| !lies_in(point, &told, &space)) {
        return outcome(format!("{name} excludes a point that it must have"), point);
    }
    if t.profile().constraints_exact || !orders_points(t) {
        return Ok(None);
    }
    for point in points {
        let equation = |(v, value): (usize, &Rat)| {
            Constraint::eq(&LinearExpr::variable(v), &LinearExpr::constant(value.clone()))
        };
        let all = point.iter().enumerate().map(equation).collect();
        let alone = t.make(Operation::Constraints(all))?;
        if t.ask(Question::Leq(alone, slot))?.is_no() {
            return outcome(format!("{name} denies a point that it must have"), point);
        }
    }
    Ok(None)
}

/// Is a single point below an element just if it is one of its points? Forms of zonotopes are not
/// ordered so, numbers that are rounded make more of a point, and so may a domain that does not claim
/// to be the best for what it represents.
fn orders_points(t: &Bench) -> bool {
    let profile = t.profile();
    let best = profile.best.represented_guard && profile.supports(Constraints);
    best && profile.kind != Kind::Zonotopes && profile.numbers.exact()
}
