//! What a campaign was given: its seeds, the files that are none, and its settings. `report.html` and `soundline serve` show
//! the same.

use std::fmt::Write;
use std::ops::Range;

use soundline_diff::campaign::{Campaign, StopReason};
use soundline_diff::concrete::listed;

use crate::escape::Escaped;
use crate::number::duration;

/// How many rows [`seeds`] has in all: seeds, and then the files that are none.
pub fn rows(campaign: &Campaign) -> usize {
    campaign.seeds.len() + campaign.skipped.len()
}

/// Some rows of the table of seeds.
pub fn seeds(out: &mut String, campaign: &Campaign, rows: Range<usize>) {
    out.push_str(
        "<div class=\"scroll\"><table class=\"sortable\"><thead><tr><th>Seed</th><th class=\"n\">Bits</th>\
         <th class=\"n\">Candidates</th><th class=\"n\">Variants</th><th class=\"n\">Runs</th><th>Remark</th></tr></thead>\n\
         <tbody>\n",
    );
    let count = campaign.seeds.len();
    for seed in &campaign.seeds[rows.start.min(count)..rows.end.min(count)] {
        let undefined = seed.undefined.as_ref().map(|undefined| undefined.reason.as_str());
        let others = [&seed.not_runnable, &seed.unrepeated].into_iter().flatten();
        let remark = undefined.or(others.map(String::as_str).next()).unwrap_or("");
        let _ = writeln!(
            out,
            "<tr><th scope=\"row\">{}</th><td class=\"n\">{}</td><td class=\"n\">{}</td><td class=\"n\">{} of {}</td>\
             <td class=\"n\">{}</td><td>{}</td></tr>",
            Escaped(&seed.name),
            seed.bits,
            seed.candidates,
            seed.judged,
            seed.planned,
            seed.runs,
            Escaped(remark),
        );
    }
    let skipped = |at: usize| at.saturating_sub(count).min(campaign.skipped.len());
    for skip in &campaign.skipped[skipped(rows.start)..skipped(rows.end)] {
        let _ = writeln!(
            out,
            "<tr><th scope=\"row\">{}</th><td colspan=\"4\">not a seed</td><td>{}</td></tr>",
            Escaped(&skip.name),
            Escaped(&skip.reason)
        );
    }
    out.push_str("</tbody></table></div>\n");
}

/// Whether programs were run, and what compiled them.
fn ran(campaign: &Campaign) -> String {
    match (campaign.settings.concrete, &campaign.compilers[..]) {
        (false, _) => "no".to_string(),
        (true, []) => "yes, where there was something to confirm".to_string(),
        (true, [only]) => format!("yes, compiled by {only} alone"),
        (true, several) => format!("yes, compiled by {}", listed(several)),
    }
}

/// The settings, and the versions of the analyzers.
pub fn facts(out: &mut String, campaign: &Campaign) {
    let settings = &campaign.settings;
    let stop = match campaign.stop {
        StopReason::Budget => "all variants were judged",
        StopReason::Time => "the time was used up",
        StopReason::Interrupted => "it was interrupted",
    };
    let budget =
        settings.budget.map_or("by the number of candidates".to_string(), |n| n.to_string());
    out.push_str("<details class=\"facts\"><summary>Configuration and seed</summary><dl>\n");
    for (term, fact) in [
        ("Strategy", settings.strategy.clone()),
        ("Checks in a variant", settings.batch.to_string()),
        ("Variants of a seed", budget),
        ("Constants", settings.constants.clone()),
        ("Seed", settings.seed.to_string()),
        ("Limits", settings.limits.clone()),
        ("Variants of a seed with metamorphic checks", settings.metamorphic.to_string()),
        ("Programs were run", ran(campaign)),
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::comparison::sample;

    /// Pages of rows together are the whole table.
    #[test]
    fn parts_are_the_whole() {
        let campaign = sample::campaign();
        let cells = |range: Range<usize>| {
            let mut out = String::new();
            seeds(&mut out, &campaign, range);
            out.matches("scope=\"row\"").count()
        };
        let all = rows(&campaign);
        assert!(all >= 1);
        assert_eq!(cells(0..all), all);
        assert_eq!((0..all).map(|row| cells(row..row + 1)).sum::<usize>(), all);
        assert_eq!(cells(all..all + 50), 0);
    }
}
