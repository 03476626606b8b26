//! What a process has used, as `/proc` tells it.

use std::fs;
use std::io;
use std::time::Duration;

/// User and system time of a process and of its children that it has waited for. The kernel counts
/// in ticks, 10 ms as a rule.
pub(crate) fn cpu_time(pid: u32) -> io::Result<Duration> {
    let text = fs::read(format!("/proc/{pid}/stat"))?;
    let ticks = cpu_ticks(&String::from_utf8_lossy(&text)).ok_or(io::ErrorKind::InvalidData)?;
    let per_second = rustix::param::clock_ticks_per_second();
    let nanoseconds = (ticks % per_second) * 1_000_000_000 / per_second;
    Ok(Duration::from_secs(ticks / per_second) + Duration::from_nanos(nanoseconds))
}

/// Memory of a process that is in RAM now, shared pages included.
pub(crate) fn resident_bytes(pid: u32) -> io::Result<u64> {
    let text = fs::read_to_string(format!("/proc/{pid}/statm"))?;
    let pages = text.split_ascii_whitespace().nth(1).and_then(|pages| pages.parse::<u64>().ok());
    let page_size = rustix::param::page_size() as u64;
    pages.and_then(|pages| pages.checked_mul(page_size)).ok_or(io::ErrorKind::InvalidData.into())
}

/// The sum of utime, stime, cutime and cstime: fields 14 to 17 of proc_pid_stat(5). The name of the
/// program, field 2, may contain anything, even blanks and parentheses; only the last one ends it.
fn cpu_ticks(stat: &str) -> Option<u64> {
    let (_, after_name) = stat.rsplit_once(')')?;
    let mut fields = after_name.split_ascii_whitespace().skip(11);
    (0..4).try_fold(0_u64, |sum, _| sum.checked_add(fields.next()?.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_found_behind_any_name() {
        let check = |name: &str, ticks: Option<u64>| {
            let stat =
                format!("7 ({name}) R 1 7 7 0 -1 4194304 99 98 97 96 1000 200 30 4 20 0 1 0");
            assert_eq!(cpu_ticks(&stat), ticks, "{name}");
        };
        check("sh", Some(1234));
        check("a b) R 9 (c", Some(1234));
        check("\n", Some(1234));
    }

    #[test]
    fn damaged_lines_are_refused() {
        let check = |stat: &str| assert_eq!(cpu_ticks(stat), None, "{stat}");
        check("");
        check("7 (sh) R 1 7 7 0 -1 4194304 99 98 97 96 1000 200 30");
        check("7 (sh) R 1 7 7 0 -1 4194304 99 98 97 96 1000 x 30 4");
        check("7 (sh) R 1 7 7 0 -1 4194304 99 98 97 96 1000 -1 30 4");
    }

    #[test]
    fn our_own_use_is_plausible() {
        let here = std::process::id();
        let memory = vec![1_u8; 32 << 20];
        assert!(resident_bytes(here).unwrap() > std::hint::black_box(&memory).len() as u64);
        let start = std::time::Instant::now();
        while cpu_time(here).unwrap() < Duration::from_millis(30) {
            assert!(start.elapsed() < Duration::from_secs(60), "no CPU time is counted");
        }
    }
}
