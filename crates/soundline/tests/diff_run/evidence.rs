//! Who is accused, on what evidence, and who is not.

use super::*;
use crate::support::{stderr, stdout};

/// What is found with three fakes is what one finds by hand.
#[test]
fn deviances_and_evidence_come_out_as_by_hand() {
    if !is_possible() {
        return;
    }
    let folder = Folder::new("diff");
    folder.describe(&three());
    let more = ["--concrete", "--budget", "6", "--seed", "5", "--out", "out", "--jobs", "2"];
    let output = folder.diff(&three(), &more);
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    let campaign = folder.campaign("out");
    let disputes = campaign["disputes"].as_array().expect("a list");
    // The fakes contradict each other about every single check, so all are here.
    assert!(disputes.len() >= 8, "{}", disputes.len());
    let groups = campaign["groups"].as_array().expect("a list");
    let findings: Vec<&Value> =
        groups.iter().flat_map(|group| group["findings"].as_array().expect("a list")).collect();
    let (mut failing, mut holding) = (0, 0);
    for (number, dispute) in disputes.iter().enumerate() {
        let about: Vec<String> = findings
            .iter()
            .filter(|finding| finding["dispute"] == number)
            .map(|f| {
                format!(
                    "{} {} {} {} {}",
                    f["analyzer"], f["fault"], f["delta"], f["must"], f["evidence"]["grade"]
                )
            })
            .map(|line| line.replace('"', ""))
            .collect();
        // What the honest one says is the truth, but for x itself, of which it knows less.
        let honest = dispute["said"][2].as_str().expect("a word");
        if fails(&dispute["check"]) {
            failing += 1;
            assert!(dispute["truth"]["fails"].is_array(), "{dispute}");
            let must = honest == "unsafe";
            let mut expected = vec![format!("0 unsound {} {must} run", if must { 2 } else { 1 })];
            expected.extend((!must).then(|| "2 unsound 1 false run".to_string()));
            assert_eq!(about, expected, "{dispute}");
        } else {
            holding += 1;
            assert_eq!(dispute["truth"]["holds"]["runs"], 256, "{dispute}");
            assert_eq!(about, ["1 imprecise 1 false enumeration"], "{dispute}");
        }
    }
    assert!(failing >= 3 && holding >= 3, "{failing} {holding}");
    // Told before the end, and once for each cause.
    let told = stderr(&output).matches("confirmed: always-safe is ").count();
    let causes = groups.iter().filter(|group| group["analyzer"] == 0).count();
    assert_eq!(told, causes, "{}", stderr(&output));
}

/// Says something else as soon as the check goes through a call.
const TWO_FACED: &str = r#"if grep -q soundline_same "$0"; then echo unsafe; else echo safe; fi"#;

/// Whoever contradicts himself is found without another opinion, and a run tells which answer is wrong.
#[test]
fn a_contradiction_needs_no_vote() {
    if !is_possible() {
        return;
    }
    let folder = Folder::new("diff");
    let two_faced = Fake { under_approximates: true, ..fake("two-faced", TWO_FACED) };
    let fakes = [two_faced, fake("always-safe", "echo safe")];
    folder.describe(&fakes);
    let more = ["--metamorphic", "6", "--budget", "6", "--batch", "1", "--out"];
    let output = folder.diff(&fakes, &[&more[..], &["plain"]].concat());
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    assert!(stdout(&output).contains("two-faced in "), "{}", stdout(&output));
    let plain = folder.campaign("plain");
    let changes = plain["metamorphic"]["changes"].as_array().expect("a list");
    assert!(changes.len() >= 4, "{changes:?}");
    for change in changes {
        let what = [&change["analyzer"], &change["transformation"], &change["kind"]];
        assert_eq!(what, [&Value::from(0), &"call".into(), &"contradiction".into()]);
    }
    let programs = plain["metamorphic"]["programs"].as_object().expect("counts");
    assert!(programs.len() >= 4 && programs["call"] == 6, "{programs:?}");
    let files = folder.path().join("plain/metamorphic/001-two-faced-call");
    let text = |name: &str| fs::read_to_string(files.join(name)).expect("it is there");
    assert!(text("after.c").contains("soundline_same("), "{}", text("after.c"));
    assert!(!text("before.c").contains("soundline_same("));
    let commands = text("commands.txt");
    assert!(commands.contains("# after.c: unsafe\n") && commands.contains("sh -c"), "{commands}");
    let page = fs::read_to_string(folder.path().join("plain/report.html")).expect("it is there");
    assert!(page.contains("M1. two-faced in "));

    let output = folder.diff(&fakes, &[&more[..], &["run", "--concrete", "--jobs", "2"]].concat());
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    let run = folder.campaign("run");
    let mut kinds = Vec::new();
    for change in run["metamorphic"]["changes"].as_array().expect("a list") {
        let wrong = if fails(&change["check"]) { "unsound" } else { "false-failure" };
        assert_eq!(change["kind"], wrong, "{change}");
        kinds.push(wrong);
    }
    assert!(kinds.contains(&"unsound") && kinds.contains(&"false-failure"), "{kinds:?}");
}

/// Who only warns more often after a change is imprecise, which is no finding.
#[test]
fn a_warning_after_a_change_is_no_contradiction() {
    if !is_possible() {
        return;
    }
    let folder = Folder::new("diff");
    let fakes = [fake("nervous", TWO_FACED), fake("always-safe", "echo safe")];
    folder.describe(&fakes);
    let more = ["--metamorphic", "3", "--budget", "3", "--batch", "1", "--out", "out"];
    let output = folder.diff(&fakes, &more);
    assert_eq!(output.status.code(), Some(0), "{}{}", stdout(&output), stderr(&output));
    let campaign = folder.campaign("out");
    let changes = campaign["metamorphic"]["changes"].as_array().expect("a list");
    assert!(changes.len() == 3 && changes.iter().all(|change| change["kind"] == "lost"));
    assert!(stdout(&output).contains("precision lost"), "{}", stdout(&output));
}

/// A sum that overflows for most inputs.
const OVERFLOW: &str = "extern unsigned char __VERIFIER_nondet_uchar(void);
int over(int n) { return n + 2147483600; }
int main(void) { unsigned char x = __VERIFIER_nondet_uchar(); return over(x) > x; }
";

/// What is found in seeds with undefined behaviour stands at the end, and is not called confirmed.
#[test]
fn seeds_with_undefined_behaviour_come_last() {
    if !is_possible() {
        return;
    }
    let folder = Folder::new("diff-undefined");
    folder.describe(&three());
    fs::write(folder.path().join("a-first.c"), OVERFLOW).expect("there is room");
    let words = "diff run a-first.c seed.c --analyzers fakes --only always-safe,always-unsafe,honest --budget 4 \
                 --concrete --reduce 0 --out out";
    let output = folder.soundline(&words.split_whitespace().collect::<Vec<_>>());
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    let campaign = folder.campaign("out");
    assert!(campaign["seeds"][0]["undefined"]["reason"].is_string(), "{}", campaign["seeds"]);
    let of_seed = |group: &Value| {
        let dispute = group["findings"][0]["dispute"].as_u64().expect("a number") as usize;
        campaign["disputes"][dispute]["seed"].as_u64().expect("a number")
    };
    let seeds: Vec<u64> =
        campaign["groups"].as_array().expect("a list").iter().map(of_seed).collect();
    assert!(seeds.contains(&0) && seeds.contains(&1), "{seeds:?}");
    assert!(seeds.is_sorted_by(|one, next| one >= next), "{seeds:?}");
    let told = stdout(&output);
    let (first, last) = told.split_once("Seeds with undefined behaviour").expect("a section");
    assert!(first.contains("of seed.c") && !first.contains("of a-first.c"), "{told}");
    assert!(last.contains("of a-first.c") && !last.contains("of seed.c"), "{told}");
    assert!(!stderr(&output).contains("a-first.c"), "{}", stderr(&output));
}

/// An analyzer that knows nothing about data models answers for 64 bits, and for nothing else.
#[test]
fn without_a_word_on_models_nobody_answers_for_32_bits() {
    if !is_possible() {
        return;
    }
    let folder = Folder::new("diff-model");
    folder.describe(&three());
    let output = folder.diff(&three(), &["--model", "32", "--budget", "2", "--out", "out"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let campaign = folder.campaign("out");
    for variant in campaign["variants"].as_array().expect("a list") {
        assert_eq!(variant["said"], serde_json::json!(["unreadable", "unreadable", "unreadable"]));
    }
    assert!(folder.runs().is_empty());
}

/// In `late` the last of two calls leaves its mark, and which one that is depends on the compiler; in
/// `sure` there is no doubt.
const ORDER: &str = "int last;
int f(void) { last = 1; return 1; }
int g(void) { last = 2; return 2; }
int h(int a, int b) { return a + b; }
int late(void) { h(f(), g()); int seen = last; return seen; }
int sure(void) { int x = f() + 4; return x; }
int main(void) { return late() + sure(); }
";

/// Whoever calls safe what fails with gcc alone is not accused of unsoundness, witness or not; whoever
/// calls safe what fails with both compilers is.
#[test]
fn nobody_is_convicted_by_one_order_of_evaluation() {
    if !is_possible() {
        return;
    }
    let folder = Folder::new("diff-order");
    let witness = Fake { under_approximates: true, ..fake("witness", "echo unsafe") };
    let fakes = [fake("always-safe", "echo safe"), witness];
    folder.describe(&fakes);
    fs::write(folder.path().join("seed.c"), ORDER).expect("there is room");
    let more =
        ["--concrete", "--constants", "trace", "--budget", "30", "--batch", "2", "--out", "out"];
    let output = folder.diff(&fakes, &more);
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    let campaign = folder.campaign("out");
    if campaign["compilers"].as_array().map(Vec::len) != Some(2) {
        return;
    }
    let disputes = campaign["disputes"].as_array().expect("a list");
    let (mut depending, mut confirmed) = (0, 0);
    for finding in campaign["groups"].as_array().expect("a list").iter().flat_map(|group| {
        group["findings"].as_array().expect("a list").iter().filter(|f| f["fault"] == "unsound")
    }) {
        let dispute = &disputes[finding["dispute"].as_u64().expect("a number") as usize];
        let check = dispute["check"].as_str().expect("text");
        let seen_late = ["last != 1", "last != 2", "seen != 1", "seen != 2"].contains(&check);
        match finding["evidence"]["grade"].as_str() {
            Some("run") => {
                confirmed += 1;
                assert!(!seen_late, "{dispute}");
                assert_eq!(finding["evidence"]["failures"].as_array().map(Vec::len), Some(2));
            }
            Some("depends") => {
                depending += 1;
                assert!(
                    dispute["function"] == "late" || dispute["function"] == "main",
                    "{dispute}"
                );
                assert_eq!(finding["must"], false);
            }
            grade => assert!(grade == Some("witness") && !seen_late, "{finding} {dispute}"),
        }
    }
    assert!(depending >= 2 && confirmed >= 2, "{depending} {confirmed}");
    let told = stdout(&output);
    assert!(told.contains("on the compiler"), "{told}");
    let page = fs::read_to_string(folder.path().join("out/report.html")).expect("it is there");
    assert!(page.contains("on the compiler: C leaves open"));
    assert!(page.contains("yes, compiled by gcc and clang"));
}

#[test]
fn agreement_is_no_finding_and_programs_run_only_if_asked_for() {
    if !is_possible() {
        return;
    }
    let folder = Folder::new("diff-agree");
    let fakes = [fake("one", "echo safe"), fake("two", "echo safe"), fake("three", "echo unknown")];
    folder.describe(&fakes);
    let output = folder.diff(&fakes, &["--budget", "2", "--out", "out"]);
    assert_eq!(output.status.code(), Some(0), "{}", stdout(&output));
    assert!(stdout(&output).contains("Nothing was found"));
    let campaign = folder.campaign("out");
    assert_eq!(campaign["stop"], "budget");
    assert_eq!(campaign["seeds"][0]["runs"], 0);
}
