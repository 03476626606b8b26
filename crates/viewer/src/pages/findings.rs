//! The findings of a comparison: searched, filtered, sorted, page by page.

use std::collections::BTreeMap;
use std::fmt::Write;

use soundline_diff::findings::{Fault, Finding};
use soundline_diff::store::{Note, Store};
use soundline_report::escape::Escaped;
use soundline_report::number::grouped;
use soundline_report::site::Page;

use super::{Filters, Paging};
use crate::address::Address;
use crate::library::Entry;
use crate::loaded::Comparison;
use crate::site::Context;

/// What findings are sorted by, if not by strength.
const ORDERS: [&str; 4] = ["delta", "analyzer", "seed", "line"];

/// Notes of users, by the names of variants; none if there is no store.
pub fn notes(comparison: &Comparison) -> BTreeMap<String, Note> {
    Store::look(&comparison.store).and_then(|store| store.notes()).unwrap_or_default()
}

/// The page.
pub fn page(context: &Context, entry: &Entry, comparison: &Comparison) -> Page {
    let campaign = &comparison.campaign;
    let analyzers: Vec<&str> = campaign.analyzers.iter().map(|a| a.name.as_str()).collect();
    let mut grades: Vec<&str> = campaign
        .groups
        .iter()
        .flat_map(|group| &group.findings)
        .map(|finding| finding.evidence.word())
        .collect();
    grades.sort_unstable();
    grades.dedup();
    let notes = notes(comparison);
    let mut tags: Vec<&str> =
        notes.values().flat_map(|note| note.tags.split_whitespace()).collect();
    tags.sort_unstable();
    tags.dedup();
    let mut body = Filters::new(context)
        .choice("analyzer", "Analyzer", &analyzers)
        .choice("kind", "Kind", &["unsound", "imprecise"])
        .choice("delta", "δ at least", &["1", "2", "3", "4", "5", "must"])
        .choice("confidence", "Confidence", &grades)
        .choice("tag", "Tag", &tags)
        .text("seed", "Seed")
        .text("text", "Check or function")
        .option("sort", "Sorted by", &ORDERS, "strength")
        .html();
    let found = select(context, comparison, &notes);
    let paging = Paging::of(context, found.len());
    let pager = paging.html(context);
    body += &pager;
    table(&mut body, context, entry, comparison, &found[paging.range()]);
    body += &pager;
    let (shown, all) = (grouped(found.len() as u64), grouped(comparison.findings.len() as u64));
    let lead = format!("{shown} of {all} findings.");
    Page { title: "Findings".into(), lead, trail: context.trail(Some(entry)), body }
}

/// The findings that the address asks for, in its order.
fn select(
    context: &Context,
    comparison: &Comparison,
    notes: &BTreeMap<String, Note>,
) -> Vec<(usize, usize)> {
    let campaign = &comparison.campaign;
    let get = |key| context.here.get(key);
    let analyzer = campaign.analyzers.iter().position(|a| a.name == get("analyzer"));
    let fault = match get("kind") {
        "unsound" => Some(Fault::Unsound),
        "imprecise" => Some(Fault::Imprecise),
        _ => None,
    };
    let (delta, grade, tag) = (get("delta"), get("confidence"), get("tag"));
    let least = delta.parse::<usize>().unwrap_or(0);
    let (seed, text) = (get("seed").to_lowercase(), get("text").to_lowercase());
    let seeds: Vec<bool> =
        campaign.seeds.iter().map(|s| s.name.to_lowercase().contains(&seed)).collect();
    let finding = |&(group, place): &(usize, usize)| &campaign.groups[group].findings[place];
    let is_wanted = |finding: &Finding| {
        let dispute = &campaign.disputes[finding.dispute];
        (get("analyzer").is_empty() || analyzer == Some(finding.analyzer))
            && fault.is_none_or(|fault| fault == finding.fault)
            && (finding.delta >= least && (delta != "must" || finding.must))
            && (grade.is_empty() || finding.evidence.word() == grade)
            && seeds[dispute.seed]
            && (tag.is_empty()
                || notes
                    .get(&dispute.key)
                    .is_some_and(|note| note.tags.split_whitespace().any(|t| t == tag)))
            && (text.is_empty()
                || dispute.check.to_lowercase().contains(&text)
                || dispute.function.to_lowercase().contains(&text))
    };
    let mut found: Vec<(usize, usize)> =
        comparison.findings.iter().filter(|place| is_wanted(finding(place))).copied().collect();
    let dispute = |place: &(usize, usize)| &campaign.disputes[finding(place).dispute];
    match get("sort") {
        "delta" => found.sort_by_key(|place| std::cmp::Reverse(finding(place).delta)),
        "analyzer" => found.sort_by_key(|place| &campaign.analyzers[finding(place).analyzer].name),
        "seed" => found.sort_by_key(|place| &campaign.seeds[dispute(place).seed].name),
        "line" => found.sort_by_key(|place| (dispute(place).seed, dispute(place).line)),
        _ => {}
    }
    found
}

/// Findings as rows.
pub fn table(
    out: &mut String,
    context: &Context,
    entry: &Entry,
    comparison: &Comparison,
    places: &[(usize, usize)],
) {
    let campaign = &comparison.campaign;
    if places.is_empty() {
        out.push_str("<p class=\"note\">There is no such finding.</p>\n");
        return;
    }
    out.push_str(
        "<div class=\"scroll\"><table class=\"cards\"><thead><tr><th>Check</th><th>Analyzer</th><th>Kind</th>\
         <th>Confidence</th><th>Seed</th></tr></thead>\n<tbody>\n",
    );
    for &(group, place) in places {
        let finding = &campaign.groups[group].findings[place];
        let dispute = &campaign.disputes[finding.dispute];
        let number = finding.dispute.to_string();
        let undefined = match campaign.seeds[dispute.seed].undefined {
            Some(_) => " <b class=\"tag\">undefined behaviour</b>",
            None => "",
        };
        let check = soundline_report::site::Cut::of(&dispute.check, 120);
        let _ = writeln!(
            out,
            "<tr><th scope=\"row\"><a href=\"{}\"><code>{}{}</code></a></th><td data-label=\"Analyzer\">{}</td>\
             <td data-label=\"Kind\">{}</td><td data-label=\"Confidence\">{}{undefined}</td>\
             <td data-label=\"Seed\">{}:{}</td></tr>",
            context.href(&Address::of(&entry.id, &["check", &number])),
            Escaped(check.shown),
            if check.rest > 0 { "…" } else { "" },
            Escaped(&campaign.analyzers[finding.analyzer].name),
            finding.name(),
            finding.evidence.word(),
            Escaped(&campaign.seeds[dispute.seed].name),
            dispute.line
        );
    }
    out.push_str("</tbody></table></div>\n");
}
