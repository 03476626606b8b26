//! Numbers: constant propagation over Lua's one type of numbers.

use soundline_lattice::Choices;
use soundline_lattice::adapt::Draw;
use soundline_lattice::lattices::FlatElem::{self, Bot, Const, Top};
use std::fmt;

/// A number that is known. It is compared by its bits, so that 0 and -0 differ; it is never NaN.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Num(u64);

/// No number, one, or any.
pub type Number = FlatElem<Num>;

impl Num {
    /// The number.
    pub fn get(self) -> f64 {
        f64::from_bits(self.0)
    }
}

impl fmt::Debug for Num {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.get())
    }
}

impl Draw for Num {
    fn draw(choices: &mut Choices) -> Num {
        let some = [0.0, 1.0, 2.0, -1.0, 0.5, 1e300, -0.0, f64::INFINITY];
        Num(choices.pick(&some).to_bits())
    }
}

/// A number as a constant. NaN is any number, since it is no constant: it does not equal itself.
pub fn number(value: f64) -> Number {
    if value.is_nan() { Top } else { Const(Num(value.to_bits())) }
}

/// The arithmetic operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arith {
    /// `+`
    Add,
    /// `-`
    Sub,
    /// `*`
    Mul,
    /// `/`
    Div,
    /// `%`
    Mod,
    /// `^`
    Pow,
}

impl Arith {
    /// All of them.
    pub const ALL: [Arith; 6] =
        [Arith::Add, Arith::Sub, Arith::Mul, Arith::Div, Arith::Mod, Arith::Pow];

    /// What Lua computes.
    pub fn apply(self, a: f64, b: f64) -> f64 {
        match self {
            Arith::Add => a + b,
            Arith::Sub => a - b,
            Arith::Mul => a * b,
            Arith::Div => a / b,
            Arith::Mod => a - (a / b).floor() * b,
            Arith::Pow => a.powf(b),
        }
    }

    /// The name of its metamethod.
    pub fn event(self) -> &'static str {
        match self {
            Arith::Add => "__add",
            Arith::Sub => "__sub",
            Arith::Mul => "__mul",
            Arith::Div => "__div",
            Arith::Mod => "__mod",
            Arith::Pow => "__pow",
        }
    }
}

/// An operator on numbers that may be unknown.
pub fn arith(op: Arith, a: &Number, b: &Number) -> Number {
    match (a, b) {
        (Bot, _) | (_, Bot) => Bot,
        (Const(a), Const(b)) => number(op.apply(a.get(), b.get())),
        _ => Top,
    }
}

/// The opposite number.
pub fn negate(a: &Number) -> Number {
    match a {
        Const(a) => number(-a.get()),
        other => other.clone(),
    }
}

/// Which answers a comparison of two numbers may have: false, true.
pub fn compare(a: &Number, b: &Number, holds: impl Fn(f64, f64) -> bool) -> (bool, bool) {
    match (a, b) {
        (Bot, _) | (_, Bot) => (false, false),
        (Const(a), Const(b)) => {
            let answer = holds(a.get(), b.get());
            (!answer, answer)
        }
        _ => (true, true),
    }
}
