//! What runs came to, for readers: terminal, web page, pictures, JSON, JUnit, SARIF, and programs that
//! show a finding without Soundline.
//!
//! Everything here is a function of results; nothing reads a clock or a file, prints, or decides.
//!
//! | module | what it turns into text |
//! |---|---|
//! | [`text`], [`html`], [`json`], [`junit`], [`emit`] | campaigns of `soundline test` |
//! | `analysis` (feature `analysis`) | what `soundline analyze` found |
//! | `comparison` (feature `comparison`) | campaigns of `soundline diff` |
//! | `site` (both features) | pages that have style and script beside them, for `soundline serve` |
//! | [`schema`] | what all JSON documents have in common |
//! | [`picture`], [`plane`], [`axis`], [`curves`], [`grid`], [`hasse`] | pictures and tables of all of them |
//!
//! ```
//! use soundline_report::grid::Grid;
//!
//! let table = Grid {
//!     title: "Findings".into(),
//!     corner: "domain".into(),
//!     columns: vec!["unsound".into(), "imprecise".into()],
//!     rows: vec![("octagons".into(), vec!["0".into(), "2".into()])],
//!     note: String::new(),
//! };
//! assert!(table.without_empty_columns().text().contains("imprecise"));
//! ```

#[cfg(feature = "analysis")]
pub mod analysis;
pub mod axis;
#[cfg(feature = "comparison")]
pub mod comparison;
pub mod curves;
pub mod diagram;
pub mod emit;
pub mod escape;
pub mod grid;
pub mod hasse;
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
pub mod schema;
#[cfg(all(feature = "analysis", feature = "comparison"))]
pub mod site;
pub mod style;
pub mod text;
pub mod worth;
