//! A campaign of `soundline diff`: what the analyzers said, and what it comes to.

use std::fmt::Write;

use soundline_diff::campaign::{Campaign, StopReason};
use soundline_diff::findings::Fault;
use soundline_report::comparison::{metamorphic, plot, tables};
use soundline_report::escape::Escaped;
use soundline_report::number::{duration, grouped};
use soundline_report::site::{Page, unstyled};
use soundline_report::worth::counted;

use super::pill;
use crate::address::Address;
use crate::library::Entry;
use crate::loaded::Comparison;
use crate::site::Context;
use crate::summary::Tone;

/// Steps of a timeline.
const STEPS: usize = 40;

/// The tables and pictures of a whole campaign.
pub fn tables(campaign: &Campaign) -> String {
    let mut out = tables::analyzers(campaign).html();
    out.push_str("<h2>Distribution over δ</h2>\n");
    for fault in [Fault::Unsound, Fault::Imprecise] {
        let _ = writeln!(
            out,
            "<figure class=\"wide\">{}</figure>",
            unstyled(&plot::issues(campaign, fault))
        );
        out += &tables::issues(campaign, fault).html();
    }
    out.push_str("<h2>Relative precision and soundness</h2>\n");
    out += &tables::relative_precision(campaign).html();
    out += &tables::relative_soundness(campaign).html();
    out += &timeline(campaign);
    metamorphic::html(&mut out, campaign);
    out
}

/// When findings came up, variant by variant.
fn timeline(campaign: &Campaign) -> String {
    use soundline_report::curves::{Curve, draw};
    // The place of a variant in the order in which variants were judged.
    let places: std::collections::HashMap<(usize, usize), usize> = campaign
        .variants
        .iter()
        .enumerate()
        .map(|(place, variant)| ((variant.seed, variant.number), place))
        .collect();
    let mut curves = Vec::new();
    let mut most = 0;
    for (number, analyzer) in campaign.analyzers.iter().enumerate() {
        let groups = campaign.groups.iter().filter(|group| group.analyzer == number);
        let mut values: Vec<u64> = groups
            .flat_map(|group| &group.findings)
            .filter_map(|finding| {
                let dispute = &campaign.disputes[finding.dispute];
                places.get(&(dispute.seed, dispute.variant)).map(|place| *place as u64 + 1)
            })
            .collect();
        values.sort_unstable();
        most = most.max(values.len());
        // A curve of ten thousand steps looks like one of forty.
        if values.len() > STEPS {
            let step = |at: usize| values[at * (values.len() - 1) / (STEPS - 1)];
            values = (0..STEPS).map(step).collect();
        }
        if !values.is_empty() {
            curves.push(Curve { name: analyzer.name.clone(), values });
        }
    }
    if curves.is_empty() {
        return String::new();
    }
    let all = curves.iter().map(|curve| curve.values.len()).max().unwrap_or(1);
    let note = match most > STEPS {
        true => "Each curve rises to all findings of its analyzer, in 40 steps.",
        false => "Each curve counts the findings of an analyzer.",
    };
    format!(
        "<h2>Timeline</h2>\n<figure class=\"wide\">{}<figcaption>{note}</figcaption></figure>\n",
        draw("variants", &curves, all)
    )
}

/// The page.
pub fn page(context: &Context, entry: &Entry, comparison: &Comparison) -> Page {
    let campaign = &comparison.campaign;
    let mut body = "<ul class=\"tabs\">".to_string();
    for (part, name) in [("findings", "All findings"), ("compare", "Compare two analyzers")] {
        let address = Address::of(&entry.id, &[part]);
        let _ = write!(body, "<li><a href=\"{}\">{name}</a></li>", context.href(&address));
    }
    body.push_str("</ul>\n<h2>Strongest findings</h2>\n");
    super::findings::table(
        &mut body,
        context,
        entry,
        comparison,
        &comparison.findings[..comparison.findings.len().min(8)],
    );
    body.push_str("<h2>Analyzers</h2>\n");
    body += &comparison.tables;
    seeds(&mut body, campaign);
    facts(&mut body, campaign);
    let confirmed = |&&(group, place): &&(usize, usize)| {
        let group = &campaign.groups[group];
        !campaign.is_undefined(group) && campaign.is_confirmed(&group.findings[place])
    };
    let sure = comparison.findings.iter().filter(confirmed).count();
    let verdict = match (sure, comparison.findings.len()) {
        (_, 0) => pill(Tone::Good, "nothing found"),
        (0, many) => {
            let weak = |&&(group, place): &&(usize, usize)| {
                campaign.groups[group].findings[place].is_weak()
            };
            let weak = comparison.findings.iter().filter(weak).count();
            let (strong, weak) = (grouped((many - weak) as u64), grouped(weak as u64));
            pill(Tone::Doubt, &format!("{strong} findings, {weak} weak ones"))
        }
        (sure, many) => pill(
            Tone::Bad,
            &format!("{} of {} findings confirmed", grouped(sure as u64), grouped(many as u64)),
        ),
    };
    let lead = format!(
        "{verdict} in {} of {}, {} answers.",
        counted(campaign.variants.len(), "variant", "variants"),
        counted(campaign.seeds.len(), "seed", "seeds"),
        grouped(campaign.timings.answers)
    );
    let title = format!("{} analyzers compared", campaign.analyzers.len());
    Page { title, lead, trail: context.trail(None), body }
}

/// The most seeds that are listed.
const SEEDS: usize = 500;

fn seeds(out: &mut String, campaign: &Campaign) {
    let _ = writeln!(
        out,
        "<h2>Seeds</h2>\n<details class=\"facts\"><summary>{} seeds, {} files that are none</summary>\
         <div class=\"scroll\"><table class=\"sortable\"><thead><tr><th>Seed</th><th class=\"n\">Candidates</th>\
         <th class=\"n\">Variants</th><th class=\"n\">Runs</th><th>Remark</th></tr></thead>\n<tbody>",
        campaign.seeds.len(),
        campaign.skipped.len()
    );
    for seed in campaign.seeds.iter().take(SEEDS) {
        let undefined = seed.undefined.as_ref().map(|undefined| undefined.reason.as_str());
        let others = [&seed.not_runnable, &seed.unrepeated].into_iter().flatten();
        let remark = undefined.or(others.map(String::as_str).next()).unwrap_or("");
        let _ = writeln!(
            out,
            "<tr><th scope=\"row\">{}</th><td class=\"n\">{}</td><td class=\"n\">{} of {}</td>\
             <td class=\"n\">{}</td><td>{}</td></tr>",
            Escaped(&seed.name),
            seed.candidates,
            seed.judged,
            seed.planned,
            seed.runs,
            Escaped(remark)
        );
    }
    for skip in campaign.skipped.iter().take(SEEDS) {
        let _ = writeln!(
            out,
            "<tr><th scope=\"row\">{}</th><td colspan=\"3\">no seed</td><td>{}</td></tr>",
            Escaped(&skip.name),
            Escaped(&skip.reason)
        );
    }
    out.push_str("</tbody></table></div></details>\n");
}

fn facts(out: &mut String, campaign: &Campaign) {
    let settings = &campaign.settings;
    let stop = match campaign.stop {
        StopReason::Budget => "all variants were judged",
        StopReason::Time => "the time was used up",
        StopReason::Interrupted => "it was interrupted",
    };
    out.push_str("<details class=\"facts\"><summary>Configuration and seed</summary><dl>\n");
    for (term, fact) in [
        ("Strategy", settings.strategy.clone()),
        ("Checks in a variant", settings.batch.to_string()),
        ("Seed", settings.seed.to_string()),
        ("Limits", settings.limits.clone()),
        ("Time", duration((campaign.timings.elapsed * 1e3) as u64)),
        ("It stopped because", stop.to_string()),
    ] {
        let _ = writeln!(out, "<dt>{term}</dt><dd>{}</dd>", Escaped(fact));
    }
    for analyzer in &campaign.analyzers {
        let (name, version) = (Escaped(&analyzer.name), Escaped(&analyzer.version));
        let _ = writeln!(out, "<dt>{name}</dt><dd>{version}</dd>");
    }
    out.push_str("</dl></details>\n");
}
