//! All foreign calls, and all `unsafe` of this crate: safe wrappers around libclang's handles.

mod clang_type;
mod cursor;
mod table;
mod unit;

pub(crate) use clang_type::ClangType;
pub(crate) use cursor::{Constant, Cursor};
pub(crate) use table::Library;
pub(crate) use unit::{ParseFailure, Unit};

// Every function of the table that takes a cursor or type accepts any of a unit that is alive, and
// answers "invalid" where the question makes no sense. The lifetime keeps the unit alive.
macro_rules! ask {
    ($this:expr, $function:ident $(, $more:expr)*) => {
        // SAFETY: the handle belongs to the borrowed unit.
        unsafe { ($this.unit.library.$function)($this.raw $(, $more)*) }
    };
}

use ask;

/// libclang parses on a thread of its own with a small stack, on which deep code crashes it. With this variable it
/// stays on ours.
pub(super) fn parse_on_own_stack() {
    static ONCE: std::sync::Once = std::sync::Once::new();
    // SAFETY: it happens once, before a library is opened that reads the variable. Other threads of the program read
    // the environment through the standard library, which locks it.
    ONCE.call_once(|| unsafe { std::env::set_var("LIBCLANG_NOTHREADS", "1") });
}
