//! Rows of operators, as both ways of checking make them.

use soundline_targets::values::{Application, Claim};

use crate::case::{Case, Input};
use crate::outcome::{Example, OperatorRow, Verdict};
use crate::world::World;

/// What an example shows: labels, each with a text.
pub type Notes = Vec<(String, String)>;

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

/// An example of a property that fails, and the operands by which it is run again.
pub fn example(
    application: &Application,
    property: &str,
    finding: bool,
    notes: Notes,
    input: Option<Input>,
) -> Example {
    let to = (application.width != application.result_width).then_some(application.result_width);
    let case = input.map(|input| Case { property: property.into(), to, input }.to_string());
    Example { property: property.into(), finding, notes, case }
}

/// The row of a property that was looked at in one case alone.
pub fn row_of_case(
    world: &World,
    application: &Application,
    case: &Case,
    fails: bool,
    notes: Notes,
) -> OperatorRow {
    let mut row = empty_row(world, application);
    row.results = 1;
    let verdict = if fails { Verdict::Fails(1) } else { Verdict::Passed };
    match &*case.property {
        "sound" => row.sound = verdict,
        "strict" => row.strict = verdict,
        "monotone" => row.monotone = verdict,
        "commutative" => row.commutative = verdict,
        "in-place" => row.in_place = verdict,
        _ => {}
    }
    if fails {
        let claim = Claim::ALL.into_iter().find(|claim| claim.name() == case.property);
        let finding = claim.is_none_or(|claim| world.operator(application).claims(claim));
        let input = Some(case.input.clone());
        row.examples.push(example(application, &case.property, finding, notes, input));
    }
    row
}
