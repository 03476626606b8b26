//! A finding of `soundline test`: its trace step by step, the claim, and what refutes it.

use std::fmt::Write;

use soundline_fuzz::campaign::Finding;
use soundline_fuzz::{Campaign, Region, Statement, Trace, run};
use soundline_report::emit;
use soundline_report::escape::Escaped;
use soundline_report::html;
use soundline_report::picture::Picture;
use soundline_report::site::{Listing, Page, unstyled};
use soundline_targets::{Registry, Slot};

use super::{Filters, key_field};
use crate::address::Address;
use crate::library::Entry;
use crate::site::{Context, Trouble};

/// Traces with more variables or elements than this are shown without a picture of every step.
const DRAWN: (usize, usize) = (6, 16);

/// The finding that parts of an address name.
fn named<'a>(
    campaigns: &'a [Campaign],
    place: &[&str],
) -> Result<(&'a Campaign, &'a Finding), Trouble> {
    let numbers: Vec<usize> = place.iter().filter_map(|part| part.parse().ok()).collect();
    let [target, cause, place] = numbers[..] else { return Err(Trouble::missing()) };
    let campaign = campaigns.get(target).ok_or_else(Trouble::missing)?;
    let cause = campaign.causes.get(cause).ok_or_else(Trouble::missing)?;
    Ok((campaign, cause.findings.get(place).ok_or_else(Trouble::missing)?))
}

/// The finding as text that can be copied: a trace, C or Rust.
pub fn program(
    context: &Context,
    campaigns: &[Campaign],
    form: &str,
    place: &[&str],
) -> Result<String, Trouble> {
    let (_, finding) = named(campaigns, place)?;
    match form {
        "trace" => Ok(finding.trace.to_string()),
        "found" => Ok(finding.found_as.to_string()),
        "rust" if finding.trace.against.is_none() => Ok(emit::rust::test(finding, None)),
        "rust" => Err(Trouble::new(422, emit::EmitError::Compares.to_string())),
        "c" => Ok(context.site.host.c_program(finding)?),
        _ => Err(Trouble::missing()),
    }
}

/// The page.
pub fn page(
    context: &Context,
    entry: &Entry,
    campaigns: &[Campaign],
    place: &[&str],
) -> Result<Page, Trouble> {
    let (campaign, finding) = named(campaigns, place)?;
    let mut body = String::new();
    html::claim(&mut body, finding);
    if let Some(why) = &finding.waived {
        let _ = writeln!(body, "<p class=\"waiver\">Known and accepted: {}</p>", Escaped(why));
    }
    if let Some(what) = &finding.outcome.place {
        let _ = writeln!(body, "<p>What goes wrong first: {}</p>", Escaped(what));
    }
    picture(&mut body, context, finding);
    html::elements(&mut body, finding);
    steps(&mut body, finding);
    traces(&mut body, context, entry, finding, place);
    if !finding.outcome.stderr.is_empty() {
        body.push_str("<h2>The last words of the library</h2>\n");
        body += &listing(&finding.outcome.stderr, "The last words of the library", None);
    }
    body += &replay_form(context, entry, place);
    let title = format!("P{} on {}", finding.property, campaign.target);
    let lead = format!("Found by test {}.", finding.index);
    Ok(Page { title, lead, trail: context.trail(Some(entry)), body })
}

fn listing(text: &str, label: &str, whole: Option<&str>) -> String {
    Listing { text, label, marked: &[], whole }.html()
}

/// The elements that matter, in the plane that the reader wants.
fn picture(out: &mut String, context: &Context, finding: &Finding) {
    let dimensions = finding.trace.space.dimensions();
    let (regions, point) = (&finding.outcome.regions, finding.outcome.point.as_deref());
    let variable = |key| {
        let name: Option<&str> = context.here.get(key).strip_prefix('x');
        name.and_then(|number| number.parse::<usize>().ok()).unwrap_or(usize::MAX)
    };
    let drawn = Picture::in_plane(regions, point, dimensions, (variable("right"), variable("up")));
    let Some(drawn) = drawn else { return };
    out.push_str("<h2>What was computed</h2>\n");
    let names: Vec<String> = (0..dimensions).map(|number| format!("x{number}")).collect();
    let filters = Filters::new(context);
    let filters = match dimensions > 1 {
        true => filters
            .option("right", "To the right", &names, "chosen")
            .option("up", "Upwards", &names, "chosen"),
        false => filters,
    };
    *out += &filters.option("zoom", "Zoom", &["2", "4"], "1").html();
    let zoom = match context.here.get("zoom") {
        "2" => " zoom-2",
        "4" => " zoom-4",
        _ => "",
    };
    let _ = writeln!(
        out,
        "<figure class=\"zoom{zoom}\">{}<figcaption>{}</figcaption></figure>",
        unstyled(&drawn.svg("main")),
        Escaped(drawn.caption())
    );
}

/// The smallest trace, a line and a picture for each step.
fn steps(out: &mut String, finding: &Finding) {
    let trace = &finding.trace;
    let text = trace.to_string();
    // Three lines of heading come first, and the check is last.
    let lines = text.lines().skip(3);
    let library = &finding.outcome.elements;
    // What the library did not export is computed here.
    let exact = match library.iter().all(Option::is_some) && library.len() == trace.elements() {
        true => None,
        false => exact_elements(trace),
    };
    out.push_str("<h2>Step by step</h2>\n");
    let note = match (library.iter().any(Option::is_some), &exact) {
        (true, None) => {
            "Pictures show the elements that the library computed, as it exports them at the end of the trace."
        }
        (true, Some(_)) => {
            "Pictures show the elements that the library computed, as it exports them at the end of the trace. Where it \
             cannot, the picture shows what exact polyhedra compute, and says so."
        }
        (false, Some(_)) => {
            "The library exported no elements here. Pictures show what exact polyhedra compute for each step."
        }
        (false, None) if trace.elements() == 0 => {
            "The trace makes no elements: the property draws its own."
        }
        (false, None) => "The trace is too large for a picture of every step.",
    };
    let _ = writeln!(out, "<p class=\"note\">{note}</p>\n<ol class=\"steps\">");
    let mut made = 0;
    for (line, statement) in lines.zip(trace.statements.iter().map(Some).chain([None])) {
        let _ = write!(out, "<li><code>{}</code>", Escaped(line));
        if let Some(Statement::Make(_)) = statement {
            let of_library = library.get(made).and_then(Option::as_ref);
            let of_exact = || exact.as_ref()?.get(made)?.as_ref();
            let region = match of_library {
                Some(constraints) => {
                    Some(Region { name: format!("p{made}"), constraints: constraints.clone() })
                }
                None => of_exact().map(|region| Region {
                    name: format!("p{made} by exact polyhedra"),
                    constraints: region.constraints.clone(),
                }),
            };
            if let Some(region) = &region {
                element(out, region, made, trace.space.dimensions());
            }
            made += 1;
        }
        out.push_str("</li>\n");
    }
    out.push_str("</ol>\n");
}

fn element(out: &mut String, region: &Region, number: usize, dimensions: usize) {
    let constraints: Vec<String> = region.constraints.iter().map(ToString::to_string).collect();
    let told = if constraints.is_empty() { "all points".into() } else { constraints.join(", ") };
    match Picture::new(std::slice::from_ref(region), None, dimensions) {
        Some(picture) => {
            let _ = write!(
                out,
                "<figure>{}<figcaption>{}: {}</figcaption></figure>",
                unstyled(&picture.svg(&format!("step-{number}"))),
                Escaped(&region.name),
                Escaped(told)
            );
        }
        None => {
            let _ =
                write!(out, "<p class=\"note\">{}: {}</p>", Escaped(&region.name), Escaped(told));
        }
    }
}

/// The elements of a trace, computed by Soundline's own polyhedra. None of an element that they refuse to make, nothing at
/// all for large traces.
fn exact_elements(trace: &Trace) -> Option<Vec<Option<Region>>> {
    if trace.space.dimensions() > DRAWN.0 || trace.elements() > DRAWN.1 {
        return None;
    }
    // The library under test is never run here: the reference stands in for it.
    let trace = Trace { target: "polyhedra".to_string(), against: None, ..trace.clone() };
    let computed = std::panic::catch_unwind(|| {
        let registry = Registry::builtin();
        let mut machine = registry.get(&trace.target).ok()?.open(&trace.space).ok()?;
        run(&mut *machine, &trace);
        let region = |number: usize| {
            let constraints = machine.constraints(Slot(number)).ok()?;
            Some(Region { name: format!("p{number}"), constraints })
        };
        Some((0..trace.elements()).map(region).collect())
    });
    computed.ok().flatten()
}

/// The smallest trace beside the one that was found, and the forms in which it can be had.
fn traces(out: &mut String, context: &Context, entry: &Entry, finding: &Finding, place: &[&str]) {
    let text = |form: &str| {
        let mut parts = vec!["as", form];
        parts.extend(place);
        context.href(&Address::of(&entry.id, &parts))
    };
    out.push_str("<h2>The trace</h2>\n<div class=\"beside\">\n<div><h3>Smallest</h3>\n");
    let _ = writeln!(
        out,
        "<pre id=\"trace\" tabindex=\"0\">{}</pre>\n<p><button type=\"button\" data-copy=\"trace\" hidden=\"\">Copy</button> \
         as text: <a href=\"{}\">trace</a>, <a href=\"{}\">Rust</a>",
        Escaped(&finding.trace),
        text("trace"),
        text("rust")
    );
    if context.site.host.c_program(finding).is_ok() {
        let _ = write!(out, ", <a href=\"{}\">C</a>", text("c"));
    }
    out.push_str("</p></div>\n<div><h3>As found</h3>\n");
    *out += &listing(&finding.found_as.to_string(), "The trace as found", Some(&text("found")));
    out.push_str("</div></div>\n");
}

fn replay_form(context: &Context, entry: &Entry, place: &[&str]) -> String {
    if context.is_file() || !context.site.allow_run {
        return String::new();
    }
    let Some(key) = context.key else {
        return "<p class=\"note\">To run the trace again, open the address that soundline serve printed.</p>"
            .to_string();
    };
    let mut parts = vec!["replay"];
    parts.extend(place);
    format!(
        "<form method=\"post\" action=\"{}\">{}<button type=\"submit\">Run the trace again</button></form>\n",
        context.href(&Address::of(&entry.id, &parts)),
        key_field(key)
    )
}

/// What comes of the trace now.
pub fn replay(
    context: &Context,
    entry: &Entry,
    campaigns: &[Campaign],
    place: &[&str],
) -> Result<Page, Trouble> {
    let (campaign, finding) = named(campaigns, place)?;
    let told = context.site.host.replay(&finding.trace.to_string())?;
    let document: serde_json::Value = serde_json::from_str(&told)
        .map_err(|error| Trouble::new(502, format!("The answer cannot be read: {error}.")))?;
    let mut body = String::new();
    super::figures::value(&mut body, "Run again", &document);
    let mut parts = vec!["finding"];
    parts.extend(place);
    let _ = writeln!(
        body,
        "<p><a href=\"{}\">Back to the finding</a></p>",
        context.href(&Address::of(&entry.id, &parts))
    );
    let word = document["outcome"].as_str().unwrap_or("unknown");
    Ok(Page {
        title: format!("P{} on {}, run again", finding.property, campaign.target),
        lead: format!("Outcome: <b>{}</b>.", Escaped(word)),
        trail: context.trail(Some(entry)),
        body,
    })
}
