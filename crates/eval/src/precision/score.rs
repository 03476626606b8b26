//! What everybody answered, and what is right.

use super::questions::{Question, Truth};
use serde::Serialize;
use soundline_diff::analyzer::{Answer, Run, Verdict};
use std::collections::BTreeMap;
use std::time::Duration;

/// Whose proofs and witnesses are taken for the truth where a program does not tell it.
const REFEREE: &str = "cbmc";

/// An answer about a program.
pub struct Asked {
    contestant: String,
    group: String,
    name: String,
    /// The line of each check, what is known of it, and what was answered, if anything.
    checks: Vec<(usize, Truth, Option<Verdict>)>,
    cpu: Duration,
}

impl Asked {
    /// What came of a run.
    pub fn new(contestant: &str, question: &Question, run: Run) -> Asked {
        let answered = verdicts(question.checks.len(), &run);
        let checks = question.checks.iter().zip(answered);
        Asked {
            contestant: contestant.to_string(),
            group: question.group.clone(),
            name: question.name.clone(),
            checks: checks.map(|((line, truth), verdict)| (*line, *truth, verdict)).collect(),
            cpu: run.usage.cpu,
        }
    }
}

/// What was answered about each check; about all alike where nothing is said of single ones.
fn verdicts(checks: usize, run: &Run) -> Vec<Option<Verdict>> {
    match (&run.answer, &run.checks) {
        (Answer::Verdict(_), Some(single)) if single.len() == checks => {
            single.iter().map(|verdict| Some(*verdict)).collect()
        }
        // What was seen to fail before the time was over.
        (_, Some(single)) if single.len() == checks => {
            single.iter().map(|verdict| Some(*verdict).filter(|said| said.is_unsafe())).collect()
        }
        (Answer::Verdict(Verdict::Safe), _) => vec![Some(Verdict::Safe); checks],
        (Answer::Verdict(verdict), _) if checks == 1 => vec![Some(*verdict)],
        // Which of them may fail is not known.
        (Answer::Verdict(_), _) => vec![Some(Verdict::Unknown); checks],
        _ => vec![None; checks],
    }
}

/// A check.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Place {
    /// The folder.
    pub group: String,
    /// The file.
    #[serde(rename = "file")]
    pub name: String,
    /// The line.
    pub line: usize,
    /// Which of the checks in that line, from 0.
    pub number: usize,
}

/// What a contestant came to in a group.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Tally {
    /// Checks that hold and were proved, or whose truth is not known and that were.
    pub proved: usize,
    /// Checks of which it says that they may fail, or that it does not know.
    pub may_fail: usize,
    /// Checks that fail and of which it says that they fail whenever they are reached.
    pub definite: usize,
    /// Checks that fail and were proved, or hold and are said to fail.
    pub wrong: usize,
    /// Checks without an answer: the time or memory was used up, or it broke.
    pub silent: usize,
    /// Processor time.
    pub cpu_seconds: f64,
}

/// All answers.
pub struct Scores {
    /// Who took part, in order.
    pub names: Vec<String>,
    /// The groups, in order, with how many programs and checks there are, and how many of these hold and fail.
    pub groups: Vec<Group>,
    /// What each answered.
    pub answers: BTreeMap<String, BTreeMap<Place, Option<Verdict>>>,
    /// What is true.
    pub truths: BTreeMap<Place, Truth>,
    cpu: BTreeMap<(String, String), Duration>,
}

/// A folder of programs.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Group {
    /// Its name.
    pub name: String,
    /// How many programs, or variants of them.
    pub programs: usize,
    /// How many checks.
    pub checks: usize,
    /// How many of these are known to hold.
    pub hold: usize,
    /// How many of these are known to fail.
    pub fail: usize,
}

impl Scores {
    /// All answers, put in order.
    pub fn of(names: Vec<String>, questions: &[Question], asked: Vec<Asked>) -> Scores {
        let mut scores = Scores {
            names,
            groups: Vec::new(),
            answers: BTreeMap::new(),
            truths: BTreeMap::new(),
            cpu: BTreeMap::new(),
        };
        let mut count: BTreeMap<(&str, &str, &str, usize), usize> = BTreeMap::new();
        for asked in &asked {
            let key = (asked.contestant.clone(), asked.group.clone());
            *scores.cpu.entry(key).or_default() += asked.cpu;
            let answers = scores.answers.entry(asked.contestant.clone()).or_default();
            for (line, truth, verdict) in &asked.checks {
                let same = (&*asked.contestant, &*asked.group, &*asked.name, *line);
                let number = count.entry(same).or_default();
                let place = Place {
                    group: asked.group.clone(),
                    name: asked.name.clone(),
                    line: *line,
                    number: *number,
                };
                *number += 1;
                scores.truths.insert(place.clone(), *truth);
                answers.insert(place, *verdict);
            }
        }
        scores.decide();
        for question in questions {
            if scores.groups.last().is_none_or(|group| group.name != question.group) {
                scores.groups.push(Group { name: question.group.clone(), ..Group::default() });
            }
            let group = scores.groups.last_mut().expect("it was just added");
            group.programs += 1;
            group.checks += question.checks.len();
        }
        for group in &mut scores.groups {
            let truths = scores.truths.iter().filter(|(place, _)| place.group == group.name);
            let truths: Vec<Truth> = truths.map(|(_, truth)| *truth).collect();
            group.hold = truths.iter().filter(|truth| **truth == Truth::Holds).count();
            group.fail = truths.iter().filter(|truth| **truth == Truth::Fails).count();
        }
        scores
    }

    /// Where a program does not tell what is true, the referee does.
    fn decide(&mut self) {
        let Some(referee) = self.answers.get(REFEREE) else { return };
        for (place, truth) in self.truths.iter_mut().filter(|(_, truth)| **truth == Truth::Open) {
            *truth = match referee.get(place) {
                Some(Some(Verdict::Safe)) => Truth::Holds,
                Some(Some(Verdict::Definite)) => Truth::Fails,
                _ => Truth::Open,
            };
        }
    }

    /// What a contestant came to in a group.
    pub fn tally(&self, contestant: &str, group: &str) -> Tally {
        let cpu = self.cpu.get(&(contestant.to_string(), group.to_string()));
        let cpu_seconds = cpu.copied().unwrap_or_default().as_secs_f64();
        let mut tally = Tally { cpu_seconds, ..Tally::default() };
        let answers = self.answers.get(contestant).into_iter().flatten();
        for (place, verdict) in answers.filter(|(place, _)| place.group == group) {
            let counted = match verdict {
                _ if self.is_wrong(contestant, place) => &mut tally.wrong,
                Some(Verdict::Safe) => &mut tally.proved,
                Some(Verdict::Unsafe | Verdict::Unknown) => &mut tally.may_fail,
                Some(Verdict::Definite) => &mut tally.definite,
                None => &mut tally.silent,
            };
            *counted += 1;
        }
        tally
    }

    /// Whether the answer of a contestant contradicts what is true.
    fn is_wrong(&self, contestant: &str, place: &Place) -> bool {
        let answer = self.answers.get(contestant).and_then(|answers| answers.get(place)).copied();
        matches!(
            (answer.flatten(), self.truths.get(place)),
            (Some(Verdict::Safe), Some(Truth::Fails))
                | (Some(Verdict::Definite), Some(Truth::Holds))
        )
    }

    /// All wrong answers.
    pub fn wrong(&self) -> impl Iterator<Item = (&str, &Place)> {
        self.answers.iter().flat_map(move |(contestant, answers)| {
            let wrong = answers.keys().filter(|place| self.is_wrong(contestant, place));
            wrong.map(|place| (contestant.as_str(), place))
        })
    }

    /// The checks that one proves and another does not; without those that do not hold.
    pub fn only(&self, one: &str, other: &str) -> Vec<&Place> {
        let proves = |name: &str, place: &Place| {
            self.answers.get(name).and_then(|answers| answers.get(place))
                == Some(&Some(Verdict::Safe))
        };
        let holds = self.truths.iter().filter(|(_, truth)| **truth != Truth::Fails);
        let places = holds.map(|(place, _)| place);
        places.filter(|place| proves(one, place) && !proves(other, place)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(contestant: &str, verdicts: [Option<Verdict>; 3]) -> Asked {
        let truths = [Truth::Holds, Truth::Fails, Truth::Open];
        let checks = truths.into_iter().zip(verdicts).enumerate();
        let (group, name) = ("g".to_string(), "a.c".to_string());
        Asked {
            contestant: contestant.into(),
            group,
            name,
            checks: checks.map(|(line, (truth, verdict))| (line + 1, truth, verdict)).collect(),
            cpu: Duration::from_secs(1),
        }
    }

    #[test]
    fn answers_are_held_against_the_truth() {
        use Verdict::{Definite, Safe, Unsafe};
        let asked = vec![
            asked("ours", [Some(Safe), Some(Safe), Some(Safe)]),
            asked("other", [Some(Definite), Some(Unsafe), None]),
            asked(REFEREE, [Some(Safe), Some(Definite), Some(Definite)]),
        ];
        let names = ["ours", "other", REFEREE].map(String::from).to_vec();
        let scores = Scores::of(names, &[], asked);
        let tally = |name: &str| {
            let Tally { proved, may_fail, definite, wrong, silent, .. } = scores.tally(name, "g");
            [proved, may_fail, definite, wrong, silent]
        };
        // The referee says that the third fails, too.
        assert_eq!(tally("ours"), [1, 0, 0, 2, 0]);
        assert_eq!(tally("other"), [0, 1, 0, 1, 1]);
        assert_eq!(tally(REFEREE), [1, 0, 2, 0, 0]);
        assert_eq!(scores.wrong().count(), 3);
        assert_eq!(scores.only("ours", "other").len(), 1);
    }

    #[test]
    fn a_verdict_on_all_is_one_on_each_only_if_it_is_safe() {
        let run = |answer| Run {
            answer,
            checks: None,
            usage: Default::default(),
            commands: Vec::new(),
            output: String::new(),
        };
        let safe = run(Answer::Verdict(Verdict::Safe));
        assert_eq!(verdicts(2, &safe), [Some(Verdict::Safe); 2]);
        let one_fails = run(Answer::Verdict(Verdict::Definite));
        assert_eq!(verdicts(2, &one_fails), [Some(Verdict::Unknown); 2]);
        assert_eq!(verdicts(1, &one_fails), [Some(Verdict::Definite)]);
        assert_eq!(verdicts(2, &run(Answer::TimedOut)), [None; 2]);
    }
}
