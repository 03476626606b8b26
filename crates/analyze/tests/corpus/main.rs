//! The corpus: small annotated programs over the whole language, against the analysis and against real runs.
//!
//! For every program, all domains and several bounds: its marks hold; every check is accounted for; and
//! in random concrete runs with sanitizers nothing happens that an analysis excluded. A mark is itself
//! checked: what must be warned about fails in some run, what is proved fails in none.
//!
//! | variable | what |
//! |---|---|
//! | `SOUNDLINE_PROGRAM` | only programs whose names contain it |
//! | `SOUNDLINE_RUNS` | so many runs of each program at least |
//! | `SOUNDLINE_EVERY` | every so many programs go to CBMC; if it is set, all domains see all programs |
//! | `SOUNDLINE_DOMAIN` | random programs of csmith only with this domain |
//! | `SOUNDLINE_CSMITH`, `SOUNDLINE_RANDOM`, `SOUNDLINE_CORNERS`, `SOUNDLINE_SEED` | so many random programs, from this seed |

mod case;
mod cbmc;
mod configuration;
mod corners;
mod csmith;
mod dice;
mod execution;
mod expected;
mod instrument;
mod judge;
mod library;
mod lies;
mod mark;
mod memcheck;
mod random;

use case::Case;
use configuration::Configuration;
use execution::{Compiler, Run};
use expected::{accounted, by_line, marks_are_true, marks_hold};
use instrument::Watch;
use judge::Judge;
use mark::Claim;
use soundline_analyze::{Analysis, Overflow};
use soundline_c::{Clang, Error};
use std::env;

/// How many runs of each program; `SOUNDLINE_RUNS` says otherwise.
const RUNS: u32 = 40;

/// Programs that use memory whose block or function has ended, which no sanitizer tells of here: where the first root fails in a
/// run is not known, and so not what follows from it.
const UNSEEN: [&str; 2] = ["scope-alloca-ended", "scope-loop-body"];

/// libclang; without it a test says that it is skipped.
fn clang() -> Option<Clang> {
    match Clang::find() {
        Ok(clang) => Some(clang),
        Err(missing @ Error::LibraryMissing) => {
            soundline_needs::LIBCLANG.missing(missing);
            None
        }
        Err(fault) => panic!("{fault}"),
    }
}

/// The programs of a topic, all of them.
fn check(topic: &str) {
    let Some(clang) = clang() else { return };
    let prefix = format!("{topic}-");
    let only = env::var("SOUNDLINE_PROGRAM").ok();
    let names = case::names();
    let chosen = names.iter().filter(|name| name.starts_with(&prefix));
    let chosen =
        chosen.filter(|name| only.as_ref().is_none_or(|only| name.contains(only.as_str())));
    let mut faults = Vec::new();
    for name in chosen {
        let found = examine(&Case::read(&clang, name), &configuration::all());
        found.iter().for_each(|fault| eprintln!("{fault}"));
        faults.extend(found);
    }
    assert!(faults.is_empty(), "{} faults", faults.len());
}

/// All that is wrong with a program or its analyses.
fn examine(case: &Case, configurations: &[Configuration]) -> Vec<String> {
    let analyses: Vec<(&Configuration, Analysis)> =
        configurations.iter().map(|each| (each, each.analyze(case))).collect();
    let mut faults = Vec::new();
    for (configuration, analysis) in &analyses {
        let found =
            accounted(case, analysis).into_iter().chain(marks_hold(case, configuration, analysis));
        faults.extend(found.map(|fault| format!("{} {configuration}: {fault}", case.name)));
    }
    let mut watch = Watch::new(&case.program, analyses.iter().map(|(_, analysis)| analysis));
    let count = env::var("SOUNDLINE_RUNS").ok().and_then(|n| n.parse().ok()).unwrap_or(RUNS);
    let enough = |runs: &[Run]| marks_are_true(case, runs).is_empty();
    // Where the order of evaluation matters, the compiler does too.
    let both = case.name.starts_with("order-") || case.name.starts_with("corners-");
    let compilers = match both {
        true => Compiler::both(Compiler::Gcc),
        false => vec![Compiler::Gcc],
    };
    let mut runs = Vec::new();
    for compiler in compilers {
        match execution::run(case, &mut watch, compiler, count, &enough) {
            Ok(more) => runs.extend(more),
            Err(reason) => {
                faults.push(format!("{}: it cannot be run: {reason}", case.name));
                return faults;
            }
        }
    }
    faults.extend(
        marks_are_true(case, &runs).into_iter().map(|fault| format!("{}: {fault}", case.name)),
    );
    let judged = |each: &Configuration| !(each.assumes && UNSEEN.contains(&case.name.as_str()));
    for (configuration, analysis) in analyses.iter().filter(|(each, _)| judged(each)) {
        let mut judge = Judge::new(case, &watch, configuration, analysis);
        let mut refuted: Vec<String> = runs.iter().flat_map(|run| judge.faults(run)).collect();
        refuted.sort();
        refuted.dedup_by_key(|fault| fault.split(": ").take(2).collect::<String>());
        faults.extend(refuted);
    }
    faults
}

macro_rules! topics {
    ($($name:ident $topic:literal)*) => {
        const TOPICS: &[&str] = &[$($topic),*];
        $(#[test]
        fn $name() {
            check($topic);
        })*
    };
}

topics! {
    unsigned_numbers "unsigned"
    signed_numbers "signed"
    conversions "convert"
    shifts "shift"
    divisions "divide"
    remainders "remainder"
    bit_operations "bits"
    control_flow "flow"
    loops "loop"
    calls "call"
    arrays "array"
    pointers "pointer"
    structs "struct"
    unions "union"
    heap "heap"
    strings "string"
    floats "float"
    volatile_variables "volatile"
    uninitialised_variables "uninitialised"
    nondeterminism "nondet"
    wide_integers "wide"
    relations "relation"
    assignments "assign"
    constants "constant"
    unknown_effects "unknown"
    orders_of_evaluation "order"
    scopes "scope"
    further_checks "check"
}

#[test]
fn every_program_has_a_topic_and_marks() {
    let names = case::names();
    assert!(names.len() >= 150, "only {} programs", names.len());
    for name in &names {
        let topic = name.split('-').next().unwrap_or_default();
        assert!(TOPICS.contains(&topic), "{name} has no topic");
    }
}

#[test]
fn the_other_domains_prove_nothing_that_fails() {
    let Some(clang) = clang() else { return };
    let mut faults = Vec::new();
    for (number, name) in case::names().iter().enumerate() {
        let case = Case::read(&clang, name);
        // Each program with one of them, unless all are asked for.
        let all = env::var_os("SOUNDLINE_EVERY").is_some();
        let chosen = configuration::REST.iter().enumerate();
        for (_, domain) in chosen.filter(|(at, _)| all || number % configuration::REST.len() == *at)
        {
            let configuration = Configuration::new(domain, true, "Inf");
            let found = marks_hold(&case, &configuration, &configuration.analyze(&case));
            faults
                .extend(found.into_iter().map(|fault| format!("{name} {configuration}: {fault}")));
        }
    }
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
}

/// Every so many programs; `SOUNDLINE_EVERY=1` takes all.
fn every() -> usize {
    env::var("SOUNDLINE_EVERY").ok().and_then(|n| n.parse().ok()).unwrap_or(12)
}

#[test]
fn cbmc_refutes_nothing() {
    if !soundline_needs::CBMC.found() {
        return;
    }
    let Some(clang) = clang() else { return };
    let configurations = [("octagons", "Inf"), ("intervals", "W0"), ("intervals", "J1")];
    let (mut faults, mut compared, mut undecided) = (Vec::new(), 0, Vec::new());
    for name in case::names().iter().step_by(every()) {
        let case = Case::read(&clang, name);
        // A path with an overflow is cut there: CBMC would go on.
        if case.overflow == Overflow::AssumeNone || cbmc::DIFFERS.contains(&name.as_str()) {
            continue;
        }
        for (domain, bounds) in configurations {
            let configuration = Configuration::new(domain, true, bounds);
            match cbmc::faults(&case, &configuration, &configuration.analyze(&case)) {
                Some(found) => {
                    faults.extend(found);
                    compared += 1;
                }
                None => undecided.push(case.name.clone()),
            }
        }
    }
    println!("{compared} analyses compared with CBMC; undecided: {undecided:?}");
    assert!(compared > 0, "nothing was compared");
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
}

#[test]
fn random_programs_stay_in_their_states() {
    if !(soundline_needs::CSMITH.found() && soundline_needs::CSMITH_HEADERS.found()) {
        return;
    }
    let Some(clang) = clang() else { return };
    let count = env::var("SOUNDLINE_CSMITH").ok().and_then(|n| n.parse().ok()).unwrap_or(1);
    let first = env::var("SOUNDLINE_SEED").ok().and_then(|n| n.parse().ok()).unwrap_or(1);
    let configurations = [("intervals", "Inf"), ("octagons", "Inf"), ("intervals", "J4")]
        .map(|(domain, bounds)| Configuration::new(domain, true, bounds));
    let only = env::var("SOUNDLINE_DOMAIN").ok();
    let asked = |each: &Configuration| only.as_ref().is_none_or(|only| each.domain == only);
    let configurations: Vec<Configuration> = configurations.into_iter().filter(asked).collect();
    let (mut faults, mut evaluated, mut slowest) = (Vec::new(), 0, 0f64);
    for seed in first..first + count {
        let outcome = csmith::examine(&clang, seed, &configurations);
        let (found, slow) = (outcome.faults.len(), outcome.slowest);
        println!("seed {seed}: {found} faults, slowest analysis {slow:.1} s");
        faults.extend(outcome.faults);
        evaluated += outcome.evaluated;
        slowest = slowest.max(outcome.slowest);
    }
    println!(
        "{count} random programs, {evaluated} facts compared, slowest analysis {slowest:.1} s"
    );
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
}

/// Which domains prove what is marked to hold only: such marks can be made stronger.
#[test]
#[ignore = "it prints, and finds no faults"]
fn what_holds_and_is_proved() {
    let Some(clang) = clang() else { return };
    for name in case::names() {
        let case = Case::read(&clang, &name);
        if !case.marks.iter().any(|mark| mark.claim == Claim::Holds) {
            continue;
        }
        for domain in mark::DOMAINS.into_iter().chain(["intervals*congruences"]) {
            let analysis = Configuration::new(domain, true, "Inf").analyze(&case);
            let lines = by_line(&case, &analysis);
            for mark in case.marks.iter().filter(|mark| mark.claim == Claim::Holds) {
                let checks = lines.get(&mark.line).map_or(Vec::new(), |checks| mark.choose(checks));
                if checks.iter().all(|check| check.is_settled()) {
                    println!("proved {name} {} {domain}", mark.line);
                }
            }
        }
    }
}

/// Programs with the corners of memory and of the library: `SOUNDLINE_CORNERS` says how many, `SOUNDLINE_SEED` where to
/// start. A hundred of them take less than a minute of processor time; `cargo xtask soak` runs a thousand.
#[test]
fn corners_of_memory_stay_in_their_states() {
    let Some(clang) = clang() else { return };
    let count: u64 = env::var("SOUNDLINE_CORNERS").ok().and_then(|n| n.parse().ok()).unwrap_or(100);
    let first = env::var("SOUNDLINE_SEED").ok().and_then(|n| n.parse().ok()).unwrap_or(1);
    let configurations = [
        ("intervals", true, "Inf"),
        ("octagons", true, "Inf"),
        ("intervals", false, "Inf"),
        ("intervals", true, "W0"),
    ]
    .map(|(domain, whole, bounds)| Configuration::new(domain, whole, bounds));
    let mut faults = Vec::new();
    for seed in first..first + count {
        let text = corners::Corners::program(seed);
        let case = Case::from_text(&clang, &format!("corners-{seed}"), &text);
        let found = examine(&case, &configurations);
        found.iter().for_each(|fault| eprintln!("{fault}"));
        faults.extend(found);
    }
    assert!(faults.is_empty(), "{} faults", faults.len());
}

/// Programs of our own generator: `SOUNDLINE_RANDOM` says how many, `SOUNDLINE_SEED` where to start.
#[test]
fn random_inputs_stay_in_their_states() {
    let Some(clang) = clang() else { return };
    let count: u64 = env::var("SOUNDLINE_RANDOM").ok().and_then(|n| n.parse().ok()).unwrap_or(3);
    let first = env::var("SOUNDLINE_SEED").ok().and_then(|n| n.parse().ok()).unwrap_or(1);
    // Many variables at once are no work for polyhedra.
    let configurations: Vec<Configuration> =
        configuration::all().into_iter().filter(|each| each.domain != "polyhedra").collect();
    let mut faults = Vec::new();
    for seed in first..first + count {
        let case =
            Case::from_text(&clang, &format!("random-{seed}"), &random::Writer::program(seed));
        let found = examine(&case, &configurations);
        found.iter().for_each(|fault| eprintln!("{fault}"));
        faults.extend(found);
    }
    assert!(faults.is_empty(), "{} faults", faults.len());
}
