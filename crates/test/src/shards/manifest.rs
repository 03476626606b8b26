//! The manifest of a part: what it is a part of, and the checksums of its files. It is written last, so that a folder with
//! a manifest is whole.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use soundline_report::schema;

use super::{Shard, invocation};
use crate::command::{Complaint, screen, write_whole};

/// Its name in the folder of a part.
pub const NAME: &str = "part.json";
const SCHEMA: &str = "soundline-part/1";

/// What a part is a part of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Manifest {
    /// The command, without what may differ between shards.
    pub command: Vec<String>,
    /// From what its tests are drawn.
    pub seed: u64,
    /// Which part.
    #[serde(with = "as_text")]
    pub shard: Shard,
    /// Which of the tests, lattices or programs are in it, in words.
    pub range: String,
    /// SHA-256 of each of its files.
    pub files: BTreeMap<String, String>,
}

/// A manifest as it is written, with the version that wrote it.
#[derive(Deserialize)]
struct Written {
    schema: String,
    soundline: String,
    #[serde(flatten)]
    manifest: Manifest,
}

impl Manifest {
    /// That of the part that this process has made.
    pub fn new(shard: Shard, seed: u64, range: String) -> Manifest {
        Manifest { command: invocation(), seed, shard, range, files: BTreeMap::new() }
    }

    /// Write a file of the part.
    pub fn add(&mut self, folder: &Path, name: &str, text: &str) -> Result<(), Complaint> {
        write_whole(&folder.join(name), text.as_bytes())?;
        self.files.insert(name.to_string(), checksum(text.as_bytes()));
        Ok(())
    }

    /// Make files that are there already files of the part: all of a folder within it.
    pub fn adopt(&mut self, folder: &Path, within: &str) -> Result<(), Complaint> {
        let Ok(entries) = fs::read_dir(folder.join(within)) else { return Ok(()) };
        for entry in entries.flatten() {
            let name = format!("{within}/{}", entry.file_name().to_string_lossy());
            self.adopt_file(folder, &name)?;
        }
        Ok(())
    }

    /// Make a file that is there already a file of the part.
    pub fn adopt_file(&mut self, folder: &Path, name: &str) -> Result<(), Complaint> {
        let bytes = read(folder, name)?;
        self.files.insert(name.to_string(), checksum(&bytes));
        Ok(())
    }

    /// Write the manifest: the part is whole. It is also what scripts are shown.
    pub fn seal(&self, folder: &Path) -> Result<String, Complaint> {
        let text = schema::document(SCHEMA, self);
        write_whole(&folder.join(NAME), text.as_bytes())?;
        Ok(text)
    }

    /// Is the part there that this process would make? A job that was put back into the queue may have been done. Otherwise
    /// there is no part in the folder until it is whole.
    pub fn is_made(folder: &Path, shard: Shard, fresh: bool) -> Result<bool, Complaint> {
        let known = Manifest::read(folder).ok().filter(|_| !fresh);
        let same = |(manifest, version): (Manifest, String)| {
            (manifest.command, manifest.shard) == (invocation(), shard)
                && version == env!("CARGO_PKG_VERSION")
        };
        if known.is_some_and(same) {
            screen::say(&format!("Part {shard} is there already: {}\n", folder.display()))?;
            return Ok(true);
        }
        let _ = fs::remove_file(folder.join(NAME));
        Ok(false)
    }

    /// The manifest of a folder, and the version that made the part.
    pub fn read(folder: &Path) -> Result<(Manifest, String), Complaint> {
        let text = read(folder, NAME)?;
        let damaged = || Complaint::new(format!("{} is damaged", folder.join(NAME).display()));
        let written: Written = serde_json::from_slice(&text).map_err(|_| damaged())?;
        if written.schema != SCHEMA {
            let (schema, path) = (&written.schema, folder.join(NAME));
            let what = format!("{} is of the kind {schema:?}, not {SCHEMA:?}", path.display());
            return Err(Complaint::new(what));
        }
        Ok((written.manifest, written.soundline))
    }

    /// A text of the part, as it was when it was written.
    pub fn open(&self, folder: &Path, name: &str) -> Result<String, Complaint> {
        let path = folder.join(name);
        String::from_utf8(self.check(folder, name)?)
            .map_err(|_| Complaint::new(format!("{} is not a text", path.display())))
    }

    /// A file of the part, if it is what it was when it was written.
    pub fn check(&self, folder: &Path, name: &str) -> Result<Vec<u8>, Complaint> {
        let bytes = read(folder, name)?;
        if self.files.get(name) != Some(&checksum(&bytes)) {
            return Err(Complaint::new(format!(
                "the part {} is damaged: {name} is not what its manifest says; run this shard again",
                folder.display()
            )));
        }
        Ok(bytes)
    }

    /// The names of its files below a folder of it.
    pub fn below<'a>(&'a self, within: &'a str) -> impl Iterator<Item = &'a str> {
        let names = self.files.keys().map(String::as_str);
        names
            .filter(move |name| name.strip_prefix(within).is_some_and(|rest| rest.starts_with('/')))
    }
}

fn read(folder: &Path, name: &str) -> Result<Vec<u8>, Complaint> {
    let path = folder.join(name);
    fs::read(&path)
        .map_err(|error| Complaint::new(format!("cannot read {}: {error}", path.display())))
}

fn checksum(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// A shard as people write it.
mod as_text {
    use super::Shard;
    use serde::{Deserialize, Deserializer, Serializer};

    pub fn serialize<S: Serializer>(shard: &Shard, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(shard)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Shard, D::Error> {
        String::deserialize(from)?.parse().map_err(serde::de::Error::custom)
    }
}
