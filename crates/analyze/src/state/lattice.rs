//! Order, join and widening of states.

use super::{Env, State};
use crate::memory::{CellId, Pointer};
use crate::numeric::{Floats, Lin};
use soundline_domains::Domain;
use soundline_domains::expr::{Constraint, LinearExpr};
use soundline_domains::numbers::Rat;
use soundline_lattice::Lattice;
use std::collections::BTreeMap;
use std::rc::Rc;

impl Env<'_> {
    /// Whether every memory of `a` is one of `b`. Not to know is to say no.
    pub(crate) fn leq(&self, a: &State, b: &State) -> bool {
        let filled = (!b.segments.is_empty()).then(|| self.within_segments(a, b));
        let a = match &filled {
            Some(Some(filled)) => filled,
            Some(None) => return false,
            None => a,
        };
        let aside = self.pointers_leq(a, b)
            && self.heap_leq(a, b)
            && self.excluded_leq(a, b)
            && self.floats_leq(a, b)
            && self.bits_leq(a, b)
            && self.origins_leq(a, b)
            && self.claims_leq(a, b);
        if !aside {
            return false;
        }
        let domain = self.domains.over(b.dims.len());
        if a.dims == b.dims {
            return domain.leq(&a.elem, &b.elem).is_yes();
        }
        let mut a = a.clone();
        self.fill_free(&mut a, b);
        self.add_numbers(&mut a, &b.dims);
        if a.dims != b.dims {
            self.embed(&mut a, (*b.dims).clone());
        }
        domain.leq(&a.elem, &b.elem).is_yes()
    }

    fn pointers_leq(&self, a: &State, b: &State) -> bool {
        if Rc::ptr_eq(&a.pointers, &b.pointers) && Rc::ptr_eq(&a.heap, &b.heap) {
            return true;
        }
        b.pointers.iter().all(|(cell, pointer)| match self.bases_or_none(a, *cell) {
            Some(own) => own.leq(pointer),
            None => true,
        })
    }

    fn heap_leq(&self, a: &State, b: &State) -> bool {
        Rc::ptr_eq(&a.heap, &b.heap)
            || a.heap
                .iter()
                .all(|(site, own)| b.heap.get(site).is_some_and(|block| own.leq(*block)))
    }

    fn excluded_leq(&self, a: &State, b: &State) -> bool {
        Rc::ptr_eq(&a.excluded, &b.excluded)
            || b.excluded.iter().all(|(cell, value)| self.lacks(a, *cell, *value))
    }

    /// What neither of two states has.
    fn excluded_by_both(&self, a: &State, b: &State) -> Rc<BTreeMap<CellId, i128>> {
        if Rc::ptr_eq(&a.excluded, &b.excluded) {
            return a.excluded.clone();
        }
        let all = a.excluded.iter().chain(b.excluded.iter());
        let both = all.filter(|(cell, value)| {
            self.lacks(a, **cell, **value) && self.lacks(b, **cell, **value)
        });
        Rc::new(both.map(|(cell, value)| (*cell, *value)).collect())
    }

    /// The memories of both.
    pub(crate) fn join(&self, a: &State, b: &State) -> State {
        let shared = self.with_shared_segments(a, b, true, false);
        let (a, b) = shared.as_ref().map_or((a, b), |(a, b)| (a, b));
        let excluded = self.excluded_by_both(a, b);
        let floats = self.joined_floats(a, b, Floats::join);
        let bits = self.joined_bits(a, b);
        let origins = self.joined_origins(a, b);
        let claims = self.joined_claims(a, b);
        let (a, b) = self.aligned(a, b);
        let elem = self.domains.over(a.dims.len()).join(&a.elem, &b.elem);
        let dims = a.dims.clone();
        let rest = self.joined_pointers(&a, &b);
        State { dims, elem, excluded, floats, bits, origins, claims, ..rest }
    }

    /// An upper bound of both, so that chains end. Bounds of cells stop at the program's constants
    /// if that is asked for, and claims that change go if they may not.
    pub(crate) fn widen(
        &self,
        a: &State,
        b: &State,
        with_thresholds: bool,
        with_claims: bool,
    ) -> State {
        // New segments come only while there are thresholds, so that chains end.
        let shared = self.with_shared_segments(a, b, with_thresholds, true);
        let (a, b) = shared.as_ref().map_or((a, b), |(a, b)| (a, b));
        let excluded = self.excluded_by_both(a, b);
        let limits = if with_thresholds { &self.float_thresholds[..] } else { &[] };
        let floats = self.joined_floats(a, b, |a, b| a.widen(b, limits));
        let bits = self.joined_bits(a, b);
        let origins = self.joined_origins(a, b);
        let claims = match with_claims {
            true => self.joined_claims(a, b),
            false => self.stable_claims(a, b),
        };
        let (a, b) = self.aligned(a, b);
        let domain = self.domains.over(a.dims.len());
        // Domains want an upper bound of the first operand on the right.
        let upper = domain.join(&a.elem, &b.elem);
        let thresholds = if with_thresholds { self.chosen_thresholds(&a, &b) } else { Vec::new() };
        let elem =
            domain.widen_up_to(&a.elem, &upper, &thresholds).unwrap_or_else(|_| domain.universe());
        let dims = a.dims.clone();
        let rest = self.joined_pointers(&a, &b);
        State { dims, elem, excluded, floats, bits, origins, claims, ..rest }
    }

    /// A state with what another one says of numbers, too; none if no memory is like both.
    pub(crate) fn meet_facts(&self, state: &mut State, facts: &State) -> Option<()> {
        self.add_numbers(state, &facts.dims);
        let mut facts = facts.clone();
        self.embed(&mut facts, (*state.dims).clone());
        let domain = self.domains.over(state.dims.len());
        state.elem = domain.meet(&state.elem, &facts.elem);
        if domain.is_bottom(&state.elem).is_yes() {
            return None;
        }
        for (cell, floats) in facts
            .floats
            .iter()
            .filter(|(cell, _)| !state.floats.contains_key(cell))
            .collect::<Vec<_>>()
        {
            self.set_floats(state, *cell, *floats);
        }
        for (cell, bits) in facts.bits.iter() {
            if !state.bits.contains_key(cell) {
                self.set_bits(state, *cell, *bits);
            }
        }
        Some(())
    }

    /// Of some states the one that has most in common with another, and the last of these: pointers, and numbers that are the same
    /// single value in both.
    pub(crate) fn most_alike(&self, state: &State, others: &[&State]) -> Option<usize> {
        let point = |state: &State, cell: CellId| self.bounds(state, cell).as_point();
        let points: Vec<(CellId, i128)> =
            state.dims.iter().filter_map(|cell| Some((*cell, point(state, *cell)?))).collect();
        let likeness = |other: &State| {
            let same = |(cell, value): &&(CellId, i128)| {
                self.is_known(other, *cell) && point(other, *cell) == Some(*value)
            };
            let pointers = state.pointers.iter();
            let pointers = pointers.filter(|(cell, own)| other.pointers.get(cell) == Some(own));
            points.iter().filter(same).count() + pointers.count()
        };
        (0..others.len()).max_by_key(|at| likeness(others[*at]))
    }

    /// Of each bound that moves, the next constant of the program behind it. They are finitely many,
    /// so that chains of widenings still end.
    fn chosen_thresholds(&self, a: &State, b: &State) -> Vec<Constraint> {
        let mut chosen = Vec::new();
        for (position, cell) in a.dims.iter().enumerate() {
            let (before, after) = (self.bounds(a, *cell), self.bounds(b, *cell));
            let variable = LinearExpr::variable(position);
            if self.domains.forgetful {
                // A bound that does not move stays; one that does moves to another of finitely many.
                if after.high <= before.high && before.high < i128::MAX {
                    let limit = LinearExpr::constant(Rat::from(before.high));
                    chosen.push(Constraint::le(&variable, &limit));
                }
                if after.low >= before.low && before.low > i128::MIN {
                    let limit = LinearExpr::constant(Rat::from(before.low));
                    chosen.push(Constraint::ge(&variable, &limit));
                }
            }
            if after.high > before.high {
                let next = self.thresholds.partition_point(|value| *value < after.high);
                if let Some(value) = self.thresholds.get(next) {
                    let limit = LinearExpr::constant(Rat::from(*value));
                    chosen.push(Constraint::le(&variable, &limit));
                }
            }
            if after.low < before.low {
                let next = self.thresholds.partition_point(|value| *value <= after.low);
                if let Some(value) = next.checked_sub(1).map(|at| self.thresholds[at]) {
                    let limit = LinearExpr::constant(Rat::from(value));
                    chosen.push(Constraint::ge(&variable, &limit));
                }
            }
        }
        chosen
    }

    /// Both over the cells that both know.
    fn aligned(&self, a: &State, b: &State) -> (State, State) {
        let (mut a, mut b) = (a.clone(), b.clone());
        if a.dims != b.dims {
            self.fill_free(&mut a, &b);
            self.fill_free(&mut b, &a);
            let shared: Vec<CellId> =
                a.dims.iter().copied().filter(|cell| self.is_known(&b, *cell)).collect();
            for state in [&mut a, &mut b] {
                if *state.dims != shared {
                    self.embed(state, shared.clone());
                }
            }
        }
        (a, b)
    }

    /// Numbers that are of no account in a state get the ranges that they have in another.
    fn fill_free(&self, state: &mut State, other: &State) {
        let free: Vec<CellId> = other
            .dims
            .iter()
            .copied()
            .filter(|cell| !self.is_known(state, *cell) && self.is_free(state, *cell))
            .collect();
        // They are new, so that nothing has to be forgotten of them first.
        for cell in self.make_room(state, &free) {
            let range = self.bounds(other, cell);
            match range.as_point() {
                Some(value) => self.assign(state, cell, &Lin::constant(value)),
                None => self.clamp(state, cell, range),
            }
        }
    }

    fn joined_pointers(&self, a: &State, b: &State) -> State {
        let mut heap = (*a.heap).clone();
        for (site, block) in b.heap.iter() {
            heap.entry(*site).and_modify(|own| *own = own.join(*block)).or_insert(*block);
        }
        let pointers = if Rc::ptr_eq(&a.pointers, &b.pointers) {
            a.pointers.clone()
        } else {
            let mut pointers: BTreeMap<CellId, Pointer> = BTreeMap::new();
            for cell in a.pointers.keys().chain(b.pointers.keys()) {
                if pointers.contains_key(cell) {
                    continue;
                }
                let joined = match (self.bases_or_none(a, *cell), self.bases_or_none(b, *cell)) {
                    (Some(left), Some(right)) => left.join(&right),
                    (Some(only), None) | (None, Some(only)) => only,
                    (None, None) => continue,
                };
                if !joined.bases.any {
                    pointers.insert(*cell, joined);
                }
            }
            Rc::new(pointers)
        };
        State { pointers, heap: Rc::new(heap), ..a.clone() }
    }
}
