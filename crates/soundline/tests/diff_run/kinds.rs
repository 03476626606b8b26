//! Kinds of checks: values, pointers, buffers, aliases, overflows, and those of the user.

use super::*;
use crate::support::{stderr, stdout};

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
