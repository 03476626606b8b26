//! What can be wrong with the text of a number.

/// Why a text is not a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NumberError {
    /// There is nothing to read.
    #[error("a number is missing")]
    Empty,
    /// A character that no number contains at this place; columns count characters from 1.
    #[error("column {column} of the number is not a digit")]
    NotADigit {
        /// Where it is.
        column: usize,
    },
    /// A fraction with denominator 0.
    #[error("the denominator is zero")]
    DivisionByZero,
    /// `nan`, or an infinity where only finite numbers make sense.
    #[error("the number is not finite")]
    NotFinite,
    /// A fraction or decimal where an integer is wanted.
    #[error("the number is not an integer")]
    NotAnInteger,
}
