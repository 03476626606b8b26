//! Values of expressions in a state.

mod arguments;
mod arithmetic;
mod bits;
mod conditions;
mod confined;
mod floats;
mod origins;
mod places;
mod pointers;
mod segments;
mod written;

pub(crate) use places::{FOLLOWED_BYTES, Targets};
pub(crate) use segments::{BYTE, Common, Element};

use crate::memory::{Bases, CellId, CellKind, Pointer, Stride};
use crate::numeric::{Floats, Lin, Range};
use crate::state::{Env, Frame, State};
use soundline_c::{BinaryOp, IntType, Type, TypeId, Value, ValueKind};

/// A state in which values are computed. Numbers that no linear sum can express become cells of
/// their own, which are forgotten when the instruction is over.
pub(crate) struct Step<'e, 'p> {
    pub(crate) env: &'e Env<'p>,
    pub(crate) state: State,
    /// Whether it turned out that no memory is like this.
    pub(crate) dead: bool,
    /// Whether a condition was assumed that the domain cannot express.
    pub(crate) imprecise: bool,
    /// The call whose variables are meant by their names, if that is not the running one.
    pub(crate) frame: Option<Frame>,
    /// Whether values are computed to be compared: what is read behind a pointer of unknown origin becomes a number of the state
    /// only then, since each costs time.
    pub(crate) compares: bool,
    scratch: u32,
}

/// What is known of a value.
#[derive(Clone, Debug)]
pub(crate) enum Evaluated {
    Int(Number),
    Pointer(Address),
    Float(Floats),
    /// Something that is not followed.
    Other,
}

/// An integer: a range, and a linear sum if it is one.
#[derive(Clone, Debug)]
pub(crate) struct Number {
    pub(crate) lin: Option<Lin>,
    pub(crate) range: Range,
}

/// A pointer: what it points into, and how many bytes from its start.
#[derive(Clone, Debug)]
pub(crate) struct Address {
    pub(crate) bases: Bases,
    pub(crate) offset: Lin,
}

impl Number {
    pub(crate) fn constant(value: i128) -> Number {
        Number { lin: Some(Lin::constant(value)), range: Range::point(value) }
    }

    pub(crate) fn within(range: Range) -> Number {
        let lin = range.as_point().map(Lin::constant);
        Number { lin, range }
    }
}

impl Address {
    pub(crate) fn any() -> Address {
        Address { bases: Bases::any(), offset: Lin::constant(0) }
    }

    pub(crate) fn null() -> Address {
        Address { bases: Bases::null(), offset: Lin::constant(0) }
    }
}

impl<'e, 'p> Step<'e, 'p> {
    pub(crate) fn new(env: &'e Env<'p>, state: State) -> Self {
        let (dead, imprecise, compares) = (false, false, false);
        Self { env, state, dead, imprecise, frame: None, compares, scratch: 0 }
    }

    /// The state, without the numbers of the computation; none if no memory is like this.
    pub(crate) fn finish(self) -> Option<State> {
        let mut state = self.state;
        let scratch: Vec<CellId> = (0..self.scratch).map(|n| self.env.cells.scratch(n)).collect();
        self.env.drop_numbers(&mut state, &scratch);
        (!self.dead).then_some(state)
    }

    /// The same computation in another state.
    pub(crate) fn with(&self, state: State) -> Self {
        Self { env: self.env, state, dead: false, ..*self }
    }

    pub(crate) fn int_type(&self, ty: TypeId) -> Option<IntType> {
        self.env.program.types.integer(ty)
    }

    /// A new number in a range.
    pub(crate) fn scratch(&mut self, range: Range) -> CellId {
        let cell = self.env.cells.scratch(self.scratch);
        self.scratch += 1;
        self.env.add_range(&mut self.state, cell, range);
        cell
    }

    /// The sum for a number; a cell of its own if it has none.
    pub(crate) fn lin(&mut self, number: &Number) -> Lin {
        let Some(lin) = &number.lin else { return Lin::cell(self.scratch(number.range)) };
        if number.range.includes(self.env.range_of(&self.state, lin)) {
            return lin.clone();
        }
        // The range says more than the domain knows of the sum.
        let cell = self.scratch(number.range);
        self.env.assign(&mut self.state, cell, lin);
        self.env.restrict(&mut self.state, cell, number.range);
        Lin::cell(cell)
    }

    /// What a value is.
    pub(crate) fn eval(&mut self, value: &Value) -> Evaluated {
        match self.env.program.types.get(value.ty) {
            Type::Pointer(_) => Evaluated::Pointer(self.address(value)),
            Type::Float(_) => Evaluated::Float(self.floats(value)),
            _ => match self.int_type(value.ty) {
                Some(ty) => Evaluated::Int(self.number(value, ty)),
                None => Evaluated::Other,
            },
        }
    }

    /// The integer that a value is.
    pub(crate) fn integer(&mut self, value: &Value) -> Number {
        match self.eval(value) {
            Evaluated::Int(number) => number,
            _ => Number::within(Range::ALL),
        }
    }

    fn number(&mut self, value: &Value, ty: IntType) -> Number {
        let all = Range::of(ty);
        if ty.bits == 128 && !ty.signed {
            // Half of the values are beyond what is computed with.
            return match value.kind {
                ValueKind::Int(constant) => Number::constant(constant),
                _ => Number { lin: None, range: Range::ALL },
            };
        }
        match &value.kind {
            ValueKind::Int(constant) => Number::constant(*constant),
            ValueKind::Load(place) => {
                let targets = self.resolve(place);
                self.load_number(&targets, ty)
            }
            ValueKind::Unary(op, operand) => self.unary(*op, operand, ty),
            ValueKind::Binary(op, left, right) if op.is_comparison() => {
                self.truth_number(*op, left, right)
            }
            ValueKind::Binary(op, left, right) => {
                let number = self.binary(*op, left, right, ty);
                let by_bits = matches!(
                    op,
                    BinaryOp::BitAnd
                        | BinaryOp::BitOr
                        | BinaryOp::BitXor
                        | BinaryOp::Shl
                        | BinaryOp::Shr
                        | BinaryOp::Mul
                        | BinaryOp::Rem
                );
                match by_bits {
                    true => {
                        let range = self.narrowed(value, number.range, ty);
                        self.recognised(value, Number { range, ..number }, ty)
                    }
                    false => number,
                }
            }
            ValueKind::Convert(operand) => {
                let number = self.convert(operand, ty);
                match number.lin {
                    Some(_) => number,
                    None => self.recognised(value, number, ty),
                }
            }
            ValueKind::PointerSub { left, right, element_size } => {
                self.pointer_difference(left, right, *element_size, ty)
            }
            _ => Number::within(all),
        }
    }

    /// What is read from one of several places as an integer.
    pub(crate) fn load_number(&mut self, targets: &Targets, ty: IntType) -> Number {
        let all = Range::of(ty);
        if ty.rank == soundline_c::Rank::Bool && self.may_be_no_bool(targets) {
            return Number { lin: None, range: Range::new(0, 255) };
        }
        if targets.is_unknown() {
            return self.number_in_segment(targets, ty).unwrap_or(Number { lin: None, range: all });
        }
        if let [cell] = targets.cells[..]
            && targets.strong
        {
            if !self.env.is_known(&self.state, cell) {
                if let Some(number) = self.number_in_segment(targets, ty) {
                    return number;
                }
                if let Some(range) = self.env.constant(cell) {
                    return Number::within(range);
                }
                if let Some(punned) = self.punned(cell, ty) {
                    return punned;
                }
                if targets.shared && !self.compares {
                    return Number { lin: None, range: all };
                }
                self.env.add_numbers(&mut self.state, &[cell]);
                if ty.rank == soundline_c::Rank::Bool {
                    self.env.restrict(&mut self.state, cell, all);
                }
            }
            return Number {
                lin: Some(Lin::cell(cell)),
                range: self.env.bounds(&self.state, cell),
            };
        }
        let ranges = targets.cells.iter().map(|cell| self.env.bounds(&self.state, *cell));
        let range = ranges.reduce(Range::join).unwrap_or(all).meet(all).unwrap_or(all);
        match self.number_in_segment(targets, ty) {
            Some(Number { lin, range: own }) => {
                Number { lin, range: range.meet(own).unwrap_or(range) }
            }
            None => Number { lin: None, range },
        }
    }

    /// Whether a `_Bool` that is read may be a byte that is none.
    fn may_be_no_bool(&self, targets: &Targets) -> bool {
        let cells = targets.cells.iter().filter(|cell| {
            !self.env.is_known(&self.state, **cell) && self.env.constant(**cell).is_none()
        });
        let mut cells = cells.map(|cell| self.env.cells.get(*cell));
        cells.any(|cell| self.env.may_hold_any_byte(cell.object, cell.offset))
            || targets
                .blurred
                .iter()
                .any(|(object, offset, _)| self.env.may_hold_any_byte(*object, *offset))
    }

    /// The value of a cell that another type of the same width was written to.
    fn punned(&mut self, cell: CellId, ty: IntType) -> Option<Number> {
        let own = self.env.cells.get(cell);
        let others = self.env.cells.overlaps(cell);
        let same = others.iter().copied().find(|id| {
            let other = self.env.cells.get(*id);
            other.offset == own.offset
                && !other.is_mark()
                && other.bits == own.bits
                && other.extent == own.extent
                && matches!(other.kind, CellKind::Int(_))
                && self.env.is_known(&self.state, *id)
        })?;
        let CellKind::Int(stored) = self.env.cells.get(same).kind else { return None };
        if stored.rank == soundline_c::Rank::Bool || ty.rank == soundline_c::Rank::Bool {
            return None;
        }
        let number =
            Number { lin: Some(Lin::cell(same)), range: self.env.bounds(&self.state, same) };
        Some(self.wrapped(number, ty))
    }

    /// The values of an offset, as far as its remainders allow.
    pub(crate) fn offset_range(&self, lin: &Lin) -> Range {
        let range = self.env.range_of(&self.state, lin);
        let stride = self.stride(lin);
        let modulus = i128::from(stride.modulus);
        if modulus < 2 || range.is_cut() {
            return range;
        }
        let remainder = i128::from(stride.remainder);
        let low = range.low + (remainder - range.low).rem_euclid(modulus);
        let high = range.high - (range.high - remainder).rem_euclid(modulus);
        if low <= high { Range::new(low, high) } else { range }
    }

    /// What is known about the remainders of a sum.
    pub(crate) fn stride(&self, lin: &Lin) -> Stride {
        let constant = i64::try_from(lin.constant).map_or(Stride::ANY, |c| Stride::new(0, c));
        lin.terms.iter().fold(constant, |sum, (cell, factor)| {
            let own = match self.state.pointers.get(cell) {
                Some(Pointer { stride, .. }) => *stride,
                None => Stride::ANY,
            };
            let scaled = (|| {
                let factor = i64::try_from(*factor).ok()?;
                let modulus = own.modulus.checked_mul(factor.unsigned_abs())?;
                Some(Stride::new(modulus, own.remainder.checked_mul(factor)?))
            })();
            sum.add(scaled.unwrap_or(Stride::ANY))
        })
    }
}
