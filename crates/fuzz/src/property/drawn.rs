//! Operations that an oracle draws itself, and their names in words.

use soundline_domains::expr::{Space, Var};
use soundline_targets::{Operation, OperationKind, Slot, Touch, WideningContract};

use crate::bench::Bench;
use crate::exact::draw;
use crate::outcome::Stop;

/// The operations on elements that exist in most domains.
pub(super) const ALL: [OperationKind; 9] = [
    OperationKind::Join,
    OperationKind::Meet,
    OperationKind::Guard,
    OperationKind::Assign,
    OperationKind::Forget,
    OperationKind::Widen,
    OperationKind::Narrow,
    OperationKind::ParallelAssign,
    OperationKind::Embed,
];

/// Those that depend on nothing but the points of their operands.
pub(super) const REGULAR: [OperationKind; 5] = [
    OperationKind::Join,
    OperationKind::Meet,
    OperationKind::Guard,
    OperationKind::Assign,
    OperationKind::Forget,
];

/// One of the kinds, as far as the domain has them, on these elements.
pub(super) fn operation(
    t: &mut Bench,
    kinds: &[OperationKind],
    x: Slot,
    y: Slot,
) -> Result<Operation, Stop> {
    let supported: Vec<_> = kinds.iter().copied().filter(|kind| t.supports(*kind)).collect();
    if supported.is_empty() {
        return Err(Stop::Vacuous);
    }
    let kind = t.choices().pick(&supported);
    of_kind(t, kind, x, y)
}

/// An operation of this kind; vacuous where it needs a variable and there is none.
pub(super) fn of_kind(
    t: &mut Bench,
    kind: OperationKind,
    x: Slot,
    y: Slot,
) -> Result<Operation, Stop> {
    let space = t.space().clone();
    let choices = t.choices();
    Ok(match kind {
        OperationKind::Top => Operation::Top,
        OperationKind::Bottom => Operation::Bottom,
        OperationKind::Constraints => {
            Operation::Constraints(choices.many(4, |choices| draw::constraint(&space, choices)))
        }
        OperationKind::Join => Operation::Join(x, y),
        OperationKind::Meet => Operation::Meet(x, y),
        OperationKind::Widen => widening(t, x, y)?,
        OperationKind::Narrow => Operation::Narrow(x, t.meet(x, y)?),
        OperationKind::Assign => {
            let v = draw::variable(&space, choices).ok_or(Stop::Vacuous)?;
            Operation::Assign(x, vec![(v, draw::expression(&space, 2, choices))])
        }
        OperationKind::ParallelAssign => {
            let assignments = draw::assignments(&space, 3, choices);
            if assignments.len() < 2 {
                return Err(Stop::Vacuous);
            }
            Operation::Assign(x, assignments)
        }
        OperationKind::Forget => {
            let v = draw::variable(&space, choices).ok_or(Stop::Vacuous)?;
            Operation::Forget(x, draw::and_others(v, &space, choices))
        }
        OperationKind::Guard => Operation::Guard(x, draw::constraint(&space, choices)),
        OperationKind::Embed => Operation::Embed(x, sources(t, true)),
    })
}

/// x ∇ y, or x ∇ (x ⊔ y) where the widening wants its operands to increase.
pub(super) fn widening(t: &mut Bench, x: Slot, y: Slot) -> Result<Operation, Stop> {
    Ok(match t.profile().widening {
        WideningContract::Any => Operation::Widen(x, y),
        WideningContract::Increasing => Operation::Widen(x, t.join(x, y)?),
    })
}

/// Variables in another order, each in the place of one of its kind; some new ones if so wished.
pub(super) fn sources(t: &mut Bench, some_new: bool) -> Vec<Option<Var>> {
    let space = t.space().clone();
    let order = permutation(&space, t);
    let source = |v: &Var| if some_new && t.choices().once_in(4) { None } else { Some(*v) };
    order.iter().map(source).collect()
}

fn permutation(space: &Space, t: &mut Bench) -> Vec<Var> {
    let mut order: Vec<Var> = (0..space.dimensions()).collect();
    for last in (1..order.len()).rev() {
        let other = t.choices().index(last + 1);
        if space.kind(order[other]) == space.kind(order[last]) {
            order.swap(other, last);
        }
    }
    order
}

/// Look at an element in some of all ways; what a library cannot show is passed over.
pub(super) fn touch(t: &mut Bench, slot: Slot) -> Result<(), Stop> {
    let ways = t.choices().some_of(&Touch::ALL);
    for how in if ways.is_empty() { Touch::ALL.to_vec() } else { ways } {
        match t.touch(slot, how) {
            Err(Stop::Refused(soundline_targets::Refusal::Unsupported(_))) => {}
            other => other?,
        }
    }
    Ok(())
}

/// The result of an operation in words, with those of the property for its operands.
pub(super) fn words(t: &Bench, operation: &Operation) -> String {
    let name = |slot: &Slot| t.name_of(*slot);
    let list = |all: Vec<String>| all.join(", ");
    match operation {
        Operation::Top => "⊤".to_string(),
        Operation::Bottom => "⊥".to_string(),
        Operation::Constraints(all) => {
            format!("the element of {{{}}}", list(all.iter().map(|c| c.to_string()).collect()))
        }
        Operation::Join(a, b) => format!("{} ⊔ {}", name(a), name(b)),
        Operation::Meet(a, b) => format!("{} ⊓ {}", name(a), name(b)),
        Operation::Widen(a, b) => format!("{} ∇ {}", name(a), name(b)),
        Operation::Narrow(a, b) => format!("{} Δ {}", name(a), name(b)),
        Operation::Assign(a, all) => {
            let all = all.iter().map(|(v, e)| format!("x{v} := {e}")).collect();
            format!("{} after {}", name(a), list(all))
        }
        Operation::Forget(a, all) => {
            format!("{} without {}", name(a), list(all.iter().map(|v| format!("x{v}")).collect()))
        }
        Operation::Guard(a, c) => format!("{} where {c}", name(a)),
        Operation::Embed(a, sources) => {
            let source = |s: &Option<Var>| s.map_or("new".to_string(), |v| format!("x{v}"));
            format!("{} over ({})", name(a), list(sources.iter().map(source).collect()))
        }
    }
}
