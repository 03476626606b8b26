//! Which conjuncts of a batch analyzers disagree about, found with few questions.
//!
//! Everybody is asked about the batch once. Most analyzers then speak of each check alone, and nothing has to be divided:
//! whoever leaves some open is asked about these, as one batch again. The others have one verdict for all. Those of them who
//! call the batch unsafe are asked about parts of it, the cheap ones first, until every conjunct that somebody calls unsafe
//! is known: a suspect. Whoever calls all that is no suspect safe adds none, and is asked one question for that. About
//! suspects everybody is asked whose opinion is not known by then.
//!
//! What is assumed of an analyzer: if a conjunction is safe, each part of it is. So whoever called the batch safe is not asked
//! about its parts. What is not said about a check alone is implied, and said so. Whoever ran out of time or crashed is not
//! asked again.

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
    /// What each analyzer said about it; nothing where it was not asked.
    pub said: Vec<Option<AnswerKind>>,
    /// Whether an analyzer was not asked about it alone: it said so about a batch with this check.
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

/// What an analyzer says about some conjuncts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Said {
    /// About all of them together.
    pub whole: AnswerKind,
    /// About each of them, if it speaks of single checks; nothing for those about which it has to be asked again.
    pub apart: Option<Vec<Option<AnswerKind>>>,
}

/// Who is asked about parts of a batch.
pub trait Judge {
    /// Why there is no answer.
    type Error;

    /// What some analyzers say about the conjuncts at some places.
    fn judge(&mut self, places: &[usize], analyzers: &[usize]) -> Result<Vec<Said>, Self::Error>;

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
    if size == 0 {
        return Ok(Conquest { whole: Vec::new(), suspects: Vec::new() });
    }
    let (places, all): (Vec<usize>, Vec<usize>) = ((0..size).collect(), (0..analyzers).collect());
    let first = judge.judge(&places, &all)?;
    let whole: Vec<AnswerKind> = first.iter().map(|said| said.whole).collect();
    let answers = vec![None; size * analyzers];
    let mut division = Division { size, analyzers, unknowns, judge, answers };
    let mut pilots = Vec::new();
    for (analyzer, said) in first.into_iter().enumerate() {
        let silent = division.hear(analyzer, &places, said)?;
        pilots.extend(silent.map(|places| (analyzer, places)));
    }
    pilots.sort_by_key(|(analyzer, _)| (division.judge.cost(*analyzer), *analyzer));
    for (pilot, places) in pilots {
        let known = division.suspects();
        let rest: Vec<usize> =
            places.iter().copied().filter(|place| !known.contains(place)).collect();
        division.hunt(pilot, &rest, rest.len() == places.len())?;
    }
    let suspects = if size == 1 { places } else { division.suspects() };
    let suspects = suspects.into_iter().map(|place| division.suspect(place, &whole));
    let suspects = suspects.collect::<Result<Vec<_>, _>>()?;
    Ok(Conquest { whole, suspects })
}

/// What an analyzer says about one conjunct, and whether that is implied by what it says about several.
type Opinion = (AnswerKind, bool);

struct Division<'j, J> {
    size: usize,
    analyzers: usize,
    unknowns: Unknowns,
    judge: &'j mut J,
    /// What is known about single conjuncts: the places of one analyzer, then those of the next.
    answers: Vec<Option<Opinion>>,
}

impl<J: Judge> Division<'_, J> {
    /// Whether an analyzer that says so about a conjunction may call a part of it unsafe.
    fn may_warn(&self, answer: AnswerKind) -> bool {
        match self.unknowns {
            Unknowns::Trust => answer.verdict().is_unsafe(),
            Unknowns::Split => answer.verdict() != Verdict::Safe,
        }
    }

    fn opinion(&mut self, analyzer: usize, place: usize) -> &mut Option<Opinion> {
        &mut self.answers[analyzer * self.size + place]
    }

    /// What somebody calls unsafe, in the order of places.
    fn suspects(&self) -> Vec<usize> {
        let warns =
            |answer: &Option<Opinion>| answer.is_some_and(|(kind, _)| kind.verdict().is_unsafe());
        let is_suspect =
            |place: &usize| self.answers.iter().skip(*place).step_by(self.size).any(warns);
        (0..self.size).filter(is_suspect).collect()
    }

    /// Notes what an analyzer says, and asks about what it leaves open as long as it tells more. Returns the conjuncts
    /// about which it warns without telling which.
    fn hear(
        &mut self,
        analyzer: usize,
        places: &[usize],
        mut said: Said,
    ) -> Result<Option<Vec<usize>>, J::Error> {
        let mut places = places.to_vec();
        loop {
            self.note(analyzer, &places, &said);
            let open: Vec<usize> = places
                .iter()
                .copied()
                .filter(|place| self.opinion(analyzer, *place).is_none())
                .collect();
            if open.is_empty() || !self.may_warn(said.whole) {
                return Ok(None);
            }
            if open.len() == places.len() {
                return Ok(Some(places));
            }
            said = self.ask(&open, analyzer)?;
            places = open;
        }
    }

    fn note(&mut self, analyzer: usize, places: &[usize], said: &Said) {
        if let [place] = places {
            *self.opinion(analyzer, *place) = Some((said.whole, false));
        } else if said.whole.verdict() == Verdict::Safe {
            for place in places {
                *self.opinion(analyzer, *place) = Some((AnswerKind::Safe, true));
            }
        } else if let Some(apart) = &said.apart {
            for (place, kind) in places.iter().zip(apart) {
                let split = self.unknowns == Unknowns::Split;
                let kind = kind.filter(|kind| !split || kind.verdict() != Verdict::Unknown);
                *self.opinion(analyzer, *place) = kind.map(|kind| (kind, true));
            }
        }
    }

    fn ask(&mut self, places: &[usize], analyzer: usize) -> Result<Said, J::Error> {
        Ok(self.judge.judge(places, &[analyzer])?.remove(0))
    }

    /// Finds the conjuncts that an analyzer calls unsafe, if it has one verdict for all; returns whether it may warn about some.
    fn hunt(&mut self, pilot: usize, places: &[usize], warns: bool) -> Result<bool, J::Error> {
        if places.is_empty() {
            return Ok(false);
        }
        if !warns || places.len() == 1 {
            let said = self.ask(places, pilot)?;
            let warns = self.may_warn(said.whole);
            self.note(pilot, places, &Said { apart: None, ..said });
            if !warns || places.len() == 1 {
                return Ok(warns);
            }
        }
        let (left, right) = places.split_at(places.len() / 2);
        let warned = self.hunt(pilot, left, false)?;
        // What is unsafe as a whole and safe on the left is unsafe on the right.
        let sure = !warned && self.unknowns == Unknowns::Trust;
        self.hunt(pilot, right, sure)?;
        Ok(true)
    }

    /// Asks everybody about a suspect who has to be asked.
    fn suspect(&mut self, place: usize, whole: &[AnswerKind]) -> Result<Suspect, J::Error> {
        let answers = |answer: AnswerKind| answer.is_verdict() || self.unknowns == Unknowns::Split;
        let asked: Vec<usize> =
            (0..self.analyzers).filter(|analyzer| answers(whole[*analyzer])).collect();
        let asked: Vec<usize> =
            asked.into_iter().filter(|analyzer| self.opinion(*analyzer, place).is_none()).collect();
        let new = self.judge.judge(&[place], &asked)?;
        for (analyzer, said) in asked.into_iter().zip(new) {
            self.note(analyzer, &[place], &said);
        }
        let opinions: Vec<Option<Opinion>> =
            (0..self.analyzers).map(|analyzer| *self.opinion(analyzer, place)).collect();
        let said = opinions.iter().map(|opinion| opinion.map(|(kind, _)| kind)).collect();
        let implied =
            opinions.iter().map(|opinion| opinion.is_some_and(|(_, implied)| implied)).collect();
        Ok(Suspect { place, said, implied })
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
        apart: Apart,
        questions: usize,
    }

    /// How analyzers speak of single checks: what they say of those that they were asked about.
    type Apart = fn(usize, &[AnswerKind]) -> Option<Vec<Option<AnswerKind>>>;

    /// One verdict for all.
    fn never(_: usize, _: &[AnswerKind]) -> Option<Vec<Option<AnswerKind>>> {
        None
    }

    /// Everybody speaks of each check.
    fn always(_: usize, singles: &[AnswerKind]) -> Option<Vec<Option<AnswerKind>>> {
        Some(singles.iter().copied().map(Some).collect())
    }

    /// The first one speaks of the first check that fails and not of those behind it, and the second one of all.
    fn some(analyzer: usize, singles: &[AnswerKind]) -> Option<Vec<Option<AnswerKind>>> {
        let fails = singles.iter().position(|kind| kind.verdict().is_unsafe());
        let told = |(place, kind): (usize, &AnswerKind)| {
            Some(*kind).filter(|_| fails.is_none_or(|fails| place <= fails))
        };
        match analyzer {
            0 => Some(singles.iter().enumerate().map(told).collect()),
            1 => always(1, singles),
            _ => None,
        }
    }

    impl Judge for Fakes {
        type Error = Infallible;

        fn judge(
            &mut self,
            places: &[usize],
            analyzers: &[usize],
        ) -> Result<Vec<Said>, Infallible> {
            self.questions += analyzers.len();
            let answer = |analyzer: &usize| {
                let singles: Vec<AnswerKind> =
                    places.iter().map(|place| self.truth[*analyzer][*place]).collect();
                let apart = (self.apart)(*analyzer, &singles);
                Said { whole: (self.decide)(&singles), apart }
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
        heard(truth, unknowns, decide, never)
    }

    fn heard(
        truth: &Truth,
        unknowns: Unknowns,
        decide: fn(&[AnswerKind]) -> AnswerKind,
        apart: Apart,
    ) -> (Conquest, usize) {
        let mut fakes = Fakes { truth: truth.clone(), decide, apart, questions: 0 };
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

    /// However analyzers speak, the same is told; and whoever speaks of each check is asked once.
    #[test]
    fn whoever_speaks_of_single_checks_is_not_divided() {
        for truth in truths(3, 3) {
            let expected = exhaustive(&truth);
            let fails = truth.iter().flatten().any(|kind| kind.verdict().is_unsafe());
            for (apart, questions) in [(always as Apart, Some(3)), (some, None)] {
                for unknowns in [Unknowns::Trust, Unknowns::Split] {
                    let (conquest, asked) = heard(&truth, unknowns, conjunction, apart);
                    let disputed = conquest.suspects.iter().filter(|s| s.is_disputed());
                    let disputed: Vec<usize> = disputed.map(|suspect| suspect.place).collect();
                    assert_eq!(disputed, expected, "{unknowns:?} {truth:?}");
                    if unknowns == Unknowns::Trust && fails {
                        assert!(questions.is_none_or(|only| asked == only), "{asked} {truth:?}");
                    }
                    for suspect in conquest.suspects {
                        let alone = truth.iter().map(|singles| Some(singles[suspect.place]));
                        assert_eq!(suspect.said, alone.collect::<Vec<_>>(), "{truth:?}");
                    }
                }
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

        fn judge(&mut self, _: &[usize], _: &[usize]) -> Result<Vec<Said>, &'static str> {
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
