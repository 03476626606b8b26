//! Code that nobody here wrote: the C files that tests of several crates read, and how.

#![allow(dead_code, reason = "not every test needs all of it")]

use soundline_c::{DataModel, Settings};
use std::{
    env, fs,
    path::{Path, PathBuf},
};

/// The C files in the folders that `SOUNDLINE_C_DIR` names.
pub fn files() -> Vec<PathBuf> {
    files_in("SOUNDLINE_C_DIR")
}

/// The C files in the folders that a variable names (with `:` between them), in order.
pub fn files_in(variable: &str) -> Vec<PathBuf> {
    let folders = env::var_os(variable);
    let folders = folders.unwrap_or_else(|| panic!("{variable} must name a folder with C files"));
    let mut files = Vec::new();
    env::split_paths(&folders).for_each(|folder| collect(&folder, &mut files));
    assert!(!files.is_empty(), "there are no C files in {}", Path::new(&folders).display());
    files
}

/// How a file is read: with the headers in its folder and the one above, and the arguments of
/// `SOUNDLINE_C_FLAGS`.
pub fn settings(file: &Path) -> Settings {
    let folders = file.parent().into_iter().chain(file.parent().and_then(Path::parent));
    let mut arguments: Vec<String> = folders.map(|at| format!("-I{}", at.display())).collect();
    let flags = env::var("SOUNDLINE_C_FLAGS").unwrap_or_default();
    arguments.extend(flags.split_whitespace().map(str::to_owned));
    Settings { model: DataModel::Lp64, arguments, ..Settings::default() }
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths {
        let extension = path.extension().and_then(|extension| extension.to_str());
        if path.is_dir() {
            collect(&path, files);
        } else if matches!(extension, Some("c" | "i")) {
            files.push(path);
        }
    }
}
