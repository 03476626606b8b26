//! Several files at a time: the same results whatever the number of processes, what the cache remembers, and what
//! happens when processes are killed.

use super::{Case, assert_code, has_libclang, stderr, stdout};
use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;
use std::fs;
use std::hash::{BuildHasher, RandomState};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// A file that takes long to read, in a step that nothing can interrupt.
fn long(case: &Case) {
    let text: String = (0..400_000).map(|i| format!("int v{i} = {i} + 1;\n")).collect();
    case.write("long.c", &text);
}

fn files(case: &Case) {
    for i in 0..5 {
        let text = format!(
            "#include \"h.h\"\nint f{i}(int x) {{ int a[N]; a[x & {i}] = 1; return a[0] / (x - {i}); }}\n"
        );
        case.write(&format!("f{i}.c"), &text);
    }
    case.write("h.h", "#define N 4\n");
    case.write("bad.c", "int f( {\n");
}

fn entries(case: &Case) -> Vec<PathBuf> {
    let cache = fs::read_dir(case.path().join(".soundline/cache")).into_iter().flatten().flatten();
    let mut entries: Vec<PathBuf> = cache.map(|entry| entry.path()).collect();
    entries.sort();
    entries
}

#[test]
fn results_do_not_depend_on_the_number_of_jobs() {
    if !has_libclang() {
        return;
    }
    let case = Case::new("int unused;\n");
    files(&case);
    let of = |words: &str| {
        let output = case.analyze(&format!("f0.c f1.c bad.c f2.c f3.c f4.c {words}"));
        assert_code(&output, 2);
        (stdout(&output), stderr(&output))
    };
    for form in ["", " --overflow check --json"] {
        let one = of(&format!("--no-cache --jobs 1{form}"));
        assert_eq!(one, of(&format!("--no-cache --jobs 2{form}")));
        assert_eq!(one, of(&format!("--no-cache --jobs 16{form}")));
        assert!(entries(&case).is_empty());
        // Nor on what is kept from before.
        assert_eq!(one, of(&format!("--jobs 2 --cache kept{form}")));
        assert_eq!(one, of(&format!("--jobs 1 --cache kept{form}")));
    }
}

/// Functions of one file, and of the last files that are left, are analyzed at the same time.
#[test]
fn functions_do_not_depend_on_the_number_of_jobs() {
    if !has_libclang() {
        return;
    }
    let case = Case::new("int unused;\n");
    files(&case);
    let function = |i: usize| {
        format!("int g{i}(int *p, int n) {{ int s = {i}; while (n--) s += p[n] / n; return s; }}\n")
    };
    let text: String = (0..60).map(function).collect();
    case.write("many.c", &text);
    for words in ["many.c --modular", "many.c f0.c --modular", "many.c --precise --modular --json"]
    {
        let of = |jobs: &str| {
            let output = case.analyze(&format!("{words} --no-cache --jobs {jobs}"));
            assert_code(&output, 1);
            (stdout(&output), stderr(&output))
        };
        let one = of("1");
        assert_eq!(one, of("2"), "{words}");
        assert_eq!(one, of("5"), "{words}");
    }
}

#[test]
fn what_is_kept_is_used_until_something_changes() {
    if !has_libclang() {
        return;
    }
    let case = Case::new("int unused;\n");
    files(&case);
    let statuses = |words: &str| -> Vec<String> {
        let report = case.json(format!("f3.c f4.c {words}").trim_end());
        let files = report["files"].as_array().expect("files").iter();
        let checks = files.flat_map(|file| file["checks"].as_array().expect("checks").clone());
        checks.map(|check| format!("{} {}", check["text"], check["status"])).collect()
    };
    let first = statuses("");
    let kept = entries(&case);
    assert_eq!(kept.len(), 2, "{kept:?}");
    assert!(case.path().join(".soundline/.gitignore").exists());
    assert_eq!((statuses(""), entries(&case)), (first.clone(), kept.clone()));
    let text = fs::read_to_string(&kept[0]).expect("it is there");
    // Damaged, it is not used, and written again.
    fs::write(&kept[0], text.replace("may-fail", "verified").replace("MayFail", "Verified"))
        .expect("ours");
    fs::write(&kept[1], &fs::read(&kept[1]).expect("it is there")[..100]).expect("ours");
    assert_eq!((statuses(""), entries(&case)), (first.clone(), kept.clone()));
    let again = fs::read_to_string(&kept[0]).expect("it is there");
    let until_time = |text: &str| text.split("millis").next().map(|text| text[150..].to_owned());
    assert_eq!(until_time(&again), until_time(&text));
    // A header, a macro, a setting.
    case.write("h.h", "#define N 2\n");
    assert_ne!(statuses(""), first);
    assert_eq!(entries(&case).len(), 4);
    case.write("h.h", "#define N 4\n");
    assert_eq!(statuses(""), first);
    assert_eq!(entries(&case).len(), 4);
    statuses("--fast");
    statuses("--overflow check");
    statuses("--model 32");
    assert_eq!(entries(&case).len(), 10);
    statuses("--no-cache --unroll 3");
    assert_eq!(entries(&case).len(), 10);
    // What the analysis does not depend on is still part of what is printed.
    let text = case.read("f3.c");
    case.write("f3.c", &text.replace("int x", "int  x"));
    statuses("");
    assert_eq!(entries(&case).len(), 11);
}

/// Killed at any moment, a run leaves nothing behind that a later one could be wrong by.
#[test]
fn the_cache_is_right_whenever_a_run_is_killed() {
    if !has_libclang() {
        return;
    }
    let case = Case::new("int unused;\n");
    files(&case);
    let words = ["analyze", "f0.c", "f1.c", "f2.c", "f3.c", "f4.c", "--json", "--jobs", "2"];
    let start = Instant::now();
    let expected = case.analyze("f0.c f1.c f2.c f3.c f4.c --json --no-cache").stdout;
    let whole = start.elapsed();
    let random = RandomState::new();
    for turn in 0..12_u32 {
        let mut child = Command::new(env!("CARGO_BIN_EXE_soundline"))
            .args(words)
            .current_dir(case.path())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("it starts");
        // Another moment in each run of the test, up to the end of the analysis.
        let moment = whole.mul_f64((random.hash_one(turn) % 1000) as f64 / 1000.0);
        std::thread::sleep(moment);
        // All of it, or a process that does the work: then the rest goes on.
        match children(child.id()).into_iter().next().filter(|_| turn % 3 == 2) {
            // It may have ended by now.
            Some(worker) => drop(kill_process(worker, Signal::KILL)),
            None => child.kill().expect("it is ours"),
        }
        child.wait().expect("it is ours");
        // What was kept so far is right, and is used while there are holes.
        if turn % 4 == 3 {
            let output = case.analyze(&words[1..].join(" "));
            assert_eq!(output.stdout, expected, "turn {turn}, killed after {moment:?}");
            let kept = entries(&case);
            let entry = kept.first().expect("something was kept");
            fs::remove_file(entry).expect("it is ours");
        }
    }
}

/// A process that dies takes its file with it, and no other.
#[test]
fn a_process_that_dies_is_told() {
    if !has_libclang() {
        return;
    }
    let case = Case::new("int unused;\n");
    files(&case);
    long(&case);
    let child = Command::new(env!("CARGO_BIN_EXE_soundline"))
        .args(["analyze", "f0.c", "long.c", "f1.c", "--json", "--jobs", "1", "--no-cache"])
        .current_dir(case.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    // Until the process has been at work for a while that no other file needs.
    let start = Instant::now();
    let worker = loop {
        assert!(start.elapsed() < Duration::from_secs(60), "no process works for long");
        std::thread::sleep(Duration::from_millis(50));
        if let Some(worker) = busy_child(child.id()) {
            break worker;
        }
    };
    kill_process(worker, Signal::KILL).expect("it is alive");
    let output = child.wait_with_output().expect("it ends");
    assert_code(&output, 2);
    let report: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(report["files"].as_array().map(Vec::len), Some(2), "{report}");
    assert_eq!(report["errors"][0]["file"], "long.c");
    assert!(
        stderr(&output).contains("2 of 3 files, 1 left out: its analysis failed"),
        "{output:?}"
    );
}

/// A child that has used more than 0.4 seconds of processor time.
fn busy_child(parent: u32) -> Option<Pid> {
    let busy = |child: &Pid| {
        let child = child.as_raw_nonzero();
        let stat = fs::read_to_string(format!("/proc/{child}/stat")).unwrap_or_default();
        let user =
            stat.rsplit(") ").next().and_then(|rest| rest.split(' ').nth(11)?.parse::<u64>().ok());
        user.is_some_and(|ticks| ticks > 40)
    };
    children(parent).into_iter().find(busy)
}

/// The processes that one has started.
fn children(parent: u32) -> Vec<Pid> {
    let tasks = fs::read_dir(format!("/proc/{parent}/task")).into_iter().flatten().flatten();
    let lists = tasks.filter_map(|task| fs::read_to_string(task.path().join("children")).ok());
    let words =
        lists.flat_map(|text| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>());
    words.filter_map(|word| Pid::from_raw(word.parse().ok()?)).collect()
}

#[test]
fn each_file_has_its_time() {
    if !has_libclang() {
        return;
    }
    let case = Case::new("int unused;\n");
    files(&case);
    long(&case);
    let output = case.analyze("f0.c long.c f1.c --json --time-limit 700ms --jobs 2");
    assert_code(&output, 2);
    let report: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let files: Vec<&Value> = report["files"].as_array().expect("files").iter().collect();
    assert_eq!(files.len(), 2, "{report}");
    assert!(files.iter().all(|file| file["stop"] == "finished"), "{report}");
    assert!(stderr(&output).contains("long.c: its time is over"), "{output:?}");
}

/// What the first stage proved is told, whatever becomes of the second.
#[test]
fn a_stage_without_time_takes_nothing_from_the_one_before() {
    if !has_libclang() {
        return;
    }
    // Many numbers that depend on each other: little for octagons, and a long time for polyhedra.
    let all: Vec<String> = (0..24).map(|i| format!("v{i}")).collect();
    let read: String = all.iter().map(|v| format!("int {v} = f() & 1023;\n")).collect();
    let step = |i: usize| {
        let [a, b, c, d] = [i, i * 5 + 3, i * 7 + 5, i + 2].map(|at| &all[at % all.len()]);
        format!(
            "if ({a} + 2 * {b} < 3 * {c} + {i}) {a} = {b} + {c} - {d};\n\
             while ({a} + {b} + {c} > {d}) {a} -= {b} + 3 * {c};\n"
        )
    };
    let steps: String = (0..all.len()).map(step).collect();
    let case = Case::new(&format!(
        "extern int f(void);\nvoid __VERIFIER_assert(int);\nint main(void) {{\nint at = 0, table[8] = {{0}};\n\
         {read}while (f()) {{ while (f()) {{\n{steps}at = (at + 1) & 7; table[at] = v0; }} }}\n\
         __VERIFIER_assert(at >= 0);\n__VERIFIER_assert(v0 <= v1);\nreturn table[at];\n}}\n"
    ));
    let statuses = |report: &Value| -> Vec<String> {
        let checks = report["files"][0]["checks"].as_array().expect("checks").iter();
        checks.map(|check| check["status"].to_string()).collect()
    };
    let begin = Instant::now();
    let first = case.json("prog.c");
    assert!(statuses(&first).iter().any(|status| status.contains("verified")), "{first}");
    // Enough for the first stage, however busy the machine is; the second takes some forty times as long.
    let seconds = 4 * begin.elapsed().as_secs() + 4;
    for limit in ["--time", "--time-limit"] {
        let limit = format!("{limit} {seconds}s");
        let both = case.json(&format!("prog.c --precise {limit}"));
        assert_eq!(both["files"][0]["stop"], "interrupted", "{both}");
        assert_eq!(statuses(&both), statuses(&first), "{limit}");
    }
    // The annotated program is the one that the first stage leads to.
    let annotated = case.analyze(&format!("prog.c --precise --time {seconds}s --annotate c,all"));
    assert!(stdout(&annotated).contains("__VERIFIER_assume"), "{}", stderr(&annotated));
    assert!(stderr(&annotated).contains("1 file: ") || stderr(&annotated).contains("prog.c: "));
    // And of one of several files.
    let several = case.json(&format!("prog.c prog.c --precise --time-limit {seconds}s --no-cache"));
    assert_eq!(several["files"].as_array().map(Vec::len), Some(2), "{several}");
    assert_eq!(statuses(&several), statuses(&first));
}
