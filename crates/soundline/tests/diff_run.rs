//! `soundline diff run` and `report` as a user calls them, with analyzers that pretend.

#[path = "support/schema.rs"]
mod schema;
mod support;

use std::fs;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;
use support::{Folder, stderr, stdout};

/// Every value of x is possible, and of x / 2 those from 0 to 127.
const SEED: &str = "extern unsigned char __VERIFIER_nondet_uchar(void);
int half(unsigned char x) { return x / 2; }
int main(void) { unsigned char x = __VERIFIER_nondet_uchar(); return half(x); }
";

/// Decides all checks on the seed above: unsafe if one of them names a possible value.
const HONEST: &str = r#"grep -o "[a-z0-9/() ]* != [-0-9]*" "$0" | sed "s/.* //" |
    awk "{ if (\$1 >= 0 && \$1 <= 127) bad = 1 } END { print bad ? \"unsafe\" : \"safe\" }""#;

struct Fake {
    name: &'static str,
    script: String,
    under_approximates: bool,
}

fn fake(name: &'static str, script: &str) -> Fake {
    Fake { name, script: script.to_string(), under_approximates: false }
}

impl Folder {
    /// Writes descriptions of shell scripts as analyzers; each run adds a line to `runs`.
    fn describe(&self, fakes: &[Fake]) {
        let log = self.path().join("runs");
        fs::create_dir_all(self.path().join("fakes")).expect("there is room");
        for Fake { name, script, under_approximates } in fakes {
            let script = format!("echo {name} $(cksum < \"$0\") >> {}\n{script}", log.display());
            let text = format!(
                "name = \"{name}\"\nabout = \"a fake\"\nget = \"it is here\"\n\
                 under_approximates = {under_approximates}\n\
                 contract = {{ proves = true }}\n\
                 [find]\nprograms = [\"sh\"]\nversion = [\"-c\", \"echo fake 1.0\"]\n\
                 [encoding]\nprelude = \"extern void fake_check(int);\"\n\
                 check = \"fake_check({{condition}})\"\n\
                 [[command]]\nrun = [\"{{program}}\", \"-c\", '''{script}''', \"{{file}}\"]\n\
                 [[rule]]\nstdout = '^safe$'\nverdict = \"safe\"\n\
                 [[rule]]\nstdout = '^unsafe$'\nverdict = \"unsafe\"\n\
                 [[rule]]\nstdout = '^unknown$'\nverdict = \"unknown\"\n"
            );
            let file = self.path().join("fakes").join(format!("{name}.toml"));
            fs::write(file, text).expect("there is room");
        }
        fs::write(self.path().join("seed.c"), SEED).expect("there is room");
    }

    fn diff(&self, fakes: &[Fake], more: &[&str]) -> std::process::Output {
        let mut arguments = vec!["diff", "run", "seed.c", "--analyzers", "fakes", "--reduce", "0"];
        fakes.iter().for_each(|fake| arguments.extend(["--only", fake.name]));
        arguments.extend(more);
        self.soundline(&arguments)
    }

    fn campaign(&self, out: &str) -> Value {
        let text = fs::read_to_string(self.path().join(out).join("campaign.json"));
        serde_json::from_str(&text.expect("it is there")).expect("it is JSON")
    }

    fn runs(&self) -> Vec<String> {
        let text = fs::read_to_string(self.path().join("runs")).unwrap_or_default();
        text.lines().map(str::to_string).collect()
    }
}

/// Without libclang there are no seeds.
fn is_possible() -> bool {
    let found = soundline_c::Clang::find();
    if let Err(missing @ soundline_c::Error::LibraryMissing) = &found {
        soundline_needs::LIBCLANG.missing(missing);
    }
    !matches!(found, Err(soundline_c::Error::LibraryMissing))
}

fn three() -> Vec<Fake> {
    let honest = Fake { under_approximates: true, ..fake("honest", HONEST) };
    vec![fake("always-safe", "echo safe"), fake("always-unsafe", "echo unsafe"), honest]
}

/// Whether the check, such as `x / 2 != 300`, can fail.
fn fails(check: &Value) -> bool {
    let (expression, constant) = check.as_str().expect("text").split_once(" != ").expect("a check");
    // The smallest value has no literal of its own.
    let constant: i64 = match constant {
        "(-2147483647 - 1)" => i64::from(i32::MIN),
        plain => plain.trim_end_matches('u').parse().expect("a number"),
    };
    let most = if expression.contains('/') || expression.contains("half") { 127 } else { 255 };
    (0..=most).contains(&constant)
}

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

/// Everything that the folder should have, and what it is good for.
#[test]
fn results_can_be_read_and_seen_again() {
    if !is_possible() {
        return;
    }
    let folder = Folder::new("diff-files");
    folder.describe(&three());
    folder.diff(&three(), &["--concrete", "--budget", "3", "--out", "out"]);
    let group = folder.path().join("out/findings/001-always-safe-unsound");
    for name in ["variant.c", "task.c", "task.yml", "commands.txt", "inputs.c", "again.sh"] {
        assert!(group.join(name).is_file(), "{name}");
    }
    let commands = fs::read_to_string(group.join("commands.txt")).expect("it is there");
    let again = commands.lines().next().and_then(|line| line.strip_prefix("# soundline "));
    let again = again.unwrap_or_else(|| panic!("{commands}"));
    let limits = "diff try variant.c --model 64 --time-limit 30s --memory-limit 8192M --only";
    assert!(again.starts_with(limits), "{again}");
    let mut tried = Command::new(env!("CARGO_BIN_EXE_soundline"));
    let tried = tried.args(again.split_whitespace()).current_dir(&group).output().expect("runs");
    assert_eq!(tried.status.code(), Some(1), "{}", stderr(&tried));
    assert_eq!(stdout(&tried).matches("always-").count(), 3, "{}", stdout(&tried));
    let again = Command::new("sh").arg(group.join("again.sh")).output().expect("a shell");
    assert_eq!(again.status.code(), Some(1));
    let compilers = folder.campaign("out")["compilers"].as_array().expect("a list").len();
    let failures = stderr(&again).matches("the check fails").count();
    assert!(failures >= 1 && failures == compilers, "{}", stderr(&again));
    let task = fs::read_to_string(group.join("task.yml")).expect("it is there");
    assert!(task.contains("expected_verdict: false"), "{task}");
    let report = folder.soundline(&["diff", "report", "out"]);
    assert_eq!(report.status.code(), Some(1));
    for part in ["always-safe", "Relative precision", "must-unsound", "confirmed"] {
        assert!(stdout(&report).contains(part), "{part}: {}", stdout(&report));
    }
    let pair =
        folder.soundline(&["diff", "report", "out", "--pair", "always-safe", "always-unsafe"]);
    assert!(stdout(&pair).contains("100 % (3)"), "{}", stdout(&pair));
    let json = folder.soundline(&["diff", "report", "out", "--json"]);
    let printed: Value = serde_json::from_slice(&json.stdout).expect("it is JSON");
    schema::assert_documented(&printed);
    assert_eq!(printed, folder.campaign("out"));
    let page = fs::read_to_string(folder.path().join("out/report.html")).expect("it is there");
    for outside in ["src=", "@import", "url(http", "href=\"http", "<link"] {
        assert!(!page.contains(outside), "{outside}");
    }
    assert!(page.contains("<svg") && page.contains("always-safe"));
    let place = |part: &str| page.find(part).unwrap_or_else(|| panic!("{part} is missing"));
    assert!(place("<h2>Findings") < place("<article") && place("<article") < place("<svg"));
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

/// A reduced example is smaller, still has its check, and still fails when it is run.
#[test]
fn examples_are_made_smaller() {
    if !is_possible() {
        return;
    }
    let folder = Folder::new("diff-reduce");
    folder.describe(&three());
    // A try takes half a second, so that a few superfluous statements have to do.
    let seed = SEED
        .replace("int main", "int idle(int n) { return n - 1; }\nint main")
        .replace("return half", "int unused = idle(5); if (unused == 7) unused = 8; return half");
    fs::write(folder.path().join("long.c"), &seed).expect("there is room");
    // The statement remover comes to an end by itself; cvise would use up all the time there is.
    let words = "diff run long.c --analyzers fakes --only always-safe,always-unsafe,honest --budget 5 --concrete \
                 --reduce 1 --reduce-time 3m --out out";
    let words: Vec<&str> = words.split_whitespace().collect();
    let asked = |name: &str| folder.runs().iter().filter(|line| line.starts_with(name)).count();
    let names = ["always-safe ", "always-unsafe ", "honest "];
    folder.soundline(
        &words.iter().map(|word| if *word == "1" { "0" } else { word }).collect::<Vec<_>>(),
    );
    let before = names.map(asked);
    let output = folder.soundline_with(&[("SOUNDLINE_CVISE", "none")], &words);
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    // It failed in a run, so that only who calls it safe is asked about smaller programs.
    let after = names.map(asked);
    assert!(after[0] > before[0] && after[1..] == before[1..], "{before:?} {after:?}");
    let once = folder.campaign("out");
    // With all answers known it would come further; but it is done once.
    folder.soundline_with(&[("SOUNDLINE_CVISE", "none")], &words);
    assert_eq!(without_timings(once), without_timings(folder.campaign("out")));
    let group = &folder.campaign("out")["groups"][0];
    let (reduced, from) = (&group["reduced"]["text"], &group["reduced"]["from"]);
    let reduced = reduced.as_str().unwrap_or_else(|| panic!("{group}"));
    assert!((reduced.len() as u64) < from.as_u64().expect("a number"), "{reduced}");
    assert_eq!(reduced.matches("__VERIFIER_assert(").count(), 2, "{reduced}");
    assert!(!reduced.contains("unused = 8"), "{reduced}");
    let again = folder.path().join("out/findings/001-always-safe-unsound/reduced.c");
    assert_eq!(fs::read_to_string(again).expect("it is there"), reduced);
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

/// What was measured is not the same again.
/// Each built-in kind of check, and one of the user's, finds an analyzer that calls everything safe, and runs confirm it; one that
/// calls everything unsafe is imprecise where all runs say so.
#[test]
fn each_kind_of_check_finds_who_is_wrong() {
    if !is_possible() {
        return;
    }
    let folder = Folder::new("diff-kinds");
    let fakes = vec![fake("always-safe", "echo safe"), fake("always-unsafe", "echo unsafe")];
    folder.describe(&fakes);
    let seed = "extern unsigned char __VERIFIER_nondet_uchar(void);
        static int x, y, a[8];
        int main(void) {
            int *p = &y;
            unsigned char i = __VERIFIER_nondet_uchar();
            if (i % 2) p = i % 4 == 1 ? &x : 0;
            if (p) *p = i + 100;
            a[i % 6] = x;
            return a[1] + y;
        }";
    fs::write(folder.path().join("seed.c"), seed).expect("there is room");
    let own = "name = \"even\"\nabout = \"a number is even\"\nat = \"number\"\ncondition = \"({e} & 1) == 0\"\n";
    fs::write(folder.path().join("even.toml"), own).expect("there is room");
    for kind in ["value", "null", "alias", "buffer", "overflow", "even.toml"] {
        let out = format!("out-{kind}");
        let more =
            ["--concrete", "--check-kinds", kind, "--budget", "12", "--out", &out, "--cores", "1"];
        let output = folder.diff(&fakes, &more);
        assert_eq!(output.status.code(), Some(1), "{kind}: {}", stderr(&output));
        let campaign = folder.campaign(&out);
        schema::assert_documented(&campaign);
        let confirmed = |analyzer: usize| {
            let groups = campaign["groups"].as_array().expect("a list").iter();
            let findings = groups.flat_map(|group| group["findings"].as_array().expect("a list"));
            let own = findings.filter(|finding| finding["analyzer"] == analyzer);
            own.filter(|f| f["evidence"] != "minority" && f["evidence"] != "refuted").count()
        };
        let disputes = campaign["disputes"].as_array().expect("a list");
        let failed = disputes.iter().filter(|one| one["truth"].get("fails").is_some()).count();
        let held = disputes.iter().filter(|one| one["truth"].get("holds").is_some()).count();
        assert!(
            failed > 0 && held > 0,
            "{kind}: {failed} failed, {held} held of {}",
            disputes.len()
        );
        assert!(confirmed(0) > 0 && confirmed(1) > 0, "{kind}");
        let name = kind.trim_end_matches(".toml");
        let expected = if name == "value" { &Value::Null } else { &Value::from(name) };
        assert!(disputes.iter().all(|one| &one["kind"] == expected), "{kind}");
    }
}

/// A file that is no kind, or a name of none: one sentence.
#[test]
fn wrong_kinds_of_checks_are_named() {
    let folder = Folder::new("diff-wrong-kinds");
    folder.describe(&[fake("a", "echo safe"), fake("b", "echo safe")]);
    let bad = "name = \"bad\"\nabout = \"x\"\nat = \"number\"\ncondition = \"{e} / 0 == 1\"\n";
    fs::write(folder.path().join("bad.toml"), bad).expect("there is room");
    for (kind, what) in
        [("nul", "no kind of check is called nul"), ("bad.toml", "may not contain `/`")]
    {
        for arguments in
            [vec!["diff", "run", "seed.c", "--check-kinds", kind], vec!["diff", "checks", kind]]
        {
            let output = folder.soundline(&arguments);
            assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
            assert!(stderr(&output).contains(what), "{}", stderr(&output));
        }
    }
    let listed = folder.soundline(&["diff", "checks"]);
    for word in ["value", "null", "alias", "buffer", "overflow", "{e} != {k}"] {
        assert!(stdout(&listed).contains(word), "{}", stdout(&listed));
    }
    assert!(stdout(&listed).lines().all(|line| line.chars().count() <= 80));
    let listed = folder.soundline(&["diff", "checks", "--json"]);
    let value: Value = serde_json::from_str(&stdout(&listed)).expect("it is JSON");
    schema::assert_documented(&value);
}

/// The commands for the ISSTA'19 paper's tables, in their shortest form.
#[test]
fn the_tables_of_the_paper_are_made() {
    if !is_possible() {
        return;
    }
    let folder = Folder::new("diff-tables");
    let fakes = three();
    folder.describe(&fakes);
    let with = |start: &[&str]| {
        let mut arguments = start.to_vec();
        arguments.extend(["--analyzers", "fakes"]);
        fakes.iter().for_each(|fake| arguments.extend(["--only", fake.name]));
        folder.soundline(&arguments)
    };
    for (command, rows) in [("strategies", 5), ("batches", 2)] {
        let output = with(&["eval", command, "seed.c", "--json", "--out", command]);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        let value: Value = serde_json::from_str(&stdout(&output)).expect("it is JSON");
        schema::assert_documented(&value);
        assert_eq!(value["rows"].as_array().map(Vec::len), Some(rows), "{value}");
        assert!(
            value["rows"]
                .as_array()
                .is_some_and(|rows| rows.iter().all(|row| row["variants"] == 1))
        );
    }
    let full = with(&["eval", "batches", "seed.c", "--full", "--json", "--out", "full"]);
    let value: Value = serde_json::from_str(&stdout(&full)).expect("it is JSON");
    assert_eq!(value["rows"].as_array().map(Vec::len), Some(6), "{value}");
    let ran = folder.diff(&fakes, &["--budget", "2", "--out", "out"]);
    assert_eq!(ran.status.code(), Some(1), "{}", stderr(&ran));
    let report = folder.soundline(&["diff", "report", "out"]);
    for title in ["Relative precision", "Potential soundness issues by δ"] {
        assert!(stdout(&report).contains(title), "{title}: {}", stdout(&report));
    }
    let pair = folder.soundline(&["diff", "report", "out", "--pair", "always-safe", "honest"]);
    assert!(stdout(&pair).contains("always-safe (rows)"), "{}", stdout(&pair));
}

/// Fakes that always say the same have the same letter for all nine tasks; the truth and the developers stand above.
#[test]
fn the_survey_asks_about_nine_tasks() {
    if !is_possible() {
        return;
    }
    let folder = Folder::new("diff-survey");
    let fakes = [fake("always-safe", "echo safe"), fake("always-unsafe", "echo unsafe")];
    folder.describe(&fakes);
    let arguments = ["diff", "survey", "--analyzers", "fakes", "--only", "always-*"];
    let output = folder.soundline(&arguments);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let text = stdout(&output);
    let row = |name: &str| {
        let line =
            text.lines().find(|line| line.starts_with(name)).unwrap_or_else(|| panic!("{text}"));
        line[name.len()..]
            .split_whitespace()
            .rev()
            .take(9)
            .collect::<Vec<_>>()
            .into_iter()
            .rev()
            .collect::<String>()
    };
    assert_eq!(row("can fail when run"), "UUUSSSUUU");
    assert_eq!(row("most developers"), "UUUSSSUUU");
    assert_eq!((row("always-safe"), row("always-unsafe")), ("S".repeat(9), "U".repeat(9)));
    let json = folder.soundline(&[&arguments[..], &["--json"]].concat());
    let value: Value = serde_json::from_str(&stdout(&json)).expect("it is JSON");
    schema::assert_documented(&value);
    assert_eq!(value["tasks"].as_array().map(Vec::len), Some(9));
}

/// A folder as SV-COMP has it: the task says which file and which data model, a broken one is named, and the rest goes on.
#[test]
fn a_folder_of_tasks_runs_as_it_is() {
    if !is_possible() {
        return;
    }
    let folder = Folder::new("diff-tasks");
    let fakes = [fake("always-safe", "echo safe"), fake("always-unsafe", "echo unsafe")];
    folder.describe(&fakes);
    let tasks = folder.path().join("c/loops");
    fs::create_dir_all(&tasks).expect("there is room");
    let program = "extern void reach_error(void);
        void __VERIFIER_assert(int c) { if (!c) reach_error(); }
        int main(void) { long i = 0; while (i < 5) i++; __VERIFIER_assert(i == 5); return 0; }\n";
    let task = "format_version: '2.0'\ninput_files: 'count.i'\nproperties:\n  - property_file: ../properties/unreach-call.prp\n    \
        expected_verdict: true\noptions:\n  language: C\n  data_model: ILP32\n";
    fs::write(tasks.join("count.i"), program).expect("there is room");
    fs::write(tasks.join("count.c"), program).expect("there is room");
    fs::write(tasks.join("count.yml"), task).expect("there is room");
    fs::write(tasks.join("gone.yml"), task.replace("count.i", "../../seed.c"))
        .expect("there is room");
    fs::write(tasks.join("plain.c"), program).expect("there is room");
    let only = ["--analyzers", "fakes", "--only", "always-*"];
    let run = ["diff", "run", "c", "--budget", "1", "--reduce", "0", "--out", "out"];
    let output = folder.soundline(&[&run[..], &only].concat());
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    let campaign = folder.campaign("out");
    let seeds: Vec<(String, u64)> = campaign["seeds"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|seed| {
            (seed["name"].as_str().expect("text").into(), seed["bits"].as_u64().expect("a number"))
        })
        .collect();
    assert_eq!(seeds, [("c/loops/count.i".into(), 32), ("c/loops/plain.c".into(), 64)]);
    assert!(
        campaign["skipped"][0]["reason"]
            .as_str()
            .is_some_and(|why| why.contains("outside of the folder"))
    );
    fs::write(tasks.join("wide.yml"), task.replace("ILP32", "LP64")).expect("there is room");
    let tried =
        folder.soundline(&[&["diff", "try", "c/loops/wide.yml", "--no-run"][..], &only].concat());
    assert!(
        stdout(&tried).contains("The task says safe. Against it: always-unsafe"),
        "{}",
        stdout(&tried)
    );
    let bad = folder.soundline(&[&["diff", "try", "c/loops/gone.yml"][..], &only].concat());
    assert_eq!(bad.status.code(), Some(2), "{}", stdout(&bad));
}

fn without_timings(mut campaign: Value) -> Value {
    campaign["timings"] = Value::Null;
    campaign
}

fn slow() -> Vec<Fake> {
    let nap = |script: &str| format!("sleep 0.15\n{script}");
    vec![fake("slow-safe", &nap("echo safe")), fake("slow-honest", &nap(HONEST))]
}

/// Killed at any moment: what was known is not asked again, and the end is the same.
#[test]
fn a_killed_campaign_goes_on() {
    if !is_possible() {
        return;
    }
    let folder = Folder::new("diff-kill");
    folder.describe(&slow());
    let arguments = ["diff", "run", "seed.c", "--analyzers", "fakes", "--only", "slow-*"];
    let more = ["--budget", "4", "--reduce", "0"];
    let arguments: Vec<&str> = arguments.iter().chain(&more).copied().collect();
    let within = |out, jobs| [&arguments[..], &["--out", out, "--jobs", jobs]].concat();
    for _ in 0..2 {
        let before = folder.runs().len();
        let mut command = Command::new(env!("CARGO_BIN_EXE_soundline"));
        command.args(within("killed", "2")).current_dir(folder.path());
        let mut child = command.stdout(Stdio::null()).spawn().expect("it starts");
        wait_for(|| folder.runs().len() >= before + 4);
        child.kill().expect("it runs");
        child.wait().expect("it is gone");
    }
    let killed_after = folder.runs().len();
    let whole = folder.soundline(&within("killed", "2"));
    assert_eq!(whole.status.code(), Some(1), "{}", stderr(&whole));
    let asked = folder.runs();
    let mut different = asked.clone();
    different.sort();
    different.dedup();
    assert!(killed_after >= 8 && asked.len() > killed_after);
    // At most what was in flight at each of two kills is asked again.
    assert!(asked.len() <= different.len() + 4, "{} {}", asked.len(), different.len());
    let again = folder.soundline(&within("killed", "2"));
    assert_eq!(folder.runs().len(), asked.len(), "nothing is asked twice");
    assert!(stdout(&again).contains("known before"));
    folder.soundline(&within("other", "1"));
    let (one, other) = (folder.campaign("killed"), folder.campaign("other"));
    assert_eq!(without_timings(one), without_timings(other));
}

/// Ctrl-C ends it soon, with what there is.
#[test]
fn interruption_keeps_what_there_is() {
    if !is_possible() {
        return;
    }
    let folder = Folder::new("diff-interrupt");
    let fakes = [fake("quick", "echo safe"), fake("sleepy", "sleep 1; echo safe")];
    folder.describe(&fakes);
    let arguments =
        ["diff", "run", "seed.c", "--analyzers", "fakes", "--only", "quick", "--only", "sleepy"];
    let mut command = Command::new(env!("CARGO_BIN_EXE_soundline"));
    command.args(arguments).args(["--budget", "50", "--out", "out"]).current_dir(folder.path());
    let mut child = command.stdout(Stdio::null()).spawn().expect("it starts");
    wait_for(|| folder.runs().len() >= 4);
    let pid = rustix::process::Pid::from_child(&child);
    rustix::process::kill_process(pid, rustix::process::Signal::INT).expect("it runs");
    let status = child.wait().expect("it ends");
    assert_eq!(status.code(), Some(3));
    let campaign = folder.campaign("out");
    assert_eq!(campaign["stop"], "interrupted");
    assert!(campaign["variants"].as_array().is_some_and(|variants| !variants.is_empty()));
}

#[test]
fn the_time_for_all_is_kept() {
    if !is_possible() {
        return;
    }
    let folder = Folder::new("diff-time");
    let fakes = [fake("quick", "echo safe"), fake("sleepy", "sleep 0.5; echo safe")];
    folder.describe(&fakes);
    let output = folder.diff(&fakes, &["--budget", "200", "--time", "4s", "--out", "out"]);
    assert_eq!(output.status.code(), Some(3), "{}", stdout(&output));
    let campaign = folder.campaign("out");
    assert_eq!(campaign["stop"], "time");
    let elapsed = campaign["timings"]["elapsed"].as_f64().expect("a number");
    assert!((3.9..20.0).contains(&elapsed), "{elapsed}");
    // Nothing is found that could be run or reduced, so that the rest of the time is for verdicts too.
    let more = ["--budget", "200", "--time", "6s", "--concrete", "--out", "all"];
    let output = folder.diff(&fakes, &more);
    assert_eq!(output.status.code(), Some(3), "{}", stdout(&output));
    let elapsed = folder.campaign("all")["timings"]["elapsed"].as_f64().expect("a number");
    assert!((5.5..25.0).contains(&elapsed), "{elapsed}");
}

/// A library that makes the clock on the wall jump by days, forwards and backwards, each time that somebody looks.
const JUMPING_CLOCK: &str = r#"
#define _GNU_SOURCE
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>
static long jump(void) {
    static long looks;
    long n = __atomic_add_fetch(&looks, 1, __ATOMIC_RELAXED);
    return (n % 2 ? 1 : -1) * 86400 * (1 + n % 3000);
}
int clock_gettime(clockid_t clock, struct timespec *now) {
    int failed = syscall(SYS_clock_gettime, clock, now);
    if (!failed && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) now->tv_sec += jump();
    return failed;
}
int gettimeofday(struct timeval *restrict now, void *restrict zone) {
    struct timespec precise;
    clock_gettime(CLOCK_REALTIME, &precise);
    now->tv_sec = precise.tv_sec;
    now->tv_usec = precise.tv_nsec / 1000;
    return 0;
}
time_t time(time_t *now) {
    struct timespec precise;
    clock_gettime(CLOCK_REALTIME, &precise);
    if (now) *now = precise.tv_sec;
    return precise.tv_sec;
}
"#;

/// Neither limits nor results depend on a clock that can be set.
#[test]
fn a_clock_that_jumps_changes_nothing() {
    if !is_possible() {
        return;
    }
    let folder = Folder::new("diff-clock");
    let library = folder.path().join("clock.so");
    fs::write(folder.path().join("clock.c"), JUMPING_CLOCK).expect("there is room");
    let mut compiler = Command::new("gcc");
    compiler.args(["-shared", "-fPIC", "-o"]).arg(&library).arg(folder.path().join("clock.c"));
    match compiler.status() {
        Ok(status) => assert!(status.success(), "the library is right"),
        Err(missing) => return soundline_needs::skip(format!("there is no gcc: {missing}")),
    }
    let library = library.display().to_string();
    let clock = [("LD_PRELOAD", library.as_str())];
    let date = || {
        let said =
            Command::new("sh").args(["-c", "date +%s"]).envs(clock).output().expect("it starts");
        stdout(&said).trim().parse::<i64>().expect("seconds")
    };
    assert!((date() - now()).abs() > 3600, "it jumps");
    let mut fakes = slow();
    fakes.push(fake("hangs", "sleep 1000"));
    folder.describe(&fakes);
    let run = |environment: &[(&str, &str)], out: &str| {
        let mut arguments = vec!["diff", "run", "seed.c", "--analyzers", "fakes", "--reduce", "0"];
        fakes.iter().for_each(|fake| arguments.extend(["--only", fake.name]));
        arguments.extend(["--budget", "1", "--time", "5m", "--time-limit", "2s", "--out", out]);
        let start = Instant::now();
        let output = folder.soundline_with(environment, &arguments);
        assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
        assert!(start.elapsed() < Duration::from_secs(200), "{:?}", start.elapsed());
        without_timings(folder.campaign(out))
    };
    let still = run(&[], "still");
    assert_eq!(still["stop"], "budget");
    assert_eq!(still["variants"][0]["said"][2], "timeout");
    assert_eq!(run(&clock, "jumping"), still);
}

/// Seconds on the clock on the wall, as `date` says without the library.
fn now() -> i64 {
    let said = Command::new("sh").args(["-c", "date +%s"]).output().expect("it starts");
    stdout(&said).trim().parse().expect("seconds")
}

fn wait_for(mut condition: impl FnMut() -> bool) {
    let deadline = Instant::now() + Duration::from_secs(120);
    while !condition() {
        assert!(Instant::now() < deadline, "it takes too long");
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// Wrong use: one sentence that says what to do.
#[test]
fn wrong_use_is_named() {
    let folder = Folder::new("diff-wrong");
    fs::write(folder.path().join("bad.c"), "int main(void) { return 0; }").expect("there is room");
    let refused = |arguments: &[&str], what: &str| {
        let output = folder.soundline(&[&["diff"], arguments].concat());
        assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
        assert!(stderr(&output).contains(what), "{}", stderr(&output));
    };
    refused(&["run"], "no seeds");
    refused(&["run", "x.c", "--jobs", "0"], "--jobs");
    refused(&["run", "x.c", "--strategy", "luck"], "is not a strategy");
    refused(&["report", "nowhere"], "`soundline diff run` writes it");
    if is_possible() {
        refused(&["run", "bad.c"], "none of this is a seed");
    }
}
