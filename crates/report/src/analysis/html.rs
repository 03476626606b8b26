//! `report.html`: the source with what is known at each line, as one page that needs nothing else.

pub mod source;

use std::fmt::Write;

use crate::escape::Escaped;
use crate::number::{duration, grouped};
use soundline_analyze::outcome::{LeftOut, Outcome, Place, Row, Standing, Stop, conjunction};

/// What pages with source look like beyond the others.
pub const STYLE: &str = include_str!("html/source.css");

/// Findings of a file that are shown at once; the others are folded.
const SHOWN: usize = 12;

/// The page about a run, and the files that were left out.
pub fn page(outcomes: &[Outcome], left_out: &[LeftOut]) -> String {
    let title = match outcomes {
        [only] => only.file.clone(),
        several => format!("{} files", several.len()),
    };
    let (mut header, mut body) = (String::new(), String::new());
    head(&mut header, outcomes, &title);
    if outcomes.len() != 1 {
        files(&mut body, outcomes);
    }
    not_analyzed(&mut body, left_out);
    for (number, outcome) in outcomes.iter().enumerate() {
        file(&mut body, number, outcome);
    }
    let footer = ", <code>soundline analyze</code>.";
    crate::html::whole(&format!("Soundline: {title}"), STYLE, &header, &body, footer)
}

/// How a standing is coloured.
fn class(standing: Standing) -> &'static str {
    match standing {
        Standing::Fails => "fails",
        Standing::MayFail => "may",
        Standing::UnderAssumptions => "under",
        Standing::Verified => "verified",
        Standing::UnreachableUnderAssumptions => "unreached-under",
        Standing::Unreachable => "unreached",
    }
}

fn head(out: &mut String, outcomes: &[Outcome], title: &str) {
    let checks = outcomes.iter().flat_map(|outcome| outcome.checks.clone()).collect();
    let all = Outcome { checks, ..Outcome::default() };
    let findings = all.count(Standing::Fails) + all.count(Standing::MayFail);
    let pill = match (all.count(Standing::Fails), findings) {
        (0, 0) => "<span class=\"pill good\">nothing found</span>",
        (0, _) => "<span class=\"pill doubt\">may fail</span>",
        _ => "<span class=\"pill bad\">definitely fails</span>",
    };
    let stopped = if outcomes.iter().any(|outcome| outcome.stop != Stop::Finished) {
        " <span class=\"pill quiet\">stopped early</span>"
    } else {
        ""
    };
    let _ = writeln!(
        out,
        "<header><p class=\"brand\">Soundline</p><h1>{}</h1><p class=\"lead\">{pill}{stopped} {}</p></header>",
        Escaped(title),
        all.tally(),
    );
}

/// A row per file.
fn files(out: &mut String, outcomes: &[Outcome]) {
    out.push_str(
        "<section id=\"summary\">\n<h2>Files</h2>\n<div class=\"scroll\"><table class=\"sortable\">\n\
         <thead><tr><th>File</th><th class=\"n\">Checks</th><th class=\"n\">Definitely fail</th>\
         <th class=\"n\">May fail</th><th class=\"n\">Under assumptions</th><th class=\"n\">Verified</th>\
         <th class=\"n\">Unreachable</th><th>Ended</th></tr></thead>\n<tbody>\n",
    );
    for (number, outcome) in outcomes.iter().enumerate() {
        let _ = write!(
            out,
            "<tr><th scope=\"row\"><a href=\"#file-{number}\">{}</a></th><td class=\"n\">{}</td>",
            Escaped(&outcome.file),
            outcome.checks.len()
        );
        for standing in Standing::ALL {
            let count = outcome.count(standing);
            let class = match (count, standing) {
                (0, _) => "n zero",
                (_, Standing::Fails) => "n bad",
                (_, Standing::MayFail) => "n doubt",
                _ => "n",
            };
            let _ = write!(out, "<td class=\"{class}\">{count}</td>");
        }
        let ended = outcome.stop.words().unwrap_or_else(|| "finished".to_owned());
        let _ = writeln!(out, "<td>{}</td></tr>", Escaped(ended));
    }
    out.push_str("</tbody></table></div>\n</section>\n");
}

fn not_analyzed(out: &mut String, left_out: &[LeftOut]) {
    if left_out.is_empty() {
        return;
    }
    out.push_str("<section><h2>Not analyzed</h2>\n<table><tbody>\n");
    for left in left_out {
        let _ = writeln!(
            out,
            "<tr><th scope=\"row\">{}</th><td>{}</td></tr>",
            Escaped(&left.file),
            Escaped(&left.why)
        );
    }
    out.push_str("</tbody></table></section>\n");
}

fn file(out: &mut String, number: usize, outcome: &Outcome) {
    let _ = writeln!(
        out,
        "<section id=\"file-{number}\">\n<h2>{} <small>{}, {}</small></h2>",
        Escaped(&outcome.file),
        Escaped(&outcome.scope),
        Escaped(&outcome.domain),
    );
    assumptions(out, number, outcome);
    findings(out, number, outcome);
    source::listing(out, number, outcome);
    checks(out, number, outcome);
    facts(out, outcome);
    out.push_str("</section>\n");
}

/// The bound that stopped it, and what the results rest on.
fn assumptions(out: &mut String, number: usize, outcome: &Outcome) {
    let bare = outcome.assumptions.iter().all(|assumed| assumed.root);
    let heading = match outcome.stop.words() {
        Some(words) => format!("The analysis was {words}"),
        None if bare => return,
        None => "Assumptions".to_owned(),
    };
    let _ = writeln!(out, "<div class=\"worth stopped\"><h3>{}</h3>", Escaped(heading));
    if bare {
        out.push_str("<p class=\"note\">Nothing had to be assumed.</p>");
    } else {
        out.push_str("<p class=\"note\">Where a bound was reached, the states that had been seen until then were assumed to be all. Other assumptions are what the analysis takes for granted. Results that depend on one name it.</p><dl>\n");
    }
    for assumed in outcome.assumptions.iter().filter(|assumed| !assumed.root) {
        let _ = writeln!(
            out,
            "<dt>{}</dt><dd><code>{}</code> {} <small>({})</small></dd>",
            Escaped(&assumed.id),
            Escaped(&assumed.predicate),
            link(number, &assumed.place),
            Escaped(&assumed.reason),
        );
    }
    if !bare {
        out.push_str("</dl>");
    }
    out.push_str("</div>\n");
}

fn link(number: usize, place: &Place) -> String {
    match &place.header {
        Some(header) => format!("{}:{}", Escaped(header), place.line),
        None => format!("<a href=\"#line-{number}-{}\">line {}</a>", place.line, place.line),
    }
}

fn findings(out: &mut String, number: usize, outcome: &Outcome) {
    let ranked = outcome.ranked();
    let (shown, folded) = ranked.split_at(ranked.len().min(SHOWN));
    if shown.is_empty() {
        return;
    }
    out.push_str("<h3>Findings</h3>\n<ol class=\"findings\">\n");
    shown.iter().for_each(|row| finding(out, number, row));
    out.push_str("</ol>\n");
    if !folded.is_empty() {
        let _ = writeln!(
            out,
            "<details><summary>{} more</summary>\n<ol class=\"findings\" start=\"{}\">",
            folded.len(),
            SHOWN + 1
        );
        folded.iter().for_each(|row| finding(out, number, row));
        out.push_str("</ol></details>\n");
    }
}

fn finding(out: &mut String, number: usize, row: &Row) {
    let _ = writeln!(
        out,
        "<li class=\"{}\"><b>{}</b> <code>{}</code> {} <small>in {}{}{}{}</small></li>",
        class(row.standing),
        row.complaint(),
        Escaped(&row.text),
        link(number, &row.place),
        Escaped(&row.function),
        Escaped(provided(row)),
        Escaped(depending(row)),
        steps(row.steps),
    );
}

/// Where its values come from, and how many others depend on it.
fn depending(row: &Row) -> String {
    let origin = row.origin.map_or(String::new(), |origin| format!(", origin: {}", origin.name()));
    let root = row.root.as_ref().filter(|_| row.dependents > 0).map_or(String::new(), |root| {
        match row.dependents {
            1 => format!(", 1 check depends on it as {root}"),
            count => format!(", {count} checks depend on it as {root}"),
        }
    });
    origin + &root
}

fn provided(row: &Row) -> String {
    match row.provided.is_empty() {
        true => String::new(),
        false => format!(", provided {}", conjunction(&row.provided)),
    }
}

fn steps(steps: u64) -> String {
    match steps {
        0 => String::new(),
        1 => ", 1 imprecise step before it".to_owned(),
        several => format!(", {several} imprecise steps before it"),
    }
}

/// Every check, once.
fn checks(out: &mut String, number: usize, outcome: &Outcome) {
    let _ = writeln!(
        out,
        "<details class=\"all\"><summary>{}</summary>\n<div class=\"scroll\">\
         <table class=\"sortable\"><thead><tr><th>Line</th><th>Function</th><th>Kind</th>\
         <th>Expression</th><th>Status</th><th>Provided</th></tr></thead>\n<tbody>",
        outcome.tally()
    );
    for row in &outcome.checks {
        let _ = writeln!(
            out,
            "<tr><td data-value=\"{}\">{}</td><td>{}</td><td>{}</td><td><code>{}</code></td>\
             <td class=\"{}\">{}</td><td>{}</td></tr>",
            row.place.line,
            link(number, &row.place),
            Escaped(&row.function),
            row.kind,
            Escaped(&row.text),
            class(row.standing),
            row.standing.words(),
            Escaped(conjunction(&row.provided)),
        );
    }
    out.push_str("</tbody></table></div></details>\n");
}

fn facts(out: &mut String, outcome: &Outcome) {
    out.push_str("<details class=\"facts\"><summary>How it was analyzed</summary><dl>\n");
    let bounds = if outcome.bounds.is_empty() { "none" } else { &outcome.bounds };
    let ended = outcome.stop.words().unwrap_or_else(|| "at the fixpoint".to_owned());
    for (term, fact) in [
        ("Scope", outcome.scope.as_str()),
        ("Domain", &outcome.domain),
        ("Bounds", bounds),
        ("Ended", &ended),
        ("Functions", &grouped(outcome.functions as u64)),
        ("Time", &duration(outcome.millis)),
    ] {
        let _ = writeln!(out, "<dt>{term}</dt><dd>{}</dd>", Escaped(fact));
    }
    for (what, count) in &outcome.counts {
        let _ = writeln!(out, "<dt>{what}</dt><dd>{}</dd>", grouped(*count));
    }
    out.push_str("</dl></details>\n");
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::sample;
    use crate::nesting::check_nesting;

    #[test]
    fn the_page_is_well_formed_and_needs_nothing_else() {
        let mut hostile = sample::outcome();
        hostile.file = "<script>alert(1)</script>\"'".into();
        hostile.lines[4] = "  x = \"</td><script>\"; // <b>".into();
        hostile.checks[0].text = "a < b && \"<i>\"".into();
        for outcomes in [vec![], vec![sample::outcome()], vec![hostile, sample::outcome()]] {
            let page = page(&outcomes, &[sample::unusable("no.c", "no.c: <nothing>")]);
            check_nesting(&page);
            for outside in ["src=", "@import", "url(http", "href=\"http", "<link", "<script>alert"]
            {
                assert!(!page.contains(outside), "{outside}");
            }
        }
    }

    #[test]
    fn the_page_tells_what_is_known() {
        let page = page(&[sample::outcome()], &[]);
        for part in [
            "stopped by the bound on widenings",
            "0 &lt;= c &amp;&amp; c &lt;= 1",
            "never reached",
            "provided a1",
            "<mark class=\"fails\"",
            "<mark class=\"under\"",
            "this assertion fails",
        ] {
            assert!(page.contains(part), "{part} is missing");
        }
    }

    /// `SOUNDLINE_SAMPLE=DIR cargo test sample_page` writes the sample for a look in a browser.
    #[test]
    fn sample_page_can_be_written() {
        let Some(folder) = std::env::var_os("SOUNDLINE_SAMPLE") else { return };
        let file = std::path::Path::new(&folder).join("analyze.html");
        std::fs::write(file, page(&[sample::outcome()], &[])).expect("the folder can be written");
    }
}
