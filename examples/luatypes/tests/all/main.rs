//! The tests of the analysis.

mod command;
mod execution;
mod laws;
mod packages;
mod programs;
mod random;
