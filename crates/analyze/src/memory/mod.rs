//! Memory as the analysis sees it: objects, cells in them, and where the types put them.

mod cell;
mod layout;
mod pointer;

pub(crate) use cell::{Cell, CellId, CellKind, Cells, Object, SLOPED, WRITTEN};
pub(crate) use layout::{Layout, Spot};
pub(crate) use pointer::{Bases, Pointer, Stride};
