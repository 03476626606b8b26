//! Octagons (Miné, HOSC 2006): conjunctions of bounds on ±x and ±x ±y, in f64 that is rounded
//! soundly or exact.
//!
//! Nodes stand for x and -x; everything else is shared with [`zones`](crate::zones), in
//! [`weakly_relational`](crate::weakly_relational).
//!
//! ```
//! use soundline_domains::{Domain, expr::Space, octagons::Octagons};
//! use soundline_lattice::Lattice;
//! let space = Space::reals(2);
//! let octagons = Octagons::exact(space.clone());
//! let a = octagons.from_constraints(&[space.parse("x0 + x1 <= 3")?, space.parse("x0 >= x1")?])?;
//! assert_eq!(octagons.bounds_of(&a, 1)?.unwrap().to_string(), "[-oo, 3/2]");
//! assert_eq!(octagons.show(&a), "-x0 - x1 + 3 >= 0 ∧ x0 - x1 >= 0 ∧ -x1 + 3/2 >= 0");
//! # Ok::<(), soundline_domains::Error>(())
//! ```

use crate::capabilities::Kind;
use crate::expr::Var;
use crate::kernels::Rows;
use crate::weakly_relational::{Entry, Sealed, Shape, WeaklyRelational};

/// The shape of octagons: nodes 2v and 2v + 1 are variable v and its negation. A bound of a
/// variable is one of a difference of two nodes, and so it is doubled.
#[derive(Clone, Copy, Debug, Default)]
pub struct Octagonal;

/// Octagons: bounds of variables, of their sums and of their differences.
pub type Octagons<M> = WeaklyRelational<Octagonal, M>;

impl Sealed for Octagonal {}

impl Shape for Octagonal {
    const KIND: Kind = Kind::Octagons;
    const UNARY: i64 = 2;

    fn rows(dimensions: usize) -> Rows {
        Rows::half(2 * dimensions)
    }

    fn node(variable: Var, positive: bool) -> Option<usize> {
        Some(2 * variable + usize::from(!positive))
    }

    fn unary(variable: Var, positive: bool) -> Entry {
        let node = 2 * variable + usize::from(!positive);
        (node ^ 1, node)
    }

    fn binary((v, v_positive): (Var, bool), (w, w_positive): (Var, bool)) -> Option<Entry> {
        Some((2 * w + usize::from(w_positive), 2 * v + usize::from(!v_positive)))
    }

    fn variable(node: usize) -> Option<(Var, bool)> {
        Some((node / 2, node.is_multiple_of(2)))
    }
}
