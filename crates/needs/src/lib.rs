//! What tests need of a machine beyond Rust and a C compiler, and what happens where it is missing.
//!
//! `cargo xtask setup` installs the [packages](PACKAGES); tests ask for them by the same names, so that
//! nothing can be used that nobody installs. A test whose package is missing returns early, which a test
//! runner calls passed. So it says so here, and `cargo xtask ci` counts and lists it as skipped:
//!
//! ```no_run
//! if !soundline_needs::CSMITH.found() {
//!     return;
//! }
//! ```
//!
//! Where `SOUNDLINE_REQUIRE` names the package, that it is missing is a failure.

mod machine;
mod package;
mod packages;
mod skip;

pub use machine::program;
pub use package::{Package, Programs, Source};
pub use packages::*;
pub use skip::{REQUIRE, SKIPPED, Skip, skip};
