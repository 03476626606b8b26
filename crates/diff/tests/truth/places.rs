//! What is said of an expression around a check, or beside it, is not said of the check.

use crate::program::MODEL;
use crate::{found, installed, limits};
use soundline_diff::analyzer::{Analyzer, AssertedProgram, Run, Task, Verdict};
use soundline_isolate::Stop;

/// A program, and whether each of its checks holds, in the order of the text. All are reached.
struct Case {
    name: &'static str,
    body: &'static str,
    holds: &'static [bool],
}

/// `y & 1` is never 2, which not all know; `x` is 5, which all know.
const CASES: &[Case] = &[
    Case {
        name: "inside of a negation that is always true",
        body: "if (!((__VERIFIER_assert((y & 1) != 2), y) > 3 && x == 4)) return 1;",
        holds: &[true],
    },
    Case {
        name: "behind a negation that is always true",
        body: "if (!(x == 4)) { y = 7; } __VERIFIER_assert((y & 1) != 2);",
        holds: &[true],
    },
    Case {
        name: "before a negation that is always true",
        body: "__VERIFIER_assert((y & 1) != 2); if (!(x == 4)) return 1;",
        holds: &[true],
    },
    Case {
        name: "inside of a negation that is always false",
        body: "if (!((__VERIFIER_assert(y != 2), y) > 3 || x == 5)) return 1;",
        holds: &[false],
    },
    Case {
        name: "on several lines",
        body: "if (!(x == 4 ||\n  (__VERIFIER_assert((y & 1) != 2), x) == 4)) return 1;",
        holds: &[true],
    },
    Case {
        name: "several on a line",
        body: "__VERIFIER_assert(x == 5); __VERIFIER_assert((y & 1) != 2); __VERIFIER_assert(x == 6);",
        holds: &[true, true, false],
    },
    Case {
        name: "several in an expression",
        body: "if (!((__VERIFIER_assert(y != 2), y) > 3 || (__VERIFIER_assert(x == 5), x) == 5)) return 1;",
        holds: &[false, true],
    },
    Case {
        name: "in a macro, several times",
        body: "if (NOT(CHECKED((y & 1) != 2) && x == 4)) y = 1;\nif (CHECKED(x == 5) && NOT(CHECKED(x == 6))) return 1;",
        holds: &[true, true, false],
    },
    Case {
        name: "behind tabs and letters of several bytes",
        body: "\t/* \u{e9}\u{4e00} */\tif (!(x == 4)) { y = 3; }\t__VERIFIER_assert(x == 5); __VERIFIER_assert(y != 3);",
        holds: &[true, false],
    },
];

fn text(case: &Case) -> String {
    format!(
        "extern void __VERIFIER_assert(int);\nextern int __VERIFIER_nondet_int(void);\n\
         #define CHECKED(e) (__VERIFIER_assert(e), 1)\n#define NOT(e) !(e)\n\
         int main(void) {{\n  int x = 5;\n  int y = __VERIFIER_nondet_int();\n{}\n  return 0;\n}}\n",
        case.body
    )
}

/// Asks an analyzer about all of them.
pub fn check(name: &str) {
    let (Some(analyzer), Some(clang)) = (found(name), installed::clang()) else { return };
    let folder = tempfile::tempdir().expect("there is room");
    let mut wrong = Vec::new();
    for case in CASES {
        let file = folder.path().join("case.c");
        std::fs::write(&file, text(case)).expect("there is room");
        let asserted = AssertedProgram::read(&clang, &file, MODEL, &[]);
        let asserted = asserted.unwrap_or_else(|error| panic!("{}: {error}", case.name));
        assert_eq!(asserted.checks, case.holds.len(), "{}", case.name);
        let rendered = asserted.render(&analyzer.encoding());
        let task = Task::new(&rendered, MODEL);
        let run = analyzer.run(&task, &limits(name), &Stop::default());
        wrong.extend(faults(&analyzer, case, &run));
    }
    assert!(wrong.is_empty(), "{name} {}:\n{}", analyzer.version, wrong.join("\n"));
}

fn faults(analyzer: &Analyzer, case: &Case, run: &Run) -> Vec<String> {
    let mut wrong = Vec::new();
    let witness = analyzer.under_approximates();
    let mut judge = |what: &str, verdict: Verdict, holds: bool| {
        let invented = verdict == Verdict::Definite || witness && verdict.is_unsafe();
        let missed = verdict == Verdict::Safe;
        if if holds { invented } else { missed } {
            wrong.push(format!("{}: {what} is called {verdict}", case.name));
        }
    };
    match run.answer.verdict() {
        Some(verdict) => judge("all of it", verdict, case.holds.iter().all(|holds| *holds)),
        None => return vec![format!("{}: {:?}", case.name, run.answer)],
    }
    let checks = run.checks.iter().flatten().zip(case.holds).enumerate();
    for (number, (verdict, holds)) in checks {
        judge(&format!("check {number}"), *verdict, *holds);
    }
    if run.checks.as_ref().is_some_and(|checks| checks.len() != case.holds.len()) {
        wrong.push(format!("{}: checks {:?}", case.name, run.checks));
    }
    wrong
}
