//! `soundline laws` as a user calls it.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A folder of its own for each test, removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("soundline-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    fn soundline(&self, arguments: &[&str]) -> Output {
        Command::new(env!("CARGO_BIN_EXE_soundline"))
            .args(arguments)
            .current_dir(&self.0)
            .output()
            .unwrap()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// Wrong use: one sentence on stderr that says `what`, nothing on stdout, exit code 2.
fn refused(output: &Output, what: &str) {
    let stderr = String::from_utf8(output.stderr.clone()).unwrap();
    assert_eq!(output.status.code(), Some(2), "{stderr}");
    assert!(stderr.contains(what), "{stderr}");
    assert_eq!(stderr.lines().count(), 1, "{stderr}");
    assert!(output.stdout.is_empty());
}

#[test]
fn a_sound_lattice_exits_with_0_and_tells_every_law() {
    let folder = Folder::new("sound");
    let output = folder.soundline(&["laws", "sign"]);
    assert_eq!(output.status.code(), Some(0));
    let text = stdout(&output);
    assert!(text.contains("leq transitive"), "{text}");
    assert!(text.contains("proved over all 125 cases (103"), "{text}");
    assert!(!text.contains('\u{1b}'), "no colour in a pipe");
    assert!(output.stderr.is_empty(), "no progress in a pipe");
    assert!(!folder.0.join("soundline-out").exists(), "nothing to store");
}

#[test]
fn a_finding_exits_with_1_is_stored_and_replays() {
    let folder = Folder::new("finding");
    let output = folder.soundline(&["laws", "planted:flip-monotone-in-argument-1"]);
    assert_eq!(output.status.code(), Some(1));
    let text = stdout(&output);
    assert!(text.contains("x = Bot\n      x' = Top\n"), "{text}");

    let replay = text.lines().find_map(|line| line.trim().strip_prefix("replay: soundline "));
    let arguments: Vec<&str> = replay.expect("the finding has a replay line").split(' ').collect();
    let again = folder.soundline(&arguments);
    assert_eq!(again.status.code(), Some(1));
    assert!(stdout(&again).contains("✗ violated"), "{}", stdout(&again));
    assert!(stdout(&again).contains("f(x') = Bot"), "{}", stdout(&again));

    let stored = folder.soundline(&["laws", "planted:flip-monotone-in-argument-1"]);
    assert!(stdout(&stored).contains("violated by a stored case"), "{}", stdout(&stored));
}

#[test]
fn same_seed_same_output_whatever_the_number_of_jobs() {
    let folder = Folder::new("seed");
    let run = |jobs: &str| {
        let names = ["interval", "congruence", "strings"];
        let settings = ["--seed", "5", "--cases", "300", "--verbose", "--jobs", jobs];
        stdout(&folder.soundline(&[&["laws"], &names[..], &settings[..]].concat()))
    };
    let once = run("1");
    assert!(once.contains("passed 300"), "{once}");
    assert_eq!(once, run("1"));
    assert_eq!(once, run("3"));
}

#[test]
fn laws_can_be_chosen_by_name_and_by_class() {
    let folder = Folder::new("choose");
    let by_name = stdout(&folder.soundline(&["laws", "sign", "--law", "join commutative"]));
    assert_eq!(by_name.lines().filter(|line| line.contains('✓')).count(), 1, "{by_name}");
    let by_class = stdout(&folder.soundline(&["laws", "sign", "--class", "absorption"]));
    assert_eq!(by_class.lines().filter(|line| line.contains('✓')).count(), 2, "{by_class}");
    let chosen = ["--law", "add sound", "--law", "join sound"];
    let two = folder.soundline(&[&["laws", "bool", "interval"], &chosen[..]].concat());
    assert_eq!(two.status.code(), Some(0), "{}", stdout(&two));
    let listed = stdout(&folder.soundline(&["laws", "sign", "--list", "--class", "order"]));
    assert!(listed.contains("a ⊑ b ∧ b ⊑ c ⇒ a ⊑ c"), "{listed}");
}

#[test]
fn wrong_use_is_refused_in_one_sentence() {
    let folder = Folder::new("wrong");
    refused(&folder.soundline(&["laws", "intervall"]), "did you mean 'interval'?");
    refused(&folder.soundline(&["laws", "nothing-like-it"]), "'soundline laws --list'");
    refused(&folder.soundline(&["laws", "--cases", "0"]), "at least 1");
    let no_jobs = folder.soundline(&["laws", "--jobs", "0"]);
    assert_eq!(no_jobs.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&no_jobs.stderr).contains("--jobs must be at least 1"));
    refused(&folder.soundline(&["laws", "--law", "join comutative"]), "'join commutative'");
    refused(&folder.soundline(&["laws", "--class", "joins"]), "'join'");
    refused(&folder.soundline(&["laws", "--replay", "absent.case"]), "absent.case");
}

#[test]
fn an_unreadable_case_is_refused_and_kept() {
    let folder = Folder::new("unreadable");
    let file = folder.0.join("rubbish.case");
    let rubbish = b"\xff\xfe rubbish";
    std::fs::write(&file, rubbish).unwrap();
    refused(&folder.soundline(&["laws", "--replay", "rubbish.case"]), "rubbish.case");
    assert_eq!(std::fs::read(&file).unwrap(), rubbish);

    std::fs::write(&file, "# soundline case 1\nsubject sign\ncheck no such law\nchoices 1\n")
        .unwrap();
    refused(&folder.soundline(&["laws", "--replay", "rubbish.case"]), "no such law");

    let stored = folder.0.join("soundline-out/laws/sign--leq-reflexive.case");
    std::fs::create_dir_all(stored.parent().unwrap()).unwrap();
    std::fs::write(&stored, "damaged").unwrap();
    refused(&folder.soundline(&["laws", "sign"]), "is not a stored case");
    assert_eq!(std::fs::read(&stored).unwrap(), b"damaged");
}

#[test]
fn an_output_folder_that_cannot_be_made_is_a_clear_sentence() {
    let folder = Folder::new("folder");
    std::fs::write(folder.0.join("taken"), "").unwrap();
    let output = folder.soundline(&["laws", "planted:join-pure", "--out", "taken"]);
    let stderr = String::from_utf8(output.stderr.clone()).unwrap();
    assert_eq!(output.status.code(), Some(2), "{stderr}");
    assert!(stderr.contains("taken"), "{stderr}");
    assert!(Path::new(&folder.0).join("taken").is_file());
}

/// A lattice of a user may have the name of a built-in one.
#[test]
fn a_case_of_somebody_else_is_not_replayed() {
    let folder = Folder::new("somebody");
    let choices = "check join commutative\nchoices 1 0 3 5\n# a = Circle { r: 3 }\n";
    for origin in ["origin crate mine\n", ""] {
        let text = format!("# soundline case 1\nsubject interval\n{origin}{choices}");
        std::fs::write(folder.0.join("mine.case"), text).unwrap();
        let output = folder.soundline(&["laws", "--replay", "mine.case"]);
        refused(&output, "stored for another lattice called 'interval'");
    }
}

#[test]
fn several_lattices_have_a_line_each_and_violations_in_full() {
    let folder = Folder::new("lines");
    let output = folder.soundline(&["laws", "sign", "parity", "planted:leq-reflexive"]);
    assert_eq!(output.status.code(), Some(1));
    let text = stdout(&output);
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[0].starts_with("sign                   "), "{text}");
    assert!(lines[2].starts_with("planted:leq-reflexive  "), "{text}");
    assert!(lines[2].contains("1 violated, ") && lines[2].contains(" following"), "{text}");
    assert_eq!(text.matches("✗ leq reflexive").count(), 1, "{text}");
    assert_eq!(text.matches("replay: ").count(), 1, "one cause: {text}");
    assert!(text.contains("follows from 'leq reflexive'"), "{text}");
    let wide = lines.iter().filter(|line| !line.contains("replay:"));
    assert!(wide.clone().all(|line| line.chars().count() <= 80), "{text}");
}

/// Names, units and defaults are those of the other commands.
#[test]
fn arguments_are_those_of_all_commands() {
    let folder = Folder::new("arguments");
    let help = stdout(&folder.soundline(&["laws", "--help"]));
    let other = stdout(&folder.soundline(&["test", "--help"]));
    for name in ["--jobs", "--seed", "--time", "--time-limit", "--memory-limit", "--out"] {
        let value = |help: &str| {
            let (_, after) = help.split_once(&format!(" {name} <")).unwrap_or_default();
            after.split_once('>').map(|(value, _)| value.to_string())
        };
        assert!(value(&help).is_some(), "no {name} in {help}");
        assert_eq!(value(&help), value(&other), "{name}");
    }
    let settings = ["--time-limit", "500ms", "--memory-limit", "1G", "--time", "5m", "--jobs", "1"];
    let output = folder.soundline(&[&["laws", "sign"], &settings[..]].concat());
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    let stopped = folder.soundline(&["laws", "--time", "1ms"]);
    assert_eq!(stopped.status.code(), Some(3));
    assert!(stdout(&stopped).contains("stopped early"), "{}", stdout(&stopped));
}

#[test]
fn as_many_counterexamples_are_shown_as_are_asked_for() {
    let folder = Folder::new("examples");
    let chosen = ["laws", "planted:leq-reflexive", "--law", "leq reflexive"];
    let shown = |more: &[&str]| stdout(&folder.soundline(&[&chosen[..], more].concat()));
    assert_eq!(shown(&[]).matches("a = ").count(), 1);
    std::fs::remove_dir_all(folder.0.join("soundline-out")).unwrap();
    let three = shown(&["--examples", "3"]);
    assert!(three.contains("a = {}") && three.contains("counterexample 3:"), "{three}");
    assert_eq!(three.matches("a = ").count(), 3, "{three}");
    let none = folder.soundline(&[&chosen[..], &["--examples", "0"]].concat());
    assert_eq!(none.status.code(), Some(2));
}

#[test]
fn elements_are_built_by_traces_and_replayed() {
    let folder = Folder::new("traces");
    let chosen = ["laws", "planted:widening-invariant", "--law", "widening invariant", "--traces"];
    let text = stdout(&folder.soundline(&chosen));
    assert!(text.contains(", by p0 = "), "{text}");
    let case = "soundline-out/laws/planted-widening-invariant--widening-invariant.case";
    let stored = std::fs::read_to_string(folder.0.join(case)).unwrap();
    assert!(stored.contains("\ntrace\np0 = "), "{stored}");
    let replay = |text: &str| {
        std::fs::write(folder.0.join("changed.case"), text).unwrap();
        folder.soundline(&["laws", "--replay", "changed.case"])
    };
    let again = replay(&stored);
    assert_eq!(again.status.code(), Some(1));
    assert!(stdout(&again).contains(", by p0 = "), "{}", stdout(&again));
    let changed =
        replay(&stored.replacen("\ntrace\n", "\ntrace\np0 = bottom\np1 = join p0 p0\n#", 1));
    assert!(stdout(&changed).contains("by p0 = bottom; p1 = join p0 p0"), "{}", stdout(&changed));
    let wrong = replay(&stored.replacen("\ntrace\n", "\ntrace\np0 = arbitary\n#", 1));
    refused(&wrong, "operations are bottom, arbitrary");
}

#[test]
fn completions_are_printed_for_shells() {
    let folder = Folder::new("completions");
    let output = folder.soundline(&["completions", "bash"]);
    assert!(stdout(&output).contains("_soundline"));
}
