//! The truth of the programs, checked by running them, without any analyzer.

use super::program::{Program, programs};
use std::fs;
use std::path::Path;
use std::process::{Command, ExitStatus};

/// Gives the inputs of the command line and then numbers of a generator; a failed assertion ends with
/// code 42. Small numbers are frequent, since most programs look at small ones.
const HARNESS: &str = r#"
#include <stdlib.h>
static int count, next;
static char **given;
static unsigned long long state;
static long long number(void) {
    if (next < count) return atoll(given[next++]);
    state = state * 6364136223846793005ull + 1442695040888963407ull;
    unsigned shift = (state >> 59) + 30;
    return (long long)(state >> shift) - (state >> 40 & 1 ? 8 : 0);
}
int __VERIFIER_nondet_int(void) { return (int)number(); }
unsigned int __VERIFIER_nondet_uint(void) { return (unsigned int)number(); }
unsigned char __VERIFIER_nondet_uchar(void) { return (unsigned char)number(); }
void __VERIFIER_assert(int condition) { if (!condition) exit(42); }
int program_main(void);
int main(int argc, char **argv) {
    state = strtoull(argv[1], 0, 10);
    given = argv + 2;
    count = argc - 2;
    return program_main() & 0;
}
"#;

fn build(program: &Program, folder: &Path) -> Option<std::path::PathBuf> {
    let (harness, binary) = (folder.join("harness.c"), folder.join(&program.name));
    fs::write(&harness, HARNESS).expect("there is room");
    let object = folder.join("program.o");
    // The width of int is the same in both data models, and 64 bits need no more packages.
    let sanitizers = ["-fsanitize=undefined", "-fno-sanitize-recover=undefined", "-w"];
    let mut compile = Command::new("gcc");
    compile.args(sanitizers).args(["-Dmain=program_main", "-c", "-o"]).arg(&object);
    let compiled = compile.arg(&program.path).output().ok()?;
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
    let mut link = Command::new("gcc");
    link.args(sanitizers).arg("-o").arg(&binary).arg(&object).arg(&harness);
    let linked = link.output().expect("gcc is there");
    assert!(linked.status.success(), "{}", String::from_utf8_lossy(&linked.stderr));
    Some(binary)
}

fn run(binary: &Path, seed: u32, inputs: &[i64]) -> (ExitStatus, String) {
    let mut command = Command::new(binary);
    command.arg(seed.to_string()).args(inputs.iter().map(i64::to_string));
    let output = command.output().expect("it was built");
    (output.status, String::from_utf8_lossy(&output.stderr).into_owned())
}

#[test]
fn programs_are_what_they_are_said_to_be() {
    let folder = tempfile::tempdir().expect("there is room");
    for program in programs() {
        let Some(binary) = build(&program, folder.path()) else {
            soundline_needs::skip("there is no gcc");
            return;
        };
        match (&program.inputs, &program.undefined) {
            (Some(inputs), None) => {
                let (status, said) = run(&binary, 0, inputs);
                assert_eq!(status.code(), Some(42), "{}: {said}", program.name);
            }
            (Some(inputs), Some(undefined)) => {
                let (status, said) = run(&binary, 0, inputs);
                let first = undefined.split(' ').next().expect("it says what");
                assert!(!status.success() && said.contains(first), "{}: {said}", program.name);
            }
            (None, _) => {
                for seed in 0..60 {
                    let (status, said) = run(&binary, seed, &[]);
                    assert_eq!(status.code(), Some(0), "{} {seed}: {said}", program.name);
                }
            }
        }
    }
}
