//! A program of a comparison: the check, what everybody says about it, and what users wrote about it.

use std::fmt::Write;

use soundline_diff::analyzer::{Answer, AnswerKind};
use soundline_diff::findings::{Finding, Group, Reduced};
use soundline_diff::store::{Judge, Note, Store, StoredRun};
use soundline_isolate::printable;
use soundline_report::escape::Escaped;
use soundline_report::number::duration;
use soundline_report::site::{Listing, Page};
use soundline_report::worth::counted;

use super::key_field;
use crate::address::Address;
use crate::library::Entry;
use crate::loaded::Comparison;
use crate::site::{Context, Trouble};

/// The longest note, in characters.
const LONGEST: usize = 4000;

/// A program that an address names.
struct Program<'a> {
    key: &'a str,
    seed: &'a str,
    checks: Vec<&'a str>,
    said: &'a [Option<AnswerKind>],
    /// The function and the line of the seed, for a single check.
    place: Option<(&'a str, u32)>,
    /// The groups with findings about it, with the numbers of these.
    groups: Vec<(&'a Group, usize)>,
}

impl<'a> Program<'a> {
    /// What it was reduced to; or else another program of the same cause, of each of which one is reduced.
    fn reduced(&self) -> Option<(&'a Reduced, bool)> {
        let mut all = self.groups.iter().filter_map(|(group, place)| {
            let own = group.example().dispute == group.findings[*place].dispute;
            Some((group.reduced.as_ref()?, own))
        });
        all.clone().find(|(_, own)| *own).or_else(|| all.next())
    }
}

fn named<'a>(comparison: &'a Comparison, what: &str, number: &str) -> Result<Program<'a>, Trouble> {
    let campaign = &comparison.campaign;
    let number: usize = number.parse().map_err(|_| Trouble::missing())?;
    if what == "variant" {
        let variant = campaign.variants.get(number).ok_or_else(Trouble::missing)?;
        return Ok(Program {
            key: &variant.key,
            seed: &campaign.seeds[variant.seed].name,
            checks: variant.checks.iter().map(String::as_str).collect(),
            said: &variant.said,
            place: None,
            groups: Vec::new(),
        });
    }
    let dispute = campaign.disputes.get(number).ok_or_else(Trouble::missing)?;
    let groups = comparison
        .findings
        .iter()
        .map(|&(group, place)| (&campaign.groups[group], place))
        .filter(|(group, place)| group.findings[*place].dispute == number)
        .collect();
    Ok(Program {
        key: &dispute.key,
        seed: &campaign.seeds[dispute.seed].name,
        checks: vec![&dispute.check],
        said: &dispute.said,
        place: Some((&dispute.function, dispute.line)),
        groups,
    })
}

/// The store of a comparison, to look at.
fn store(comparison: &Comparison) -> Result<Store, Trouble> {
    Store::look(&comparison.store).map_err(|error| {
        Trouble::new(422, format!("The verdicts beside the campaign cannot be read: {error}."))
    })
}

/// The program as plain text.
pub fn text(comparison: &Comparison, what: &str, number: &str) -> Result<String, Trouble> {
    let program = named(comparison, what, number)?;
    let variant = store(comparison)?
        .variant(program.key)
        .map_err(|error| Trouble::new(422, format!("{error}.")))?;
    let variant = variant.ok_or_else(|| Trouble::new(404, "The program was not kept."))?;
    Ok(String::from_utf8_lossy(&variant.text).into_owned())
}

/// The page.
pub fn page(
    context: &Context,
    entry: &Entry,
    comparison: &Comparison,
    what: &str,
    number: &str,
) -> Result<Page, Trouble> {
    let program = named(comparison, what, number)?;
    let mut body = String::new();
    claims(&mut body, comparison, &program);
    let opened = store(comparison);
    let (mut runs, mut note, mut source) = (Vec::new(), Note::default(), None);
    let mut outputs = Vec::new();
    match &opened {
        Ok(store) => {
            runs = store.runs_of(program.key).unwrap_or_default();
            outputs = store.outputs_of(program.key).unwrap_or_default();
            note = store.notes().unwrap_or_default().remove(program.key).unwrap_or_default();
            source = store.variant(program.key).ok().flatten();
        }
        Err(trouble) => {
            let _ = writeln!(body, "<p class=\"note\">{}</p>", Escaped(&trouble.sentence));
        }
    }
    let reduced = program.reduced();
    if source.is_none() && opened.is_ok() {
        body.push_str("<p class=\"note\">The program was not kept: campaigns keep 64 MB of programs, and those of before none.</p>\n");
    }
    if let Some(source) = &source {
        let text = String::from_utf8_lossy(&source.text);
        let whole = context.href(&Address::of(&entry.id, &["text", what, number]));
        sources(&mut body, &text, reduced, &whole);
    }
    said(&mut body, comparison, &program, &runs, &outputs);
    body += &note_form(context, entry, what, number, &note);
    let title = match program.checks[..] {
        [only] => only.to_string(),
        _ => format!("{} checks", program.checks.len()),
    };
    let title = soundline_report::site::Cut::of(&title, 160).shown.to_string();
    let lead = match program.place {
        Some((function, line)) => {
            format!("In <code>{}</code>, {}:{line}.", Escaped(function), Escaped(program.seed))
        }
        None => format!("A variant of {}.", Escaped(program.seed)),
    };
    Ok(Page { title, lead, trail: context.trail(Some(entry)), body })
}

/// Who stands against others here. What only a minority says, or one compiler, is folded: it blames nobody.
fn claims(out: &mut String, comparison: &Comparison, program: &Program) {
    let campaign = &comparison.campaign;
    let line = |out: &mut String, finding: &Finding| {
        let _ = writeln!(
            out,
            "<p class=\"claim\"><b>{}</b>: {}, {}</p>",
            Escaped(&campaign.analyzers[finding.analyzer].name),
            finding.name(),
            Escaped(&finding.evidence)
        );
    };
    let findings = program.groups.iter().map(|(group, place)| &group.findings[*place]);
    let (weak, strong): (Vec<&Finding>, Vec<&Finding>) = findings.partition(|f| f.is_weak());
    strong.iter().for_each(|finding| line(out, finding));
    if !weak.is_empty() {
        let _ = writeln!(
            out,
            "<details><summary>{} that only a minority or one compiler supports</summary>",
            counted(weak.len(), "deviance", "deviances")
        );
        weak.iter().for_each(|finding| line(out, finding));
        out.push_str("</details>\n");
    }
}

/// The program with its checks marked, beside what it was reduced to.
fn sources(out: &mut String, text: &str, reduced: Option<(&Reduced, bool)>, whole: &str) {
    // In the plain form a check is a call of this function, which is declared once.
    let is_check = |line: &str| {
        line.contains("__VERIFIER_assert(") && !line.trim_start().starts_with("extern ")
    };
    let checks = |text: &str| -> Vec<usize> {
        text.lines().zip(1..).filter(|(line, _)| is_check(line)).map(|(_, number)| number).collect()
    };
    let marked = checks(text);
    out.push_str("<h2>The program</h2>\n<div class=\"beside\">\n<div><h3>Variant</h3>\n");
    *out += &Listing { text, label: "The program", marked: &marked, whole: Some(whole) }.html();
    out.push_str("</div>\n");
    if let Some((reduced, is_own)) = reduced {
        let of = if is_own { "Reduced" } else { "Another program of the same cause, reduced" };
        let (from, to) = (reduced.from, reduced.text.len());
        let _ = writeln!(out, "<div><h3>{of} from {from} to {to} bytes</h3>");
        let marked = checks(&reduced.text);
        let label = "The reduced program";
        *out += &Listing { text: &reduced.text, label, marked: &marked, whole: None }.html();
        let _ = writeln!(out, "<p class=\"note\">By {}.</p></div>", Escaped(&reduced.by));
    }
    out.push_str("</div>\n");
}

/// What everybody said, with time, commands and what could not be read.
fn said(
    out: &mut String,
    comparison: &Comparison,
    program: &Program,
    runs: &[StoredRun],
    outputs: &[(Judge, String)],
) {
    out.push_str(
        "<h2>Verdicts</h2>\n<div class=\"scroll\"><table class=\"sortable cards\"><thead><tr><th>Analyzer</th>\
         <th>Verdict</th><th class=\"n\">Time</th><th class=\"n\">Memory</th><th>Output and commands</th></tr></thead>\n<tbody>\n",
    );
    for (number, analyzer) in comparison.campaign.analyzers.iter().enumerate() {
        let Some(said) = program.said[number] else { continue };
        let is_its = |run: &&StoredRun| {
            run.judge.analyzer == analyzer.name && run.judge.version == analyzer.version
        };
        let stored = runs.iter().find(is_its);
        let run = stored.map(|stored| &stored.run);
        let _ = write!(
            out,
            "<tr><th scope=\"row\">{}</th><td data-label=\"Verdict\"><span class=\"verdict {said}\"><b>{said}</b></span></td>",
            Escaped(&analyzer.name)
        );
        let Some(run) = run else {
            out.push_str("<td class=\"n\"></td><td class=\"n\"></td><td>known from a variant with several checks</td></tr>\n");
            continue;
        };
        let _ = write!(
            out,
            "<td class=\"n\" data-label=\"Time\" data-value=\"{}\">{}</td>\
             <td class=\"n\" data-label=\"Memory\" data-value=\"{}\">{} MB</td><td>",
            run.usage.wall.as_millis(),
            duration(run.usage.wall.as_millis() as u64),
            run.usage.memory,
            run.usage.memory >> 20
        );
        let text = |text: &str| {
            let text = printable(text.as_bytes());
            let shown = Escaped(soundline_report::site::Cut::of(&text, 4000).shown).to_string();
            format!("<pre tabindex=\"0\">{shown}</pre>")
        };
        let output = outputs.iter().find(|(judge, _)| stored.is_some_and(|s| s.judge == *judge));
        match (&run.answer, output) {
            (Answer::Unreadable(unreadable), _) => {
                let _ =
                    write!(out, "<p>{}</p>{}", Escaped(&unreadable.reason), text(&unreadable.tail));
            }
            (_, Some((_, output))) => {
                let _ = write!(out, "<details><summary>output</summary>{}</details>", text(output));
            }
            (_, None) => out
                .push_str("<p class=\"note\">It printed nothing, or its output was not kept.</p>"),
        }
        let _ = writeln!(
            out,
            "<details><summary>commands</summary>{}</details></td></tr>",
            text(&run.commands.join("\n"))
        );
    }
    out.push_str("</tbody></table></div>\n");
}

fn note_form(context: &Context, entry: &Entry, what: &str, number: &str, note: &Note) -> String {
    let mut out = "<h2>Tags and notes</h2>\n".to_string();
    match context.key {
        Some(key) => {
            let action = context.href(&Address::of(&entry.id, &["note", what, number]));
            let _ = writeln!(
                out,
                "<form class=\"form\" method=\"post\" action=\"{action}\">{}\
                 <label>Tags, apart by spaces<input name=\"tags\" value=\"{}\" maxlength=\"200\"/></label>\
                 <label>Note<textarea name=\"note\" rows=\"4\" maxlength=\"{LONGEST}\">{}</textarea></label>\
                 <div><button type=\"submit\">Keep</button></div></form>",
                key_field(key),
                Escaped(&note.tags),
                Escaped(&note.note)
            );
        }
        None if context.is_file() && note.tags.is_empty() && note.note.is_empty() => out.clear(),
        None => {
            let _ = writeln!(
                out,
                "<p><b>{}</b> {}</p>",
                Escaped(printable(note.tags.as_bytes())),
                Escaped(printable(note.note.as_bytes()))
            );
            if !context.is_file() {
                out.push_str(
                    "<p class=\"note\">To write something here, open the address that soundline serve printed.</p>\n",
                );
            }
        }
    }
    out
}

/// Keeps what a form says about a program.
pub fn note(
    comparison: &Comparison,
    what: &str,
    number: &str,
    form: &[(String, String)],
) -> Result<(), Trouble> {
    let program = named(comparison, what, number)?;
    let field = |name: &str, most: usize| {
        let found = form.iter().find(|(key, _)| key == name).map_or("", |(_, value)| value);
        found.trim().chars().take(most).collect::<String>()
    };
    let tags = field("tags", 200).split_whitespace().collect::<Vec<_>>().join(" ");
    let note = Note { tags, note: field("note", LONGEST).replace("\r\n", "\n") };
    // It must be there: a store that is gone is not made anew for a note.
    drop(store(comparison)?);
    let kept = Store::open(&comparison.store).and_then(|store| store.keep_note(program.key, &note));
    kept.map_err(|error| Trouble::new(422, format!("The note cannot be kept: {error}.")))
}
