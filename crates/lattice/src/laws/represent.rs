//! Rust's own comparisons agree with the order.

use super::ids::*;
use super::law;
use super::operands::{any_two, given};
use crate::Class::Representation;
use crate::erased::{Erased, Slot};
use crate::{Answer, Case, Lattice, Law, Outcome, Subject};

/// Rust's `==` agrees with the order both ways.
pub fn equality() -> Vec<Law<Erased>> {
    vec![law!(EQ_AGREES_WITH_LEQ, Representation, "a == b ⇔ a ⊑ b ∧ b ⊑ a", |l, case| {
        agrees(l, case, |a, b| l.rust_equal(a, b))
    })]
}

/// `Hash` agrees with the order: equal elements have equal hashes.
pub fn hashing() -> Vec<Law<Erased>> {
    vec![law!(
        HASH_AGREES_WITH_LEQ,
        Representation,
        "a ⊑ b ∧ b ⊑ a ⇒ hash(a) = hash(b)",
        |l, case| {
            let [a, b] = l.equal_pair(case, ["a", "b"]);
            given(l.leq(&a, &b).and(|| l.leq(&b, &a)), || {
                let (first, second) = (l.rust_hash(&a), l.rust_hash(&b));
                case.note("hash(a)", || format!("{first:016x}"));
                case.note("hash(b)", || format!("{second:016x}"));
                (first == second).into()
            })
        }
    )]
}

/// `Ord`, as sorted collections use it: a total order that calls equal what the lattice calls equal.
/// It need not be the lattice's order; for that, see [`partial_order`].
pub fn ordering() -> Vec<Law<Erased>> {
    vec![
        law!(
            ORD_AGREES_WITH_LEQ,
            Representation,
            "cmp(a, b) = Equal ⇔ a ⊑ b ∧ b ⊑ a",
            |l, case| { agrees(l, case, |a, b| l.rust_compare(a, b).is_eq()) }
        ),
        law!(
            ORD_IS_TOTAL_ORDER,
            Representation,
            "cmp(a, b) reverses cmp(b, a) and is transitive",
            |l, case| {
                let [a, b, c] = l.any(case);
                let below = |x, y| l.rust_compare(x, y).is_le();
                let transitive = !(below(&a, &b) && below(&b, &c)) || below(&a, &c);
                let reversed = l.rust_compare(&b, &a).reverse();
                (l.rust_compare(&a, &b) == reversed && transitive).into()
            }
        ),
    ]
}

/// `PartialOrd`, where it is meant to be the lattice's order.
pub fn partial_order() -> Vec<Law<Erased>> {
    vec![law!(PARTIAL_ORDER_AGREES_WITH_LEQ, Representation, "a <= b ⇔ a ⊑ b", |l, case| {
        let [a, b] = any_two(l, case);
        let agreed = match l.leq(&a, &b) {
            Answer::Unknown => return Outcome::Unknown,
            answer => answer.is_yes() == l.rust_less_or_equal(&a, &b),
        };
        case.note("a <= b", || l.rust_less_or_equal(&a, &b).to_string());
        case.note("a ⊑ b", || l.leq(&a, &b).to_string());
        agreed.into()
    })]
}

/// A Rust relation that should be the lattice's equality.
fn agrees(
    l: &Subject<Erased>,
    case: &mut Case,
    rust_equal: impl Fn(&Slot, &Slot) -> bool,
) -> Outcome {
    let [a, b] = any_two(l, case);
    let both_ways = l.leq(&a, &b).and(|| l.leq(&b, &a));
    let rust = rust_equal(&a, &b);
    case.note("a ⊑ b ∧ b ⊑ a", || both_ways.to_string());
    case.note("equal in Rust", || rust.to_string());
    match both_ways {
        Answer::Unknown => Outcome::Unknown,
        answer => (answer.is_yes() == rust).into(),
    }
}
