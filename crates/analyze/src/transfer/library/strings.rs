//! Strings: functions that copy, compare and search them, as far as their bytes are known.

use super::LibraryCall;
use crate::eval::{Address, Evaluated, Number, Step};
use crate::memory::{Bases, Object};
use crate::numeric::{Lin, Range};
use crate::state::Owner;
use soundline_c::{IntType, Place, Rank, Storage, Type, TypeId, Value, ValueKind};

/// Bytes that are looked at one by one.
const MOST_BYTES: i128 = 64;

impl Step<'_, '_> {
    /// The value of a byte, as `unsigned char`.
    fn byte_at(&mut self, bases: &Bases, offset: i128, ty: TypeId, byte: IntType) -> Range {
        let any = Range::new(0, 255);
        if let Some(Object::Variable(id)) = bases.only()
            && let Storage::Literal(text) = &self.env.program.variable(id).storage
            && self.env.layout.size(Object::Variable(id)) == Some(text.len() as u64)
        {
            let unit = usize::try_from(offset).ok().and_then(|at| text.get(at));
            return unit.map_or(any, |unit| Range::point(i128::from(*unit & 0xff)));
        }
        let Some(bits) = offset.checked_mul(8) else { return any };
        let targets = self.resolve_at(bases, &Lin::constant(bits), ty);
        let range = self.load_number(&targets, byte).range;
        match () {
            () if range.low >= 0 => range,
            () if range.high < 0 => range.add(Range::point(256)),
            () => any,
        }
        .meet(any)
        .unwrap_or(any)
    }

    /// A type in which the bytes behind a pointer can be read: its own, or `char`.
    pub(super) fn byte_type(&self, pointer: &Value) -> Option<(TypeId, IntType)> {
        let types = &self.env.program.types;
        let mut value = pointer;
        loop {
            let own = types.pointee(value.ty);
            let byte = own.and_then(|ty| Some((ty, types.integer(ty)?)));
            if let Some(found) = byte.filter(|(_, int)| int.bits == 8) {
                return Some(found);
            }
            match &value.kind {
                ValueKind::Convert(inner) => value = inner,
                _ => break,
            }
        }
        let plain = IntType { rank: Rank::PlainChar, bits: 8, signed: true };
        types.find(&Type::Int(plain)).map(|ty| (ty, plain))
    }

    /// The bytes from a pointer on, up to a first zero if they are a string; none where they are not in one place.
    pub(super) fn bytes_from(
        &mut self,
        pointer: &Value,
        most: i128,
        string: bool,
    ) -> Option<Vec<Range>> {
        let (ty, byte) = self.byte_type(pointer)?;
        let address = self.address(pointer);
        let start = self.env.range_of(&self.state, &address.offset).as_point()?;
        let object = address.bases.only().filter(|object| self.is_single(*object))?;
        let bases = Bases::object(object);
        let mut bytes = Vec::new();
        while (bytes.len() as i128) < most.min(MOST_BYTES) {
            let offset = start.checked_add(bytes.len() as i128)?;
            let range = self.byte_at(&bases, offset, ty, byte);
            bytes.push(range);
            if string && range == Range::point(0) {
                break;
            }
        }
        Some(bytes)
    }

    /// How many bytes are before the first zero, as far as the bytes of a string are known.
    pub(crate) fn string_length(&mut self, string: &Value) -> Option<Range> {
        let bytes = self.bytes_from(string, MOST_BYTES, true)?;
        let zero = |range: &Range| range.contains(0);
        let shortest = bytes.iter().position(zero).unwrap_or(bytes.len()) as i128;
        let ended = bytes.last() == Some(&Range::point(0));
        let longest = if ended { bytes.len() as i128 - 1 } else { 1 << 62 };
        Some(Range::new(shortest, longest))
    }

    /// How many bytes are before the first zero of a string that was used up to there: it ended in its object.
    pub(super) fn ended_length(&mut self, string: &Value) -> Range {
        let known = self.string_length(string).unwrap_or(Range::new(0, 1 << 62));
        let address = self.address(string);
        let open = address.bases.is_open() || !self.env.assumes_access;
        let longest = if open { None } else { self.longest_in(&address) };
        longest.and_then(|longest| known.meet(Range::new(0, longest))).unwrap_or(known)
    }

    /// How long a string can be that begins at an address and ends in its object.
    fn longest_in(&self, address: &Address) -> Option<i128> {
        let sizes = address.bases.objects.iter().map(|object| match object {
            Object::Variable(_) | Object::Waiting(..) => {
                self.env.layout.size(*object).map(i128::from)
            }
            _ => None,
        });
        let start = self.env.range_of(&self.state, &address.offset).low;
        let room = sizes.into_iter().try_fold(0, |most, size| {
            Some(i128::max(most, size?.saturating_sub(1).saturating_sub(start)))
        });
        room.map(|room: i128| room.max(0))
    }

    /// How two arguments compare.
    pub(super) fn compare_bytes(
        &mut self,
        call: &LibraryCall<'_>,
        strings: bool,
        most: Option<usize>,
    ) {
        let known = self.comparison(call, strings, most);
        let int = i128::from(i32::MAX);
        self.number_result(call.result, known.unwrap_or(Range::new(-int - 1, int)));
    }

    fn comparison(
        &mut self,
        call: &LibraryCall<'_>,
        strings: bool,
        most: Option<usize>,
    ) -> Option<Range> {
        let limit = match most {
            Some(number) => {
                let length = self.integer(call.argument(number)?);
                Some(self.tightened(length).range.as_point()?)
            }
            None => None,
        };
        let (left, right) = (call.argument(0)?, call.argument(1)?);
        let wanted = limit.unwrap_or(MOST_BYTES);
        let a = self.bytes_from(left, wanted, strings)?;
        let b = self.bytes_from(right, wanted, strings)?;
        // C says nothing of a result but its sign.
        for (x, y) in a.iter().zip(&b) {
            match (x.as_point(), y.as_point()) {
                _ if x.high < y.low => return Some(Range::new(i32::MIN.into(), -1)),
                _ if y.high < x.low => return Some(Range::new(1, i32::MAX.into())),
                (Some(0), Some(0)) if strings => return Some(Range::point(0)),
                (Some(_), Some(_)) => {}
                _ => return None,
            }
        }
        let all = limit.is_some_and(|limit| a.len().min(b.len()) as i128 >= limit);
        all.then(|| Range::point(0))
    }

    /// A string goes somewhere, byte by byte where both places and its length are certain.
    pub(super) fn copy_string(
        &mut self,
        call: &LibraryCall<'_>,
        most: Option<usize>,
        append: bool,
    ) {
        if self.copy_known(call, most, append).is_none() {
            self.written(call);
        }
        if let Some(to) = call.argument(0) {
            let address = self.address(to);
            self.first_argument(&address, call.result);
        }
    }

    fn copy_known(
        &mut self,
        call: &LibraryCall<'_>,
        most: Option<usize>,
        append: bool,
    ) -> Option<()> {
        let (to, from) = (call.argument(0)?, call.argument(1)?);
        let most = match most {
            Some(number) => {
                let length = self.integer(call.argument(number)?);
                Some(self.tightened(length).range.as_point()?)
            }
            None => None,
        };
        let length = self.string_length(from)?;
        // The zero at the end comes along. `strncpy` fills up with more, `strncat` puts one where it stops.
        let bytes = match most {
            Some(most) if length.low >= most => most,
            _ => length.as_point()? + 1,
        };
        let zeros = match (most, append) {
            (Some(most), false) => most - bytes,
            (Some(most), true) if bytes == most && length.low >= most => 1,
            _ => 0,
        };
        let start = match append {
            true => self.string_length(to)?.as_point()?,
            false => 0,
        };
        let (mut target, source) = (self.address(to), self.address(from));
        target.offset = target.offset.plus(start)?;
        let (object, first, bits) =
            self.exact_bytes(&target, &Number::constant(bytes.checked_add(zeros)?))?;
        let source = self.exact_bytes(&source, &Number::constant(bytes))?;
        if self.is_read_only(object) {
            return None;
        }
        let copied = u64::try_from(bytes).ok()?.checked_mul(8)?;
        self.copy_region((source.0, source.1), (object, first), copied);
        self.fill_region(object, first + copied, bits - copied, 0, None);
        self.doubt_constants(object, first, bits);
        Some(())
    }

    /// A pointer into what another one points to, at or behind it, or null.
    pub(super) fn inside(&mut self, call: &LibraryCall<'_>) {
        let Some(place) = call.result else { return };
        let Some(pointer) = call.argument(0) else { return self.havoc(place) };
        let found = self.inside_of(pointer);
        let found = Address { bases: found.bases.or_null(), ..found };
        let targets = self.written_to(place);
        self.store(&targets, &Evaluated::Pointer(found));
    }

    /// A number is read from a string: where it ends is told.
    pub(super) fn parse(&mut self, call: &LibraryCall<'_>) {
        if let (Some(string), Some(end)) = (call.argument(0), call.argument(1)) {
            let (to, value) = (self.address(end), self.inside_of(string));
            let ty = self.env.program.types.pointee(end.ty);
            match ty.filter(|ty| self.env.program.types.pointee(*ty).is_some()) {
                Some(_) if to.bases == Bases::null() => {}
                Some(ty) => {
                    let bases = Bases { null: false, ..to.bases.clone() };
                    let offset = to.offset.scale(8).unwrap_or(Lin::constant(0));
                    let mut targets = self.resolve_at(&bases, &offset, ty);
                    // With null nothing is told, nor with a base that is none.
                    targets.strong &= !to.bases.null && self.is_base(call.argument(2));
                    let targets = self.but_constants(targets);
                    self.store(&targets, &Evaluated::Pointer(value));
                }
                None => self.written(call),
            }
        }
        self.unknown_result(call.result);
    }

    /// Whether a number is certainly the base of numerals, if there is one.
    fn is_base(&mut self, base: Option<&Value>) -> bool {
        let Some(base) = base else { return true };
        let number = self.integer(base);
        let range = self.tightened(number).range;
        range == Range::point(0) || Range::new(2, 36).includes(range)
    }

    /// A pointer into what another one points to, at or behind it.
    fn inside_of(&mut self, pointer: &Value) -> Address {
        let address = self.address(pointer);
        let longest = self.string_length(pointer).map_or(1 << 62, |length| length.high);
        // A search does not leave the object.
        let most = self.longest_in(&address).map_or(longest, |room| longest.min(room));
        let way = Lin::cell(self.scratch(Range::new(0, most)));
        let bases = Bases { null: false, ..address.bases };
        match address.offset.add(&way) {
            Some(offset) => Address { bases, offset },
            None => Address::any(),
        }
    }

    /// New memory with a copy of a string.
    pub(super) fn duplicate(&mut self, call: &LibraryCall<'_>, most: Option<usize>) {
        let Some(string) = call.argument(0) else { return self.unknown_result(call.result) };
        let whole = self.string_length(string).unwrap_or(Range::new(0, 1 << 62));
        let length = match most.map(|number| call.argument(number)) {
            Some(Some(value)) => {
                let number = self.integer(value);
                let most = self.tightened(number).range;
                Range::new(whole.low.min(most.low.max(0)), whole.high.min(most.high.max(0)))
            }
            Some(None) => Range::new(0, whole.high),
            None => whole,
        };
        let address = self.address(string);
        let size = Number::within(length.add(Range::point(1)));
        // The zero at the end comes along if that is where the copy ends.
        let ends = i128::from(length == whole);
        let bytes = length.as_point().map(|bytes| Number::constant(bytes + ends));
        let source = bytes.as_ref().and_then(|bytes| self.exact_bytes(&address, bytes));
        self.allocate(call.site, 1, Some(size.clone()), call.result, Owner::Program, None);
        self.mark_whole(Object::Heap(call.site), true);
        let object = Object::Heap(call.site);
        let Some((from, first, bits)) = source.filter(|(from, ..)| *from != object) else { return };
        if self.state.heap.get(&call.site).is_some_and(|block| block.followed) {
            self.copy_region((from, first), (object, 0), bits);
            self.fill_region(object, bits, 8 * (1 - ends as u64), 0, None);
        }
    }

    /// The first argument or null.
    pub(super) fn first_or_null(&mut self, argument: &Value, place: &Place) {
        let address = self.address(argument);
        let bases = address.bases.or_null();
        let targets = self.written_to(place);
        self.store(&targets, &Evaluated::Pointer(Address { bases, ..address }));
    }
}
