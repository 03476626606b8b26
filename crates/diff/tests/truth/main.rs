//! Programs whose truth is known, and what every installed analyzer says about them.
//!
//! The programs are in `programs/`, each with its truth and, if it is unsafe, inputs that fail it;
//! `truth.rs` checks these by running the programs. What an analyzer is expected to say is in
//! `expected/NAME VERSION.txt`; with `UPDATE_EXPECT=1` such a file is written. Whatever the version, a
//! verdict that is wrong must be among the known deviations below.
//!
//! Where an analyzer is not installed its test is skipped. Soundline's own analyzer is asked about these
//! programs by the tests of the command line.

#[path = "../installed/mod.rs"]
mod installed;
mod places;
mod program;
mod truth;

use program::{Program, programs};
use soundline_diff::analyzer::{
    Analyzer, Answer, AssertedProgram, Catalogue, Search, Task, Verdict, in_parallel,
};
use soundline_isolate::{Limits, Stop, Warden};
use soundline_needs::{CBMC, CBMC_6, CLANG, CPPCHECK, CVC4, FRAMA_C, GCC_MULTILIB, Package, WHY3};
use std::fmt::Write;
use std::path::Path;
use std::time::Duration;

/// Wrong verdicts that are known: the analyzer, the program, the verdict, and why.
#[rustfmt::skip]
const DEVIATIONS: &[(&str, &str, Verdict, &str)] = &[
    ("goto-analyzer:intervals", "pointer-write-unsafe", Verdict::Safe, "it misses writes through pointers"),
    ("goto-analyzer:intervals", "pointer-choice", Verdict::Safe, "it misses writes through pointers"),
    ("goto-analyzer:intervals", "pointer-parameter", Verdict::Safe, "it misses writes through pointers"),
    ("goto-analyzer:intervals", "narrowing", Verdict::Safe, "it takes a conversion for its argument"),
    ("goto-analyzer:constants", "recursion-unsafe", Verdict::Safe, "it stops at recursion"),
    ("goto-analyzer:vsd", "machine-unsafe", Verdict::Safe, "it loses a value where paths of a loop meet"),
    ("cppcheck", "unsigned-wrap", Verdict::Safe, "it calculates as if unsigned numbers did not wrap"),
    ("cppcheck", "narrow-wrap", Verdict::Safe, "it calculates as if unsigned numbers did not wrap"),
    ("cppcheck", "narrowing", Verdict::Safe, "it takes a conversion for its argument"),
    ("cppcheck", "pointer-choice", Verdict::Safe, "it misses writes through pointers"),
    ("cppcheck", "signed-overflow", Verdict::Safe, "signed overflow is undefined"),
    ("gcc-O2", "signed-overflow", Verdict::Safe, "signed overflow is undefined"),
    ("clang-O2", "signed-overflow", Verdict::Safe, "signed overflow is undefined"),
    ("gcc-analyzer", "recursion-unsafe", Verdict::Safe, "it gives up silently: it looks for bugs"),
];

/// Programs that an analyzer gets at the same time.
const JOBS: usize = 2;

/// Long enough on a busy machine, and short enough for a whole table: those that end in time need
/// a tenth of it.
fn limits(name: &str) -> Limits {
    let seconds = if name == "goto-analyzer:vsd" { 2 } else { 20 };
    Limits { time: Duration::from_secs(seconds), memory: 2 << 30, ..Limits::default() }
}

fn found(name: &str) -> Option<Analyzer> {
    let descriptions = Catalogue::built_in().select(&[name.to_string()]).expect("it is built in");
    assert!(descriptions[0].tested, "{name} is said to be untested");
    let warden = Warden::at(env!("CARGO_BIN_EXE_soundline-warden"));
    let search = Search::new(warden, None).expect("there is room for temporary files");
    let missing = |missing| {
        packages(name).iter().filter(|package| !package.is_here()).for_each(|package| {
            package.missing(&missing);
        });
        assert!(!packages(name).iter().all(Package::is_here), "all is installed, but {missing}");
    };
    search.find(&descriptions[0]).map_err(missing).ok()
}

/// What must be installed for an analyzer, beside a C compiler.
fn packages(name: &str) -> Vec<Package> {
    let own: &[Package] = match name.split([':', '-']).next().expect("a name has a beginning") {
        "cbmc" if name.ends_with("-6") => &[CBMC_6],
        "goto" if name.ends_with(":vsd") => &[CBMC_6],
        "cbmc" | "goto" => &[CBMC],
        "eva" => &[FRAMA_C],
        "wp" => &[FRAMA_C, WHY3, CVC4],
        "clang" => &[CLANG],
        "cppcheck" => &[CPPCHECK],
        "gcc" => &[],
        _ => panic!("{name} has no package: see crate needs"),
    };
    [own, &[GCC_MULTILIB]].concat()
}

/// Runs an analyzer on all programs, and compares with what is expected.
fn check(name: &str) {
    let (Some(analyzer), Some(clang)) = (found(name), installed::clang()) else { return };
    let mut table = String::new();
    let mut wrong = Vec::new();
    let rendered = |program: Program| {
        let asserted = AssertedProgram::read(&clang, &program.path, program::MODEL, &[]);
        let asserted = asserted.expect("it is a program with assertions");
        (program, asserted.render(&analyzer.encoding()))
    };
    let texts: Vec<(Program, Vec<u8>)> = programs().into_iter().map(rendered).collect();
    // What takes long here are processes that start, so several at a time.
    let runs = in_parallel(JOBS, texts, |(program, text)| {
        let task = Task::new(&text, program::MODEL);
        let answer = analyzer.run(&task, &limits(name), &Stop::default()).answer;
        (program, answer)
    });
    for (program, answer) in runs {
        writeln!(table, "{:<22} {:<6} {}", program.name, program.truth_word(), answer)
            .expect("there is memory");
        if matches!(answer, Answer::Unreadable(_) | Answer::Crashed(_)) {
            wrong.push(format!("{}: {answer:?}", program.name));
        }
        if let Some(verdict) = answer.verdict() {
            judge(&analyzer, &program, verdict, &mut wrong);
        }
    }
    assert!(wrong.is_empty(), "{name} {}:\n{}\n{table}", analyzer.version, wrong.join("\n"));
    let file = format!("{} {}.txt", analyzer.name(), analyzer.version).replace([':', '/'], "-");
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/truth/expected").join(file);
    if file.exists() || std::env::var_os("UPDATE_EXPECT").is_some() {
        expect_test::expect_file![&file].assert_eq(&table);
    } else {
        eprintln!("{} {} has no table: only errors count", analyzer.name(), analyzer.version);
    }
}

/// A wrong verdict must be a known deviation, and a known deviation must still be there.
fn judge(analyzer: &Analyzer, program: &Program, verdict: Verdict, wrong: &mut Vec<String>) {
    let missed = !program.safe && verdict == Verdict::Safe;
    // Only a witness contradicts that a program is safe: what fails whenever it is reached may never
    // be reached.
    let invented = program.safe && verdict.is_unsafe() && analyzer.under_approximates();
    let known = DEVIATIONS
        .iter()
        .find(|(name, file, _, _)| *name == analyzer.name() && *file == program.name);
    match known {
        None if missed || invented => wrong.push(format!("{} is called {verdict}", program.name)),
        Some((_, _, expected, why)) if *expected != verdict => {
            wrong.push(format!("{} is called {verdict}, but {why}", program.name));
        }
        _ => {}
    }
}

macro_rules! analyzers {
    ($($test:ident: $name:literal,)*) => {
        $(#[test]
        fn $test() {
            check($name);
        })*

        /// Checks inside of larger expressions and macros, and several on a line.
        mod in_expressions {
            $(#[test]
            fn $test() {
                crate::places::check($name);
            })*
        }

        #[test]
        fn all_that_are_called_tested_are_tested_here() {
            let here = [$($name),*];
            for description in Catalogue::built_in().all() {
                let own = description.name.starts_with("soundline:");
                let tested = own || here.contains(&description.name.as_str());
                assert_eq!(description.tested, tested, "{}", description.name);
            }
        }
    };
}

analyzers! {
    cbmc: "cbmc",
    cbmc_6: "cbmc-6",
    goto_analyzer_intervals: "goto-analyzer:intervals",
    goto_analyzer_constants: "goto-analyzer:constants",
    goto_analyzer_vsd: "goto-analyzer:vsd",
    eva: "eva",
    eva_precise: "eva:precise",
    wp: "wp",
    clang_analyzer: "clang-analyzer",
    gcc_analyzer: "gcc-analyzer",
    cppcheck: "cppcheck",
    gcc_o2: "gcc-O2",
    clang_o2: "clang-O2",
}
