//! Functions that are analysed alone, by several threads: the same result as by one.

mod support;

use soundline_analyze::{
    AfterError, Begun, Bounds, Crew, Infer, Settings, analyze, analyze_by, escalate,
};
use std::collections::BTreeSet;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Calls of functions before and after the one with this number, of itself, and around a circle.
fn calls(i: usize) -> String {
    let all = [(i * 7 + 3) % 40, i / 2, i, (i + 1) % 5];
    let all = all.iter().map(|j| format!("f{j}(s->next, x % 8)"));
    all.collect::<Vec<_>>().join(" + ")
}

/// Functions with roots, assumptions of several kinds, loops, constants, and calls.
fn text() -> String {
    let function = |i: usize| {
        format!(
            "static const int c{i}[4] = {{ {i}, 1, 2, 3 }};\n\
             struct s{i} {{ int *p; int n; struct s{i} *next; }};\n\
             int f{i}(struct s{i} *s, int x) {{ int sum = 0;\n\
             for (int k = 0; k < x; k++) {{ sum += s->p[k] / (x - {i}); sum += c{i}[k & 3]; }}\n\
             __asm__(\"\" : \"+r\"(sum)); g++; return sum / s->next->n + other(s->p) + {}; }}\n",
            calls(i)
        )
    };
    let functions: String = (0..40).map(function).collect();
    let declared = (0..40).map(|i| format!("struct s{i}; int f{i}();\n")).collect::<String>();
    format!("extern int other(int *); int g;\n{declared}{functions}")
}

#[test]
fn threads_do_not_matter() {
    let Some(clang) = support::clang() else { return };
    let program = support::parse(&clang, &text());
    let base = Settings { after_error: AfterError::Assume, ..Settings::default() };
    let bounded = Settings { bounds: "W1".parse().expect("a bound"), ..base.clone() };
    let together = Settings { per_function: false, ..bounded.clone() };
    let standard = Settings { after_error: AfterError::Assume, ..Settings::standard() };
    assert_eq!(base.bounds, Bounds::default());
    let infers = Settings { infer: Infer::All, ..base.clone() };
    let requires = Settings { infer: Infer::Requires, ..bounded.clone() };
    for settings in [base, bounded, together, standard, infers, requires] {
        let expected = format!("{:?}", analyze(&program, &settings, &|| false));
        assert!(expected.contains("MayFail") && expected.contains("AssumptionId(40)"));
        for threads in [1, 2, 7] {
            let free = AtomicUsize::new(threads - 1);
            let take = || {
                let less = |free: usize| free.checked_sub(1);
                free.fetch_update(Ordering::SeqCst, Ordering::SeqCst, less).is_ok()
            };
            let begun = Mutex::new(BTreeSet::new());
            let begins = |one: Begun<'_>| {
                begun.lock().expect("a set").insert((one.number, one.name.to_owned()));
                assert_eq!(one.all, 40);
            };
            let crew = Crew { another: &take, begins: &begins, ..Crew::alone(&|| false) };
            let found = format!("{:?}", analyze_by(&program, &settings, crew));
            assert!(found == expected, "{threads} threads, {settings:?}");
            let begun = begun.into_inner().expect("a set");
            assert!(begun.is_empty() || begun.len() == 40, "{begun:?}");
        }
    }
}

/// All of them stop when they are asked to, and what is not known then is not claimed.
#[test]
fn all_threads_stop() {
    let Some(clang) = support::clang() else { return };
    let program = support::parse(&clang, &text());
    let settings = Settings::default();
    let crew = Crew { another: &|| true, ..Crew::alone(&|| true) };
    let stopped = analyze_by(&program, &settings, crew);
    let alone = analyze(&program, &settings, &|| true);
    assert_eq!(format!("{:?}", stopped.stop), format!("{:?}", alone.stop));
    assert_eq!(stopped.checks.len(), alone.checks.len());
    assert!(stopped.checks.iter().all(|check| !check.is_settled() || !check.provided.is_empty()));
}

/// Roots of a later analysis are named by the numbers that their assumptions have in the end.
#[test]
fn roots_of_later_stages_are_assumptions() {
    let Some(clang) = support::clang() else { return };
    let program = support::parse(&clang, &text());
    let stage = |domain: &str| Settings {
        domain: domain.parse().expect("a domain"),
        after_error: AfterError::Assume,
        ..Settings::default()
    };
    let stages = [stage("intervals"), stage("octagons")];
    let analysis = escalate(&program, &stages, Crew::alone(&|| false)).expect("there is a stage");
    let roots: Vec<_> = analysis.checks.iter().filter(|check| check.root.is_some()).collect();
    assert!(!roots.is_empty());
    for check in roots {
        let assumed = check.root.and_then(|id| analysis.assumption(id));
        let assumed = assumed.unwrap_or_else(|| panic!("{check:?} names nothing"));
        assert_eq!((assumed.function, assumed.check), (check.function, Some(check.id)));
    }
}
