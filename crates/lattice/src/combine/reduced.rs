//! The reduced product: two lattices about the same values, each improving the other.

use crate::{
    Abstraction, Answer, Check, Choices, Class, Concrete, Generate, Lattice, Narrowing, Outcome,
    Transfer, Widening, order_equal, signature,
};
use std::sync::Arc;

/// How two lattices improve each other.
///
/// For all laws of a lattice to hold in the product, the reduction must be monotone, below its
/// argument and idempotent; it must keep all values that both components contain. Exact reductions
/// (the best pair for the common values) are all of that. [`Reduced::reduction_checks`] checks it.
pub trait Reduction<A: Lattice, B: Lattice> {
    /// A pair below `pair` that stands for the same values.
    fn reduce(&self, pair: &(A::Elem, B::Elem)) -> (A::Elem, B::Elem);
}

/// Any function on pairs can be a reduction.
impl<A: Lattice, B: Lattice, F> Reduction<A, B> for F
where
    F: Fn(&(A::Elem, B::Elem)) -> (A::Elem, B::Elem),
{
    fn reduce(&self, pair: &(A::Elem, B::Elem)) -> (A::Elem, B::Elem) {
        self(pair)
    }
}

/// The product of two lattices in which a pair is as good as its reduction.
///
/// Pairs are compared, joined and met after reducing them, so that a pair that is not reduced is
/// another representation of its reduction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reduced<A, B, R> {
    parts: (A, B),
    reduction: R,
}

impl<A: Lattice, B: Lattice, R: Reduction<A, B>> Reduced<A, B, R> {
    /// The product of two lattices under a reduction.
    pub fn new(left: A, right: B, reduction: R) -> Reduced<A, B, R> {
        Reduced { parts: (left, right), reduction }
    }

    /// The best representation of a pair.
    pub fn reduce(&self, a: &(A::Elem, B::Elem)) -> (A::Elem, B::Elem) {
        self.reduction.reduce(a)
    }
}

impl<A: Lattice, B: Lattice, R: Reduction<A, B>> Lattice for Reduced<A, B, R> {
    type Elem = (A::Elem, B::Elem);

    fn bottom(&self) -> Self::Elem {
        self.parts.bottom()
    }

    fn top(&self) -> Option<Self::Elem> {
        self.parts.top()
    }

    fn leq(&self, a: &Self::Elem, b: &Self::Elem) -> Answer {
        // With a monotone reduction this is the same as comparing with the reduction of b.
        self.parts.leq(&self.reduce(a), b)
    }

    fn equal(&self, a: &Self::Elem, b: &Self::Elem) -> Answer {
        order_equal(self, a, b)
    }

    fn join(&self, a: &Self::Elem, b: &Self::Elem) -> Self::Elem {
        self.reduce(&self.parts.join(&self.reduce(a), &self.reduce(b)))
    }

    fn meet(&self, a: &Self::Elem, b: &Self::Elem) -> Self::Elem {
        self.reduce(&self.parts.meet(a, b))
    }

    fn show(&self, a: &Self::Elem) -> String {
        self.parts.show(a)
    }
}

impl<A: Generate, B: Generate, R: Reduction<A, B>> Generate for Reduced<A, B, R> {
    /// A reduced pair or any pair. Most of the latter have nothing in common, so they are rare.
    fn arbitrary(&self, choices: &mut Choices) -> Self::Elem {
        let pair = self.parts.arbitrary(choices);
        let pair = match choices.draw(2) {
            // Information on one side only.
            0 => match self.parts.1.top() {
                Some(top) => (pair.0, top),
                None => pair,
            },
            1 => match self.parts.0.top() {
                Some(top) => (top, pair.1),
                None => pair,
            },
            _ => pair,
        };
        if choices.once_in(4) { pair } else { self.reduce(&pair) }
    }

    fn below(&self, a: &Self::Elem, choices: &mut Choices) -> Self::Elem {
        self.reduce(&self.parts.below(&self.reduce(a), choices))
    }

    fn above(&self, a: &Self::Elem, choices: &mut Choices) -> Self::Elem {
        self.reduce(&self.parts.above(&self.reduce(a), choices))
    }

    /// A larger pair with the same reduction, where a few tries find one.
    fn equal_to(&self, a: &Self::Elem, choices: &mut Choices) -> Self::Elem {
        let reduced = self.reduce(a);
        for _ in 0..3 {
            let looser = self.parts.above(&reduced, choices);
            let back = self.parts.leq(&self.reduce(&looser), &reduced);
            if back.is_yes() && self.parts.leq(&looser, &reduced).is_no() {
                return looser;
            }
        }
        if choices.flip() { reduced } else { a.clone() }
    }

    fn transfer(&self, choices: &mut Choices) -> Transfer<'_, Self::Elem> {
        let body = self.parts.transfer(choices);
        Transfer::new(body.description().to_string(), move |x| {
            self.reduce(&body.apply(&self.reduce(x)))
        })
    }

    fn elements(&self) -> Option<Vec<Self::Elem>> {
        self.parts.elements()
    }
}

impl<A: Widening, B: Widening, R: Reduction<A, B>> Widening for Reduced<A, B, R> {
    /// The operands are reduced, the result is not: reducing it could undo the extrapolation, and
    /// chains would go on for ever. Chains converge when the widening of reduced pairs is reduced
    /// (or loses no bound when it is).
    fn widen(&self, a: &Self::Elem, b: &Self::Elem) -> Self::Elem {
        self.parts.widen(&self.reduce(a), &self.reduce(b))
    }
}

impl<A: Narrowing, B: Narrowing, R: Reduction<A, B>> Narrowing for Reduced<A, B, R> {
    /// Of the reduced operands. The result is not reduced, for the same reason.
    fn narrow(&self, a: &Self::Elem, b: &Self::Elem) -> Self::Elem {
        self.parts.narrow(&self.reduce(a), &self.reduce(b))
    }
}

/// A pair stands for the values that both components contain.
impl<A, B, R> Concrete for Reduced<A, B, R>
where
    A: Concrete,
    B: Concrete<Value = A::Value>,
    R: Reduction<A, B>,
{
    type Value = A::Value;

    fn contains(&self, a: &Self::Elem, value: &A::Value) -> bool {
        self.parts.0.contains(&a.0, value) && self.parts.1.contains(&a.1, value)
    }

    /// Found by trial among the members of each side, and without the reduction, which is under
    /// test itself: `None` may also mean that none was found.
    fn member(&self, a: &Self::Elem, choices: &mut Choices) -> Option<A::Value> {
        (0..8).find_map(|trial| {
            let value = match trial % 2 {
                0 => self.parts.0.member(&a.0, choices)?,
                _ => self.parts.1.member(&a.1, choices)?,
            };
            self.contains(a, &value).then_some(value)
        })
    }

    fn members(&self, a: &Self::Elem) -> Option<Vec<A::Value>> {
        let candidates = self.parts.0.members(&a.0).or_else(|| self.parts.1.members(&a.1))?;
        Some(candidates.into_iter().filter(|value| self.contains(a, value)).collect())
    }
}

impl<A, B, R> Abstraction for Reduced<A, B, R>
where
    A: Abstraction,
    B: Abstraction<Value = A::Value>,
    R: Reduction<A, B>,
{
    fn abstraction(&self, value: &A::Value) -> Self::Elem {
        (self.parts.0.abstraction(value), self.parts.1.abstraction(value))
    }
}

impl<A, B, R> Reduced<A, B, R>
where
    A: Generate + Concrete + Copy + Send + Sync + 'static,
    B: Generate + Concrete<Value = A::Value> + Copy + Send + Sync + 'static,
    R: Reduction<A, B> + Copy + Send + Sync + 'static,
{
    /// That the reduction is what a reduction must be.
    pub fn reduction_checks(&self) -> Vec<Check> {
        let Reduced { parts, reduction } = *self;
        let mut checks = signature!("reduce" = move |pair| reduction.reduce(pair);
            parts -<!~v*-> parts);
        checks.push(self.reduction_is_sound());
        checks
    }

    fn reduction_is_sound(&self) -> Check {
        let product = *self;
        let statement = "v ∈ γ(a) ∩ γ(b) ⇒ v ∈ γ(c) ∩ γ(d), where (c, d) is reduce(a, b)";
        let pairs = Arc::new(product.parts);
        Check::about(&pairs, "reduce sound", Class::Operator, statement, move |pairs, case| {
            let pair = pairs.one(case, "(a, b)");
            let Some(value) = product.member(&pair, case.generator()) else {
                return Outcome::Vacuous;
            };
            case.note("v", || format!("{value:?}"));
            let reduced = product.reduce(&pair);
            case.note("(c, d)", || product.show(&reduced));
            product.contains(&reduced, &value).into()
        })
    }
}
