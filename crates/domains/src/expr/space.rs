//! How many variables there are, and of which kind.

use super::{Constraint, LinearExpr, Var};
use crate::Error;

/// Which numbers a variable ranges over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum VarKind {
    /// The integers.
    Int,
    /// The reals. Points that are evaluated are rational.
    Real,
}

/// The kinds of all variables; their number is the dimension. Zero dimensions are fine.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Space {
    kinds: Vec<VarKind>,
}

impl Space {
    /// The space with variables of the given kinds.
    pub fn new(kinds: impl IntoIterator<Item = VarKind>) -> Space {
        Space { kinds: kinds.into_iter().collect() }
    }

    /// So many integer variables.
    pub fn integers(dimensions: usize) -> Space {
        Space { kinds: vec![VarKind::Int; dimensions] }
    }

    /// So many real variables.
    pub fn reals(dimensions: usize) -> Space {
        Space { kinds: vec![VarKind::Real; dimensions] }
    }

    /// How many variables there are.
    #[inline]
    pub fn dimensions(&self) -> usize {
        self.kinds.len()
    }

    /// The kinds of all variables.
    pub fn kinds(&self) -> &[VarKind] {
        &self.kinds
    }

    /// The kind of a variable; `None` if there is no such variable.
    pub fn kind(&self, variable: Var) -> Option<VarKind> {
        self.kinds.get(variable).copied()
    }

    /// True for integer variables.
    pub fn is_integer(&self, variable: Var) -> bool {
        self.kind(variable) == Some(VarKind::Int)
    }

    /// True if the expression has an integer value whenever all integer variables have: integer
    /// coefficients, and integer variables only.
    pub fn is_integral(&self, expr: &LinearExpr) -> bool {
        expr.constant_term().is_integer()
            && expr
                .terms()
                .iter()
                .all(|(variable, factor)| factor.is_integer() && self.is_integer(*variable))
    }

    /// Refuse a variable that does not exist.
    #[inline]
    pub fn check_variable(&self, variable: Var) -> Result<(), Error> {
        let dimensions = self.dimensions();
        if variable < dimensions {
            Ok(())
        } else {
            Err(Error::UnknownVariable { variable, dimensions })
        }
    }

    /// Refuse an expression over variables that do not exist.
    pub fn check(&self, expr: &LinearExpr) -> Result<(), Error> {
        expr.terms().last().map_or(Ok(()), |(variable, _)| self.check_variable(*variable))
    }

    /// Read an expression over the variables of this space.
    pub fn parse_expr(&self, text: &str) -> Result<LinearExpr, Error> {
        let expr = text.parse()?;
        self.check(&expr)?;
        Ok(expr)
    }

    /// Read a constraint over the variables of this space.
    ///
    /// ```
    /// use soundline_domains::expr::Space;
    /// let space = Space::integers(2);
    /// assert_eq!(space.parse("x0 < x1 + 1")?.to_string(), "-x0 + x1 + 1 > 0");
    /// let fault = space.parse("x2 >= 0").unwrap_err();
    /// assert_eq!(fault.to_string(), "there is no variable x2 among 2 dimensions");
    /// # Ok::<(), soundline_domains::Error>(())
    /// ```
    pub fn parse(&self, text: &str) -> Result<Constraint, Error> {
        let constraint: Constraint = text.parse()?;
        self.check(constraint.expr())?;
        Ok(constraint)
    }
}
