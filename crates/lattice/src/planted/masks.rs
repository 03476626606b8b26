//! Bugs in the operations of a small powerset: sets of three things as bit masks.

use super::Planted;
use crate::laws::ids::*;
use crate::{Abstraction, Answer, Check, Choices, Concrete, Generate, Lattice, Suite};

/// The powerset of three things, with every operation replaceable.
#[derive(Clone, Copy)]
pub(super) struct Masks {
    bottom: u8,
    top: u8,
    leq: fn(u8, u8) -> bool,
    join: fn(u8, u8) -> u8,
    meet: fn(u8, u8) -> u8,
    /// Replaces the generator of smaller elements.
    below: Option<fn(u8) -> u8>,
    member: fn(u8, &mut Choices) -> Option<u8>,
}

pub(super) const HEALTHY: Masks = Masks {
    bottom: 0,
    top: 7,
    leq: subset,
    join: |a, b| a | b,
    meet: |a, b| a & b,
    below: None,
    member: |a, choices| {
        let members: Vec<u8> = (0..3).filter(|bit| a >> bit & 1 == 1).collect();
        (!members.is_empty()).then(|| choices.pick(&members))
    },
};

fn subset(a: u8, b: u8) -> bool {
    a & !b == 0
}

impl Lattice for Masks {
    type Elem = u8;

    fn bottom(&self) -> u8 {
        self.bottom
    }

    fn top(&self) -> Option<u8> {
        Some(self.top)
    }

    fn leq(&self, a: &u8, b: &u8) -> Answer {
        (self.leq)(*a, *b).into()
    }

    fn equal(&self, a: &u8, b: &u8) -> Answer {
        (a == b).into()
    }

    fn join(&self, a: &u8, b: &u8) -> u8 {
        (self.join)(*a, *b)
    }

    fn meet(&self, a: &u8, b: &u8) -> u8 {
        (self.meet)(*a, *b)
    }

    fn show(&self, a: &u8) -> String {
        let things: Vec<&str> = ["p", "q", "r"]
            .into_iter()
            .enumerate()
            .filter(|(i, _)| a >> i & 1 == 1)
            .map(|(_, t)| t)
            .collect();
        format!("{{{}}}", things.join(", "))
    }
}

impl Generate for Masks {
    fn arbitrary(&self, choices: &mut Choices) -> u8 {
        choices.draw(7) as u8
    }

    fn below(&self, a: &u8, choices: &mut Choices) -> u8 {
        match self.below {
            Some(below) => below(*a),
            None => a & self.arbitrary(choices),
        }
    }

    fn elements(&self) -> Option<Vec<u8>> {
        Some((0..8).collect())
    }
}

impl Concrete for Masks {
    type Value = u8;

    fn contains(&self, a: &u8, value: &u8) -> bool {
        *value < 3 && a >> value & 1 == 1
    }

    fn member(&self, a: &u8, choices: &mut Choices) -> Option<u8> {
        (self.member)(*a, choices)
    }

    fn members(&self, a: &u8) -> Option<Vec<u8>> {
        Some((0..3).filter(|value| self.contains(a, value)).collect())
    }
}

impl Abstraction for Masks {
    fn abstraction(&self, value: &u8) -> u8 {
        1 << value
    }
}

fn suite(masks: Masks) -> Vec<Check> {
    Suite::new("masks", masks).concretisation().checks()
}

/// Rows of the form: law, bug in words, the faulty operation.
macro_rules! planted {
    ($($law:ident, $bug:literal, $field:ident: $value:expr;)*) => {
        vec![$(Planted {
            law: $law.name(),
            bug: $bug,
            called: None,
            suite: || suite(Masks { $field: $value, ..HEALTHY }),
        }),*]
    };
}

pub(super) fn planted() -> Vec<Planted> {
    planted! {
        LEQ_REFLEXIVE, "leq is the strict order",
            leq: |a, b| a != b && subset(a, b);
        LEQ_TRANSITIVE, "leq has one pair too many: {p} ⊑ {q}",
            leq: |a, b| subset(a, b) || (a, b) == (1, 2);
        LEQ_ANTISYMMETRIC, "leq forgets to look at r",
            leq: |a, b| subset(a & 3, b & 3);
        BOTTOM_IS_LOWER_BOUND, "bottom is {p}",
            bottom: 1;
        TOP_IS_UPPER_BOUND, "top is {p, q}",
            top: 3;
        JOIN_COMMUTATIVE, "join of {p} and {q} in this order adds r",
            join: |a, b| if (a, b) == (1, 2) { 7 } else { a | b };
        JOIN_ASSOCIATIVE, "join of the singletons {p} and {q} goes to top",
            join: |a, b| if (a.min(b), a.max(b)) == (1, 2) { 7 } else { a | b };
        JOIN_IDEMPOTENT, "join of {p, q} with itself goes to top",
            join: |a, b| if (a, b) == (3, 3) { 7 } else { a | b };
        MEET_COMMUTATIVE, "meet of {p, q} and {q, r} in this order loses q",
            meet: |a, b| if (a, b) == (3, 6) { 0 } else { a & b };
        MEET_ASSOCIATIVE, "meet of {p, q} and {q, r} loses q",
            meet: |a, b| if (a.min(b), a.max(b)) == (3, 6) { 0 } else { a & b };
        MEET_IDEMPOTENT, "meet of {p} with itself is empty",
            meet: |a, b| if (a, b) == (1, 1) { 0 } else { a & b };
        JOIN_MEET_ABSORPTION, "meet returns its second operand",
            meet: |_, b| b;
        MEET_JOIN_ABSORPTION, "join returns its second operand",
            join: |_, b| b;
        LEQ_IMPLIES_JOIN, "join of different sets goes to top",
            join: |a, b| if a == b { a } else { 7 };
        JOIN_IMPLIES_LEQ, "leq knows only bottom and equal sets",
            leq: |a, b| a == 0 || a == b;
        LEQ_IMPLIES_MEET, "meet of different sets is empty",
            meet: |a, b| if a == b { a } else { 0 };
        MEET_IMPLIES_LEQ, "leq knows only top and equal sets",
            leq: |a, b| b == 7 || a == b;
        JOIN_IMPLIES_MEET, "meet is empty unless one set is top",
            meet: |a, b| if a == 7 || b == 7 { a & b } else { 0 };
        MEET_IMPLIES_JOIN, "join goes to top unless one set is empty",
            join: |a, b| if a == 0 || b == 0 { a | b } else { 7 };
        JOIN_IS_LEAST, "join of incomparable sets goes to top",
            join: |a, b| if subset(a, b) || subset(b, a) { a | b } else { 7 };
        MEET_IS_GREATEST, "meet of incomparable sets is empty",
            meet: |a, b| if subset(a, b) || subset(b, a) { a & b } else { 0 };
        GENERATORS_CONSISTENT, "the generator of smaller sets gives larger ones",
            below: Some(|a| a | 4);
        MEMBERS_ARE_CONTAINED, "the members of {p, q} are taken from r",
            member: |a, choices| if a == 3 { Some(2) } else { (HEALTHY.member)(a, choices) };
        BOTTOM_IS_EMPTY, "bottom stands for the set {p}",
            bottom: 1;
        LEQ_SOUND, "leq compares sizes",
            leq: |a, b| a.count_ones() <= b.count_ones();
        JOIN_SOUND, "join intersects",
            join: |a, b| a & b;
        MEET_SOUND, "meet forgets q",
            meet: |a, b| a & b & !2;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Runner;

    #[test]
    fn the_healthy_powerset_passes() {
        for report in Runner::new().run_all(&suite(HEALTHY)) {
            assert!(!report.is_violated(), "{report}");
        }
    }
}
