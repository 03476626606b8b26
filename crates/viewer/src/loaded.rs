//! A result that was read: one file, whatever command wrote it.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde_json::Value;
use soundline_diff::campaign::Campaign as Comparisons;
use soundline_fuzz::Campaign;

use crate::summary::Summary;

/// A result in memory.
#[derive(Debug)]
pub struct Loaded {
    /// What it says.
    pub body: Body,
    /// The same in a few words.
    pub summary: Summary,
}

/// What a result says.
#[derive(Debug)]
pub enum Body {
    /// `soundline test`.
    Test(Vec<Campaign>),
    /// `soundline diff run`.
    Comparison(Box<Comparison>),
    /// `soundline laws --json`.
    Laws(Laws),
    /// `soundline analyze --json`.
    Analysis(Analysis),
    /// Everything that is tables of figures: `soundline eval ... --json`, and single answers.
    Figures {
        /// The schema without its number: `eval-speed`.
        name: String,
        /// The document.
        document: Value,
    },
}

/// A campaign of `soundline diff`.
#[derive(Debug)]
pub struct Comparison {
    /// What was found.
    pub campaign: Comparisons,
    /// All findings, the strongest group first: number of the group, and place in it.
    pub findings: Vec<(usize, usize)>,
    /// The file of verdicts beside it.
    pub store: PathBuf,
    /// Tables about the whole campaign, which take a while to count.
    pub tables: String,
}

/// `soundline-laws/1`.
#[derive(Debug, Deserialize)]
pub struct Laws {
    /// The seed of the random cases.
    pub seed: u64,
    /// Random cases of each law.
    pub cases: u64,
    /// Whether it came to its end.
    pub complete: bool,
    /// The lattices.
    pub lattices: Vec<Lattice>,
}

/// A lattice and what came of its laws.
#[derive(Debug, Deserialize)]
pub struct Lattice {
    /// Its name.
    pub name: String,
    /// What it is.
    pub about: String,
    /// Its laws.
    pub laws: Vec<Law>,
    /// Its elements and their order, if they are few; not in files of before.
    #[serde(default)]
    pub order: Option<Order>,
}

/// The order of a lattice.
#[derive(Debug, Deserialize)]
pub struct Order {
    /// Its elements.
    pub elements: Vec<String>,
    /// For each of them, the places of those that it is below or equal to.
    pub leq: Vec<Vec<usize>>,
}

/// A law, or a property of an operator.
#[derive(Debug, Deserialize)]
pub struct Law {
    /// Its name.
    pub law: String,
    /// What it is about.
    pub class: String,
    /// As a formula.
    pub statement: String,
    /// How it ended.
    pub status: String,
    /// The same with figures.
    pub verdict: String,
    /// The reason of an exemption.
    #[serde(default)]
    pub reason: Option<String>,
    /// The more basic law that explains it.
    #[serde(default)]
    pub follows_from: Option<String>,
    /// The smallest counterexample.
    #[serde(default)]
    pub counterexample: Option<Counterexample>,
}

/// A counterexample.
#[derive(Debug, Deserialize)]
pub struct Counterexample {
    /// Its values.
    pub values: Vec<Labelled>,
    /// One for each other way in which the law fails.
    #[serde(default)]
    pub others: Vec<Vec<Labelled>>,
}

/// A value with what it is.
#[derive(Debug, Deserialize)]
pub struct Labelled {
    /// What it is.
    pub label: String,
    /// The value.
    pub value: String,
}

/// `soundline-analysis/1`.
#[derive(Debug, Deserialize)]
pub struct Analysis {
    /// How it ended.
    pub stop: String,
    /// The files.
    pub files: Vec<Analyzed>,
    /// Files that were left out.
    #[serde(default)]
    pub errors: Vec<NotAnalyzed>,
}

/// A file that was analyzed.
#[derive(Debug, Deserialize)]
pub struct Analyzed {
    /// Its name.
    pub file: String,
    /// How it ended.
    pub stop: String,
    /// The bounds that stopped it.
    #[serde(default)]
    pub bounds_reached: Vec<String>,
    /// What was analyzed.
    pub scope: String,
    /// The domain.
    pub domain: String,
    /// The checks.
    pub checks: Vec<Check>,
    /// What was assumed.
    pub assumptions: Vec<Assumption>,
    /// What was counted.
    #[serde(default)]
    pub counts: BTreeMap<String, u64>,
    /// The source, line by line; not in files of before.
    #[serde(default)]
    pub lines: Vec<String>,
    /// What is known before lines; not in files of before.
    #[serde(default)]
    pub states: Vec<State>,
}

/// What is known at a place.
#[derive(Debug, Deserialize)]
pub struct State {
    /// The line.
    pub line: u32,
    /// What holds; nothing where it is never reached.
    pub holds: Option<String>,
    /// The assumptions that this depends on.
    #[serde(default)]
    pub provided: Vec<String>,
}

/// A check of the analysis.
#[derive(Debug, Deserialize)]
pub struct Check {
    /// The function around it.
    pub function: String,
    /// What is checked.
    pub kind: String,
    /// The header that it is in.
    #[serde(default)]
    pub header: Option<String>,
    /// The line.
    pub line: u32,
    /// The expression.
    pub text: String,
    /// How it stands.
    pub status: String,
    /// The assumptions that this depends on.
    pub provided: Vec<String>,
    /// The assumption that it is for others, which rest on it.
    #[serde(default)]
    pub root: Option<String>,
}

impl Check {
    /// Whether it fails or may fail.
    pub fn is_finding(&self) -> bool {
        matches!(self.status.as_str(), "may-fail" | "definitely-fails")
    }
}

/// An assumption.
#[derive(Debug, Deserialize)]
pub struct Assumption {
    /// Its name.
    pub id: String,
    /// The function that it is in.
    pub function: String,
    /// The line.
    pub line: u32,
    /// What was assumed.
    pub predicate: String,
    /// Why.
    pub reason: String,
    /// Whether it is that a check does not fail.
    #[serde(default)]
    pub root: bool,
}

/// A file that was not analyzed.
#[derive(Debug, Deserialize)]
pub struct NotAnalyzed {
    /// The file.
    pub file: String,
    /// Why.
    pub error: String,
}

impl Loaded {
    /// Reads the document of a schema.
    pub fn read(path: &Path, schema: &str) -> Result<Loaded, String> {
        let text = std::fs::read_to_string(path).map_err(|error| match error.kind() {
            std::io::ErrorKind::NotFound => "the file is gone".to_string(),
            std::io::ErrorKind::InvalidData => "the file is not a text".to_string(),
            _ => format!("the file cannot be read: {error}"),
        })?;
        let json = |error: serde_json::Error| match error.is_eof() {
            true => {
                "the file ends too early: it is still being written, or was cut short".to_string()
            }
            false => format!("the file is damaged: {error}"),
        };
        let body = match schema {
            "soundline-campaign" => {
                let campaigns = soundline_report::json::read(&text);
                Body::Test(campaigns.map_err(|error| format!("the file is damaged: {error}"))?)
            }
            "soundline-comparison" => {
                let campaign: Comparisons = serde_json::from_str(&text).map_err(json)?;
                drop(text);
                Body::Comparison(Box::new(Comparison::new(campaign, path)?))
            }
            "soundline-laws" => Body::Laws(serde_json::from_str(&text).map_err(json)?),
            "soundline-analysis" => Body::Analysis(serde_json::from_str(&text).map_err(json)?),
            other => {
                let document = serde_json::from_str(&text).map_err(json)?;
                let name = other.trim_start_matches("soundline-").to_string();
                Body::Figures { name, document }
            }
        };
        let mut loaded = Loaded { body, summary: Summary::nothing() };
        loaded.summary = Summary::of(&loaded);
        Ok(loaded)
    }
}

impl Comparison {
    fn new(campaign: Comparisons, path: &Path) -> Result<Comparison, String> {
        consistent(&campaign)?;
        let places = campaign.groups.iter().enumerate();
        let findings =
            places.flat_map(|(g, group)| (0..group.findings.len()).map(move |f| (g, f))).collect();
        let tables = crate::pages::comparison::tables(&campaign);
        let store = path.with_file_name("verdicts.sqlite");
        Ok(Comparison { campaign, findings, store, tables })
    }
}

/// Numbers in a campaign refer to places in lists: a file in which one leads nowhere is damaged.
fn consistent(campaign: &Comparisons) -> Result<(), String> {
    let (analyzers, seeds) = (campaign.analyzers.len(), campaign.seeds.len());
    let disputes = campaign.disputes.iter().all(|dispute| {
        dispute.seed < seeds
            && dispute.said.len() == analyzers
            && dispute.implied.iter().all(|analyzer| *analyzer < analyzers)
    });
    let variants = campaign.variants.iter();
    let variants = variants.map(|variant| (variant.seed, variant.said.len()));
    let variants = variants.into_iter().all(|(seed, said)| seed < seeds && said == analyzers);
    let groups = campaign.groups.iter().all(|group| {
        let known = |finding: &soundline_diff::findings::Finding| {
            finding.dispute < campaign.disputes.len() && finding.analyzer < analyzers
        };
        group.analyzer < analyzers && !group.findings.is_empty() && group.findings.iter().all(known)
    });
    let changes = campaign.metamorphic.changes.iter();
    let changes = changes
        .map(|change| (change.seed, change.analyzer))
        .all(|(s, a)| s < seeds && a < analyzers);
    match disputes && variants && groups && changes {
        true => Ok(()),
        false => Err("the file is damaged: a number in it leads nowhere".to_string()),
    }
}
