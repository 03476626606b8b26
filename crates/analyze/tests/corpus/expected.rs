//! What the marks of a program say, compared with an analysis and with runs; and whether every check is
//! accounted for.

use crate::{
    case::Case,
    configuration::Configuration,
    execution::{Class, Event, Run},
    mark::{Claim, Mark},
};
use soundline_analyze::{Analysis, CheckReport, Kind, Overflow, Status};
use soundline_c::{Action, Role};
use std::collections::{BTreeMap, HashMap};

/// Every check of every function is reported, once, but for the error calls inside assertion functions: where these are not
/// entered, their calls are the checks.
pub fn accounted(case: &Case, analysis: &Analysis) -> Vec<String> {
    let mut expected: BTreeMap<(usize, u32), u32> = BTreeMap::new();
    for (id, _, cfg) in case.program.bodies() {
        let instructions = cfg.blocks.iter().flat_map(|block| &block.instructions);
        for instruction in instructions {
            let Action::Check(check) = &instruction.action else { continue };
            let wanted = case.checks.contains(&Kind::of(&check.kind));
            if wanted
                && (Kind::of(&check.kind) != Kind::Overflow || case.overflow == Overflow::Check)
            {
                expected.insert((id.index(), check.id), 0);
            }
        }
    }
    let mut faults = Vec::new();
    for check in &analysis.checks {
        match expected.get_mut(&(check.function.index(), check.id)) {
            Some(count) => *count += 1,
            None if check.kind == Kind::Overflow => {}
            None => faults.push(format!("check {} is reported, but there is none", check.message)),
        }
        let unknown = check.provided.iter().filter(|id| analysis.assumption(**id).is_none());
        faults.extend(unknown.map(|id| format!("{id} is named, but not listed")));
    }
    let at_calls = |function: usize| {
        matches!(case.program.functions[function].role, Role::Assert | Role::Error)
    };
    let wrong = expected
        .iter()
        .filter(|((function, _), count)| **count != 1 && (**count != 0 || !at_calls(*function)));
    faults.extend(wrong.map(|((function, id), count)| {
        let name = &case.program.functions[*function].name;
        format!("check {id} of {name} is reported {count} times")
    }));
    faults
}

/// The checks of each line.
pub fn by_line<'a>(case: &Case, analysis: &'a Analysis) -> HashMap<u32, Vec<&'a CheckReport>> {
    let mut lines: HashMap<u32, Vec<&CheckReport>> = HashMap::new();
    for check in &analysis.checks {
        lines.entry(case.line(check.span.start)).or_default().push(check);
    }
    lines
}

/// What the marks say about the result of an analysis.
pub fn marks_hold(case: &Case, configuration: &Configuration, analysis: &Analysis) -> Vec<String> {
    let lines = by_line(case, analysis);
    let mut faults = Vec::new();
    for mark in &case.marks {
        let checks = lines.get(&mark.line).map_or(Vec::new(), |checks| mark.choose(checks));
        let line = mark.line;
        if checks.is_empty() {
            faults.push(format!("line {line}: there is no check to mark"));
            continue;
        }
        let precise = configuration.is_unbounded_whole() && mark.asks(configuration.domain);
        let fault = match mark.claim {
            Claim::Proved if precise => {
                let open = checks.iter().find(|check| !is_proved(analysis, check));
                open.map(|check| {
                    format!("line {line}: {:?} is not proved: {}", check.status, check.message)
                })
            }
            // What comes after a failure is said under the condition that it was none.
            Claim::Holds if configuration.is_unbounded_whole() && !fails_before(case, line) => {
                let wrong = checks.iter().find(|check| check.status == Status::DefinitelyFails);
                wrong.map(|check| format!("line {line}: it never fails: {}", check.message))
            }
            // Behind an error that is certain nothing is reached.
            Claim::Definite if configuration.assumes && fails_before(case, line) => None,
            Claim::Definite if precise && checks[0].status != Status::DefinitelyFails => {
                Some(format!(
                    "line {line}: {:?} is not definite: {}",
                    checks[0].status, checks[0].message
                ))
            }
            Claim::MustWarn | Claim::Definite if checks.iter().all(|check| check.is_settled()) => {
                Some(format!("line {line}: UNSOUND: {:?}: {}", checks[0].status, checks[0].message))
            }
            _ => None,
        };
        faults.extend(fault);
    }
    faults
}

/// Whether it holds, with nothing assumed but what is always taken for granted, and roots that are named.
fn is_proved(analysis: &Analysis, check: &CheckReport) -> bool {
    let granted =
        |id| analysis.assumption(id).is_some_and(|made| made.grant().is_some() || made.is_root());
    !check.is_warning() && check.provided.iter().all(|id| granted(*id))
}

/// Whether something is marked to fail before a line.
fn fails_before(case: &Case, line: u32) -> bool {
    let fails = |mark: &Mark| matches!(mark.claim, Claim::MustWarn | Claim::Definite);
    case.marks.iter().any(|mark| mark.line < line && fails(mark))
}

/// Marks are claims about runs too.
pub fn marks_are_true(case: &Case, runs: &[Run]) -> Vec<String> {
    let failed = |mark: &Mark| runs.iter().flatten().any(|event| fails(mark, event));
    let held = |mark: &Mark| runs.iter().flatten().any(|event| *event == Event::Held(mark.line));
    let mut faults = Vec::new();
    for mark in &case.marks {
        let line = mark.line;
        match mark.claim {
            Claim::Proved | Claim::Holds if failed(mark) => {
                faults.push(format!("line {line}: {:?} fails in a run", mark.claim));
            }
            // No sanitizer tells of these.
            Claim::MustWarn | Claim::Definite if is_unseen(mark) => {}
            Claim::MustWarn | Claim::Definite if !failed(mark) => {
                faults.push(format!("line {line}: {:?} fails in no run", mark.claim));
            }
            Claim::Definite if held(mark) => {
                faults.push(format!("line {line}: DEFINITE holds in a run"))
            }
            _ => {}
        }
    }
    faults
}

fn is_unseen(mark: &Mark) -> bool {
    let unseen =
        |kind: &String| ["leak", "return", "uninitialised", "float"].contains(&kind.as_str());
    !mark.kinds.is_empty() && mark.kinds.iter().all(unseen)
}

/// Whether an event is the failure that a mark speaks about.
fn fails(mark: &Mark, event: &Event) -> bool {
    let about = |class: Class| {
        let kinds = mark.kinds.iter();
        mark.kinds.is_empty() || kinds.into_iter().any(|kind| class_named(kind) == class)
    };
    match event {
        Event::Failed(line) => *line == mark.line && about(Class::Assertion),
        Event::Undefined(class, line) => *line == mark.line && about(*class),
        Event::Held(_) | Event::Point(..) => false,
    }
}

fn class_named(kind: &str) -> Class {
    match kind {
        "assertion" | "error-call" => Class::Assertion,
        "division" => Class::Division,
        "overflow" => Class::Overflow,
        "shift" => Class::Shift,
        "float-to-int" => Class::Float,
        "unreachable" => Class::Unreachable,
        "length" => Class::Length,
        "return" => Class::Return,
        "leak" | "uninitialised" | "float" => Class::Leak,
        _ => Class::Memory,
    }
}
