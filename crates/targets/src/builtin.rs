//! The domains of this workspace as targets.

use soundline_domains::blocks::Blocks;
use soundline_domains::boxes::Boxes;
use soundline_domains::disjunctions::Unions;
use soundline_domains::equalities::Equalities;
use soundline_domains::expr::Space;
use soundline_domains::octagons::Octagons;
use soundline_domains::polyhedra::Polyhedra;
use soundline_domains::values::Values;
use soundline_domains::zones::Zones;
use soundline_domains::zonotopes::Zonotopes;
use soundline_domains::{Domain, Precise, Product, roster};

use crate::machine::Machine;
use crate::native::Native;
use crate::target::{Presence, Target, TargetError};

/// Intervals in unions of them, at most so many for each variable.
const UNION_PIECES: usize = 4;

/// A domain of this workspace.
struct BuiltIn {
    entry: roster::Entry,
    open: fn(Space) -> Box<dyn Machine>,
}

impl Target for BuiltIn {
    fn name(&self) -> &str {
        self.entry.name
    }

    fn about(&self) -> &str {
        self.entry.about
    }

    fn presence(&self) -> Presence {
        Presence::BuiltIn
    }

    fn open(&self, space: &Space) -> Result<Box<dyn Machine>, TargetError> {
        Ok((self.open)(space.clone()))
    }

    fn version(&self) -> Option<String> {
        Some(env!("CARGO_PKG_VERSION").to_string())
    }

    fn integers_only(&self) -> bool {
        self.entry.integers_only
    }
}

/// All domains of this workspace.
pub fn natives() -> Vec<Box<dyn Target>> {
    let target = |entry: &roster::Entry| -> Box<dyn Target> {
        Box::new(BuiltIn { entry: *entry, open: opener(entry.name) })
    };
    roster::ALL.iter().map(target).collect()
}

fn opener(name: &str) -> fn(Space) -> Box<dyn Machine> {
    match name {
        "boxes:exact" => |space| Box::new(Native::with_narrowing(Boxes::exact(space))),
        "boxes:int" => {
            |space| Box::new(Native::with_narrowing(Boxes::integer(space)).over_integers())
        }
        "boxes:f64" => |space| Box::new(Native::with_narrowing(Boxes::float(space))),
        "signs" => |space| Box::new(Native::new(Values::signs(space)).over_integers()),
        "parities" => |space| Box::new(Native::new(Values::parities(space)).over_integers()),
        "constants" => |space| Box::new(Native::new(Values::constants(space)).over_integers()),
        "intervals" => |space| Box::new(Native::new(Values::intervals(space)).over_integers()),
        "congruences" => |space| Box::new(Native::new(Values::congruences(space)).over_integers()),
        "intervals*congruences" => {
            |space| Box::new(Native::new(Values::interval_congruences(space)).over_integers())
        }
        "unions" => |space| Box::new(Native::new(Unions::new(space, UNION_PIECES))),
        "unions*zones" => |space| {
            let unions = Unions::new(space.clone(), UNION_PIECES);
            Box::new(Native::new(Product::new(unions, Zones::exact(space))))
        },
        "zones:exact" => |space| Box::new(Native::with_narrowing(Zones::exact(space))),
        "zones:f64" => |space| Box::new(rounded(Native::with_narrowing(Zones::float(space)))),
        "zones:precise" => {
            |space| Box::new(Native::with_narrowing(Precise::new(Zones::exact(space))))
        }
        "octagons:exact" => |space| Box::new(Native::with_narrowing(Octagons::exact(space))),
        "octagons:f64" => |space| Box::new(rounded(Native::with_narrowing(Octagons::float(space)))),
        "octagons:precise" => {
            |space| Box::new(Native::with_narrowing(Precise::new(Octagons::exact(space))))
        }
        "octagons:blocks" => |space| Box::new(Native::new(Blocks::new(Octagons::exact(space)))),
        "equalities" => |space| Box::new(Native::new(Equalities::new(space))),
        "polyhedra" => |space| Box::new(Native::new(Polyhedra::closed(space))),
        "polyhedra:strict" => |space| Box::new(Native::new(Polyhedra::strict(space))),
        "polyhedra:blocks" => |space| Box::new(Native::new(Blocks::new(Polyhedra::closed(space)))),
        "zonotopes:exact" => |space| Box::new(Native::new(Zonotopes::exact(space))),
        "zonotopes:f64" => |space| {
            let reason = "rounding adds noise to each form, so that forms differ";
            Box::new(Native::new(Zonotopes::float(space)).exempting("assign monotone", reason))
        },
        other => unreachable!("the roster has a domain {other} that cannot be opened"),
    }
}

/// Closures round: a larger element may close to bounds that are a last digit tighter. A run of a
/// million tests showed it for assignments.
fn rounded<D: Domain>(machine: Native<D>) -> Native<D> {
    let reason = "closures round, and a larger element may come out a last digit tighter";
    machine.exempting("assign monotone", reason).exempting("guard monotone", reason)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_domain_of_the_roster_opens() {
        for target in natives() {
            let machine = target.open(&Space::integers(2)).expect("a domain of our own opens");
            assert_eq!(machine.space().dimensions(), 2, "{}", target.name());
        }
    }
}
