//! Domains in any language: a program that speaks a line protocol over its standard input and
//! output.
//!
//! The program is sent instructions, which it never answers, and now and then a question, which it
//! answers in one line. So a test costs as many round trips as it has questions, however many
//! elements it makes. `docs/exec-protocol.md` is the reference for writers of such programs.

pub(crate) mod command;
mod hello;
mod machine;
pub(crate) mod pipe;
pub(crate) mod wire;

use std::path::Path;
use std::time::Duration;

use soundline_domains::expr::Space;
use soundline_isolate::LineLimits;

use crate::machine::Machine;
use crate::target::{Presence, Target, TargetError};
use command::Command;
use machine::Session;

/// The version of the protocol that is spoken.
const PROTOCOL: u32 = 1;

/// A program that implements a domain.
///
/// ```no_run
/// use soundline_domains::expr::Space;
/// use soundline_targets::{Exec, Operation, Target};
///
/// let target = Exec::new("python3 my_domain.py")?;
/// assert_eq!(target.name(), "exec:my_domain");
/// let mut machine = target.open(&Space::reals(2))?;
/// let top = machine.apply(&Operation::Top)?;
/// assert_eq!(machine.constraints(top)?, []);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Exec {
    name: String,
    about: String,
    command: Command,
    limits: LineLimits,
}

impl Exec {
    /// The program that a command line starts. Words are separated by spaces, and quotes keep
    /// words together; no shell is involved. The target is named after the script or program.
    pub fn new(command_line: &str) -> Result<Exec, TargetError> {
        let command = Command::parse(command_line).map_err(TargetError::BadDescription)?;
        let name = format!("exec:{}", command.short_name());
        let about = format!("the domain of `{command}`");
        Ok(Exec { name, about, command, limits: LineLimits::default() })
    }

    /// The same with another name after `exec:`.
    pub fn named(mut self, name: &str) -> Exec {
        self.name = format!("exec:{name}");
        self
    }

    /// The same, but no answer may take longer than this. 10 seconds if nothing is said.
    pub fn answers_within(mut self, limit: Duration) -> Exec {
        self.limits.time = limit;
        self
    }

    fn start(&self, space: &Space) -> Result<Session, TargetError> {
        Session::start(&self.command, space, self.limits).map_err(|fault| match fault {
            machine::StartFault::NotStarted(reason) => TargetError::Unloadable {
                path: Path::new(self.command.program()).to_path_buf(),
                reason,
            },
            machine::StartFault::BadHello(reason) => {
                TargetError::BadDescription(format!("`{}` {reason}", self.command))
            }
        })
    }
}

impl Target for Exec {
    fn name(&self) -> &str {
        &self.name
    }

    fn about(&self) -> &str {
        &self.about
    }

    fn presence(&self) -> Presence {
        match self.command.find() {
            Some(path) => Presence::Found { path },
            None => Presence::Missing {
                advice: format!("there is no program {:?}", self.command.program()),
            },
        }
    }

    fn open(&self, space: &Space) -> Result<Box<dyn Machine>, TargetError> {
        Ok(Box::new(self.start(space)?))
    }

    /// What the program calls itself.
    fn version(&self) -> Option<String> {
        Some(self.start(&Space::default()).ok()?.name().to_string())
    }
}
