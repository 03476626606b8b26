//! How many threads may still begin, over all processes of a run: `--jobs` counts files and functions together.
//!
//! A file has one thread from the start. Where fewer files than jobs are left, the others help with the functions of those.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use soundline_isolate::Board;

/// Threads that may begin, and how many of them were taken here. They are given back at the end.
pub struct Hands {
    free: Free,
    taken: AtomicU64,
}

enum Free {
    Here(AtomicU64),
    Shared(Board),
}

impl Hands {
    /// So many, for this process alone.
    pub fn here(free: usize) -> Hands {
        Hands { free: Free::Here(AtomicU64::new(free as u64)), taken: AtomicU64::new(0) }
    }

    /// So many, for all processes that open the file.
    pub fn create(file: &Path, free: usize) -> Option<Hands> {
        let board = Board::create(file, 1).ok()?;
        board.words()[0].store(free as u64, Ordering::SeqCst);
        Some(Hands { free: Free::Shared(board), taken: AtomicU64::new(0) })
    }

    /// Those of a file; none without one.
    pub fn open(file: Option<&PathBuf>) -> Hands {
        match file.and_then(|file| Board::open(file).ok()) {
            Some(board) => Hands { free: Free::Shared(board), taken: AtomicU64::new(0) },
            None => Hands::here(0),
        }
    }

    /// Takes one, if there is one.
    pub fn take(&self) -> bool {
        let less = |free: u64| free.checked_sub(1);
        let took = self.word().fetch_update(Ordering::SeqCst, Ordering::SeqCst, less).is_ok();
        self.taken.fetch_add(u64::from(took), Ordering::SeqCst);
        took
    }

    /// One more is free, since somebody has nothing left to do.
    pub fn free_one(&self) {
        self.word().fetch_add(1, Ordering::SeqCst);
    }

    fn word(&self) -> &AtomicU64 {
        match &self.free {
            Free::Here(word) => word,
            Free::Shared(board) => &board.words()[0],
        }
    }
}

/// A process that is killed keeps what it took: those that are left are fewer, and right.
impl Drop for Hands {
    fn drop(&mut self) {
        self.word().fetch_add(self.taken.load(Ordering::SeqCst), Ordering::SeqCst);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_more_are_taken_than_there_are() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("hands");
        let all = Hands::create(&file, 2).expect("it can be made");
        let some = Hands::open(Some(&file));
        assert!(some.take() && some.take() && !some.take() && !all.take());
        all.free_one();
        assert!(all.take() && !some.take());
        drop(some);
        let others = Hands::open(Some(&file));
        assert!(others.take() && others.take() && !others.take());
        assert!(!Hands::open(None).take());
        assert!(Hands::here(1).take());
    }
}
