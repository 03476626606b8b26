//! The nine lattices of the analysis (Midtgaard and Møller, STVR 2017, Sect. 2.3), each made of those before it.
//!
//! ```text
//! absence ──────────────┐
//! number, string ► value ├► prop ► store ─┐
//!         label sets ► env ───────────────┴► state ► analysis
//! ```

pub mod absence;
pub mod analysis;
pub mod env;
pub mod label;
pub mod number;
pub mod prop;
pub mod state;
pub mod store;
pub mod string;
pub mod value;

pub use absence::Absence;
pub use analysis::Analysis;
pub use env::Env;
pub use label::Label;
pub use number::Number;
pub use prop::Prop;
pub use state::State;
pub use store::Store;
pub use string::{Name, Text};
pub use value::Value;
