//! Value domains of fixed-width words under test: a library with the C interface of `include/soundline_value.h`, or a
//! program that speaks the line protocol of `docs/exec-protocol.md`, behind one interface.

mod arena;
mod declaration;
mod exec;
mod machine;
mod native;
mod own;
mod table;

pub use declaration::{Claim, Declaration, Kind, Operator};
pub use exec::ExecValues;
pub use machine::{Application, Elem, Operand, ValueFault, ValueMachine};
pub use native::NativeValues;
pub use own::{OWN, own};
