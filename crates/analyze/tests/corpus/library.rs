//! The table of library functions against the library itself: every function that has a row is called, and what the
//! analysis says after the calls must hold in the runs.
//!
//! The programs of `tests/library` call them with several arguments each: empty strings, lengths of zero, null where it is
//! allowed, errors, input that ends. Each result, what was written, and `errno` are looked at behind the calls, so that a row
//! that says too little is refuted by a run; one that says that more is there than is, by the sanitizer.

use crate::{
    case::Case, clang, configuration::Configuration, execution, execution::Compiler,
    execution::Event, instrument::Watch, judge::Judge,
};
use soundline_analyze::Analysis;
use soundline_c::{
    Function, Meaning, Model, Real, Span,
    tree::{Expr, ExprKind},
};
use std::{
    collections::{BTreeMap, BTreeSet, HashSet},
    path::PathBuf,
};

/// What no program calls, and why.
const EXEMPT: &[(&str, &[&str])] = &[
    ("of kernels", &["kmalloc", "__kmalloc"]),
    ("a macro for `__sigsetjmp`, which is called", &["sigsetjmp"]),
    (
        "compilers make constants of them",
        &[
            "__builtin_huge_val",
            "__builtin_huge_valf",
            "__builtin_huge_vall",
            "__builtin_inf",
            "__builtin_inff",
            "__builtin_infl",
        ],
    ),
    ("of other libraries than glibc", &["funopen", "__assert_rtn", "__assert_func", "__assert2"]),
    ("glibc has it no more", &["cfree"]),
    ("glibc has it since 2.38 only", &["strlcpy", "strlcat"]),
    (
        "other names of glibc since 2.38 for what is called by the usual name",
        &[
            "__isoc23_strtol",
            "__isoc23_strtoul",
            "__isoc23_strtoll",
            "__isoc23_strtoull",
            "__isoc23_scanf",
            "__isoc23_fscanf",
            "__isoc23_sscanf",
        ],
    ),
];

/// How the names begin that only verifiers know: they are in no library.
const OF_VERIFIERS: &[&str] = &[
    "__VERIFIER_",
    "__CPROVER_",
    "__ESBMC_",
    "__goblint_",
    "__ikos_",
    "__CRAB_",
    "__crab_",
    "klee_",
    "_mopsa_",
    "__analyzer_eval",
    "clang_analyzer_eval",
    "reach_error",
    "nondet",
    "assert",
    "__builtin_assume",
    "__builtin_unreachable",
];

/// What is called in other ways than by a name in an expression that is evaluated.
fn is_exempt(name: &str) -> bool {
    let listed = EXEMPT.iter().any(|(_, names)| names.contains(&name));
    // What it assumes is a pointer's alignment.
    let called = name == "__builtin_assume_aligned";
    listed || (!called && OF_VERIFIERS.iter().any(|start| name.starts_with(start)))
}

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/library")
}

fn names() -> Vec<String> {
    let entries = std::fs::read_dir(folder()).expect("the programs are there").flatten();
    let files = entries.filter_map(|entry| entry.file_name().into_string().ok());
    let mut names: Vec<String> =
        files.filter_map(|file| file.strip_suffix(".c").map(str::to_owned)).collect();
    names.sort();
    names
}

/// The calls of functions that have no body: the name, whether the model fits, where, and in which function.
fn calls(case: &Case) -> Vec<(&str, bool, Span, usize)> {
    let mut found = Vec::new();
    for (index, function) in case.program.functions.iter().enumerate() {
        let expressions = function.body.iter().flat_map(|body| body.expressions());
        for expr in expressions {
            let ExprKind::Call { callee, .. } = &expr.kind else { continue };
            if let Some(called) = called(case, callee).filter(|called| called.body.is_none()) {
                found.push((called.name.as_str(), called.model.is_some(), expr.span, index));
            }
        }
    }
    found
}

fn called<'c>(case: &'c Case, callee: &Expr) -> Option<&'c Function> {
    match &callee.kind {
        ExprKind::Function(id) => Some(case.program.function(*id)),
        ExprKind::Decay(inner) | ExprKind::AddressOf(inner) | ExprKind::Convert(inner) => {
            called(case, inner)
        }
        _ => None,
    }
}

/// The name in the table: compilers have most functions as builtins, too.
fn row_of(name: &str) -> &str {
    match Model::named(name) {
        Some(_) => name,
        None => name.strip_prefix("__builtin_").unwrap_or(name),
    }
}

/// A program, its runs, and what refutes its analyses.
struct Examined {
    faults: Vec<String>,
    /// The rows that a run came to a call of.
    called: BTreeSet<String>,
    /// Calls that do not fit the prototype of their row.
    misfits: BTreeSet<String>,
    facts: u64,
}

fn configurations() -> Vec<Configuration> {
    vec![
        Configuration::new("intervals", true, "Inf"),
        Configuration::new("standard", true, "Inf"),
        Configuration::new("intervals", false, "Inf"),
    ]
}

fn examine(case: &Case, configurations: &[Configuration], runs: u32) -> Examined {
    let analyses: Vec<(&Configuration, Analysis)> =
        configurations.iter().map(|each| (each, each.analyze(case))).collect();
    let mut watch = Watch::new(&case.program, analyses.iter().map(|(_, analysis)| analysis));
    let runs = execution::run(case, &mut watch, Compiler::Gcc, runs, &|_| true)
        .unwrap_or_else(|reason| panic!("{} cannot be run: {reason}", case.name));
    let (mut faults, mut facts) = (Vec::new(), 0);
    for (configuration, analysis) in &analyses {
        let mut judge = Judge::new(case, &watch, configuration, analysis);
        faults.extend(runs.iter().flat_map(|run| judge.faults(run)));
        facts += judge.evaluated;
    }
    faults.sort();
    faults.dedup_by_key(|fault| fault.split(": ").take(2).collect::<String>());
    let passed: HashSet<usize> = runs
        .iter()
        .flatten()
        .filter_map(|event| match event {
            Event::Point(number, _) => Some(*number),
            _ => None,
        })
        .collect();
    let mut points: BTreeMap<usize, Vec<(Span, bool)>> = BTreeMap::new();
    for (number, (function, label)) in watch.points.iter().enumerate() {
        let cfg = case.program.functions[*function].cfg.as_ref().expect("it has points");
        let span = cfg.points[label.0 as usize].span;
        points.entry(*function).or_default().push((span, passed.contains(&number)));
    }
    let (mut called, mut misfits) = (BTreeSet::new(), BTreeSet::new());
    for (name, fits, span, function) in calls(case) {
        let row = row_of(name);
        if !fits && Model::named(row).is_some() {
            misfits.insert(name.to_owned());
        }
        let around = points.get(&function).into_iter().flatten();
        let around = around.filter(|(at, _)| at.start <= span.start && span.end <= at.end);
        let statement = around.min_by_key(|(at, _)| at.end - at.start);
        if fits && statement.is_some_and(|(_, passed)| *passed) {
            called.insert(row.to_owned());
        }
    }
    Examined { faults, called, misfits, facts }
}

#[test]
fn every_row_of_the_library_is_called() {
    let Some(clang) = clang() else { return };
    let (mut called, mut faults, mut facts) = (BTreeSet::new(), Vec::new(), 0);
    for name in names() {
        let found = examine(&Case::read_in(&clang, &folder(), &name), &configurations(), 48);
        faults.extend(found.faults);
        faults
            .extend(found.misfits.iter().map(|one| format!("{name}: {one} does not fit its row")));
        called.extend(found.called);
        facts += found.facts;
    }
    println!("{} functions called, {facts} facts compared", called.len());
    let rows: BTreeSet<&str> = Model::all().map(|(name, _)| name).collect();
    let missing = rows.iter().filter(|name| !called.contains(**name) && !is_exempt(name));
    faults.extend(missing.map(|name| format!("{name} has a row, and no program calls it")));
    // An exemption that is not needed goes.
    let listed = EXEMPT.iter().flat_map(|(_, names)| *names);
    let idle = listed.filter(|name| called.contains(**name) || !rows.contains(**name));
    faults.extend(idle.map(|name| format!("{name} is exempt and need not be")));
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
}

/// How many faults are found once a row is wrong.
fn planted(program: &str, function: &str, wrong: impl Fn(&mut Model)) -> usize {
    let Some(clang) = clang() else { return 1 };
    let mut case = Case::read_in(&clang, &folder(), program);
    let functions = &mut case.program.functions;
    let planted = functions.iter_mut().find(|each| each.name == function).expect("it is called");
    let mut row = planted.model.expect("it has a row").clone();
    wrong(&mut row);
    planted.model = Some(Box::leak(Box::new(row)));
    examine(&case, &[Configuration::new("intervals", true, "Inf")], 12).faults.len()
}

#[test]
fn wrong_rows_are_found_out() {
    type Plant = (&'static str, &'static str, fn(&mut Model));
    let plants: [Plant; 14] = [
        ("memory", "strlen", |row| row.meaning = Meaning::Within(0, 1)),
        ("memory", "strchr", |row| row.meaning = Meaning::FirstOrNull),
        ("memory", "memcpy", |row| row.meaning = Meaning::Real(Real::Fabs)),
        ("memory", "strcmp", |row| row.meaning = Meaning::Within(0, 9)),
        ("memory", "strtol", |row| row.meaning = Meaning::Within(0, 99)),
        ("memory", "strncpy", |row| {
            row.meaning = Meaning::CopyString { most: None, append: false };
        }),
        ("format", "snprintf", |row| row.meaning = Meaning::Print { most: None }),
        ("streams", "getline", |row| row.meaning = Meaning::Within(-1, 3)),
        ("integers", "toupper", |row| row.meaning = Meaning::Case { upper: false }),
        ("real", "floor", |row| row.meaning = Meaning::Real(Real::Ceil)),
        ("real", "__isnan", |row| row.meaning = Meaning::Real(Real::Isinf)),
        ("heap", "malloc", |row| {
            row.meaning = Meaning::Allocate { size: 0, may_fail: false };
        }),
        ("system", "read", |row| row.meaning = Meaning::Within(0, 8)),
        ("streams", "fgets", |row| row.meaning = Meaning::Real(Real::Fabs)),
    ];
    for (program, function, wrong) in plants {
        assert!(planted(program, function, wrong) > 0, "a wrong {function} was not found out");
    }
}
