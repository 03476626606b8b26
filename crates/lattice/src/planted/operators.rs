//! Operators that lack one property each, and the two-point lattice of the paper's first example.

use super::Planted;
use super::masks::{HEALTHY, Masks};
use crate::{Answer, Choices, Generate, Lattice, signature};

/// The two-point lattice of the introduction of the LCheck paper.
#[derive(Clone, Copy, Debug)]
struct TwoPoint;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Point {
    Bot,
    Top,
}

impl Lattice for TwoPoint {
    type Elem = Point;

    fn bottom(&self) -> Point {
        Point::Bot
    }

    fn top(&self) -> Option<Point> {
        Some(Point::Top)
    }

    fn leq(&self, a: &Point, b: &Point) -> Answer {
        (*a == Point::Bot || *b == Point::Top).into()
    }

    fn equal(&self, a: &Point, b: &Point) -> Answer {
        (a == b).into()
    }

    fn join(&self, a: &Point, b: &Point) -> Point {
        if *a == Point::Bot { *b } else { Point::Top }
    }

    fn meet(&self, a: &Point, b: &Point) -> Point {
        if *a == Point::Bot { Point::Bot } else { *b }
    }
}

impl Generate for TwoPoint {
    fn arbitrary(&self, choices: &mut Choices) -> Point {
        choices.pick(&[Point::Bot, Point::Top])
    }

    fn elements(&self) -> Option<Vec<Point>> {
        Some(vec![Point::Bot, Point::Top])
    }
}

/// Sets that may be written down twice: the upper half of the byte counts for nothing.
#[derive(Clone, Copy, Debug)]
struct Marked;

impl Lattice for Marked {
    type Elem = u8;

    fn bottom(&self) -> u8 {
        0
    }

    fn leq(&self, a: &u8, b: &u8) -> Answer {
        HEALTHY.leq(&(a & 7), &(b & 7))
    }

    fn equal(&self, a: &u8, b: &u8) -> Answer {
        (a & 7 == b & 7).into()
    }

    fn join(&self, a: &u8, b: &u8) -> u8 {
        a | b
    }

    fn meet(&self, a: &u8, b: &u8) -> u8 {
        a & b
    }

    fn show(&self, a: &u8) -> String {
        let mark = if a & 8 == 0 { "" } else { " (marked)" };
        format!("{}{mark}", HEALTHY.show(&(a & 7)))
    }
}

impl Generate for Marked {
    fn arbitrary(&self, choices: &mut Choices) -> u8 {
        choices.draw(15) as u8
    }

    fn equal_to(&self, a: &u8, choices: &mut Choices) -> u8 {
        a ^ (u8::from(choices.flip()) << 3)
    }
}

const SETS: Masks = HEALTHY;

pub(super) fn planted() -> Vec<Planted> {
    vec![
        Planted {
            law: "flip monotone in argument 1",
            bug: "flip exchanges top and bottom",
            called: None,
            suite: || {
                signature!("flip" = |x| if *x == Point::Bot { Point::Top } else { Point::Bot };
                    TwoPoint -<-> TwoPoint)
            },
        },
        Planted {
            law: "toggle monotone over joins in argument 1",
            bug: "toggle takes p away where it is, and adds it elsewhere",
            called: None,
            suite: || signature!("toggle" = |x| x ^ 1; SETS -|-> SETS),
        },
        Planted {
            law: "single monotone over meets in argument 1",
            bug: "single turns sets of one element into the set of all",
            called: None,
            suite: || signature!("single" = |x| if x.count_ones() == 1 { 7 } else { *x }; SETS -&-> SETS),
        },
        Planted {
            law: "insert strict in argument 1",
            bug: "insert adds p to the empty set too",
            called: None,
            suite: || signature!("insert" = |x| x | 1; SETS -<!-> SETS),
        },
        Planted {
            law: "unmark invariant in argument 2",
            bug: "unmark looks at a mark that counts for nothing",
            called: None,
            suite: || {
                signature!("unmark" = |x, y| if y & 8 == 0 { x & y } else { x & 7 };
                    SETS --> Marked -~-> SETS)
            },
        },
        Planted {
            law: "both distributive in argument 1",
            bug: "both keeps r only if p and q are there",
            called: None,
            suite: || signature!("both" = |x| if x & 3 == 3 { *x } else { x & 3 }; SETS -<%-> SETS),
        },
        Planted {
            law: "drop extensive in argument 1",
            bug: "drop takes p away",
            called: None,
            suite: || signature!("drop" = |x| x & 6; SETS -<^-> SETS),
        },
        Planted {
            law: "add reductive in argument 1",
            bug: "add puts p in",
            called: None,
            suite: || signature!("add" = |x| x | 1; SETS -<v-> SETS),
        },
        Planted {
            law: "rotate idempotent in argument 1",
            bug: "rotate moves on each time",
            called: None,
            suite: || signature!("rotate" = |x| (x << 1 | x >> 2) & 7; SETS -<*-> SETS),
        },
        Planted {
            law: "next sound",
            bug: "next forgets that r is followed by p",
            called: None,
            suite: || signature!("next" = |x| x << 1 & 7; SETS -<-> SETS; sound |v| Some((v + 1) % 3)),
        },
        Planted {
            law: "next best",
            bug: "next keeps the set it came from",
            called: None,
            suite: || {
                signature!("next" = |x| (x | x << 1 | x >> 2) & 7; SETS -<-> SETS;
                    best |v| Some((v + 1) % 3))
            },
        },
    ]
}
