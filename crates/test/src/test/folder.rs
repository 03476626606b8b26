//! The output folder.

use std::fs;
use std::path::{Path, PathBuf};

use soundline_fuzz::Campaign;
use soundline_report::escape::file_name;
use soundline_report::{html, json, junit};

use super::worker::journals;
use crate::command::{Complaint, write_whole};

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

    /// Where the report is.
    pub fn report(&self) -> PathBuf {
        self.root.join("report.html")
    }

    /// Write everything that a run came to. Each file appears whole or not at all.
    pub fn write(&self, campaigns: &[Campaign]) -> Result<(), Complaint> {
        let mut files = vec![
            ("campaign.json".to_string(), json::write(campaigns)),
            ("report.html".to_string(), html::page(campaigns)),
            ("junit.xml".to_string(), junit::xml(campaigns)),
        ];
        files.extend(html::trace_files(campaigns));
        for (name, text) in files {
            write_whole(&self.root.join(&name), text.as_bytes())?;
        }
        Ok(())
    }

    /// The words that a campaign shares with its workers.
    pub fn board(&self, target: &str) -> PathBuf {
        self.root.join("state").join(format!("{}.board", file_name(target)))
    }

    /// Forget what was found about a target.
    pub fn forget(&self, target: &str) -> Result<(), Complaint> {
        let board = self.board(target);
        let removed = [fs::remove_file(&board), fs::remove_dir_all(journals(&board))];
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
}
