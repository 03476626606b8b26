//! Where a library is, found out without loading it.
//!
//! The loader's own search needs a load, which runs code. This one looks into the same folders:
//! `LD_LIBRARY_PATH`, those of `/etc/ld.so.conf`, and the ones that are built into the loader.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

/// Folders that loaders look into without being told, on the systems that we know of.
const BUILT_IN: [&str; 10] = [
    "/lib",
    "/usr/lib",
    "/lib64",
    "/usr/lib64",
    "/usr/local/lib",
    "/usr/local/lib64",
    "/lib/x86_64-linux-gnu",
    "/usr/lib/x86_64-linux-gnu",
    "/lib/aarch64-linux-gnu",
    "/usr/lib/aarch64-linux-gnu",
];

/// How deep configuration files may include each other.
const INCLUDE_DEPTH: usize = 8;

/// The first of some file names that is in a folder of the loader.
pub(crate) fn find(names: &[&str]) -> Option<PathBuf> {
    let variable = std::env::var_os("LD_LIBRARY_PATH").unwrap_or_default();
    let mut folders: Vec<PathBuf> = listed(&variable).collect();
    configured(Path::new("/etc/ld.so.conf"), INCLUDE_DEPTH, &mut folders);
    folders.extend(BUILT_IN.iter().map(PathBuf::from));
    find_in(&folders, names)
}

/// The first of some file names that is beside another library, or else where the loader looks.
pub(crate) fn find_beside(library: &Path, names: &[&str]) -> Option<PathBuf> {
    let folder = library.parent().filter(|folder| !folder.as_os_str().is_empty());
    folder.and_then(|folder| find_in(&[folder.to_path_buf()], names)).or_else(|| find(names))
}

fn find_in(folders: &[PathBuf], names: &[&str]) -> Option<PathBuf> {
    let files = folders.iter().flat_map(|folder| names.iter().map(move |name| folder.join(name)));
    files.into_iter().find(|file| file.is_file())
}

/// The folders of a variable in the loader's syntax, where `:` and `;` separate.
fn listed(variable: &OsStr) -> impl Iterator<Item = PathBuf> {
    let text = variable.to_string_lossy().into_owned();
    let parts: Vec<PathBuf> =
        text.split([':', ';']).filter(|part| !part.is_empty()).map(PathBuf::from).collect();
    parts.into_iter()
}

/// Add the folders of a configuration file, and of those that it includes.
fn configured(file: &Path, depth: usize, folders: &mut Vec<PathBuf>) {
    let Ok(text) = std::fs::read_to_string(file) else { return };
    for line in text.lines() {
        let line = line.split('#').next().unwrap_or_default().trim();
        match line.strip_prefix("include").filter(|rest| rest.starts_with(char::is_whitespace)) {
            Some(patterns) if depth > 0 => {
                for pattern in patterns.split_whitespace() {
                    for included in matching(file, pattern) {
                        configured(&included, depth - 1, folders);
                    }
                }
            }
            Some(_) => {}
            None if line.starts_with('/') => folders.push(PathBuf::from(line)),
            None => {}
        }
    }
}

/// The files of a pattern with at most one `*`, in its last part, which is all that is in use.
fn matching(from: &Path, pattern: &str) -> Vec<PathBuf> {
    let pattern = from.parent().unwrap_or(Path::new("/")).join(pattern);
    let (Some(folder), Some(name)) = (pattern.parent(), pattern.file_name()) else {
        return Vec::new();
    };
    let name = name.to_string_lossy();
    let Some((start, end)) = name.split_once('*') else {
        return vec![pattern.clone()];
    };
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let fits = |path: &PathBuf| {
        let own = path.file_name().unwrap_or_default().to_string_lossy();
        own.len() >= start.len() + end.len() && own.starts_with(start) && own.ends_with(end)
    };
    let mut files: Vec<PathBuf> = entries.flatten().map(|e| e.path()).filter(fits).collect();
    files.sort();
    files
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_c_library_is_found_and_nonsense_is_not() {
        let found = find(&["no-such-library.so.9", "libc.so.6"]).expect("there is a C library");
        assert!(found.ends_with("libc.so.6"), "{}", found.display());
        assert_eq!(find(&["no-such-library.so.9"]), None);
        assert_eq!(find_beside(&found, &["libm.so.6"]), Some(found.with_file_name("libm.so.6")));
    }

    #[test]
    fn configuration_files_include_others() {
        let folder = std::env::temp_dir().join(format!("soundline-search-{}", std::process::id()));
        std::fs::create_dir_all(folder.join("more")).expect("a folder for temporary files");
        let write = |name: &str, text: &str| std::fs::write(folder.join(name), text).expect(name);
        write("main", "# first\n/one # why\ninclude more/*.conf\ninclude main\n/four\n");
        write("more/b.conf", "/three\n");
        write("more/a.conf", "/two\nrelative\n");
        write("more/c.txt", "/never\n");
        let mut folders = Vec::new();
        configured(&folder.join("main"), 1, &mut folders);
        folders.dedup();
        let once: Vec<&str> = folders.iter().filter_map(|f| f.to_str()).take(4).collect();
        assert_eq!(once, ["/one", "/two", "/three", "/one"]);
        std::fs::remove_dir_all(&folder).expect("the folder is ours");
    }

    #[test]
    fn variables_are_split_as_the_loader_does() {
        let folders: Vec<PathBuf> = listed(OsStr::new("/a::/b;/c")).collect();
        assert_eq!(folders, ["/a", "/b", "/c"].map(PathBuf::from));
    }
}
