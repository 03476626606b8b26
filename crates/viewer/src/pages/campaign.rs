//! A campaign of `soundline test`: properties and causes.

use std::fmt::Write;

use soundline_fuzz::campaign::Cause;
use soundline_fuzz::{Campaign, Ending, Finding, property};
use soundline_report::escape::Escaped;
use soundline_report::html;
use soundline_report::number::grouped;
use soundline_report::site::Page;

use super::{Filters, has, pill};
use crate::address::Address;
use crate::library::Entry;
use crate::site::Context;
use crate::summary::Tone;

/// What is shown of a campaign.
struct Wanted<'a> {
    target: &'a str,
    class: &'a str,
    operation: &'a str,
    property: &'a str,
    text: &'a str,
}

impl Wanted<'_> {
    fn is_all(&self) -> bool {
        [self.class, self.operation, self.property, self.text].iter().all(|wish| wish.is_empty())
    }

    fn property(&self, number: u16) -> bool {
        let Some(property) = property::get(number) else { return false };
        (self.class.is_empty() || property.class.to_string() == self.class)
            && (self.property.is_empty() || property.id() == self.property)
            && (self.text.is_empty()
                || has(property.statement, self.text)
                || has(property.name, self.text))
    }

    fn finding(&self, cause: &Cause, finding: &Finding) -> bool {
        let class = || property::get(finding.property).map(|p| p.class.to_string());
        let trace = finding.trace.to_string();
        (self.class.is_empty() || class().as_deref() == Some(self.class))
            && (self.property.is_empty() || format!("P{}", finding.property) == self.property)
            && (self.operation.is_empty()
                || finding.trace.operations().any(|o| o.kind().name() == self.operation))
            && (self.text.is_empty()
                || has(&cause.title, self.text)
                || has(&finding.outcome.what, self.text)
                || has(&trace, self.text))
    }
}

/// The page.
pub fn page(context: &Context, entry: &Entry, campaigns: &[Campaign]) -> Page {
    let get = |key| context.here.get(key);
    let wanted = Wanted {
        target: get("target"),
        class: get("class"),
        operation: get("operation"),
        property: get("property"),
        text: get("text"),
    };
    let mut body = String::new();
    html::summary(&mut body, campaigns);
    body += &filters(context, campaigns);
    for (number, campaign) in campaigns.iter().enumerate() {
        if wanted.target.is_empty() || wanted.target == campaign.target {
            target(&mut body, context, entry, (number, campaign), &wanted);
        }
    }
    let tests: u64 = campaigns.iter().map(|campaign| campaign.totals().tests).sum();
    let open = campaigns.iter().flat_map(|c| &c.causes).filter(|cause| !cause.is_waived()).count();
    let verdict = match open {
        0 => pill(Tone::Good, "nothing found"),
        1 => pill(Tone::Bad, "1 cause of failure"),
        many => pill(Tone::Bad, &format!("{many} causes of failure")),
    };
    let title = match campaigns {
        [only] => only.target.clone(),
        several => format!("{} targets", several.len()),
    };
    let lead = format!("{verdict} in {} tests of abstract domains.", grouped(tests));
    Page { title, lead, trail: context.trail(None), body }
}

fn filters(context: &Context, campaigns: &[Campaign]) -> String {
    let targets: Vec<&str> = campaigns.iter().map(|c| c.target.as_str()).collect();
    let rows = || campaigns.iter().flat_map(|campaign| &campaign.rows);
    let mut classes: Vec<String> = rows().map(|row| row.property().class.to_string()).collect();
    classes.sort_unstable();
    classes.dedup();
    let mut numbers: Vec<u16> = rows().map(|row| row.property).collect();
    numbers.sort_unstable();
    numbers.dedup();
    let properties: Vec<String> = numbers.iter().map(|number| format!("P{number}")).collect();
    let findings = campaigns.iter().flat_map(|c| &c.causes).flat_map(|cause| &cause.findings);
    let mut operations: Vec<&str> =
        findings.flat_map(|f| f.trace.operations()).map(|o| o.kind().name()).collect();
    operations.sort_unstable();
    operations.dedup();
    Filters::new(context)
        .choice("target", "Target", &targets)
        .choice("class", "Class", &classes)
        .choice("operation", "Operation in the trace", &operations)
        .choice("property", "Property", &properties)
        .text("text", "Text")
        .html()
}

/// How sure a finding is. All of them were seen again, alone.
fn confidence(finding: &Finding) -> String {
    let has_point = finding.outcome.point.is_some();
    match finding.outcome.ending {
        Ending::Violated if has_point => pill(Tone::Bad, "refuted by a point"),
        Ending::Violated => pill(Tone::Bad, "definite answer"),
        Ending::WrongAnswer => pill(Tone::Bad, "refuted by exact arithmetic"),
        Ending::Died | Ending::TimedOut | Ending::OutOfMemory => pill(Tone::Bad, "reproduced"),
        Ending::Inexact => pill(Tone::Doubt, "flagged as inexact"),
        _ => pill(Tone::Doubt, "beyond the contract"),
    }
}

fn target(
    out: &mut String,
    context: &Context,
    entry: &Entry,
    (number, campaign): (usize, &Campaign),
    wanted: &Wanted,
) {
    let _ = writeln!(
        out,
        "<section class=\"target\" id=\"target-{number}\">\n<h2>{} <small>{}</small></h2>",
        Escaped(&campaign.target),
        Escaped(campaign.version.as_deref().unwrap_or("version unknown")),
    );
    for (index, cause) in campaign.causes.iter().enumerate() {
        let findings: Vec<(usize, &Finding)> = cause
            .findings
            .iter()
            .enumerate()
            .filter(|(_, finding)| wanted.finding(cause, finding))
            .collect();
        if findings.is_empty() {
            continue;
        }
        let class = if cause.is_waived() { "cause waived" } else { "cause" };
        let _ = writeln!(
            out,
            "<article class=\"{class}\" id=\"cause-{number}-{index}\"><h3>{}</h3>\n<ul>",
            Escaped(&cause.title)
        );
        for (place, finding) in findings {
            let place = [number, index, place].map(|n| n.to_string());
            let address = Address::of(&entry.id, &["finding", &place[0], &place[1], &place[2]]);
            let waived = if finding.waived.is_some() { " (waived)" } else { "" };
            let _ = writeln!(
                out,
                "<li><a href=\"{}\">{}</a>{waived} {}</li>",
                context.href(&address),
                html::line(finding),
                confidence(finding)
            );
        }
        out.push_str("</ul></article>\n");
    }
    match (campaign.causes.is_empty(), wanted.is_all()) {
        (true, true) => html::rest(out, campaign, "Nothing was found. What that is worth:", true),
        (false, true) => html::rest(out, campaign, "What the rest is worth", false),
        (_, false) => {}
    }
    if wanted.is_all() {
        html::apart(out, campaign);
    }
    let mut shown = campaign.clone();
    shown.rows.retain(|row| wanted.property(row.property));
    html::properties(out, &shown, true);
    html::not_tested(out, campaign);
    html::configuration(out, campaign);
    out.push_str("</section>\n");
}
