//! The scratchpad: a C program, chosen analyzers, and where they differ.

use std::fmt::Write;

use serde_json::Value;
use soundline_report::escape::Escaped;
use soundline_report::site::Page;

use super::{figures, key_field, pill};
use crate::site::{Context, Trouble};
use crate::summary::Tone;

/// What stands there first.
const EXAMPLE: &str = "#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x > 10) {
    assert(x != 12);
  }
  return 0;
}
";

/// The page with the example.
pub fn page(context: &Context) -> Result<Page, Trouble> {
    if !context.site.allow_run || context.is_file() {
        return Err(Trouble::new(
            403,
            "The scratchpad runs programs: start soundline serve with --allow-run to have it.",
        ));
    }
    let body = form(context, EXAMPLE, &[])?;
    let lead = "Edit a C program with assertions, and ask analyzers about it.".to_string();
    Ok(Page { title: "Scratchpad".into(), lead, trail: context.trail(None), body })
}

fn form(context: &Context, program: &str, chosen: &[&str]) -> Result<String, Trouble> {
    let Some(key) = context.key else {
        return Ok("<p class=\"note\">To run something, open the address that soundline serve printed.</p>".into());
    };
    let mut out = format!(
        "<form class=\"form\" method=\"post\" action=\"/scratchpad\">{}<label>Program\
         <textarea name=\"program\" rows=\"18\" spellcheck=\"false\">{}</textarea></label>\
         <fieldset><legend>Analyzers; none is all</legend>",
        key_field(key),
        Escaped(program)
    );
    for name in context.site.host.analyzers()? {
        let mark = if chosen.contains(&name.as_str()) { " checked=\"\"" } else { "" };
        let name = Escaped(name);
        let _ = write!(
            out,
            "<label><input type=\"checkbox\" name=\"analyzer\" value=\"{name}\"{mark}/> {name}</label>"
        );
    }
    out.push_str("</fieldset><div><button type=\"submit\">Ask them</button></div></form>\n");
    Ok(out)
}

/// Asks the analyzers.
pub fn run(context: &Context, form: &[(String, String)]) -> Result<Page, Trouble> {
    let program = form.iter().find(|(name, _)| name == "program").map_or("", |(_, text)| text);
    let chosen: Vec<String> =
        form.iter().filter(|(name, _)| name == "analyzer").map(|(_, name)| name.clone()).collect();
    let known = context.site.host.analyzers()?;
    if let Some(stray) = chosen.iter().find(|name| !known.contains(name)) {
        return Err(Trouble::new(422, format!("There is no analyzer {stray:?} here.")));
    }
    let program = program.replace("\r\n", "\n");
    let names: Vec<&str> = chosen.iter().map(String::as_str).collect();
    let mut body = self::form(context, &program, &names)?;
    let lead = match context.site.host.compare(&program, &chosen) {
        Ok(told) => {
            let document: Value = serde_json::from_str(&told).map_err(|error| {
                Trouble::new(502, format!("The answer cannot be read: {error}."))
            })?;
            answers(&mut body, &document);
            match document["disagree"].as_bool() {
                Some(true) => pill(Tone::Bad, "They disagree."),
                _ => pill(Tone::Good, "They do not contradict each other."),
            }
        }
        Err(unable) => {
            format!("{} {}", pill(Tone::Doubt, "This was not answered."), Escaped(unable.0))
        }
    };
    Ok(Page { title: "Scratchpad".into(), lead, trail: context.trail(None), body })
}

fn answers(out: &mut String, document: &Value) {
    out.push_str("<h2>Answers</h2>\n<p class=\"said\">");
    for run in document["runs"].as_array().into_iter().flatten() {
        let (name, ending) = (run["analyzer"].as_str(), run["ending"].as_str());
        let (name, ending) = (name.unwrap_or(""), ending.unwrap_or(""));
        let _ = write!(
            out,
            "<span class=\"verdict {}\">{} <b>{}</b></span> ",
            Escaped(ending),
            Escaped(name),
            Escaped(ending)
        );
    }
    out.push_str("</p>\n");
    figures::value(out, "In full", document);
}
