//! The folder through which both processes talk.

use super::{Ended, Judged, Limits, Starter, Trouble};
use crate::case::Start;
use crate::report::{Counterexample, Failure, Scope, Status};
use crate::{Check, Note, Recipe, Report};
use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// Variables: the folder, the number of the check to begin with, and the case to tell instead of running the check.
pub(super) const FOLDER: &str = "SOUNDLINE_APART";
pub(super) const FIRST: &str = "SOUNDLINE_APART_FIRST";
pub(super) const CASE: &str = "SOUNDLINE_APART_CASE";

/// Files: how the last case started, what it told, that it ended, and the limit that it passed.
pub(super) const BEGUN: &str = "case";
pub(super) const TOLD: &str = "told";
pub(super) const TOLD_TO_THE_END: &str = "told-to-the-end";
pub(super) const HUNG: &str = "hung";
pub(super) const GREW: &str = "grew";

/// The limit that a child passed which watches itself.
pub(super) fn limit_passed(folder: &Path) -> Option<Ended> {
    if let Ok(seconds) = fs::read_to_string(folder.join(HUNG)) {
        let limit =
            seconds.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
        Some(Ended::TimedOut(limit.unwrap_or(Limits::from_environment().time)))
    } else if folder.join(GREW).exists() {
        Some(Ended::OutOfMemory(Limits::from_environment().memory))
    } else {
        None
    }
}

/// The folder of a run, removed at the end.
pub(super) struct Folder(PathBuf);

impl Folder {
    pub(super) fn new() -> Option<Folder> {
        static NUMBER: AtomicU64 = AtomicU64::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let name = format!("soundline-apart-{}-{number}", std::process::id());
        let path = std::env::temp_dir().join(name);
        fs::create_dir_all(&path).ok()?;
        Some(Folder(path))
    }

    /// Run a child from the check of a number on, or only the case with which that check began.
    pub(super) fn start(
        &self,
        starter: &dyn Starter,
        first: usize,
        case: Option<&Start>,
    ) -> Result<Ended, Trouble> {
        let first = OsString::from(first.to_string());
        let case = OsString::from(case.map(Start::to_string).unwrap_or_default());
        let environment: [(&str, &OsStr); 3] =
            [(FOLDER, self.0.as_os_str()), (FIRST, &first), (CASE, &case)];
        match starter.start(&self.0, &environment) {
            None => Err(Trouble::NoChild),
            Some(Ended::Interrupted) => Err(Trouble::Interrupted),
            Some(ended) => Ok(ended),
        }
    }

    /// What the child wrote about a check that is done.
    pub(super) fn judged(&self, number: usize) -> Option<Judged> {
        let text = fs::read_to_string(self.0.join(number.to_string())).ok()?;
        let (kind, text) = text.split_once('\n')?;
        Some(Judged { bad: kind == "bad", text: text.to_string() })
    }

    /// Did the child come to a check? If not, it is the child that failed and not the lattice.
    pub(super) fn came_to_a_check(&self) -> bool {
        self.0.join(BEGUN).exists()
    }

    /// Did the case that was run alone return?
    pub(super) fn told_to_the_end(&self) -> bool {
        self.0.join(TOLD_TO_THE_END).exists()
    }

    /// The case that was begun last. What stands behind the first line is left of a longer one.
    pub(super) fn case(&self) -> Option<Start> {
        Start::parse(fs::read_to_string(self.0.join(BEGUN)).ok()?.lines().next()?)
    }

    /// The report on a check whose case did not return, as far as the case was told.
    pub(super) fn report(&self, check: &Check, start: Start, failure: Failure) -> Report {
        let text = fs::read_to_string(self.0.join(TOLD)).unwrap_or_default();
        let mut recipe = match start {
            Start::Prescribed(recipe) => recipe,
            Start::Random(source, _) => Recipe::new(source, vec![]),
        };
        let mut notes = Vec::new();
        for line in text.lines() {
            let note = line.strip_prefix("note ").and_then(|note| note.split_once('\t'));
            if let Some((label, text)) = note {
                notes.push(Note { label: label.into(), text: text.into() });
            } else if let Some(drawn) = Recipe::parse(line) {
                recipe = drawn;
            }
        }
        let example = Counterexample { recipe, notes, failure };
        Report::new(check, Scope::Random, Status::Violated(example))
    }

    /// The report on a check that did not come to its first case: the lattice was made, and its elements listed.
    pub(super) fn report_before_cases(&self, check: &Check, failure: Failure) -> Report {
        let text = "none was begun: it was still listing the elements".to_string();
        let notes = vec![Note { label: "case".into(), text }];
        let example = Counterexample { recipe: Recipe::default(), notes, failure };
        Report::new(check, Scope::None, Status::Violated(example))
    }

    pub(super) fn forget_case(&self) {
        for file in [BEGUN, TOLD, TOLD_TO_THE_END, HUNG, GREW] {
            let _ = fs::remove_file(self.0.join(file));
        }
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
