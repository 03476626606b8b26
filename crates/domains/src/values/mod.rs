//! Environments: an abstract value of any lattice of integers for each variable.
//!
//! The lattices are those of crate `lattice`; the trait [`Value`] says what an environment needs of
//! them. Integer variables have a value each; nothing is known about real ones.

mod constant;
mod domain;
mod small;
mod strided;
#[cfg(test)]
mod tests;
mod value;

pub use constant::Constant;
pub use strided::Strided;
pub use value::Value;

use soundline_lattice::combine::IntervalCongruence;
use soundline_lattice::lattices::{Congruence, IntInterval, Parity, Sign};
use soundline_lattice::{Answer, Lattice, Narrowing, Widening};

use crate::Domain;
use crate::expr::Space;

/// The domain of environments with values of the lattice `V`.
///
/// ```
/// use soundline_domains::{Domain, expr::Space, values::Values};
/// use soundline_lattice::Lattice;
/// let values = Values::interval_congruences(Space::integers(2));
/// let space = values.space();
/// let a = values.from_constraints(&[space.parse("x0 = 2*x1 + 1")?, space.parse("x1 >= 0")?])?;
/// let a = values.assign(&a, 0, &space.parse_expr("4*x1")?)?;
/// let a = values.guard(&a, &space.parse("x0 < 10")?)?;
/// assert_eq!(values.show(&a), "x0: ([0, 8], 0 + 4Z), x1: ([0, +oo], Z)");
/// # Ok::<(), soundline_domains::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Values<V> {
    lattice: V,
    space: Space,
}

/// Signs of integers.
pub type Signs = Values<Sign>;
/// Parities of integers.
pub type Parities = Values<Parity>;
/// Integer constants of any size.
pub type Constants = Values<Constant>;
/// Intervals with 64-bit bounds.
pub type Intervals = Values<IntInterval>;
/// Congruences with 128-bit moduli.
pub type Congruences = Values<Congruence>;
/// Intervals and congruences, reduced.
pub type IntervalCongruences = Values<Strided>;

impl Signs {
    /// The signs of variables.
    pub fn signs(space: Space) -> Signs {
        Values::new(Sign, space)
    }
}

impl Parities {
    /// The parities of variables.
    pub fn parities(space: Space) -> Parities {
        Values::new(Parity, space)
    }
}

impl Constants {
    /// Which variables are constant.
    pub fn constants(space: Space) -> Constants {
        Values::new(Constant, space)
    }
}

impl Intervals {
    /// An interval with 64-bit bounds for each variable. [`Boxes`](crate::boxes::Boxes) are the
    /// better choice where that is all.
    pub fn intervals(space: Space) -> Intervals {
        Values::new(IntInterval, space)
    }
}

impl Congruences {
    /// A congruence for each variable.
    pub fn congruences(space: Space) -> Congruences {
        Values::new(Congruence, space)
    }
}

impl IntervalCongruences {
    /// An interval and a congruence for each variable, each improving the other.
    pub fn interval_congruences(space: Space) -> IntervalCongruences {
        Values::new(IntervalCongruence::product(), space)
    }
}

/// The values of all variables, none of them empty; or bottom.
#[derive(Clone, Debug, PartialEq)]
pub struct Environment<E> {
    dimensions: usize,
    values: Option<Vec<E>>,
}

impl<V: Value> Values<V> {
    /// Environments with values of the lattice.
    pub fn new(lattice: V, space: Space) -> Values<V> {
        Values { lattice, space }
    }

    /// The environment with these values: bottom if one of them is empty.
    fn of(&self, values: Option<Vec<V::Elem>>) -> Environment<V::Elem> {
        let inhabited = |values: &Vec<V::Elem>| !values.iter().any(|v| self.lattice.is_empty(v));
        Environment { dimensions: self.space.dimensions(), values: values.filter(inhabited) }
    }

    fn fit(&self, a: &Environment<V::Elem>, b: &Environment<V::Elem>) -> bool {
        let dimensions = self.space.dimensions();
        a.dimensions == dimensions && b.dimensions == dimensions
    }

    fn above(
        &self,
        a: &Environment<V::Elem>,
        b: &Environment<V::Elem>,
        combine: impl Fn(&V, &V::Elem, &V::Elem) -> V::Elem,
    ) -> Environment<V::Elem> {
        match (&a.values, &b.values) {
            _ if !self.fit(a, b) => self.universe(),
            (None, _) => b.clone(),
            (_, None) => a.clone(),
            (Some(x), Some(y)) => {
                let pairs = x.iter().zip(y);
                self.of(Some(pairs.map(|(x, y)| combine(&self.lattice, x, y)).collect()))
            }
        }
    }

    fn below(
        &self,
        a: &Environment<V::Elem>,
        b: &Environment<V::Elem>,
        combine: impl Fn(&V, &V::Elem, &V::Elem) -> V::Elem,
    ) -> Environment<V::Elem> {
        match (&a.values, &b.values) {
            (Some(_), Some(_)) => self.above(a, b, combine),
            _ if self.fit(a, b) => self.bottom(),
            _ => self.universe(),
        }
    }

    fn compare(
        &self,
        a: &Environment<V::Elem>,
        b: &Environment<V::Elem>,
        relation: impl Fn(&V, &V::Elem, &V::Elem) -> Answer,
    ) -> Option<Answer> {
        let (Some(x), Some(y)) = (&a.values, &b.values) else { return None };
        let mut pairs = x.iter().zip(y);
        Some(
            pairs
                .try_fold(Answer::Yes, |all, (x, y)| {
                    let both = all.and(|| relation(&self.lattice, x, y));
                    if both.is_no() { Err(both) } else { Ok(both) }
                })
                .unwrap_or_else(|no| no),
        )
    }
}

impl<V: Value> Lattice for Values<V> {
    type Elem = Environment<V::Elem>;

    fn bottom(&self) -> Self::Elem {
        self.of(None)
    }

    fn top(&self) -> Option<Self::Elem> {
        Some(self.universe())
    }

    fn leq(&self, a: &Self::Elem, b: &Self::Elem) -> Answer {
        if !self.fit(a, b) {
            return Answer::Unknown;
        }
        self.compare(a, b, V::leq).unwrap_or_else(|| a.values.is_none().into())
    }

    fn equal(&self, a: &Self::Elem, b: &Self::Elem) -> Answer {
        if !self.fit(a, b) {
            return Answer::Unknown;
        }
        let both_bottom = a.values.is_none() && b.values.is_none();
        self.compare(a, b, V::equal).unwrap_or_else(|| both_bottom.into())
    }

    fn join(&self, a: &Self::Elem, b: &Self::Elem) -> Self::Elem {
        self.above(a, b, V::join)
    }

    fn meet(&self, a: &Self::Elem, b: &Self::Elem) -> Self::Elem {
        self.below(a, b, V::meet)
    }

    /// The values themselves, because the constraints may say less.
    fn show(&self, a: &Self::Elem) -> String {
        let Some(values) = &a.values else { return "⊥".into() };
        let known = values.iter().enumerate().filter(|(v, _)| self.space.is_integer(*v));
        let texts: Vec<String> =
            known.map(|(v, value)| format!("x{v}: {}", self.lattice.show(value))).collect();
        if texts.is_empty() { "⊤".into() } else { texts.join(", ") }
    }
}

impl<V: Value> Widening for Values<V> {
    fn widen(&self, a: &Self::Elem, b: &Self::Elem) -> Self::Elem {
        self.above(a, b, V::widen)
    }
}

impl<V: Value + Narrowing> Narrowing for Values<V> {
    fn narrow(&self, a: &Self::Elem, b: &Self::Elem) -> Self::Elem {
        self.below(a, b, V::narrow)
    }
}
