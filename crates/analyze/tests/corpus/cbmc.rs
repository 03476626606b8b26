//! CBMC as a second opinion: a bounded model checker never says that something fails which cannot.
//!
//! Each program is written for it with assertions, its own checks of memory and arithmetic switched on, and
//! every state that was inferred as one more assertion under its assumptions.

use crate::{
    case::Case,
    configuration::Configuration,
    execution::Class,
    instrument::{At, insert_at, verdicts},
    judge::class,
};
use soundline_analyze::{Analysis, AssumptionId, CheckReport, PointReport};
use soundline_c::{DataModel, Edits, Role};
use std::{collections::BTreeMap, fmt::Write, fs, process::Command};

/// Programs for which it is wrong, as compilers and the standard see it: it takes all enumerations for signed, its `rand` may be
/// negative, it goes on after `__assert_fail` and `__builtin_unreachable`, it does not know the table behind glibc's
/// `__ctype_b_loc`, its `strcat` changes a byte behind the string, `exp` and `bsearch` may give anything, arguments of `main` are
/// no strings, and it mistakes the elements of a range of designators.
pub const DIFFERS: [&str; 12] = [
    "convert-enum",
    "call-external-unknown",
    "flow-glibc-assert",
    "string-characters",
    "string-copied",
    "float-library",
    "string-character-values",
    "call-search",
    "call-main-strings",
    "call-main-list-changed",
    "check-unreachable",
    "array-designated",
];

/// What CBMC refutes of the results of one analysis; none if it came to no end in time.
pub fn faults(
    case: &Case,
    configuration: &Configuration,
    analysis: &Analysis,
) -> Option<Vec<String>> {
    let folder = tempfile::tempdir().ok()?;
    let path = folder.path().join("program.i");
    fs::write(&path, annotated(case, analysis)).ok()?;
    let mut command = Command::new("timeout");
    command.args(["20", "cbmc", "--unwind", "7", "--bounds-check", "--pointer-check"]);
    command.args(["--div-by-zero-check", "--undefined-shift-check", "--signed-overflow-check"]);
    command.arg(if case.program.types.model() == DataModel::Ilp32 { "--32" } else { "--64" });
    let output = command.arg(&path).output().ok()?;
    let text = String::from_utf8_lossy(&output.stdout);
    if !text.contains("VERIFICATION") {
        return None;
    }
    let failures = text.lines().filter(|line| line.ends_with(": FAILURE"));
    let found = failures.filter_map(|line| refuted(case, analysis, line));
    Some(found.map(|fault| format!("{} {configuration}: CBMC: {fault}", case.name)).collect())
}

/// The program with assertions for everything that was claimed.
fn annotated(case: &Case, analysis: &Analysis) -> String {
    let program = &case.program;
    let mut edits = Edits::new();
    let mut at_points: BTreeMap<At, String> = BTreeMap::new();
    for assumption in &analysis.assumptions {
        let predicate = match &assumption.predicate {
            Some(predicate) if assumption.complete => predicate.to_c(),
            _ => "0".into(),
        };
        let text = at_points.entry((assumption.function.index(), assumption.label)).or_default();
        let name = variable(assumption.id);
        let _ = write!(text, "{name} = {name} && ({predicate}); ");
    }
    for point in analysis.functions.iter().flat_map(|function| &function.points) {
        if program.function(point.function).role == Role::Ordinary {
            let text = at_points.entry((point.function.index(), point.label)).or_default();
            text.push_str(&claim(point));
        }
    }
    for (at, text) in at_points.iter().filter(|(_, text)| !text.is_empty()) {
        insert_at(program, *at, &format!("({{ {text}(void)0; }})"), &mut edits);
    }
    for (line, role, span) in verdicts(program) {
        match role {
            Role::Assert => edits.wrap(
                span,
                "({ _Bool soundline_holds = (",
                format!(") != 0; __CPROVER_assert(soundline_holds, \"check {line}\"); soundline_holds; }})"),
            ),
            _ => edits.wrap(span, format!("(__CPROVER_assert(0, \"check {line}\"), "), ")"),
        }
    }
    let text = edits.apply_to(&program.source).expect("points do not overlap");
    let flags: String = analysis
        .assumptions
        .iter()
        .map(|assumption| format!("static _Bool {} = 1;\n", variable(assumption.id)))
        .collect();
    let bodies = "\nvoid __VERIFIER_assert(int condition) { __CPROVER_assume(condition); }\n\
                  void __VERIFIER_assume(int condition) { __CPROVER_assume(condition); }\n\
                  void reach_error(void) {}\n";
    format!("{flags}{}{bodies}", String::from_utf8_lossy(&text))
}

fn variable(id: AssumptionId) -> String {
    format!("soundline_{id}")
}

/// What is known at a point, as an assertion.
fn claim(point: &PointReport) -> String {
    let predicate = match &point.state {
        None => "0".into(),
        Some(state) if state.is_trivial() => return String::new(),
        Some(state) => state.to_c(),
    };
    let broken: Vec<String> =
        point.provided.iter().map(|id| format!("!{} || ", variable(*id))).collect();
    let (function, label) = (point.function.index(), point.label.0);
    format!("__CPROVER_assert({}({predicate}), \"state {function} {label}\"); ", broken.concat())
}

/// Whether a failure, as CBMC prints it, contradicts the analysis.
fn refuted(case: &Case, analysis: &Analysis, printed: &str) -> Option<String> {
    let rest = printed.split_once("] ").map_or(printed, |(_, rest)| rest);
    if rest.contains("state ") {
        return Some(format!("no such state: {printed}"));
    }
    let (class_of_failure, line) = failure(printed)?;
    let on_line = |check: &&CheckReport| {
        case.line(check.span.start) == line && class(check.kind) == class_of_failure
    };
    let checks: Vec<&CheckReport> = analysis.checks.iter().filter(on_line).collect();
    let settled = !checks.is_empty() && checks.iter().all(|check| check.is_settled());
    settled.then(|| format!("line {line} was verified: {printed}"))
}

/// The kind and line of a failure.
fn failure(printed: &str) -> Option<(Class, u32)> {
    let words: Vec<&str> = printed.split_whitespace().collect();
    let number = |word: &str| {
        let at = words.iter().position(|other| *other == word)?;
        words.get(at + 1)?.trim_end_matches(':').parse().ok()
    };
    let name = words.first()?;
    let class = match () {
        () if printed.contains(" check ") && name.contains(".assertion.") => {
            return Some((Class::Assertion, number("check")?));
        }
        () if name.contains("division-by-zero") => Class::Division,
        () if name.contains("undefined-shift") && !printed.contains("shift operand") => {
            Class::Shift
        }
        () if name.contains("array_bounds") || name.contains("pointer_dereference") => {
            Class::Memory
        }
        () if name.contains("overflow") => Class::Overflow,
        () => return None,
    };
    Some((class, number("line")?))
}
