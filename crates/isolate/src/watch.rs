//! The rule that says when a worker has had enough: a pure value, fed with samples.
//!
//! A test is a stretch in which the heartbeat keeps its value. It may use so much CPU time, and five
//! times as much wall time: CPU time is fair on a loaded machine, but a worker that sleeps or waits
//! for a lock burns none.

use std::time::Duration;

/// How much longer than its CPU time a test may take by the clock on the wall.
const WALL_FACTOR: u32 = 5;

/// What one test may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Allowance {
    /// CPU time of one test.
    pub cpu: Duration,
    /// Wall time of one test.
    pub wall: Duration,
    /// Resident memory of the worker, in bytes; `None` for any.
    pub resident_bytes: Option<u64>,
}

impl Allowance {
    /// So much CPU time, five times as much wall time, and any amount of memory.
    pub fn of_time(limit: Duration) -> Allowance {
        Allowance { cpu: limit, wall: limit.saturating_mul(WALL_FACTOR), resident_bytes: None }
    }

    /// The same with a bound of resident memory.
    pub fn and_memory(self, bytes: u64) -> Allowance {
        Allowance { resident_bytes: Some(bytes), ..self }
    }
}

/// What was seen of a worker at one moment. Times count from any fixed point, as long as it is the
/// same for all samples of one watch.
///
/// The heartbeat is read first, the times after it (see [`Watch`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sample {
    /// The value that changes when the next test starts.
    pub heartbeat: u64,
    /// CPU time used so far.
    pub cpu: Duration,
    /// Wall time so far.
    pub wall: Duration,
    /// Memory in use now.
    pub resident_bytes: u64,
}

/// What to do with a worker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ruling {
    /// All is well, or nothing is known yet.
    Continue,
    /// The test has used up its CPU or wall time.
    TimedOut,
    /// The worker holds more memory than it may.
    OutOfMemory,
}

/// Judges the samples of one worker process; a new process gets a new watch.
///
/// It never accuses too early: the time of a test counts from the first sample that shows its
/// heartbeat, so a test gets its allowance plus at most one sampling interval.
///
/// The worker runs on while it is judged. Whoever kills it reads the heartbeat once more when it
/// is dead: only if [`accused`](Watch::accused) still equals it was that test to blame. Otherwise the
/// test ended just in time, and the next one was cut short without a fault.
#[derive(Clone, Debug)]
pub struct Watch {
    allowance: Allowance,
    since: Option<Sample>,
}

impl Watch {
    /// A watch that has seen nothing.
    pub fn new(allowance: Allowance) -> Watch {
        Watch { allowance, since: None }
    }

    /// Takes note of a sample and says what to do. Memory is judged before time.
    pub fn judge(&mut self, sample: Sample) -> Ruling {
        let start = match self.since {
            Some(start) if start.heartbeat == sample.heartbeat => start,
            _ => *self.since.insert(sample),
        };
        if self.allowance.resident_bytes.is_some_and(|most| sample.resident_bytes > most) {
            return Ruling::OutOfMemory;
        }
        let cpu = sample.cpu.saturating_sub(start.cpu);
        let wall = sample.wall.saturating_sub(start.wall);
        if cpu > self.allowance.cpu || wall > self.allowance.wall {
            return Ruling::TimedOut;
        }
        Ruling::Continue
    }

    /// The heartbeat of the sample that was judged last.
    pub fn accused(&self) -> Option<u64> {
        self.since.map(|start| start.heartbeat)
    }
}

#[cfg(test)]
mod tests {
    use super::Ruling::{Continue, OutOfMemory, TimedOut};
    use super::*;

    /// Samples as (heartbeat, cpu ms, wall ms, bytes), each with its ruling, for a limit of
    /// 100 ms and 1000 bytes.
    fn check(story: &[(u64, u64, u64, u64, Ruling)]) {
        let limit = Duration::from_millis(100);
        let mut watch = Watch::new(Allowance::of_time(limit).and_memory(1000));
        assert_eq!(watch.accused(), None);
        for &(heartbeat, cpu, wall, resident_bytes, ruling) in story {
            let (cpu, wall) = (Duration::from_millis(cpu), Duration::from_millis(wall));
            let sample = Sample { heartbeat, cpu, wall, resident_bytes };
            assert_eq!(watch.judge(sample), ruling, "{sample:?}");
            assert_eq!(watch.accused(), Some(heartbeat));
        }
    }

    #[test]
    fn a_beating_heart_may_use_any_amount_of_time() {
        check(&[
            (0, 0, 0, 0, Continue),
            (1, 99_000, 99_000, 0, Continue),
            (2, 999_000, 999_000, 0, Continue),
        ]);
    }

    #[test]
    fn cpu_time_is_used_up() {
        check(&[(7, 50, 60, 0, Continue), (7, 150, 160, 0, Continue), (7, 151, 161, 0, TimedOut)]);
    }

    #[test]
    fn a_sleeper_gets_five_times_the_limit() {
        check(&[(7, 5, 10, 0, Continue), (7, 5, 510, 0, Continue), (7, 5, 511, 0, TimedOut)]);
    }

    #[test]
    fn time_before_the_first_sight_of_a_test_is_not_charged_to_it() {
        check(&[(7, 0, 0, 0, Continue), (8, 90, 90, 0, Continue), (8, 190, 190, 0, Continue)]);
    }

    #[test]
    fn a_heartbeat_that_comes_back_is_another_test() {
        check(&[(7, 0, 0, 0, Continue), (8, 90, 90, 0, Continue), (7, 180, 180, 0, Continue)]);
    }

    #[test]
    fn memory_is_judged_at_once_and_before_time() {
        check(&[(7, 0, 0, 1000, Continue), (7, 0, 0, 1001, OutOfMemory)]);
        check(&[(7, 0, 0, 1001, OutOfMemory)]);
        check(&[(7, 0, 0, 0, Continue), (7, 200, 200, 1001, OutOfMemory)]);
    }

    #[test]
    fn a_clock_that_runs_back_accuses_nobody() {
        check(&[(7, 500, 500, 0, Continue), (7, 0, 0, 0, Continue)]);
    }

    #[test]
    fn endless_allowances_do_not_overflow() {
        assert_eq!(Allowance::of_time(Duration::MAX).wall, Duration::MAX);
    }
}
