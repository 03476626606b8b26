//! From the name of a domain to the domain, over any number of variables.

use super::AnyDomain;
use crate::DomainChoice;
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
use soundline_domains::{Domain, Product};
use std::cell::RefCell;

/// Intervals in a union, at most so many for each variable.
const UNION_PIECES: usize = 6;

/// Blocks of variables are related with each other as long as the polyhedron has so many generators
/// at most: their number grows with the product of those of the blocks.
const MOST_GENERATORS: u64 = 64;

/// The chosen domain over each number of integer variables.
pub(crate) struct Domains {
    base: AnyDomain,
    by_dimension: RefCell<Vec<AnyDomain>>,
    /// Whether elements relate variables with each other.
    pub(crate) relational: bool,
    /// Whether the widening may lose bounds that did not move.
    pub(crate) forgetful: bool,
    /// Whether elements know remainders.
    pub(crate) congruences: bool,
}

impl Domains {
    pub(crate) fn new(choice: &DomainChoice) -> Self {
        let mut parts = choice.parts().iter().map(|name| named(name));
        let first = parts.next().unwrap_or_else(|| named("intervals"));
        let base = parts.fold(first, |left, right| AnyDomain::new(Product::new(left, right)));
        let relates = |name: &&str| {
            ["zones", "octagons", "polyhedra", "equalities", "zonotopes"]
                .iter()
                .any(|relational| name.starts_with(relational))
        };
        Self {
            base,
            by_dimension: RefCell::new(Vec::new()),
            relational: choice.parts().iter().any(relates),
            forgetful: choice.parts().iter().any(|name| name.starts_with("polyhedra")),
            congruences: choice.parts().iter().any(|name| {
                name.contains("congruences") || name.contains("parities") || name.contains("equal")
            }),
        }
    }

    /// The domain over so many integers.
    pub(crate) fn over(&self, dimensions: usize) -> AnyDomain {
        let mut known = self.by_dimension.borrow_mut();
        while known.len() <= dimensions {
            let next = self.base.over(Space::integers(known.len()));
            known.push(next);
        }
        known[dimensions].clone()
    }
}

fn named(name: &str) -> AnyDomain {
    let none = Space::integers(0);
    match name {
        "zones" => AnyDomain::new(Blocks::new(Zones::exact(none))),
        "zones:f64" => AnyDomain::new(Blocks::new(Zones::float(none))),
        "octagons" => AnyDomain::new(Blocks::new(Octagons::exact(none))),
        "octagons:f64" => AnyDomain::new(Blocks::new(Octagons::float(none))),
        "octagons:whole" => AnyDomain::new(Octagons::exact(none)),
        "polyhedra" => AnyDomain::new(Blocks::up_to(Polyhedra::closed(none), MOST_GENERATORS)),
        "polyhedra:strict" => {
            AnyDomain::new(Blocks::up_to(Polyhedra::strict(none), MOST_GENERATORS))
        }
        "equalities" => AnyDomain::new(Equalities::new(none)),
        "congruences" => AnyDomain::new(Values::congruences(none)),
        "intervals*congruences" => AnyDomain::new(Values::interval_congruences(none)),
        "constants" => AnyDomain::new(Values::constants(none)),
        "signs" => AnyDomain::new(Values::signs(none)),
        "parities" => AnyDomain::new(Values::parities(none)),
        "unions" => AnyDomain::new(Unions::new(none, UNION_PIECES)),
        "zonotopes" => AnyDomain::new(Zonotopes::exact(none)),
        _ => AnyDomain::new(Boxes::integer(none)),
    }
}
