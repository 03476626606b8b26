//! The forms in which an annotated program is written, and writing files.

use std::io::Write;
use std::path::Path;
use std::str::FromStr;
use std::time::{SystemTime, UNIX_EPOCH};

use sha2::{Digest, Sha256};
use soundline_analyze::render::{self, Assume, Choice, Listing, Task, Witness};
use soundline_analyze::{Analysis, Scope};
use soundline_c::Program;

use soundline_test::command::Complaint;

/// A form of the program that says what was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Annotations in the notation of the paper.
    Paper,
    /// Annotations as C that compiles.
    C,
    /// The same for CBMC.
    Cbmc,
    /// The same for KLEE.
    Klee,
    /// Annotations in ACSL, for Frama-C.
    Acsl,
    /// What functions require, in ACSL.
    Contracts,
    /// A witness for other verifiers.
    Witness,
    /// The program without verified branches.
    Residual,
    /// Not a form: annotations at every program point.
    All,
}

impl FromStr for Form {
    type Err = String;

    fn from_str(text: &str) -> Result<Form, String> {
        match text {
            "paper" => Ok(Form::Paper),
            "c" => Ok(Form::C),
            "cbmc" => Ok(Form::Cbmc),
            "klee" => Ok(Form::Klee),
            "acsl" => Ok(Form::Acsl),
            "contracts" => Ok(Form::Contracts),
            "witness" => Ok(Form::Witness),
            "all" => Ok(Form::All),
            _ => Err(format!(
                "`{text}` is not a form: paper, c, cbmc, klee, acsl, contracts or witness, and all behind a comma"
            )),
        }
    }
}

impl Form {
    /// The form that some words on the command line mean, and which annotations.
    pub fn of(words: &[Form], residual: bool) -> Result<Option<(Form, Choice)>, Complaint> {
        let choice = if words.contains(&Form::All) { Choice::All } else { Choice::Needed };
        let forms: Vec<Form> = words.iter().copied().filter(|form| *form != Form::All).collect();
        match forms[..] {
            [] if residual => Ok(Some((Form::Residual, choice))),
            [] if choice == Choice::All => Ok(Some((Form::Paper, choice))),
            [] => Ok(None),
            [only] => Ok(Some((only, choice))),
            _ => Err(Complaint::new(
                "--annotate takes one form at a time: paper, c, cbmc, klee, acsl, contracts or witness",
            )),
        }
    }

    /// The name of the file with this form of another one. What went through the preprocessor must
    /// not do so again.
    pub fn file_name(self, file: &Path, preprocessed: bool) -> String {
        let stem = file.file_stem().unwrap_or(file.as_os_str()).to_string_lossy();
        let given = file.extension().is_some_and(|extension| extension == "i");
        let c = if preprocessed || given { "i" } else { "c" };
        match self {
            Form::Paper | Form::All => format!("{stem}.annotated.txt"),
            Form::C | Form::Cbmc | Form::Klee | Form::Acsl | Form::Contracts => {
                format!("{stem}.annotated.{c}")
            }
            Form::Witness => format!("{stem}.witness.yml"),
            Form::Residual => format!("{stem}.residual.{c}"),
        }
    }

    /// How this form says that something holds.
    fn assume(self) -> Assume {
        match self {
            Form::Cbmc => Assume::Cprover,
            Form::Klee => Assume::Klee,
            Form::Acsl => Assume::Acsl,
            _ => Assume::Verifier,
        }
    }

    /// The program in this form.
    pub fn write(self, source: &Annotated) -> Result<Vec<u8>, String> {
        let Annotated { program, analysis, listing, scope, choice, .. } = *source;
        let overlap =
            |fault: soundline_c::Overlap| format!("the program cannot be annotated: {fault}");
        match self {
            Form::Paper | Form::All => {
                Ok(render::paper(program, analysis, listing, choice).into_bytes())
            }
            Form::C | Form::Cbmc | Form::Klee | Form::Acsl => {
                render::instrument(program, analysis, scope, choice, self.assume()).map_err(overlap)
            }
            Form::Contracts => render::acsl(program, analysis).map_err(overlap),
            Form::Witness => {
                let witness = Witness::new(program, analysis, listing, choice, source.task());
                Ok(witness.to_string().into_bytes())
            }
            Form::Residual => render::residual(program, analysis, Assume::Verifier)
                .map(|(text, _)| text)
                .map_err(overlap),
        }
    }
}

/// What is to be written.
#[derive(Clone, Copy)]
pub struct Annotated<'a> {
    /// The program.
    pub program: &'a Program,
    /// What was found.
    pub analysis: &'a Analysis,
    /// The file.
    pub listing: &'a Listing<'a>,
    /// Its bytes.
    pub original: &'a [u8],
    /// What was analyzed.
    pub scope: Scope,
    /// Which annotations.
    pub choice: Choice,
}

impl Annotated<'_> {
    fn task(&self) -> Task {
        let hash = Sha256::digest(self.original);
        Task {
            file: self.listing.name().to_owned(),
            hash: hash.iter().map(|byte| format!("{byte:02x}")).collect(),
            specification: "CHECK( init(main()), LTL(G ! call(reach_error())) )".to_owned(),
            creation_time: now(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
        }
    }
}

/// The time in ISO 8601.
fn now() -> String {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs());
    soundline_report::number::timestamp(seconds)
}

/// Prints a program as it is. A reader that has seen enough is no error.
pub fn print(bytes: &[u8]) {
    let _ = std::io::stdout().lock().write_all(bytes);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_are_one_and_all() {
        let of = |words: &[Form], residual| Form::of(words, residual).ok().flatten();
        assert_eq!(of(&[], false), None);
        assert_eq!(of(&[Form::C], false), Some((Form::C, Choice::Needed)));
        assert_eq!(of(&[Form::All], false), Some((Form::Paper, Choice::All)));
        assert_eq!(of(&[Form::All, Form::C], false), Some((Form::C, Choice::All)));
        assert_eq!(of(&[], true), Some((Form::Residual, Choice::Needed)));
        assert!(Form::of(&[Form::C, Form::Paper], false).is_err());
    }
}
