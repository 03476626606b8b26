//! The figures of the paper: their programs as seeds, their checks among the variants.

mod installed;

use expect_test::{Expect, expect};
use soundline_c::DataModel;
use soundline_diff::{Check, Constants, Encoding, Generator, Plan, Pool, Seed, Strategy, Variant};
use std::sync::Arc;

const FIGURE_2: &str = "int main() {
  int i = 0;
  while (i < 100000) {
    i = i + 1;
  }
  return i;
}
";

/// The figure shows two variants of a larger program, cut down; `2 * x` is evaluated somewhere in it.
const FIGURE_5: &str = "extern int __VERIFIER_nondet_int(void);
int main() {
  int x = __VERIFIER_nondet_int();
  2 * x;
  return x == 1;
}
";

fn seed(text: &str) -> Option<Arc<Seed>> {
    let clang = installed::clang()?;
    let seed = Seed::parse(&clang, "figure.c", text, DataModel::Ilp32);
    Some(Arc::new(seed.expect("the figure is a seed")))
}

/// The variant that checks `expr`, at the place of that number among those with this text.
fn variant(seed: &Arc<Seed>, expr: &str, place: usize, constants: &[i128]) -> Variant {
    let same = |candidate: &&_| {
        let candidate: &&soundline_diff::Candidate = candidate;
        seed.program.source.slice(candidate.site.span) == expr
    };
    let candidate = *seed.candidates.all.iter().filter(same).nth(place).expect("it is a candidate");
    let checks = constants.iter().map(|constant| Check { candidate, constant: *constant });
    Variant::new(seed.clone(), checks.collect())
}

#[track_caller]
fn check(text: &str, expr: &str, place: usize, constants: &[i128], expected: Expect) {
    let Some(seed) = seed(text) else { return };
    let variant = variant(&seed, expr, place, constants);
    let rendered = variant.render(&Encoding::plain());
    expected.assert_eq(&String::from_utf8_lossy(&rendered));
}

#[test]
fn figure_2_line_4() {
    check(
        FIGURE_2,
        "i",
        1,
        &[13],
        expect![[r#"
        extern void __VERIFIER_assert(int);
        int main() {
          int i = 0;
          while (i < 100000) {
            __VERIFIER_assert(i != 13); i = i + 1;
          }
          return i;
        }
    "#]],
    );
}

#[test]
fn figure_2_line_7_and_the_batch_of_the_text() {
    check(
        FIGURE_2,
        "i",
        2,
        &[10],
        expect![[r#"
        extern void __VERIFIER_assert(int);
        int main() {
          int i = 0;
          while (i < 100000) {
            i = i + 1;
          }
          __VERIFIER_assert(i != 10); return i;
        }
    "#]],
    );
    check(
        FIGURE_2,
        "i",
        2,
        &[11, 10],
        expect![[r#"
        extern void __VERIFIER_assert(int);
        int main() {
          int i = 0;
          while (i < 100000) {
            i = i + 1;
          }
          __VERIFIER_assert(i != 10 && i != 11); return i;
        }
    "#]],
    );
}

#[test]
fn figure_5_line_3() {
    check(
        FIGURE_5,
        "2 * x",
        0,
        &[0],
        expect![[r#"
        extern void __VERIFIER_assert(int);
        extern int __VERIFIER_nondet_int(void);
        int main() {
          int x = __VERIFIER_nondet_int();
          __VERIFIER_assert((2 * x) != 0); 2 * x;
          return x == 1;
        }
    "#]],
    );
}

/// The second conjunct of the figure, `x == 1`, is what `(x == 1) != 0` says.
#[test]
fn figure_5_line_4() {
    check(
        FIGURE_5,
        "x == 1",
        0,
        &[99, 0],
        expect![[r#"
        extern void __VERIFIER_assert(int);
        extern int __VERIFIER_nondet_int(void);
        int main() {
          int x = __VERIFIER_nondet_int();
          2 * x;
          __VERIFIER_assert((x == 1) != 0 && (x == 1) != 99); return x == 1;
        }
    "#]],
    );
}

/// The very checks of the figures come out of the generator, with the constants that it draws.
#[test]
fn the_generator_makes_the_checks_of_the_figures() {
    let made = |text: &str, wanted: &[&str]| {
        let Some(seed) = seed(text) else { return };
        let constants = Constants::Pool(Pool::of(&seed.program));
        let plan = Plan { strategy: Strategy::Uniform, batch: 4, budget: Some(30_000), seed: 1 };
        let mut shown = std::collections::BTreeSet::new();
        for generated in Generator::new(seed, plan, constants) {
            let variant = generated.variant;
            shown.extend(variant.checks().iter().map(|check| variant.shown(check)));
        }
        wanted.iter().for_each(|check| assert!(shown.contains(*check), "{check}"));
    };
    made(FIGURE_2, &["i != 13", "i != 10", "i != 11"]);
    // The `(x == 1) != 99` of the figure holds for everybody: constants are values that the expression can have.
    made(FIGURE_5, &["(2 * x) != 0", "(x == 1) != 1", "(x == 1) != 0"]);
}
