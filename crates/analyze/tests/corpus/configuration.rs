//! The analyses that every program goes through.

use crate::case::Case;
use soundline_analyze::{AfterError, Analysis, Bounds, Infer, Scope, Settings, analyze};
use std::fmt;

/// A domain, a scope and bounds.
#[derive(Clone, Debug)]
pub struct Configuration {
    /// The name of the domain, or of a choice of all settings: `standard` or `precise`.
    pub domain: &'static str,
    /// Whether the program is analysed from `main`.
    pub whole: bool,
    /// The bounds, by the names of the paper.
    pub bounds: &'static str,
    /// Whether errors are assumed away.
    pub assumes: bool,
    /// Whether contracts are inferred, too.
    pub infers: bool,
}

impl Configuration {
    /// One in which undefined behaviour is any value.
    pub fn new(domain: &'static str, whole: bool, bounds: &'static str) -> Self {
        Configuration { domain, whole, bounds, assumes: false, infers: false }
    }

    /// The one that marks of precision are about.
    pub fn is_unbounded_whole(&self) -> bool {
        self.whole && self.bounds == "Inf"
    }

    /// Runs it.
    pub fn analyze(&self, case: &Case) -> Analysis {
        let main = case.program.function_named("main").expect("every program has a main");
        let base = match self.domain {
            "standard" => Settings::standard(),
            "precise" => Settings::precise(),
            domain => Settings {
                domain: domain.parse().expect("the domain exists"),
                ..Settings::default()
            },
        };
        let settings = Settings {
            scope: if self.whole { Scope::Whole { entry: main } } else { Scope::Modular },
            overflow: case.overflow,
            checks: case.checks.clone(),
            after_error: if self.assumes { AfterError::Assume } else { AfterError::Continue },
            infer: if self.infers { Infer::Requires } else { Infer::None },
            bounds: self.bounds.parse::<Bounds>().expect("the bounds exist"),
            ..base
        };
        analyze(&case.program, &settings, &|| false)
    }
}

impl fmt::Display for Configuration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let scope = if self.whole { "whole" } else { "modular" };
        let errors = if self.assumes { " no errors" } else { "" };
        let contracts = if self.infers { " contracts" } else { "" };
        write!(f, "[{} {scope} {}{errors}{contracts}]", self.domain, self.bounds)
    }
}

/// All of them: every domain without bounds, two with the bounds of the paper, and four in which errors are assumed away.
pub fn all() -> Vec<Configuration> {
    let mut all = Vec::new();
    let mut add = |domain, whole, bounds: &[&'static str]| {
        all.extend(bounds.iter().map(|bounds| Configuration::new(domain, whole, bounds)));
    };
    add(
        "intervals",
        true,
        &["Inf", "JWC0", "J0", "J1", "J2", "J3", "J4", "W0", "W1", "C0", "C1", "T9", "G0"],
    );
    add("intervals", false, &["Inf", "JWC0", "J1", "W0", "C0"]);
    add("octagons", true, &["Inf", "JWC0", "J1", "W0", "C0", "T25"]);
    add("octagons", false, &["Inf", "W0"]);
    add("zones", true, &["Inf"]);
    add("polyhedra", true, &["Inf"]);
    add("intervals*congruences", true, &["Inf"]);
    add("standard", true, &["Inf", "J1", "W0", "T25"]);
    add("standard", false, &["Inf", "W0"]);
    add("precise", true, &["Inf"]);
    // Until the first root fails, what rests on roots holds too.
    let assumed =
        [("intervals", true, "Inf"), ("standard", true, "Inf"), ("intervals", false, "Inf")];
    all.extend(assumed.map(|(domain, whole, bounds)| Configuration {
        assumes: true,
        ..Configuration::new(domain, whole, bounds)
    }));
    // Where all calls satisfy a contract, what rests on that holds in all runs.
    all.push(Configuration {
        assumes: true,
        infers: true,
        ..Configuration::new("intervals", false, "Inf")
    });
    all
}

/// The other domains of the workspace, which are run for their soundness alone.
pub const REST: [&str; 10] = [
    "zones:f64",
    "octagons:f64",
    "octagons:whole",
    "polyhedra:strict",
    "equalities",
    "congruences",
    "constants",
    "signs",
    "unions*zones",
    "zonotopes",
];
