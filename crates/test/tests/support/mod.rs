//! What the tests of the commands share.
#![allow(dead_code)]

use std::path::{Path, PathBuf};
use std::process::Output;

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
}

pub fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("it is text")
}

/// An example of this package, which lies beside the tests. `cargo test` builds it unless only some tests
/// are asked for.
pub fn example(name: &str) -> PathBuf {
    let test = std::env::current_exe().expect("a test has a program");
    let folder = test.parent().and_then(Path::parent).expect("tests are in `deps` of a profile");
    let path = folder.join("examples").join(name);
    let build = format!("cargo build --workspace --profile test --example {name}");
    assert!(path.exists(), "{name} is not built: run '{build}' first");
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
