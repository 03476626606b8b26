//! What the tests of the command line share.
#![allow(dead_code)]

use std::path::{Path, PathBuf};
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

/// An example of this package, which `cargo test` builds beside the program. It does not if only some
/// tests are asked for: then it is built now.
pub fn example(name: &str) -> PathBuf {
    let program = Path::new(env!("CARGO_BIN_EXE_soundline"));
    let path = program.with_file_name("examples").join(name);
    if !path.exists() {
        let folder = program.parent().expect("the program is in a folder");
        let profile = if folder.ends_with("release") { "release" } else { "test" };
        let mut build = Command::new(env!("CARGO"));
        build.args(["build", "--quiet", "--profile", profile, "--example", name]);
        build.args(["--package", env!("CARGO_PKG_NAME"), "--target-dir"]);
        build.arg(folder.parent().expect("the folder of a profile is in another one"));
        let built = build.current_dir(env!("CARGO_MANIFEST_DIR")).status().expect("cargo is there");
        assert!(built.success(), "{name} cannot be built");
    }
    path
}

/// The command lines of all processes that mention a folder: the workers of its campaigns.
pub fn families_of(folder: &Path) -> Vec<String> {
    let folder = folder.to_string_lossy();
    let processes = std::fs::read_dir("/proc").expect("Linux has it").flatten();
    processes
        .filter(|entry| entry.file_name().to_string_lossy().parse::<u32>().is_ok())
        .filter_map(|entry| std::fs::read(entry.path().join("cmdline")).ok())
        .map(|line| String::from_utf8_lossy(&line).replace('\0', " "))
        .filter(|line| line.contains(&*folder))
        .collect()
}
