//! One file: read, analyzed, and told in its own terms.

use std::fs;
use std::path::Path;
use std::time::Instant;

use soundline_analyze::render::{Choice, Listing};
use soundline_analyze::{
    Analysis, AssumptionId, BoundKind, CheckReport, Counts, Kind, Overflow, Scope, Settings,
    Status, StopReason,
};
use soundline_c::{Clang, Program, Span};

use super::forms::{Annotated, Form};
use super::outcome::{Assumed, Outcome, Place, Row, Standing, State, Stop};
use super::{Arguments, Interrupt, forms, on_a_deep_stack, passes};
use crate::ending::Complaint;

/// A file that is to be analyzed.
pub struct Unit<'a> {
    /// How.
    pub arguments: &'a Arguments,
    /// The function to start from, if one was asked for.
    pub entry: Option<&'a str>,
    /// The file.
    pub file: &'a Path,
    /// The parser.
    pub clang: &'a Clang,
}

/// What became of a file.
pub struct Analyzed {
    /// What was found.
    pub outcome: Outcome,
    /// The annotated program with its name, if one was asked for.
    pub program: Option<(String, Vec<u8>)>,
}

impl Unit<'_> {
    /// Analyzes the file. The inner error is about this file alone.
    pub fn analyze(
        &self,
        interrupt: &Interrupt,
        form: Option<(Form, Choice)>,
    ) -> Result<Result<Analyzed, String>, Complaint> {
        let settings = soundline_c::Settings {
            model: self.arguments.model(),
            arguments: self.arguments.preprocessor(),
            ..soundline_c::Settings::default()
        };
        let program = match self.clang.read(self.file, &settings) {
            Ok(program) => program,
            Err(error) => return Ok(Err(error.to_string())),
        };
        let original = match fs::read(self.file) {
            Ok(original) => original,
            Err(error) => return Ok(Err(error.to_string())),
        };
        let checkpoint = self.arguments.resume.as_deref().map(passes::read).transpose()?;
        let (scope, words) = match self.scope(&program) {
            Ok(scope) => scope,
            Err(reason) => return Ok(Err(reason)),
        };
        let mut settings = self.settings(scope);
        settings.points = form.is_some() || self.arguments.out.is_some();
        let start = Instant::now();
        let analysis = on_a_deep_stack(|| {
            passes::run(&program, &settings, self.arguments, checkpoint.as_ref(), interrupt)
        })??;
        let millis = start.elapsed().as_millis() as u64;
        if let Some(file) = &self.arguments.checkpoint {
            keep(file, &analysis)?;
        }
        on_a_deep_stack(|| {
            let listing = Listing::new(&program, Some(&original));
            let teller =
                Teller { program: &program, listing: &listing, overflow: settings.overflow };
            let domain = self.domain();
            let outcome = Outcome {
                file: self.file.display().to_string(),
                scope: words,
                domain,
                bounds: bounds(&settings),
                millis,
                ..teller.outcome(&analysis)
            };
            let annotated = form.map(|(form, choice)| {
                let preprocessed = original != program.source.bytes();
                let name = form.file_name(self.file, preprocessed);
                let (program, analysis, original) = (&program, &analysis, &original);
                let source =
                    Annotated { program, analysis, listing: &listing, original, scope, choice };
                form.write(&source).map(|text| (name, text))
            });
            annotated.transpose().map(|program| Analyzed { outcome, program })
        })
    }

    /// What to analyze, and why in words.
    fn scope(&self, program: &Program) -> Result<(Scope, String), String> {
        let defined = |name: &str| {
            program.function_named(name).filter(|id| program.function(*id).cfg.is_some())
        };
        let alone = "each function by itself";
        match (self.entry, defined("main")) {
            _ if self.arguments.modular => Ok((Scope::Modular, alone.to_owned())),
            (Some(name), _) => match defined(name) {
                Some(entry) => Ok((Scope::Whole { entry }, format!("whole program from {name}"))),
                None => Err(format!("there is no function `{name}` to start from")),
            },
            (None, Some(entry)) => Ok((Scope::Whole { entry }, "whole program from main".into())),
            (None, None) => Ok((Scope::Modular, format!("{alone} (there is no main)"))),
        }
    }

    fn settings(&self, scope: Scope) -> Settings {
        let arguments = self.arguments;
        Settings {
            domain: arguments.domain.clone(),
            scope,
            overflow: arguments.overflow,
            bounds: arguments.bounds.bounds(),
            per_function: arguments.bounds.per_function,
            checkpoint: arguments.checkpoint.is_some(),
            residual: arguments.residual,
            ..Settings::default()
        }
    }

    fn domain(&self) -> String {
        match &self.arguments.escalate[..] {
            [] => self.arguments.domain.to_string(),
            several => several.iter().map(ToString::to_string).collect::<Vec<_>>().join(", then "),
        }
    }
}

/// Writes the checkpoint of an analysis, if there is one, and says so.
fn keep(file: &Path, analysis: &Analysis) -> Result<(), Complaint> {
    let name = file.display();
    let Some(state) = &analysis.checkpoint else {
        anstream::eprintln!(
            "no checkpoint was written to {name}: the analysis finished, and nothing is left to go on with"
        );
        return Ok(());
    };
    let text = state.to_text().map_err(Complaint::new)?;
    forms::write(file, text.as_bytes())?;
    anstream::eprintln!("a checkpoint was written to {name}: --resume {name} goes on from there");
    Ok(())
}

/// The bounds in words.
fn bounds(settings: &Settings) -> String {
    let kinds = [
        BoundKind::Ticks,
        BoundKind::Joins,
        BoundKind::Widenings,
        BoundKind::Calls,
        BoundKind::Guards,
    ];
    let set: Vec<String> = kinds
        .into_iter()
        .filter_map(|kind| Some(format!("{} {kind}", settings.bounds.of(kind)?)))
        .collect();
    match (set.is_empty(), settings.per_function) {
        (true, _) => String::new(),
        (_, true) => format!("at most {} in each function", set.join(", ")),
        (_, false) => format!("at most {}", set.join(", ")),
    }
}

/// Tells what was found in the terms of the file.
struct Teller<'a> {
    program: &'a Program,
    listing: &'a Listing<'a>,
    overflow: Overflow,
}

impl Teller<'_> {
    fn outcome(&self, analysis: &Analysis) -> Outcome {
        let mut checks: Vec<Row> = analysis
            .checks
            .iter()
            .filter(|check| check.kind != Kind::Overflow || self.overflow == Overflow::Check)
            .map(|check| self.row(check))
            .collect();
        checks.sort_by(|one, other| one.place.cmp(&other.place));
        Outcome {
            lines: self.listing.lines().to_vec(),
            stop: stop(&analysis.stop),
            counts: counts(&analysis.counts),
            functions: analysis.functions.len(),
            checks,
            assumptions: self.assumptions(analysis),
            states: self.states(analysis),
            ..Outcome::default()
        }
    }

    fn row(&self, check: &CheckReport) -> Row {
        let standing = match (check.status, check.provided.is_empty()) {
            (Status::Verified, true) => Standing::Verified,
            (Status::Verified, false) => Standing::UnderAssumptions,
            (Status::MayFail, _) => Standing::MayFail,
            (Status::DefinitelyFails, _) => Standing::Fails,
            (Status::Unreachable, _) => Standing::Unreachable,
        };
        Row {
            function: self.program.function(check.function).name.clone(),
            kind: check.kind.name(),
            place: self.place(check.span),
            text: words(&self.program.source.slice(check.span)),
            standing,
            provided: names(&check.provided),
            steps: check.steps,
        }
    }

    fn assumptions(&self, analysis: &Analysis) -> Vec<Assumed> {
        let told = analysis.assumptions.iter().map(|made| {
            let reasons: Vec<&str> = made.reasons.iter().map(|kind| kind.name()).collect();
            Assumed {
                id: made.id.to_string(),
                function: self.program.function(made.function).name.clone(),
                label: made.label.0,
                place: self.place(self.span_of(made.function, made.label)),
                predicate: made.predicate.as_ref().map_or("false".into(), ToString::to_string),
                reason: reasons.join(", "),
            }
        });
        told.collect()
    }

    fn states(&self, analysis: &Analysis) -> Vec<State> {
        let points = analysis.functions.iter().flat_map(|function| &function.points);
        let mut states: Vec<State> = points
            .map(|point| State {
                place: self.place(self.span_of(point.function, point.label)),
                holds: point.state.as_ref().map(ToString::to_string),
                provided: names(&point.provided),
            })
            .collect();
        states.sort_by(|one, other| one.place.cmp(&other.place));
        states
    }

    fn span_of(&self, function: soundline_c::FunctionId, label: soundline_c::Label) -> Span {
        let cfg = self.program.function(function).cfg.as_ref();
        cfg.and_then(|cfg| cfg.points.get(label.0 as usize)).map_or(Span::new(0, 0), |p| p.span)
    }

    fn place(&self, span: Span) -> Place {
        match self.listing.mark(span) {
            Some(mark) => Place { header: None, line: mark.line, from: mark.from, to: mark.to },
            None => {
                let location = self.program.source.locate(span.start);
                let from = location.column as usize - 1;
                let to = from + span.end.saturating_sub(span.start) as usize;
                Place { header: Some(location.file), line: location.line, from, to }
            }
        }
    }
}

fn stop(reason: &StopReason) -> Stop {
    match reason {
        StopReason::Finished => Stop::Finished,
        StopReason::Bound(kinds) => {
            Stop::Bound(kinds.iter().map(|kind| kind.name().to_owned()).collect())
        }
        StopReason::Interrupted => Stop::Interrupted,
    }
}

fn counts(counts: &Counts) -> Vec<(&'static str, u64)> {
    vec![
        ("ticks", counts.ticks),
        ("joins", counts.joins),
        ("widenings", counts.widenings),
        ("calls", counts.calls),
        ("guards", counts.guards),
    ]
}

fn names(ids: &std::collections::BTreeSet<AssumptionId>) -> Vec<String> {
    ids.iter().map(AssumptionId::to_string).collect()
}

/// An expression on one line.
fn words(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
