//! A campaign of `soundline diff`: what the analyzers said, and what it comes to.

use std::fmt::Write;

use soundline_diff::campaign::Campaign;
use soundline_diff::findings::Fault;
use soundline_report::comparison::{given, metamorphic, plot, tables};
use soundline_report::number::grouped;
use soundline_report::site::{Page, unstyled};
use soundline_report::worth::counted;

use super::{Paging, pill};
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
    let _ = writeln!(
        body,
        "<h2>Seeds</h2>\n<p><a href=\"{}\">{}</a></p>",
        context.href(&Address::of(&entry.id, &["seeds"])),
        numbers_of_seeds(campaign)
    );
    given::facts(&mut body, campaign);
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

/// The page with all seeds.
pub fn seeds(context: &Context, entry: &Entry, comparison: &Comparison) -> Page {
    let campaign = &comparison.campaign;
    let paging = Paging::of(context, given::rows(campaign));
    let pager = paging.html(context);
    let mut body = pager.clone();
    given::seeds(&mut body, campaign, paging.range());
    body += &pager;
    let (title, lead) = ("Seeds".into(), format!("{}.", numbers_of_seeds(campaign)));
    Page { title, lead, trail: context.trail(Some(entry)), body }
}

fn numbers_of_seeds(campaign: &Campaign) -> String {
    let skipped = counted(campaign.skipped.len(), "file that is none", "files that are none");
    format!("{}, {skipped}", counted(campaign.seeds.len(), "seed", "seeds"))
}
