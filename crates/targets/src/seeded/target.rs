//! Targets with a planted bug, by name.

use soundline_domains::expr::Space;

use super::bug::{Bug, Plant};
use super::machine::Seeded;
use crate::apron;
use crate::machine::Machine;
use crate::target::{Presence, Registry, Target, TargetError};

/// How the names of targets with a planted bug begin.
pub const PREFIX: &str = "seeded:";

/// A target with a planted bug.
struct SeededTarget {
    name: String,
    bug: &'static Bug,
    /// The healthy target, by name: it is looked up when it is needed, because looking loads nothing.
    base: &'static str,
}

impl SeededTarget {
    fn with_base<T>(&self, then: impl FnOnce(&dyn Target) -> T) -> Result<T, TargetError> {
        Registry::builtin().get(self.base).map(then)
    }
}

impl Target for SeededTarget {
    fn name(&self) -> &str {
        &self.name
    }

    fn about(&self) -> &str {
        self.bug.what
    }

    fn presence(&self) -> Presence {
        self.with_base(|base| base.presence())
            .unwrap_or_else(|error| Presence::Missing { advice: error.to_string() })
    }

    fn open(&self, space: &Space) -> Result<Box<dyn Machine>, TargetError> {
        if let Plant::Table(change) = self.bug.plant {
            return apron::open_planted(self.base, space, change);
        }
        let healthy = self.with_base(|base| base.open(space))??;
        Ok(Box::new(Seeded::new(healthy, self.bug)))
    }

    fn version(&self) -> Option<String> {
        self.with_base(|base| base.version()).ok().flatten()
    }
}

/// A target for every bug and every domain that it can be planted in.
pub fn targets() -> Vec<Box<dyn Target>> {
    super::bugs().chain(super::held_out()).chain(super::table_bugs()).flat_map(of_bug).collect()
}

fn of_bug(bug: &'static Bug) -> impl Iterator<Item = Box<dyn Target>> {
    let target =
        move |name: String, base| -> Box<dyn Target> { Box::new(SeededTarget { name, bug, base }) };
    let plain = target(format!("{PREFIX}{}", bug.name), bug.bases()[0]);
    let others =
        bug.bases().iter().map(move |base| target(format!("{PREFIX}{}@{base}", bug.name), base));
    std::iter::once(plain).chain(others)
}
