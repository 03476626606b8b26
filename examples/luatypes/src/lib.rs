//! A static type analysis for Lua 5.1, whose lattices and operations are checked by `soundline-lattice`.
//!
//! It rebuilds the case study of "QuickChecking Static Analysis Properties" (Midtgaard and Møller, STVR 2017); docs/lua.md
//! tells the story.

pub mod lattices;
pub mod laws;
