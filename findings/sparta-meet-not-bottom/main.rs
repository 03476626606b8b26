//! Meets that are bottom and deny it. Exit code 0: so it is.

use sparta::datatype::{
    AbstractDomain, AbstractEnvironment, AbstractPartition, HashMapAbstractPartition,
    HashSetAbstractDomain, PatriciaTreeMapAbstractEnvironment, PatriciaTreeMapAbstractPartition,
};

type Inner = HashMapAbstractPartition<u32, HashSetAbstractDomain<u32>>;

/// A partition with one label.
fn one(label: u32) -> Inner {
    let mut partition = Inner::bottom();
    partition.set(label, [7u32].into_iter().collect());
    partition
}

fn main() {
    let bound = |label| {
        let mut environment = PatriciaTreeMapAbstractEnvironment::<u32, Inner>::top();
        environment.set(0, one(label));
        environment
    };
    let environment = bound(1).meet(bound(2));
    let binding = environment.get(&0).is_bottom();
    println!("environment: its binding is bottom: {binding}; is_bottom: {}", environment.is_bottom());

    let labelled = |label| {
        let mut partition = PatriciaTreeMapAbstractPartition::<u32, Inner>::bottom();
        partition.set(0, one(label));
        partition
    };
    let partition = labelled(1).meet(labelled(2));
    let all = (0..100).all(|label| partition.get(&label).is_bottom());
    println!("partition: all bindings are bottom: {all}; is_bottom: {}", partition.is_bottom());

    let shown = binding && !environment.is_bottom() && all && !partition.is_bottom();
    std::process::exit(i32::from(!shown));
}
