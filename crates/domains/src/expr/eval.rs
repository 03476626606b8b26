//! The exact value of an expression at a point.

use super::{BinaryOp, Expr, UnaryOp};
use crate::numbers::{Int, Rat};

impl Expr {
    /// The exact value at a point; `None` where it is undefined: division by zero, a bit operation
    /// on a fraction, a shift by what is no small natural number, a variable without coordinate.
    pub fn eval(&self, point: &[Rat]) -> Option<Rat> {
        match self {
            Expr::Constant(value) => Some(value.clone()),
            Expr::Variable(variable) => point.get(*variable).cloned(),
            Expr::Unary(UnaryOp::Neg, operand) => Some(-operand.eval(point)?),
            Expr::Unary(UnaryOp::Not, operand) => Some((!&operand.eval(point)?.to_int()?).into()),
            Expr::Binary(operation, left, right) => {
                operation.apply(&left.eval(point)?, &right.eval(point)?)
            }
            Expr::Cast(int_type, operand) => {
                Some(int_type.wrap(&operand.eval(point)?.trunc()).into())
            }
        }
    }
}

impl BinaryOp {
    /// The exact result; `None` where it is undefined.
    pub fn apply(self, left: &Rat, right: &Rat) -> Option<Rat> {
        match self {
            BinaryOp::Add => Some(left + right),
            BinaryOp::Sub => Some(left - right),
            BinaryOp::Mul => Some(left * right),
            BinaryOp::Div => left.div(right),
            BinaryOp::Quot => Some(left.div(right)?.trunc().into()),
            BinaryOp::Rem => Some(left - right * Rat::from(left.div(right)?.trunc())),
            _ => self.apply_bits(&left.to_int()?, &right.to_int()?).map(Rat::from),
        }
    }

    fn apply_bits(self, left: &Int, right: &Int) -> Option<Int> {
        match self {
            BinaryOp::And => Some(left & right),
            BinaryOp::Or => Some(left | right),
            BinaryOp::Xor => Some(left ^ right),
            BinaryOp::Shl => left.shl(shift(right)?),
            BinaryOp::Shr => Some(left.shr(shift(right)?)),
            _ => None,
        }
    }
}

/// A shift that is too wide for a word is as good as the widest.
fn shift(amount: &Int) -> Option<u32> {
    if amount.is_negative() {
        return None;
    }
    Some(amount.to_i64().and_then(|bits| u32::try_from(bits).ok()).unwrap_or(u32::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::expr::IntType;

    fn check(operation: BinaryOp, left: &str, right: &str, expected: Option<&str>) {
        let [left, right] = [left, right].map(|text| text.parse().expect("a number"));
        let result = operation.apply(&left, &right).map(|value| value.to_string());
        assert_eq!(result.as_deref(), expected, "{left} {operation} {right}");
    }

    #[test]
    fn operations_like_in_c() {
        check(BinaryOp::Quot, "-7", "2", Some("-3"));
        check(BinaryOp::Rem, "-7", "2", Some("-1"));
        check(BinaryOp::Rem, "7", "-2", Some("1"));
        check(BinaryOp::Div, "-7", "2", Some("-7/2"));
        check(BinaryOp::Rem, "7/2", "1", Some("1/2"));
        check(BinaryOp::And, "-1", "255", Some("255"));
        check(BinaryOp::Or, "-8", "3", Some("-5"));
        check(BinaryOp::Xor, "-1", "1", Some("-2"));
        check(BinaryOp::Shl, "-3", "2", Some("-12"));
        check(BinaryOp::Shr, "-3", "1", Some("-2"));
        check(BinaryOp::Shr, "-3", "99999999999999999999", Some("-1"));
    }

    #[test]
    fn undefined_results() {
        for operation in [BinaryOp::Div, BinaryOp::Quot, BinaryOp::Rem] {
            check(operation, "1", "0", None);
        }
        check(BinaryOp::And, "1/2", "1", None);
        check(BinaryOp::Shl, "1", "-1", None);
        check(BinaryOp::Shr, "1", "-1", None);
        check(BinaryOp::Shl, "1", "9999999999", None);
        assert_eq!(Expr::var(3).eval(&[]), None);
        assert_eq!(
            Expr::constant(Rat::new(1, 2).expect("not 0")).unary(UnaryOp::Not).eval(&[]),
            None
        );
    }

    #[test]
    fn casts_truncate_and_wrap() {
        let to_i8 = IntType { width: 8, signed: true };
        let cast = |value: Rat| Expr::constant(value).cast(to_i8).eval(&[]);
        assert_eq!(cast(Rat::new(-7, 2).expect("not 0")), Some(Rat::from(-3)));
        assert_eq!(cast(Rat::from(128)), Some(Rat::from(-128)));
        assert_eq!(cast(Rat::from(i64::MIN)), Some(Rat::ZERO));
    }
}
