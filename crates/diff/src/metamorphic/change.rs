//! What it means that an analyzer answers differently about two programs that mean the same.

use super::{Relation, Transformation};
use crate::analyzer::{AnswerKind, Verdict};
use crate::concrete::Truth;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What the analyzer of a change claims by its manual.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Claims {
    /// Safe is a proof, and not only silence or all that a bound allows to see.
    pub proves: bool,
    /// Unsafe is a failure that happens.
    pub witnesses: bool,
}

/// How bad a change is, the worst first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// It calls a program safe whose check failed in a run.
    Unsound,
    /// It claims a failure of a check that held in all possible runs.
    FalseFailure,
    /// It proves one program and claims that the other one fails: one of both is wrong.
    Contradiction,
    /// It proves one program and claims that the other one fails whenever its check is reached: one of both is wrong if
    /// that is ever reached.
    ContradictionIfReached,
    /// It proved the program before, and now warns.
    Lost,
    /// It warned before, and now proves the program.
    Gained,
}

impl Kind {
    /// Whether it says something about soundness, not only about precision.
    pub fn is_serious(self) -> bool {
        self < Kind::Lost
    }

    /// Whether a run decided it.
    pub fn is_confirmed(self) -> bool {
        matches!(self, Kind::Unsound | Kind::FalseFailure)
    }

    /// What it says about the analyzer.
    pub fn sentence(self) -> &'static str {
        match self {
            Kind::Unsound => "unsound, confirmed: the check fails when the program is run",
            Kind::FalseFailure => "wrong, confirmed: the claimed failure is in none of all runs",
            Kind::Contradiction => "contradicts itself: one of both answers is wrong",
            Kind::ContradictionIfReached => "contradicts itself, unless the check is never reached",
            Kind::Lost => "precision lost: safe before, a warning after",
            Kind::Gained => "precision gained: a warning before, safe after",
        }
    }
}

/// An analyzer that answers differently about a program and the changed program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Change {
    /// The number of the seed.
    pub seed: usize,
    /// The number of the seed's variant.
    pub variant: usize,
    /// The check, such as `x != 7`.
    pub check: String,
    /// The function around it.
    pub function: String,
    /// The line of the seed's text.
    pub line: u32,
    /// What was changed.
    pub transformation: Transformation,
    /// The number of the analyzer.
    pub analyzer: usize,
    /// What it said before.
    pub before: AnswerKind,
    /// What it says about the changed program.
    pub after: AnswerKind,
    /// What that means.
    pub kind: Kind,
    /// What runs of the changed program showed.
    pub truth: Truth,
}

/// All that metamorphic checks came to.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Interrogation {
    /// How many changed programs analyzers were asked about, by what was changed.
    pub programs: BTreeMap<Transformation, u64>,
    /// Answers that differ, the worst first.
    pub changes: Vec<Change>,
}

impl Interrogation {
    /// Whether nobody was asked.
    pub fn is_empty(&self) -> bool {
        self.programs.is_empty()
    }

    /// The changes that say something about soundness.
    pub fn serious(&self) -> impl Iterator<Item = &Change> {
        self.changes.iter().filter(|change| change.kind.is_serious())
    }
}

/// What two answers mean together; nothing if they fit, or say nothing. `truth` is that of the changed program, which has
/// no undefined behaviour if it is not open.
pub(crate) fn kind(
    relation: Relation,
    (before, after): (AnswerKind, AnswerKind),
    claims: Claims,
    truth: &Truth,
) -> Option<Kind> {
    let safe = |answer: AnswerKind| answer.verdict() == Verdict::Safe;
    let warns = |answer: AnswerKind| answer.verdict().is_unsafe();
    let fails = |answer: AnswerKind| {
        answer.verdict() == Verdict::Definite || claims.witnesses && warns(answer)
    };
    // What a weaker check hides says nothing about the check before.
    let opposed = safe(before) && warns(after)
        || relation == Relation::Equivalent && warns(before) && safe(after);
    if !opposed {
        return None;
    }
    let precision = if safe(before) { Kind::Lost } else { Kind::Gained };
    let claimed = fails(before) || fails(after);
    Some(match truth {
        // If the changed program fails, so does the program before.
        Truth::Fails(_) if claims.proves => Kind::Unsound,
        Truth::Holds { .. } if claims.witnesses && claimed => Kind::FalseFailure,
        _ if !claims.proves || !claimed => precision,
        _ if claims.witnesses => Kind::Contradiction,
        _ => Kind::ContradictionIfReached,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use AnswerKind::{Definite, Safe, Timeout, Unknown, Unsafe};

    const PROVER: Claims = Claims { proves: true, witnesses: false };
    const CHECKER: Claims = Claims { proves: true, witnesses: true };
    const BOUNDED: Claims = Claims { proves: false, witnesses: true };
    const FINDER: Claims = Claims { proves: false, witnesses: false };

    fn fails() -> Truth {
        Truth::Fails(Vec::new())
    }

    fn holds() -> Truth {
        Truth::Holds { runs: 1, compilers: Vec::new() }
    }

    #[track_caller]
    fn check(claims: Claims, said: (AnswerKind, AnswerKind), truth: Truth, expected: Option<Kind>) {
        assert_eq!(kind(Relation::Equivalent, said, claims, &truth), expected);
    }

    #[test]
    fn answers_that_fit_are_no_change() {
        for claims in [PROVER, CHECKER, BOUNDED, FINDER] {
            for said in [(Safe, Safe), (Unsafe, Definite), (Safe, Unknown), (Timeout, Safe)] {
                check(claims, said, fails(), None);
            }
        }
    }

    /// Whoever may give up or warn too often is imprecise, and not wrong.
    #[test]
    fn a_warning_is_only_imprecise() {
        check(PROVER, (Safe, Unsafe), Truth::Open, Some(Kind::Lost));
        check(PROVER, (Safe, Unsafe), holds(), Some(Kind::Lost));
        check(PROVER, (Unsafe, Safe), Truth::Open, Some(Kind::Gained));
        check(FINDER, (Unsafe, Safe), fails(), Some(Kind::Gained));
        check(BOUNDED, (Safe, Definite), Truth::Open, Some(Kind::Lost));
        check(BOUNDED, (Definite, Safe), fails(), Some(Kind::Gained));
    }

    #[test]
    fn a_claimed_failure_and_a_proof_contradict_each_other() {
        check(PROVER, (Safe, Definite), Truth::Open, Some(Kind::ContradictionIfReached));
        check(PROVER, (Definite, Safe), holds(), Some(Kind::ContradictionIfReached));
        check(CHECKER, (Safe, Unsafe), Truth::Open, Some(Kind::Contradiction));
        check(CHECKER, (Definite, Safe), Truth::Open, Some(Kind::Contradiction));
    }

    #[test]
    fn runs_tell_which_answer_is_wrong() {
        check(PROVER, (Unsafe, Safe), fails(), Some(Kind::Unsound));
        check(PROVER, (Safe, Unsafe), fails(), Some(Kind::Unsound));
        check(CHECKER, (Safe, Definite), fails(), Some(Kind::Unsound));
        check(CHECKER, (Safe, Definite), holds(), Some(Kind::FalseFailure));
        check(BOUNDED, (Safe, Definite), holds(), Some(Kind::FalseFailure));
    }

    /// A check that fails may well hold when it is weakened.
    #[test]
    fn a_weaker_check_may_hold() {
        let weaker = |said, truth| kind(Relation::Weaker, said, CHECKER, &truth);
        assert_eq!(weaker((Definite, Safe), Truth::Open), None);
        assert_eq!(weaker((Unsafe, Safe), holds()), None);
        assert_eq!(weaker((Safe, Definite), Truth::Open), Some(Kind::Contradiction));
        // Nobody would ask, since the answers fit; and whoever says safe was found by a run of the variant itself.
        assert_eq!(weaker((Definite, Safe), fails()), None);
    }
}
