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
mod observing;
mod operations;
mod reading;
mod sink;
mod target;
mod writing;

pub use description::{Constructor, Description, Location, kind_of};
pub use target::Adapter;

use crate::target::Target;

/// APRON's and ELINA's domains, whether they are installed here or not.
pub fn targets() -> Vec<Box<dyn Target>> {
    let target = |description| Box::new(Adapter::new(description)) as Box<dyn Target>;
    known::descriptions().map(target).collect()
}
