//! A board of counters in a file that the supervisor and its workers map into memory.
//!
//! A worker records its progress with plain atomic stores, at memory speed. What is stored belongs to
//! the file at once, so that `kill -9` of everybody loses nothing: the kernel keeps the pages, and
//! the next run opens the same file. (A power cut is another matter; the kernel writes back in its
//! own time.)
//!
//! [`Words`] gives names to words: structs whose fields are in the order in which they are written down, so
//! that nobody computes an offset by hand.
//!
//! The mapping comes from memmap2: its `MmapRaw` maps and unmaps safely and is `Send` and `Sync`,
//! which leaves the views as atomics and as structs of them to be unsafe here.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicU64;

use memmap2::MmapRaw;

/// The first word of every board. Read with the other byte order it is another word, so that a board
/// from a foreign machine is refused as well.
const MAGIC: u64 = u64::from_be_bytes(*b"SndBoard");
const VERSION: u64 = 1;
const WORD: usize = size_of::<u64>();
/// Magic, version, count, and room up to a whole cache line, so that the words start on one.
const HEADER_WORDS: usize = 8;

/// An array of words in a shared file.
///
/// All words start as zero. Their meaning is the caller's. Workers that write often should have words
/// 64 bytes apart from each other, so that they do not fight for a cache line.
///
/// The file must not be truncated while it is mapped: touching a page that is gone kills the
/// process (SIGBUS). No function here does it; even [`create`](Board::create) replaces an old
/// file instead of emptying it.
#[derive(Debug)]
pub struct Board {
    map: MmapRaw,
    words: usize,
}

/// Why there is no board.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BoardError {
    /// The file cannot be made, read or mapped.
    #[error("board {}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// The file is something else: no regular file, or it starts with other bytes.
    #[error("{} is not a board of counters", path.display())]
    NotABoard {
        /// The file.
        path: PathBuf,
    },
    /// The board was written by another version.
    #[error("board {}: version {found}, where {VERSION} is expected", path.display())]
    WrongVersion {
        /// The file.
        path: PathBuf,
        /// Its version.
        found: u64,
    },
    /// The file is cut short, or longer than it says.
    #[error("board {}: {found} bytes, where {words} words are expected", path.display())]
    WrongSize {
        /// The file.
        path: PathBuf,
        /// Its size in bytes.
        found: u64,
        /// How many words it says it has.
        words: u64,
    },
}

impl Board {
    /// Makes a board of so many words, all zero, in place of what was there before.
    ///
    /// It appears under its name as a whole or not at all. Its blocks are written and not left
    /// as a hole, because a store into a hole of a full disk is a SIGBUS.
    pub fn create(path: &Path, words: usize) -> Result<Board, BoardError> {
        let failed = |source| BoardError::Io { path: path.into(), source };
        let mut unfinished = path.as_os_str().to_owned();
        unfinished.push(".new");
        write_blank(Path::new(&unfinished), words)
            .and_then(|()| fs::rename(&unfinished, path))
            .map_err(failed)?;
        Board::open(path)
    }

    /// Opens a board that [`create`](Board::create) made.
    pub fn open(path: &Path) -> Result<Board, BoardError> {
        let failed = |source| BoardError::Io { path: path.into(), source };
        // Opening a named pipe would wait for a writer.
        if !fs::metadata(path).map_err(failed)?.is_file() {
            return Err(BoardError::NotABoard { path: path.into() });
        }
        let mut file = File::options().read(true).write(true).open(path).map_err(failed)?;
        let words = checked_words(&mut file, path)?;
        let map = MmapRaw::map_raw(&file).map_err(failed)?;
        // The file may have changed since its size was checked.
        let size = map.len() as u64;
        if file_size(words as u64) != Some(size) {
            return Err(BoardError::WrongSize {
                path: path.into(),
                found: size,
                words: words as u64,
            });
        }
        Ok(Board { map, words })
    }

    /// The words, without the header.
    pub fn words(&self) -> &[AtomicU64] {
        // SAFETY: `open` has checked that the mapping holds the header and `words` words after it;
        // it starts on a page and so is aligned; it is readable and writable and lives as long as
        // `self`. Any bytes are a valid AtomicU64, and everybody accesses them atomically.
        unsafe {
            let first = self.map.as_mut_ptr().cast::<AtomicU64>().add(HEADER_WORDS);
            std::slice::from_raw_parts(first, self.words)
        }
    }
}

/// A struct of nothing but atomic words. [`words!`](crate::words) makes one.
///
/// # Safety
/// The layout is C's, and every field is an [`AtomicU64`] or such a struct or an array of these.
pub unsafe trait Words: Sized {
    /// How many words it has.
    const COUNT: usize = size_of::<Self>() / size_of::<AtomicU64>();

    /// The first of these words as the struct. There must be at least [`COUNT`](Words::COUNT).
    fn of(words: &[AtomicU64]) -> &Self {
        const { assert!(align_of::<Self>() == align_of::<AtomicU64>(), "it is aligned as words are") };
        assert!(words.len() >= Self::COUNT, "there are too few words");
        // SAFETY: there are enough words, and the struct is nothing but words and aligned as they are,
        // so that any bytes are a value of it. All access is atomic.
        unsafe { &*words.as_ptr().cast() }
    }
}

// SAFETY: it is a word.
unsafe impl Words for AtomicU64 {}
// SAFETY: arrays have no gaps.
unsafe impl<T: Words, const N: usize> Words for [T; N] {}

/// A struct of [`Words`].
///
/// ```
/// use std::sync::atomic::{AtomicU64, Ordering};
/// use soundline_isolate::{Words, words};
///
/// words! {
///     /// What two workers count.
///     struct Counts {
///         all: AtomicU64,
///         by_worker: [AtomicU64; 2],
///     }
/// }
/// let words: Vec<AtomicU64> = (0..Counts::COUNT as u64).map(AtomicU64::new).collect();
/// assert_eq!(Counts::of(&words).by_worker[1].load(Ordering::Relaxed), 2);
/// # Counts::of(&words).all.store(1, Ordering::Relaxed);
/// ```
#[macro_export]
macro_rules! words {
    ($(#[$about:meta])* $visible:vis struct $name:ident {
        $($(#[$field_about:meta])* $field:ident: $type:ty,)*
    }) => {
        $(#[$about])*
        #[repr(C)]
        $visible struct $name {
            $($(#[$field_about])* $field: $type,)*
        }

        // SAFETY: the layout is C's, and the function below takes nothing but words.
        unsafe impl $crate::Words for $name {}

        const _: () = {
            const fn only_words<T: $crate::Words>() {}
            $(only_words::<$type>();)*
        };
    };
}

/// How many bytes a board of so many words has.
fn file_size(words: u64) -> Option<u64> {
    words.checked_add(HEADER_WORDS as u64)?.checked_mul(WORD as u64)
}

fn write_blank(path: &Path, words: usize) -> io::Result<()> {
    let size = file_size(words as u64).filter(|&size| size <= isize::MAX as u64);
    let size = size.ok_or(io::ErrorKind::FileTooLarge)?;
    let mut header = [0; HEADER_WORDS * WORD];
    for (bytes, word) in header.chunks_mut(WORD).zip([MAGIC, VERSION, words as u64]) {
        bytes.copy_from_slice(&word.to_ne_bytes());
    }
    let mut file = File::create(path)?;
    file.write_all(&header)?;
    io::copy(&mut io::repeat(0).take(size - header.len() as u64), &mut file)?;
    Ok(())
}

/// Reads the header and holds the file to it.
fn checked_words(file: &mut File, path: &Path) -> Result<usize, BoardError> {
    let failed = |source| BoardError::Io { path: path.into(), source };
    let mut header = Vec::new();
    file.take((HEADER_WORDS * WORD) as u64).read_to_end(&mut header).map_err(failed)?;
    let mut words = header
        .chunks_exact(WORD)
        .map(|bytes| u64::from_ne_bytes(bytes.try_into().expect("chunks_exact gives whole words")));
    if words.next() != Some(MAGIC) {
        return Err(BoardError::NotABoard { path: path.into() });
    }
    // A board that ends within its header says zero for what is missing.
    let found = words.next().unwrap_or_default();
    if found != VERSION {
        return Err(BoardError::WrongVersion { path: path.into(), found });
    }
    let words = words.next().unwrap_or_default();
    let found = file.metadata().map_err(failed)?.len();
    usize::try_from(words)
        .ok()
        .filter(|_| file_size(words) == Some(found))
        .ok_or(BoardError::WrongSize { path: path.into(), found, words })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::Ordering::Relaxed;

    fn folder() -> tempfile::TempDir {
        tempfile::tempdir().expect("a temporary folder can be made")
    }

    /// Damages the file of a fresh board of 3 words and expects the refusal, after the path.
    fn check_refused(damage: impl Fn(&Path) -> io::Result<()>, refusal: &str) {
        let folder = folder();
        let path = folder.path().join("board");
        drop(Board::create(&path, 3).expect("a board can be made"));
        damage(&path).expect("the file can be damaged");
        let error = Board::open(&path).expect_err("the board is refused").to_string();
        assert_eq!(error.replace(&*path.to_string_lossy(), "PATH"), refusal);
    }

    fn poke(path: &Path, word: usize, value: u64) -> io::Result<()> {
        use std::os::unix::fs::FileExt;
        File::options()
            .write(true)
            .open(path)?
            .write_at(&value.to_ne_bytes(), (word * WORD) as u64)?;
        Ok(())
    }

    fn resize(path: &Path, size: u64) -> io::Result<()> {
        File::options().write(true).open(path)?.set_len(size)
    }

    #[test]
    fn words_are_shared_and_stay() {
        let folder = folder();
        let path = folder.path().join("board");
        let mine = Board::create(&path, 5).unwrap();
        let theirs = Board::open(&path).unwrap();
        assert_eq!(theirs.words().len(), 5);
        assert!(theirs.words().iter().all(|word| word.load(Relaxed) == 0));
        mine.words()[4].store(42, Relaxed);
        theirs.words()[4].fetch_add(1, Relaxed);
        assert_eq!(mine.words()[4].load(Relaxed), 43);
        drop((mine, theirs));
        let values =
            Board::open(&path).unwrap().words().iter().map(|w| w.load(Relaxed)).collect::<Vec<_>>();
        assert_eq!(values, [0, 0, 0, 0, 43]);
        let names = fs::read_dir(folder.path()).unwrap().count();
        assert_eq!(names, 1, "nothing unfinished is left behind");
    }

    #[test]
    fn a_new_board_leaves_the_users_of_the_old_one_alone() {
        let folder = folder();
        let path = folder.path().join("board");
        let old = Board::create(&path, 1000).unwrap();
        let new = Board::create(&path, 1).unwrap();
        old.words()[999].store(1, Relaxed);
        assert_eq!(old.words()[999].load(Relaxed), 1);
        assert_eq!(new.words().len(), 1);
    }

    #[test]
    fn the_words_start_on_a_cache_line() {
        let folder = folder();
        let board = Board::create(&folder.path().join("board"), 1).unwrap();
        assert_eq!(board.words().as_ptr().addr() % 64, 0);
        let empty = Board::create(&folder.path().join("empty"), 0).unwrap();
        assert!(empty.words().is_empty());
    }

    #[test]
    fn what_is_no_board_is_refused() {
        check_refused(|path| fs::write(path, "rubbish"), "PATH is not a board of counters");
        check_refused(|path| fs::write(path, [7; 88]), "PATH is not a board of counters");
        check_refused(|path| resize(path, 0), "PATH is not a board of counters");
        check_refused(
            |path| fs::remove_file(path).and_then(|()| fs::create_dir(path)),
            "PATH is not a board of counters",
        );
        check_refused(
            |path| fs::remove_file(path),
            "board PATH: No such file or directory (os error 2)",
        );
    }

    #[test]
    fn a_foreign_byte_order_is_refused() {
        check_refused(|path| poke(path, 0, MAGIC.swap_bytes()), "PATH is not a board of counters");
    }

    #[test]
    fn another_version_is_refused() {
        check_refused(|path| poke(path, 1, 9), "board PATH: version 9, where 1 is expected");
    }

    #[test]
    fn another_size_is_refused() {
        check_refused(|path| resize(path, 87), "board PATH: 87 bytes, where 3 words are expected");
        check_refused(|path| resize(path, 96), "board PATH: 96 bytes, where 3 words are expected");
        check_refused(|path| resize(path, 16), "board PATH: 16 bytes, where 0 words are expected");
        check_refused(|path| poke(path, 2, 4), "board PATH: 88 bytes, where 4 words are expected");
        check_refused(
            |path| poke(path, 2, u64::MAX),
            "board PATH: 88 bytes, where 18446744073709551615 words are expected",
        );
    }

    #[test]
    fn too_many_words_are_an_error() {
        let folder = folder();
        let error =
            Board::create(&folder.path().join("board"), usize::MAX).expect_err("no such disk");
        assert!(error.to_string().ends_with("file too large"), "{error}");
    }
}
