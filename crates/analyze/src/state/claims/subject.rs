//! What claims are about: expressions, written down in words so that equal ones are equal.

use crate::state::Env;
use soundline_c::{
    Base, CheckKind, Extent, FunctionId, Place, Step, Type, TypeId, Value, ValueKind, VarId,
};
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

/// The number of a subject.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct SubjectId(pub(super) u32);

/// What a claim is about: an expression, written down in words so that equal ones are equal.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Subject {
    pub(super) words: Vec<u64>,
    /// The variables that it reads by their names.
    pub(super) reads: Vec<VarId>,
    /// Whether it reads through pointers.
    pub(super) memory: bool,
}

/// All subjects so far.
#[derive(Default)]
pub(crate) struct Subjects {
    pub(super) table: RefCell<Table>,
}

#[derive(Default)]
pub(super) struct Table {
    pub(super) all: Vec<Rc<Subject>>,
    numbers: HashMap<Rc<Subject>, SubjectId>,
    /// Of pointers in the program, by their addresses in it.
    pub(super) pointers: HashMap<*const Value, Option<(SubjectId, i64)>>,
    /// And of checks.
    pub(super) checks: HashMap<*const CheckKind, Option<SubjectId>>,
}

/// Subjects are not longer than this.
const MOST_WORDS: usize = 96;

impl Subjects {
    pub(super) fn number(&self, subject: Subject) -> SubjectId {
        let mut table = self.table.borrow_mut();
        if let Some(known) = table.numbers.get(&subject) {
            return *known;
        }
        let id = SubjectId(table.all.len() as u32);
        let subject = Rc::new(subject);
        table.all.push(subject.clone());
        table.numbers.insert(subject, id);
        id
    }
}

impl Subject {
    pub(super) fn reads(&self, id: VarId) -> bool {
        self.reads.contains(&id)
    }
}

/// The first word of subjects that are pointers; those of checks are greater.
pub(super) const POINTER: u64 = 0;

/// The first word of subjects that are indices.
const INDEX: u64 = 6;

/// The first word of subjects that are accesses of no size: what is called.
const CALL: u64 = 7;

/// The word before a function.
const FUNCTION: u64 = 24;

/// The last word of a place.
pub(super) const END: u64 = 34;

/// Writes a subject down. Nothing is claimed about what cannot be written.
pub(super) struct Writer<'e, 'p> {
    pub(super) env: &'e Env<'p>,
    pub(super) subject: Subject,
}

impl Writer<'_, '_> {
    pub(super) fn finish(mut self) -> Subject {
        self.subject.reads.sort_unstable();
        self.subject.reads.dedup();
        self.subject
    }

    pub(super) fn word(&mut self, word: u64) {
        self.subject.words.push(word);
    }

    pub(super) fn check(&mut self, check: &CheckKind) -> Option<()> {
        let (name, values): (u64, Vec<&Value>) = match check {
            CheckKind::Divisor(value) => (2, vec![value]),
            CheckKind::Overflow(value) => (3, vec![value]),
            CheckKind::Quotient(value) => (4, vec![value]),
            CheckKind::ShiftAmount(amount, bits) => {
                self.word(u64::from(*bits));
                (5, vec![amount])
            }
            CheckKind::Index { index, length, past_end } => {
                self.word(u64::from(*past_end));
                (INDEX, [index].into_iter().chain(length).collect())
            }
            CheckKind::Access { pointer, size: None, write } => {
                self.word(u64::from(*write));
                (CALL, vec![pointer])
            }
            CheckKind::Region { pointer, extent, write } => {
                self.word(u64::from(*write));
                self.extent(extent);
                (8, [pointer].into_iter().chain(extent.values()).collect())
            }
            CheckKind::FloatToInt(value, ty) => {
                self.ty(*ty)?;
                (9, vec![value])
            }
            CheckKind::Finite(value) => (10, vec![value]),
            CheckKind::Initialised { variable, .. } => {
                self.variable(*variable, true)?;
                (11, Vec::new())
            }
            CheckKind::Length(value) => (12, vec![value]),
            CheckKind::Written(value) => (14, vec![value]),
            CheckKind::Apart { to, from, length } => (13, vec![to, from, length]),
            CheckKind::Access { .. }
            | CheckKind::Assertion(_)
            | CheckKind::ErrorCall
            | CheckKind::Unreachable
            | CheckKind::Free(_)
            | CheckKind::Return
            | CheckKind::Freed => return None,
        };
        self.subject.words.insert(0, name);
        values.into_iter().try_for_each(|value| self.value(value))
    }

    /// The check that an index is inside of an array of so many elements, as `check` writes it down.
    pub(super) fn index(&mut self, index: &Value, length: u64) -> Option<()> {
        self.word(INDEX);
        self.word(0);
        self.value(index)?;
        self.constant(length.into());
        Some(())
    }

    /// The check that a function can be called, as `check` writes it down.
    pub(super) fn called(&mut self, id: FunctionId) {
        for word in [CALL, u64::from(false), FUNCTION, id.index() as u64] {
            self.word(word);
        }
    }

    fn extent(&mut self, extent: &Extent) {
        match extent {
            Extent::Bytes(_) => self.word(0),
            Extent::UpTo(_) => self.word(1),
            Extent::Product(..) => self.word(2),
            Extent::StringUpTo(..) => self.word(4),
            Extent::Text { strings, least, most, up_to } => {
                self.word(3);
                self.word(strings.len() as u64);
                self.word(*least);
                self.word(most.unwrap_or(u64::MAX));
                self.word(u64::from(up_to.is_some()));
            }
        }
    }

    pub(super) fn value(&mut self, value: &Value) -> Option<()> {
        if self.subject.words.len() > MOST_WORDS {
            return None;
        }
        match &value.kind {
            ValueKind::Int(constant) => self.constant(*constant),
            ValueKind::Float(number) => {
                self.word(21);
                self.word(number.to_bits());
            }
            ValueKind::Load(place) => {
                return self.load(place.ty, |writer| writer.place(place, true));
            }
            ValueKind::AddressOf(place) => {
                self.word(23);
                return self.place(place, false);
            }
            ValueKind::Function(id) => {
                self.word(FUNCTION);
                self.word(id.index() as u64);
            }
            ValueKind::LabelAddress(_) => return None,
            ValueKind::Unary(op, operand) => {
                self.word(25);
                self.word(*op as u64);
                self.ty(value.ty)?;
                return self.value(operand);
            }
            ValueKind::Binary(op, left, right) => {
                self.word(26);
                self.word(*op as u64);
                self.ty(value.ty)?;
                self.value(left)?;
                return self.value(right);
            }
            ValueKind::PointerAdd { pointer: left, index: right, element_size }
            | ValueKind::PointerSub { left, right, element_size } => {
                let add = matches!(value.kind, ValueKind::PointerAdd { .. });
                self.word(if add { 27 } else { 28 });
                self.word((*element_size)?);
                self.value(left)?;
                return self.value(right);
            }
            ValueKind::Convert(inner) => {
                let types = &self.env.program.types;
                let pointer = |ty: TypeId| matches!(types.get(ty), Type::Pointer(_));
                if !(pointer(value.ty) && pointer(inner.ty)) {
                    self.word(29);
                    self.ty(value.ty)?;
                }
                return self.value(inner);
            }
        }
        Some(())
    }

    fn constant(&mut self, constant: i128) {
        self.word(20);
        self.word(constant as u64);
        self.word((constant >> 64) as u64);
    }

    /// What is read from a place as a type.
    pub(super) fn load(
        &mut self,
        ty: TypeId,
        place: impl FnOnce(&mut Self) -> Option<()>,
    ) -> Option<()> {
        self.word(22);
        self.ty(ty)?;
        place(self)
    }

    pub(super) fn place(&mut self, place: &Place, read: bool) -> Option<()> {
        if place.volatile {
            return None;
        }
        match &place.base {
            Base::Variable(id) => self.variable(*id, read)?,
            Base::Pointer(pointer) => {
                if read {
                    // Others may change it at any time.
                    (!self.env.concurrent).then_some(())?;
                    self.subject.memory = true;
                }
                self.word(31);
                self.value(pointer)?;
            }
        }
        for step in &place.path {
            match step {
                Step::Field(record, field) => {
                    let field = &self.env.program.types.record(*record).fields[*field];
                    if field.offset_bits > 0 || field.bit_width.is_some() {
                        self.word(32);
                        self.word(field.offset_bits);
                        self.word(field.bit_width.map_or(0, u64::from));
                    }
                }
                Step::Index(index) => {
                    self.word(33);
                    self.value(index)?;
                }
            }
        }
        self.word(END);
        Some(())
    }

    pub(super) fn variable(&mut self, id: VarId, read: bool) -> Option<()> {
        if read {
            (!self.env.restless[id.index()]).then_some(())?;
            self.subject.reads.push(id);
        }
        self.word(30);
        self.word(id.index() as u64);
        Some(())
    }

    /// A scalar type, as far as it matters for what is read.
    fn ty(&mut self, ty: TypeId) -> Option<()> {
        let types = &self.env.program.types;
        match (types.get(ty), types.integer(ty)) {
            (Type::Pointer(_), _) => self.word(40),
            (Type::Float(bits), _) => self.word(41 + (u64::from(*bits) << 8)),
            (_, Some(int)) => {
                let kind =
                    u64::from(int.signed) + 2 * u64::from(int.rank == soundline_c::Rank::Bool);
                self.word(42 + kind + (u64::from(int.bits) << 8));
            }
            _ => return None,
        }
        Some(())
    }
}
