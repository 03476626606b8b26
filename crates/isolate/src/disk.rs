//! What the files in a folder take.

use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

/// More files than that are too many to look at, and too many.
const MOST_ENTRIES: usize = 100_000;

/// Whether the files below a folder are too large: one of them has reached that many bytes, where the kernel stops it, or
/// all together take more. Links are not followed.
pub(crate) fn is_too_full(folder: &Path, most: u64) -> bool {
    let mut pending: Vec<PathBuf> = vec![folder.into()];
    let (mut sum, mut entries) = (0_u64, 0);
    while let Some(folder) = pending.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            // It may be gone by now.
            let Ok(data) = entry.metadata() else { continue };
            sum = sum.saturating_add(data.blocks().saturating_mul(512));
            entries += 1;
            let cut_off = data.is_file() && data.len() >= most;
            if cut_off || sum > most || entries > MOST_ENTRIES {
                return true;
            }
            if data.is_dir() {
                pending.push(entry.path());
            }
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_large_file_or_many_small_ones() {
        let folder = tempfile::tempdir().expect("there is room");
        let write = |name: &str, bytes: usize| {
            fs::write(folder.path().join(name), vec![1; bytes]).expect("there is room");
        };
        assert!(!is_too_full(folder.path(), 1 << 20));
        write("a", 300_000);
        assert!(!is_too_full(folder.path(), 1 << 20));
        assert!(is_too_full(folder.path(), 300_000), "it was cut off");
        fs::create_dir(folder.path().join("below")).expect("it can be made");
        ["below/b", "below/c", "below/d"].into_iter().for_each(|name| write(name, 300_000));
        assert!(is_too_full(folder.path(), 1 << 20));
        assert!(!is_too_full(Path::new("/no/such/folder"), 0));
    }
}
