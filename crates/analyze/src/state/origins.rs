//! Where the bits of a state's integers come from.

use super::{Env, State};
use crate::memory::{CellId, CellKind};
use crate::numeric::{Bits, Origin, Word};
use soundline_c::IntType;
use std::collections::BTreeMap;
use std::rc::Rc;

impl Env<'_> {
    /// The bits of an integer cell: known ones, those that come from elsewhere, and its own.
    pub(crate) fn origins(&self, state: &State, cell: CellId, ty: IntType) -> Word {
        let mut word = Word::of_cell(cell, self.bits(state, cell, ty), ty);
        let Some(known) = state.origins.get(&cell) else { return word };
        let mut source: Option<(CellId, Word)> = None;
        for (own, origin) in word.0.iter_mut().zip(&known.0) {
            let Origin::Of { cell, at, flipped } = *origin else { continue };
            if matches!(own, Origin::Known(_)) {
                continue;
            }
            // What is known of the other bit is known of this one.
            if source.as_ref().is_none_or(|(last, _)| *last != cell)
                && let CellKind::Int(ty) = self.cells.get(cell).kind
            {
                source = Some((cell, Word::of_cell(cell, self.bits(state, cell, ty), ty)));
            }
            let there = source.as_ref().and_then(|(_, word)| word.0.get(usize::from(at)));
            *own = match there {
                Some(Origin::Known(bit)) => Origin::Known(*bit != flipped),
                _ => *origin,
            };
        }
        word
    }

    /// A cell was written with a word. Bits of what was there before are no more.
    pub(crate) fn set_origins(&self, state: &mut State, cell: CellId, word: Word) {
        let CellKind::Int(ty) = self.cells.get(cell).kind else { return };
        let overlaps = self.cells.overlaps(cell);
        let word = word.without(|source| source == cell || overlaps.contains(&source));
        let kept = Bits::suit(ty) && word.0.len() == ty.bits as usize && word.cells().count() > 0;
        if kept {
            Rc::make_mut(&mut state.origins).insert(cell, word);
        }
    }

    /// Cells may have any value again. Bits that came from one of them come from a cell that still has them.
    pub(super) fn forget_origins(&self, state: &mut State, cells: &[CellId]) {
        if state.origins.is_empty() {
            return;
        }
        let gone = |cell: CellId| cells.contains(&cell);
        let concerned = |(cell, word): (&CellId, &Word)| gone(*cell) || word.cells().any(gone);
        if !state.origins.iter().any(concerned) {
            return;
        }
        let mut heirs: BTreeMap<(CellId, u8), (CellId, u8, bool)> = BTreeMap::new();
        let kept = || state.origins.iter().filter(|(cell, _)| !gone(**cell));
        // Of a part and the whole, the part.
        let mut narrow_first: Vec<(&CellId, &Word)> = kept().collect();
        narrow_first.sort_by_key(|(_, word)| word.cells().count());
        for (heir, word) in narrow_first {
            for (place, bit) in word.0.iter().enumerate() {
                if let Origin::Of { cell, at, flipped } = *bit
                    && gone(cell)
                {
                    heirs.entry((cell, at)).or_insert((*heir, place as u8, flipped));
                }
            }
        }
        let inherited = |own: CellId, place: usize, bit: &Origin| match *bit {
            Origin::Of { cell, at, flipped } if gone(cell) => match heirs.get(&(cell, at)) {
                Some((heir, at, _)) if *heir == own && usize::from(*at) == place => Origin::Any,
                Some((heir, at, other)) => {
                    Origin::Of { cell: *heir, at: *at, flipped: flipped != *other }
                }
                None => Origin::Any,
            },
            other => other,
        };
        let words = kept().map(|(cell, word)| {
            let bits = word.0.iter().enumerate().map(|(at, bit)| inherited(*cell, at, bit));
            (*cell, Word(bits.collect()))
        });
        let words = words.filter(|(_, word)| word.cells().count() > 0).collect();
        state.origins = Rc::new(words);
    }

    /// All cells that words are about.
    pub(super) fn origin_cells(state: &State) -> impl Iterator<Item = CellId> + '_ {
        state.origins.iter().flat_map(|(cell, word)| std::iter::once(*cell).chain(word.cells()))
    }

    pub(super) fn origins_leq(&self, a: &State, b: &State) -> bool {
        Rc::ptr_eq(&a.origins, &b.origins)
            || b.origins
                .iter()
                .all(|(cell, word)| a.origins.get(cell).is_some_and(|own| own.leq(word)))
    }

    pub(super) fn joined_origins(&self, a: &State, b: &State) -> Rc<BTreeMap<CellId, Word>> {
        if Rc::ptr_eq(&a.origins, &b.origins) {
            return a.origins.clone();
        }
        let both = a.origins.iter().filter_map(|(cell, own)| {
            let joined = own.clone().join(b.origins.get(cell)?);
            (joined.cells().count() > 0).then_some((*cell, joined))
        });
        Rc::new(both.collect())
    }
}
