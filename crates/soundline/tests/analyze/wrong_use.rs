//! Wrong use: one clear sentence, exit code 2, no panic.

use super::{Case, FIG_1, has_libclang, stderr};
use std::process::Command;

#[track_caller]
fn refused(case: &Case, words: &str, sentence: &str) {
    let output = case.analyze(words);
    let text = stderr(&output);
    assert_eq!(output.status.code(), Some(2), "{words}: {text}");
    assert!(text.contains(sentence), "{words}: {sentence:?} is not in {text}");
    assert!(text.starts_with("error: ") && !text.contains("panicked"), "{text}");
    assert!(output.stdout.is_empty() || words.contains("--json"), "{output:?}");
}

#[test]
fn words_that_make_no_sense() {
    let case = Case::new(FIG_1);
    refused(&case, "--modular", "no file is given");
    refused(&case, "absent.c", "there is no file absent.c");
    refused(&case, "prog.c --domain octopus", "octopus");
    refused(&case, "prog.c --domain intervals*octopus", "octopus");
    refused(&case, "prog.c --bound X3", "X3");
    refused(&case, "prog.c --max-joins many", "many");
    refused(&case, "prog.c --overflow sometimes", "sometimes");
    refused(&case, "prog.c --timeout never", "never");
    refused(&case, "prog.c --timeout -1", "-1");
    refused(&case, "prog.c --time never", "never");
    refused(&case, "prog.c --model 16", "16");
    refused(&case, "prog.c --whole main --modular", "--modular");
    refused(&case, "prog.c --32 --64", "--64");
    refused(&case, "prog.c --annotate latin", "latin");
    refused(&case, "prog.c --annotate paper,c", "one form at a time");
    refused(&case, "prog.c --annotate c --residual", "--residual");
    refused(&case, "prog.c --annotate c --json", "--json");
    refused(&case, "prog.c --escalate intervals,octopus", "octopus");
    refused(&case, "prog.c --frobnicate", "--frobnicate");
}

#[test]
fn what_goes_with_one_file_only() {
    let case = Case::new(FIG_1);
    case.write("other.c", "int x;\n");
    refused(&case, "prog.c other.c --checkpoint s", "--checkpoint goes with a single file");
    refused(&case, "prog.c other.c --resume s", "--resume goes with a single file");
    refused(&case, "prog.c other.c --annotate c", "--out");
}

#[test]
fn files_that_are_not_c() {
    if !has_libclang() {
        return;
    }
    let case = Case::new("int main(void) { return 0 }\n");
    refused(&case, "prog.c", "prog.c:1:");
    case.write("prog.c", "#include \"absent.h\"\n");
    refused(&case, "prog.c", "absent.h");
    case.write("prog.c", "int f(void) { return 1; }\n");
    refused(&case, "prog.c --whole", "there is no function `main` to start from");
    refused(&case, "prog.c --whole=g", "there is no function `g` to start from");
    refused(&case, "prog.c --resume absent.json", "absent.json");
    case.write("rubbish.json", "{\"rubbish\": 1}");
    refused(&case, "prog.c --resume rubbish.json", "rubbish.json");
    refused(&case, "prog.c --sarif prog.c/x", "prog.c/x");
    refused(&case, "prog.c --out prog.c", "prog.c");
    std::fs::create_dir(case.path().join("empty")).expect("it can be made");
    refused(&case, "empty", "there is no .c or .i file in empty");
}

/// Files that are C are still analyzed, and the code says that not all were.
#[test]
fn a_bad_file_among_good_ones() {
    if !has_libclang() {
        return;
    }
    let case = Case::new("int f(int x) { return 8 / (x + 1); }\n");
    case.write("bad.c", "int f( {\n");
    let output = case.analyze("bad.c prog.c");
    super::assert_code(&output, 2);
    assert!(stderr(&output).contains("bad.c:1:"), "{output:?}");
    assert!(super::stdout(&output).contains("prog.c: 1 check"), "{output:?}");
    let json = case.json("bad.c prog.c");
    assert_eq!(json["errors"][0]["file"], "bad.c");
    assert_eq!(json["files"][0]["file"], "prog.c");
}

#[test]
fn no_libclang() {
    let case = Case::new(FIG_1);
    let mut command = Command::new(env!("CARGO_BIN_EXE_soundline"));
    command.args(["analyze", "prog.c"]).current_dir(case.path());
    let output = command.env("LIBCLANG_PATH", case.path()).output().expect("it starts");
    let text = stderr(&output);
    assert_eq!(output.status.code(), Some(2), "{text}");
    assert!(text.contains("libclang") && text.contains("LIBCLANG_PATH"), "{text}");
    assert_eq!(text.lines().count(), 1, "{text}");
}
