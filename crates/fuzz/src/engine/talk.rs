//! What a judge and its worker say to each other, as text.

use std::fmt::Write;

use soundline_domains::expr::Space;
use soundline_lattice::Answer;
use soundline_targets::{Question, Touch};

use super::judge::Judged;
use super::tally::Mark;
use crate::bench::Step;
use crate::campaign::Region;
use crate::trace::{Shown, parse_operation};

/// The words for how a trace ended.
const MARKS: [(Mark, &str); 9] = [
    (Mark::Held, "held"),
    (Mark::Vacuous, "vacuous"),
    (Mark::Violated, "violated"),
    (Mark::Inexact, "inexact"),
    (Mark::Doubtful, "doubtful"),
    (Mark::Refused, "refused"),
    (Mark::Died, "died"),
    (Mark::TimedOut, "timed_out"),
    (Mark::OutOfMemory, "out_of_memory"),
];

/// A judgement as text.
pub fn write_judged(judged: &Judged) -> String {
    let mark = MARKS.iter().find(|(mark, _)| *mark == judged.mark).map_or("", |(_, word)| word);
    let one_line = judged.what.replace('\n', " ");
    let mut text = format!("mark {mark}\nwhat {one_line}\n");
    if let Some(place) = &judged.place {
        let _ = writeln!(text, "place {place}");
    }
    for region in &judged.regions {
        let _ = writeln!(text, "region {}", region.name);
        for constraint in &region.constraints {
            let _ = writeln!(text, "constraint {constraint}");
        }
    }
    if let Some(point) = &judged.point {
        let coordinates: Vec<String> = point.iter().map(|c| c.to_string()).collect();
        let _ = writeln!(text, "point {}", coordinates.join(" "));
    }
    for step in &judged.steps {
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

/// A judgement from text; `made` elements were there before the check.
pub fn read_judged(text: &str, space: &Space, made: usize) -> Option<Judged> {
    let mut judged = Judged::plain(Mark::Refused, "");
    let mut made = made;
    for line in text.lines() {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            "mark" => judged.mark = MARKS.iter().find(|(_, word)| *word == rest)?.0,
            "what" => judged.what = rest.to_string(),
            "place" => judged.place = Some(rest.to_string()),
            "region" => {
                judged.regions.push(Region { name: rest.to_string(), constraints: Vec::new() });
            }
            "constraint" => judged.regions.last_mut()?.constraints.push(space.parse(rest).ok()?),
            "point" => {
                let coordinates = rest.split_whitespace().map(|word| word.parse().ok());
                judged.point = Some(coordinates.collect::<Option<_>>()?);
            }
            "make" | "in_place" => {
                let operation = parse_operation(space, made, rest).ok()?;
                made += 1;
                let make = if word == "make" { Step::Make } else { Step::MakeInPlace };
                judged.steps.push(make(operation));
            }
            "touch" => {
                let (slot, how) = rest.split_once(' ')?;
                let how = Touch::ALL.into_iter().find(|touch| touch.name() == how)?;
                judged.steps.push(Step::Touch(slot.parse().ok()?, how));
            }
            "ask" => judged.steps.push(read_ask(rest)?),
            _ => return None,
        }
    }
    Some(judged)
}

fn read_ask(text: &str) -> Option<Step> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let answer = match *words.first()? {
        "yes" => Answer::Yes,
        "no" => Answer::No,
        "unknown" => Answer::Unknown,
        _ => return None,
    };
    let slot = |position: usize| words.get(position)?.parse().ok();
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
    fn judgements_survive_a_round_trip() {
        let space = Space::reals(2);
        let judged = Judged {
            mark: Mark::Violated,
            what: "x ⊑ y does not hold".into(),
            place: Some("join loses points".into()),
            regions: vec![
                Region { name: "x".into(), constraints: vec![space.parse("x0 >= 1/2").unwrap()] },
                Region { name: "x ⊔ y".into(), constraints: vec![] },
            ],
            point: Some(vec![Rat::new(1, 3).unwrap(), Rat::from(-4)]),
            steps: vec![
                Step::Make(Operation::Join(0, 1)),
                Step::MakeInPlace(Operation::Meet(0, 2)),
                Step::Touch(1, Touch::Print),
                Step::Ask(Question::Leq(0, 3), Answer::No),
            ],
            stderr: String::new(),
        };
        assert_eq!(read_judged(&write_judged(&judged), &space, 2), Some(judged));
        assert_eq!(read_judged("rubbish", &space, 2), None);
    }
}
