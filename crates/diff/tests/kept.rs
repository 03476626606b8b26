//! Analyzers that stay: what goes wrong with one question harms no other.

use soundline_c::DataModel;
use soundline_diff::analyzer::{Analyzer, Answer, Description, Search, Task, Verdict};
use soundline_isolate::{Limits, Stop, Warden};
use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// A shell that answers as the program tells it, and notes its own number for each answer.
const SCRIPT: &str = r#"
while read -r folder; do
  folder=$(printf %s "$folder" | tr -d '"')
  while read -r word && [ "$word" != . ]; do :; done
  case "$(cat "$folder/program.i")" in
    *crash*) kill -SEGV $$;;
    *leave*) echo no idea >&2; exit 3;;
    *hang*) sleep 1000;;
    *spin*) while :; do :; done;;
    *rubbish*) printf 'safe\n.\n';;
    *) echo $$ >> NUMBERS; printf '0\nsafe\n.\n';;
  esac
done
"#;

fn analyzer(numbers: &Path) -> Analyzer {
    let script = SCRIPT.replace("NUMBERS", &numbers.to_string_lossy());
    let text = format!(
        r#"
name = "stays"
about = "a fake"
get = "it is here"
kept = ["-c", '''{script}''']

[find]
programs = ["sh"]
version = ["-c", "echo fake 1.0"]

[encoding]
check = "check({{condition}})"

[[command]]
run = ["{{program}}", "analyze", "{{file}}"]

[[rule]]
stdout = '^safe$'
exit = [0]
verdict = "safe"
"#
    );
    let description = Description::parse(&text).expect("it is right").remove(0);
    let warden = Warden::at(env!("CARGO_BIN_EXE_soundline-warden"));
    let search = Search::new(warden, None).expect("there is room for temporary files");
    search.find(&Arc::new(description)).expect("there is a shell")
}

fn ask(analyzer: &Analyzer, word: &str, time: Duration, stop: &Stop) -> Answer {
    let text = format!("/* {word} */ int main(void) {{ return 0; }}\n");
    let limits = Limits { time, memory: 1 << 30, ..Limits::default() };
    analyzer.run(&Task::new(text.as_bytes(), DataModel::Lp64), &limits, stop).answer
}

#[test]
fn whatever_happens_is_the_answer_to_one_question() {
    let folder = tempfile::tempdir().expect("there is room");
    let numbers = folder.path().join("numbers");
    let stays = analyzer(&numbers);
    let (ages, short) = (Duration::from_secs(60), Duration::from_millis(100));
    let safe = Answer::Verdict(Verdict::Safe);
    let said = |word, time| ask(&stays, word, time, &Stop::default());
    assert_eq!(said("fine", ages), safe);
    for (word, time) in [("crash", ages), ("leave", ages), ("hang", short), ("spin", short)] {
        match (word, said(word, time)) {
            ("crash", answer) => assert_eq!(answer, Answer::Crashed(11)),
            ("leave", Answer::Unreadable(unreadable)) => {
                assert!(unreadable.reason.contains("exit code 3"), "{unreadable:?}");
                assert!(unreadable.tail.contains("no idea"), "{unreadable:?}");
            }
            (_, answer) => assert_eq!(answer, Answer::TimedOut, "{word}"),
        }
        assert_eq!(said("fine", ages), safe, "after {word}");
        assert_eq!(said("fine", ages), safe, "after {word}");
    }
    assert!(matches!(said("rubbish", ages), Answer::Unreadable(unreadable) if unreadable.passing));
    assert_eq!(said("fine", ages), safe);
    // One process for all questions, and another one only where it was spoiled.
    let numbers = fs::read_to_string(numbers).expect("it was written");
    let mut numbers: Vec<&str> = numbers.lines().collect();
    assert_eq!(numbers.len(), 10);
    numbers.dedup();
    assert_eq!(numbers.len(), 6);
}

#[test]
fn whoever_does_not_want_the_answer_does_not_wait() {
    let folder = tempfile::tempdir().expect("there is room");
    let stays = analyzer(&folder.path().join("numbers"));
    let stop = Stop::default();
    let (asked, start) = (stop.clone(), Instant::now());
    let user = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(50));
        asked.now();
    });
    assert_eq!(ask(&stays, "hang", Duration::from_secs(600), &stop), Answer::Interrupted);
    assert!(start.elapsed() < Duration::from_secs(60));
    user.join().expect("it only waits");
}
