//! What zones and octagons compute with: matrices of f64 bounds, their layout, and passes over them
//! in the widest vectors that the processor has.
//!
//! An entry bounds a difference of two nodes from above; plus infinity says nothing. Entries are
//! never minus infinity or NaN. The passes come in two arithmetics: *plain*, which is exact when
//! [`exact_grid`] says so, and *up*, which rounds every sum upwards.

mod cells;
mod closure;
mod lines;
mod moves;
mod rows;
mod simd;
#[cfg(test)]
mod tests;

pub use cells::Cells;
pub use closure::clear_padding;
pub use lines::{TALL, add_to_all};
pub use moves::Steps;
pub use rows::Rows;
pub use simd::{
    Adding, Level, add_constraint, all_leq, all_leq_max, all_leq_moved, all_leq_scaled, all_same,
    all_same_scaled, close, close_node, exact_grid, max_of, min_of, narrow_of, on_grid, scale_of,
    signs_of_sum, strengthen, widen_of,
};
