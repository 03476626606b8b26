//! What a function writes that others know, and whether that may be where a pointer of others leads to.

use super::super::{leaves, lent};
use super::{At, Distance, Sources, Tracer, Way, Write, last_field, variable_of};
use crate::contract::values::base;
use soundline_c::{Action, Base, Callee, Place, Storage, Type, TypeId, Value, VarId};
use std::collections::BTreeSet;

impl<'a, 'p> Tracer<'a, 'p> {
    /// What an instruction may write that others know.
    pub(super) fn note_write(&mut self, action: &'p Action, at: At) {
        let program = self.engine.program;
        let known = |place: &Place| match place.base {
            Base::Pointer(_) => true,
            Base::Variable(id) => self.engine.env.exposed[id.index()],
        };
        let written = |place: &Place| known(place).then_some(Some(place.ty));
        let mut value = None;
        let mut plain = false;
        let mut through = None;
        let mut pointer = None;
        let ty = match action {
            Action::Assign(place, assigned) => {
                value = Some(assigned);
                if let Base::Pointer(own) = &place.base {
                    pointer = Some(&**own);
                    through = variable_of(own).filter(|_| place.path.is_empty());
                }
                plain = matches!(place.base, Base::Pointer(_)) && last_field(place).is_none();
                written(place)
            }
            Action::Zero(place) | Action::Havoc(place, _) => known(place).then_some(None),
            Action::Call { callee: Callee::Function(id), result, .. } => {
                let effects = program.effects.function(*id);
                let writes = effects.writes_memory() || effects.does_anything();
                let writes = writes || !effects.written().is_empty();
                match writes {
                    true => Some(None),
                    false => result.as_ref().and_then(written),
                }
            }
            Action::Call { .. } | Action::Unknown { .. } => Some(None),
            _ => None,
        };
        self.writes.extend(ty.map(|ty| Write { at, ty, value, plain, through, pointer }));
    }

    /// The writes before an instruction that may change a value of this type, or anything, that a pointer of others leads to.
    pub(super) fn writes_before(
        &self,
        ty: Option<TypeId>,
        at: At,
    ) -> impl Iterator<Item = &Write<'p>> + use<'_, 'a, 'p> {
        let types = &self.engine.program.types;
        let pointer = |ty: TypeId| matches!(types.get(ty), Type::Pointer(_));
        let same = move |other: TypeId| {
            let Some(ty) = ty else { return true };
            let plain = |ty: TypeId| types.integer(ty).is_some() || pointer(ty);
            let bytes = (types.size(ty), types.size(other));
            let alike = pointer(ty) == pointer(other) && bytes.0 == bytes.1;
            !plain(ty) || !plain(other) || alike || bytes.0 == Some(1) || bytes.1 == Some(1)
        };
        let own = self.writes.iter().filter(move |write| write.ty.is_none_or(same));
        own.filter(move |write| self.reaching.is_before(write.at, at))
    }

    /// Whether what a pointer of others leads to may be another value before an instruction than at the start of the function; of
    /// this type, or anything.
    pub(in super::super) fn may_be_written(&self, ty: Option<TypeId>, at: At) -> bool {
        self.writes_before(ty, at).next().is_some()
    }

    /// Whether a variable keeps its value: it is not assigned, and nothing is lent it.
    pub(super) fn is_steady(&self, id: VarId) -> bool {
        !self.variables.contains(&id) && !self.engine.program.variable(id).address_taken
    }

    /// Whether a write is through another parameter than this. That both are the same is up to others.
    pub(super) fn is_beside(&self, write: &Write<'_>, parameter: Option<VarId>) -> bool {
        let steady = |id: VarId| {
            let own = self.engine.program.variable(id).storage == Storage::Parameter;
            own && self.is_steady(id)
        };
        match (write.through, parameter) {
            (Some(through), Some(own)) => through != own && steady(through) && steady(own),
            _ => false,
        }
    }

    /// Whether a write of bytes may be to where a variable points, since the function itself made the pointer out of that variable.
    pub(super) fn is_to(&self, write: &Write<'_>, variable: Option<VarId>) -> bool {
        let Some(variable) = variable else { return true };
        let (block, at) = write.at;
        let cfg = self.engine.shape(self.function).cfg;
        let pointers = match &cfg.blocks[block].instructions[at].action {
            Action::Call { arguments, .. } => arguments.iter().collect(),
            _ => write.pointer.map_or(Vec::new(), |pointer| vec![pointer]),
        };
        let names = self.names(variable);
        pointers.into_iter().filter_map(base).any(|id| names.contains(&id))
    }

    /// Whether a call is given what an argument points to under another name, too, by the function's own doing.
    pub(in super::super) fn gives_twice(&self, arguments: &[Value], argument: &Value) -> bool {
        let lent = lent::variable(argument);
        let names = base(argument).map(|id| self.names(id)).unwrap_or_default();
        let same = |one: &&Value| {
            let own = lent.is_some() && lent::variable(one) == lent;
            own || base(one).is_some_and(|id| names.contains(&id))
        };
        arguments.iter().filter(same).count() > 1
    }

    /// A variable, and those that it got its values from or that got theirs from it, moved on or not.
    fn names(&self, variable: VarId) -> BTreeSet<VarId> {
        let (mut found, mut left) = (BTreeSet::new(), vec![variable]);
        while let Some(id) = left.pop() {
            if found.insert(id) {
                for (to, from) in &self.copies {
                    left.extend((*from == id).then_some(*to));
                    left.extend((*to == id).then_some(*from));
                }
            }
        }
        found
    }

    /// Where all pointers come from that the function writes behind a parameter; none if anything else may be written there.
    pub(in super::super) fn stored_pointers(&self, parameter: VarId) -> Option<Sources> {
        let types = &self.engine.program.types;
        let mut found = Sources::default();
        for write in &self.writes {
            if self.is_beside(write, Some(parameter)) {
                found.apart = true;
                continue;
            }
            match (write.ty.map(|ty| types.get(ty)), write.value) {
                (Some(Type::Pointer(_)), Some(value)) => {
                    let mut way = Way::default();
                    self.ask(|| {
                        self.follow(value, write.at, Distance::OPEN, &mut way, &mut found)
                    })?;
                }
                (Some(Type::Int(int)), _) if int.bits == 8 => {
                    (!self.is_to(write, Some(parameter))).then_some(())?;
                    found.apart = true;
                }
                (Some(Type::Int(_) | Type::Enum(_) | Type::Float(_)), _) => {}
                (None, _) if self.writes_bytes_at(write.at) => {
                    (!self.is_to(write, Some(parameter))).then_some(())?;
                    found.apart = true;
                }
                _ => return None,
            }
        }
        Some(found)
    }

    /// Whether the function writes no pointers to what others know, unless as bytes.
    pub(in super::super) fn writes_bytes_only(&self) -> bool {
        let types = &self.engine.program.types;
        self.writes.iter().all(|write| match write.ty.map(|ty| types.get(ty)) {
            Some(Type::Int(_) | Type::Enum(_) | Type::Float(_)) => true,
            None => self.writes_bytes_at(write.at),
            _ => false,
        })
    }

    /// Whether a call writes no pointers, unless as bytes.
    pub(super) fn writes_bytes_at(&self, (block, at): At) -> bool {
        let cfg = self.engine.shape(self.function).cfg;
        leaves::writes_bytes_only(self.engine, &cfg.blocks[block].instructions[at].action)
    }
}
