//! What a program claims about the checks of a line, in a comment at its end.
//!
//! `// PROVED` protects precision: every domain must verify the check; with names of domains, only
//! these must. `// MUST-WARN` protects soundness: the check fails in a real run, and no domain may verify
//! it. `// HOLDS`: it fails in no run, and nothing is asked of the analysis but not to say that it does. `// DEFINITE`: it fails in every run that gets there, and the analysis knows. Names of kinds
//! (`index`, `division`) choose among the checks of a line; without them a mark is about its
//! assertions, or about all its checks if there are none. Several marks stand with `;` between them.

use soundline_analyze::{CheckReport, Kind};

/// A claim.
#[derive(Clone, Debug)]
pub struct Mark {
    /// The line.
    pub line: u32,
    /// What is claimed.
    pub claim: Claim,
    /// The kinds of checks that it is about; none means the assertions, or all.
    pub kinds: Vec<String>,
    /// The domains that must be so precise; none means all that can bound a variable.
    pub domains: Vec<String>,
}

/// What is claimed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// It never fails, and that is found.
    Proved,
    /// It never fails.
    Holds,
    /// It fails in some run.
    MustWarn,
    /// It fails in all runs that get there.
    Definite,
}

const KINDS: [&str; 16] = [
    "assertion",
    "error-call",
    "unreachable",
    "division",
    "overflow",
    "shift",
    "index",
    "access",
    "float-to-int",
    "float",
    "free",
    "length",
    "return",
    "overlap",
    "leak",
    "uninitialised",
];

/// The domains that a plain `PROVED` is about.
pub const DOMAINS: [&str; 4] = ["intervals", "zones", "octagons", "polyhedra"];

/// Choices of all settings, the more precise ones later. What one of them proves, the later ones do.
pub const PRESETS: [&str; 2] = ["standard", "precise"];

/// All marks of a text.
pub fn marks(name: &str, text: &str) -> Vec<Mark> {
    let mut marks = Vec::new();
    for (line, text) in (1..).zip(text.lines()) {
        let Some((_, comment)) = text.split_once(" // ") else { continue };
        for part in comment.split(';') {
            marks.push(
                parse(part, line).unwrap_or_else(|| panic!("{name}:{line}: no mark: {part}")),
            );
        }
    }
    marks
}

fn parse(text: &str, line: u32) -> Option<Mark> {
    let mut words = text.split_whitespace();
    let claim = match words.next()? {
        "PROVED" => Claim::Proved,
        "HOLDS" => Claim::Holds,
        "MUST-WARN" => Claim::MustWarn,
        "DEFINITE" => Claim::Definite,
        _ => return None,
    };
    let (kinds, domains): (Vec<String>, Vec<String>) =
        words.map(str::to_owned).partition(|word| KINDS.contains(&word.as_str()));
    let known = |domain: &String| {
        PRESETS.contains(&domain.as_str())
            || domain.parse::<soundline_analyze::DomainChoice>().is_ok()
    };
    let sensible = domains.iter().all(known) && (domains.is_empty() || claim == Claim::Proved);
    sensible.then_some(Mark { line, claim, kinds, domains })
}

impl Mark {
    /// Whether this domain must be as precise as it says.
    pub fn asks(&self, domain: &str) -> bool {
        let preset = |name: &str| PRESETS.iter().position(|preset| *preset == name);
        match self.domains.is_empty() {
            true => {
                DOMAINS.contains(&domain)
                    || domain == "intervals*congruences"
                    || preset(domain).is_some()
            }
            false => self.domains.iter().any(|named| {
                named == domain || preset(named).is_some_and(|at| preset(domain) > Some(at))
            }),
        }
    }

    /// The checks of its line that it is about.
    pub fn choose<'r>(&self, on_line: &[&'r CheckReport]) -> Vec<&'r CheckReport> {
        let is_assertion =
            |check: &&CheckReport| matches!(check.kind, Kind::Assertion | Kind::ErrorCall);
        let named = |check: &&CheckReport| self.kinds.iter().any(|kind| kind == check.kind.name());
        let chosen = |wanted: &dyn Fn(&&CheckReport) -> bool| {
            on_line.iter().filter(|check| wanted(check)).copied().collect::<Vec<_>>()
        };
        if !self.kinds.is_empty() {
            return chosen(&named);
        }
        match chosen(&is_assertion) {
            none if none.is_empty() => on_line.to_vec(),
            assertions => assertions,
        }
    }
}
