//! The outcome as JSON, for other programs.

use serde::Serialize;
use std::collections::BTreeMap;

use soundline_analyze::outcome::{Accepted, Agreed, LeftOut, Outcome, Place, Stop, Why};

use crate::schema::document;

/// The name of the schema.
const SCHEMA: &str = "soundline-analysis/1";

#[derive(Serialize)]
struct Run<'a> {
    stop: &'static str,
    files: Vec<File<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    errors: Vec<Failed<'a>>,
}

#[derive(Serialize)]
struct Failed<'a> {
    file: &'a str,
    /// Whether the file cannot be used, or was not looked at.
    reason: &'static str,
    error: String,
}

#[derive(Serialize)]
struct File<'a> {
    file: &'a str,
    stop: &'static str,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    bounds_reached: Vec<&'a str>,
    scope: &'a str,
    domain: &'a str,
    checks: Vec<Check<'a>>,
    assumptions: Vec<Assumption<'a>>,
    #[serde(skip_serializing_if = "<[Agreed]>::is_empty")]
    contracts: &'a [Agreed],
    counts: BTreeMap<&'static str, u64>,
    functions: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    lines: Option<&'a [String]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    states: Option<Vec<State<'a>>>,
}

/// What is known before a place of the file itself.
#[derive(Serialize)]
struct State<'a> {
    line: u32,
    holds: Option<&'a str>,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    provided: &'a [String],
}

#[derive(Serialize)]
struct Check<'a> {
    function: &'a str,
    kind: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    header: Option<&'a str>,
    line: u32,
    column: usize,
    text: &'a str,
    status: &'static str,
    provided: &'a [String],
    /// What these are.
    #[serde(skip_serializing_if = "Option::is_none")]
    rests_on: Option<&'static str>,
    imprecise_steps: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    accepted: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    origin: Option<&'static str>,
    /// The assumption that it is for others.
    #[serde(skip_serializing_if = "Option::is_none")]
    root: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    dependents: Option<usize>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    elsewhere: Vec<Elsewhere<'a>>,
}

/// Another file whose checks depend on it.
#[derive(Serialize)]
struct Elsewhere<'a> {
    file: &'a str,
    root: &'a str,
    dependents: usize,
}

#[derive(Serialize)]
struct Assumption<'a> {
    id: &'a str,
    function: &'a str,
    label: u32,
    line: u32,
    column: usize,
    predicate: &'a str,
    reason: &'a str,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    granted: bool,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    root: bool,
}

/// The outcomes of a run, and the files that could not be analyzed with the reason. All that is
/// measured is left out: the same input gives the same text.
pub fn write(outcomes: &[Outcome], left_out: &[LeftOut]) -> String {
    write_run(outcomes, left_out, file)
}

/// The same with the source and what is known before each line, for `soundline serve`.
pub fn write_with_states(outcomes: &[Outcome], left_out: &[LeftOut]) -> String {
    write_run(outcomes, left_out, |outcome| {
        let own = outcome.states.iter().filter(|state| state.place.header.is_none());
        File {
            lines: Some(&outcome.lines),
            states: Some(own.map(known).collect()),
            ..file(outcome)
        }
    })
}

fn write_run<'a>(
    outcomes: &'a [Outcome],
    left_out: &'a [LeftOut],
    file: impl Fn(&'a Outcome) -> File<'a>,
) -> String {
    let run = Run {
        stop: stop(outcomes, left_out),
        files: outcomes.iter().map(file).collect(),
        errors: left_out.iter().map(failed).collect(),
    };
    document(SCHEMA, &run)
}

fn failed(left: &LeftOut) -> Failed<'_> {
    let reason = match left.why {
        Why::Unusable(_) => "unusable",
        Why::Stopped | Why::Stuck => "stopped",
    };
    Failed { file: &left.file, reason, error: left.why.to_string() }
}

/// Why the run ended: what the least finished of its files says.
fn stop(outcomes: &[Outcome], left_out: &[LeftOut]) -> &'static str {
    // A file that was stopped before its turn, or while it was read, has no outcome.
    if left_out.iter().any(|left| matches!(left.why, Why::Stopped | Why::Stuck)) {
        return Stop::Interrupted.name();
    }
    let rank = |stop: &Stop| match stop {
        Stop::Finished => 0,
        Stop::Bound(_) => 1,
        Stop::Interrupted => 2,
    };
    let worst = outcomes.iter().map(|outcome| &outcome.stop).max_by_key(|stop| rank(stop));
    worst.unwrap_or(&Stop::Finished).name()
}

fn file(outcome: &Outcome) -> File<'_> {
    let bounds_reached = match &outcome.stop {
        Stop::Bound(kinds) => kinds.iter().map(String::as_str).collect(),
        _ => Vec::new(),
    };
    File {
        file: &outcome.file,
        stop: outcome.stop.name(),
        bounds_reached,
        scope: &outcome.scope,
        domain: &outcome.domain,
        checks: outcome.checks.iter().map(|row| check(outcome, row)).collect(),
        assumptions: outcome.assumptions.iter().map(assumption).collect(),
        contracts: &outcome.contracts,
        counts: outcome.counts.iter().copied().collect(),
        functions: outcome.functions,
        lines: None,
        states: None,
    }
}

fn known(state: &soundline_analyze::outcome::State) -> State<'_> {
    let (holds, provided) = (state.holds.as_deref(), state.provided.as_slice());
    State { line: state.place.line, holds, provided }
}

fn check<'o>(outcome: &Outcome, row: &'o soundline_analyze::outcome::Row) -> Check<'o> {
    Check {
        function: &row.function,
        kind: row.kind,
        header: row.place.header.as_deref(),
        line: row.place.line,
        column: column(&row.place),
        text: &row.text,
        status: row.standing.name(),
        provided: &row.provided,
        rests_on: row.standing.is_conditional().then(|| match outcome.rests_on_findings(row) {
            true => "findings",
            false => "assumptions",
        }),
        imprecise_steps: row.steps,
        why: row.why.as_deref(),
        accepted: row.accepted.as_ref().map(|accepted| match accepted {
            Accepted::Known => "baseline".to_owned(),
            Accepted::Allowed(reason) => reason.clone(),
            Accepted::Told(file) => format!("shown with {file}"),
        }),
        origin: row.origin.map(|origin| origin.name()),
        root: row.root.as_deref(),
        dependents: row.root.as_ref().map(|_| row.dependents),
        elsewhere: row.elsewhere.iter().map(elsewhere).collect(),
    }
}

fn elsewhere(one: &soundline_analyze::outcome::Elsewhere) -> Elsewhere<'_> {
    Elsewhere { file: &one.file, root: &one.root, dependents: one.dependents }
}

fn assumption(assumed: &soundline_analyze::outcome::Assumed) -> Assumption<'_> {
    Assumption {
        id: &assumed.id,
        function: &assumed.function,
        label: assumed.label,
        line: assumed.place.line,
        column: column(&assumed.place),
        predicate: &assumed.predicate,
        reason: &assumed.reason,
        granted: assumed.granted,
        root: assumed.root,
    }
}

fn column(place: &Place) -> usize {
    place.from + 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::sample;
    use expect_test::expect;

    /// The source goes where somebody looks at it, and nowhere else.
    #[test]
    fn source_and_states() {
        let outcomes = [sample::outcome()];
        let (short, long) = (write(&outcomes, &[]), write_with_states(&outcomes, &[]));
        let parsed: serde_json::Value = serde_json::from_str(&long).expect("it is JSON");
        let file = &parsed["files"][0];
        assert_eq!(file["lines"].as_array().map(Vec::len), Some(outcomes[0].lines.len()));
        assert!(file["states"].as_array().is_some_and(|states| !states.is_empty()));
        assert!(!short.contains("\"lines\"") && !short.contains("\"states\""));
    }

    #[test]
    fn a_bounded_run() {
        expect![[r#"
            {
              "schema": "soundline-analysis/1",
              "soundline": "0.1.0",
              "stop": "bound",
              "files": [
                {
                  "file": "fig1.c",
                  "stop": "bound",
                  "bounds_reached": [
                    "widenings"
                  ],
                  "scope": "each function by itself",
                  "domain": "intervals",
                  "checks": [
                    {
                      "function": "M",
                      "kind": "assertion",
                      "line": 9,
                      "column": 10,
                      "text": "7 < c",
                      "status": "definitely-fails",
                      "provided": [
                        "a1"
                      ],
                      "imprecise_steps": 0
                    },
                    {
                      "function": "M",
                      "kind": "assertion",
                      "line": 8,
                      "column": 10,
                      "text": "c < 585",
                      "status": "verified-under-assumptions",
                      "provided": [
                        "a1"
                      ],
                      "rests_on": "assumptions",
                      "imprecise_steps": 0
                    }
                  ],
                  "assumptions": [
                    {
                      "id": "a1",
                      "function": "M",
                      "label": 1,
                      "line": 3,
                      "column": 10,
                      "predicate": "0 <= c && c <= 1",
                      "reason": "widenings"
                    }
                  ],
                  "counts": {
                    "calls": 0,
                    "guards": 0,
                    "joins": 1,
                    "ticks": 12,
                    "widenings": 1
                  },
                  "functions": 1
                }
              ],
              "errors": [
                {
                  "file": "bad.c",
                  "reason": "unusable",
                  "error": "bad.c:1:1: expected identifier"
                }
              ]
            }
        "#]]
        .assert_eq(&write(
            &[sample::outcome()],
            &[sample::unusable("bad.c", "bad.c:1:1: expected identifier")],
        ));
    }
}
