//! Files that appear whole or not at all.

use std::fs;
use std::path::Path;

use super::Complaint;

/// Writes a file whole or not at all, with the folders that it needs.
pub fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), Complaint> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let half = path.with_extension("half");
    folder
        .map_or(Ok(()), fs::create_dir_all)
        .and_then(|()| fs::write(&half, bytes))
        .and_then(|()| fs::rename(&half, path))
        .map_err(|error| {
            // It only takes room, and there may be none.
            let _ = fs::remove_file(&half);
            Complaint::new(format!("cannot write {}: {error}", path.display()))
        })
}
