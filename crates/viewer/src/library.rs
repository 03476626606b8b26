//! The results below a folder. They are known by ids, which are made of their paths and lead back only through the list.

use std::collections::HashMap;
use std::fs::{self, File};
use std::io::Read;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::loaded::Loaded;
use crate::summary::Summary;

/// How deep results may lie.
const DEPTH: usize = 8;
/// How many files and folders are looked at.
const MOST: usize = 200_000;
/// How long a look at the folder is good for.
const FRESH: Duration = Duration::from_secs(1);
/// How much text of results may be in memory at once, read; the one that is looked at always is.
const KEPT: u64 = 200 << 20;

/// What can be shown, by the names of schemas without their numbers.
const SCHEMAS: [&str; 13] = [
    "soundline-campaign",
    "soundline-comparison",
    "soundline-laws",
    "soundline-analysis",
    "soundline-values",
    "soundline-try",
    "soundline-replay",
    "soundline-eval-seeded",
    "soundline-eval-libraries",
    "soundline-eval-bounds",
    "soundline-eval-speed",
    "soundline-eval-precision",
    "soundline-eval-variants",
];

/// A result that there is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// What it is called in addresses.
    pub id: String,
    /// The file.
    pub file: PathBuf,
    /// The same below the folder that is shown.
    pub name: String,
    /// What it is.
    pub kind: Kind,
    /// What tells whether it has changed.
    pub stamp: Stamp,
}

/// What a result is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A document of a schema.
    Document(&'static str),
    /// A campaign of `soundline test` without results so far; the file is its lock.
    UnfinishedTest,
    /// A campaign of `soundline diff` without results so far; the file is its store.
    UnfinishedDiff,
}

impl Kind {
    /// The command that makes it.
    pub fn command(self) -> &'static str {
        match self {
            Kind::UnfinishedTest | Kind::Document("soundline-campaign") => "test",
            Kind::UnfinishedDiff | Kind::Document("soundline-comparison") => "diff",
            Kind::Document("soundline-laws" | "soundline-values") => "laws",
            Kind::Document("soundline-analysis") => "analyze",
            Kind::Document("soundline-try") => "diff try",
            Kind::Document("soundline-replay") => "replay",
            Kind::Document(_) => "eval",
        }
    }
}

/// When a file was written, and how long it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Stamp {
    /// Seconds since 1970.
    pub seconds: i64,
    nanos: i64,
    bytes: u64,
}

impl Stamp {
    fn of(file: &Path) -> Option<Stamp> {
        let about = fs::metadata(file).ok()?;
        Some(Stamp { seconds: about.mtime(), nanos: about.mtime_nsec(), bytes: about.len() })
    }
}

/// The results below a folder.
#[derive(Debug)]
pub struct Library {
    root: PathBuf,
    state: Mutex<State>,
    /// Held by whoever reads a result: one at a time, for the memory's sake.
    reading: Mutex<()>,
}

#[derive(Debug, Default)]
struct State {
    entries: Arc<Vec<Entry>>,
    looked: Option<Instant>,
    /// What came of reading each, with the stamp that it had then.
    known: HashMap<String, (Stamp, Result<Arc<Summary>, String>)>,
    /// Those in memory, the last used last.
    kept: Vec<(String, Stamp, Arc<Loaded>)>,
}

impl Library {
    /// The results below a folder. Nothing is read yet.
    pub fn new(root: &Path) -> Library {
        Library { root: root.to_path_buf(), state: Mutex::default(), reading: Mutex::default() }
    }

    /// The folder.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// All results, the newest first.
    pub fn entries(&self) -> Arc<Vec<Entry>> {
        if let State { entries, looked: Some(looked), .. } = &*self.lock()
            && looked.elapsed() < FRESH
        {
            return Arc::clone(entries);
        }
        let entries = Arc::new(look(&self.root));
        let mut state = self.lock();
        state.entries = Arc::clone(&entries);
        state.looked = Some(Instant::now());
        let is_there = |id: &String| entries.iter().any(|entry| entry.id == *id);
        state.known.retain(|id, _| is_there(id));
        state.kept.retain(|(id, _, _)| is_there(id));
        entries
    }

    /// The result of an id.
    pub fn entry(&self, id: &str) -> Option<Entry> {
        self.entries().iter().find(|entry| entry.id == id).cloned()
    }

    /// What is known about a result; nothing if it was not read yet.
    pub fn summary(&self, entry: &Entry) -> Option<Result<Arc<Summary>, String>> {
        let state = self.lock();
        let (stamp, summary) = state.known.get(&entry.id)?;
        (*stamp == entry.stamp).then(|| summary.clone())
    }

    /// A result, read now if it is not in memory.
    pub fn load(&self, entry: &Entry) -> Result<Arc<Loaded>, String> {
        if let Some(loaded) = self.kept(entry) {
            return Ok(loaded);
        }
        let Kind::Document(schema) = entry.kind else {
            return Err("the campaign has no results yet".to_string());
        };
        let _turn = self.reading.lock().unwrap_or_else(PoisonError::into_inner);
        // Somebody else may have read it in the meantime.
        if let Some(loaded) = self.kept(entry) {
            return Ok(loaded);
        }
        self.make_room(entry.stamp.bytes);
        let read = Loaded::read(&entry.file, schema).map(Arc::new);
        let mut state = self.lock();
        let summary = read.as_ref().map(|loaded| Arc::new(loaded.summary.clone()));
        state.known.insert(entry.id.clone(), (entry.stamp, summary.map_err(String::clone)));
        if let Ok(loaded) = &read {
            state.kept.push((entry.id.clone(), entry.stamp, Arc::clone(loaded)));
        }
        read
    }

    /// Reads every result of which nothing is known yet.
    pub fn read_all(&self) {
        for entry in self.entries().iter().filter(|e| matches!(e.kind, Kind::Document(_))) {
            if self.summary(entry).is_none() {
                let _ = self.load(entry);
            }
        }
    }

    fn kept(&self, entry: &Entry) -> Option<Arc<Loaded>> {
        let mut state = self.lock();
        let is_it = |(id, stamp, _): &(String, Stamp, _)| (id, stamp) == (&entry.id, &entry.stamp);
        let at = state.kept.iter().position(is_it)?;
        let found = state.kept.remove(at);
        let loaded = Arc::clone(&found.2);
        state.kept.push(found);
        Some(loaded)
    }

    /// Forgets those that were not used for longest, so that so many bytes of text fit.
    fn make_room(&self, bytes: u64) {
        let mut state = self.lock();
        let mut used: u64 = state.kept.iter().map(|(_, stamp, _)| stamp.bytes).sum();
        while used + bytes > KEPT && !state.kept.is_empty() {
            used -= state.kept.remove(0).1.bytes;
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// All results below a folder, the newest first. Links are not followed.
fn look(root: &Path) -> Vec<Entry> {
    let (mut entries, mut seen) = (Vec::new(), 0);
    let mut folders = vec![(root.to_path_buf(), 0)];
    while let Some((folder, depth)) = folders.pop() {
        let Ok(inside) = fs::read_dir(&folder) else { continue };
        let mut files: Vec<PathBuf> = Vec::new();
        for item in inside.filter_map(Result::ok) {
            seen += 1;
            if seen > MOST {
                break;
            }
            let name = item.file_name();
            let name = name.to_string_lossy();
            match item.file_type() {
                Ok(kind) if kind.is_dir() => {
                    let is_ours =
                        !name.starts_with('.') && name != "target" && name != "node_modules";
                    folders.extend((is_ours && depth < DEPTH).then(|| (item.path(), depth + 1)));
                }
                Ok(kind) if kind.is_file() => files.push(item.path()),
                _ => {}
            }
        }
        let has = |name: &str| files.iter().any(|file| file.ends_with(name));
        let is_finished = has("campaign.json");
        for file in &files {
            let kind = if file.extension().is_some_and(|extension| extension == "json") {
                document(file)
            } else if file.ends_with("verdicts.sqlite") && !is_finished {
                Some(Kind::UnfinishedDiff)
            } else if file.ends_with("state/lock")
                && !folder.with_file_name("campaign.json").exists()
            {
                Some(Kind::UnfinishedTest)
            } else {
                None
            };
            entries.extend(kind.and_then(|kind| entry(root, file, kind)));
        }
    }
    entries
        .sort_by(|one, other| other.stamp.cmp(&one.stamp).then_with(|| one.name.cmp(&other.name)));
    entries
}

fn entry(root: &Path, file: &Path, kind: Kind) -> Option<Entry> {
    let name = file.strip_prefix(root).unwrap_or(file).to_string_lossy().into_owned();
    let stamp = Stamp::of(file)?;
    Some(Entry { id: id(file), file: file.to_path_buf(), name, kind, stamp })
}

/// A name for a path that says nothing about it: FNV-1a, 64 bits.
fn id(file: &Path) -> String {
    let step = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
    let bytes = file.as_os_str().as_encoded_bytes();
    format!("{:016x}", bytes.iter().fold(0xcbf2_9ce4_8422_2325, step))
}

/// What a JSON file is, by its beginning. Files with the names of results are shown even if they are damaged.
fn document(file: &Path) -> Option<Kind> {
    let mut head = Vec::new();
    File::open(file).and_then(|file| file.take(512).read_to_end(&mut head)).ok()?;
    let head = String::from_utf8_lossy(&head);
    let named = head.split_once("\"schema\"").and_then(|(_, rest)| rest.split('"').nth(1));
    let schema = named.map(|name| name.rsplit_once('/').map_or(name, |(name, _)| name));
    let known = SCHEMAS.into_iter().find(|known| Some(*known) == schema);
    // Campaigns of `diff` did not always name their schema.
    let nameless = || match file.file_name()?.to_str()? {
        "campaign.json" if head.contains("\"settings\"") => Some("soundline-comparison"),
        "campaign.json" => Some("soundline-campaign"),
        "analysis.json" => Some("soundline-analysis"),
        _ => None,
    };
    known.or_else(nameless).map(Kind::Document)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_found_by_what_they_say_they_are() {
        let folder = tempfile::tempdir().expect("a folder");
        let write = |name: &str, text: &str| {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().expect("a folder")).expect("it is made");
            fs::write(path, text).expect("it is written");
        };
        write("a/campaign.json", "{\n  \"schema\": \"soundline-campaign/1\"");
        write("old/campaign.json", "{\n  \"soundline\": \"0.1.0\",\n  \"settings\": {");
        write("laws.json", "{\"schema\":\"soundline-laws/1\"}");
        write("other.json", "{\"schema\": \"something/1\"}");
        write("package.json", "{}");
        write("running/state/lock", "");
        write("compared/verdicts.sqlite", "");
        write("done/campaign.json", "");
        write("done/state/lock", "");
        write(".hidden/laws.json", "{\"schema\":\"soundline-laws/1\"}");
        let library = Library::new(folder.path());
        let mut found: Vec<(String, &str)> = library
            .entries()
            .iter()
            .map(|entry| (entry.name.clone(), entry.kind.command()))
            .collect();
        found.sort();
        let expected = [
            ("a/campaign.json", "test"),
            ("compared/verdicts.sqlite", "diff"),
            ("done/campaign.json", "test"),
            ("laws.json", "laws"),
            ("old/campaign.json", "diff"),
            ("running/state/lock", "test"),
        ];
        assert_eq!(found, expected.map(|(name, command)| (name.to_string(), command)));
        let damaged = library.entries().iter().find(|e| e.name == "a/campaign.json").cloned();
        let error = library.load(&damaged.expect("it is there")).expect_err("it is cut short");
        assert!(error.contains("damaged"), "{error}");
    }
}
