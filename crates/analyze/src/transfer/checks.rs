//! Whether checks hold in a state.

use super::constants::{Constancy, Written};
use super::never_zero::is_never_zero;
use crate::eval::{Evaluated, Number, Step};
use crate::numeric::{Floats, Range, Size};
use crate::state::{Env, State};
use crate::{Grant, Kind, Overflow};
use soundline_c::{BinaryOp, CheckKind, IntType, UnaryOp, Value, ValueKind};

/// What a check comes to in one state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// It holds in every memory of the state.
    Holds,
    /// It does if this is true.
    HoldsIf(Grant),
    /// It may fail.
    MayFail,
    /// It fails in every memory of the state.
    Fails,
}

/// What a check comes to.
pub(crate) fn outcome(env: &Env<'_>, state: &State, check: &CheckKind) -> Outcome {
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
            let size = size.map(|size| Number::constant(size.into()));
            step.accessible(pointer, size, *write)
        }
        CheckKind::Region { pointer, extent, write } => step.region(pointer, extent, *write),
        CheckKind::FloatToInt(value, ty) => match env.program.types.integer(*ty) {
            Some(int) => step.converts(value, Range::of(int)),
            None => Outcome::MayFail,
        },
        CheckKind::Free(pointer) => step.can_be_freed(pointer),
        CheckKind::Length(length) => {
            let number = step.integer(length);
            inside(step.tightened(number).range, Range::new(1, i128::MAX))
        }
        CheckKind::Apart { to, from, length } => step.are_apart(to, from, length),
        // Who called, and what else may have been allocated, decide.
        CheckKind::Return => Outcome::Fails,
        CheckKind::Freed => step.all_freed(),
        CheckKind::Finite(value) => step.is_finite(value),
        CheckKind::Initialised { never, variable } => match (never, step.has_value(*variable)) {
            (true, _) | (_, Some(false)) => Outcome::Fails,
            (false, Some(true)) => Outcome::Holds,
            (false, None) => Outcome::MayFail,
        },
        CheckKind::Written(value) => step.was_written(value),
    }
}

/// Whether a pointer is valid for so many bytes in every memory of a state.
pub(crate) fn is_valid(
    env: &Env<'_>,
    state: &State,
    pointer: &Value,
    bytes: i64,
    write: bool,
) -> bool {
    let mut step = Step::new(env, state.clone());
    step.accessible(pointer, Some(Number::constant(bytes.into())), write) == Outcome::Holds
}

/// Whether it points to a string whose end is known to be in its object.
pub(crate) fn is_string(env: &Env<'_>, state: &State, pointer: &Value) -> bool {
    let mut step = Step::new(env, state.clone());
    let length = step.string_length(pointer).filter(|length| length.high < 1 << 62);
    length.is_some_and(|length| {
        let bytes = Number::within(length.add(Range::point(1)));
        step.accessible(pointer, Some(bytes), false) == Outcome::Holds
    })
}

/// Whether it is valid for as many elements of so many bytes as another value says.
pub(crate) fn is_valid_for(
    env: &Env<'_>,
    state: &State,
    pointer: &Value,
    (length, size): (&Value, u64),
    write: bool,
) -> bool {
    let mut step = Step::new(env, state.clone());
    let number = step.integer(length);
    let range = step.tightened(number.clone()).range;
    let bytes = Number {
        lin: number.lin.and_then(|lin| lin.scale(size.into())),
        range: range.mul(Range::point(size.into())),
    };
    step.accessible(pointer, Some(bytes), write) == Outcome::Holds
}

/// For how many bytes, up to a large number, a pointer is valid that is not null, and whether to write there; none if it may
/// point to nothing. That is all there are of one that is null.
pub(crate) fn room(env: &Env<'_>, state: &State, pointer: &Value) -> Option<(i64, bool)> {
    let mut step = Step::new(env, state.clone());
    let Evaluated::Pointer(address) = step.eval(pointer) else { return None };
    let bases = &address.bases;
    if bases.is_open() || !bases.functions.is_empty() {
        return None;
    }
    if bases.objects.is_empty() {
        return Some((i64::MAX, true));
    }
    let mut fits = |bytes: i64| {
        let size = Number::constant(bytes.into());
        let mut objects = bases.objects.iter();
        objects.all(|object| step.room_in(*object, &address.offset, &size) == Outcome::Holds)
    };
    fits(1).then_some(())?;
    let (mut low, mut high) = (1, MOST_ROOM);
    while low < high {
        let middle = low + (high - low + 1) / 2;
        if fits(middle) {
            low = middle;
        } else {
            high = middle - 1;
        }
    }
    let written = Written::Bytes(low.into());
    let mut objects = bases.objects.iter();
    let write = objects.all(|object| {
        matches!(step.constancy_at(*object, &address.offset, written), Constancy::None)
    });
    Some((low, write))
}

/// Behind a pointer no more bytes are counted.
const MOST_ROOM: i64 = 1 << 20;

/// The numbers that a check wants in a range can be; of an access, the index of the element, and of a region, how many elements it
/// has.
pub(crate) fn ranged(env: &Env<'_>, state: &State, check: &CheckKind) -> Option<(i128, i128)> {
    if let CheckKind::Access { pointer, .. } = check {
        let mut step = Step::new(env, state.clone());
        let index = crate::contract::index_of(env.program, pointer)?;
        let number = step.integer(index);
        let range = step.tightened(number).range;
        return Some((range.low, range.high));
    }
    if let CheckKind::Region { extent, .. } = check {
        let mut step = Step::new(env, state.clone());
        let number = step.integer(crate::contract::number_of(env.program, extent)?);
        let range = step.tightened(number).range;
        return Some((range.low, range.high));
    }
    let (CheckKind::Index { index: value, .. }
    | CheckKind::ShiftAmount(value, _)
    | CheckKind::Length(value)) = check
    else {
        return None;
    };
    let mut step = Step::new(env, state.clone());
    let number = step.integer(value);
    let range = step.tightened(number).range;
    Some((range.low, range.high))
}

pub(super) fn inside(range: Range, wanted: Range) -> Outcome {
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
            None if is_never_zero(&self.env.program.types, value) => Outcome::Holds,
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

    /// Whether the result of a floating operation is finite if its operands are.
    fn is_finite(&mut self, value: &Value) -> Outcome {
        let Some(format) = self.format(value) else { return Outcome::MayFail };
        let finite = Floats::between(f64::MIN, f64::MAX);
        let operands = match &value.kind {
            ValueKind::Binary(_, left, right) => vec![self.floats(left), self.floats(right)],
            ValueKind::Convert(operand) => vec![self.floats(operand)],
            _ => return Outcome::MayFail,
        };
        // Numbers of wider types may be finite beyond those of `double`.
        let sure = format.size != Size::Wide && operands.iter().all(|one| one.leq(finite));
        let known: Option<Vec<Floats>> = operands.iter().map(|one| one.meet(finite)).collect();
        let Some(known) = known else { return Outcome::Holds };
        let result = match (&value.kind, &known[..]) {
            (ValueKind::Binary(BinaryOp::Add, ..), [a, b]) => a.add(*b, format),
            (ValueKind::Binary(BinaryOp::Sub, ..), [a, b]) => a.sub(*b, format),
            (ValueKind::Binary(BinaryOp::Mul, ..), [a, b]) => a.mul(*b, format),
            (ValueKind::Binary(BinaryOp::Div, ..), [_, b]) if b.as_point() == Some(0.0) => {
                return if sure { Outcome::Fails } else { Outcome::MayFail };
            }
            (ValueKind::Binary(BinaryOp::Div, ..), [a, b]) => a.div(*b, format),
            (ValueKind::Convert(_), [a]) => a.convert(format),
            _ => return Outcome::MayFail,
        };
        match result.meet(finite) {
            Some(_) if result.leq(finite) => Outcome::Holds,
            None if sure => Outcome::Fails,
            _ => Outcome::MayFail,
        }
    }

    /// Whether the result of a signed operation fits its type.
    fn fits(&mut self, value: &Value) -> Outcome {
        let Some(ty) = self.int_type(value.ty) else { return Outcome::MayFail };
        if let Some(sum) = self.sum(value) {
            return self.fits_in(sum, ty);
        }
        let exact = match &value.kind {
            ValueKind::Binary(op, left, right) => {
                let (x, y) = (self.integer(left).range, self.integer(right).range);
                match op {
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
        self.fits_in(exact, ty)
    }

    fn fits_in(&mut self, exact: Number, ty: IntType) -> Outcome {
        let range = self.tightened(exact).range;
        match range.is_cut() {
            true => Outcome::MayFail,
            false => inside(range, Range::of(ty)),
        }
    }

    /// A sum, difference or negation as it is before it is made to fit its type.
    pub(super) fn sum(&mut self, value: &Value) -> Option<Number> {
        match &value.kind {
            ValueKind::Unary(UnaryOp::Neg, operand) => {
                let number = self.integer(operand);
                let lin = number.lin.and_then(|lin| lin.scale(-1));
                Some(Number { lin, range: number.range.negate() })
            }
            ValueKind::Binary(op @ (BinaryOp::Add | BinaryOp::Sub), left, right) => {
                let (a, b) = (self.integer(left), self.integer(right));
                let both = a.lin.zip(b.lin);
                Some(match op {
                    BinaryOp::Add => {
                        let lin = both.and_then(|(a, b)| a.add(&b));
                        Number { lin, range: a.range.add(b.range) }
                    }
                    _ => {
                        let lin = both.and_then(|(a, b)| a.sub(&b));
                        Number { lin, range: a.range.sub(b.range) }
                    }
                })
            }
            _ => None,
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
}

/// What comes of a check that several things may be the subject of.
pub(super) fn all_of(outcomes: &[Outcome]) -> Outcome {
    let all = |wanted: Outcome| outcomes.iter().all(|outcome| *outcome == wanted);
    match () {
        () if all(Outcome::Holds) => Outcome::Holds,
        () if all(Outcome::Fails) => Outcome::Fails,
        () => Outcome::MayFail,
    }
}

/// Whether a kind of check is made at all.
pub(crate) fn is_wanted(env: &Env<'_>, check: &CheckKind) -> bool {
    let overflow = !matches!(check, CheckKind::Overflow(_)) || env.overflow == Overflow::Check;
    overflow && env.checks.contains(&Kind::of(check))
}
