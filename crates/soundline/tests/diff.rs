//! `soundline diff analyzers` and `soundline diff try`, as a user runs them.

#[path = "support/schema.rs"]
mod schema;

use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn soundline(arguments: &[&str]) -> Output {
    let program = env!("CARGO_BIN_EXE_soundline");
    Command::new(program).arg("diff").args(arguments).output().expect("it was built")
}

fn json(output: &Output) -> Value {
    let said = String::from_utf8_lossy(&output.stderr);
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{error}: {said}"))
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// A folder with analyzers of a user: one for each word, which it says.
fn analyzers(words: &[&str]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("there is room");
    for word in words {
        let rules = ["safe", "unsafe", "unknown"]
            .map(|word| format!("[[rule]]\nstdout = '^{word}$'\nverdict = \"{word}\"\n"));
        let description = format!(
            "name = \"says-{word}\"\nabout = \"says {word}\"\nget = \"it is here\"\n\
             under_approximates = {}\n[find]\nprograms = [\"sh\"]\n\
             version = [\"-c\", \"echo 1.2.3\"]\n[encoding]\n\
             prelude = \"extern void says(int);\"\ncheck = \"says({{condition}})\"\n\
             [[command]]\nrun = [\"{{program}}\", \"-c\", 'grep -q \"says(\" \"$0\" && echo {word}', \
             \"{{file}}\"]\n{}",
            *word == "unsafe",
            rules.concat()
        );
        let file = folder.path().join(format!("{word}.toml"));
        fs::write(file, description).expect("there is room");
    }
    folder
}

fn programs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../diff/tests/truth/programs")
}

/// What `try` says about a program with a user's analyzers.
fn try_with(words: &[&str], more: &[&str]) -> Output {
    let folder = analyzers(words);
    let program = programs().join("input.c");
    let (program, folder) = (program.to_string_lossy(), folder.path().to_string_lossy());
    soundline(&[&["try", &program, "--analyzers", &folder, "--only", "says-*"], more].concat())
}

/// Without libclang nothing can be tried.
fn has_clang() -> bool {
    let output = try_with(&["safe"], &["--no-run"]);
    let missing = text(&output.stderr).contains("libclang 17 or newer was not found");
    if missing {
        soundline_needs::LIBCLANG.missing(text(&output.stderr));
    }
    !missing
}

#[test]
fn analyzers_are_listed_with_versions_or_advice() {
    let folder = analyzers(&["safe"]);
    let output =
        soundline(&["analyzers", "--json", "--analyzers", &folder.path().to_string_lossy()]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let listed = json(&output);
    schema::assert_documented(&listed);
    let listed = listed["analyzers"].as_array().expect("it is a list");
    let named = |name: &str| {
        let found = listed.iter().find(|one| one["name"] == name);
        found.unwrap_or_else(|| panic!("{name} is not listed"))
    };
    assert_eq!(named("says-safe")["version"], "1.2.3");
    for name in ["cbmc", "eva:precise", "soundline:octagons", "klee", "cpachecker", "infer"] {
        let one = named(name);
        let missing = one["missing"].as_str().is_some_and(|reason| !reason.is_empty());
        assert_eq!(one["available"], !missing, "{name}");
        assert!(one["get"].as_str().is_some_and(|get| !get.is_empty()), "{name}");
    }
    assert_eq!(named("cbmc")["under_approximates"], true);
    assert_eq!(named("klee")["tested"], false);
    let plain = text(&soundline(&["analyzers", "--only", "seahorn"]).stdout);
    assert!(plain.contains("seahorn") && plain.contains("untested"), "{plain}");
}

#[test]
fn wrong_use_is_a_sentence() {
    let check = |arguments: &[&str], sentence: &str| {
        let output = soundline(arguments);
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.contains(sentence), "{said}");
    };
    check(&["analyzers", "--only", "nobody"], "no analyzer is called nobody");
    check(&["analyzers", "--analyzers", "/no/such/file"], "/no/such/file");
    let folder = tempfile::tempdir().expect("there is room");
    let bad = folder.path().join("bad.toml");
    fs::write(&bad, "name = \"x\"\n").expect("there is room");
    check(&["analyzers", "--analyzers", &bad.to_string_lossy()], "missing field");
    if !has_clang() {
        return;
    }
    let program = folder.path().join("nothing.c");
    fs::write(&program, "int main(void) { return 0; }\n").expect("there is room");
    check(&["try", &program.to_string_lossy()], "has no assertion");
    check(&["try", "/no/such/program.c"], "/no/such/program.c");
    let input = programs().join("input.c");
    check(&["try", &input.to_string_lossy(), "--memory", "0"], "at least 64M");
}

#[test]
fn a_disagreement_is_a_finding() {
    if !has_clang() {
        return;
    }
    let output = try_with(&["safe", "unsafe", "unknown"], &["--json", "--commands"]);
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
    let result = json(&output);
    schema::assert_documented(&result);
    assert_eq!((&result["disagree"], &result["checks"]), (&Value::Bool(true), &Value::from(1)));
    let endings: Vec<&str> = result["runs"]
        .as_array()
        .expect("it is a list")
        .iter()
        .map(|run| run["ending"].as_str().expect("it is a word"))
        .collect();
    assert_eq!(endings, ["safe", "unknown", "unsafe"]);
    let plain = text(&try_with(&["safe", "unsafe"], &["--no-run"]).stdout);
    let words = plain.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains("these are unsound, unless the program has undefined"), "{plain}");
    assert!(words.contains("(it was not run): says-safe"), "{plain}");
    assert_eq!(try_with(&["safe", "unknown"], &[]).status.code(), Some(0));
}

/// A compiler that assumes that nothing overflows is right about a program that overflows.
#[test]
fn nobody_is_blamed_for_undefined_behaviour() {
    if !has_clang() {
        return;
    }
    let said = |program: &str| {
        let folder = analyzers(&["safe", "unsafe"]);
        let file = folder.path().join("program.c");
        let text_of = format!(
            "extern int __VERIFIER_nondet_int(void);\nextern void __VERIFIER_assert(int);\n\
             int main(void) {{ int x = {program} return 0; }}\n"
        );
        fs::write(&file, text_of).expect("there is room");
        let (file, folder) = (file.to_string_lossy(), folder.path().to_string_lossy());
        let words = ["try", &file, "--analyzers", &folder, "--only", "says-*"];
        let output = soundline(&words);
        assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
        text(&output.stdout).split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let overflow = said("__VERIFIER_nondet_int(); __VERIFIER_assert(x + 1 > x);");
    assert!(overflow.contains("undefined behaviour, so no analyzer can be blamed"), "{overflow}");
    assert!(!overflow.contains("unsound"), "{overflow}");
    let fails = said("__VERIFIER_nondet_int(); __VERIFIER_assert(x != 7);");
    assert!(fails.contains("when the program is run, so these are unsound: says-safe"), "{fails}");
    let holds = said("3; __VERIFIER_assert(x == 3);");
    assert!(holds.contains("so these are imprecise: says-unsafe"), "{holds}");
}

#[test]
fn soundline_is_never_unsound_on_programs_whose_truth_is_known() {
    let listed = json(&soundline(&["analyzers", "--only", "soundline:*", "--json"]));
    let there = |one: &Value| one["available"] == true;
    assert!(listed["analyzers"].as_array().is_some_and(|all| all.iter().all(there)), "{listed}");
    if !has_clang() {
        return;
    }
    let mut proved = 0;
    for entry in fs::read_dir(programs()).expect("they are there").flatten() {
        let file = entry.path();
        let safe = fs::read_to_string(&file).expect("it can be read").contains("// truth: safe");
        let name = file.to_string_lossy();
        let result = json(&soundline(&[
            "try",
            &name,
            "--model",
            "32",
            "--time-limit",
            "4s",
            "--only",
            "soundline:*",
            "--no-run",
            "--json",
        ]));
        for run in result["runs"].as_array().expect("it is a list") {
            let ending = run["ending"].as_str().expect("it is a word");
            let readable = ["safe", "unsafe", "definite", "unknown", "timeout"].contains(&ending);
            assert!(readable, "{name}: {run}");
            assert!(safe || ending != "safe", "{name}: {run}");
            proved += usize::from(ending == "safe");
        }
    }
    assert!(proved >= 50, "only {proved} proofs");
}

/// Our own analyzer is a process that stays. It says the same as one that is started for each question.
#[test]
fn the_own_analyzer_says_the_same_when_it_stays() {
    if !has_clang() {
        return;
    }
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let built_in = fs::read_to_string(crates.join("diff/analyzers/soundline.toml"));
    let built_in = built_in.expect("it is there");
    let started = built_in.replace("name = \"soundline\"", "name = \"started\"");
    let started = started.replace("kept = [\"diff\", \"serve\"]\n", "");
    assert_eq!(built_in.lines().count(), started.lines().count() + 1);
    let folder = tempfile::tempdir().expect("there is room");
    let description = folder.path().join("started.toml");
    fs::write(&description, started).expect("there is room");
    let seeds = fs::read_dir(crates.join("diff/seeds")).expect("it is there");
    let mut seeds: Vec<PathBuf> = seeds.map(|seed| seed.expect("it is there").path()).collect();
    seeds.sort();
    let seeds: Vec<String> =
        seeds.iter().step_by(14).map(|seed| seed.to_string_lossy().into_owned()).collect();
    let (out, description) = (folder.path().join("out"), description.to_string_lossy());
    let mut arguments = vec!["run", "--analyzers", &description, "--json"];
    arguments.extend(["--budget", "1", "--batch", "4", "--jobs", "2", "--time-limit", "60s"]);
    for name in
        ["soundline:intervals", "soundline:octagons", "started:intervals", "started:octagons"]
    {
        arguments.extend(["--only", name]);
    }
    let out = out.to_string_lossy();
    arguments.extend(["--out", &*out]);
    arguments.extend(seeds.iter().map(String::as_str));
    let campaign = json(&soundline(&arguments));
    let names: Vec<&str> = campaign["analyzers"]
        .as_array()
        .expect("it is a list")
        .iter()
        .map(|analyzer| analyzer["name"].as_str().expect("it has a name"))
        .collect();
    let twins: Vec<(usize, usize)> = names
        .iter()
        .enumerate()
        .filter_map(|(place, name)| {
            let twin = name.strip_prefix("soundline:")?;
            let other = names.iter().position(|name| *name == format!("started:{twin}"))?;
            Some((place, other))
        })
        .collect();
    assert_eq!(twins.len(), 2);
    let mut verdicts = 0;
    for part in ["variants", "disputes"] {
        for judged in campaign[part].as_array().expect("it is a list") {
            let said = judged["said"].as_array().expect("it is a list");
            for (kept, started) in &twins {
                assert_eq!(said[*kept], said[*started], "{judged}");
                verdicts += usize::from(said[*kept] == "safe" || said[*kept] == "unsafe");
            }
        }
    }
    assert!(verdicts >= 2 * seeds.len(), "{verdicts}");
}
