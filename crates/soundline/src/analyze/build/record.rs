//! Running a build to see how it compiles: by Bear where it is installed, else by a wrapper of our own.
//!
//! The wrapper is this very program under the names of the compilers, in a folder that comes first in `PATH`: it notes
//! what it is called with, and becomes the real compiler.

use std::collections::BTreeSet;
use std::env;
use std::ffi::OsString;
use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Duration;

use serde_json::{Value, json};
use soundline_isolate::{Child, Confinement, End, Scratch, replace_by};
use soundline_test::command::{Complaint, Interrupt, screen};

use super::Database;

/// Names the folder for notes. Only where it is set are compilers' names ours.
const NOTES: &str = "SOUNDLINE_NOTES";
/// What the wrapper cannot do is said with the code of a shell that finds no program.
const NOT_FOUND: u8 = 127;
const GLANCE: Duration = Duration::from_millis(50);

/// Runs a build, and reads from it how files are compiled.
pub fn record(words: &[String], interrupt: &Interrupt) -> Result<Database, Complaint> {
    let failed = |error: std::io::Error| Complaint::new(format!("cannot record a build: {error}"));
    if !is_there(&words[0]) {
        return Err(Complaint::new(format!("cannot run `{}`: there is no such program", words[0])));
    }
    let scratch = Scratch::new().map_err(failed)?;
    let file = scratch.path().join("compile_commands.json");
    let bear = program("bear", None);
    let mut command = match &bear {
        Some(bear) => {
            let mut command = Command::new(bear);
            command.arg("--output").arg(&file).arg("--").args(words);
            command
        }
        None => {
            let folder = scratch.path().join("compilers");
            wrap(&folder, scratch.path()).map_err(failed)?;
            let mut command = Command::new(&words[0]);
            command.args(&words[1..]).env(NOTES, scratch.path()).env("PATH", with_first(&folder));
            command
        }
    };
    command.current_dir(env::current_dir().map_err(failed)?);
    run(command, words, interrupt)?;
    let mut entries = match bear {
        Some(_) => {
            let text = fs::read(&file).map_err(failed)?;
            serde_json::from_slice(&text).map_err(|error| failed(error.into()))?
        }
        None => gather(scratch.path()).map_err(failed)?,
    };
    // Configuration scripts compile programs that they remove again.
    entries.retain(|entry| place(entry).exists());
    fs::write(&file, serde_json::to_vec(&entries).expect("entries are JSON")).map_err(failed)?;
    let database = Database::read(&file)?;
    if database.files.is_empty() && database.left_out.is_empty() {
        let paths = match bear {
            Some(_) => "",
            None => "; if it calls compilers by full paths, install Bear",
        };
        return Err(Complaint::new(format!(
            "`{}` ran no compiler that could be seen: if it is up to date, clean it first{paths}",
            words.join(" ")
        )));
    }
    Ok(database)
}

/// Runs the build to its end. Its output is of no interest as long as it works.
fn run(command: Command, words: &[String], interrupt: &Interrupt) -> Result<(), Complaint> {
    let shown = words.join(" ");
    let bar = screen::progress(0, "build");
    bar.set_message(shown.clone());
    let not_run = |error: std::io::Error| Complaint::new(format!("cannot run `{shown}`: {error}"));
    let mut child = Child::spawn(command, &Confinement::default()).map_err(not_run)?;
    let end = loop {
        if let Some(end) = child.wait_timeout(GLANCE).map_err(not_run)? {
            break end;
        }
        if interrupt.is_asked() {
            child.kill().map_err(not_run)?;
            return Err(Complaint::new(format!("`{shown}` was stopped before its end")));
        }
    };
    bar.finish_and_clear();
    if end == End::Exited(0) {
        return Ok(());
    }
    let last = child.stderr_tail();
    let last: Vec<&str> = last.lines().rev().take(10).collect();
    let last: String = last.into_iter().rev().map(|line| format!("\n  {line}")).collect();
    Err(Complaint::new(format!("`{shown}` failed ({end}), so that nothing is analyzed{last}")))
}

/// Makes a folder in which all compilers of `PATH` are this program.
fn wrap(folder: &Path, notes: &Path) -> std::io::Result<()> {
    fs::create_dir(folder)?;
    fs::create_dir(notes.join("notes"))?;
    let this = env::current_exe()?;
    let path = env::var_os("PATH").unwrap_or_default();
    let entries =
        env::split_paths(&path).filter_map(|folder| fs::read_dir(folder).ok()).flatten().flatten();
    let names: BTreeSet<OsString> = entries
        .map(|entry| entry.file_name())
        .filter(|name| name.to_str().is_some_and(is_compiler))
        .collect();
    names.iter().try_for_each(|name| symlink(&this, folder.join(name)))
}

/// `cc`, `gcc-12`, `x86_64-linux-gnu-gcc`, `clang-19`.
fn is_compiler(name: &str) -> bool {
    let plain = name.trim_end_matches(|letter: char| letter.is_ascii_digit() || letter == '.');
    let plain =
        if plain.len() < name.len() { plain.strip_suffix('-').unwrap_or(name) } else { name };
    let last = plain.rsplit('-').next().unwrap_or(plain);
    matches!(last, "cc" | "gcc" | "clang") || matches!(name, "c89" | "c99")
}

fn with_first(folder: &Path) -> OsString {
    let path = env::var_os("PATH").unwrap_or_default();
    let folders = std::iter::once(folder.to_owned()).chain(env::split_paths(&path));
    env::join_paths(folders).unwrap_or(path)
}

/// Whether there is a program to run.
fn is_there(word: &str) -> bool {
    if word.contains('/') { Path::new(word).is_file() } else { program(word, None).is_some() }
}

/// A program that can be found, but not in one folder.
fn program(name: &str, but: Option<&Path>) -> Option<PathBuf> {
    let path = env::var_os("PATH")?;
    let runs = |file: &PathBuf| {
        fs::metadata(file)
            .is_ok_and(|data| data.is_file() && data.permissions().mode() & 0o111 != 0)
    };
    env::split_paths(&path)
        .filter(|folder| Some(folder.as_path()) != but)
        .map(|folder| folder.join(name))
        .find(runs)
}

/// If this program was started as a compiler, it notes that and becomes the compiler.
pub fn compiler_was_asked_for() -> Option<ExitCode> {
    let notes = PathBuf::from(env::var_os(NOTES)?);
    let mut words = env::args_os();
    let called = words.next()?;
    let name = Path::new(&called).file_name()?.to_str()?.to_owned();
    if !is_compiler(&name) {
        return None;
    }
    let words: Vec<OsString> = words.collect();
    let noted = note(&notes.join("notes"), &name, &words);
    let folder = notes.join("compilers");
    let error = match (noted, program(&name, Some(&folder))) {
        (Err(error), _) => format!("its call cannot be noted: {error}"),
        (_, None) => "it is not installed".to_owned(),
        (_, Some(compiler)) => {
            // What the compiler starts is not noted again.
            let path = env::var_os("PATH").unwrap_or_default();
            let others = env::split_paths(&path).filter(|one| *one != folder);
            let mut command = Command::new(compiler);
            command.args(words).env_remove(NOTES);
            command.env("PATH", env::join_paths(others).unwrap_or(path));
            replace_by(command).to_string()
        }
    };
    eprintln!("error: {name}: {error}");
    Some(ExitCode::from(NOT_FOUND))
}

/// Writes a call down, whole or not at all. Processes have numbers of their own as long as they live, and one that became a
/// compiler may have had a number before.
fn note(notes: &Path, name: &str, words: &[OsString]) -> std::io::Result<()> {
    let Some(words) = words.iter().map(|word| word.to_str()).collect::<Option<Vec<_>>>() else {
        return Ok(());
    };
    let words: Vec<&str> = std::iter::once(name).chain(words).collect();
    let call = json!({ "directory": env::current_dir()?, "arguments": words });
    let number = std::process::id();
    let half = notes.join(format!("{number}.half"));
    fs::write(&half, call.to_string())?;
    let free =
        (0..).map(|turn| notes.join(format!("{number}-{turn}.json"))).find(|file| !file.exists());
    fs::rename(half, free.expect("numbers do not end"))
}

/// The calls that were noted as entries of a description, one for each source, in an order that does not depend on that of
/// the calls.
fn gather(scratch: &Path) -> std::io::Result<Vec<Value>> {
    let mut entries = Vec::new();
    for file in fs::read_dir(scratch.join("notes"))? {
        let text = fs::read(file?.path())?;
        let Ok(call) = serde_json::from_slice::<Value>(&text) else { continue };
        entries.extend(sources(&call).into_iter().map(|source| {
            json!({ "directory": call["directory"], "file": source, "arguments": call["arguments"] })
        }));
    }
    entries.sort_by_key(|entry| [entry["file"].to_string(), entry.to_string()]);
    Ok(entries)
}

/// The file of an entry.
fn place(entry: &Value) -> PathBuf {
    let text = |name: &str| entry[name].as_str().unwrap_or("");
    Path::new(text("directory")).join(text("file"))
}

/// The sources that a call compiles.
fn sources(call: &Value) -> Vec<String> {
    let words = call["arguments"].as_array().into_iter().flatten().filter_map(Value::as_str);
    let words: Vec<&str> = words.collect();
    if words.iter().any(|word| matches!(*word, "-E" | "-M" | "-MM" | "--version" | "-fsyntax-only"))
    {
        return Vec::new();
    }
    let is_source = |word: &str| {
        let extension = Path::new(word).extension().and_then(|extension| extension.to_str());
        !word.starts_with('-')
            && matches!(extension, Some("c" | "i" | "cc" | "cpp" | "cxx" | "C" | "s" | "S"))
    };
    let values = ["-o", "-MF", "-MT", "-MQ", "-include", "-imacros"];
    let pairs = words.iter().zip(words.iter().skip(1));
    let found = pairs.filter(|(before, word)| is_source(word) && !values.contains(before));
    found.map(|(_, word)| (*word).to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn compilers_are_known_by_name() {
        for name in ["cc", "gcc", "clang", "c99", "gcc-12", "clang-19", "x86_64-linux-gnu-gcc-12"] {
            assert!(is_compiler(name), "{name}");
        }
        for name in ["soundline", "gcc-ar", "g++", "clang-tidy-19", "gccgo", "ccache", "gcov"] {
            assert!(!is_compiler(name), "{name}");
        }
    }

    #[test]
    fn sources_of_calls() {
        let of = |words: &str| {
            sources(&json!({ "arguments": words.split(' ').collect::<Vec<_>>() })).join(" ")
        };
        assert_eq!(of("cc -c a.c -o b.c"), "a.c");
        assert_eq!(of("cc a.c d/b.c x.o -o p"), "a.c d/b.c");
        assert_eq!(of("cc -E a.c"), "");
        assert_eq!(of("cc -include c.c a.o"), "");
    }
}
