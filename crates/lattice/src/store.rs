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

use crate::{Counterexample, Recipe, Report};
use std::path::{Path, PathBuf};
use std::{fmt, fs, io};

const HEADER: &str = "# soundline case 1";

/// A failing case, as it stands in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredCase {
    /// The lattice.
    pub subject: String,
    /// The law or operator property.
    pub check: String,
    /// What makes the case again.
    pub recipe: Recipe,
}

/// Why a case could not be stored or read.
#[derive(Debug)]
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
            check: report.name.clone(),
            recipe: counterexample.recipe.clone(),
        })
    }

    /// The text of the file, with the elements as comments.
    pub fn to_text(&self, counterexample: &Counterexample) -> String {
        let kind = if self.recipe.exhaustive { "elements" } else { "choices" };
        let numbers: Vec<String> = self.recipe.choices.iter().map(u64::to_string).collect();
        let mut text = format!(
            "{HEADER}\nsubject {}\ncheck {}\n{kind} {}\n",
            self.subject,
            self.check,
            numbers.join(" ")
        );
        for note in &counterexample.notes {
            for line in note.to_string().lines() {
                text.push_str(&format!("# {line}\n"));
            }
        }
        text
    }

    /// Read the text of a file; the error names the fault.
    pub fn parse(text: &str) -> Result<StoredCase, String> {
        let mut lines = text.lines();
        if lines.next() != Some(HEADER) {
            return Err(format!("its first line is not '{HEADER}'"));
        }
        let (mut subject, mut check, mut recipe) = (None, None, None);
        for line in lines.filter(|line| !line.starts_with('#') && !line.trim().is_empty()) {
            let (key, value) = line.split_once(' ').unwrap_or((line, ""));
            match key {
                "subject" => subject = Some(value.to_string()),
                "check" => check = Some(value.to_string()),
                "choices" | "elements" => {
                    let numbers = value.split_whitespace().map(str::parse::<u64>);
                    let numbers: Result<Vec<u64>, _> = numbers.collect();
                    let choices = numbers.map_err(|_| format!("'{line}' has a bad number"))?;
                    recipe = Some(Recipe { exhaustive: key == "elements", choices });
                }
                _ => return Err(format!("the line '{line}' makes no sense")),
            }
        }
        let subject = subject.ok_or("it has no line 'subject NAME'")?;
        let check = check.ok_or("it has no line 'check NAME'")?;
        let recipe = recipe.ok_or("it has no line 'choices ...'")?;
        Ok(StoredCase { subject, check, recipe })
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
}

impl Store {
    /// The store in a folder, which is made when the first case is saved.
    pub fn new(folder: impl Into<PathBuf>) -> Store {
        Store { folder: folder.into() }
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
        let (Some(case), Some(counterexample)) =
            (StoredCase::of_report(report), report.counterexample())
        else {
            return Ok(None);
        };
        let path = self.path(&report.subject, &report.name);
        let fault = |error| StoreError::Io(path.clone(), error);
        fs::create_dir_all(&self.folder).map_err(fault)?;
        // Written beside and renamed, so that a killed run leaves no half-written file.
        let draft = path.with_extension("draft");
        fs::write(&draft, case.to_text(counterexample)).map_err(fault)?;
        fs::rename(&draft, &path).map_err(fault)?;
        Ok(Some(path))
    }
}

/// A name as a file name.
fn slug(name: &str) -> String {
    let parts = name.split(|c: char| !c.is_ascii_alphanumeric()).filter(|part| !part.is_empty());
    parts.collect::<Vec<_>>().join("-").to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Note;

    #[test]
    fn a_case_survives_the_round_trip() {
        let case = StoredCase {
            subject: "interval".into(),
            check: "join commutative".into(),
            recipe: Recipe { exhaustive: false, choices: vec![1, 0, u64::MAX] },
        };
        let note = Note { label: "a".into(), text: "two\nlines".into() };
        let counterexample = Counterexample { recipe: case.recipe.clone(), notes: vec![note] };
        let text = case.to_text(&counterexample);
        assert_eq!(StoredCase::parse(&text), Ok(case));
        assert!(text.ends_with("# a = two\n# lines\n"), "{text}");
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
