//! Flags: a library that says its result is exact, or the best possible, must be right.

use soundline_targets::{Operation, OperationKind};

use super::Class::Precision;
use super::Role::Any;
use super::judge::{TRIES, concrete, reaches_no_further, shown};
use super::scope::{both, bounded, flagged, sets};
use super::{ConstraintShape, ExprShape, Inputs, Property, drawn};
use crate::bench::{Bench, Checked};
use crate::exact::{Points, draw};
use crate::outcome::{Outcome, Stop};

const X: Inputs = Inputs::elements(&[Any]).and_seed();
const XY: Inputs = Inputs::elements(&[Any, Any]).and_seed();
const ASSIGNMENT: Inputs = X.and_assignment(ExprShape::Any);
const CONSTRAINT: Inputs = X.and_constraint(ConstraintShape::Any);
const VARIABLE: Inputs = X.and_variable();

const EXACT: &str = "flagged exact ⇒ no point but those of the concrete result";
const BEST: &str = "flagged best ⇒ no bound beyond the best one";

macro_rules! claims {
    ($exact:literal $exact_name:literal, $best:literal $best_name:literal,
     $kind:ident, $inputs:expr, $make:expr) => {
        [
            Property {
                number: $exact,
                class: Precision,
                name: $exact_name,
                statement: EXACT,
                inputs: $inputs,
                needs: &[OperationKind::$kind],
                applies: |setting| both(flagged(setting), sets(setting)),
                check: |t| exact_claim(t, $make),
            },
            Property {
                number: $best,
                class: Precision,
                name: $best_name,
                statement: BEST,
                inputs: $inputs,
                needs: &[OperationKind::$kind],
                applies: |setting| both(flagged(setting), bounded(setting)),
                check: |t| best_claim(t, $make),
            },
        ]
    };
}

/// Flags are honest.
pub(super) fn properties() -> Vec<Property> {
    let mut all: Vec<Property> = [
        claims!(100 "join exact where claimed", 105 "join best where claimed", Join, XY, |t| {
            Operation::Join(t.x(), t.y())
        }),
        claims!(101 "meet exact where claimed", 106 "meet best where claimed", Meet, XY, |t| {
            Operation::Meet(t.x(), t.y())
        }),
        claims!(
            102 "assign exact where claimed", 107 "assign best where claimed",
            Assign, ASSIGNMENT, |t| Operation::Assign(t.x(), vec![(t.v(), t.e().clone())])
        ),
        claims!(
            103 "guard exact where claimed", 108 "guard best where claimed",
            Guard, CONSTRAINT, |t| Operation::Guard(t.x(), t.c().clone())
        ),
        claims!(
            104 "forget exact where claimed", 109 "forget best where claimed",
            Forget, VARIABLE, |t| Operation::Forget(t.x(), vec![t.v()])
        ),
    ]
    .into_iter()
    .flatten()
    .collect();
    all.sort_by_key(|property| property.number);
    all
}

/// A point of the result that the concrete result lacks refutes the claim.
fn exact_claim(t: &mut Bench, make: fn(&Bench) -> Operation) -> Checked {
    let operation = make(t);
    let result = t.make(operation.clone())?;
    if !t.claims().exact {
        return Err(Stop::Vacuous);
    }
    let mut concrete = concrete(t, &operation)?;
    if !t.profile().strict {
        concrete = concrete.relaxed();
    }
    let space = t.points_space();
    let mut points = Points::new(t.constraints(result)?, &space);
    let mut tried = false;
    for _ in 0..TRIES {
        let direction = draw::expression(&space, 3, t.choices());
        let Some(point) = points.toward(&direction, t.choices()) else { continue };
        tried = true;
        if !concrete.contains(&point) {
            let words = drawn::words(t, &operation);
            let what = format!("{words} is flagged exact and has a point too many");
            return Ok(shown(t, &operation, what).showing(words, result).at(point));
        }
    }
    if tried { Ok(Outcome::held()) } else { Err(Stop::Vacuous) }
}

/// A bound that is better refutes the claim.
fn best_claim(t: &mut Bench, make: fn(&Bench) -> Operation) -> Checked {
    let operation = make(t);
    let result = t.make(operation.clone())?;
    if !t.claims().best {
        return Err(Stop::Vacuous);
    }
    reaches_no_further(t, &operation, result)
}
