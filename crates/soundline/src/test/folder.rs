//! The output folder.

use std::fs;
use std::path::{Path, PathBuf};

use crate::ending::Complaint;

/// A folder for results.
pub struct Folder {
    root: PathBuf,
}

impl Folder {
    /// The folder, made if it is not there, and known to be writable.
    pub fn open(root: &Path) -> Result<Folder, Complaint> {
        let folder = Folder { root: root.to_path_buf() };
        let probe = folder.root.join("state").join(".writable");
        let made =
            fs::create_dir_all(folder.root.join("state")).and_then(|()| fs::write(&probe, ""));
        made.and_then(|()| fs::remove_file(&probe)).map_err(|error| {
            Complaint::new(format!(
                "cannot write to the folder {}: {error}; give another one with --out",
                root.display()
            ))
        })?;
        Ok(folder)
    }

    /// The folder itself.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// The words that a campaign shares with its workers.
    pub fn board(&self, target: &str) -> PathBuf {
        self.root.join("state").join(format!("{}.board", file_name(target)))
    }

    /// Forget what was found about a target.
    pub fn forget(&self, target: &str) -> Result<(), Complaint> {
        match fs::remove_file(self.board(target)) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                Err(Complaint::new(format!("cannot start afresh: {error}")))
            }
            _ => Ok(()),
        }
    }
}

/// The name of a target as that of a file.
pub fn file_name(target: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() || c == '-' { c } else { '_' };
    target.chars().map(plain).collect()
}
