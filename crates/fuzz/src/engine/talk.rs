//! What a judge and its worker say to each other, as text.

use std::fmt::Write;

use soundline_domains::expr::Space;
use soundline_lattice::Answer;
use soundline_targets::{Question, Slot, Touch};

use crate::bench::Step;
use crate::outcome::{Ending, Outcome, Region};
use crate::trace::{Shown, parse_operation};

/// An outcome as text. Elements that matter travel as their constraints, not as their numbers.
pub fn write_outcome(outcome: &Outcome) -> String {
    let one_line = outcome.what.replace('\n', " ");
    let mut text = format!("ending {}\nwhat {one_line}\n", outcome.ending.word());
    if let Some(place) = &outcome.place {
        let _ = writeln!(text, "place {place}");
    }
    if outcome.unsound {
        text.push_str("unsound\n");
    }
    for region in &outcome.regions {
        let _ = writeln!(text, "region {}", region.name);
        for constraint in &region.constraints {
            let _ = writeln!(text, "constraint {constraint}");
        }
    }
    for element in &outcome.elements {
        text.push_str(if element.is_some() { "element\n" } else { "element none\n" });
        for constraint in element.iter().flatten() {
            let _ = writeln!(text, "export {constraint}");
        }
    }
    if let Some(point) = &outcome.point {
        let coordinates: Vec<String> = point.iter().map(|c| c.to_string()).collect();
        let _ = writeln!(text, "point {}", coordinates.join(" "));
    }
    for step in &outcome.steps {
        let _ = match step {
            Step::Make(operation) => writeln!(text, "make {}", Shown(operation)),
            Step::MakeInPlace(operation) => writeln!(text, "in_place {}", Shown(operation)),
            Step::Touch(slot, how) => writeln!(text, "touch {slot} {}", how.name()),
            Step::Ask(question, answer) => writeln!(text, "ask {}", show_ask(*question, *answer)),
        };
    }
    text
}

fn show_ask(question: Question, answer: Answer) -> String {
    let answer = match answer {
        Answer::Yes => "yes",
        Answer::No => "no",
        Answer::Unknown => "unknown",
    };
    match question {
        Question::Leq(a, b) => format!("{answer} leq {a} {b}"),
        Question::Equal(a, b) => format!("{answer} equal {a} {b}"),
        Question::IsBottom(a) => format!("{answer} is_bottom {a}"),
        Question::IsTop(a) => format!("{answer} is_top {a}"),
    }
}

/// An outcome from text; `made` elements were there before the check.
pub fn read_outcome(text: &str, space: &Space, made: usize) -> Option<Outcome> {
    let mut outcome = Outcome::new(Ending::Refused, "");
    let mut made = made;
    for line in text.lines() {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            "ending" => outcome.ending = Ending::ALL.into_iter().find(|e| e.word() == rest)?,
            "what" => outcome.what = rest.to_string(),
            "place" => outcome.place = Some(rest.to_string()),
            "unsound" => outcome.unsound = true,
            "region" => {
                outcome.regions.push(Region { name: rest.to_string(), constraints: Vec::new() });
            }
            "constraint" => outcome.regions.last_mut()?.constraints.push(space.parse(rest).ok()?),
            "element" => outcome.elements.push((rest != "none").then(Vec::new)),
            "export" => {
                let element = outcome.elements.last_mut()?.as_mut()?;
                element.push(space.parse(rest).ok()?);
            }
            "point" => {
                let coordinates = rest.split_whitespace().map(|word| word.parse().ok());
                outcome.point = Some(coordinates.collect::<Option<_>>()?);
            }
            "make" | "in_place" => {
                let operation = parse_operation(space, made, rest).ok()?;
                made += 1;
                let make = if word == "make" { Step::Make } else { Step::MakeInPlace };
                outcome.steps.push(make(operation));
            }
            "touch" => {
                let (slot, how) = rest.split_once(' ')?;
                let how = Touch::ALL.into_iter().find(|touch| touch.name() == how)?;
                outcome.steps.push(Step::Touch(Slot(slot.parse().ok()?), how));
            }
            "ask" => outcome.steps.push(read_ask(rest)?),
            _ => return None,
        }
    }
    Some(outcome)
}

fn read_ask(text: &str) -> Option<Step> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let answer = match *words.first()? {
        "yes" => Answer::Yes,
        "no" => Answer::No,
        "unknown" => Answer::Unknown,
        _ => return None,
    };
    let slot = |position: usize| words.get(position)?.parse().ok().map(Slot);
    let question = match *words.get(1)? {
        "leq" => Question::Leq(slot(2)?, slot(3)?),
        "equal" => Question::Equal(slot(2)?, slot(3)?),
        "is_bottom" => Question::IsBottom(slot(2)?),
        "is_top" => Question::IsTop(slot(2)?),
        _ => return None,
    };
    Some(Step::Ask(question, answer))
}

#[cfg(test)]
mod tests {
    use super::*;
    use soundline_domains::numbers::Rat;
    use soundline_targets::Operation;

    #[test]
    fn outcomes_survive_a_round_trip() {
        let space = Space::reals(2);
        let outcome = Outcome {
            place: Some("join loses points".into()),
            unsound: true,
            regions: vec![
                Region { name: "x".into(), constraints: vec![space.parse("x0 >= 1/2").unwrap()] },
                Region { name: "x ⊔ y".into(), constraints: vec![] },
            ],
            elements: vec![
                Some(vec![space.parse("x0 >= 1/2").unwrap(), space.parse("x1 < 7").unwrap()]),
                None,
                Some(vec![]),
            ],
            point: Some(vec![Rat::new(1, 3).unwrap(), Rat::from(-4)]),
            steps: vec![
                Step::Make(Operation::Join(Slot(0), Slot(1))),
                Step::MakeInPlace(Operation::Meet(Slot(0), Slot(2))),
                Step::Touch(Slot(1), Touch::Print),
                Step::Ask(Question::Leq(Slot(0), Slot(3)), Answer::No),
            ],
            ..Outcome::violated("x ⊑ y does not hold")
        };
        assert_eq!(read_outcome(&write_outcome(&outcome), &space, 2), Some(outcome));
        assert_eq!(read_outcome("rubbish", &space, 2), None);
    }
}
