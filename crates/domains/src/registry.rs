//! All domains of this crate by name: how each is made, and what is known about it.
//!
//! Whatever works on all of them starts here: the laws that they should satisfy, the targets of the
//! tester, the domains that an analyzer offers.
//!
//! ```
//! use soundline_domains::{Domain, expr::Space, registry};
//! use soundline_lattice::Lattice;
//! let space = Space::integers(2);
//! let domain = registry::parse("boxes:int*equalities", space.clone())?;
//! let a = domain.assign(&domain.universe(), 0, &space.parse_expr("2*x1")?)?;
//! let a = domain.guard(&a, &space.parse("x1 >= 1")?)?;
//! assert_eq!(domain.bounds_of(&a, 0)?.unwrap().to_string(), "[2, +oo]");
//! # Ok::<(), soundline_domains::Error>(())
//! ```

use soundline_lattice::laws::ids;

use crate::blocks::Blocks;
use crate::boxes::Boxes;
use crate::capabilities::{
    ASSIGN_MONOTONE, Exemption, GUARD_MONOTONE, MEET_BELOW_LEFT, MEET_BELOW_RIGHT,
};
use crate::disjunctions::Unions;
use crate::equalities::Equalities;
use crate::expr::Space;
use crate::octagons::Octagons;
use crate::polyhedra::Polyhedra;
use crate::values::Values;
use crate::zones::Zones;
use crate::zonotopes::Zonotopes;
use crate::{AnyDomain, Error, Precise, Product};

/// A domain by name.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Entry {
    /// The name, with the kind of numbers where there are several.
    pub name: &'static str,
    /// What it is, in a few words.
    pub about: &'static str,
    /// Are its variables integers whatever the space says?
    pub integers_only: bool,
    /// Do its elements know remainders?
    pub remainders: bool,
    /// What a tester may expect and the domain does not promise, beyond its
    /// [capabilities](crate::capabilities::Capabilities::exemptions).
    pub exemptions: &'static [Exemption],
    /// How an analysis of programs uses it, if that is of use.
    pub analysis: Option<Analysis>,
    make: fn(Space) -> AnyDomain,
}

/// The form of a domain that suits an analysis of programs with many variables.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Analysis {
    /// The name among the domains of an analysis.
    pub name: &'static str,
    make: fn(Space) -> AnyDomain,
}

impl Entry {
    /// The domain over a space, with its narrowing if it has one.
    pub fn over(&self, space: Space) -> AnyDomain {
        (self.make)(space)
    }

    /// Everything that the domain over a space is checked against.
    #[cfg(any(test, feature = "testing"))]
    pub fn checks(&self, space: Space) -> Vec<soundline_lattice::Check> {
        crate::trial::suite_of(self.name, self.over(space)).checks()
    }

    const fn new(name: &'static str, about: &'static str, make: fn(Space) -> AnyDomain) -> Entry {
        Entry {
            name,
            about,
            integers_only: false,
            remainders: false,
            exemptions: &[],
            analysis: None,
            make,
        }
    }

    const fn of_integers(self) -> Entry {
        Entry { integers_only: true, ..self }
    }

    const fn with_remainders(self) -> Entry {
        Entry { remainders: true, ..self }
    }

    const fn exempting(self, exemptions: &'static [Exemption]) -> Entry {
        Entry { exemptions, ..self }
    }

    /// An analysis uses it as it is.
    const fn analysis_as(self, name: &'static str) -> Entry {
        self.analysis_by(name, self.make)
    }

    /// An analysis uses another form of it.
    const fn analysis_by(self, name: &'static str, make: fn(Space) -> AnyDomain) -> Entry {
        Entry { analysis: Some(Analysis { name, make }), ..self }
    }
}

impl Analysis {
    /// The domain over a space.
    pub fn over(&self, space: Space) -> AnyDomain {
        (self.make)(space)
    }
}

/// The domain of a name, if there is one.
pub fn get(name: &str) -> Option<&'static Entry> {
    ALL.iter().find(|entry| entry.name == name)
}

/// The domain that has the name in analyses, if there is one.
pub fn for_analysis(name: &str) -> Option<&'static Entry> {
    ALL.iter().find(|entry| entry.analysis.is_some_and(|analysis| analysis.name == name))
}

/// The domain of a name, or the reduced product of several with `*` between their names.
pub fn parse(names: &str, space: Space) -> Result<AnyDomain, Error> {
    let named = |name: &str| {
        let entry = get(name).ok_or_else(|| Error::UnknownDomain { name: name.to_string() })?;
        Ok(entry.over(space.clone()))
    };
    // Some products have a domain of their own.
    if let Ok(domain) = named(names) {
        return Ok(domain);
    }
    let mut factors = names.split('*').map(|name| named(name.trim()));
    let first = factors.next().expect("split text has a first part")?;
    factors.try_fold(first, |left, right| Ok(AnyDomain::new(Product::new(left, right?))))
}

/// Intervals in unions of them, at most so many for each variable.
const UNION_PIECES: usize = 4;

/// The same in an analysis.
const UNION_PIECES_IN_ANALYSES: usize = 6;

/// In an analysis, blocks of variables are related with each other as long as the polyhedron has so many
/// generators at most: their number grows with the product of those of the blocks.
const MOST_GENERATORS: u64 = 64;

/// A run of a million tests showed it.
const ROUNDED: &str = "closures round, and a larger element may come out a last digit tighter";
const ROUNDED_TRANSFERS: &[Exemption] = &[
    Exemption { law: ASSIGN_MONOTONE, reason: ROUNDED },
    Exemption { law: GUARD_MONOTONE, reason: ROUNDED },
];
const NOISY_ASSIGNMENTS: &[Exemption] = &[Exemption {
    law: ASSIGN_MONOTONE,
    reason: "rounding adds noise to each form, so that forms differ",
}];

/// A run of a million tests showed this, too. No element is between both operands and all their common integers.
const OVERFLOW: &str =
    "where a common modulus does not fit into 128 bits, a meet is one of its operands";
const MEETS_THAT_OVERFLOW: &[Exemption] = &[
    Exemption { law: MEET_BELOW_LEFT, reason: OVERFLOW },
    Exemption { law: MEET_BELOW_RIGHT, reason: OVERFLOW },
    Exemption { law: ids::MEET_ASSOCIATIVE, reason: OVERFLOW },
    Exemption { law: ids::JOIN_MEET_ABSORPTION, reason: OVERFLOW },
    Exemption { law: ids::MEET_IMPLIES_LEQ, reason: OVERFLOW },
    Exemption { law: ids::MEET_IMPLIES_JOIN, reason: OVERFLOW },
];

/// All domains.
pub static ALL: [Entry; 24] = [
    Entry::new("boxes:exact", "intervals over exact rationals", |space| {
        AnyDomain::with_narrowing(Boxes::exact(space))
    }),
    Entry::new("boxes:int", "intervals over integers", |space| {
        AnyDomain::with_narrowing(Boxes::integer(space))
    })
    .of_integers()
    .analysis_as("intervals"),
    Entry::new("boxes:f64", "intervals over f64, rounded outwards", |space| {
        AnyDomain::with_narrowing(Boxes::float(space))
    }),
    Entry::new("signs", "a sign for each variable", |space| AnyDomain::new(Values::signs(space)))
        .of_integers()
        .analysis_as("signs"),
    Entry::new("parities", "even or odd for each variable", |space| {
        AnyDomain::new(Values::parities(space))
    })
    .of_integers()
    .with_remainders()
    .analysis_as("parities"),
    Entry::new("constants", "a constant for each variable", |space| {
        AnyDomain::new(Values::constants(space))
    })
    .of_integers()
    .analysis_as("constants"),
    Entry::new("intervals", "a 64-bit interval for each variable", |space| {
        AnyDomain::new(Values::intervals(space))
    })
    .of_integers(),
    Entry::new("congruences", "a congruence for each variable", |space| {
        AnyDomain::new(Values::congruences(space))
    })
    .of_integers()
    .with_remainders()
    .exempting(MEETS_THAT_OVERFLOW)
    .analysis_as("congruences"),
    Entry::new("intervals*congruences", "their reduced product for each variable", |space| {
        AnyDomain::new(Values::interval_congruences(space))
    })
    .of_integers()
    .with_remainders()
    .exempting(MEETS_THAT_OVERFLOW)
    .analysis_as("intervals*congruences"),
    Entry::new("unions", "finite unions of intervals for each variable", |space| {
        AnyDomain::new(Unions::new(space, UNION_PIECES))
    })
    .analysis_by("unions", |space| AnyDomain::new(Unions::new(space, UNION_PIECES_IN_ANALYSES))),
    Entry::new("unions*zones", "unions of intervals and zones", |space| {
        let unions = AnyDomain::new(Unions::new(space.clone(), UNION_PIECES));
        AnyDomain::new(Product::new(unions, AnyDomain::new(Zones::exact(space))))
    }),
    Entry::new("zones:exact", "differences over exact rationals", |space| {
        AnyDomain::with_narrowing(Zones::exact(space))
    })
    .analysis_by("zones", |space| AnyDomain::new(Blocks::new(Zones::exact(space)))),
    Entry::new("zones:f64", "differences over f64", |space| {
        AnyDomain::with_narrowing(Zones::float(space))
    })
    .exempting(ROUNDED_TRANSFERS)
    .analysis_by("zones:f64", |space| AnyDomain::new(Blocks::new(Zones::float(space)))),
    Entry::new("octagons:exact", "sums and differences over exact rationals", |space| {
        AnyDomain::with_narrowing(Octagons::exact(space))
    })
    .analysis_as("octagons:whole"),
    Entry::new("octagons:f64", "sums and differences over f64", |space| {
        AnyDomain::with_narrowing(Octagons::float(space))
    })
    .exempting(ROUNDED_TRANSFERS)
    .analysis_by("octagons:f64", |space| AnyDomain::new(Blocks::new(Octagons::float(space)))),
    Entry::new("zones:precise", "exact zones with best transfer functions", |space| {
        AnyDomain::with_narrowing(Precise::new(Zones::exact(space)))
    }),
    Entry::new("octagons:precise", "exact octagons with best transfer functions", |space| {
        AnyDomain::with_narrowing(Precise::new(Octagons::exact(space)))
    }),
    Entry::new("equalities", "affine equalities", |space| AnyDomain::new(Equalities::new(space)))
        .with_remainders()
        .analysis_as("equalities"),
    Entry::new("polyhedra", "closed convex polyhedra", |space| {
        AnyDomain::new(Polyhedra::closed(space))
    })
    .analysis_by("polyhedra", |space| {
        AnyDomain::new(Blocks::up_to(Polyhedra::closed(space), MOST_GENERATORS))
    }),
    Entry::new("polyhedra:strict", "convex polyhedra with strict inequalities", |space| {
        AnyDomain::new(Polyhedra::strict(space))
    })
    .analysis_by("polyhedra:strict", |space| {
        AnyDomain::new(Blocks::up_to(Polyhedra::strict(space), MOST_GENERATORS))
    }),
    Entry::new("polyhedra:blocks", "closed polyhedra in independent blocks", |space| {
        AnyDomain::new(Blocks::new(Polyhedra::closed(space)))
    }),
    Entry::new("octagons:blocks", "exact octagons in independent blocks", |space| {
        AnyDomain::new(Blocks::new(Octagons::exact(space)))
    })
    .analysis_as("octagons"),
    Entry::new("zonotopes:exact", "affine forms over exact rationals", |space| {
        AnyDomain::new(Zonotopes::exact(space))
    })
    .analysis_as("zonotopes"),
    Entry::new("zonotopes:f64", "affine forms rounded to f64", |space| {
        AnyDomain::new(Zonotopes::float(space))
    })
    .exempting(NOISY_ASSIGNMENTS),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Domain;

    #[test]
    fn names_are_unique() {
        let unique = |names: Vec<&str>| {
            let set: std::collections::BTreeSet<&str> = names.iter().copied().collect();
            assert_eq!(set.len(), names.len(), "{names:?}");
        };
        unique(ALL.iter().map(|entry| entry.name).collect());
        unique(ALL.iter().filter_map(|entry| Some(entry.analysis?.name)).collect());
    }

    #[test]
    fn every_domain_is_made_over_the_space() {
        for entry in &ALL {
            let space = Space::integers(2);
            assert_eq!(entry.over(space.clone()).space(), &space, "{}", entry.name);
            if let Some(analysis) = entry.analysis {
                assert_eq!(analysis.over(space.clone()).space(), &space, "{}", analysis.name);
            }
        }
    }

    #[test]
    fn products_are_made_of_names() {
        let space = Space::integers(2);
        for names in ["boxes:exact*equalities", "signs * parities*congruences", "unions*zones"] {
            assert_eq!(parse(names, space.clone()).expect(names).space(), &space);
        }
        for (names, unknown) in [("", ""), ("boxes:exact*", ""), ("signs*hexagons", "hexagons")] {
            let error = parse(names, space.clone()).expect_err(names);
            assert_eq!(error, Error::UnknownDomain { name: unknown.to_string() });
        }
    }
}
