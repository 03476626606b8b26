//! A lattice whose every operation a test can replace: the numbers 0 to 7 under ≤.

#![allow(dead_code, reason = "each test file uses its part")]

use soundline_lattice::{Answer, Choices, Generate, Lattice, Narrowing, Transfer, Widening};

#[derive(Clone, Copy)]
pub struct Numbers {
    pub leq: fn(u8, u8) -> Answer,
    pub equal: fn(u8, u8) -> Answer,
    pub join: fn(u8, u8) -> u8,
    pub meet: fn(u8, u8) -> u8,
    pub widen: fn(u8, u8) -> u8,
    pub narrow: fn(u8, u8) -> u8,
    pub arbitrary: fn(&mut Choices) -> u8,
    pub listed: bool,
    pub list: fn() -> Vec<u8>,
}

pub const NUMBERS: Numbers = Numbers {
    leq: |a, b| (a <= b).into(),
    equal: |a, b| (a == b).into(),
    join: |a, b| a.max(b),
    meet: |a, b| a.min(b),
    widen: |a, b| {
        if b <= a {
            a
        } else if a == 0 {
            b
        } else {
            7
        }
    },
    narrow: |a, b| if a == 7 { b } else { a },
    arbitrary: |choices| choices.draw(7) as u8,
    listed: false,
    list: || (0..8).collect(),
};

impl Lattice for Numbers {
    type Elem = u8;

    fn bottom(&self) -> u8 {
        0
    }

    fn top(&self) -> Option<u8> {
        Some(7)
    }

    fn leq(&self, a: &u8, b: &u8) -> Answer {
        (self.leq)(*a, *b)
    }

    fn equal(&self, a: &u8, b: &u8) -> Answer {
        (self.equal)(*a, *b)
    }

    fn join(&self, a: &u8, b: &u8) -> u8 {
        (self.join)(*a, *b)
    }

    fn meet(&self, a: &u8, b: &u8) -> u8 {
        (self.meet)(*a, *b)
    }
}

impl Generate for Numbers {
    fn arbitrary(&self, choices: &mut Choices) -> u8 {
        (self.arbitrary)(choices)
    }

    fn below(&self, a: &u8, choices: &mut Choices) -> u8 {
        *a.min(&(choices.draw(7) as u8))
    }

    fn above(&self, a: &u8, choices: &mut Choices) -> u8 {
        *a.max(&(choices.draw(7) as u8))
    }

    fn transfer(&self, choices: &mut Choices) -> Transfer<'_, u8> {
        let step = choices.draw(2) as u8;
        Transfer::new(format!("x + {step}"), move |x| (x + step).min(7))
    }

    fn elements(&self) -> Option<Vec<u8>> {
        self.listed.then(self.list)
    }
}

impl Widening for Numbers {
    fn widen(&self, a: &u8, b: &u8) -> u8 {
        (self.widen)(*a, *b)
    }
}

impl Narrowing for Numbers {
    fn narrow(&self, a: &u8, b: &u8) -> u8 {
        (self.narrow)(*a, *b)
    }
}
