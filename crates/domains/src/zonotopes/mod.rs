//! Zonotopes: affine forms over shared noise symbols.
//!
//! After Taylor1+ (Ghorbal, Goubault and Putot, CAV 2009) each variable is a centre plus a sum of
//! noise symbols with factors, and variables that share symbols move together. Linear assignments
//! are exact and cheap. As in constrained affine sets (the same, CAV 2010), guards constrain the
//! symbols, here by any linear inequalities, so that guards and meets are exact too. In place of
//! [-1, 1] each symbol has a range of its own, which may be infinite: the same up to scaling, and
//! variables about which little is known need no special case.
//!
//! Joins lose relations: that is what zonotopes pay for being small. An element never has more
//! symbols and constraints than its budget, and only the order and the constraints over variables
//! might take more than polynomial time; they give up at a limit, the order with
//! [`Answer::Unknown`].

mod affine;
mod budget;
mod domain;
mod join;
mod meet;
mod order;
mod private;
mod program;
mod project;
mod rounding;
#[cfg(test)]
mod tests;
mod widen;
mod witness;

use std::fmt::Write;

use soundline_lattice::{Answer, Lattice, Widening, order_equal};

use crate::Domain;
use crate::expr::Space;
use affine::{Affine, Empty};
use budget::Budget;

/// Zonotopes over a space.
///
/// ```
/// use soundline_domains::{Domain, expr::Space, zonotopes::Zonotopes};
/// let space = Space::reals(2);
/// let domain = Zonotopes::exact(space.clone());
/// let a = domain.from_constraints(&[space.parse("x0 >= 0")?, space.parse("x0 <= 10")?])?;
/// let a = domain.assign(&a, 1, &space.parse_expr("x0 + 1")?)?;
/// let difference = domain.bounds(&a, &space.parse_expr("x1 - x0")?)?.unwrap();
/// assert_eq!(difference.as_point(), Some(&1.into()));
/// # Ok::<(), soundline_domains::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Zonotopes {
    space: Space,
    numbers: Numbers,
    budget: Budget,
}

/// What happens to numbers that are computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Numbers {
    /// They are kept.
    Exact,
    /// Those of assignments, joins and widenings are rounded to f64. Guards and meets go on being
    /// exact, so that they never add points.
    Float,
}

/// An element of [`Zonotopes`].
#[derive(Clone, Debug, PartialEq)]
pub struct Zonotope {
    dimensions: usize,
    /// Absent where there is no point.
    affine: Option<Affine>,
}

impl Zonotopes {
    /// Zonotopes over exact rationals, with 16 spare symbols.
    pub fn exact(space: Space) -> Zonotopes {
        Zonotopes { space, numbers: Numbers::Exact, budget: Budget { spare: 16 } }
    }

    /// Zonotopes whose numbers are rounded to f64 to the safe side, with 16 spare symbols.
    ///
    /// The arithmetic is that of rationals, rounded after each operation: numbers never grow, but
    /// while they are small it is not faster than [`Zonotopes::exact`].
    pub fn float(space: Space) -> Zonotopes {
        Zonotopes { numbers: Numbers::Float, ..Zonotopes::exact(space) }
    }

    /// The same with at most so many noise symbols in an element, besides one for each variable.
    /// Fewer symbols are faster and less precise.
    pub fn with_spare_symbols(self, spare: usize) -> Zonotopes {
        Zonotopes { budget: Budget { spare }, ..self }
    }

    fn element(&self, affine: Option<Affine>) -> Zonotope {
        Zonotope { dimensions: self.space.dimensions(), affine }
    }

    fn rounded(&self, mut affine: Affine) -> Affine {
        if self.numbers == Numbers::Float {
            affine.round();
        }
        affine
    }

    /// An element within the budget.
    fn within_budget(&self, affine: Affine) -> Zonotope {
        self.element(Some(self.budget.enforce(affine)))
    }

    fn fits(&self, elements: [&Zonotope; 2]) -> bool {
        elements.iter().all(|element| element.dimensions == self.space.dimensions())
    }
}

impl Lattice for Zonotopes {
    type Elem = Zonotope;

    fn bottom(&self) -> Zonotope {
        self.element(None)
    }

    fn top(&self) -> Option<Zonotope> {
        Some(self.universe())
    }

    fn leq(&self, a: &Zonotope, b: &Zonotope) -> Answer {
        match (&a.affine, &b.affine) {
            _ if !self.fits([a, b]) => Answer::Unknown,
            (None, _) => Answer::Yes,
            (_, None) => Answer::No,
            (Some(a), Some(b)) => order::leq(a, b),
        }
    }

    fn equal(&self, a: &Zonotope, b: &Zonotope) -> Answer {
        order_equal(self, a, b)
    }

    /// An upper bound; one of the operands if it contains the other.
    fn join(&self, a: &Zonotope, b: &Zonotope) -> Zonotope {
        match (&a.affine, &b.affine) {
            _ if !self.fits([a, b]) => self.universe(),
            _ if self.leq(a, b).is_yes() => b.clone(),
            _ if self.leq(b, a).is_yes() => a.clone(),
            (Some(a), Some(b)) => self.within_budget(self.rounded(join::join(a, b))),
            _ => unreachable!("bottom is below everything"),
        }
    }

    fn meet(&self, a: &Zonotope, b: &Zonotope) -> Zonotope {
        match (&a.affine, &b.affine) {
            _ if !self.fits([a, b]) => self.universe(),
            _ if self.leq(a, b).is_yes() => a.clone(),
            _ if self.leq(b, a).is_yes() => b.clone(),
            (Some(a), Some(b)) => match meet::meet(a, b) {
                Ok(both) => self.within_budget(both),
                Err(Empty) => self.bottom(),
            },
            _ => unreachable!("bottom is below everything"),
        }
    }

    fn show(&self, a: &Zonotope) -> String {
        let Some(affine) = &a.affine else { return "⊥".into() };
        if *affine == Affine::of_ranges(vec![crate::numbers::Interval::ALL; a.dimensions]) {
            return "⊤".into();
        }
        show(affine)
    }
}

/// The forms, then what is known about the symbols, which are written `e0`, `e1`.
fn show(affine: &Affine) -> String {
    let symbols = |expr: &crate::expr::LinearExpr| expr.to_string().replace('x', "e");
    let forms = affine.forms.iter().enumerate().map(|(v, f)| format!("x{v} = {}", symbols(f)));
    let mut text = forms.collect::<Vec<_>>().join(", ");
    for (symbol, range) in &affine.ranges {
        write!(text, ", e{symbol} in {range}").expect("strings take everything");
    }
    for constraint in &affine.constraints {
        write!(text, ", {} >= 0", symbols(constraint)).expect("strings take everything");
    }
    text
}

impl Widening for Zonotopes {
    fn widen(&self, a: &Zonotope, b: &Zonotope) -> Zonotope {
        if !self.fits([a, b]) {
            return self.universe();
        }
        match (&a.affine, &b.affine, self.leq(b, a)) {
            (None, _, _) => b.clone(),
            (_, None, _) | (_, _, Answer::Yes) => a.clone(),
            (Some(a), Some(b), below) => {
                let mut result = self.rounded(widen::widen(a, b));
                // A box can be compared with everything and has a symbol for each variable only.
                if below == Answer::Unknown || !self.budget.allows(&mut result) {
                    result = self.rounded(widen::widen_hulls(a, b));
                }
                self.element(Some(result))
            }
        }
    }
}
