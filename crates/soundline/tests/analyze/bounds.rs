//! Bounds, time, going on later, several domains, and the evaluation of bounds.

use super::{Case, FIG_1, FIG_3, assert_code, has_libclang, stderr, stdout};
use serde_json::Value;
use std::fs;
use std::process::Command;
use std::time::Duration;

/// Everything but how it was reached.
fn results(json: &Value) -> Value {
    let mut file = json["files"][0].clone();
    file.as_object_mut().expect("a file").remove("counts");
    file
}

#[test]
fn going_on_later_is_the_same_as_going_on() {
    if !has_libclang() {
        return;
    }
    for program in [FIG_1, FIG_3] {
        let case = Case::new(program);
        let whole = case.json("prog.c --overflow assume-none --fast");
        for bound in ["T1", "T3", "T7", "J0", "W0"] {
            let words = format!("prog.c --overflow assume-none --bound {bound} --checkpoint state");
            let first = case.json(&words);
            assert_eq!(first["stop"], "bound", "{bound}");
            let again = case.json("prog.c --overflow assume-none --resume state");
            assert_eq!(results(&again), results(&whole), "{bound}");
        }
    }
}

#[test]
fn it_is_said_whether_there_is_a_checkpoint() {
    if !has_libclang() {
        return;
    }
    let case = Case::new(FIG_1);
    let output = case.analyze("prog.c --bound W0 --checkpoint state");
    assert!(stderr(&output).contains("a checkpoint was written to state"), "{output:?}");
    assert!(case.folder.path().join("state").exists());
    let output = case.analyze("prog.c --checkpoint other");
    assert!(stderr(&output).contains("no checkpoint was written to other"), "{output:?}");
    assert!(stderr(&output).contains("the analysis finished"), "{output:?}");
    assert!(!case.folder.path().join("other").exists());
}

#[test]
fn checkpoints_are_for_the_same_program() {
    if !has_libclang() {
        return;
    }
    let case = Case::new(FIG_1);
    case.analyze("prog.c --bound W0 --checkpoint state");
    case.write("other.c", FIG_3);
    let output = case.analyze("other.c --resume state");
    assert_code(&output, 2);
    assert_eq!(stderr(&output).lines().count(), 1, "{output:?}");
    assert_code(&case.analyze("prog.c --domain octagons --resume state"), 2);
}

/// Many functions with loops and many variables, which take a while.
fn long_program() -> String {
    let mut text = String::from("extern int __VERIFIER_nondet_int(void);\n");
    for number in 0..60 {
        text.push_str(&format!("int f{number}(int n) {{ int s = 0;\n"));
        for depth in 0..6 {
            text.push_str(&format!("for (int i{depth} = 0; i{depth} < n; i{depth}++) {{ s += i{depth}; if (__VERIFIER_nondet_int()) s -= {depth};\n"));
        }
        text.push_str("s = s / (n + 1);\n");
        text.push_str(&"}".repeat(6));
        text.push_str(" return s; }\n");
    }
    text
}

#[test]
fn time_stops_an_analysis_soundly() {
    if !has_libclang() {
        return;
    }
    let case = Case::new(&long_program());
    let json = case.json("prog.c --domain polyhedra --time 0.2");
    assert_eq!(json["stop"], "interrupted", "{}", json["files"][0]["counts"]);
    let file = &json["files"][0];
    assert!(!file["assumptions"].as_array().expect("a list").is_empty());
    // Every check of every function is there.
    let whole = case.json("prog.c --bound T1");
    let number = |json: &Value| json["files"][0]["checks"].as_array().map(Vec::len);
    assert_eq!(number(&json), number(&whole));
    // Nothing is verified without assumptions where the analysis never was.
    let last = file["checks"].as_array().and_then(|checks| checks.last()).expect("checks");
    assert_ne!(last["status"], "verified", "{last}");
}

#[test]
fn control_c_keeps_results() {
    if !has_libclang() {
        return;
    }
    let case = Case::new(&long_program());
    let mut command = Command::new(env!("CARGO_BIN_EXE_soundline"));
    command.args(["analyze", "prog.c", "--domain", "polyhedra", "--json"]);
    command.current_dir(case.path()).stdout(std::process::Stdio::piped());
    let child = command.spawn().expect("it starts");
    std::thread::sleep(Duration::from_millis(900));
    let id = rustix::process::Pid::from_child(&child);
    rustix::process::kill_process(id, rustix::process::Signal::INT).expect("it runs");
    let output = child.wait_with_output().expect("it ends");
    assert!(matches!(output.status.code(), Some(1 | 3)), "{output:?}");
    let json: Value = serde_json::from_slice(&output.stdout).expect("it is JSON");
    assert_eq!(json["stop"], "interrupted");
}

/// The parser cannot be interrupted, and needs seconds for the second file.
#[test]
fn what_is_known_of_other_files_is_not_lost_in_a_long_step() {
    if !has_libclang() {
        return;
    }
    let case = Case::new("int f(int x) { return 7 / x; }\n");
    let long: String = (0..900_000).map(|i| format!("int v{i} = {i} + 1;\n")).collect();
    fs::write(case.path().join("z_long.c"), long).expect("it is written");
    fs::write(case.path().join("z_next.c"), "int g;\n").expect("it is written");
    let output =
        case.analyze("prog.c z_long.c z_next.c --infer none --jobs 1 --timeout 1500ms --out out");
    assert_code(&output, 1);
    assert!(stdout(&output).contains("prog.c: 1 check: 1 may fail"), "{output:?}");
    assert!(stderr(&output).contains("z_long.c"), "{output:?}");
    assert!(stderr(&output).contains("z_next.c: not analyzed: stopped before"), "{output:?}");
    assert!(case.path().join("out/analysis.json").exists());
}

#[test]
fn domains_one_after_the_other() {
    if !has_libclang() {
        return;
    }
    let case = Case::new(
        "extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);
int easy(int x) { if (x > 0) { __VERIFIER_assert(x >= 1); } return 0; }
int hard(int n) {
  int x = 0, y = 0;
  while (__VERIFIER_nondet_int()) { if (x < 100) { x++; y++; } }
  __VERIFIER_assert(x == y);
  return 8 / (n - n + 2);
}
",
    );
    let alone = case.analyze("prog.c --fast");
    assert_code(&alone, 1);
    let output = case.analyze("prog.c --escalate intervals,octagons,polyhedra");
    assert_code(&output, 0);
    assert!(stdout(&output).contains("intervals, then octagons"), "{output:?}");
}

/// No check that fails in some execution is proved by stages, and raising bounds leaves none.
#[test]
fn stages_prove_nothing_that_fails() {
    if !has_libclang() {
        return;
    }
    let case = Case::new(FIG_1);
    let programs = concat!(env!("CARGO_MANIFEST_DIR"), "/../eval/programs/state-machines");
    let mut failing = 0;
    for entry in fs::read_dir(programs).expect("programs").flatten() {
        let text = fs::read_to_string(entry.path()).expect("a program");
        let name = entry.path().display().to_string();
        let json = case.json(&format!("{name} --escalate JWC0,J4,Inf,octagons"));
        for check in json["files"][0]["checks"].as_array().expect("checks") {
            let line = check["line"].as_u64().expect("a line") as usize;
            let fails = text.lines().nth(line - 1).is_some_and(|line| line.contains("/* FAILS */"));
            failing += usize::from(fails);
            let status = check["status"].as_str().expect("a status");
            let proved = status.starts_with("verified") || status.starts_with("unreachable");
            assert!(!(fails && proved), "{name}: {check}");
        }
    }
    assert!(failing > 0);
}

/// What is not reached because of a bound is told apart from what is proved, by all readers.
#[test]
fn unreachable_under_assumptions_is_a_status() {
    if !has_libclang() {
        return;
    }
    let case = Case::new(FIG_1);
    let json = case.json("prog.c --bound T3");
    let checks = json["files"][0]["checks"].as_array().expect("checks").clone();
    assert!(checks.iter().all(|check| check["status"] == "unreachable-under-assumptions"));
    assert!(checks.iter().all(|check| check["provided"].as_array().is_some_and(|a| !a.is_empty())));
    let output = case.analyze("prog.c --bound T3 --sarif log.sarif --out out");
    assert_code(&output, 3);
    assert!(stdout(&output).contains("2 checks: 2 unreachable under assumptions"), "{output:?}");
    assert!(case.read("log.sarif").contains("is unreachable, provided a1"));
    assert!(case.read("out/report.html").contains("unreached-under"));
}

/// The settings of the fixpoint change what is found.
#[test]
fn the_effort_of_the_fixpoint_can_be_set() {
    if !has_libclang() {
        return;
    }
    let case = Case::new(
        "extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);
static int two(void) { return 2; }
static int one(void) { return two() - 1; }
int main(void) {
  int c = 0;
  while (c < 1000) { c++; }
  __VERIFIER_assert(c == 1000);
  __VERIFIER_assert(one() == 1);
  return 0;
}
",
    );
    let statuses = |words: &str| {
        let json = case.json(format!("prog.c --fast {words}").trim());
        let checks = json["files"][0]["checks"].as_array().expect("checks").clone();
        let all = checks.iter().map(|check| check["status"].as_str().unwrap_or("").to_owned());
        all.collect::<Vec<_>>()
    };
    assert_eq!(statuses(""), ["verified", "verified"]);
    assert_eq!(statuses("--inline-depth 1"), ["verified", "may-fail"]);
    assert_eq!(statuses("--thresholds no --narrowing 0"), ["may-fail", "verified"]);
    assert_eq!(statuses("--thresholds no --narrowing 2"), ["verified", "verified"]);
    assert_code(&case.analyze("prog.c --thresholds perhaps"), 2);
}

#[test]
fn bounds_are_evaluated() {
    if !has_libclang() {
        return;
    }
    let case = Case::new(FIG_1);
    std::fs::create_dir(case.path().join("src")).expect("it can be made");
    case.write("src/one.c", FIG_1);
    case.write("src/three.c", FIG_3);
    case.write("src/bad.c", "no C");
    let words = ["eval", "bounds", "src", "--json", "--rounds", "1", "--out", "out"];
    let output = case.folder.soundline(&words);
    assert_code(&output, 0);
    assert!(stderr(&output).contains("left out: src/bad.c"), "{output:?}");
    let json: Value = serde_json::from_slice(&output.stdout).expect("it is JSON");
    crate::schema::assert_documented(&json);
    let rows = json["configurations"].as_array().expect("a list");
    let names: Vec<&str> = rows.iter().filter_map(|row| row["configuration"].as_str()).collect();
    assert_eq!(names.join(" "), "JWC0 J0 J1 J2 J4 J8 W0 W1 W2 C0 C1 C2 C4 C8 Inf InfI");
    let unbounded = rows.last().expect("15 rows");
    assert_eq!(json["functions"], 2);
    assert!(unbounded["widenings"].as_u64().is_some_and(|count| count >= 1), "{unbounded}");
    assert!(rows[0]["ticks"].as_u64() < unbounded["ticks"].as_u64());
    assert!(case.read("out/bounds.html").contains("<svg"));
    let text = stdout(&case.folder.soundline(&["eval", "bounds", "src", "--rounds", "1"]));
    assert!(text.contains("Potential imprecisions") && text.contains("Fig. 4"), "{text}");
    let wrong = case.folder.soundline(&["eval", "bounds", "absent"]);
    assert_code(&wrong, 2);
}
