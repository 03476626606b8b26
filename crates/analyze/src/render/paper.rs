//! Annotations in the notation of the paper, as in its Fig. 2: the lines of the source, with
//! `assumed P as a` and `assume P provided A` on lines of their own.

use super::{
    Listing, Spot, Spots,
    notes::{Choice, Note, Said, notes},
};
use crate::{Analysis, AssumptionId, FunctionReport, Kind, Status};
use soundline_c::{Label, Point, PointKind, Program, Span};
use std::collections::{BTreeMap, BTreeSet};

/// The source with annotations. Each stands before the line that it is about.
pub fn paper(program: &Program, analysis: &Analysis, listing: &Listing, choice: Choice) -> String {
    let mut before: BTreeMap<u32, Vec<String>> = BTreeMap::new();
    for report in &analysis.functions {
        function(program, analysis, report, listing, choice, &mut before);
    }
    let verdicts = verdicts(analysis, listing);
    let mut text = String::new();
    let last = listing.lines().len() as u32;
    for number in 1..=last {
        let line = listing.line(number);
        for note in before.remove(&number).unwrap_or_default() {
            text.push_str(&format!("{note}\n"));
        }
        match verdicts.get(&number) {
            Some(words) => text.push_str(&format!("{line}  // {}", words.join(", "))),
            None => text.push_str(line),
        }
        if number < last {
            text.push('\n');
        }
    }
    text
}

fn function(
    program: &Program,
    analysis: &Analysis,
    report: &FunctionReport,
    listing: &Listing,
    choice: Choice,
    before: &mut BTreeMap<u32, Vec<String>>,
) {
    let function = program.function(report.function);
    let Some(cfg) = &function.cfg else { return };
    let spots = Spots::new(program, function);
    for (label, note) in notes(analysis, report, &spots, choice) {
        let (Some(point), Some(spot)) = (cfg.points.get(label.0 as usize), spots.at(label)) else {
            continue;
        };
        let Some(mark) = listing.mark(point.span) else { continue };
        let line = listing.line(mark.line);
        let mut indent = line[..line.len() - line.trim_start().len()].to_owned();
        if point.kind == PointKind::End && line.trim_start().starts_with('}') {
            indent.push_str("  ");
        }
        let place = place(label, point, spot, &note, line, mark.from, program);
        let text = statement(program, &note);
        before.entry(mark.line).or_default().push(format!("{indent}{text}{place}"));
    }
}

/// Which label it is, and where that is if it is not at the start of the line.
fn place(
    label: Label,
    point: &Point,
    spot: &Spot,
    note: &Note,
    line: &str,
    column: usize,
    program: &Program,
) -> String {
    if matches!(note, Note::Assume { said: Said::Condition(..), .. }) {
        return String::new();
    }
    let first = line.get(..column).is_none_or(|before| before.trim().is_empty());
    let place = match (spot.loop_head, point.kind) {
        (Some(_), _) => ", at the head of the loop".to_owned(),
        (None, PointKind::End) if first => String::new(),
        (None, _) if first => String::new(),
        _ => format!(", before `{}`", short(&program.source.slice(point.span))),
    };
    format!("  // label {}{place}", label.0)
}

fn short(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    let text = words.join(" ");
    match text.char_indices().nth(24) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text,
    }
}

fn statement(program: &Program, note: &Note) -> String {
    match note {
        Note::Assumed { id, predicate, .. } => match predicate {
            Some(predicate) => format!("assumed {predicate} as {id};"),
            None => format!("assumed false as {id};"),
        },
        Note::Assume { said, provided } => {
            let said = match said {
                Said::False => "false".to_owned(),
                Said::Facts(predicate) => predicate.to_string(),
                Said::Condition(span, true) => condition(program, *span),
                Said::Condition(span, false) => format!("!({})", condition(program, *span)),
            };
            match provided.is_empty() {
                true => format!("assume {said};"),
                false => format!("assume {said} provided {};", conjunction(provided)),
            }
        }
    }
}

fn condition(program: &Program, span: Span) -> String {
    program.source.slice(span).split_whitespace().collect::<Vec<_>>().join(" ")
}

fn conjunction(ids: &BTreeSet<AssumptionId>) -> String {
    ids.iter().map(AssumptionId::to_string).collect::<Vec<_>>().join(" && ")
}

/// What became of the checks of each line: of assertions always, of others if they are findings.
fn verdicts(analysis: &Analysis, listing: &Listing) -> BTreeMap<u32, Vec<String>> {
    let mut verdicts: BTreeMap<u32, Vec<String>> = BTreeMap::new();
    for check in &analysis.checks {
        let asserted = matches!(check.kind, Kind::Assertion | Kind::ErrorCall);
        let word = match check.status {
            Status::Verified if asserted => "verified".to_owned(),
            Status::Unreachable if asserted => "unreachable".to_owned(),
            Status::DefinitelyFails if asserted => "falsified".to_owned(),
            Status::MayFail if asserted => "may fail".to_owned(),
            Status::DefinitelyFails => format!("{} falsified", check.kind.name()),
            Status::MayFail => format!("{} may fail", check.kind.name()),
            Status::Verified | Status::Unreachable => continue,
        };
        let Some(mark) = listing.mark(check.span) else { continue };
        let words = verdicts.entry(mark.line).or_default();
        if !words.contains(&word) {
            words.push(word);
        }
    }
    verdicts
}
