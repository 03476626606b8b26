//! How a command ends.

use std::fmt;
use std::process::ExitCode;

/// The end of a command that could do its work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// Nothing was found.
    Nothing,
    /// Something was found.
    Findings,
    /// Compared with a baseline there are new warnings, and nothing that is certain.
    NewWarnings,
    /// It was stopped early; what it had is shown.
    Stopped,
    /// Part of the input could not be used, which was said; the rest is shown.
    BadInput,
}

impl Ending {
    /// The exit code.
    pub fn code(self) -> u8 {
        match self {
            Ending::Nothing => 0,
            Ending::Findings => 1,
            Ending::Stopped => 3,
            Ending::BadInput => 2,
            Ending::NewWarnings => 4,
        }
    }
}

impl From<Ending> for ExitCode {
    fn from(ending: Ending) -> ExitCode {
        ExitCode::from(ending.code())
    }
}

/// Wrong use or bad input: one sentence that says what to do.
#[derive(Debug)]
pub struct Complaint(String);

impl Complaint {
    /// A complaint in a sentence.
    pub fn new(sentence: impl Into<String>) -> Complaint {
        Complaint(sentence.into())
    }
}

impl fmt::Display for Complaint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl From<soundline_lattice::StoreError> for Complaint {
    fn from(error: soundline_lattice::StoreError) -> Complaint {
        Complaint::new(error.to_string())
    }
}
