//! `soundline analyze` as a user calls it.

#[path = "../support/schema.rs"]
mod schema;
#[path = "../support/mod.rs"]
mod support;

mod annotated;
mod bounds;
mod builds;
mod forms;
mod jobs;
mod links;
mod readers;
mod sarif;
mod triage;
mod wrong_use;

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;
use support::{Folder, stderr, stdout};

/// Fig. 1 of the SAS'16 paper.
const FIG_1: &str = "extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);
void M(void) {
  int c = 0;
  while (__VERIFIER_nondet_int()) {
    if (c < 7) {
      c++;
    }
  }
  __VERIFIER_assert(c < 585);
  __VERIFIER_assert(7 < c);
}
";

/// Fig. 3 of the SAS'16 paper.
const FIG_3: &str = "extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);
void N(void) {
  int c = 0;
  if (__VERIFIER_nondet_int()) {
    while (c < 7) {
      c++;
    }
  }
  __VERIFIER_assert(c != 5);
}
";

/// Whether libclang is there; without it a test says that it is skipped.
fn has_libclang() -> bool {
    let found = soundline_c::Clang::find();
    if let Err(missing) = &found {
        soundline_needs::LIBCLANG.missing(missing);
    }
    found.is_ok()
}

/// A folder with a program, analyzed.
struct Case {
    folder: Folder,
}

impl Case {
    fn new(text: &str) -> Case {
        let case = Case { folder: Folder::new("analyze") };
        case.write("prog.c", text);
        case
    }

    fn path(&self) -> &Path {
        self.folder.path()
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.path().join(name), text).expect("it can be written");
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path().join(name)).expect("it was written")
    }

    /// `soundline analyze` with these words.
    fn analyze(&self, words: &str) -> Output {
        let words: Vec<&str> = ["analyze"].into_iter().chain(words.split(' ')).collect();
        self.folder.soundline(&words)
    }

    fn json(&self, words: &str) -> Value {
        let output = self.analyze(&format!("{words} --json"));
        let parsed = serde_json::from_slice(&output.stdout);
        let value = parsed.unwrap_or_else(|_| panic!("{output:?}"));
        schema::assert_documented(&value);
        value
    }

    fn gcc(&self, words: &str) -> Output {
        Command::new("gcc").args(words.split(' ')).current_dir(self.path()).output().expect("gcc")
    }
}

/// The exit code, with what was said if it is another one.
#[track_caller]
fn assert_code(output: &Output, code: i32) {
    let (out, err) = (stdout(output), stderr(output));
    assert_eq!(output.status.code(), Some(code), "stdout: {out}\nstderr: {err}");
}
