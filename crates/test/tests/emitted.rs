//! What `soundline replay --emit` prints compiles and ends as it says, and the replay command of the
//! page works.

mod support;

use std::path::Path;
use std::process::{Command, Output};

use expect_test::expect_file;
use soundline_test::under_test::{Presence, Registry};
use support::{Folder, example, stdout};

#[rustfmt::skip]
#[path = "fixtures/emitted_exec.rs"]
mod emitted_exec;

/// A domain behind a pipe, from the folder in which cargo runs tests.
const EXEC: &str = "python3 ../targets/examples/interval_domain.py";

const TRACE: &str = "# soundline trace 1\ntarget exec:intervals\nvars 1\n\
                     p0 = constraint x0 >= 0\np1 = constraint -x0 + 5 >= 0\ncheck P8 x=p0 y=p1\n";

fn soundline(arguments: &[&str]) -> Output {
    Command::new(example("fakes")).args(arguments).output().expect("it runs")
}

fn written(folder: &Folder, text: &str) -> String {
    let file = folder.path().join("a.trace");
    std::fs::write(&file, text).expect("it can be written");
    file.display().to_string()
}

/// The fixture is compiled and run with these tests.
#[test]
fn a_program_behind_a_pipe_is_tested_in_rust() {
    if !soundline_needs::PYTHON.found() {
        return;
    }
    let folder = Folder::new("emitted-exec");
    let file = written(&folder, TRACE);
    let output = soundline(&["replay", &file, "--exec", EXEC, "--emit", "rust"]);
    expect_file!["fixtures/emitted_exec.rs"].assert_eq(&stdout(&output));
}

/// The program of a library that is named by its file and constructor.
#[test]
fn a_library_in_a_file_is_used_in_c() {
    if !soundline_needs::APRON.found() {
        return;
    }
    let registry = Registry::builtin();
    let target = registry.get("apron:oct:mpq").expect("it is known");
    let Presence::Found { path: library } = target.presence() else {
        panic!("APRON is there without its octagons")
    };
    let folder = Folder::new("emitted-lib");
    let copy = folder.path().join("libmine.so");
    std::fs::copy(library, &copy).expect("it can be copied");
    let copy = copy.display().to_string();
    let file = written(&folder, &TRACE.replace("exec:intervals", "mine"));
    let lib = ["--lib", &copy, "--ctor", "oct_manager_alloc", "--kind", "octagons"];
    let output = soundline(&[&["replay", &file, "--emit", "c"], &lib[..]].concat());
    let text = stdout(&output);
    std::fs::write(folder.path().join("finding.c"), &text).expect("it can be written");
    let line =
        text.lines().find_map(|line| line.trim_start_matches(" *").trim().strip_prefix("gcc"));
    let line = format!("gcc{}", line.expect("it says how to compile it"));
    let run = Command::new("sh").args(["-c", &line]).current_dir(folder.path()).output();
    let run = run.expect("there is a shell");
    assert_eq!(run.status.code(), Some(0), "{line}\n{run:?}");
    assert!(stdout(&run).ends_with("the property holds\n"), "{run:?}");
}

/// Domains in Rust have no interface in C, and it is said what there is instead.
#[test]
fn a_target_without_an_interface_in_c_is_refused() {
    let folder = Folder::new("emitted-none");
    let file = written(&folder, &TRACE.replace("exec:intervals", "boxes:exact"));
    let output = soundline(&["replay", &file, "--emit", "c"]);
    assert_eq!(output.status.code(), Some(2));
    let words = String::from_utf8_lossy(&output.stderr);
    assert!(words.contains("--emit rust works for every target"), "{words}");
}

/// The command that the page gives for a finding, with the options that describe its target.
#[test]
fn the_replay_command_of_the_page_works() {
    if !soundline_needs::PYTHON.found() {
        return;
    }
    let folder = Folder::new("emitted-replay");
    let domain = folder.path().join("wrong domain.py");
    let text =
        std::fs::read_to_string("../targets/examples/interval_domain.py").expect("it is there");
    // Its join forgets the second operand.
    let wrong = text.replace("def join(a, b):", "def join(a, b):\n    b = a\n");
    assert_ne!(text, wrong, "the example has a join");
    std::fs::write(&domain, wrong).expect("it can be written");
    let exec = format!("python3 '{}'", domain.display());
    let out = folder.path().join("my out").display().to_string();
    let run = ["test", "exec:wrong", "--exec", &exec, "--out", &out, "--budget", "400"];
    let properties = ["--properties", "9", "--vars", "1", "--jobs", "1"];
    let output = soundline(&[&run[..], &properties].concat());
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let page = std::fs::read_to_string(Path::new(&out).join("report.html")).expect("a page");
    let command =
        page.split("<code>soundline replay").nth(1).and_then(|r| r.split("</code>").next());
    let command = command.expect("a command").replace("&#39;", "'").replace("&quot;", "\"");
    let line = format!("{} replay{command}", example("fakes").display());
    let output = Command::new("sh").args(["-c", &line]).output().expect("there is a shell");
    assert_eq!(output.status.code(), Some(1), "{line}\n{output:?}");
    assert!(stdout(&output).contains("violated: y ⊑ x ⊔ y does not hold"), "{output:?}");
}
