//! Bugs of widening and narrowing, on the natural numbers with infinity.

use super::Planted;
use crate::laws::ids::*;
use crate::{Answer, Check, Choices, Generate, Lattice, Narrowing, Suite, Transfer, Widening};

/// Numbers under ≤, `u32::MAX` standing for infinity.
struct Naturals {
    widen: fn(u32, u32) -> u32,
    narrow: fn(u32, u32) -> u32,
}

const INFINITY: u32 = u32::MAX;

const HEALTHY: Naturals = Naturals {
    widen: |a, b| match (a, b) {
        (0, b) => b,
        (a, b) if b <= a => a,
        _ => INFINITY,
    },
    narrow: |a, b| if a == INFINITY { b } else { a },
};

impl Lattice for Naturals {
    type Elem = u32;

    fn bottom(&self) -> u32 {
        0
    }

    fn top(&self) -> Option<u32> {
        Some(INFINITY)
    }

    fn leq(&self, a: &u32, b: &u32) -> Answer {
        (a <= b).into()
    }

    fn equal(&self, a: &u32, b: &u32) -> Answer {
        (a == b).into()
    }

    fn join(&self, a: &u32, b: &u32) -> u32 {
        *a.max(b)
    }

    fn meet(&self, a: &u32, b: &u32) -> u32 {
        *a.min(b)
    }

    fn show(&self, a: &u32) -> String {
        if *a == INFINITY { "oo".into() } else { a.to_string() }
    }
}

impl Generate for Naturals {
    fn arbitrary(&self, choices: &mut Choices) -> u32 {
        if choices.once_in(5) { INFINITY } else { choices.magnitude(1_000_000) as u32 }
    }

    fn above(&self, a: &u32, choices: &mut Choices) -> u32 {
        a.saturating_add(choices.magnitude(1000) as u32)
    }

    fn below(&self, a: &u32, choices: &mut Choices) -> u32 {
        match choices.flip() {
            true => a.saturating_sub(choices.magnitude(1000) as u32),
            false => *a.min(&self.arbitrary(choices)),
        }
    }

    /// A loop that counts up, or down.
    fn transfer(&self, choices: &mut Choices) -> Transfer<'_, u32> {
        let step = choices.int(-1000, 1000);
        Transfer::new(format!("x ↦ x + {step}"), move |x| match *x {
            INFINITY => INFINITY,
            x => u32::try_from(i64::from(x) + step).unwrap_or(0),
        })
    }
}

impl Widening for Naturals {
    fn widen(&self, a: &u32, b: &u32) -> u32 {
        (self.widen)(*a, *b)
    }
}

impl Narrowing for Naturals {
    fn narrow(&self, a: &u32, b: &u32) -> u32 {
        (self.narrow)(*a, *b)
    }
}

fn suite(naturals: Naturals) -> Vec<Check> {
    Suite::new("naturals", naturals).widening().narrowing().checks()
}

pub(super) fn planted() -> Vec<Planted> {
    macro_rules! planted {
        ($($law:ident, $bug:literal, $field:ident: $value:expr;)*) => {
            vec![$(Planted {
                law: $law.name(),
                bug: $bug,
                called: None,
                suite: || suite(Naturals { $field: $value, ..HEALTHY }),
            }),*]
        };
    }
    planted! {
        WIDENING_COVERS_LEFT, "widening returns its right operand",
            widen: |_, b| b;
        WIDENING_COVERS_RIGHT, "widening returns its left operand",
            widen: |a, _| a;
        WIDENING_BY_BOTTOM, "widening by bottom goes to infinity",
            widen: |a, b| if b == 0 { INFINITY } else { (HEALTHY.widen)(a, b) };
        WIDENING_FROM_BOTTOM, "widening from bottom goes to infinity",
            widen: |a, b| if b <= a { a } else { INFINITY };
        WIDENING_CONVERGES, "widening is the join",
            widen: |a, b| a.max(b);
        WIDENING_CONVERGES_WITH_TRANSFER, "widening is the join for steps of up to ten",
            widen: |a, b| if b > a + 10 { INFINITY } else { a.max(b) };
        NARROWING_LOWER_BOUND, "narrowing goes below its right operand",
            narrow: |a, b| a.min(b / 2);
        NARROWING_UPPER_BOUND, "narrowing goes back to infinity",
            narrow: |a, b| if a == b { a } else { INFINITY };
        NARROWING_CONVERGES, "narrowing is the meet",
            narrow: |a, b| a.min(b);
        NARROWING_CONVERGES_WITH_TRANSFER, "narrowing follows every small step down",
            narrow: |a, b| if a - b.min(a) <= 10 { b.min(a) } else { a };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Runner;

    #[test]
    fn the_healthy_widening_and_narrowing_pass() {
        for report in Runner::new().run_all(&suite(HEALTHY)) {
            assert!(!report.is_violated(), "{report}");
        }
    }
}
