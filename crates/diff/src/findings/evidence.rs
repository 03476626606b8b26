//! How sure an accusation is.
//!
//! The paper ranks by δ alone and had people look at the rest. Here whatever can be known is known: a
//! check that failed in a run proves whoever called it safe unsound and whoever called it unsafe
//! right; a check that held in all possible runs does the contrary.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::deviance::{Deviance, Fault};
use super::table::Column;
use crate::Feature;
use crate::concrete::{Compiler, Failure, Input, Truth, listed};

/// What speaks for an accusation, the strongest first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "grade")]
pub enum Evidence {
    /// Unsound: the check failed in runs, before any undefined behaviour.
    Run {
        /// A run of the program of each compiler.
        failures: Vec<Failure>,
    },
    /// Imprecise: the check held in all possible runs.
    Enumeration {
        /// How many there are.
        runs: u64,
        /// The compilers whose programs were run.
        compilers: Vec<Compiler>,
    },
    /// Unsound: analyzers that see only executions that exist saw it fail.
    Witness {
        /// Their names.
        by: Vec<String>,
    },
    /// Imprecise: several tools that were never shown to be unsound in this campaign call it safe.
    Agreement {
        /// Their names.
        of: Vec<String>,
    },
    /// More analyzers say the contrary than say the same.
    Majority,
    /// Others say the contrary, but they are not more.
    Minority,
    /// Unsound only as one compiler orders what C leaves open: nobody who says safe is to blame.
    Depends {
        /// The compiler with which the check fails.
        fails: Compiler,
        /// The compiler with which it was not seen to fail.
        holds: Compiler,
    },
    /// Unsound where its manual says that it may be.
    Outside {
        /// What the program uses that the manual excepts.
        excepted: Vec<Feature>,
    },
    /// It is known that the accused is right.
    Refuted,
}

impl Evidence {
    /// What speaks for a deviance. `trusted` are the analyzers never shown to be unsound.
    pub fn of(
        deviance: &Deviance,
        truth: &Truth,
        columns: &[Column],
        trusted: &[bool],
    ) -> Evidence {
        let name = |analyzer: &usize| columns[*analyzer].name.clone();
        match (deviance.fault, truth) {
            (Fault::Unsound, Truth::Fails(failures)) => {
                Evidence::Run { failures: failures.clone() }
            }
            (Fault::Imprecise, Truth::Holds { runs, compilers }) => {
                Evidence::Enumeration { runs: *runs, compilers: compilers.clone() }
            }
            (Fault::Unsound, Truth::Depends { fails, holds }) => {
                Evidence::Depends { fails: *fails, holds: *holds }
            }
            // A check that fails with one compiler can fail.
            (Fault::Imprecise, Truth::Fails(_) | Truth::Depends { .. }) => Evidence::Refuted,
            (Fault::Unsound, Truth::Holds { .. }) => Evidence::Refuted,
            (Fault::Unsound, Truth::Open) if deviance.is_must() => {
                Evidence::Witness { by: deviance.witnesses.iter().map(name).collect() }
            }
            (Fault::Imprecise, Truth::Open) if agree(deviance, columns, trusted) => {
                let of = deviance.against.iter().filter(|other| trusted[**other]);
                Evidence::Agreement { of: of.map(name).collect() }
            }
            // The accused counts among those who say the same.
            (_, Truth::Open) if deviance.delta() > deviance.beside.len() + 1 => Evidence::Majority,
            (_, Truth::Open) => Evidence::Minority,
        }
    }

    /// The same, if the accused promises something about programs with such features.
    pub(super) fn within(
        self,
        deviance: &Deviance,
        columns: &[Column],
        features: &[Feature],
    ) -> Evidence {
        let excepts = columns[deviance.analyzer].excepts.iter().copied();
        let excepted: Vec<Feature> = excepts.filter(|one| features.contains(one)).collect();
        let accuses = deviance.fault == Fault::Unsound && self != Evidence::Refuted;
        match accuses && !excepted.is_empty() {
            true => Evidence::Outside { excepted },
            false => self,
        }
    }

    /// Whether it is known to be true, but for faults of the compiler and its sanitizers.
    pub fn is_confirmed(&self) -> bool {
        matches!(self, Evidence::Run { .. } | Evidence::Enumeration { .. })
    }

    /// The place in the order of strength, from 0.
    pub fn rank(&self) -> usize {
        match self {
            Evidence::Run { .. } => 0,
            Evidence::Enumeration { .. } => 1,
            Evidence::Witness { .. } => 2,
            Evidence::Agreement { .. } => 3,
            Evidence::Majority => 4,
            Evidence::Minority => 5,
            Evidence::Depends { .. } => 6,
            Evidence::Outside { .. } => 7,
            Evidence::Refuted => 8,
        }
    }

    /// The word for the grade.
    pub fn word(&self) -> &'static str {
        match self {
            Evidence::Run { .. } => "run",
            Evidence::Enumeration { .. } => "enumeration",
            Evidence::Witness { .. } => "witness",
            Evidence::Agreement { .. } => "agreement",
            Evidence::Majority => "majority",
            Evidence::Minority => "minority",
            Evidence::Depends { .. } => "depends",
            Evidence::Outside { .. } => "outside",
            Evidence::Refuted => "refuted",
        }
    }
}

/// At least two tools that were never shown to be unsound call the check safe, and nobody who
/// under-approximates saw it fail.
fn agree(deviance: &Deviance, columns: &[Column], trusted: &[bool]) -> bool {
    let mut tools: Vec<&str> = deviance
        .against
        .iter()
        .filter(|other| trusted[**other])
        .map(|other| columns[*other].tool.as_str())
        .collect();
    tools.sort_unstable();
    tools.dedup();
    let accusers = deviance.beside.iter().chain([&deviance.analyzer]);
    let witnessed = accusers.clone().any(|other| columns[*other].under_approximates);
    tools.len() >= 2 && !witnessed
}

/// A sentence for people.
impl fmt::Display for Evidence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Evidence::Run { failures } => {
                let compilers: Vec<Compiler> = failures.iter().map(|run| run.compiler).collect();
                let inputs = failures.first().map_or(&[][..], |run| &run.inputs);
                f.write_str("confirmed: the check fails when the program is run")?;
                write!(f, "{}, compiled by {}", with(inputs), each(&compilers))
            }
            Evidence::Enumeration { runs: 1, compilers } => {
                let by = each(compilers);
                write!(f, "confirmed: the check holds in the only possible run, compiled by {by}")
            }
            Evidence::Enumeration { runs, compilers } => {
                let by = each(compilers);
                write!(
                    f,
                    "confirmed: the check holds in all {runs} possible runs, compiled by {by}"
                )
            }
            Evidence::Depends { fails, holds } => write!(
                f,
                "it depends on the compiler: the check fails when {fails} compiles the program, and not \
                 when {holds} does; C leaves open what is evaluated first"
            ),
            Evidence::Witness { by } => {
                write!(f, "a witness: {} saw the check fail", by.join(", "))
            }
            Evidence::Agreement { of } => {
                write!(f, "called safe by {}, never shown to be unsound", of.join(", "))
            }
            Evidence::Majority => f.write_str("most analyzers say the contrary"),
            Evidence::Minority => f.write_str("others say the contrary, but not most"),
            Evidence::Outside { excepted } => {
                let words: Vec<&str> = excepted.iter().map(|feature| feature.word()).collect();
                let words = words.join(", ");
                write!(f, "outside of the contract: its manual excepts programs with {words}")
            }
            Evidence::Refuted => f.write_str("refuted: the analyzer is right"),
        }
    }
}

/// The first inputs of a run, in a sentence.
fn with(inputs: &[Input]) -> String {
    if inputs.is_empty() {
        return String::new();
    }
    let shown: Vec<String> = inputs.iter().take(8).map(Input::to_string).collect();
    let more = if inputs.len() > 8 { ", ..." } else { "" };
    format!(" with {}{more}", shown.join(", "))
}

/// Compilers; where there is one, that it was the only one.
fn each(compilers: &[Compiler]) -> String {
    match compilers {
        [only] => format!("{only}, the only compiler here"),
        several => listed(several),
    }
}

#[cfg(test)]
mod tests {
    use super::super::deviance::deviances;
    use super::super::table::tests::table;
    use super::*;

    /// The evidence for every deviance of one row, in a word each.
    fn check(names: &[&str], row: &str, truth: &Truth, trusted: &[bool], expected: &str) {
        let table = table(names, &[row]);
        let word = |deviance: &Deviance| {
            let evidence = Evidence::of(deviance, truth, &table.columns, trusted);
            format!("{} {}", table.columns[deviance.analyzer].name, evidence.word())
        };
        let words: Vec<String> = deviances(&table).iter().map(word).collect();
        assert_eq!(words.join(", "), expected);
    }

    const ALL: [bool; 5] = [true; 5];

    #[test]
    fn truth_decides() {
        let names = ["a", "b", "c"];
        let fails = Truth::Fails(Vec::new());
        check(&names, "ssu", &fails, &ALL, "a run, b run, c refuted");
        let holds = Truth::Holds { runs: 3, compilers: vec![Compiler::Gcc, Compiler::Clang] };
        check(&names, "ssu", &holds, &ALL, "a refuted, b refuted, c enumeration");
    }

    /// Not even a witness makes somebody unsound who is right with another compiler.
    #[test]
    fn what_depends_on_the_compiler_accuses_nobody() {
        let depends = Truth::Depends { fails: Compiler::Gcc, holds: Compiler::Clang };
        check(&["a", "b", "c"], "ssu", &depends, &ALL, "a depends, b depends, c refuted");
        check(&["w!", "a", "b"], "us?", &depends, &ALL, "w refuted, a depends");
    }

    #[test]
    fn sentences_name_the_compilers() {
        let input = Input { kind: "int".into(), raw: 3 };
        let failure = |compiler| Failure { compiler, inputs: vec![input.clone()] };
        let run = |compilers: &[Compiler]| Evidence::Run {
            failures: compilers.iter().map(|compiler| failure(*compiler)).collect(),
        };
        let start = "confirmed: the check fails when the program is run with int 3, compiled by";
        assert_eq!(run(&Compiler::ALL).to_string(), format!("{start} gcc and clang"));
        assert_eq!(
            run(&[Compiler::Gcc]).to_string(),
            format!("{start} gcc, the only compiler here")
        );
    }

    #[test]
    fn witnesses_count_against_safe_only() {
        check(&["w!", "a"], "us", &Truth::Open, &ALL, "w minority, a witness");
        check(&["w!", "a", "b"], "us?", &Truth::Open, &ALL, "w minority, a witness");
        // Two tools call it safe, but a witness saw it fail.
        check(
            &["w!", "a", "b", "c"],
            "ussu",
            &Truth::Open,
            &ALL,
            "w minority, a witness, b witness, c minority",
        );
    }

    #[test]
    fn agreement_needs_two_trusted_tools() {
        let names = ["a", "b", "c"];
        check(&names, "ssu", &Truth::Open, &ALL, "a minority, b minority, c agreement");
        check(
            &names,
            "ssu",
            &Truth::Open,
            &[true, false, true],
            "a minority, b minority, c majority",
        );
        check(
            &["t:x", "t:y", "c"],
            "ssu",
            &Truth::Open,
            &ALL,
            "t:x minority, t:y minority, c majority",
        );
    }

    #[test]
    fn majorities() {
        check(
            &["a", "b", "c", "d"],
            "suuu",
            &Truth::Open,
            &ALL,
            "a majority, b minority, c minority, d minority",
        );
        check(&["a", "b"], "su", &Truth::Open, &ALL, "a minority, b minority");
    }
}
