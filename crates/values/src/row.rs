//! Rows of operators, as both ways of checking make them.

use soundline_targets::values::Application;

use crate::outcome::{Example, OperatorRow, Verdict};
use crate::world::World;

/// A row about which nothing is known yet.
pub fn empty_row(world: &World, application: &Application) -> OperatorRow {
    let operator = world.operator(application);
    OperatorRow {
        operator: operator.name.clone(),
        width: application.width,
        to: operator.width_operand().map(|_| application.result_width),
        elements: None,
        results: 0,
        sound: Verdict::Open,
        monotone: Verdict::Open,
        strict: Verdict::Open,
        commutative: Verdict::Open,
        in_place: Verdict::Open,
        precision: None,
        claims: operator.claims.iter().map(|claim| claim.name().to_string()).collect(),
        examples: Vec::new(),
        ended: None,
        seconds: 0.0,
    }
}

/// An example of a property that fails.
pub fn example(property: &str, finding: bool, notes: Vec<(String, String)>) -> Example {
    Example { property: property.into(), finding, notes }
}
