//! The oracles tested: none accuses a healthy domain, and each catches a bug that is planted for it.

mod buggy;
mod bugs;
mod bugs_of_the_paper;
mod healthy;
mod planted;
mod traces;
