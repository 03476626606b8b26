//! The domains of this workspace as targets.

use soundline_domains::capabilities::Exemption;
use soundline_domains::expr::Space;
use soundline_domains::registry::{self, Entry};

use crate::machine::Machine;
use crate::native::Native;
use crate::target::{Presence, Target, TargetError};

/// A domain of this workspace.
struct BuiltIn(&'static Entry);

impl Target for BuiltIn {
    fn name(&self) -> &str {
        self.0.name
    }

    fn about(&self) -> &str {
        self.0.about
    }

    fn presence(&self) -> Presence {
        Presence::BuiltIn
    }

    fn open(&self, space: &Space) -> Result<Box<dyn Machine>, TargetError> {
        let mut machine = Native::any(&self.0.over(space.clone()));
        if self.0.integers_only {
            machine = machine.over_integers();
        }
        let exempt = |machine: Native, exemption: &Exemption| {
            machine.exempting(exemption.law.name(), exemption.reason)
        };
        Ok(Box::new(self.0.exemptions.iter().fold(machine, exempt)))
    }

    fn version(&self) -> Option<String> {
        Some(env!("CARGO_PKG_VERSION").to_string())
    }

    fn integers_only(&self) -> bool {
        self.0.integers_only
    }
}

/// All domains of this workspace.
pub fn natives() -> Vec<Box<dyn Target>> {
    registry::ALL.iter().map(|entry| Box::new(BuiltIn(entry)) as Box<dyn Target>).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_domain_of_the_registry_opens() {
        for target in natives() {
            let machine = target.open(&Space::integers(2)).expect("a domain of our own opens");
            assert_eq!(machine.space().dimensions(), 2, "{}", target.name());
        }
    }
}
