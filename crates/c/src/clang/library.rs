//! Where libclang may be.

use std::{
    env, fs,
    path::{Path, PathBuf},
};

/// Folders of shared libraries on Linux and macOS.
const FOLDERS: &[&str] = &[
    "/usr/lib/x86_64-linux-gnu",
    "/usr/lib/aarch64-linux-gnu",
    "/usr/lib64",
    "/usr/local/lib",
    "/usr/lib",
    "/opt/homebrew/opt/llvm/lib",
    "/usr/local/opt/llvm/lib",
    "/Library/Developer/CommandLineTools/usr/lib",
];

/// All files that could be libclang, the best first.
pub(super) fn candidates() -> Vec<PathBuf> {
    if let Some(given) = env::var_os("LIBCLANG_PATH").filter(|given| !given.is_empty()) {
        let given = PathBuf::from(given);
        return if given.is_dir() { newest_first(in_folder(&given)) } else { vec![given] };
    }
    let mut found: Vec<PathBuf> =
        FOLDERS.iter().flat_map(|folder| in_folder(Path::new(folder))).collect();
    found.extend(subfolders("/usr/lib", "llvm").iter().flat_map(|at| in_folder(&at.join("lib"))));
    let mut found = newest_first(found);
    found.extend(wheels());
    found
}

/// `libclang.so`, `libclang-19.so.1` and so on, but not `libclang-cpp.so`.
fn in_folder(folder: &Path) -> Vec<PathBuf> {
    entries(folder).into_iter().filter(|path| version(path).is_some()).collect()
}

/// The version in a name: 19 for `libclang-19.so.1` and `libclang.so.19.1`, 0 for `libclang.so`.
fn version(path: &Path) -> Option<u32> {
    let name = path.file_name()?.to_str()?;
    let rest = name.strip_prefix("libclang")?;
    if let Some(rest) = rest.strip_suffix(".dylib") {
        return rest.is_empty().then_some(0);
    }
    let (before, after) = rest.split_once(".so")?;
    let number = match before.strip_prefix('-') {
        Some(number) => number,
        None if before.is_empty() => after.trim_start_matches('.'),
        None => return None,
    };
    match number.split('.').next() {
        None | Some("") => Some(0),
        Some(major) => major.parse().ok(),
    }
}

fn newest_first(mut found: Vec<PathBuf>) -> Vec<PathBuf> {
    found.sort_by_key(|path| (std::cmp::Reverse(version(path)), path.clone()));
    found
}

/// `pip install libclang` puts it into `clang/native` of a folder of packages.
fn wheels() -> Vec<PathBuf> {
    let mut prefixes = vec![PathBuf::from("/usr/local"), PathBuf::from("/usr")];
    prefixes.extend(env::var_os("VIRTUAL_ENV").map(PathBuf::from));
    prefixes.extend(env::var_os("HOME").map(|home| PathBuf::from(home).join(".local")));
    let pythons = prefixes.iter().flat_map(|prefix| subfolders(prefix.join("lib"), "python"));
    let packages =
        pythons.flat_map(|python| [python.join("site-packages"), python.join("dist-packages")]);
    packages.flat_map(|packages| in_folder(&packages.join("clang/native"))).collect()
}

fn subfolders(folder: impl AsRef<Path>, prefix: &str) -> Vec<PathBuf> {
    let starts = |path: &PathBuf| {
        path.file_name().and_then(|name| name.to_str()).is_some_and(|name| name.starts_with(prefix))
    };
    entries(folder.as_ref()).into_iter().filter(starts).collect()
}

/// What is in a folder, sorted; nothing if it cannot be read.
fn entries(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    paths
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_read_from_names() {
        let check = |name: &str, expected| assert_eq!(version(Path::new(name)), expected, "{name}");
        check("libclang-19.so.1", Some(19));
        check("libclang-19.so.19", Some(19));
        check("libclang-14.so.14.0.6", Some(14));
        check("libclang.so.18.1", Some(18));
        check("libclang.so", Some(0));
        check("libclang.dylib", Some(0));
        check("libclang-cpp.so.19.1", None);
        check("libclangAST.so", None);
        check("libc.so.6", None);
    }

    #[test]
    fn the_newest_comes_first() {
        let paths = ["libclang-9.so.1", "libclang.so", "libclang-19.so.1"].map(PathBuf::from);
        let sorted = newest_first(paths.to_vec());
        assert_eq!(sorted[0], PathBuf::from("libclang-19.so.1"));
        assert_eq!(sorted[2], PathBuf::from("libclang.so"));
    }
}
