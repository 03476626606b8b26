//! What a domain of one's own is made of, in one `use`.

pub use crate::Own;
pub use soundline_domains::capabilities::{Best, Capabilities, Kind};
pub use soundline_domains::expr::{Constraint, LinearExpr, Relation, Space, Var};
pub use soundline_domains::numbers::{Bound, Interval, Rat};
pub use soundline_domains::{Domain, Error};
pub use soundline_lattice::{Answer, Lattice, Narrowing, Widening};
