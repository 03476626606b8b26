//! A folder for temporary files that goes with this process, whatever ends it.
//!
//! A process that is killed cleans nothing up. So each folder has a file of the same name beside it that its owner keeps
//! locked: the kernel gives the lock back when the owner is dead, and the next process that makes a
//! folder removes those that nobody owns any more. Numbers of processes would not do: they are given out
//! again, and containers that share a folder have numbers of their own.

use std::ffi::OsStr;
use std::fs::{self, File, TryLockError};
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::Once;

use rustix::process::geteuid;
use tempfile::{NamedTempFile, TempDir};

const PREFIX: &str = "soundline-";
const LOCK: &str = "lock";

/// A folder for temporary files. Dropping it removes it; if the process is killed, the next one that makes a scratch
/// folder does.
#[derive(Debug)]
pub struct Scratch {
    folder: PathBuf,
    /// Locked, and removed after the folder.
    _lock: NamedTempFile,
}

impl Scratch {
    /// A new folder, where temporary files are.
    pub fn new() -> io::Result<Scratch> {
        static SWEEP: Once = Once::new();
        let parent = std::env::temp_dir();
        SWEEP.call_once(|| sweep(&parent));
        Scratch::below(&parent)
    }

    fn below(parent: &Path) -> io::Result<Scratch> {
        loop {
            let mut builder = tempfile::Builder::new();
            let lock = builder.prefix(PREFIX).suffix(&format!(".{LOCK}")).tempfile_in(parent)?;
            lock.as_file().lock()?;
            // Somebody may have found it before it was locked, and taken it for a dead one's.
            if lock.as_file().metadata()?.nlink() == 0 {
                continue;
            }
            let folder = lock.path().with_extension("");
            // Nobody else looks into it.
            let private = std::os::unix::fs::DirBuilderExt::mode(&mut fs::DirBuilder::new(), 0o700)
                .create(&folder);
            private?;
            return Ok(Scratch { folder, _lock: lock });
        }
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.folder
    }

    /// A folder in it, which goes when it is dropped, or with this one.
    pub fn folder(&self) -> io::Result<TempDir> {
        tempfile::Builder::new().prefix("in-").tempdir_in(&self.folder)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        remove(&self.folder);
    }
}

/// Removes the folders whose owners are dead.
fn sweep(parent: &Path) {
    for entry in fs::read_dir(parent).into_iter().flatten().flatten() {
        let (name, path) = (entry.file_name(), entry.path());
        let is_ours = name.to_str().is_some_and(|name| name.starts_with(PREFIX));
        if !is_ours || path.extension() != Some(OsStr::new(LOCK)) {
            continue;
        }
        // Neither through links, nor what somebody else has put there.
        let own = |data: &fs::Metadata| data.is_file() && data.uid() == geteuid().as_raw();
        if !fs::symlink_metadata(&path).is_ok_and(|data| own(&data)) {
            continue;
        }
        let Ok(lock) = File::open(&path) else { continue };
        match lock.try_lock() {
            Ok(()) => {
                remove(&path.with_extension(""));
                let _ = fs::remove_file(&path);
            }
            Err(TryLockError::WouldBlock | TryLockError::Error(_)) => {}
        }
    }
}

/// Removes a folder; programs may have taken away the right to do so.
fn remove(folder: &Path) {
    if fs::remove_dir_all(folder).is_err() && folder.is_dir() {
        allow(folder);
        // There is nobody to tell; the next sweep tries again.
        let _ = fs::remove_dir_all(folder);
    }
}

fn allow(folder: &Path) {
    use std::os::unix::fs::PermissionsExt;
    let _ = fs::set_permissions(folder, fs::Permissions::from_mode(0o700));
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            allow(&entry.path());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entries(folder: &Path) -> usize {
        fs::read_dir(folder).expect("it is there").count()
    }

    #[test]
    fn it_goes_with_its_owner() {
        let parent = TempDir::new().expect("there is room");
        let scratch = Scratch::below(parent.path()).expect("there is room");
        let inner = scratch.folder().expect("there is room").keep();
        fs::write(inner.join("file"), "x").expect("it can be written");
        fs::set_permissions(
            &inner,
            fs::metadata(parent.path()).expect("it is there").permissions(),
        )
        .expect("it is ours");
        assert_eq!(entries(parent.path()), 2);
        drop(scratch);
        assert_eq!(entries(parent.path()), 0);
    }

    #[test]
    fn only_what_nobody_owns_is_swept() {
        let parent = TempDir::new().expect("there is room");
        let path = |name: &str| parent.path().join(name);
        let alive = Scratch::below(parent.path()).expect("there is room");
        // As a killed process leaves it, with a folder in it that must not be written to.
        fs::write(path("soundline-dead.lock"), "").expect("it can be written");
        fs::create_dir_all(path("soundline-dead/inner")).expect("it can be made");
        fs::write(path("soundline-dead/inner/file"), "x").expect("it can be written");
        let locked: fs::Permissions = std::os::unix::fs::PermissionsExt::from_mode(0o500);
        fs::set_permissions(path("soundline-dead/inner"), locked).expect("it is ours");
        fs::create_dir(path("soundline-of-others")).expect("it can be made");
        fs::write(path("other.lock"), "").expect("it can be written");
        fs::create_dir(path("elsewhere")).expect("it can be made");
        std::os::unix::fs::symlink(path("elsewhere"), path("soundline-link.lock"))
            .expect("it can be made");
        sweep(parent.path());
        assert!(alive.path().is_dir(), "its owner lives");
        assert!(!path("soundline-dead").exists() && !path("soundline-dead.lock").exists());
        for kept in ["soundline-of-others", "other.lock", "elsewhere", "soundline-link.lock"] {
            assert!(path(kept).exists(), "{kept}");
        }
    }
}
