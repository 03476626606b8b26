//! The template for cargo-fuzz builds.

use std::path::Path;
use std::process::Command;

/// Without sanitizers, and without making code: whether it compiles is the same. What clippy has read of
/// the dependencies is in the folder of this build, so that only libFuzzer is compiled anew.
#[test]
fn the_template_for_cargo_fuzz_compiles() {
    let template = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../templates/cargo-fuzz");
    let program = Path::new(env!("CARGO_BIN_EXE_soundline"));
    let folder = program.ancestors().nth(2).expect("the program is in the folder of a profile");
    let mut command = Command::new(env!("CARGO"));
    command.args(["check", "--manifest-path"]).arg(template.join("Cargo.toml"));
    let checked = command.arg("--target-dir").arg(folder).output().expect("cargo starts");
    assert!(checked.status.success(), "{}", String::from_utf8_lossy(&checked.stderr));
}
