//! Random words that meet the corners of machine arithmetic.

use super::Width;
use crate::Choices;

/// Any word of the width; 0 is the simplest. Numbers of all magnitudes, amounts by which the word
/// can be shifted, small negative numbers, the signed extremes and random bits are all likely.
pub fn any_word(width: Width, choices: &mut Choices) -> u64 {
    match choices.draw(4) {
        0 => choices.magnitude(width.mask()),
        1 => choices.draw(u64::from(width.bits()) - 1),
        2 => width.mask() - choices.magnitude(width.mask()),
        3 => width.sign_bit() ^ choices.magnitude(width.mask()),
        _ => choices.draw(width.mask()),
    }
}

/// Which kind of element to generate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// No word at all.
    Bottom,
    /// One word.
    Constant,
    /// Several words.
    Several,
    /// All words.
    Top,
}

impl Shape {
    /// Any shape. Bottom and top are likely enough to be met, and rare enough to leave most
    /// cases with something to check.
    pub(super) fn any(choices: &mut Choices) -> Shape {
        let kind = choices.draw_as(3, |random| match random.up_to(15) {
            0 => 0,
            1..=4 => 1,
            5 => 3,
            _ => 2,
        });
        [Shape::Bottom, Shape::Constant, Shape::Several, Shape::Top][kind as usize]
    }
}
