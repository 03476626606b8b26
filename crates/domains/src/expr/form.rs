//! Linear forms with intervals as factors: what a non-linear expression becomes (Mine 2006,
//! "Symbolic methods to enhance the precision of numerical abstract domains").

use std::fmt;

use super::{Constraint, LinearExpr, Relation, Var};
use crate::numbers::{Bound, Interval, Rat};

/// A sum of variables with intervals as factors, and an interval: at every point it stands for
/// the interval of values that its factors allow.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct LinearForm {
    /// Sorted by variable; no factor is exactly 0.
    terms: Vec<(Var, Interval)>,
    constant: Interval,
}

impl LinearForm {
    /// The same values at every point.
    pub fn interval(constant: Interval) -> LinearForm {
        LinearForm { terms: Vec::new(), constant }
    }

    /// A variable.
    pub fn variable(variable: Var) -> LinearForm {
        LinearForm { terms: vec![(variable, Interval::point(1))], constant: Interval::ZERO }
    }

    /// The variables and their factors, sorted by variable.
    pub fn terms(&self) -> &[(Var, Interval)] {
        &self.terms
    }

    /// The interval without a variable.
    pub fn constant(&self) -> &Interval {
        &self.constant
    }

    /// The interval, if there are no variables.
    pub fn as_interval(&self) -> Option<&Interval> {
        self.terms.is_empty().then_some(&self.constant)
    }

    /// The linear expression, if every interval is a point.
    pub fn as_linear(&self) -> Option<LinearExpr> {
        let terms = self.terms.iter().map(|(v, factor)| Some((*v, factor.as_point()?.clone())));
        Some(LinearExpr::new(terms.collect::<Option<Vec<_>>>()?, self.constant.as_point()?.clone()))
    }

    /// The sum.
    pub fn add(&self, other: &LinearForm) -> LinearForm {
        let mut terms = self.terms.clone();
        for (variable, factor) in &other.terms {
            match terms.binary_search_by_key(variable, |(variable, _)| *variable) {
                Ok(index) => terms[index].1 = terms[index].1.add(factor),
                Err(index) => terms.insert(index, (*variable, factor.clone())),
            }
        }
        terms.retain(|(_, factor)| *factor != Interval::ZERO);
        LinearForm { terms, constant: self.constant.add(&other.constant) }
    }

    /// The difference.
    pub fn sub(&self, other: &LinearForm) -> LinearForm {
        self.add(&other.scale(&Interval::point(-1)))
    }

    /// The sum with an interval.
    pub fn plus(&self, interval: &Interval) -> LinearForm {
        LinearForm { terms: self.terms.clone(), constant: self.constant.add(interval) }
    }

    /// The product with an interval.
    pub fn scale(&self, factor: &Interval) -> LinearForm {
        if *factor == Interval::ZERO {
            return LinearForm::interval(Interval::ZERO);
        }
        LinearForm {
            terms: self.terms.iter().map(|(v, own)| (*v, own.times(factor))).collect(),
            constant: self.constant.times(factor),
        }
    }

    /// The values at a point; `None` if a coordinate is missing.
    pub fn at(&self, point: &[Rat]) -> Option<Interval> {
        self.terms.iter().try_fold(self.constant.clone(), |sum, (variable, factor)| {
            Some(sum.add(&factor.scale(point.get(*variable)?)))
        })
    }

    /// All values at points where each variable is in its interval.
    pub fn range(&self, bounds: &dyn Fn(Var) -> Interval) -> Interval {
        self.terms.iter().fold(self.constant.clone(), |sum, (variable, factor)| {
            sum.add(&factor.times(&bounds(*variable)))
        })
    }

    /// A linear expression and an interval whose sum covers the form where each variable is in
    /// its interval. A factor becomes the middle of its interval, and the distance from it, times
    /// the variable's interval, goes to the constant.
    pub fn scalar(&self, bounds: &dyn Fn(Var) -> Interval) -> (LinearExpr, Interval) {
        let mut constant = self.constant.clone();
        let mut terms = Vec::with_capacity(self.terms.len());
        for (variable, factor) in &self.terms {
            match (factor.low(), factor.high()) {
                (Bound::Finite(low), Bound::Finite(high)) if low == high => {
                    terms.push((*variable, low.clone()));
                }
                (Bound::Finite(low), Bound::Finite(high)) => {
                    let middle = low.midpoint(high);
                    let rest = factor.sub(&Interval::point(middle.clone()));
                    constant = constant.add(&rest.times(&bounds(*variable)));
                    terms.push((*variable, middle));
                }
                _ => constant = constant.add(&factor.times(&bounds(*variable))),
            }
        }
        (LinearExpr::new(terms, Rat::ZERO), constant)
    }

    /// Linear constraints that hold wherever a value of the form relates to 0 so and each variable
    /// is in its interval. There may be none.
    pub fn relax(&self, relation: Relation, bounds: &dyn Fn(Var) -> Interval) -> Vec<Constraint> {
        let (expr, rest) = self.scalar(bounds);
        if let Some(number) = rest.as_point() {
            return vec![Constraint::new(expr.plus(number), relation)];
        }
        let mut constraints = Vec::new();
        if let (Some(high), Relation::Eq | Relation::Ge | Relation::Gt) =
            (rest.high().finite(), relation)
        {
            let strength = if relation == Relation::Gt { Relation::Gt } else { Relation::Ge };
            constraints.push(Constraint::new(expr.clone().plus(high), strength));
        }
        if let (Some(low), Relation::Eq) = (rest.low().finite(), relation) {
            constraints.push(Constraint::new(-&expr.plus(low), Relation::Ge));
        }
        constraints
    }
}

impl From<&LinearExpr> for LinearForm {
    fn from(expr: &LinearExpr) -> LinearForm {
        let terms = expr.terms().iter().map(|(v, factor)| (*v, Interval::point(factor.clone())));
        let constant = Interval::point(expr.constant_term().clone());
        LinearForm { terms: terms.collect(), constant }
    }
}

impl fmt::Display for LinearForm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (variable, factor) in &self.terms {
            write!(f, "{factor}*x{variable} + ")?;
        }
        write!(f, "{}", self.constant)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bounds(_: Var) -> Interval {
        Interval::of(0, 10)
    }

    #[test]
    fn factors_become_scalars_at_the_price_of_the_constant() {
        let form = LinearForm::variable(0).scale(&Interval::of(1, 3)).plus(&Interval::of(0, 1));
        assert_eq!(form.to_string(), "[1, 3]*x0 + [0, 1]");
        let (expr, rest) = form.scalar(&bounds);
        assert_eq!((expr.to_string(), rest), ("2*x0".to_string(), Interval::of(-10, 11)));
        assert_eq!(form.range(&bounds), Interval::of(0, 31));
        assert_eq!(form.at(&[Rat::from(2)]), Some(Interval::of(2, 7)));
        assert_eq!(form.at(&[]), None);
    }

    #[test]
    fn unbounded_factors_leave_the_expression() {
        let form = LinearForm::variable(1).scale(&Interval::at_least(1));
        let (expr, rest) = form.scalar(&bounds);
        assert_eq!((expr, rest), (LinearExpr::zero(), Interval::at_least(0)));
    }

    #[test]
    fn terms_cancel() {
        let x = LinearForm::variable(0);
        assert_eq!(x.sub(&x), LinearForm::interval(Interval::ZERO));
        assert_eq!(x.add(&x).as_linear().map(|expr| expr.to_string()), Some("2*x0".into()));
        assert_eq!(x.plus(&Interval::of(0, 1)).as_linear(), None);
    }

    #[test]
    fn relaxed_constraints() {
        let check = |form: &LinearForm, relation, expected: &[&str]| {
            let found: Vec<String> =
                form.relax(relation, &bounds).iter().map(|c| c.to_string()).collect();
            assert_eq!(found, expected);
        };
        let exact = LinearForm::variable(0).plus(&Interval::point(1));
        check(&exact, Relation::Ne, &["x0 + 1 != 0"]);
        let vague = LinearForm::variable(0).plus(&Interval::of(-1, 2));
        check(&vague, Relation::Eq, &["x0 + 2 >= 0", "-x0 + 1 >= 0"]);
        check(&vague, Relation::Gt, &["x0 + 2 > 0"]);
        check(&vague, Relation::Ne, &[]);
        check(&vague.plus(&Interval::at_least(0)), Relation::Eq, &["-x0 + 1 >= 0"]);
    }
}
