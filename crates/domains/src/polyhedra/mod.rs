//! Convex polyhedra: conjunctions of any linear inequalities.
//!
//! A polyhedron has two descriptions, by constraints and by generators (points, rays and lines),
//! and every operation is easy on one of them. Both are kept, minimal and canonical, and made from
//! each other by the double description method (Motzkin et al. 1953, Chernikova 1968, Le Verge
//! 1992) over integer rows: words while they last, big integers when one overflows. Results are
//! lazy: their description is made when a question needs it, starting from that of an operand.
//!
//! ```
//! use soundline_domains::{Domain, expr::Space, polyhedra::Polyhedra};
//! use soundline_lattice::Lattice;
//! let space = Space::reals(2);
//! let domain = Polyhedra::closed(space.clone());
//! let point = |x, y| domain.from_constraints(&[
//!     space.parse(&format!("x0 = {x}")).unwrap(),
//!     space.parse(&format!("x1 = {y}")).unwrap(),
//! ]);
//! let triangle = domain.join(&domain.join(&point(0, 0)?, &point(2, 0)?), &point(0, 2)?);
//! assert_eq!(domain.show(&triangle), "x1 >= 0 ∧ x0 >= 0 ∧ -x0 - x1 + 2 >= 0");
//! # Ok::<(), soundline_domains::Error>(())
//! ```

mod bits;
mod cone;
mod description;
mod domain;
mod element;
mod form;
mod order;
mod pair;
mod table;
#[cfg(test)]
mod tests;
mod widening;

pub use element::Polyhedron;

use soundline_lattice::{Answer, Lattice, Widening};

use crate::Domain;
use crate::expr::Space;
use crate::linear::rows::Rows;
use crate::linear::scalar::Scalar;
use cone::Cone;
use description::Description;

/// The domain of convex polyhedra.
///
/// *Closed* polyhedra have constraints `=` and `>=`. Polyhedra with *strict* inequalities have one
/// more column, the strictness, between 0 and 1 (Halbwachs et al. 1994; Bagnara et al. 2002): `e >
/// 0` is the row `e - strictness >= 0`, and a point belongs to the polyhedron if it is a generator
/// at some strictness above 0; at 0 lies the closure.
///
/// Integer variables: a guard over integers is tightened before it cuts. Its factors are divided by
/// their greatest common divisor, and its constant is rounded, so that `2x + 4y >= 1` is `x + 2y >= 1`
/// and `2x = 1` is empty. A guard of the universe then gives the convex hull of its integer points
/// exactly (one rank of Chvátal and Gomory's cuts, for a single row). Everything else is as over the
/// reals, and the order is that of real points. That is sound, but not best: new faces that arise where
/// constraints meet, in joins or in projections are not rounded. Rounding them would break laws, since
/// the join would not contain its operands, and the hull of all integer points may have
/// exponentially many faces. Zones and octagons, whose constraints have few directions, are best
/// over integers.
///
/// There is no narrowing; the widening is that of Halbwachs (1979).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Polyhedra {
    space: Space,
    strict: bool,
}

impl Polyhedra {
    /// Closed polyhedra: `=` and `>=`.
    pub fn closed(space: Space) -> Polyhedra {
        Polyhedra { space, strict: false }
    }

    /// Polyhedra with strict inequalities, too.
    pub fn strict(space: Space) -> Polyhedra {
        Polyhedra { space, strict: true }
    }

    fn everything(&self) -> Polyhedron {
        let dimensions = self.space.dimensions();
        let description = Description::universe(dimensions, self.strict);
        Polyhedron::known(dimensions, self.strict, Some(description))
    }

    fn nothing(&self) -> Polyhedron {
        Polyhedron::known(self.space.dimensions(), self.strict, None)
    }

    /// The element as one of this domain: closed polyhedra become strict ones and back. `None` if
    /// the dimensions differ.
    fn own(&self, a: &Polyhedron) -> Option<Polyhedron> {
        if a.dimensions() != self.space.dimensions() {
            return None;
        }
        if a.is_strict() == self.strict {
            return Some(a.clone());
        }
        let other = Polyhedra { space: self.space.clone(), strict: a.is_strict() };
        self.from_constraints(&other.to_constraints(a)).ok()
    }

    /// Both elements as ones of this domain.
    fn both(&self, a: &Polyhedron, b: &Polyhedron) -> Option<(Polyhedron, Polyhedron)> {
        Some((self.own(a)?, self.own(b)?))
    }
}

impl Lattice for Polyhedra {
    type Elem = Polyhedron;

    fn bottom(&self) -> Polyhedron {
        self.nothing()
    }

    fn top(&self) -> Option<Polyhedron> {
        Some(self.everything())
    }

    fn leq(&self, a: &Polyhedron, b: &Polyhedron) -> Answer {
        match self.both(a, b) {
            Some((a, b)) => order::is_below(&a, &b).into(),
            None => Answer::Unknown,
        }
    }

    fn equal(&self, a: &Polyhedron, b: &Polyhedron) -> Answer {
        match self.both(a, b) {
            Some((a, b)) => order::is_equal(&a, &b).into(),
            None => Answer::Unknown,
        }
    }

    fn join(&self, a: &Polyhedron, b: &Polyhedron) -> Polyhedron {
        self.both(a, b).map_or_else(|| self.everything(), |(a, b)| a.join(&b))
    }

    fn meet(&self, a: &Polyhedron, b: &Polyhedron) -> Polyhedron {
        self.both(a, b).map_or_else(|| self.everything(), |(a, b)| a.meet(&b))
    }

    fn show(&self, a: &Polyhedron) -> String {
        self.show_constraints(a)
    }
}

impl Widening for Polyhedra {
    fn widen(&self, a: &Polyhedron, b: &Polyhedron) -> Polyhedron {
        match self.both(a, b) {
            Some((a, b)) => widening::widen(self, &a, &b),
            None => self.everything(),
        }
    }
}

/// A basis of the vectors on which all rows are 0; `None` if an entry does not fit.
pub(crate) fn kernel<T: Scalar>(rows: &Rows<T>) -> Option<Rows<T>> {
    let mut cone = Cone::whole(rows.width());
    rows.iter().try_for_each(|row| cone.cut(row, true))?;
    Some(cone.lines)
}
