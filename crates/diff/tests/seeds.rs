//! Programs with assertions become seeds that reach the same places.

mod installed;
mod replayed;
mod running;

use expect_test::{Expect, expect};
use replayed::replayed;
use running::workshop;
use soundline_c::DataModel;
use soundline_diff::{
    Candidate, Check, Encoding, Kinds, Seed, Variant,
    concrete::{RunEnd, observe},
    seed::{SeedError, csmith, gather},
};
use soundline_isolate::{Stop, Warden};
use std::{fs, sync::Arc, time::Duration};

fn seed(text: &str) -> Option<Result<Seed, SeedError>> {
    let clang = installed::clang()?;
    Some(Seed::parse(&clang, "seed.c", text, DataModel::Ilp32))
}

#[track_caller]
fn check(text: &str, expected: Expect) {
    let Some(seed) = seed(text) else { return };
    let seed = seed.expect("it is a seed");
    let (removed, text) = (seed.removed, seed.program.source.bytes());
    let text = String::from_utf8_lossy(text);
    let shown = format!("{} and {}\n{text}", removed.assertions, removed.errors);
    expected.assert_eq(&shown);
}

#[test]
fn assertions_evaluate_and_errors_stop() {
    check(
        "void abort(void); void reach_error(void) { }\nvoid __VERIFIER_assert(int c) { if (!c) { reach_error(); abort(); } }\n\
         int main(void) { int x = 1; __VERIFIER_assert((x++ < 3)); if (x > 5) reach_error(); return x; }\n",
        expect![[r#"
            1 and 2
            void abort(void); void seed_reach_error(void) { }
            void seed___VERIFIER_assert(int c) { if (!c) { abort(); abort(); } }
            int main(void) { int x = 1; ((void)(x++ < 3)); if (x > 5) abort(); return x; }
        "#]],
    );
}

/// A function that goes on after an error is no assertion, whatever its name is.
#[test]
fn what_returns_is_no_assertion() {
    check(
        "void reach_error(void) { }\nvoid __VERIFIER_assert(int c) { if (!c) { reach_error(); } }\n\
         int main(void) { int x = 1; __VERIFIER_assert((x++ < 3)); if (x > 5) reach_error(); return x; }\n",
        expect![[r#"
            0 and 2
            extern void abort(void);
            void seed_reach_error(void) { }
            void seed___VERIFIER_assert(int c) { if (!c) { abort(); } }
            int main(void) { int x = 1; seed___VERIFIER_assert((x++ < 3)); if (x > 5) abort(); return x; }
        "#]],
    );
}

#[test]
fn declared_stops_are_used_and_values_stay_values() {
    check(
        "void abort(void); int __VERIFIER_error(void); extern int __VERIFIER_assert(int);\n\
         int main(void) { int x = 2; x += __VERIFIER_assert(x == 2); if (x) x = __VERIFIER_error(); return x; }\n",
        expect![[r#"
            1 and 1
            void abort(void); int seed___VERIFIER_error(void); extern int seed___VERIFIER_assert(int);
            int main(void) { int x = 2; x += ((void)(x == 2), 0); if (x) x = (abort(), 0); return x; }
        "#]],
    );
}

#[test]
fn the_assert_of_a_library_does_nothing() {
    check(
        "extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));\n\
         int main(void) { int x = 2; ({ if (x == 2) ; else __assert_fail(\"x == 2\", \"f.c\", 3, \"main\"); }); return x; }\n",
        expect![[r#"
            1 and 0
            extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
            int main(void) { int x = 2; ({ if (x == 2) ; else ((void)0); }); return x; }
        "#]],
    );
}

#[test]
fn nested_assertions_and_cprover() {
    check(
        "void __CPROVER_assert(int, const char *); int f(int);\n\
         int main(void) { int x = 2; __CPROVER_assert(({ __CPROVER_assert(x, \"in\"); f(x); }), \"out\"); return x; }\n",
        expect![[r#"
            2 and 0
            void seed___CPROVER_assert(int, const char *); int f(int);
            int main(void) { int x = 2; ((void)(({ ((void)(x)); f(x); }))); return x; }
        "#]],
    );
}

/// The usual shape of a task of SV-COMP. Its checks are not those of the seed's own functions.
#[test]
fn tasks_with_their_own_functions_can_be_checked() {
    let text = "extern void abort(void); extern int __VERIFIER_nondet_int(void);\n\
        extern void __assert_fail(const char *, const char *, unsigned int, const char *);\n\
        void reach_error(void) { __assert_fail(\"0\", \"t.c\", 3, \"reach_error\"); }\n\
        void assume_abort_if_not(int cond) { if (!cond) { abort(); } }\n\
        void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } return; }\n\
        int main(void) { int x = __VERIFIER_nondet_int(); assume_abort_if_not(x > 2);\n\
        __VERIFIER_assert(x != 7); if (x == 9) { reach_error(); } return x; }\n";
    let Some(seed) = seed(text) else { return };
    let seed = Arc::new(seed.expect("it is a seed"));
    assert_eq!((seed.removed.assertions, seed.removed.errors), (2, 2));
    let in_main = |candidate: &&Candidate| {
        let (site, source) = (candidate.site, &seed.program.source);
        seed.program.function(site.function).name == "main" && source.slice(site.span) == "x"
    };
    let candidate = *seed.candidates.all.iter().rfind(in_main).expect("x is returned");
    let variant = Variant::new(seed.clone(), vec![Check { candidate, constant: 7 }]);
    let rendered = variant.render(&Encoding::plain());
    let run = |input| replayed(&rendered, seed.model, &[input]);
    assert_eq!(run(7).failed.len(), 1);
    assert_eq!((run(8).end, run(8).code, run(8).failed.len()), (RunEnd::Finished, Some(8), 0));
    // It aborts.
    assert_eq!([run(1).code, run(9).code], [None, None]);
    assert!([1, 9].into_iter().all(|input| run(input).failed.is_empty()));
}

#[test]
fn what_is_no_seed_says_why() {
    let check = |text: &str, expected: &str| {
        let Some(seed) = seed(text) else { return };
        let reason = seed.expect_err("it is not a seed").to_string();
        assert!(reason.contains(expected), "{reason}");
    };
    check("int f(int x) { return x; }", "it has no function `main`");
    check("int main(void) { return 3; }", "it has no expression that can be checked");
    check("int main(void) { return x; }", "seed.c:1");
}

/// The real `assert.h`, through the preprocessor, and a folder of tasks; the report names the rest.
#[test]
fn tasks_are_read_from_a_folder() {
    let Some(clang) = installed::clang() else { return };
    let folder = tempfile::tempdir().expect("there is room for files");
    let write =
        |name: &str, text: &str| fs::write(folder.path().join(name), text).expect("written");
    let task = |input: &str| {
        format!(
            "format_version: '2.0'\ninput_files: '{input}'\nproperties:\n  - property_file: ../p/unreach-call.prp\n\
             \x20   expected_verdict: false\noptions:\n  language: C\n  data_model: LP64\n"
        )
    };
    write("a.yml", &task("a.c"));
    write(
        "a.c",
        "#include <assert.h>\n#define N 3\nint main(void) { int x = N; assert(x++ == 3); return x; }\n",
    );
    write("b.yml", &task("gone.c"));
    write("c.c", "int main(void) { return oops; }\n");
    let mut gathered = gather(&[folder.path().to_owned()], DataModel::Ilp32);
    let seeds: Vec<Seed> = gathered.seeds(&clang).collect();
    let [seed] = &seeds[..] else { panic!("{seeds:?}") };
    assert_eq!((seed.model, seed.removed.assertions, seed.removed.errors), (DataModel::Lp64, 1, 0));
    assert!(!String::from_utf8_lossy(seed.program.source.bytes()).contains("assert_fail (\"x"));
    let skipped: Vec<String> = gathered.skipped.iter().map(|skip| skip.reason.clone()).collect();
    assert_eq!(skipped.len(), 2, "{skipped:?}");
    assert!(skipped[0].contains("gone.c") && skipped[1].contains("c.c:1"), "{skipped:?}");
    // Side effects of the assertion are still there.
    let text = seed.program.source.bytes();
    let run = replayed(text, seed.model, &[]);
    assert_eq!((run.end, run.code), (RunEnd::Finished, Some(4)));
}

/// csmith's programs with our header: the same each time, defined, with many candidates.
#[test]
fn csmith_makes_seeds() {
    let Some(clang) = installed::clang() else { return };
    if !soundline_needs::CSMITH.found() {
        return;
    }
    let warden = Warden::at(env!("CARGO_BIN_EXE_soundline-warden"));
    let (mut ended, mut candidates) = (0, 0);
    for number in 1..=6 {
        let seed = csmith::generate(
            &clang,
            &warden,
            number,
            DataModel::Ilp32,
            &Kinds::default(),
            &Stop::default(),
        )
        .expect("it is a seed");
        let again = csmith::generate(
            &clang,
            &warden,
            number,
            DataModel::Ilp32,
            &Kinds::default(),
            &Stop::default(),
        )
        .expect("it is a seed");
        assert_eq!(seed.key(), again.key());
        candidates += seed.candidates.all.len();
        // All candidates are watched, so this is also about where checks are put.
        let seen = observe(&workshop(), &seed, 1, 0, Duration::from_secs(2));
        let seen = seen.unwrap_or_else(|error| panic!("{number}: {error}"));
        assert!(seen.endings[0].is_defined(), "{number}: {:?}", seen.endings);
        ended += usize::from(seen.endings[0] == RunEnd::Finished);
    }
    assert!(ended >= 3, "only {ended} of 6 came to an end");
    assert!(candidates >= 600, "{candidates}");
}
