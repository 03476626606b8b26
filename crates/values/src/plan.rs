//! What is checked, in which order, and how.

use serde::{Deserialize, Serialize};
use soundline_targets::values::{Application, Declaration, Kind, Operator, ValueFault};

use crate::case::Case;

/// How a domain is checked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Settings {
    /// Only these widths; all that are declared if there is none.
    pub widths: Vec<u32>,
    /// Only these operators; all of them if there is none.
    pub operators: Vec<String>,
    /// Random cases for each operator and law that is not checked exhaustively.
    pub cases: u64,
    /// What they are drawn from.
    pub seed: u64,
    /// Tuples up to which an operator is checked on all of them.
    pub exhaustive: u64,
    /// Whether the lattice laws are checked too.
    pub laws: bool,
    /// Only this case, of one operator at one width.
    pub case: Option<Case>,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            widths: Vec::new(),
            operators: Vec::new(),
            cases: 1000,
            seed: 0,
            exhaustive: 2_000_000,
            laws: true,
            case: None,
        }
    }
}

/// A job of the worker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Job {
    /// The lattice laws at a width.
    Laws(u32),
    /// An operator at a width.
    Operator(Application),
}

/// All jobs for a domain, in order.
pub fn jobs(declaration: &Declaration, settings: &Settings) -> Result<Vec<Job>, ValueFault> {
    let wrong = |what: String| Err(ValueFault::Table(what));
    for width in &settings.widths {
        if !declaration.widths.contains(width) {
            let known: Vec<String> = declaration.widths.iter().map(u32::to_string).collect();
            return wrong(format!("it has no width {width}; its widths are {}", known.join(", ")));
        }
    }
    for name in &settings.operators {
        if !declaration.operators.iter().any(|operator| operator.name == *name) {
            let known: Vec<&str> =
                declaration.operators.iter().map(|operator| &*operator.name).collect();
            return wrong(format!("it has no operator {name:?}; it has {}", known.join(", ")));
        }
    }
    let chosen = |width: &&u32| settings.widths.is_empty() || settings.widths.contains(width);
    let mut jobs = Vec::new();
    for width in declaration.widths.iter().filter(chosen) {
        if settings.laws {
            jobs.push(Job::Laws(*width));
        }
        for (place, operator) in declaration.operators.iter().enumerate() {
            if settings.operators.is_empty() || settings.operators.contains(&operator.name) {
                let results = result_widths(declaration, operator, *width).into_iter();
                jobs.extend(results.map(|result_width| {
                    Job::Operator(Application {
                        operator: place,
                        width: *width,
                        result_width,
                        in_place: false,
                    })
                }));
            }
        }
    }
    if let Some(case) = &settings.case {
        let converts = |job: &Job| match job {
            Job::Operator(application) => case.to.is_none_or(|to| application.result_width == to),
            Job::Laws(_) => false,
        };
        jobs.retain(converts);
        if jobs.len() != 1 {
            return wrong(format!(
                "the case {case} needs one operator and one width, as the report names them"
            ));
        }
    }
    match jobs.is_empty() {
        true => {
            wrong("there is nothing to check: it has no operators, and no laws are wanted".into())
        }
        false => Ok(jobs),
    }
}

/// The widths that results of an operator may have: of the declared ones the nearest and the farthest.
fn result_widths(declaration: &Declaration, operator: &Operator, width: u32) -> Vec<u32> {
    let fits = |other: &u32| match operator.width_operand() {
        Some(Kind::Wider) => *other > width,
        _ => *other < width,
    };
    match (operator.width_operand(), operator.result_width) {
        (None, Some(result_width)) => vec![result_width],
        (None, None) => vec![width],
        _ => {
            let widths: Vec<u32> = declaration.widths.iter().copied().filter(fits).collect();
            let mut ends: Vec<u32> =
                [widths.first(), widths.last()].into_iter().flatten().copied().collect();
            ends.dedup();
            ends
        }
    }
}
