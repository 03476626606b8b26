//! Order, join and meet against the concretisation.

use super::ids::*;
use super::law;
use super::operands::{any_two, given};
use crate::Class::Concretisation;
use crate::erased::{Erased, Slot, Value};
use crate::{Case, Concrete, Lattice, Law, Outcome, Subject};

/// Order, join and meet mean what the concretisation says.
pub fn concretisation() -> Vec<Law<Erased>> {
    vec![
        law!(
            MEMBERS_ARE_CONTAINED,
            Concretisation,
            "v drawn from a or listed for a ⇒ v ∈ γ(a)",
            |l, case| {
                let [a] = l.any(case);
                let drawn = l.member(&a, case.generator());
                let listed = l.members(&a).unwrap_or_default();
                if drawn.is_none() && listed.is_empty() {
                    return Outcome::Vacuous;
                }
                let stranger = drawn.into_iter().chain(listed).find(|v| !l.contains(&a, v));
                if let Some(v) = &stranger {
                    case.note("v", || format!("{v:?}"));
                }
                stranger.is_none().into()
            }
        ),
        law!(BOTTOM_IS_EMPTY, Concretisation, "γ(⊥) = ∅", |l, case| {
            let bottom = l.bottom();
            case.note("⊥", || l.show(&bottom));
            match l.member(&bottom, case.generator()) {
                Some(v) => {
                    case.note("v", || format!("{v:?}"));
                    Outcome::Violated
                }
                None => Outcome::Holds,
            }
        }),
        law!(LEQ_SOUND, Concretisation, "a ⊑ b ∧ v ∈ γ(a) ⇒ v ∈ γ(b)", |l, case| {
            let [a, b] = any_two(l, case);
            given(l.leq(&a, &b), || member(l, case, &a, |v| l.contains(&b, v)))
        }),
        law!(
            JOIN_SOUND,
            Concretisation,
            "v ∈ γ(a) ⇒ v ∈ γ(a ⊔ b) ∧ v ∈ γ(b ⊔ a)",
            |l, case| {
                let [a, b] = l.any(case);
                let (left, right) = (l.join(&a, &b), l.join(&b, &a));
                case.note("a ⊔ b", || l.show(&left));
                case.note("b ⊔ a", || l.show(&right));
                member(l, case, &a, |v| l.contains(&left, v) && l.contains(&right, v))
            }
        ),
        law!(
            MEET_SOUND,
            Concretisation,
            "v ∈ γ(a) ∧ v ∈ γ(b) ⇒ v ∈ γ(a ⊓ b)",
            |l, case| {
                let [a, b] = any_two(l, case);
                let meet = l.meet(&a, &b);
                case.note("a ⊓ b", || l.show(&meet));
                member(l, case, &a, |v| !l.contains(&b, v) || l.contains(&meet, v))
            }
        ),
    ]
}

/// A concrete member v of γ(a) must satisfy the conclusion; all of them, where they can be listed.
fn member(
    l: &Subject<Erased>,
    case: &mut Case,
    a: &Slot,
    conclusion: impl Fn(&Value) -> bool,
) -> Outcome {
    let all = if case.is_exhaustive() { l.members(a) } else { None };
    let offending = match all {
        Some(all) if all.is_empty() => return Outcome::Vacuous,
        Some(all) => all.into_iter().find(|v| !conclusion(v)),
        None => match l.member(a, case.generator()) {
            Some(v) => Some(v).filter(|v| !conclusion(v)),
            None => return Outcome::Vacuous,
        },
    };
    if let Some(v) = &offending {
        case.note("v", || format!("{v:?}"));
    }
    offending.is_none().into()
}
