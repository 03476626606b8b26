//! Text, JSON, SARIF and HTML of real runs.

use super::{Case, FIG_1, assert_code, has_libclang, stdout};
use expect_test::expect;
use serde_json::Value;

#[test]
fn findings_have_excerpts() {
    if !has_libclang() {
        return;
    }
    let case = Case::new(FIG_1);
    let output = case.analyze("prog.c --bound W0 --overflow assume-none");
    assert_code(&output, 1);
    expect![[r#"
        error[assertion]: this assertion fails
          --> prog.c:11:21
           |
        11 |   __VERIFIER_assert(7 < c);
           |                     ^^^^^
           = the right side is 0..1; imprecise from line 5 on
           = in M, provided a1, origin: loop, 2 imprecise steps before it

        prog.c: 2 checks: 1 verified under assumptions, 1 definitely fails
          each function by itself (there is no main), intervals; 10 ticks, 2 joins, 0 widenings, 0 calls, 1 guard
          stopped by the bound on widenings: results hold under 1 assumption
            a1 at prog.c:5 (widenings): 0 <= c && c <= 1
    "#]]
    .assert_eq(&stdout(&output));
}

#[test]
fn exit_codes_say_what_was_found() {
    if !has_libclang() {
        return;
    }
    let case = Case::new("int main(void) { int a[3] = {0}; int i = 2; return a[i]; }\n");
    assert_code(&case.analyze("prog.c"), 0);
    case.write("prog.c", "int main(void) { int a[3] = {0}; int i = 3; return a[i]; }\n");
    assert_code(&case.analyze("prog.c"), 1);
    let looping =
        "extern int f(void); int main(void) { int i = 0; while (f()) i++; return 8 / 2; }\n";
    case.write("prog.c", looping);
    assert_code(&case.analyze("prog.c"), 0);
    assert_code(&case.analyze("prog.c --bound W0,J0"), 3);
}

#[test]
fn every_check_is_accounted_for() {
    if !has_libclang() {
        return;
    }
    let case = Case::new(
        "int g(int *p, int n) { int a[4]; a[n & 3] = *p / n; return a[0] << n; }
         int dead(void) { return 0; if (1) { int z = 0; return 1 / z; } }\n",
    );
    let json = case.json("prog.c");
    let checks = json["files"][0]["checks"].as_array().expect("a list").clone();
    let text = stdout(&case.analyze("prog.c"));
    let line = text.lines().find(|line| line.starts_with("prog.c: ")).expect("a summary");
    let numbers: Vec<usize> = line
        .split(|c: char| !c.is_ascii_digit())
        .filter_map(|digits| digits.parse().ok())
        .collect();
    assert_eq!(numbers[0], checks.len(), "{line}");
    assert_eq!(numbers[1..].iter().sum::<usize>(), checks.len(), "{line}");
    for check in &checks {
        let status = check["status"].as_str().expect("a status");
        let known = [
            "verified",
            "verified-under-assumptions",
            "may-fail",
            "definitely-fails",
            "unreachable",
            "unreachable-under-assumptions",
        ];
        assert!(known.contains(&status), "{check}");
        assert!(check["line"].as_u64().is_some_and(|line| line >= 1), "{check}");
    }
}

#[test]
fn json_is_the_same_every_time() {
    if !has_libclang() {
        return;
    }
    let case = Case::new(FIG_1);
    let words = "prog.c --bound W0 --json";
    assert_eq!(stdout(&case.analyze(words)), stdout(&case.analyze(words)));
    let json = case.json("prog.c --bound W0 --overflow assume-none");
    assert_eq!(json["stop"], "bound");
    assert_eq!(json["files"][0]["assumptions"][0]["predicate"], "0 <= c && c <= 1");
    assert_eq!(json["files"][0]["checks"][1]["status"], "definitely-fails");
    assert_eq!(json["files"][0]["checks"][1]["provided"][0], "a1");
}

#[test]
fn sarif_tells_of_a_bound() {
    if !has_libclang() {
        return;
    }
    let case = Case::new(FIG_1);
    assert_code(&case.analyze("prog.c --bound W0 --overflow assume-none --sarif log.sarif"), 1);
    let log: Value = serde_json::from_str(&case.read("log.sarif")).expect("it is JSON");
    let run = &log["runs"][0];
    assert_eq!(run["results"].as_array().map(Vec::len), Some(1));
    assert_eq!(run["results"][0]["level"], "error");
    let notes = run["invocations"][0]["toolExecutionNotifications"].as_array().expect("a list");
    assert!(notes.iter().any(|note| note["descriptor"]["id"] == "assumption"), "{notes:?}");
}

#[test]
fn the_folder_has_the_report() {
    if !has_libclang() {
        return;
    }
    let case = Case::new(FIG_1);
    let output =
        case.analyze("prog.c --bound W0 --overflow assume-none --annotate c --out results");
    assert_code(&output, 1);
    assert!(stdout(&output).contains("Report: results/report.html"));
    let page = case.read("results/report.html");
    for part in
        ["stopped by the bound on widenings", "0 &lt;= c &amp;&amp; c &lt;= 1", "provided a1"]
    {
        assert!(page.contains(part), "{part}");
    }
    assert!(case.read("results/prog.annotated.c").contains("__VERIFIER_assume("));
    assert!(case.read("results/analysis.json").contains("definitely-fails"));
}

#[test]
fn pipes_get_no_colours() {
    if !has_libclang() {
        return;
    }
    let output = Case::new(FIG_1).analyze("prog.c");
    assert!(!stdout(&output).contains('\u{1b}'));
}

#[test]
fn folders_and_several_files() {
    if !has_libclang() {
        return;
    }
    let case = Case::new(FIG_1);
    std::fs::create_dir_all(case.path().join("src/deep")).expect("it can be made");
    case.write("src/a.c", "int a(int x) { return 1 / x; }\n");
    case.write("src/deep/b.i", "int b(int x) { return x > 0 ? 1 / x : 0; }\n");
    case.write("src/c.txt", "no C\n");
    let output = case.analyze("src prog.c --infer none");
    assert_code(&output, 1);
    let text = stdout(&output);
    assert!(text.contains("3 files: 4 checks"), "{text}");
    assert!(text.contains("src/a.c:1:23"), "{text}");
}
