//! What holds at one width and fails at another.

use crate::outcome::{OperatorRow, Outcome, Verdict};

/// A property of an operator that depends on the width.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The operator.
    pub operator: String,
    /// The property.
    pub property: &'static str,
    /// The widths at which it holds, with whether that is proved.
    pub holds: Vec<(u32, bool)>,
    /// The widths at which it fails.
    pub fails: Vec<u32>,
}

type Property = (&'static str, fn(&OperatorRow) -> Verdict);

const PROPERTIES: [Property; 4] = [
    ("sound", |row| row.sound),
    ("monotone", |row| row.monotone),
    ("strict", |row| row.strict),
    ("optimal", |row| match row.precision {
        None => Verdict::Open,
        Some(precision) if precision.at_least && precision.optimal < precision.of => Verdict::Open,
        Some(precision) => {
            let failures = precision.of - precision.optimal;
            Verdict::of(failures, precision.of, row.elements.is_some())
        }
    }),
];

/// All properties that hold at one width and fail at another. Conversions count for the width of their operand.
pub fn between_widths(outcomes: &[Outcome]) -> Vec<Difference> {
    let rows = || {
        outcomes.iter().filter_map(|outcome| match outcome {
            Outcome::Operator(row) => Some(row),
            Outcome::Laws(_) => None,
        })
    };
    let mut operators: Vec<&str> = Vec::new();
    for row in rows() {
        if !operators.contains(&&*row.operator) {
            operators.push(&row.operator);
        }
    }
    let mut differences = Vec::new();
    for operator in operators {
        for (property, verdict) in PROPERTIES {
            let of_operator = || rows().filter(|row| row.operator == operator);
            let mut fails: Vec<u32> =
                of_operator().filter(|row| verdict(row).fails()).map(|row| row.width).collect();
            fails.dedup();
            let holds = of_operator().filter(|row| !fails.contains(&row.width));
            let mut holds: Vec<(u32, bool)> = holds
                .filter_map(|row| match verdict(row) {
                    Verdict::Proved => Some((row.width, true)),
                    Verdict::Passed => Some((row.width, false)),
                    _ => None,
                })
                .collect();
            holds.dedup();
            if !fails.is_empty() && !holds.is_empty() {
                differences.push(Difference { operator: operator.into(), property, holds, fails });
            }
        }
    }
    differences
}
