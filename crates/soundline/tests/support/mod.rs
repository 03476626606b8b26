//! What the tests of the command line share, beside what they share with those of crate `test`.
#![allow(dead_code)]

#[path = "../../../test/tests/support/mod.rs"]
mod shared;

use std::process::{Command, Output};

pub use shared::*;

impl Folder {
    /// The program, run in the folder.
    pub fn soundline(&self, arguments: &[&str]) -> Output {
        self.soundline_with(&[], arguments)
    }

    /// The same with something added to its environment.
    pub fn soundline_with(&self, environment: &[(&str, &str)], arguments: &[&str]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_soundline"));
        command.args(arguments).envs(environment.iter().copied());
        command.current_dir(self.path()).output().expect("it starts")
    }
}
