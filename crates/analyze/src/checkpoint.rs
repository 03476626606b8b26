//! Where a bounded analysis can go on.

use crate::engine::SavedRoot;
use crate::{AfterError, AtGuards, Scope, Settings};
use serde::{Deserialize, Serialize};
use soundline_c::Program;
use std::hash::{DefaultHasher, Hash, Hasher};

/// The state of an analysis when it first reached a bound. [`resume`](crate::resume) goes on from
/// there with higher bounds.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Checkpoint {
    /// What kind of file this is.
    format: String,
    /// Stands for the program's text.
    program: String,
    /// The settings that must be the same: all but the bounds.
    settings: String,
    pub(crate) roots: Vec<SavedRoot>,
}

const FORMAT: &str = "soundline checkpoint 3";

impl Checkpoint {
    pub(crate) fn new(program: &Program, settings: &Settings, roots: Vec<SavedRoot>) -> Self {
        Self {
            format: FORMAT.into(),
            program: fingerprint(program),
            settings: fixed(program, settings),
            roots,
        }
    }

    /// As text.
    pub fn to_text(&self) -> Result<String, String> {
        serde_json::to_string(self).map_err(|error| format!("no checkpoint: {error}"))
    }

    /// From text.
    pub fn from_text(text: &str) -> Result<Checkpoint, String> {
        serde_json::from_str(text).map_err(|error| format!("this is not a checkpoint: {error}"))
    }

    /// Why it does not belong to a program and settings, if it does not.
    pub(crate) fn check(&self, program: &Program, settings: &Settings) -> Result<(), String> {
        if self.format != FORMAT {
            return Err("this is a checkpoint of another version".into());
        }
        if self.program != fingerprint(program) {
            return Err("the checkpoint is that of another program".into());
        }
        let wanted = fixed(program, settings);
        if self.settings != wanted {
            let own = &self.settings;
            return Err(format!("the checkpoint was made with `{own}`, not with `{wanted}`"));
        }
        Ok(())
    }
}

fn fingerprint(program: &Program) -> String {
    let mut hasher = DefaultHasher::new();
    program.source.bytes().hash(&mut hasher);
    let length = program.source.bytes().len();
    format!("{:016x} {length} {:?}", hasher.finish(), program.types.model())
}

/// The settings that decide what the states are.
fn fixed(program: &Program, settings: &Settings) -> String {
    let scope = match settings.scope {
        Scope::Modular => "modular".to_owned(),
        Scope::Whole { entry } => format!("whole from {}", program.function(entry).name),
    };
    let recursion = match settings.recursion {
        0 => String::new(),
        most => format!(" recursion {most} {}", settings.recursion_budget),
    };
    let parts = match settings.parts {
        0 | 1 => String::new(),
        most => format!(" parts {most} {}", settings.parts_budget),
    };
    let after = match settings.after_error {
        AfterError::Assume => " errors assumed away",
        AfterError::Continue => "",
    };
    let handed_on = match settings.known.is_empty() {
        true => String::new(),
        false => {
            let mut hasher = DefaultHasher::new();
            settings.known.hash(&mut hasher);
            format!(" handed on {:016x}", hasher.finish())
        }
    };
    let guards = match settings.at_guards {
        AtGuards::Skip => "",
        AtGuards::Under => " conditions from below",
    };
    format!(
        "{} {scope} {:?} per function {} delay {} unroll {} {} {} bits {} thresholds {} depth {} arrays {} dead {}{recursion}{parts}{after}{handed_on}{guards}",
        settings.domain,
        settings.overflow,
        settings.per_function,
        settings.widening_delay,
        settings.unroll,
        settings.unroll_certain,
        settings.unroll_budget,
        settings.bits,
        settings.thresholds,
        settings.inline_depth,
        settings.expand_arrays_up_to,
        settings.keep_dead_up_to,
    )
}
