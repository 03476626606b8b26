//! Planted bugs are found, each by the property that is expected to show it, and the wrapper that
//! plants them changes nothing by itself.

mod engines;

use soundline_fuzz::engine::{Job, Machines, Memory, in_process};
use soundline_fuzz::{Config, Plan, Property, Statement, Trace, run};
use soundline_targets::seeded::{PREFIX, Seeded};
use soundline_targets::{Machine, Question, Registry, Slot};

/// Tests after which a bug counts as missed.
const PATIENCE: u64 = 20_000;

fn plan(target: &str, wanted: impl Fn(&Property) -> bool) -> Plan {
    let registry = Registry::builtin();
    let config = Config::default();
    let space = config.space(config.most_variables);
    let machine = registry.get(target).and_then(|target| target.open(&space));
    let profile = machine.expect("it opens").profile().clone();
    Plan::new(target, profile, config, 0, wanted)
}

/// The first test of a property that shows the bug.
fn first_violation(bug: &str, number: u16) -> Option<u64> {
    let name = format!("{PREFIX}{bug}");
    let registry = Registry::builtin();
    let target = registry.get(&name).expect("it is in the table");
    let plan = plan(&name, |property| property.number == number);
    assert!(!plan.is_empty(), "P{number} says nothing about {bug}");
    let mut machines = Machines::new(target, None);
    (0..PATIENCE).find(|index| {
        let trace = plan.trace(*index);
        let (machine, _) = machines.both(&trace.space).expect("it opens");
        run(machine, &trace).is_violated()
    })
}

#[test]
fn bugs_show_in_the_properties_that_are_expected() {
    let expected: [(&str, u16); 18] = [
        ("interval-widening-compares-wrongly", 30),
        ("interval-widening-drops-stable", 69),
        ("interval-join-skips-bottom", 6),
        ("interval-overflow", 35),
        ("interval-widening-never-ends", 99),
        ("octagon-assign-drops-closure", 17),
        ("octagon-weak-closure", 61),
        ("octagon-forget-keeps-lower", 38),
        ("octagon-widening-overwrites", 76),
        ("octagon-print-forgets", 75),
        ("octagon-widening-closes-left", 112),
        ("polyhedra-join-keeps-constraint", 111),
        ("octagon-stale-guard", 56),
        ("polyhedra-assign-forgets", 37),
        ("polyhedra-join-keeps-constraint", 9),
        ("polyhedra-leq-ignores-rays", 57),
        ("polyhedra-flat-is-bottom", 59),
        ("polyhedra-embed-keeps-dropped", 51),
    ];
    let missed: Vec<_> =
        expected.iter().filter(|(bug, number)| first_violation(bug, *number).is_none()).collect();
    assert!(missed.is_empty(), "{missed:?}");
}

const HEALTHY: [&str; 3] = ["boxes:exact", "octagons:exact", "polyhedra"];

#[test]
fn nothing_is_found_behind_the_wrapper_without_a_bug() {
    let registry = Registry::builtin();
    for name in HEALTHY {
        let target = registry.get(name).expect("it is built in");
        let plan = plan(name, |_| true);
        let mut held = 0;
        for index in 0..3_000 {
            let trace = plan.trace(index);
            let mut machine = Seeded::healthy(target.open(&trace.space).expect("it opens"));
            let outcome = run(&mut machine, &trace);
            assert!(!outcome.is_violated(), "{name}: {}\n{trace}", outcome.what);
            held += usize::from(outcome.is_held());
        }
        assert!(held > 1_500, "{name}: only {held} tests said something");
    }
}

#[test]
fn the_wrapper_without_a_bug_agrees_with_what_it_wraps() {
    let registry = Registry::builtin();
    for name in HEALTHY {
        let target = registry.get(name).expect("it is built in");
        let plan = plan(name, |_| true);
        for index in 0..500 {
            let trace = plan.trace(index);
            let open = || target.open(&trace.space).expect("it opens");
            let (mut plain, mut wrapped) = (open(), Seeded::healthy(open()));
            assert_eq!(seen(&mut *plain, &trace), seen(&mut wrapped, &trace), "{name}\n{trace}");
        }
    }
}

/// Everything that a machine says about the elements of a trace.
fn seen(machine: &mut dyn Machine, trace: &Trace) -> Vec<String> {
    machine.reset();
    let mut said = vec![format!("{:?}", machine.profile())];
    let mut made = 0;
    for statement in &trace.statements {
        match statement {
            Statement::Make(operation) => {
                said.push(format!("{:?}", machine.apply(operation)));
                made += 1;
            }
            Statement::Touch(slot, how) => said.push(format!("{:?}", machine.touch(*slot, *how))),
        }
    }
    for a in (0..made).map(Slot) {
        said.push(format!("{:?} {:?}", machine.constraints(a), machine.claims()));
        said.push(format!("{:?}", machine.ask(Question::IsBottom(a))));
        let b = Slot(made - 1 - a.0);
        said.push(format!("{:?}", machine.ask(Question::Leq(a, b))));
        said.push(format!("{:?}", machine.ask(Question::Equal(a, b))));
    }
    said.push(format!("{:?}", machine.constraints(Slot(made)).is_err()));
    said
}

/// What could be more precise on the way is not why a loop does not end.
#[test]
fn a_widening_that_does_not_end_is_named_after_the_widening() {
    let registry = Registry::builtin();
    for bug in ["octagon-widening-closes-left", "octagon-widening-doubles"] {
        let target = registry.get(&format!("{PREFIX}{bug}")).expect("it is in the table");
        let wanted = |property: &Property| [99, 112].contains(&property.number);
        let (config, memory) = (Config::default(), Memory::default());
        let job = Job { target, against: None, config, seed: 3, wanted: &wanted, memory };
        let campaign = in_process(&job, 300).expect("it can be tested");
        let titles: Vec<&str> = campaign.causes.iter().map(|cause| cause.title.as_str()).collect();
        assert_eq!(titles, ["widen does not converge"], "{bug}");
    }
}
