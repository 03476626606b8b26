//! Findings on the page, grouped by what causes them.

use std::fmt::Write;

use soundline_fuzz::campaign::Cause;
use soundline_fuzz::{Campaign, Ending, Finding, property};

use super::{Again, trace_file};
use crate::escape::Escaped;
use crate::picture::Picture;
use crate::worth::counted;

/// A cause: the smallest finding in full, the others folded.
pub(super) fn cause(
    out: &mut String,
    (target, index): (usize, usize),
    campaign: &Campaign,
    cause: &Cause,
    again: &Again,
) {
    let properties = counted(cause.properties().len(), "property", "properties");
    let class = if cause.is_waived() { "cause waived" } else { "cause" };
    let _ = writeln!(
        out,
        "<article class=\"{class}\" id=\"cause-{target}-{index}\">\n<h4>{}</h4>\n\
         <p class=\"sub\">one cause, {properties}: {}</p>",
        Escaped(&cause.title),
        cause.properties().iter().map(|n| format!("P{n}")).collect::<Vec<_>>().join(", "),
    );
    for (place, found) in cause.findings.iter().enumerate() {
        let name = format!("picture-{target}-{index}-{place}");
        let command = again.command(&trace_file(&campaign.target, index, place));
        if place == 0 {
            finding(out, &name, &command, found);
        } else {
            let _ = writeln!(out, "<details class=\"more\"><summary>{}</summary>", line(found));
            finding(out, &name, &command, found);
            out.push_str("</details>\n");
        }
    }
    out.push_str("</article>\n");
}

/// A finding in a line.
pub fn line(found: &Finding) -> String {
    let ending = match found.outcome.ending {
        Ending::Violated => String::new(),
        _ => format!("{}: ", Escaped(&found.outcome)),
    };
    format!("<b>P{}</b> {ending}{}", found.property, Escaped(&found.outcome.what))
}

fn finding(out: &mut String, name: &str, command: &str, found: &Finding) {
    out.push_str("<div class=\"finding\">\n");
    claim(out, found);
    if let Some(why) = &found.waived {
        let _ = writeln!(out, "<p class=\"waiver\">Known and accepted: {}</p>", Escaped(why));
    }
    if let Some(picture) = Picture::of(found) {
        let _ = writeln!(
            out,
            "<figure>{}<figcaption>{}</figcaption></figure>",
            picture.svg(name),
            Escaped(picture.caption()),
        );
    }
    let _ = writeln!(
        out,
        "<h5>Smallest trace</h5>\n<pre class=\"trace\">{}</pre>\n\
         <p class=\"replay\"><code>{}</code></p>",
        Escaped(&found.trace),
        Escaped(command),
    );
    elements(out, found);
    if !found.outcome.stderr.is_empty() {
        let _ = writeln!(
            out,
            "<h5>The last words of the library</h5>\n<pre>{}</pre>",
            Escaped(&found.outcome.stderr)
        );
    }
    if found.found_as != found.trace {
        let _ = writeln!(
            out,
            "<details class=\"facts\"><summary>As it was found, by test {}</summary><pre>{}</pre>\
             </details>",
            found.index,
            Escaped(&found.found_as),
        );
    }
    out.push_str("</div>\n");
}

/// What should hold and what was seen.
pub fn claim(out: &mut String, found: &Finding) {
    let ending = match found.outcome.ending {
        Ending::Violated => String::new(),
        _ => format!("<b class=\"tag bad\">{}</b> ", Escaped(&found.outcome)),
    };
    out.push_str("<p class=\"claim\">");
    if let Some(property) = property::get(found.property) {
        let _ = write!(
            out,
            "<b>{}</b> <span class=\"math\">{}</span> <span class=\"class\">{}</span><br>",
            property.id(),
            Escaped(property.statement),
            property.class,
        );
    }
    let _ = writeln!(out, "{ending}{}</p>", Escaped(&found.outcome.what));
}

/// The elements in exact constraints, and the point.
pub fn elements(out: &mut String, found: &Finding) {
    if found.outcome.regions.is_empty() && found.outcome.point.is_none() {
        return;
    }
    out.push_str("<h5>Evidence, exactly</h5>\n<dl class=\"evidence\">\n");
    for region in &found.outcome.regions {
        let constraints: Vec<String> = region
            .constraints
            .iter()
            .map(|constraint| format!("{}", Escaped(constraint)))
            .collect();
        let text = match constraints.is_empty() {
            true => "all points".to_string(),
            false => constraints.join("<br>"),
        };
        let _ = writeln!(out, "<dt>{}</dt><dd>{text}</dd>", Escaped(&region.name));
    }
    if let Some(point) = &found.outcome.point {
        let coordinates: Vec<String> =
            point.iter().enumerate().map(|(v, value)| format!("x{v} = {value}")).collect();
        let _ = writeln!(out, "<dt>point</dt><dd>{}</dd>", coordinates.join(", "));
    }
    out.push_str("</dl>\n");
}
