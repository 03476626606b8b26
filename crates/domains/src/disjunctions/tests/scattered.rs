//! Unions of many pieces under the laws of lattices: what guards and loops make has few.

use soundline_lattice::{Answer, Choices, Generate, Lattice, Narrowing, Runner, Suite, Widening};

use super::super::{Pieces, UnionElem, Unions};
use crate::Domain;
use crate::expr::Space;
use crate::numbers::{Bound, Interval, Rat};

/// Unions that are drawn piece by piece.
struct Scattered(Unions);

impl Scattered {
    fn pieces(&self, integer: bool, choices: &mut Choices) -> Pieces {
        let intervals = choices.many(4, |choices| {
            let low = choices.int(-20, 20);
            let high = low + choices.int(0, 3);
            let low = if choices.once_in(8) { Bound::MinusInfinity } else { Rat::from(low).into() };
            let high =
                if choices.once_in(8) { Bound::PlusInfinity } else { Rat::from(high).into() };
            Interval::new(low, high).expect("low is not above high")
        });
        Pieces::new(intervals, integer)
    }
}

impl Lattice for Scattered {
    type Elem = UnionElem;

    fn bottom(&self) -> UnionElem {
        self.0.bottom()
    }

    fn top(&self) -> Option<UnionElem> {
        self.0.top()
    }

    fn leq(&self, a: &UnionElem, b: &UnionElem) -> Answer {
        self.0.leq(a, b)
    }

    fn equal(&self, a: &UnionElem, b: &UnionElem) -> Answer {
        self.0.equal(a, b)
    }

    fn join(&self, a: &UnionElem, b: &UnionElem) -> UnionElem {
        self.0.join(a, b)
    }

    fn meet(&self, a: &UnionElem, b: &UnionElem) -> UnionElem {
        self.0.meet(a, b)
    }

    fn show(&self, a: &UnionElem) -> String {
        self.0.show(a)
    }
}

impl Widening for Scattered {
    fn widen(&self, a: &UnionElem, b: &UnionElem) -> UnionElem {
        self.0.widen(a, b)
    }
}

impl Narrowing for Scattered {
    fn narrow(&self, a: &UnionElem, b: &UnionElem) -> UnionElem {
        self.0.narrow(a, b)
    }
}

impl Generate for Scattered {
    fn arbitrary(&self, choices: &mut Choices) -> UnionElem {
        let space = self.0.space();
        let all = (0..space.dimensions()).map(|v| self.pieces(space.is_integer(v), choices));
        self.0.of(Some(all.collect()))
    }
}

/// The laws that scattered unions violate.
fn violated(space: Space) -> Vec<String> {
    let suite = Suite::new("unions", Scattered(Unions::new(space, 2))).widening().narrowing();
    let runner = Runner { cases: 3000, ..Runner::new() };
    let reports = runner.run_all(&suite.equality().checks());
    reports.iter().filter(|report| report.is_violated()).map(|report| report.name.clone()).collect()
}

#[test]
fn exactly_the_exempt_laws_fail() {
    for space in [Space::reals(1), Space::integers(1)] {
        let exemptions = Unions::new(space.clone(), 2).capabilities().exemptions;
        let exempt: Vec<&str> = exemptions.iter().map(|exemption| exemption.law.name()).collect();
        assert_eq!(violated(space), exempt);
    }
}
