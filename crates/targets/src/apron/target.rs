//! A library with APRON's interface as a target.

use soundline_domains::expr::Space;

use super::description::Description;
use super::loading;
use super::machine::Apron;
use crate::machine::Machine;
use crate::target::{Presence, Target, TargetError};

/// A described library, which is loaded when it is opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Adapter {
    description: Description,
}

impl Adapter {
    /// The target for a described library.
    pub fn new(description: Description) -> Adapter {
        Adapter { description }
    }

    /// The description.
    pub fn description(&self) -> &Description {
        &self.description
    }
}

impl Target for Adapter {
    fn name(&self) -> &str {
        &self.description.name
    }

    fn about(&self) -> &str {
        &self.description.about
    }

    fn presence(&self) -> Presence {
        match loading::locate(&self.description) {
            Some(path) => Presence::Found { path },
            None => Presence::Missing { advice: self.description.advice.clone() },
        }
    }

    fn interface(&self) -> Option<&Description> {
        Some(&self.description)
    }

    fn open(&self, space: &Space) -> Result<Box<dyn Machine>, TargetError> {
        Ok(Box::new(Apron::open(&self.description, space)?))
    }

    fn version(&self) -> Option<String> {
        loading::open(&self.description).ok().map(|loaded| loaded.context.version())
    }
}
