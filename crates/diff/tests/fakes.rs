//! Analyzers that misbehave in every known way: each has its ending, and none harms another.

use soundline_c::DataModel;
use soundline_diff::ContentKey;
use soundline_diff::analyzer::{
    Analyzer, Catalogue, Description, Ending, Run, Search, Task, Verdict, in_parallel,
};
use soundline_diff::store::Store;
use soundline_isolate::{Limits, Stop, Warden};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

const PROGRAM: &[u8] = b"extern void check(int);\nint main(void) { check(1); return 0; }\n";

/// An analyzer that is a shell script. It reads safe, unsafe, definite and unknown as they are.
fn description(name: &str, script: &str) -> Arc<Description> {
    let text = format!(
        r#"
name = "{name}"
about = "a fake"
get = "it is here"
under_approximates = false

[find]
programs = ["sh"]
version = ["-c", "echo fake 1.0"]

[encoding]
prelude = "extern void check(int);"
check = "check({{condition}})"
marker = "check("

[[command]]
run = ["{{program}}", "-c", '''{script}''', "{{file}}"]

[[rule]]
exit = [7]
verdict = "error"

[[rule]]
stdout = '^more$'
verdict = "next"

[[rule]]
stdout = '^safe$'
verdict = "safe"

[[rule]]
stdout = '^unsafe$'
verdict = "unsafe"

[[rule]]
stderr = '^definite$'
verdict = "definite"

[[rule]]
stdout = '^unknown$'
verdict = "unknown"
"#
    );
    let parsed = Description::parse(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
    Arc::new(parsed.into_iter().next().expect("there is one"))
}

fn search() -> Search {
    let warden = Warden::at(env!("CARGO_BIN_EXE_soundline-warden"));
    Search::new(warden, None).expect("there is room for temporary files")
}

fn fake(name: &str, script: &str) -> Analyzer {
    search().find(&description(name, script)).expect("there is a shell")
}

fn small() -> Limits {
    Limits { time: Duration::from_secs(10), memory: 200 << 20, output: 1 << 20, processes: 40 }
}

fn run(name: &str, script: &str, limits: &Limits) -> Run {
    let task = Task { text: PROGRAM, model: DataModel::Lp64 };
    fake(name, script).run(&task, limits, &Stop::default())
}

fn ending(name: &str, script: &str) -> Ending {
    run(name, script, &small()).ending
}

fn reason(ending: &Ending) -> &str {
    match ending {
        Ending::Unreadable(unreadable) => &unreadable.reason,
        other => panic!("{other:?} can be read"),
    }
}

#[test]
fn verdicts_are_read() {
    assert_eq!(ending("safe", "echo safe"), Ending::Verdict(Verdict::Safe));
    assert_eq!(ending("unsafe", "echo unsafe; exit 10"), Ending::Verdict(Verdict::Unsafe));
    assert_eq!(ending("definite", "echo definite >&2"), Ending::Verdict(Verdict::Definite));
    assert_eq!(ending("unknown", "echo unknown"), Ending::Verdict(Verdict::Unknown));
}

#[test]
fn a_random_analyzer_is_asked_once() {
    let random = "if [ $(($(od -An -N1 -tu1 /dev/urandom) % 2)) = 0 ]; then echo safe; \
                  else echo unsafe; fi";
    let (analyzer, store) = (fake("random", random), Store::in_memory().expect("there is memory"));
    let key = ContentKey::of(DataModel::Lp64, PROGRAM);
    let ask = |limits: &Limits| {
        let text = || PROGRAM.to_vec();
        let stop = Stop::default();
        store.result(&analyzer, &key, DataModel::Lp64, text, limits, &stop).expect("it is kept")
    };
    let (first, fresh) = ask(&small());
    assert!(fresh && first.ending.verdict().is_some());
    for _ in 0..10 {
        assert_eq!(ask(&small()), (first.clone(), false));
    }
    let other = Limits { memory: 300 << 20, ..small() };
    assert!(ask(&other).1, "other limits are another question");
}

#[test]
fn rubbish_is_kept_and_not_guessed() {
    let rubbish = ending("rubbish", "head -c 100000 /dev/urandom; echo; echo perhaps safe; exit 3");
    assert_eq!(reason(&rubbish), "no rule fits, exit code 3");
    let Ending::Unreadable(unreadable) = rubbish else { panic!("it is not") };
    assert!(unreadable.tail.ends_with("perhaps safe\n") && unreadable.tail.len() < 20_000);
    assert_eq!(reason(&ending("silent", "exit 0")), "no rule fits, exit code 0");
    assert_eq!(reason(&ending("error", "echo safe; exit 7")), "it reports an error");
}

#[test]
fn a_crash_after_a_verdict_is_a_crash() {
    assert_eq!(ending("crash", "echo safe; kill -SEGV $$"), Ending::Crashed(11));
    assert_eq!(ending("abort", "kill -ABRT $$"), Ending::Crashed(6));
}

#[test]
fn a_hang_after_a_verdict_is_a_timeout() {
    let short = Limits { time: Duration::from_millis(250), ..small() };
    let hang = run("hang", "echo safe; sleep 1000", &short);
    assert_eq!(hang.ending, Ending::TimedOut);
    assert!(hang.usage.wall >= Duration::from_millis(500));
}

#[test]
fn eaters_and_bombs_are_stopped() {
    let eater = "echo safe; head -c 1G /dev/zero | tail -n 1";
    assert_eq!(ending("eater", eater), Ending::OutOfMemory);
    let bomb = "echo safe; bomb() { if [ $1 -gt 0 ]; then bomb $(($1 - 1)) & bomb $(($1 - 1)) & fi; \
                sleep 1000; }; bomb 7";
    assert_eq!(reason(&ending("bomb", bomb)), "it started too many processes");
    let writer = "echo safe; head -c 1G /dev/zero";
    assert_eq!(reason(&ending("writer", writer)), "it wrote too much");
}

#[test]
fn the_program_is_there_and_so_is_nothing_else() {
    // The folder is new, and it goes with all that is written into it.
    let script = "grep -q check \"$0\" && [ $(ls | wc -l) = 1 ] && touch left && pwd && echo safe";
    let outcome = run("looker", script, &small());
    assert_eq!(outcome.ending, Ending::Verdict(Verdict::Safe));
    assert_eq!(outcome.commands.len(), 1);
    assert!(outcome.commands[0].ends_with("program.i"), "{:?}", outcome.commands);
}

#[test]
fn commands_are_tried_in_turn_and_share_their_time() {
    let text = r#"
name = "steps"
about = "a fake that needs more and more"
get = "it is here"

[find]
programs = ["sh"]
version = ["-c", "echo 3.2"]

[encoding]
check = "check({condition})"

[[command]]
before = "3"
run = ["{program}", "-c", "echo unsafe"]

[[command]]
since = "3"
each = ["1", "2", "5"]
run = ["{program}", "-c", "sleep 0.2; if [ {each} = 2 ]; then echo $0; else echo more; fi", "STOP"]

[[rule]]
stdout = '^more$'
verdict = "next"

[[rule]]
stdout = '^safe$'
verdict = "safe"
"#;
    let find = |stop: &str| {
        let parsed = Description::parse(&text.replace("STOP", stop)).expect("it is well formed");
        search().find(&Arc::new(parsed[0].clone())).expect("there is a shell")
    };
    let task = Task { text: PROGRAM, model: DataModel::Ilp32 };
    let stopped = find("safe").run(&task, &small(), &Stop::default());
    assert_eq!((stopped.ending, stopped.commands.len()), (Ending::Verdict(Verdict::Safe), 2));
    let all = find("more").run(&task, &small(), &Stop::default());
    assert_eq!((all.ending, all.commands.len()), (Ending::Verdict(Verdict::Unknown), 3));
    assert!(all.usage.wall >= Duration::from_millis(600));
    let short = Limits { time: Duration::from_millis(150), ..small() };
    let late = find("more").run(&task, &short, &Stop::default());
    assert_eq!(late.ending, Ending::TimedOut);
    assert!(late.commands.len() < 3);
}

#[test]
fn all_run_side_by_side_and_none_disturbs_another() {
    let scripts: [(&str, &str, &str); 8] = [
        ("a", "sleep 0.3; echo safe", "safe"),
        ("b", "sleep 0.3; echo unsafe", "unsafe"),
        ("c", "kill -SEGV $$", "crash"),
        ("d", "head -c 1G /dev/zero | tail -n 1", "memory"),
        ("e", "head -c 1G /dev/zero", "unreadable"),
        ("f", "sleep 0.3; echo unknown", "unknown"),
        ("g", "(sleep 1000 &) ; setsid sleep 1000 & echo safe", "safe"),
        ("h", "sleep 0.3; echo safe", "safe"),
    ];
    let descriptions: Vec<_> = scripts.iter().map(|(name, s, _)| description(name, s)).collect();
    let analyzers = search().find_all(&descriptions, 4);
    let analyzers: Vec<Analyzer> = analyzers.into_iter().map(|a| a.expect("a shell")).collect();
    let task = Task { text: PROGRAM, model: DataModel::Lp64 };
    let started = Instant::now();
    let endings = in_parallel(8, analyzers, |analyzer| {
        analyzer.run(&task, &small(), &Stop::default()).ending.word()
    });
    let expected: Vec<&str> = scripts.iter().map(|(_, _, word)| *word).collect();
    assert_eq!(endings, expected);
    assert!(started.elapsed() < Duration::from_secs(20));
}

#[test]
fn the_example_of_the_guide_is_well_formed() {
    let guide = include_str!("../../../docs/analyzers.md");
    let (_, example) = guide.split_once("```toml\n").expect("there is an example");
    let (example, _) = example.split_once("```").expect("it ends");
    let parsed = Description::parse(example).unwrap_or_else(|error| panic!("{error}"));
    let names: Vec<&str> = parsed.iter().map(|one| one.name.as_str()).collect();
    assert_eq!(names, ["mytool", "mytool:precise"]);
}

#[test]
fn what_is_missing_says_how_to_get_it() {
    let mut catalogue = Catalogue::built_in();
    let folder = tempfile::tempdir().expect("there is room");
    let text = include_str!("../analyzers/cbmc.toml")
        .replace("\"cbmc\"", "\"no-such-checker\"")
        .replace("get = \"", "get = \"grow it yourself; ");
    std::fs::write(folder.path().join("x.toml"), text).expect("there is room");
    catalogue.add(folder.path()).expect("it is well formed");
    let found = catalogue.select(&["no-such-checker".into()]).expect("it was added");
    let missing = search().find(&found[0]).expect_err("there is no such program");
    assert_eq!(missing.reason, "there is no no-such-checker");
    assert!(missing.get.starts_with("grow it yourself"));
    let mut old = (*description("old", "echo safe")).clone();
    old.find.since = Some("2".into());
    let missing = search().find(&Arc::new(old)).expect_err("it is too old");
    assert_eq!(missing.reason, "version 1.0 is too old: 2 is needed");
    assert!(!Path::new("left").exists());
}
