//! Laws and signatures in a user's `cargo test`: one `#[test]` for each law.

use crate::{Check, Report, Runner, Status, Store};
use std::path::Path;

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
///         exempt "widening by bottom" => "only to show how an exemption is written";
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
/// generators. `SOUNDLINE_CASES` and `SOUNDLINE_SEED` change the number of cases and the seed.
#[macro_export]
macro_rules! law_tests {
    ($(#[$attribute:meta])* mod $module:ident {
        lattice: $lattice:expr;
        $(laws: $($group:ident),+ $(,)?;)?
        $(exempt $law:literal => $reason:literal;)*
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
                    $(.exempt($law, $reason))*
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
                        $crate::harness::assert_checks(&checks, env!("CARGO_MANIFEST_DIR"));
                    }
                }
            )*
        }
    };

    (@laws $($group:ident)+) => {
        $( $crate::law_tests!(@group $group); )+
    };
    (@group lattice) => { $crate::law_tests!(@tests
        leq_reflexive leq_transitive leq_antisymmetric bottom_is_lower_bound top_is_upper_bound
        join_commutative join_associative join_idempotent
        meet_commutative meet_associative meet_idempotent
        join_meet_absorption meet_join_absorption
        leq_implies_join join_implies_leq leq_implies_meet meet_implies_leq
        join_implies_meet meet_implies_join join_is_least meet_is_greatest
        generators_consistent leq_pure join_pure meet_pure show_pure
        leq_invariant join_invariant meet_invariant
    ); };
    (@group widening) => { $crate::law_tests!(@tests
        widening_covers_left widening_covers_right widening_by_bottom widening_from_bottom
        widening_invariant widening_pure widening_converges widening_converges_with_transfer
    ); };
    (@group narrowing) => { $crate::law_tests!(@tests
        narrowing_lower_bound narrowing_upper_bound narrowing_invariant narrowing_pure
        narrowing_converges narrowing_converges_with_transfer
    ); };
    (@group concretisation) => { $crate::law_tests!(@tests
        members_are_contained bottom_is_empty leq_sound join_sound meet_sound
    ); };
    (@group equality) => { $crate::law_tests!(@tests eq_agrees_with_leq); };
    (@group hashing) => { $crate::law_tests!(@tests hash_agrees_with_leq); };
    (@group ordering) => { $crate::law_tests!(@tests ord_agrees_with_leq ord_is_total_order); };
    (@group partial_order) => { $crate::law_tests!(@tests partial_order_agrees_with_leq); };
    (@group $other:ident) => {
        compile_error!(concat!("there is no group of laws called `", stringify!($other), "`"));
    };
    (@tests $($name:ident)+) => {
        $(
            #[test]
            fn $name() {
                $crate::harness::assert_law(checks(), stringify!($name), env!("CARGO_MANIFEST_DIR"));
            }
        )+
    };
}

/// Run the law that a test function is named after.
///
/// # Panics
/// When the law does not hold, or its precondition never did.
pub fn assert_law(checks: Vec<Check>, test_name: &str, manifest_folder: &str) {
    let name = test_name.replace('_', " ");
    let check = checks.into_iter().find(|check| check.name == name);
    let check = check.unwrap_or_else(|| panic!("no law is called '{name}'"));
    assert_checks(&[check], manifest_folder);
}

/// Run checks, with stored cases first.
///
/// # Panics
/// When a check does not hold, or its precondition never did.
pub fn assert_checks(checks: &[Check], manifest_folder: &str) {
    let runner = runner_from(|variable| std::env::var(variable).ok());
    let store = Store::new(Path::new(manifest_folder).join("soundline-cases"));
    for check in checks {
        let stored =
            store.load(&check.subject, &check.name).unwrap_or_else(|error| panic!("{error}"));
        let report = runner.run(check, stored.as_ref().map(|case| &case.recipe));
        if let Some(complaint) = complaint(&report, &store) {
            panic!("{complaint}");
        }
        println!("{report}");
    }
}

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
