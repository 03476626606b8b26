//! Operands for which the precondition of a property holds, or should.

use soundline_domains::capabilities::Kind;
use soundline_domains::expr::{Constraint, LinearExpr, Relation};
use soundline_domains::numbers::Rat;
use soundline_targets::{Operation, OperationKind, Slot};

use super::pool::Pool;
use crate::property::{ConstraintShape, Role};

/// An element for each role.
///
/// Now and then any element stands in: operands that are right by construction hide comparisons that
/// say yes too often.
pub(super) fn elements(pool: &mut Pool, roles: &[Role], checked: bool) -> Vec<Slot> {
    let mut elements: Vec<Slot> = Vec::with_capacity(roles.len());
    for role in roles {
        let role = if checked && pool.draw.once_in(5) { &Role::Any } else { role };
        let element = match role {
            Role::Any => pool.pick(),
            Role::Above(others) => above(pool, others, &elements),
            Role::Below(others) => below(pool, others, &elements),
            Role::EqualTo(other) => equal_to(pool, elements[*other]),
            Role::Bottom => bottom(pool),
            Role::DisjointFrom(other) => {
                let (one, element) = disjoint(pool);
                elements[*other] = one;
                element
            }
        };
        elements.push(element);
    }
    elements
}

fn above(pool: &mut Pool, others: &[usize], elements: &[Slot]) -> Slot {
    let mut upper = elements[others[0]];
    for other in &others[1..] {
        upper = pool.make(Operation::Join(upper, elements[*other]));
    }
    let variables = pool.draw.space.dimensions() > 0;
    match pool.draw.below(4) {
        0 if variables && pool.draw.profile.supports(OperationKind::Forget) => {
            let variables = pool.draw.forgotten();
            pool.make(Operation::Forget(upper, variables))
        }
        1 if pool.draw.profile.supports(OperationKind::Widen) => {
            let other = pool.pick();
            pool.widen(upper, other)
        }
        2 if others.len() > 1 => upper,
        _ => {
            let other = pool.pick();
            pool.make(Operation::Join(upper, other))
        }
    }
}

fn below(pool: &mut Pool, others: &[usize], elements: &[Slot]) -> Slot {
    let mut lower = elements[others[0]];
    for other in &others[1..] {
        lower = pool.make(Operation::Meet(lower, elements[*other]));
    }
    match pool.draw.below(3) {
        0 if pool.draw.profile.supports(OperationKind::Guard) => {
            let constraint = pool.draw.constraint_for(ConstraintShape::Any);
            pool.make(Operation::Guard(lower, constraint))
        }
        1 if others.len() > 1 => lower,
        _ => {
            let other = pool.pick();
            pool.make(Operation::Meet(lower, other))
        }
    }
}

/// The same points, made in another way.
fn equal_to(pool: &mut Pool, element: Slot) -> Slot {
    match pool.draw.below(6) {
        0 => {
            let top = pool.make(Operation::Top);
            pool.make(Operation::Meet(element, top))
        }
        1 => {
            let bottom = pool.make(Operation::Bottom);
            pool.make(Operation::Join(element, bottom))
        }
        2 => pool.make(Operation::Join(element, element)),
        3 => pool.make(Operation::Meet(element, element)),
        4 => {
            let other = pool.pick();
            let upper = pool.make(Operation::Join(element, other));
            pool.make(Operation::Meet(upper, element))
        }
        _ => {
            let other = pool.pick();
            let lower = pool.make(Operation::Meet(element, other));
            pool.make(Operation::Join(lower, element))
        }
    }
}

fn bottom(pool: &mut Pool) -> Slot {
    let other = pool.pick();
    match pool.draw.below(4) {
        0 => pool.make(Operation::Bottom),
        1 => {
            let bottom = pool.make(Operation::Bottom);
            pool.make(Operation::Meet(other, bottom))
        }
        _ => {
            let (one, apart) = disjoint(pool);
            pool.make(Operation::Meet(one, apart))
        }
    }
}

/// Two elements with a constraint each that excludes the other.
fn disjoint(pool: &mut Pool) -> (Slot, Slot) {
    let shaped = pool.draw.shaped_constraint();
    let (kind, coin) = (pool.draw.profile.kind, pool.draw.once_in(2));
    let form = match kind {
        // Signs know about 0 alone.
        Kind::Values if coin => shaped.expr().clone().with_constant(0),
        _ => shaped.expr().clone(),
    };
    // form >= 0 on one side and form <= -1 on the other; form = 0 and form = -1 for domains that
    // have no inequalities.
    let equal = match kind {
        Kind::Equalities => true,
        Kind::Values => pool.draw.once_in(2),
        _ => false,
    };
    let relation = if equal { Relation::Eq } else { Relation::Ge };
    let one = Constraint::new(form.clone(), relation);
    let other = Constraint::new(&LinearExpr::constant(-&Rat::ONE) - &form, relation);
    let sides = [one, other].map(|side| {
        let alone = pool.make(Operation::Constraints(vec![side]));
        if pool.draw.once_in(2) {
            let more = pool.pick();
            pool.make(Operation::Meet(alone, more))
        } else {
            alone
        }
    });
    (sides[0], sides[1])
}
