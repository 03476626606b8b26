//! Operator signatures as a user writes them, and the findings of the LCheck paper.

use soundline_lattice::lattices::{IntInterval, IntervalElem, Sign, SignElem, Strings};
use soundline_lattice::signature::Property;
use soundline_lattice::{Check, Lattice, Report, Runner, Status, Values, signature};

fn run(checks: &[Check]) -> Vec<Report> {
    Runner::new().run_all(checks)
}

fn names(reports: &[Report]) -> Vec<&str> {
    reports.iter().map(|report| report.name.as_str()).collect()
}

fn assert_all_hold(reports: &[Report]) {
    for report in reports {
        assert!(matches!(report.status, Status::Passed | Status::Proved), "{report}");
    }
}

fn mul(a: &SignElem, b: &SignElem) -> SignElem {
    Sign.mul(a, b)
}

/// Section 4 of the paper: squaring signs is not distributive, counterexample (Neg, Pos).
#[test]
fn square_is_not_distributive_with_neg_and_pos() {
    let reports = run(&signature!("square" = |s| Sign.mul(s, s); Sign -<!%-> Sign));
    assert_all_hold(&reports[..2]);
    let notes = &reports[2].counterexample().expect("square is not distributive").notes;
    assert_eq!([&*notes[0].text, &*notes[1].text], ["Neg", "Pos"]);
}

/// Section 4 of the paper: `concat` is strict, monotone and invariant in both arguments.
#[test]
fn concat_is_strict_monotone_and_invariant_in_both_arguments() {
    let concat = signature!("concat" = |a, b| Strings.concat(a, b);
        Strings -!<~-> Strings -!<~-> Strings);
    let reports = run(&concat);
    assert_eq!(
        names(&reports),
        [
            "concat strict in argument 1",
            "concat monotone in argument 1",
            "concat invariant in argument 1",
            "concat strict in argument 2",
            "concat monotone in argument 2",
            "concat invariant in argument 2",
        ]
    );
    assert_all_hold(&reports);
}

#[test]
fn symbols_combine_in_any_order() {
    let reports = run(&signature!(mul: Sign -<!~%-> Sign -%~!<-> Sign));
    assert_eq!(reports.len(), 8);
    assert_all_hold(&reports);
    let other_order = run(&signature!(mul: Sign -%~!<-> Sign --> Sign));
    assert_eq!(names(&other_order)[3], "mul monotone in argument 1");
}

/// Squaring is monotone in all forms. Complement is not, and each form finds it.
#[test]
fn monotony_has_a_form_over_joins_and_one_over_meets() {
    assert_all_hold(&run(&signature!("square" = |s| Sign.mul(s, s); Sign -<|&-> Sign)));
    let reports = run(&signature!("is bottom" = |s| match s {
        SignElem::Bot => SignElem::Top,
        _ => SignElem::Bot,
    }; Sign -<|&-> Sign));
    assert_eq!(
        names(&reports),
        [
            "is bottom monotone in argument 1",
            "is bottom monotone over joins in argument 1",
            "is bottom monotone over meets in argument 1",
        ]
    );
    assert!(reports.iter().all(Report::is_violated), "{reports:?}");
}

/// A signature that is put together at run time gives the checks of the macro: the same names, formulas and results.
#[test]
fn composition_at_run_time_agrees_with_the_macro() {
    let by_macro = signature!("concat" = |a, b| Strings.concat(a, b);
        Strings -<!~%|&-> Strings -<!~%|&-> Strings);
    let symbols = || "<!~%|&".chars().map(|symbol| Property::by_symbol(symbol).unwrap());
    let concat = |a: &_, b: &_| Strings.concat(a, b);
    let first = symbols().map(|p| p.of(Strings).right(Strings).finalize("concat", Strings, concat));
    let second = symbols().map(|p| p.of(Strings).left(Strings).finalize("concat", Strings, concat));
    let composed: Vec<Check> = first.chain(second).collect();
    assert_eq!(run(&composed), run(&by_macro));
    let within = "^v*".chars().map(|symbol| {
        let property = Property::by_symbol_within(symbol).unwrap();
        property.of(Sign).finalize("neg", Sign, |s| Sign.neg(s))
    });
    let composed: Vec<Check> = within.collect();
    assert_eq!(run(&composed), run(&signature!("neg" = |s| Sign.neg(s); Sign -^v*-> Sign)));
    assert!(Property::<Sign, Strings>::by_symbol('?').is_none());
}

#[test]
fn extensive_reductive_and_idempotent_operators() {
    let clamp = signature!("clamp" = |x| IntInterval.meet(x, &IntervalElem::new(0, 9));
        IntInterval -<v*-> IntInterval);
    assert_all_hold(&run(&clamp));
    let hull = signature!("with zero" = |x| IntInterval.join(x, &IntervalElem::new(0, 0));
        IntInterval -<^*-> IntInterval);
    assert_all_hold(&run(&hull));
}

/// Labels and strings stand in the same notation, in any position.
#[test]
fn arguments_that_are_no_lattices() {
    fn look_up(name: &&str, here: &SignElem, depth: &u64, there: &SignElem) -> SignElem {
        if name.len() as u64 > *depth { *here } else { *there }
    }
    let reports = run(&signature!(look_up:
        Values::among(["x", "long"]) --> Sign -<~-> Values::new(|c| c.draw(3)) --> Sign -<!-> Sign));
    assert_eq!(
        names(&reports),
        [
            "look_up monotone in argument 2",
            "look_up invariant in argument 2",
            "look_up monotone in argument 4",
            "look_up strict in argument 4",
        ]
    );
    assert_all_hold(&reports[..3]);
    let strict = reports[3].counterexample().expect("`here` may not be bottom");
    assert_eq!(strict.notes[0].to_string(), "argument 1 = \"x\"");
}

#[test]
fn operators_of_many_arguments() {
    #[allow(clippy::too_many_arguments)]
    fn pick(
        a: &SignElem,
        _: &SignElem,
        _: &SignElem,
        _: &SignElem,
        _: &SignElem,
        _: &SignElem,
        _: &SignElem,
        h: &SignElem,
    ) -> SignElem {
        Sign.join(a, h)
    }
    let reports = run(&signature!(pick:
        Sign -<%-> Sign --> Sign --> Sign --> Sign --> Sign --> Sign --> Sign -<-> Sign));
    assert_eq!(names(&reports)[2], "pick monotone in argument 8");
    assert_all_hold(&reports);
}

#[test]
fn predicates_are_operators_into_the_booleans() {
    use soundline_lattice::combine::Dual;
    use soundline_lattice::lattices::Bool;
    let may_be_zero = signature!("may be zero" = |s| Sign.leq(&SignElem::Zero, s).is_yes();
        Sign -<!-> Bool);
    assert_all_hold(&run(&may_be_zero));
    let is_bottom = signature!("is bottom" = |s| *s == SignElem::Bot; Sign -<!-> Dual::new(Bool));
    assert_all_hold(&run(&is_bottom));
}

#[test]
fn soundness_against_a_concrete_function() {
    let sound = run(&signature!(mul: Sign --> Sign --> Sign; sound |x, y| x.checked_mul(*y)));
    assert_eq!(names(&sound), ["mul sound"]);
    assert_all_hold(&sound);

    let unsound = run(&signature!("mul" = |a, b| if a == b { *a } else { Sign.mul(a, b) };
        Sign --> Sign --> Sign; sound |x, y| x.checked_mul(*y)));
    let notes = &unsound[0].counterexample().expect("minus times minus is plus").notes;
    let shown: Vec<String> = notes.iter().map(|note| note.to_string()).collect();
    assert_eq!(
        shown,
        [
            "argument 1 = Neg",
            "value of argument 1 = -1",
            "argument 2 = Neg",
            "value of argument 2 = -1",
            "result = Neg",
            "concrete result = 1",
        ]
    );
}
