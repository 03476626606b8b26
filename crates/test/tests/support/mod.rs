//! What the tests of the commands share, those of crate `soundline` included.
#![allow(dead_code)]

use std::path::{Path, PathBuf};
use std::process::Output;
use std::time::{Duration, Instant};

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

pub fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).expect("it is text")
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

/// All processes that mention a folder, with their command lines.
fn processes(folder: &Path) -> impl Iterator<Item = (i32, String)> {
    let folder = folder.to_string_lossy().into_owned();
    let processes = std::fs::read_dir("/proc").expect("Linux has it").flatten();
    processes.filter_map(move |entry| {
        let number = entry.file_name().to_string_lossy().parse().ok()?;
        let line = std::fs::read(entry.path().join("cmdline")).ok()?;
        let line = String::from_utf8_lossy(&line).replace('\0', " ");
        line.contains(&folder).then_some((number, line))
    })
}

/// The command lines of all processes that mention a folder: the workers of its campaigns.
pub fn families_of(folder: &Path) -> Vec<String> {
    processes(folder).map(|(_, line)| line).collect()
}

/// The numbers of those that have a word in their command line.
pub fn processes_of(folder: &Path, word: &str) -> Vec<i32> {
    let with_word = |(_, line): &(i32, String)| line.split(' ').any(|w| w == word);
    processes(folder).filter(with_word).map(|(number, _)| number).collect()
}

/// Workers die with their supervisor.
pub fn all_gone(folder: &Path) {
    let deadline = Instant::now() + Duration::from_secs(10);
    while !families_of(folder).is_empty() {
        assert!(Instant::now() < deadline, "{:?} are left", families_of(folder));
        std::thread::sleep(Duration::from_millis(2));
    }
}

/// `campaign.json` without what is measured.
pub fn campaign_of(folder: &Path, out: &str) -> serde_json::Value {
    let text =
        std::fs::read_to_string(folder.join(out).join("campaign.json")).expect("it was written");
    let mut campaign: serde_json::Value = serde_json::from_str(&text).expect("it is JSON");
    let targets = campaign["targets"].as_array_mut().expect("there are some");
    assert!(!targets.is_empty());
    for target in targets {
        target.as_object_mut().expect("it has fields").remove("timings").expect("it took time");
    }
    campaign
}
