//! Which conjuncts of a batch analyzers disagree about, found by divide and conquer.
//!
//! A batch of checks is judged as one conjunction, which saves runs where all agree that it is safe.
//! Otherwise it is split: a conjunct that all call unsafe makes the whole batch unsafe for all, and
//! would hide that they disagree about another. So "all say unsafe" is no agreement on more than one
//! conjunct.
//!
//! What is assumed of an analyzer: if a conjunction is safe, each part of it is. Whoever breaks that
//! changes his mind about the same check, and is seen only where the batch is split for another
//! reason.

use crate::analyzer::Verdict;

/// What is made of an analyzer that has no opinion about a conjunction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Unknowns {
    /// It would call no part of it unsafe: the batch is split only if somebody says unsafe.
    #[default]
    Trust,
    /// It might, for instance because less text takes less time: the batch is split.
    Split,
}

/// Conjuncts that were judged together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part<T> {
    /// The conjuncts.
    pub conjuncts: Vec<T>,
    /// What each analyzer said, in their order.
    pub verdicts: Vec<Verdict>,
}

/// Whether one analyzer says safe where another says unsafe.
pub fn is_disputed(verdicts: impl Iterator<Item = Verdict> + Clone) -> bool {
    verdicts.clone().any(|verdict| verdict == Verdict::Safe)
        && verdicts.clone().any(Verdict::is_unsafe)
}

impl<T> Part<T> {
    /// Whether one analyzer says safe where another says unsafe.
    pub fn is_disputed(&self) -> bool {
        is_disputed(self.verdicts.iter().copied())
    }
}

/// All that was judged on the way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conquest<T> {
    /// Every part, the whole batch first.
    pub parts: Vec<Part<T>>,
}

impl<T> Conquest<T> {
    /// The conjuncts that analyzers disagree about, each with what was said about it alone.
    pub fn disputes(&self) -> impl Iterator<Item = (&T, &[Verdict])> {
        let single = self.parts.iter().filter(|part| part.conjuncts.len() == 1);
        let disputed = single.filter(|part| part.is_disputed());
        disputed.map(|part| (&part.conjuncts[0], &part.verdicts[..]))
    }
}

/// Finds every conjunct about which the analyzers disagree.
///
/// `judge` gets conjuncts and, for each analyzer, whether it already called a larger conjunction
/// safe; it may then answer safe without running it.
pub fn conquer<T: Clone, E>(
    batch: &[T],
    unknowns: Unknowns,
    judge: impl FnMut(&[T], &[bool]) -> Result<Vec<Verdict>, E>,
) -> Result<Conquest<T>, E> {
    let mut division = Division { unknowns, judge, parts: Vec::new() };
    if !batch.is_empty() {
        division.judge_part(batch, &[])?;
    }
    Ok(Conquest { parts: division.parts })
}

struct Division<T, J> {
    unknowns: Unknowns,
    judge: J,
    parts: Vec<Part<T>>,
}

impl<T: Clone, E, J: FnMut(&[T], &[bool]) -> Result<Vec<Verdict>, E>> Division<T, J> {
    fn judge_part(&mut self, conjuncts: &[T], safe: &[bool]) -> Result<Vec<Verdict>, E> {
        let verdicts = (self.judge)(conjuncts, safe)?;
        self.parts.push(Part { conjuncts: conjuncts.to_vec(), verdicts: verdicts.clone() });
        if conjuncts.len() > 1 && !self.is_settled(&verdicts) {
            self.split(conjuncts, &verdicts)?;
        }
        Ok(verdicts)
    }

    fn split(&mut self, conjuncts: &[T], verdicts: &[Verdict]) -> Result<(), E> {
        let safe: Vec<bool> = verdicts.iter().map(|verdict| *verdict == Verdict::Safe).collect();
        let (left, right) = conjuncts.split_at(conjuncts.len() / 2);
        let left = self.judge_part(left, &safe)?;
        // What is unsafe as a whole and safe on the left is unsafe on the right: no need to ask,
        // unless the answer is about a single conjunct and so becomes evidence.
        let all_safe = left.iter().all(|verdict| *verdict == Verdict::Safe);
        match all_safe && right.len() > 1 {
            true => self.split(right, verdicts),
            false => self.judge_part(right, &safe).map(drop),
        }
    }

    fn is_settled(&self, verdicts: &[Verdict]) -> bool {
        match self.unknowns {
            Unknowns::Trust => !verdicts.iter().any(|verdict| verdict.is_unsafe()),
            Unknowns::Split => verdicts.iter().all(|verdict| *verdict == Verdict::Safe),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::convert::Infallible;

    /// What each of some analyzers says about each single conjunct.
    type Truth = Vec<Vec<Verdict>>;

    const VERDICTS: [Verdict; 3] = [Verdict::Safe, Verdict::Unsafe, Verdict::Unknown];

    /// An analyzer that decides conjunct by conjunct.
    fn conjunction(singles: &[Verdict]) -> Verdict {
        match singles {
            _ if singles.contains(&Verdict::Unsafe) => Verdict::Unsafe,
            _ if singles.contains(&Verdict::Unknown) => Verdict::Unknown,
            _ => Verdict::Safe,
        }
    }

    fn found(truth: &Truth, unknowns: Unknowns, judge: fn(&[Verdict]) -> Verdict) -> Vec<usize> {
        let size = truth[0].len();
        let batch: Vec<usize> = (0..size).collect();
        let conquest = conquer(&batch, unknowns, |conjuncts, safe| {
            let verdicts = truth.iter().enumerate().map(|(analyzer, singles)| {
                let singles: Vec<Verdict> = conjuncts.iter().map(|i| singles[*i]).collect();
                let verdict = judge(&singles);
                let implied = safe.get(analyzer).copied().unwrap_or(false);
                assert!(!implied || verdict == Verdict::Safe, "safe was implied and is not so");
                verdict
            });
            Ok::<_, Infallible>(verdicts.collect())
        });
        let Ok(conquest) = conquest;
        assert!(conquest.parts.len() < 2 * size.max(1), "more runs than a full split");
        conquest.disputes().map(|(conjunct, _)| *conjunct).collect()
    }

    /// What runs with single checks would find.
    fn exhaustive(truth: &Truth) -> Vec<usize> {
        let singles = (0..truth[0].len()).map(|conjunct| Part {
            conjuncts: vec![conjunct],
            verdicts: truth.iter().map(|singles| singles[conjunct]).collect(),
        });
        singles.filter(Part::is_disputed).map(|part| part.conjuncts[0]).collect()
    }

    /// All tables of verdicts of some analyzers on some conjuncts.
    fn truths(analyzers: usize, conjuncts: usize) -> impl Iterator<Item = Truth> {
        let cells = analyzers * conjuncts;
        (0..3usize.pow(cells as u32)).map(move |number| {
            let digit = |cell: usize| VERDICTS[number / 3usize.pow(cell as u32) % 3];
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

    #[test]
    fn what_all_call_unsafe_hides_nothing() {
        use Verdict::{Safe, Unsafe};
        let truth = vec![vec![Unsafe, Safe, Safe, Safe], vec![Unsafe, Safe, Unsafe, Safe]];
        assert_eq!(found(&truth, Unknowns::Trust, conjunction), [2]);
    }

    /// An analyzer that runs out of time on more than one conjunct.
    fn slow(singles: &[Verdict]) -> Verdict {
        let safe = conjunction(singles) == Verdict::Safe;
        if singles.len() > 1 && !safe { Verdict::Unknown } else { conjunction(singles) }
    }

    #[test]
    fn slow_analyzers_hide_disputes_unless_unknowns_are_split() {
        use Verdict::{Safe, Unsafe};
        let truth = vec![vec![Safe, Safe, Safe], vec![Safe, Unsafe, Safe]];
        assert_eq!(found(&truth, Unknowns::Split, slow), [1]);
        assert_eq!(found(&truth, Unknowns::Trust, slow), [0; 0]);
        truths(2, 4).for_each(|truth| {
            assert_eq!(found(&truth, Unknowns::Split, slow), exhaustive(&truth), "{truth:?}");
        });
    }

    #[test]
    fn agreement_on_safe_costs_one_run() {
        let mut runs = 0;
        let judged = conquer(&[1, 2, 3, 4], Unknowns::Trust, |_, _| {
            runs += 1;
            Ok::<_, Infallible>(vec![Verdict::Safe, Verdict::Unknown])
        });
        let Ok(conquest) = judged;
        assert_eq!((runs, conquest.disputes().count()), (1, 0));
    }

    #[test]
    fn errors_end_it() {
        assert_eq!(conquer(&[1, 2], Unknowns::Trust, |_, _| Err("gone")), Err("gone"));
        let empty = conquer::<u8, Infallible>(&[], Unknowns::Trust, |_, _| Ok(Vec::new()));
        assert!(empty.is_ok_and(|conquest| conquest.parts.is_empty()));
    }
}
