//! Rust's own comparisons agree with the order.

use super::law;
use super::operands::{any_two, given};
use crate::Class::Representation;
use crate::{Answer, Case, Generate, Law, Outcome, Subject};
use std::hash::{Hash, Hasher};

/// Rust's `==` agrees with the order both ways.
pub fn equality<L: Generate<Elem: PartialEq>>() -> Vec<Law<L>> {
    vec![law!("eq agrees with leq", Representation, "a == b ⇔ a ⊑ b ∧ b ⊑ a", |l, case| {
        agrees(l, case, |a, b| a == b)
    })]
}

/// `Hash` agrees with the order: equal elements have equal hashes.
pub fn hashing<L: Generate<Elem: Hash>>() -> Vec<Law<L>> {
    vec![law!(
        "hash agrees with leq",
        Representation,
        "a ⊑ b ∧ b ⊑ a ⇒ hash(a) = hash(b)",
        |l, case| {
            let [a, b] = l.equal_pair(case, ["a", "b"]);
            given(l.leq(&a, &b).and(|| l.leq(&b, &a)), || {
                let (first, second) = (hash_of(&a), hash_of(&b));
                case.note("hash(a)", || format!("{first:016x}"));
                case.note("hash(b)", || format!("{second:016x}"));
                (first == second).into()
            })
        }
    )]
}

/// `Ord`, as sorted collections use it: a total order that calls equal what the lattice calls equal.
/// It need not be the lattice's order; for that, see [`partial_order`].
pub fn ordering<L: Generate<Elem: Ord>>() -> Vec<Law<L>> {
    vec![
        law!(
            "ord agrees with leq",
            Representation,
            "cmp(a, b) = Equal ⇔ a ⊑ b ∧ b ⊑ a",
            |l, case| { agrees(l, case, |a, b| a.cmp(b).is_eq()) }
        ),
        law!(
            "ord is total order",
            Representation,
            "cmp(a, b) reverses cmp(b, a) and is transitive",
            |l, case| {
                let [a, b, c] = l.any(case);
                let transitive = !(a <= b && b <= c) || a <= c;
                (a.cmp(&b) == b.cmp(&a).reverse() && transitive).into()
            }
        ),
    ]
}

/// `PartialOrd`, where it is meant to be the lattice's order.
pub fn partial_order<L: Generate<Elem: PartialOrd>>() -> Vec<Law<L>> {
    vec![law!("partial order agrees with leq", Representation, "a <= b ⇔ a ⊑ b", |l, case| {
        let [a, b] = any_two(l, case);
        let agreed = match l.leq(&a, &b) {
            Answer::Unknown => return Outcome::Unknown,
            answer => answer.is_yes() == (a <= b),
        };
        case.note("a <= b", || (a <= b).to_string());
        case.note("a ⊑ b", || l.leq(&a, &b).to_string());
        agreed.into()
    })]
}

/// A Rust relation that should be the lattice's equality.
fn agrees<L: Generate>(
    l: &Subject<L>,
    case: &mut Case,
    rust_equal: impl Fn(&L::Elem, &L::Elem) -> bool,
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

fn hash_of<T: Hash>(value: &T) -> u64 {
    let mut hasher = std::hash::DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}
