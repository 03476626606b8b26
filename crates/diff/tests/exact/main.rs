//! Checks see exactly the values of the evaluations that they stand at.
//!
//! Every candidate of a program is instrumented at once, by the code that also places checks. The
//! result is compiled with sanitizers and run. An interpreter of the syntax tree, which knows nothing of
//! placements, is given the same inputs. For each candidate both must have seen the same values in
//! the same order, and the sanitizers must have nothing to say.

#[path = "../installed/mod.rs"]
mod installed;
mod interpreter;
mod programs;
#[path = "../running/mod.rs"]
mod running;

use interpreter::{Interpreter, Stop};
use soundline_c::{DataModel, Span};
use soundline_diff::{
    Candidate, Form, Placement, Seed,
    concrete::{Filling, Input, Mode, Plan, RunEnd, Watch, watched},
};
use std::collections::BTreeMap;
use std::time::Duration;

/// What a comparison covered.
#[derive(Default)]
struct Covered {
    events: usize,
    inline: usize,
    moved: usize,
}

/// Whether the order of values counts. Where a function calls itself in one operand and evaluates a
/// candidate in the other, C leaves open which comes first.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Order {
    Counts,
    Open,
}

/// Runs a seed a few times both ways.
fn compare(seed: &Seed, runs: u64, order: Order, form: Form) -> Covered {
    let candidates: Vec<&Candidate> = seed.candidates.all.iter().collect();
    let spans: Vec<Span> = candidates.iter().map(|candidate| candidate.site.span).collect();
    let text = watched(seed, &candidates, form);
    let workshop = running::workshop();
    let compiler = workshop.first().expect("gcc is installed");
    let built = workshop.build(&text, seed.model, compiler, Filling::Pattern);
    let executable = built.unwrap_or_else(|error| panic!("{}: {error}", seed.name));
    let mut covered = Covered::default();
    for number in 0..runs {
        let plan = Plan {
            mode: Mode::Random { seed: number, constants: vec![0, 1, 2, 13, 1234] },
            runs: 1,
            run_time: Duration::from_secs(10),
            all_time: Duration::from_secs(20),
            checks: Vec::new(),
            watch: Watch { expressions: candidates.len(), events: true },
        };
        let told = workshop.run(&executable, &plan).expect("it comes to an end");
        let [run] = &told.news[..] else { panic!("{} has {} runs", seed.name, told.runs) };
        let ended = matches!(run.end, RunEnd::Finished | RunEnd::Excluded);
        assert!(ended, "{} run {number}: {:?}", seed.name, run);
        let inputs = run.inputs.iter().map(|input| value_of(input, seed.model)).collect();
        let events: Vec<(u32, i128)> = run
            .events
            .iter()
            .map(|(site, value)| (*site as u32, i128::from(*value as i64)))
            .collect();
        let mut interpreter = Interpreter::new(&seed.program, &spans, inputs);
        match interpreter.run() {
            Ok(()) | Err(Stop::Aborted) => {}
            Err(stop) => panic!("{} cannot be followed: {stop:?}", seed.name),
        }
        let narrow = |events: &[(u32, i128)]| {
            let mut sites = by_site(events, &candidates);
            if order == Order::Open {
                sites.values_mut().for_each(|values| values.sort_unstable());
            }
            sites
        };
        let (seen, expected) = (narrow(&events), narrow(&interpreter.events));
        for (site, values) in &expected {
            let text = seed.program.source.slice(spans[*site as usize]);
            assert_eq!(seen.get(site), Some(values), "{} run {number}: {text}", seed.name);
        }
        assert_eq!(seen.len(), expected.len(), "{} run {number}", seed.name);
        covered.events += run.events.len();
    }
    let inline = |candidate: &&&Candidate| candidate.placement == Placement::Inline;
    covered.inline = candidates.iter().filter(inline).count();
    covered.moved = candidates.len() - covered.inline;
    covered
}

/// An input as a number.
fn value_of(input: &Input, model: DataModel) -> i128 {
    match input.kind.as_str() {
        "char" | "schar" | "S8" => i128::from(input.raw as i8),
        "short" => i128::from(input.raw as i16),
        "int" | "S32" => i128::from(input.raw as i32),
        "long" if model == DataModel::Ilp32 => i128::from(input.raw as i32),
        "long" | "longlong" | "loff_t" => i128::from(input.raw as i64),
        _ => i128::from(input.raw),
    }
}

/// The values of each candidate in order. The record has signed 64 bits for all.
fn by_site(events: &[(u32, i128)], candidates: &[&Candidate]) -> BTreeMap<u32, Vec<i128>> {
    let mut sites: BTreeMap<u32, Vec<i128>> = BTreeMap::new();
    for (site, value) in events {
        let value = candidates[*site as usize].int.wrap(*value).expect("64 bits fit");
        sites.entry(*site).or_default().push(value);
    }
    sites
}

#[track_caller]
fn check(text: &str) -> Covered {
    let Some(clang) = installed::clang() else { return Covered::default() };
    let mut covered = Covered::default();
    for (model, form) in [(DataModel::Ilp32, Form::Expression), (DataModel::Lp64, Form::Statement)]
    {
        let seed = Seed::parse(&clang, "exact.c", text, model).expect("it is a seed");
        covered = compare(&seed, 4, Order::Counts, form);
        assert!(covered.events > 0, "nothing was seen");
    }
    covered
}

#[test]
fn guards_protect_what_they_guard() {
    check(programs::GUARDS);
}

#[test]
fn every_iteration_is_seen() {
    check(programs::LOOPS);
}

#[test]
fn statements_without_braces() {
    let covered = check(programs::BRACELESS);
    assert!(installed::clang().is_none() || covered.moved > 10);
}

#[test]
fn declarations_and_initialisers() {
    check(programs::DECLARATIONS);
}

#[test]
fn effects_come_in_order() {
    check(programs::EFFECTS);
}

#[test]
fn types_of_all_widths() {
    check(programs::WIDTHS);
}

#[test]
fn jumps_and_labels() {
    check(programs::JUMPS);
}

/// Seeds of the corpus, some of each kind; all of them if `SOUNDLINE_EXACT` is `all`. The
/// interpreter also refuses to read what was never written.
#[test]
fn programs_of_the_corpus() {
    let Some(clang) = installed::clang() else { return };
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("seeds");
    let mut gathered = soundline_diff::seed::gather(&[folder], DataModel::Ilp32);
    let all = std::env::var("SOUNDLINE_EXACT").is_ok_and(|which| which == "all");
    let wanted = |name: &str| programs::OF_THE_CORPUS.iter().any(|wanted| name.contains(wanted));
    gathered.sources.retain(|source| all || wanted(&source.name));
    assert!(gathered.sources.len() >= programs::OF_THE_CORPUS.len());
    let mut events = 0;
    for seed in gathered.seeds(&clang) {
        events += compare(&seed, 3, Order::Open, Form::Expression).events;
    }
    println!("{} seeds, {events} evaluations", gathered.sources.len());
    assert!(events > 10_000, "{events}");
}
