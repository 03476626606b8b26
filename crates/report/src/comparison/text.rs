//! A campaign for the terminal.

use std::fmt::Write;

use soundline_diff::campaign::{Campaign, StopReason};
use soundline_diff::findings::{Dispute, Evidence, Fault, Group};

use super::{metamorphic, tables};
use crate::number::{duration, grouped, percent};
use crate::style::{BAD, DIM, GOOD, HEAD, OPEN};
use crate::text::folded;
use crate::worth::counted;

/// Groups that are told one by one.
const TOLD: usize = 12;
/// The same for seeds with undefined behaviour.
const UNDEFINED_TOLD: usize = 3;

/// Where the text of a finding begins.
const INDENT: usize = 5;

/// The end of a run: what was done, what everybody said, and the strongest findings.
pub fn summary(campaign: &Campaign) -> String {
    let mut text = head(campaign);
    let _ = write!(text, "\n{}\n", tables::analyzers(campaign).text());
    text.push_str(&findings(campaign, TOLD));
    text.push_str(&metamorphic::text(campaign));
    text
}

/// The groups by how much one can make of them, each with its number.
pub struct Sections<'a> {
    /// Those that say something.
    pub strong: Vec<(usize, &'a Group)>,
    /// Those for which only a minority speaks, or one compiler.
    pub weak: Vec<(usize, &'a Group)>,
    /// Those about seeds with undefined behaviour, whatever speaks for them: there every answer is right.
    pub undefined: Vec<(usize, &'a Group)>,
}

impl Sections<'_> {
    /// The sections of a campaign.
    pub fn of(campaign: &Campaign) -> Sections<'_> {
        let groups = campaign.groups.iter().enumerate();
        let (undefined, defined): (Vec<_>, Vec<_>) =
            groups.partition(|(_, group)| campaign.is_undefined(group));
        let (weak, strong) = defined.into_iter().partition(|(_, group)| group.example().is_weak());
        Sections { strong, weak, undefined }
    }

    /// How many of those that say something are confirmed.
    pub fn confirmed(&self, campaign: &Campaign) -> usize {
        let confirmed = |(_, group): &&(usize, &Group)| campaign.is_confirmed(group.example());
        self.strong.iter().filter(confirmed).count()
    }
}

/// All tables and all findings.
pub fn everything(campaign: &Campaign) -> String {
    let mut text = summary(campaign);
    for grid in [
        tables::relative_precision(campaign),
        tables::relative_soundness(campaign),
        tables::issues(campaign, Fault::Unsound),
        tables::issues(campaign, Fault::Imprecise),
    ] {
        let _ = write!(text, "\n{}", grid.text());
    }
    if let Some((first, second)) = tables::most_contradictory(campaign) {
        let _ = write!(text, "\n{}", tables::pairwise(campaign, first, second).text());
    }
    text
}

fn head(campaign: &Campaign) -> String {
    let Campaign { seeds, variants, analyzers, disputes, timings, .. } = campaign;
    let done = format!(
        "{}, {}, {}: {} answers ({} known before), {} in dispute",
        counted(seeds.len(), "seed", "seeds"),
        counted(variants.len(), "variant", "variants"),
        counted(analyzers.len(), "analyzer", "analyzers"),
        grouped(timings.answers),
        grouped(timings.known),
        counted(disputes.len(), "check", "checks"),
    );
    let mut text = format!("{}\n", folded(&done, 0));
    let share =
        percent((timings.driver * 1e3) as u64, ((timings.analyzers + timings.driver) * 1e3) as u64);
    let _ = writeln!(
        text,
        "{DIM}{} on the clock, {} of analyzers, driver {share} of that{DIM:#}",
        duration((timings.elapsed * 1e3) as u64),
        duration((timings.analyzers * 1e3) as u64),
    );
    let undefined = seeds.iter().filter(|seed| seed.undefined.is_some()).count();
    if undefined > 0 {
        let seeds = counted(undefined, "seed has", "seeds have");
        let _ = writeln!(
            text,
            "{OPEN}{seeds} undefined behaviour; findings in them stand at the end{OPEN:#}"
        );
    }
    text.push_str(&compilers(campaign));
    let broken = seeds.iter().filter(|seed| seed.not_runnable.is_some()).count();
    if broken > 0 {
        let _ = writeln!(text, "{DIM}{} cannot be run{DIM:#}", counted(broken, "seed", "seeds"));
    }
    let unrepeated = seeds.iter().filter(|seed| seed.unrepeated.is_some()).count();
    if unrepeated > 0 {
        let seeds = counted(unrepeated, "seed", "seeds");
        let _ = writeln!(text, "{DIM}{seeds} could not be compiled by the second compiler{DIM:#}");
    }
    if !campaign.skipped.is_empty() {
        let skipped = counted(campaign.skipped.len(), "file is", "files are");
        let _ = writeln!(text, "{DIM}{skipped} no seed: see the report{DIM:#}");
    }
    match campaign.stop {
        StopReason::Budget => {}
        StopReason::Time => text.push_str("The time was used up; the same command goes on.\n"),
        StopReason::Interrupted => text.push_str("Interrupted; the same command goes on.\n"),
    }
    text
}

/// What the compilers that seeds were run with mean for the findings.
fn compilers(campaign: &Campaign) -> String {
    let mut text = String::new();
    let dependent = campaign.compiler_dependent();
    if dependent > 0 {
        let checks = counted(dependent, "check depends", "checks depend");
        let sentence = format!(
            "{checks} on the compiler, because C leaves open what is evaluated first; findings about such \
             checks are marked and confirm nothing"
        );
        let _ = writeln!(text, "{OPEN}{}{OPEN:#}", folded(&sentence, 0));
    }
    if let [only] = campaign.compilers[..] {
        let sentence = format!(
            "Seeds were compiled by {only} alone: what depends on the order of evaluation is not told apart"
        );
        let _ = writeln!(text, "{OPEN}{}{OPEN:#}", folded(&sentence, 0));
    }
    text
}

/// The groups, the strongest first.
fn findings(campaign: &Campaign, most: usize) -> String {
    if campaign.groups.is_empty() {
        return format!("{GOOD}Nothing was found.{GOOD:#}\n");
    }
    let sections = Sections::of(campaign);
    let Sections { strong, weak, undefined } = &sections;
    let mut text = format!(
        "{HEAD}{}{HEAD:#}, {} of them confirmed\n",
        counted(strong.len(), "cause", "causes"),
        sections.confirmed(campaign),
    );
    for (number, group) in strong.iter().take(most) {
        text.push_str(&told(campaign, *number, group));
    }
    let more = strong.len().saturating_sub(most);
    if more > 0 {
        let _ = writeln!(text, "{DIM}in the report: {more} more{DIM:#}");
    }
    if !weak.is_empty() {
        let _ = writeln!(
            text,
            "{DIM}in the report: {} that only a minority or one compiler supports{DIM:#}",
            counted(weak.len(), "cause", "causes")
        );
    }
    if !undefined.is_empty() {
        let _ = writeln!(
            text,
            "\n{HEAD}Seeds with undefined behaviour{HEAD:#}: {}, no analyzer is to blame",
            counted(undefined.len(), "cause", "causes")
        );
    }
    for (number, group) in undefined.iter().take(UNDEFINED_TOLD) {
        text.push_str(&told(campaign, *number, group));
    }
    let more = undefined.len().saturating_sub(UNDEFINED_TOLD);
    if more > 0 {
        let _ = writeln!(text, "{DIM}in the report: {more} more{DIM:#}");
    }
    if !campaign.settings.concrete {
        let sentence = "Nothing was run, so nothing is confirmed: --concrete compiles seeds and runs them, within limits.";
        let _ = writeln!(text, "{DIM}{}{DIM:#}", folded(sentence, 0));
    }
    text
}

fn told(campaign: &Campaign, number: usize, group: &Group) -> String {
    let example = group.example();
    let style = match (group.fault, campaign.is_confirmed(example)) {
        (Fault::Unsound, true) => BAD,
        (Fault::Unsound, false) => OPEN,
        (Fault::Imprecise, _) => anstyle::Style::new(),
    };
    let title = folded(&title(campaign, group), INDENT);
    let mut text = format!("{style}{:>3}. {title}{style:#}\n", number + 1);
    let sentence = sentence(&campaign.disputes[example.dispute], &example.evidence);
    let _ = writeln!(text, "{:INDENT$}{}", "", folded(&sentence, INDENT));
    let mark = mark(campaign, group);
    if !mark.is_empty() {
        let _ = writeln!(text, "{:INDENT$}{OPEN}{}{OPEN:#}", "", folded(&mark, INDENT));
    }
    text
}

/// What a group is about, in a line.
pub fn title(campaign: &Campaign, group: &Group) -> String {
    let example = group.example();
    let dispute = &campaign.disputes[example.dispute];
    let seed = &campaign.seeds[dispute.seed].name;
    let more = match group.findings.len() {
        1 => String::new(),
        several => format!(", {several} checks"),
    };
    let analyzer = &campaign.analyzers[group.analyzer].name;
    format!("{analyzer} is {} in {} of {seed}{more}", example.name(), dispute.function)
}

/// The check and what speaks for the finding.
fn sentence(dispute: &Dispute, evidence: &Evidence) -> String {
    format!("line {}: {} ({evidence})", dispute.line, dispute.check)
}

/// What a reader has to know about the seed, or about the answer.
pub fn mark(campaign: &Campaign, group: &Group) -> String {
    let dispute = &campaign.disputes[group.example().dispute];
    match &campaign.seeds[dispute.seed].undefined {
        Some(undefined) => format!("The seed has undefined behaviour: {}", undefined.reason),
        None if dispute.implied.contains(&group.analyzer) => {
            "It said so in a batch; there was no time to ask it about this check alone".to_string()
        }
        None => String::new(),
    }
}
