//! The laws of widenings and narrowings.

use super::converge::{Push, iterate};
use super::law;
use super::operands::{equal_operands, given, pure};
use crate::Class::{Narrowing as OfNarrowing, Widening as OfWidening};
use crate::{Generate, Law, Narrowing, Widening};

/// The laws of a widening.
pub fn widening<L: Generate + Widening>() -> Vec<Law<L>> {
    vec![
        law!("widening covers left", OfWidening, "a ⊑ a ∇ b", |l, case| {
            let [a, b] = l.any(case);
            l.expect_leq(case, ("a", &a), ("a ∇ b", &l.widen(&a, &b)))
        }),
        law!("widening covers right", OfWidening, "b ⊑ a ∇ b", |l, case| {
            let [a, b] = l.any(case);
            l.expect_leq(case, ("b", &b), ("a ∇ b", &l.widen(&a, &b)))
        }),
        law!("widening by bottom", OfWidening, "a ∇ ⊥ = a", |l, case| {
            let [a] = l.any(case);
            l.expect_equal(case, ("a ∇ ⊥", &l.widen(&a, &l.bottom())), ("a", &a))
        }),
        law!("widening from bottom", OfWidening, "⊥ ∇ a = a", |l, case| {
            let [a] = l.any(case);
            l.expect_equal(case, ("⊥ ∇ a", &l.widen(&l.bottom(), &a)), ("a", &a))
        }),
        law!(
            "widening invariant",
            OfWidening,
            "a = a', b = b' ⇒ a ∇ b = a' ∇ b'",
            |l, case| {
                equal_operands(l, case, |case, [a, a2], [b, b2]| {
                    l.expect_equal(case, ("a ∇ b", &l.widen(a, b)), ("a' ∇ b'", &l.widen(a2, b2)))
                })
            }
        ),
        law!(
            "widening pure",
            OfWidening,
            "a, b are the same before and after a ∇ b",
            |l, case| { pure(l, case, |a, b| drop(l.widen(a, b))) }
        ),
        law!(
            "widening converges",
            OfWidening,
            "xᵢ₊₁ = xᵢ ∇ yᵢ with yᵢ ⋢ xᵢ ends within 100 steps",
            |l, case| {
                let [a] = l.any(case);
                let mut push = Push::draw(case);
                iterate(l, case, a, |case, x| {
                    let y = push.element(case, |case| l.beyond(x, case))?;
                    Some(l.widen(x, &y))
                })
            }
        ),
        law!(
            "widening converges with transfer",
            OfWidening,
            "xᵢ₊₁ = xᵢ ∇ (xᵢ ⊔ f(xᵢ)) is stable within 100 steps",
            |l, case| {
                let [a] = l.any(case);
                let transfer = l.transfer(case.generator());
                case.note("f", || transfer.description().to_string());
                iterate(l, case, a, |_, x| {
                    let y = transfer.apply(x);
                    (!l.leq(&y, x).is_yes()).then(|| l.widen(x, &l.join(x, &y)))
                })
            }
        ),
    ]
}

/// The laws of a narrowing.
pub fn narrowing<L: Generate + Narrowing>() -> Vec<Law<L>> {
    vec![
        law!("narrowing lower bound", OfNarrowing, "a ⊑ b ⇒ a ⊑ b Δ a", |l, case| {
            let [a, b] = l.chain(case);
            given(l.leq(&a, &b), || l.expect_leq(case, ("a", &a), ("b Δ a", &l.narrow(&b, &a))))
        }),
        law!("narrowing upper bound", OfNarrowing, "a ⊑ b ⇒ b Δ a ⊑ b", |l, case| {
            let [a, b] = l.chain(case);
            given(l.leq(&a, &b), || l.expect_leq(case, ("b Δ a", &l.narrow(&b, &a)), ("b", &b)))
        }),
        law!(
            "narrowing invariant",
            OfNarrowing,
            "a = a', b = b' ⇒ a Δ b = a' Δ b'",
            |l, case| {
                equal_operands(l, case, |case, [a, a2], [b, b2]| {
                    l.expect_equal(case, ("a Δ b", &l.narrow(a, b)), ("a' Δ b'", &l.narrow(a2, b2)))
                })
            }
        ),
        law!(
            "narrowing pure",
            OfNarrowing,
            "a, b are the same before and after a Δ b",
            |l, case| { pure(l, case, |a, b| drop(l.narrow(a, b))) }
        ),
        law!(
            "narrowing converges",
            OfNarrowing,
            "xᵢ₊₁ = xᵢ Δ yᵢ with yᵢ ⊏ xᵢ is stable within 100 steps",
            |l, case| {
                let [a] = l.any(case);
                let mut push = Push::draw(case);
                iterate(l, case, a, |case, x| {
                    let y = push.element(case, |case| l.strictly_below(x, case))?;
                    let next = l.narrow(x, &y);
                    l.leq(x, &next).is_no().then_some(next)
                })
            }
        ),
        law!(
            "narrowing converges with transfer",
            OfNarrowing,
            "xᵢ₊₁ = xᵢ Δ (xᵢ ⊓ f(xᵢ)) is stable within 100 steps",
            |l, case| {
                let [a] = l.any(case);
                let transfer = l.transfer(case.generator());
                case.note("f", || transfer.description().to_string());
                iterate(l, case, a, |_, x| {
                    let next = l.narrow(x, &l.meet(x, &transfer.apply(x)));
                    l.leq(x, &next).is_no().then_some(next)
                })
            }
        ),
    ]
}
