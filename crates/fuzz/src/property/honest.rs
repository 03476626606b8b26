//! Honest answers: a definite no is wrong where the constraints of the operands prove a yes.

use soundline_domains::expr::Constraint;
use soundline_targets::{Question, Slot};

use super::Class::Precision;
use super::Role::{Above, Any, Bottom, EqualTo};
use super::scope::sets;
use super::{Inputs, Property};
use crate::bench::{Bench, Checked};
use crate::exact::Points;
use crate::outcome::{Outcome, Stop};

/// No definite no is wrong.
pub(super) fn properties() -> Vec<Property> {
    vec![
        property!(
            70,
            Precision,
            "leq honest",
            "γ(x) ⊆ γ(y) ⇒ x ⊑ y is not denied",
            Inputs::elements(&[Any, Above(&[0])]),
            [],
            sets,
            |t| {
                denied(t, Question::Leq(t.x(), t.y()), |t| {
                    let (of_x, of_y) = (t.constraints(t.x())?, t.constraints(t.y())?);
                    Ok(all_follow(t, of_x, &of_y))
                })
            }
        ),
        property!(
            71,
            Precision,
            "equal honest",
            "γ(x) = γ(y) ⇒ x = y is not denied",
            Inputs::elements(&[Any, EqualTo(0)]),
            [],
            sets,
            |t| {
                denied(t, Question::Equal(t.x(), t.y()), |t| {
                    let (of_x, of_y) = (t.constraints(t.x())?, t.constraints(t.y())?);
                    Ok(all_follow(t, of_x.clone(), &of_y) && all_follow(t, of_y, &of_x))
                })
            }
        ),
        property!(
            72,
            Precision,
            "is_bottom honest",
            "γ(x) = ∅ ⇒ x = ⊥ is not denied",
            Inputs::elements(&[Bottom]),
            [],
            sets,
            |t| {
                denied(t, Question::IsBottom(t.x()), |t| {
                    let of_x = t.constraints(t.x())?;
                    Ok(all_follow(t, of_x, &[Constraint::falsity()]))
                })
            }
        ),
        property!(
            73,
            Precision,
            "is_top honest",
            "every p ∈ γ(x) ⇒ x = ⊤ is not denied",
            Inputs::elements(&[Any]),
            [],
            sets,
            |t| {
                denied(t, Question::IsTop(t.x()), |t| {
                    let of_x = t.constraints(t.x())?;
                    Ok(all_follow(t, vec![], &of_x))
                })
            }
        ),
    ]
}

/// A definite no must not be refuted. Without a no there is nothing to refute, so that it holds.
fn denied(
    t: &mut Bench,
    question: Question,
    refuted: impl FnOnce(&mut Bench) -> Result<bool, Stop>,
) -> Checked {
    let (sentence, elements) = match question {
        Question::Leq(a, b) => ("x ⊑ y", vec![a, b]),
        Question::Equal(a, b) => ("x = y", vec![a, b]),
        Question::IsBottom(a) => ("x = ⊥", vec![a]),
        Question::IsTop(a) => ("x = ⊤", vec![a]),
    };
    if !t.ask(question)?.is_no() {
        return Ok(Outcome::held());
    }
    if !refuted(t)? {
        return Err(Stop::Vacuous);
    }
    let what = format!("{sentence} is denied, though it follows from the constraints");
    let show = |all: Outcome, slot: &Slot| all.showing(t.name_of(*slot), *slot);
    Ok(elements.iter().fold(Outcome::violated(what), show))
}

/// Do the conclusions follow from the premises, for real variables?
fn all_follow(t: &Bench, premises: Vec<Constraint>, conclusions: &[Constraint]) -> bool {
    let mut points = Points::new(premises, t.space());
    points.are_convex() && conclusions.iter().all(|conclusion| points.entail(conclusion))
}

#[cfg(test)]
mod tests {
    use crate::fake::{Fake, trace};
    use crate::outcome::Ending;
    use soundline_lattice::Answer::{self, No, Unknown, Yes};

    #[test]
    fn a_definite_no_is_wrong_where_the_constraints_prove_a_yes() {
        let ended = |x: &str, answer: Answer| {
            let lines =
                format!("p0 = constraint {x}\np1 = constraint x0 >= 0\ncheck P70 x=p0 y=p1");
            crate::run(&mut Fake::new(|_| answer), &trace(&lines)).ending
        };
        assert_eq!(ended("x0 >= 1", No), Ending::Violated);
        assert_eq!(ended("x0 >= -1", No), Ending::Vacuous);
        assert_eq!(ended("x0 >= 1", Unknown), Ending::Held);
        assert_eq!(ended("x0 >= 1", Yes), Ending::Held);
    }
}
