//! The laws of widenings and narrowings.

use super::converge::{narrowing_chain, narrowing_loop, widening_chain, widening_loop};
use super::ids::*;
use super::law;
use super::operands::{equal_operands, given, pure};
use crate::Class::{Narrowing as OfNarrowing, Widening as OfWidening};
use crate::erased::Erased;
use crate::{Lattice, Law, Narrowing, Widening};

/// The laws of a widening.
pub fn widening() -> Vec<Law<Erased>> {
    vec![
        law!(WIDENING_COVERS_LEFT, OfWidening, "a ⊑ a ∇ b", |l, case| {
            let [a, b] = l.any(case);
            l.expect_leq(case, ("a", &a), ("a ∇ b", &l.widen(&a, &b)))
        }),
        law!(WIDENING_COVERS_RIGHT, OfWidening, "b ⊑ a ∇ b", |l, case| {
            let [a, b] = l.any(case);
            l.expect_leq(case, ("b", &b), ("a ∇ b", &l.widen(&a, &b)))
        }),
        law!(WIDENING_BY_BOTTOM, OfWidening, "a ∇ ⊥ = a", |l, case| {
            let [a] = l.any(case);
            l.expect_equal(case, ("a ∇ ⊥", &l.widen(&a, &l.bottom())), ("a", &a))
        }),
        law!(WIDENING_FROM_BOTTOM, OfWidening, "⊥ ∇ a = a", |l, case| {
            let [a] = l.any(case);
            l.expect_equal(case, ("⊥ ∇ a", &l.widen(&l.bottom(), &a)), ("a", &a))
        }),
        law!(
            WIDENING_INVARIANT,
            OfWidening,
            "a = a', b = b' ⇒ a ∇ b = a' ∇ b'",
            |l, case| {
                equal_operands(l, case, |case, [a, a2], [b, b2]| {
                    l.expect_equal(case, ("a ∇ b", &l.widen(a, b)), ("a' ∇ b'", &l.widen(a2, b2)))
                })
            }
        ),
        law!(WIDENING_PURE, OfWidening, "a, b are the same before and after a ∇ b", |l, case| {
            pure(l, case, |a, b| l.widen(a, b))
        }),
        law!(
            WIDENING_CONVERGES,
            OfWidening,
            "xᵢ₊₁ = xᵢ ∇ yᵢ with yᵢ ⋢ xᵢ ends within 100 steps",
            widening_chain
        ),
        law!(
            WIDENING_CONVERGES_WITH_TRANSFER,
            OfWidening,
            "xᵢ₊₁ = xᵢ ∇ (xᵢ ⊔ fᵢ(xᵢ)) is stable within 100 steps, for f that take turns",
            widening_loop
        ),
    ]
}

/// The laws of a narrowing.
pub fn narrowing() -> Vec<Law<Erased>> {
    vec![
        law!(NARROWING_LOWER_BOUND, OfNarrowing, "a ⊑ b ⇒ a ⊑ b Δ a", |l, case| {
            let [a, b] = l.chain(case);
            given(l.leq(&a, &b), || l.expect_leq(case, ("a", &a), ("b Δ a", &l.narrow(&b, &a))))
        }),
        law!(NARROWING_UPPER_BOUND, OfNarrowing, "a ⊑ b ⇒ b Δ a ⊑ b", |l, case| {
            let [a, b] = l.chain(case);
            given(l.leq(&a, &b), || l.expect_leq(case, ("b Δ a", &l.narrow(&b, &a)), ("b", &b)))
        }),
        law!(
            NARROWING_INVARIANT,
            OfNarrowing,
            "a = a', b = b' ⇒ a Δ b = a' Δ b'",
            |l, case| {
                equal_operands(l, case, |case, [a, a2], [b, b2]| {
                    l.expect_equal(case, ("a Δ b", &l.narrow(a, b)), ("a' Δ b'", &l.narrow(a2, b2)))
                })
            }
        ),
        law!(
            NARROWING_PURE,
            OfNarrowing,
            "a, b are the same before and after a Δ b",
            |l, case| { pure(l, case, |a, b| l.narrow(a, b)) }
        ),
        law!(
            NARROWING_CONVERGES,
            OfNarrowing,
            "xᵢ₊₁ = xᵢ Δ yᵢ with yᵢ ⊏ xᵢ is stable within 100 steps",
            narrowing_chain
        ),
        law!(
            NARROWING_CONVERGES_WITH_TRANSFER,
            OfNarrowing,
            "xᵢ₊₁ = xᵢ Δ (xᵢ ⊓ f(xᵢ)) is stable within 100 steps",
            narrowing_loop
        ),
    ]
}
