//! Libraries with APRON's interface, loaded at run time: APRON's own domains, ELINA's, and any other
//! that a [`Description`] tells of.
//!
//! A library is a manager with a table of operations. [`Adapter`] makes a target of it; the machine
//! behind it knows the layout of the interface's data, looks its functions up once, and turns its
//! habits into ours: operations that are missing in the table are refused, exceptions are
//! reported and cleared, and a no that is not flagged exact is unknown.
//!
//! Some libraries keep state for the whole process (PPL does): machines of theirs may live side by
//! side, but only one thread may use them.

mod claims;
mod context;
mod description;
mod dimensions;
mod functions;
mod known;
mod layout;
mod loading;
mod machine;
mod numbers;
mod observing;
mod operations;
pub(crate) mod planted;
mod reading;
mod sink;
mod target;
mod writing;

pub use description::{Constructor, Description, Location, kind_of, numbers_of};
pub use target::Adapter;

use soundline_domains::expr::Space;

use crate::machine::Machine;
use crate::target::{Target, TargetError};

/// A machine of a library that is tested by name, with a bug planted in its manager's table.
pub(crate) fn open_planted(
    name: &str,
    space: &Space,
    change: planted::Change,
) -> Result<Box<dyn Machine>, TargetError> {
    let known = known::descriptions().find(|description| description.name == name);
    let description = known.ok_or_else(|| {
        TargetError::BadDescription(format!("{name} is not a library with APRON's interface"))
    })?;
    let apron = machine::Apron::open(&description, space)?;
    // SAFETY: the manager was just made by the library.
    unsafe { planted::plant(apron.context.manager(), change) };
    Ok(Box::new(apron))
}

/// APRON's and ELINA's domains, whether they are installed here or not.
pub fn targets() -> Vec<Box<dyn Target>> {
    let target = |description| Box::new(Adapter::new(description)) as Box<dyn Target>;
    known::descriptions().map(target).collect()
}
