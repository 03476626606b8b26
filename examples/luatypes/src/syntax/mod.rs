//! Lua 5.1 as text: tokens, the syntax tree, and the names that a local declaration gives a meaning.
//!
//! The published parser `full_moon` has a licence that this project does not use (MPL-2.0), and keeps comments and white
//! space that an analysis has no use for.

mod lexer;
mod parser;
pub mod tree;
mod walk;

pub use parser::parse;
pub use tree::*;
pub use walk::each_expression;

/// Why a text is no Lua 5.1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SyntaxError {
    /// Where it is, as a byte.
    pub at: usize,
    /// What is wrong.
    pub message: String,
}

/// The line and the column of a byte, both counted from 1.
pub fn position(text: &[u8], at: usize) -> (usize, usize) {
    let before = &text[..at.min(text.len())];
    let line = before.iter().filter(|byte| **byte == b'\n').count();
    let start = before.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
    (line + 1, before.len() - start + 1)
}
