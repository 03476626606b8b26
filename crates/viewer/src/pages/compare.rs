//! Two analyzers compared: nine cells, and the programs behind each.

use std::fmt::Write;

use soundline_diff::analyzer::{AnswerKind, Verdict};
use soundline_diff::campaign::VariantRecord;
use soundline_diff::findings::{Pairwise, VERDICTS};
use soundline_report::escape::Escaped;
use soundline_report::number::{grouped, percent};
use soundline_report::site::{Cut, Page};

use super::{Filters, Paging};
use crate::address::Address;
use crate::library::Entry;
use crate::loaded::Comparison;
use crate::site::Context;

/// The page.
pub fn page(context: &Context, entry: &Entry, comparison: &Comparison) -> Page {
    let campaign = &comparison.campaign;
    let names: Vec<&str> = campaign.analyzers.iter().map(|a| a.name.as_str()).collect();
    let place = |key, other| {
        let found = names.iter().position(|name| *name == context.here.get(key));
        found.or((other < names.len()).then_some(other))
    };
    let mut body = Filters::new(context)
        .option("a", "Rows", &names, names.first().unwrap_or(&""))
        .option("b", "Columns", &names, names.get(1).unwrap_or(&""))
        .html();
    let trail = context.trail(Some(entry));
    let (Some(first), Some(second)) = (place("a", 0), place("b", 1)) else {
        body.push_str("<p class=\"note\">There are no two analyzers to compare.</p>\n");
        let title = "Two analyzers compared".to_string();
        return Page { title, lead: String::new(), trail, body };
    };
    if context.is_file() {
        pairs(&mut body, context, &names, (first, second));
    }
    let here = context.here.bare().with("a", names[first]).with("b", names[second]);
    let pairwise = Pairwise::of(&campaign.table(), first, second);
    cells(&mut body, context, &here, &pairwise, (names[first], names[second]));
    let (row, column) = (verdict(context.here.get("row")), verdict(context.here.get("column")));
    if let (Some(row), Some(column)) = (row, column) {
        programs(&mut body, context, entry, comparison, [(first, row), (second, column)]);
    }
    let title = format!("{} and {}", names[first], names[second]);
    let lead = "Whole variants are counted. Choose a cell to see its programs.".to_string();
    Page { title, lead, trail, body }
}

/// On pages that are files there is no form to choose analyzers: every pair has its link.
fn pairs(out: &mut String, context: &Context, names: &[&str], shown: (usize, usize)) {
    out.push_str("<details class=\"facts\"><summary>Other pairs</summary><ul>\n");
    for (a, one) in names.iter().enumerate() {
        for (b, other) in names.iter().enumerate().skip(a + 1) {
            if (a, b) == shown {
                continue;
            }
            let address = context.here.bare().with("a", one).with("b", other);
            let link = context.href(&address);
            let _ = writeln!(
                out,
                "<li><a href=\"{link}\">{} and {}</a></li>",
                Escaped(one),
                Escaped(other)
            );
        }
    }
    out.push_str("</ul></details>\n");
}

fn verdict(word: &str) -> Option<Verdict> {
    VERDICTS.into_iter().find(|verdict| verdict.word() == word)
}

fn cells(
    out: &mut String,
    context: &Context,
    here: &Address,
    pairwise: &Pairwise,
    (first, second): (&str, &str),
) {
    let _ = write!(
        out,
        "<div class=\"scroll\"><table class=\"cells\"><caption class=\"note\">Rows: {}. Columns: {}.</caption>\
         <thead><tr><td></td>",
        Escaped(first),
        Escaped(second)
    );
    for column in VERDICTS {
        let _ = write!(out, "<th scope=\"col\">{column}</th>");
    }
    out.push_str("</tr></thead>\n<tbody>\n");
    for row in VERDICTS {
        let _ = write!(out, "<tr><th scope=\"row\">{row}</th>");
        for column in VERDICTS {
            let share = pairwise.share(row, column);
            let text = format!("{} ({})", percent(share.part, share.whole), grouped(share.part));
            let against = row != Verdict::Unknown && column != Verdict::Unknown && row != column;
            let class = if against && share.part > 0 { "bad" } else { "" };
            if share.part == 0 {
                let _ = write!(out, "<td class=\"zero\">{text}</td>");
                continue;
            }
            let address = here.clone().with("row", row).with("column", column);
            let _ = write!(
                out,
                "<td class=\"{class}\"><a href=\"{}\">{text}</a></td>",
                context.href(&address)
            );
        }
        out.push_str("</tr>\n");
    }
    out.push_str("</tbody></table></div>\n");
}

/// The variants about which both say what a cell stands for.
fn programs(
    out: &mut String,
    context: &Context,
    entry: &Entry,
    comparison: &Comparison,
    wanted: [(usize, Verdict); 2],
) {
    let campaign = &comparison.campaign;
    let says = |variant: &VariantRecord, (analyzer, verdict): (usize, Verdict)| {
        variant.said[analyzer]
            .map(AnswerKind::verdict)
            .is_some_and(|said| said.agrees_with(verdict))
    };
    let found: Vec<(usize, &VariantRecord)> = campaign
        .variants
        .iter()
        .enumerate()
        .filter(|(_, variant)| wanted.iter().all(|one| says(variant, *one)))
        .collect();
    let [(first, row), (second, column)] = wanted;
    let _ = writeln!(
        out,
        "<h2>{} says {row}, {} says {column}</h2>",
        Escaped(&campaign.analyzers[first].name),
        Escaped(&campaign.analyzers[second].name)
    );
    let paging = Paging::of(context, found.len());
    out.push_str(
        "<div class=\"scroll\"><table><thead><tr><th>Program</th><th>Checks</th></tr></thead>\n<tbody>\n",
    );
    for (place, variant) in &found[paging.range()] {
        let number = place.to_string();
        let checks = variant.checks.join(", ");
        let checks = Cut::of(&checks, 160);
        let _ = writeln!(
            out,
            "<tr><th scope=\"row\"><a href=\"{}\">{}, variant {}</a></th><td><code>{}</code></td></tr>",
            context.href(&Address::of(&entry.id, &["variant", &number])),
            Escaped(&campaign.seeds[variant.seed].name),
            variant.number,
            Escaped(checks.shown)
        );
    }
    out.push_str("</tbody></table></div>\n");
    *out += &paging.html(context);
}
