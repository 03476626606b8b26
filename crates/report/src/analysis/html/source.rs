//! The source, line by line: what is checked in it, and what is known before it.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::class;
use crate::escape::Escaped;
use soundline_analyze::outcome::{Outcome, Row, State, conjunction};

/// States and checks of a line.
#[derive(Default)]
struct About<'a> {
    states: Vec<&'a State>,
    checks: Vec<&'a Row>,
    assumed: Vec<String>,
}

/// The source of a file with its states.
pub fn listing(out: &mut String, number: usize, outcome: &Outcome) {
    let mut known: BTreeMap<u32, About> = BTreeMap::new();
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
    let last =
        outcome.lines.len() - usize::from(outcome.lines.last().is_some_and(String::is_empty));
    let nothing = About::default();
    let shown = outcome.lines[..last].iter().zip(1..).map(|(text, line)| {
        let about = known.get(&line).unwrap_or(&nothing);
        let worst = about.checks.iter().map(|row| row.standing).min();
        let class = match worst {
            Some(standing) if standing.is_finding() => class(standing),
            _ if !about.states.is_empty() && about.states.iter().all(|s| s.holds.is_none()) => {
                "dead"
            }
            _ => "",
        };
        Line { class, margin: String::new(), code: code(text, &about.checks), known: states(about) }
    });
    table(out, &format!("line-{number}-"), &outcome.domain, shown);
}

/// A line of source as it is shown, all parts as HTML.
#[derive(Clone, Debug, Default)]
pub struct Line {
    /// Its class in the style sheet; empty for none.
    pub class: &'static str,
    /// Signs beside it.
    pub margin: String,
    /// The code.
    pub code: String,
    /// What is known before it.
    pub known: Vec<String>,
}

/// Source with what is known before each line, with a name for all of it, such as the domain. The anchor of a line is its
/// number behind the prefix.
pub fn table(out: &mut String, prefix: &str, label: &str, lines: impl Iterator<Item = Line>) {
    let _ = writeln!(
        out,
        "<div class=\"scroll\"><table class=\"source\" data-label=\"{}\">\n<thead><tr><th>Line</th><th>Source</th>\
         <th>Known before it</th></tr></thead>\n<tbody>",
        Escaped(label)
    );
    for (line, number) in lines.zip(1..) {
        let Line { class, margin, code, known } = line;
        let _ = writeln!(
            out,
            "<tr class=\"{class}\" id=\"{prefix}{number}\" data-line=\"{number}\"><td class=\"n\">\
             <span class=\"margin\">{margin}</span> <a href=\"#{prefix}{number}\">{number}</a></td>\
             <td><pre>{code}</pre></td><td class=\"known\"><div>{}</div></td></tr>",
            known.join("<br>")
        );
    }
    out.push_str("</tbody></table></div>\n");
}

/// What is known, and what it depends on: `provided` is HTML.
pub fn fact(holds: Option<&str>, provided: &str) -> String {
    let holds = holds.unwrap_or("never reached");
    let holds = if holds.is_empty() { "true" } else { holds };
    let provided = match provided.is_empty() {
        true => String::new(),
        false => format!("<i>, provided {provided}</i>"),
    };
    format!("{}{provided}", Escaped(holds))
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
fn states(line: &About) -> Vec<String> {
    let mut shown: Vec<String> =
        line.assumed.iter().map(|text| format!("<b>{}</b>", Escaped(text))).collect();
    for state in &line.states {
        let provided = match state.provided.is_empty() {
            true => String::new(),
            false => Escaped(conjunction(&state.provided)).to_string(),
        };
        let text = fact(state.holds.as_deref(), &provided);
        if !shown.contains(&text) {
            shown.push(text);
        }
    }
    shown
}
