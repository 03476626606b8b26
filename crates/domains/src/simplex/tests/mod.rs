//! Small programs, and those that are known to be hard.

mod random;

use super::{Outcome, Simplex};
use crate::Error;
use crate::expr::{Constraint, LinearExpr, Relation};
use crate::numbers::{Int, Rat};

fn constraints(texts: &[&str]) -> Vec<Constraint> {
    texts.iter().map(|text| text.parse().unwrap_or_else(|e| panic!("{text}: {e}"))).collect()
}

fn maximise(dimensions: usize, texts: &[&str], objective: &str) -> String {
    let constraints = constraints(texts);
    let objective: LinearExpr = objective.parse().expect("an expression");
    let mut simplex = Simplex::new(dimensions, &constraints).expect("good input");
    let outcome = simplex.maximise(&objective).expect("good input");
    check_point(&constraints, &objective, &outcome);
    match outcome {
        Outcome::Infeasible => "infeasible".into(),
        Outcome::Unbounded => "unbounded".into(),
        Outcome::Optimal { value, attained: true, .. } => value.to_string(),
        Outcome::Optimal { value, attained: false, .. } => format!("below {value}"),
    }
}

/// The point has the value, and satisfies the constraints (their closures, if not attained).
pub(super) fn check_point(constraints: &[Constraint], objective: &LinearExpr, outcome: &Outcome) {
    if let Outcome::Optimal { value, point, attained } = outcome {
        assert_eq!(objective.eval(point).as_ref(), Ok(value));
        for constraint in constraints {
            let limit = constraint.expr().eval(point).expect("enough coordinates");
            let closed = constraint.relation() == Relation::Gt && limit.is_zero() && !attained;
            assert!(constraint.relation().holds(&limit) || closed, "{constraint} at {point:?}");
        }
    }
}

#[test]
fn small_programs() {
    assert_eq!(maximise(2, &["x0 + 2*x1 <= 4", "3*x0 + x1 <= 6"], "x0 + x1"), "14/5");
    assert_eq!(maximise(1, &["x0 <= 3", "x0 >= 3"], "x0"), "3");
    assert_eq!(maximise(1, &["x0 <= 3", "x0 >= 4"], "x0"), "infeasible");
    assert_eq!(maximise(1, &["x0 >= 3"], "x0"), "unbounded");
    assert_eq!(maximise(1, &["x0 >= 3"], "-x0 + 1/2"), "-5/2");
    assert_eq!(maximise(3, &["x0 + x1 + x2 = 1", "x0 = x1", "x2 >= 0"], "x0"), "1/2");
    assert_eq!(maximise(2, &["x0 + x1 = 1"], "x0 + x1"), "1");
    assert_eq!(maximise(2, &["x0 + x1 = 1"], "x0"), "unbounded");
    assert_eq!(maximise(2, &["x0 + x1 = 1", "2*x0 + 2*x1 = 2", "x0 <= 0"], "x0 - x1"), "-1");
    assert_eq!(maximise(2, &["x0 + x1 = 1", "2*x0 + 2*x1 = 3"], "x0"), "infeasible");
    assert_eq!(maximise(2, &["x0 <= 1"], "x1 - x1"), "0");
    assert_eq!(maximise(2, &["x0 <= 1"], "x1"), "unbounded");
    assert_eq!(maximise(2, &["x0 <= 1", "0 >= 1"], "x1"), "infeasible");
}

#[test]
fn no_dimensions_and_no_constraints() {
    assert_eq!(maximise(0, &[], "3"), "3");
    assert_eq!(maximise(0, &["1 >= 0", "0 = 0", "1 > 0"], "3"), "3");
    assert_eq!(maximise(0, &["0 > 0"], "3"), "infeasible");
    assert_eq!(maximise(0, &["1 = 0"], "3"), "infeasible");
    assert_eq!(maximise(2, &[], "3"), "3");
    assert_eq!(maximise(2, &[], "x0"), "unbounded");
}

#[test]
fn strict_constraints() {
    assert_eq!(maximise(1, &["x0 < 3"], "x0"), "below 3");
    assert_eq!(maximise(1, &["x0 < 3", "x0 >= 3"], "x0"), "infeasible");
    assert_eq!(maximise(1, &["x0 < 3", "x0 > 3"], "x0"), "infeasible");
    assert_eq!(maximise(2, &["x0 <= 3", "x1 > 0"], "x0"), "3");
    assert_eq!(maximise(2, &["x0 + x1 <= 3", "x1 > 0", "x1 <= 9"], "x0"), "below 3");
    assert_eq!(maximise(2, &["x0 + x1 <= 3", "x1 > 0", "x0 > 0"], "x0 + x1"), "3");
    assert_eq!(maximise(2, &["x0 > x1", "x1 > x0"], "x0"), "infeasible");
    assert_eq!(maximise(2, &["x0 > x1"], "x1 - x0"), "below 0");
    assert_eq!(maximise(2, &["x0 > x1"], "x0"), "unbounded");
    assert_eq!(maximise(1, &["x0 > 1000000000", "x0 < 1000000001"], "x0"), "below 1000000001");
}

#[test]
fn degenerate_programs_end() {
    // Beale's example, on which a textbook simplex goes in a circle.
    let beale = [
        "x0/4 - 60*x1 - x2/25 + 9*x3 <= 0",
        "x0/2 - 90*x1 - x2/50 + 3*x3 <= 0",
        "x2 <= 1",
        "x0 >= 0",
        "x1 >= 0",
        "x2 >= 0",
        "x3 >= 0",
    ];
    assert_eq!(maximise(4, &beale, "3/4*x0 - 150*x1 + x2/50 - 6*x3"), "1/20");
    // A cone with many constraints through its tip.
    let cone: Vec<String> = (1..20).map(|k| format!("x0 + {k}*x1 + {}*x2 <= 0", k * k)).collect();
    let mut cone: Vec<&str> = cone.iter().map(String::as_str).collect();
    assert_eq!(maximise(3, &cone, "x0 + 3*x1 + 9*x2"), "0");
    cone.push("x2 >= 0");
    assert_eq!(maximise(3, &cone, "2*x0 + 5*x1 + 13*x2"), "0");
}

#[test]
fn klee_and_minty_promotes() {
    let dimensions = 12;
    let mut constraints = Vec::new();
    for row in 0..dimensions {
        let mut terms: Vec<(usize, Rat)> = (0..row)
            .map(|column| (column, -Rat::from(Int::from(2).pow((row - column) as u32 + 1))))
            .collect();
        terms.push((row, Rat::from(-1)));
        let limit = Rat::from(Int::from(5).pow(row as u32 + 1).pow(3));
        constraints.push(Constraint::new(LinearExpr::new(terms, limit), Relation::Ge));
        constraints.push(Constraint::new(LinearExpr::variable(row), Relation::Ge));
    }
    let objective = LinearExpr::new(
        (0..dimensions).map(|v| (v, Rat::from(Int::from(2).pow((dimensions - v) as u32)))),
        0,
    );
    let mut simplex = Simplex::new(dimensions, &constraints).expect("good input");
    let outcome = simplex.maximise(&objective).expect("good input");
    assert!(simplex.tableau.is_promoted());
    check_point(&constraints, &objective, &outcome);
    let Outcome::Optimal { value, .. } = outcome else { panic!("{outcome:?}") };
    assert_eq!(value, Rat::from(Int::from(5).pow(36) * Int::from(2)));
}

#[test]
fn extreme_coefficients() {
    let max = "9223372036854775807";
    assert_eq!(
        maximise(1, &[&format!("{max}*x0 <= -9223372036854775808")], "x0"),
        "-9223372036854775808/9223372036854775807"
    );
    assert_eq!(
        maximise(
            2,
            &[&format!("{max}*x0 + x1 <= 1"), &format!("x0 - {max}*x1 <= 1"), "x1 <= 7"],
            "x1"
        ),
        "7"
    );
    assert!(
        maximise(
            2,
            &[
                &format!("{max}*x0 + {max}*x1 <= {max}"),
                &format!("{max}*x0 - 9223372036854775806*x1 <= 5"),
                "x0 >= 0"
            ],
            "x0"
        )
        .len()
            > 20
    );
    assert_eq!(
        maximise(1, &["123456789012345678901234567890*x0 <= 1", "x0 > 0"], "x0"),
        "1/123456789012345678901234567890"
    );
}

#[test]
fn questions_follow_each_other() {
    let square = constraints(&["x0 >= 0", "x0 <= 1", "x1 > 0", "x1 < 1"]);
    let mut simplex = Simplex::new(2, &square).expect("good input");
    for _ in 0..3 {
        for (text, value, attained) in [
            ("x0", 1, true),
            ("-x0", 0, true),
            ("x1", 1, false),
            ("x0 - x1", 1, false),
            ("7", 7, true),
        ] {
            let objective: LinearExpr = text.parse().expect("an expression");
            let outcome = simplex.maximise(&objective).expect("good input");
            check_point(&square, &objective, &outcome);
            let Outcome::Optimal { value: found, attained: found_attained, .. } = outcome else {
                panic!("{outcome:?}");
            };
            assert_eq!((found, found_attained), (Rat::from(value), attained), "{text}");
        }
        let point = simplex.point().expect("the square is not empty");
        assert!(square.iter().all(|constraint| constraint.holds_at(&point) == Ok(true)));
    }
}

#[test]
fn wrong_input_is_an_error() {
    let unknown = Simplex::new(1, &constraints(&["x1 >= 0"]));
    assert_eq!(unknown.err(), Some(Error::UnknownVariable { variable: 1, dimensions: 1 }));
    let split = Simplex::new(1, &constraints(&["x0 != 0"]));
    assert_eq!(split.err(), Some(Error::NotConvex { constraint: "x0 != 0".into() }));
    let mut simplex = Simplex::new(1, &[]).expect("good input");
    let objective = simplex.maximise(&LinearExpr::variable(4));
    assert_eq!(objective, Err(Error::UnknownVariable { variable: 4, dimensions: 1 }));
}
