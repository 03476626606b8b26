//! Bugs of representation: elements with a spare bit that means nothing, until somebody looks at it.

use super::Planted;
use crate::laws::ids;
use crate::{Answer, Check, Choices, Generate, Lattice, Narrowing, Suite, Widening};
use std::cmp::Ordering;

/// Numbers 0 to 7 under ≤, each with a spare bit. The derived comparisons see the bit, and
/// `PartialOrd` puts the numbers into another order than the lattice does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct Number {
    spare: bool,
    value: u8,
}

/// The lattice; one operation lets the spare bit show.
struct Spare {
    leak: Option<Operation>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Operation {
    Leq,
    Join,
    Meet,
    Widen,
    Narrow,
}

impl Spare {
    fn leaks(&self, operation: Operation, a: &Number) -> bool {
        self.leak == Some(operation) && a.spare
    }

    fn number(&self, operation: Operation, a: &Number, value: u8, leaked: u8) -> Number {
        Number { spare: a.spare, value: if self.leaks(operation, a) { leaked } else { value } }
    }
}

impl Lattice for Spare {
    type Elem = Number;

    fn bottom(&self) -> Number {
        Number { spare: false, value: 0 }
    }

    fn leq(&self, a: &Number, b: &Number) -> Answer {
        (a.value <= b.value && !self.leaks(Operation::Leq, a)).into()
    }

    fn equal(&self, a: &Number, b: &Number) -> Answer {
        (a.value == b.value).into()
    }

    fn join(&self, a: &Number, b: &Number) -> Number {
        self.number(Operation::Join, a, a.value.max(b.value), 7)
    }

    fn meet(&self, a: &Number, b: &Number) -> Number {
        self.number(Operation::Meet, a, a.value.min(b.value), 0)
    }
}

impl Generate for Spare {
    fn arbitrary(&self, choices: &mut Choices) -> Number {
        Number { spare: choices.flip(), value: choices.draw(7) as u8 }
    }

    fn equal_to(&self, a: &Number, choices: &mut Choices) -> Number {
        Number { spare: a.spare ^ choices.flip(), ..*a }
    }
}

impl Widening for Spare {
    fn widen(&self, a: &Number, b: &Number) -> Number {
        self.number(Operation::Widen, a, if b.value <= a.value { a.value } else { 7 }, 7)
    }
}

impl Narrowing for Spare {
    fn narrow(&self, a: &Number, b: &Number) -> Number {
        self.number(Operation::Narrow, a, if a.value == 7 { b.value } else { a.value }, 0)
    }
}

fn suite(leak: Option<Operation>) -> Vec<Check> {
    Suite::new("spare", Spare { leak })
        .widening()
        .narrowing()
        .exempt(ids::WIDENING_FROM_BOTTOM, "this widening goes from 0 to 7 at once")
        .checks()
}

fn representation_suite(laws: fn(Suite<Spare>) -> Suite<Spare>) -> Vec<Check> {
    laws(Suite::new("spare", Spare { leak: None })).checks()
}

/// A lattice of two elements whose `Ord` calls every element smaller than every other one.
struct Contrary;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Side(bool);

impl PartialOrd for Side {
    fn partial_cmp(&self, other: &Side) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Side {
    fn cmp(&self, other: &Side) -> Ordering {
        if self == other { Ordering::Equal } else { Ordering::Less }
    }
}

impl Lattice for Contrary {
    type Elem = Side;

    fn bottom(&self) -> Side {
        Side(false)
    }

    fn leq(&self, a: &Side, b: &Side) -> Answer {
        (!a.0 || b.0).into()
    }

    fn equal(&self, a: &Side, b: &Side) -> Answer {
        (a == b).into()
    }

    fn join(&self, a: &Side, b: &Side) -> Side {
        Side(a.0 | b.0)
    }

    fn meet(&self, a: &Side, b: &Side) -> Side {
        Side(a.0 & b.0)
    }
}

impl Generate for Contrary {
    fn arbitrary(&self, choices: &mut Choices) -> Side {
        Side(choices.flip())
    }
}

pub(super) fn planted() -> Vec<Planted> {
    vec![
        Planted {
            law: ids::LEQ_INVARIANT.name(),
            bug: "leq looks at the spare bit",
            called: None,
            suite: || suite(Some(Operation::Leq)),
        },
        Planted {
            law: ids::JOIN_INVARIANT.name(),
            bug: "join looks at the spare bit",
            called: None,
            suite: || suite(Some(Operation::Join)),
        },
        Planted {
            law: ids::MEET_INVARIANT.name(),
            bug: "meet looks at the spare bit",
            called: None,
            suite: || suite(Some(Operation::Meet)),
        },
        Planted {
            law: ids::WIDENING_INVARIANT.name(),
            bug: "widening looks at the spare bit",
            called: None,
            suite: || suite(Some(Operation::Widen)),
        },
        Planted {
            law: ids::NARROWING_INVARIANT.name(),
            bug: "narrowing looks at the spare bit",
            called: None,
            suite: || suite(Some(Operation::Narrow)),
        },
        Planted {
            law: ids::EQ_AGREES_WITH_LEQ.name(),
            bug: "== compares the spare bit",
            called: None,
            suite: || representation_suite(Suite::equality),
        },
        Planted {
            law: ids::HASH_AGREES_WITH_LEQ.name(),
            bug: "the hash covers the spare bit",
            called: None,
            suite: || representation_suite(Suite::hashing),
        },
        Planted {
            law: ids::ORD_AGREES_WITH_LEQ.name(),
            bug: "cmp compares the spare bit",
            called: None,
            suite: || representation_suite(Suite::ordering),
        },
        Planted {
            law: ids::ORD_IS_TOTAL_ORDER.name(),
            bug: "cmp calls both of two elements the smaller one",
            called: None,
            suite: || Suite::new("contrary", Contrary).ordering().checks(),
        },
        Planted {
            law: ids::PARTIAL_ORDER_AGREES_WITH_LEQ.name(),
            bug: "<= compares the spare bit before the value",
            called: None,
            suite: || representation_suite(Suite::partial_order),
        },
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Runner;

    #[test]
    fn without_a_leak_the_spare_bit_does_no_harm() {
        for report in Runner::new().run_all(&suite(None)) {
            assert!(!report.is_violated(), "{report}");
        }
    }
}
