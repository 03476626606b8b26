//! What the overview says about a result.

use std::hash::{DefaultHasher, Hash, Hasher};

use soundline_diff::campaign::StopReason;
use soundline_fuzz::campaign::StopReason as TestStop;
use soundline_report::worth::counted;

use crate::loaded::{Body, Loaded};

/// How a result is coloured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// Nothing found.
    Good,
    /// Findings.
    Bad,
    /// Something to look at.
    Doubt,
    /// Just figures.
    Quiet,
}

/// A result in a few words.
#[derive(Clone, Debug)]
pub struct Summary {
    /// What was run.
    pub what: String,
    /// How it ended.
    pub ended: String,
    /// The colour of that.
    pub tone: Tone,
    /// What tells findings apart, sorted: what is new is known by them.
    pub findings: Vec<u64>,
    /// What makes two results runs of the same thing.
    pub series: u64,
}

/// A number for things that are equal if their parts are. It is only compared within one process.
pub fn mark(parts: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    parts.hash(&mut hasher);
    hasher.finish()
}

impl Summary {
    /// The summary of a result of which nothing is known yet.
    pub fn nothing() -> Summary {
        let (what, ended) = (String::new(), String::new());
        Summary { what, ended, tone: Tone::Quiet, findings: Vec::new(), series: 0 }
    }

    /// The summary of a result.
    pub fn of(loaded: &Loaded) -> Summary {
        let (what, stop, mut findings, subjects) = match &loaded.body {
            Body::Test(campaigns) => {
                let names: Vec<&str> = campaigns.iter().map(|c| c.target.as_str()).collect();
                let stopped = campaigns.iter().any(|c| c.stop != TestStop::Budget);
                let open = |campaign: &soundline_fuzz::Campaign| {
                    let causes = campaign.causes.iter().filter(|cause| !cause.is_waived());
                    causes.map(|cause| mark((&campaign.target, &cause.title))).collect::<Vec<_>>()
                };
                let found = campaigns.iter().flat_map(open).collect();
                (listed(&names), stopped, found, mark(("test", &names)))
            }
            Body::Comparison(comparison) => {
                let campaign = &comparison.campaign;
                let names: Vec<&str> = campaign.analyzers.iter().map(|a| a.name.as_str()).collect();
                let key = |finding: &soundline_diff::findings::Finding| {
                    let dispute = &campaign.disputes[finding.dispute];
                    let seed = &campaign.seeds[dispute.seed].name;
                    mark((
                        names[finding.analyzer],
                        finding.fault,
                        seed,
                        &dispute.check,
                        dispute.line,
                    ))
                };
                // What only a minority says is no reason to look, and undefined behaviour blames nobody.
                let strong = campaign.groups.iter().filter(|group| !campaign.is_undefined(group));
                let strong = strong.flat_map(|group| &group.findings).filter(|f| !f.is_weak());
                let found = strong.map(key);
                let seeds = counted(campaign.seeds.len(), "seed", "seeds");
                let what = format!("{} on {seeds}", listed(&names));
                let stopped = campaign.stop == StopReason::Interrupted;
                (what, stopped, found.collect(), mark(("diff", &names)))
            }
            Body::Laws(run) => {
                let names: Vec<&str> = run.lattices.iter().map(|l| l.name.as_str()).collect();
                let found = run.lattices.iter().flat_map(|lattice| {
                    let violated = lattice.laws.iter().filter(|law| law.status == "violated");
                    violated.map(|law| mark((&lattice.name, &law.law)))
                });
                (listed(&names), !run.complete, found.collect(), mark(("laws", &names)))
            }
            Body::Analysis(run) => {
                let names: Vec<&str> = run.files.iter().map(|file| file.file.as_str()).collect();
                let found = run.files.iter().flat_map(|file| {
                    let checks = file.checks.iter().filter(|check| check.is_finding());
                    checks.map(|check| {
                        mark((&file.file, &check.function, &check.kind, &check.text, check.line))
                    })
                });
                let stopped = run.stop != "finished";
                (listed(&names), stopped, found.collect(), mark(("analyze", &names)))
            }
            Body::Figures { name, .. } => (name.clone(), false, Vec::new(), mark(("eval", name))),
        };
        findings.sort_unstable();
        findings.dedup();
        let (ended, tone) = match (findings.len(), stop, &loaded.body) {
            (_, _, Body::Figures { .. }) => ("figures".to_string(), Tone::Quiet),
            (0, false, _) => ("nothing found".to_string(), Tone::Good),
            (0, true, _) => ("stopped early, nothing found".to_string(), Tone::Doubt),
            (1, _, _) => ("1 finding".to_string(), Tone::Bad),
            (many, _, _) => (format!("{many} findings"), Tone::Bad),
        };
        let ended =
            if stop && !findings.is_empty() { format!("{ended}, stopped early") } else { ended };
        Summary { what, ended, tone, findings, series: subjects }
    }

    /// How many findings another result did not have.
    pub fn new_since(&self, before: &Summary) -> usize {
        let known = |finding: &&u64| before.findings.binary_search(finding).is_err();
        self.findings.iter().filter(known).count()
    }
}

/// Some names, and how many more there are.
fn listed(names: &[&str]) -> String {
    const SHOWN: usize = 4;
    match names.len() {
        0 => "nothing".to_string(),
        few if few <= SHOWN => names.join(", "),
        many => format!("{} and {} more", names[..SHOWN].join(", "), many - SHOWN),
    }
}
