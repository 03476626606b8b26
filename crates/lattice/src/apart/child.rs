//! The process in which checks are run.

use super::folder::{BEGUN, CASE, FIRST, FOLDER, GREW, HUNG, TOLD, TOLD_TO_THE_END};
use super::{Judged, Limits};
use crate::Check;
use crate::case::Start;
use crate::run::{Running, Watch};
use std::fs::{self, File};
use std::io::{Seek, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// This process, if it was started by [`run_apart`](super::run_apart).
#[derive(Debug)]
pub struct Child {
    folder: PathBuf,
    first: usize,
    case: Option<Start>,
}

impl Child {
    /// Was this process started by [`run_apart`](super::run_apart)?
    pub fn here() -> Option<Child> {
        let folder = PathBuf::from(std::env::var_os(FOLDER)?);
        let first = std::env::var(FIRST).ok()?.parse().ok()?;
        let case = std::env::var(CASE).ok().and_then(|text| Start::parse(&text));
        Some(Child { folder, first, case })
    }

    /// The folder that it shares with the process that started it.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Run the checks from the first one on, and write down what came out. The process ends itself when a case
    /// passes a limit.
    pub fn run(&self, checks: &[Check], judge: impl Fn(&Check, Watch) -> Judged) {
        let watchdog = Watchdog::start(&self.folder);
        self.run_watched(checks, |begins| watchdog.case(begins), judge);
    }

    /// The same for a process that somebody else watches, who is told when a case begins and when it has ended.
    pub fn run_watched(
        &self,
        checks: &[Check],
        tell: impl Fn(bool),
        judge: impl Fn(&Check, Watch) -> Judged,
    ) {
        if let Some(start) = &self.case {
            tell(true);
            if let Ok(file) = File::create(self.folder.join(TOLD)) {
                Running::of(&checks[self.first]).run(&mut start.case().told_to(file));
            }
            let _ = fs::write(self.folder.join(TOLD_TO_THE_END), "");
            return;
        }
        for (number, check) in checks.iter().enumerate().skip(self.first) {
            let mut journal = File::create(self.folder.join(BEGUN)).ok();
            let mut note = |start: Option<&Start>| {
                tell(start.is_some());
                if let (Some(journal), Some(start)) = (&mut journal, start) {
                    let line = format!("{start}\n");
                    let _ = journal.rewind().and_then(|()| journal.write_all(line.as_bytes()));
                }
            };
            let judged = judge(check, Watch(&mut note));
            let kind = if judged.bad { "bad" } else { "good" };
            let draft = self.folder.join("draft");
            let written = fs::write(&draft, format!("{kind}\n{}", judged.text));
            let _ = written.and_then(|()| fs::rename(&draft, self.folder.join(number.to_string())));
        }
    }
}

/// The heartbeat when a case begins or has ended: it changes, and is odd while a case is run.
pub fn next_beat(beats: u64, begins: bool) -> u64 {
    beats.div_ceil(2) * 2 + u64::from(begins)
}

/// How much longer than a case something else may take.
const BESIDES: u32 = 10;

/// Ends the process when a case takes too long or too much memory, and, later, when something else does; and when the
/// one that started it is gone.
struct Watchdog {
    beats: Arc<AtomicU64>,
}

impl Watchdog {
    fn start(folder: &Path) -> Watchdog {
        let beats = Arc::new(AtomicU64::new(0));
        let (watched, folder) = (Arc::clone(&beats), folder.to_path_buf());
        let limits = Limits::from_environment();
        let parent = parent();
        let give_up = move |file: &str, text: String, code: i32| {
            let _ = fs::write(folder.join(file), text);
            std::process::exit(code)
        };
        std::thread::spawn(move || {
            let (mut last, mut since) = (0, Instant::now());
            loop {
                std::thread::sleep(Duration::from_millis(50));
                if self::parent() != parent {
                    // Nobody waits for this process any more.
                    std::process::exit(71);
                }
                if resident_bytes().is_some_and(|bytes| bytes > limits.memory) {
                    give_up(GREW, String::new(), 72);
                }
                let now = watched.load(Ordering::Relaxed);
                let patience =
                    if now % 2 == 1 { limits.time } else { limits.time.saturating_mul(BESIDES) };
                if now != last {
                    (last, since) = (now, Instant::now());
                } else if since.elapsed() > patience {
                    give_up(HUNG, patience.as_secs_f64().to_string(), 70);
                }
            }
        });
        Watchdog { beats }
    }

    /// A case begins, or has ended.
    fn case(&self, begins: bool) {
        let beats = self.beats.load(Ordering::Relaxed);
        self.beats.store(next_beat(beats, begins), Ordering::Relaxed);
    }
}

#[cfg(unix)]
fn parent() -> u32 {
    std::os::unix::process::parent_id()
}

#[cfg(not(unix))]
fn parent() -> u32 {
    0
}

/// The memory of this process that is in RAM, where the system tells it.
fn resident_bytes() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kibibytes: u64 = line.trim().strip_suffix(" kB")?.parse().ok()?;
    Some(kibibytes << 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn beats_are_odd_while_a_case_is_run() {
        let beats = [true, false, true, true, false, false].iter().scan(0, |beats, begins| {
            *beats = next_beat(*beats, *begins);
            Some(*beats)
        });
        assert_eq!(beats.collect::<Vec<_>>(), [1, 2, 3, 5, 6, 6]);
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn the_memory_of_this_process_is_known() {
        assert!(resident_bytes().is_some_and(|bytes| bytes > 1 << 16));
    }
}
