//! Labels: where tables, functions and scopes come from.

use soundline_lattice::Choices;
use soundline_lattice::adapt::Draw;
use std::fmt;

/// The place in the program that makes a table, a function or a scope.
///
/// A site stands for the object that was made there last, of which there is one, so that a write to it replaces what
/// was there. All that were made there before are `Old` together (recency abstraction).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Label {
    /// The object that was made last at this site.
    Site(u32),
    /// All that were made there earlier.
    Old(u32),
    /// A function of the standard library, by its place in the table of them.
    Builtin(u16),
}

impl Label {
    /// The table of global names.
    pub const GLOBALS: Label = Label::Site(0);

    /// Does it stand for one object?
    pub fn is_one(self) -> bool {
        matches!(self, Label::Site(_))
    }
}

impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Label::Site(site) => write!(f, "ℓ{site}"),
            Label::Old(site) => write!(f, "ℓ{site}*"),
            Label::Builtin(place) => write!(f, "b{place}"),
        }
    }
}

/// Few labels, so that those in values are often those of a store.
impl Draw for Label {
    fn draw(choices: &mut Choices) -> Label {
        match choices.draw(5) {
            0..=2 => Label::Site(choices.draw(3) as u32),
            3 | 4 => Label::Old(1 + choices.draw(2) as u32),
            _ => Label::Builtin(choices.draw(1) as u16),
        }
    }
}
