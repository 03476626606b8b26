//! Check: the borders between the crates, which no compiler looks after.

use crate::members::{self, Member};
use crate::tree::Tree;
use crate::{arrows, findings, mutants, package, places, programs, unsafe_code};
use std::fs;

/// Check all borders of the workspace.
pub fn run(tree: &Tree) -> Result<(), String> {
    let members = members(tree)?;
    let manifest = tree.root().join("Cargo.toml");
    let manifest = fs::read_to_string(&manifest).map_err(|error| format!("Cargo.toml: {error}"))?;
    let mut faults = arrows::faults(&members);
    faults.extend(package_faults(&members, &manifest));
    faults.extend(unsafe_code::faults(&members)?);
    faults.extend(programs::faults(&members)?);
    faults.extend(places::faults(&members)?);
    faults.extend(package::too_new(tree)?);
    faults.extend(mutants::faults(tree));
    faults.extend(findings::faults(tree)?);
    if faults.is_empty() {
        println!("check: {} crates keep their borders", members.len());
        return Ok(());
    }
    for fault in &faults {
        eprintln!("check: {fault}");
    }
    let plural = if faults.len() == 1 { "" } else { "s" };
    Err(format!("{} fault{plural} between the crates", faults.len()))
}

/// The members of the workspace.
pub fn members(tree: &Tree) -> Result<Vec<Member>, String> {
    members::of_metadata(&metadata(tree)?)
}

fn metadata(tree: &Tree) -> Result<String, String> {
    let output = tree
        .cargo(&["metadata", "--no-deps", "--format-version", "1"])
        .output()
        .map_err(|error| format!("cargo metadata could not be started: {error}"))?;
    if !output.status.success() {
        return Err(format!("cargo metadata failed: {}", String::from_utf8_lossy(&output.stderr)));
    }
    String::from_utf8(output.stdout).map_err(|error| format!("cargo metadata: {error}"))
}

/// Members whose version or licence is not the workspace's.
fn package_faults(members: &[Member], manifest: &str) -> Vec<String> {
    let mut faults = Vec::new();
    for member in members {
        let stated = [("version", Some(&member.version)), ("license", member.license.as_ref())];
        for (key, value) in stated {
            let wanted = workspace_value(manifest, key);
            if wanted.is_none() || wanted.as_ref() != value {
                faults.push(format!(
                    "{} has not the workspace's {key}: write '{key}.workspace = true' in its \
                     Cargo.toml",
                    member.name
                ));
            }
        }
    }
    faults
}

/// The value of a key under `[workspace.package]`, where values are plain strings.
fn workspace_value(manifest: &str, key: &str) -> Option<String> {
    let mut lines = manifest.lines().map(str::trim);
    lines.find(|line| *line == "[workspace.package]")?;
    lines
        .take_while(|line| !line.starts_with('['))
        .filter_map(|line| line.split_once('='))
        .find(|(name, _)| name.trim() == key)
        .map(|(_, value)| value.trim().trim_matches('"').to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    const MANIFEST: &str = "[workspace]\nversion = \"9\"\n\n[workspace.package]\n\
                            version = \"0.1.0\"\nlicense = \"MIT\"\n[other]\nedition = \"2024\"\n";

    #[test]
    fn values_are_read_from_their_section_alone() {
        assert_eq!(workspace_value(MANIFEST, "version").as_deref(), Some("0.1.0"));
        assert_eq!(workspace_value(MANIFEST, "edition"), None);
        assert_eq!(workspace_value("", "version"), None);
    }

    #[test]
    fn another_version_or_no_licence_is_caught() {
        let member = |version: &str, license: Option<&str>| Member {
            name: "soundline-c".into(),
            version: version.into(),
            license: license.map(str::to_string),
            ..Member::default()
        };
        assert!(package_faults(&[member("0.1.0", Some("MIT"))], MANIFEST).is_empty());
        let faults = package_faults(&[member("0.2.0", None)], MANIFEST);
        assert_eq!(faults.len(), 2);
        assert!(faults[0].contains("version.workspace = true"), "{faults:?}");
        assert!(faults[1].contains("license.workspace = true"), "{faults:?}");
    }
}
