//! Whether checks hold in a state.

use super::constants::{Constancy, Written};
use super::never_zero::is_never_zero;
use crate::eval::{Evaluated, Number, Step};
use crate::memory::{Bases, Object};
use crate::numeric::{Floats, Lin, Range, Size};
use crate::state::{Block, Env, Freed, Owner, State};
use crate::{Grant, Kind, Overflow};
use soundline_c::{
    BinaryOp, CheckKind, Extent, IntType, Type, TypeId, Types, UnaryOp, Value, ValueKind,
};

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

/// The numbers that a check wants in a range can be; of an access, the index of the element.
pub(crate) fn ranged(env: &Env<'_>, state: &State, check: &CheckKind) -> Option<(i128, i128)> {
    if let CheckKind::Access { pointer, .. } = check {
        let mut step = Step::new(env, state.clone());
        let index = crate::contract::index_of(env.program, pointer)?;
        let number = step.integer(index);
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

    /// Whether a pointer points to the bytes that a library function uses.
    pub(crate) fn region(&mut self, pointer: &Value, extent: &Extent, write: bool) -> Outcome {
        let size = self.extent(extent);
        if size.range.high <= 0 {
            return Outcome::Holds;
        }
        let may_be_none = matches!(extent, Extent::UpTo(_)) || size.range.low <= 0;
        let written = Written::Bytes(size.range.high);
        let outcome = match self.accessible_as(pointer, Some(size), write, written) {
            Outcome::Fails if may_be_none => Outcome::MayFail,
            outcome => outcome,
        };
        // Whether a string has an end is seldom known, and to read on changes nothing.
        let reads_string =
            !write && matches!(extent, Extent::Text { strings, .. } if !strings.is_empty());
        if outcome == Outcome::MayFail && reads_string {
            let one = Number::constant(1);
            if self.accessible(pointer, Some(one), write) == Outcome::Holds {
                return Outcome::HoldsIf(Grant::Strings);
            }
        }
        outcome
    }

    /// How many bytes a library function uses.
    pub(crate) fn extent(&mut self, extent: &Extent) -> Number {
        match extent {
            Extent::Bytes(length) | Extent::UpTo(length) => {
                let number = self.integer(length);
                self.tightened(number)
            }
            Extent::StringUpTo(string, most) => {
                let number = self.integer(most);
                let most = self.tightened(number).range;
                let whole = self
                    .string_length(string)
                    .map_or(Range::new(1, 1 << 62), |length| length.add(Range::point(1)));
                Number::within(Range::new(most.low.min(whole.low), most.high.min(whole.high)))
            }
            Extent::Product(one, other) => {
                let (one, other) = (self.integer(one), self.integer(other));
                let (one, other) = (self.tightened(one), self.tightened(other));
                Number::within(one.range.mul(other.range))
            }
            Extent::Text { strings, least, most, up_to } => {
                let endless = 1 << 62;
                let most = most.map_or(endless, i128::from);
                let mut range = Range::new(i128::from(*least), most.max(i128::from(*least)));
                for string in strings {
                    let length = self.string_length(string).unwrap_or(Range::new(0, endless));
                    range = range.add(length);
                }
                if let Some(up_to) = up_to {
                    let number = self.integer(up_to);
                    let high = self.tightened(number).range.high.max(0);
                    range = range.add(Range::new(0, high));
                }
                Number::within(range)
            }
        }
    }

    /// Whether a pointer points to so many bytes of an object that exists, and that can be written if they are.
    fn accessible(&mut self, pointer: &Value, size: Option<Number>, write: bool) -> Outcome {
        let pointee = self.env.program.types.pointee(pointer.ty);
        let written = pointee.map_or(Written::Bytes(i128::MAX), Written::As);
        self.accessible_as(pointer, size, write, written)
    }

    /// The same, where it is said what is written.
    fn accessible_as(
        &mut self,
        pointer: &Value,
        size: Option<Number>,
        write: bool,
        written: Written,
    ) -> Outcome {
        let address = match self.eval(pointer) {
            Evaluated::Pointer(address) => address,
            _ => return Outcome::MayFail,
        };
        let bases = &address.bases;
        let pointee = self.env.program.types.pointee(pointer.ty);
        if let Some(ty) = pointee
            && matches!(self.env.program.types.get(ty), Type::Function { .. })
        {
            return self.callable(bases, ty);
        }
        let Some(size) = size.filter(|_| !bases.any) else { return Outcome::MayFail };
        let mut outcomes = Vec::new();
        if bases.null || bases.dangling || !bases.functions.is_empty() {
            outcomes.push(Outcome::Fails);
        }
        for object in &bases.objects {
            let constancy = match write {
                true => self.constancy_at(*object, &address.offset, written),
                false => Constancy::None,
            };
            outcomes.push(match constancy {
                Constancy::ReadOnly => Outcome::Fails,
                Constancy::Declared => Outcome::MayFail,
                Constancy::None => self.room_in(*object, &address.offset, &size),
            });
        }
        all_of(&outcomes)
    }

    /// Whether a pointer is to a function that can be called through a pointer of its type.
    fn callable(&self, bases: &Bases, ty: TypeId) -> Outcome {
        if bases.any {
            return Outcome::MayFail;
        }
        let mut outcomes = Vec::new();
        if bases.null || bases.dangling || !bases.objects.is_empty() {
            outcomes.push(Outcome::Fails);
        }
        for id in &bases.functions {
            let fits =
                may_be_called_as(&self.env.program.types, self.env.program.function(*id).ty, ty);
            outcomes.push(if fits { Outcome::Holds } else { Outcome::Fails });
        }
        all_of(&outcomes)
    }

    /// Whether a pointer is null or to the start of memory that was allocated and not freed.
    fn can_be_freed(&mut self, pointer: &Value) -> Outcome {
        let address = self.address(pointer);
        let bases = &address.bases;
        if bases.any {
            return Outcome::MayFail;
        }
        let mut outcomes = Vec::new();
        if bases.null {
            outcomes.push(Outcome::Holds);
        }
        if bases.dangling || !bases.functions.is_empty() {
            outcomes.push(Outcome::Fails);
        }
        let start = self.offset_range(&address.offset);
        for object in &bases.objects {
            let block = match object {
                Object::Heap(site) => self.state.heap.get(site).copied(),
                _ => None,
            };
            outcomes.push(match (object, block) {
                (Object::Variable(_) | Object::Waiting(..), _) => Outcome::Fails,
                (
                    _,
                    Some(
                        Block { owner: Owner::Call(_) | Owner::System, .. }
                        | Block { freed: Freed::Yes, .. },
                    ),
                ) => Outcome::Fails,
                (_, Some(Block { freed: Freed::No, .. })) if !self.may_be_freed_meanwhile() => {
                    inside(start, Range::point(0))
                }
                _ => Outcome::MayFail,
            });
        }
        all_of(&outcomes)
    }

    /// Another thread may free memory at any time.
    fn may_be_freed_meanwhile(&self) -> bool {
        self.env.concurrent && self.env.program.effects.may_free()
    }

    /// Whether so many bytes at two addresses do not overlap.
    fn are_apart(&mut self, to: &Value, from: &Value, length: &Value) -> Outcome {
        let (a, b) = (self.address(to), self.address(from));
        let number = self.integer(length);
        let length = self.tightened(number);
        if length.range.high <= 0 {
            return Outcome::Holds;
        }
        if a.bases.is_open() || b.bases.is_open() {
            return Outcome::MayFail;
        }
        let shared: Vec<&Object> = a.bases.objects.intersection(&b.bases.objects).collect();
        if shared.is_empty() {
            return Outcome::Holds;
        }
        let Some(way) = a.offset.sub(&b.offset) else { return Outcome::MayFail };
        let distance = self.offset_range(&way);
        let beyond = |step: &Self, way: &Lin| {
            let room = length.lin.as_ref().and_then(|length| way.sub(length));
            room.is_some_and(|room| step.offset_range(&room).low >= 0)
        };
        let back = way.scale(-1);
        let apart = distance.low >= length.range.high
            || distance.high <= -length.range.high
            || beyond(self, &way)
            || back.is_some_and(|back| beyond(self, &back));
        let sure =
            a.bases.only().is_some_and(|own| b.bases.only() == Some(own) && self.is_single(own));
        // To copy something to itself does no harm.
        let near = Range::new(1 - length.range.low, length.range.low - 1).includes(distance);
        match () {
            () if apart => Outcome::Holds,
            () if sure && near && !distance.contains(0) => Outcome::Fails,
            () => Outcome::MayFail,
        }
    }

    /// Whether all memory that the program allocated is freed.
    fn all_freed(&mut self) -> Outcome {
        let left = |block: &Block| block.freed != Freed::Yes && block.owner == Owner::Program;
        if !self.state.heap.values().any(left) {
            return Outcome::Holds;
        }
        // Memory that a pointer is certainly to is certainly there.
        let held = self.state.pointers.values().filter_map(|pointer| pointer.bases.only());
        let kept = held.into_iter().any(|object| match object {
            Object::Heap(site) => self
                .state
                .heap
                .get(&site)
                .is_some_and(|block| left(block) && block.freed == Freed::No && !block.many),
            _ => false,
        });
        if kept { Outcome::Fails } else { Outcome::MayFail }
    }

    fn room_in(&mut self, object: Object, offset: &Lin, size: &Number) -> Outcome {
        let mut unit = 1;
        let length = match object {
            Object::Variable(_) | Object::Waiting(..) => match self.env.layout.size(object) {
                Some(length) => Lin::constant(length.into()),
                None => return Outcome::MayFail,
            },
            Object::Heap(site) => {
                let Some(block) = self.state.heap.get(&site).copied() else {
                    return Outcome::MayFail;
                };
                match block.freed {
                    Freed::No if self.may_be_freed_meanwhile() => return Outcome::MayFail,
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

/// What comes of a check that several things may be the subject of.
fn all_of(outcomes: &[Outcome]) -> Outcome {
    let all = |wanted: Outcome| outcomes.iter().all(|outcome| *outcome == wanted);
    match () {
        () if all(Outcome::Holds) => Outcome::Holds,
        () if all(Outcome::Fails) => Outcome::Fails,
        () => Outcome::MayFail,
    }
}

/// Whether a call through a pointer to one type of function works with a function of another: as many arguments,
/// each passed in the same way. That pointers are to other types makes no difference to machines.
fn may_be_called_as(types: &Types, own: TypeId, called: TypeId) -> bool {
    let parts = |ty: TypeId| match types.get(ty) {
        Type::Function { result, parameters, variadic } => Some((*result, parameters, *variadic)),
        _ => None,
    };
    let (Some(own), Some(called)) = (parts(own), parts(called)) else { return true };
    let alike = |a: TypeId, b: TypeId| {
        let same_size = types.size(a) == types.size(b);
        match (types.get(a), types.get(b)) {
            _ if a == b => true,
            (Type::Pointer(_), Type::Pointer(_)) => true,
            // A result that is not looked at may be there.
            _ => same_size && types.integer(a).is_some() && types.integer(b).is_some(),
        }
    };
    // Without a prototype nothing is said about the parameters.
    let open = |parts: &(TypeId, &Vec<TypeId>, bool)| parts.1.is_empty() && parts.2;
    let results = alike(own.0, called.0) || matches!(types.get(called.0), Type::Void);
    let parameters = own.2 == called.2
        && own.1.len() == called.1.len()
        && own.1.iter().zip(called.1).all(|(a, b)| alike(*a, *b));
    results && (open(&own) || open(&called) || parameters)
}

/// Whether a kind of check is made at all.
pub(crate) fn is_wanted(env: &Env<'_>, check: &CheckKind) -> bool {
    let overflow = !matches!(check, CheckKind::Overflow(_)) || env.overflow == Overflow::Check;
    overflow && env.checks.contains(&Kind::of(check))
}
