//! What the tests of the command line share.
#![allow(dead_code)]

use std::path::Path;
use std::process::{Command, Output};

/// A folder of its own for each test, removed at the end.
pub struct Folder(tempfile::TempDir);

impl Folder {
    pub fn new(name: &str) -> Folder {
        let prefix = format!("soundline-{name}-");
        Folder(tempfile::Builder::new().prefix(&prefix).tempdir().expect("it can be made"))
    }

    pub fn path(&self) -> &Path {
        self.0.path()
    }

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

pub fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("it is text")
}

pub fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).expect("it is text")
}
