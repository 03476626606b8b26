//! The store: what is kept is found again, by nobody else, and whatever happens to the process.

use soundline_c::DataModel;
use soundline_diff::ContentKey;
use soundline_diff::analyzer::{Answer, Run, Unreadable, Verdict};
use soundline_diff::store::{Judge, Store, StoreError, StoredVariant};
use soundline_isolate::Usage;
use std::path::Path;
use std::time::{Duration, Instant};

fn judge(analyzer: &str, version: &str, setup: &str) -> Judge {
    Judge { analyzer: analyzer.into(), version: version.into(), setup: setup.into() }
}

fn run(answer: Answer) -> Run {
    let usage = Usage {
        wall: Duration::from_micros(1500),
        cpu: Duration::from_micros(1000),
        memory: 5 << 30,
        warden: Duration::from_micros(7),
    };
    let checks = Some(vec![Verdict::Safe, Verdict::Unsafe]);
    Run { answer, checks, usage, commands: vec!["cbmc 'a b.i'".into()], output: String::new() }
}

fn seen(text: &str) -> ContentKey {
    ContentKey::of(DataModel::Lp64, text.as_bytes())
}

fn file(folder: &tempfile::TempDir) -> std::path::PathBuf {
    folder.path().join("results.sqlite")
}

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("there is room for temporary files")
}

#[test]
fn what_is_kept_is_found_again_by_nobody_else() {
    let folder = folder();
    let unreadable =
        Unreadable { reason: "exit code 3".into(), tail: "ä\0\n".into(), passing: false };
    let kept = run(Answer::Unreadable(unreadable));
    let store = Store::open(&file(&folder)).expect("it is new");
    store.keep("v1", &judge("a", "1", "s"), &seen("x"), &kept).expect("it is kept");
    drop(store);
    let store = Store::open(&file(&folder)).expect("it is there");
    let find = |variant: &str, judge: &Judge| {
        store.run(variant, judge, Some(&seen("x"))).expect("it can be read")
    };
    assert_eq!(find("v1", &judge("a", "1", "s")), Some(kept));
    for other in [judge("b", "1", "s"), judge("a", "2", "s"), judge("a", "1", "t")] {
        assert_eq!(find("v1", &other), None, "{other:?}");
    }
    assert_eq!(find("v2", &judge("a", "1", "s")), None);
    let other = store.run("v1", &judge("a", "1", "s"), Some(&seen("y"))).expect("it can be read");
    assert_eq!(other, None, "that was another text");
}

#[test]
fn the_first_result_stays() {
    let store = Store::in_memory().expect("there is memory");
    let (first, second) = (run(Answer::TimedOut), run(Answer::OutOfMemory));
    store.keep("v", &judge("a", "1", "s"), &seen("x"), &first).expect("it is kept");
    store.keep("v", &judge("a", "1", "s"), &seen("x"), &second).expect("it is not an error");
    store.keep("u", &judge("b", "1", "s"), &seen("x"), &first).expect("it is kept");
    store.keep("u", &judge("b", "1", "s"), &seen("y"), &second).expect("another text replaces it");
    let runs = store.runs().expect("they can be read");
    let runs: Vec<_> = runs.iter().map(|r| (r.variant.as_str(), r.run.answer.clone())).collect();
    assert_eq!(runs, [("u", Answer::OutOfMemory), ("v", Answer::TimedOut)]);
}

#[test]
fn variants_are_kept_with_their_texts() {
    let store = Store::in_memory().expect("there is memory");
    let variant = StoredVariant {
        key: "k".into(),
        seed: "seed.c".into(),
        text: b"int \xff;".to_vec(),
        detail: "{}".into(),
    };
    store.keep_variant(&variant).expect("it is kept");
    store.keep_variant(&variant).expect("twice is not an error");
    assert_eq!(store.variant("k").expect("it can be read"), Some(variant));
    assert_eq!(store.variant("l").expect("it can be read"), None);
}

#[test]
fn other_files_are_refused_and_left_alone() {
    let folder = folder();
    let text = folder.path().join("text");
    std::fs::write(
        &text,
        "this is not a file of SQLite, and it is long enough to see that".repeat(40),
    )
    .expect("there is room");
    assert!(matches!(Store::open(&text), Err(StoreError::Foreign { .. })));
    let other = folder.path().join("other.sqlite");
    let connection = rusqlite::Connection::open(&other).expect("it is new");
    connection.execute_batch("CREATE TABLE mine (x)").expect("it is empty");
    drop(connection);
    assert!(matches!(Store::open(&other), Err(StoreError::Foreign { .. })));
    let newer = file(&folder);
    drop(Store::open(&newer).expect("it is new"));
    let connection = rusqlite::Connection::open(&newer).expect("it is there");
    connection.pragma_update(None, "user_version", 99).expect("it can be written");
    drop(connection);
    let error = Store::open(&newer).expect_err("it is newer");
    assert!(matches!(error, StoreError::Newer { found: 99, .. }), "{error}");
    assert!(Store::open(Path::new("/no/such/folder/file")).is_err());
}

#[test]
fn several_threads_may_keep_results() {
    let folder = folder();
    std::thread::scope(|scope| {
        for thread in 0..4 {
            let path = file(&folder);
            scope.spawn(move || {
                let store = Store::open(&path).expect("others open it too");
                for n in 0..50 {
                    let crashed = run(Answer::Crashed(n));
                    store
                        .keep(&format!("{thread}-{n}"), &judge("a", "1", "s"), &seen("x"), &crashed)
                        .expect("kept");
                }
            });
        }
    });
    let store = Store::open(&file(&folder)).expect("it is there");
    assert_eq!(store.runs().expect("they can be read").len(), 200);
}

/// Writes results and says after each one that it is kept, until it is killed.
fn write_until_killed(path: &Path) {
    use std::io::Write;
    let store = Store::open(path).expect("it can be opened");
    let mut said = std::fs::File::create(path.with_extension("said")).expect("there is room");
    for n in 0.. {
        store
            .keep(&n.to_string(), &judge("a", "1", "s"), &seen("x"), &run(Answer::TimedOut))
            .expect("kept");
        writeln!(said, "{n}").expect("there is room");
    }
}

#[test]
fn a_process_that_is_killed_loses_nothing_that_it_kept() {
    if let Some(path) = std::env::var_os("SOUNDLINE_TEST_STORE") {
        return write_until_killed(Path::new(&path));
    }
    let folder = folder();
    let mut total = 0;
    for round in 1..6 {
        let path = folder.path().join(format!("{round}.sqlite"));
        let name = "a_process_that_is_killed_loses_nothing_that_it_kept";
        let mut writer = std::process::Command::new(std::env::current_exe().expect("it runs"))
            .args([name, "--exact"])
            .env("SOUNDLINE_TEST_STORE", &path)
            .stdout(std::process::Stdio::null())
            .spawn()
            .expect("this test can run again");
        let said = || {
            let said = std::fs::read_to_string(path.with_extension("said")).unwrap_or_default();
            said.lines().filter_map(|line| line.parse::<usize>().ok()).max()
        };
        let deadline = Instant::now() + Duration::from_secs(60);
        while said().is_none_or(|last| last < 20 * round) {
            assert!(Instant::now() < deadline, "it writes nothing");
            std::thread::sleep(Duration::from_millis(round as u64));
        }
        writer.kill().expect("it runs");
        writer.wait().expect("it was killed");
        let last = said().expect("it has written");
        let store = Store::open(&path).expect("it is whole");
        let kept = store.runs().expect("they can be read").len();
        assert!(kept > last, "{last} was said to be kept, but there are only {kept}");
        assert!(kept <= last + 2, "{kept} are there, but only {last} can be");
        total += kept;
    }
    assert!(total > 100);
}

/// Judges have other numbers in other files.
#[test]
fn a_store_takes_over_what_another_one_has() {
    let folder = folder();
    let part = folder.path().join("part.sqlite");
    let other = Store::open(&part).expect("it is new");
    let (timed_out, full) = (run(Answer::TimedOut), run(Answer::OutOfMemory));
    other.keep("v", &judge("b", "1", "s"), &seen("x"), &timed_out).expect("it is kept");
    other.keep("u", &judge("a", "1", "s"), &seen("x"), &full).expect("it is kept");
    other.keep("w", &judge("a", "1", "s"), &seen("x"), &full).expect("it is kept");
    drop(other);
    let store = Store::open(&file(&folder)).expect("it is new");
    store.keep("w", &judge("a", "1", "s"), &seen("x"), &timed_out).expect("it is kept");
    for _ in 0..2 {
        store.absorb(&part).expect("it can be read");
        let answer = |variant: &str, analyzer: &str| {
            let run = store.run(variant, &judge(analyzer, "1", "s"), Some(&seen("x")));
            run.expect("it can be read").map(|run| run.answer)
        };
        assert_eq!(answer("v", "b"), Some(Answer::TimedOut));
        assert_eq!(answer("u", "a"), Some(Answer::OutOfMemory));
        assert_eq!(answer("w", "a"), Some(Answer::TimedOut), "what is known stays");
        assert_eq!(answer("v", "a"), None);
        assert_eq!(store.runs().expect("they can be read").len(), 3);
    }
    std::fs::write(&part, "no results").expect("there is room");
    assert!(matches!(store.absorb(&part), Err(StoreError::Foreign { .. })));
}
