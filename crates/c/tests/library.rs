//! The table of the C library against the library of this machine: its headers, and calls of what can be called.
//!
//! Every function that a header declares has the prototype that its row says. Those that only work on the memory that they
//! are given, and on numbers, are called: what a row says is read must stay as it is, what is written ends where the row says,
//! and results are in their ranges.

mod installed;

use soundline_c::{
    Bytes, Class, Function, Meaning, Memory, Model, Program, Role, Settings, Streams, Type,
};
use std::{fmt::Write as _, fs, process::Command};

const HEADERS: &str = "#define _GNU_SOURCE\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n#include <strings.h>\n\
    #include <ctype.h>\n#include <math.h>\n#include <time.h>\n#include <sys/time.h>\n#include <sys/stat.h>\n#include <unistd.h>\n\
    #include <wchar.h>\n#include <signal.h>\n#include <setjmp.h>\n#include <pthread.h>\n#include <errno.h>\n#include <fcntl.h>\n\
    #include <malloc.h>\n#include <alloca.h>\n#include <sys/types.h>\n#include <sys/socket.h>\n#include <syslog.h>\n\
    #include <utime.h>\n#include <sched.h>\n";

/// What a header declares with another prototype than the row has, and why that is right.
const OTHERS: &[&str] = &[
    // Numbers and pointers of other kinds: unions in the headers of glibc, and results that are structs.
    "sigset",
];

/// What is not called: it waits, ends or changes the process, or works on files.
const NOT_CALLED: &[&str] = &[
    "sleep",
    "usleep",
    "nanosleep",
    "alarm",
    "umask",
    "close",
    "creat",
    "open",
    "chdir",
    "rmdir",
    "remove",
    "unlink",
    "system",
    "rename",
    "mkdir",
    "pipe",
    "send",
    "recv",
    "write",
    "read",
    "strtok",
    "strtok_r",
    "strsep",
    "sched_yield",
    "perror",
    "syslog",
    "dprintf",
    "puts",
    "printf",
    "putchar",
    "setbuf",
    "access",
    "isatty",
    "sysconf",
    "pthread_join",
    "pthread_detach",
];

fn program() -> Option<Program> {
    let clang = installed::clang()?;
    let folder = tempfile::tempdir().expect("a folder can be made");
    let path = folder.path().join("headers.c");
    fs::write(&path, HEADERS).expect("a file can be written");
    Some(clang.read(&path, &Settings::default()).expect("the headers are C"))
}

#[test]
fn prototypes_are_those_of_the_headers() {
    let Some(program) = program() else { return };
    let mut fits = 0;
    let mut wrong = Vec::new();
    for function in program.functions.iter().filter(|function| function.cfg.is_none()) {
        match (Model::named(&function.name), function.model) {
            (None, _) => {}
            (Some(_), Some(_)) => fits += 1,
            (Some(_), None) if OTHERS.contains(&function.name.as_str()) => {}
            (Some(_), None) => {
                wrong.push(format!("{}: {}", function.name, program.types.show(function.ty)))
            }
        }
    }
    println!("{fits} functions of the headers have a row that fits");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(fits > 250, "only {fits} functions were found");
}

/// How many bytes at most a call writes through an argument, if the row says so. Numbers are 3, strings have 5 characters.
fn written(model: &Model, argument: usize) -> Option<u64> {
    let touch = model.touches.iter().find(|touch| touch.argument == argument && touch.write)?;
    match touch.bytes {
        Bytes::Exactly(_) | Bytes::UpTo(_) | Bytes::TerminatedUpTo(_) => Some(3),
        Bytes::String(_) => Some(6),
        Bytes::Product(..) => Some(9),
        Bytes::Appended(_) => Some(11),
        Bytes::AppendedUpTo(_) => Some(9),
        Bytes::Terminated | Bytes::Formatted | Bytes::Pointee | Bytes::Some => None,
    }
}

/// A call with its comparisons; none if it needs something that is not made here.
fn call(program: &Program, function: &Function, model: &Model) -> Option<String> {
    let Type::Function { parameters, variadic: false, .. } = program.types.get(function.ty) else {
        return None;
    };
    let plain = model.role == Role::Ordinary && model.streams == Streams::None && !model.concurrent;
    let given = matches!(model.memory, Memory::Untouched | Memory::Reads | Memory::Writes);
    if !plain || !given || function.no_return || NOT_CALLED.contains(&function.name.as_str()) {
        return None;
    }
    let mut arguments = Vec::new();
    let mut checks = String::new();
    let name = &function.name;
    for (number, ty) in parameters.iter().enumerate() {
        let pointee = program.types.pointee(*ty);
        arguments.push(match (program.types.get(*ty), pointee) {
            (_, Some(pointee))
                if matches!(
                    program.types.get(pointee),
                    Type::Record(_) | Type::Function { .. } | Type::Pointer(_)
                ) =>
            {
                return None;
            }
            (_, Some(_)) => {
                let kept = match (model.memory, written(model, number)) {
                    (Memory::Writes, Some(bytes)) => Some(bytes),
                    // What a row says nothing about is not looked at.
                    (Memory::Writes, None)
                        if !model.touches.iter().any(|touch| touch.argument == number) =>
                    {
                        None
                    }
                    (Memory::Writes, None)
                        if model
                            .touches
                            .iter()
                            .any(|touch| touch.argument == number && touch.write) =>
                    {
                        None
                    }
                    _ => Some(0),
                };
                if let Some(from) = kept {
                    let _ = write!(checks, "same(\"{name}\", {number}, {from});");
                }
                format!("(void *)b[{number}]")
            }
            (Type::Float(_), _) => "1.5".to_owned(),
            _ if program.types.integer(*ty).is_some() => "3".to_owned(),
            _ => return None,
        });
    }
    let call = format!("{name}({})", arguments.join(", "));
    let call = match (model.meaning, program.types.integer(function.result)) {
        (Meaning::Within(low, high), Some(_)) => {
            format!("range(\"{name}\", (long long){call}, {low}LL, {high}LL);")
        }
        // All texts are alike.
        (Meaning::Compare { .. }, Some(_)) => {
            format!("range(\"{name}\", (long long){call}, 0, 0);")
        }
        (Meaning::Inside, _) => format!("inside(\"{name}\", {call});"),
        _ => format!("(void){call};"),
    };
    Some(format!("    at = \"{name}\"; fill(); {call} {checks} done++;\n"))
}

/// Every class and case of every character, as the table has it.
fn characters() -> String {
    let mut text = String::new();
    let (low, high) = soundline_c::characters(false);
    for (class, name, _) in Class::ALL {
        for one in low..=high {
            let most = if class.contains(one) { (1, i32::MAX) } else { (0, 0) };
            let _ = writeln!(text, "    range(\"{name}\", {name}({one}), {}, {});", most.0, most.1);
        }
    }
    for one in -1..=127 {
        let upper = if Class::Lower.contains(one) { one - 32 } else { one };
        let lower = if Class::Upper.contains(one) { one + 32 } else { one };
        let _ = writeln!(text, "    range(\"toupper\", toupper({one}), {upper}, {upper});");
        let _ = writeln!(text, "    range(\"tolower\", tolower({one}), {lower}, {lower});");
    }
    text
}

#[test]
fn calls_do_what_the_table_says() {
    let Some(program) = program() else { return };
    let mut text = format!(
        "{HEADERS}{}",
        r#"
static unsigned char b[6][64], old[64]; static int done, wrong; static const char *at;
static void crashed(int signal) { printf("%s crashes\n", at); fflush(stdout); _exit(1); }
static void fill(void) {
    for (int i = 0; i < 6; i++) { memset(b[i], 0x5a, 64); memcpy(b[i], "12 ab", 6); }
    memcpy(old, b[0], 64);
}
static void same(const char *name, int number, int from) {
    if (memcmp(b[number] + from, old + from, 64 - from)) { printf("%s changes argument %d beyond byte %d\n", name, number, from); wrong++; }
}
static void range(const char *name, long long value, long long low, long long high) {
    if (value < low || value > high) { printf("%s gives %lld\n", name, value); wrong++; }
}
static void inside(const char *name, const void *found) {
    const unsigned char *at = found;
    if (at && (at < b[0] || at > b[0] + 5)) { printf("%s gives something else\n", name); wrong++; }
}
int main(void) {
    signal(SIGSEGV, crashed);
"#
    );
    text.push_str(&characters());
    let mut calls = 0;
    let names = program.functions.iter().filter(|function| function.cfg.is_none());
    for (function, model) in names.filter_map(|function| Some((function, function.model?))) {
        if let Some(call) = call(&program, function, model) {
            text.push_str(&call);
            calls += 1;
        }
    }
    text.push_str(
        "    printf(\"%d calls, %d wrong\\n\", done, wrong);\n    return wrong != 0;\n}\n",
    );
    let folder = tempfile::tempdir().expect("a folder can be made");
    let (source, binary) = (folder.path().join("calls.c"), folder.path().join("calls"));
    fs::write(&source, &text).expect("a file can be written");
    let built = Command::new("gcc")
        .args(["-w", "-O0", "-fno-builtin", "-o"])
        .arg(&binary)
        .arg(&source)
        .arg("-lm")
        .output();
    let built = built.expect("gcc is installed");
    assert!(built.status.success(), "{}\n{text}", String::from_utf8_lossy(&built.stderr));
    let run = Command::new("timeout").arg("10").arg(&binary).output().expect("it runs");
    let said = String::from_utf8_lossy(&run.stdout);
    println!("{said}");
    assert!(run.status.success(), "{said}{:?}", run.status);
    assert!(calls > 150, "only {calls} functions were called");
}
