//! Going on from a checkpoint gives what the uninterrupted run gives, from every tick.

mod support;

use soundline_analyze::{AfterError, Analysis, Bounds, Checkpoint, Scope, Settings, resume};
use soundline_c::Program;

/// Programs with loops, calls, arrays, pointers and the heap.
const PROGRAMS: [&str; 21] = [
    "int main(void) { int c = 0; while (n()) { if (c < 7) c++; } __VERIFIER_assert(c < 9); return c; }",
    "int main(void) { int c = 0; if (n()) { while (c < 7) { c++; } } __VERIFIER_assert(c != 5); return 0; }",
    "int main(void) { int s = 0; for (int i = 0; i < 10; i++) for (int j = 0; j < i; j++) s++; return s; }",
    "int a[5]; int main(void) { for (int i = 0; i < 5; i++) a[i] = i; __VERIFIER_assert(a[2] >= 0); return 0; }",
    "int a[50]; int main(void) { for (int i = 0; i < 50; i++) a[i] = i; return a[7]; }",
    "int f(int x) { return x > 0 ? x : -x; } int main(void) { int y = f(n()); __VERIFIER_assert(y >= 0); return f(3); }",
    "int g; void f(void) { g++; } int main(void) { while (g < 10) f(); __VERIFIER_assert(g == 10); return 0; }",
    "int main(void) { int *p = malloc(40); if (!p) return 1; for (int i = 0; i < 10; i++) p[i] = 0; return p[3]; }",
    "int main(void) { int x = n(); switch (x) { case 1: x = 5; break; case 2: x = 6; default: x++; } return x; }",
    "int main(void) { unsigned x = 0; do { x += 3; } while (x < 100); __VERIFIER_assert(x < 200); return 0; }",
    "void m(int k, int *p) { int own = k; *p += k; if (k > 0) m(k - 1, &own); } int main(void) { int x = 0; m(3, &x); __VERIFIER_assert(x == 3); return x; }",
    "int r(int k) { if (k <= 0) return 0; return 1 + r(k - 1); } int main(void) { return r(5); }",
    "int main(void) { int x = 0, y = 0; while (x < 20) { x++; y += 2; } __VERIFIER_assert(y <= 40); return 0; }",
    "struct s { int v; struct s *next; }; int main(void) { struct s *l = 0; while (n()) { struct s *k = malloc(sizeof *k); if (!k) return 1; k->next = l; l = k; } return l ? l->v : 0; }",
    "int main(void) { char b[8]; char *p = b; while (p < b + 8) { *p = 1; p++; } return b[3]; }",
    "int main(void) { int x = n(), y = n(); if (x < y) { if (y < 10) { __VERIFIER_assert(x < 10); } } return 0; }",
    "int main(void) { int i = 0; again: i++; if (i < 5) goto again; __VERIFIER_assert(i == 5); return 0; }",
    "int h(int *p) { *p = 4; return 2; } int main(void) { int x = 1; int y = h(&x); __VERIFIER_assert(x + y == 6); return 0; }",
    "int (*t[2])(int); int f(int x) { return x; } int main(void) { t[0] = f; t[1] = f; return t[n() & 1](3); }",
    "int main(void) { int x = n(); if (x % 4 == 1) { __VERIFIER_assert(x != 2); } while (x > 3) x -= 4; return x; }",
    "int main(void) { int s = 0; for (int i = 0; i < 8; i++) { if (i == 3) continue; if (i == 6) break; s += i; } return s; }",
];

const HEADER: &str = "int __VERIFIER_nondet_int(void); void __VERIFIER_assert(int);\n\
    void *malloc(unsigned long); static int n(void) { return __VERIFIER_nondet_int(); }\n";

/// All of a report that is to be the same.
fn shown(analysis: &Analysis) -> String {
    format!(
        "{:?}\n{:?}\n{:?}\n{:?}\n{:?}",
        analysis.functions, analysis.checks, analysis.assumptions, analysis.counts, analysis.stop
    )
}

fn at(ticks: Option<u64>, settings: &Settings) -> Settings {
    Settings { bounds: Bounds { ticks, ..Bounds::default() }, ..settings.clone() }
}

/// Stops after every number of ticks, and goes on to the end and to a few ticks later.
fn check(program: &Program, settings: &Settings, name: &str) {
    let whole = support::run(program, &at(None, settings));
    let last = whole.counts.ticks;
    let expected = shown(&whole);
    for ticks in 0..last {
        let stopped = support::run(program, &at(Some(ticks), settings));
        let Some(checkpoint) = stopped.checkpoint else { continue };
        let text = checkpoint.to_text().expect("it can be written");
        let checkpoint = Checkpoint::from_text(&text).expect("it can be read");
        for goal in [None, Some(ticks + 3)] {
            let settings = at(goal, settings);
            let again = resume(program, &settings, &checkpoint, &|| false).expect("it fits");
            let expected = match goal {
                None => expected.clone(),
                Some(_) => shown(&support::run(program, &settings)),
            };
            assert_eq!(shown(&again), expected, "{name} from {ticks} to {goal:?}");
        }
    }
}

fn check_all(base: &Settings, whole: bool, per_function: bool) {
    let Some(clang) = support::clang() else { return };
    for text in PROGRAMS {
        let program = support::parse(&clang, &format!("{HEADER}{text}"));
        let mut settings = base.clone();
        settings.checkpoint = true;
        settings.per_function = per_function;
        if whole {
            let entry = program.function_named("main").expect("there is a main");
            settings.scope = Scope::Whole { entry };
        }
        check(&program, &settings, text);
    }
}

#[test]
fn intervals_of_functions_alone() {
    check_all(&support::settings("intervals"), false, true);
}

#[test]
fn intervals_of_whole_programs() {
    check_all(&support::settings("intervals"), true, false);
}

#[test]
fn octagons_of_whole_programs() {
    check_all(&support::settings("octagons"), true, true);
}

/// Loops turn by turn, calls of functions by themselves and states that are kept apart are what a checkpoint has to bring back.
#[test]
fn turns_recursion_and_parts() {
    let settings = Settings {
        domain: support::settings("intervals").domain,
        unroll: 1,
        unroll_certain: 3,
        recursion: 2,
        parts: 3,
        ..Settings::standard()
    };
    check_all(&settings, true, true);
}

/// What is claimed because of earlier checks comes back too.
#[test]
fn errors_assumed_away() {
    let base = support::settings("intervals");
    let settings = Settings { after_error: AfterError::Assume, ..base };
    check_all(&settings, true, true);
    check_all(&settings, false, true);
}

#[test]
fn another_program_or_setting_is_refused() {
    let Some(clang) = support::clang() else { return };
    let program = support::parse(&clang, &format!("{HEADER}{}", PROGRAMS[0]));
    let other = support::parse(&clang, &format!("{HEADER}{}", PROGRAMS[1]));
    let settings = Settings { checkpoint: true, ..at(Some(2), &support::settings("intervals")) };
    let checkpoint = support::run(&program, &settings).checkpoint.expect("it stopped");
    let refused = |program: &Program, settings: &Settings| {
        resume(program, settings, &checkpoint, &|| false).err()
    };
    assert_eq!(refused(&program, &settings), None);
    assert!(refused(&other, &settings).is_some_and(|why| why.contains("another program")));
    let octagons = Settings { domain: "octagons".parse().expect("a domain"), ..settings };
    assert!(refused(&program, &octagons).is_some_and(|why| why.contains("octagons")));
    assert!(Checkpoint::from_text("{}").is_err());
}
