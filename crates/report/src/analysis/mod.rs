//! What the analysis of C files came to, for readers: excerpts of the source, a page, JSON, SARIF.

pub mod arrows;
mod excerpt;
pub mod html;
pub mod json;
#[cfg(test)]
mod sample;
pub mod sarif;
pub mod text;
