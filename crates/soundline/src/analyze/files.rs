//! The files that are asked for: C files, and those in folders.

use std::fs;
use std::path::{Path, PathBuf};

use crate::ending::Complaint;

/// The files, and the `.c` and `.i` files of folders, in the order of their names.
pub fn find(given: &[PathBuf]) -> Result<Vec<PathBuf>, Complaint> {
    let mut files = Vec::new();
    for path in given {
        if path.is_dir() {
            let before = files.len();
            inside(path, &mut files)?;
            if files.len() == before {
                let folder = path.display();
                return Err(Complaint::new(format!("there is no .c or .i file in {folder}")));
            }
        } else if path.exists() {
            files.push(path.clone());
        } else {
            return Err(Complaint::new(format!("there is no file {}", path.display())));
        }
    }
    Ok(files)
}

fn inside(folder: &Path, files: &mut Vec<PathBuf>) -> Result<(), Complaint> {
    let unreadable = |error: std::io::Error| {
        Complaint::new(format!("cannot read the folder {}: {error}", folder.display()))
    };
    let mut entries: Vec<PathBuf> = fs::read_dir(folder)
        .and_then(|entries| entries.map(|entry| entry.map(|entry| entry.path())).collect())
        .map_err(unreadable)?;
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

/// Whether a name is that of a C file, preprocessed or not.
pub fn is_c(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "c" || extension == "i")
}
