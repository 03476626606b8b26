//! Lattices made of lattices.
//!
//! Each combinator implements [`Lattice`](crate::Lattice) and [`Generate`](crate::Generate) for its
//! result when its parts do, and [`Widening`](crate::Widening), [`Narrowing`](crate::Narrowing) and
//! [`Concrete`](crate::Concrete) where that is natural. Tuples of lattices are lattices as they are.
//!
//! ```
//! use soundline_lattice::combine::{Lift, Maps};
//! use soundline_lattice::lattices::{IntInterval, Sign};
//! use soundline_lattice::{Runner, Suite, Values};
//! let states = Lift::new(Maps::new(Values::among(["x", "y"]), (IntInterval, Sign)));
//! for report in Runner::new().run_all(&Suite::new("states", states).widening().checks()) {
//!     assert!(!report.is_violated(), "{report}");
//! }
//! ```

mod crown;
mod defaults;
mod dual;
mod interval_congruence;
mod join_only;
mod lift;
mod lists;
mod maps;
mod powerset;
mod reduced;
mod sets;
mod sum;
mod tuple;
mod widened;

pub use crown::{Crown, Crowned};
pub use defaults::Defaults;
pub use dual::Dual;
pub use interval_congruence::IntervalCongruence;
pub use join_only::{JoinOnly, JoinSemilattice};
pub use lift::{Lift, Lifted};
pub use lists::Lists;
pub use maps::Maps;
pub use powerset::Powerset;
pub use reduced::{Reduced, Reduction};
pub use sets::Sets;
pub use sum::{Sum, SumElem};
pub use widened::WidenedBy;

/// Combined lattices list their elements up to this many: laws over three elements then have at
/// most 64^3 cases, about what a runner checks exhaustively.
const LISTED: usize = 64;

/// The list, unless it is too long.
fn if_few<E>(elements: Vec<E>) -> Option<Vec<E>> {
    (elements.len() <= LISTED).then_some(elements)
}
