//! Comparisons of pointers, with null and with each other.

use super::{Address, Step};
use crate::memory::{Bases, CellKind, Object};
use crate::numeric::Lin;
use soundline_c::{BinaryOp, FunctionId, Value, ValueKind, Variable};

impl Step<'_, '_> {
    /// The pointer is null, or is not.
    pub(super) fn assume_null(
        mut self,
        value: &Value,
        address: &Address,
        null: bool,
    ) -> Option<Self> {
        let rest = match null {
            true if !address.bases.may_be_null() => return None,
            true => Bases::null(),
            false => Bases { null: false, ..address.bases.clone() },
        };
        if rest.is_empty() {
            return None;
        }
        if let (ValueKind::Function(id), false) = (&stripped(value).kind, null) {
            self.env.claim_presence(&mut self.state, *id);
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
            let asked_for = pointer.bases.objects.first().filter(|_| pointer.bases.allocated);
            match asked_for {
                Some(Object::Heap(site)) if bases.is_null() => {
                    self.env.unallocate(&mut self.state, *site);
                }
                Some(Object::Heap(site)) if !bases.may_be_null() => {
                    self.env.allocated(&mut self.state, *site);
                }
                _ => {}
            }
            pointer.bases = bases;
            if !crate::state::has_offset(&pointer.bases) {
                self.env.drop_numbers(&mut self.state, &[*cell]);
            }
            self.env.set_pointer(&mut self.state, *cell, pointer);
        }
    }

    pub(super) fn compare_pointers(
        mut self,
        op: BinaryOp,
        left: &Value,
        right: &Value,
    ) -> Option<Self> {
        let (a, b) = (self.address(left), self.address(right));
        let equality = matches!(op, BinaryOp::Eq | BinaryOp::Ne);
        let is_null = |address: &Address| address.bases.is_null();
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
            self.step_back(&a.offset);
            self.step_back(&b.offset);
            return Some(self);
        }
        if op == BinaryOp::Ne {
            return self.differ(left, &a.bases, &b.bases)?.differ(right, &b.bases, &a.bases);
        }
        if op == BinaryOp::Eq && !a.bases.is_open() && !b.bases.is_open() {
            let (own, other) = (self.shared(&a.bases, &b.bases), self.shared(&b.bases, &a.bases));
            // One past the end of an object may be the start of another: only pointers to the
            // insides of objects are apart.
            if own != a.bases || other != b.bases {
                if !self.is_inside(&a) || !self.is_inside(&b) {
                    return Some(self);
                }
                if own.is_empty() || other.is_empty() {
                    return None;
                }
                self.refine(left, own);
                self.refine(right, other);
            }
        }
        Some(self)
    }

    /// What a pointer may be to if it equals another one. Literals may be one object, and one the end of another; what has
    /// two names is one object, too.
    fn shared(&self, own: &Bases, other: &Bases) -> Bases {
        let kept = |object: &&Object| {
            other.objects.iter().any(|each| each == *object || self.may_be_one(**object, *each))
        };
        let alias = |id: &FunctionId| self.env.program.function(*id).alias;
        let called = |own: &&FunctionId| {
            other.functions.iter().any(|each| each == *own || (alias(own) && alias(each)))
        };
        Bases {
            any: false,
            dangling: false,
            null: own.null && other.null,
            objects: own.objects.iter().filter(kept).copied().collect(),
            functions: own.functions.iter().filter(called).copied().collect(),
            allocated: false,
        }
    }

    /// Whether two objects may be at one place: literals, and a literal and a constant (clang does both), and names of
    /// one variable.
    fn may_be_one(&self, one: Object, other: Object) -> bool {
        let (Object::Variable(one), Object::Variable(other)) = (one, other) else { return false };
        let [one, other] = [one, other].map(|id| self.env.program.variable(id));
        let fixed = |variable: &Variable| variable.merged || variable.constant;
        (one.merged && fixed(other)) || (fixed(one) && other.merged) || (one.alias && other.alias)
    }

    /// A pointer that steps over elements is at none of the bytes between them.
    fn step_back(&mut self, offset: &Lin) {
        if let [(cell, 1)] = offset.terms[..]
            && offset.constant == 0
        {
            let range = self.offset_range(offset);
            self.env.restrict(&mut self.state, cell, range);
        }
    }

    /// A pointer is not to the one function that another is to.
    fn differ(mut self, value: &Value, own: &Bases, other: &Bases) -> Option<Self> {
        if !own.any && is_one_function(other) {
            let functions = own.functions.difference(&other.functions).copied().collect();
            let rest = Bases { functions, ..own.clone() };
            if rest.is_empty() {
                return None;
            }
            self.refine(value, rest);
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

fn is_one_function(bases: &Bases) -> bool {
    let bare = !bases.is_open() && !bases.null;
    bare && bases.objects.is_empty() && bases.functions.len() == 1
}

/// The value under conversions between pointers.
fn stripped(value: &Value) -> &Value {
    match &value.kind {
        ValueKind::Convert(inner) => stripped(inner),
        _ => value,
    }
}
