//! The known bits of a state's integers.

use super::{Env, State};
use crate::memory::{CellId, CellKind, Object};
use crate::numeric::Bits;
use soundline_c::IntType;
use std::collections::BTreeMap;
use std::rc::Rc;

impl Env<'_> {
    /// The bits of an integer cell that are known, by themselves or by its range.
    pub(crate) fn bits(&self, state: &State, cell: CellId, ty: IntType) -> Bits {
        let own = state.bits.get(&cell).copied().unwrap_or(Bits::ANY);
        if own.is_constant() {
            return own;
        }
        let by_range = Bits::of_range(self.bounds(state, cell), ty).converted(ty);
        own.meet(by_range).unwrap_or(own)
    }

    /// A cell is known to have some bits, besides all that is known of it.
    pub(crate) fn set_bits(&self, state: &mut State, cell: CellId, bits: Bits) {
        let CellKind::Int(ty) = self.cells.get(cell).kind else { return };
        let bits = bits.converted(ty);
        if Bits::ANY.converted(ty) == bits {
            return;
        }
        if state.bits.get(&cell) != Some(&bits) {
            Rc::make_mut(&mut state.bits).insert(cell, bits);
        }
        let own = self.bounds(state, cell);
        if let Some(clipped) = bits.clip(own, ty).filter(|clipped| *clipped != own) {
            self.add_numbers(state, &[cell]);
            self.restrict(state, cell, clipped);
        }
    }

    /// The bits of a cell; all of both kinds in a state where its object does not exist yet.
    fn bits_or_none(&self, state: &State, cell: CellId) -> Option<Bits> {
        let own = self.cells.get(cell);
        match (own.object, own.kind) {
            (Object::Heap(site), _) if !state.heap.contains_key(&site) => None,
            (_, CellKind::Int(ty)) => Some(self.bits(state, cell, ty)),
            _ => Some(Bits::ANY),
        }
    }

    pub(super) fn bits_leq(&self, a: &State, b: &State) -> bool {
        (Rc::ptr_eq(&a.bits, &b.bits) && Rc::ptr_eq(&a.heap, &b.heap))
            || b.bits.iter().all(|(cell, bits)| {
                // To ask for the range takes longer than all else.
                a.bits.get(cell).is_some_and(|own| own.leq(*bits))
                    || self.bits_or_none(a, *cell).is_none_or(|own| own.leq(*bits))
            })
    }

    pub(super) fn joined_bits(&self, a: &State, b: &State) -> Rc<BTreeMap<CellId, Bits>> {
        if Rc::ptr_eq(&a.bits, &b.bits) || (a.bits.is_empty() && b.bits.is_empty()) {
            return a.bits.clone();
        }
        let mut joined: Vec<(CellId, Bits)> = Vec::with_capacity(a.bits.len().max(b.bits.len()));
        let more = b.bits.keys().filter(|cell| !a.bits.contains_key(cell));
        for cell in a.bits.keys().chain(more) {
            let bits = match (self.bits_or_none(a, *cell), self.bits_or_none(b, *cell)) {
                (Some(a), Some(b)) => a.join(b),
                (Some(only), None) | (None, Some(only)) => only,
                (None, None) => continue,
            };
            let nothing = match self.cells.get(*cell).kind {
                CellKind::Int(ty) => Bits::ANY.converted(ty),
                _ => Bits::ANY,
            };
            if bits != Bits::ANY && bits != nothing {
                joined.push((*cell, bits));
            }
        }
        Rc::new(joined.into_iter().collect())
    }
}
