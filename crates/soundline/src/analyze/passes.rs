//! The analyses of one program: one, one that goes on from a checkpoint, or several domains one after
//! the other.

use std::path::Path;

use soundline_analyze::{Analysis, Checkpoint, Settings, analyze, escalate, resume};
use soundline_c::Program;

use soundline_test::command::{Complaint, Interrupt};

use super::Arguments;

/// Analyzes a program in the way that was asked for.
pub fn run(
    program: &Program,
    settings: &Settings,
    arguments: &Arguments,
    checkpoint: Option<&Checkpoint>,
    interrupt: &Interrupt,
) -> Result<Analysis, Complaint> {
    let interrupted = || interrupt.is_asked();
    match (checkpoint, &arguments.escalate[..]) {
        (Some(checkpoint), _) => {
            resume(program, settings, checkpoint, &interrupted).map_err(Complaint::new)
        }
        (None, []) => Ok(analyze(program, settings, &interrupted)),
        (None, domains) => Ok(escalate(program, settings, domains, &interrupted)),
    }
}

/// A checkpoint from a file.
pub fn read(file: &Path) -> Result<Checkpoint, Complaint> {
    let text = std::fs::read_to_string(file)
        .map_err(|error| Complaint::new(format!("cannot read {}: {error}", file.display())))?;
    Checkpoint::from_text(&text)
        .map_err(|error| Complaint::new(format!("{}: {error}", file.display())))
}
