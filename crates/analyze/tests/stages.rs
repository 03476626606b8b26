//! Stages one after the other: what one of them came to is told before the next begins, and is not lost if that has no time.

mod support;

use soundline_analyze::{Analysis, Crew, Settings, Status, escalate};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

const PROGRAM: &str = "
extern int f(void);
extern void __VERIFIER_assert(int);
int main(void) {
    int table[8] = {0}, index = 0, x = f(), y = f();
    while (f()) {
        index = (index + 1) & 7;
        table[index] = x;
        if (x < y) x++;
    }
    __VERIFIER_assert(index >= 0 && index < 8);
    __VERIFIER_assert(x <= y);
    return 0;
}
";

fn statuses(analysis: &Analysis) -> Vec<(u32, Status)> {
    analysis.checks.iter().map(|check| (check.id, check.status)).collect()
}

#[test]
fn an_interrupted_stage_leaves_what_the_one_before_it_came_to() {
    let Some(clang) = support::clang() else { return };
    let program = support::parse(&clang, PROGRAM);
    let main = program.function_named("main").expect("it is there");
    let whole = |settings: Settings| Settings {
        scope: soundline_analyze::Scope::Whole { entry: main },
        ..settings
    };
    let stages = [whole(Settings::standard()), whole(Settings::precise())];
    let first = escalate(&program, &stages[..1], Crew::alone(&|| false)).expect("a stage");
    assert!(first.checks.iter().any(|check| check.is_warning()));
    // The time is over when the second stage begins.
    let (late, told) = (AtomicBool::new(false), Mutex::new(Vec::new()));
    let interrupted = || late.load(Ordering::SeqCst);
    let crew = Crew {
        known: &|analysis| {
            late.store(true, Ordering::SeqCst);
            *told.lock().expect("nobody panics with it") = statuses(analysis);
        },
        ..Crew::alone(&interrupted)
    };
    let both = escalate(&program, &stages, crew).expect("stages");
    assert_eq!(both.stop, soundline_analyze::StopReason::Interrupted);
    assert_eq!(statuses(&both), statuses(&first));
    assert_eq!(*told.lock().expect("nobody panics with it"), statuses(&first));
    for (own, before) in both.checks.iter().zip(&first.checks) {
        assert_eq!(own.provided.is_empty(), before.provided.is_empty(), "{own:?}");
    }
}
