//! Laws and signatures in a user's `cargo test`: one `#[test]` for each law.

use crate::apart::{Child, Judged, Plain, run_apart};
use crate::run::Watch;
use crate::{Check, LawId, Recipe, Report, Runner, Status, Store, cause};
use std::path::Path;
use std::process::Command;

/// Make one `#[test]` for each law of a lattice, and one for each operator.
///
/// ```
/// use soundline_lattice::{law_tests, lattices::{Sign, SignElem}, signature};
///
/// fn square(s: &SignElem) -> SignElem {
///     Sign.mul(s, s)
/// }
///
/// law_tests! {
///     mod sign {
///         lattice: Sign;
///         laws: widening, equality, concretisation;
///         exempt WIDENING_BY_BOTTOM => "only to show how an exemption is written";
///         operator square: signature!(square: Sign -<!-> Sign; sound |v| v.checked_mul(*v));
///     }
/// }
/// # fn main() {}
/// ```
///
/// The laws of every lattice are always there. Further groups are the methods of
/// [`Suite`](crate::Suite): `widening`, `narrowing`, `concretisation`, `equality`, `hashing`,
/// `ordering`, `partial_order`. A test fails with the smallest counterexample, which is also stored
/// as text in the folder `soundline-cases` beside the crate's `Cargo.toml` and tried first the next
/// time. A law whose precondition never held fails too: exempt it, with the reason, or improve the
/// generators. Exemptions name laws by their [`ids`](crate::laws::ids).
///
/// Each test runs in a process of its own, so that an endless loop, an abort, a stack overflow or a
/// memory explosion in the lattice is a finding of that test. A law that fails only where a more basic one does is not
/// red beside it: its test says so and passes, while that of the basic law fails.
///
/// `SOUNDLINE_CASES` and `SOUNDLINE_SEED` change the number of cases (1000) and the seed (0),
/// `SOUNDLINE_TIME_LIMIT` the number of seconds after which a case is said not to end (60), and
/// `SOUNDLINE_MEMORY_LIMIT` the memory in MiB that a test may use (2048).
#[macro_export]
macro_rules! law_tests {
    ($(#[$attribute:meta])* mod $module:ident {
        lattice: $lattice:expr;
        $(laws: $($group:ident),+ $(,)?;)?
        $(exempt $law:ident => $reason:literal;)*
        $(operator $operator:ident: $checks:expr;)*
    }) => {
        $(#[$attribute])*
        #[cfg(test)]
        mod $module {
            #[allow(unused_imports)]
            use super::*;

            fn checks() -> ::std::vec::Vec<$crate::Check> {
                $crate::Suite::new(stringify!($module), $lattice)
                    $($(.$group())+)?
                    $(.exempt($crate::laws::ids::$law, $reason))*
                    .checks()
            }

            $crate::law_tests!(@laws lattice $($($group)+)?);

            $(
                // A module, because a function would hide the operator of the same name.
                mod $operator {
                    use super::super::*;

                    #[test]
                    fn operator() {
                        let mut checks: ::std::vec::Vec<$crate::Check> = $checks;
                        for check in &mut checks {
                            check.subject = stringify!($module).into();
                        }
                        $crate::harness::assert_checks($crate::law_tests!(@test operator), &checks);
                    }
                }
            )*
        }
    };

    (@laws $($group:ident)+) => {
        $( $crate::law_tests!(@group $group); )+
    };
    (@group lattice) => { $crate::law_tests!(@tests
        LEQ_REFLEXIVE leq_reflexive
        LEQ_TRANSITIVE leq_transitive
        LEQ_ANTISYMMETRIC leq_antisymmetric
        BOTTOM_IS_LOWER_BOUND bottom_is_lower_bound
        TOP_IS_UPPER_BOUND top_is_upper_bound
        JOIN_COMMUTATIVE join_commutative
        JOIN_ASSOCIATIVE join_associative
        JOIN_IDEMPOTENT join_idempotent
        MEET_COMMUTATIVE meet_commutative
        MEET_ASSOCIATIVE meet_associative
        MEET_IDEMPOTENT meet_idempotent
        JOIN_MEET_ABSORPTION join_meet_absorption
        MEET_JOIN_ABSORPTION meet_join_absorption
        LEQ_IMPLIES_JOIN leq_implies_join
        JOIN_IMPLIES_LEQ join_implies_leq
        LEQ_IMPLIES_MEET leq_implies_meet
        MEET_IMPLIES_LEQ meet_implies_leq
        JOIN_IMPLIES_MEET join_implies_meet
        MEET_IMPLIES_JOIN meet_implies_join
        JOIN_IS_LEAST join_is_least
        MEET_IS_GREATEST meet_is_greatest
        GENERATORS_CONSISTENT generators_consistent
        LEQ_PURE leq_pure
        JOIN_PURE join_pure
        MEET_PURE meet_pure
        SHOW_PURE show_pure
        LEQ_INVARIANT leq_invariant
        JOIN_INVARIANT join_invariant
        MEET_INVARIANT meet_invariant
    ); };
    (@group widening) => { $crate::law_tests!(@tests
        WIDENING_COVERS_LEFT widening_covers_left
        WIDENING_COVERS_RIGHT widening_covers_right
        WIDENING_BY_BOTTOM widening_by_bottom
        WIDENING_FROM_BOTTOM widening_from_bottom
        WIDENING_INVARIANT widening_invariant
        WIDENING_PURE widening_pure
        WIDENING_CONVERGES widening_converges
        WIDENING_CONVERGES_WITH_TRANSFER widening_converges_with_transfer
    ); };
    (@group narrowing) => { $crate::law_tests!(@tests
        NARROWING_LOWER_BOUND narrowing_lower_bound
        NARROWING_UPPER_BOUND narrowing_upper_bound
        NARROWING_INVARIANT narrowing_invariant
        NARROWING_PURE narrowing_pure
        NARROWING_CONVERGES narrowing_converges
        NARROWING_CONVERGES_WITH_TRANSFER narrowing_converges_with_transfer
    ); };
    (@group concretisation) => { $crate::law_tests!(@tests
        MEMBERS_ARE_CONTAINED members_are_contained
        BOTTOM_IS_EMPTY bottom_is_empty
        LEQ_SOUND leq_sound
        JOIN_SOUND join_sound
        MEET_SOUND meet_sound
    ); };
    (@group equality) => { $crate::law_tests!(@tests EQ_AGREES_WITH_LEQ eq_agrees_with_leq); };
    (@group hashing) => { $crate::law_tests!(@tests HASH_AGREES_WITH_LEQ hash_agrees_with_leq); };
    (@group ordering) => { $crate::law_tests!(@tests
        ORD_AGREES_WITH_LEQ ord_agrees_with_leq
        ORD_IS_TOTAL_ORDER ord_is_total_order
    ); };
    (@group partial_order) => { $crate::law_tests!(@tests
        PARTIAL_ORDER_AGREES_WITH_LEQ partial_order_agrees_with_leq
    ); };
    (@group $other:ident) => {
        compile_error!(concat!("there is no group of laws called `", stringify!($other), "`"));
    };
    (@tests $($id:ident $name:ident)+) => {
        $(
            #[test]
            fn $name() {
                let test = $crate::law_tests!(@test $name);
                $crate::harness::assert_law(test, checks(), $crate::laws::ids::$id);
            }
        )+
    };
    (@test $name:ident) => {
        $crate::harness::Test {
            path: concat!(module_path!(), "::", stringify!($name)),
            folder: env!("CARGO_MANIFEST_DIR"),
            package: env!("CARGO_PKG_NAME"),
        }
    };
}

/// A test that [`law_tests!`] made.
#[derive(Clone, Copy, Debug)]
pub struct Test {
    /// The path of its function, with that of the crate.
    pub path: &'static str,
    /// The folder of the crate.
    pub folder: &'static str,
    /// The name of the crate.
    pub package: &'static str,
}

impl Test {
    fn store(&self) -> Store {
        let folder = Path::new(self.folder).join("soundline-cases");
        Store::new(folder).of(format!("crate {}", self.package))
    }

    /// The test binary again, for this test alone.
    fn command(&self) -> Option<Command> {
        let name = self.path.split_once("::").map_or(self.path, |(_, name)| name);
        let mut command = Command::new(std::env::current_exe().ok()?);
        command.args([name, "--exact", "--include-ignored", "--nocapture", "--test-threads=1"]);
        Some(command)
    }
}

/// Run a law of a lattice, whose checks are given.
///
/// # Panics
/// When the law does not hold, or its precondition never did.
pub fn assert_law(test: Test, mut checks: Vec<Check>, law: LawId) {
    let place = checks.iter().position(|check| check.law == Some(law));
    let place = place.unwrap_or_else(|| panic!("no law is called '{law}'"));
    let after = checks.split_off(place + 1);
    let check = checks.pop().expect("it has this place");
    assert_all(test, &[check], [&checks, &after]);
}

/// Run all properties of an operator.
///
/// # Panics
/// When one of them does not hold, or its precondition never did.
pub fn assert_checks(test: Test, checks: &[Check]) {
    assert_all(test, checks, [&[], &[]]);
}

/// Run checks, with stored cases first, and tell all that fail. `others` are the laws of the lattice
/// before and after the one to be checked, which may explain a failure.
fn assert_all(test: Test, checks: &[Check], others: [&[Check]; 2]) {
    let store = test.store();
    if let Some(child) = Child::here() {
        return child.run(checks, |check, watch| judge(check, others, &store, watch));
    }
    let ended = |report: &Report| {
        let text = complaint(report, &store).unwrap_or_default();
        Judged { bad: true, text }
    };
    let here = |_| {
        let judge = |check| judge(check, others, &store, Watch(&mut |_| {}));
        checks.iter().map(judge).collect()
    };
    let judged = run_apart(checks, &Plain(|| test.command()), ended).unwrap_or_else(here);
    let (bad, good): (Vec<Judged>, Vec<Judged>) = judged.into_iter().partition(|one| one.bad);
    for judged in good {
        println!("{}", judged.text);
    }
    let bad: Vec<String> = bad.into_iter().map(|judged| judged.text).collect();
    assert!(bad.is_empty(), "{}", bad.join("\n"));
}

fn judge(check: &Check, others: [&[Check]; 2], store: &Store, watch: Watch) -> Judged {
    let stored = store.load(&check.subject, &check.name);
    let known: Option<Recipe> = match stored {
        Ok(case) => case.map(|case| case.recipe),
        Err(error) => return Judged { bad: true, text: error.to_string() },
    };
    let runner = runner_from(|variable| std::env::var(variable).ok());
    let report = runner.run_watched(check, known.as_ref(), watch);
    let report = if report.is_violated() { explained(check, others, report) } else { report };
    match complaint(&report, store) {
        Some(text) => Judged { bad: true, text },
        None => Judged { bad: false, text: report.to_string() },
    }
}

/// The report on a violated law, which may follow from one of the others.
fn explained(check: &Check, [before, after]: [&[Check]; 2], report: Report) -> Report {
    // A tenth of the cases is a part of those that the test of the other law runs: it fails too.
    let runner = runner_from(|variable| std::env::var(variable).ok());
    let runner = Runner { cases: runner.cases.div_ceil(10), ..runner };
    let run = |others: &[Check]| -> Vec<Report> {
        others.iter().map(|other| runner.run(other, None)).collect()
    };
    let mut reports = [run(before), vec![report], run(after)].concat();
    let all: Vec<&Check> = before.iter().chain([check]).chain(after).collect();
    cause::assign_one(&all, &mut reports, before.len());
    reports.swap_remove(before.len())
}

/// The runner of a test, from the environment.
fn runner_from(variable: impl Fn(&str) -> Option<String>) -> Runner {
    let number = |name: &str, default: u64| match variable(name) {
        None => default,
        Some(text) => text.parse().unwrap_or_else(|_| panic!("{name} is not a number: '{text}'")),
    };
    let default = Runner::default();
    Runner {
        cases: number("SOUNDLINE_CASES", default.cases).max(1),
        seed: number("SOUNDLINE_SEED", default.seed),
        ..default
    }
}

/// What a failing test says.
fn complaint(report: &Report, store: &Store) -> Option<String> {
    match &report.status {
        Status::Violated(_) if report.follows_from.is_some() => None,
        Status::Violated(_) => Some(match store.save(report) {
            Ok(Some(path)) => {
                format!("{report}\n  stored, and tried first next time: {}", path.display())
            }
            Ok(None) => report.to_string(),
            Err(error) => format!("{report}\n  not stored: {error}"),
        }),
        Status::Vacuous | Status::Unknown => Some(report.to_string()),
        Status::Passed | Status::Proved | Status::Exempt(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::planted;

    #[test]
    fn a_violation_is_stored_and_found_again_without_searching() {
        let folder = std::env::temp_dir().join(format!("soundline-harness-{}", std::process::id()));
        let bug = planted::all().into_iter().find(|bug| bug.law == "widening converges").unwrap();
        let store = Store::new(&folder);
        let report = Runner::new().run(&bug.check(), None);
        let complaint = complaint(&report, &store).expect("the bug is a violation");
        assert!(complaint.contains("tried first next time"), "{complaint}");

        let stored = store.load(&report.subject, &report.name).unwrap().expect("it was stored");
        let none = Runner { cases: 0, exhaustive_limit: 0, ..Runner::default() };
        let again = none.run(&bug.check(), Some(&stored.recipe));
        assert_eq!(again.verdict(), "violated by a stored case");
        assert_eq!(again.counterexample(), report.counterexample());
        std::fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn settings_come_from_the_environment() {
        let runner = runner_from(|name| (name == "SOUNDLINE_CASES").then(|| "7".to_string()));
        assert_eq!((runner.cases, runner.seed), (7, 0));
    }
}
