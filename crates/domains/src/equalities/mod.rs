//! Affine equalities: all linear equations that hold, after Karr (1976).
//!
//! An element is a set of rows in reduced echelon form, so that equal elements have equal rows. The
//! height of the lattice is the number of variables plus one: its join serves as widening.
//!
//! ```
//! use soundline_domains::{Domain, equalities::Equalities, expr::Space};
//! use soundline_lattice::Lattice;
//! let space = Space::reals(2);
//! let domain = Equalities::new(space.clone());
//! let at = |text: &str| domain.guard(&domain.universe(), &space.parse(text).unwrap());
//! let start = domain.meet(&at("x0 = 0")?, &at("x1 = 3")?);
//! let next = domain.assign(&start, 0, &space.parse_expr("x0 + 1")?)?;
//! let next = domain.assign(&next, 1, &space.parse_expr("x1 - 2")?)?;
//! assert_eq!(domain.show(&domain.join(&start, &next)), "2*x0 + x1 - 3 = 0");
//! # Ok::<(), soundline_domains::Error>(())
//! ```

mod domain;
mod element;
#[cfg(test)]
mod tests;

pub use element::AffineSpace;

use soundline_lattice::{Answer, Lattice, Widening};

use crate::Domain;
use crate::expr::Space;

/// The domain of affine equalities. Integer variables are treated as reals, which is sound.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Equalities {
    space: Space,
}

impl Equalities {
    /// The domain over a space.
    pub fn new(space: Space) -> Equalities {
        Equalities { space }
    }

    fn fit(&self, a: &AffineSpace, b: &AffineSpace) -> bool {
        let dimensions = self.space.dimensions();
        a.dimensions() == dimensions && b.dimensions() == dimensions
    }
}

impl Lattice for Equalities {
    type Elem = AffineSpace;

    fn bottom(&self) -> AffineSpace {
        AffineSpace::empty(self.space.dimensions())
    }

    fn top(&self) -> Option<AffineSpace> {
        Some(self.universe())
    }

    fn leq(&self, a: &AffineSpace, b: &AffineSpace) -> Answer {
        if self.fit(a, b) { a.is_below(b).into() } else { Answer::Unknown }
    }

    fn equal(&self, a: &AffineSpace, b: &AffineSpace) -> Answer {
        if self.fit(a, b) { (a == b).into() } else { Answer::Unknown }
    }

    fn join(&self, a: &AffineSpace, b: &AffineSpace) -> AffineSpace {
        if self.fit(a, b) { a.join(b) } else { self.universe() }
    }

    fn meet(&self, a: &AffineSpace, b: &AffineSpace) -> AffineSpace {
        if self.fit(a, b) { a.meet(b) } else { self.universe() }
    }

    fn show(&self, a: &AffineSpace) -> String {
        self.show_constraints(a)
    }
}

impl Widening for Equalities {
    /// The join: every step of a chain raises the dimension, which is bounded. Mostly it is `b`, and to see
    /// that takes less time than to make a hull.
    fn widen(&self, a: &AffineSpace, b: &AffineSpace) -> AffineSpace {
        if self.leq(a, b).is_yes() { b.clone() } else { self.join(a, b) }
    }
}
