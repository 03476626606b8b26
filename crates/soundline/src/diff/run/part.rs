//! A shard of `soundline diff run`, and the campaign of all shards.
//!
//! All that costs time is in the store of verdicts, by content: so a part is a store, and the campaign of all parts is the one
//! that finds every verdict in the store of them all.

use std::path::Path;
use std::sync::Arc;

use soundline_diff::Seed;
use soundline_diff::campaign::{Request, SkipRecord, StopReason};
use soundline_diff::store::Store;
use soundline_test::command::{Complaint, Ending, Interrupt, screen};
use soundline_test::shards::merge::Merger;
use soundline_test::shards::{Manifest, Shard};

use super::folder::{Folder, VERDICTS};
use super::{Arguments, run_on};

/// Ask about the seeds of a shard, and write its part. One that was interrupted writes none: the same command goes on with
/// it. A seed is in one shard with all of its variants, since what is asked depends on earlier answers about it.
pub fn run(
    arguments: &Arguments,
    shard: Shard,
    folder: &Folder,
    interrupt: &Interrupt,
) -> Result<Ending, Complaint> {
    if Manifest::is_made(&arguments.out, shard, arguments.fresh)? {
        return Ok(Ending::Nothing);
    }
    let Some(mut workbench) = arguments.workbench(folder, interrupt)? else {
        return Ok(Ending::Stopped);
    };
    let (own, _) = split(&workbench.seeds.seeds, |of| shard.has(of));
    workbench.seeds.seeds = own;
    // Examples are made smaller once, when all causes are known.
    let request = Request { reduce: 0, ..arguments.request(folder) };
    let campaign = run_on(&workbench, &request, interrupt)?.campaign;
    if campaign.stop == StopReason::Interrupted {
        return Ok(Ending::Stopped);
    }
    let names: Vec<&str> = campaign.seeds.iter().map(|seed| seed.name.as_str()).collect();
    let mut manifest = Manifest::new(shard, arguments.campaign.random(), names.join(" "));
    folder.tidy();
    // What SQLite wrote beside its file goes into it when nobody has it open any more.
    drop(workbench);
    manifest.adopt_file(&arguments.out, VERDICTS)?;
    let sealed = manifest.seal(&arguments.out)?;
    screen::say(&match arguments.json {
        true => sealed,
        false => format!(
            "Part {shard}: {} variants of {} seeds.\n'soundline merge' makes one campaign of all parts.\n",
            campaign.variants.len(),
            campaign.seeds.len()
        ),
    })?;
    Ok(Ending::Nothing)
}

/// The seeds whose numbers are wanted, and the others.
fn split(seeds: &[Arc<Seed>], wanted: impl Fn(u64) -> bool) -> (Vec<Arc<Seed>>, Vec<Arc<Seed>>) {
    let numbered = seeds.iter().cloned().enumerate();
    let (own, others): (Vec<_>, Vec<_>) = numbered.partition(|(of, _)| wanted(*of as u64));
    let seeds = |numbered: Vec<(usize, Arc<Seed>)>| numbered.into_iter().map(|(_, seed)| seed);
    (seeds(own).collect(), seeds(others).collect())
}

/// Puts the parts of `soundline diff run` together.
pub fn merger() -> Merger {
    Box::new(|parts, merging| {
        let arguments: Arguments = parts.arguments(2)?;
        let interrupt = Interrupt::new()?;
        let folder = Folder::open(&merging.out, true)?;
        for (path, manifest) in parts.all.values() {
            manifest.check(path, VERDICTS)?;
            absorb(&folder, &path.join(VERDICTS))?;
        }
        let Some(mut workbench) = arguments.workbench(&folder, &interrupt)? else {
            return Ok(Ending::Stopped);
        };
        let is_missing = |of: u64| parts.missing.iter().any(|shard| shard.has(of));
        let (there, missing) = split(&workbench.seeds.seeds, |of| !is_missing(of));
        workbench.seeds.seeds = there;
        workbench.seeds.skipped.extend(missing.into_iter().map(|seed| SkipRecord {
            name: seed.name.clone(),
            reason: "its shard is missing".to_string(),
        }));
        let ended = arguments.judge(&workbench, &folder, &interrupt, merging.json)?;
        match (ended, parts.missing.is_empty()) {
            (Ending::Nothing, false) => Ok(Ending::Stopped),
            (ended, _) => Ok(ended),
        }
    })
}

/// Takes over the verdicts of a part. Its file stays as it is.
fn absorb(folder: &Folder, part: &Path) -> Result<(), Complaint> {
    let complain = |error: &dyn std::fmt::Display| Complaint::new(error.to_string());
    let copy = folder.store().with_extension("part");
    std::fs::copy(part, &copy).map_err(|error| complain(&error))?;
    let store = Store::open(&folder.store()).map_err(|error| complain(&error))?;
    let absorbed = store.absorb(&copy).map_err(|error| complain(&error));
    for left in ["part", "part-wal", "part-shm"] {
        let _ = std::fs::remove_file(folder.store().with_extension(left));
    }
    absorbed
}
