//! What holds for all elements of an array between two bounds (array segmentation, Cousot, Cousot and Logozzo 2011).
//!
//! The content of a segment is a cell that covers its whole object. So whatever may change a part of the object forgets the
//! segment, unless `eval/segments.rs` finds out before what is left of it. The bounds are sums of cells: before one of
//! these changes, it is replaced by something that is equal, or by a number that makes the segment smaller.

use super::{Env, State};
use crate::memory::{Cell, CellId, CellKind, Object, Pointer, Stride};
use crate::numeric::{Lin, Range};
use std::collections::BTreeMap;
use std::rc::Rc;

/// The elements whose first bits, counted from the start of the object, are in `low..high` and leave `remainder`
/// when divided by `stride`. The value of the element with the index `i` is `slope * i` and a number of the content, where
/// `i * stride + remainder` is its first bit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Segment {
    pub(crate) low: Lin,
    pub(crate) high: Lin,
    pub(crate) stride: u64,
    pub(crate) remainder: u64,
    pub(crate) slope: i128,
}

/// Segments by the cells of their contents.
pub(crate) type Segments = Rc<BTreeMap<CellId, Segment>>;

/// In states with more numbers no other name is looked for when a bound changes.
const MOST_NAMES: usize = 96;

impl Segment {
    /// The cells that the bounds mention.
    pub(crate) fn cells(&self) -> impl Iterator<Item = CellId> + '_ {
        self.low.terms.iter().chain(&self.high.terms).map(|(cell, _)| *cell)
    }

    /// Whether it is about the elements that offsets come to.
    pub(crate) fn is_of(&self, offsets: Stride) -> bool {
        let stride = i128::from(self.stride);
        let first = i128::from(offsets.remainder).rem_euclid(stride);
        i128::from(offsets.modulus) % stride == 0 && first == i128::from(self.remainder)
    }

    /// The index of the element at an offset, as a sum.
    pub(crate) fn index(&self, offset: &Lin) -> Option<Lin> {
        offset.clone().plus(-i128::from(self.remainder))?.exact_div(self.stride.into())
    }

    fn is_like(&self, other: &Segment) -> bool {
        (self.stride, self.remainder, self.slope) == (other.stride, other.remainder, other.slope)
    }

    fn renamed(&self, name: &impl Fn(CellId) -> CellId) -> Segment {
        let renamed = |lin: &Lin| {
            let mut terms: Vec<(CellId, i128)> =
                lin.terms.iter().map(|(cell, factor)| (name(*cell), *factor)).collect();
            terms.sort_unstable();
            Lin { terms, constant: lin.constant }
        };
        Segment { low: renamed(&self.low), high: renamed(&self.high), ..self.clone() }
    }
}

impl Env<'_> {
    /// The content of a segment of an object.
    pub(crate) fn segment_cell(
        &self,
        object: Object,
        kind: CellKind,
        bits: u32,
        segment: u8,
    ) -> CellId {
        self.cells.number(Cell { object, offset: 0, bits, kind, extent: u64::MAX, segment })
    }

    /// All cells that bounds mention.
    pub(super) fn bounding_cells(state: &State) -> impl Iterator<Item = CellId> + '_ {
        state.segments.values().flat_map(Segment::cells)
    }

    /// Whether no element is in a segment.
    fn is_empty_segment(&self, state: &State, segment: &Segment) -> bool {
        let length = segment.high.sub(&segment.low);
        length.is_some_and(|length| self.range_of(state, &length).high <= 0)
    }

    /// Whether all elements of a segment are in another one.
    fn is_within(&self, state: &State, inner: &Segment, outer: &Segment) -> bool {
        let least = |lin: Option<Lin>| lin.is_some_and(|lin| self.is_at_least_zero(state, &lin));
        inner.is_like(outer)
            && (inner.low == outer.low || least(inner.low.sub(&outer.low)))
            && (inner.high == outer.high || least(outer.high.sub(&inner.high)))
    }

    /// Cells get new values: bounds are said without them, and segments whose content is one of them are no more.
    pub(super) fn release_bounds(&self, state: &mut State, gone: &[CellId]) {
        let is_gone = |cell: CellId| gone.contains(&cell);
        let concerned = |(content, segment): (&CellId, &Segment)| {
            is_gone(*content) || segment.cells().any(is_gone)
        };
        if !state.segments.iter().any(concerned) {
            return;
        }
        let mut kept = BTreeMap::new();
        for (content, segment) in state.segments.iter().filter(|(cell, _)| !is_gone(**cell)) {
            if !segment.cells().any(is_gone) {
                kept.insert(*content, segment.clone());
                continue;
            }
            let low = self.without(state, &segment.low, gone, true);
            let high = self.without(state, &segment.high, gone, false);
            if let (Some(low), Some(high)) = (low, high) {
                let segment = Segment { low, high, ..segment.clone() };
                if !self.is_empty_segment(state, &segment) {
                    kept.insert(*content, segment);
                }
            }
        }
        state.segments = Rc::new(kept);
    }

    /// A sum without some cells, which is equal, or else at least (or at most) as large.
    fn without(&self, state: &State, lin: &Lin, gone: &[CellId], larger: bool) -> Option<Lin> {
        let mut sum = Lin::constant(lin.constant);
        for (cell, factor) in &lin.terms {
            let term = match gone.contains(cell) {
                false => Lin::cell(*cell),
                true => self.other_name(state, *cell, gone).or_else(|| {
                    let range = self.bounds(state, *cell);
                    let end = if larger == (*factor > 0) { range.high } else { range.low };
                    (end.unsigned_abs() < 1 << 62).then_some(Lin::constant(end))
                })?,
            };
            sum = sum.add(&term.scale(*factor)?)?;
        }
        Some(sum)
    }

    /// The number of a cell, said by another cell or as a constant.
    fn other_name(&self, state: &State, cell: CellId, gone: &[CellId]) -> Option<Lin> {
        if let Some(value) = self.bounds(state, cell).as_point() {
            return Some(Lin::constant(value));
        }
        let names = self.domains.relational && self.is_known(state, cell);
        (names && state.dims.len() <= MOST_NAMES).then_some(())?;
        let names = state.dims.iter().filter(|other| !gone.contains(other) && **other != cell);
        for other in names {
            let own = self.cells.get(*other);
            let plain = !own.is_summary() && !matches!(own.object, Object::Scratch(_));
            let pointer = |pointer: &Pointer| !pointer.bases.any && !pointer.bases.null;
            let counts = match own.kind {
                CellKind::Int(_) => true,
                // The number of a pointer that may be null is of no account.
                CellKind::Pointer => state.pointers.get(other).is_some_and(pointer),
                CellKind::Float(_) => false,
            };
            if !plain || !counts {
                continue;
            }
            let apart = Lin::cell(cell).sub(&Lin::cell(*other))?;
            if let Some(distance) = self.range_of(state, &apart).as_point() {
                return Lin::cell(*other).plus(distance);
            }
        }
        None
    }

    /// The segments once a cell becomes a sum that mentions it, where bounds mention the cell. None if nothing is to be done
    /// for that.
    pub(super) fn moved_segments(
        &self,
        state: &State,
        cell: CellId,
        lin: &Lin,
    ) -> Option<BTreeMap<CellId, Segment>> {
        if !state.segments.values().any(|segment| segment.cells().any(|own| own == cell)) {
            return None;
        }
        let (_, factor) =
            *lin.terms.iter().find(|(own, factor)| *own == cell && factor.abs() == 1)?;
        // new = factor * old + rest, so that old = factor * (new - rest).
        let own = Lin::cell(cell);
        let rest = lin.sub(&own.scale(factor)?)?;
        let old = own.sub(&rest)?.scale(factor)?;
        let moved = |lin: &Lin| match lin.terms.iter().find(|(own, _)| *own == cell) {
            None => Some(lin.clone()),
            Some((_, times)) => lin.sub(&own.scale(*times)?)?.add(&old.scale(*times)?),
        };
        let kept = state.segments.iter().filter(|(content, _)| **content != cell);
        let kept = kept.filter_map(|(content, segment)| {
            let (low, high) = (moved(&segment.low)?, moved(&segment.high)?);
            Some((*content, Segment { low, high, ..segment.clone() }))
        });
        Some(kept.collect())
    }

    /// Segments under other names of cells.
    pub(super) fn rename_segments(&self, state: &mut State, name: impl Fn(CellId) -> CellId) {
        if state.segments.is_empty() {
            return;
        }
        let all = state.segments.iter();
        let renamed = all.map(|(content, segment)| (name(*content), segment.renamed(&name)));
        state.segments = Rc::new(renamed.collect());
    }

    /// What is known of the content of a segment in one state is said of it in another one, in which it has no element.
    fn fill_content(&self, state: &mut State, other: &State, content: CellId) {
        match self.cells.get(content).kind {
            CellKind::Float(_) => {
                let floats = self.floats(other, content);
                self.set_floats(state, content, floats);
            }
            _ if self.is_known(other, content) => {
                self.assign_range(state, content, self.bounds(other, content));
            }
            _ => self.drop_numbers(state, &[content]),
        }
    }

    /// The smaller of two states, with what it says of the segments of the larger one; none if it does not say enough.
    pub(super) fn within_segments(&self, a: &State, b: &State) -> Option<State> {
        let mut filled = a.clone();
        if Rc::ptr_eq(&a.segments, &b.segments) {
            return Some(filled);
        }
        for (content, segment) in b.segments.iter() {
            let own = a.segments.get(content);
            if own.is_some_and(|own| own == segment || self.is_within(a, segment, own)) {
                continue;
            }
            if !self.is_empty_segment(a, segment) {
                return None;
            }
            self.fill_content(&mut filled, b, *content);
        }
        Some(filled)
    }

    /// Two states that say something of the same segments: of those of the first one, and of the second one if `adopts`.
    pub(super) fn with_shared_segments(
        &self,
        a: &State,
        b: &State,
        adopts: bool,
        widens: bool,
    ) -> Option<(State, State)> {
        if Rc::ptr_eq(&a.segments, &b.segments) || (a.segments.is_empty() && b.segments.is_empty())
        {
            return None;
        }
        let (mut left, mut right) = (a.clone(), b.clone());
        let mut kept = BTreeMap::new();
        let mut lost = Vec::new();
        let contents = a.segments.keys().chain(b.segments.keys()).copied();
        let contents: std::collections::BTreeSet<CellId> = contents.collect();
        let names = |segment: &Segment| segment.cells().count();
        // A widening takes a smaller segment only if that says more by names: one that loses an element in each turn would go on
        // for as many turns as there are elements.
        let holds = |own: &Segment, other: &Segment| {
            let may_shrink = !widens || names(other) > names(own);
            (self.is_within(b, own, other), may_shrink && self.is_within(a, other, own))
        };
        for content in contents {
            let (own, other) = (a.segments.get(&content), b.segments.get(&content));
            let named = match (own, other) {
                (Some(own), Some(other)) => self.named_alike((a, own), (b, other)),
                _ => None,
            };
            let shared = match (own, other) {
                (Some(own), Some(other)) if own == other => Some(own),
                (Some(_), Some(_)) if named.is_some() => named.as_ref(),
                (Some(own), Some(other)) if holds(own, other) != (false, false) => {
                    // Of two that hold in both states, the one that says more by names: `n` rather than 3.
                    let (own_holds, other_holds) = holds(own, other);
                    let named = names(other) > names(own);
                    Some(if other_holds && (named || !own_holds) { other } else { own })
                }
                (Some(own), _) if self.is_empty_segment(b, own) => {
                    self.fill_content(&mut right, a, content);
                    Some(own)
                }
                (_, Some(other)) if adopts && self.is_empty_segment(a, other) => {
                    self.fill_content(&mut left, b, content);
                    Some(other)
                }
                _ => None,
            };
            match shared {
                Some(segment) => {
                    kept.insert(content, segment.clone());
                }
                None => lost.push(content),
            }
        }
        let kept = Rc::new(kept);
        for state in [&mut left, &mut right] {
            self.forget(state, &lost);
            state.segments = kept.clone();
        }
        Some((left, right))
    }

    /// Two segments that end at different numbers, said by a cell that is there for both: `n` instead of 3 here and 4 there.
    fn named_alike(&self, a: (&State, &Segment), b: (&State, &Segment)) -> Option<Segment> {
        let ((left, own), (right, other)) = (a, b);
        let alike = own.is_like(other) && own.low == other.low && own.high != other.high;
        let numbers = own.high.terms.is_empty() && other.high.terms.is_empty();
        (alike && numbers).then_some(())?;
        let stride = i128::from(own.stride);
        let count = |segment: &Segment| {
            let bits = segment.high.constant.checked_sub(segment.remainder.into())?;
            (bits % stride == 0).then_some(bits / stride)
        };
        let (first, second) = (count(own)?, count(other)?);
        let name = left.dims.iter().find(|id| {
            let cell = self.cells.get(**id);
            let plain = !cell.is_summary() && !matches!(cell.object, Object::Scratch(_));
            plain
                && matches!(cell.kind, CellKind::Int(_))
                && self.is_known(right, **id)
                && self.bounds(left, **id).as_point() == Some(first)
                && self.bounds(right, **id).as_point() == Some(second)
        })?;
        let high = Lin::cell(*name).scale(stride)?.plus(own.remainder.into())?;
        Some(Segment { high, ..own.clone() })
    }

    /// The range of the numbers that the content of a segment stands for.
    pub(crate) fn content(&self, state: &State, content: CellId) -> Range {
        match self.is_known(state, content) {
            true => self.bounds(state, content),
            false => self.cells.range(content),
        }
    }
}
