//! Tests of zonotopes: their laws, why some are exempt, and what they say about points.

mod behaviour;
mod exempt;
mod laws;
mod precision;

use super::{Zonotope, Zonotopes};
use crate::Domain;
use crate::expr::Space;
use crate::numbers::{Interval, Rat};

/// Zonotopes over so many real variables.
fn reals(dimensions: usize) -> Zonotopes {
    Zonotopes::exact(Space::reals(dimensions))
}

/// The points that satisfy constraints such as `x0 >= 0, x0 <= 1`.
fn points(domain: &Zonotopes, constraints: &str) -> Zonotope {
    constraints.split(", ").fold(domain.universe(), |a, text| guard(domain, &a, text))
}

fn guard(domain: &Zonotopes, a: &Zonotope, constraint: &str) -> Zonotope {
    let constraint = domain.space().parse(constraint).unwrap_or_else(|fault| panic!("{fault}"));
    domain.guard(a, &constraint).unwrap_or_else(|fault| panic!("{fault}"))
}

fn assign(domain: &Zonotopes, a: &Zonotope, variable: usize, expr: &str) -> Zonotope {
    let expr = domain.space().parse_expr(expr).unwrap_or_else(|fault| panic!("{fault}"));
    domain.assign(a, variable, &expr).unwrap_or_else(|fault| panic!("{fault}"))
}

fn bounds(domain: &Zonotopes, a: &Zonotope, expr: &str) -> Interval {
    let expr = domain.space().parse_expr(expr).unwrap_or_else(|fault| panic!("{fault}"));
    domain.bounds(a, &expr).unwrap_or_else(|fault| panic!("{fault}")).expect("it is not bottom")
}

fn contains<const N: usize>(domain: &Zonotopes, a: &Zonotope, point: [i64; N]) -> bool {
    domain.contains(a, &point.map(Rat::from)).unwrap_or_else(|fault| panic!("{fault}"))
}
