//! The judgements that several oracles share: points lost, and bounds that reach too far. All are
//! made from constraints in exact arithmetic.

use soundline_domains::capabilities::Kind;
use soundline_domains::expr::{Constraint, LinearExpr, Relation};
use soundline_targets::{Operation, Slot};

use super::drawn::words;
use crate::bench::{Bench, Checked, Named};
use crate::exact::{Concrete, Points, Tried, shape};
use crate::outcome::{Outcome, Stop};

/// Points per judgement.
pub(super) const TRIES: usize = 5;

/// Directions per judgement: so many from the constraints of the operands and from templates.
const DIRECTIONS: [usize; 2] = [4, 2];

/// Make the result and judge that it has the points that it must have.
pub(super) fn sound(t: &mut Bench, operation: Operation) -> Checked {
    let result = t.make(operation.clone())?;
    keeps_points(t, &operation, result)
}

/// Make the result and judge that it has no more than the best one.
pub(super) fn best(t: &mut Bench, operation: Operation) -> Checked {
    let result = t.make(operation.clone())?;
    reaches_no_further(t, &operation, result)
}

/// The concrete result of an operation, from what its operands tell now. Telling may change the
/// inner state of an element, so the abstract result is made before.
pub(super) fn concrete(t: &mut Bench, operation: &Operation) -> Result<Concrete, Stop> {
    let operands: Vec<Vec<Constraint>> =
        operation.operands().map(|slot| t.constraints(slot)).collect::<Result<_, _>>()?;
    Ok(Concrete::new(operation, &operands, &t.points_space()))
}

/// All points of the concrete result that are tried satisfy the constraints of the abstract one.
pub(super) fn keeps_points(t: &mut Bench, operation: &Operation, result: Slot) -> Checked {
    let mut concrete = concrete(t, operation)?;
    let constraints = t.constraints(result)?;
    match concrete.lost(&constraints, TRIES, t.choices()) {
        Tried::NoPoint => Err(Stop::Vacuous),
        Tried::Kept => Ok(Outcome::held()),
        Tried::Lost(point) => {
            let words = words(t, operation);
            let outcome = shown(t, operation, format!("{words} lacks a point"));
            Ok(outcome.showing(words, result).at(point))
        }
    }
}

/// A violation that shows the operands of an operation.
pub(super) fn shown(t: &Bench, operation: &Operation, what: String) -> Outcome {
    let operands = operation.operands();
    operands.fold(Outcome::violated(what), |all, slot| all.showing(t.name_of(slot), slot))
}

/// In all directions that are tried, the abstract result reaches no further than the concrete one.
/// That it reaches as far is a matter of soundness, judged by points.
pub(super) fn reaches_no_further(t: &mut Bench, operation: &Operation, result: Slot) -> Checked {
    let mut concrete = concrete(t, operation)?;
    if !t.profile().strict {
        concrete = concrete.relaxed();
    }
    let space = t.points_space();
    let mut of_result = Points::new(t.constraints(result)?, &space);
    if !concrete.is_convex() || !of_result.are_convex() {
        return Err(Stop::Vacuous);
    }
    for direction in directions(t, operation, &concrete) {
        let (reached, best) = (of_result.support(&direction), concrete.support(&direction));
        if reached > best {
            let words = words(t, operation);
            let bound = |bound: &Option<_>| match bound {
                None => "nothing".to_string(),
                Some(bound) => format!("{bound}"),
            };
            let (reached, best) = (bound(&reached), bound(&best));
            let what =
                format!("{words} reaches {reached} in direction {direction}, best is {best}");
            let outcome = shown(t, operation, what).showing(words, result);
            let beyond = of_result.toward(&direction, t.choices());
            return Ok(match beyond {
                Some(point) => outcome.at(point),
                None => outcome,
            });
        }
    }
    Ok(Outcome::held())
}

/// Directions that the domain bounds: where the operands end, what is assigned, and random ones.
fn directions(t: &mut Bench, operation: &Operation, concrete: &Concrete) -> Vec<LinearExpr> {
    let kind = t.profile().kind;
    let ends = |c: &Constraint| match c.relation() {
        Relation::Eq => vec![-c.expr(), c.expr().clone()],
        _ => vec![-c.expr()],
    };
    let mut telling: Vec<LinearExpr> = concrete.constraints().flat_map(ends).collect();
    if let Operation::Assign(_, assignments) = operation {
        for (v, e) in assignments {
            let form = &LinearExpr::variable(*v) - e;
            telling.extend([-&form, form, LinearExpr::variable(*v)]);
        }
    }
    telling.retain(|form| shape::is_template(kind, form) && !form.terms().is_empty());
    let space = t.space().clone();
    let choices = t.choices();
    let mut all = Vec::new();
    for _ in 0..if telling.is_empty() { 0 } else { DIRECTIONS[0] } {
        let form = choices.pick(&telling);
        all.push(match kind == Kind::Polyhedra && choices.once_in(3) {
            true => &form + &choices.pick(&telling),
            false => form,
        });
    }
    all.extend((0..DIRECTIONS[1]).map(|_| shape::template(kind, &space, choices)));
    all.into_iter().map(|form| form.with_constant(0)).collect()
}

/// A point of the first that the second lacks, each given by the constraints that it told.
pub(super) fn missing(
    t: &mut Bench,
    (inner, of_inner): (Named, &[Constraint]),
    (outer, of_outer): (Named, &[Constraint]),
) -> Checked {
    if of_inner == of_outer {
        return Ok(Outcome::held());
    }
    let mut points = Concrete::points_of(of_inner, &t.points_space());
    match points.lost(of_outer, TRIES, t.choices()) {
        Tried::NoPoint => Err(Stop::Vacuous),
        Tried::Kept => Ok(Outcome::held()),
        Tried::Lost(point) => {
            let what = format!("a point of {} is not in {}", inner.0, outer.0);
            let outcome = Outcome::violated(what).showing(inner.0, inner.1);
            Ok(outcome.showing(outer.0, outer.1).at(point))
        }
    }
}

/// Both: the second is judged unless the first one says more than that nothing is wrong.
pub(super) fn both(
    t: &mut Bench,
    first: Checked,
    second: impl FnOnce(&mut Bench) -> Checked,
) -> Checked {
    match first {
        Err(Stop::Vacuous) => second(t),
        Ok(outcome) if outcome.is_held() => match second(t) {
            Err(Stop::Vacuous) => Ok(Outcome::held()),
            other => other,
        },
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fake::{Fake, told_by};
    use crate::outcome::Ending;
    use crate::property::Class;
    use crate::trace::Arguments;
    use soundline_lattice::Answer;

    fn on_a_bench<T>(check: impl FnOnce(&mut Bench) -> T) -> T {
        let mut machine = Fake::new(|_| Answer::Unknown);
        check(&mut Bench::new(&mut machine, &Arguments::default(), Class::Soundness))
    }

    #[test]
    fn the_second_judgement_is_made_unless_the_first_one_accuses() {
        let held = || Ok(Outcome::held());
        let wrong = || Ok(Outcome::violated("it is wrong"));
        let vacuous = || Err(Stop::Vacuous);
        let rows = [
            (held(), held(), Ending::Held),
            (held(), vacuous(), Ending::Held),
            (held(), wrong(), Ending::Violated),
            (vacuous(), held(), Ending::Held),
            (vacuous(), vacuous(), Ending::Vacuous),
            (vacuous(), wrong(), Ending::Violated),
            (wrong(), held(), Ending::Violated),
        ];
        for (first, second, ending) in rows {
            let words = format!("{first:?} {second:?}");
            let outcome: Outcome = on_a_bench(|t| both(t, first, |_| second)).into();
            assert_eq!(outcome.ending, ending, "{words}");
        }
    }

    #[test]
    fn points_are_missing_where_constraints_differ() {
        let ended = |inner: &str, outer: &str| {
            let (inner, outer) = (told_by(inner), told_by(outer));
            let named = |name, slot| (name, Slot(slot));
            let judged =
                on_a_bench(|t| missing(t, (named("x", 0), &inner), (named("y", 1), &outer)));
            Outcome::from(judged).ending
        };
        assert_eq!(ended("x0 >= 0", "x0 >= 0"), Ending::Held);
        assert_eq!(ended("x0 = 0", "x0 >= 0"), Ending::Held);
        assert_eq!(ended("x0 = 0", "x0 >= 1"), Ending::Violated);
        assert_eq!(ended("x0 >= 0,x0 <= -1", "x0 >= 1"), Ending::Vacuous);
    }
}
