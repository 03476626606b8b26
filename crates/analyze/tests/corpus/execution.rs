//! Concrete runs: the instrumented program, compiled with sanitizers and run with many seeds.

use crate::{
    case::Case,
    instrument::{Watch, instrument},
};
use soundline_analyze::Overflow;
use soundline_c::{Action, Check, CheckKind, DataModel};
use std::{fs, io::Read, path::Path, process::Command, sync::OnceLock};

const RUNTIME: &str = include_str!("runtime.c");
/// As in the runtime.
const WORDS: u64 = 1 << 23;

/// Something that a run did.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// It passed a point of the [`Watch`], with these values.
    Point(usize, Vec<i64>),
    /// An assertion of this line held.
    Held(u32),
    /// An assertion of this line failed, or an error was called.
    Failed(u32),
    /// Undefined behaviour in this line.
    Undefined(Class, u32),
}

/// Kinds of checks, as far as sanitizers tell them apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Class {
    /// Assertions and error calls.
    Assertion,
    Division,
    Overflow,
    Shift,
    /// Indices and accesses.
    Memory,
    Float,
    Unreachable,
    /// The length of an array of variable length.
    Length,
    /// The end of a function whose result is used.
    Return,
    /// Memory that is left at the end.
    Leak,
}

/// Who compiles: gcc evaluates arguments from right to left, clang from left to right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Compiler {
    /// gcc with sanitizers.
    Gcc,
    /// gcc without sanitizers, which take minutes for large programs; only for programs whose
    /// behaviour is defined.
    PlainGcc,
    /// clang without sanitizers.
    Clang,
}

impl Compiler {
    /// The compilers for programs without undefined behaviour; clang only if it is installed.
    pub fn both(gcc: Compiler) -> Vec<Compiler> {
        let both = [gcc, Compiler::Clang].into_iter();
        both.filter(|compiler| compiler.command().is_some()).collect()
    }

    fn command(self) -> Option<&'static str> {
        static CLANG: OnceLock<Option<&str>> = OnceLock::new();
        let names = ["clang", "clang-21", "clang-20", "clang-19", "clang-18", "clang-17"];
        let runs = |name: &&str| {
            Command::new(name).arg("--version").output().is_ok_and(|output| output.status.success())
        };
        match self {
            Compiler::Gcc | Compiler::PlainGcc => Some("gcc"),
            Compiler::Clang => *CLANG.get_or_init(|| names.into_iter().find(runs)),
        }
    }
}

/// One run.
pub type Run = Vec<Event>;

/// Runs of a program, or why there are none: so many, and more until it is `enough`, up to ten times as many.
pub fn run(
    case: &Case,
    watch: &mut Watch,
    compiler: Compiler,
    count: u32,
    enough: &dyn Fn(&[Run]) -> bool,
) -> Result<Vec<Run>, String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    build(case, watch, compiler, folder.path())?;
    let mut runs = Vec::new();
    for batch in 0..10 {
        runs.extend(start(folder.path(), batch * count, count)?);
        if enough(&runs) {
            break;
        }
    }
    Ok(runs)
}

fn build(case: &Case, watch: &mut Watch, compiler: Compiler, folder: &Path) -> Result<(), String> {
    let model = case.program.types.model();
    // The least number has no literal of its own.
    let literal = |constant: &i64| format!("{}ll - 1", constant.wrapping_add(1));
    let pool: Vec<String> = case.constants.iter().map(literal).collect();
    let stop = i32::from(case.overflow == Overflow::AssumeNone);
    let tail = format!(
        "\nconst long long soundline_pool[] = {{ {} }}; const int soundline_pool_size = {}; \
         int soundline_stop_at_overflow = {stop};\n",
        if pool.is_empty() { "0".into() } else { pool.join(", ") },
        pool.len()
    );
    let source = folder.join("program.i");
    let text = instrument(&case.program, watch) + &tail;
    let text = match compiler {
        Compiler::Gcc | Compiler::PlainGcc => text,
        // It was preprocessed for gcc.
        Compiler::Clang => {
            String::from_utf8_lossy(&soundline_c::masked(text.as_bytes())).into_owned()
        }
    };
    write(&source, &text)?;
    let runtime = runtime(model)?;
    let mut command = Command::new(compiler.command().ok_or("no compiler")?);
    command.args(flags(model));
    if compiler == Compiler::Gcc {
        command.args(sanitizers(case));
    }
    command.args(["-Wl,--wrap=main", "-rdynamic", "-pthread", "-o"]).arg(folder.join("program"));
    compile(command.arg(source).arg(runtime).arg("-lm"))
}

fn start(folder: &Path, first: u32, count: u32) -> Result<Vec<Run>, String> {
    let path = folder.join("trace");
    let trace = fs::File::create(&path).map_err(|error| error.to_string())?;
    trace.set_len(WORDS * 8).map_err(|error| error.to_string())?;
    let asan = "detect_leaks=0:detect_stack_use_after_return=1:allocator_may_return_null=1:handle_segv=0:handle_sigfpe=0";
    let output = Command::new("timeout")
        .arg("120")
        .arg(folder.join("program"))
        .env("SOUNDLINE_FIRST", first.to_string())
        .env("SOUNDLINE_RUNS", count.to_string())
        .env("SOUNDLINE_TRACE", &path)
        .env("ASAN_OPTIONS", asan)
        .output()
        .map_err(|error| error.to_string())?;
    match output.status.success() {
        true => decode(&path),
        false => Err(format!("it ended with {}", output.status)),
    }
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    fs::write(path, text).map_err(|error| error.to_string())
}

/// The runtime's object file, compiled once for each process and model.
fn runtime(model: DataModel) -> Result<String, String> {
    static OBJECTS: [OnceLock<Result<String, String>>; 2] = [const { OnceLock::new() }; 2];
    let build = || {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
        let stem = folder.join(format!("runtime-{}{}", std::process::id(), model.flag()));
        let (source, object) = (stem.with_extension("c"), stem.with_extension("o"));
        write(&source, RUNTIME)?;
        let (from, to) = (source.display().to_string(), object.display().to_string());
        let compiled =
            compile(Command::new("gcc").args([model.flag(), "-O1", "-w", "-c", "-o", &to, &from]));
        let _ = fs::remove_file(&source);
        compiled.map(|()| to)
    };
    OBJECTS[usize::from(model == DataModel::Ilp32)].get_or_init(build).clone()
}

fn flags(model: DataModel) -> Vec<&'static str> {
    vec![
        model.flag(),
        "-std=gnu11",
        "-g1",
        "-O0",
        "-w",
        "-fwrapv",
        "-fno-strict-aliasing",
        "-fno-builtin",
    ]
}

/// Only what the program needs: memory is watched where there are checks of it. The same sanitizer knows in which line
/// a quotient traps.
fn sanitizers(case: &Case) -> Vec<&'static str> {
    let mut flags = vec![
        "-fsanitize=shift-exponent,integer-divide-by-zero,unreachable,null,bounds,float-cast-overflow,vla-bound",
        "-fsanitize-recover=all",
    ];
    if case.overflow != Overflow::Wrap {
        // Sums are not to wrap silently.
        flags.extend(["-fno-wrapv", "-fsanitize=signed-integer-overflow"]);
    }
    if case.overflow == Overflow::Check {
        flags.push("-fsanitize=shift-base");
    }
    if touches_memory(case) {
        flags.push("-fsanitize=address");
    }
    flags
}

fn touches_memory(case: &Case) -> bool {
    let blocks = case.program.bodies().flat_map(|(_, _, cfg)| &cfg.blocks);
    blocks.flat_map(|block| &block.instructions).any(|instruction| {
        matches!(
            &instruction.action,
            Action::Check(Check {
                kind: CheckKind::Index { .. }
                    | CheckKind::Access { .. }
                    | CheckKind::Region { .. }
                    | CheckKind::Free(_)
                    | CheckKind::Quotient(_),
                ..
            })
        )
    })
}

fn compile(command: &mut Command) -> Result<(), String> {
    let output = command.output().map_err(|error| format!("no compiler: {error}"))?;
    match output.status.success() {
        true => Ok(()),
        false => Err(String::from_utf8_lossy(&output.stderr).into_owned()),
    }
}

/// The words of a trace, as runs.
fn decode(path: &Path) -> Result<Vec<Run>, String> {
    let mut file = fs::File::open(path).map_err(|error| error.to_string())?;
    let mut first = [0; 8];
    file.read_exact(&mut first).map_err(|error| error.to_string())?;
    let mut bytes = vec![0; u64::from_le_bytes(first).min(WORDS - 1) as usize * 8];
    file.read_exact(&mut bytes).map_err(|error| error.to_string())?;
    let words = bytes.chunks_exact(8);
    let mut rest = words.map(|word| i64::from_le_bytes(word.try_into().expect("8 bytes")));
    let mut runs: Vec<Run> = Vec::new();
    while let Some(tag) = rest.next() {
        let mut next = || rest.next().unwrap_or(0);
        let event = match tag {
            1 => {
                next();
                runs.push(Vec::new());
                continue;
            }
            2 => {
                let (point, count) = (next() as usize, next());
                Event::Point(point, (0..count).map(|_| next()).collect())
            }
            3 => Event::Held(next() as u32),
            4 => Event::Failed(next() as u32),
            5 => {
                let (class, line) = (class(next()), next() as u32);
                let Some(class) = class else { continue };
                Event::Undefined(class, line)
            }
            6 => {
                next();
                continue;
            }
            _ => return Err(format!("no tag: {tag}")),
        };
        runs.last_mut().ok_or("no run")?.push(event);
    }
    Ok(runs)
}

fn class(number: i64) -> Option<Class> {
    Some(match number {
        1 => Class::Division,
        2 => Class::Overflow,
        3 => Class::Shift,
        4 | 5 => Class::Memory,
        6 => Class::Float,
        7 => Class::Unreachable,
        8 => Class::Length,
        9 => Class::Return,
        10 => Class::Leak,
        _ => return None,
    })
}
