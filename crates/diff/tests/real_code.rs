//! Code that nobody here wrote: every C file under the folder that `SOUNDLINE_C_DIR` names is taken as
//! a seed, all of its candidates are checked at once, and the system's compiler must take the result
//! wherever it takes the seed.

mod installed;

use soundline_c::DataModel;
use soundline_diff::{Candidate, Check, Encoding, Form, Seed, Variant, seed::gather};
use std::{
    env,
    io::Write,
    process::{Command, Stdio},
    sync::Arc,
};

#[test]
#[ignore = "reads the folder that SOUNDLINE_C_DIR names"]
fn variants_of_every_file_compile() {
    let folder = env::var_os("SOUNDLINE_C_DIR").expect("SOUNDLINE_C_DIR must name a folder");
    let Some(clang) = installed::clang() else { return };
    let mut gathered = gather(&[folder.into()], DataModel::Lp64);
    let include = "-I/usr/include/csmith".to_owned();
    gathered.sources.iter_mut().for_each(|source| source.arguments.push(include.clone()));
    let (mut seeds, mut checks, mut faults) = (0, 0, Vec::new());
    for seed in gathered.seeds(&clang) {
        let seed = Arc::new(seed);
        if compile(&seed, seed.program.source.bytes()).is_some() {
            continue;
        }
        seeds += 1;
        checks += seed.candidates.all.len();
        for encoding in encodings() {
            let text = all_checked(&seed).render(&encoding);
            let fault = compile(&seed, &text);
            faults.extend(fault.map(|fault| format!("{} {:?}: {fault}", seed.name, encoding.form)));
        }
    }
    println!("{seeds} seeds, {checks} checks, {} skipped", gathered.skipped.len());
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
}

fn encodings() -> [Encoding; 2] {
    let statement = Encoding {
        prelude: "extern void reached(void);\n".into(),
        check: "if (!({condition})) { reached(); }".into(),
        form: Form::Statement,
    };
    [Encoding::plain(), statement]
}

fn all_checked(seed: &Arc<Seed>) -> Variant {
    let check = |candidate: &Candidate| {
        let constant = candidate.values().most;
        Check { candidate: *candidate, constant }
    };
    Variant::new(seed.clone(), seed.candidates.all.iter().map(check).collect())
}

/// The first complaint of the compiler.
fn compile(seed: &Seed, text: &[u8]) -> Option<String> {
    let mut gcc = Command::new("gcc")
        .args(["-w", "-std=gnu11", seed.model.flag(), "-x", "cpp-output", "-fsyntax-only", "-"])
        .stdin(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("gcc is installed");
    let mut input = gcc.stdin.take().expect("it was asked for");
    let written = input.write_all(text);
    drop(input);
    let output = gcc.wait_with_output().expect("gcc ends");
    let complaint = String::from_utf8_lossy(&output.stderr);
    let first = complaint.lines().find(|line| line.contains("error")).map(str::to_owned);
    first.or_else(|| written.err().map(|error| error.to_string()))
}
