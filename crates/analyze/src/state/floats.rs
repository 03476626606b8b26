//! The floating numbers of a state.

use super::{Env, State};
use crate::memory::{CellId, CellKind, Object};
use crate::numeric::{Floats, Format};
use soundline_c::{DataModel, Program};
use std::collections::BTreeMap;
use std::rc::Rc;

/// Functions that change how floating operations round.
const ROUNDING: [&str; 6] = [
    "fesetround",
    "fesetenv",
    "feupdateenv",
    "feholdexcept",
    "_mm_setcsr",
    "__builtin_ia32_ldmxcsr",
];

/// Whether each floating operation rounds to the nearest number of its type. With 32 bits, the x87 keeps more digits.
pub(super) fn rounds_to_nearest(program: &Program) -> bool {
    let changes = program.functions.iter().any(|one| ROUNDING.contains(&one.name.as_str()));
    program.types.model() == DataModel::Lp64 && !changes
}

impl Env<'_> {
    /// How a floating type of so many bits computes.
    pub(crate) fn format(&self, bits: u32) -> Format {
        Format::of(bits, self.nearest)
    }

    /// The values of a floating cell.
    pub(crate) fn floats(&self, state: &State, cell: CellId) -> Floats {
        let known = state.floats.get(&cell).copied();
        let constant = || self.constant_floats.borrow().get(&cell).copied();
        known.or_else(constant).unwrap_or(Floats::ALL)
    }

    pub(crate) fn set_floats(&self, state: &mut State, cell: CellId, floats: Floats) {
        if floats == Floats::ALL {
            if state.floats.contains_key(&cell) {
                Rc::make_mut(&mut state.floats).remove(&cell);
            }
        } else if state.floats.get(&cell) != Some(&floats) {
            Rc::make_mut(&mut state.floats).insert(cell, floats);
        }
    }

    /// The values of a floating cell; none at all in a state where its object does not exist yet.
    fn floats_or_none(&self, state: &State, cell: CellId) -> Option<Floats> {
        match self.cells.get(cell).object {
            Object::Heap(site) if !state.heap.contains_key(&site) => None,
            _ => Some(self.floats(state, cell)),
        }
    }

    pub(super) fn floats_leq(&self, a: &State, b: &State) -> bool {
        (Rc::ptr_eq(&a.floats, &b.floats) && Rc::ptr_eq(&a.heap, &b.heap))
            || b.floats.iter().all(|(cell, floats)| {
                self.floats_or_none(a, *cell).is_none_or(|own| own.leq(*floats))
            })
    }

    /// What both states say about floating numbers, put together in some way.
    pub(super) fn joined_floats(
        &self,
        a: &State,
        b: &State,
        join: impl Fn(Floats, Floats) -> Floats,
    ) -> Rc<BTreeMap<CellId, Floats>> {
        if Rc::ptr_eq(&a.floats, &b.floats) || (a.floats.is_empty() && b.floats.is_empty()) {
            return a.floats.clone();
        }
        let mut joined: BTreeMap<CellId, Floats> = BTreeMap::new();
        for cell in a.floats.keys().chain(b.floats.keys()) {
            if joined.contains_key(cell) {
                continue;
            }
            let floats = match (self.floats_or_none(a, *cell), self.floats_or_none(b, *cell)) {
                (Some(a), Some(b)) => join(a, b),
                (Some(only), None) | (None, Some(only)) => only,
                (None, None) => continue,
            };
            if floats != Floats::ALL {
                joined.insert(*cell, floats);
            }
        }
        Rc::new(joined)
    }

    /// How the type of a floating cell computes.
    pub(crate) fn format_of(&self, cell: CellId) -> Option<Format> {
        match self.cells.get(cell).kind {
            CellKind::Float(bits) => Some(self.format(bits)),
            _ => None,
        }
    }
}
