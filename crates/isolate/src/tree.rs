//! The processes below one process, what they use together, and their end.

use std::collections::{BTreeSet, HashMap};
use std::fs;
use std::time::Duration;

use rustix::process::{
    Pid, Signal, WaitOptions, WaitStatus, kill_process, kill_process_group, wait,
};

/// What a tree of processes uses at a moment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Sample {
    /// User and system time of those that live and of those that were waited for.
    pub(crate) cpu: Duration,
    /// The sum of what is in RAM; what two of them share counts twice.
    pub(crate) memory: u64,
    /// How many there are.
    pub(crate) processes: u32,
}

/// All processes below this one, in no order.
pub(crate) fn descendants() -> Vec<i32> {
    let mut found = Vec::new();
    let mut pending = vec![rustix::process::getpid().as_raw_nonzero().get()];
    while let Some(parent) = pending.pop() {
        let Some(children) = children(parent) else { return descendants_by_parents() };
        found.extend(&children);
        pending.extend(children);
    }
    found
}

/// The children of a process; none if the kernel has no such list. A process that is gone has no
/// children.
fn children(parent: i32) -> Option<Vec<i32>> {
    let Ok(threads) = fs::read_dir(format!("/proc/{parent}/task")) else { return Some(Vec::new()) };
    let mut children = Vec::new();
    for thread in threads.flatten() {
        match fs::read_to_string(thread.path().join("children")) {
            Ok(list) => {
                children.extend(list.split_whitespace().filter_map(|n| n.parse::<i32>().ok()))
            }
            Err(_) if thread.path().exists() => return None,
            Err(_) => {}
        }
    }
    Some(children)
}

/// The same from the parents of all processes there are, for a kernel without lists of children.
fn descendants_by_parents() -> Vec<i32> {
    let mut by_parent: HashMap<i32, Vec<i32>> = HashMap::new();
    for entry in fs::read_dir("/proc").into_iter().flatten().flatten() {
        let Some(pid) = entry.file_name().to_str().and_then(|name| name.parse().ok()) else {
            continue;
        };
        if let Some(Stat { parent, .. }) = stat(pid) {
            by_parent.entry(parent).or_default().push(pid);
        }
    }
    let mut found = Vec::new();
    let mut pending = vec![rustix::process::getpid().as_raw_nonzero().get()];
    while let Some(parent) = pending.pop() {
        let children = by_parent.remove(&parent).unwrap_or_default();
        found.extend(&children);
        pending.extend(children);
    }
    found
}

/// Adds up what all processes below this one use.
pub(crate) fn sample() -> Sample {
    let own = stat(rustix::process::getpid().as_raw_nonzero().get()).unwrap_or_default();
    let mut ticks = own.waited_for;
    let mut sum = Sample::default();
    for pid in descendants() {
        let Some(stat) = stat(pid) else { continue };
        ticks += stat.own + stat.waited_for;
        sum.memory += stat.resident_pages * rustix::param::page_size() as u64;
        sum.processes += 1;
    }
    let per_second = rustix::param::clock_ticks_per_second().max(1);
    sum.cpu = Duration::from_micros(ticks.saturating_mul(1_000_000) / per_second);
    sum
}

/// Kills every process below this one, to the last, and waits for all of them.
///
/// Whole groups at first: the kernel kills a group at once, while processes that fork faster than they
/// are listed would be killed one by one for ever. Numbers cannot have been given to strangers:
/// only this process buries them or their orphans.
pub(crate) fn kill_all(program: Option<Pid>) {
    if let Some(program) = program {
        // There may be none left in its group.
        let _ = kill_process_group(program, Signal::KILL);
    }
    loop {
        let alive = descendants();
        let groups: BTreeSet<i32> =
            alive.iter().filter_map(|pid| Some(stat(*pid)?.group)).collect();
        let own = rustix::process::getpgrp();
        for group in groups.into_iter().filter_map(Pid::from_raw).filter(|group| *group != own) {
            let _ = kill_process_group(group, Signal::KILL);
        }
        for pid in alive.iter().copied().filter_map(Pid::from_raw) {
            // It may have ended by itself.
            let _ = kill_process(pid, Signal::KILL);
        }
        while let Ok(Some(_)) = wait(WaitOptions::NOHANG) {}
        if alive.is_empty() {
            return;
        }
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// Buries all that are dead, and says how `program` ended if it is among them.
pub(crate) fn bury(program: Pid) -> Option<WaitStatus> {
    let mut ended = None;
    while let Ok(Some((pid, status))) = wait(WaitOptions::NOHANG) {
        if pid == program {
            ended = Some(status);
        }
    }
    ended
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Stat {
    parent: i32,
    group: i32,
    /// Ticks of the process itself.
    own: u64,
    /// Ticks of its children that it waited for.
    waited_for: u64,
    resident_pages: u64,
}

fn stat(pid: i32) -> Option<Stat> {
    let text = fs::read(format!("/proc/{pid}/stat")).ok()?;
    parse_stat(&String::from_utf8_lossy(&text))
}

/// Fields 4, 5, 14 to 17 and 24 of proc_pid_stat(5). The name of the program, field 2, may contain
/// anything; only the last parenthesis ends it.
fn parse_stat(text: &str) -> Option<Stat> {
    let (_, after_name) = text.rsplit_once(')')?;
    let fields: Vec<&str> = after_name.split_ascii_whitespace().collect();
    let number = |field: usize| fields.get(field - 3)?.parse::<i64>().ok();
    let count = |field: usize| number(field).map(|value| value.max(0) as u64);
    Some(Stat {
        parent: number(4)? as i32,
        group: number(5)? as i32,
        own: count(14)? + count(15)?,
        waited_for: count(16)? + count(17)?,
        resident_pages: count(24)?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stat_is_read_whatever_the_program_is_called() {
        let text = "12 (a) b (c) S 7 11 12 0 -1 4194304 1 2 3 4 50 6 7 8 20 0 1 0 99 1000 321 1";
        let expected = Stat { parent: 7, group: 11, own: 56, waited_for: 15, resident_pages: 321 };
        assert_eq!(parse_stat(text), Some(expected));
        assert_eq!(parse_stat("12 (a) S 7"), None);
        assert_eq!(parse_stat(""), None);
    }

    #[test]
    fn both_ways_to_the_descendants_agree() {
        let mut child = std::process::Command::new("sh")
            .args(["-c", "sleep 60 & wait"])
            .spawn()
            .expect("there is a shell");
        let shell = child.id() as i32;
        let deadline = std::time::Instant::now() + Duration::from_secs(20);
        let sleeper = loop {
            if let Some([sleeper]) = children(shell).as_deref() {
                break *sleeper;
            }
            assert!(std::time::Instant::now() < deadline, "the shell starts no child");
        };
        for found in [descendants(), descendants_by_parents()] {
            assert!(found.contains(&shell) && found.contains(&sleeper), "{found:?}");
        }
        let sleeper = Pid::from_raw(sleeper).expect("a process has a number");
        kill_process(sleeper, Signal::KILL).expect("it sleeps");
        child.wait().expect("it ends when its child has ended");
    }
}
