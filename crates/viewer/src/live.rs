//! Campaigns that run: how far they are.

use std::fs::{File, TryLockError};
use std::path::Path;
use std::time::Duration;

use soundline_diff::store::Store;
use soundline_fuzz::engine::{Tally, WORDS};
use soundline_isolate::Board;
use soundline_report::number::{duration, grouped};

use crate::library::{Entry, Kind};

/// A store that nobody wrote to for so long belongs to no campaign that runs.
const STILL: Duration = Duration::from_secs(120);

/// What is known about a campaign without results, or one that goes on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Whether it runs.
    pub running: bool,
    /// How far it is, in words.
    pub words: String,
}

/// The progress of a campaign; none if it neither runs nor lacks its results.
pub fn progress(entry: &Entry) -> Option<Progress> {
    let folder = entry.file.parent()?;
    let progress = match entry.kind {
        Kind::UnfinishedTest => tests(folder.parent()?)?,
        Kind::Document("soundline-campaign") => tests(folder).filter(|p| p.running)?,
        Kind::UnfinishedDiff => answers(&entry.file),
        Kind::Document("soundline-comparison") => {
            // A finished campaign is asked for its answers only while somebody writes: counting reads the whole store.
            let store = folder.join("verdicts.sqlite");
            is_written(&store).then(|| answers(&store))?
        }
        Kind::Document(_) => return None,
    };
    Some(progress)
}

/// Tests that were counted so far, by target.
fn tests(folder: &Path) -> Option<Progress> {
    let state = folder.join("state");
    let running = match File::open(state.join("lock")).ok()?.try_lock_shared() {
        Err(TryLockError::WouldBlock) => true,
        Ok(()) | Err(TryLockError::Error(_)) => false,
    };
    let mut counted = Vec::new();
    let files = std::fs::read_dir(&state).ok()?.filter_map(Result::ok).map(|entry| entry.path());
    for file in files.filter(|file| file.extension().is_some_and(|e| e == "board")) {
        let Ok(board) = Board::open(&file) else { continue };
        if board.words().len() < WORDS {
            continue;
        }
        let tally = Tally::new(board.words());
        let target = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let (tests, time) = (grouped(tally.tests()), duration(tally.elapsed_millis()));
        counted.push(format!("{target}: {tests} tests in {time}"));
    }
    counted.sort();
    let words = if counted.is_empty() { "it has just begun".into() } else { counted.join("; ") };
    Some(Progress { running, words })
}

/// Answers that are kept so far.
fn answers(store: &Path) -> Progress {
    let words = match Store::look(store).and_then(|store| store.count()) {
        Ok(count) => format!("{} answers of analyzers", grouped(count)),
        Err(error) => error.to_string(),
    };
    Progress { running: is_written(store), words }
}

/// Whether somebody wrote to a store just now.
fn is_written(store: &Path) -> bool {
    let log = store.with_extension("sqlite-wal");
    let about = std::fs::metadata(log).ok().filter(|about| about.len() > 0);
    let written = about.and_then(|about| about.modified().ok());
    written.is_some_and(|at| at.elapsed().is_ok_and(|age| age < STILL))
}
