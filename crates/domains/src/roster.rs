//! All domains of this crate by name, each with the laws that it should satisfy.

use soundline_lattice::Check;

use crate::blocks::Blocks;
use crate::boxes::Boxes;
use crate::disjunctions::Unions;
use crate::equalities::Equalities;
use crate::expr::Space;
use crate::octagons::Octagons;
use crate::polyhedra::Polyhedra;
use crate::trial::{suite, suite_with_narrowing};
use crate::values::Values;
use crate::zones::Zones;
use crate::zonotopes::Zonotopes;
use crate::{Precise, Product};

/// A domain by name.
#[derive(Clone, Copy)]
pub struct Entry {
    /// The name, with the kind of numbers where there are several.
    pub name: &'static str,
    /// What it is, in a few words.
    pub about: &'static str,
    /// Are its variables integers whatever the space says?
    pub integers_only: bool,
    checks: fn(Space) -> Vec<Check>,
}

impl Entry {
    /// Everything that the domain over a space is checked against.
    pub fn checks(&self, space: Space) -> Vec<Check> {
        (self.checks)(space)
    }
}

/// Intervals in unions of them, at most so many for each variable.
const UNION_PIECES: usize = 4;

/// All domains.
pub static ALL: [Entry; 24] = [
    entry("boxes:exact", "intervals over exact rationals", |space| {
        suite_with_narrowing("boxes:exact", Boxes::exact(space)).checks()
    }),
    integers("boxes:int", "intervals over integers", |space| {
        suite_with_narrowing("boxes:int", Boxes::integer(space)).checks()
    }),
    entry("boxes:f64", "intervals over f64, rounded outwards", |space| {
        suite_with_narrowing("boxes:f64", Boxes::float(space)).checks()
    }),
    integers("signs", "a sign for each variable", |space| {
        suite("signs", Values::signs(space)).checks()
    }),
    integers("parities", "even or odd for each variable", |space| {
        suite("parities", Values::parities(space)).checks()
    }),
    integers("constants", "a constant for each variable", |space| {
        suite("constants", Values::constants(space)).checks()
    }),
    integers("intervals", "a 64-bit interval for each variable", |space| {
        suite("intervals", Values::intervals(space)).checks()
    }),
    integers("congruences", "a congruence for each variable", |space| {
        suite("congruences", Values::congruences(space)).checks()
    }),
    integers("intervals*congruences", "their reduced product for each variable", |space| {
        suite("intervals*congruences", Values::interval_congruences(space)).checks()
    }),
    entry("unions", "finite unions of intervals for each variable", |space| {
        suite("unions", Unions::new(space, UNION_PIECES)).checks()
    }),
    entry("unions*zones", "unions of intervals and zones", |space| {
        let unions = Unions::new(space.clone(), UNION_PIECES);
        suite("unions*zones", Product::new(unions, Zones::exact(space))).checks()
    }),
    entry("zones:exact", "differences over exact rationals", |space| {
        suite_with_narrowing("zones:exact", Zones::exact(space)).checks()
    }),
    entry("zones:f64", "differences over f64", |space| {
        suite_with_narrowing("zones:f64", Zones::float(space)).checks()
    }),
    entry("octagons:exact", "sums and differences over exact rationals", |space| {
        suite_with_narrowing("octagons:exact", Octagons::exact(space)).checks()
    }),
    entry("octagons:f64", "sums and differences over f64", |space| {
        suite_with_narrowing("octagons:f64", Octagons::float(space)).checks()
    }),
    entry("zones:precise", "exact zones with best transfer functions", |space| {
        suite_with_narrowing("zones:precise", Precise::new(Zones::exact(space))).checks()
    }),
    entry("octagons:precise", "exact octagons with best transfer functions", |space| {
        suite_with_narrowing("octagons:precise", Precise::new(Octagons::exact(space))).checks()
    }),
    entry("equalities", "affine equalities", |space| {
        suite("equalities", Equalities::new(space)).checks()
    }),
    entry("polyhedra", "closed convex polyhedra", |space| {
        suite("polyhedra", Polyhedra::closed(space)).checks()
    }),
    entry("polyhedra:strict", "convex polyhedra with strict inequalities", |space| {
        suite("polyhedra:strict", Polyhedra::strict(space)).checks()
    }),
    entry("polyhedra:blocks", "closed polyhedra in independent blocks", |space| {
        suite("polyhedra:blocks", Blocks::new(Polyhedra::closed(space))).checks()
    }),
    entry("octagons:blocks", "exact octagons in independent blocks", |space| {
        suite("octagons:blocks", Blocks::new(Octagons::exact(space))).checks()
    }),
    entry("zonotopes:exact", "affine forms over exact rationals", |space| {
        suite("zonotopes:exact", Zonotopes::exact(space)).checks()
    }),
    entry("zonotopes:f64", "affine forms rounded to f64", |space| {
        suite("zonotopes:f64", Zonotopes::float(space)).checks()
    }),
];

const fn entry(name: &'static str, about: &'static str, checks: fn(Space) -> Vec<Check>) -> Entry {
    Entry { name, about, integers_only: false, checks }
}

const fn integers(
    name: &'static str,
    about: &'static str,
    checks: fn(Space) -> Vec<Check>,
) -> Entry {
    Entry { name, about, integers_only: true, checks }
}
