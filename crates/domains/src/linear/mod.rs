//! Linear algebra over integers: rows of machine words while they last, of big integers when one
//! overflows.
//!
//! A [`Matrix`](matrix::Matrix) has all its rows in one number type. Functions are generic over the
//! [`Scalar`](scalar::Scalar) and say `None` where an entry does not fit; they then run again on big
//! integers.

pub(crate) mod echelon;
pub(crate) mod matrix;
pub(crate) mod rows;
pub(crate) mod scalar;
pub(crate) mod terms;
