//! All laws that are not exempt, for several numbers and kinds of variables.

use soundline_lattice::{Report, Runner};

use super::*;
use crate::expr::VarKind;
use crate::trial;

/// No law is violated, and few answers are unknown.
fn check(name: &str, domain: Zonotopes, seeds: std::ops::Range<u64>) {
    check_cases(name, domain, seeds, 300);
}

fn check_cases(name: &str, domain: Zonotopes, seeds: std::ops::Range<u64>, cases: u64) {
    for seed in seeds {
        let runner = Runner { seed, cases, ..Runner::new() };
        let checks = trial::suite(name, domain.clone()).checks();
        for report in runner.run_all(&checks) {
            assert!(!report.is_violated(), "seed {seed}: {report}");
            assert!(is_mostly_known(&report), "seed {seed}: {report}");
        }
    }
}

fn is_mostly_known(report: &Report) -> bool {
    report.counts.unknown * 50 <= report.counts.total()
}

fn mixed(dimensions: usize) -> Space {
    Space::new((0..dimensions).map(|v| if v % 2 == 0 { VarKind::Int } else { VarKind::Real }))
}

#[test]
fn over_reals() {
    for dimensions in 0..=3 {
        check("zonotopes", reals(dimensions), 0..1);
    }
}

#[test]
fn over_integers() {
    for dimensions in 1..=3 {
        check("integer zonotopes", Zonotopes::exact(Space::integers(dimensions)), 1..2);
    }
}

#[test]
fn over_both() {
    for dimensions in 2..=3 {
        check("mixed zonotopes", Zonotopes::exact(mixed(dimensions)), 3..4);
    }
}

#[test]
fn over_f64() {
    for dimensions in 0..=3 {
        check("float zonotopes", Zonotopes::float(mixed(dimensions)), 4..5);
    }
}

/// A budget without spare symbols loses much and stays sound.
#[test]
fn without_spare_symbols() {
    let domain = reals(3).with_spare_symbols(0);
    let checks = trial::suite("small zonotopes", domain).checks();
    let about_points =
        checks.iter().filter(|check| check.class == soundline_lattice::Class::Concretisation);
    for check in about_points {
        let report = Runner::new().run(check, None);
        assert!(!report.is_violated(), "{report}");
    }
}
