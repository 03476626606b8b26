//! The tables of laws.
//!
//! [`lattice`] holds the 19 laws of LCheck's GenericTests (Midtgaard and Møller, STVR 2017) and the
//! law of top, and beyond them: join is the least and meet the greatest bound (properties 27 and 28
//! of Bugariu et al., ASE 2018), operands stay as they are, and equal arguments give equal results.
//! The other tables need more of a lattice; [`Suite`](crate::Suite) says what in the bounds of the
//! method that adds them. All are written for the [erased](crate::erased) lattice, so that they are
//! compiled once.

mod concrete;
mod converge;
mod extrapolate;
pub mod ids;
mod operands;
mod represent;
mod session;

pub use concrete::concretisation;
pub use converge::CONVERGENCE_STEPS;
pub use extrapolate::{narrowing, widening};
pub(crate) use operands::given;
pub use represent::{equality, hashing, ordering, partial_order};
pub(crate) use session::LawSession;

use crate::Class::*;
use crate::erased::{Erased, Slot};
use crate::{Answer, Case, Generate, Lattice, Law, Outcome, Subject};
use ids::*;
use operands::{any_two, equal_operands, pure};

macro_rules! law {
    ($id:ident, $class:ident, $statement:literal, $check:expr) => {
        Law::new($id, $class, $statement, $check)
    };
}

use law;

/// The laws of every lattice.
pub fn lattice() -> Vec<Law<Erased>> {
    vec![
        law!(LEQ_REFLEXIVE, Order, "a ⊑ a", |l, case| {
            let [a] = l.any(case);
            l.expect_leq(case, ("a", &a), ("a", &a))
        }),
        law!(LEQ_TRANSITIVE, Order, "a ⊑ b ∧ b ⊑ c ⇒ a ⊑ c", |l, case| {
            let [a, b, c] = l.chain(case);
            given(l.leq(&a, &b).and(|| l.leq(&b, &c)), || l.expect_leq(case, ("a", &a), ("c", &c)))
        }),
        law!(LEQ_ANTISYMMETRIC, Order, "a ⊑ b ∧ b ⊑ a ⇒ a = b", |l, case| {
            let [a, b] = any_two(l, case);
            given(l.leq(&a, &b).and(|| l.leq(&b, &a)), || {
                l.expect_equal(case, ("a", &a), ("b", &b))
            })
        }),
        law!(BOTTOM_IS_LOWER_BOUND, Bounds, "⊥ ⊑ a", |l, case| {
            let [a] = l.any(case);
            l.expect_leq(case, ("⊥", &l.bottom()), ("a", &a))
        }),
        law!(TOP_IS_UPPER_BOUND, Bounds, "a ⊑ ⊤", |l, case| {
            let [a] = l.any(case);
            match l.top() {
                Some(top) => l.expect_leq(case, ("a", &a), ("⊤", &top)),
                None => Outcome::Vacuous,
            }
        }),
        law!(JOIN_COMMUTATIVE, Join, "a ⊔ b = b ⊔ a", |l, case| {
            let [a, b] = l.any(case);
            l.expect_equal(case, ("a ⊔ b", &l.join(&a, &b)), ("b ⊔ a", &l.join(&b, &a)))
        }),
        law!(JOIN_ASSOCIATIVE, Join, "(a ⊔ b) ⊔ c = a ⊔ (b ⊔ c)", |l, case| {
            let [a, b, c] = l.any(case);
            let left = l.join(&l.join(&a, &b), &c);
            let right = l.join(&a, &l.join(&b, &c));
            l.expect_equal(case, ("(a ⊔ b) ⊔ c", &left), ("a ⊔ (b ⊔ c)", &right))
        }),
        law!(JOIN_IDEMPOTENT, Join, "a ⊔ a = a", |l, case| {
            let [a] = l.any(case);
            l.expect_equal(case, ("a ⊔ a", &l.join(&a, &a)), ("a", &a))
        }),
        law!(MEET_COMMUTATIVE, Meet, "a ⊓ b = b ⊓ a", |l, case| {
            let [a, b] = l.any(case);
            l.expect_equal(case, ("a ⊓ b", &l.meet(&a, &b)), ("b ⊓ a", &l.meet(&b, &a)))
        }),
        law!(MEET_ASSOCIATIVE, Meet, "(a ⊓ b) ⊓ c = a ⊓ (b ⊓ c)", |l, case| {
            let [a, b, c] = l.any(case);
            let left = l.meet(&l.meet(&a, &b), &c);
            let right = l.meet(&a, &l.meet(&b, &c));
            l.expect_equal(case, ("(a ⊓ b) ⊓ c", &left), ("a ⊓ (b ⊓ c)", &right))
        }),
        law!(MEET_IDEMPOTENT, Meet, "a ⊓ a = a", |l, case| {
            let [a] = l.any(case);
            l.expect_equal(case, ("a ⊓ a", &l.meet(&a, &a)), ("a", &a))
        }),
        law!(JOIN_MEET_ABSORPTION, Absorption, "a ⊔ (a ⊓ b) = a", |l, case| {
            let [a, b] = l.any(case);
            let absorbed = l.join(&a, &l.meet(&a, &b));
            l.expect_equal(case, ("a ⊔ (a ⊓ b)", &absorbed), ("a", &a))
        }),
        law!(MEET_JOIN_ABSORPTION, Absorption, "a ⊓ (a ⊔ b) = a", |l, case| {
            let [a, b] = l.any(case);
            let absorbed = l.meet(&a, &l.join(&a, &b));
            l.expect_equal(case, ("a ⊓ (a ⊔ b)", &absorbed), ("a", &a))
        }),
        law!(LEQ_IMPLIES_JOIN, Compatibility, "a ⊑ b ⇒ a ⊔ b = b", |l, case| {
            let [a, b] = l.chain(case);
            given(l.leq(&a, &b), || l.expect_equal(case, ("a ⊔ b", &l.join(&a, &b)), ("b", &b)))
        }),
        law!(JOIN_IMPLIES_LEQ, Compatibility, "a ⊔ b = b ⇒ a ⊑ b", |l, case| {
            let [a, b] = any_two(l, case);
            given(l.equal(&l.join(&a, &b), &b), || l.expect_leq(case, ("a", &a), ("b", &b)))
        }),
        law!(LEQ_IMPLIES_MEET, Compatibility, "a ⊑ b ⇒ a ⊓ b = a", |l, case| {
            let [a, b] = l.chain(case);
            given(l.leq(&a, &b), || l.expect_equal(case, ("a ⊓ b", &l.meet(&a, &b)), ("a", &a)))
        }),
        law!(MEET_IMPLIES_LEQ, Compatibility, "a ⊓ b = a ⇒ a ⊑ b", |l, case| {
            let [a, b] = any_two(l, case);
            given(l.equal(&l.meet(&a, &b), &a), || l.expect_leq(case, ("a", &a), ("b", &b)))
        }),
        law!(JOIN_IMPLIES_MEET, Compatibility, "a ⊔ b = b ⇒ a ⊓ b = a", |l, case| {
            let [a, b] = any_two(l, case);
            given(l.equal(&l.join(&a, &b), &b), || {
                l.expect_equal(case, ("a ⊓ b", &l.meet(&a, &b)), ("a", &a))
            })
        }),
        law!(MEET_IMPLIES_JOIN, Compatibility, "a ⊓ b = a ⇒ a ⊔ b = b", |l, case| {
            let [a, b] = any_two(l, case);
            given(l.equal(&l.meet(&a, &b), &a), || {
                l.expect_equal(case, ("a ⊔ b", &l.join(&a, &b)), ("b", &b))
            })
        }),
        law!(JOIN_IS_LEAST, Best, "a ⊑ c ∧ b ⊑ c ⇒ a ⊔ b ⊑ c", |l, case| {
            let [a, b, c] = below_or_above_two(l, case, Side::Above);
            given(l.leq(&a, &c).and(|| l.leq(&b, &c)), || {
                l.expect_leq(case, ("a ⊔ b", &l.join(&a, &b)), ("c", &c))
            })
        }),
        law!(MEET_IS_GREATEST, Best, "c ⊑ a ∧ c ⊑ b ⇒ c ⊑ a ⊓ b", |l, case| {
            let [a, b, c] = below_or_above_two(l, case, Side::Below);
            given(l.leq(&c, &a).and(|| l.leq(&c, &b)), || {
                l.expect_leq(case, ("c", &c), ("a ⊓ b", &l.meet(&a, &b)))
            })
        }),
        law!(
            GENERATORS_CONSISTENT,
            Generators,
            "below(c) ⊑ c ⊑ above(c); equal_to(c) = c",
            |l, case| { generators_consistent(l, case) }
        ),
        law!(LEQ_PURE, Purity, "a, b are the same before and after a ⊑ b", |l, case| {
            pure(l, case, |a, b| l.leq(a, b))
        }),
        law!(JOIN_PURE, Purity, "a, b are the same before and after a ⊔ b", |l, case| {
            pure(l, case, |a, b| l.join(a, b))
        }),
        law!(MEET_PURE, Purity, "a, b are the same before and after a ⊓ b", |l, case| {
            pure(l, case, |a, b| l.meet(a, b))
        }),
        law!(SHOW_PURE, Purity, "a, b are the same before and after being shown", |l, case| {
            pure(l, case, |a, b| (l.show(a), l.show(b)))
        }),
        law!(
            LEQ_INVARIANT,
            Representation,
            "a = a', b = b' ⇒ (a ⊑ b ⇔ a' ⊑ b')",
            |l, case| {
                equal_operands(l, case, |case, [a, a2], [b, b2]| {
                    let (first, second) = (l.leq(a, b), l.leq(a2, b2));
                    case.note("a ⊑ b", || first.to_string());
                    case.note("a' ⊑ b'", || second.to_string());
                    match (first, second) {
                        (Answer::Unknown, _) | (_, Answer::Unknown) => Outcome::Unknown,
                        _ => (first == second).into(),
                    }
                })
            }
        ),
        law!(
            JOIN_INVARIANT,
            Representation,
            "a = a', b = b' ⇒ a ⊔ b = a' ⊔ b'",
            |l, case| {
                equal_operands(l, case, |case, [a, a2], [b, b2]| {
                    l.expect_equal(case, ("a ⊔ b", &l.join(a, b)), ("a' ⊔ b'", &l.join(a2, b2)))
                })
            }
        ),
        law!(
            MEET_INVARIANT,
            Representation,
            "a = a', b = b' ⇒ a ⊓ b = a' ⊓ b'",
            |l, case| {
                equal_operands(l, case, |case, [a, a2], [b, b2]| {
                    l.expect_equal(case, ("a ⊓ b", &l.meet(a, b)), ("a' ⊓ b'", &l.meet(a2, b2)))
                })
            }
        ),
    ]
}

enum Side {
    Above,
    Below,
}

/// Elements a, b and a common bound c of both. Half of the bounds are bounds by the generators, so
/// that a join which is too large cannot hide behind bounds made of joins.
fn below_or_above_two(l: &Subject<Erased>, case: &mut Case, side: Side) -> [Slot; 3] {
    if case.is_exhaustive() && l.size().is_some() {
        return l.any(case);
    }
    let choices = case.generator();
    let c = l.arbitrary(choices);
    let mut operand = || match side {
        Side::Above => l.below(&c, choices),
        Side::Below => l.above(&c, choices),
    };
    let (a, b) = (operand(), operand());
    for (label, element) in [("a", &a), ("b", &b), ("c", &c)] {
        case.note(label, || l.show(element));
    }
    [a, b, c]
}

fn generators_consistent(l: &Subject<Erased>, case: &mut Case) -> Outcome {
    let choices = case.generator();
    let c = l.arbitrary(choices);
    let below = l.below(&c, choices);
    let above = l.above(&c, choices);
    let equal = l.equal_to(&c, choices);
    case.note("c", || l.show(&c));
    l.expect_leq(case, ("below(c)", &below), ("c", &c))
        .and(|| l.expect_leq(case, ("c", &c), ("above(c)", &above)))
        .and(|| l.expect_equal(case, ("equal_to(c)", &equal), ("c", &c)))
}
