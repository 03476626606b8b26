//! Calls that wait: a function that is called while it runs has variables of its own, and those of the call before are
//! put aside until it returns.

use super::{Env, State};
use crate::memory::{Cell, CellId, Object};
use soundline_c::{FunctionId, VarId};
use soundline_domains::Domain;
use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

/// A call of a function that waits for another call of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Frame {
    pub(crate) function: FunctionId,
    /// Which of the waiting calls it is, from the outside.
    pub(crate) number: u8,
}

impl Env<'_> {
    /// The object of a name in a call that waits.
    pub(crate) fn waiting(&self, frame: Frame, id: VarId) -> Object {
        match self.is_own(frame.function, id) {
            true => Object::Waiting(id, frame.number),
            false => Object::Variable(id),
        }
    }

    /// Whether each call of a function has such a variable of its own.
    fn is_own(&self, function: FunctionId, id: VarId) -> bool {
        self.program.variable(id).function == Some(function)
            && crate::transfer::is_automatic(self, id)
    }

    /// The variables of the running call become those of one that waits.
    pub(crate) fn put_aside(&self, state: &mut State, frame: Frame) {
        self.rename_objects(state, |object| match object {
            Object::Variable(id) => Some(self.waiting(frame, id)).filter(|new| *new != object),
            _ => None,
        });
    }

    /// The variables of a call that waits become those of the running one.
    pub(crate) fn take_back(&self, state: &mut State, frame: Frame) {
        self.rename_objects(state, |object| match object {
            Object::Waiting(id, number)
                if number == frame.number && self.is_own(frame.function, id) =>
            {
                Some(Object::Variable(id))
            }
            _ => None,
        });
    }

    /// Objects get other names, of which nothing is known so far.
    pub(crate) fn rename_objects(
        &self,
        state: &mut State,
        renamed: impl Fn(Object) -> Option<Object>,
    ) {
        let numbers = state.dims.iter().chain(state.bits.keys()).chain(state.excluded.keys());
        let known = numbers.chain(state.pointers.keys()).chain(state.floats.keys()).copied();
        let mut new: HashMap<CellId, CellId> = HashMap::new();
        let known = known.chain(Env::origin_cells(state)).chain(Env::bounding_cells(state));
        let mut all: Vec<CellId> = known.collect();
        all.sort_unstable();
        all.dedup();
        for id in all {
            let cell = self.cells.get(id);
            if let Some(object) = renamed(cell.object) {
                new.insert(id, self.cells.number(Cell { object, ..cell }));
            }
        }
        self.rename_bases(state, &renamed);
        if new.is_empty() {
            return;
        }
        let name = |id: CellId| new.get(&id).copied().unwrap_or(id);
        let mut dims: Vec<(CellId, usize)> =
            state.dims.iter().enumerate().map(|(at, id)| (name(*id), at)).collect();
        dims.sort_unstable();
        let sources: Vec<Option<usize>> = dims.iter().map(|(_, at)| Some(*at)).collect();
        let domain = self.domains.over(dims.len());
        let moved = domain.embed(&state.elem, &domain, &sources);
        state.elem = moved.unwrap_or_else(|_| domain.universe());
        state.dims = Rc::new(dims.into_iter().map(|(id, _)| id).collect());
        rename_keys(&mut state.pointers, name);
        rename_keys(&mut state.excluded, name);
        rename_keys(&mut state.floats, name);
        rename_keys(&mut state.bits, name);
        self.rename_segments(state, name);
        if Env::origin_cells(state).any(|id| name(id) != id) {
            let renamed = state.origins.iter().map(|(id, word)| (name(*id), word.renamed(name)));
            state.origins = Rc::new(renamed.collect());
        }
    }

    /// What points to objects points to their new names.
    fn rename_bases(&self, state: &mut State, renamed: &impl Fn(Object) -> Option<Object>) {
        let pointing: Vec<CellId> = (state.pointers.iter())
            .filter(|(_, pointer)| pointer.bases.objects.iter().any(|one| renamed(*one).is_some()))
            .map(|(cell, _)| *cell)
            .collect();
        for cell in pointing {
            let mut pointer = self.pointer(state, cell);
            let objects = pointer.bases.objects.iter();
            pointer.bases.objects = objects.map(|one| renamed(*one).unwrap_or(*one)).collect();
            self.set_pointer(state, cell, pointer);
        }
    }
}

fn rename_keys<V: Clone>(map: &mut Rc<BTreeMap<CellId, V>>, name: impl Fn(CellId) -> CellId) {
    if map.keys().any(|id| name(*id) != *id) {
        *map = Rc::new(map.iter().map(|(id, value)| (name(*id), value.clone())).collect());
    }
}
