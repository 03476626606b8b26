//! Comparisons of integers: what is left of a state where one holds.

use super::{Number, Step};
use crate::numeric::{Lin, Range};
use crate::state::State;
use soundline_c::{BinaryOp, Rank, Type, UnaryOp, Value, ValueKind};
use soundline_domains::Domain;
use soundline_domains::expr::{Constraint, Relation};

impl Step<'_, '_> {
    pub(super) fn assume_comparison(
        mut self,
        op: BinaryOp,
        left: &Value,
        right: &Value,
        wanted: bool,
    ) -> Option<Self> {
        let types = &self.env.program.types;
        if matches!(types.get(left.ty), Type::Float(_)) {
            return self.compare_floats(op, left, right, wanted);
        }
        let op = if wanted { op } else { opposite(op) };
        // `!x == 0` and the like.
        if let Some(0) = right.as_int()
            && matches!(op, BinaryOp::Eq | BinaryOp::Ne)
            && is_truth(left)
        {
            return self.assume(left, op == BinaryOp::Ne);
        }
        if matches!(types.get(left.ty), Type::Pointer(_)) {
            return self.compare_pointers(op, left, right);
        }
        let mut joined: Option<Self> = None;
        for (mut case, a) in self.cases(left) {
            for (case, b) in case.cases(right) {
                if let Some(step) = case.compare(op, &a, &b) {
                    match &mut joined {
                        Some(other) => other.join(step),
                        None => joined = Some(step),
                    }
                }
            }
        }
        let joined = match op {
            BinaryOp::Eq => joined?.compare_bits(left, right, true),
            BinaryOp::Ne => joined?.compare_bits(left, right, false),
            _ => joined,
        };
        joined?.compare_backwards(op, left, right)
    }

    /// The integer that a value is, by cases if a conversion at its top may wrap.
    fn cases(&mut self, value: &Value) -> Vec<(Self, Number)> {
        let Some(ty) = self.int_type(value.ty) else {
            return vec![(self.with(self.state.clone()), Number::within(Range::ALL))];
        };
        let inner = match &value.kind {
            ValueKind::Convert(operand) if ty.rank != Rank::Bool => {
                self.int_type(operand.ty).map(|from| (Inner::Value(operand), from))
            }
            ValueKind::Binary(op @ (BinaryOp::Add | BinaryOp::Sub), left, right) if !ty.signed => {
                Some((Inner::Sum(*op, left, right), ty))
            }
            _ => None,
        };
        if let Some((inner, _)) = inner.filter(|(_, from)| from.bits < 128 && ty.bits < 127) {
            let number = match inner {
                Inner::Value(operand) => self.integer(operand),
                Inner::Sum(op, left, right) => {
                    let (a, b) = (self.integer(left), self.integer(right));
                    let (lin, range) = match op {
                        BinaryOp::Add => {
                            (a.lin.zip(b.lin).and_then(|(a, b)| a.add(&b)), a.range.add(b.range))
                        }
                        _ => (a.lin.zip(b.lin).and_then(|(a, b)| a.sub(&b)), a.range.sub(b.range)),
                    };
                    Number { lin, range }
                }
            };
            if self.dead {
                return Vec::new();
            }
            if let Some(cases) = self.windows(&number, ty) {
                return cases;
            }
        }
        let number = self.integer(value);
        match self.dead {
            true => Vec::new(),
            false => vec![(self.with(self.state.clone()), number)],
        }
    }

    /// The memories in which two numbers compare so.
    pub(super) fn compare(mut self, op: BinaryOp, a: &Number, b: &Number) -> Option<Self> {
        if self.dead {
            return None;
        }
        let (a, b) = (self.tightened(a.clone()), self.tightened(b.clone()));
        if decide(op, a.range, b.range) == Some(false) {
            return None;
        }
        // What has no sum of its own still bounds the other side.
        let state = self.state.clone();
        self.state = match (&a.lin, &b.lin) {
            (Some(a), Some(b)) => self.related(state, op, a, b)?,
            (Some(a), None) => self.bounded(state, op, a, b.range)?,
            (None, Some(b)) => self.bounded(state, mirrored(op), b, a.range)?,
            (None, None) => state,
        };
        let certain = decide(op, a.range, b.range) == Some(true);
        self.imprecise |= !certain && !self.is_exact(op, &a, &b);
        Some(self)
    }

    /// Whether the domain can say all that a comparison does.
    fn is_exact(&self, op: BinaryOp, a: &Number, b: &Number) -> bool {
        let (Some(a), Some(b)) = (&a.lin, &b.lin) else { return false };
        let Some(expr) = a.sub(b).and_then(|lin| self.env.linear(&self.state, &lin)) else {
            return false;
        };
        let relation = match op {
            BinaryOp::Eq => Relation::Eq,
            BinaryOp::Ne => Relation::Ne,
            _ => Relation::Ge,
        };
        let constraint = Constraint::new(expr, relation);
        self.env.domains.over(self.state.dims.len()).represents(&constraint)
    }

    pub(super) fn related(&self, state: State, op: BinaryOp, a: &Lin, b: &Lin) -> Option<State> {
        let difference = match op {
            BinaryOp::Lt | BinaryOp::Le => b.sub(a),
            _ => a.sub(b),
        };
        let Some(difference) = difference else { return Some(state) };
        match op {
            BinaryOp::Lt | BinaryOp::Gt => match difference.plus(-1) {
                Some(lin) => self.env.guard(state, &lin, Relation::Ge),
                None => Some(state),
            },
            BinaryOp::Le | BinaryOp::Ge => self.env.guard(state, &difference, Relation::Ge),
            BinaryOp::Eq => self.env.guard(state, &difference, Relation::Eq),
            BinaryOp::Ne => self.env.guard(state, &difference, Relation::Ne),
            _ => Some(state),
        }
    }

    /// A sum compares so with some number of a range.
    fn bounded(&self, state: State, op: BinaryOp, lin: &Lin, range: Range) -> Option<State> {
        let low = Lin::constant(range.low);
        let high = Lin::constant(range.high);
        match op {
            BinaryOp::Lt | BinaryOp::Le if range.high < i128::MAX => {
                self.related(state, op, lin, &high)
            }
            BinaryOp::Gt | BinaryOp::Ge if range.low > i128::MIN => {
                self.related(state, op, lin, &low)
            }
            BinaryOp::Eq => {
                let state = match range.high < i128::MAX {
                    true => self.related(state, BinaryOp::Le, lin, &high)?,
                    false => state,
                };
                match range.low > i128::MIN {
                    true => self.related(state, BinaryOp::Ge, lin, &low),
                    false => Some(state),
                }
            }
            _ => Some(state),
        }
    }

    /// The memories in which a value compares so with a constant.
    pub(crate) fn compare_with(
        mut self,
        op: BinaryOp,
        value: &Value,
        constant: i128,
    ) -> Option<Self> {
        let mut joined: Option<Self> = None;
        for (case, number) in self.cases(value) {
            if let Some(step) = case.compare(op, &number, &Number::constant(constant)) {
                match &mut joined {
                    Some(other) => other.join(step),
                    None => joined = Some(step),
                }
            }
        }
        joined?.narrow_with(op, value, constant)
    }

    /// The memories in which a number is in a range; ends of an `i128` are no bounds.
    pub(crate) fn between(self, number: &Number, low: i128, high: i128) -> Option<Self> {
        let step = match low > i128::MIN {
            true => self.compare(BinaryOp::Ge, number, &Number::constant(low))?,
            false => self,
        };
        match high < i128::MAX {
            true => step.compare(BinaryOp::Le, number, &Number::constant(high)),
            false => Some(step),
        }
    }

    pub(crate) fn differs(self, number: &Number, constant: i128) -> Option<Self> {
        self.compare(BinaryOp::Ne, number, &Number::constant(constant))
    }
}

enum Inner<'v> {
    Value(&'v Value),
    Sum(BinaryOp, &'v Value, &'v Value),
}

/// Whether a comparison certainly holds or fails.
fn decide(op: BinaryOp, a: Range, b: Range) -> Option<bool> {
    let (always, never) = match op {
        BinaryOp::Lt => (a.high < b.low, a.low >= b.high),
        BinaryOp::Le => (a.high <= b.low, a.low > b.high),
        BinaryOp::Gt => (a.low > b.high, a.high <= b.low),
        BinaryOp::Ge => (a.low >= b.high, a.high < b.low),
        BinaryOp::Eq => (a.as_point().is_some() && a == b, a.meet(b).is_none()),
        BinaryOp::Ne => (a.meet(b).is_none(), a.as_point().is_some() && a == b),
        _ => (false, false),
    };
    // Ends that were cut off decide nothing.
    match (always, never) {
        _ if a.is_cut() || b.is_cut() => None,
        (true, _) => Some(true),
        (_, true) => Some(false),
        _ => None,
    }
}

fn opposite(op: BinaryOp) -> BinaryOp {
    match op {
        BinaryOp::Lt => BinaryOp::Ge,
        BinaryOp::Ge => BinaryOp::Lt,
        BinaryOp::Gt => BinaryOp::Le,
        BinaryOp::Le => BinaryOp::Gt,
        BinaryOp::Eq => BinaryOp::Ne,
        _ => BinaryOp::Eq,
    }
}

/// The operator with its operands exchanged.
fn mirrored(op: BinaryOp) -> BinaryOp {
    match op {
        BinaryOp::Lt => BinaryOp::Gt,
        BinaryOp::Gt => BinaryOp::Lt,
        BinaryOp::Le => BinaryOp::Ge,
        BinaryOp::Ge => BinaryOp::Le,
        other => other,
    }
}

/// Whether a value is a condition: 0 or 1.
fn is_truth(value: &Value) -> bool {
    match &value.kind {
        ValueKind::Unary(UnaryOp::Not, _) => true,
        ValueKind::Binary(op, ..) => op.is_comparison(),
        ValueKind::Convert(inner) => is_truth(inner),
        _ => false,
    }
}
