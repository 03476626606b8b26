//! The checker checked: every law catches its planted bug, and no law goes without one.

use soundline_lattice::lattices::Interval;
use soundline_lattice::{Runner, laws, planted};
use std::collections::BTreeSet;

#[test]
fn every_planted_bug_is_caught_by_its_law() {
    for bug in planted::all() {
        for seed in 0..10 {
            let runner = Runner { seed, ..Runner::default() };
            let report = runner.run(&bug.check(), None);
            assert!(report.is_violated(), "{}: not caught with seed {seed}: {}", bug.law, bug.bug);
        }
    }
}

#[test]
fn every_law_has_a_planted_bug() {
    let mut names: Vec<&str> = Vec::new();
    names.extend(laws::lattice::<Interval>().iter().map(|law| law.name));
    names.extend(laws::widening::<Interval>().iter().map(|law| law.name));
    names.extend(laws::narrowing::<Interval>().iter().map(|law| law.name));
    names.extend(laws::equality::<Interval>().iter().map(|law| law.name));
    names.extend(laws::hashing::<Interval>().iter().map(|law| law.name));
    names.extend(laws::ordering::<Interval>().iter().map(|law| law.name));
    names.extend(laws::partial_order::<Interval>().iter().map(|law| law.name));
    names.extend(laws::concretisation::<Interval>().iter().map(|law| law.name));
    let planted: BTreeSet<&str> = planted::all().iter().map(|bug| bug.law).collect();
    for name in names {
        assert!(planted.contains(name), "no planted bug for the law '{name}'");
    }
    let properties = [
        "monotone",
        "strict",
        "invariant",
        "distributive",
        "extensive",
        "reductive",
        "idempotent",
        "sound",
        "best",
    ];
    for property in properties {
        assert!(
            planted.iter().any(|law| law.contains(property)),
            "no planted bug for the property '{property}'"
        );
    }
}
