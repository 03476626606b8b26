//! Laws of lattices as a grid, and the counterexamples.

use std::fmt::Write;

use soundline_report::escape::Escaped;
use soundline_report::hasse::Hasse;
use soundline_report::number::grouped;
use soundline_report::site::Page;

use super::{Filters, has, pill};
use crate::address::Address;
use crate::library::Entry;
use crate::loaded::{Labelled, Lattice, Law, Laws, Order};
use crate::site::{Context, Trouble};
use crate::summary::Tone;

/// How each status is written in a cell.
const SIGNS: [(&str, &str); 6] = [
    ("proved", "✓✓"),
    ("passed", "✓"),
    ("violated", "✗"),
    ("vacuous", "∅"),
    ("unknown", "?"),
    ("exempt", "–"),
];

fn sign(status: &str) -> &'static str {
    SIGNS.iter().find(|(known, _)| *known == status).map_or("?", |(_, sign)| sign)
}

/// A class of the style sheet: statuses of a damaged file are none.
fn class(status: &str) -> &'static str {
    SIGNS.iter().find(|(known, _)| *known == status).map_or("unknown", |(known, _)| known)
}

/// The page: lattices, and how their laws ended by class.
pub fn page(context: &Context, entry: &Entry, laws: &Laws) -> Page {
    let (status, text) = (context.here.get("status"), context.here.get("text"));
    let mut classes: Vec<&str> = Vec::new();
    for law in laws.lattices.iter().flat_map(|lattice| &lattice.laws) {
        if !classes.contains(&law.class.as_str()) {
            classes.push(&law.class);
        }
    }
    let statuses = SIGNS.map(|(status, _)| status);
    let mut body = Filters::new(context)
        .choice("status", "With a law that is", &statuses)
        .text("text", "Lattice")
        .html();
    body.push_str(
        "<div class=\"scroll\"><table class=\"cells laws cards\"><thead><tr><th>Lattice</th>",
    );
    for class in &classes {
        let _ = write!(body, "<th class=\"up\"><span>{}</span></th>", Escaped(class));
    }
    body.push_str("</tr></thead>\n<tbody>\n");
    for (number, lattice) in laws.lattices.iter().enumerate() {
        let has_status = status.is_empty() || lattice.laws.iter().any(|law| law.status == status);
        if !has_status || !(has(&lattice.name, text) || has(&lattice.about, text)) {
            continue;
        }
        let address = Address::of(&entry.id, &["lattice", &number.to_string()]);
        let _ = write!(
            body,
            "<tr><th scope=\"row\"><a href=\"{}\">{}</a></th>",
            context.href(&address),
            Escaped(&lattice.name)
        );
        classes.iter().for_each(|class| cell(&mut body, lattice, class));
        body.push_str("</tr>\n");
    }
    body.push_str("</tbody></table></div>\n");
    body.push_str(
        "<p class=\"note\">✓✓ proved on all elements, ✓ passed, ✗ violated, ∅ precondition never met, \
         ? no definite answer, – exempt, each with the number of laws.</p>\n",
    );
    let all = || laws.lattices.iter().flat_map(|lattice| &lattice.laws);
    let violated = all().filter(|law| law.status == "violated").count();
    let verdict = match violated {
        0 => pill(Tone::Good, "no law is violated"),
        1 => pill(Tone::Bad, "1 law is violated"),
        many => pill(Tone::Bad, &format!("{many} laws are violated")),
    };
    let stopped = if laws.complete { String::new() } else { pill(Tone::Doubt, "stopped early") };
    let lead = format!(
        "{verdict} {stopped} of {} in {} lattices, {} random cases each, seed {}.",
        grouped(all().count() as u64),
        laws.lattices.len(),
        grouped(laws.cases),
        laws.seed
    );
    Page { title: "Laws of lattices".into(), lead, trail: context.trail(None), body }
}

/// How the laws of one class ended.
fn cell(out: &mut String, lattice: &Lattice, wanted: &str) {
    let _ = write!(out, "<td data-label=\"{}\">", Escaped(wanted));
    let of_class = || lattice.laws.iter().filter(|law| law.class == wanted);
    for (status, sign) in SIGNS {
        let count = of_class().filter(|law| law.status == status).count();
        if count > 0 {
            let _ = write!(
                out,
                "<span class=\"status-{status}\" title=\"{count} {status}\">{sign}\u{a0}{count}</span> "
            );
        }
    }
    out.push_str("</td>");
}

/// The page of one lattice.
pub fn lattice(
    context: &Context,
    entry: &Entry,
    laws: &Laws,
    number: &str,
) -> Result<Page, Trouble> {
    let lattice = number.parse::<usize>().ok().and_then(|number| laws.lattices.get(number));
    let lattice = lattice.ok_or_else(Trouble::missing)?;
    let mut body = String::new();
    let violated: Vec<&Law> =
        lattice.laws.iter().filter(|law| law.counterexample.is_some()).collect();
    violated.iter().for_each(|law| violation(&mut body, lattice, law));
    if let (true, Some(order)) = (violated.is_empty(), &lattice.order) {
        body.push_str("<h2>The order</h2>\n");
        body += &order.diagram(&[]);
    }
    body.push_str(
        "<h2>All laws</h2>\n<div class=\"scroll\"><table class=\"sortable cards\"><thead><tr><th>Law</th>\
         <th>Class</th><th>Statement</th><th>Outcome</th></tr></thead>\n<tbody>\n",
    );
    for law in &lattice.laws {
        let reason = law.reason.as_ref().filter(|reason| !law.verdict.contains(reason.as_str()));
        let reason = reason.map_or(String::new(), |r| format!("<br>{}", Escaped(r)));
        let _ = writeln!(
            body,
            "<tr><th scope=\"row\">{}</th><td data-label=\"Class\">{}</td><td><span class=\"math\">{}</span></td>\
             <td><span class=\"status-{}\">{} {}</span>{reason}</td></tr>",
            Escaped(&law.law),
            Escaped(&law.class),
            Escaped(&law.statement),
            class(&law.status),
            sign(&law.status),
            Escaped(&law.verdict)
        );
    }
    body.push_str("</tbody></table></div>\n");
    let lead = Escaped(&lattice.about).to_string();
    Ok(Page { title: lattice.name.clone(), lead, trail: context.trail(Some(entry)), body })
}

fn violation(out: &mut String, lattice: &Lattice, law: &Law) {
    let Some(example) = &law.counterexample else { return };
    let class = if law.follows_from.is_some() { "cause waived" } else { "cause" };
    let _ = writeln!(
        out,
        "<article class=\"{class}\"><h2>{}</h2><p class=\"claim\"><span class=\"math\">{}</span></p><p>{}</p>",
        Escaped(&law.law),
        Escaped(&law.statement),
        Escaped(&law.verdict)
    );
    if let Some(other) = &law.follows_from {
        let _ = writeln!(out, "<p class=\"sub\">It follows from {}.</p>", Escaped(other));
    }
    values(out, &example.values);
    if let Some(order) = &lattice.order {
        let diagram = order.diagram(&example.values);
        *out += &match law.follows_from.is_some() {
            true => format!("<details><summary>Hasse diagram</summary>{diagram}</details>\n"),
            false => diagram,
        };
    }
    for other in &example.others {
        out.push_str("<h3>It fails in another way too</h3>\n");
        values(out, other);
    }
    out.push_str("</article>\n");
}

impl Order {
    /// The diagram, with the values marked that are elements.
    fn diagram(&self, values: &[Labelled]) -> String {
        let place = |value: &str| self.elements.iter().position(|element| element == value);
        let marks: Vec<(usize, &str)> = values
            .iter()
            .filter_map(|value| Some((place(&value.value)?, value.label.as_str())))
            .collect();
        let hasse = Hasse { elements: &self.elements, leq: &self.leq, marks: &marks };
        hasse.figure().unwrap_or_default()
    }
}

fn values(out: &mut String, values: &[Labelled]) {
    out.push_str("<dl class=\"evidence\">\n");
    for value in values {
        let (label, value) = (Escaped(&value.label), Escaped(&value.value));
        let _ = writeln!(out, "<dt>{label}</dt><dd>{value}</dd>");
    }
    out.push_str("</dl>\n");
}
