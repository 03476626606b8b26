//! The tables of laws.
//!
//! [`lattice`] holds the 19 laws of LCheck's GenericTests (Midtgaard and Møller, STVR 2017) and the
//! law of top, and beyond them: join is the least and meet the greatest bound (properties 27 and 28
//! of Bugariu et al., ASE 2018), operands stay as they are, and equal arguments give equal results.
//! The other tables need more of a lattice and say what in their bounds.

use crate::Class::*;
use crate::{
    Answer, Case, Choices, Concrete, Generate, Law, Narrowing, Outcome, Subject, Widening,
};
use std::hash::{Hash, Hasher};

/// Steps within which a chain of widenings or narrowings must become stable. Convergence cannot be
/// tested; this stronger property can (ASE'18, Sect. 3.2, with the same number).
pub const CONVERGENCE_STEPS: usize = 100;

macro_rules! law {
    ($name:literal, $class:ident, $statement:literal, $check:expr) => {
        Law { name: $name, class: $class, statement: $statement, check: $check }
    };
}

/// The laws of every lattice.
pub fn lattice<L: Generate>() -> Vec<Law<L>> {
    vec![
        law!("leq reflexive", Order, "a ⊑ a", |l, case| {
            let [a] = l.any(case);
            l.expect_leq(case, ("a", &a), ("a", &a))
        }),
        law!("leq transitive", Order, "a ⊑ b ∧ b ⊑ c ⇒ a ⊑ c", |l, case| {
            let [a, b, c] = l.chain(case);
            given(l.leq(&a, &b).and(|| l.leq(&b, &c)), || l.expect_leq(case, ("a", &a), ("c", &c)))
        }),
        law!("leq antisymmetric", Order, "a ⊑ b ∧ b ⊑ a ⇒ a = b", |l, case| {
            let [a, b] = any_two(l, case);
            given(l.leq(&a, &b).and(|| l.leq(&b, &a)), || {
                l.expect_equal(case, ("a", &a), ("b", &b))
            })
        }),
        law!("bottom is lower bound", Bounds, "⊥ ⊑ a", |l, case| {
            let [a] = l.any(case);
            l.expect_leq(case, ("⊥", &l.bottom()), ("a", &a))
        }),
        law!("top is upper bound", Bounds, "a ⊑ ⊤", |l, case| {
            let [a] = l.any(case);
            match l.top() {
                Some(top) => l.expect_leq(case, ("a", &a), ("⊤", &top)),
                None => Outcome::Vacuous,
            }
        }),
        law!("join commutative", Join, "a ⊔ b = b ⊔ a", |l, case| {
            let [a, b] = l.any(case);
            l.expect_equal(case, ("a ⊔ b", &l.join(&a, &b)), ("b ⊔ a", &l.join(&b, &a)))
        }),
        law!("join associative", Join, "(a ⊔ b) ⊔ c = a ⊔ (b ⊔ c)", |l, case| {
            let [a, b, c] = l.any(case);
            let left = l.join(&l.join(&a, &b), &c);
            let right = l.join(&a, &l.join(&b, &c));
            l.expect_equal(case, ("(a ⊔ b) ⊔ c", &left), ("a ⊔ (b ⊔ c)", &right))
        }),
        law!("join idempotent", Join, "a ⊔ a = a", |l, case| {
            let [a] = l.any(case);
            l.expect_equal(case, ("a ⊔ a", &l.join(&a, &a)), ("a", &a))
        }),
        law!("meet commutative", Meet, "a ⊓ b = b ⊓ a", |l, case| {
            let [a, b] = l.any(case);
            l.expect_equal(case, ("a ⊓ b", &l.meet(&a, &b)), ("b ⊓ a", &l.meet(&b, &a)))
        }),
        law!("meet associative", Meet, "(a ⊓ b) ⊓ c = a ⊓ (b ⊓ c)", |l, case| {
            let [a, b, c] = l.any(case);
            let left = l.meet(&l.meet(&a, &b), &c);
            let right = l.meet(&a, &l.meet(&b, &c));
            l.expect_equal(case, ("(a ⊓ b) ⊓ c", &left), ("a ⊓ (b ⊓ c)", &right))
        }),
        law!("meet idempotent", Meet, "a ⊓ a = a", |l, case| {
            let [a] = l.any(case);
            l.expect_equal(case, ("a ⊓ a", &l.meet(&a, &a)), ("a", &a))
        }),
        law!("join meet absorption", Absorption, "a ⊔ (a ⊓ b) = a", |l, case| {
            let [a, b] = l.any(case);
            let absorbed = l.join(&a, &l.meet(&a, &b));
            l.expect_equal(case, ("a ⊔ (a ⊓ b)", &absorbed), ("a", &a))
        }),
        law!("meet join absorption", Absorption, "a ⊓ (a ⊔ b) = a", |l, case| {
            let [a, b] = l.any(case);
            let absorbed = l.meet(&a, &l.join(&a, &b));
            l.expect_equal(case, ("a ⊓ (a ⊔ b)", &absorbed), ("a", &a))
        }),
        law!("leq implies join", Compatibility, "a ⊑ b ⇒ a ⊔ b = b", |l, case| {
            let [a, b] = l.chain(case);
            given(l.leq(&a, &b), || l.expect_equal(case, ("a ⊔ b", &l.join(&a, &b)), ("b", &b)))
        }),
        law!("join implies leq", Compatibility, "a ⊔ b = b ⇒ a ⊑ b", |l, case| {
            let [a, b] = any_two(l, case);
            given(l.equal(&l.join(&a, &b), &b), || l.expect_leq(case, ("a", &a), ("b", &b)))
        }),
        law!("leq implies meet", Compatibility, "a ⊑ b ⇒ a ⊓ b = a", |l, case| {
            let [a, b] = l.chain(case);
            given(l.leq(&a, &b), || l.expect_equal(case, ("a ⊓ b", &l.meet(&a, &b)), ("a", &a)))
        }),
        law!("meet implies leq", Compatibility, "a ⊓ b = a ⇒ a ⊑ b", |l, case| {
            let [a, b] = any_two(l, case);
            given(l.equal(&l.meet(&a, &b), &a), || l.expect_leq(case, ("a", &a), ("b", &b)))
        }),
        law!("join implies meet", Compatibility, "a ⊔ b = b ⇒ a ⊓ b = a", |l, case| {
            let [a, b] = any_two(l, case);
            given(l.equal(&l.join(&a, &b), &b), || {
                l.expect_equal(case, ("a ⊓ b", &l.meet(&a, &b)), ("a", &a))
            })
        }),
        law!("meet implies join", Compatibility, "a ⊓ b = a ⇒ a ⊔ b = b", |l, case| {
            let [a, b] = any_two(l, case);
            given(l.equal(&l.meet(&a, &b), &a), || {
                l.expect_equal(case, ("a ⊔ b", &l.join(&a, &b)), ("b", &b))
            })
        }),
        law!("join is least", Best, "a ⊑ c ∧ b ⊑ c ⇒ a ⊔ b ⊑ c", |l, case| {
            let [a, b, c] = below_or_above_two(l, case, Side::Above);
            given(l.leq(&a, &c).and(|| l.leq(&b, &c)), || {
                l.expect_leq(case, ("a ⊔ b", &l.join(&a, &b)), ("c", &c))
            })
        }),
        law!("meet is greatest", Best, "c ⊑ a ∧ c ⊑ b ⇒ c ⊑ a ⊓ b", |l, case| {
            let [a, b, c] = below_or_above_two(l, case, Side::Below);
            given(l.leq(&c, &a).and(|| l.leq(&c, &b)), || {
                l.expect_leq(case, ("c", &c), ("a ⊓ b", &l.meet(&a, &b)))
            })
        }),
        law!(
            "generators consistent",
            Generators,
            "below(c) ⊑ c ⊑ above(c); equal_to(c) = c",
            |l, case| { generators_consistent(l, case) }
        ),
        law!("leq pure", Purity, "a, b are the same before and after a ⊑ b", |l, case| {
            pure(l, case, |a, b| {
                let _ = l.leq(a, b);
            })
        }),
        law!("join pure", Purity, "a, b are the same before and after a ⊔ b", |l, case| {
            pure(l, case, |a, b| drop(l.join(a, b)))
        }),
        law!("meet pure", Purity, "a, b are the same before and after a ⊓ b", |l, case| {
            pure(l, case, |a, b| drop(l.meet(a, b)))
        }),
        law!("show pure", Purity, "a, b are the same before and after being shown", |l, case| {
            pure(l, case, |a, b| drop((l.show(a), l.show(b))))
        }),
        law!(
            "leq invariant",
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
            "join invariant",
            Representation,
            "a = a', b = b' ⇒ a ⊔ b = a' ⊔ b'",
            |l, case| {
                equal_operands(l, case, |case, [a, a2], [b, b2]| {
                    l.expect_equal(case, ("a ⊔ b", &l.join(a, b)), ("a' ⊔ b'", &l.join(a2, b2)))
                })
            }
        ),
        law!(
            "meet invariant",
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

/// The laws of a widening.
pub fn widening<L: Generate + Widening>() -> Vec<Law<L>> {
    vec![
        law!("widening covers left", Widening, "a ⊑ a ∇ b", |l, case| {
            let [a, b] = l.any(case);
            l.expect_leq(case, ("a", &a), ("a ∇ b", &l.widen(&a, &b)))
        }),
        law!("widening covers right", Widening, "b ⊑ a ∇ b", |l, case| {
            let [a, b] = l.any(case);
            l.expect_leq(case, ("b", &b), ("a ∇ b", &l.widen(&a, &b)))
        }),
        law!("widening by bottom", Widening, "a ∇ ⊥ = a", |l, case| {
            let [a] = l.any(case);
            l.expect_equal(case, ("a ∇ ⊥", &l.widen(&a, &l.bottom())), ("a", &a))
        }),
        law!("widening from bottom", Widening, "⊥ ∇ a = a", |l, case| {
            let [a] = l.any(case);
            l.expect_equal(case, ("⊥ ∇ a", &l.widen(&l.bottom(), &a)), ("a", &a))
        }),
        law!(
            "widening invariant",
            Widening,
            "a = a', b = b' ⇒ a ∇ b = a' ∇ b'",
            |l, case| {
                equal_operands(l, case, |case, [a, a2], [b, b2]| {
                    l.expect_equal(case, ("a ∇ b", &l.widen(a, b)), ("a' ∇ b'", &l.widen(a2, b2)))
                })
            }
        ),
        law!("widening pure", Widening, "a, b are the same before and after a ∇ b", |l, case| {
            pure(l, case, |a, b| drop(l.widen(a, b)))
        }),
        law!(
            "widening converges",
            Widening,
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
            Widening,
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
        law!("narrowing lower bound", Narrowing, "a ⊑ b ⇒ a ⊑ b Δ a", |l, case| {
            let [a, b] = l.chain(case);
            given(l.leq(&a, &b), || l.expect_leq(case, ("a", &a), ("b Δ a", &l.narrow(&b, &a))))
        }),
        law!("narrowing upper bound", Narrowing, "a ⊑ b ⇒ b Δ a ⊑ b", |l, case| {
            let [a, b] = l.chain(case);
            given(l.leq(&a, &b), || l.expect_leq(case, ("b Δ a", &l.narrow(&b, &a)), ("b", &b)))
        }),
        law!(
            "narrowing invariant",
            Narrowing,
            "a = a', b = b' ⇒ a Δ b = a' Δ b'",
            |l, case| {
                equal_operands(l, case, |case, [a, a2], [b, b2]| {
                    l.expect_equal(case, ("a Δ b", &l.narrow(a, b)), ("a' Δ b'", &l.narrow(a2, b2)))
                })
            }
        ),
        law!(
            "narrowing pure",
            Narrowing,
            "a, b are the same before and after a Δ b",
            |l, case| { pure(l, case, |a, b| drop(l.narrow(a, b))) }
        ),
        law!(
            "narrowing converges",
            Narrowing,
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
            Narrowing,
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

/// Order, join and meet mean what the concretisation says.
pub fn concretisation<L: Generate + Concrete>() -> Vec<Law<L>> {
    vec![
        law!(
            "members are contained",
            Concretisation,
            "v drawn from a or listed for a ⇒ v ∈ γ(a)",
            |l, case| {
                let [a] = l.any(case);
                let drawn = l.member(&a, case.generator());
                let listed = l.members(&a).unwrap_or_default();
                if drawn.is_none() && listed.is_empty() {
                    return Outcome::Vacuous;
                }
                let stranger = drawn.into_iter().chain(listed).find(|v| !l.contains(&a, v));
                if let Some(v) = &stranger {
                    case.note("v", || format!("{v:?}"));
                }
                stranger.is_none().into()
            }
        ),
        law!("bottom is empty", Concretisation, "γ(⊥) = ∅", |l, case| {
            let bottom = l.bottom();
            case.note("⊥", || l.show(&bottom));
            match l.member(&bottom, case.generator()) {
                Some(v) => {
                    case.note("v", || format!("{v:?}"));
                    Outcome::Violated
                }
                None => Outcome::Holds,
            }
        }),
        law!("leq sound", Concretisation, "a ⊑ b ∧ v ∈ γ(a) ⇒ v ∈ γ(b)", |l, case| {
            let [a, b] = any_two(l, case);
            given(l.leq(&a, &b), || member(l, case, &a, |v| l.contains(&b, v)))
        }),
        law!(
            "join sound",
            Concretisation,
            "v ∈ γ(a) ⇒ v ∈ γ(a ⊔ b) ∧ v ∈ γ(b ⊔ a)",
            |l, case| {
                let [a, b] = l.any(case);
                let (left, right) = (l.join(&a, &b), l.join(&b, &a));
                case.note("a ⊔ b", || l.show(&left));
                case.note("b ⊔ a", || l.show(&right));
                member(l, case, &a, |v| l.contains(&left, v) && l.contains(&right, v))
            }
        ),
        law!(
            "meet sound",
            Concretisation,
            "v ∈ γ(a) ∧ v ∈ γ(b) ⇒ v ∈ γ(a ⊓ b)",
            |l, case| {
                let [a, b] = any_two(l, case);
                let meet = l.meet(&a, &b);
                case.note("a ⊓ b", || l.show(&meet));
                member(l, case, &a, |v| !l.contains(&b, v) || l.contains(&meet, v))
            }
        ),
    ]
}

/// Check the conclusion where the precondition holds.
fn given(precondition: Answer, conclusion: impl FnOnce() -> Outcome) -> Outcome {
    if precondition.is_yes() { conclusion() } else { Outcome::Vacuous }
}

enum Side {
    Above,
    Below,
}

/// Elements a, b and a common bound c of both. Half of the bounds are bounds by the generators, so
/// that a join which is too large cannot hide behind bounds made of joins.
fn below_or_above_two<L: Generate>(l: &Subject<L>, case: &mut Case, side: Side) -> [L::Elem; 3] {
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

fn generators_consistent<L: Generate>(l: &Subject<L>, case: &mut Case) -> Outcome {
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

/// Run an operation on two elements and compare them with copies that were generated apart from
/// them, because clones may share their inside.
fn pure<L: Generate>(
    l: &Subject<L>,
    case: &mut Case,
    operation: impl FnOnce(&L::Elem, &L::Elem),
) -> Outcome {
    let choices = case.generator();
    let start = choices.count();
    let (a, b) = (l.arbitrary(choices), l.arbitrary(choices));
    let mut same = Choices::replay(&choices.drawn()[start..]);
    let (a_before, b_before) = (l.arbitrary(&mut same), l.arbitrary(&mut same));
    operation(&a, &b);
    l.expect_equal(case, ("a before", &a_before), ("a after", &a))
        .and(|| l.expect_equal(case, ("b before", &b_before), ("b after", &b)))
}

/// Draw a = a' and b = b' and check the conclusion, unless the lattice denies that they are equal.
fn equal_operands<L: Generate>(
    l: &Subject<L>,
    case: &mut Case,
    conclusion: impl FnOnce(&mut Case, [&L::Elem; 2], [&L::Elem; 2]) -> Outcome,
) -> Outcome {
    let [a, a2] = l.equal_pair(case, ["a", "a'"]);
    let [b, b2] = l.equal_pair(case, ["b", "b'"]);
    given(l.equal(&a, &a2).and(|| l.equal(&b, &b2)), || conclusion(case, [&a, &a2], [&b, &b2]))
}

/// Two elements that may be unrelated, ordered or equal: for laws whose precondition two arbitrary
/// elements rarely meet.
fn any_two<L: Generate>(l: &Subject<L>, case: &mut Case) -> [L::Elem; 2] {
    if case.is_exhaustive() {
        return l.any(case);
    }
    match case.choices.draw(2) {
        0 => l.any(case),
        1 => l.chain(case),
        _ => l.equal_pair(case, ["a", "b"]),
    }
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

/// A concrete member v of γ(a) must satisfy the conclusion; all of them, where they can be listed.
fn member<L: Generate + Concrete>(
    l: &Subject<L>,
    case: &mut Case,
    a: &L::Elem,
    conclusion: impl Fn(&L::Value) -> bool,
) -> Outcome {
    let all = if case.is_exhaustive() { l.members(a) } else { None };
    let offending = match all {
        Some(all) if all.is_empty() => return Outcome::Vacuous,
        Some(all) => all.into_iter().find(|v| !conclusion(v)),
        None => match l.member(a, case.generator()) {
            Some(v) => Some(v).filter(|v| !conclusion(v)),
            None => return Outcome::Vacuous,
        },
    };
    if let Some(v) = &offending {
        case.note("v", || format!("{v:?}"));
    }
    offending.is_none().into()
}

/// What drives a chain: the same push at every step, as a loop counter does, or a new one each time.
struct Push {
    repeated: Option<Vec<u64>>,
    fresh: bool,
}

impl Push {
    fn draw(case: &mut Case) -> Push {
        Push { repeated: None, fresh: case.generator().flip() }
    }

    fn element<E>(
        &mut self,
        case: &mut Case,
        generate: impl FnOnce(&mut Case) -> Option<E>,
    ) -> Option<E> {
        match &self.repeated {
            Some(push) if !self.fresh => generate(&mut Case::new(Choices::replay(push))),
            _ => {
                let start = case.choices.count();
                let element = generate(case);
                self.repeated = Some(case.choices.drawn()[start..].to_vec());
                element
            }
        }
    }
}

/// Follow a chain until `step` gives up; a chain that never does is a violation.
fn iterate<L: Generate>(
    l: &Subject<L>,
    case: &mut Case,
    start: L::Elem,
    mut step: impl FnMut(&mut Case, &L::Elem) -> Option<L::Elem>,
) -> Outcome {
    let mut x = start;
    for count in 1..=CONVERGENCE_STEPS {
        match step(case, &x) {
            Some(next) => x = next,
            None => return Outcome::Holds,
        }
        if count <= 3 || count == CONVERGENCE_STEPS {
            case.note(&format!("x after step {count}"), || l.show(&x));
        }
    }
    Outcome::Violated
}
