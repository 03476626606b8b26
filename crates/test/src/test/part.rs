//! A shard of `soundline test`, and the campaign of all shards.

use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::{Deserialize, Serialize};
use soundline_fuzz::engine::{Budget, Counted, Part, block, merge, supervise_part};
use soundline_fuzz::{Campaign, StopReason};
use soundline_report::escape::file_name;
use soundline_report::number::grouped;
use soundline_targets::{Registry, Target};

use super::folder::Folder;
use super::worker::journals;
use super::{Arguments, How, Task};
use crate::command::{Complaint, Ending, Interrupt, screen, write_whole};
use crate::shards::merge::Merger;
use crate::shards::{Manifest, Parts, Shard};

/// What a part says about one target, apart from what was counted.
#[derive(Serialize, Deserialize)]
struct Head {
    target: String,
    /// What tells its tests from others.
    fingerprint: u64,
    /// Why it stopped.
    stop: Stop,
    trouble: Option<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Stop {
    Budget,
    Broken,
}

/// How long one waits for a run of the same shard that is about to end.
const PREDECESSOR: Duration = Duration::from_secs(60);

/// The names of a target's files in a part: what was counted, and what guided search learned.
fn names(target: &str) -> (String, String) {
    let name = file_name(target);
    (format!("counted/{name}.txt"), format!("state/{name}.journals"))
}

/// Run a shard, and write its part. One that was stopped early writes none: the same command goes on with it.
pub(super) fn run(task: &Task, shard: Shard, interrupt: &Interrupt) -> Result<Ending, Complaint> {
    let arguments = task.arguments;
    let folder = &Folder::open_within(&arguments.out, PREDECESSOR)?;
    if Manifest::is_made(&arguments.out, shard, arguments.fresh)? {
        return Ok(Ending::Nothing);
    }
    let mut manifest = Manifest::new(shard, arguments.seed.seed, range(task, shard));
    let (mut tests, mut sightings) = (0, 0);
    for target in &task.targets {
        let board = folder.board(target.name());
        if arguments.fresh {
            folder.forget(target.name())?;
        }
        let counted =
            task.ordered(target.name(), &board, shard, interrupt.flag(), |order, bar| {
                supervise_part(order, &|progress| bar.show(progress))
            })?;
        let stop = match counted.stop {
            StopReason::Interrupted => return Ok(Ending::Stopped),
            StopReason::Broken => Stop::Broken,
            _ => Stop::Budget,
        };
        tests += counted.part.rows.iter().map(|row| row.counts.tests).sum::<u64>();
        sightings += counted.part.rows.iter().map(|row| row.counts.findings()).sum::<u64>();
        let fingerprint = task.setup(target.name(), &board).fingerprint();
        let (target, trouble) = (target.name().to_string(), counted.trouble);
        let (counts, learned) = names(&target);
        let head = Head { target, fingerprint, stop, trouble };
        let head = serde_json::to_string(&head).expect("it has text for keys");
        manifest.add(&arguments.out, &counts, &format!("{head}\n{}", counted.part.write()))?;
        manifest.adopt(&arguments.out, &learned)?;
    }
    let sealed = manifest.seal(&arguments.out)?;
    // The words with which it would have gone on take most of the room.
    task.targets.iter().for_each(|target| folder.forget_words(target.name()));
    screen::say(&match arguments.json {
        true => sealed,
        false => format!(
            "Part {shard}: {} tests, {} of them found something.\n\
             'soundline merge' makes one campaign of all parts and looks at what was found.\n",
            grouped(tests),
            grouped(sightings)
        ),
    })?;
    Ok(Ending::Nothing)
}

/// Which tests are in a shard, in words.
fn range(task: &Task, shard: Shard) -> String {
    let (first, second) = (shard.block(0), shard.block(1));
    let blocks = match shard.count() {
        1 => "all blocks".to_string(),
        _ => format!("blocks {first}, {second} and so on"),
    };
    let end = match task.share().0 {
        Budget::Tests(all) => format!("below test {all}"),
        Budget::Time(_) => "as far as time allows".to_string(),
    };
    format!("{blocks} of {} tests each, {end}", block(task.config.search))
}

/// Puts the parts of `soundline test` together.
pub fn merger(registry: Registry) -> Merger {
    Box::new(move |parts, merging| {
        let arguments: Arguments = parts.arguments(1)?;
        let mut registry = registry;
        let task = arguments.task(&mut registry)?;
        let folder = Folder::open(&merging.out)?;
        let interrupt = Interrupt::new()?;
        let mut campaigns = Vec::new();
        for target in &task.targets {
            campaigns.push(merged(&task, *target, parts, &folder, &interrupt)?);
            if interrupt.is_asked() {
                break;
            }
        }
        let how = How { json: merging.json, quiet: merging.quiet, verbose: merging.verbose };
        task.tell(campaigns, &folder, how)
    })
}

/// The campaign of one target.
fn merged(
    task: &Task,
    target: &dyn Target,
    parts: &Parts,
    folder: &Folder,
    interrupt: &Interrupt,
) -> Result<Campaign, Complaint> {
    folder.forget_merged(target.name())?;
    let board = folder.merged_board(target.name());
    let fingerprint = task.setup(target.name(), &board).fingerprint();
    let mut counted = Vec::new();
    for (path, manifest) in parts.all.values() {
        counted.push(read((path, manifest), target.name(), fingerprint, &journals(&board))?);
    }
    let merged =
        task.ordered(target.name(), &board, Shard::WHOLE, interrupt.flag(), |order, bar| {
            merge(order, counted, &|progress| bar.show(progress))
        })?;
    let mut campaign = task.kept(merged, target, &board)?;
    if let (Some(missing), StopReason::Budget) = (parts.missing_in_words(), campaign.stop) {
        (campaign.stop, campaign.trouble) = (StopReason::Partial, Some(missing));
    }
    Ok(campaign)
}

/// What a part counted for a target. What guided search learned goes to the journals of the merged campaign.
fn read(
    (path, manifest): (&PathBuf, &Manifest),
    target: &str,
    fingerprint: u64,
    journals: &Path,
) -> Result<Counted, Complaint> {
    let (counts, learned) = names(target);
    let text = manifest.open(path, &counts)?;
    let damaged = || Complaint::new(format!("{} is damaged", path.join(&counts).display()));
    let (head, rest) = text.split_once('\n').ok_or_else(damaged)?;
    let head: Head = serde_json::from_str(head).map_err(|_| damaged())?;
    if head.target != target {
        return Err(damaged());
    }
    if head.fingerprint != fingerprint {
        return Err(Complaint::new(format!(
            "the tests of the part {} are not those of its command any more: the corpus or the library of \
             {target} has changed since",
            path.display()
        )));
    }
    for name in manifest.below(&learned) {
        let file = Path::new(name).file_name().ok_or_else(damaged)?;
        write_whole(&journals.join(file), manifest.open(path, name)?.as_bytes())?;
    }
    let part = Part::read(rest).ok_or_else(damaged)?;
    let stop = match head.stop {
        Stop::Budget => StopReason::Budget,
        Stop::Broken => StopReason::Broken,
    };
    Ok(Counted { part, stop, trouble: head.trouble })
}
