//! SARIF logs as those who made the format validate them: by its official schema, its rules, and what GitHub asks for.

use super::{Case, has_libclang};
use serde_json::{Value, json};
use soundline_needs::SARIF_MULTITOOL;
use std::fs;
use std::process::Command;

/// What the validator says about a log: the rule, and where.
fn faults(case: &Case, log: &str) -> Vec<String> {
    let run = Command::new(SARIF_MULTITOOL.programs[0])
        .args(["validate", log, "--rule-kind", "\"Sarif;Ghas\"", "--output", "validated.sarif"])
        .args(["--log", "ForceOverwrite"])
        .current_dir(case.path())
        .output()
        .expect("it starts");
    let text = fs::read(case.path().join("validated.sarif"));
    let text = text.unwrap_or_else(|_| panic!("nothing was validated: {run:?}"));
    let report: Value = serde_json::from_slice(&text).expect("it is JSON");
    let run = &report["runs"][0];
    assert!(run["invocations"].as_array().is_some_and(|all| !all.is_empty()), "{run}");
    let results = run["results"].as_array().expect("results").iter();
    let mut faults: Vec<String> =
        results.map(|result| format!("{} {}", result["ruleId"], result["message"])).collect();
    let all = faults.len();
    faults.retain(|fault| !fault.contains(EXPECTED));
    // The validator is silent about what it cannot read at all.
    if faults.len() == all {
        faults.push("it was not read".to_owned());
    }
    faults
}

/// The validator also asks for an address of the tool, always: so it is known that it has read a log.
const EXPECTED: &str = "SARIF2005";

fn assert_valid(case: &Case, log: &str) {
    let faults = faults(case, log);
    assert!(faults.is_empty(), "{log}: {faults:#?}");
}

#[test]
fn logs_are_valid() {
    if !has_libclang() || !SARIF_MULTITOOL.found() {
        return;
    }
    let case = Case::new("int f(int x) { int a[4]; a[x] = 1; return a[0] / x; }\n");
    case.write(
        "a b ü.c",
        "#include \"h.h\"\nint g(int x) { return h(x); } /* ü */ int k(int *p) { return *p; }\n",
    );
    case.write("h.h", "static int h(int x) { return 1 / x; }\n");
    case.write("asm.c", "int m(int x) { __asm__(\"\" : \"+r\"(x)); return 1 / x; }\n");
    case.write("fails.c", "int main(void) { int a[2]; return a[3]; }\n");
    case.write("bad.c", "int f( {\n");
    case.write(
        "allowed.c",
        "int n(int x) {\n  return 1 / x; /* soundline: allow division: measured */\n}\n",
    );
    let files = ["prog.c", "a b ü.c", "asm.c", "fails.c", "bad.c", "allowed.c"];
    let analyze = |words: &[&str]| {
        let words = [&["analyze", "--no-cache"], words, &files].concat();
        case.folder.soundline(&words)
    };
    analyze(&["--sarif", "all.sarif"]);
    let log: Value = serde_json::from_str(&case.read("all.sarif")).expect("it is JSON");
    let run = &log["runs"][0];
    assert!(run["results"].as_array().is_some_and(|all| all.len() >= 7), "{run}");
    let notes = &run["invocations"][0]["toolExecutionNotifications"];
    assert!(notes.as_array().is_some_and(|all| all.len() >= 2), "{notes}");
    assert_valid(&case, "all.sarif");
    analyze(&["--bound", "JWC0", "--strict", "--sarif", "bounded.sarif"]);
    assert_valid(&case, "bounded.sarif");
    analyze(&["--write-baseline", "known.json"]);
    case.write("asm.c", "int m(int x, int y) { return 1 / x + 1 / y; }\n");
    analyze(&["--baseline", "known.json", "--sarif", "new.sarif"]);
    assert_valid(&case, "new.sarif");
    // What GitHub asks for: paths in the repository, and the fingerprint that it knows findings by.
    for result in run["results"].as_array().expect("results") {
        let place = &result["locations"][0]["physicalLocation"];
        let uri = place["artifactLocation"]["uri"].as_str().expect("a file");
        assert!(!uri.starts_with('/') && !uri.contains(':'), "{uri}");
        assert!(result["partialFingerprints"]["primaryLocationLineHash"].is_string(), "{result}");
        assert!(result["level"] == "warning" || result["level"] == "error", "{result}");
    }
}

/// The validator sees what is wrong: a field that must be there, one of another type, a rule that does not exist.
#[test]
fn faults_in_logs_are_seen() {
    if !has_libclang() || !SARIF_MULTITOOL.found() {
        return;
    }
    let case = Case::new("int f(int x) { return 1 / x; }\n");
    case.analyze("prog.c --sarif log.sarif");
    let log: Value = serde_json::from_str(&case.read("log.sarif")).expect("it is JSON");
    type Damage = fn(&mut Value);
    let damages: [(&str, Damage); 4] = [
        ("a message that is missing", |log| {
            log["runs"][0]["results"][0].as_object_mut().expect("an object").remove("message");
        }),
        ("a line that is a text", |log| {
            let place = &mut log["runs"][0]["results"][0]["locations"][0]["physicalLocation"];
            place["region"]["startLine"] = json!("one");
        }),
        ("a field that the format does not have", |log| {
            log["runs"][0]["results"][0]["severity"] = json!("high");
        }),
        ("a rule that is not there", |log| {
            log["runs"][0]["results"][0]["ruleIndex"] = json!(99);
        }),
    ];
    for (what, damage) in damages {
        let mut damaged = log.clone();
        damage(&mut damaged);
        case.write("damaged.sarif", &damaged.to_string());
        let faults = faults(&case, "damaged.sarif");
        assert!(!faults.is_empty(), "{what}");
    }
}
