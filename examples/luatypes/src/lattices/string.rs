//! Strings: constant propagation, with the conversions from and to numbers that Lua does by itself.

use super::number::{Number, number};
use soundline_lattice::Choices;
use soundline_lattice::adapt::Draw;
use soundline_lattice::lattices::FlatElem::{self, Bot, Const, Top};
use std::borrow::Borrow;
use std::fmt;
use std::rc::Rc;

/// A string that is known: a constant, or the name of a field or variable.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Name(Rc<str>);

/// No string, one, or any.
pub type Text = FlatElem<Name>;

/// Longer constants are not kept.
const LONGEST: usize = 100;

impl From<&str> for Name {
    fn from(text: &str) -> Name {
        Name(text.into())
    }
}

impl Borrow<str> for Name {
    fn borrow(&self) -> &str {
        &self.0
    }
}

impl std::ops::Deref for Name {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&*self.0, f)
    }
}

/// Few names, so that those in values are often those of a table; some mean something to Lua.
impl Draw for Name {
    fn draw(choices: &mut Choices) -> Name {
        choices.pick(&["a", "b", "__index", "__newindex", "1", ""]).into()
    }
}

/// A string as a constant.
pub fn text(text: &str) -> Text {
    if text.len() > LONGEST { Top } else { Const(text.into()) }
}

/// Two strings put together.
pub fn concat(a: &Text, b: &Text) -> Text {
    match (a, b) {
        (Bot, _) | (_, Bot) => Bot,
        (Const(a), Const(b)) => text(&[&**a, &**b].concat()),
        _ => Top,
    }
}

/// How many bytes it has.
pub fn length(a: &Text) -> Number {
    match a {
        Bot => Bot,
        Const(a) => number(a.len() as f64),
        Top => Top,
    }
}

/// The number that Lua takes a string for in arithmetic; none if it takes it for no number.
pub fn to_number(a: &Text) -> Number {
    match a {
        Bot => Bot,
        Const(a) => parse(a),
        Top => Top,
    }
}

/// C's `strtod` reads more than decimals; what looks like that may be any number.
fn parse(text: &str) -> Number {
    let trimmed = text.trim_matches([' ', '\t', '\n', '\r', '\u{b}', '\u{c}']);
    if trimmed.contains(['x', 'X', 'n', 'N', 'i', 'I', 'p', 'P']) {
        return Top;
    }
    trimmed.parse().map_or(Bot, number)
}

/// The string that Lua makes of a number. Only whole numbers are printed as they are in source.
pub fn of_number(a: &Number) -> Text {
    match a {
        Bot => Bot,
        Const(value) => {
            let value = value.get();
            let plain = value.fract() == 0.0 && value.abs() < 1e14;
            let negative_zero = value == 0.0 && value.is_sign_negative();
            if plain && !negative_zero { text(&format!("{value}")) } else { Top }
        }
        Top => Top,
    }
}

/// Which answers a comparison of two strings may have: false, true.
pub fn compare(a: &Text, b: &Text, holds: impl Fn(&str, &str) -> bool) -> (bool, bool) {
    match (a, b) {
        (Bot, _) | (_, Bot) => (false, false),
        (Const(a), Const(b)) => {
            let answer = holds(a, b);
            (!answer, answer)
        }
        _ => (true, true),
    }
}
