//! Expressions beyond the linear ones, as programs have them.

use std::fmt;

use super::{LinearExpr, Var};
use crate::numbers::{Int, Interval, Rat};

/// An expression tree over rational numbers; bit operations and shifts are on integers.
///
/// Functions on it recurse, so trees of more than some ten thousand levels need a large stack.
///
/// ```
/// use soundline_domains::expr::{BinaryOp, Expr, IntType};
/// use soundline_domains::numbers::Rat;
/// let byte = IntType { width: 8, signed: false };
/// let next = Expr::var(0).binary(BinaryOp::Add, Expr::constant(1)).cast(byte);
/// assert_eq!(next.to_string(), "(u8)(x0 + 1)");
/// assert_eq!(next.eval(&[Rat::from(255)]), Some(Rat::ZERO));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Expr {
    /// A number.
    Constant(Rat),
    /// A variable.
    Variable(Var),
    /// An operation on one operand.
    Unary(UnaryOp, Box<Expr>),
    /// An operation on two operands.
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// The integer part, stored in a machine integer: modulo 2 to the power of its width.
    Cast(IntType, Box<Expr>),
}

/// An operation on one operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UnaryOp {
    /// `-a`.
    Neg,
    /// The complement `~a` of an integer: -a - 1.
    Not,
}

/// An operation on two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BinaryOp {
    /// The sum.
    Add,
    /// The difference.
    Sub,
    /// The product.
    Mul,
    /// The exact quotient; undefined for divisor 0.
    Div,
    /// The quotient rounded towards 0, as `/` of C's integers; undefined for divisor 0.
    Quot,
    /// What remains: a - b * quot(a, b), as `%` of C's integers; undefined for divisor 0.
    Rem,
    /// Bitwise and, of integers in two's complement of unlimited width.
    And,
    /// Bitwise or.
    Or,
    /// Bitwise exclusive or.
    Xor,
    /// An integer times a power of 2; undefined for exponents that are negative or above
    /// [`Int::MAX_SHIFT`].
    Shl,
    /// An integer divided by a power of 2, rounded down; undefined for negative exponents.
    Shr,
}

/// A machine integer: its width in bits and whether it has a sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct IntType {
    /// The number of bits; what is wider than [`Int::MAX_SHIFT`] counts as that wide.
    pub width: u32,
    /// Two's complement, or no negative numbers.
    pub signed: bool,
}

impl IntType {
    /// The least value.
    pub fn min(self) -> Int {
        if self.signed && self.width > 0 { -power(self.bits() - 1) } else { Int::ZERO }
    }

    /// The greatest value.
    pub fn max(self) -> Int {
        self.min() + self.modulus() - Int::ONE
    }

    /// All values.
    pub fn range(self) -> Interval {
        Interval::of(self.min(), self.max())
    }

    /// The number of values: 2 to the power of the width.
    pub fn modulus(self) -> Int {
        power(self.bits())
    }

    /// The value that stores the integer.
    pub fn wrap(self, value: &Int) -> Int {
        value.wrap(self.bits(), self.signed)
    }

    fn bits(self) -> u32 {
        self.width.min(Int::MAX_SHIFT)
    }
}

fn power(bits: u32) -> Int {
    Int::ONE.shl(bits).expect("widths are limited to shifts that exist")
}

impl Expr {
    /// A number.
    pub fn constant(value: impl Into<Rat>) -> Expr {
        Expr::Constant(value.into())
    }

    /// A variable.
    pub fn var(variable: Var) -> Expr {
        Expr::Variable(variable)
    }

    /// An operation on this expression.
    pub fn unary(self, operation: UnaryOp) -> Expr {
        Expr::Unary(operation, Box::new(self))
    }

    /// An operation on this expression and another.
    pub fn binary(self, operation: BinaryOp, other: Expr) -> Expr {
        Expr::Binary(operation, Box::new(self), Box::new(other))
    }

    /// This expression stored in a machine integer.
    pub fn cast(self, int_type: IntType) -> Expr {
        Expr::Cast(int_type, Box::new(self))
    }

    /// The variables, each as often as it is used.
    pub fn variables(&self) -> Vec<Var> {
        match self {
            Expr::Constant(_) => vec![],
            Expr::Variable(variable) => vec![*variable],
            Expr::Unary(_, operand) | Expr::Cast(_, operand) => operand.variables(),
            Expr::Binary(_, left, right) => [left.variables(), right.variables()].concat(),
        }
    }

    /// The number of dimensions that the expression needs: its last variable's number plus 1.
    pub fn dimensions(&self) -> usize {
        match self {
            Expr::Constant(_) => 0,
            Expr::Variable(variable) => variable.saturating_add(1),
            Expr::Unary(_, operand) | Expr::Cast(_, operand) => operand.dimensions(),
            Expr::Binary(_, left, right) => left.dimensions().max(right.dimensions()),
        }
    }
}

impl From<&LinearExpr> for Expr {
    fn from(linear: &LinearExpr) -> Expr {
        let constant = Expr::Constant(linear.constant_term().clone());
        linear.terms().iter().fold(constant, |sum, (variable, factor)| {
            let term = Expr::constant(factor.clone()).binary(BinaryOp::Mul, Expr::var(*variable));
            sum.binary(BinaryOp::Add, term)
        })
    }
}

impl fmt::Display for Expr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Expr::Constant(value) => write!(f, "{value}"),
            Expr::Variable(variable) => write!(f, "x{variable}"),
            Expr::Unary(UnaryOp::Neg, operand) => write!(f, "-{operand}"),
            Expr::Unary(UnaryOp::Not, operand) => write!(f, "~{operand}"),
            Expr::Binary(operation, left, right) => write!(f, "({left} {operation} {right})"),
            Expr::Cast(int_type, operand) => write!(f, "({int_type}){operand}"),
        }
    }
}

impl fmt::Display for BinaryOp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            BinaryOp::Add => "+",
            BinaryOp::Sub => "-",
            BinaryOp::Mul => "*",
            BinaryOp::Div => "/",
            BinaryOp::Quot => "quot",
            BinaryOp::Rem => "rem",
            BinaryOp::And => "&",
            BinaryOp::Or => "|",
            BinaryOp::Xor => "^",
            BinaryOp::Shl => "<<",
            BinaryOp::Shr => ">>",
        })
    }
}

impl fmt::Display for IntType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", if self.signed { 'i' } else { 'u' }, self.width)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_of_machine_integers() {
        for (width, signed, range) in [
            (8, true, Interval::of(-128, 127)),
            (8, false, Interval::of(0, 255)),
            (64, false, Interval::of(0, u64::MAX)),
            (64, true, Interval::of(i64::MIN, i64::MAX)),
            (1, true, Interval::of(-1, 0)),
            (0, true, Interval::ZERO),
        ] {
            assert_eq!(IntType { width, signed }.range(), range);
        }
        assert!(IntType { width: u32::MAX, signed: true }.max().is_positive());
    }

    #[test]
    fn linear_expressions_become_trees() {
        let linear: LinearExpr = "2*x0 - x1/2 + 3".parse().expect("a linear expression");
        let tree = Expr::from(&linear);
        let point = [Rat::from(5), Rat::from(-3)];
        assert_eq!(tree.eval(&point), linear.eval(&point).ok());
        assert_eq!(tree.dimensions(), 2);
    }
}
