//! Packages of an older Debian, installed without touching the system's own set-up of apt.
//!
//! Debian 11 (bullseye) is the last release with APRON, and one of two with CBMC. A private
//! configuration adds that release to the system's sources, pinned so that nothing but the packages
//! asked for can come from it.

use crate::tree::succeed;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The release that has what newer ones dropped.
const RELEASE: &str = "bullseye";
const KEYS: &str = "/usr/share/keyrings/debian-archive-keyring.gpg";

/// Install packages of the older release, and what they need from the system's own.
pub fn install(packages: &[&str]) -> Result<(), String> {
    let sources = system_sources();
    let mirror = mirror_of(&sources)?;
    let folder = std::env::temp_dir().join(format!("soundline-apt-{}", std::process::id()));
    let installed = write(&folder, &sources, &mirror, packages)
        .map_err(|error| format!("{} cannot be written: {error}", folder.display()))
        .and_then(|configuration| run(&configuration, packages));
    // What is left behind in a folder for temporary files does no harm.
    let _ = fs::remove_dir_all(&folder);
    installed
}

fn run(configuration: &Path, packages: &[&str]) -> Result<(), String> {
    let apt = || {
        let mut command = Command::new("apt-get");
        command.env("DEBIAN_FRONTEND", "noninteractive").arg("-c").arg(configuration);
        command
    };
    succeed(apt().args(["update", "-q"]))?;
    succeed(apt().args(["install", "-y", "-q", "--no-install-recommends"]).args(packages))
}

/// The mirror of Debian that the system uses.
pub fn system_mirror() -> Result<String, String> {
    mirror_of(&system_sources())
}

fn mirror_of(sources: &[(String, String)]) -> Result<String, String> {
    let mut mirrors = sources.iter().filter_map(|(_, text)| mirror(text));
    mirrors.next().ok_or("the system's sources name no mirror of Debian".into())
}

/// The names and texts of the system's own sources.
fn system_sources() -> Vec<(String, String)> {
    let mut files = vec![PathBuf::from("/etc/apt/sources.list")];
    let parts = fs::read_dir("/etc/apt/sources.list.d").into_iter().flatten().flatten();
    files.extend(parts.map(|entry| entry.path()));
    let known = |file: &PathBuf| {
        let extension = file.extension().unwrap_or_default();
        extension == "list" || extension == "sources"
    };
    let read = |file: PathBuf| {
        let name = file.file_name()?.to_string_lossy().into_owned();
        Some((name, fs::read_to_string(&file).ok()?))
    };
    files.into_iter().filter(known).filter_map(read).collect()
}

/// The mirror of Debian that a file of sources uses, in either of apt's two notations.
fn mirror(sources: &str) -> Option<String> {
    let lines = sources.lines().map(str::trim).filter(|line| !line.starts_with('#'));
    let words = lines
        .filter(|line| line.starts_with("URIs:") || line.starts_with("deb "))
        .flat_map(str::split_whitespace);
    let is_mirror =
        |word: &&str| word.contains("://") && word.trim_end_matches('/').ends_with("/debian");
    words.into_iter().find(is_mirror).map(str::to_string)
}

/// Write the private configuration; returns its file.
fn write(
    folder: &Path,
    sources: &[(String, String)],
    mirror: &str,
    packages: &[&str],
) -> std::io::Result<PathBuf> {
    let parts = folder.join("sources");
    fs::create_dir_all(&parts)?;
    fs::create_dir_all(folder.join("lists/partial"))?;
    fs::create_dir_all(folder.join("cache/archives/partial"))?;
    for (name, text) in sources {
        fs::write(parts.join(name), text)?;
    }
    fs::write(parts.join("older.sources"), older_source(mirror))?;
    fs::write(folder.join("pins"), pins(packages))?;
    let file = folder.join("apt.conf");
    fs::write(&file, configuration(folder))?;
    Ok(file)
}

fn older_source(mirror: &str) -> String {
    source(mirror, RELEASE)
}

/// A release of a mirror, as apt wants to read it.
pub fn source(mirror: &str, release: &str) -> String {
    format!("Types: deb\nURIs: {mirror}\nSuites: {release}\nComponents: main\nSigned-By: {KEYS}\n")
}

/// Nothing comes from the older release but what is named.
fn pins(packages: &[&str]) -> String {
    let pin = |packages: &str, priority: i32| {
        format!("Package: {packages}\nPin: release n={RELEASE}\nPin-Priority: {priority}\n")
    };
    format!("{}\n{}", pin("*", -1), pin(&packages.join(" "), 500))
}

/// Everything that apt reads or writes is in the folder, but for the installed packages. The
/// older release is no longer renewed, so that its age must not count.
fn configuration(folder: &Path) -> String {
    let folder = folder.display();
    format!(
        "Dir::Etc::sourcelist \"/dev/null\";\n\
         Dir::Etc::sourceparts \"{folder}/sources\";\n\
         Dir::Etc::preferences \"{folder}/pins\";\n\
         Dir::State::lists \"{folder}/lists\";\n\
         Dir::Cache \"{folder}/cache\";\n\
         Acquire::Check-Valid-Until \"false\";\n\
         DPkg::Lock::Timeout \"120\";\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mirror_is_the_systems_own() {
        let new = "Types: deb\n# URIs: http://old.example/debian\n\
                   URIs: http://mirror.example/debian-security http://mirror.example/debian/\n";
        assert_eq!(mirror(new).as_deref(), Some("http://mirror.example/debian/"));
        let old = "deb [arch=amd64] http://mirror.example/debian bookworm main\n";
        assert_eq!(mirror(old).as_deref(), Some("http://mirror.example/debian"));
        assert_eq!(mirror("deb http://mirror.example/ubuntu noble main\n"), None);
        assert_eq!(mirror(""), None);
    }

    #[test]
    fn only_what_is_named_comes_from_the_older_release() {
        let text = pins(&["libapron", "libapron-dev"]);
        let priorities: Vec<&str> = text.lines().filter(|l| l.starts_with("Pin-P")).collect();
        assert_eq!(priorities, ["Pin-Priority: -1", "Pin-Priority: 500"]);
        assert!(text.starts_with("Package: *\n"));
        assert!(text.contains("Package: libapron libapron-dev\n"));
    }

    #[test]
    fn the_configuration_keeps_to_its_folder() {
        let folder =
            std::env::temp_dir().join(format!("soundline-apt-test-{}", std::process::id()));
        let sources = [("debian.sources".to_string(), "Types: deb\n".to_string())];
        let file = write(&folder, &sources, "http://mirror.example/debian", &["libapron"])
            .expect("a folder for temporary files can be written");
        let text = fs::read_to_string(&file).expect("it was just written");
        let outside = text.lines().filter(|line| line.starts_with("Dir::"));
        let outside = outside.filter(|line| !line.contains(&*folder.to_string_lossy()));
        assert_eq!(outside.collect::<Vec<_>>(), ["Dir::Etc::sourcelist \"/dev/null\";"]);
        let older = fs::read_to_string(folder.join("sources/older.sources")).expect("it is there");
        assert!(older.contains("Suites: bullseye\n"));
        assert!(folder.join("sources/debian.sources").exists());
        fs::remove_dir_all(&folder).expect("the folder is ours");
    }
}
