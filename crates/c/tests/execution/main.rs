//! Lowering against a compiler: a program, its lowered form, and the program with its pure expressions
//! evaluated twice, all compiled, must print the same.
//!
//! The programs are those here, and those of csmith if `SOUNDLINE_CSMITH` says how many.

#[path = "../audit/mod.rs"]
mod audit;
mod emit;
#[path = "../installed/mod.rs"]
mod installed;
mod programs;

use soundline_c::{DataModel, Edits, Preprocess, Program, Settings, Type};
use std::{env, fs, path::Path, process::Command};

/// Runs both forms; the result is what the original printed, or why there is nothing to compare.
fn compare(text: &str, model: DataModel) -> Result<String, String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let original = folder.path().join("original.c");
    fs::write(&original, text).map_err(|error| error.to_string())?;
    let arguments = vec!["-I/usr/include/csmith".to_owned()];
    let settings =
        Settings { model, preprocess: Preprocess::Always, arguments, ..Settings::default() };
    let clang = installed::clang().ok_or("no libclang")?;
    let program = clang.read(&original, &settings).map_err(|error| error.to_string())?;
    audit::audit(&program);
    let original = folder.path().join("original.i");
    fs::write(&original, program.source.bytes()).map_err(|error| error.to_string())?;
    let lowered = folder.path().join("lowered.i");
    fs::write(&lowered, emit::emit(&program)?).map_err(|error| error.to_string())?;
    let expected = run(&original, model)?;
    let printed = run(&lowered, model).unwrap_or_else(|error| panic!("lowered: {error}"));
    assert_eq!(printed, expected, "the lowered form behaves differently");
    let instrumented = folder.path().join("instrumented.i");
    fs::write(&instrumented, instrument(&program)).map_err(|error| error.to_string())?;
    let printed = run(&instrumented, model).unwrap_or_else(|error| panic!("instrumented: {error}"));
    assert_eq!(printed, expected, "evaluating pure expressions twice changes something");
    Ok(expected)
}

/// Evaluates sites twice: every second one of those that do not overlap.
fn instrument(program: &Program) -> Vec<u8> {
    let mut edits = Edits::new();
    let mut end = 0;
    for (number, site) in program.sites().into_iter().enumerate() {
        if site.span.start < end || number % 2 == 1 {
            continue;
        }
        end = site.span.end;
        let text = program.source.slice(site.span);
        let cast = match program.types.get(site.ty) {
            Type::Int(int) => format!("({})", int.name()),
            _ => String::new(),
        };
        edits.wrap(site.span, format!("((void)({text}), {cast}("), "))");
    }
    edits.apply_to(&program.source).expect("the sites do not overlap")
}

fn run(file: &Path, model: DataModel) -> Result<String, String> {
    let binary = file.with_extension("out");
    let compiled = Command::new("gcc")
        .args(["-O0", "-w", "-std=gnu11", "-fwrapv", "-fno-strict-aliasing", model.flag(), "-o"])
        .arg(&binary)
        .arg(file)
        .output()
        .map_err(|error| error.to_string())?;
    if !compiled.status.success() {
        return Err(String::from_utf8_lossy(&compiled.stderr).into_owned());
    }
    let output = Command::new("timeout")
        .arg("2")
        .arg(&binary)
        .output()
        .map_err(|error| error.to_string())?;
    let printed = String::from_utf8_lossy(&output.stdout);
    Ok(format!("{printed}{}", output.status))
}

#[track_caller]
fn check(body: &str) {
    let text = format!("#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n{body}");
    if installed::clang().is_none() {
        return;
    }
    let outcome = compare(&text, DataModel::Lp64);
    let printed = outcome.expect("the program can be compared");
    assert!(
        printed.ends_with("exit status: 0") && printed.len() > 20,
        "nothing was printed: {printed}"
    );
}

/// Most programs of csmith have operands whose order C leaves open, and those cannot be written back as C.
#[test]
#[ignore = "takes minutes: SOUNDLINE_CSMITH says how many programs"]
fn random_programs() {
    let count: u32 = env::var("SOUNDLINE_CSMITH").ok().and_then(|n| n.parse().ok()).unwrap_or(20);
    let (mut same, mut skipped) = (0, Vec::new());
    for seed in 1..=count {
        let generated = Command::new("csmith")
            .current_dir(std::env::temp_dir())
            .args(["--seed", &seed.to_string(), "--max-funcs", "4", "--output", "/dev/stdout"])
            .args([&["--float"][..], &["--inline-function"], &[]][seed as usize % 3])
            .output()
            .expect("csmith is installed");
        match compare(&String::from_utf8_lossy(&generated.stdout), DataModel::Lp64) {
            Ok(printed) if printed.contains("checksum") => same += 1,
            Ok(_) => skipped.push(format!("{seed}: too slow")),
            Err(reason) => skipped.push(format!("{seed}: {reason}")),
        }
    }
    println!("{same} of {count} random programs print the same, skipped: {skipped:?}");
    // About one in six programs of csmith runs for ever.
    assert!(skipped.len() * 3 <= count as usize, "too many were skipped: {skipped:?}");
}
