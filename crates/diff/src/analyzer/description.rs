//! What one analyzer needs and says: a short TOML text.
//!
//! ```
//! use soundline_diff::analyzer::Description;
//!
//! let text = r#"
//! name = "parrot"
//! about = "says what it is told"
//! get = "everywhere"
//!
//! [find]
//! programs = ["echo"]
//!
//! [encoding]
//! prelude = "extern void parrot_check(int);"
//! check = "parrot_check({condition})"
//!
//! [[command]]
//! run = ["{program}", "safe", "{file}"]
//!
//! [[rule]]
//! stdout = '^safe'
//! verdict = "safe"
//! "#;
//! let [parrot] = &Description::parse(text)?[..] else { panic!("it has one configuration") };
//! assert_eq!(parrot.name, "parrot");
//! # Ok::<(), soundline_diff::analyzer::DescriptionError>(())
//! ```

use super::answer::Verdict;
use super::rule::{CheckRule, Rule};
use crate::{Encoding, Feature, Form};
use serde::{Deserialize, Serialize};
use soundline_c::DataModel;
use std::collections::BTreeMap;

/// What one analyzer needs and says.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Description {
    /// Its name, as in `soundline diff analyzers`.
    pub name: String,
    /// What it is, in half a line.
    pub about: String,
    /// How to get it.
    pub get: String,
    /// Whether our tests run it. The others are described after their documentation alone.
    #[serde(default)]
    pub tested: bool,
    /// Whether it looks at executions that exist: then unsafe is a witness.
    #[serde(default)]
    pub under_approximates: bool,
    /// What its manual says about its answers.
    #[serde(default, skip_serializing)]
    pub contract: Contract,
    /// How it is found.
    pub find: Find,
    /// How checks are written for it.
    pub(super) encoding: EncodingText,
    /// What `{model}` stands for.
    #[serde(default)]
    pub(super) model: Models,
    /// What is added to its environment.
    #[serde(default)]
    pub(super) environment: BTreeMap<String, String>,
    /// A command that is run once before all others.
    #[serde(default)]
    pub(super) prepare: Vec<String>,
    /// Files that are written next to the program, such as a property: names and texts.
    #[serde(default)]
    pub(super) files: BTreeMap<String, String>,
    /// The arguments with which its program stays and answers one command after the other, if it can do that.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) kept: Vec<String>,
    /// What is run, in turn, as long as the rules say `next`.
    #[serde(default)]
    pub(super) command: Vec<CommandLine>,
    /// A file that it writes, and rules may look into.
    #[serde(default)]
    pub(super) writes: Option<String>,
    /// How its output is read: the first rule that fits.
    #[serde(default)]
    pub(super) rule: Vec<Rule>,
    /// How it speaks of single checks.
    #[serde(default)]
    pub(super) check: Vec<CheckRule>,
    /// Where the objects about single checks are in what it prints as JSON: `files.checks`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) checks_in: Option<String>,
    /// What it says of a check by not mentioning it.
    #[serde(default)]
    pub(super) silence: Option<Verdict>,
    /// Several ways to use it: what `{configuration}` stands for. The one called `default` has the plain
    /// name of the analyzer, others are called `name:configuration`.
    #[serde(default, skip_serializing)]
    pub(super) configurations: BTreeMap<String, Vec<String>>,
    /// What `{configuration}` stands for in this one.
    #[serde(skip_deserializing)]
    pub(super) configuration: Vec<String>,
    /// The module of BenchExec that knows its commands and output; the configuration is options
    /// for the tool.
    #[serde(default)]
    pub(super) benchexec: Option<String>,
}

/// What a manual says about the answers of an analyzer. It decides no verdict, only what is made of it.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Contract {
    /// Whether safe is a proof. By default it is, unless the analyzer under-approximates or is safe by silence.
    #[serde(default)]
    pub proves: Option<bool>,
    /// What programs may use without that its answers can be relied on.
    #[serde(default)]
    pub excepts: Vec<Feature>,
}

/// How an analyzer is found.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Find {
    /// Names of its program: the first that there is. `{soundline}` is this very program.
    pub programs: Vec<String>,
    /// Programs that it cannot work without.
    #[serde(default)]
    pub also: Vec<String>,
    /// The arguments that make it tell its version.
    #[serde(default = "version_arguments")]
    pub version: Vec<String>,
    /// What of that is the version: all that it matches, or its group `(?<version>...)`.
    #[serde(default = "version_pattern")]
    pub version_pattern: String,
    /// The oldest version that can be used.
    #[serde(default)]
    pub since: Option<String>,
}

fn version_arguments() -> Vec<String> {
    vec!["--version".into()]
}

fn version_pattern() -> String {
    r"\d+(?:\.\d+)+\S*".into()
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct EncodingText {
    #[serde(default)]
    pub(super) prelude: String,
    pub(super) check: String,
    #[serde(default)]
    pub(super) form: FormWord,
    /// What stands in every check once, and nowhere else: by it the checks are found in the text.
    #[serde(default)]
    pub(super) marker: Option<String>,
    /// Whether the program goes on where a check fails, so that what is said of one check does not depend on others.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(super) independent: bool,
    /// How the program's file is called: `i` for a preprocessed text.
    #[serde(default = "preprocessed")]
    pub(super) suffix: String,
}

fn preprocessed() -> String {
    "i".into()
}

#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum FormWord {
    #[default]
    Expression,
    Statement,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Models {
    #[serde(default, rename = "32")]
    ilp32: Vec<String>,
    #[serde(default, rename = "64")]
    lp64: Vec<String>,
}

impl Models {
    pub(super) fn arguments(&self, model: DataModel) -> &[String] {
        match model {
            DataModel::Ilp32 => &self.ilp32,
            DataModel::Lp64 => &self.lp64,
        }
    }
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct CommandLine {
    pub(super) run: Vec<String>,
    /// The command is run for each of these in turn, which `{each}` stands for.
    #[serde(default)]
    pub(super) each: Vec<String>,
    /// Only for versions from this one on.
    #[serde(default)]
    pub(super) since: Option<String>,
    /// Only for versions before this one.
    #[serde(default)]
    pub(super) before: Option<String>,
}

/// What is wrong with a description.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DescriptionError {
    /// It is no TOML, or it has not the shape of a description.
    #[error("{}", .0.to_string().trim_end())]
    Shape(#[from] toml::de::Error),
    /// It has the shape, but it cannot be meant so.
    #[error("{0}")]
    Meaning(String),
}

impl Description {
    /// Whether it can be asked about programs of a data model. Without a word on models an analyzer answers for 64 bits.
    pub fn speaks_of(&self, model: DataModel) -> bool {
        let words = self.command.iter().flat_map(|command| &command.run);
        let has_bits = words.chain(self.environment.values()).any(|word| word.contains("{bits}"));
        let named = !self.model.arguments(model).is_empty();
        model == DataModel::Lp64 || self.benchexec.is_some() || has_bits || named
    }

    /// The descriptions in a text: one for each configuration.
    pub fn parse(text: &str) -> Result<Vec<Description>, DescriptionError> {
        let description: Description = toml::from_str(text)?;
        description.check_meaning().map_err(DescriptionError::Meaning)?;
        if description.configurations.is_empty() {
            return Ok(vec![description]);
        }
        let configured = description.configurations.iter().map(|(name, arguments)| {
            let plain = name == "default";
            let name = if plain { String::new() } else { format!(":{name}") };
            Description {
                name: format!("{}{name}", description.name),
                configuration: arguments.clone(),
                configurations: BTreeMap::new(),
                ..description.clone()
            }
        });
        Ok(configured.collect())
    }

    /// The same analyzer in another configuration, with a name of its own.
    pub fn configured(&self, name: &str, words: &[&str]) -> Description {
        let configuration = words.iter().map(|word| word.to_string()).collect();
        Description { name: name.to_string(), configuration, ..self.clone() }
    }

    /// The same analyzer with checks written in another way, after which the condition may be taken to hold.
    pub fn checked_by(mut self, prelude: &str, check: &str) -> Description {
        self.encoding.prelude = prelude.to_string();
        self.encoding.check = check.to_string();
        self.encoding.independent = false;
        self
    }

    /// Whether it speaks of single checks.
    pub fn speaks_of_checks(&self) -> bool {
        !self.check.is_empty() && self.encoding.marker.is_some()
    }

    /// Whether safe is a proof by its manual.
    pub fn proves(&self) -> bool {
        let usual = !self.under_approximates && self.silence != Some(Verdict::Safe);
        self.contract.proves.unwrap_or(usual)
    }

    /// How checks are written for it.
    pub fn encoding(&self) -> Encoding {
        let EncodingText { prelude, check, form, .. } = &self.encoding;
        let prelude = match prelude.is_empty() || prelude.ends_with('\n') {
            true => prelude.clone(),
            false => format!("{prelude}\n"),
        };
        let form = match form {
            FormWord::Expression => Form::Expression,
            FormWord::Statement => Form::Statement,
        };
        Encoding { prelude, check: check.clone(), form }
    }

    /// All that decides its verdicts, as a text: what differs here is another analyzer.
    pub fn setup(&self) -> String {
        let silent = Description { about: String::new(), get: String::new(), ..self.clone() };
        serde_json::to_string(&silent).expect("a description has text for keys")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = "name = \"x\"\nabout = \"\"\nget = \"\"\n[find]\nprograms = [\"x\"]\n\
                        [encoding]\ncheck = \"c({condition})\"\n[[command]]\nrun = [\"{program}\"]\n\
                        [[rule]]\nverdict = \"safe\"\n";

    #[test]
    fn configurations_are_analyzers_of_their_own() {
        let text = format!("{GOOD}[configurations]\ndefault = []\nfast = [\"-f\"]\n");
        let all = Description::parse(&text).expect("it is right");
        let names: Vec<&str> = all.iter().map(|description| description.name.as_str()).collect();
        assert_eq!(names, ["x", "x:fast"]);
        assert_ne!(all[0].setup(), all[1].setup());
    }

    #[test]
    fn words_about_it_decide_nothing() {
        let other = GOOD.replacen("about = \"\"", "about = \"something\"", 1);
        let [one, two] = [GOOD, &other].map(|text| Description::parse(text).expect("right"));
        assert_eq!(one[0].setup(), two[0].setup());
    }
}
