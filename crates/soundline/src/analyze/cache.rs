//! Results that are kept, by all that they depend on: what was parsed, how it was analyzed, and by which program.
//!
//! An entry is written to a file of its own and renamed, and begins with its key and the hash of its content: whatever is killed or
//! damaged, an entry is right or is not used.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::SystemTime;

use serde::Serialize;
use serde::de::DeserializeOwned;
use sha2::{Digest, Sha256};

/// The first word of every entry: another one if the form changes.
const FORM: &str = "soundline-cache/1";
/// The folder in a project that is ours.
pub const FOLDER: &str = ".soundline";
/// All entries together have at most so many bytes; those that were not used for the longest time go first.
const LARGEST: u64 = 1 << 30;

/// A folder with entries.
#[derive(Clone, Debug)]
pub struct Cache {
    folder: PathBuf,
}

/// What an entry depends on, in a hash.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Key(String);

/// A key in the making.
pub struct Dependencies(Sha256);

impl Dependencies {
    /// The first of them is the program itself, by its content: versions stay the same while it is changed.
    pub fn of_this_program() -> std::io::Result<Dependencies> {
        static PROGRAM: OnceLock<Vec<u8>> = OnceLock::new();
        if PROGRAM.get().is_none() {
            let program = fs::read(std::env::current_exe()?)?;
            let _ = PROGRAM.set(Sha256::digest(&program).to_vec());
        }
        let mut all = Dependencies(Sha256::new());
        all.add(FORM.as_bytes());
        all.add(PROGRAM.get().expect("it was set"));
        Ok(all)
    }

    /// One more. Lengths keep neighbours apart.
    pub fn add(&mut self, bytes: &[u8]) {
        self.0.update((bytes.len() as u64).to_le_bytes());
        self.0.update(bytes);
    }

    /// The key.
    pub fn key(self) -> Key {
        Key(hexadecimal(&self.0.finalize()))
    }
}

impl Cache {
    /// The cache in a folder.
    pub fn new(folder: PathBuf) -> Cache {
        Cache { folder }
    }

    /// What is kept under a key, if it is there and whole.
    pub fn get<T: DeserializeOwned>(&self, key: &Key) -> Option<T> {
        let file = self.file(key);
        let bytes = fs::read(&file).ok()?;
        let (head, body) = bytes.split_at(bytes.iter().position(|byte| *byte == b'\n')? + 1);
        if head != header(key, body).as_bytes() {
            return None;
        }
        let kept = serde_json::from_slice(body).ok()?;
        // It was used now. If that cannot be said, it only goes earlier.
        if let Ok(file) = fs::File::open(&file) {
            let _ = file.set_modified(SystemTime::now());
        }
        Some(kept)
    }

    /// Keeps a result. A cache that cannot be written is no reason to fail.
    pub fn put<T: Serialize>(&self, key: &Key, result: &T) {
        let Ok(body) = serde_json::to_vec(result) else { return };
        let half = self.folder.join(format!("{}.{}.half", key.0, std::process::id()));
        let write = || {
            self.make()?;
            let mut file = fs::File::create(&half)?;
            file.write_all(header(key, &body).as_bytes())?;
            file.write_all(&body)?;
            fs::rename(&half, self.file(key))
        };
        if write().is_err() {
            let _ = fs::remove_file(&half);
        }
    }

    /// Removes entries until the rest is small enough, and what killed processes left.
    pub fn trim(&self) {
        self.trim_to(LARGEST);
    }

    fn trim_to(&self, most: u64) {
        let mut entries: Vec<(SystemTime, u64, PathBuf)> = Vec::new();
        for entry in fs::read_dir(&self.folder).into_iter().flatten().flatten() {
            let Ok(data) = entry.metadata() else { continue };
            let path = entry.path();
            let old = data.modified().ok().and_then(|time| time.elapsed().ok());
            match path.extension().and_then(|extension| extension.to_str()) {
                Some("half") if old.is_some_and(|age| age.as_secs() > 3600) => {
                    let _ = fs::remove_file(path);
                }
                Some("entry") => {
                    let time = data.modified().unwrap_or(SystemTime::UNIX_EPOCH);
                    entries.push((time, data.len(), path));
                }
                _ => {}
            }
        }
        entries.sort();
        let mut size: u64 = entries.iter().map(|entry| entry.1).sum();
        for (_, bytes, path) in entries {
            if size <= most {
                return;
            }
            size -= bytes;
            let _ = fs::remove_file(path);
        }
    }

    fn file(&self, key: &Key) -> PathBuf {
        self.folder.join(format!("{}.entry", key.0))
    }

    /// Makes the folder. One in a project is nothing for its repository.
    fn make(&self) -> std::io::Result<()> {
        fs::create_dir_all(&self.folder)?;
        let ours = self.folder.parent().filter(|parent| parent.ends_with(FOLDER));
        match ours.map(|folder| folder.join(".gitignore")) {
            Some(file) if !file.exists() => fs::write(file, "*\n"),
            _ => Ok(()),
        }
    }
}

/// Where the cache is unless another place is asked for.
pub fn usual() -> PathBuf {
    Path::new(FOLDER).join("cache")
}

fn header(key: &Key, body: &[u8]) -> String {
    format!("{FORM} {} {}\n", key.0, hexadecimal(&Sha256::digest(body)))
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use soundline_analyze::outcome::{Outcome, Stop};

    fn key(word: &str) -> Key {
        let mut all = Dependencies(Sha256::new());
        all.add(word.as_bytes());
        all.key()
    }

    fn outcome() -> Outcome {
        let stop = Stop::Bound(vec!["ticks".into()]);
        Outcome { file: "x.c".into(), stop, counts: vec![("joins", 3)], ..Outcome::default() }
    }

    #[test]
    fn neighbours_are_kept_apart() {
        let of = |words: &[&str]| {
            let mut all = Dependencies(Sha256::new());
            words.iter().for_each(|word| all.add(word.as_bytes()));
            all.key()
        };
        assert_ne!(of(&["ab", "c"]), of(&["a", "bc"]));
        assert_ne!(of(&["a"]), of(&["a", ""]));
    }

    #[test]
    fn entries_come_back_or_not_at_all() {
        let folder = tempfile::tempdir().expect("a folder");
        let cache = Cache::new(folder.path().join(FOLDER).join("cache"));
        let key = key("x");
        assert!(cache.get::<Outcome>(&key).is_none());
        cache.put(&key, &outcome());
        let shown = |outcome: Option<Outcome>| outcome.map(|outcome| format!("{outcome:?}"));
        assert_eq!(shown(cache.get(&key)), Some(format!("{:?}", outcome())));
        assert!(folder.path().join(".soundline/.gitignore").exists());
        let file = cache.file(&key);
        let whole = fs::read(&file).expect("it was written");
        // Cut off at any place, or with any byte changed, it is not used.
        for end in 0..whole.len() {
            fs::write(&file, &whole[..end]).expect("it can be written");
            assert!(cache.get::<Outcome>(&key).is_none(), "{end}");
            let mut other = whole.clone();
            other[end] ^= 1;
            fs::write(&file, other).expect("it can be written");
            assert!(cache.get::<Outcome>(&key).is_none(), "{end}");
        }
        // Nor is the entry of another key.
        fs::write(&file, &whole).expect("it can be written");
        assert!(cache.get::<Outcome>(&key).is_some());
        fs::rename(&file, cache.file(&self::key("y"))).expect("it can be renamed");
        assert!(cache.get::<Outcome>(&self::key("y")).is_none());
    }

    #[test]
    fn the_oldest_go_first() {
        let folder = tempfile::tempdir().expect("a folder");
        let cache = Cache::new(folder.path().to_owned());
        for (age, word) in [(30, "a"), (20, "b"), (10, "c")] {
            cache.put(&key(word), &outcome());
            let file = fs::File::options().append(true).open(cache.file(&key(word)));
            let time = SystemTime::now() - std::time::Duration::from_secs(age);
            file.and_then(|file| file.set_modified(time)).expect("it is ours");
        }
        let size = fs::metadata(cache.file(&key("a"))).expect("it is there").len();
        assert!(cache.get::<Outcome>(&key("a")).is_some(), "it is used now");
        cache.trim_to(2 * size);
        let left = ["a", "b", "c"].map(|word| cache.get::<Outcome>(&key(word)).is_some());
        assert_eq!(left, [true, false, true]);
    }
}
