//! An analysis of C programs: the source with what holds, checks in the margin, and what they depend on.

use std::collections::BTreeMap;
use std::fmt::Write;

use soundline_isolate::printable;
use soundline_report::analysis::html::source as listing;
use soundline_report::escape::Escaped;
use soundline_report::number::grouped;
use soundline_report::site::{Cut, Page};

use super::{Filters, depends, pill};
use crate::address::Address;
use crate::library::{Entry, Kind};
use crate::loaded::{Analysis, Analyzed, Body, Check};
use crate::site::{Context, Trouble};
use crate::summary::Tone;

/// Statuses, the worst first, with their classes in the style sheet and signs in the margin.
const STATUSES: [(&str, &str, &str); 6] = [
    ("definitely-fails", "fails", "✗"),
    ("may-fail", "may", "!"),
    ("verified-under-assumptions", "under", "(✓)"),
    ("unreachable-under-assumptions", "unreached-under", "(∅)"),
    ("verified", "verified", "✓"),
    ("unreachable", "unreached", "∅"),
];

/// The class of a status in the style sheet.
pub fn class_of(status: &str) -> &'static str {
    STATUSES[standing(status)].1
}

/// A status as people say it.
fn words(status: &str) -> String {
    status.replace('-', " ")
}

fn standing(status: &str) -> usize {
    STATUSES.iter().position(|(known, _, _)| *known == status).unwrap_or(1)
}

/// The page: a row for each file.
pub fn page(context: &Context, entry: &Entry, analysis: &Analysis) -> Page {
    let mut body =
        "<div class=\"scroll\"><table class=\"sortable\"><thead><tr><th>File</th><th>Domain</th>"
            .to_string();
    for (status, _, _) in STATUSES {
        let _ = write!(body, "<th class=\"n\">{}</th>", words(status));
    }
    body.push_str("<th>Ended</th></tr></thead>\n<tbody>\n");
    for (number, file) in analysis.files.iter().enumerate() {
        let address = Address::of(&entry.id, &["file", &number.to_string()]);
        let _ = write!(
            body,
            "<tr><th scope=\"row\"><a href=\"{}\">{}</a></th><td>{}</td>",
            context.href(&address),
            Escaped(&file.file),
            Escaped(&file.domain)
        );
        for (status, class, _) in STATUSES {
            let count = file.checks.iter().filter(|check| check.status == status).count();
            let class = if count == 0 { "zero" } else { class };
            let _ = write!(body, "<td class=\"n {class}\">{count}</td>");
        }
        let _ = writeln!(body, "<td>{}</td></tr>", ended(file));
    }
    body.push_str("</tbody></table></div>\n");
    if !analysis.errors.is_empty() {
        body.push_str("<h2>Not analyzed</h2>\n<dl>\n");
        for left in &analysis.errors {
            let _ =
                writeln!(body, "<dt>{}</dt><dd>{}</dd>", Escaped(&left.file), Escaped(&left.error));
        }
        body.push_str("</dl>\n");
    }
    let found = analysis.files.iter().flat_map(|f| &f.checks).filter(|c| c.is_finding()).count();
    let verdict = match found {
        0 => pill(Tone::Good, "nothing found"),
        1 => pill(Tone::Bad, "1 check fails or may fail"),
        many => pill(Tone::Bad, &format!("{many} checks fail or may fail")),
    };
    let files = soundline_report::worth::counted(analysis.files.len(), "file", "files");
    let lead = format!("{verdict} in {files}.");
    let title = match &analysis.files[..] {
        [only] => only.file.clone(),
        several => format!("{} files analyzed", several.len()),
    };
    Page { title, lead, trail: context.trail(None), body }
}

fn ended(file: &Analyzed) -> String {
    Escaped(plain_end(file)).to_string()
}

fn plain_end(file: &Analyzed) -> String {
    match file.bounds_reached.is_empty() {
        true => file.stop.clone(),
        false => format!("bound on {}", file.bounds_reached.join(", ")),
    }
}

/// The page of a file, beside another run of it if one is chosen.
pub fn file(
    context: &Context,
    entry: &Entry,
    analysis: &Analysis,
    number: &str,
) -> Result<Page, Trouble> {
    let file = number.parse::<usize>().ok().and_then(|number| analysis.files.get(number));
    let file = file.ok_or_else(Trouble::missing)?;
    let mut body = String::new();
    let others = others(context, entry, file);
    if !others.is_empty() {
        let names: Vec<&str> = others.iter().map(|(name, _)| name.as_str()).collect();
        body +=
            &Filters::new(context).option("beside", "Beside another run", &names, "none").html();
    }
    let chosen = context.here.get("beside");
    match others.iter().find(|(name, _)| name == chosen && !chosen.is_empty()) {
        Some((name, other)) => beside(context, &mut body, file, name, other)?,
        None => {
            source(&mut body, file, "", &file.domain);
            depends::section(&mut body, file, "", "What depends on what");
            checks(&mut body, file);
        }
    }
    let lead = format!("{}, {}; {}.", Escaped(&file.scope), Escaped(&file.domain), ended(file));
    Ok(Page { title: file.file.clone(), lead, trail: context.trail(Some(entry)), body })
}

/// Other runs about a file of the same name.
fn others(context: &Context, entry: &Entry, file: &Analyzed) -> Vec<(String, Entry)> {
    if context.is_file() {
        return Vec::new();
    }
    let is_other =
        |other: &&Entry| other.id != entry.id && other.kind == Kind::Document("soundline-analysis");
    let library = &context.site.library;
    let entries = library.entries();
    let others = entries.iter().filter(is_other).take(20);
    others
        .filter(|other| {
            let loaded = library.load(other);
            loaded.is_ok_and(|loaded| match &loaded.body {
                Body::Analysis(analysis) => analysis.files.iter().any(|f| f.file == file.file),
                _ => false,
            })
        })
        .map(|other| (other.name.clone(), other.clone()))
        .collect()
}

/// Two runs side by side, and the checks whose status differs.
fn beside(
    context: &Context,
    out: &mut String,
    file: &Analyzed,
    name: &str,
    other: &Entry,
) -> Result<(), Trouble> {
    let loaded = context.site.library.load(other).map_err(|error| Trouble::new(422, error))?;
    let Body::Analysis(analysis) = &loaded.body else { return Err(Trouble::missing()) };
    let same = analysis.files.iter().find(|f| f.file == file.file).ok_or_else(Trouble::missing)?;
    let place = |check: &Check| (check.line, check.kind.clone(), check.text.clone());
    let statuses: BTreeMap<_, _> =
        same.checks.iter().map(|check| (place(check), check.status.as_str())).collect();
    out.push_str(
        "<h2>Checks that differ</h2>\n<div class=\"scroll\"><table class=\"sortable\"><thead><tr><th>Line</th>\
         <th>Expression</th><th>Here</th><th>There</th></tr></thead>\n<tbody>\n",
    );
    for check in &file.checks {
        let there = statuses.get(&place(check)).copied().unwrap_or("no such check");
        if there != check.status {
            let _ = writeln!(
                out,
                "<tr><td class=\"n\">{}</td><td><code>{}</code></td><td>{}</td><td>{}</td></tr>",
                check.line,
                Escaped(&check.text),
                Escaped(words(&check.status)),
                Escaped(words(there))
            );
        }
    }
    out.push_str("</tbody></table></div>\n<div class=\"beside\">\n");
    let runs = [("Here", file, "here-"), (name, same, "there-")];
    for (title, file, prefix) in runs {
        let _ = writeln!(
            out,
            "<div><h2>{}</h2><p class=\"sub\">{}; {}</p>",
            Escaped(title),
            Escaped(&file.domain),
            ended(file)
        );
        source(out, file, prefix, &format!("{title} ({}; {})", file.domain, plain_end(file)));
        out.push_str("</div>\n");
    }
    out.push_str("</div>\n");
    for (title, file, prefix) in runs {
        depends::section(out, file, prefix, &format!("What depends on what: {title}"));
    }
    Ok(())
}

/// The source; files of before do not have it.
fn source(out: &mut String, file: &Analyzed, prefix: &str, label: &str) {
    if file.lines.is_empty() {
        out.push_str(
            "<p class=\"note\">The source is not in this file. <code>soundline analyze --out DIR</code> keeps it.</p>\n",
        );
        return;
    }
    let mut known: BTreeMap<u32, Vec<String>> = BTreeMap::new();
    let mut add = |line: u32, text: String| {
        let facts = known.entry(line).or_default();
        if !facts.contains(&text) {
            facts.push(text);
        }
    };
    for assumed in file.assumptions.iter().filter(|assumed| !assumed.root) {
        let name = depends::links(prefix, std::slice::from_ref(&assumed.id));
        add(assumed.line, format!("<b>assumed {name}</b>"));
    }
    for state in &file.states {
        let provided = depends::links(prefix, &state.provided);
        add(state.line, listing::fact(state.holds.as_deref(), &provided));
    }
    let last = file.lines.len() - usize::from(file.lines.last().is_some_and(String::is_empty));
    let lines = file.lines[..last].iter().zip(1..).map(|(text, line)| {
        let own = |check: &&Check| check.line == line && check.header.is_none();
        let checks: Vec<&Check> = file.checks.iter().filter(own).collect();
        let worst = checks.iter().map(|check| standing(&check.status)).min();
        let class = worst.filter(|worst| *worst < 2).map_or("", |worst| STATUSES[worst].1);
        let shown = printable(text.as_bytes());
        let cut = Cut::of(&shown, 400);
        let rest = if cut.rest > 0 { "…" } else { "" };
        listing::Line {
            class,
            margin: margin(&checks),
            code: format!("{}{rest}", Escaped(cut.shown)),
            known: known.remove(&line).unwrap_or_default(),
        }
    });
    listing::table(out, &format!("{prefix}at-"), label, lines);
}

/// A sign for each status that a check of the line has.
fn margin(checks: &[&Check]) -> String {
    let mut margin = String::new();
    for (status, class, sign) in STATUSES {
        let of: Vec<&str> =
            checks.iter().filter(|c| c.status == status).map(|c| c.text.as_str()).collect();
        if !of.is_empty() {
            let status = words(status);
            let _ = write!(
                margin,
                "<mark class=\"{class}\" title=\"{status}: {}\">{sign}<span class=\"hidden\"> {status}</span></mark> ",
                Escaped(of.join("; "))
            );
        }
    }
    margin
}

fn checks(out: &mut String, file: &Analyzed) {
    let _ = writeln!(
        out,
        "<h2>{} checks</h2>\n<div class=\"scroll\"><table class=\"sortable cards\"><thead><tr><th>Line</th>\
         <th>Function</th><th>Kind</th><th>Expression</th><th>Status</th><th>Provided</th></tr></thead>\n<tbody>",
        grouped(file.checks.len() as u64)
    );
    for check in &file.checks {
        let place = match &check.header {
            Some(header) => format!("{}:{}", Escaped(header), check.line),
            None => format!("<a href=\"#at-{}\">{}</a>", check.line, check.line),
        };
        let _ = writeln!(
            out,
            "<tr><td class=\"n\" data-label=\"Line\" data-value=\"{}\">{place}</td><td data-label=\"in\">{}</td>\
             <td data-label=\"Kind\">{}</td><td><code>{}</code></td><td class=\"{}\">{}</td>\
             <td data-label=\"Provided\">{}</td></tr>",
            check.line,
            Escaped(&check.function),
            Escaped(&check.kind),
            Escaped(&check.text),
            class_of(&check.status),
            Escaped(words(&check.status)),
            depends::links("", &check.provided)
        );
    }
    out.push_str("</tbody></table></div>\n<details class=\"facts\"><summary>What the analysis did</summary><dl>\n");
    for (what, count) in &file.counts {
        let _ = writeln!(out, "<dt>{}</dt><dd>{}</dd>", Escaped(what), grouped(*count));
    }
    out.push_str("</dl></details>\n");
}
