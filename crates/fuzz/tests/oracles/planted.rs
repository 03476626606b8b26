//! Each oracle catches a bug that is planted for it.

use std::collections::BTreeSet;

use soundline_domains::expr::Space;
use soundline_fuzz::property::{self, AGREES, Applies, Setting};
use soundline_fuzz::{Config, Ending, Plan, run_beside};
use soundline_targets::{Machine, Registry};

use crate::buggy::{Bug, Buggy};
use crate::bugs::{self, Plant};
use crate::{bugs_of_the_paper, traces};

/// Traces after which a bug counts as not caught.
const PATIENCE: u64 = 3000;

fn plants() -> impl Iterator<Item = &'static Plant> {
    bugs::PLANTS.iter().chain(bugs_of_the_paper::PLANTS)
}

fn is_caught(plant: &Plant, number: u16) -> bool {
    let registry = Registry::builtin();
    let target = registry.get(plant.target).expect("it is a native domain");
    let property = property::get(number).expect("there is such a property");
    (0..PATIENCE).any(|seed| {
        let space = Space::reals(1 + seed as usize % 3);
        let mut machine = Buggy::new(target.open(&space).expect("it opens"), plant.bug);
        let profile = machine.profile().clone();
        let setting = Setting { profile: &profile, space: &space };
        assert_eq!(property.applies_to(&setting), Applies::Yes, "P{number} for {}", plant.target);
        let trace = traces::trace(property, &profile, &space, seed);
        traces::run(&mut machine, property, &trace).is_violated()
    })
}

#[test]
fn every_planted_bug_is_caught() {
    let missed: Vec<String> = plants()
        .flat_map(|plant| plant.caught_by.iter().map(move |number| (plant, *number)))
        .filter(|(plant, number)| !is_caught(plant, *number))
        .map(|(plant, number)| format!("P{number}: {} ({})", plant.what, plant.target))
        .collect();
    assert_eq!(missed, Vec::<String>::new());
}

#[test]
fn every_property_has_its_bug() {
    let caught: BTreeSet<u16> = plants().flat_map(|p| p.caught_by).copied().collect();
    let without: Vec<u16> = property::all()
        .iter()
        .filter(|p| p.number != AGREES && !caught.contains(&p.number))
        .map(|p| p.number)
        .collect();
    assert_eq!(without, Vec::<u16>::new());
}

/// The comparison of a healthy polyhedra domain with another one, healthy or not.
fn disagreements(bug: Bug) -> usize {
    let registry = Registry::builtin();
    let target = registry.get("polyhedra").expect("it is a native domain");
    let open = |variables: usize| target.open(&Space::reals(variables)).expect("it opens");
    let profile = open(1).profile().clone();
    let config = Config { most_variables: 3, ..Config::default() };
    let plan = Plan::new("polyhedra", profile.clone(), config, 1, |_| true);
    let plan = plan.against("the other", &profile);
    let disagrees = |index: &u64| {
        let trace = plan.trace(*index);
        let variables = trace.space.dimensions();
        let (mut healthy, mut other) = (open(variables), Buggy::new(open(variables), bug));
        let outcome = run_beside(&mut *healthy, Some(&mut other), &trace);
        assert_ne!(outcome.ending, Ending::Refused, "{outcome:?}\n{trace}");
        outcome.is_violated()
    };
    (0..300).filter(disagrees).count()
}

#[test]
fn targets_agree_unless_one_is_faulty() {
    assert_eq!(disagreements(Bug::NONE), 0);
    let forgetful =
        bugs::PLANTS.iter().find(|plant| plant.what == "join forgets its right operand");
    assert!(disagreements(forgetful.expect("it is planted").bug) > 0);
}
