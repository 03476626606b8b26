//! Linear constraints in the form `expression REL 0`.

use std::borrow::Cow;

use super::{LinearExpr, Space, Var};
use crate::Error;
use crate::numbers::{Int, Rat};

/// How an expression relates to 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Relation {
    /// It is 0.
    Eq,
    /// It is 0 or above.
    Ge,
    /// It is above 0.
    Gt,
    /// It is not 0.
    Ne,
}

impl Relation {
    /// Whether the number relates to 0 so.
    pub fn holds(self, value: &Rat) -> bool {
        match self {
            Relation::Eq => value.is_zero(),
            Relation::Ge => !value.is_negative(),
            Relation::Gt => value.is_positive(),
            Relation::Ne => !value.is_zero(),
        }
    }
}

/// A linear constraint: an expression and how it relates to 0.
///
/// ```
/// use soundline_domains::expr::Constraint;
/// let constraint: Constraint = "x0 + 1/2 <= 3*x1".parse()?;
/// assert_eq!(constraint.to_string(), "-x0 + 3*x1 - 1/2 >= 0");
/// assert_eq!(constraint.normalised().to_string(), "-2*x0 + 6*x1 - 1 >= 0");
/// assert_eq!(constraint.negated().to_string(), "x0 - 3*x1 + 1/2 > 0");
/// # Ok::<(), soundline_domains::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Constraint {
    expr: LinearExpr,
    relation: Relation,
}

impl Constraint {
    /// The constraint that the expression relates to 0 so.
    pub fn new(expr: LinearExpr, relation: Relation) -> Constraint {
        Constraint { expr, relation }
    }

    /// left = right.
    pub fn eq(left: &LinearExpr, right: &LinearExpr) -> Constraint {
        Constraint::new(left - right, Relation::Eq)
    }

    /// left >= right.
    pub fn ge(left: &LinearExpr, right: &LinearExpr) -> Constraint {
        Constraint::new(left - right, Relation::Ge)
    }

    /// left > right.
    pub fn gt(left: &LinearExpr, right: &LinearExpr) -> Constraint {
        Constraint::new(left - right, Relation::Gt)
    }

    /// left <= right.
    pub fn le(left: &LinearExpr, right: &LinearExpr) -> Constraint {
        Constraint::ge(right, left)
    }

    /// left < right.
    pub fn lt(left: &LinearExpr, right: &LinearExpr) -> Constraint {
        Constraint::gt(right, left)
    }

    /// left != right.
    pub fn ne(left: &LinearExpr, right: &LinearExpr) -> Constraint {
        Constraint::new(left - right, Relation::Ne)
    }

    /// The expression that is compared with 0.
    pub fn expr(&self) -> &LinearExpr {
        &self.expr
    }

    /// The relation to 0.
    pub fn relation(&self) -> Relation {
        self.relation
    }

    /// Whether the constraint holds at a point.
    pub fn holds_at(&self, point: &[Rat]) -> Result<bool, Error> {
        Ok(self.relation.holds(&self.expr.eval(point)?))
    }

    /// Whether a constraint without variables holds; `None` if there are variables.
    pub fn as_constant(&self) -> Option<bool> {
        Some(self.relation.holds(self.expr.as_constant()?))
    }

    /// The constraint that holds exactly where this one does not.
    pub fn negated(&self) -> Constraint {
        match self.relation {
            Relation::Eq => Constraint::new(self.expr.clone(), Relation::Ne),
            Relation::Ne => Constraint::new(self.expr.clone(), Relation::Eq),
            Relation::Ge => Constraint::new(-&self.expr, Relation::Gt),
            Relation::Gt => Constraint::new(-&self.expr, Relation::Ge),
        }
    }

    /// Convex constraints of which one or the other holds exactly where this one does: `!=` is
    /// split in two, the others stay.
    pub fn convex_cases(&self) -> Vec<Constraint> {
        match self.relation {
            Relation::Ne => vec![
                Constraint::new(self.expr.clone(), Relation::Gt),
                Constraint::new(-&self.expr, Relation::Gt),
            ],
            _ => vec![self.clone()],
        }
    }

    /// Inequalities that hold together exactly where this constraint does: `=` becomes two. For
    /// `!=` there are none, see [`Constraint::convex_cases`].
    pub fn as_inequalities(&self) -> Option<Vec<Constraint>> {
        match self.relation {
            Relation::Eq => Some(vec![
                Constraint::new(self.expr.clone(), Relation::Ge),
                Constraint::new(-&self.expr, Relation::Ge),
            ]),
            Relation::Ge | Relation::Gt => Some(vec![self.clone()]),
            Relation::Ne => None,
        }
    }

    /// The same constraint with coprime integers; the first factor of `=` and `!=` is positive.
    pub fn normalised(&self) -> Constraint {
        let expr = self.expr.to_coprime();
        let symmetric = matches!(self.relation, Relation::Eq | Relation::Ne);
        let first = expr.terms().first().map_or(expr.constant_term(), |(_, factor)| factor);
        let expr = if symmetric && first.is_negative() { -&expr } else { expr };
        Constraint::new(expr, self.relation)
    }

    /// The same constraint, on the points of a space, in its strongest form. With integer
    /// variables only, `>` becomes `>=`, the constant is rounded, and an equation without integer
    /// solutions becomes `1 = 0`.
    ///
    /// ```
    /// use soundline_domains::expr::Space;
    /// let space = Space::integers(2);
    /// let tight = |text| space.parse(text).map(|c| c.tightened(&space).to_string());
    /// assert_eq!(tight("2*x0 > 2*x1 + 1")?, "x0 - x1 - 1 >= 0");
    /// assert_eq!(tight("2*x0 = 4*x1 + 1")?, "1 = 0");
    /// # Ok::<(), soundline_domains::Error>(())
    /// ```
    pub fn tightened(&self, space: &Space) -> Constraint {
        let normal = self.normalised();
        if !space.is_integral(&normal.expr) || normal.expr.terms().is_empty() {
            return normal;
        }
        // After normalising, factors and constant are integers; divide by the factors' gcd.
        let divisor = normal.expr.content();
        let constant = normal.expr.constant_term().numerator();
        let strict = if normal.relation == Relation::Gt { Int::ONE } else { Int::ZERO };
        let Some((rounded, rest)) = (&constant - strict).div_rem_floor(&divisor) else {
            return normal;
        };
        let shared = || match Rat::from(&divisor).recip() {
            Some(factor) => normal.expr.scale(&factor),
            None => normal.expr.clone(),
        };
        match normal.relation {
            Relation::Ge | Relation::Gt => {
                Constraint::new(shared().with_constant(rounded), Relation::Ge)
            }
            // Coprime with a factor in common: the constant is no multiple of it.
            Relation::Eq if !rest.is_zero() => Constraint::falsity(),
            Relation::Ne if !rest.is_zero() => Constraint::truth(),
            Relation::Eq | Relation::Ne => normal,
        }
    }

    /// [`Constraint::tightened`] without the normal form of what cannot be tightened: most constraints
    /// stay as they are and are not copied.
    pub(crate) fn sharpened(&self, space: &Space) -> Cow<'_, Constraint> {
        let terms = self.expr.terms();
        if terms.is_empty() || !terms.iter().all(|(v, _)| space.is_integer(*v)) {
            return Cow::Borrowed(self);
        }
        // With a factor 1 or -1 the factors have no divisor in common.
        let unit = |(_, factor): &(Var, Rat)| matches!(factor.to_i64(), Some(1 | -1));
        let whole = self.expr.constant_term().is_integer()
            && terms.iter().all(|(_, factor)| factor.is_integer());
        match self.relation {
            _ if !whole || !terms.iter().any(unit) => Cow::Owned(self.tightened(space)),
            Relation::Gt => {
                let expr = self.expr.clone().plus(&Rat::from(-1));
                Cow::Owned(Constraint::new(expr, Relation::Ge))
            }
            _ => Cow::Borrowed(self),
        }
    }

    /// A constraint that always holds: `0 = 0`.
    pub fn truth() -> Constraint {
        Constraint::new(LinearExpr::zero(), Relation::Eq)
    }

    /// A constraint that never holds: `1 = 0`.
    pub fn falsity() -> Constraint {
        Constraint::new(LinearExpr::constant(1), Relation::Eq)
    }

    /// The constraint with an expression in place of a variable.
    pub fn substitute(&self, variable: Var, replacement: &LinearExpr) -> Constraint {
        Constraint::new(self.expr.substitute(variable, replacement), self.relation)
    }

    /// The constraint with other variables; those that fall together are added.
    pub fn rename(&self, new_name: impl Fn(Var) -> Var) -> Constraint {
        Constraint::new(self.expr.rename(new_name), self.relation)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::expr::VarKind;

    fn constraint(text: &str) -> Constraint {
        text.parse().unwrap_or_else(|fault| panic!("{text}: {fault}"))
    }

    #[test]
    fn negation_complements() {
        for text in ["x0 = 1", "x0 >= 1", "x0 > 1", "x0 != 1"] {
            let constraint = constraint(text);
            for value in 0..3 {
                let point = [Rat::from(value)];
                let holds = constraint.holds_at(&point).expect("one dimension");
                assert_eq!(constraint.negated().holds_at(&point), Ok(!holds));
                let holds_in = |cases: &[Constraint]| {
                    cases.iter().filter(|case| case.holds_at(&point) == Ok(true)).count()
                };
                assert_eq!(holds_in(&constraint.convex_cases()), usize::from(holds));
                if let Some(parts) = constraint.as_inequalities() {
                    assert_eq!(holds_in(&parts) == parts.len(), holds);
                }
            }
            assert_eq!(constraint.negated().negated(), constraint);
        }
    }

    #[test]
    fn normal_forms() {
        for (text, normal) in [
            ("x0/2 - 1/3 >= 0", "3*x0 - 2 >= 0"),
            ("-2*x0 + 4 = 0", "x0 - 2 = 0"),
            ("-2*x0 + 4 != 0", "x0 - 2 != 0"),
            ("-2*x0 + 4 > 0", "-x0 + 2 > 0"),
            ("-5 = 0", "1 = 0"),
            ("0 = 0", "0 = 0"),
        ] {
            assert_eq!(constraint(text).normalised().to_string(), normal);
        }
    }

    #[test]
    fn tightening_keeps_exactly_the_integer_points() {
        let space = Space::integers(2);
        for text in [
            "2*x0 + 4*x1 + 3 >= 0",
            "2*x0 - 3*x1 > 0",
            "6*x0 + 4*x1 = 3",
            "6*x0 + 4*x1 != 3",
            "6*x0 + 4*x1 = 2",
            "x0/2 + x1/3 > 1/7",
            "-3*x0 + 1 >= 0",
            "2*x0 - x1 > 3",
            "2*x0 - x1 >= 7/2",
            "x0 - 3*x1 = 4",
            "5 > 0",
        ] {
            let original = constraint(text);
            let tight = original.tightened(&space);
            assert_eq!(original.sharpened(&space).normalised(), tight.normalised(), "{text}");
            for a in -6..=6 {
                for b in -6..=6 {
                    let point = [Rat::from(a), Rat::from(b)];
                    assert_eq!(
                        original.holds_at(&point),
                        tight.holds_at(&point),
                        "{text}: {a} {b}"
                    );
                }
            }
        }
        let mixed = Space::new([VarKind::Int, VarKind::Real]);
        assert_eq!(constraint("2*x0 + x1 > 1").tightened(&mixed), constraint("2*x0 + x1 > 1"));
        assert_eq!(constraint("2*x0 > 1").tightened(&mixed), constraint("x0 >= 1"));
    }

    #[test]
    fn constants_are_decided() {
        assert_eq!(constraint("1 > 0").as_constant(), Some(true));
        assert_eq!(Constraint::falsity().as_constant(), Some(false));
        assert_eq!(Constraint::truth().as_constant(), Some(true));
        assert_eq!(constraint("x0 > 0").as_constant(), None);
    }
}
