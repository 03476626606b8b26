//! Failing cases as text files: written when a check fails, tried first the next time.
//!
//! ```text
//! # soundline case 1
//! subject interval
//! check join commutative
//! choices 1 0 3 5
//! # a = [0, 3]
//! # b = ⊥
//! ```
//!
//! A case whose elements were built by traces has these, and can be changed: see [`script`].

use crate::script;
use crate::{Counterexample, Recipe, Report};
use std::path::{Path, PathBuf};
use std::{fmt, fs, io};

const HEADER: &str = "# soundline case 1";

/// A failing case, as it stands in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct StoredCase {
    /// The lattice.
    pub subject: String,
    /// Where the lattice is from: `soundline` or `crate NAME`. Cases of before do not say.
    pub origin: Option<String>,
    /// The law or operator property.
    pub check: String,
    /// What makes the case again.
    pub recipe: Recipe,
    /// The elements as they were shown when the case was stored.
    pub shown: Vec<String>,
}

/// Why a case could not be stored or read.
#[derive(Debug)]
#[non_exhaustive]
pub enum StoreError {
    /// The file system refused.
    Io(PathBuf, io::Error),
    /// The file is not a stored case.
    Malformed(PathBuf, String),
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StoreError::Io(path, error) => write!(f, "{}: {error}", path.display()),
            StoreError::Malformed(path, fault) => {
                write!(f, "{} is not a stored case: {fault}", path.display())
            }
        }
    }
}

impl std::error::Error for StoreError {}

impl StoredCase {
    /// The case behind a report, if it reports a violation.
    pub fn of_report(report: &Report) -> Option<StoredCase> {
        let counterexample = report.counterexample()?;
        Some(StoredCase {
            subject: report.subject.clone(),
            origin: None,
            check: report.name.clone(),
            recipe: counterexample.recipe.clone(),
            shown: lines(counterexample),
        })
    }

    /// Was the case stored for a lattice of that origin? Cases of before do not name one; they are
    /// taken for those that show the same elements when they are run again.
    pub fn is_from(&self, origin: &str, again: &Counterexample) -> bool {
        match &self.origin {
            Some(own) => own == origin,
            None => {
                let operands = |shown: &[String]| {
                    let operands = shown.iter().take_while(|line| !line.starts_with("panicked"));
                    operands.cloned().collect::<Vec<_>>()
                };
                operands(&lines(again)) == operands(&self.shown)
            }
        }
    }

    /// The text of the file, with the elements as comments.
    pub fn to_text(&self) -> String {
        let mut text = format!("{HEADER}\nsubject {}\n", self.subject);
        if let Some(origin) = &self.origin {
            text.push_str(&format!("origin {origin}\n"));
        }
        let recipe = self.recipe.to_string().replace("; ", "\n");
        text.push_str(&format!("check {}\n{recipe}\n", self.check));
        for line in &self.shown {
            text.push_str(&format!("# {line}\n"));
        }
        text
    }

    /// Read the text of a file; the error names the fault.
    pub fn parse(text: &str) -> Result<StoredCase, String> {
        let mut lines = text.lines();
        if lines.next() != Some(HEADER) {
            return Err(format!("its first line is not '{HEADER}'"));
        }
        let (mut subject, mut check, mut recipe, mut origin) = (None, None, None, None);
        let lines = lines.filter(|line| !line.starts_with('#') && !line.trim().is_empty());
        // Traces are lines of their own, with choices between them.
        let is_traced = text.lines().any(script::is_line);
        let mut traced = Vec::new();
        for line in lines {
            let (key, value) = line.split_once(' ').unwrap_or((line, ""));
            match key {
                "subject" => subject = Some(value.to_string()),
                "origin" => origin = Some(value.to_string()),
                "check" => check = Some(value.to_string()),
                _ if is_traced && (key == "choices" || script::is_line(line)) => traced.push(line),
                "choices" | "elements" | "traces" => {
                    let parsed = Recipe::parse(line);
                    recipe = Some(parsed.ok_or_else(|| format!("'{line}' has a bad number"))?);
                }
                _ => return Err(format!("the line '{line}' makes no sense")),
            }
        }
        if is_traced {
            recipe = Some(Recipe::parse_script(traced.into_iter())?);
        }
        let subject = subject.ok_or("it has no line 'subject NAME'")?;
        let check = check.ok_or("it has no line 'check NAME'")?;
        let recipe = recipe.ok_or("it has no line 'choices ...'")?;
        let shown = text.lines().skip(1).filter_map(|line| line.strip_prefix("# "));
        let shown = shown.map(str::to_string).collect();
        Ok(StoredCase { subject, origin, check, recipe, shown })
    }

    /// Read a file.
    pub fn read(path: &Path) -> Result<StoredCase, StoreError> {
        let text =
            fs::read_to_string(path).map_err(|error| StoreError::Io(path.to_path_buf(), error))?;
        StoredCase::parse(&text).map_err(|fault| StoreError::Malformed(path.to_path_buf(), fault))
    }
}

/// A folder of stored cases, one file for each check of each lattice.
#[derive(Clone, Debug)]
pub struct Store {
    folder: PathBuf,
    origin: Option<String>,
}

impl Store {
    /// The store in a folder, which is made when the first case is saved.
    pub fn new(folder: impl Into<PathBuf>) -> Store {
        Store { folder: folder.into(), origin: None }
    }

    /// Write into each case where its lattice is from: `soundline` or `crate NAME`.
    pub fn of(self, origin: impl Into<String>) -> Store {
        Store { origin: Some(origin.into()), ..self }
    }

    /// Where the case of a check is kept.
    pub fn path(&self, subject: &str, check: &str) -> PathBuf {
        self.folder.join(format!("{}--{}.case", slug(subject), slug(check)))
    }

    /// The stored case of a check, if there is one.
    pub fn load(&self, subject: &str, check: &str) -> Result<Option<StoredCase>, StoreError> {
        let path = self.path(subject, check);
        match path.exists() {
            true => StoredCase::read(&path).map(Some),
            false => Ok(None),
        }
    }

    /// Store the case of a report that violates; returns the file.
    pub fn save(&self, report: &Report) -> Result<Option<PathBuf>, StoreError> {
        let Some(case) = StoredCase::of_report(report) else { return Ok(None) };
        let case = StoredCase { origin: self.origin.clone(), ..case };
        let path = self.path(&report.subject, &report.name);
        let fault = |error| StoreError::Io(path.clone(), error);
        fs::create_dir_all(&self.folder).map_err(fault)?;
        // Written beside and renamed, so that a killed run leaves no half-written file.
        let draft = path.with_extension("draft");
        fs::write(&draft, case.to_text()).map_err(fault)?;
        fs::rename(&draft, &path).map_err(fault)?;
        Ok(Some(path))
    }
}

/// The elements of a counterexample, line by line.
fn lines(counterexample: &Counterexample) -> Vec<String> {
    let notes = counterexample.notes.iter().map(|note| note.to_string());
    notes.flat_map(|note| note.lines().map(str::to_string).collect::<Vec<_>>()).collect()
}

/// A name as a file name.
fn slug(name: &str) -> String {
    let parts = name.split(|c: char| !c.is_ascii_alphanumeric()).filter(|part| !part.is_empty());
    parts.collect::<Vec<_>>().join("-").to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Failure, Note, Source};

    fn example(values: &[&str]) -> Counterexample {
        let notes = values.iter().map(|text| Note { label: "a".into(), text: text.to_string() });
        Counterexample {
            recipe: Recipe::new(Source::Generators, vec![1, 0, u64::MAX]),
            notes: notes.collect(),
            failure: Failure::Wrong,
        }
    }

    fn case(origin: Option<&str>) -> StoredCase {
        let example = example(&["two\nlines"]);
        StoredCase {
            subject: "interval".into(),
            origin: origin.map(str::to_string),
            check: "join commutative".into(),
            shown: lines(&example),
            recipe: example.recipe,
        }
    }

    #[test]
    fn a_case_survives_the_round_trip() {
        for origin in [None, Some("crate mine")] {
            let text = case(origin).to_text();
            assert_eq!(StoredCase::parse(&text), Ok(case(origin)));
            assert!(text.ends_with("# a = two\n# lines\n"), "{text}");
        }
    }

    #[test]
    fn a_case_knows_where_its_lattice_is_from() {
        let mine = case(Some("crate mine"));
        assert!(mine.is_from("crate mine", &example(&[])));
        assert!(!mine.is_from("soundline", &example(&["two\nlines"])));
        // A case of before is recognised by its elements.
        assert!(case(None).is_from("soundline", &example(&["two\nlines"])));
        assert!(!case(None).is_from("soundline", &example(&["[0, 1]"])));
    }

    #[test]
    fn faults_are_named() {
        let check = |text: &str, fault: &str| {
            let error = StoredCase::parse(text).unwrap_err();
            assert!(error.contains(fault), "{error}");
        };
        check("", "first line");
        check("# soundline case 1\nsubject x", "check NAME");
        check("# soundline case 1\nsubject x\ncheck y\nchoices 1 -2", "bad number");
        check("# soundline case 1\nrubbish", "rubbish");
    }
}
