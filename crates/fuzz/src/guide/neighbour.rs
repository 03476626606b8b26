//! Neighbours of what a library told: elements that differ from another one in a bound or two, and
//! constraints that cut close to its border. Comparisons, widenings and guards go wrong there, and
//! elements that have nothing to do with each other never come there.

use soundline_domains::capabilities::Kind;
use soundline_domains::expr::{Constraint, Relation};
use soundline_domains::numbers::Rat;

use crate::generate::Draw;

/// Nearly the same constraints: one or two are moved or missing.
pub(crate) fn sibling(draw: &mut Draw, facts: &[Constraint]) -> Vec<Constraint> {
    let mut sibling: Vec<Constraint> = facts.iter().map(|fact| whole(draw, fact)).collect();
    for _ in 0..1 + draw.below(2) {
        if sibling.is_empty() {
            break;
        }
        let at = draw.below(sibling.len());
        if draw.once_in(4) {
            sibling.remove(at);
        } else {
            sibling[at] = near(draw, &sibling[at]);
        }
    }
    sibling
}

/// A guard next to a constraint that holds, strict or not, whatever the domain represents.
pub(super) fn guard(draw: &mut Draw, fact: &Constraint) -> Constraint {
    let near = near(draw, fact);
    match near.relation() {
        Relation::Ge if draw.once_in(3) => Constraint::new(near.expr().clone(), Relation::Gt),
        _ => near,
    }
}

/// A constraint next to another one: on its border, one step beyond it, or on its other side.
fn near(draw: &mut Draw, fact: &Constraint) -> Constraint {
    let fact = &whole(draw, fact);
    let constant = fact.expr().constant_term();
    let moved = match draw.below(8) {
        0 | 1 => constant + &Rat::ONE,
        2 | 3 => constant - &Rat::ONE,
        4 => constant + &Rat::from(draw.below(20) as i64 - 10),
        5 => -constant,
        6 => draw.constant(),
        _ => constant.clone(),
    };
    let expr = fact.expr().clone().with_constant(moved);
    let expr = if draw.once_in(4) { -&expr } else { expr };
    Constraint::new(expr, relation(draw, fact.relation()))
}

/// Without fractions where there are none.
fn whole(draw: &Draw, fact: &Constraint) -> Constraint {
    match draw.is_integral() {
        true => Constraint::new(fact.expr().to_coprime(), fact.relation()),
        false => fact.clone(),
    }
}

/// Mostly the same relation, and only such that the domain represents.
fn relation(draw: &mut Draw, old: Relation) -> Relation {
    let new = match draw.below(8) {
        0 => Relation::Gt,
        1 => Relation::Eq,
        2 => Relation::Ge,
        _ => old,
    };
    match new {
        _ if draw.profile.kind == Kind::Equalities => old,
        Relation::Gt if !draw.profile.strict => Relation::Ge,
        new => new,
    }
}
