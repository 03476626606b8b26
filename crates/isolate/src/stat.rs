//! What `/proc` tells about a process.

use std::fs;
use std::io;
use std::time::Duration;

/// A line of proc_pid_stat(5), as far as it is needed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Stat {
    pub(crate) parent: i32,
    pub(crate) group: i32,
    pub(crate) session: i32,
    /// User and system ticks of the process itself.
    pub(crate) own: u64,
    /// Ticks of its children that it waited for.
    pub(crate) waited_for: u64,
    /// Pages that are in RAM now, shared ones included.
    resident_pages: u64,
}

impl Stat {
    /// Of a process that may be gone.
    pub(crate) fn of(pid: i32) -> io::Result<Stat> {
        let text = fs::read(format!("/proc/{pid}/stat"))?;
        Stat::parse(&String::from_utf8_lossy(&text)).ok_or(io::ErrorKind::InvalidData.into())
    }

    /// Memory that is in RAM now, shared pages included, in bytes.
    pub(crate) fn resident_bytes(&self) -> u64 {
        self.resident_pages.saturating_mul(rustix::param::page_size() as u64)
    }

    /// User and system time of the process and of its children that it has waited for.
    pub(crate) fn cpu_time(&self) -> Duration {
        time_of(self.own.saturating_add(self.waited_for))
    }

    /// Fields 4 to 6, 14 to 17 and 24. The name of the program, field 2, may contain
    /// anything, even blanks and parentheses; only the last one ends it.
    fn parse(text: &str) -> Option<Stat> {
        let (_, after_name) = text.rsplit_once(')')?;
        let fields: Vec<&str> = after_name.split_ascii_whitespace().collect();
        let number = |field: usize| fields.get(field - 3)?.parse::<i64>().ok();
        let count = |field: usize| u64::try_from(number(field)?).ok();
        Some(Stat {
            parent: number(4)? as i32,
            group: number(5)? as i32,
            session: number(6)? as i32,
            own: count(14)?.checked_add(count(15)?)?,
            waited_for: count(16)?.checked_add(count(17)?)?,
            resident_pages: count(24)?,
        })
    }
}

/// The kernel counts time in ticks, 10 ms as a rule.
pub(crate) fn time_of(ticks: u64) -> Duration {
    let per_second = rustix::param::clock_ticks_per_second().max(1);
    let nanoseconds = (ticks % per_second) * 1_000_000_000 / per_second;
    Duration::from_secs(ticks / per_second) + Duration::from_nanos(nanoseconds)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_read_whatever_the_program_is_called() {
        let expected = Stat {
            parent: 7,
            group: 11,
            session: 12,
            own: 56,
            waited_for: 15,
            resident_pages: 321,
        };
        for name in ["sh", "a) b (c", "a b) R 9 (c", "\n"] {
            let rest = "S 7 11 12 0 -1 4194304 1 2 3 4 50 6 7 8 20 0 1 0 99 1000 321 1";
            assert_eq!(Stat::parse(&format!("12 ({name}) {rest}")), Some(expected), "{name}");
        }
    }

    #[test]
    fn damaged_lines_are_refused() {
        let start = "12 (a) S 7 11 12 0 -1 4194304 1 2 3 4";
        for rest in ["", " 50 6 7", " 50 x 7 8 20 0 1 0 99 1000 321", " 50 -6 7 8 20 0 1 0 9 9 3"] {
            assert_eq!(Stat::parse(&format!("{start}{rest}")), None, "{rest}");
        }
        assert_eq!(Stat::parse(""), None);
    }

    #[test]
    fn our_own_use_is_plausible() {
        let here = || Stat::of(std::process::id() as i32).expect("this process lives");
        let memory = vec![1_u8; 32 << 20];
        assert!(here().resident_bytes() > std::hint::black_box(&memory).len() as u64);
        let start = std::time::Instant::now();
        while here().cpu_time() < Duration::from_millis(30) {
            assert!(start.elapsed() < Duration::from_secs(60), "no CPU time is counted");
        }
    }
}
