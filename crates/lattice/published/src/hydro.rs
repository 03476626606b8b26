//! Adapters for the crate lattices of the Hydro project.
//!
//! The crate has joins (`Merge`), an order (`PartialOrd`, marked as the lattice's by `LatticeOrd`),
//! bottoms (`Default`) and tests for bottom and top. What must hold between them stands in its
//! README and above the traits in its lib.rs; the laws here are those sentences.

use lattices::map_union::{MapUnionBTreeMap, MapUnionHashMap};
use lattices::set_union::{SetUnionBTreeSet, SetUnionHashSet};
use lattices::set_union_with_tombstones::SetUnionWithTombstonesHashSet;
use lattices::union_find::UnionFindBTreeMap;
use lattices::{Conflict, DomPair, Max, Merge, Min, Pair, VecUnion, WithBot, WithTop};
use soundline_lattice::combine::{JoinOnly, JoinSemilattice};
use soundline_lattice::{
    Answer, Case, Check, Choices, Class, Law, LawId, Outcome, Subject, Values,
};
use std::collections::HashSet;
use std::fmt::Debug;
use std::marker::PhantomData;

/// A lattice of the crate with a bottom.
pub struct Hydro<T>(PhantomData<fn() -> T>);

/// What every lattice of the crate has.
pub trait Element: lattices::Lattice + Default + Clone + Debug + 'static {}

impl<T: lattices::Lattice + Default + Clone + Debug + 'static> Element for T {}

impl<T: Element> JoinSemilattice for Hydro<T> {
    type Elem = T;

    /// README, "IsBot, IsTop, and Default": the default must be the bottom.
    fn bottom(&self) -> T {
        T::default()
    }

    fn leq(&self, a: &T, b: &T) -> Answer {
        (a <= b).into()
    }

    fn equal(&self, a: &T, b: &T) -> Answer {
        (a == b).into()
    }

    fn join(&self, a: &T, b: &T) -> T {
        Merge::merge_owned(a.clone(), b.clone())
    }
}

/// The checks of a lattice of the crate.
pub fn checks<T: Element>(name: &str, sample: fn(&mut Choices) -> T) -> Vec<Check> {
    let lattice = JoinOnly::new(Hydro(PhantomData), Values::new(sample));
    lattice.suite(name).equality().partial_order().with(documented_laws()).checks()
}

/// What the crate documents beyond the laws of every lattice.
fn documented_laws<T: Element>() -> Vec<Law<JoinOnly<Hydro<T>>>> {
    vec![
        // lib.rs, `Merge::merge`: returns true if self changed, and only then.
        law("merge reports change", Class::Join, "merge(a, b) ⇔ a ⊔ b ≠ a", |l, case| {
            let [a, b] = l.any(case);
            let mut merged = a.clone();
            let reported = merged.merge(b);
            case.note("merge(a, b)", || reported.to_string());
            case.note("a ⊔ b", || format!("{merged:?}"));
            (reported == (merged != a)).into()
        }),
        // README: `LatticeOrd` must always agree with the merge function.
        law("order agrees with merge", Class::Order, "naive_cmp(a, b) = cmp(a, b)", |l, case| {
            let [a, b] = l.chain(case);
            case.note("naive_cmp(a, b)", || format!("{:?}", a.naive_cmp(&b)));
            case.note("cmp(a, b)", || format!("{:?}", a.partial_cmp(&b)));
            (a.naive_cmp(&b) == a.partial_cmp(&b)).into()
        }),
        // README: a bottom is strictly less than all other values.
        law("is_bot agrees", Class::Bounds, "is_bot(a) ⇔ a = ⊥", |l, case| {
            let [a] = l.any(case);
            case.note("is_bot(a)", || a.is_bot().to_string());
            (a.is_bot() == (a == T::default())).into()
        }),
        // README: a top is strictly greater than all other values.
        law("is_top agrees", Class::Bounds, "is_top(a) ⇒ b ⊑ a", |l, case| {
            let [a, b] = l.any(case);
            case.note("is_top(a)", || a.is_top().to_string());
            (!a.is_top() || b <= a).into()
        }),
        // lib.rs, `IsBot` and `IsTop`: must be consistent with equality.
        law(
            "is_bot and is_top invariant",
            Class::Representation,
            "a = b ⇒ is_bot(a) = is_bot(b) ∧ is_top(a) = is_top(b)",
            |l, case| {
                let [a, b] = l.any(case);
                if a != b {
                    return Outcome::Vacuous;
                }
                (a.is_bot() == b.is_bot() && a.is_top() == b.is_top()).into()
            },
        ),
        // The same for merging: which of several forms an element has must not show.
        law(
            "merge invariant",
            Class::Representation,
            "a = b ⇒ a ⊔ c = b ⊔ c ∧ c ⊔ a = c ⊔ b",
            |l, case| {
                let [a, b, c] = l.any(case);
                if a != b {
                    return Outcome::Vacuous;
                }
                let join = |a: &T, b: &T| Merge::merge_owned(a.clone(), b.clone());
                (join(&a, &c) == join(&b, &c) && join(&c, &a) == join(&c, &b)).into()
            },
        ),
    ]
}

fn law<T: Element>(
    name: &'static str,
    class: Class,
    statement: &'static str,
    check: fn(&Subject<JoinOnly<Hydro<T>>>, &mut Case) -> Outcome,
) -> Law<JoinOnly<Hydro<T>>> {
    Law::new(LawId::new(name), class, statement, check)
}

/// All numbers, the ends likely.
fn number(choices: &mut Choices) -> u8 {
    choices.magnitude(255) as u8
}

/// One of few keys, so that equal ones meet.
fn key(choices: &mut Choices) -> u8 {
    choices.draw(3) as u8
}

/// The larger of two numbers.
pub fn max(choices: &mut Choices) -> Max<u8> {
    Max::new(number(choices))
}

/// The smaller of two numbers.
pub fn min(choices: &mut Choices) -> Min<u8> {
    Min::new(number(choices))
}

/// Sets in a search tree.
pub fn btree_set(choices: &mut Choices) -> SetUnionBTreeSet<u8> {
    SetUnionBTreeSet::new(choices.many(4, key).into_iter().collect())
}

/// Sets in a hash table.
pub fn hash_set(choices: &mut Choices) -> SetUnionHashSet<u8> {
    SetUnionHashSet::new(choices.many(4, key).into_iter().collect())
}

/// Maps in a search tree, keys bound to bottom among them.
pub fn btree_map(choices: &mut Choices) -> MapUnionBTreeMap<u8, SetUnionBTreeSet<u8>> {
    let bindings = choices.many(4, |choices| (key(choices), btree_set(choices)));
    MapUnionBTreeMap::new(bindings.into_iter().collect())
}

/// Maps in a hash table.
pub fn hash_map(choices: &mut Choices) -> MapUnionHashMap<u8, Max<u8>> {
    let bindings = choices.many(4, |choices| (key(choices), max(choices)));
    MapUnionHashMap::new(bindings.into_iter().collect())
}

/// Growing lists of lattices.
pub fn vec(choices: &mut Choices) -> VecUnion<Max<u8>> {
    VecUnion::new(choices.many(4, max))
}

/// Pairs, each side for itself.
pub fn pair(choices: &mut Choices) -> Pair<SetUnionBTreeSet<u8>, Max<u8>> {
    Pair::new(btree_set(choices), max(choices))
}

/// Pairs whose first side decides. Documented to be a lattice only where that side is totally
/// ordered (dom_pair.rs, `DomPair`), as it is here.
pub fn dom_pair(choices: &mut Choices) -> DomPair<Max<u8>, SetUnionBTreeSet<u8>> {
    DomPair::new(Max::new(key(choices)), btree_set(choices))
}

/// One value or a conflict. It has no bottom of its own, so one is added.
pub fn conflict(choices: &mut Choices) -> WithBot<Conflict<u8>> {
    let one = |choices: &mut Choices| (!choices.once_in(4)).then(|| key(choices));
    WithBot::new((!choices.once_in(6)).then(|| Conflict::new(one(choices))))
}

/// A set or the added bottom, which the crate takes for equal to the empty set.
pub fn with_bot(choices: &mut Choices) -> WithBot<SetUnionBTreeSet<u8>> {
    WithBot::new((!choices.once_in(4)).then(|| btree_set(choices)))
}

/// A set or the added top. Sets have no top of their own.
pub fn with_top(choices: &mut Choices) -> WithTop<SetUnionBTreeSet<u8>> {
    WithTop::new((!choices.once_in(4)).then(|| btree_set(choices)))
}

/// A number or the added top. Numbers have a top of their own.
pub fn with_two_tops(choices: &mut Choices) -> WithTop<Max<u8>> {
    WithTop::new((!choices.once_in(4)).then(|| max(choices)))
}

/// Partitions of a few items, built by unions alone.
pub fn union_find(choices: &mut Choices) -> UnionFindBTreeMap<u8> {
    let mut partition = UnionFindBTreeMap::default();
    for (a, b) in choices.many(4, |choices| (choices.draw(5) as u8, choices.draw(5) as u8)) {
        partition.union(a, b);
    }
    partition
}

/// Sets with deleted items. Documented invariant: no deleted item is in the set.
pub fn tombstones(choices: &mut Choices) -> SetUnionWithTombstonesHashSet<u8> {
    let deleted: HashSet<u8> = choices.many(3, key).into_iter().collect();
    let set: HashSet<u8> = choices.many(4, key).into_iter().collect();
    SetUnionWithTombstonesHashSet::new(&set - &deleted, deleted)
}
