//! Expressions as places, with the checks of the accesses to them.

use super::Lowering;
use crate::{
    Base, CheckKind, IntType, Place, Rank, RecordId, Span, Step, Type, TypeId, Value, ValueKind,
    tree::{Expr, ExprKind},
};

/// What a place is wanted for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Access {
    /// To read it.
    Use,
    /// To write it.
    Write,
    /// To take its address: one past the end of an array is fine.
    Address,
    /// To take the address of a part of it.
    Inside,
}

impl Access {
    fn is_use(self) -> bool {
        matches!(self, Access::Use | Access::Write)
    }

    /// What the whole is wanted for, if a part of it is wanted for this.
    fn of_whole(self) -> Access {
        if self.is_use() { self } else { Access::Inside }
    }
}

impl Lowering<'_> {
    pub(super) fn place(&mut self, expr: &Expr, access: Access) -> Place {
        let mut place = self.place_of(expr, access);
        if let Base::Variable(id) = place.base {
            // Casts allow writes to literals and constants. Behind pointers the check of the access finds them.
            let write = access == Access::Write;
            let variable = &self.variables[id.index()];
            let constant = write && (variable.constant || self.has_constant_step(&place));
            if constant || (variable.absent && access.is_use()) {
                self.check_element(&place, write, expr.span);
            }
            if constant {
                // Only its first value is written by name.
                let whole = self.whole(id);
                let ty = self.types.intern(Type::Pointer(whole.ty));
                let pointer = Value::new(ValueKind::AddressOf(whole), ty, expr.span);
                place.base = Base::Pointer(Box::new(pointer));
            }
        }
        place
    }

    /// Whether a place is a member that is declared `const`, or in one.
    fn has_constant_step(&self, place: &Place) -> bool {
        place.path.iter().any(|step| match step {
            Step::Field(record, field) => self.types.record(*record).fields[*field].constant,
            Step::Index(_) => false,
        })
    }

    fn place_of(&mut self, expr: &Expr, access: Access) -> Place {
        let mut place = match &expr.kind {
            ExprKind::Variable(id) => {
                let variable = &self.variables[id.index()];
                Place::variable(*id, variable.ty, variable.volatile)
            }
            ExprKind::Member { base, record, field } => self.member(base, *record, *field, access),
            ExprKind::Deref(pointer) => {
                let pointer = self.value(pointer);
                self.pointed_to(pointer, expr.ty, access, expr.span)
            }
            ExprKind::Index { base, index } => self.element(base, index, expr, access),
            ExprKind::CompoundLiteral(id, init) => {
                self.declare(*id, expr.span);
                let place = Place::variable(*id, expr.ty, false);
                self.initialise(&place, init, expr.span);
                place
            }
            _ => self.kept_place(expr),
        };
        place.volatile |= expr.volatile;
        place
    }

    /// The place of a value that has none, such as a struct that a function returned.
    fn kept_place(&mut self, expr: &Expr) -> Place {
        let value = self.value(expr);
        match value.kind {
            ValueKind::Load(place) => place,
            _ => {
                let place = self.temporary(value.ty, value.span);
                let span = value.span;
                self.emit(crate::Action::Assign(place.clone(), value), span);
                place
            }
        }
    }

    fn member(&mut self, base: &Expr, record: RecordId, field: usize, access: Access) -> Place {
        let mut place = self.place_of(base, access.of_whole());
        place.path.push(Step::Field(record, field));
        place.ty = self.field_type(record, field);
        place
    }

    /// The type of a field; of a bit-field an integer type of its width.
    pub(super) fn field_type(&mut self, record: RecordId, field: usize) -> TypeId {
        let field = &self.types.record(record).fields[field];
        let ty = field.ty;
        match (field.bit_width, self.types.integer(ty)) {
            (Some(bits), Some(int)) if bits < int.bits => {
                self.types.intern(Type::Int(IntType { rank: Rank::BitField, bits, ..int }))
            }
            _ => ty,
        }
    }

    fn element(&mut self, base: &Expr, index: &Expr, expr: &Expr, access: Access) -> Place {
        // `a[i]` of an array, not of a pointer.
        if let ExprKind::Decay(array) = &base.kind {
            let (place, index) = self.array_and_index(array, access.of_whole(), index, expr.span);
            return self.indexed(place, index, access, expr.span);
        }
        let (pointer, index) = self.pair(base, index, expr.span);
        if let Some(array) = self.array_at(&pointer, expr.ty) {
            return self.indexed(array, index, access, expr.span);
        }
        let element_size = self.types.size(expr.ty);
        let kind = match index.as_int() {
            Some(0) => pointer.kind,
            _ => ValueKind::PointerAdd {
                pointer: Box::new(pointer.clone()),
                index: Box::new(index),
                element_size,
            },
        };
        let sum = Value::new(kind, pointer.ty, expr.span);
        self.pointed_to(sum, expr.ty, access, expr.span)
    }

    fn array_and_index(
        &mut self,
        array: &Expr,
        inside: Access,
        index: &Expr,
        span: Span,
    ) -> (Place, Value) {
        if let Some(both) = self.element_in_any_order(array, inside, index, span) {
            return both;
        }
        let mut place = self.place_of(array, inside);
        if index.effects {
            place = self.fixed(place);
        }
        (place, self.value(index))
    }

    /// The same place, whatever happens to what its pointer and indices are read from.
    fn fixed(&mut self, mut place: Place) -> Place {
        if let Base::Pointer(pointer) = place.base {
            place.base = Base::Pointer(Box::new(self.kept(*pointer)));
        }
        for step in &mut place.path {
            if let Step::Index(index) = step {
                *index = self.kept(index.clone());
            }
        }
        place
    }

    /// An element of the array at a place.
    fn indexed(&mut self, mut place: Place, index: Value, access: Access, span: Span) -> Place {
        let (element, known) = match *self.types.get(place.ty) {
            Type::Array { element, length } => (element, length),
            _ => (place.ty, None),
        };
        let known = known.filter(|length| !self.may_go_on(&place, *length));
        let past_end = access == Access::Address;
        let highest = known.map(|length| i128::from(length) - i128::from(!past_end));
        let inside = index
            .as_int()
            .zip(highest)
            .is_some_and(|(index, highest)| (0..=highest).contains(&index));
        let length = match known {
            Some(length) => {
                let ty = self.types.pointer_difference();
                Some(Value::new(ValueKind::Int(length.into()), ty, span))
            }
            None => self.run_time_length(&place, span),
        };
        let unknown = length.is_none();
        if !inside && !unknown {
            self.check(CheckKind::Index { index: index.clone(), length, past_end }, span);
        }
        let index = self.bounded(index);
        place.path.push(Step::Index(index));
        place.ty = element;
        if unknown && access.is_use() {
            self.check_element(&place, access == Access::Write, span);
        }
        place
    }

    /// Where the type does not say how long an array is, the memory that it is in does.
    fn check_element(&mut self, place: &Place, write: bool, span: Span) {
        let ty = self.types.intern(Type::Pointer(place.ty));
        let pointer = Value::new(ValueKind::AddressOf(place.clone()), ty, span);
        let size = self.types.size(place.ty);
        self.check(CheckKind::Access { pointer, size, write }, span);
    }

    /// Whether the array at a place may be longer than its type says: at the end of a struct in memory,
    /// one of length 0 or 1 stands for as many elements as there is memory for.
    fn may_go_on(&self, place: &Place, length: u64) -> bool {
        let Some(Step::Field(record, field)) = place.path.last() else { return false };
        let record = self.types.record(*record);
        let last = record.is_union || *field + 1 == record.fields.len();
        last && (length == 0 || (length == 1 && matches!(place.base, Base::Pointer(_))))
    }

    fn run_time_length(&mut self, place: &Place, span: Span) -> Option<Value> {
        let length = self.variables[place.as_variable()?.index()].length?;
        let ty = self.variables[length.index()].ty;
        Some(Value::new(ValueKind::Load(Place::variable(length, ty, false)), ty, span))
    }

    /// What a pointer points to. Pointers straight into a variable are seen through.
    fn pointed_to(&mut self, pointer: Value, ty: TypeId, access: Access, span: Span) -> Place {
        match &pointer.kind {
            ValueKind::AddressOf(place) if place.ty == ty && self.is_inside(place) => {
                return place.clone();
            }
            ValueKind::PointerAdd { pointer: start, index, .. } => {
                if let Some(array) = self.array_at(start, ty) {
                    return self.indexed(array, (**index).clone(), access, span);
                }
            }
            _ => {}
        }
        if access.is_use() {
            let size = self.types.size(ty).filter(|_| !matches!(self.types.get(ty), Type::Void));
            let write = access == Access::Write;
            self.check(CheckKind::Access { pointer: pointer.clone(), size, write }, span);
        }
        let pointer = self.bounded(pointer);
        Place { base: Base::Pointer(Box::new(pointer)), path: Vec::new(), ty, volatile: false }
    }

    /// Whether a place is certainly there: no step leaves an array.
    fn is_inside(&self, place: &Place) -> bool {
        let Base::Variable(id) = place.base else { return false };
        let mut ty = self.variables[id.index()].ty;
        place.path.iter().all(|step| {
            let (next, inside) = match (step, self.types.get(ty)) {
                (Step::Field(record, field), _) => {
                    (self.types.record(*record).fields[*field].ty, true)
                }
                (Step::Index(index), Type::Array { element, length }) => {
                    let known = index.as_int().zip(length.map(i128::from));
                    (*element, known.is_some_and(|(index, length)| (0..length).contains(&index)))
                }
                _ => (ty, false),
            };
            ty = next;
            inside
        })
    }

    /// The array whose first element, of type `ty`, a pointer points to.
    fn array_at(&self, pointer: &Value, ty: TypeId) -> Option<Place> {
        let ValueKind::AddressOf(first) = &pointer.kind else { return None };
        let (Step::Index(index), path) = first.path.split_last()? else { return None };
        let Base::Variable(id) = first.base else { return None };
        let mut container = self.variables[id.index()].ty;
        for step in path {
            container = match (step, self.types.get(container)) {
                (Step::Field(record, field), _) => self.types.record(*record).fields[*field].ty,
                (Step::Index(_), Type::Array { element, .. }) => *element,
                _ => return None,
            };
        }
        let zero = index.as_int() == Some(0) && first.ty == ty;
        let array = matches!(self.types.get(container), Type::Array { .. });
        (zero && array).then(|| Place { path: path.to_vec(), ty: container, ..first.clone() })
    }
}
