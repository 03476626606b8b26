//! The files that somebody asks for: C files, and those in folders.

use std::path::{Component, Path, PathBuf};
use std::{fs, io};

/// Why files that were asked for cannot be had.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FilesError {
    /// A folder without C files.
    #[error("there is no .c or .i file in {}", .0.display())]
    Empty(PathBuf),
    /// Nothing has this name.
    #[error("there is no file {}", .0.display())]
    Missing(PathBuf),
    /// A folder that cannot be read.
    #[error("cannot read the folder {}: {error}", .folder.display())]
    Unreadable {
        /// The folder.
        folder: PathBuf,
        /// What is wrong.
        error: io::Error,
    },
}

/// The files, and the `.c` and `.i` files of folders, in the order of their names.
pub fn find_files(given: &[PathBuf]) -> Result<Vec<PathBuf>, FilesError> {
    let mut files = Vec::new();
    for path in given {
        if path.is_dir() {
            let before = files.len();
            inside(path, &mut files)?;
            if files.len() == before {
                return Err(FilesError::Empty(path.clone()));
            }
        } else if path.exists() {
            files.push(path.clone());
        } else {
            return Err(FilesError::Missing(path.clone()));
        }
    }
    Ok(files)
}

fn inside(folder: &Path, files: &mut Vec<PathBuf>) -> Result<(), FilesError> {
    let mut entries: Vec<PathBuf> = fs::read_dir(folder)
        .and_then(|entries| entries.map(|entry| entry.map(|entry| entry.path())).collect())
        .map_err(|error| FilesError::Unreadable { folder: folder.to_path_buf(), error })?;
    entries.sort();
    for path in entries {
        // A link to a folder may lead around in a circle.
        if path.is_dir() && !path.is_symlink() {
            inside(&path, files)?;
        } else if is_c(&path) && path.is_file() {
            files.push(path);
        }
    }
    Ok(())
}

/// A path as people name it: without `.` and `..`, and relative to the current folder if it is in there.
pub fn shown(path: &Path) -> PathBuf {
    let here = std::env::current_dir().unwrap_or_default();
    let mut plain = PathBuf::new();
    for part in here.join(path).components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => {
                plain.pop();
            }
            part => plain.push(part),
        }
    }
    match plain.strip_prefix(&here) {
        Ok(inside) if !inside.as_os_str().is_empty() => inside.to_owned(),
        _ => plain,
    }
}

/// Whether a name is that of a C file, preprocessed or not.
pub fn is_c(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "c" || extension == "i")
}
