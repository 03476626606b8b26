//! Zones, also known as difference bound matrices: conjunctions of bounds on ±x and x - y, in f64
//! that is rounded soundly or exact.
//!
//! One node stands for 0, so that bounds of single variables are differences too. Everything else
//! is shared with [`octagons`](crate::octagons), in [`weakly_relational`](crate::weakly_relational).
//!
//! ```
//! use soundline_domains::{Domain, expr::Space, zones::Zones};
//! let space = Space::integers(2);
//! let zones = Zones::float(space.clone());
//! let a = zones.from_constraints(&[space.parse("x0 <= 3")?, space.parse("x1 < x0 - 1/2")?])?;
//! assert_eq!(zones.bounds_of(&a, 1)?.unwrap().to_string(), "[-oo, 2]");
//! # Ok::<(), soundline_domains::Error>(())
//! ```

use crate::capabilities::Kind;
use crate::expr::Var;
use crate::kernels::Rows;
use crate::weakly_relational::{Entry, Sealed, Shape, WeaklyRelational};

/// The shape of zones: node 0 is 0, and node v + 1 is variable v.
#[derive(Clone, Copy, Debug, Default)]
pub struct Differences;

/// Zones: bounds of variables and of their differences.
pub type Zones<M> = WeaklyRelational<Differences, M>;

impl Sealed for Differences {}

impl Shape for Differences {
    const KIND: Kind = Kind::Zones;
    const UNARY: i64 = 1;

    fn rows(dimensions: usize) -> Rows {
        Rows::full(dimensions + 1)
    }

    fn node(variable: Var, positive: bool) -> Option<usize> {
        positive.then_some(variable + 1)
    }

    fn unary(variable: Var, positive: bool) -> Entry {
        if positive { (0, variable + 1) } else { (variable + 1, 0) }
    }

    fn binary((v, v_positive): (Var, bool), (w, w_positive): (Var, bool)) -> Option<Entry> {
        match (v_positive, w_positive) {
            (true, false) => Some((w + 1, v + 1)),
            (false, true) => Some((v + 1, w + 1)),
            _ => None,
        }
    }

    fn variable(node: usize) -> Option<(Var, bool)> {
        node.checked_sub(1).map(|variable| (variable, true))
    }
}
