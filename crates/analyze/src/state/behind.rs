//! Memory behind pointers of unknown origin: parameters, and what is read from memory.
//!
//! A pointer is an expression, and as long as nothing changes that it reads it leads to the same memory, wherever that is. So
//! what was written or compared there is known when it is read again. Any other name may mean the same memory, or a part
//! of it: a write by one name forgets what is known by all others, but for variables that no pointer can point to. That the
//! pointer is valid is assumed: without that, nothing is followed.

use super::{Env, State, SubjectId, Touch};
use crate::memory::{CellId, Object, Spot};
use soundline_c::{Base, CheckKind, Place, Step, Type, Value, ValueKind};
use std::collections::BTreeSet;
use std::rc::Rc;

use super::Root;

impl Env<'_> {
    /// Whether anything is known of memory behind pointers of unknown origin.
    pub(crate) fn follows_behind(&self) -> bool {
        self.follows_behind
    }

    /// The cell of a scalar behind a pointer, at a constant distance from that.
    pub(crate) fn behind(&self, place: &Place) -> Option<CellId> {
        let Base::Pointer(pointer) = &place.base else { return None };
        if !self.follows_behind || place.volatile {
            return None;
        }
        let types = &self.program.types;
        let (subject, from) = self.pointer_subject(pointer)?;
        let mut bits = i128::from(from).checked_mul(8)?;
        let mut ty = types.pointee(pointer.ty)?;
        for step in &place.path {
            match step {
                Step::Field(record, field) => {
                    let field = &types.record(*record).fields[*field];
                    bits = bits.checked_add(field.offset_bits.into())?;
                    ty = field.ty;
                }
                Step::Index(index) => {
                    let Type::Array { element, .. } = types.get(ty) else { return None };
                    let size = i128::from(types.size(*element)?).checked_mul(8)?;
                    bits = bits.checked_add(index.as_int()?.checked_mul(size)?)?;
                    ty = *element;
                }
            }
        }
        let spot = Spot { offset: u64::try_from(bits).ok()?, extent: None };
        self.layout.cell(&self.cells, Object::Behind(subject), spot, place.ty)
    }

    /// Whether a pointer is computed from nothing but what the function was called with: memory that was allocated since is
    /// elsewhere.
    pub(crate) fn is_older(&self, id: SubjectId) -> bool {
        let (reads, memory) = self.read_by(id);
        !memory && !reads.is_empty() && reads.iter().all(|id| self.given[id.index()])
    }

    /// Nothing is known any more of memory behind some pointers.
    pub(crate) fn forget_behind(&self, state: &mut State, gone: impl Fn(SubjectId) -> bool) {
        if self.cells.has_behind() {
            self.forget_where(
                state,
                |cell| matches!(cell.object, Object::Behind(subject) if gone(subject)),
            );
        }
    }

    /// Whether an instruction or a call may change what is behind pointers, by another name. Writes through pointers see to
    /// that themselves.
    pub(super) fn changes_behind(&self, touch: &Touch<'_>) -> bool {
        match touch {
            Touch::Variable(_) => false,
            Touch::Place(place) => match place.base {
                Base::Variable(id) => self.is_reachable(id),
                Base::Pointer(_) => false,
            },
            Touch::Call { written, memory, everything, .. } => {
                *memory || *everything || written.iter().any(|id| self.is_reachable(*id))
            }
        }
    }

    /// The roots of what is claimed of the pointers through which a check reads.
    pub(crate) fn roots_behind(
        &self,
        state: &State,
        check: &CheckKind,
    ) -> Option<Rc<BTreeSet<Root>>> {
        let mut roots = BTreeSet::new();
        let mut left: Vec<&Value> = check.values();
        while let Some(value) = left.pop() {
            if let ValueKind::Load(Place { base: Base::Pointer(pointer), .. }) = &value.kind
                && let Some(claim) = self.claim_of(state, pointer)
            {
                roots.extend(claim.roots().iter().copied());
            }
            left.extend(value.operands());
        }
        (!roots.is_empty()).then(|| Rc::new(roots))
    }
}
