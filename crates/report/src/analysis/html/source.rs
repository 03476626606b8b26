//! The source, line by line: what is checked in it, and what is known before it.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::class;
use crate::escape::Escaped;
use soundline_analyze::outcome::{Outcome, Row, State, conjunction};

/// States and checks of a line.
#[derive(Default)]
struct Line<'a> {
    states: Vec<&'a State>,
    checks: Vec<&'a Row>,
    assumed: Vec<String>,
}

/// The source of a file with its states.
pub fn listing(out: &mut String, number: usize, outcome: &Outcome) {
    let mut known: BTreeMap<u32, Line> = BTreeMap::new();
    for state in outcome.states.iter().filter(|state| state.place.header.is_none()) {
        known.entry(state.place.line).or_default().states.push(state);
    }
    for row in outcome.checks.iter().filter(|row| row.place.header.is_none()) {
        known.entry(row.place.line).or_default().checks.push(row);
    }
    for assumed in outcome.assumptions.iter().filter(|assumed| assumed.place.header.is_none()) {
        let text = format!("assumed {} as {}", assumed.predicate, assumed.id);
        known.entry(assumed.place.line).or_default().assumed.push(text);
    }
    out.push_str(
        "<div class=\"scroll\"><table class=\"source\">\n<thead><tr><th></th><th>Source</th>\
         <th>Known before it</th></tr></thead>\n<tbody>\n",
    );
    let last =
        outcome.lines.len() - usize::from(outcome.lines.last().is_some_and(String::is_empty));
    let nothing = Line::default();
    for (text, line) in outcome.lines[..last].iter().zip(1..) {
        let about = known.get(&line).unwrap_or(&nothing);
        let worst = about.checks.iter().map(|row| row.standing).min();
        let row_class = match worst {
            Some(standing) if standing.is_finding() => class(standing),
            _ if !about.states.is_empty() && about.states.iter().all(|s| s.holds.is_none()) => {
                "dead"
            }
            _ => "",
        };
        let _ = writeln!(
            out,
            "<tr class=\"{row_class}\" id=\"line-{number}-{line}\"><td class=\"n\">{line}</td>\
             <td><pre>{}</pre></td><td class=\"known\">{}</td></tr>",
            code(text, &about.checks),
            states(about),
        );
    }
    out.push_str("</tbody></table></div>\n");
}

/// A line of code with its checks marked; of checks in each other the worst shows.
fn code(text: &str, checks: &[&Row]) -> String {
    let mut borders = vec![0, text.len()];
    for row in checks {
        borders.extend([row.place.from, row.place.to].map(|at| at.min(text.len())));
    }
    borders.retain(|at| text.is_char_boundary(*at));
    borders.sort_unstable();
    borders.dedup();
    let mut out = String::new();
    for pair in borders.windows(2) {
        let (from, to) = (pair[0], pair[1]);
        let around = checks.iter().filter(|row| row.place.from <= from && to <= row.place.to);
        let part = Escaped(&text[from..to]);
        let _ = match around.min_by_key(|row| row.standing) {
            Some(row) => write!(
                out,
                "<mark class=\"{}\" title=\"{}: {}\">{part}</mark>",
                class(row.standing),
                row.kind,
                row.standing.words()
            ),
            None => write!(out, "{part}"),
        };
    }
    out
}

/// What is known in a line, each state once.
fn states(line: &Line) -> String {
    let mut shown: Vec<String> =
        line.assumed.iter().map(|text| format!("<b>{}</b>", Escaped(text))).collect();
    for state in &line.states {
        let holds = state.holds.as_deref().unwrap_or("never reached");
        let holds = if holds.is_empty() { "true" } else { holds };
        let provided = match state.provided.is_empty() {
            true => String::new(),
            false => format!(" <i>provided {}</i>", Escaped(conjunction(&state.provided))),
        };
        let text = format!("{}{provided}", Escaped(holds));
        if !shown.contains(&text) {
            shown.push(text);
        }
    }
    shown.join("<br>")
}
