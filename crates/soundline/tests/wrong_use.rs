//! Wrong use of `soundline test` and `soundline replay`: one clear sentence, exit code 2, nothing
//! lost.

mod support;

use std::fs;
use std::process::Output;

use support::{Folder, stderr};

/// One sentence on stderr that says `what`, nothing on stdout, exit code 2.
fn refused(output: &Output, what: &str) {
    let text = stderr(output);
    assert_eq!(output.status.code(), Some(2), "{text}");
    assert!(text.contains(what), "{what:?} is not in {text}");
    assert!(text.starts_with("error: "), "{text}");
    // The sentence comes first; what clap adds is how to get help.
    let further = text.lines().skip(1).all(|line| {
        line.is_empty()
            || line.starts_with("For more information")
            || line.starts_with("Usage: ")
            || line.starts_with("  [")
            || line.starts_with("  --")
            || line.trim_start().starts_with("tip:")
    });
    assert!(further, "{text}");
    assert!(!text.contains("panicked"), "{text}");
    assert!(output.stdout.is_empty(), "{output:?}");
}

fn check(arguments: &str, what: &str) {
    let folder = Folder::new("wrong");
    let words: Vec<&str> = arguments.split(' ').collect();
    refused(&folder.soundline(&words), what);
    assert!(!folder.path().join("soundline-out").exists(), "nothing is made for a wrong command");
}

#[test]
fn targets_that_are_not_there() {
    check("test octagon:f64", "there is no target \"octagon:f64\"");
    check("test boxes:exact nonsense", "`soundline targets` lists");
    check("test exec:mine", "there is no target \"exec:mine\"");
}

#[test]
fn settings_that_make_no_sense() {
    check("test boxes:exact --budget soon", "\"soon\" is not a time");
    check("test boxes:exact --budget 0", "no test");
    check("test boxes:exact --budget -5", "-5");
    check("test boxes:exact --jobs 0", "--jobs must be at least 1");
    check("test boxes:exact --jobs many", "many");
    check("test boxes:exact --seed x", "x");
    check("test boxes:exact --properties 4711", "no property \"4711\"");
    check("test boxes:exact --properties 9-3", "\"9-3\"");
    check("test boxes:exact --config C7", "C7");
    check("test boxes:exact --config pool=many", "pool");
    check("test boxes:exact --config depth=3", "depth");
    check("test boxes:exact --vars many", "many");
    check("test boxes:exact --vars 3-1", "3-1");
    check("test boxes:exact --vars 4:complex", "complex");
    check("test boxes:exact --vars 100000000", "100000000");
    check("test boxes:exact --time-limit never", "\"never\" is not a time");
}

#[test]
fn libraries_that_cannot_be_used() {
    let folder = Folder::new("libraries");
    let with = |library: &str, rest: &[&str]| {
        let common = ["test", "mine", "--lib", library, "--ctor", "my_manager_alloc", "--kind"];
        folder.soundline(&[&common, rest].concat())
    };
    refused(&with("./absent.so", &["octagons"]), "absent.so");
    refused(&with("./absent.so", &["octopuses"]), "octopuses");
    fs::write(folder.path().join("text.so"), "no library at all").expect("it can be written");
    refused(&with("./text.so", &["octagons"]), "cannot load");
    // The library of C is everywhere, and has no manager.
    let c_library = fs::read_to_string("/proc/self/maps").expect("Linux has it");
    let c_library = c_library.lines().filter_map(|line| line.split_whitespace().nth(5));
    let c_library =
        c_library.into_iter().find(|path| path.contains("libc.so") || path.contains("libc-"));
    let c_library = c_library.expect("this test is linked to it");
    refused(&with(c_library, &["octagons"]), "no function");
    refused(&folder.soundline(&["test", "mine", "--lib", "./text.so"]), "--ctor");
    refused(
        &folder.soundline(&["test", "exec:mine", "--exec", "./absent-program"]),
        "absent-program",
    );
    refused(&folder.soundline(&["test", "exec:mine", "--exec", "true"]), "exec:mine");
}

const TRACE: &str = "# soundline trace 1\ntarget boxes:exact\nvars 1\np0 = top\ncheck P3 x=p0\n";

#[test]
fn traces_that_are_damaged() {
    let folder = Folder::new("traces");
    let replay = |text: &str| {
        let file = folder.path().join("damaged.trace");
        fs::write(&file, text).expect("it can be written");
        let output = folder.soundline(&["replay", "damaged.trace"]);
        assert_eq!(fs::read_to_string(&file).expect("it is still there"), text);
        output
    };
    assert_eq!(replay(TRACE).status.code(), Some(0));
    refused(&folder.soundline(&["replay", "absent.trace"]), "absent.trace");
    refused(&replay(""), "damaged.trace");
    refused(&replay("rubbish"), "damaged.trace");
    for (good, bad) in [
        ("trace 1", "trace 99"),
        ("vars 1", "vars many"),
        ("vars 1", "vars 99999999999999"),
        ("p0 = top", "p0 = bottle"),
        ("p0 = top", "p0 = join p0 p1"),
        ("p0 = top", "p0 = constraint x7 >= 0"),
        ("p0 = top", "p0 = assign p0 x0 := x0 *"),
        ("x=p0", "x=p9"),
        ("check P3 x=p0\n", ""),
    ] {
        refused(&replay(&TRACE.replace(good, bad)), "damaged.trace");
    }
    refused(&replay(&TRACE.replace("P3 x", "P4711 x")), "P4711");
    refused(&replay(&TRACE.replace("boxes:exact", "boxes:wrong")), "boxes:wrong");
    refused(&replay(&TRACE.replace(" x=p0", "")), "damaged.trace: the check of P3 lacks arguments");
}

#[test]
fn folders_that_cannot_be_written() {
    let folder = Folder::new("folders");
    let taken = folder.path().join("taken");
    fs::write(&taken, "precious").expect("it can be written");
    let arguments = ["test", "boxes:exact", "--budget", "10", "--out"];
    refused(&folder.soundline(&[&arguments[..], &["taken"]].concat()), "taken");
    refused(&folder.soundline(&[&arguments[..], &["taken/below"]].concat()), "--out");
    refused(&folder.soundline(&[&arguments[..], &["/proc/soundline"]].concat()), "/proc/soundline");
    assert_eq!(fs::read_to_string(&taken).expect("it is still there"), "precious");
}

#[test]
fn results_of_a_run_with_other_settings_are_not_lost() {
    let folder = Folder::new("settings");
    let out = folder.path().join("out");
    let board = out.join("state/boxes_exact.board");
    fs::create_dir_all(board.parent().expect("it has one")).expect("it can be made");
    fs::write(&board, "damaged").expect("it can be written");
    let arguments = ["test", "boxes:exact", "--budget", "10", "--out", "out"];
    refused(&folder.soundline(&arguments), "boxes_exact.board");
    assert_eq!(fs::read(&board).expect("it is still there"), b"damaged");
    let fresh = folder.soundline(&[&arguments[..], &["--fresh"]].concat());
    assert_eq!(fresh.status.code(), Some(0), "{fresh:?}");
}
