//! What shards cost: the processor time of eight and their merge against one run, and the merge of a thousand parts with a
//! hundred thousand sightings.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use serde_json::Value;
use sha2::{Digest, Sha256};

const TARGET: &str = "seeded:interval-join-forgets-upper";
const TESTS: u64 = 2_000_000;
const PARTS: usize = 1_000;
const SIGHTINGS: usize = 100_000;

fn main() {
    let folder = tempfile::tempdir().expect("there is room");
    cost(folder.path());
    merge_many(folder.path());
}

/// Run a command; the processor time of it and of all that it started.
fn run(at: &Path, line: &str) -> Duration {
    let before = children();
    let mut command = Command::new(env!("CARGO_BIN_EXE_soundline"));
    let output = command.args(line.split(' ')).current_dir(at).output().expect("it starts");
    let code = output.status.code();
    assert!(matches!(code, Some(0 | 1)), "{line}: {}", String::from_utf8_lossy(&output.stderr));
    children() - before
}

/// Processor time of all children that were waited for, which `/proc/self/stat` has in ticks.
fn children() -> Duration {
    let text = fs::read_to_string("/proc/self/stat").expect("Linux has it");
    let fields: Vec<&str> = text.rsplit(") ").next().expect("it has a name").split(' ').collect();
    let ticks: u64 =
        fields[13..=14].iter().map(|field| field.parse::<u64>().expect("a number")).sum();
    Duration::from_millis(ticks * 1000 / rustix::param::clock_ticks_per_second())
}

fn cost(at: &Path) {
    let line = format!("test {TARGET} --budget {TESTS} --engine random --jobs 1");
    let alone = run(at, &format!("{line} --out alone"));
    let shard = |k: u32| run(at, &format!("{line} --shard {k}/8 --out parts/{k}"));
    let shards: Duration = (1..=8).map(shard).sum();
    let merge = run(at, "merge parts --out merged");
    println!("one run: {alone:.2?}; eight shards: {shards:.2?}; merge: {merge:.2?}");
    println!("ratio: {:.3}", (shards + merge).as_secs_f64() / alone.as_secs_f64());
}

/// Copies of one part under other numbers, each with sightings of its own.
fn merge_many(at: &Path) {
    let line = format!("test {TARGET} --budget {} --engine random --jobs 1", PARTS * 64);
    run(at, &format!("{line} --shard 1/{PARTS} --out first"));
    let text = fs::read_to_string(at.join("first/part.json")).expect("it was written");
    let manifest: Value = serde_json::from_str(&text).expect("it is JSON");
    let files = manifest["files"].as_object().expect("it has files");
    let name = files.keys().find(|name| name.starts_with("counted/")).expect("it counted").clone();
    let counted = fs::read_to_string(at.join("first").join(&name)).expect("it was written");
    for part in 0..PARTS {
        let mut text = counted.clone();
        for sighting in 0..SIGHTINGS / PARTS {
            let (property, index) = (1 + sighting % 46, part * 64 + sighting % 64);
            text += &format!("sighting {property} violated {index} 0\n");
        }
        let folder = at.join("many").join(part.to_string());
        fs::create_dir_all(folder.join("counted")).expect("there is room");
        fs::write(folder.join(&name), &text).expect("there is room");
        let mut manifest = manifest.clone();
        manifest["shard"] = format!("{}/{PARTS}", part + 1).into();
        manifest["files"] = serde_json::json!({ name.as_str(): sha256(text.as_bytes()) });
        fs::write(folder.join("part.json"), manifest.to_string()).expect("there is room");
    }
    let start = Instant::now();
    let used = run(at, "merge many --out all --quiet");
    let elapsed = start.elapsed();
    println!(
        "merge of {PARTS} parts with {SIGHTINGS} sightings: {elapsed:.2?}, of which processors {used:.2?}"
    );
}

fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}
