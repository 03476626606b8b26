//! Reduction by C-Vise, where it is installed.

use crate::analyzer::in_search_path;
use soundline_isolate::{Call, End, Limits, Scratch, Stop, Warden, printable};
use std::{
    ffi::{OsStr, OsString},
    fs, io,
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
    time::Duration,
};

/// The name under which the predicate finds the program in its folder.
const PROGRAM: &str = "program.c";

/// What it would do about C++ alone. It tries everything it knows, and each of these costs a process.
const NOT_FOR_C: [&str; 24] = [
    "remove-namespace",
    "rename-operator",
    "move-definition-to-declaration",
    "simplify-dependent-typedef",
    "replace-dependent-typedef",
    "instantiate-template-type-param-to-int",
    "instantiate-template-param",
    "template-arg-to-int",
    "template-non-type-arg-to-int",
    "reduce-class-template-param",
    "remove-trivial-base-template",
    "class-template-to-class",
    "merge-base-class",
    "remove-base-class",
    "replace-derived-class",
    "remove-unresolved-base",
    "remove-ctor-initializer",
    "replace-class-with-base-template-spec",
    "simplify-nested-class",
    "replace-dependent-name",
    "simplify-recursive-template-instantiation",
    "remove-try-catch",
    "rename-class",
    "rename-cxx-method",
];

/// C-Vise with its limits.
#[derive(Clone, Debug)]
pub struct Cvise {
    /// The program.
    pub path: PathBuf,
    /// How many predicates run at once.
    pub jobs: usize,
    /// Seconds for one predicate.
    pub predicate_seconds: u32,
    /// How long it may take in all; what was reached until then is the result.
    pub limits: Limits,
}

/// Why C-Vise made nothing.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CviseError {
    /// It cannot be started.
    #[error("cvise cannot be started ({0}): install it (Debian: `apt-get install cvise`)")]
    Missing(String),
    /// The predicate says no to the program itself.
    #[error("the program is not interesting to begin with")]
    NotInteresting,
    /// It failed otherwise.
    #[error("cvise failed: {0}")]
    Failed(String),
    /// No room for files.
    #[error("no temporary files: {0}")]
    Files(#[from] io::Error),
}

impl Cvise {
    /// The one in the search path, or the one that `SOUNDLINE_CVISE` names, within five minutes. A name that is
    /// not found stands for none.
    pub fn find() -> Option<Cvise> {
        let named = std::env::var("SOUNDLINE_CVISE").unwrap_or_else(|_| "cvise".to_owned());
        let path = in_search_path(&named)?;
        let limits = Limits { time: Duration::from_secs(300), ..Limits::default() };
        Some(Cvise { path, jobs: 1, predicate_seconds: 300, limits })
    }

    /// The smallest program found for which `predicate` exits with 0. The predicate is a command
    /// whose last argument is the path of a program; it may run in any folder.
    pub fn reduce(
        &self,
        warden: &Warden,
        text: &[u8],
        predicate: &[OsString],
        stop: &Stop,
    ) -> Result<Vec<u8>, CviseError> {
        let folder = Scratch::new()?;
        let program = folder.path().join(PROGRAM);
        fs::write(&program, text)?;
        let script = write_script(folder.path(), predicate)?;
        let outcome = warden.run(&self.call(folder.path(), &script), &self.limits, stop);
        let said = printable(&[&outcome.stdout[..], &outcome.stderr].concat());
        // It exits with 0 then too.
        if said.contains("interestingness test does not return") {
            return Err(CviseError::NotInteresting);
        }
        match outcome.end {
            End::Exited(0) | End::TimedOut | End::Interrupted => Ok(fs::read(&program)?),
            End::NotStarted(reason) => Err(CviseError::Missing(reason)),
            end => {
                let last = said.lines().last().unwrap_or_default();
                Err(CviseError::Failed(format!("{end}: {last}")))
            }
        }
    }

    fn call(&self, folder: &Path, script: &Path) -> Call {
        let text = |text: &str| OsString::from(text);
        let number = |number: usize| OsString::from(number.to_string());
        let arguments = vec![
            text("--tidy"),
            text("--n"),
            number(self.jobs.max(1)),
            text("--remove-pass"),
            NOT_FOR_C.map(|pass| format!("ClangPass::{pass}")).join(",").into(),
            text("--timeout"),
            number(self.predicate_seconds as usize),
            script.into(),
            text(PROGRAM),
        ];
        let temporary = ("TMPDIR".to_owned(), folder.as_os_str().to_owned());
        Call {
            program: self.path.clone(),
            arguments,
            folder: folder.to_owned(),
            owns_folder: true,
            environment: vec![temporary],
        }
    }
}

/// A script that runs the predicate on the program in the present folder.
fn write_script(folder: &Path, predicate: &[OsString]) -> io::Result<PathBuf> {
    let script = folder.join("interesting.sh");
    let words: Vec<String> = predicate.iter().map(|word| quoted(word)).collect();
    fs::write(&script, format!("#!/bin/sh\nexec {} {PROGRAM}\n", words.join(" ")))?;
    fs::set_permissions(&script, fs::Permissions::from_mode(0o755))?;
    Ok(script)
}

/// A word for a shell.
fn quoted(word: &OsStr) -> String {
    format!("'{}'", word.to_string_lossy().replace('\'', "'\\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_quoted() {
        assert_eq!(quoted(OsStr::new("a b")), "'a b'");
        assert_eq!(quoted(OsStr::new("it's $HOME")), r"'it'\''s $HOME'");
    }
}
