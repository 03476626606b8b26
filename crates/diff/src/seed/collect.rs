//! The seeds of a campaign: what the user names, and random programs.

use std::path::PathBuf;
use std::sync::Arc;

use soundline_c::{Clang, DataModel, Error};
use soundline_isolate::{Stop, Warden};

use super::csmith::{self, CsmithError};
use super::{Seed, gather};
use crate::Kinds;
use crate::campaign::SkipRecord;

/// Seeds, and what is none.
#[derive(Debug)]
pub struct Seeds {
    /// The seeds, in the order in which they were named; random ones last.
    pub seeds: Vec<Arc<Seed>>,
    /// What is no seed, and why.
    pub skipped: Vec<SkipRecord>,
}

/// Which seeds are wanted.
#[derive(Clone, Debug)]
pub struct Wanted<'a> {
    /// Files, folders and tasks.
    pub paths: &'a [PathBuf],
    /// How many random programs.
    pub random: u64,
    /// The number of the first random one.
    pub first: u64,
    /// The data model where no task says it.
    pub model: DataModel,
    /// The kinds of checks.
    pub kinds: &'a Kinds,
}

/// Why there are no seeds.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CollectError {
    /// Nothing was asked for.
    #[error(
        "no seeds: name C files, folders or task files, or give --csmith N for random programs"
    )]
    NothingNamed,
    /// C files cannot be read here.
    #[error(transparent)]
    Front(#[from] Error),
    /// There is no generator of random programs.
    #[error(transparent)]
    Csmith(CsmithError),
    /// Nobody waits for them any more.
    #[error("interrupted while the seeds were read")]
    Interrupted,
    /// What was named is no seed; the reason of the first.
    #[error("none of this is a seed: {0}")]
    NoSeed(String),
}

/// Reads files, folders and tasks, and makes random programs, which `warden` watches. Preprocessors and generators end when
/// it is told to stop.
pub fn collect(wanted: &Wanted<'_>, warden: &Warden, stop: &Stop) -> Result<Seeds, CollectError> {
    if wanted.paths.is_empty() && wanted.random == 0 {
        return Err(CollectError::NothingNamed);
    }
    let clang = Clang::find()?;
    let mut gathered = gather(wanted.paths, wanted.model);
    let mut seeds: Vec<Arc<Seed>> =
        gathered.seeds_until(&clang, wanted.kinds.clone(), stop.clone()).map(Arc::new).collect();
    let skip = |skip: &super::Skip| SkipRecord {
        name: skip.path.display().to_string(),
        reason: skip.reason.clone(),
    };
    let mut skipped: Vec<SkipRecord> = gathered.skipped.iter().map(skip).collect();
    for number in wanted.first..wanted.first + wanted.random {
        match csmith::generate(&clang, warden, number, wanted.model, wanted.kinds, stop) {
            Ok(seed) => seeds.push(Arc::new(seed)),
            Err(missing @ CsmithError::Missing(_)) => return Err(CollectError::Csmith(missing)),
            Err(error) => {
                let name = format!("csmith {number}");
                skipped.push(SkipRecord { name, reason: error.to_string() });
            }
        }
    }
    if stop.is_asked_for() {
        return Err(CollectError::Interrupted);
    }
    if seeds.is_empty() {
        let reason = skipped.first().map(|skip| format!("{}: {}", skip.name, skip.reason));
        let reason = reason.unwrap_or_else(|| "there are no C files".to_string());
        return Err(CollectError::NoSeed(reason));
    }
    Ok(Seeds { seeds, skipped })
}
