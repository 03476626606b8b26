//! Bugs that change an operand: elements behind a shared cell, as with copy-on-write gone wrong.

use super::Planted;
use crate::laws::ids;
use crate::{Answer, Check, Choices, Generate, Lattice, Narrowing, Suite, Widening};
use std::cell::Cell;
use std::rc::Rc;

/// Numbers 0 to 7 under ≤, each in a shared cell that one operation spoils.
struct Shared {
    spoiler: Option<Operation>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Operation {
    Leq,
    Join,
    Meet,
    Show,
    Widen,
    Narrow,
}

type Elem = Rc<Cell<u8>>;

impl Shared {
    /// Where the bug is: the operand is raised in place.
    fn touch(&self, operation: Operation, operand: &Elem) {
        if self.spoiler == Some(operation) && operand.get() < 7 {
            operand.set(operand.get() + 1);
        }
    }
}

fn cell(value: u8) -> Elem {
    Rc::new(Cell::new(value))
}

impl Lattice for Shared {
    type Elem = Elem;

    fn bottom(&self) -> Elem {
        cell(0)
    }

    fn top(&self) -> Option<Elem> {
        Some(cell(7))
    }

    fn leq(&self, a: &Elem, b: &Elem) -> Answer {
        let answer = a.get() <= b.get();
        self.touch(Operation::Leq, b);
        answer.into()
    }

    fn equal(&self, a: &Elem, b: &Elem) -> Answer {
        (a.get() == b.get()).into()
    }

    fn join(&self, a: &Elem, b: &Elem) -> Elem {
        let result = cell(a.get().max(b.get()));
        self.touch(Operation::Join, a);
        result
    }

    fn meet(&self, a: &Elem, b: &Elem) -> Elem {
        let result = cell(a.get().min(b.get()));
        self.touch(Operation::Meet, b);
        result
    }

    fn show(&self, a: &Elem) -> String {
        let text = a.get().to_string();
        self.touch(Operation::Show, a);
        text
    }
}

impl Generate for Shared {
    fn arbitrary(&self, choices: &mut Choices) -> Elem {
        cell(choices.draw(7) as u8)
    }
}

impl Widening for Shared {
    fn widen(&self, a: &Elem, b: &Elem) -> Elem {
        let result = cell(if b.get() <= a.get() { a.get() } else { 7 });
        self.touch(Operation::Widen, a);
        result
    }
}

impl Narrowing for Shared {
    fn narrow(&self, a: &Elem, b: &Elem) -> Elem {
        let result = cell(if a.get() == 7 { b.get() } else { a.get() });
        self.touch(Operation::Narrow, b);
        result
    }
}

fn suite(spoiler: Option<Operation>) -> Vec<Check> {
    Suite::new("shared", Shared { spoiler })
        .widening()
        .narrowing()
        // ⊥ ∇ a = a is no law of this widening: it goes to the top at once.
        .exempt(ids::WIDENING_FROM_BOTTOM, "this widening goes from 0 to 7 at once")
        .checks()
}

pub(super) fn planted() -> Vec<Planted> {
    vec![
        Planted {
            law: ids::LEQ_PURE.name(),
            bug: "leq raises its right operand",
            called: None,
            suite: || suite(Some(Operation::Leq)),
        },
        Planted {
            law: ids::JOIN_PURE.name(),
            bug: "join raises its left operand",
            called: None,
            suite: || suite(Some(Operation::Join)),
        },
        Planted {
            law: ids::MEET_PURE.name(),
            bug: "meet raises its right operand",
            called: None,
            suite: || suite(Some(Operation::Meet)),
        },
        Planted {
            law: ids::SHOW_PURE.name(),
            bug: "printing raises the element",
            called: None,
            suite: || suite(Some(Operation::Show)),
        },
        Planted {
            law: ids::WIDENING_PURE.name(),
            bug: "widening raises its left operand",
            called: None,
            suite: || suite(Some(Operation::Widen)),
        },
        Planted {
            law: ids::NARROWING_PURE.name(),
            bug: "narrowing raises its right operand",
            called: None,
            suite: || suite(Some(Operation::Narrow)),
        },
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Runner;

    #[test]
    fn the_healthy_cells_pass() {
        for report in Runner::new().run_all(&suite(None)) {
            assert!(!report.is_violated(), "{report}");
        }
    }
}
