//! The macro that makes tests, as a user writes it; and that it misses no law.

use soundline_lattice::lattices::{Sign, SignElem};
use soundline_lattice::{law_tests, signature};

fn negate(s: &SignElem) -> SignElem {
    match s {
        SignElem::Neg => SignElem::Pos,
        SignElem::Pos => SignElem::Neg,
        other => *other,
    }
}

law_tests! {
    mod sign {
        lattice: Sign;
        laws: widening, concretisation, equality, hashing, ordering;
        operator negate: signature!(negate: Sign -<!~%-> Sign; sound |v| v.checked_neg());
    }
}

/// The test functions are written out in the macro; this is the proof that the list is complete.
#[test]
fn every_law_has_a_test_function() {
    let output = std::process::Command::new(std::env::current_exe().unwrap())
        .args(["--list", "--format", "terse"])
        .output()
        .unwrap();
    let listed = String::from_utf8(output.stdout).unwrap();
    let suite = soundline_lattice::Suite::new("sign", Sign)
        .widening()
        .concretisation()
        .equality()
        .hashing()
        .ordering();
    for check in suite.checks() {
        let test = format!("sign::{}: test", check.name.replace(' ', "_"));
        assert!(listed.lines().any(|line| line == test), "no test function for '{}'", check.name);
    }
}
