//! What metamorphic checks came to, for the terminal and the page.

use std::fmt::Write;

use soundline_diff::campaign::Campaign;
use soundline_diff::metamorphic::{Change, Kind};

use crate::escape::{Escaped, file_name};
use crate::grid::Grid;
use crate::style::{BAD, DIM, HEAD, OPEN};
use crate::worth::counted;

/// Contradictions that are told one by one.
const TOLD: usize = 12;

/// The contradictions, and how often precision changed.
pub fn text(campaign: &Campaign) -> String {
    if campaign.metamorphic.is_empty() {
        return String::new();
    }
    let contradictions: Vec<(usize, &Change)> = campaign.contradictions().collect();
    let mut text = format!("\n{HEAD}Metamorphic checks{HEAD:#}: {}\n", told(campaign));
    for (number, change) in contradictions.iter().take(TOLD) {
        let style = if change.kind.is_confirmed() { BAD } else { OPEN };
        let _ = writeln!(text, "{style}  M{}. {}{style:#}", number + 1, title(campaign, change));
        let _ = writeln!(text, "     {}", sentence(change));
    }
    let more = contradictions.len().saturating_sub(TOLD);
    if more > 0 {
        let _ = writeln!(text, "{DIM}in the report: {more} more{DIM:#}");
    }
    if !campaign.metamorphic.changes.is_empty() {
        let _ = write!(text, "\n{}", precision(campaign).text());
    }
    text
}

/// The same for the page.
pub fn html(out: &mut String, campaign: &Campaign) {
    if campaign.metamorphic.is_empty() {
        return;
    }
    let _ = writeln!(
        out,
        "<h2>Metamorphic checks</h2>\n<p class=\"note\">Programs were changed without a change of meaning, and \
         analyzers asked again: {}</p>",
        Escaped(told(campaign))
    );
    for (number, change) in campaign.contradictions() {
        let class = if change.kind.is_confirmed() { "cause" } else { "cause doubtful" };
        let folder = folder_name(campaign, number, change);
        let again = &campaign.settings.again;
        let bits = campaign.seeds[change.seed].bits;
        let _ = writeln!(
            out,
            "<article class=\"{class}\" id=\"metamorphic-{}\"><h4>M{}. {}</h4><p class=\"sub\">{}</p>\
             <p class=\"claim\"><code>{}</code> in line {}</p>\
             <h5>See it again</h5><pre>{}\n{}</pre></article>",
            number + 1,
            number + 1,
            Escaped(title(campaign, change)),
            Escaped(format!("{}; {}", change.transformation.sentence(), answers(change))),
            Escaped(&change.check),
            change.line,
            Escaped(
                format!("soundline diff try {folder}/before.c --model {bits} {again}").trim_end()
            ),
            Escaped(
                format!("soundline diff try {folder}/after.c --model {bits} {again}").trim_end()
            ),
        );
    }
    if !campaign.metamorphic.changes.is_empty() {
        out.push_str(&precision(campaign).html());
    }
}

/// The folder of a contradiction, inside the output folder.
pub fn folder_name(campaign: &Campaign, number: usize, change: &Change) -> String {
    let analyzer = file_name(&campaign.analyzers[change.analyzer].name);
    format!("metamorphic/{:03}-{analyzer}-{}", number + 1, change.transformation)
}

fn told(campaign: &Campaign) -> String {
    let programs: u64 = campaign.metamorphic.programs.values().sum();
    let undefined = campaign.metamorphic.serious().count() - campaign.contradictions().count();
    let mut text = format!(
        "{}, {}",
        counted(programs as usize, "changed program", "changed programs"),
        counted(campaign.contradictions().count(), "contradiction", "contradictions"),
    );
    if undefined > 0 {
        let _ = write!(text, ", {undefined} more in seeds with undefined behaviour");
    }
    text
}

fn title(campaign: &Campaign, change: &Change) -> String {
    let (analyzer, seed) = (&campaign.analyzers[change.analyzer], &campaign.seeds[change.seed]);
    let (function, kind) = (&change.function, change.kind.sentence());
    format!("{} in {function} of {}: {kind}", analyzer.name, seed.name)
}

fn sentence(change: &Change) -> String {
    let what = change.transformation.sentence();
    format!("line {}: {} ({what}; {})", change.line, change.check, answers(change))
}

fn answers(change: &Change) -> String {
    format!("{} before, {} after", change.before, change.after)
}

/// How often the answers of each analyzer changed, by what it means.
fn precision(campaign: &Campaign) -> Grid {
    const KINDS: [(Kind, &str); 6] = [
        (Kind::Unsound, "unsound"),
        (Kind::FalseFailure, "false failure"),
        (Kind::Contradiction, "contradiction"),
        (Kind::ContradictionIfReached, "contradiction if reached"),
        (Kind::Lost, "precision lost"),
        (Kind::Gained, "precision gained"),
    ];
    let changes = &campaign.metamorphic.changes;
    let cell = |analyzer: usize, kind: Kind| {
        let own =
            changes.iter().filter(|change| (change.analyzer, change.kind) == (analyzer, kind));
        match own.count() {
            0 => "·".to_string(),
            count => count.to_string(),
        }
    };
    let row = |analyzer: usize| {
        let name = campaign.analyzers[analyzer].name.clone();
        (name, KINDS.map(|(kind, _)| cell(analyzer, kind)).to_vec())
    };
    let has_changes = |analyzer: &usize| changes.iter().any(|change| change.analyzer == *analyzer);
    let grid = Grid {
        title: "Answers that changed with the program's form".into(),
        corner: "analyzer".into(),
        columns: KINDS.map(|(_, word)| word.to_string()).to_vec(),
        rows: (0..campaign.analyzers.len()).filter(has_changes).map(row).collect(),
        note: "Precision lost: safe before, a warning after. Gained: the other way. Neither is a fault.".into(),
    };
    grid.without_empty_columns()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::comparison::sample;
    use crate::nesting::check_nesting;
    use serde_json::json;

    fn interrogated() -> Campaign {
        let change = |analyzer: usize, kind: &str, before: &str, after: &str| {
            json!({ "seed": 0, "variant": 0, "check": "a < b != 1", "function": "main", "line": 4,
                    "transformation": "split", "analyzer": analyzer, "before": before,
                    "after": after, "kind": kind, "truth": "open" })
        };
        let changes =
            [change(1, "contradiction", "safe", "definite"), change(0, "lost", "safe", "unsafe")];
        let all = json!({ "programs": { "split": 3, "weaken": 2 }, "changes": changes });
        let metamorphic = serde_json::from_value(all).expect("it is an interrogation");
        Campaign { metamorphic, ..sample::campaign() }
    }

    #[test]
    fn contradictions_are_told_and_precision_is_counted() {
        let campaign = interrogated();
        let told = anstream::adapter::strip_str(&text(&campaign)).to_string();
        for part in [
            "Metamorphic checks: 5 changed programs, 1 contradiction\n",
            "M1. witness in main of seed&.c: contradicts itself: one of both answers is wrong\n",
            "line 4: a < b != 1 (a declaration is split into declaration and assignment; safe before, definite after)\n",
            "precision lost",
        ] {
            assert!(told.contains(part), "{part} is missing in {told}");
        }
        assert!(!told.contains("precision gained"), "{told}");
        let page = crate::comparison::html::page(&campaign);
        check_nesting(&page);
        assert!(page.contains("metamorphic/001-witness-split/before.c"), "{page}");
        assert!(campaign.has_findings());
    }

    #[test]
    fn seeds_with_undefined_behaviour_contradict_nobody() {
        let mut campaign = interrogated();
        campaign.seeds[0].undefined = Some(
            serde_json::from_value(json!({ "reason": "overflow", "inputs": [] })).expect("it"),
        );
        assert_eq!(campaign.contradictions().count(), 0);
        assert!(text(&campaign).contains("1 more in seeds with undefined behaviour"));
    }

    #[test]
    fn nothing_is_said_about_what_was_not_done() {
        assert_eq!(text(&sample::campaign()), "");
    }
}
