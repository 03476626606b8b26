//! The analyses of one program: one, one that goes on from a checkpoint, or several one after the other.

use std::path::Path;

use soundline_analyze::{
    Analysis, Bounds, Checkpoint, DomainChoice, Settings, analyze, escalate, resume,
};
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
    if let Some(checkpoint) = checkpoint {
        return resume(program, settings, checkpoint, &interrupted).map_err(Complaint::new);
    }
    let staged = escalate(program, &stages(settings, arguments), &interrupted);
    Ok(staged.unwrap_or_else(|| analyze(program, settings, &interrupted)))
}

/// What is tried one after the other: domains that were asked for; for `--precise` the default first, which may prove what
/// is lost where more is followed at a time.
pub fn stages(settings: &Settings, arguments: &Arguments) -> Vec<Settings> {
    let with = |domain: &DomainChoice| Settings { domain: domain.clone(), ..settings.clone() };
    let bounded = settings.bounds != Bounds::default() || settings.checkpoint || settings.residual;
    let chosen = arguments.domain.is_some() || arguments.unroll.is_some();
    match &arguments.escalate[..] {
        [] if arguments.precise && arguments.resume.is_none() && !bounded && !chosen => {
            vec![settings.as_standard(), settings.clone()]
        }
        [] => vec![settings.clone()],
        domains => domains.iter().map(with).collect(),
    }
}

/// A checkpoint from a file.
pub fn read(file: &Path) -> Result<Checkpoint, Complaint> {
    let text = std::fs::read_to_string(file)
        .map_err(|error| Complaint::new(format!("cannot read {}: {error}", file.display())))?;
    Checkpoint::from_text(&text)
        .map_err(|error| Complaint::new(format!("{}: {error}", file.display())))
}
