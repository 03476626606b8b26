//! The survey of the ISSTA'19 paper: nine tasks, what developers answered, and what analyzers say today.
//!
//! The paper does not print its tasks. These have the shape that it describes: small programs with one assertion, three that
//! fail, three that hold, and three that fail by well-known undefined behaviour where nothing is optimised.

use serde::Serialize;

/// A task.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct SurveyTask {
    /// Its number in the paper's Table 5.
    pub number: usize,
    /// What it is about.
    pub about: &'static str,
    /// The program.
    #[serde(skip)]
    pub text: &'static str,
    /// Whether the assertion fails in some execution.
    pub fails: bool,
    /// Whether it fails by undefined behaviour.
    pub undefined: bool,
    /// How many of the paper's twelve developers called it unsafe, did not know, and called it safe.
    pub developers: [u8; 3],
}

const fn task(
    number: usize,
    about: &'static str,
    text: &'static str,
    developers: [u8; 3],
) -> SurveyTask {
    let (fails, undefined) = (number <= 3 || number >= 7, number >= 7);
    SurveyTask { number, about, text, fails, undefined, developers }
}

/// The tasks in the order of the paper's table.
pub const SURVEY: [SurveyTask; 9] = [
    task(1, "a value inside a loop", include_str!("../survey/1.c"), [11, 0, 1]),
    task(2, "a product", include_str!("../survey/2.c"), [12, 0, 0]),
    task(3, "a sum that wraps", include_str!("../survey/3.c"), [11, 0, 1]),
    task(4, "a value behind a loop", include_str!("../survey/4.c"), [2, 0, 10]),
    task(5, "a truth value", include_str!("../survey/5.c"), [0, 0, 12]),
    task(6, "the result of a function", include_str!("../survey/6.c"), [0, 0, 12]),
    task(7, "a variable without a value", include_str!("../survey/7.c"), [10, 1, 1]),
    task(8, "a signed overflow", include_str!("../survey/8.c"), [10, 1, 1]),
    task(9, "a sum that starts without a value", include_str!("../survey/9.c"), [10, 1, 1]),
];

impl SurveyTask {
    /// The answer that most developers gave: whether it is unsafe.
    pub fn majority(&self) -> bool {
        self.developers[0] > self.developers[2]
    }
}
