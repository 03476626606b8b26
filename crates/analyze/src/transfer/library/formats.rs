//! Text that is made by a format: how long it is, and what is known of its bytes.
//!
//! The results of `sprintf` and its like are numbers of bytes, or negative where something fails: in glibc with wide characters
//! that cannot be encoded, with results beyond `INT_MAX`, and where there is no memory for a very long field.

use super::LibraryCall;
use crate::eval::{Address, Evaluated, Number, Step};
use crate::memory::{Bases, Object};
use crate::numeric::{Lin, Range};
use crate::state::Owner;
use soundline_c::{Conversion, Printed, Value};

/// Fields up to this width are made without memory that might be missing.
const SURE_WIDTH: u64 = 400;

/// Digits, letters, signs and blanks, whatever the language is.
const PLAIN: Range = Range { low: 32, high: 122 };

/// What a format comes to.
struct Text {
    /// How many bytes, the zero at the end left out.
    length: Range,
    /// All of them, if their number is certain.
    bytes: Option<Vec<Range>>,
}

impl Step<'_, '_> {
    /// Text goes to where the first argument points.
    pub(super) fn print(&mut self, call: &LibraryCall<'_>, most: Option<usize>) {
        let most = match most {
            Some(number) => call.argument(number).map(|value| self.integer(value)),
            None => Some(Number::constant(i32::MAX.into())),
        };
        let most = most.map(|most| self.tightened(most).range);
        let text = self.text(call);
        // Some libraries refuse rooms of more than `INT_MAX` bytes.
        let sure = most.is_some_and(|most| most.high <= i128::from(i32::MAX));
        let length = text.as_ref().filter(|_| sure).map(|text| text.length);
        let bytes = text.and_then(|text| text.bytes);
        let written = most.zip(bytes).and_then(|(most, bytes)| self.print_known(call, most, bytes));
        if written.is_none() {
            self.written(call);
        }
        self.number_result(
            call.result,
            length.unwrap_or(Range::new(i32::MIN.into(), i32::MAX.into())),
        );
    }

    /// The bytes are written one by one, with a zero behind them.
    fn print_known(
        &mut self,
        call: &LibraryCall<'_>,
        most: Range,
        mut bytes: Vec<Range>,
    ) -> Option<()> {
        let room = match most.as_point() {
            Some(0) => return Some(()),
            Some(room) => room,
            None if most.low > bytes.len() as i128 => most.low,
            None => return None,
        };
        bytes.truncate(usize::try_from(room - 1).ok()?);
        bytes.push(Range::point(0));
        let to = call.argument(0)?;
        let (ty, byte) = self.byte_type(to)?;
        let address = self.address(to);
        let count = Number::constant(bytes.len() as i128);
        let (object, first, bits) = self.exact_bytes(&address, &count)?;
        if self.is_read_only(object) {
            return None;
        }
        let gone = self.env.cells.in_region(object, first, bits);
        self.env.forget(&mut self.state, &gone);
        self.mark_region(object, first, bits);
        for (at, range) in bytes.into_iter().enumerate() {
            let range = match () {
                () if range.high <= byte.max() => range,
                () if range.low > byte.max() => range.sub(Range::point(256)),
                () => continue,
            };
            let offset = Lin::constant(i128::from(first) + 8 * at as i128);
            let targets = self.resolve_at(&Bases::object(object), &offset, ty);
            self.store(&targets, &Evaluated::Int(Number::within(range)));
        }
        self.doubt_constants(object, first, bits);
        Some(())
    }

    /// Text goes to new memory.
    pub(super) fn print_new(&mut self, call: &LibraryCall<'_>) {
        let text = self.text(call);
        let most = i128::from(i32::MAX);
        let length = text.map_or(Range::new(0, most), |text| text.length);
        let place = call.argument(0).and_then(|to| self.pointer_behind(to));
        self.written(call);
        let Some((targets, old)) = place else {
            return self.number_result(call.result, Range::new(i32::MIN.into(), most));
        };
        // Where it fails the result is less than the length would be.
        let (whole, less) = (self.scratch(length), self.scratch(Range::new(0, most + 1)));
        let size = Number { lin: Lin::cell(whole).plus(1), range: length.add(Range::point(1)) };
        self.allocate(call.site, 1, Some(size), None, Owner::Program, None);
        let mut bases = old.bases.join(&Bases::object(Object::Heap(call.site)));
        // The pointer then may be null, what it was before, or anything else that nobody may use.
        (bases.null, bases.dangling, bases.allocated) = (true, true, false);
        let targets = self.but_constants(targets);
        let start = self.env.range_of(&self.state, &old.offset) == Range::point(0);
        let address = match start || old.bases.objects.is_empty() {
            true => Address { bases, offset: Lin::constant(0) },
            false => Address::any(),
        };
        self.store(&targets, &Evaluated::Pointer(address));
        let lin = Lin::cell(whole).sub(&Lin::cell(less));
        self.lin_result(call.result, Number { lin, range: Range::new(-1, length.high) });
    }

    /// What a format comes to; none if that is not known, or if it may fail.
    fn text(&mut self, call: &LibraryCall<'_>) -> Option<Text> {
        let pieces = call.model.printed(call.arguments, &self.env.program.variables)?;
        let mut text = Text { length: Range::point(0), bytes: Some(Vec::new()) };
        for piece in pieces {
            let part = match piece {
                Printed::Byte(byte) => Text::exactly(vec![Range::point(byte.into())]),
                Printed::Converted(conversion, argument) => {
                    self.converted(&conversion, argument.as_ref())?
                }
            };
            text.length = text.length.add(part.length);
            text.bytes = text.bytes.zip(part.bytes).map(|(mut all, more)| {
                all.extend(more);
                all
            });
        }
        text.bytes = text.bytes.filter(|bytes| bytes.len() <= MOST_WRITTEN);
        Some(text).filter(|text| text.length.high <= i128::from(i32::MAX))
    }

    fn converted(&mut self, one: &Conversion, argument: Option<&Value>) -> Option<Text> {
        let long = |number: Option<u64>| number.is_some_and(|number| number > SURE_WIDTH);
        if long(one.width) || long(one.precision) || one.flags.contains(['\'', 'I']) {
            return None;
        }
        let width = i128::from(one.width.unwrap_or(0));
        let plain = one.flags.is_empty() && width == 0;
        match one.letter {
            's' if one.size.is_empty() => {
                let most = one.precision.map(i128::from);
                let known = argument.and_then(|string| self.string(string, most));
                let known = known.unwrap_or(Text { length: Range::new(0, 1 << 62), bytes: None });
                let cut = |length: i128| most.map_or(length, |most| length.min(most)).max(width);
                let length = Range::new(cut(known.length.low), cut(known.length.high));
                Some(Text { length, bytes: known.bytes.filter(|_| plain) })
            }
            'c' if one.size.is_empty() => {
                let number = argument.map(|value| self.integer(value));
                let byte = number.map(|number| self.tightened(number).range);
                let byte = byte.filter(|byte| Range::new(0, 255).includes(*byte));
                let byte = byte.unwrap_or(Range::new(0, 255));
                match plain {
                    true => Some(Text::exactly(vec![byte])),
                    false => Some(Text::within(Range::point(width.max(1)), Range::new(0, 255))),
                }
            }
            'd' | 'i' | 'u' | 'x' | 'X' | 'o' => {
                let value = argument.and_then(|value| self.printed_number(one, value));
                match value.and_then(Range::as_point) {
                    Some(value)
                        if plain && one.precision.is_none() && "diu".contains(one.letter) =>
                    {
                        let digits = value.to_string().into_bytes().into_iter();
                        Some(Text::exactly(digits.map(|byte| Range::point(byte.into())).collect()))
                    }
                    _ => {
                        let own = value.and_then(|value| digits(one, value));
                        Some(Text::within(own.or_else(|| bounds(one))?, PLAIN))
                    }
                }
            }
            'p' | 'f' | 'F' | 'e' | 'E' | 'g' | 'G' => {
                Some(Text { length: bounds(one)?, bytes: None })
            }
            // Wide characters may have no encoding.
            _ => None,
        }
    }

    /// The number that an argument is printed as, if its type is the one that the conversion is for.
    fn printed_number(&mut self, one: &Conversion, value: &Value) -> Option<Range> {
        let ty = self.int_type(value.ty)?;
        let bits = match one.size.as_str() {
            "" => 32,
            "l" | "ll" | "j" | "z" | "t" => 64,
            _ => return None,
        };
        let number = self.integer(value);
        let range = self.tightened(number).range;
        let signed = "di".contains(one.letter);
        let same = ty.signed == signed || (range.low >= 0 && range.high < 1 << (bits - 1));
        (ty.bits == bits && same).then_some(range)
    }

    /// The string that an argument is, up to so many bytes.
    fn string(&mut self, string: &Value, most: Option<i128>) -> Option<Text> {
        let length = match most {
            // It need not end.
            Some(_) => self.string_length(string)?,
            None => self.ended_length(string),
        };
        let taken = match (length.as_point(), most) {
            (Some(length), most) => Some(most.map_or(length, |most| length.min(most))),
            (None, Some(most)) => Some(most).filter(|most| length.low >= *most),
            _ => None,
        };
        let bytes = taken.and_then(|taken| {
            let mut bytes = self.bytes_from(string, taken.max(1), true)?;
            bytes.truncate(usize::try_from(taken).ok()?);
            Some(bytes).filter(|bytes| bytes.len() as i128 == taken)
        });
        Some(Text { length, bytes })
    }
}

/// Texts of which more bytes are written are not followed byte by byte.
const MOST_WRITTEN: usize = 64;

impl Text {
    fn exactly(bytes: Vec<Range>) -> Text {
        Text { length: Range::point(bytes.len() as i128), bytes: Some(bytes) }
    }

    /// So many bytes that are all alike.
    fn within(length: Range, byte: Range) -> Text {
        let count = length.as_point().and_then(|length| usize::try_from(length).ok());
        Text { length, bytes: count.map(|count| vec![byte; count]) }
    }
}

/// How many bytes a conversion of a number makes.
fn bounds(one: &Conversion) -> Option<Range> {
    let (least, most) = one.printed();
    Some(Range::new(least.into(), most?.into()))
}

/// How many bytes a conversion makes of integers of a range.
fn digits(one: &Conversion, value: Range) -> Option<Range> {
    let base: u32 = match one.letter {
        _ if one.flags.contains('#') => return None,
        'x' | 'X' => 16,
        'o' => 8,
        _ => 10,
    };
    let (width, precision) = (one.width.unwrap_or(0), one.precision.unwrap_or(1));
    let signed = "di".contains(one.letter);
    let plus = signed && one.flags.contains(['+', ' ']);
    let size = |value: i128| -> i128 {
        let digits = value.unsigned_abs().checked_ilog(u128::from(base)).map_or(0, |log| log + 1);
        let sign = i128::from(value < 0 || plus);
        (i128::from(digits).max(precision.into()) + sign).max(width.into())
    };
    let ends = [Some(value.low), Some(value.high)];
    // Between numbers of both signs are the shortest ones.
    let inner = [0, -1].map(|inner| Some(inner).filter(|inner| value.contains(*inner)));
    let sizes = ends.into_iter().chain(inner).flatten().map(size);
    sizes.fold(None, |all: Option<Range>, one| {
        Some(all.map_or(Range::point(one), |all| all.join(Range::point(one))))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(letter: char, width: Option<u64>, value: (i128, i128), expected: (i128, i128)) {
        let one = Conversion { letter, width, ..Conversion::default() };
        let found = digits(&one, Range::new(value.0, value.1));
        assert_eq!(found, Some(Range::new(expected.0, expected.1)), "{letter} {value:?}");
    }

    #[test]
    fn digits_of_ranges() {
        check('d', None, (0, 9), (1, 1));
        check('d', None, (-5, 100), (1, 3));
        check('d', None, (-1000, -10), (3, 5));
        check('u', None, (10, 4_294_967_295), (2, 10));
        check('x', None, (0, 255), (1, 2));
        check('x', Some(2), (0, 255), (2, 2));
        check('o', None, (8, 63), (2, 2));
    }
}
