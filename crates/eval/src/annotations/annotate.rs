//! A program with the annotations of a bounded run, for one tool.

use crate::precision::Question;
use crate::processor_time;
use soundline_analyze::outcome::scope_of;
use soundline_analyze::render::{Assume, Choice, instrument};
use soundline_analyze::{Bounds, DomainChoice, Settings, analyze, on_a_deep_stack};
use soundline_c::Clang;
use soundline_diff::analyzer::{Analyzer, AssertedProgram};
use std::time::Duration;

/// How the run is bounded.
pub struct Bounded<'d> {
    /// By what.
    pub bounds: Bounds,
    /// With which domain.
    pub domain: &'d DomainChoice,
}

/// What a tool gets.
pub struct Annotated {
    /// The program in the tool's own terms.
    pub text: Vec<u8>,
    /// Whether it has annotations.
    pub changed: bool,
    /// Processor time of the bounded run.
    pub time: Duration,
}

/// The program of a question, annotated. If it cannot be, the tool gets it as it is.
pub fn annotated(
    clang: &Clang,
    question: &Question,
    tool: &Analyzer,
    bounded: &Bounded,
) -> Annotated {
    let plain = |time| Annotated { text: question.render(&tool.encoding()), changed: false, time };
    let Some(asserted) = question.asserted() else { return plain(Duration::ZERO) };
    let assume = assume_for(tool);
    let made = on_a_deep_stack(|| {
        let program = asserted.program();
        let (scope, _) = scope_of(program, None, false).ok()?;
        // As for `soundline analyze`: bounds count the steps of the paper's algorithm, which unrolls nothing.
        let base = match bounded.bounds.is_unlimited() {
            true => Settings::standard(),
            false => Settings::default(),
        };
        let settings = Settings {
            domain: bounded.domain.clone(),
            scope,
            bounds: bounded.bounds,
            residual: false,
            ..base
        };
        let start = processor_time();
        let analysis = analyze(program, &settings, &|| false);
        let time = processor_time().saturating_sub(start);
        let text = instrument(program, &analysis, scope, Choice::Needed, assume).ok()?;
        Some((text, time))
    });
    let Some((text, time)) = made.ok().flatten() else { return plain(Duration::ZERO) };
    let changed = text != asserted.program().source.bytes();
    let parsed = clang.parse(&question.name, text, question.model());
    match parsed.ok().and_then(|program| AssertedProgram::of(program).ok()) {
        Some(program) if program.checks == asserted.checks => {
            Annotated { text: program.render(&tool.encoding()), changed, time }
        }
        _ => plain(time),
    }
}

/// The form that a tool reads.
fn assume_for(tool: &Analyzer) -> Assume {
    match tool.name() {
        name if name.starts_with("eva") => Assume::Acsl,
        name if name.starts_with("cbmc") => Assume::Cprover,
        _ => Assume::Verifier,
    }
}
