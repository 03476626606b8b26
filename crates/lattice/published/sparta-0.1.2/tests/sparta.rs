//! Sparta 0.1.2 is caught, by the laws that 0.1.4 passes.
//!
//! In patricia_tree_impl.rs, `is_tree_leq_impl`, the two arms for branches of which one prefix begins
//! with the other are exchanged, so that smaller maps are denied to be so. Version 0.1.4 has them
//! the other way round.

use soundline_published_sparta_0_1_2::known::{assert_caught, assert_known};
use soundline_published_sparta_0_1_2::sparta_domains::*;
use sparta::datatype::{
    AbstractDomain, AbstractEnvironment, AbstractPartition, HashSetAbstractDomain,
    PatriciaTreeMapAbstractEnvironment, PatriciaTreeMapAbstractPartition,
};

#[test]
fn environments_of_patricia_trees_are_caught() {
    let suite = suite::<PatriciaEnvironment>("sparta patricia env", environment_laws());
    let laws = [
        "join implies leq",
        "meet implies leq",
        "meet is greatest",
        "generators consistent",
        "widening covers left",
        "widening covers right",
        "widening converges with transfer",
        "leq by binding",
    ];
    assert_caught(&suite.checks(), &laws);
}

#[test]
fn partitions_of_patricia_trees_are_caught() {
    let suite = suite::<PatriciaPartition>("sparta patricia partition", partition_laws());
    let laws = [
        "join implies leq",
        "meet implies leq",
        "join is least",
        "generators consistent",
        "widening covers left",
        "widening covers right",
        "widening converges with transfer",
        "leq by component",
    ];
    assert_caught(&suite.checks(), &laws);
}

#[test]
fn hash_maps_pass() {
    let environments = suite::<HashEnvironment>("sparta hash env", environment_laws());
    assert_known(&environments.checks(), &[]);
    let partitions = suite::<HashPartition>("sparta hash partition", partition_laws());
    assert_known(&partitions.checks(), &[]);
}

// The bug again, with nothing but sparta.

type Set = HashSetAbstractDomain<u32>;

fn set() -> Set {
    [7u32].into_iter().collect()
}

#[test]
fn alone_more_bindings_do_not_make_an_environment_smaller() {
    type Environment = PatriciaTreeMapAbstractEnvironment<u32, Set>;
    let mut large = Environment::top();
    large.set(0, set());
    large.set(2, set());
    let mut small = large.clone();
    small.set(1, set());
    // The join of both is the large one, so the small one is below it.
    assert!(small.clone().join(large.clone()) == large);
    assert!(!small.leq(&large), "the bug is gone");
}

#[test]
fn alone_more_bindings_do_not_make_a_partition_larger() {
    type Partition = PatriciaTreeMapAbstractPartition<u32, Set>;
    let mut small = Partition::bottom();
    small.set(0, set());
    small.set(2, set());
    let mut large = small.clone();
    large.set(1, set());
    assert!(small.clone().join(large.clone()) == large);
    assert!(!small.leq(&large), "the bug is gone");
}
