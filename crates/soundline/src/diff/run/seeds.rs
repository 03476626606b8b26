//! The seeds of a campaign: what the user names, and random programs.

use std::path::PathBuf;
use std::sync::Arc;

use soundline_c::{Clang, DataModel};
use soundline_diff::Seed;
use soundline_diff::campaign::SkipRecord;
use soundline_diff::seed::{csmith, gather};
use soundline_isolate::Warden;

use crate::ending::Complaint;

/// Seeds, and what is none.
pub struct Seeds {
    pub seeds: Vec<Arc<Seed>>,
    pub skipped: Vec<SkipRecord>,
}

/// Reads files, folders and tasks, and makes random programs.
pub fn read(
    paths: &[PathBuf],
    random: u64,
    first: u64,
    model: DataModel,
    warden: &Warden,
) -> Result<Seeds, Complaint> {
    if paths.is_empty() && random == 0 {
        return Err(Complaint::new(
            "no seeds: name C files, folders or task files, or give --csmith N for random programs",
        ));
    }
    let clang = Clang::find().map_err(|error| Complaint::new(error.to_string()))?;
    let mut gathered = gather(paths, model);
    let mut seeds: Vec<Arc<Seed>> = gathered.seeds(&clang).map(Arc::new).collect();
    let skip = |skip: &soundline_diff::seed::Skip| SkipRecord {
        name: skip.path.display().to_string(),
        reason: skip.reason.clone(),
    };
    let mut skipped: Vec<SkipRecord> = gathered.skipped.iter().map(skip).collect();
    for number in first..first + random {
        match csmith::generate(&clang, warden, number, model) {
            Ok(seed) => seeds.push(Arc::new(seed)),
            Err(missing @ csmith::CsmithError::Missing(_)) => {
                return Err(Complaint::new(missing.to_string()));
            }
            Err(error) => {
                let name = format!("csmith {number}");
                skipped.push(SkipRecord { name, reason: error.to_string() });
            }
        }
    }
    if seeds.is_empty() {
        let reason = skipped.first().map(|skip| format!("{}: {}", skip.name, skip.reason));
        let reason = reason.unwrap_or_else(|| "there are no C files".to_string());
        return Err(Complaint::new(format!("none of this is a seed: {reason}")));
    }
    Ok(Seeds { seeds, skipped })
}
