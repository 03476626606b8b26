//! Regression suites of compilers, such as gcc's `gcc.c-torture/execute`: programs that run to their end and
//! call `abort` if something is wrong.
//!
//! Every C file under the folders that `SOUNDLINE_SUITE_DIR` names is compiled and run without input. If it
//! exits with 0, the analysis may neither say that it certainly aborts nor that it never ends. The programs
//! that ask for options of the compiler are left out. `SOUNDLINE_C_DOMAINS` may name other domains.

#[path = "../../c/tests/foreign/mod.rs"]
mod foreign;
mod support;

use soundline_analyze::{Analysis, CheckReport, Kind, Scope, Settings, Status, analyze};
use soundline_c::Clang;
use std::{env, fs, panic, path::Path, process::Command, thread};

/// Before the program: an abort is an error.
const ABORTS: &str = "#define abort reach_error\n";

/// Before and after the program: its end is an error.
const ENDS: (&str, &str) = (
    "void reach_error(void); void suite_exit(int code) { reach_error(); for (;;) ; }\n\
     #define exit suite_exit\n#define main(...) suite_main(__VA_ARGS__)\n",
    "\n#undef main\nint main(void) { ((int (*)())suite_main)(); reach_error(); return 0; }\n",
);

#[test]
#[ignore = "reads the folder that SOUNDLINE_SUITE_DIR names"]
fn programs_that_end_may_end() {
    let files = foreign::files_in("SOUNDLINE_SUITE_DIR");
    let Some(clang) = support::clang() else { return };
    let named = env::var("SOUNDLINE_C_DOMAINS").unwrap_or_else(|_| "intervals,octagons".into());
    let (mut ran, mut rejected, mut faults) = (0, 0, Vec::new());
    for file in &files {
        if !is_plain(file) || !exits_with_zero(file) {
            continue;
        }
        ran += 1;
        for domain in named.split(',') {
            match fault(&clang, file, domain) {
                Ok(found) => {
                    let name = file.display();
                    faults.extend(found.map(|found| format!("{name} {domain}: {found}")));
                }
                Err(_) => rejected += 1,
            }
        }
    }
    println!("{} files, {ran} run and exit with 0; {rejected} analyses of others", files.len());
    assert!(ran > 0, "no program runs and exits with 0");
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
}

/// Whether a program needs no options, and calls no other function that ends it.
fn is_plain(file: &Path) -> bool {
    let text = fs::read_to_string(file).unwrap_or_default();
    let options = text.lines().any(|line| line.contains("-options") && !line.contains("-fwrapv"));
    text.contains("main") && !options && !text.contains("__builtin_exit")
}

fn exits_with_zero(file: &Path) -> bool {
    let Ok(folder) = tempfile::tempdir() else { return false };
    let program = folder.path().join("program");
    let mut compiler = Command::new("cc");
    compiler.args(["-w", "-std=gnu11", "-fwrapv", "-o"]).arg(&program).arg(file).arg("-lm");
    let run = || Command::new("timeout").arg("5").arg(&program).output();
    compiler.output().is_ok_and(|output| output.status.success())
        && run().is_ok_and(|output| output.status.success())
}

/// What is wrong with the analyses of a program that exits with 0; an error if it is not understood.
fn fault(clang: &Clang, file: &Path, domain: &str) -> Result<Option<String>, String> {
    let aborts = analysis(clang, file, (ABORTS, ""), domain)?;
    let error = |check: &&CheckReport| check.kind == Kind::ErrorCall && check.provided.is_empty();
    let certain = |check: &CheckReport| check.status == Status::DefinitelyFails;
    if aborts.checks.iter().filter(error).any(certain) {
        return Ok(Some("it is said to abort".into()));
    }
    let ends = analysis(clang, file, ENDS, domain)?;
    let mut errors = ends.checks.iter().filter(|check| check.kind == Kind::ErrorCall);
    let may_end = errors.any(|check| !check.is_settled());
    Ok((!may_end).then(|| "it is said never to end".into()))
}

fn analysis(
    clang: &Clang,
    file: &Path,
    (before, after): (&str, &str),
    domain: &str,
) -> Result<Analysis, String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let path = folder.path().join("wrapped.c");
    let file = file.canonicalize().map_err(|error| error.to_string())?;
    let text = format!("{before}#include \"{}\"{after}\n", file.display());
    fs::write(&path, text).map_err(|error| error.to_string())?;
    let program = clang.read(&path, &foreign::settings(&file)).map_err(|f| f.to_string())?;
    let entry = program.function_named("main").ok_or("there is no main")?;
    let settings = Settings { scope: Scope::Whole { entry }, ..support::settings(domain) };
    let work = move || analyze(&program, &settings, &|| false);
    let thread = thread::Builder::new().stack_size(64 << 20).spawn(work);
    match thread.map(thread::JoinHandle::join) {
        Ok(Ok(analysis)) => Ok(analysis),
        Ok(Err(fault)) => panic::resume_unwind(fault),
        Err(error) => Err(error.to_string()),
    }
}
