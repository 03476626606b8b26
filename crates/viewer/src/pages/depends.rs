//! What an analysis assumed, why, and what depends on it: as a list with links both ways, and as arrows.

use std::fmt::Write;

use soundline_report::analysis::arrows::{Arrows, Item};
use soundline_report::escape::Escaped;

use super::analysis::class_of;
use crate::loaded::{Analyzed, Assumption, Check};

/// The most boxes for what depends on something.
const MOST: usize = 40;

/// The anchor of an assumption, in a listing whose anchors begin so.
fn anchor(prefix: &str, id: &str) -> String {
    format!("{prefix}on-{id}")
}

/// Links to assumptions by their names.
pub fn links(prefix: &str, provided: &[String]) -> String {
    let link =
        |id: &String| format!("<a href=\"#{}\">{}</a>", Escaped(anchor(prefix, id)), Escaped(id));
    provided.iter().map(link).collect::<Vec<_>>().join(" and ")
}

/// The line of a check or an assumption in the source, where it is in the file itself.
fn line(prefix: &str, check: &Check) -> Option<String> {
    check.header.is_none().then(|| format!("#{prefix}at-{}", check.line))
}

/// What was assumed, with what depends on it.
pub fn section(out: &mut String, file: &Analyzed, prefix: &str, title: &str) {
    if file.assumptions.is_empty() {
        return;
    }
    let _ = writeln!(out, "<h2>{}</h2>", Escaped(title));
    *out += &arrows(file, prefix);
    out.push_str("<ul class=\"assumed\">\n");
    for assumed in &file.assumptions {
        let _ = write!(
            out,
            "<li id=\"{}\"><b>{}</b> <code>{}</code>, <a href=\"#{prefix}at-{}\">line {}</a> in {} <small>({})</small>",
            Escaped(anchor(prefix, &assumed.id)),
            Escaped(&assumed.id),
            Escaped(&assumed.predicate),
            assumed.line,
            assumed.line,
            Escaped(&assumed.function),
            Escaped(&assumed.reason)
        );
        let dependent: Vec<&Check> =
            file.checks.iter().filter(|check| check.provided.contains(&assumed.id)).collect();
        if !dependent.is_empty() {
            let _ = write!(
                out,
                "<details><summary>{}</summary><ul>",
                soundline_report::worth::counted(
                    dependent.len(),
                    "check depends on it",
                    "checks depend on it"
                )
            );
            for check in dependent {
                let text = format!("line {}: {}", check.line, check.text);
                let _ = match line(prefix, check) {
                    Some(link) => write!(out, "<li><a href=\"{link}\">{}</a></li>", Escaped(text)),
                    None => write!(out, "<li>{}</li>", Escaped(text)),
                };
            }
            out.push_str("</ul></details>");
        }
        out.push_str("</li>\n");
    }
    out.push_str("</ul>\n");
}

fn arrows(file: &Analyzed, prefix: &str) -> String {
    let mut arrows = Arrows::new(&["Because of", "it was assumed", "on which these depend"]);
    for assumed in &file.assumptions {
        let because = arrows.place(0, because(file, assumed, prefix));
        let text = format!("{}: {}", assumed.id, assumed.predicate);
        let link = Some(format!("#{}", anchor(prefix, &assumed.id)));
        let place = arrows.place(1, Item { text, link, class: "" });
        arrows.arrow(0, because, place);
    }
    let dependents = dependents(file, prefix);
    let (shown, more) = dependents.split_at(dependents.len().min(MOST));
    for (item, provided) in shown {
        let to = arrows.place(2, item.clone());
        for (from, assumed) in file.assumptions.iter().enumerate() {
            if provided.contains(&assumed.id) {
                arrows.arrow(1, from, to);
            }
        }
    }
    let caption = match more.len() {
        0 => "Arrows lead from a bound, or a check that may fail, to what was assumed and what depends on it.".into(),
        more => format!("The first {MOST} of what depends on something; {more} more are in the list below."),
    };
    arrows.figure(&caption)
}

/// The bound or the check because of which something was assumed.
fn because(file: &Analyzed, assumed: &Assumption, prefix: &str) -> Item {
    let root = file.checks.iter().find(|check| check.root.as_deref() == Some(&assumed.id));
    match root {
        Some(check) => Item {
            text: format!("line {}: {}", check.line, check.text),
            link: line(prefix, check),
            class: class_of(&check.status),
        },
        None => Item { text: assumed.reason.clone(), link: None, class: "" },
    }
}

/// Checks, and runs of lines of which something is known only so, with the names of what they depend on.
fn dependents<'a>(file: &'a Analyzed, prefix: &str) -> Vec<(Item, &'a [String])> {
    let mut all: Vec<(Item, &[String])> = file
        .checks
        .iter()
        .filter(|check| !check.provided.is_empty())
        .map(|check| {
            let text = format!("line {}: {}", check.line, check.text);
            let (link, class) = (line(prefix, check), class_of(&check.status));
            (Item { text, link, class }, check.provided.as_slice())
        })
        .collect();
    let mut runs: Vec<(u32, u32, &[String])> = Vec::new();
    let mut states: Vec<(u32, &[String])> = file
        .states
        .iter()
        .filter(|state| !state.provided.is_empty())
        .map(|state| (state.line, state.provided.as_slice()))
        .collect();
    states.sort_unstable();
    states.dedup();
    for (line, provided) in states {
        match runs.last_mut() {
            Some((_, last, same)) if *same == provided && line <= *last + 2 => *last = line,
            _ => runs.push((line, line, provided)),
        }
    }
    all.extend(runs.into_iter().map(|(first, last, provided)| {
        let text = match first == last {
            true => format!("what is known before line {first}"),
            false => format!("what is known in lines {first} to {last}"),
        };
        (Item { text, link: Some(format!("#{prefix}at-{first}")), class: "" }, provided)
    }));
    all
}
