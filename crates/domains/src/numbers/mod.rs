//! Exact numbers, numbers with infinities, and sound floating-point arithmetic.
//!
//! [`Int`] and [`Rat`] take 16 bytes, compute in machine words, and switch to arbitrary precision
//! when a result does not fit. No operation wraps, rounds or panics; division by zero is `None`.
//! [`Bound`] adds the two infinities, [`Interval`] pairs two bounds, and [`round`] computes with
//! f64 bounds that never fall on the wrong side of the exact result.

mod bits;
mod bound;
mod division;
mod fault;
mod float;
mod gcd;
mod int;
mod integer;
mod interval;
mod operators;
mod rat;
pub mod round;
#[cfg(test)]
mod tests;
mod text;
mod words;

pub use bound::Bound;
pub use fault::NumberError;
pub use gcd::gcd_u64;
pub use int::Int;
pub(crate) use integer::Integer;
pub use interval::Interval;
pub use rat::Rat;
pub(crate) use text::scan_unsigned;
