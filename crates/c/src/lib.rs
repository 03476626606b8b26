//! A C front end for static analysis.
//!
//! From a C file to a [`Program`]: every expression with its type after implicit conversions and its
//! exact byte range, side effects made explicit, constants computed, and for each function a
//! [`Cfg`] of simple instructions over typed places. libclang does the parsing; it is looked for when
//! the program runs.
//!
//! ```
//! use soundline_c::{Clang, DataModel};
//!
//! # if matches!(Clang::find(), Err(soundline_c::Error::LibraryMissing)) { return Ok(()); }
//! let clang = Clang::find()?;
//! let text = "int half(int x) { if (x > 0 && x % 2 == 0) return x / 2; return x++; }";
//! let program = clang.parse("half.c", text, DataModel::Lp64)?;
//! assert_eq!(program.dump(), "\
//! int half(int x):
//! b0:
//!   @0
//!   if x > 0 goto b1 else b3
//! b1:
//!   if (x % 2) == 0 goto b2 else b3
//! b2:
//!   @1
//!   return x / 2
//! b3:
//!   @2
//!   t0 = x
//!   check 0 overflow t0 + 1
//!   x = t0 + 1
//!   return t0
//! ");
//! # Ok::<(), soundline_c::Error>(())
//! ```
//!
//! What C defines not at all stands as a [`Check`] before it happens. What has no model here (inline
//! assembly, `va_arg`, vectors) becomes an [`Action::Unknown`], which says what it may change;
//! nothing is skipped.
//!
//! The text itself never changes: [`Edits`] are insertions and replacements by byte range, and
//! [`Program::sites`] lists the expressions around which a check may be inserted.
//!
//! | module | what |
//! |---|---|
//! | [`tree`] | the typed syntax tree |
//! | [`Cfg`], [`Value`], [`Place`] | the lowered program |
//! | [`Model`] | what functions of the C library do |
//! | [`Summaries`], [`Effects`] | what functions and expressions read and write |
//! | [`Types`] | types with their layouts, for 32 and 64 bits |
//! | [`Source`], [`Span`], [`Edits`] | the text, ranges in it, changes to it |

mod cfg;
mod chains;
mod clang;
mod compat;
mod dump;
mod edits;
mod effects;
mod error;
mod files;
mod front;
mod integer;
mod library;
mod lower;
mod model;
mod preprocess;
mod program;
mod read;
mod roles;
mod sites;
mod source;
pub mod tree;
mod types;
mod value;
mod value_range;
mod walk;

pub use cfg::{
    Action, Block, BlockId, Callee, Cause, Cfg, Check, CheckKind, Extent, Granted, Instruction,
    Label, Point, PointKind, Terminator,
};
pub use clang::Clang;
pub use compat::{masked, words};
pub use edits::{Edits, Overlap};
pub use effects::{Effects, FunctionEffects, Summaries};
pub use error::Error;
pub use files::{FilesError, find_files, is_c, shown};
pub use front::{Preprocess, Settings, Text};
pub use integer::{IntType, Rank};
pub use library::{
    Bytes, Class, Conversion, Ending, Meaning, Memory, Model, Printed, Real, Streams, Touch,
    Touched, characters,
};
pub use model::DataModel;
pub use program::{Function, FunctionId, Program, Redeclared, Role, Storage, VarId, Variable};
pub use sites::{Evaluated, Site, Use};
pub use source::{Location, Source, Span};
pub use tree::{BinaryOp, UnaryOp};
pub use types::{Enum, EnumId, Field, Record, RecordId, Type, TypeId, Types};
pub use value::{Base, Place, Step, Value, ValueKind};
pub use value_range::ValueRange;
