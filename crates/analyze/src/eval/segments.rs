//! Segments of arrays: what is read from them, and what a write leaves of them.

use super::{Address, Evaluated, Number, Step, Targets};
use crate::memory::{Bases, CellId, CellKind, Object, SLOPED, Stride, WRITTEN};
use crate::numeric::{Floats, Lin, Range};
use crate::state::{Freed, Segment};
use soundline_c::{Base, IntType, Place, Rank};
use std::rc::Rc;

/// Access to one scalar of an object.
#[derive(Clone, Debug)]
pub(crate) struct Element {
    pub(crate) object: Object,
    /// Where it starts, in bits.
    pub(crate) offset: Lin,
    pub(crate) kind: CellKind,
    pub(crate) bits: u32,
}

/// A segment as it is behind a write.
pub(super) struct Left {
    pub(super) content: CellId,
    segment: Segment,
    /// The content if it changes.
    new: Option<Content>,
}

/// What elements have in common that lie a stride apart, the first of them so many bits ahead of some place.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Common {
    stride: u64,
    ahead: i128,
    content: Content,
}

impl Common {
    /// One number, in elements that lie side by side.
    pub(crate) fn number(bits: u32, value: i128) -> Common {
        Common { stride: bits.into(), ahead: 0, content: Content::Numbers(Range::point(value)) }
    }
}

#[derive(Clone, Copy, Debug)]
enum Content {
    Numbers(Range),
    Floats(Floats),
}

/// What memory is as bytes.
pub(crate) const BYTE: CellKind =
    CellKind::Int(IntType { rank: Rank::Char, bits: 8, signed: false });

/// Rests of sloped segments are not followed beyond this.
const MOST_REST: i128 = 1 << 40;

impl Step<'_, '_> {
    /// Whether segments of an object are followed.
    pub(super) fn has_segments(&self, object: Object) -> bool {
        self.env.follows_segments
            && match object {
                Object::Variable(id) | Object::Waiting(id, _) => !self.env.restless[id.index()],
                Object::Heap(site) => {
                    !self.env.concurrent
                        && (self.state.heap.get(&site))
                            .is_some_and(|block| !block.many && block.freed == Freed::No)
                }
                Object::Behind(_) | Object::Scratch(_) | Object::Size(_) => false,
            }
    }

    /// The contents of the segments that an access is certainly in.
    fn segments_at(&self, element: &Element) -> Vec<(CellId, Segment)> {
        if self.state.segments.is_empty() || !self.has_segments(element.object) {
            return Vec::new();
        }
        let offsets = self.stride(&element.offset);
        let holds =
            |lin: Option<Lin>| lin.is_some_and(|lin| self.env.is_at_least_zero(&self.state, &lin));
        let found = self.state.segments.iter().filter(|(content, segment)| {
            let cell = self.env.cells.get(**content);
            (cell.object, cell.kind, cell.bits) == (element.object, element.kind, element.bits)
                && segment.is_of(offsets)
                && holds(element.offset.sub(&segment.low))
                && holds(segment.high.sub(&element.offset).and_then(|lin| lin.plus(-1)))
        });
        found.map(|(content, segment)| (*content, segment.clone())).collect()
    }

    /// What segments say of an integer that is read.
    pub(super) fn number_in_segment(&mut self, targets: &Targets, ty: IntType) -> Option<Number> {
        let element = targets.element.as_ref().filter(|_| !targets.any && !targets.astray)?;
        self.see_zeros(element);
        let mut found: Option<Number> = None;
        for (content, segment) in self.segments_at(element) {
            let rest = self.env.content(&self.state, content);
            let number = match segment.slope {
                0 => Number::within(rest),
                slope => {
                    let way = segment.index(&element.offset).and_then(|index| index.scale(slope));
                    let Some(way) = way else { continue };
                    let rest = self.lin(&Number::within(rest));
                    let Some(lin) = way.add(&rest) else { continue };
                    let range = self.env.range_of(&self.state, &lin);
                    Number { lin: Some(lin), range }
                }
            };
            found = Some(match found {
                None => number,
                Some(known) => {
                    let range = known.range.meet(number.range).unwrap_or(known.range);
                    Number { lin: known.lin.or(number.lin), range }
                }
            });
        }
        let all = Range::of(ty);
        found.map(|number| {
            let range = number.range.meet(all).unwrap_or(all);
            Number { range, ..number }
        })
    }

    /// What segments say of a floating number that is read.
    pub(super) fn floats_in_segment(&self, targets: &Targets) -> Option<Floats> {
        let element = targets.element.as_ref().filter(|_| !targets.any && !targets.astray)?;
        let (content, _) = self.segments_at(element).into_iter().next()?;
        Some(self.env.floats(&self.state, content))
    }

    /// Whether so many bits of an object are bytes that are all zero.
    fn is_zero(&self, object: Object, first: &Lin, bits: u64) -> bool {
        let bytes = self.env.segment_cell(object, BYTE, 8, 1);
        let Some(segment) = self.state.segments.get(&bytes) else { return false };
        let holds =
            |lin: Option<Lin>| lin.is_some_and(|lin| self.env.is_at_least_zero(&self.state, &lin));
        let end = first.clone().plus(bits.into());
        segment.stride == 8
            && segment.slope == 0
            && self.env.content(&self.state, bytes) == Range::point(0)
            && holds(first.sub(&segment.low))
            && holds(end.and_then(|end| segment.high.sub(&end)))
    }

    /// Whether a pointer that is read is null because all its bytes are zero.
    pub(super) fn is_null_in_segment(&self, targets: &Targets) -> bool {
        let element = targets.element.as_ref().filter(|_| !targets.any && !targets.astray);
        element.is_some_and(|element| {
            !self.state.segments.is_empty()
                && self.has_segments(element.object)
                && self.is_zero(element.object, &element.offset, element.bits.into())
        })
    }

    /// The members of a struct in a block of memory whose bytes are all zero are zero, too, once one of them is accessed.
    pub(super) fn see_zero_members(&mut self, place: &Place) {
        let Base::Pointer(pointer) = &place.base else { return };
        let types = &self.env.program.types;
        let Some(ty) = types.pointee(pointer.ty).filter(|_| !self.state.segments.is_empty()) else {
            return;
        };
        let Some(bits) = types.size(ty).and_then(|size| size.checked_mul(8)) else { return };
        let address = self.address(pointer);
        let sure = Bases { null: false, ..address.bases };
        let Some(object @ Object::Heap(_)) = sure.only() else { return };
        let first = self.env.range_of(&self.state, &address.offset).as_point();
        let first = first.and_then(|first| u64::try_from(first).ok()?.checked_mul(8));
        let Some(first) = first.filter(|_| self.has_segments(object)) else { return };
        if self.is_zero(object, &Lin::constant(first.into()), bits) {
            let leaves = self.env.layout.leaves(&self.env.cells, object, first, ty);
            for cell in leaves.unwrap_or_default() {
                if !self.env.says_something(&self.state, cell) {
                    self.set_zero(cell);
                }
            }
        }
    }

    /// Bytes that are all zero are integers that are zero, too, once they are accessed as such.
    fn see_zeros(&mut self, element: &Element) {
        if self.state.segments.is_empty()
            || [BYTE, WRITTEN].contains(&element.kind)
            || !matches!(element.kind, CellKind::Int(_))
        {
            return;
        }
        let bytes = self.env.segment_cell(element.object, BYTE, 8, 1);
        let Some(segment) = self.state.segments.get(&bytes).cloned() else { return };
        let zeros = self.env.content(&self.state, bytes) == Range::point(0);
        let offsets = self.stride(&element.offset);
        let content = self.env.segment_cell(element.object, element.kind, element.bits, 1);
        let stride = u64::from(element.bits);
        if !zeros
            || segment.stride != 8
            || self.state.segments.contains_key(&content)
            || !offsets.modulus.is_multiple_of(stride)
        {
            return;
        }
        let remainder = i128::from(offsets.remainder).rem_euclid(stride.into()) as u64;
        let Some(high) = segment.high.clone().plus(8 - i128::from(stride)) else { return };
        let segment = Segment { high, stride, remainder, ..segment };
        let new = Some(Content::Numbers(Range::point(0)));
        self.keep_segments(vec![Left { content, segment, new }]);
    }

    /// The segments of an object behind a write of a value to it. Those that are not among them are lost.
    pub(super) fn left_segments(&mut self, targets: &Targets, value: &Evaluated) -> Vec<Left> {
        let Some(element) = targets.element.clone() else { return Vec::new() };
        if targets.any || targets.astray || !self.has_segments(element.object) {
            return Vec::new();
        }
        self.see_zeros(&element);
        // Bounds that the write itself may change are not followed through it.
        let inside = |cell: CellId| self.env.cells.get(cell).object == element.object;
        let known: Vec<(CellId, Segment)> = (self.state.segments.iter())
            .filter(|(content, _)| self.env.cells.get(**content).object == element.object)
            .filter(|(_, segment)| !segment.cells().any(inside))
            .map(|(content, segment)| (*content, segment.clone()))
            .collect();
        let followed = !element.offset.terms.iter().any(|(cell, _)| inside(*cell));
        let offsets = self.stride(&element.offset);
        let mut left = Vec::new();
        let mut extended = false;
        for (content, segment) in known {
            if let Some((one, more)) = self.left_segment(&element, offsets, content, segment, value)
            {
                extended |= more;
                left.push(one);
            }
        }
        if !extended && followed {
            self.add_new_segments(&element, offsets, value, &mut left);
        }
        left
    }

    /// What a write leaves of a segment, and whether the segment has one element more.
    fn left_segment(
        &mut self,
        element: &Element,
        offsets: Stride,
        content: CellId,
        segment: Segment,
        value: &Evaluated,
    ) -> Option<(Left, bool)> {
        let cell = self.env.cells.get(content);
        let to_end = element.offset.sub(&segment.high)?;
        let to_end = self.env.range_of(&self.state, &to_end);
        let to_start = segment.low.sub(&element.offset)?;
        let to_start = self.env.range_of(&self.state, &to_start);
        let unchanged = |segment: Segment| Some((Left { content, segment, new: None }, false));
        let alike = (cell.kind, cell.bits) == (element.kind, element.bits);
        if !alike || !segment.is_of(offsets) {
            let apart = to_end.low >= i128::from(cell.bits)
                || to_start.low >= i128::from(element.bits)
                || self.is_beside(&segment, cell.bits, offsets, element.bits);
            return apart.then_some(segment).and_then(unchanged);
        }
        let stride = i128::from(segment.stride);
        let (end, start) = (to_end.as_point() == Some(0), to_start.as_point() == Some(stride));
        if to_end.low >= 0 && !end || to_start.low > 0 && !start {
            return unchanged(segment);
        }
        let new = self.joined_content(content, &segment, element, value)?;
        let segment = match (end, start) {
            (true, _) => {
                let high = self.plain_offset(&element.offset).plus(stride)?;
                Segment { high, ..segment }
            }
            (_, true) => Segment { low: self.plain_offset(&element.offset), ..segment },
            _ => segment,
        };
        Some((Left { content, segment, new }, end || start))
    }

    /// Whether what is written is another member of the structs that a segment has members of.
    fn is_beside(&self, segment: &Segment, own: u32, offsets: Stride, bits: u32) -> bool {
        let stride = i128::from(segment.stride);
        if i128::from(offsets.modulus) % stride != 0 {
            return false;
        }
        let first = i128::from(offsets.remainder).rem_euclid(stride);
        let own_first = i128::from(segment.remainder);
        let (end, own_end) = (first + i128::from(bits), own_first + i128::from(own));
        end <= stride && own_end <= stride && (end <= own_first || own_end <= first)
    }

    /// The content of a segment together with a value; none if nothing is known of it. `None` inside says that it stays.
    fn joined_content(
        &mut self,
        content: CellId,
        segment: &Segment,
        element: &Element,
        value: &Evaluated,
    ) -> Option<Option<Content>> {
        match self.new_content(segment, element, value)? {
            Content::Numbers(range) => {
                let own = self.env.content(&self.state, content);
                let hull = own.join(range);
                let fits = segment.slope == 0 || width(hull) <= MOST_REST;
                fits.then(|| (hull != own).then_some(Content::Numbers(hull)))
            }
            Content::Floats(floats) => {
                let own = self.env.floats(&self.state, content);
                let hull = own.join(floats);
                (hull != Floats::ALL).then(|| (hull != own).then_some(Content::Floats(hull)))
            }
        }
    }

    /// What a value is as the content of a segment.
    fn new_content(
        &mut self,
        segment: &Segment,
        element: &Element,
        value: &Evaluated,
    ) -> Option<Content> {
        match (value, element.kind) {
            (Evaluated::Int(number), CellKind::Int(_)) if segment.slope == 0 => {
                Some(Content::Numbers(self.tightened(number.clone()).range))
            }
            (Evaluated::Int(number), CellKind::Int(_)) => {
                let way = segment.index(&element.offset)?.scale(segment.slope)?;
                let rest = match &number.lin {
                    Some(lin) => self.env.range_of(&self.state, &lin.sub(&way)?),
                    None => number.range.add(self.env.range_of(&self.state, &way).scale(-1)),
                };
                (width(rest) <= MOST_REST).then_some(Content::Numbers(rest))
            }
            (Evaluated::Float(floats), CellKind::Float(_)) if segment.slope == 0 => {
                (*floats != Floats::ALL).then_some(Content::Floats(*floats))
            }
            _ => None,
        }
    }

    /// Segments of one element, which was just written.
    fn add_new_segments(
        &mut self,
        element: &Element,
        offsets: Stride,
        value: &Evaluated,
        left: &mut Vec<Left>,
    ) {
        // Of a pointer whose offset is known, elements that lie side by side are expected.
        let stride = if offsets.modulus == 0 { element.bits.into() } else { offsets.modulus };
        if element.offset.terms.is_empty() || stride < u64::from(element.bits) {
            return;
        }
        let plain = self.plain_offset(&element.offset);
        let low = match self.env.range_of(&self.state, &plain).as_point() {
            Some(first) => Lin::constant(first),
            None => plain.clone(),
        };
        let Some(high) = plain.plus(stride.into()) else { return };
        let remainder = offsets.remainder.rem_euclid(stride as i64) as u64;
        let flat = Segment { low, high, stride, remainder, slope: 0 };
        let slope = self.slope(&flat, element, value);
        for (first, segment) in [
            (1, Some(flat.clone())),
            (SLOPED, slope.map(|slope| Segment { slope, ..flat.clone() })),
        ] {
            let Some(segment) = segment else { continue };
            let Some(new) = self.new_content(&segment, element, value) else { continue };
            if let (Content::Numbers(range), 0, CellKind::Int(ty)) =
                (new, segment.slope, element.kind)
                && range.includes(Range::of(ty))
            {
                continue;
            }
            let places = [first, first + 1].map(|number| {
                self.env.segment_cell(element.object, element.kind, element.bits, number)
            });
            // One that was about this element alone is no more; otherwise the later one makes room.
            left.retain(|old| {
                !places.contains(&old.content)
                    || old.segment.low != segment.low
                    || old.segment.high != segment.high
            });
            let free = places.iter().find(|place| left.iter().all(|old| old.content != **place));
            let content = *free.unwrap_or(&places[1]);
            left.retain(|old| old.content != content);
            left.push(Left { content, segment, new: Some(new) });
        }
    }

    /// How much an element grows with its index, as far as the value says so.
    fn slope(&self, segment: &Segment, element: &Element, value: &Evaluated) -> Option<i128> {
        let Evaluated::Int(Number { lin: Some(lin), .. }) = value else { return None };
        let index = segment.index(&element.offset)?;
        let (cell, factor) = index.terms.first()?;
        let (_, own) = lin.terms.iter().find(|(other, _)| other == cell)?;
        (own % factor == 0).then_some(own / factor)
    }

    /// An offset in which pointers whose own offset is a known number are that number. A lone pointer stays.
    fn plain_offset(&self, offset: &Lin) -> Lin {
        if offset.terms.len() < 2 {
            return offset.clone();
        }
        let mut plain = Lin::constant(offset.constant);
        for (cell, factor) in &offset.terms {
            let is_pointer = self.env.cells.get(*cell).kind == CellKind::Pointer;
            let value = self.env.bounds(&self.state, *cell).as_point().filter(|_| is_pointer);
            let term = value.map_or(Lin::cell(*cell), Lin::constant);
            match term.scale(*factor).and_then(|term| plain.add(&term)) {
                Some(sum) => plain = sum,
                None => return offset.clone(),
            }
        }
        plain
    }

    /// A value that all elements in so many bits of an object have, which were just written.
    pub(crate) fn set_segment(&mut self, first: &Element, length: &Lin, value: Common) {
        let offsets = self.stride(&first.offset);
        let stride = value.stride;
        let Some(high) = first.offset.add(length) else { return };
        let inside = |(cell, _): &(CellId, i128)| self.env.cells.get(*cell).object == first.object;
        let own = first.offset.terms.iter().chain(&high.terms).any(inside);
        if own || !self.has_segments(first.object) || !offsets.modulus.is_multiple_of(stride) {
            return;
        }
        let ahead = i128::from(offsets.remainder) + value.ahead;
        let remainder = ahead.rem_euclid(stride.into()) as u64;
        let segment = Segment { low: first.offset.clone(), high, stride, remainder, slope: 0 };
        let content = self.env.segment_cell(first.object, first.kind, first.bits, 1);
        self.keep_segments(vec![Left { content, segment, new: Some(value.content) }]);
    }

    /// What all elements in so many bits behind an address have in common, by segments.
    pub(crate) fn common_values(&self, from: &Address, bits: &Lin) -> Vec<(CellKind, u32, Common)> {
        let sure = Bases { null: false, ..from.bases.clone() };
        let (Some(object), Some(first)) = (sure.only(), from.offset.scale(8)) else {
            return Vec::new();
        };
        let Some(end) = first.add(bits).filter(|_| self.has_segments(object)) else {
            return Vec::new();
        };
        let holds =
            |lin: Option<Lin>| lin.is_some_and(|lin| self.env.is_at_least_zero(&self.state, &lin));
        let offsets = self.stride(&first);
        let mut found = Vec::new();
        for (content, segment) in self.state.segments.iter() {
            let cell = self.env.cells.get(*content);
            let inside = cell.object == object
                && segment.slope == 0
                && offsets.modulus.is_multiple_of(segment.stride)
                && holds(first.sub(&segment.low))
                && holds(segment.high.sub(&end));
            if inside {
                let ahead = i128::from(segment.remainder) - i128::from(offsets.remainder);
                let content = match cell.kind {
                    CellKind::Float(_) => Content::Floats(self.env.floats(&self.state, *content)),
                    _ => Content::Numbers(self.env.content(&self.state, *content)),
                };
                let common = Common { stride: segment.stride, ahead, content };
                found.push((cell.kind, cell.bits, common));
            }
        }
        found
    }

    /// The segments that a write leaves, once it is done.
    pub(super) fn keep_segments(&mut self, left: Vec<Left>) {
        for Left { content, segment, new } in left {
            match new {
                Some(Content::Numbers(range)) => {
                    self.env.assign_range(&mut self.state, content, range);
                }
                Some(Content::Floats(floats)) => {
                    self.env.set_floats(&mut self.state, content, floats);
                }
                None => {}
            }
            if self.env.says_something(&self.state, content) {
                Rc::make_mut(&mut self.state.segments).insert(content, segment);
            }
        }
    }
}

fn width(range: Range) -> i128 {
    range.high.saturating_sub(range.low)
}
