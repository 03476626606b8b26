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

/// What an analyzer says about a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Opinion {
    /// No check can fail.
    Safe,
    /// Some check may fail.
    Unsafe,
    /// Neither.
    Unknown,
}

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
    pub opinions: Vec<Opinion>,
}

impl<T> Part<T> {
    /// Whether one analyzer says safe where another says unsafe.
    pub fn is_disputed(&self) -> bool {
        self.opinions.contains(&Opinion::Safe) && self.opinions.contains(&Opinion::Unsafe)
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
    pub fn disputes(&self) -> impl Iterator<Item = (&T, &[Opinion])> {
        let single = self.parts.iter().filter(|part| part.conjuncts.len() == 1);
        let disputed = single.filter(|part| part.is_disputed());
        disputed.map(|part| (&part.conjuncts[0], &part.opinions[..]))
    }
}

/// Finds every conjunct about which the analyzers disagree.
///
/// `judge` gets conjuncts and, for each analyzer, whether it already called a larger conjunction
/// safe; it may then answer safe without running it.
pub fn conquer<T: Clone, E>(
    batch: &[T],
    unknowns: Unknowns,
    judge: impl FnMut(&[T], &[bool]) -> Result<Vec<Opinion>, E>,
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

impl<T: Clone, E, J: FnMut(&[T], &[bool]) -> Result<Vec<Opinion>, E>> Division<T, J> {
    fn judge_part(&mut self, conjuncts: &[T], safe: &[bool]) -> Result<Vec<Opinion>, E> {
        let opinions = (self.judge)(conjuncts, safe)?;
        self.parts.push(Part { conjuncts: conjuncts.to_vec(), opinions: opinions.clone() });
        if conjuncts.len() > 1 && !self.is_settled(&opinions) {
            self.split(conjuncts, &opinions)?;
        }
        Ok(opinions)
    }

    fn split(&mut self, conjuncts: &[T], opinions: &[Opinion]) -> Result<(), E> {
        let safe: Vec<bool> = opinions.iter().map(|opinion| *opinion == Opinion::Safe).collect();
        let (left, right) = conjuncts.split_at(conjuncts.len() / 2);
        let left = self.judge_part(left, &safe)?;
        // What is unsafe as a whole and safe on the left is unsafe on the right: no need to ask,
        // unless the answer is about a single conjunct and so becomes evidence.
        let all_safe = left.iter().all(|opinion| *opinion == Opinion::Safe);
        match all_safe && right.len() > 1 {
            true => self.split(right, opinions),
            false => self.judge_part(right, &safe).map(drop),
        }
    }

    fn is_settled(&self, opinions: &[Opinion]) -> bool {
        match self.unknowns {
            Unknowns::Trust => !opinions.contains(&Opinion::Unsafe),
            Unknowns::Split => opinions.iter().all(|opinion| *opinion == Opinion::Safe),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::convert::Infallible;

    /// What each of some analyzers says about each single conjunct.
    type Truth = Vec<Vec<Opinion>>;

    const OPINIONS: [Opinion; 3] = [Opinion::Safe, Opinion::Unsafe, Opinion::Unknown];

    /// An analyzer that decides conjunct by conjunct.
    fn conjunction(singles: &[Opinion]) -> Opinion {
        match singles {
            _ if singles.contains(&Opinion::Unsafe) => Opinion::Unsafe,
            _ if singles.contains(&Opinion::Unknown) => Opinion::Unknown,
            _ => Opinion::Safe,
        }
    }

    fn found(truth: &Truth, unknowns: Unknowns, judge: fn(&[Opinion]) -> Opinion) -> Vec<usize> {
        let size = truth[0].len();
        let batch: Vec<usize> = (0..size).collect();
        let conquest = conquer(&batch, unknowns, |conjuncts, safe| {
            let opinions = truth.iter().enumerate().map(|(analyzer, singles)| {
                let singles: Vec<Opinion> = conjuncts.iter().map(|i| singles[*i]).collect();
                let opinion = judge(&singles);
                let implied = safe.get(analyzer).copied().unwrap_or(false);
                assert!(!implied || opinion == Opinion::Safe, "safe was implied and is not so");
                opinion
            });
            Ok::<_, Infallible>(opinions.collect())
        });
        let Ok(conquest) = conquest;
        assert!(conquest.parts.len() < 2 * size.max(1), "more runs than a full split");
        conquest.disputes().map(|(conjunct, _)| *conjunct).collect()
    }

    /// What runs with single checks would find.
    fn exhaustive(truth: &Truth) -> Vec<usize> {
        let singles = (0..truth[0].len()).map(|conjunct| Part {
            conjuncts: vec![conjunct],
            opinions: truth.iter().map(|singles| singles[conjunct]).collect(),
        });
        singles.filter(Part::is_disputed).map(|part| part.conjuncts[0]).collect()
    }

    /// All tables of opinions of some analyzers on some conjuncts.
    fn truths(analyzers: usize, conjuncts: usize) -> impl Iterator<Item = Truth> {
        let cells = analyzers * conjuncts;
        (0..3usize.pow(cells as u32)).map(move |number| {
            let digit = |cell: usize| OPINIONS[number / 3usize.pow(cell as u32) % 3];
            let row = |analyzer: usize| {
                (0..conjuncts).map(|conjunct| digit(analyzer * conjuncts + conjunct)).collect()
            };
            (0..analyzers).map(row).collect()
        })
    }

    #[test]
    fn every_dispute_is_found_whatever_the_opinions() {
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
        use Opinion::{Safe, Unsafe};
        let truth = vec![vec![Unsafe, Safe, Safe, Safe], vec![Unsafe, Safe, Unsafe, Safe]];
        assert_eq!(found(&truth, Unknowns::Trust, conjunction), [2]);
    }

    /// An analyzer that runs out of time on more than one conjunct.
    fn slow(singles: &[Opinion]) -> Opinion {
        let safe = conjunction(singles) == Opinion::Safe;
        if singles.len() > 1 && !safe { Opinion::Unknown } else { conjunction(singles) }
    }

    #[test]
    fn slow_analyzers_hide_disputes_unless_unknowns_are_split() {
        use Opinion::{Safe, Unsafe};
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
            Ok::<_, Infallible>(vec![Opinion::Safe, Opinion::Unknown])
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
