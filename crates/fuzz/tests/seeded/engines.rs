//! The engines on planted bugs: a short subset, with budgets in tests.

use soundline_fuzz::engine::{Job, Machines, Memory};
use soundline_fuzz::guide::Guide;
use soundline_fuzz::{Config, Search, run};
use soundline_targets::seeded::PREFIX;
use soundline_targets::{Operation, Registry};

/// Tests after which a bug counts as missed.
const MOST: u64 = 4_000;
/// Tests of each healthy domain.
const HEALTHY: u64 = 1_500;

/// The tests of an engine until one shows the bug.
fn tests_to_detection(bug: &str, search: Search, seed: u64) -> u64 {
    let registry = Registry::builtin();
    let target = registry.get(&format!("{PREFIX}{bug}")).expect("it is in the table");
    let config = Config { search, ..Config::default() };
    let memory = Memory::default();
    let job = Job { target, against: None, config, seed, wanted: &|_| true, memory };
    let mut machines = Machines::new(target, None);
    let plan = job.plan(&mut machines).expect("it opens");
    let mut guide = search.is_guided().then(|| Guide::new(&plan, None, &[]));
    let found = (0..MOST).find(|index| {
        let trace = match &mut guide {
            Some(guide) => guide.trace(&plan, *index),
            None => plan.trace(*index),
        };
        let (machine, _) = machines.both(&trace.space).expect("it opens");
        let outcome = run(machine, &trace);
        if let Some(guide) = &mut guide {
            guide.learn(*index, machine, &trace, outcome.ending);
        }
        outcome.is_violated()
    });
    found.map_or(MOST, |index| index + 1)
}

#[test]
fn every_engine_finds_a_simple_bug_and_always_in_the_same_test() {
    for search in Search::ALL {
        let found = tests_to_detection("interval-join-forgets-upper", search, 1);
        assert!(found < MOST, "{search}");
        assert_eq!(found, tests_to_detection("interval-join-forgets-upper", search, 1));
    }
}

/// Neighbours of what a domain told are other elements than those that are drawn: healthy domains must
/// stand them, too.
#[test]
fn guided_search_accuses_no_healthy_domain() {
    let registry = Registry::builtin();
    let mut accused = Vec::new();
    for target in registry.built_in() {
        let config = Config { search: Search::Guided, ..Config::default() };
        let memory = Memory::default();
        let job = Job { target, against: None, config, seed: 5, wanted: &|_| true, memory };
        let mut machines = Machines::new(target, None);
        let plan = job.plan(&mut machines).expect("it opens");
        let mut guide = Guide::new(&plan, None, &[]);
        for index in 0..HEALTHY {
            let trace = guide.trace(&plan, index);
            let (machine, _) = machines.both(&trace.space).expect("it opens");
            let outcome = run(machine, &trace);
            guide.learn(index, machine, &trace, outcome.ending);
            if outcome.is_violated() {
                accused.push(format!("{}\n{trace}", outcome.what));
            }
        }
    }
    assert!(
        accused.is_empty(),
        "{} accusations:\n{}",
        accused.len(),
        accused[..accused.len().min(4)].join("\n")
    );
}

/// Bugs that take hundreds of tests or more, where guidance can matter.
const SLOW: [&str; 6] = [
    "interval-leq-upper-only",
    "interval-parallel-stepwise",
    "octagon-stale-guard",
    "octagon-widening-overwrites",
    "polyhedra-leq-ignores-rays",
    "polyhedra-widening-is-join",
];

/// Bugs that show in elements which are made by operations.
const MADE: [&str; 5] = [
    "interval-join-forgets-upper",
    "octagon-join-keeps-sums",
    "octagon-stale-guard",
    "polyhedra-embed-keeps-dropped",
    "polyhedra-meet-halves-equations",
];

/// The sum of logarithms: no bug outweighs the others.
fn effort(bugs: &[&str], search: Search) -> f64 {
    let trials = bugs.iter().flat_map(|bug| (0..3).map(move |seed| (bug, seed)));
    trials.map(|(bug, seed)| (tests_to_detection(bug, search, seed) as f64).ln()).sum()
}

#[test]
fn guidance_saves_tests() {
    let [guided, random] = [Search::Guided, Search::Random].map(|search| effort(&SLOW, search));
    assert!(guided < random, "guided {guided}, random {random}");
}

#[test]
fn a_pool_saves_tests() {
    let [random, direct] = [Search::Random, Search::Direct].map(|search| effort(&MADE, search));
    assert!(random < direct, "random {random}, direct {direct}");
}

/// Several variables are forgotten at once now and then, and never by the paper's generator.
#[test]
fn forgetting_several_variables_is_tested() {
    let found = (0..3).map(|seed| tests_to_detection(SEVERAL, Search::Guided, seed));
    assert!(found.clone().any(|tests| tests < MOST), "{:?}", found.collect::<Vec<_>>());
    let several = |config: Config| {
        let registry = Registry::builtin();
        let target = registry.get("octagons:exact").expect("it is built in");
        let memory = Memory::default();
        let job = Job { target, against: None, config, seed: 1, wanted: &|_| true, memory };
        let plan = job.plan(&mut Machines::new(target, None)).expect("it opens");
        let traces = (0..300).map(|index| plan.trace(index));
        let is_several = |o: &Operation| matches!(o, Operation::Forget(_, all) if all.len() > 1);
        traces.filter(|trace| trace.operations().any(is_several)).count()
    };
    assert!(several(Config::default()) > 0);
    assert_eq!(several(Config::preset("C2").expect("it is a preset")), 0);
}

/// A planted bug of operations that forget several variables.
const SEVERAL: &str = "octagon-forget-first-only";

/// Direct search that learns goes on from tests of its own: no operations, and other elements than plain
/// direct search makes.
#[test]
fn direct_search_can_be_guided() {
    let registry = Registry::builtin();
    let target = registry.get("octagons:exact").expect("it is built in");
    let config = Config { search: Search::DirectGuided, ..Config::default() };
    let wanted = |p: &soundline_fuzz::Property| p.number < 6;
    let memory = Memory::default();
    let job = Job { target, against: None, config, seed: 3, wanted: &wanted, memory };
    let mut machines = Machines::new(target, None);
    let plan = job.plan(&mut machines).expect("it opens");
    let mut guide = Guide::new(&plan, None, &[]);
    let mut changed = 0;
    for index in 0..400 {
        let trace = guide.trace(&plan, index);
        let made = |o: &Operation| matches!(o, Operation::Constraints(all) if all.len() <= 50);
        assert!(trace.operations().all(made), "{trace}");
        changed += usize::from(trace != plan.trace(index));
        let (machine, _) = machines.both(&trace.space).expect("it opens");
        let outcome = run(machine, &trace);
        guide.learn(index, machine, &trace, outcome.ending);
    }
    assert!(guide.size() >= 16 && changed > 100, "{} kept, {changed} changed", guide.size());
}
