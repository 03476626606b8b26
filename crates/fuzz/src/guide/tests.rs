//! Mutants are well formed, and what a guide learned survives whatever happens to its worker.

use std::fs;
use std::io::Write;
use std::ops::Range;

use soundline_domains::expr::LinearExpr;
use soundline_targets::{Operation, Registry, Slot, WideningContract};
use tempfile::{TempDir, tempdir};

use super::*;
use crate::config::{Config, Kinds};
use crate::engine::Machines;
use crate::run::run;

/// A guided plan for a native domain, with a widening that wants increasing operands.
fn plan(target: &str, kinds: Kinds) -> Plan {
    let registry = Registry::builtin();
    let config = Config { kinds, search: Search::Guided, ..Config::default() };
    let target = registry.get(target).expect("it is a native domain");
    let machine = target.open(&config.space(config.most_variables)).expect("it opens");
    let mut profile = machine.profile().clone();
    profile.widening = WideningContract::Increasing;
    Plan::new(target.name(), profile, config, 3, |_| true)
}

/// Run tests with a worker that ends before some of them do, as if they had killed it, and goes on
/// with another guide. The traces that were run.
fn drive(
    folder: Option<&TempDir>,
    given: &[Trace],
    tests: Range<u64>,
    dies: fn(&Trace) -> bool,
) -> Vec<Trace> {
    let registry = Registry::builtin();
    let target = registry.get("boxes:exact").expect("it is a native domain");
    let plan = plan(target.name(), Kinds::Real);
    let mut machines = Machines::new(target, None);
    let guide = || Guide::new(&plan, folder.map(TempDir::path), given);
    let mut worker = guide();
    let mut traces = Vec::new();
    for index in tests {
        let trace = worker.trace(&plan, index);
        let (machine, _) = machines.both(&trace.space).expect("it opens");
        let verdict = run(machine, &trace);
        match dies(&trace) {
            true if folder.is_some() => worker = guide(),
            true => {}
            false => worker.learn(index, machine, &trace, verdict.ending),
        }
        traces.push(trace);
    }
    traces
}

fn folder() -> TempDir {
    tempdir().expect("there is room for a folder")
}

fn never(_: &Trace) -> bool {
    false
}

/// Every operation that forgets x1 of an element kills the worker.
fn deadly(trace: &Trace) -> bool {
    trace.operations().any(|o| matches!(o, Operation::Forget(_, variables) if variables[0] == 1))
}

#[test]
fn mutants_fit_their_space_and_the_contracts_of_operations() {
    for (name, kinds) in [
        ("boxes:exact", Kinds::Mixed),
        ("octagons:exact", Kinds::Real),
        ("octagons:exact", Kinds::Int),
        ("equalities", Kinds::Real),
        ("polyhedra", Kinds::Real),
    ] {
        let registry = Registry::builtin();
        let target = registry.get(name).expect("it is a native domain");
        let plan = plan(name, kinds);
        let mut machines = Machines::new(target, None);
        let mut guide = Guide::new(&plan, None, &[]);
        let mut mutants = 0;
        for index in 0..1500 {
            let trace = guide.trace(&plan, index);
            mutants += usize::from(trace != plan.trace(index));
            check(&trace, plan.profile());
            let (machine, _) = machines.both(&trace.space).expect("it opens");
            let outcome = run(machine, &trace);
            let refused = outcome.ending == Ending::Refused;
            assert!(!refused, "{outcome:?}\n{trace}");
            guide.learn(index, machine, &trace, outcome.ending);
        }
        assert!(mutants > 800, "{name}: only {mutants} mutants");
    }
}

/// A trace is what it should be.
fn check(trace: &Trace, profile: &soundline_targets::Profile) {
    assert_eq!(trace.to_string().parse::<Trace>().as_ref(), Ok(trace), "{trace}");
    let operations: Vec<&Operation> = trace.operations().collect();
    let in_order = |at: Slot, lower: Slot, upper: Slot, join: bool| {
        let related = match (join, operations[if join { upper.0 } else { lower.0 }]) {
            (true, Operation::Join(a, b)) => *a == lower || *b == lower,
            (false, Operation::Meet(a, b)) => *a == upper || *b == upper,
            _ => false,
        };
        assert!(related || lower == upper, "p{at} of\n{trace}");
    };
    let integral = (0..trace.space.dimensions()).any(|v| trace.space.is_integer(v));
    let whole = |expr: &LinearExpr| {
        let numbers = expr.terms().iter().map(|(_, factor)| factor).chain([expr.constant_term()]);
        assert!(numbers.into_iter().all(Rat::is_integer) || !integral, "{trace}");
    };
    for (slot, operation) in (0..).map(Slot).zip(&operations) {
        assert!(operation.operands().all(|operand| operand < slot), "{trace}");
        assert!(profile.supports(operation.kind()), "{trace}");
        match operation {
            Operation::Widen(a, b) => in_order(slot, *a, *b, true),
            Operation::Narrow(a, b) => in_order(slot, *b, *a, false),
            Operation::Guard(_, constraint) => whole(constraint.expr()),
            Operation::Assign(_, assignments) => assignments.iter().for_each(|(_, e)| whole(e)),
            Operation::Constraints(all) => all.iter().for_each(|c| whole(c.expr())),
            _ => {}
        }
    }
}

#[test]
fn tests_are_the_same_whatever_happens_to_the_workers() {
    let (one, other) = (folder(), folder());
    let traces = drive(Some(&one), &[], 0..1500, deadly);
    let deaths = traces.iter().filter(|trace| deadly(trace)).count();
    assert!(deaths > 50, "only {deaths} deaths");
    assert_eq!(traces, drive(Some(&other), &[], 0..1500, deadly));
    // Without journals: a worker that lives, and learns nothing from those tests.
    assert_eq!(traces, drive(None, &[], 0..1500, deadly));
    let plan = plan("boxes:exact", Kinds::Real);
    let guide = Guide::new(&plan, Some(one.path()), &[]);
    for index in [0, 17, 800, 1499] {
        assert_eq!(guide.recall(&plan, index), traces[index as usize], "test {index}");
    }
    assert!((1000..1500).any(|index| traces[index as usize] != plan.trace(index)));
}

#[test]
fn what_was_written_about_a_test_that_runs_again_is_forgotten() {
    let (whole, torn) = (folder(), folder());
    let expected = drive(Some(&whole), &[], 0..900, never);
    drive(Some(&torn), &[], 0..700, never);
    let path = Journal::path(torn.path(), 0);
    let mut file = fs::OpenOptions::new().append(true).open(&path).expect("there is a journal");
    file.write_all(b"test 699\nnew 0001\n# soundline tr").expect("it can be written");
    // The process was killed before test 500 was counted, and half of an entry was written.
    let again = drive(Some(&torn), &[], 500..900, never);
    assert_eq!(again, expected[500..]);
    let read = |folder: &TempDir| fs::read_to_string(Journal::path(folder.path(), 0));
    assert_eq!(read(&torn).expect("it can be read"), read(&whole).expect("it can be read"));
}

#[test]
fn epochs_do_not_depend_on_each_other() {
    let both = drive(None, &[], EPOCH - 10..EPOCH + 300, never);
    let second = drive(None, &[], EPOCH..EPOCH + 300, never);
    assert_eq!(both[10..], second);
}

#[test]
fn given_traces_come_first_if_they_fit() {
    let fit = |text: &str| format!("# soundline trace 1\ntarget elsewhere\nvars {text}\n");
    let given: Vec<Trace> = [
        fit("1\np0 = constraint x0 >= 0\ncheck P3 x=p0"),
        fit("1:int\np0 = top\ncheck P3 x=p0"),
        fit("2\np0 = constraint x0 >= 0 and x1 = 7\np1 = top\ncheck P8 x=p0 y=p1"),
    ]
    .iter()
    .map(|text| text.parse().expect("it is a trace"))
    .collect();
    let traces = drive(None, &given, 0..40, never);
    assert_eq!(traces[0].statements, given[0].statements);
    assert_eq!((traces[0].target.as_str(), traces[1].check.property), ("boxes:exact", 8));
    let plan = plan("boxes:exact", Kinds::Real);
    assert_eq!(traces[2], plan.trace(2), "integers are not what this plan tests");
}

#[test]
fn a_corpus_is_kept_and_reduced_to_what_shows_all() {
    let folder = folder();
    drive(Some(&folder), &[], 0..600, never);
    let kept = Guide::kept(folder.path());
    assert!(kept.len() > FEWEST, "only {} traces", kept.len());
    let trace = |text: &str| -> Trace { text.parse().expect("it is a trace") };
    let small = trace("# soundline trace 1\ntarget t\nvars 1\np0 = top\ncheck P3 x=p0\n");
    let large =
        trace("# soundline trace 1\ntarget t\nvars 1\np0 = top\np1 = bottom\ncheck P3 x=p0\n");
    let all = vec![(large.clone(), vec![1, 2, 3]), (small.clone(), vec![1, 2])];
    assert_eq!(reduced(all), [small.clone(), large.clone()]);
    assert_eq!(reduced(vec![(large, vec![1]), (small.clone(), vec![1, 2])]), [small]);
}
