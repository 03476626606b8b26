//! Package: the crates as others get them, in the order of the arrows.
//!
//! `cargo package` would build every crate anew to verify it. Here the packages are made, unpacked side by
//! side and checked as one workspace: what is missing in a package is missing there, and dependencies
//! that clippy has read already are not read again.

use crate::check::members;
use crate::tree::{Tree, succeed};
use std::fs;
use std::path::Path;
use std::process::Command;

/// Make, unpack and check all packages that are released.
pub fn run(tree: &Tree) -> Result<(), String> {
    let members = members(tree)?;
    let released: Vec<&str> = members
        .iter()
        .filter(|member| member.released)
        .map(|member| member.name.as_str())
        .collect();
    let version = &members[0].version;
    let mut command =
        tree.cargo(&["package", "--quiet", "--no-verify", "--allow-dirty", "--locked"]);
    command.args(released.iter().flat_map(|name| ["--package", name]));
    succeed(&mut command)?;
    let folder = tree.target().join("package");
    let unpacked = folder.join("unpacked");
    let cannot = |what: &Path, error: std::io::Error| format!("{}: {error}", what.display());
    if unpacked.exists() {
        fs::remove_dir_all(&unpacked).map_err(|error| cannot(&unpacked, error))?;
    }
    fs::create_dir_all(&unpacked).map_err(|error| cannot(&unpacked, error))?;
    for name in &released {
        let file = folder.join(format!("{name}-{version}.crate"));
        succeed(Command::new("tar").arg("-xzf").arg(&file).arg("-C").arg(&unpacked))?;
    }
    let manifest = unpacked.join("Cargo.toml");
    fs::write(&manifest, workspace(&released, version))
        .map_err(|error| cannot(&manifest, error))?;
    let lock = unpacked.join("Cargo.lock");
    fs::copy(tree.root().join("Cargo.lock"), &lock).map_err(|error| cannot(&lock, error))?;
    let mut check = tree.cargo(&["check", "--quiet", "--workspace", "--manifest-path"]);
    succeed(check.arg(&manifest).arg("--target-dir").arg(tree.target()))?;
    println!("package: {} crates can be released: {}", released.len(), released.join(", "));
    Ok(())
}

/// The packages as one workspace, each in place of the released one of its name.
fn workspace(names: &[&str], version: &str) -> String {
    let folder = |name: &&str| format!("{name}-{version}");
    let members: Vec<String> = names.iter().map(|name| format!("{:?}", folder(name))).collect();
    let mut text = format!(
        "[workspace]\nresolver = \"3\"\nmembers = [{}]\n\n[patch.crates-io]\n",
        members.join(", ")
    );
    for name in names {
        text.push_str(&format!("{name} = {{ path = {:?} }}\n", folder(name)));
    }
    text
}

/// Dependencies that need a newer Rust than the workspace says, in words. What the code itself needs is
/// found by clippy.
pub fn too_new(tree: &Tree) -> Result<Vec<String>, String> {
    let output = tree.cargo(&["metadata", "--format-version", "1", "--locked"]).output();
    let output = output.map_err(|error| format!("cargo metadata could not be started: {error}"))?;
    let metadata: serde_json::Value = serde_json::from_slice(&output.stdout)
        .map_err(|error| format!("cargo metadata: {error}"))?;
    let packages = metadata["packages"].as_array().ok_or("cargo metadata has no packages")?;
    let version = |package: &serde_json::Value| package["rust_version"].as_str().map(numbers);
    let is_ours = |package: &&serde_json::Value| package["source"].is_null();
    let ours = packages.iter().filter(is_ours).filter_map(version).min();
    let ours = ours.ok_or("no member of the workspace has a rust-version")?;
    let newer =
        packages.iter().filter(|package| version(package).is_some_and(|needs| needs > ours));
    Ok(newer
        .map(|package| {
            format!(
                "{} needs Rust {}: raise rust-version",
                package["name"], package["rust_version"]
            )
        })
        .collect())
}

/// A version as numbers, which compare as versions do.
fn numbers(version: &str) -> Vec<u32> {
    let mut numbers: Vec<u32> = version.split('.').map(|part| part.parse().unwrap_or(0)).collect();
    numbers.resize(3, 0);
    numbers
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packages_take_the_place_of_released_ones() {
        let text = workspace(&["a", "b"], "0.1.0");
        let expected = "[workspace]\nresolver = \"3\"\nmembers = [\"a-0.1.0\", \"b-0.1.0\"]\n\n\
                        [patch.crates-io]\na = { path = \"a-0.1.0\" }\nb = { path = \"b-0.1.0\" }\n";
        assert_eq!(text, expected);
    }

    #[test]
    fn versions_compare_as_numbers() {
        assert!(numbers("1.9") < numbers("1.10.0"));
        assert_eq!(numbers("1.89"), numbers("1.89.0"));
    }
}
