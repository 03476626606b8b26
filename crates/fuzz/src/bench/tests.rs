//! What a check makes of every answer: a table for each question.

use soundline_lattice::Answer::{self, No, Unknown, Yes};

use super::*;
use crate::fake::Fake;
use crate::property::Class::{Precision, Soundness};
use Ending::{Doubtful, Held, Inexact, Violated, WrongAnswer};

const HALF: &str = "x0 >= 1";
const WHOLE: &str = "x0 >= 0";
const NOTHING: &str = "x0 >= 0,x0 <= -1";

/// What the machine promises of the constraints that it tells.
#[derive(Clone, Copy, Debug)]
enum Tells {
    /// All, and a no is a no.
    All,
    /// All, with a flag beside each no.
    Flags,
    /// Less than its elements are.
    Less,
}

/// How a check of two elements ends on a machine that gives one answer to everything.
fn ended(
    elements: [&str; 2],
    answer: Answer,
    tells: Tells,
    class: Class,
    check: impl Fn(&mut Bench) -> Checked,
) -> Outcome {
    let mut machine = Fake::new(|_| answer).with(&elements);
    machine.profile.flags = matches!(tells, Tells::Flags);
    machine.profile.constraints_exact = !matches!(tells, Tells::Less);
    let arguments = Arguments { elements: vec![Slot(0), Slot(1)], ..Arguments::default() };
    check(&mut Bench::new(&mut machine, &arguments, class)).into()
}

fn leq(t: &mut Bench) -> Checked {
    t.expect_leq(("x", t.x()), ("y", t.y()))
}

fn equal(t: &mut Bench) -> Checked {
    t.expect_equal(("x", t.x()), ("y", t.y()))
}

#[test]
fn an_order_that_is_denied_is_looked_at() {
    use Tells::*;
    let rows = [
        ([HALF, WHOLE], Yes, All, Soundness, Held),
        ([HALF, WHOLE], No, All, Soundness, WrongAnswer),
        ([HALF, WHOLE], No, Less, Soundness, Doubtful),
        ([HALF, WHOLE], No, Less, Precision, Violated),
        ([WHOLE, HALF], No, All, Soundness, Violated),
        ([WHOLE, HALF], No, Less, Soundness, Violated),
        ([HALF, WHOLE], Unknown, All, Soundness, Doubtful),
        ([HALF, WHOLE], Unknown, Flags, Soundness, Inexact),
        ([HALF, WHOLE], Unknown, Less, Soundness, Doubtful),
        ([WHOLE, HALF], Unknown, Flags, Soundness, Violated),
        ([WHOLE, HALF], Unknown, Less, Soundness, Doubtful),
    ];
    for (elements, answer, tells, class, ending) in rows {
        let found = ended(elements, answer, tells, class, leq);
        assert_eq!(found.ending, ending, "{elements:?} {answer} {tells:?} {class}: {found:?}");
    }
}

#[test]
fn an_equality_that_is_denied_is_looked_at_both_ways() {
    use Tells::*;
    let rows = [
        ([HALF, WHOLE], Yes, All, Held),
        ([HALF, HALF], No, All, WrongAnswer),
        ([HALF, WHOLE], No, All, Violated),
        ([WHOLE, HALF], No, All, Violated),
        ([HALF, HALF], Unknown, All, Doubtful),
        ([HALF, HALF], Unknown, Flags, Inexact),
        ([HALF, WHOLE], Unknown, Flags, Violated),
        ([WHOLE, HALF], Unknown, Flags, Violated),
        ([WHOLE, HALF], Unknown, Less, Doubtful),
    ];
    for (elements, answer, tells, ending) in rows {
        let found = ended(elements, answer, tells, Precision, equal);
        assert_eq!(found.ending, ending, "{elements:?} {answer} {tells:?}: {found:?}");
        let shown_by_a_point = ending == Violated && answer == Unknown;
        assert_eq!(found.point.is_some(), shown_by_a_point, "{found:?}");
    }
}

#[test]
fn bottom_and_top_are_believed_only_where_it_accuses_nobody() {
    use Tells::*;
    let rows = [
        (NOTHING, Yes, All, [Held, Violated, Violated]),
        (NOTHING, No, All, [WrongAnswer, Held, Held]),
        (WHOLE, No, All, [Violated, Held, Held]),
        (WHOLE, No, Less, [Violated, Held, Held]),
        (WHOLE, Unknown, All, [Violated, Held, Held]),
        (WHOLE, Unknown, Less, [Doubtful, Held, Held]),
        (NOTHING, Unknown, All, [Doubtful, Held, Held]),
    ];
    for (element, answer, tells, endings) in rows {
        let end = |check: fn(&mut Bench) -> Checked| {
            ended([element, element], answer, tells, Precision, check).ending
        };
        let found = [
            end(|t| t.expect_bottom(("x", t.x()))),
            end(|t| t.expect_not_bottom(("x", t.x()))),
            end(|t| t.expect_not_top(("x", t.x()))),
        ];
        assert_eq!(found, endings, "{element} {answer} {tells:?}");
    }
}

/// What is not known is no precondition.
#[test]
fn only_definite_answers_are_preconditions() {
    use Tells::*;
    let rows = [
        (WHOLE, Yes, All, [true, false, false]),
        (WHOLE, No, All, [false, true, true]),
        (WHOLE, Unknown, All, [false, false, true]),
        (NOTHING, Unknown, All, [false, false, false]),
        (WHOLE, Unknown, Less, [false, false, false]),
    ];
    for (element, answer, tells, goes_on) in rows {
        let end = |check: fn(&mut Bench) -> Result<(), Stop>| {
            let held = |t: &mut Bench| check(t).map(|()| Outcome::held());
            ended([element, element], answer, tells, Precision, held).ending == Held
        };
        let found = [
            end(|t| t.given(Question::IsBottom(t.x()))),
            end(|t| t.given_not(Question::IsBottom(t.x()))),
            end(|t| t.given_points(t.x())),
        ];
        assert_eq!(found, goes_on, "{element} {answer} {tells:?}");
    }
}
