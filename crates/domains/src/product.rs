//! The reduced product of two domains over the same space: each guards itself with the constraints
//! of the other.
//!
//! A pair stands for the points that both components contain, and is as good as its reduction:
//! pairs are compared after reducing them. Only a widening leaves its result as it is, because
//! reducing it could undo the extrapolation, and chains would go on for ever.

use std::borrow::Cow;

use soundline_lattice::{Answer, Lattice, Narrowing, Widening, order_equal};

use crate::capabilities::{Best, Capabilities};
use crate::expr::{Constraint, LinearExpr, Space, Var};
use crate::numbers::{Interval, Rat};
use crate::{Domain, Error};

/// Rounds of the reduction. It ends when nothing changes, which in practice is the second round;
/// each round is sound, so any number is.
const MOST_ROUNDS: usize = 16;

/// The reduced product of two domains.
///
/// ```
/// use soundline_domains::{Domain, Product, boxes::Boxes, disjunctions::Unions, expr::Space};
/// use soundline_lattice::Lattice;
/// let space = Space::integers(1);
/// let product = Product::new(Boxes::exact(space.clone()), Unions::new(space.clone(), 4));
/// let a = product.from_constraints(&[space.parse("x0 != 0")?, space.parse("x0 >= 0")?])?;
/// assert_eq!(product.show(&a), "(x0 - 1 >= 0, x0: [1, +oo])");
/// # Ok::<(), soundline_domains::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Product<A, B> {
    left: A,
    right: B,
}

/// An element of each domain.
#[derive(Clone, Debug)]
pub struct Pair<A, B> {
    left: A,
    right: B,
    reduced: bool,
}

/// The pairs of a product.
type PairOf<A, B> = Pair<<A as Lattice>::Elem, <B as Lattice>::Elem>;

impl<A, B> Pair<A, B> {
    /// The element of the left domain.
    pub fn left(&self) -> &A {
        &self.left
    }

    /// The element of the right domain.
    pub fn right(&self) -> &B {
        &self.right
    }
}

impl<A: Domain, B: Domain> Product<A, B> {
    /// The product over the space of the left domain.
    pub fn new(left: A, right: B) -> Product<A, B> {
        let right = right.over(left.space().clone());
        Product { left, right }
    }

    /// The pair with each component improved by the other; both are bottom if one is.
    pub fn reduce<'a>(&self, a: &'a PairOf<A, B>) -> Cow<'a, PairOf<A, B>> {
        if a.reduced || self.check(a).is_err() {
            return Cow::Borrowed(a);
        }
        Cow::Owned(self.of(a.left.clone(), a.right.clone()))
    }

    /// The reduced pair.
    fn of(&self, mut left: A::Elem, mut right: B::Elem) -> PairOf<A, B> {
        for _ in 0..MOST_ROUNDS {
            let new_right = guarded(&self.right, &right, &self.left.to_constraints(&left));
            let new_left = guarded(&self.left, &left, &self.right.to_constraints(&new_right));
            let empty = self.left.is_bottom(&new_left).is_yes()
                || self.right.is_bottom(&new_right).is_yes();
            if empty {
                return self.bottom();
            }
            let stable = self.left.leq(&left, &new_left).is_yes()
                && self.right.leq(&right, &new_right).is_yes();
            (left, right) = (new_left, new_right);
            if stable {
                break;
            }
        }
        Pair { left, right, reduced: true }
    }

    /// The pair of the results of an operation on each side of the reduced pair.
    fn each(
        &self,
        a: &PairOf<A, B>,
        left: impl FnOnce(&A::Elem) -> Result<A::Elem, Error>,
        right: impl FnOnce(&B::Elem) -> Result<B::Elem, Error>,
    ) -> Result<PairOf<A, B>, Error> {
        self.check(a)?;
        let a = self.reduce(a);
        Ok(self.of(left(&a.left)?, right(&a.right)?))
    }

    fn is_empty(&self, a: &PairOf<A, B>) -> bool {
        self.left.is_bottom(&a.left).is_yes() || self.right.is_bottom(&a.right).is_yes()
    }

    /// Do both pairs belong to this space?
    fn fit(&self, a: &PairOf<A, B>, b: &PairOf<A, B>) -> bool {
        self.check(a).is_ok() && self.check(b).is_ok()
    }
}

/// The element under constraints of the other domain. What is refused says nothing.
fn guarded<D: Domain>(domain: &D, a: &D::Elem, constraints: &[Constraint]) -> D::Elem {
    let guard = |a: D::Elem, constraint| domain.guard(&a, constraint).unwrap_or(a);
    constraints.iter().fold(a.clone(), guard)
}

impl<A: Domain, B: Domain> Lattice for Product<A, B> {
    type Elem = PairOf<A, B>;

    fn bottom(&self) -> Self::Elem {
        Pair { left: self.left.bottom(), right: self.right.bottom(), reduced: true }
    }

    fn top(&self) -> Option<Self::Elem> {
        Some(self.universe())
    }

    /// With a monotone reduction this is the same as comparing with the reduction of `b`.
    fn leq(&self, a: &Self::Elem, b: &Self::Elem) -> Answer {
        let a = self.reduce(a);
        self.left.leq(&a.left, &b.left).and(|| self.right.leq(&a.right, &b.right))
    }

    fn equal(&self, a: &Self::Elem, b: &Self::Elem) -> Answer {
        order_equal(self, a, b)
    }

    fn join(&self, a: &Self::Elem, b: &Self::Elem) -> Self::Elem {
        if !self.fit(a, b) {
            return self.universe();
        }
        let (a, b) = (self.reduce(a), self.reduce(b));
        self.of(self.left.join(&a.left, &b.left), self.right.join(&a.right, &b.right))
    }

    fn meet(&self, a: &Self::Elem, b: &Self::Elem) -> Self::Elem {
        if !self.fit(a, b) {
            return self.universe();
        }
        self.of(self.left.meet(&a.left, &b.left), self.right.meet(&a.right, &b.right))
    }

    fn show(&self, a: &Self::Elem) -> String {
        if self.is_empty(a) {
            return "⊥".into();
        }
        format!("({}, {})", self.left.show(&a.left), self.right.show(&a.right))
    }
}

impl<A: Domain, B: Domain> Widening for Product<A, B> {
    /// Component by component. The left operand is taken as it is, so that each component goes
    /// through a chain of its own widening.
    fn widen(&self, a: &Self::Elem, b: &Self::Elem) -> Self::Elem {
        if !self.fit(a, b) {
            return self.universe();
        }
        let b = self.reduce(b);
        if self.is_empty(a) {
            return b.into_owned();
        }
        let left = self.left.widen(&a.left, &b.left);
        let right = self.right.widen(&a.right, &b.right);
        Pair { left, right, reduced: false }
    }
}

impl<A: Domain + Narrowing, B: Domain + Narrowing> Narrowing for Product<A, B> {
    fn narrow(&self, a: &Self::Elem, b: &Self::Elem) -> Self::Elem {
        if !self.fit(a, b) {
            return self.universe();
        }
        let (a, b) = (self.reduce(a), self.reduce(b));
        let left = self.left.narrow(&a.left, &b.left);
        let right = self.right.narrow(&a.right, &b.right);
        Pair { left, right, reduced: false }
    }
}

impl<A: Domain, B: Domain> Domain for Product<A, B> {
    fn space(&self) -> &Space {
        self.left.space()
    }

    fn over(&self, space: Space) -> Product<A, B> {
        Product { left: self.left.over(space.clone()), right: self.right.over(space) }
    }

    fn capabilities(&self) -> Capabilities {
        let (left, right) = (self.left.capabilities(), self.right.capabilities());
        let mut exemptions = left.exemptions;
        for exemption in right.exemptions {
            if exemptions.iter().all(|own| own.law != exemption.law) {
                exemptions.push(exemption);
            }
        }
        Capabilities {
            kind: left.kind,
            exact: left.exact && right.exact,
            strict: left.strict || right.strict,
            constraints_exact: left.constraints_exact && right.constraints_exact,
            narrowing: left.narrowing && right.narrowing,
            best: Best::NONE,
            exemptions,
        }
    }

    fn dimensions_of(&self, a: &Self::Elem) -> usize {
        self.left.dimensions_of(&a.left)
    }

    fn universe(&self) -> Self::Elem {
        Pair { left: self.left.universe(), right: self.right.universe(), reduced: true }
    }

    /// Two components that are not bottom may still have no point in common.
    fn is_bottom(&self, a: &Self::Elem) -> Answer {
        if self.is_empty(&self.reduce(a)) { Answer::Yes } else { Answer::Unknown }
    }

    fn guard(&self, a: &Self::Elem, constraint: &Constraint) -> Result<Self::Elem, Error> {
        self.each(a, |a| self.left.guard(a, constraint), |a| self.right.guard(a, constraint))
    }

    fn assign_parallel(
        &self,
        a: &Self::Elem,
        assignments: &[(Var, LinearExpr)],
    ) -> Result<Self::Elem, Error> {
        let (left, right) = (&self.left, &self.right);
        self.each(
            a,
            |a| left.assign_parallel(a, assignments),
            |a| right.assign_parallel(a, assignments),
        )
    }

    fn forget(&self, a: &Self::Elem, variables: &[Var]) -> Result<Self::Elem, Error> {
        self.each(a, |a| self.left.forget(a, variables), |a| self.right.forget(a, variables))
    }

    fn to_constraints(&self, a: &Self::Elem) -> Vec<Constraint> {
        let a = self.reduce(a);
        let mut constraints = self.left.to_constraints(&a.left);
        for constraint in self.right.to_constraints(&a.right) {
            if !constraints.contains(&constraint) {
                constraints.push(constraint);
            }
        }
        constraints
    }

    fn bounds(&self, a: &Self::Elem, expr: &LinearExpr) -> Result<Option<Interval>, Error> {
        self.check(a)?;
        let a = self.reduce(a);
        let (left, right) = (self.left.bounds(&a.left, expr)?, self.right.bounds(&a.right, expr)?);
        Ok(left.zip(right).and_then(|(left, right)| left.meet(&right)))
    }

    fn embed(
        &self,
        a: &Self::Elem,
        from: &Product<A, B>,
        sources: &[Option<Var>],
    ) -> Result<Self::Elem, Error> {
        from.check(a)?;
        let a = from.reduce(a);
        let left = self.left.embed(&a.left, &from.left, sources)?;
        let right = self.right.embed(&a.right, &from.right, sources)?;
        Ok(self.of(left, right))
    }

    fn widen_up_to(
        &self,
        a: &Self::Elem,
        b: &Self::Elem,
        thresholds: &[Constraint],
    ) -> Result<Self::Elem, Error> {
        self.check(a)?;
        self.check(b)?;
        let b = self.reduce(b);
        let left = self.left.widen_up_to(&a.left, &b.left, thresholds)?;
        let right = self.right.widen_up_to(&a.right, &b.right, thresholds)?;
        Ok(Pair { left, right, reduced: false })
    }

    fn represents(&self, constraint: &Constraint) -> bool {
        self.left.represents(constraint) || self.right.represents(constraint)
    }

    fn entails(&self, a: &Self::Elem, constraint: &Constraint) -> Result<Answer, Error> {
        self.check(a)?;
        let a = self.reduce(a);
        // Each component knows more points than the pair has, so a Yes of one is a Yes.
        Ok(match self.left.entails(&a.left, constraint)? {
            Answer::Yes => Answer::Yes,
            left => match (left, self.right.entails(&a.right, constraint)?) {
                (_, Answer::Yes) => Answer::Yes,
                (Answer::No, _) | (_, Answer::No) => Answer::No,
                _ => Answer::Unknown,
            },
        })
    }

    fn contains(&self, a: &Self::Elem, point: &[Rat]) -> Result<bool, Error> {
        Ok(self.left.contains(&a.left, point)? && self.right.contains(&a.right, point)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::boxes::Boxes;
    use crate::disjunctions::Unions;
    use crate::tests::{passes_with_narrowing, spaces};
    use crate::values::Values;

    #[test]
    fn boxes_with_unions_pass() {
        let product =
            |space: Space| Product::new(Boxes::exact(space.clone()), Unions::new(space, 3));
        spaces().into_iter().map(product).for_each(passes_with_narrowing);
    }

    #[test]
    fn boxes_with_congruences_pass() {
        let product =
            |space: Space| Product::new(Boxes::exact(space.clone()), Values::congruences(space));
        spaces().into_iter().map(product).for_each(passes_with_narrowing);
    }

    #[test]
    fn each_side_improves_the_other() {
        let space = Space::integers(2);
        let product = Product::new(Values::constants(space.clone()), Unions::new(space.clone(), 3));
        let parse = |text: &str| space.parse(text).expect("a constraint");
        let constraints = ["x0 >= 0", "x0 <= 2", "x0 != 1", "x1 = x0"].map(parse);
        let a = product.from_constraints(&constraints).expect("fits");
        let b = product.guard(&a, &parse("x0 != 0")).expect("fits");
        assert_eq!(product.show(&b), "(x0: 2, x1: ⊤, x0: [2, 2], x1: [0, 2])");
        let none = product.guard(&b, &parse("x0 != 2")).expect("fits");
        assert!(product.is_bottom(&none).is_yes());
        assert_eq!(product.entails(&a, &parse("x0 != 1")), Ok(Answer::Yes));
    }

    #[test]
    fn bad_input_is_an_error() {
        let of = |n| Product::new(Boxes::exact(Space::reals(n)), Unions::new(Space::reals(n), 2));
        let (one, two) = (of(1), of(2));
        let (a, b) = (one.universe(), two.universe());
        let mismatch = Error::DimensionMismatch { expected: 1, found: 2 };
        assert_eq!(one.forget(&b, &[]).err(), Some(mismatch.clone()));
        assert_eq!(one.widen_up_to(&a, &b, &[]).err(), Some(mismatch));
        let unknown = Error::UnknownVariable { variable: 1, dimensions: 1 };
        assert_eq!(one.bounds(&a, &LinearExpr::variable(1)), Err(unknown));
        assert_eq!(one.leq(&a, &b), Answer::Unknown);
        assert!(one.equal(&one.join(&a, &b), &a).is_yes());
    }
}
