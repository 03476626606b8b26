//! The lattices of the crate lattices 0.7.0.

use lattices::test::{check_lattice_is_top, check_lattice_ord};
use lattices::{IsTop, Max, Merge, WithTop};
use soundline_published::hydro::*;
use soundline_published::known::{Known, Standing, assert_known};

/// The README says that a top is strictly greater than all other values, and lib.rs (`IsTop`) that a
/// top cannot change any further. `WithTop` adds a top, but calls the top of the lattice that it
/// wraps a top as well, although it is neither equal to the added one nor above it.
const TWO_TOPS: Known = Known {
    law: "is_top agrees",
    counterexample: "a = WithTop(Some(Max(255))); b = WithTop(None); is_top(a) = true",
    standing: Standing::Finding,
    reason: "with_top.rs, IsTop for WithTop: true for the top of the inner lattice",
};

#[test]
fn numbers() {
    assert_known(&checks("hydro Max", max), &[]);
    assert_known(&checks("hydro Min", min), &[]);
}

#[test]
fn sets() {
    assert_known(&checks("hydro SetUnion BTreeSet", btree_set), &[]);
    assert_known(&checks("hydro SetUnion HashSet", hash_set), &[]);
    assert_known(&checks("hydro SetUnionWithTombstones", tombstones), &[]);
}

#[test]
fn maps_and_lists() {
    assert_known(&checks("hydro MapUnion BTreeMap", btree_map), &[]);
    assert_known(&checks("hydro MapUnion HashMap", hash_map), &[]);
    assert_known(&checks("hydro VecUnion", vec), &[]);
}

#[test]
fn pairs() {
    assert_known(&checks("hydro Pair", pair), &[]);
    assert_known(&checks("hydro DomPair", dom_pair), &[]);
}

#[test]
fn added_bounds() {
    assert_known(&checks("hydro WithBot", with_bot), &[]);
    assert_known(&checks("hydro WithBot Conflict", conflict), &[]);
    assert_known(&checks("hydro WithTop", with_top), &[]);
    assert_known(&checks("hydro WithTop Max", with_two_tops), &[TWO_TOPS]);
}

#[test]
fn union_finds() {
    assert_known(&checks("hydro UnionFind", union_find), &[]);
}

// The finding again, with nothing but the crate.

#[test]
fn alone_the_inner_top_is_called_a_top_but_can_change() {
    let mut inner_top = WithTop::new(Some(Max::new(u8::MAX)));
    let added_top = WithTop::new(None);
    assert!(inner_top.is_top(), "the finding is gone");
    assert!(inner_top < added_top && inner_top != added_top);
    assert!(inner_top.merge(added_top), "merging changes what should not change any further");
}

#[test]
#[should_panic(expected = "x <= top")]
fn alone_the_crate_s_own_check_of_tops_fails() {
    let items = [WithTop::new(Some(Max::new(u8::MAX))), WithTop::new(None)];
    check_lattice_ord(&items);
    check_lattice_is_top(&items);
}
