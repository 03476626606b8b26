//! The Parma Polyhedra Library through its C interface, loaded at run time.
//!
//! PPL is under the GPL, so it is neither linked nor shipped: `libppl_c.so.4` is opened when a
//! machine is. The classes of the library that are tested are the rows of a table.

mod calls;
mod class;
mod element;
mod library;
mod machine;
mod make;
mod translate;

use std::path::PathBuf;

use soundline_domains::expr::Space;

use crate::dynamic;
use crate::machine::Machine;
use crate::target::{Presence, Target, TargetError};
use class::Class;
use library::Ppl;

const LIBRARY: &str = "libppl_c.so.4";
const ADVICE: &str = "install PPL's C interface (on Debian: apt-get install libppl-c4)";

/// All classes of PPL that can be tested.
pub fn targets() -> Vec<Box<dyn Target>> {
    class::ALL.iter().map(|class| Box::new(PplTarget { class }) as Box<dyn Target>).collect()
}

/// One class of PPL.
struct PplTarget {
    class: &'static Class,
}

impl PplTarget {
    fn path(&self) -> Result<PathBuf, TargetError> {
        dynamic::find(&[LIBRARY]).ok_or_else(|| TargetError::Missing {
            name: self.class.name.to_string(),
            advice: ADVICE.to_string(),
        })
    }
}

impl Target for PplTarget {
    fn name(&self) -> &str {
        self.class.name
    }

    fn about(&self) -> &str {
        self.class.about
    }

    fn presence(&self) -> Presence {
        match self.path() {
            Ok(path) => Presence::Found { path },
            Err(_) => Presence::Missing { advice: ADVICE.to_string() },
        }
    }

    fn open(&self, space: &Space) -> Result<Box<dyn Machine>, TargetError> {
        let ppl = Ppl::open(&self.path()?)?;
        Ok(Box::new(machine::PplMachine::new(ppl, self.class, space)?))
    }

    fn version(&self) -> Option<String> {
        Ppl::open(&self.path().ok()?).ok()?.version()
    }
}
