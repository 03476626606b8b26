//! What is known to be violated in a published crate, as data with a reason.

use soundline_lattice::{Check, Report, Runner, Status};

/// A violation that is known and understood.
#[derive(Clone, Copy, Debug)]
pub struct Known {
    /// The law.
    pub law: &'static str,
    /// The operands of the smallest counterexample, as the report shows them: `a = ...; b = ...`.
    pub counterexample: &'static str,
    /// What it amounts to.
    pub standing: Standing,
    /// Why, with the place in the crate's source or documentation.
    pub reason: &'static str,
}

/// Whether a violation is held against the crate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// It contradicts what the crate itself documents.
    Finding,
    /// The crate promises nothing here, so this is no more than an observation.
    Observation,
}

/// Run the checks of a lattice and compare with what is known: exactly that must be violated, and
/// every other check must have been passed, proved or exempt with a reason.
///
/// # Panics
/// When anything differs, with both lists.
pub fn assert_known(checks: &[Check], known: &[Known]) {
    let found: Vec<String> =
        run(&Runner::new(), checks).iter().filter_map(counterexample).collect();
    let expected: Vec<String> =
        known.iter().map(|known| format!("{}: {}", known.law, known.counterexample)).collect();
    // What follows the operands is computed from them, and worded by the law.
    let agree = found.iter().zip(&expected).all(|(found, known)| found.starts_with(known));
    let lists = || format!("found:\n{}\nknown:\n{}", found.join("\n"), expected.join("\n"));
    assert!(found.len() == expected.len() && agree, "{}", lists());
}

/// Run many cases of the checks and compare the names of the laws that are violated.
///
/// # Panics
/// When they differ.
pub fn assert_caught(checks: &[Check], laws: &[&str]) {
    let runner = Runner { cases: 10_000, ..Runner::new() };
    let reports = run(&runner, checks);
    let violated = reports.iter().filter(|report| report.is_violated());
    let found: Vec<&str> = violated.map(|report| report.name.as_str()).collect();
    assert_eq!(found, laws);
}

/// Run the checks, show what they came to, and see that each of them checked something.
fn run(runner: &Runner, checks: &[Check]) -> Vec<Report> {
    let reports = runner.run_all(checks);
    for report in &reports {
        println!("{report}");
    }
    let idle = |report: &&Report| matches!(report.status, Status::Vacuous | Status::Unknown);
    let idle: Vec<&str> = reports.iter().filter(idle).map(|report| report.name.as_str()).collect();
    assert!(idle.is_empty(), "these laws checked nothing: {}", idle.join(", "));
    reports
}

/// The law and the counterexample in one line.
fn counterexample(report: &Report) -> Option<String> {
    let notes = report.counterexample()?.notes.iter();
    let shown: Vec<String> = notes.map(|note| format!("{} = {}", note.label, note.text)).collect();
    Some(format!("{}: {}", report.name, shown.join("; ")))
}
