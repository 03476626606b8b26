//! Whether checks hold in a state.

use crate::Overflow;
use crate::eval::{Evaluated, Number, Step};
use crate::memory::{Bases, Object};
use crate::numeric::{Lin, Range};
use crate::state::{Env, Freed, State};
use soundline_c::{BinaryOp, CheckKind, Extent, FunctionId, Span, Type, UnaryOp, Value, ValueKind};

/// What a check comes to in one state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// It holds in every memory of the state.
    Holds,
    /// It may fail.
    MayFail,
    /// It fails in every memory of the state.
    Fails,
}

/// What a check comes to.
pub(crate) fn outcome(
    env: &Env<'_>,
    state: &State,
    check: &CheckKind,
    span: Span,
    function: Option<FunctionId>,
    in_scope: &dyn Fn(Object, Span, Option<FunctionId>) -> bool,
) -> Outcome {
    let mut step = Step::new(env, state.clone());
    match check {
        CheckKind::Assertion(value) | CheckKind::Divisor(value) => step.nonzero(value),
        CheckKind::ErrorCall | CheckKind::Unreachable => Outcome::Fails,
        CheckKind::Overflow(value) | CheckKind::Quotient(value) => step.fits(value),
        CheckKind::ShiftAmount(amount, bits) => {
            let number = step.integer(amount);
            let range = step.tightened(number).range;
            inside(range, Range::new(0, i128::from(*bits) - 1))
        }
        CheckKind::Index { index, length, past_end } => {
            step.index_inside(index, length.as_ref(), *past_end)
        }
        CheckKind::Access { pointer, size, write } => {
            let exists = |object: Object| in_scope(object, span, function);
            let size = size.map(|size| Number::constant(size.into()));
            step.accessible(pointer, size, *write, &exists)
        }
        CheckKind::Region { pointer, extent, write } => {
            let exists = |object: Object| in_scope(object, span, function);
            step.region(pointer, extent, *write, &exists)
        }
        CheckKind::FloatToInt(value, ty) => match env.program.types.integer(*ty) {
            Some(int) => step.converts(value, Range::of(int)),
            None => Outcome::MayFail,
        },
    }
}

fn inside(range: Range, wanted: Range) -> Outcome {
    match (wanted.includes(range), range.meet(wanted)) {
        (true, _) => Outcome::Holds,
        (_, None) => Outcome::Fails,
        _ => Outcome::MayFail,
    }
}

impl Step<'_, '_> {
    fn nonzero(&mut self, value: &Value) -> Outcome {
        match self.truth(value) {
            Some(true) => Outcome::Holds,
            Some(false) => Outcome::Fails,
            None => Outcome::MayFail,
        }
    }

    /// Whether a floating number, truncated, is in a range.
    fn converts(&mut self, value: &Value, all: Range) -> Outcome {
        let floats = self.floats(value);
        if let Some(range) = floats.truncated() {
            return inside(range, all);
        }
        // 2^126 and more is beyond what is compared here.
        let beyond = (1u128 << 126) as f64;
        let limits = Range::new(-(1 << 126), 1 << 126);
        match floats.numbers {
            None => Outcome::Fails,
            Some((low, high)) if limits.includes(all) && (low > beyond || high < -beyond) => {
                Outcome::Fails
            }
            _ => Outcome::MayFail,
        }
    }

    /// Whether the result of a signed operation fits its type.
    fn fits(&mut self, value: &Value) -> Outcome {
        let Some(ty) = self.int_type(value.ty) else { return Outcome::MayFail };
        let exact = match &value.kind {
            ValueKind::Unary(UnaryOp::Neg, operand) => {
                let number = self.integer(operand);
                Number {
                    lin: number.lin.and_then(|lin| lin.scale(-1)),
                    range: number.range.negate(),
                }
            }
            ValueKind::Binary(op, left, right) => {
                let (a, b) = (self.integer(left), self.integer(right));
                let (x, y) = (a.range, b.range);
                let both = a.lin.clone().zip(b.lin.clone());
                match op {
                    BinaryOp::Add => {
                        let lin = both.and_then(|(a, b)| a.add(&b));
                        Number { lin, range: x.add(y) }
                    }
                    BinaryOp::Sub => {
                        let lin = both.and_then(|(a, b)| a.sub(&b));
                        Number { lin, range: x.sub(y) }
                    }
                    BinaryOp::Mul => Number { lin: None, range: x.mul(y) },
                    BinaryOp::Div | BinaryOp::Rem => {
                        let least = x.contains(ty.min());
                        let hits = least && y.contains(-1);
                        let sure = x == Range::point(ty.min()) && y == Range::point(-1);
                        return match (hits, sure) {
                            (false, _) => Outcome::Holds,
                            (true, true) => Outcome::Fails,
                            _ => Outcome::MayFail,
                        };
                    }
                    // C defines no shift to the left of a negative number.
                    BinaryOp::Shl if x.high < 0 => return Outcome::Fails,
                    BinaryOp::Shl if x.low < 0 => return Outcome::MayFail,
                    BinaryOp::Shl => {
                        let amounts = y.meet(Range::new(0, 100)).filter(|amounts| *amounts == y);
                        let Some(amounts) = amounts else { return Outcome::MayFail };
                        Number {
                            lin: None,
                            range: x.mul(Range::new(1 << amounts.low, 1 << amounts.high)),
                        }
                    }
                    _ => return Outcome::MayFail,
                }
            }
            _ => return Outcome::MayFail,
        };
        let range = self.tightened(exact).range;
        match range.is_cut() {
            true => Outcome::MayFail,
            false => inside(range, Range::of(ty)),
        }
    }

    fn index_inside(&mut self, index: &Value, length: Option<&Value>, past_end: bool) -> Outcome {
        let number = self.integer(index);
        let index = self.tightened(number);
        let Some(length) = length else { return Outcome::MayFail };
        let number = self.integer(length);
        let length = self.tightened(number);
        let slack = i128::from(!past_end);
        let most = length.range.high.saturating_sub(slack);
        if index.range.high < 0 || index.range.low > most {
            return Outcome::Fails;
        }
        if index.range.low < 0 {
            return Outcome::MayFail;
        }
        if index.range.high <= length.range.low.saturating_sub(slack) {
            return Outcome::Holds;
        }
        let room = length.lin.zip(index.lin).and_then(|(l, i)| l.sub(&i)?.plus(-slack));
        match room {
            Some(room) if self.env.is_at_least_zero(&self.state, &room) => Outcome::Holds,
            _ => Outcome::MayFail,
        }
    }

    /// Whether a pointer points to the bytes that a library function uses.
    fn region(
        &mut self,
        pointer: &Value,
        extent: &Extent,
        write: bool,
        exists: &dyn Fn(Object) -> bool,
    ) -> Outcome {
        let size = match extent {
            Extent::Bytes(length) | Extent::UpTo(length) => {
                let number = self.integer(length);
                self.tightened(number)
            }
            Extent::String(string) => {
                let length = self.string_length(string).unwrap_or(Range::new(0, 1 << 62));
                Number::within(length.add(Range::point(1)))
            }
        };
        if size.range.high <= 0 {
            return Outcome::Holds;
        }
        let may_be_none = matches!(extent, Extent::UpTo(_)) || size.range.low <= 0;
        match self.accessible(pointer, Some(size), write, exists) {
            Outcome::Fails if may_be_none => Outcome::MayFail,
            outcome => outcome,
        }
    }

    /// Whether a pointer points to so many bytes of an object that exists, and that can be written if they are.
    fn accessible(
        &mut self,
        pointer: &Value,
        size: Option<Number>,
        write: bool,
        exists: &dyn Fn(Object) -> bool,
    ) -> Outcome {
        let address = match self.eval(pointer) {
            Evaluated::Pointer(address) => address,
            _ => return Outcome::MayFail,
        };
        let bases = &address.bases;
        let pointee = self.env.program.types.pointee(pointer.ty);
        if pointee.is_some_and(|ty| matches!(self.env.program.types.get(ty), Type::Function { .. }))
        {
            return callable(bases);
        }
        let Some(size) = size.filter(|_| !bases.any) else { return Outcome::MayFail };
        let mut outcomes = Vec::new();
        if bases.null || !bases.functions.is_empty() {
            outcomes.push(Outcome::Fails);
        }
        for object in &bases.objects {
            let own = match (exists(*object), self.constancy(*object)) {
                (_, Constancy::ReadOnly) if write => Outcome::Fails,
                (_, Constancy::Declared) if write => Outcome::MayFail,
                (true, _) => self.room_in(*object, &address.offset, &size),
                (false, _) => Outcome::MayFail,
            };
            outcomes.push(own);
        }
        let all = |wanted: Outcome| outcomes.iter().all(|outcome| *outcome == wanted);
        match () {
            () if all(Outcome::Holds) => Outcome::Holds,
            () if all(Outcome::Fails) => Outcome::Fails,
            () => Outcome::MayFail,
        }
    }

    fn constancy(&self, object: Object) -> Constancy {
        match object {
            Object::Variable(id) if self.env.is_constant_object(id) => Constancy::ReadOnly,
            Object::Variable(id) if self.env.program.variable(id).constant => Constancy::Declared,
            _ => Constancy::None,
        }
    }

    fn room_in(&mut self, object: Object, offset: &Lin, size: &Number) -> Outcome {
        let mut unit = 1;
        let length = match object {
            Object::Variable(_) => match self.env.layout.size(object) {
                Some(length) => Lin::constant(length.into()),
                None => return Outcome::MayFail,
            },
            Object::Heap(site) => {
                let Some(block) = self.state.heap.get(&site).copied() else {
                    return Outcome::MayFail;
                };
                match block.freed {
                    // Another thread may free it at any time.
                    Freed::No if self.env.concurrent && self.env.program.effects.may_free() => {
                        return Outcome::MayFail;
                    }
                    Freed::No => unit = i128::from(block.unit),
                    Freed::Yes => return Outcome::Fails,
                    Freed::Maybe => return Outcome::MayFail,
                }
                let cell = self.env.cells.size(site);
                if !self.env.is_known(&self.state, cell) {
                    return Outcome::MayFail;
                }
                match Lin::cell(cell).scale(unit) {
                    Some(length) => length,
                    None => return Outcome::MayFail,
                }
            }
            _ => return Outcome::MayFail,
        };
        let Some(left) = length.sub(offset) else { return Outcome::MayFail };
        let exact = size.lin.as_ref().and_then(|size| left.sub(size));
        let room = match exact {
            Some(room) => self.offset_range(&room),
            None => self.offset_range(&left).sub(size.range),
        };
        let start = self.offset_range(offset);
        match () {
            () if start.low >= 0 && room.low >= 0 => Outcome::Holds,
            // Sizes are rounded down to whole units.
            () if start.high < 0 || room.high < 1 - unit => Outcome::Fails,
            () => Outcome::MayFail,
        }
    }
}

/// Whether an object can be written.
enum Constancy {
    /// It lies in memory that cannot be written.
    ReadOnly,
    /// It is declared constant. C defines no write to it, but machines let it happen.
    Declared,
    None,
}

/// Whether a pointer points to a function.
fn callable(bases: &Bases) -> Outcome {
    let invalid = bases.null || !bases.objects.is_empty();
    match (bases.any, invalid, bases.functions.is_empty()) {
        (false, false, _) => Outcome::Holds,
        (false, true, true) => Outcome::Fails,
        _ => Outcome::MayFail,
    }
}

/// Whether a kind of check is made at all.
pub(crate) fn is_wanted(env: &Env<'_>, check: &CheckKind) -> bool {
    !matches!(check, CheckKind::Overflow(_)) || env.overflow == Overflow::Check
}
