//! Where the bits of values come from.

use super::{Number, Step, Targets};
use crate::Overflow;
use crate::memory::{CellId, CellKind};
use crate::numeric::{Bits, Lin, Range, Word};
use soundline_c::{BinaryOp, IntType, UnaryOp, Value, ValueKind};

impl Step<'_, '_> {
    /// The bits of an integer that is to be written; none if no cell can be their origin.
    pub(crate) fn written_word(&mut self, value: &Value) -> Option<Word> {
        match value.kind {
            ValueKind::Int(_) => None,
            _ => self.word(value),
        }
    }

    /// The bits of an integer; none if bits of its type are not followed.
    fn word(&mut self, value: &Value) -> Option<Word> {
        let ty = self.int_type(value.ty).filter(|ty| self.env.follows_bits && Bits::suit(*ty))?;
        let wraps = !ty.signed || self.env.overflow != Overflow::Check;
        let word = match &value.kind {
            ValueKind::Int(constant) => Some(Word::constant(*constant, ty)),
            ValueKind::Load(place) => {
                let cell = self.settled_cell(place).filter(|(_, own)| *own == ty);
                cell.map(|(cell, _)| self.env.origins(&self.state, cell, ty))
            }
            ValueKind::Unary(UnaryOp::BitNot, operand) => self.word(operand).map(Word::not),
            ValueKind::Binary(op, left, right) => self.word_of(*op, left, right, ty, wraps),
            ValueKind::Convert(operand) => {
                let from = self.int_type(operand.ty).filter(|from| Bits::suit(*from));
                from.and_then(|from| Some(self.word(operand)?.converted(from, ty)))
            }
            _ => None,
        };
        Some(word.unwrap_or_else(|| Word::any(ty)))
    }

    fn word_of(
        &mut self,
        op: BinaryOp,
        left: &Value,
        right: &Value,
        ty: IntType,
        wraps: bool,
    ) -> Option<Word> {
        let constant = right.as_int();
        let amount = constant.filter(|by| *by >= 0 && *by < i128::from(ty.bits));
        let amount = amount.map(|by| by as u32);
        let power = constant.and_then(|factor| u64::try_from(factor).ok());
        let power = power.filter(|factor| factor.is_power_of_two()).map(u64::trailing_zeros);
        match op {
            BinaryOp::BitAnd => Some(self.word(left)?.and(&self.word(right)?)),
            BinaryOp::BitOr => Some(self.word(left)?.or(&self.word(right)?)),
            BinaryOp::BitXor => Some(self.word(left)?.xor(&self.word(right)?)),
            BinaryOp::Add => self.word(left)?.add(&self.word(right)?),
            BinaryOp::Shl if wraps => Some(self.word(left)?.shl(amount?)),
            BinaryOp::Shr => Some(self.word(left)?.shr(amount?, ty.signed)),
            BinaryOp::Mul if wraps => Some(self.word(left)?.shl(power?)),
            BinaryOp::Div if !ty.signed => Some(self.word(left)?.shr(power?, false)),
            BinaryOp::Rem if !ty.signed => {
                let mask = Word::constant((1 << power?) - 1, ty);
                Some(self.word(left)?.and(&mask))
            }
            _ => None,
        }
    }

    /// A number whose bits are all known, or all those of one cell, is that.
    pub(super) fn recognised(&mut self, value: &Value, number: Number, ty: IntType) -> Number {
        if !self.env.follows_bits || number.range.as_point().is_some() {
            return number;
        }
        let Some(word) = self.word(value) else { return number };
        if let Some(constant) = word.as_constant(ty) {
            return Number::constant(constant);
        }
        let Some((cell, range)) = self.whole(&word, ty) else { return number };
        let range = number.range.meet(range).unwrap_or(range);
        Number { lin: Some(Lin::cell(cell)), range }
    }

    /// The cell that has the value of a word of a type, and its range.
    fn whole(&mut self, word: &Word, ty: IntType) -> Option<(CellId, Range)> {
        let cell = word.first_cell()?;
        let CellKind::Int(own) = self.env.cells.get(cell).kind else { return None };
        let range = self.env.bounds(&self.state, cell);
        let same = Bits::suit(own) && Range::of(ty).includes(range);
        let all = Word::of_cell(cell, self.env.bits(&self.state, cell, own), own);
        (same && all.converted(own, ty).equals(word) == Some(true)).then_some(())?;
        self.env.add_numbers(&mut self.state, &[cell]);
        Some((cell, range))
    }

    /// A value with these bits was written.
    pub(crate) fn keep_word(&mut self, targets: &Targets, word: Option<Word>) {
        let plain = targets.strong && !targets.is_unknown();
        if let ([cell], true, Some(word)) = (&targets.cells[..], plain, word) {
            self.env.set_origins(&mut self.state, *cell, word);
        }
    }

    /// Whether two integers of one type are certainly equal, or certainly not, by the origins of their bits.
    pub(super) fn same_bits(&mut self, left: &Value, right: &Value) -> Option<bool> {
        self.word(left)?.equals(&self.word(right)?)
    }
}
