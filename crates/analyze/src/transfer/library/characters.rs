//! `ctype.h`: classes of characters and their case, as far as the C locale decides.

use crate::eval::{Evaluated, Number, Step};
use crate::numeric::Range;
use soundline_c::{Class, Place, Value, characters};

impl Step<'_, '_> {
    /// The characters that a value may be, if all of them are some whose class is certain in every locale.
    fn character(&mut self, arguments: &[Value]) -> Option<(Number, Range)> {
        let number = self.integer(arguments.first()?);
        let number = self.tightened(number);
        let (low, high) = characters(true);
        let range = number.range;
        Range::new(low, high).includes(range).then_some((number, range))
    }

    /// Whether a character is in a class. What says yes is some positive number.
    pub(super) fn class(&mut self, class: Class, arguments: &[Value], result: Option<&Place>) {
        let int = i128::from(i32::MAX);
        let range = match self.character(arguments) {
            Some((_, range)) => {
                let mut inside = (range.low..=range.high).map(|one| class.contains(one));
                let first = inside.next();
                match inside.all(|one| Some(one) == first) {
                    true if first == Some(true) => Range::new(1, int),
                    true => Range::point(0),
                    false => Range::new(0, int),
                }
            }
            None => Range::new(-int - 1, int),
        };
        self.number_result(result, range);
    }

    /// A character in upper or lower case.
    pub(super) fn in_case(&mut self, upper: bool, arguments: &[Value], result: Option<&Place>) {
        let Some(place) = result else { return };
        let Some((number, range)) = self.character(arguments) else { return self.havoc(place) };
        let (class, way) = if upper { (Class::Lower, -32) } else { (Class::Upper, 32) };
        let changed = |one: i128| if class.contains(one) { one + way } else { one };
        let ranges = (range.low..=range.high).map(|one| Range::point(changed(one)));
        if (range.low..=range.high).all(|one| changed(one) == one) {
            let targets = self.written_to(place);
            return self.store(&targets, &Evaluated::Int(number));
        }
        let all = ranges.reduce(Range::join).unwrap_or(range);
        self.number_result(result, all);
    }
}
