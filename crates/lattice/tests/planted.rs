//! The checker checked: every law catches its planted bug, and no law goes without one.

use soundline_lattice::{Runner, laws, planted};
use std::collections::BTreeSet;

#[test]
fn every_planted_bug_is_caught_by_its_law() {
    for bug in planted::all() {
        for seed in 0..3 {
            let runner = Runner { seed, ..Runner::default() };
            let report = runner.run(&bug.check(), None);
            assert!(report.is_violated(), "{}: not caught with seed {seed}: {}", bug.law, bug.bug);
        }
    }
}

#[test]
fn every_law_has_a_planted_bug() {
    let planted: BTreeSet<&str> = planted::all().iter().map(|bug| bug.law).collect();
    for law in laws::ids::ALL {
        assert!(planted.contains(law.name()), "no planted bug for the law '{law}'");
    }
    let properties = [
        "monotone in",
        "monotone over joins",
        "monotone over meets",
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

/// Introduction of the paper: `flip` is not monotone, counterexample (Bot, Top).
#[test]
fn flip_is_caught_with_bot_and_top() {
    let flip = planted::all().into_iter().find(|bug| bug.law.starts_with("flip")).unwrap();
    let report = Runner::new().run(&flip.check(), None);
    let notes = &report.counterexample().expect("flip is not monotone").notes;
    assert_eq!([&*notes[0].text, &*notes[1].text], ["Bot", "Top"]);
}
