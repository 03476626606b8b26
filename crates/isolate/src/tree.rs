//! The processes below one process, what they use together, and their end.

use std::collections::{BTreeSet, HashMap};
use std::fs;
use std::time::Duration;

use rustix::process::{
    Pid, Signal, WaitOptions, WaitStatus, getpid, kill_process, kill_process_group, wait,
};

use crate::stat::{Stat, time_of};

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

/// The number of this process.
pub(crate) fn this() -> i32 {
    getpid().as_raw_nonzero().get()
}

/// All processes below one, in no order.
pub(crate) fn descendants(root: i32) -> Vec<i32> {
    let mut found = Vec::new();
    let mut pending = vec![root];
    while let Some(parent) = pending.pop() {
        let Some(children) = listed_children(parent) else { return descendants_by_parents(root) };
        found.extend(&children);
        pending.extend(children);
    }
    found
}

/// The children of a process.
pub(crate) fn children(parent: i32) -> Vec<i32> {
    listed_children(parent).unwrap_or_else(|| by_parents().remove(&parent).unwrap_or_default())
}

/// The children of a process; none if the kernel has no such list. A process that is gone has no
/// children.
fn listed_children(parent: i32) -> Option<Vec<i32>> {
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
fn descendants_by_parents(root: i32) -> Vec<i32> {
    let mut by_parent = by_parents();
    let mut found = Vec::new();
    let mut pending = vec![root];
    while let Some(parent) = pending.pop() {
        let children = by_parent.remove(&parent).unwrap_or_default();
        found.extend(&children);
        pending.extend(children);
    }
    found
}

fn by_parents() -> HashMap<i32, Vec<i32>> {
    let mut by_parent: HashMap<i32, Vec<i32>> = HashMap::new();
    for entry in fs::read_dir("/proc").into_iter().flatten().flatten() {
        let Some(pid) = entry.file_name().to_str().and_then(|name| name.parse().ok()) else {
            continue;
        };
        if let Ok(Stat { parent, .. }) = Stat::of(pid) {
            by_parent.entry(parent).or_default().push(pid);
        }
    }
    by_parent
}

/// Adds up what all processes below this one use.
pub(crate) fn sample() -> Sample {
    let mut ticks = Stat::of(this()).unwrap_or_default().waited_for;
    let mut sum = Sample::default();
    for pid in descendants(this()) {
        let Ok(stat) = Stat::of(pid) else { continue };
        ticks += stat.own + stat.waited_for;
        sum.memory += stat.resident_bytes();
        sum.processes += 1;
    }
    sum.cpu = time_of(ticks);
    sum
}

/// Kills every process below this one, to the last, and waits for all of them.
pub(crate) fn kill_all(program: Option<Pid>) {
    if let Some(program) = program {
        // There may be none left in its group.
        let _ = kill_process_group(program, Signal::KILL);
    }
    loop {
        let alive = descendants(this());
        kill(&alive);
        while let Ok(Some(_)) = wait(WaitOptions::NOHANG) {}
        if alive.is_empty() {
            return;
        }
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// Kills processes that are below this one.
///
/// Whole groups at first: the kernel kills a group at once, while processes that fork faster than they
/// are listed would be killed one by one for ever. Numbers cannot have been given to strangers:
/// only this process buries them or their orphans.
pub(crate) fn kill(these: &[i32]) {
    let groups: BTreeSet<i32> =
        these.iter().filter_map(|pid| Some(Stat::of(*pid).ok()?.group)).collect();
    // Not by getpgrp(2): in a container the group may be one from outside, with the number 0. It is left alone.
    let own = Stat::of(this()).map(|stat| stat.group);
    let is_other = |group: &i32| own.as_ref().is_ok_and(|own| group != own);
    for group in groups.into_iter().filter(is_other).filter_map(Pid::from_raw) {
        let _ = kill_process_group(group, Signal::KILL);
    }
    for pid in these.iter().copied().filter_map(Pid::from_raw) {
        // It may have ended by itself.
        let _ = kill_process(pid, Signal::KILL);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_ways_to_the_descendants_agree() {
        let mut child = std::process::Command::new("sh")
            .args(["-c", "sleep 60 & wait"])
            .spawn()
            .expect("there is a shell");
        let shell = child.id() as i32;
        let deadline = std::time::Instant::now() + Duration::from_secs(20);
        let sleeper = loop {
            if let [sleeper] = children(shell)[..] {
                break sleeper;
            }
            assert!(std::time::Instant::now() < deadline, "the shell starts no child");
        };
        for found in [descendants(this()), descendants_by_parents(this())] {
            assert!(found.contains(&shell) && found.contains(&sleeper), "{found:?}");
        }
        assert_eq!(by_parents().remove(&shell), Some(vec![sleeper]));
        let sleeper = Pid::from_raw(sleeper).expect("a process has a number");
        kill_process(sleeper, Signal::KILL).expect("it sleeps");
        child.wait().expect("it ends when its child has ended");
    }
}
