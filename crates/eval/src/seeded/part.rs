//! A shard of `soundline eval seeded`, and the tables of all shards.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::atomic::Ordering;

use super::select::{self, Plant};
use super::trial::{self, Setting, Trial};
use super::{Arguments, all_trials, tell};
use soundline_test::command::{Complaint, Ending, screen, write_whole};
use soundline_test::shards::merge::Merger;
use soundline_test::shards::{Manifest, Shard, invocation};

/// The trials of a part, by their numbers.
const TRIALS: &str = "trials.json";
/// The same while it runs, behind the command that they belong to.
const BEGUN: &str = "state/trials.json";

type Trials = BTreeMap<u64, Trial>;

/// Run the trials of a shard, and write its part. What an earlier run of it has done is not done again.
pub(super) fn run(
    arguments: &Arguments,
    plants: &[Plant],
    setting: &Setting,
    shard: Shard,
    out: &Path,
) -> Result<Ending, Complaint> {
    if Manifest::is_made(out, shard, false)? {
        return Ok(Ending::Nothing);
    }
    let command = (invocation(), shard.to_string());
    let mut trials = begun(out, &command);
    let mut stopped = false;
    all_trials(arguments, plants, |number, plant, config, seed| {
        stopped |= setting.interrupted.load(Ordering::SeqCst);
        if !stopped && shard.has(number) && !trials.contains_key(&number) {
            let trial = trial::run(plant, config, seed, setting)?;
            // One that was interrupted is no trial.
            if !setting.interrupted.load(Ordering::SeqCst) {
                trials.insert(number, trial);
                let text = serde_json::to_string(&(&command, &trials));
                write_whole(&out.join(BEGUN), text.expect("it is plain").as_bytes())?;
            }
        }
        Ok(None)
    })?;
    if setting.interrupted.load(Ordering::SeqCst) {
        return Ok(Ending::Stopped);
    }
    let numbers: Vec<String> = trials.keys().map(u64::to_string).collect();
    let mut manifest = Manifest::new(shard, 0, format!("trials {}", numbers.join(" ")));
    manifest.add(out, TRIALS, &serde_json::to_string(&trials).expect("it is plain"))?;
    let sealed = manifest.seal(out)?;
    screen::say(&match arguments.json {
        true => sealed,
        false => format!(
            "Part {shard}: {} trials.\n'soundline merge' puts the parts together.\n",
            trials.len()
        ),
    })?;
    Ok(Ending::Nothing)
}

/// What an earlier run of the same shard has done.
fn begun(out: &Path, command: &(Vec<String>, String)) -> Trials {
    let text = fs::read_to_string(out.join(BEGUN)).unwrap_or_default();
    match serde_json::from_str::<((Vec<String>, String), Trials)>(&text) {
        Ok((known, trials)) if known == *command => trials,
        _ => Trials::new(),
    }
}

/// Puts the parts of `soundline eval seeded` together.
pub fn merger() -> Merger {
    Box::new(|parts, merging| {
        let arguments: Arguments = parts.arguments(2)?;
        let plants = select::plants(&arguments.bugs, arguments.within.as_deref())?;
        let mut all = Trials::new();
        for (folder, manifest) in parts.all.values() {
            let text = manifest.open(folder, TRIALS)?;
            let trials: Trials = serde_json::from_str(&text).map_err(|_| {
                Complaint::new(format!("{} is damaged", folder.join(TRIALS).display()))
            })?;
            all.extend(trials);
        }
        let results = all_trials(&arguments, &plants, |number, _, _, _| Ok(all.remove(&number)))?;
        if let (Some(missing), false) = (parts.missing_in_words(), merging.json) {
            screen::say(&format!("Not all trials are there: {missing}.\n\n"))?;
        }
        tell(&arguments, &results, merging.json, !parts.missing.is_empty())
    })
}
