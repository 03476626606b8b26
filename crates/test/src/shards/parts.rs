//! The parts of one campaign: all of one command, none twice, and those that are missing by name.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use clap::Parser;

use super::manifest::NAME;
use super::{Manifest, Shard};
use crate::command::Complaint;

/// The parts of one campaign.
pub struct Parts {
    /// Their folders and manifests, by shard.
    pub all: BTreeMap<Shard, (PathBuf, Manifest)>,
    /// Shards of which there is no part.
    pub missing: Vec<Shard>,
}

impl Parts {
    /// Read the parts in these folders, or in the folders within them.
    pub fn read(paths: &[PathBuf]) -> Result<Parts, Complaint> {
        let mut folders = Vec::new();
        for path in paths {
            folders.extend(folders_of(path)?);
        }
        let mut all: BTreeMap<Shard, (PathBuf, Manifest)> = BTreeMap::new();
        for folder in folders {
            let (manifest, version) = Manifest::read(&folder)?;
            of_this_version(&folder, &version)?;
            if let Some((other, known)) = all.values().next() {
                alike((other, known), (&folder, &manifest))?;
            }
            if let Some((other, _)) = all.get(&manifest.shard) {
                return Err(Complaint::new(format!(
                    "{} and {} are both shard {}; leave one of them out",
                    other.display(),
                    folder.display(),
                    manifest.shard
                )));
            }
            all.insert(manifest.shard, (folder, manifest));
        }
        let count = all.keys().next().map_or(0, |shard| shard.count());
        let every = (0..count).filter_map(|index| Shard::new(index, count));
        let missing = every.filter(|shard| !all.contains_key(shard)).collect();
        Ok(Parts { all, missing })
    }

    /// The command of which they are parts.
    pub fn command(&self) -> &[String] {
        self.all.values().next().map_or(&[], |(_, manifest)| &manifest.command)
    }

    /// The arguments of that command, behind its name of so many words.
    pub fn arguments<A: clap::Args>(&self, name: usize) -> Result<A, Complaint> {
        // The parser takes the last word of the name for the program.
        let words = self.command().get(name - 1..).unwrap_or_default();
        let line = Line::<A>::try_parse_from(words).map_err(|error| {
            Complaint::new(format!("the command of the parts is not understood: {error}"))
        })?;
        Ok(line.arguments)
    }

    /// Which parts are missing, in words; nothing if none is.
    pub fn missing_in_words(&self) -> Option<String> {
        let names: Vec<String> = self.missing.iter().map(Shard::to_string).collect();
        let (last, others) = names.split_last()?;
        Some(match others {
            [] => format!("shard {last} is missing"),
            others => format!("shards {} and {last} are missing", others.join(", ")),
        })
    }
}

/// A command line.
#[derive(Parser)]
struct Line<A: clap::Args> {
    #[command(flatten)]
    arguments: A,
}

/// A part's folder, or those of the parts in it.
fn folders_of(path: &Path) -> Result<Vec<PathBuf>, Complaint> {
    if path.join(NAME).is_file() {
        return Ok(vec![path.to_path_buf()]);
    }
    let cannot =
        |error| Complaint::new(format!("cannot read the folder {}: {error}", path.display()));
    let entries = fs::read_dir(path).map_err(cannot)?;
    let mut found: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    found.retain(|folder| folder.join(NAME).is_file());
    found.sort();
    if found.is_empty() {
        return Err(Complaint::new(format!(
            "there is no part in {}: a shard writes {NAME} when it has ended",
            path.display()
        )));
    }
    Ok(found)
}

fn of_this_version(folder: &Path, version: &str) -> Result<(), Complaint> {
    let own = env!("CARGO_PKG_VERSION");
    match version == own {
        true => Ok(()),
        false => Err(Complaint::new(format!(
            "the part {} was made by soundline {version}, and this is {own}; merge it with that version",
            folder.display()
        ))),
    }
}

/// Are two parts parts of the same campaign?
fn alike(
    (folder, manifest): (&Path, &Manifest),
    (other_folder, other): (&Path, &Manifest),
) -> Result<(), Complaint> {
    let both = |what: &str, one: &str, two: &str| {
        Err(Complaint::new(format!(
            "{} and {} are parts of different campaigns: their {what} are {one} and {two}",
            folder.display(),
            other_folder.display(),
        )))
    };
    let quoted = |manifest: &Manifest| format!("'{}'", manifest.command.join(" "));
    if manifest.seed != other.seed {
        both("seeds", &manifest.seed.to_string(), &other.seed.to_string())
    } else if manifest.command != other.command {
        both("commands", &quoted(manifest), &quoted(other))
    } else if manifest.shard.count() != other.shard.count() {
        both("shards", &manifest.shard.to_string(), &other.shard.to_string())
    } else {
        Ok(())
    }
}
