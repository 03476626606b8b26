//! Watches a worker that checks a lattice: it is confined, its time is processor time, and all that it has started dies
//! with it.

use soundline_isolate::{Allowance, Board, Child, Confinement, End, Ruling, Watch};
use soundline_lattice::apart::{self, Ended, Starter, next_beat};
use soundline_test::command::Interrupt;
use std::ffi::OsStr;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// How often one looks at a worker.
const GLANCE: Duration = Duration::from_millis(20);
/// How long a worker may take for what is not a case: listing elements, looking for causes. That is our own code, so
/// this limit is only there for operations of the lattice that it calls.
const BESIDES: Duration = Duration::from_secs(600);

/// Starts workers and watches them.
pub struct Supervisor<'a> {
    /// Makes the command of a worker.
    pub command: &'a dyn Fn() -> Option<Command>,
    /// What a case may use.
    pub limits: apart::Limits,
    /// Says when nobody wants a result any more.
    pub interrupt: &'a Interrupt,
}

impl Starter for Supervisor<'_> {
    fn start(&self, folder: &Path, environment: &[(&str, &OsStr)]) -> Option<Ended> {
        let mut command = (self.command)()?;
        command.envs(environment.iter().copied());
        let board = Board::create(&heartbeat(folder), 1).ok()?;
        // Allocators reserve more addresses than they use. This only stops an explosion that is quicker than a glance.
        let address_space = Some(self.limits.memory.saturating_mul(4));
        let confinement = Confinement { address_space, ..Confinement::default() };
        let mut child = Child::spawn(command, &confinement).ok()?;
        let ended = self.watch(&mut child, &board.words()[0]).ok()?;
        // What the lattice prints belongs to the output of this process.
        eprint!("{}", child.stderr_tail());
        Some(ended)
    }
}

impl Supervisor<'_> {
    fn watch(&self, child: &mut Child, heartbeat: &AtomicU64) -> io::Result<Ended> {
        let apart::Limits { time, memory } = self.limits;
        let mut of_case = Watch::new(Allowance::of_time(time).and_memory(memory));
        let mut besides = Watch::new(Allowance::of_time(time.max(BESIDES)).and_memory(memory));
        let start = Instant::now();
        loop {
            if let Some(end) = child.wait_timeout(GLANCE)? {
                return Ok(Ended::Itself(match end {
                    End::Exited(code) => format!("exit code {code}"),
                    end => end.to_string(),
                }));
            }
            if self.interrupt.is_asked() {
                child.kill()?;
                return Ok(Ended::Interrupted);
            }
            let sample = child.sample(heartbeat, start.elapsed())?;
            let rulings =
                [(besides.judge(sample), time.max(BESIDES)), (of_case.judge(sample), time)];
            let (ruling, limit) = rulings[(sample.heartbeat % 2) as usize];
            let ended = match ruling {
                Ruling::Continue => continue,
                Ruling::TimedOut => Ended::TimedOut(limit),
                Ruling::OutOfMemory => Ended::OutOfMemory(memory),
            };
            child.kill()?;
            return Ok(ended);
        }
    }
}

/// The heart of a worker, which its supervisor looks at.
pub struct Heart(Board);

impl Heart {
    /// That of this process, which shares the folder with its supervisor.
    pub fn here(folder: &Path) -> Option<Heart> {
        Board::open(&heartbeat(folder)).ok().map(Heart)
    }

    /// A case begins, or has ended.
    pub fn beat(&self, begins: bool) {
        let beats = &self.0.words()[0];
        // Nobody else writes it.
        beats.store(next_beat(beats.load(Ordering::Relaxed), begins), Ordering::Release);
    }
}

fn heartbeat(folder: &Path) -> PathBuf {
    folder.join("heartbeat")
}

#[cfg(test)]
mod tests;
