//! Operands that laws share, and how a precondition and a conclusion go together.

use crate::{Answer, Case, Choices, Generate, Outcome, Subject};

/// Check the conclusion where the precondition holds.
pub(super) fn given(precondition: Answer, conclusion: impl FnOnce() -> Outcome) -> Outcome {
    if precondition.is_yes() { conclusion() } else { Outcome::Vacuous }
}

/// Run an operation on two elements and compare them with copies that were generated apart from
/// them, because clones may share their inside.
pub(super) fn pure<L: Generate>(
    l: &Subject<L>,
    case: &mut Case,
    operation: impl FnOnce(&L::Elem, &L::Elem),
) -> Outcome {
    let choices = case.generator();
    let start = choices.count();
    let (a, b) = (l.arbitrary(choices), l.arbitrary(choices));
    let mut same = Choices::replay(&choices.drawn()[start..]);
    let (a_before, b_before) = (l.arbitrary(&mut same), l.arbitrary(&mut same));
    operation(&a, &b);
    l.expect_equal(case, ("a before", &a_before), ("a after", &a))
        .and(|| l.expect_equal(case, ("b before", &b_before), ("b after", &b)))
}

/// Draw a = a' and b = b' and check the conclusion, unless the lattice denies that they are equal.
pub(super) fn equal_operands<L: Generate>(
    l: &Subject<L>,
    case: &mut Case,
    conclusion: impl FnOnce(&mut Case, [&L::Elem; 2], [&L::Elem; 2]) -> Outcome,
) -> Outcome {
    let [a, a2] = l.equal_pair(case, ["a", "a'"]);
    let [b, b2] = l.equal_pair(case, ["b", "b'"]);
    given(l.equal(&a, &a2).and(|| l.equal(&b, &b2)), || conclusion(case, [&a, &a2], [&b, &b2]))
}

/// Two elements that may be unrelated, ordered or equal: for laws whose precondition two arbitrary
/// elements rarely meet.
pub(super) fn any_two<L: Generate>(l: &Subject<L>, case: &mut Case) -> [L::Elem; 2] {
    if case.is_exhaustive() {
        return l.any(case);
    }
    match case.choices.draw(2) {
        0 => l.any(case),
        1 => l.chain(case),
        _ => l.equal_pair(case, ["a", "b"]),
    }
}
