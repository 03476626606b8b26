//! The members of the workspace, as `cargo metadata` tells them.

use serde_json::Value;
use std::path::PathBuf;

/// A package of the workspace.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Member {
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: String,
    /// Its licence, if it states one.
    pub license: Option<String>,
    /// Whether others get it.
    pub released: bool,
    /// Its folder.
    pub folder: PathBuf,
    /// What it is built with, by name: normal and build dependencies.
    pub dependencies: Vec<String>,
    /// What only its tests are built with.
    pub dev_dependencies: Vec<String>,
}

/// Read what `cargo metadata --no-deps --format-version 1` printed.
pub fn of_metadata(json: &str) -> Result<Vec<Member>, String> {
    let metadata: Value =
        serde_json::from_str(json).map_err(|error| format!("cargo metadata: {error}"))?;
    let packages = metadata["packages"].as_array().ok_or("cargo metadata has no packages")?;
    packages.iter().map(member).collect()
}

fn member(package: &Value) -> Result<Member, String> {
    let text = |key: &str| {
        let value = package[key].as_str().map(str::to_string);
        value.ok_or(format!("a package in cargo metadata has no {key}"))
    };
    let manifest = PathBuf::from(text("manifest_path")?);
    Ok(Member {
        name: text("name")?,
        version: text("version")?,
        license: text("license").ok(),
        // Cargo says null for everywhere, and an empty list for nowhere.
        released: package["publish"].is_null(),
        folder: manifest.parent().ok_or("a manifest lies in no folder")?.to_path_buf(),
        dependencies: dependencies(package, |kind| kind != Some("dev")),
        dev_dependencies: dependencies(package, |kind| kind == Some("dev")),
    })
}

/// The names of the dependencies whose kind (none, "build" or "dev") is wanted.
fn dependencies(package: &Value, wanted: impl Fn(Option<&str>) -> bool) -> Vec<String> {
    let all = package["dependencies"].as_array();
    all.into_iter()
        .flatten()
        .filter(|dependency| wanted(dependency["kind"].as_str()))
        .filter_map(|dependency| dependency["name"].as_str())
        .map(str::to_string)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn metadata_is_read() {
        let json = r#"{"packages": [{
            "name": "soundline-fuzz", "version": "0.1.0", "license": "MIT OR Apache-2.0",
            "manifest_path": "/tree/crates/fuzz/Cargo.toml",
            "dependencies": [
                {"name": "soundline-lattice", "kind": null},
                {"name": "cc", "kind": "build"},
                {"name": "expect-test", "kind": "dev"}
            ]}]}"#;
        let member = &of_metadata(json).unwrap()[0];
        assert_eq!(member.folder, PathBuf::from("/tree/crates/fuzz"));
        assert_eq!(member.dependencies, ["soundline-lattice", "cc"]);
        assert_eq!(member.dev_dependencies, ["expect-test"]);
    }

    #[test]
    fn faults_are_named() {
        assert!(of_metadata("rubbish").unwrap_err().starts_with("cargo metadata:"));
        assert!(of_metadata("{}").unwrap_err().contains("no packages"));
        assert!(of_metadata(r#"{"packages": [{}]}"#).unwrap_err().contains("no manifest_path"));
    }
}
