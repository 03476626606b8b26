//! The truth about checks, as far as runs show it.

use serde::{Deserialize, Serialize};

use super::compiler::Compiler;
use super::told::Input;

/// What is known about a check.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Truth {
    /// It failed before any undefined behaviour, whichever compiler made the program.
    Fails(Vec<Failure>),
    /// It held in all possible runs, none of which had undefined behaviour.
    Holds {
        /// How many there are.
        runs: u64,
        /// The compilers whose programs were run.
        compilers: Vec<Compiler>,
    },
    /// It failed in the program of one compiler only: C leaves open what the program does.
    Depends {
        /// The compiler with which it fails.
        fails: Compiler,
        /// The compiler with which it was not seen to fail.
        holds: Compiler,
    },
    /// Neither was seen.
    Open,
}

/// A run in which a check failed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Failure {
    /// What the program was compiled with.
    pub compiler: Compiler,
    /// The inputs until then. As a rule they are the same for all compilers; if inputs are read in an order that C
    /// leaves open, they may differ.
    pub inputs: Vec<Input>,
}

impl Failure {
    pub(super) fn new(compiler: Compiler, inputs: &[Input]) -> Failure {
        Failure { compiler, inputs: inputs.to_vec() }
    }
}

/// Undefined behaviour that was seen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Undefined {
    /// What the sanitizer said.
    pub reason: String,
    /// The inputs of the run.
    pub inputs: Vec<Input>,
}
