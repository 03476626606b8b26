//! Linear expressions: a sum of variables with rational factors, and a constant.

use std::ops::{Add, Neg, Sub};

use super::Var;
use crate::Error;
use crate::numbers::{Int, Rat};

/// A linear expression. Terms are sorted by variable, and no factor is 0, so that equal
/// expressions have equal forms.
///
/// Factors are rationals and not integers over a common denominator: most are integers anyway, a
/// rational of two words tells at a glance, and [`LinearExpr::to_row`] makes integer rows for
/// kernels in one pass.
///
/// ```
/// use soundline_domains::expr::LinearExpr;
/// use soundline_domains::numbers::Rat;
/// let expr: LinearExpr = "2*x0 - x3 + 1/2".parse()?;
/// let point = [1, 0, 0, 5].map(Rat::from);
/// assert_eq!(expr.eval(&point)?, Rat::new(-5, 2).unwrap());
/// assert_eq!((&expr + &expr).to_string(), "4*x0 - 2*x3 + 1");
/// # Ok::<(), soundline_domains::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Default)]
pub struct LinearExpr {
    terms: Vec<(Var, Rat)>,
    constant: Rat,
}

impl LinearExpr {
    /// The sum of the terms, in any order and with repetitions, and the constant.
    pub fn new(
        terms: impl IntoIterator<Item = (Var, Rat)>,
        constant: impl Into<Rat>,
    ) -> LinearExpr {
        LinearExpr::of_terms(terms.into_iter().collect(), constant.into())
    }

    /// Not generic: a sort is much code, and every caller has an iterator of its own.
    fn of_terms(mut terms: Vec<(Var, Rat)>, constant: Rat) -> LinearExpr {
        if !terms.is_sorted_by(|a, b| a.0 < b.0) {
            terms.sort_by_key(|(variable, _)| *variable);
            terms.dedup_by(|later, earlier| {
                let same = later.0 == earlier.0;
                if same {
                    earlier.1 += &later.1;
                }
                same
            });
        }
        terms.retain(|(_, factor)| !factor.is_zero());
        LinearExpr { terms, constant }
    }

    /// The expression 0.
    pub fn zero() -> LinearExpr {
        LinearExpr::default()
    }

    /// A constant.
    pub fn constant(value: impl Into<Rat>) -> LinearExpr {
        LinearExpr { terms: Vec::new(), constant: value.into() }
    }

    /// A variable.
    pub fn variable(variable: Var) -> LinearExpr {
        LinearExpr { terms: vec![(variable, Rat::ONE)], constant: Rat::ZERO }
    }

    /// The variables and their factors, sorted by variable; no factor is 0.
    pub fn terms(&self) -> &[(Var, Rat)] {
        &self.terms
    }

    /// The constant at the end.
    pub fn constant_term(&self) -> &Rat {
        &self.constant
    }

    /// The factor of a variable.
    pub fn coefficient(&self, variable: Var) -> &Rat {
        const ABSENT: &Rat = &Rat::ZERO;
        match self.terms.binary_search_by_key(&variable, |(variable, _)| *variable) {
            Ok(index) => &self.terms[index].1,
            Err(_) => ABSENT,
        }
    }

    /// The value, if there are no variables.
    pub fn as_constant(&self) -> Option<&Rat> {
        self.terms.is_empty().then_some(&self.constant)
    }

    /// The number of dimensions that the expression needs: its last variable's number plus 1.
    pub fn dimensions(&self) -> usize {
        self.terms.last().map_or(0, |(variable, _)| variable.saturating_add(1))
    }

    /// The exact value at a point, which has a coordinate for every variable.
    pub fn eval(&self, point: &[Rat]) -> Result<Rat, Error> {
        let mut value = self.constant.clone();
        for (variable, factor) in &self.terms {
            let coordinate = point
                .get(*variable)
                .ok_or(Error::UnknownVariable { variable: *variable, dimensions: point.len() })?;
            value += factor * coordinate;
        }
        Ok(value)
    }

    /// The expression times a number.
    pub fn scale(&self, factor: &Rat) -> LinearExpr {
        if factor.is_zero() {
            return LinearExpr::zero();
        }
        LinearExpr {
            terms: self.terms.iter().map(|(variable, own)| (*variable, own * factor)).collect(),
            constant: &self.constant * factor,
        }
    }

    /// The expression plus a multiple of another.
    pub fn add_scaled(&self, other: &LinearExpr, factor: &Rat) -> LinearExpr {
        let mut terms = Vec::with_capacity(self.terms.len() + other.terms.len());
        let (mut left, mut right) = (self.terms.iter().peekable(), other.terms.iter().peekable());
        loop {
            let next = match (left.peek(), right.peek()) {
                (None, None) => break,
                (Some(a), Some(b)) if a.0 == b.0 => {
                    let sum = &a.1 + &b.1 * factor;
                    let variable = a.0;
                    left.next();
                    right.next();
                    (variable, sum)
                }
                (Some(a), b) if b.is_none_or(|b| a.0 < b.0) => {
                    let term = (a.0, a.1.clone());
                    left.next();
                    term
                }
                (_, Some(b)) => {
                    let term = (b.0, &b.1 * factor);
                    right.next();
                    term
                }
                (Some(_), None) => unreachable!("a left term without a right one is taken above"),
            };
            if !next.1.is_zero() {
                terms.push(next);
            }
        }
        LinearExpr { terms, constant: &self.constant + &other.constant * factor }
    }

    /// The expression with another constant.
    pub fn with_constant(mut self, constant: impl Into<Rat>) -> LinearExpr {
        self.constant = constant.into();
        self
    }

    /// The expression plus a number.
    pub fn plus(mut self, number: &Rat) -> LinearExpr {
        self.constant += number;
        self
    }

    /// The expression with an expression in place of a variable.
    ///
    /// ```
    /// use soundline_domains::expr::LinearExpr;
    /// let expr: LinearExpr = "2*x0 + x1".parse()?;
    /// assert_eq!(expr.substitute(0, &"x0 - x1/2".parse()?).to_string(), "2*x0");
    /// # Ok::<(), soundline_domains::Error>(())
    /// ```
    pub fn substitute(&self, variable: Var, replacement: &LinearExpr) -> LinearExpr {
        let factor = self.coefficient(variable);
        if factor.is_zero() {
            return self.clone();
        }
        let mut rest = self.clone();
        rest.terms.retain(|(own, _)| *own != variable);
        rest.add_scaled(replacement, factor)
    }

    /// The expression with other variables; those that fall together are added.
    pub fn rename(&self, new_name: impl Fn(Var) -> Var) -> LinearExpr {
        let terms =
            self.terms.iter().map(|(variable, factor)| (new_name(*variable), factor.clone()));
        LinearExpr::new(terms, self.constant.clone())
    }

    /// The least positive number that makes every factor and the constant an integer.
    pub fn denominator(&self) -> Int {
        let numbers = self.terms.iter().map(|(_, factor)| factor).chain([&self.constant]);
        numbers
            .filter(|number| !number.is_integer())
            .fold(Int::ONE, |common, number| common.lcm(&number.denominator()))
    }

    /// The greatest common divisor of the factors, which must be integers; 0 if there are none.
    pub fn content(&self) -> Int {
        self.terms.iter().fold(Int::ZERO, |divisor, (_, factor)| divisor.gcd(&factor.numerator()))
    }

    /// The expression times the positive number that makes factors and constant coprime integers.
    pub fn to_coprime(&self) -> LinearExpr {
        let whole = self.scale(&Rat::from(self.denominator()));
        let divisor = whole.content().gcd(&whole.constant.numerator());
        match Rat::from(divisor).recip() {
            Some(factor) if factor != 1 => whole.scale(&factor),
            _ => whole,
        }
    }

    /// Write the factors, times a common denominator, into a row with one entry for each
    /// dimension. Gives the constant times the denominator, and the denominator. `None` if an
    /// entry does not fit in an i64 or the row is too short; the row is then spoilt.
    ///
    /// ```
    /// use soundline_domains::expr::LinearExpr;
    /// let mut row = [0; 3];
    /// let expr: LinearExpr = "x0/2 - x2 + 1/3".parse()?;
    /// assert_eq!(expr.to_row(&mut row), Some((2, 6)));
    /// assert_eq!(row, [3, 0, -6]);
    /// # Ok::<(), soundline_domains::Error>(())
    /// ```
    pub fn to_row(&self, row: &mut [i64]) -> Option<(i64, i64)> {
        row.fill(0);
        let denominator = self.denominator().to_i64()?;
        let entry = |number: &Rat| -> Option<i64> {
            let (n, d) = number.to_words()?;
            if d == 1 && denominator == 1 {
                return Some(n);
            }
            // The denominator is a multiple of d.
            n.checked_mul(denominator / i64::try_from(d).ok()?)
        };
        for (variable, factor) in &self.terms {
            *row.get_mut(*variable)? = entry(factor)?;
        }
        Some((entry(&self.constant)?, denominator))
    }
}

impl Add for &LinearExpr {
    type Output = LinearExpr;
    fn add(self, other: &LinearExpr) -> LinearExpr {
        self.add_scaled(other, &Rat::ONE)
    }
}

impl Sub for &LinearExpr {
    type Output = LinearExpr;
    fn sub(self, other: &LinearExpr) -> LinearExpr {
        self.add_scaled(other, &Rat::from(-1))
    }
}

impl Neg for &LinearExpr {
    type Output = LinearExpr;
    fn neg(self) -> LinearExpr {
        self.scale(&Rat::from(-1))
    }
}

impl From<Rat> for LinearExpr {
    fn from(value: Rat) -> LinearExpr {
        LinearExpr::constant(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn expr(text: &str) -> LinearExpr {
        text.parse().unwrap_or_else(|fault| panic!("{text}: {fault}"))
    }

    #[test]
    fn the_form_is_canonical() {
        let terms = [(3, 1), (0, 2), (3, -1), (1, 0), (0, 1)].map(|(v, f)| (v, Rat::from(f)));
        assert_eq!(LinearExpr::new(terms, 0), expr("3*x0"));
        assert_eq!(&expr("x0 + x1") - &expr("x0 + x1"), LinearExpr::zero());
        assert_eq!(expr("x1 - x1 + 3").as_constant(), Some(&Rat::from(3)));
        assert_eq!(expr("x7").dimensions(), 8);
        assert_eq!(expr("5").dimensions(), 0);
    }

    #[test]
    fn arithmetic_merges_terms() {
        let sum = expr("x0 + 2*x2").add_scaled(&expr("x1 - x2 + 1"), &Rat::from(2));
        assert_eq!(sum, expr("x0 + 2*x1 + 2"));
        assert_eq!(-&expr("x0 - 1"), expr("1 - x0"));
        assert_eq!(expr("x0 + 1").scale(&Rat::ZERO), LinearExpr::zero());
        assert_eq!(expr("x0 + x1").rename(|_| 4), expr("2*x4"));
        assert_eq!(expr("x1").substitute(0, &expr("x5")), expr("x1"));
        assert_eq!(expr("x0 + x1").substitute(1, &expr("x1 + 1")), expr("x0 + x1 + 1"));
    }

    #[test]
    fn coprime_integers_on_demand() {
        assert_eq!(expr("2*x0/3 - 4").to_coprime(), expr("x0 - 6"));
        assert_eq!(expr("6").to_coprime(), expr("1"));
        assert_eq!(expr("0").to_coprime(), expr("0"));
        assert_eq!(expr("-4*x0").to_coprime(), expr("-x0"));
    }

    #[test]
    fn rows_refuse_what_does_not_fit() {
        let mut row = [7; 2];
        assert_eq!(
            expr("9223372036854775807*x0 - 9223372036854775808").to_row(&mut row),
            Some((i64::MIN, 1))
        );
        assert_eq!(row, [i64::MAX, 0]);
        assert_eq!(expr("9223372036854775808*x0").to_row(&mut row), None);
        assert_eq!(expr("9223372036854775807*x0 + 1/2").to_row(&mut row), None);
        assert_eq!(expr("x2").to_row(&mut row), None);
        assert_eq!(expr("1/2").to_row(&mut []), Some((1, 2)));
        assert_eq!(expr("x0 + 1/18446744073709551615").to_row(&mut row), None);
    }

    #[test]
    fn a_missing_coordinate_is_an_error() {
        let fault = expr("x0 + x3").eval(&[Rat::ONE]);
        assert_eq!(fault, Err(Error::UnknownVariable { variable: 3, dimensions: 1 }));
        assert_eq!(expr("4").eval(&[]), Ok(Rat::from(4)));
    }
}
