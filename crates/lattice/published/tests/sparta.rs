//! The abstract domains of sparta 0.1.4.

use soundline_lattice::laws::ids;
use soundline_published::known::{Known, Standing, assert_known};
use soundline_published::sparta_domains::*;
use sparta::datatype::{
    AbstractDomain, AbstractEnvironment, AbstractPartition, HashMapAbstractEnvironment,
    HashMapAbstractPartition, HashSetAbstractDomain, PatriciaTreeMapAbstractEnvironment,
    PatriciaTreeMapAbstractPartition,
};

/// Nothing in the crate says what `narrow` must keep, so this is held against nobody. By the usual
/// definition (Cousot and Cousot 1977) a narrowing keeps what both operands allow.
const NARROWING: Known = Known {
    law: "narrowing lower bound",
    counterexample: "a = {}; b = {}; b Δ a = ⊥",
    standing: Standing::Observation,
    reason: "powerset.rs, PowersetLattice::narrow_with: the result is always bottom",
};

/// The comment above the trait `AbstractEnvironment` (abstract_environment.rs) says that binding a
/// variable to bottom is the same as setting the whole environment to bottom. `set` and `update` do
/// so in both kinds of environments, and meets of hash maps too; meets of patricia trees do not.
const MEET_KEEPS_BOTTOM: Known = Known {
    law: "meet by binding",
    counterexample: "a = [0: [0: {}]]; b = [0: [1: {}]]; a ⊓ b = [0: []]",
    standing: Standing::Finding,
    reason: "abstract_environment.rs, PatriciaTreeMapAbstractEnvironment::meet_like_operation",
};

/// The comment above the trait `AbstractPartition` (abstract_partition.rs) says that a partition is
/// bottom if and only if all its bindings are bottom. Meets of hash maps drop such bindings; meets
/// of patricia trees keep them, and the result is neither equal to bottom nor below it.
const PARTITION_KEEPS_BOTTOM: Known = Known {
    law: "bottom by component",
    counterexample: "a = [0: [0: {}]]; b = [0: [1: {}]]; a ⊓ b = [0: []]",
    standing: Standing::Finding,
    reason: "abstract_partition.rs, PatriciaTreeMapAbstractPartition::meet_like_operation",
};

/// The same for tops in joins of environments. No sentence in the crate says when an environment is
/// top, so this is an observation, although the two kinds of environments differ.
const JOIN_KEEPS_TOP: Known = Known {
    law: "top by binding",
    counterexample: "a = [0: [1: {}]]; b = [0: [0: {}]]; a ⊔ b = [0: []]",
    standing: Standing::Observation,
    reason: "abstract_environment.rs, PatriciaTreeMapAbstractEnvironment::join_like_operation",
};

#[test]
fn sets() {
    assert_known(&suite_of_sets::<PatriciaSet>("sparta PatriciaTreeSet").checks(), &[NARROWING]);
    assert_known(&suite_of_sets::<HashSet>("sparta HashSet").checks(), &[NARROWING]);
}

#[test]
fn lifted_sets() {
    assert_known(&suite::<Lifted>("sparta LiftedDomain", vec![]).checks(), &[]);
}

#[test]
fn disjoint_unions() {
    let suite = suite::<Union>("sparta DisjointUnion", vec![]).narrowing();
    let reason = "the test derives ==, which tells the bottoms of both arms apart";
    assert_known(&suite.exempt(ids::EQ_AGREES_WITH_LEQ, reason).checks(), &[]);
}

#[test]
fn environments() {
    let of_trees = suite::<PatriciaEnvironment>("sparta patricia env", environment_laws());
    assert_known(&of_trees.checks(), &[]);
    let of_hashes = suite::<HashEnvironment>("sparta hash env", environment_laws());
    assert_known(&of_hashes.checks(), &[]);
}

#[test]
fn environments_of_environments() {
    let of_trees = suite::<PatriciaEnvironments>("sparta patricia env of env", environment_laws());
    assert_known(&of_trees.checks(), &[JOIN_KEEPS_TOP]);
    let of_hashes = suite::<HashEnvironments>("sparta hash env of env", environment_laws());
    assert_known(&of_hashes.checks(), &[]);
}

#[test]
fn environments_of_partitions() {
    let name = "sparta patricia env of partitions";
    let of_trees = suite::<PatriciaEnvironmentOfPartitions>(name, environment_laws());
    assert_known(&of_trees.checks(), &[MEET_KEEPS_BOTTOM]);
    let name = "sparta hash env of partitions";
    let of_hashes = suite::<HashEnvironmentOfPartitions>(name, environment_laws());
    assert_known(&of_hashes.checks(), &[]);
}

#[test]
fn partitions() {
    let of_trees = suite::<PatriciaPartition>("sparta patricia partition", partition_laws());
    assert_known(&of_trees.checks(), &[]);
    let of_hashes = suite::<HashPartition>("sparta hash partition", partition_laws());
    assert_known(&of_hashes.checks(), &[]);
}

#[test]
fn partitions_of_partitions() {
    let name = "sparta patricia partition of partitions";
    let of_trees = suite::<PatriciaPartitions>(name, partition_laws());
    assert_known(&of_trees.checks(), &[PARTITION_KEEPS_BOTTOM]);
    let name = "sparta hash partition of partitions";
    let of_hashes = suite::<HashPartitions>(name, partition_laws());
    assert_known(&of_hashes.checks(), &[]);
}

// The findings and observations again, with nothing but sparta.

type Inner = HashMapAbstractPartition<u32, HashSetAbstractDomain<u32>>;

/// A partition with one label.
fn one(label: u32) -> Inner {
    let mut partition = Inner::bottom();
    partition.set(label, [7u32].into_iter().collect());
    partition
}

/// The meet of two environments that bind variable 0 to disjoint partitions.
fn meet_of_environments<E: AbstractEnvironment<u32, Inner>>() -> E {
    let (mut a, mut b) = (E::top(), E::top());
    a.set(0, one(1));
    b.set(0, one(2));
    a.meet(b)
}

#[test]
fn alone_a_meet_of_environments_keeps_a_variable_at_bottom() {
    let of_trees: PatriciaTreeMapAbstractEnvironment<u32, Inner> = meet_of_environments();
    assert!(of_trees.get(&0).is_bottom());
    assert!(!of_trees.is_bottom(), "the finding is gone");
    // Binding the variable to bottom by hand gives bottom, as documented.
    let mut by_hand = PatriciaTreeMapAbstractEnvironment::<u32, Inner>::top();
    by_hand.set(0, Inner::bottom());
    assert!(by_hand.is_bottom() && by_hand != of_trees);
    // And so does the same meet of hash maps.
    let of_hashes: HashMapAbstractEnvironment<u32, Inner> = meet_of_environments();
    assert!(of_hashes.is_bottom());
}

/// The meet of two partitions that bind label 0 to disjoint partitions.
fn meet_of_partitions<P: AbstractPartition<u32, Inner>>() -> P {
    let (mut a, mut b) = (P::bottom(), P::bottom());
    a.set(0, one(1));
    b.set(0, one(2));
    a.meet(b)
}

#[test]
fn alone_a_meet_of_partitions_keeps_a_label_at_bottom() {
    let of_trees: PatriciaTreeMapAbstractPartition<u32, Inner> = meet_of_partitions();
    assert!((0..100).all(|label| of_trees.get(&label).is_bottom()));
    assert!(!of_trees.is_bottom(), "the finding is gone");
    assert!(!of_trees.leq(&AbstractDomain::bottom()));
    let of_hashes: HashMapAbstractPartition<u32, Inner> = meet_of_partitions();
    assert!(of_hashes.is_bottom());
}

#[test]
fn alone_narrowing_of_sets_is_bottom() {
    let set: HashSetAbstractDomain<u32> = [1u32].into_iter().collect();
    assert!(set.clone().narrow(set).is_bottom());
}

#[test]
fn alone_a_join_of_environments_keeps_a_variable_at_top() {
    type Value = HashMapAbstractEnvironment<u32, HashSetAbstractDomain<u32>>;
    fn join<E: AbstractEnvironment<u32, Value>>() -> E {
        let bound = |variable| {
            let (mut outer, mut inner) = (E::top(), Value::top());
            inner.set(variable, [7u32].into_iter().collect());
            outer.set(0, inner);
            outer
        };
        bound(1).join(bound(2))
    }
    let of_trees: PatriciaTreeMapAbstractEnvironment<u32, Value> = join();
    assert!(of_trees.get(&0).is_top() && !of_trees.is_top());
    let of_hashes: HashMapAbstractEnvironment<u32, Value> = join();
    assert!(of_hashes.is_top());
}
