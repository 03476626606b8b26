//! Builds: `compile_commands.json`, in good and in bad shape, and builds that are run.

use super::{Case, assert_code, has_libclang, stderr, stdout};
use serde_json::{Value, json};
use std::fs;

/// The divisor may be 0 only if `N` is, or 4 with 32 bits.
const DIVISION: &str =
    "#include \"n.h\"\nint f(int x) { return 100 / (N + sizeof(long) - 8 + (x & 1)); }\n";

fn case() -> Case {
    let case = Case::new("int unused;\n");
    for folder in ["src", "include", "build"] {
        fs::create_dir(case.path().join(folder)).expect("it can be made");
    }
    case.write("include/n.h", "#ifndef N\n#define N 0\n#endif\n");
    case.write("src/a.c", DIVISION);
    case
}

fn describe(case: &Case, entries: Value) {
    case.write("build/compile_commands.json", &entries.to_string());
}

fn statuses(report: &Value) -> Vec<(String, String)> {
    let files = report["files"].as_array().expect("files").iter();
    files
        .map(|file| {
            let text = |value: &Value| value.as_str().expect("a text").to_owned();
            (text(&file["file"]), text(&file["checks"][0]["status"]))
        })
        .collect()
}

#[test]
fn arguments_of_each_file_are_used() {
    if !has_libclang() {
        return;
    }
    let case = case();
    case.write("build/more", "-D 'N=2'");
    case.write("src/b.c", DIVISION);
    describe(
        &case,
        json!([
            { "directory": "", "file": "../src/a.c", "command": "cc -I../include -c ../src/a.c" },
            { "directory": ".", "file": "../src/a.c", "arguments": ["cc", "-I", "../include", "-DN=1", "-c", "../src/a.c"] },
            { "directory": case.path(), "file": "src/b.c", "arguments": ["cc", "-Iinclude", "@build/more", "src/b.c"] },
            { "directory": case.path(), "file": "src/b.c", "command": "gcc -Iinclude -m32 -DN=4 src/b.c" },
            { "directory": case.path(), "file": "src/b.c", "command": "gcc  -Iinclude -g -m32 -DN=4 src/b.c -o x.o" },
        ]),
    );
    let words = |words: [&str; 4]| words.map(str::to_owned);
    let expected: Vec<(String, String)> = ["src/a.c", "src/a.c", "src/b.c", "src/b.c"]
        .map(str::to_owned)
        .into_iter()
        .zip(words(["may-fail", "verified", "verified", "may-fail"]))
        .collect();
    // Found by itself, by its folder, and by its name; the same entry twice is one.
    assert_eq!(statuses(&case.json("--fast")), expected);
    assert_eq!(statuses(&case.json("-p build --fast")), expected);
    assert_eq!(statuses(&case.json("-p build/compile_commands.json --fast")), expected);
    let one = case.json("-p build src/a.c --fast");
    assert_eq!(statuses(&one), expected[..2]);
    assert_eq!(
        one["files"][0]["scope"],
        "each function by itself (there is no main), compiled without -DN=1"
    );
    assert_eq!(
        one["files"][1]["scope"],
        "each function by itself (there is no main), compiled with -DN=1"
    );
    // What is given besides comes last.
    let more = case.json("-p build src/a.c --fast -UN -DN=0");
    assert_eq!(more["files"][1]["checks"][0]["status"], "may-fail");
}

#[test]
fn positions_in_headers_are_those_of_the_user() {
    if !has_libclang() {
        return;
    }
    let case = case();
    case.write("include/g.h", "static int g(int x) { return 1 / x; }\n");
    case.write("src/a.c", "#include \"g.h\"\nint f(int x) { return g(x); }\n");
    describe(
        &case,
        json!([{ "directory": "", "file": "../src/a.c", "command": "cc -I../include ../src/a.c" }]),
    );
    let report = case.json("-p build --infer none");
    let check = &report["files"][0]["checks"][0];
    assert_eq!((&check["header"], &check["line"]), (&json!("include/g.h"), &json!(1)));
}

#[test]
fn what_cannot_be_read_is_counted_and_named() {
    if !has_libclang() {
        return;
    }
    let case = case();
    case.write("src/b.c", "#include <no_such_header.h>\n");
    case.write("src/c.cc", "class x {};\n");
    describe(
        &case,
        json!([
            { "directory": "..", "file": "src/a.c", "command": "cc -Iinclude -DN=1 src/a.c" },
            { "directory": "..", "file": "src/b.c", "command": "cc src/b.c" },
            { "directory": "..", "file": "src/c.cc", "command": "c++ src/c.cc" },
        ]),
    );
    let output = case.analyze("-p build");
    assert_code(&output, 2);
    let text = stderr(&output);
    assert!(text.contains("1 of 3 files, 2 left out: "), "{text}");
    assert!(text.contains("missing header no_such_header.h"), "{text}");
    assert!(text.contains("src/c.cc: it is C++, and only C is analyzed"), "{text}");
    assert!(stdout(&output).contains("src/a.c: 1 check: 1 verified"), "{output:?}");
}

#[test]
fn hostile_descriptions_are_told_in_a_sentence() {
    let case = case();
    let refused = |text: &str, sentence: &str| {
        case.write("build/compile_commands.json", text);
        let output = case.analyze("-p build");
        assert_code(&output, 2);
        let told = stderr(&output);
        assert!(told.contains(sentence), "{sentence:?} is not in {told}");
        assert!(!told.contains("panicked") && told.lines().count() < 20, "{told}");
    };
    refused("", "it is not a list of compile commands");
    refused("{}", "it is not a list of compile commands");
    refused(&"[".repeat(100_000), "recursion limit");
    refused("[1]", "entry 1: it is not an object");
    refused(r#"[{"file": 1}]"#, "its `file` is not a text");
    refused(r#"[{"file": "x.c", "directory": []}]"#, "its `directory` is not a text");
    refused(r#"[{"file": "x.c"}]"#, "neither `arguments` nor `command`");
    refused(r#"[{"file": "x.c", "arguments": [1]}]"#, "not a list of texts");
    refused(r#"[{"file": "x.c", "command": "cc 'x.c"}]"#, "has no end");
    refused(r#"[{"file": "x.c", "command": "cc x.c"}]"#, "there is no such file");
    refused(
        r#"[{"file": "x.c", "directory": "/no/such", "command": "cc x.c"}]"#,
        "outside of the project",
    );
    refused(
        r#"[{"file": "/etc/passwd", "command": "cc -x c /etc/passwd"}]"#,
        "outside of the project",
    );
    refused(
        r#"[{"file": "../../../../../etc/passwd", "command": "cc -xc x"}]"#,
        "outside of the project",
    );
    refused(r#"[{"file": "../src", "command": "cc -x c ../src"}]"#, "it is not a file");
    let zero = r#"[{"file": "../src/a.c", "arguments": ["cc", "-std=c99\u0000"]}]"#;
    refused(zero, "zero byte");
    case.write("build/circle", "@circle @circle");
    refused(r#"[{"file": "../src/a.c", "command": "cc @circle"}]"#, "8 deep");
    let entry = |i: usize| json!({ "file": format!("{i}.c"), "command": "cc x.c" });
    let many: Vec<Value> = (0..100_000).map(entry).collect();
    refused(&json!(many).to_string(), "0 of 100000 files, 100000 left out: there is no such file");
    let output = case.analyze("-p no_such");
    assert_code(&output, 2);
    assert!(stderr(&output).contains("CMAKE_EXPORT_COMPILE_COMMANDS"), "{output:?}");
}

/// Neither the compiler of an entry nor anything that its arguments name is run.
#[test]
fn no_command_of_a_description_is_run() {
    if !has_libclang() {
        return;
    }
    let case = case();
    case.write("evil.sh", "#!/bin/sh\ntouch ran\n");
    let evil = case.path().join("evil.sh");
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(&evil, fs::Permissions::from_mode(0o755)).expect("it is ours");
    let evil = evil.display();
    let command = format!(
        "{evil} -wrapper {evil} -B {evil} -fplugin={evil} -specs={evil} -no-integrated-cpp -o ran -MD -MF ran -Iinclude \
         `{evil}` $({evil}) -DN=1 -save-temps src/a.c"
    );
    describe(&case, json!([{ "directory": case.path(), "file": "src/a.c", "command": command }]));
    assert_code(&case.analyze("-p build"), 0);
    let files: Vec<_> =
        fs::read_dir(case.path()).expect("a folder").flatten().map(|e| e.file_name()).collect();
    assert!(!case.path().join("ran").exists(), "{files:?}");
    assert_eq!(files.len(), 5, "{files:?}");
}

#[test]
fn a_build_is_run_when_asked_for() {
    if !has_libclang() {
        return;
    }
    let case = case();
    case.write("src/main.c", "int main(void) { return 0; }\n");
    case.write("build.sh", "cc -Iinclude -DN=7 -c src/a.c src/main.c && rm a.o main.o && cc -c src/gone.c; rm -f src/gone.c\n");
    case.write("src/gone.c", "int x;\n");
    // By our own wrapper, whether Bear is installed or not.
    let without = without_bear(&case);
    let run = |words: &str| {
        let words: Vec<&str> = ["analyze"].into_iter().chain(words.split(' ')).collect();
        case.folder.soundline_with(&[("PATH", &without)], &words)
    };
    let output = run("--json --fast -- sh build.sh");
    let report: Value =
        serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{output:?}"));
    assert_code(&output, 0);
    let files: Vec<&Value> =
        report["files"].as_array().expect("files").iter().map(|f| &f["file"]).collect();
    assert_eq!(files, ["src/a.c", "src/main.c"]);
    assert_eq!(report["files"][0]["checks"][0]["status"], "verified");
    let output = run("-- sh -c true");
    assert_code(&output, 2);
    assert!(stderr(&output).contains("ran no compiler that could be seen"), "{output:?}");
    let output = run("-- sh -c exit");
    assert_code(&output, 2);
    let output = run("-- false");
    assert_code(&output, 2);
    assert!(stderr(&output).contains("`false` failed"), "{output:?}");
    let output = run("-- /no/such/make");
    assert_code(&output, 2);
    assert!(stderr(&output).contains("cannot run `/no/such/make`"), "{output:?}");
    let output = case.analyze("-p build -- make");
    assert_code(&output, 2);
}

/// Bear sees compilers that are called by full paths, which our own wrapper does not.
#[test]
fn bear_records_builds_where_it_is_installed() {
    if !has_libclang() || !soundline_needs::BEAR.found() {
        return;
    }
    let case = case();
    case.write("src/main.c", "int main(void) { return 0; }\n");
    case.write("src/gone.c", "int x;\n");
    let compiler = soundline_needs::program("gcc").expect("a compiler is there");
    let compiler = compiler.display();
    let build = format!(
        "cd src && {compiler} -I../include -DN=1 -c a.c && {compiler} -c main.c gone.c && rm gone.c\n"
    );
    case.write("build.sh", &build);
    let output = case.analyze("--json --fast -- sh build.sh");
    assert_code(&output, 0);
    let report: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let files: Vec<&Value> =
        report["files"].as_array().expect("files").iter().map(|f| &f["file"]).collect();
    assert_eq!(files, ["src/a.c", "src/main.c"]);
    assert_eq!(report["files"][0]["checks"][0]["status"], "verified", "-DN=1 was seen");
    // Without Bear the same build is one whose compilers cannot be seen.
    case.write("src/gone.c", "int x;\n");
    let without = without_bear(&case);
    let words = ["analyze", "--fast", "--", "sh", "build.sh"];
    let output = case.folder.soundline_with(&[("PATH", &without)], &words);
    assert_code(&output, 2);
    assert!(stderr(&output).contains("full paths, install Bear"), "{output:?}");
    // What goes wrong is told in the same words.
    for (words, told) in [
        ("-- sh -c missing_command", "`sh -c missing_command` failed"),
        ("-- sh -c true", "ran no compiler that could be seen"),
        ("-- /no/such/make", "cannot run `/no/such/make`"),
    ] {
        let output = case.analyze(words);
        assert_code(&output, 2);
        assert!(stderr(&output).contains(told), "{output:?}");
    }
}

/// The search path without Bear: a folder with links to the few programs that a build needs.
fn without_bear(case: &Case) -> String {
    let folder = case.path().join("programs");
    if !folder.exists() {
        fs::create_dir(&folder).expect("it can be made");
        for name in ["sh", "cc", "gcc", "as", "ld", "rm", "true", "false"] {
            if let Some(program) = soundline_needs::program(name) {
                std::os::unix::fs::symlink(program, folder.join(name)).expect("it can be linked");
            }
        }
    }
    folder.display().to_string()
}
