//! Sources of Debian packages, fetched by apt when they are asked for.

use soundline_c::find_files;
use soundline_isolate::{End, Limits, Scratch, Stop, gather, printable};
use soundline_test::command::Complaint;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// So long a download may take.
const PATIENCE: Duration = Duration::from_secs(600);
/// More folders with headers are not searched.
const MOST_FOLDERS: usize = 200;

/// C files that are read with the same folders for headers.
pub struct Files {
    /// The package that they belong to.
    pub package: Option<String>,
    /// The files.
    pub files: Vec<PathBuf>,
    /// Where the preprocessor looks for headers.
    pub include: Vec<String>,
}

/// The folder for sources: one that the user gives and keeps, or a temporary one.
pub enum Place {
    /// It stays.
    Kept(PathBuf),
    /// It goes with this value.
    Temporary(Scratch),
}

impl Place {
    /// The folder, which is made if it is not there.
    pub fn new(given: Option<&Path>) -> Result<Place, Complaint> {
        let complain =
            |error: std::io::Error| Complaint::new(format!("no folder for sources: {error}"));
        match given {
            None => Scratch::new().map(Place::Temporary).map_err(complain),
            Some(folder) => {
                fs::create_dir_all(folder).map_err(complain)?;
                Ok(Place::Kept(folder.to_owned()))
            }
        }
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        match self {
            Place::Kept(folder) => folder,
            Place::Temporary(folder) => folder.path(),
        }
    }
}

/// The C files of a package, fetched unless a folder of its sources is there already.
pub fn fetch(package: &str, into: &Path) -> Result<Files, Complaint> {
    let is_name =
        |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || b"+-.".contains(&byte);
    if package.is_empty() || package.starts_with('-') || !package.bytes().all(is_name) {
        return Err(Complaint::new(format!("`{package}` is not a name of a Debian package")));
    }
    let folder = match unpacked(package, into) {
        Some(folder) => folder,
        None => {
            download(package, into)?;
            unpacked(package, into).ok_or_else(|| {
                Complaint::new(format!("apt-get source {package} left no folder {package}-VERSION"))
            })?
        }
    };
    let mut files = find_files(std::slice::from_ref(&folder)).unwrap_or_default();
    // What patches replaced is kept in a hidden folder.
    files.retain(|file| !file.strip_prefix(&folder).is_ok_and(is_hidden));
    let include = folders_of_headers(&folder);
    Ok(Files { package: Some(package.to_owned()), files, include })
}

/// The folder of a package's sources, if it is there.
fn unpacked(package: &str, into: &Path) -> Option<PathBuf> {
    let start = format!("{package}-");
    let is_source = |path: &PathBuf| {
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned());
        let version = name.and_then(|name| name.strip_prefix(&start).map(str::to_owned));
        path.is_dir()
            && version.is_some_and(|version| version.starts_with(|c: char| c.is_ascii_digit()))
    };
    let mut found: Vec<PathBuf> =
        fs::read_dir(into).ok()?.flatten().map(|entry| entry.path()).filter(is_source).collect();
    found.sort();
    found.pop()
}

fn download(package: &str, into: &Path) -> Result<(), Complaint> {
    let mut command = Command::new("apt-get");
    command.args(["source", "--only-source", package]).current_dir(into).env("LC_ALL", "C");
    let limits = Limits { time: PATIENCE, ..Limits::default() };
    let outcome = gather(command, &limits, &Stop::default());
    let said = String::from_utf8_lossy(&outcome.stderr).into_owned();
    match outcome.end {
        End::Exited(0) => Ok(()),
        End::NotStarted(_) => {
            Err(Complaint::new("apt-get is not on this machine: give folders of C files instead"))
        }
        _ if said.contains("deb-src") => Err(Complaint::new(
            "apt has no sources of packages on this machine: add deb-src to its list, or give folders of C files",
        )),
        _ => {
            let line =
                said.lines().rev().find(|line| line.starts_with("E:")).unwrap_or("it failed");
            let line = printable(line.trim_start_matches("E:").trim().as_bytes());
            Err(Complaint::new(format!("apt-get source {package}: {line}")))
        }
    }
}

/// Whether a part of a path is hidden.
fn is_hidden(path: &Path) -> bool {
    path.iter().any(|part| part.as_encoded_bytes().starts_with(b"."))
}

/// The folders with headers of a package: packages find theirs by what is configured, which is not done here.
fn folders_of_headers(root: &Path) -> Vec<String> {
    let mut found = BTreeSet::new();
    let mut left = vec![root.to_owned()];
    while let Some(folder) = left.pop() {
        for entry in fs::read_dir(&folder).into_iter().flatten().flatten() {
            let path = entry.path();
            match entry.file_type() {
                Ok(kind) if kind.is_dir() && !is_hidden(Path::new(&entry.file_name())) => {
                    left.push(path);
                }
                Ok(kind) if kind.is_file() && path.extension().is_some_and(|end| end == "h") => {
                    found.insert(folder.clone());
                    // Headers are also named with their folder before them.
                    found.extend(
                        folder.parent().filter(|up| up.starts_with(root)).map(Path::to_owned),
                    );
                }
                _ => {}
            }
        }
    }
    found.into_iter().take(MOST_FOLDERS).map(|folder| folder.display().to_string()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sources_that_are_there_are_used() {
        let place = Place::new(None).unwrap_or_else(|_| panic!("there is room"));
        let root = place.path().join("tiny-1.0");
        fs::create_dir_all(root.join("include/tiny")).expect("a folder");
        fs::write(root.join("a.c"), "int f(void) { return 0; }\n").expect("a file");
        fs::write(root.join("include/tiny/b.h"), "\n").expect("a file");
        fs::create_dir_all(root.join(".pc/old")).expect("a folder");
        fs::write(root.join(".pc/old/a.c"), "int f(void) { return 1; }\n").expect("a file");
        fs::write(root.join(".pc/old/b.h"), "\n").expect("a file");
        fs::create_dir_all(place.path().join("tiny-doc-2.0")).expect("a folder");
        let files = fetch("tiny", place.path()).unwrap_or_else(|_| panic!("it is there"));
        assert_eq!(files.files, [root.join("a.c")]);
        let shown = |path: &str| root.join(path).display().to_string();
        assert_eq!(files.include, [shown("include"), shown("include/tiny")]);
    }

    #[test]
    fn names_are_no_options_and_no_paths() {
        let place = Place::new(None).unwrap_or_else(|_| panic!("there is room"));
        for name in ["", "-oX", "../zlib", "Zlib", "a b"] {
            assert!(fetch(name, place.path()).is_err(), "{name}");
        }
    }
}
