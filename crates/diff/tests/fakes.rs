//! Analyzers that misbehave in every known way: each has its answer, and none harms another.

use soundline_c::DataModel;
use soundline_diff::ContentKey;
use soundline_diff::analyzer::{
    Analyzer, Answer, Catalogue, Description, Run, Search, Task, Verdict, in_parallel,
};
use soundline_diff::store::{Judge, Store};
use soundline_isolate::{Limits, Stop, Warden};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

const PROGRAM: &[u8] = b"extern void check(int);\nint main(void) { check(1); return 0; }\n";

/// An analyzer that is a shell script. It reads safe, unsafe, definite and unknown as they are.
fn description(name: &str, script: &str) -> Arc<Description> {
    let find = "programs = [\"sh\"]\nversion = [\"-c\", \"echo fake 1.0\"]";
    described(name, find, script)
}

fn described(name: &str, find: &str, script: &str) -> Arc<Description> {
    let text = format!(
        r#"
name = "{name}"
about = "a fake"
get = "it is here"
under_approximates = false

[find]
{find}

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
    Limits {
        time: Duration::from_secs(10),
        memory: 200 << 20,
        output: 1 << 20,
        files: 16 << 20,
        processes: 40,
        cores: None,
    }
}

fn run(name: &str, script: &str, limits: &Limits) -> Run {
    let task = Task::new(PROGRAM, DataModel::Lp64);
    fake(name, script).run(&task, limits, &Stop::default())
}

fn answer(name: &str, script: &str) -> Answer {
    run(name, script, &small()).answer
}

fn reason(answer: &Answer) -> &str {
    match answer {
        Answer::Unreadable(unreadable) => &unreadable.reason,
        other => panic!("{other:?} can be read"),
    }
}

#[test]
fn verdicts_are_read() {
    assert_eq!(answer("safe", "echo safe"), Answer::Verdict(Verdict::Safe));
    assert_eq!(answer("unsafe", "echo unsafe; exit 10"), Answer::Verdict(Verdict::Unsafe));
    assert_eq!(answer("definite", "echo definite >&2"), Answer::Verdict(Verdict::Definite));
    assert_eq!(answer("unknown", "echo unknown"), Answer::Verdict(Verdict::Unknown));
}

/// It says unsafe if it may use more than one core.
#[test]
fn cores_can_be_limited() {
    let script =
        "grep -q 'Cpus_allowed_list:.[0-9]*$' /proc/self/status && echo safe || echo unsafe";
    let one = Limits { cores: std::num::NonZeroU32::new(1), ..small() };
    assert_eq!(run("narrow", script, &one).answer, Answer::Verdict(Verdict::Safe));
    if std::thread::available_parallelism().is_ok_and(|count| count.get() > 1) {
        assert_eq!(run("wide", script, &small()).answer, Answer::Verdict(Verdict::Unsafe));
    }
    let analyzer = fake("narrow", script);
    assert_ne!(Judge::of(&analyzer, &one), Judge::of(&analyzer, &small()), "another question");
}

#[test]
fn a_random_analyzer_is_asked_once() {
    let random = "if [ $(($(od -An -N1 -tu1 /dev/urandom) % 2)) = 0 ]; then echo safe; \
                  else echo unsafe; fi";
    let (analyzer, store) = (fake("random", random), Store::in_memory().expect("there is memory"));
    let key = ContentKey::of(DataModel::Lp64, PROGRAM);
    let ask_about = |text: &[u8], limits: &Limits| {
        let (task, stop) = (Task::new(text, DataModel::Lp64), Stop::default());
        store.result(&analyzer, &Judge::of(&analyzer, limits), &key, &task, limits, &stop)
    };
    let ask = |limits: &Limits| ask_about(PROGRAM, limits);
    let (first, fresh) = ask(&small());
    assert!(fresh && first.answer.verdict().is_some());
    // What it printed is kept apart.
    let kept = Run { output: String::new(), ..first };
    for _ in 0..10 {
        assert_eq!(ask(&small()), (kept.clone(), false));
    }
    let other = Limits { memory: 300 << 20, ..small() };
    assert!(ask(&other).1, "other limits are another question");
    let text = [PROGRAM, b"\n"].concat();
    assert!(ask_about(&text, &small()).1, "other bytes are another question");
    assert!(!ask_about(&text, &small()).1, "and its answer is kept");
}

#[test]
fn rubbish_is_kept_and_not_guessed() {
    let rubbish = answer("rubbish", "head -c 100000 /dev/urandom; echo; echo perhaps safe; exit 3");
    assert_eq!(reason(&rubbish), "no rule fits, exit code 3");
    let Answer::Unreadable(unreadable) = rubbish else { panic!("it is not") };
    assert!(unreadable.tail.ends_with("perhaps safe\n") && unreadable.tail.len() < 20_000);
    assert_eq!(reason(&answer("silent", "exit 0")), "no rule fits, exit code 0");
    assert_eq!(reason(&answer("error", "echo safe; exit 7")), "it reports an error");
}

#[test]
fn a_crash_after_a_verdict_is_a_crash() {
    assert_eq!(answer("crash", "echo safe; kill -SEGV $$"), Answer::Crashed(11));
    assert_eq!(answer("abort", "kill -ABRT $$"), Answer::Crashed(6));
}

#[test]
fn a_hang_after_a_verdict_is_a_timeout() {
    let short = Limits { time: Duration::from_millis(250), ..small() };
    let hang = run("hang", "echo safe; sleep 1000", &short);
    assert_eq!(hang.answer, Answer::TimedOut);
    assert!(hang.usage.wall >= Duration::from_millis(500));
}

#[test]
fn eaters_and_bombs_are_stopped() {
    let eater = "echo safe; head -c 1G /dev/zero | tail -n 1";
    assert_eq!(answer("eater", eater), Answer::OutOfMemory);
    let bomb = "echo safe; bomb() { if [ $1 -gt 0 ]; then bomb $(($1 - 1)) & bomb $(($1 - 1)) & fi; \
                sleep 1000; }; bomb 7";
    assert_eq!(reason(&answer("bomb", bomb)), "it started too many processes");
    let writer = "echo safe; head -c 1G /dev/zero";
    assert_eq!(reason(&answer("writer", writer)), "it wrote too much");
}

#[test]
fn the_program_is_there_and_so_is_nothing_else() {
    // The folder is new, and it goes with all that is written into it.
    let script = "grep -q check \"$0\" && [ $(ls | wc -l) = 1 ] && touch left && pwd && echo safe";
    let outcome = run("looker", script, &small());
    assert_eq!(outcome.answer, Answer::Verdict(Verdict::Safe));
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
    let task = Task::new(PROGRAM, DataModel::Lp64);
    let stopped = find("safe").run(&task, &small(), &Stop::default());
    assert_eq!((stopped.answer, stopped.commands.len()), (Answer::Verdict(Verdict::Safe), 2));
    let all = find("more").run(&task, &small(), &Stop::default());
    assert_eq!((all.answer, all.commands.len()), (Answer::Verdict(Verdict::Unknown), 3));
    assert!(all.usage.wall >= Duration::from_millis(600));
    let short = Limits { time: Duration::from_millis(150), ..small() };
    let late = find("more").run(&task, &short, &Stop::default());
    assert_eq!(late.answer, Answer::TimedOut);
    assert!(late.commands.len() < 3);
}

/// As a model checker does: more iterations show more failures, and only the last ones prove something.
#[test]
fn what_failed_once_stays_and_the_other_checks_are_looked_at_further() {
    let text = r#"
name = "unwinder"
about = "a fake that finds more with each step"
get = "it is here"

[find]
programs = ["sh"]
version = ["-c", "echo 1.0"]

[encoding]
check = "hit({condition})"
marker = "hit("
independent = true

[[command]]
each = ["1", "2", "3"]
run = ["{program}", "-c", """
case {each} in
1) echo '1 fails'; echo '2 holds'; echo more;;
2) echo '2 fails'; echo '3 holds'; echo more;;
3) LAST;;
esac"""]

[[rule]]
stdout = '^more$'
verdict = "next"

[[rule]]
stdout = 'fails$'
verdict = "definite"

[[check]]
stdout = '^(?<line>\d+) fails$'
verdict = "definite"

[[check]]
stdout = '^(?<line>\d+) holds$'
verdict = "safe"
"#;
    let run = |last: &str, apart: bool| {
        let parsed = Description::parse(&text.replace("LAST", last)).expect("it is well formed");
        let analyzer = search().find(&Arc::new(parsed[0].clone())).expect("there is a shell");
        let task = Task { apart, ..Task::new(b"hit(a);\nhit(b);\nhit(c);\n", DataModel::Lp64) };
        analyzer.run(&task, &Limits { time: Duration::from_secs(2), ..small() }, &Stop::default())
    };
    use Verdict::{Definite, Safe, Unknown};
    let all = run("echo '2 fails'; echo '1 fails'; echo '3 holds'", true);
    assert_eq!(all.answer, Answer::Verdict(Definite));
    assert_eq!((all.checks, all.commands.len()), (Some(vec![Definite, Definite, Safe]), 3));
    // The first failure is enough where only all together matters, and what was not seen to fail is not proved.
    let together = run("echo never", false);
    assert_eq!(together.answer, Answer::Verdict(Definite));
    assert_eq!(
        (together.checks, together.commands.len()),
        (Some(vec![Definite, Unknown, Unknown]), 1)
    );
    let late = run("sleep 100", true);
    assert_eq!(
        (late.answer, late.checks),
        (Answer::TimedOut, Some(vec![Definite, Definite, Unknown]))
    );
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
    let task = Task::new(PROGRAM, DataModel::Lp64);
    let started = Instant::now();
    let answers = in_parallel(8, analyzers, |analyzer| {
        analyzer.run(&task, &small(), &Stop::default()).answer.word()
    });
    let expected: Vec<&str> = scripts.iter().map(|(_, _, word)| *word).collect();
    assert_eq!(answers, expected);
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

/// A program of its own that says something for its version, and safe. The pattern is that of our guide.
fn installed(folder: &Path, program: &str) -> Analyzer {
    use std::os::unix::fs::PermissionsExt;
    let path = folder.join("tool");
    // What is being written cannot be run, not even for another thread that is about to start something.
    let new = folder.join("new");
    std::fs::write(&new, program).expect("it can be written");
    std::fs::set_permissions(&new, std::fs::Permissions::from_mode(0o755)).expect("it is ours");
    std::fs::rename(&new, &path).expect("it is ours");
    let path = path.display();
    let find = format!("programs = [\"{path}\"]\nversion_pattern = '\\d+(\\.\\d+)+'");
    let description = described("tool", &find, "exec \"$0\"");
    let text = serde_json::to_value(&*description).expect("it is plain data");
    assert_eq!(text["find"]["version_pattern"], r"\d+(\.\d+)+");
    search().find(&description).expect("it is there")
}

#[test]
fn another_version_or_another_program_is_another_judge() {
    let folder = tempfile::tempdir().expect("there is room");
    let judge = |program: &str| {
        let analyzer = installed(folder.path(), &format!("#!/bin/sh\n{program}\n"));
        Judge::of(&analyzer, &small())
    };
    let (one, two) = (judge("echo tool 1.0.0"), judge("echo tool 2.0.0"));
    assert_eq!((one.version.as_str(), two.version.as_str()), ("1.0.0", "2.0.0"));
    assert_ne!(one, two);
    // The program was changed and still says the same.
    assert_ne!(one, judge("echo tool 1.0.0; # mended"));
    assert_eq!(one, judge("echo tool 1.0.0"));
}

#[test]
fn what_the_machine_is_to_blame_for_is_not_kept() {
    let key = ContentKey::of(DataModel::Lp64, PROGRAM);
    let task = Task::new(PROGRAM, DataModel::Lp64);
    let check = |name: &str, script: &str, lasts: bool| {
        let (analyzer, store) = (fake(name, script), Store::in_memory().expect("there is memory"));
        let judge = Judge::of(&analyzer, &small());
        let ask = || store.result(&analyzer, &judge, &key, &task, &small(), &Stop::default());
        let (run, _) = ask();
        assert_eq!(run.answer.is_lasting(), lasts, "{name}: {:?}", run.answer);
        assert_eq!(!ask().1, lasts, "{name}");
    };
    check("safe", "echo safe", true);
    check("rubbish", "echo rubbish", true);
    check("full", "echo 'write: No space left on device' >&2; exit 1", false);
    check("forks", "echo 'fork: Resource temporarily unavailable' >&2; exit 2", false);
    check("killer", "kill -KILL $PPID; sleep 60", false);
}

#[test]
fn one_that_kills_its_warden_is_told_of() {
    let start = Instant::now();
    let killer = answer("killer", "echo safe; setsid sleep 60 & kill -KILL $PPID; sleep 60");
    assert_eq!(reason(&killer), "the process that watched it was killed");
    assert!(start.elapsed() < Duration::from_secs(30));
}

#[test]
fn two_gigabytes_in_files_have_an_answer() {
    let script = "head -c 2G /dev/zero > big; echo safe";
    let big = run("big", script, &Limits { output: 16 << 20, files: 256 << 20, ..small() });
    assert_eq!(reason(&big.answer), "its files became too large");
}

#[test]
fn nothing_that_is_said_commands_a_terminal() {
    let escape = "printf 'no \\033[2J\\033]0;title\\007 verdict\\n'; exit 3";
    let Answer::Unreadable(unreadable) = answer("escape", escape) else { panic!("it can be read") };
    assert_eq!(unreadable.tail, "no ␛[2J␛]0;title␇ verdict\n");
    let find =
        "programs = [\"sh\"]\nversion = [\"-c\", 'printf \"1.0\\033[2J\"']\nversion_pattern = '.+'";
    let analyzer = search().find(&described("version", find, "echo safe")).expect("it is there");
    assert_eq!(analyzer.version, "1.0␛[2J");
}
