//! Three-valued answers and the outcome of one check.
//!
//! "I don't know" is an answer. Only [`Answer::No`] accuses.

use std::fmt;

/// The answer of a relation such as `leq`. A plain `bool` converts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Answer {
    /// The relation certainly holds.
    Yes,
    /// The relation certainly does not hold.
    No,
    /// The implementation cannot tell.
    Unknown,
}

impl Answer {
    /// True for `Yes` alone.
    pub fn is_yes(self) -> bool {
        self == Answer::Yes
    }

    /// True for `No` alone.
    pub fn is_no(self) -> bool {
        self == Answer::No
    }

    /// Both must hold: a `No` decides, then an `Unknown`. `other` is asked only when needed.
    pub fn and(self, other: impl FnOnce() -> Answer) -> Answer {
        match self {
            Answer::No => Answer::No,
            Answer::Yes => other(),
            Answer::Unknown => match other() {
                Answer::No => Answer::No,
                _ => Answer::Unknown,
            },
        }
    }

    /// One of both must hold: a `Yes` decides, then an `Unknown`.
    pub fn or(self, other: impl FnOnce() -> Answer) -> Answer {
        !((!self).and(|| !other()))
    }

    /// All must hold.
    pub fn all(answers: impl IntoIterator<Item = Answer>) -> Answer {
        let mut result = Answer::Yes;
        for answer in answers {
            match answer {
                Answer::No => return Answer::No,
                Answer::Unknown => result = Answer::Unknown,
                Answer::Yes => {}
            }
        }
        result
    }
}

impl std::ops::Not for Answer {
    type Output = Answer;

    fn not(self) -> Answer {
        match self {
            Answer::Yes => Answer::No,
            Answer::No => Answer::Yes,
            Answer::Unknown => Answer::Unknown,
        }
    }
}

impl From<bool> for Answer {
    fn from(holds: bool) -> Answer {
        if holds { Answer::Yes } else { Answer::No }
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Answer::Yes => "yes",
            Answer::No => "no",
            Answer::Unknown => "unknown",
        })
    }
}

/// What one case of one check came to. Skipping is neither an error nor a success.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// The conclusion was checked and holds.
    Holds,
    /// The conclusion was checked and does not hold: the case is a counterexample.
    Violated,
    /// The precondition did not hold, so nothing was checked.
    Vacuous,
    /// The implementation answered [`Answer::Unknown`] where a definite answer was needed.
    Unknown,
}

impl Outcome {
    /// Both must hold; a violation decides. `other` is checked only while nothing is violated.
    pub fn and(self, other: impl FnOnce() -> Outcome) -> Outcome {
        match self {
            Outcome::Violated => Outcome::Violated,
            Outcome::Holds => other(),
            first => match other() {
                Outcome::Violated => Outcome::Violated,
                _ => first,
            },
        }
    }
}

impl From<Answer> for Outcome {
    fn from(answer: Answer) -> Outcome {
        match answer {
            Answer::Yes => Outcome::Holds,
            Answer::No => Outcome::Violated,
            Answer::Unknown => Outcome::Unknown,
        }
    }
}

impl From<bool> for Outcome {
    fn from(holds: bool) -> Outcome {
        Answer::from(holds).into()
    }
}

#[cfg(test)]
mod tests {
    use super::Answer::{self, No, Unknown, Yes};
    use super::Outcome;

    const ALL: [Answer; 3] = [Yes, No, Unknown];

    /// Kleene's tables: an answer with `Unknown` stands for both completions.
    #[test]
    fn connectives_follow_kleene() {
        let completions = |a: Answer| match a {
            Yes => vec![true],
            No => vec![false],
            Unknown => vec![false, true],
        };
        for a in ALL {
            for b in ALL {
                let expected = |f: fn(bool, bool) -> bool| {
                    let mut seen: Vec<bool> = completions(a)
                        .iter()
                        .flat_map(|x| completions(b).into_iter().map(move |y| f(*x, y)))
                        .collect();
                    seen.sort();
                    seen.dedup();
                    if seen.len() == 1 { Answer::from(seen[0]) } else { Unknown }
                };
                assert_eq!(a.and(|| b), expected(|x, y| x && y));
                assert_eq!(a.or(|| b), expected(|x, y| x || y));
                assert_eq!(Answer::all([a, b]), expected(|x, y| x && y));
            }
        }
    }

    /// A violation is one whatever stands beside it.
    #[test]
    fn a_violation_of_one_half_decides() {
        let all = [Outcome::Holds, Outcome::Violated, Outcome::Vacuous, Outcome::Unknown];
        for one in all {
            assert_eq!(one.and(|| Outcome::Violated), Outcome::Violated, "{one:?}");
            assert_eq!(Outcome::Violated.and(|| one), Outcome::Violated, "{one:?}");
            assert_eq!(one.and(|| Outcome::Holds), one);
            assert_eq!(Outcome::Holds.and(|| one), one);
        }
    }
}
