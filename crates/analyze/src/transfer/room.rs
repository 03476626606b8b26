//! Whether what a pointer leads to is there: room for an access, a block that can be freed, a function that can be called.

use super::checks::{Outcome, all_of, inside};
use super::constants::{Constancy, Written};
use crate::Grant;
use crate::eval::{Evaluated, Number, Step};
use crate::memory::{Bases, Object};
use crate::numeric::{Lin, Range};
use crate::state::{Block, Freed, Owner};
use soundline_c::{Extent, Type, TypeId, Types, Value};

impl Step<'_, '_> {
    /// Whether a pointer points to the bytes that a library function uses.
    pub(crate) fn region(&mut self, pointer: &Value, extent: &Extent, write: bool) -> Outcome {
        let size = self.extent(extent);
        if size.range.high <= 0 {
            return Outcome::Holds;
        }
        let may_be_none = matches!(extent, Extent::UpTo(_)) || size.range.low <= 0;
        let written = Written::Bytes(size.range.high);
        let outcome = match self.accessible_as(pointer, Some(size), write, written) {
            Outcome::Fails if may_be_none => Outcome::MayFail,
            outcome => outcome,
        };
        // Whether a string has an end is seldom known, and to read on changes nothing.
        let reads_string =
            !write && matches!(extent, Extent::Text { strings, .. } if !strings.is_empty());
        if outcome == Outcome::MayFail && reads_string {
            let one = Number::constant(1);
            if self.accessible(pointer, Some(one), write) == Outcome::Holds {
                return Outcome::HoldsIf(Grant::Strings);
            }
        }
        outcome
    }

    /// How many bytes a library function uses.
    pub(crate) fn extent(&mut self, extent: &Extent) -> Number {
        match extent {
            Extent::Bytes(length) | Extent::UpTo(length) => {
                let number = self.integer(length);
                self.tightened(number)
            }
            Extent::StringUpTo(string, most) => {
                let number = self.integer(most);
                let most = self.tightened(number).range;
                let whole = self
                    .string_length(string)
                    .map_or(Range::new(1, 1 << 62), |length| length.add(Range::point(1)));
                Number::within(Range::new(most.low.min(whole.low), most.high.min(whole.high)))
            }
            Extent::Product(one, other) => {
                let (one, other) = (self.integer(one), self.integer(other));
                let (one, other) = (self.tightened(one), self.tightened(other));
                Number::within(one.range.mul(other.range))
            }
            Extent::Text { strings, least, most, up_to } => {
                let endless = 1 << 62;
                let most = most.map_or(endless, i128::from);
                let mut range = Range::new(i128::from(*least), most.max(i128::from(*least)));
                for string in strings {
                    let length = self.string_length(string).unwrap_or(Range::new(0, endless));
                    range = range.add(length);
                }
                if let Some(up_to) = up_to {
                    let number = self.integer(up_to);
                    let high = self.tightened(number).range.high.max(0);
                    range = range.add(Range::new(0, high));
                }
                Number::within(range)
            }
        }
    }

    /// Whether a pointer points to so many bytes of an object that exists, and that can be written if they are.
    pub(super) fn accessible(
        &mut self,
        pointer: &Value,
        size: Option<Number>,
        write: bool,
    ) -> Outcome {
        let pointee = self.env.program.types.pointee(pointer.ty);
        let written = pointee.map_or(Written::Bytes(i128::MAX), Written::As);
        self.accessible_as(pointer, size, write, written)
    }

    /// The same, where it is said what is written.
    fn accessible_as(
        &mut self,
        pointer: &Value,
        size: Option<Number>,
        write: bool,
        written: Written,
    ) -> Outcome {
        let address = match self.eval(pointer) {
            Evaluated::Pointer(address) => address,
            _ => return Outcome::MayFail,
        };
        let bases = &address.bases;
        let pointee = self.env.program.types.pointee(pointer.ty);
        if let Some(ty) = pointee
            && matches!(self.env.program.types.get(ty), Type::Function { .. })
        {
            return self.callable(bases, ty);
        }
        let Some(size) = size.filter(|_| !bases.any) else { return Outcome::MayFail };
        let mut outcomes = Vec::new();
        if bases.null || bases.dangling || !bases.functions.is_empty() {
            outcomes.push(Outcome::Fails);
        }
        for object in &bases.objects {
            let constancy = match write {
                true => self.constancy_at(*object, &address.offset, written),
                false => Constancy::None,
            };
            outcomes.push(match constancy {
                Constancy::ReadOnly => Outcome::Fails,
                Constancy::Declared => Outcome::MayFail,
                Constancy::None => self.room_in(*object, &address.offset, &size),
            });
        }
        all_of(&outcomes)
    }

    /// Whether a pointer is to a function that can be called through a pointer of its type.
    fn callable(&self, bases: &Bases, ty: TypeId) -> Outcome {
        if bases.any {
            return Outcome::MayFail;
        }
        let mut outcomes = Vec::new();
        if bases.null || bases.dangling || !bases.objects.is_empty() {
            outcomes.push(Outcome::Fails);
        }
        for id in &bases.functions {
            let fits =
                may_be_called_as(&self.env.program.types, self.env.program.function(*id).ty, ty);
            outcomes.push(if fits { Outcome::Holds } else { Outcome::Fails });
        }
        all_of(&outcomes)
    }

    /// Whether a pointer is null or to the start of memory that was allocated and not freed.
    pub(super) fn can_be_freed(&mut self, pointer: &Value) -> Outcome {
        let address = self.address(pointer);
        let bases = &address.bases;
        if bases.any {
            return Outcome::MayFail;
        }
        let mut outcomes = Vec::new();
        if bases.null {
            outcomes.push(Outcome::Holds);
        }
        if bases.dangling || !bases.functions.is_empty() {
            outcomes.push(Outcome::Fails);
        }
        let start = self.offset_range(&address.offset);
        for object in &bases.objects {
            let block = match object {
                Object::Heap(site) => self.state.heap.get(site).copied(),
                _ => None,
            };
            outcomes.push(match (object, block) {
                (Object::Variable(_) | Object::Waiting(..), _) => Outcome::Fails,
                (
                    _,
                    Some(
                        Block { owner: Owner::Call(_) | Owner::System, .. }
                        | Block { freed: Freed::Yes, .. },
                    ),
                ) => Outcome::Fails,
                (_, Some(Block { freed: Freed::No, .. })) if !self.may_be_freed_meanwhile() => {
                    inside(start, Range::point(0))
                }
                _ => Outcome::MayFail,
            });
        }
        all_of(&outcomes)
    }

    /// Another thread may free memory at any time.
    fn may_be_freed_meanwhile(&self) -> bool {
        self.env.concurrent && self.env.program.effects.may_free()
    }

    /// Whether so many bytes at two addresses do not overlap.
    pub(super) fn are_apart(&mut self, to: &Value, from: &Value, length: &Value) -> Outcome {
        let (a, b) = (self.address(to), self.address(from));
        let number = self.integer(length);
        let length = self.tightened(number);
        if length.range.high <= 0 {
            return Outcome::Holds;
        }
        if a.bases.is_open() || b.bases.is_open() {
            return Outcome::MayFail;
        }
        let shared: Vec<&Object> = a.bases.objects.intersection(&b.bases.objects).collect();
        if shared.is_empty() {
            return Outcome::Holds;
        }
        let Some(way) = a.offset.sub(&b.offset) else { return Outcome::MayFail };
        let distance = self.offset_range(&way);
        let beyond = |step: &Self, way: &Lin| {
            let room = length.lin.as_ref().and_then(|length| way.sub(length));
            room.is_some_and(|room| step.offset_range(&room).low >= 0)
        };
        let back = way.scale(-1);
        let apart = distance.low >= length.range.high
            || distance.high <= -length.range.high
            || beyond(self, &way)
            || back.is_some_and(|back| beyond(self, &back));
        let sure =
            a.bases.only().is_some_and(|own| b.bases.only() == Some(own) && self.is_single(own));
        // To copy something to itself does no harm.
        let near = Range::new(1 - length.range.low, length.range.low - 1).includes(distance);
        match () {
            () if apart => Outcome::Holds,
            () if sure && near && !distance.contains(0) => Outcome::Fails,
            () => Outcome::MayFail,
        }
    }

    /// Whether all memory that the program allocated is freed.
    pub(super) fn all_freed(&mut self) -> Outcome {
        let left = |block: &Block| block.freed != Freed::Yes && block.owner == Owner::Program;
        if !self.state.heap.values().any(left) {
            return Outcome::Holds;
        }
        // Memory that a pointer is certainly to is certainly there.
        let held = self.state.pointers.values().filter_map(|pointer| pointer.bases.only());
        let kept = held.into_iter().any(|object| match object {
            Object::Heap(site) => self
                .state
                .heap
                .get(&site)
                .is_some_and(|block| left(block) && block.freed == Freed::No && !block.many),
            _ => false,
        });
        if kept { Outcome::Fails } else { Outcome::MayFail }
    }

    /// The memories in which a pointer is to so many bytes of one of the variables that it may point to: its distance from their
    /// start is known then. Nothing follows if it may point to something else that is valid, and nothing is made of it where a
    /// widening, or the lack of any bound, has led far away: to cut that back would only keep loops from coming to rest.
    pub(super) fn within_objects(mut self, pointer: &Value, bytes: i128) -> Option<Self> {
        let Evaluated::Pointer(address) = self.eval(pointer) else { return Some(self) };
        let Bases { any, objects, .. } = &address.bases;
        let size = |object: &Object| match object {
            Object::Variable(_) | Object::Waiting(..) => self.env.layout.size(*object),
            _ => None,
        };
        let sizes: Option<Vec<u64>> = objects.iter().map(size).collect();
        let Some(largest) = sizes.and_then(|sizes| sizes.into_iter().max()).filter(|_| !any) else {
            return Some(self);
        };
        let largest = i128::from(largest);
        let near = Range::new(-largest, largest.saturating_mul(2));
        if !near.includes(self.offset_range(&address.offset)) {
            return Some(self);
        }
        let offset = Number { lin: Some(address.offset), range: Range::ALL };
        self.between(&offset, 0, largest - bytes)
    }

    pub(super) fn room_in(&mut self, object: Object, offset: &Lin, size: &Number) -> Outcome {
        let mut unit = 1;
        let length = match object {
            Object::Variable(_) | Object::Waiting(..) => match self.env.layout.size(object) {
                Some(length) => Lin::constant(length.into()),
                None => return Outcome::MayFail,
            },
            Object::Heap(site) => {
                let Some(block) = self.state.heap.get(&site).copied() else {
                    return Outcome::MayFail;
                };
                match block.freed {
                    Freed::No if self.may_be_freed_meanwhile() => return Outcome::MayFail,
                    Freed::No => unit = i128::from(block.unit),
                    Freed::Yes => return Outcome::Fails,
                    Freed::Maybe => return Outcome::MayFail,
                }
                let cell = self.env.cells.size(site);
                if !self.env.is_known(&self.state, cell) {
                    return Outcome::MayFail;
                }
                match Lin::cell(cell).scale(unit) {
                    Some(length) => length,
                    None => return Outcome::MayFail,
                }
            }
            _ => return Outcome::MayFail,
        };
        let Some(left) = length.sub(offset) else { return Outcome::MayFail };
        let exact = size.lin.as_ref().and_then(|size| left.sub(size));
        let room = match exact {
            Some(room) => self.offset_range(&room),
            None => self.offset_range(&left).sub(size.range),
        };
        let start = self.offset_range(offset);
        match () {
            () if start.low >= 0 && room.low >= 0 => Outcome::Holds,
            // Sizes are rounded down to whole units.
            () if start.high < 0 || room.high < 1 - unit => Outcome::Fails,
            () => Outcome::MayFail,
        }
    }
}

/// Whether a call through a pointer to one type of function works with a function of another: as many arguments,
/// each passed in the same way. That pointers are to other types makes no difference to machines.
pub(super) fn may_be_called_as(types: &Types, own: TypeId, called: TypeId) -> bool {
    let parts = |ty: TypeId| match types.get(ty) {
        Type::Function { result, parameters, variadic } => Some((*result, parameters, *variadic)),
        _ => None,
    };
    let (Some(own), Some(called)) = (parts(own), parts(called)) else { return true };
    let alike = |a: TypeId, b: TypeId| {
        let same_size = types.size(a) == types.size(b);
        match (types.get(a), types.get(b)) {
            _ if a == b => true,
            (Type::Pointer(_), Type::Pointer(_)) => true,
            // A result that is not looked at may be there.
            _ => same_size && types.integer(a).is_some() && types.integer(b).is_some(),
        }
    };
    // Without a prototype nothing is said about the parameters.
    let open = |parts: &(TypeId, &Vec<TypeId>, bool)| parts.1.is_empty() && parts.2;
    let results = alike(own.0, called.0) || matches!(types.get(called.0), Type::Void);
    let parameters = own.2 == called.2
        && own.1.len() == called.1.len()
        && own.1.iter().zip(called.1).all(|(a, b)| alike(*a, *b));
    results && (open(&own) || open(&called) || parameters)
}
