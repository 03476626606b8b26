//! What a run found, for readers: terminal, web page, pictures, JSON, JUnit, and programs that show a
//! finding without Soundline.
//!
//! Everything here is a function of [`Campaign`](soundline_fuzz::Campaign) values; nothing reads a
//! clock or a file.

pub mod axis;
pub mod curves;
pub mod emit;
pub(crate) mod escape;
pub mod html;
pub mod json;
pub mod junit;
#[cfg(test)]
pub(crate) mod nesting;
pub mod number;
pub mod picture;
pub mod plane;
mod polygon;
#[cfg(test)]
mod sample;
pub mod text;
pub mod worth;
