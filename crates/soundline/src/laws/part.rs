//! A shard of `soundline laws`, and the results of all shards.

use super::outcome::Checked;
use super::select::Selected;
use super::{Arguments, How, each_in_order};
use soundline_test::command::{Complaint, Ending, Interrupt, screen, write_whole};
use soundline_test::shards::merge::Merger;
use soundline_test::shards::{Manifest, Parts, Shard};
use std::path::Path;

/// What the laws of the part came to.
const RESULTS: &str = "laws.json";
/// Stored counterexamples.
const CASES: &str = "laws";

/// Check the lattices of a shard, and write its part. One that was stopped early writes none. A lattice is in one shard with
/// all of its laws, since some explain others.
pub fn run(
    arguments: &Arguments,
    mut selected: Selected,
    shard: Shard,
) -> Result<Ending, Complaint> {
    if Manifest::is_made(&arguments.out, shard, false)? {
        return Ok(Ending::Nothing);
    }
    let interrupt = Interrupt::after(arguments.time)?;
    let (mut own, mut number) = (Vec::new(), 0);
    selected.entries.retain(|entry| {
        let is_own = shard.has(number);
        number += 1;
        if is_own {
            own.push(entry.name.clone());
        }
        is_own
    });
    let progress = screen::progress(selected.entries.len() as u64, "laws");
    let mut all: Vec<Checked> = Vec::new();
    each_in_order(arguments, &selected, &interrupt, |checked| {
        progress.inc(1);
        all.push(checked?);
        Ok(())
    })?;
    progress.finish_and_clear();
    if all.len() < selected.entries.len() {
        return Ok(Ending::Stopped);
    }
    let mut manifest = Manifest::new(shard, arguments.seed.seed, own.join(" "));
    let results = serde_json::to_string(&all).expect("results have no maps with odd keys");
    manifest.add(&arguments.out, RESULTS, &results)?;
    for case in all.iter().flat_map(cases) {
        if let Some(name) = case.file_name() {
            manifest.adopt_file(&arguments.out, &format!("{CASES}/{}", name.to_string_lossy()))?;
        }
    }
    let sealed = manifest.seal(&arguments.out)?;
    let laws: usize = all.iter().map(|checked| checked.laws.len()).sum();
    screen::say(&match arguments.json {
        true => sealed,
        false => format!(
            "Part {shard}: {laws} laws of {} lattices.\n'soundline merge' puts the parts together.\n",
            all.len()
        ),
    })?;
    Ok(Ending::Nothing)
}

/// The files of counterexamples.
fn cases(checked: &Checked) -> impl Iterator<Item = &Path> {
    let examples = checked.laws.iter().filter_map(|law| law.counterexample.as_ref());
    examples.filter_map(|example| example.file.as_deref())
}

/// Puts the parts of `soundline laws` together.
pub fn merger() -> Merger {
    Box::new(|parts, merging| {
        let arguments: Arguments = parts.arguments(1)?;
        let selected = Selected::new(&arguments.names, &arguments.laws, &arguments.classes)?;
        let mut all = Vec::new();
        for (folder, manifest) in parts.all.values() {
            all.extend(read(folder, manifest, &merging.out)?);
        }
        let place = |checked: &Checked| {
            selected.entries.iter().position(|entry| entry.name == checked.name)
        };
        all.sort_by_key(place);
        let how = How::new(&selected, merging.json, merging.quiet, merging.verbose);
        all.iter().for_each(|checked| how.tell(checked));
        let ended = how.conclude(&arguments, &all, all.len() == selected.entries.len());
        tell_missing(parts, merging.json)?;
        Ok(ended)
    })
}

/// The lattices of one part. Its counterexamples go to the folder of all results.
fn read(folder: &Path, manifest: &Manifest, out: &Path) -> Result<Vec<Checked>, Complaint> {
    let text = manifest.open(folder, RESULTS)?;
    let damaged = || Complaint::new(format!("{} is damaged", folder.join(RESULTS).display()));
    let mut all: Vec<Checked> = serde_json::from_str(&text).map_err(|_| damaged())?;
    let laws = all.iter_mut().flat_map(|checked| &mut checked.laws);
    for example in laws.filter_map(|law| law.counterexample.as_mut()) {
        let Some(file) = &mut example.file else { continue };
        let name = file.file_name().ok_or_else(damaged)?.to_string_lossy().into_owned();
        let case = manifest.open(folder, &format!("{CASES}/{name}"))?;
        *file = out.join(CASES).join(name);
        write_whole(file, case.as_bytes())?;
    }
    Ok(all)
}

fn tell_missing(parts: &Parts, json: bool) -> Result<(), Complaint> {
    match parts.missing_in_words() {
        Some(missing) if !json => screen::say(&format!("Not all was checked: {missing}.\n")),
        _ => Ok(()),
    }
}
