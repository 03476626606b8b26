//! Which conjuncts of a batch analyzers disagree about, found with few questions.
//!
//! A batch of checks is judged as one conjunction, which saves runs where all agree that it is safe. Otherwise those who
//! call it unsafe are asked about parts of it, the cheap ones first, until every conjunct that one of them calls unsafe is
//! known: a suspect. Whoever calls all that is no suspect safe adds none, and is asked one question for that. Only about
//! suspects all others are asked.
//!
//! What is assumed of an analyzer: if a conjunction is safe, each part of it is. So whoever called the batch safe is not asked
//! about its parts: that it claims them to be safe is implied, and said so. Whoever ran out of time or crashed is not asked
//! again either.

use crate::analyzer::{AnswerKind, Verdict};

/// What is made of an analyzer that has no opinion about a conjunction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Unknowns {
    /// It would call no part of it unsafe: the batch is split only if somebody says unsafe.
    #[default]
    Trust,
    /// It might, for instance because less text takes less time: the batch is split.
    Split,
}

/// A conjunct that somebody calls unsafe.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suspect {
    /// Its place in the batch.
    pub place: usize,
    /// What each analyzer said about it alone; nothing where it was not asked.
    pub said: Vec<Option<AnswerKind>>,
    /// Whether an analyzer was not asked, because it called the batch safe.
    pub implied: Vec<bool>,
}

/// Whether one analyzer says safe where another says unsafe.
pub fn is_disputed(verdicts: impl Iterator<Item = Verdict> + Clone) -> bool {
    verdicts.clone().any(|verdict| verdict == Verdict::Safe)
        && verdicts.clone().any(Verdict::is_unsafe)
}

impl Suspect {
    /// Whether one analyzer says safe where another says unsafe.
    pub fn is_disputed(&self) -> bool {
        is_disputed(self.said.iter().flatten().map(|kind| kind.verdict()))
    }
}

/// All that was found out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conquest {
    /// What each analyzer said about the batch.
    pub whole: Vec<AnswerKind>,
    /// The conjuncts that somebody calls unsafe, in their order. The only conjunct of a batch is always among them.
    pub suspects: Vec<Suspect>,
}

/// Who is asked about parts of a batch.
pub trait Judge {
    /// Why there is no answer.
    type Error;

    /// What some analyzers say about the conjuncts at some places, taken together.
    fn judge(
        &mut self,
        places: &[usize],
        analyzers: &[usize],
    ) -> Result<Vec<AnswerKind>, Self::Error>;

    /// What asking an analyzer costs: the cheap ones are asked first.
    fn cost(&self, analyzer: usize) -> u64;
}

/// Finds every conjunct of a batch of some size about which the analyzers disagree.
pub fn conquer<J: Judge>(
    size: usize,
    analyzers: usize,
    unknowns: Unknowns,
    judge: &mut J,
) -> Result<Conquest, J::Error> {
    let all: Vec<usize> = (0..analyzers).collect();
    if size == 0 {
        return Ok(Conquest { whole: Vec::new(), suspects: Vec::new() });
    }
    let places: Vec<usize> = (0..size).collect();
    let whole = judge.judge(&places, &all)?;
    if size == 1 {
        let said = whole.iter().copied().map(Some).collect();
        let suspect = Suspect { place: 0, said, implied: vec![false; analyzers] };
        return Ok(Conquest { whole, suspects: vec![suspect] });
    }
    let mut division =
        Division { size, unknowns, judge, answers: vec![None; size * analyzers], analyzers };
    let mut pilots: Vec<usize> =
        all.into_iter().filter(|analyzer| division.may_warn(whole[*analyzer])).collect();
    pilots.sort_by_key(|analyzer| (division.judge.cost(*analyzer), *analyzer));
    let mut suspects: Vec<usize> = Vec::new();
    for (number, pilot) in pilots.into_iter().enumerate() {
        let rest: Vec<usize> =
            places.iter().copied().filter(|place| !suspects.contains(place)).collect();
        // The first one was asked about all of it.
        division.hunt(pilot, &rest, number == 0, &mut suspects)?;
    }
    suspects.sort_unstable();
    let suspects = suspects.into_iter().map(|place| division.suspect(place, &whole));
    let suspects = suspects.collect::<Result<Vec<_>, _>>()?;
    Ok(Conquest { whole, suspects })
}

struct Division<'j, J> {
    size: usize,
    analyzers: usize,
    unknowns: Unknowns,
    judge: &'j mut J,
    /// What was said about single conjuncts: the places of one analyzer, then those of the next.
    answers: Vec<Option<AnswerKind>>,
}

impl<J: Judge> Division<'_, J> {
    /// Whether an analyzer that says so about a conjunction may call a part of it unsafe.
    fn may_warn(&self, answer: AnswerKind) -> bool {
        match self.unknowns {
            Unknowns::Trust => answer.verdict().is_unsafe(),
            Unknowns::Split => answer.verdict() != Verdict::Safe,
        }
    }

    /// Adds the conjuncts that an analyzer calls unsafe; returns whether it may warn about some.
    fn hunt(
        &mut self,
        pilot: usize,
        places: &[usize],
        warns: bool,
        suspects: &mut Vec<usize>,
    ) -> Result<bool, J::Error> {
        if places.is_empty() {
            return Ok(false);
        }
        if let [place] = places {
            let warns = self.ask(*place, pilot)?.verdict().is_unsafe();
            suspects.extend(warns.then_some(*place));
            return Ok(warns);
        }
        if !warns {
            let answer = self.judge.judge(places, &[pilot])?[0];
            if !self.may_warn(answer) {
                return Ok(false);
            }
        }
        let (left, right) = places.split_at(places.len() / 2);
        let warned = self.hunt(pilot, left, false, suspects)?;
        // What is unsafe as a whole and safe on the left is unsafe on the right.
        let sure = !warned && self.unknowns == Unknowns::Trust;
        self.hunt(pilot, right, sure, suspects)?;
        Ok(true)
    }

    /// What an analyzer says about one conjunct alone.
    fn ask(&mut self, place: usize, analyzer: usize) -> Result<AnswerKind, J::Error> {
        let known = analyzer * self.size + place;
        if let Some(answer) = self.answers[known] {
            return Ok(answer);
        }
        let answer = self.judge.judge(&[place], &[analyzer])?[0];
        self.answers[known] = Some(answer);
        Ok(answer)
    }

    /// Asks everybody about a suspect who has to be asked.
    fn suspect(&mut self, place: usize, whole: &[AnswerKind]) -> Result<Suspect, J::Error> {
        let implied: Vec<bool> =
            whole.iter().map(|answer| answer.verdict() == Verdict::Safe).collect();
        let answers = |answer: &AnswerKind| match self.unknowns {
            Unknowns::Trust => answer.is_verdict(),
            Unknowns::Split => true,
        };
        let asked: Vec<usize> = (0..self.analyzers)
            .filter(|analyzer| {
                let known = self.answers[analyzer * self.size + place].is_some();
                answers(&whole[*analyzer]) && !implied[*analyzer] && !known
            })
            .collect();
        let new = self.judge.judge(&[place], &asked)?;
        for (analyzer, answer) in asked.into_iter().zip(new) {
            self.answers[analyzer * self.size + place] = Some(answer);
        }
        let said = |analyzer: usize| match implied[analyzer] {
            true => Some(AnswerKind::Safe),
            false => self.answers[analyzer * self.size + place],
        };
        Ok(Suspect { place, said: (0..self.analyzers).map(said).collect(), implied })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::convert::Infallible;

    /// What each of some analyzers says about each single conjunct.
    type Truth = Vec<Vec<AnswerKind>>;

    const ANSWERS: [AnswerKind; 3] = [AnswerKind::Safe, AnswerKind::Unsafe, AnswerKind::Unknown];

    /// Analyzers that decide conjunct by conjunct, and how often they were asked.
    struct Fakes {
        truth: Truth,
        decide: fn(&[AnswerKind]) -> AnswerKind,
        questions: usize,
    }

    impl Judge for Fakes {
        type Error = Infallible;

        fn judge(
            &mut self,
            places: &[usize],
            analyzers: &[usize],
        ) -> Result<Vec<AnswerKind>, Infallible> {
            self.questions += analyzers.len();
            let answer = |analyzer: &usize| {
                let singles: Vec<AnswerKind> =
                    places.iter().map(|place| self.truth[*analyzer][*place]).collect();
                (self.decide)(&singles)
            };
            Ok(analyzers.iter().map(answer).collect())
        }

        fn cost(&self, analyzer: usize) -> u64 {
            100 - analyzer as u64
        }
    }

    fn conjunction(singles: &[AnswerKind]) -> AnswerKind {
        match singles {
            _ if singles.contains(&AnswerKind::Unsafe) => AnswerKind::Unsafe,
            _ if singles.contains(&AnswerKind::Unknown) => AnswerKind::Unknown,
            _ => AnswerKind::Safe,
        }
    }

    fn conquered(
        truth: &Truth,
        unknowns: Unknowns,
        decide: fn(&[AnswerKind]) -> AnswerKind,
    ) -> (Conquest, usize) {
        let mut fakes = Fakes { truth: truth.clone(), decide, questions: 0 };
        let Ok(conquest) = conquer(truth[0].len(), truth.len(), unknowns, &mut fakes);
        (conquest, fakes.questions)
    }

    fn found(
        truth: &Truth,
        unknowns: Unknowns,
        decide: fn(&[AnswerKind]) -> AnswerKind,
    ) -> Vec<usize> {
        let (conquest, _) = conquered(truth, unknowns, decide);
        let disputed = conquest.suspects.iter().filter(|suspect| suspect.is_disputed());
        disputed.map(|suspect| suspect.place).collect()
    }

    /// What runs with single checks would find.
    fn exhaustive(truth: &Truth) -> Vec<usize> {
        let said = |place: usize| truth.iter().map(move |singles| singles[place].verdict());
        (0..truth[0].len()).filter(|place| is_disputed(said(*place))).collect()
    }

    /// All tables of verdicts of some analyzers on some conjuncts.
    fn truths(analyzers: usize, conjuncts: usize) -> impl Iterator<Item = Truth> {
        let cells = analyzers * conjuncts;
        (0..3usize.pow(cells as u32)).map(move |number| {
            let digit = |cell: usize| ANSWERS[number / 3usize.pow(cell as u32) % 3];
            let row = |analyzer: usize| {
                (0..conjuncts).map(|conjunct| digit(analyzer * conjuncts + conjunct)).collect()
            };
            (0..analyzers).map(row).collect()
        })
    }

    #[test]
    fn every_dispute_is_found_whatever_the_verdicts() {
        let mut tables = 0;
        for (analyzers, sizes) in [(2, 1..=5), (3, 1..=3)] {
            for size in sizes {
                for truth in truths(analyzers, size) {
                    let expected = exhaustive(&truth);
                    assert_eq!(found(&truth, Unknowns::Trust, conjunction), expected, "{truth:?}");
                    assert_eq!(found(&truth, Unknowns::Split, conjunction), expected, "{truth:?}");
                    tables += 1;
                }
            }
        }
        assert_eq!(tables, 9 + 81 + 729 + 6561 + 59049 + 27 + 729 + 19683);
    }

    /// What is told about a suspect is what everybody says about it alone.
    #[test]
    fn suspects_are_told_as_they_are() {
        for truth in truths(3, 3) {
            let (conquest, questions) = conquered(&truth, Unknowns::Trust, conjunction);
            // At most all analyzers about the batch and all of its parts.
            assert!(questions <= 3 * (2 * 3), "{questions} {truth:?}");
            for suspect in conquest.suspects {
                let alone = truth.iter().map(|singles| Some(singles[suspect.place]));
                assert_eq!(suspect.said, alone.collect::<Vec<_>>(), "{truth:?}");
            }
        }
    }

    #[test]
    fn what_all_call_unsafe_hides_nothing() {
        use AnswerKind::{Safe, Unsafe};
        let truth = vec![vec![Unsafe, Safe, Safe, Safe], vec![Unsafe, Safe, Unsafe, Safe]];
        assert_eq!(found(&truth, Unknowns::Trust, conjunction), [2]);
    }

    /// An analyzer that runs out of time on more than one conjunct.
    fn slow(singles: &[AnswerKind]) -> AnswerKind {
        let safe = conjunction(singles) == AnswerKind::Safe;
        if singles.len() > 1 && !safe { AnswerKind::Timeout } else { conjunction(singles) }
    }

    #[test]
    fn slow_analyzers_hide_disputes_unless_unknowns_are_split() {
        use AnswerKind::{Safe, Unsafe};
        let truth = vec![vec![Safe, Safe, Safe], vec![Safe, Unsafe, Safe]];
        assert_eq!(found(&truth, Unknowns::Split, slow), [1]);
        assert_eq!(found(&truth, Unknowns::Trust, slow), [0; 0]);
        truths(2, 4).for_each(|truth| {
            assert_eq!(found(&truth, Unknowns::Split, slow), exhaustive(&truth), "{truth:?}");
        });
    }

    /// Eight analyzers that agree about one suspect of four, and eight that prove all.
    #[test]
    fn groups_that_agree_are_cheap() {
        use AnswerKind::{Safe, Timeout, Unsafe};
        let half = |singles: Vec<AnswerKind>| std::iter::repeat_n(singles, 8);
        let proves = half(vec![Safe; 4]);
        let truth: Truth = proves.chain(half(vec![Safe, Safe, Unsafe, Safe])).collect();
        let (conquest, questions) = conquered(&truth, Unknowns::Trust, conjunction);
        assert_eq!(conquest.suspects[0].implied, [[true; 8], [false; 8]].concat());
        // All about the batch; the first about a half and two single ones; each about the rest; each about the suspect.
        assert_eq!(questions, 16 + 3 + 7 + 7);
        // Whoever ran out of time is left alone.
        let lost = vec![vec![Timeout; 4], vec![Safe; 4], vec![Unsafe, Safe, Safe, Safe]];
        let (conquest, questions) = conquered(&lost, Unknowns::Trust, |singles| singles[0]);
        assert_eq!(conquest.suspects[0].said, [None, Some(Safe), Some(Unsafe)]);
        assert!(questions <= 3 + 4, "{questions}");
    }

    #[test]
    fn agreement_on_safe_costs_one_run() {
        let truth = vec![vec![AnswerKind::Safe; 4], vec![AnswerKind::Unknown; 4]];
        let (conquest, questions) = conquered(&truth, Unknowns::Trust, conjunction);
        assert_eq!((conquest.suspects.len(), questions), (0, 2));
    }

    struct Gone;

    impl Judge for Gone {
        type Error = &'static str;

        fn judge(&mut self, _: &[usize], _: &[usize]) -> Result<Vec<AnswerKind>, &'static str> {
            Err("gone")
        }

        fn cost(&self, _: usize) -> u64 {
            0
        }
    }

    #[test]
    fn errors_end_it() {
        assert_eq!(conquer(2, 1, Unknowns::Trust, &mut Gone), Err("gone"));
        let empty = conquer(0, 1, Unknowns::Trust, &mut Gone);
        assert!(empty.is_ok_and(|conquest| conquest.suspects.is_empty()));
    }
}
