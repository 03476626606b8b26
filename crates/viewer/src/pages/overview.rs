//! All results, the newest first.

use std::fmt::Write;

use soundline_report::escape::Escaped;
use soundline_report::number::{grouped, timestamp};
use soundline_report::site::Page;

use super::{Filters, Paging, has, pill};
use crate::address::Address;
use crate::library::Entry;
use crate::live;
use crate::site::Context;
use crate::summary::{Summary, Tone};

/// The page.
pub fn page(context: &Context) -> Page {
    let library = &context.site.library;
    let entries = library.entries();
    let (command, text) = (context.here.get("command"), context.here.get("text"));
    let shown: Vec<(usize, &Entry)> = entries
        .iter()
        .enumerate()
        .filter(|(_, entry)| command.is_empty() || entry.kind.command() == command)
        .filter(|(_, entry)| has(&entry.name, text))
        .collect();
    let paging = Paging::of(context, shown.len());
    let mut body = String::new();
    if context.site.allow_run && !context.is_file() {
        body.push_str("<ul class=\"tabs\"><li><a href=\"/scratchpad\">Scratchpad</a></li></ul>\n");
    }
    body += &Filters::new(context)
        .choice(
            "command",
            "Command",
            &["test", "diff", "laws", "analyze", "eval", "replay", "diff try"],
        )
        .text("text", "Folder or file")
        .html();
    body.push_str(
        "<div class=\"scroll\"><table class=\"cards\"><thead><tr><th>Result</th><th>Command</th><th>What was run</th>\
         <th>Written</th><th>How it ended</th><th>New</th></tr></thead>\n<tbody>\n",
    );
    for (place, entry) in &shown[paging.range()] {
        row(&mut body, context, entry, &entries[place + 1..]);
    }
    body.push_str("</tbody></table></div>\n");
    if entries.is_empty() {
        body.push_str(
            "<p class=\"note\">There is no result below this folder. <code>soundline test</code> and \
             <code>soundline diff run</code> write one; <code>soundline laws --json > laws.json</code>, and the \
             same for <code>analyze</code> and <code>eval</code>, make a file that is shown here.</p>\n",
        );
    }
    body += &paging.html(context);
    body.push_str(
        "<p class=\"note\">New: findings that the run of the same thing before did not have.</p>\n",
    );
    let lead = format!(
        "{} below <code>{}</code>, the newest first.",
        match entries.len() {
            1 => "1 result".to_string(),
            many => format!("{} results", grouped(many as u64)),
        },
        Escaped(library.root().display())
    );
    Page { title: "Results".into(), lead, trail: Vec::new(), body }
}

fn row(out: &mut String, context: &Context, entry: &Entry, older: &[Entry]) {
    let library = &context.site.library;
    let when = timestamp(entry.stamp.seconds.max(0) as u64).replace('T', " ").replace('Z', " UTC");
    let (what, ended, new) = match library.summary(entry) {
        Some(Ok(summary)) => {
            let new =
                before(context, &summary, older).map_or(String::new(), |before| {
                    match summary.new_since(&before) {
                        0 => "nothing new".to_string(),
                        some => format!("<span class=\"new\">{} new</span>", grouped(some as u64)),
                    }
                });
            (Escaped(&summary.what).to_string(), pill(summary.tone, &summary.ended), new)
        }
        Some(Err(error)) => {
            (Escaped(error).to_string(), pill(Tone::Doubt, "damaged"), String::new())
        }
        None => (String::new(), String::new(), String::new()),
    };
    // A campaign that goes on is told about whatever it has left before.
    let (what, ended) = match live::progress(entry) {
        Some(progress) => {
            let word = if progress.running { "running" } else { "no results" };
            let told = format!(
                "{what} <span data-live=\"{}\">{}</span>",
                entry.id,
                Escaped(progress.words)
            );
            (told, pill(Tone::Doubt, word) + &ended)
        }
        None if ended.is_empty() => (what, pill(Tone::Quiet, "being read")),
        None => (what, ended),
    };
    let _ = writeln!(
        out,
        "<tr><th scope=\"row\"><a href=\"{}\">{}</a></th><td data-label=\"Command\">{}</td>\
         <td data-label=\"Of\">{what}</td><td class=\"when\" data-label=\"Written\">{when}</td>\
         <td data-label=\"Ended\">{ended}</td><td data-label=\"New\">{new}</td></tr>",
        context.href(&Address::of(&entry.id, &[])),
        Escaped(&entry.name),
        entry.kind.command(),
    );
}

/// The run of the same thing before, if there is one.
fn before(
    context: &Context,
    summary: &Summary,
    older: &[Entry],
) -> Option<std::sync::Arc<Summary>> {
    let summaries = older.iter().filter_map(|entry| context.site.library.summary(entry)?.ok());
    summaries.into_iter().find(|other| other.series == summary.series)
}
