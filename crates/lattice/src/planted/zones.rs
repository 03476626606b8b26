//! The classic mistake of weakly relational domains: a widening that closes its left operand.

use super::Planted;
use crate::laws::ids;
use crate::{Answer, Check, Choices, Generate, Lattice, Suite, Transfer, Widening};

/// Variables; a constant 0 stands in front of them.
const VARIABLES: usize = 3;
const SIZE: usize = VARIABLES + 1;

/// No bound. Bounds are of 128 bits because those that are brought back grow like Fibonacci's numbers.
const FREE: i128 = i128::MAX;

/// Bounds of differences: `bounds[i][j]` bounds xⱼ - xᵢ, where x₀ is 0; `None` is bottom.
type Zone = Option<[[i128; SIZE]; SIZE]>;

/// Zones of three integers (Miné 2001).
struct Zones {
    /// Does the widening close its left operand first?
    closes: bool,
}

/// The strongest bounds that follow, by shortest paths.
fn closed(zone: &Zone) -> Zone {
    let mut bounds = (*zone)?;
    for k in 0..SIZE {
        for i in 0..SIZE {
            for j in 0..SIZE {
                bounds[i][j] = bounds[i][j].min(sum(bounds[i][k], bounds[k][j]));
            }
        }
    }
    (0..SIZE).all(|i| bounds[i][i] >= 0).then_some(bounds)
}

fn sum(a: i128, b: i128) -> i128 {
    if a == FREE || b == FREE { FREE } else { a + b }
}

/// Put both together bound by bound.
fn zip(a: &Zone, b: &Zone, combine: impl Fn(i128, i128) -> i128) -> Zone {
    let (a, b) = ((*a)?, (*b)?);
    Some(std::array::from_fn(|i| std::array::from_fn(|j| combine(a[i][j], b[i][j]))))
}

/// Only the bound of xⱼ - xᵢ.
fn bound(i: usize, j: usize, most: i128) -> Zone {
    let mut bounds = [[FREE; SIZE]; SIZE];
    (0..SIZE).for_each(|k| bounds[k][k] = 0);
    bounds[i][j] = bounds[i][j].min(most);
    Some(bounds)
}

/// The zone after xᵥ := xᵥ + `step`.
fn shifted(zone: &Zone, variable: usize, step: i128) -> Zone {
    let mut bounds = (*zone)?;
    for other in (0..SIZE).filter(|other| *other != variable) {
        bounds[other][variable] = sum(bounds[other][variable], step);
        bounds[variable][other] = sum(bounds[variable][other], -step);
    }
    Some(bounds)
}

impl Lattice for Zones {
    type Elem = Zone;

    fn bottom(&self) -> Zone {
        None
    }

    fn top(&self) -> Option<Zone> {
        Some(bound(0, 0, 0))
    }

    fn leq(&self, a: &Zone, b: &Zone) -> Answer {
        let (Some(a), Some(b)) = (closed(a), closed(b)) else { return closed(a).is_none().into() };
        (0..SIZE).all(|i| (0..SIZE).all(|j| a[i][j] <= b[i][j])).into()
    }

    fn equal(&self, a: &Zone, b: &Zone) -> Answer {
        (closed(a) == closed(b)).into()
    }

    fn join(&self, a: &Zone, b: &Zone) -> Zone {
        match (closed(a), closed(b)) {
            (None, other) | (other, None) => other,
            (a, b) => zip(&a, &b, i128::max),
        }
    }

    fn meet(&self, a: &Zone, b: &Zone) -> Zone {
        closed(&zip(a, b, i128::min))
    }

    fn show(&self, a: &Zone) -> String {
        let Some(bounds) = a else { return "⊥".into() };
        let name = |i: usize| ["0", "x", "y", "z"][i];
        let shown = (0..SIZE)
            .flat_map(|i| (0..SIZE).map(move |j| (i, j)))
            .filter(|(i, j)| i != j && bounds[*i][*j] != FREE)
            .map(|(i, j)| format!("{} - {} ≤ {}", name(j), name(i), bounds[i][j]));
        format!("{{{}}}", shown.collect::<Vec<_>>().join(", "))
    }
}

impl Widening for Zones {
    fn widen(&self, a: &Zone, b: &Zone) -> Zone {
        let left = if self.closes { closed(a) } else { *a };
        match (closed(&left), closed(b)) {
            (None, other) => other,
            (_, None) => left,
            (_, right) => zip(&left, &right, |a, b| if b <= a { a } else { FREE }),
        }
    }
}

impl Generate for Zones {
    fn arbitrary(&self, choices: &mut Choices) -> Zone {
        if choices.once_in(10) {
            return None;
        }
        let constraints = choices.many(6, |choices| {
            bound(choices.index(SIZE), choices.index(SIZE), choices.int(-2, 4).into())
        });
        constraints.iter().fold(bound(0, 0, 0), |zone, constraint| self.meet(&zone, constraint))
    }

    /// A statement of a loop, under a guard: a variable moves a little.
    fn transfer(&self, choices: &mut Choices) -> Transfer<'_, Zone> {
        let guard = bound(choices.index(SIZE), choices.index(SIZE), choices.int(-2, 4).into());
        let (variable, step) = (1 + choices.index(VARIABLES), choices.int(-2, 2).into());
        let name = ["x", "y", "z"][variable - 1];
        let description = format!("if {} then {name} := {name} + {step}", self.show(&guard));
        Transfer::new(description, move |zone| shifted(&self.meet(zone, &guard), variable, step))
    }
}

fn suite(closes: bool) -> Vec<Check> {
    Suite::new("zones", Zones { closes })
        .widening()
        .exempt(ids::WIDENING_INVARIANT, "widenings look at bounds that are not closed")
        .checks()
}

pub(super) fn planted() -> Vec<Planted> {
    vec![Planted {
        law: ids::WIDENING_CONVERGES.name(),
        bug: "widening of zones closes its left operand",
        called: Some("closing-widening"),
        suite: || suite(true),
    }]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Runner;

    #[test]
    fn without_the_closure_all_laws_hold() {
        for seed in 0..2 {
            for report in (Runner { seed, ..Runner::new() }).run_all(&suite(false)) {
                assert!(!report.is_violated(), "{report}");
            }
        }
    }

    #[test]
    fn the_closure_is_found_and_nothing_else() {
        for seed in 0..3 {
            let reports = (Runner { seed, ..Runner::new() }).run_all(&suite(true));
            let names = reports.iter().filter(|r| r.is_violated()).map(|r| r.name.as_str());
            let names: Vec<&str> = names.collect();
            assert!(names.contains(&"widening converges"), "seed {seed}: {names:?}");
            assert!(names.iter().all(|name| name.starts_with("widening converges")), "{names:?}");
        }
    }
}
