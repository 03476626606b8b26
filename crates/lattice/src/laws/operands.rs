//! Operands that laws share, and how a precondition and a conclusion go together.

use crate::erased::{Erased, Slot};
use crate::{Answer, Case, Choices, Generate, Lattice, Outcome, Subject};

/// Check the conclusion where the precondition holds.
pub(crate) fn given(precondition: Answer, conclusion: impl FnOnce() -> Outcome) -> Outcome {
    match precondition {
        Answer::Yes => conclusion(),
        Answer::No => Outcome::Vacuous,
        Answer::Unknown => Outcome::Unknown,
    }
}

/// Run an operation on two elements and compare them with copies that were generated apart from
/// them, because clones may share their inside.
pub(super) fn pure<T>(
    l: &Subject<Erased>,
    case: &mut Case,
    operation: impl FnOnce(&Slot, &Slot) -> T,
) -> Outcome {
    let choices = case.generator();
    let start = choices.count();
    let pair = |choices: &mut Choices| [l.arbitrary(choices), l.arbitrary(choices)];
    let operands = pair(choices);
    let drawn = choices.drawn()[start..].to_vec();
    let copies = || pair(&mut Choices::replay(&drawn));
    let (before, twins) = (copies(), copies());
    let shown = operands.map(|operand| l.representation(&operand));
    let _ = operation(&operands[0], &operands[1]);
    let labels = [("a before", "a after"), ("b before", "b after")];
    (0..2).fold(Outcome::Holds, |outcome, i| {
        outcome.and(|| {
            let same = l.representation(&operands[i]) == shown[i];
            // An element may be written down anew as long as it stays the same. But an `equal` that
            // denies that two fresh copies are equal says nothing about a change.
            let outcome = match l.equal(&before[i], &operands[i]) {
                Answer::Yes => Outcome::Holds,
                Answer::No if !same || l.equal(&before[i], &twins[i]).is_yes() => Outcome::Violated,
                _ if same => Outcome::Holds,
                _ => Outcome::Unknown,
            };
            case.note(labels[i].0, || l.show(&before[i]));
            case.note(labels[i].1, || l.show(&operands[i]));
            outcome
        })
    })
}

/// Draw a = a' and b = b' and check the conclusion, unless the lattice denies that they are equal.
pub(super) fn equal_operands(
    l: &Subject<Erased>,
    case: &mut Case,
    conclusion: impl FnOnce(&mut Case, [&Slot; 2], [&Slot; 2]) -> Outcome,
) -> Outcome {
    let [a, a2] = l.equal_pair(case, ["a", "a'"]);
    let [b, b2] = l.equal_pair(case, ["b", "b'"]);
    given(l.equal(&a, &a2).and(|| l.equal(&b, &b2)), || conclusion(case, [&a, &a2], [&b, &b2]))
}

/// Two elements that may be unrelated, ordered or equal: for laws whose precondition two arbitrary
/// elements rarely meet.
pub(super) fn any_two(l: &Subject<Erased>, case: &mut Case) -> [Slot; 2] {
    if case.is_exhaustive() {
        return l.any(case);
    }
    match case.choices.draw(2) {
        0 => l.any(case),
        1 => l.chain(case),
        _ => l.equal_pair(case, ["a", "b"]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_conclusion_counts_where_the_precondition_holds_for_sure() {
        let rows = [
            (Answer::Yes, Outcome::Violated),
            (Answer::No, Outcome::Vacuous),
            (Answer::Unknown, Outcome::Unknown),
        ];
        for (precondition, outcome) in rows {
            assert_eq!(given(precondition, || Outcome::Violated), outcome, "{precondition}");
        }
    }
}
