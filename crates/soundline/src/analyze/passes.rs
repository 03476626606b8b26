//! The analyses of one program: one, one that goes on from a checkpoint, or several one after the other.

use std::path::Path;
use std::str::FromStr;

use soundline_analyze::{
    Analysis, Bounds, Checkpoint, Crew, DomainChoice, Infer, Scope, Settings, analyze_by, escalate,
    resume,
};
use soundline_c::Program;

use soundline_test::command::Complaint;

use super::Arguments;

/// Analyzes a program in the way that was asked for.
pub fn run(
    program: &Program,
    settings: &Settings,
    arguments: &Arguments,
    checkpoint: Option<&Checkpoint>,
    crew: Crew<'_>,
) -> Result<Analysis, Complaint> {
    if let Some(checkpoint) = checkpoint {
        return resume(program, settings, checkpoint, crew.interrupted).map_err(Complaint::new);
    }
    let staged = escalate(program, &stages(settings, arguments), crew);
    Ok(staged.unwrap_or_else(|| analyze_by(program, settings, crew)))
}

/// What is tried one after the other: domains that were asked for; for `--precise` the default first, which may prove what
/// is lost where more is followed at a time.
pub fn stages(settings: &Settings, arguments: &Arguments) -> Vec<Settings> {
    let bounded = settings.bounds != Bounds::default() || settings.checkpoint || settings.residual;
    let chosen = arguments.domain.is_some() || arguments.unroll.is_some();
    // Contracts are about all functions at once.
    let infers = settings.scope == Scope::Modular && settings.infer != Infer::None;
    let bounded = bounded || infers;
    match &arguments.escalate[..] {
        [] if arguments.precise && arguments.resume.is_none() && !bounded && !chosen => {
            vec![arguments.effort.applied_to(settings.as_standard()), settings.clone()]
        }
        [] => vec![settings.clone()],
        stages => escalated(settings, stages),
    }
}

/// The stages that were asked for. Each has a checkpoint for the next, and tells which branches need no other one.
fn escalated(settings: &Settings, stages: &[Stage]) -> Vec<Settings> {
    let mut domain = settings.domain.clone();
    let at = |stage: &Stage| {
        domain = stage.domain.clone().unwrap_or_else(|| domain.clone());
        Settings {
            domain: domain.clone(),
            bounds: stage.bounds.unwrap_or(settings.bounds),
            per_function: true,
            checkpoint: true,
            residual: true,
            ..settings.clone()
        }
    };
    stages.iter().map(at).collect()
}

/// One of several analyses: a domain, bounds, or both.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stage {
    /// The domain; that of the stage before if there is none.
    domain: Option<DomainChoice>,
    /// The bounds; those of all stages if there are none.
    bounds: Option<Bounds>,
}

/// Reads `octagons`, `J4` and `octagons@J4+W1`.
impl FromStr for Stage {
    type Err = String;

    fn from_str(text: &str) -> Result<Stage, String> {
        let bounds = |text: &str| text.replace('+', ",").parse::<Bounds>();
        match text.split_once('@') {
            Some((domain, bound)) => {
                Ok(Stage { domain: Some(domain.parse()?), bounds: Some(bounds(bound)?) })
            }
            None => match bounds(text) {
                Ok(bounds) => Ok(Stage { domain: None, bounds: Some(bounds) }),
                Err(_) => Ok(Stage { domain: Some(text.parse()?), bounds: None }),
            },
        }
    }
}

/// A checkpoint from a file.
pub fn read(file: &Path) -> Result<Checkpoint, Complaint> {
    let text = std::fs::read_to_string(file)
        .map_err(|error| Complaint::new(format!("cannot read {}: {error}", file.display())))?;
    Checkpoint::from_text(&text)
        .map_err(|error| Complaint::new(format!("{}: {error}", file.display())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stages_are_domains_and_bounds() {
        let shown = |text: &str| {
            let Stage { domain, bounds } = text.parse().unwrap_or_else(|fault| panic!("{fault}"));
            let domain = domain.map(|domain: DomainChoice| domain.to_string());
            (domain.unwrap_or_default(), bounds.map(|b: Bounds| b.to_string()).unwrap_or_default())
        };
        assert_eq!(shown("octagons:f64"), ("octagons:f64".into(), "".into()));
        assert_eq!(shown("JWC0"), ("".into(), "J0,W0,C0".into()));
        assert_eq!(shown("Inf"), ("".into(), "Inf".into()));
        assert_eq!(shown("zones@J4+W1"), ("zones".into(), "J4,W1".into()));
        for wrong in ["octopus", "zones@", "@J4", "zones@X1"] {
            assert!(wrong.parse::<Stage>().is_err(), "{wrong}");
        }
    }
}
