//! Disjunctions: for each variable a finite union of intervals.
//!
//! Unions of at most a given number of intervals have no least upper bounds: which gaps a join
//! fills is a choice, here the smallest first. Meets are exact and may have more intervals than that;
//! joins and sums come back to it.

mod domain;
mod pieces;
#[cfg(test)]
mod tests;

pub use pieces::Pieces;

use soundline_lattice::{Answer, Lattice, Narrowing, Widening};

use crate::Domain;
use crate::expr::Space;

/// The domain of unions of intervals, with exact rational bounds.
///
/// ```
/// use soundline_domains::{Domain, disjunctions::Unions, expr::Space};
/// use soundline_lattice::Lattice;
/// let unions = Unions::new(Space::integers(1), 4);
/// let a = unions.from_constraints(&[unions.space().parse("x0 != 0")?])?;
/// assert_eq!(unions.show(&a), "x0: [-oo, -1] ∪ [1, +oo]");
/// # Ok::<(), soundline_domains::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Unions {
    space: Space,
    most: usize,
}

/// The values of all variables, none of them empty; or bottom.
#[derive(Clone, Debug, PartialEq)]
pub struct UnionElem {
    dimensions: usize,
    pieces: Option<Vec<Pieces>>,
}

impl Unions {
    /// Unions of at most so many intervals for each variable.
    pub fn new(space: Space, most: usize) -> Unions {
        Unions { space, most }
    }

    /// How many intervals joins keep apart.
    pub fn most(&self) -> usize {
        self.most
    }

    fn of(&self, pieces: Option<Vec<Pieces>>) -> UnionElem {
        let inhabited = |pieces: &Vec<Pieces>| !pieces.iter().any(Pieces::is_empty);
        UnionElem { dimensions: self.space.dimensions(), pieces: pieces.filter(inhabited) }
    }

    fn fit(&self, a: &UnionElem, b: &UnionElem) -> bool {
        let dimensions = self.space.dimensions();
        a.dimensions == dimensions && b.dimensions == dimensions
    }

    fn above(
        &self,
        a: &UnionElem,
        b: &UnionElem,
        combine: impl Fn(&Pieces, &Pieces) -> Pieces,
    ) -> UnionElem {
        match (&a.pieces, &b.pieces) {
            _ if !self.fit(a, b) => self.universe(),
            (None, _) => b.clone(),
            (_, None) => a.clone(),
            (Some(x), Some(y)) => {
                self.of(Some(x.iter().zip(y).map(|(x, y)| combine(x, y)).collect()))
            }
        }
    }

    fn below(
        &self,
        a: &UnionElem,
        b: &UnionElem,
        combine: impl Fn(&Pieces, &Pieces) -> Pieces,
    ) -> UnionElem {
        match (&a.pieces, &b.pieces) {
            (Some(_), Some(_)) => self.above(a, b, combine),
            _ if self.fit(a, b) => self.bottom(),
            _ => self.universe(),
        }
    }
}

impl Lattice for Unions {
    type Elem = UnionElem;

    fn bottom(&self) -> UnionElem {
        self.of(None)
    }

    fn top(&self) -> Option<UnionElem> {
        Some(self.universe())
    }

    fn leq(&self, a: &UnionElem, b: &UnionElem) -> Answer {
        match (&a.pieces, &b.pieces) {
            _ if !self.fit(a, b) => Answer::Unknown,
            (None, _) => Answer::Yes,
            (_, None) => Answer::No,
            (Some(x), Some(y)) => x.iter().zip(y).all(|(x, y)| x.leq(y)).into(),
        }
    }

    fn equal(&self, a: &UnionElem, b: &UnionElem) -> Answer {
        if self.fit(a, b) { (a == b).into() } else { Answer::Unknown }
    }

    /// An upper bound, and a least one only while no gap must be filled.
    fn join(&self, a: &UnionElem, b: &UnionElem) -> UnionElem {
        self.above(a, b, |x, y| x.join(y, self.most))
    }

    fn meet(&self, a: &UnionElem, b: &UnionElem) -> UnionElem {
        self.below(a, b, Pieces::meet)
    }

    /// The unions themselves, because the constraints say less.
    fn show(&self, a: &UnionElem) -> String {
        let Some(pieces) = &a.pieces else { return "⊥".into() };
        let texts: Vec<String> =
            pieces.iter().enumerate().map(|(v, own)| format!("x{v}: {}", own.show())).collect();
        if texts.is_empty() { "⊤".into() } else { texts.join(", ") }
    }
}

impl Widening for Unions {
    fn widen(&self, a: &UnionElem, b: &UnionElem) -> UnionElem {
        self.above(a, b, Pieces::widen)
    }
}

impl Narrowing for Unions {
    fn narrow(&self, a: &UnionElem, b: &UnionElem) -> UnionElem {
        self.below(a, b, Pieces::narrow)
    }
}
