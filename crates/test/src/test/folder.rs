//! The output folder.

use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use soundline_fuzz::Campaign;
use soundline_report::escape::file_name;
use soundline_report::{html, json, junit};

use super::worker::journals;
use crate::command::{Complaint, write_whole};

/// A folder for results.
pub struct Folder {
    root: PathBuf,
    /// Held as long as the folder is open: two runs would count each other's tests.
    _lock: File,
}

impl Folder {
    /// The folder, made if it is not there, and known to be writable.
    pub fn open(root: &Path) -> Result<Folder, Complaint> {
        Folder::open_within(root, Duration::ZERO)
    }

    /// The same, where another run may be about to end: a job that was requeued may begin before its predecessor is gone.
    pub fn open_within(root: &Path, patience: Duration) -> Result<Folder, Complaint> {
        let complain = |error: std::io::Error| {
            Complaint::new(format!(
                "cannot write to the folder {}: {error}; give another one with --out",
                root.display()
            ))
        };
        let state = root.join("state");
        fs::create_dir_all(&state).map_err(complain)?;
        let lock = File::create(state.join("lock")).map_err(complain)?;
        let deadline = Instant::now() + patience;
        let mut locked = lock.try_lock();
        while matches!(locked, Err(TryLockError::WouldBlock)) && Instant::now() < deadline {
            std::thread::sleep(Duration::from_millis(100));
            locked = lock.try_lock();
        }
        match locked {
            Ok(()) => Ok(Folder { root: root.to_path_buf(), _lock: lock }),
            Err(TryLockError::WouldBlock) => Err(Complaint::new(format!(
                "another run uses the folder {}; wait for its end, or give another one with --out",
                root.display()
            ))),
            Err(TryLockError::Error(error)) => Err(complain(error)),
        }
    }

    /// Where the report is.
    pub fn report(&self) -> PathBuf {
        self.root.join("report.html")
    }

    /// Write everything that a run came to. Each file appears whole or not at all.
    /// Traces of a target that is described by options are run again with these.
    pub fn write(&self, campaigns: &[Campaign], options: &str) -> Result<(), Complaint> {
        let again = html::Again { folder: &self.root, options };
        let mut files = vec![
            ("campaign.json".to_string(), json::write(campaigns)),
            ("report.html".to_string(), html::page(campaigns, &again)),
            ("junit.xml".to_string(), junit::xml(campaigns)),
        ];
        files.extend(html::trace_files(campaigns));
        self.forget_traces(&files)?;
        for (name, text) in files {
            write_whole(&self.root.join(&name), text.as_bytes())?;
        }
        Ok(())
    }

    /// Remove the traces of earlier campaigns: they would pass for findings of this one.
    fn forget_traces(&self, files: &[(String, String)]) -> Result<(), Complaint> {
        let folder = self.root.join("traces");
        let Ok(entries) = fs::read_dir(&folder) else { return Ok(()) };
        for path in entries.filter_map(Result::ok).map(|entry| entry.path()) {
            let is_ours = path.extension().is_some_and(|extension| extension == "trace");
            if is_ours && files.iter().all(|(name, _)| self.root.join(name) != path) {
                fs::remove_file(&path).map_err(|error| {
                    Complaint::new(format!("cannot remove {}: {error}", path.display()))
                })?;
            }
        }
        Ok(())
    }

    /// The words that a campaign shares with its workers.
    pub fn board(&self, target: &str) -> PathBuf {
        self.root.join("state").join(format!("{}.board", file_name(target)))
    }

    /// The words of a campaign that is put together of parts. They are made anew each time.
    pub fn merged_board(&self, target: &str) -> PathBuf {
        self.root.join("state").join(format!("{}.merged.board", file_name(target)))
    }

    /// Forget what was put together before.
    pub fn forget_merged(&self, target: &str) -> Result<(), Complaint> {
        forget(&self.merged_board(target))
    }

    /// Forget the words of a target alone: all that they say is written elsewhere.
    pub fn forget_words(&self, target: &str) {
        let _ = fs::remove_file(self.board(target));
    }

    /// Forget what was found about a target.
    pub fn forget(&self, target: &str) -> Result<(), Complaint> {
        forget(&self.board(target))
    }
}

fn forget(board: &Path) -> Result<(), Complaint> {
    let removed = [fs::remove_file(board), fs::remove_dir_all(journals(board))];
    for result in removed {
        match result {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                return Err(Complaint::new(format!("cannot start afresh: {error}")));
            }
            _ => {}
        }
    }
    Ok(())
}
