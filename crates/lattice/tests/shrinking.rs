//! Smallest counterexamples, whatever the seed: the planted monotonicity bugs whose smallest
//! counterexample has size 5. Property testers with dependent generation find it for few seeds or
//! none; a shrinker on choice sequences finds it for all.

use soundline_lattice::lattices::IntInterval;
use soundline_lattice::*;
use std::collections::{BTreeMap, BTreeSet};

/// Sets of numbers below a million, ordered by inclusion.
struct NumberSets;

type Set = BTreeSet<u64>;

impl Lattice for NumberSets {
    type Elem = Set;

    fn bottom(&self) -> Set {
        Set::new()
    }

    fn leq(&self, a: &Set, b: &Set) -> Answer {
        a.is_subset(b).into()
    }

    fn equal(&self, a: &Set, b: &Set) -> Answer {
        (a == b).into()
    }

    fn join(&self, a: &Set, b: &Set) -> Set {
        a | b
    }

    fn meet(&self, a: &Set, b: &Set) -> Set {
        a & b
    }
}

impl Generate for NumberSets {
    fn arbitrary(&self, choices: &mut Choices) -> Set {
        choices.many(20, |choices| choices.magnitude(999_999)).into_iter().collect()
    }

    fn below(&self, a: &Set, choices: &mut Choices) -> Set {
        let members: Vec<u64> = a.iter().copied().collect();
        choices.some_of(&members).into_iter().collect()
    }
}

/// Run the check with many seeds and count the counterexamples that come out.
fn smallest(check: &Check) -> BTreeMap<String, usize> {
    let mut found = BTreeMap::new();
    for seed in 0..200 {
        let report = Runner { seed, ..Runner::default() }.run(check, None);
        let counterexample = report.counterexample().expect("the bug is found with every seed");
        let values = counterexample.notes.iter().take(2).map(|note| note.text.as_str());
        *found.entry(values.collect::<Vec<_>>().join(" ⊑ ")).or_default() += 1;
    }
    found
}

fn only(example: &str) -> BTreeMap<String, usize> {
    BTreeMap::from([(example.to_string(), 200)])
}

/// Four elements above one: size 5.
#[test]
fn a_set_that_is_emptied_when_it_grows_shrinks_to_size_five() {
    let crowded = |x: &Set| if x.len() >= 4 { Set::new() } else { x.clone() };
    let check = signature!("crowded" = crowded; NumberSets -<-> NumberSets).remove(0);
    assert_eq!(smallest(&check), only("{0} ⊑ {0, 1, 2, 3}"));
}

/// An interval of width 5 above a point.
#[test]
fn an_interval_that_collapses_at_a_width_shrinks_to_width_five() {
    let collapse = |x: &<IntInterval as Lattice>::Elem| match IntInterval.members(x) {
        Some(members) if members.len() > 5 => IntInterval.bottom(),
        _ => *x,
    };
    let check = signature!("collapse" = collapse; IntInterval -<-> IntInterval).remove(0);
    assert_eq!(smallest(&check), only("[0, 0] ⊑ [0, 5]"));
}
