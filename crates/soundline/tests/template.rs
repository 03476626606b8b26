//! The template for cargo-fuzz builds.

use std::path::Path;
use std::process::Command;

/// Without sanitizers, as `cargo build` does: what is compiled is the same.
#[test]
#[ignore = "it compiles libFuzzer and the domains anew: minutes, and libfuzzer-sys must be in cargo's cache"]
fn the_template_for_cargo_fuzz_builds() {
    let template = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../templates/cargo-fuzz");
    let folder = tempfile::tempdir().expect("there is room for a folder");
    let mut command = Command::new(env!("CARGO"));
    command.args(["build", "--manifest-path"]).arg(template.join("Cargo.toml"));
    let built = command.env("CARGO_TARGET_DIR", folder.path()).output().expect("cargo starts");
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    assert!(folder.path().join("debug/domain").exists());
}
