//! Assignments and guards by expressions that need not be linear, for any domain.
//!
//! The expression is linearised with the bounds of its variables (Miné 2006). What remains is a linear
//! expression and an interval; the interval is the value of a variable that exists for the time of
//! the assignment.

use crate::expr::{Constraint, Expr, LinearExpr, Linearisation, Relation, Var, VarKind};
use crate::numbers::{Bound, Interval, Rat};
use crate::{Domain, Error};

/// The values of the expression in `a`; `None` if there are none.
fn values_of<D: Domain>(
    domain: &D,
    a: &D::Elem,
    expr: &Expr,
) -> Result<Option<(Linearisation, Vec<Interval>)>, Error> {
    domain.check(a)?;
    if let Some(last) = expr.dimensions().checked_sub(1) {
        domain.space().check_variable(last)?;
    }
    let mut bounds = vec![Interval::ALL; expr.dimensions()];
    for variable in expr.variables() {
        match domain.bounds_of(a, variable)? {
            Some(range) => bounds[variable] = range,
            None => return Ok(None),
        }
    }
    let values = expr.linearise(domain.space(), &|variable: Var| bounds[variable].clone());
    Ok(values.map(|values| (values, bounds)))
}

/// `a` after `variable := expr`.
pub(crate) fn assign<D: Domain>(
    domain: &D,
    a: &D::Elem,
    variable: Var,
    expr: &Expr,
) -> Result<D::Elem, Error> {
    domain.space().check_variable(variable)?;
    let Some((values, bounds)) = values_of(domain, a, expr)? else { return Ok(domain.bottom()) };
    let (linear, rest) = values.form.scalar(&|variable: Var| bounds[variable].clone());
    let mut after = match rest.as_point() {
        Some(constant) => domain.assign(a, variable, &linear.plus(constant))?,
        None if linear.terms().is_empty() => domain.forget(a, &[variable])?,
        None => {
            // The difference of two integers is one.
            let integral = values.integral && domain.space().is_integral(&linear);
            assign_sum(domain, a, variable, linear, (&rest, integral))?
        }
    };
    for end in Constraint::within(&LinearExpr::variable(variable), &values.range) {
        after = domain.guard(&after, &end)?;
    }
    Ok(after)
}

/// `a` after `variable := linear + some value of the interval`.
fn assign_sum<D: Domain>(
    domain: &D,
    a: &D::Elem,
    variable: Var,
    linear: LinearExpr,
    (rest, integral): (&Interval, bool),
) -> Result<D::Elem, Error> {
    let some_value = domain.space().dimensions();
    let kind = if integral { VarKind::Int } else { VarKind::Real };
    let (larger, mut element) = domain.add_dimensions(a, &[kind])?;
    for end in Constraint::within(&LinearExpr::variable(some_value), rest) {
        element = larger.guard(&element, &end)?;
    }
    let sum = &linear + &LinearExpr::variable(some_value);
    element = larger.assign(&element, variable, &sum)?;
    let sources: Vec<_> = (0..some_value).map(Some).collect();
    domain.embed(&element, &larger, &sources)
}

/// The points of `a` at which the expression relates to 0 so.
pub(crate) fn guard<D: Domain>(
    domain: &D,
    a: &D::Elem,
    expr: &Expr,
    relation: Relation,
) -> Result<D::Elem, Error> {
    let Some((values, bounds)) = values_of(domain, a, expr)? else { return Ok(domain.bottom()) };
    if !may_relate(&values.range, relation) {
        return Ok(domain.bottom());
    }
    let constraints = values.form.relax(relation, &|variable: Var| bounds[variable].clone());
    let start = a.clone();
    constraints.iter().try_fold(start, |element, constraint| domain.guard(&element, constraint))
}

/// Does a number of the range relate to 0 so?
fn may_relate(range: &Interval, relation: Relation) -> bool {
    let zero = Bound::Finite(Rat::ZERO);
    match relation {
        Relation::Eq => range.contains(&Rat::ZERO),
        Relation::Ge => *range.high() >= zero,
        Relation::Gt => *range.high() > zero,
        Relation::Ne => *range != Interval::ZERO,
    }
}

#[cfg(test)]
mod tests {
    use soundline_lattice::Choices;

    use super::*;
    use crate::expr::{BinaryOp, IntType, Space, UnaryOp};
    use crate::registry;

    fn number(choices: &mut Choices) -> Rat {
        choices.int(-6, 6).into()
    }

    fn expression(depth: usize, choices: &mut Choices) -> Expr {
        use BinaryOp::{Add, And, Div, Mul, Quot, Rem, Shl, Sub};
        if depth == 0 || choices.once_in(4) {
            return match choices.flip() {
                true => Expr::var(choices.index(3)),
                false => Expr::constant(number(choices)),
            };
        }
        let operand = expression(depth - 1, choices);
        match choices.draw(4) {
            0 => operand.unary(choices.pick(&[UnaryOp::Neg, UnaryOp::Not])),
            1 => operand.cast(IntType { width: 4, signed: choices.flip() }),
            _ => {
                let operation = choices.pick(&[Add, Sub, Mul, Div, Quot, Rem, And, Shl]);
                operand.binary(operation, expression(depth - 1, choices))
            }
        }
    }

    /// Every point of the operand that the program keeps is in the result, in every domain.
    #[test]
    fn all_points_are_kept() {
        let (mut assigned, mut guarded) = (0, 0);
        for (seed, entry) in registry::ALL.iter().enumerate() {
            let space = Space::integers(3);
            let domain = entry.over(space.clone());
            for round in 0..60 {
                let mut choices = Choices::random(1000 * seed as u64 + round);
                let point: Vec<Rat> = (0..3).map(|_| number(&mut choices)).collect();
                let around = |(v, value): (Var, &Rat)| {
                    let (below, above) = (choices.int(0, 3), choices.int(0, 3));
                    let range = Interval::of(value - &Rat::from(below), value + &Rat::from(above));
                    Constraint::within(&LinearExpr::variable(v), &range).collect::<Vec<_>>()
                };
                let told: Vec<_> = point.iter().enumerate().flat_map(around).collect();
                let a = domain.from_constraints(&told).expect("they fit");
                let expr = expression(3, &mut choices);
                let relation = choices.pick(&[Relation::Eq, Relation::Ge, Relation::Gt]);
                let (name, value) = (entry.name, expr.eval(&point));
                if let Some(value) = &value
                    && relation.holds(value)
                {
                    let after = domain.guard_expr(&a, &expr, relation).expect("it fits");
                    assert_eq!(domain.contains(&after, &point), Ok(true), "{name}: {expr}");
                    guarded += 1;
                }
                if let Some(value) = value.filter(Rat::is_integer) {
                    let after = domain.assign_expr(&a, 1, &expr).expect("it fits");
                    let mut moved = point.clone();
                    moved[1] = value;
                    assert_eq!(domain.contains(&after, &moved), Ok(true), "{name}: {expr}");
                    assigned += 1;
                }
            }
        }
        assert!(assigned > 300 && guarded > 300, "{assigned} and {guarded} cases");
    }

    #[test]
    fn products_keep_a_relation() {
        let space = Space::integers(2);
        let domain = registry::parse("octagons:exact", space.clone()).expect("it is there");
        let told = ["x0 >= 0", "x0 <= 10", "x1 >= 1", "x1 <= 2"].map(|t| space.parse(t).unwrap());
        let a = domain.from_constraints(&told).expect("they fit");
        let product = Expr::var(0).binary(BinaryOp::Mul, Expr::var(1));
        let after = domain.assign_expr(&a, 0, &product).expect("it fits");
        assert_eq!(domain.bounds_of(&after, 0), Ok(Some(Interval::of(0, 20))));
        let least = Expr::var(0).binary(BinaryOp::Sub, Expr::constant(100));
        let none = domain.guard_expr(&after, &least, Relation::Ge).expect("it fits");
        assert!(domain.is_bottom(&none).is_yes());
    }

    #[test]
    fn faults_are_named() {
        let domain = registry::parse("boxes:exact", Space::integers(1)).expect("it is there");
        let fault = Err(Error::UnknownVariable { variable: 1, dimensions: 1 });
        let top = domain.universe();
        assert_eq!(domain.assign_expr(&top, 1, &Expr::constant(0)).map(drop), fault);
        assert_eq!(domain.assign_expr(&top, 0, &Expr::var(1)).map(drop), fault);
        assert_eq!(domain.guard_expr(&top, &Expr::var(1), Relation::Eq).map(drop), fault);
    }
}
