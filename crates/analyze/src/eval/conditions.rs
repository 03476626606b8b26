//! Conditions: what is left of a state where a value is not 0, or is.

use super::{Address, Evaluated, Number, Step};
use crate::memory::{Bases, CellKind};
use crate::numeric::{Lin, Range};
use crate::state::State;
use soundline_c::{BinaryOp, Rank, Type, UnaryOp, Value, ValueKind};
use soundline_domains::Domain;
use soundline_domains::expr::{Constraint, Relation};

impl Step<'_, '_> {
    /// The memories in which the value is not 0 (or is 0, if `wanted` is false); none if there is
    /// none.
    pub(crate) fn assume(mut self, value: &Value, wanted: bool) -> Option<Self> {
        match &value.kind {
            ValueKind::Int(constant) => ((*constant != 0) == wanted).then_some(self),
            ValueKind::Unary(UnaryOp::Not, operand) => self.assume(operand, !wanted),
            ValueKind::Binary(op, left, right) if op.is_comparison() => {
                self.assume_comparison(*op, left, right, wanted)
            }
            ValueKind::Convert(operand) if self.keeps_truth(operand, value) => {
                self.assume(operand, wanted)
            }
            _ => match self.eval(value) {
                Evaluated::Int(number) => {
                    let op = if wanted { BinaryOp::Ne } else { BinaryOp::Eq };
                    self.compare(op, &number, &Number::constant(0))
                }
                Evaluated::Pointer(address) => self.assume_null(value, &address, !wanted),
                Evaluated::Other => {
                    self.imprecise = true;
                    Some(self)
                }
            },
        }
    }

    /// Whether the value is 0 exactly if the operand of its conversion is.
    fn keeps_truth(&self, operand: &Value, value: &Value) -> bool {
        let types = &self.env.program.types;
        let (from, to) = (types.integer(operand.ty), types.integer(value.ty));
        match (types.get(operand.ty), from, to) {
            (Type::Pointer(_), _, Some(to)) => to.rank == Rank::Bool,
            (_, Some(from), Some(to)) => to.rank == Rank::Bool || to.bits >= from.bits,
            _ => false,
        }
    }

    fn assume_comparison(
        mut self,
        op: BinaryOp,
        left: &Value,
        right: &Value,
        wanted: bool,
    ) -> Option<Self> {
        let types = &self.env.program.types;
        if matches!(types.get(left.ty), Type::Float(_)) {
            self.imprecise = true;
            return Some(self);
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
        joined
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
    fn compare(mut self, op: BinaryOp, a: &Number, b: &Number) -> Option<Self> {
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

    fn related(&self, state: State, op: BinaryOp, a: &Lin, b: &Lin) -> Option<State> {
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
        joined
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

    /// The memories of both computations.
    pub(crate) fn join(&mut self, other: Self) {
        self.state = self.env.join(&self.state, &other.state);
        self.scratch = self.scratch.max(other.scratch);
        self.imprecise |= other.imprecise;
    }

    /// Whether a comparison holds, as 0 or 1.
    pub(super) fn truth_number(&mut self, op: BinaryOp, left: &Value, right: &Value) -> Number {
        let types = &self.env.program.types;
        if matches!(types.get(left.ty), Type::Float(_)) {
            return Number::within(Range::TRUTH);
        }
        let holds = self.with(self.state.clone()).assume_comparison(op, left, right, true);
        let fails = self.with(self.state.clone()).assume_comparison(op, left, right, false);
        match (holds.is_some(), fails.is_some()) {
            (true, false) => Number::constant(1),
            (false, true) => Number::constant(0),
            _ => Number::within(Range::TRUTH),
        }
    }

    /// Whether a value is not 0, if that is certain.
    pub(crate) fn truth(&mut self, value: &Value) -> Option<bool> {
        let holds = self.with(self.state.clone()).assume(value, true);
        let fails = self.with(self.state.clone()).assume(value, false);
        match (holds.is_some(), fails.is_some()) {
            (true, false) => Some(true),
            (false, true) => Some(false),
            _ => None,
        }
    }

    /// The pointer is null, or is not.
    fn assume_null(mut self, value: &Value, address: &Address, null: bool) -> Option<Self> {
        let rest = match null {
            true if !address.bases.may_be_null() => return None,
            true => Bases::null(),
            false => Bases { null: false, ..address.bases.clone() },
        };
        if rest.is_empty() {
            return None;
        }
        self.refine(value, rest);
        Some(self)
    }

    /// What is known to be in a variable is kept there.
    fn refine(&mut self, value: &Value, bases: Bases) {
        let value = stripped(value);
        let ValueKind::Load(place) = &value.kind else { return };
        let targets = self.resolve(place);
        if let ([cell], true, false) = (&targets.cells[..], targets.strong, targets.is_unknown())
            && self.env.cells.get(*cell).kind == CellKind::Pointer
        {
            let mut pointer = self.env.pointer(&self.state, *cell);
            pointer.bases = bases;
            if !crate::state::has_offset(&pointer.bases) {
                self.env.drop_numbers(&mut self.state, &[*cell]);
            }
            self.env.set_pointer(&mut self.state, *cell, pointer);
        }
    }

    fn compare_pointers(mut self, op: BinaryOp, left: &Value, right: &Value) -> Option<Self> {
        let (a, b) = (self.address(left), self.address(right));
        let equality = matches!(op, BinaryOp::Eq | BinaryOp::Ne);
        let is_null = |address: &Address| {
            !address.bases.any
                && address.bases.null
                && address.bases.objects.is_empty()
                && address.bases.functions.is_empty()
        };
        match (is_null(&a), is_null(&b)) {
            (true, true) => {
                let holds = matches!(op, BinaryOp::Eq | BinaryOp::Le | BinaryOp::Ge);
                return holds.then_some(self);
            }
            (false, true) if equality => return self.assume_null(left, &a, op == BinaryOp::Eq),
            (true, false) if equality => return self.assume_null(right, &b, op == BinaryOp::Eq),
            _ => {}
        }
        let same =
            a.bases.only().filter(|own| b.bases.only() == Some(*own) && self.is_single(*own));
        if same.is_some() {
            let state = self.state.clone();
            self.state = self.related(state, op, &a.offset, &b.offset)?;
            return Some(self);
        }
        if op == BinaryOp::Eq && !a.bases.any && !b.bases.any {
            let shared = Bases {
                any: false,
                null: a.bases.null && b.bases.null,
                objects: a.bases.objects.intersection(&b.bases.objects).copied().collect(),
                functions: a.bases.functions.intersection(&b.bases.functions).copied().collect(),
            };
            // One past the end of an object may be the start of another: only pointers to the
            // insides of objects are apart.
            if shared != a.bases || shared != b.bases {
                if !self.is_inside(&a) || !self.is_inside(&b) {
                    return Some(self);
                }
                if shared.is_empty() {
                    return None;
                }
                self.refine(left, shared.clone());
                self.refine(right, shared);
            }
        }
        Some(self)
    }

    /// Whether an address certainly is that of a byte of its objects, if it has any.
    fn is_inside(&self, address: &Address) -> bool {
        let range = self.env.range_of(&self.state, &address.offset);
        address.bases.objects.iter().all(|object| {
            let size = self.env.layout.size(*object);
            size.is_some_and(|size| range.low >= 0 && range.high < i128::from(size))
        })
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

/// The value under conversions between pointers.
fn stripped(value: &Value) -> &Value {
    match &value.kind {
        ValueKind::Convert(inner) => stripped(inner),
        _ => value,
    }
}
