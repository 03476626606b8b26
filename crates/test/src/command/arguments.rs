//! Arguments that several commands have, with the same names, units and defaults everywhere.
//!
//! | argument | what it says |
//! |---|---|
//! | `--time TIME` | how long a command may take in all |
//! | `--time-limit TIME`, `--memory-limit SIZE` | what one test, trace or run of an analyzer may use |
//! | `--jobs N` | how much is done at the same time |
//! | `--seed S` | what everything random is drawn from |
//! | `--model BITS` | the widths of `long` and of pointers in C |
//! | `--out DIR` | the folder for results |
//!
//! Times are `500ms`, `30s`, `5m` or `1h`, and seconds without a unit; sizes are `512M` or `2G`, and MiB
//! without a unit. Spellings of earlier versions still work and are not shown.

use std::num::NonZeroUsize;
use std::time::Duration;

/// Where results go by default.
pub const FOLDER: &str = "soundline-out";

/// The least memory that a process can work with.
const LEAST_MEMORY: u64 = 64 << 20;

/// How much is done at the same time.
#[derive(clap::Args, Clone, Copy, Debug)]
pub struct Jobs {
    /// How many at the same time [default: the number of cores]
    #[arg(long, value_name = "N", value_parser = at_least_one)]
    jobs: Option<NonZeroUsize>,
}

impl Jobs {
    /// The number, if somebody has said one.
    pub fn asked(&self) -> Option<usize> {
        self.jobs.map(NonZeroUsize::get)
    }

    /// The number.
    pub fn count(&self) -> usize {
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        self.jobs.map_or_else(cores, NonZeroUsize::get)
    }
}

fn at_least_one(text: &str) -> Result<NonZeroUsize, String> {
    let number: usize = text.parse().map_err(|_| format!("{text:?} is not a number"))?;
    NonZeroUsize::new(number).ok_or_else(|| "--jobs must be at least 1".into())
}

/// What everything random is drawn from.
#[derive(clap::Args, Clone, Copy, Debug)]
pub struct Seed {
    /// What everything random is drawn from: same seed, same results
    #[arg(long, default_value_t = 0, value_name = "S")]
    pub seed: u64,
}

/// What one test, trace or run of an analyzer may use.
#[derive(clap::Args, Clone, Copy, Debug)]
pub struct RunLimits {
    /// Processor time of each [default: 1s for a test, 10s for a trace or a case of a law, 30s
    /// for an analyzer]
    #[arg(long, value_name = "TIME", value_parser = duration)]
    time_limit: Option<Duration>,
    /// Memory of each, such as 512M or 2G [default: 2G, for an analyzer 8G]
    #[arg(long, value_name = "SIZE", value_parser = size)]
    memory_limit: Option<u64>,
}

impl RunLimits {
    /// Processor time, and memory in bytes, of a test.
    pub fn of_a_test(&self) -> (Duration, u64) {
        self.or(Duration::from_secs(1), 2 << 30)
    }

    /// Of a trace that is run again.
    pub fn of_a_trace(&self) -> (Duration, u64) {
        self.or(Duration::from_secs(10), 2 << 30)
    }

    /// Of a case of a law.
    pub fn of_a_case(&self) -> (Duration, u64) {
        self.or(Duration::from_secs(10), 2 << 30)
    }

    /// Of an analyzer.
    pub fn of_an_analyzer(&self) -> (Duration, u64) {
        self.or(Duration::from_secs(30), 8 << 30)
    }

    fn or(&self, time: Duration, memory: u64) -> (Duration, u64) {
        (self.time_limit.unwrap_or(time), self.memory_limit.unwrap_or(memory))
    }
}

/// The widths of `long` and of pointers in C.
#[derive(clap::Args, Clone, Copy, Debug)]
pub struct Model {
    /// How many bits `long` and pointers have: 32 or 64
    #[arg(long, default_value = "64", value_name = "BITS", value_parser = bits)]
    model: u32,
    #[arg(long = "32", hide = true, conflicts_with_all = ["lp64", "model"])]
    ilp32: bool,
    #[arg(long = "64", hide = true, conflicts_with = "model")]
    lp64: bool,
}

impl Model {
    /// 32 or 64.
    pub fn bits(&self) -> u32 {
        if self.ilp32 { 32 } else { self.model }
    }
}

fn bits(text: &str) -> Result<u32, String> {
    match text.to_ascii_lowercase().as_str() {
        "32" | "32bit" | "ilp32" => Ok(32),
        "64" | "64bit" | "lp64" => Ok(64),
        _ => Err(format!("{text:?} is not a data model; it is 32 or 64")),
    }
}

/// A time such as `500ms`, `60s`, `5m`, `1h`; seconds without a unit.
pub fn duration(text: &str) -> Result<Duration, String> {
    let (number, unit) = number_and_unit(text);
    let seconds = match unit {
        "ms" => 0.001,
        "s" | "" => 1.0,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => return Err(format!("{text:?} is not a time; write 500ms, 60s, 5m or 1h")),
    };
    let number: f64 = number.parse().map_err(|_| format!("{text:?} is not a time"))?;
    let time = Duration::try_from_secs_f64(number * seconds).ok().filter(|t| !t.is_zero());
    time.ok_or_else(|| format!("{text:?} is not a time that makes sense"))
}

/// A size in bytes, from a text such as `512M` or `2G`; MiB without a unit.
pub fn size(text: &str) -> Result<u64, String> {
    let (number, unit) = number_and_unit(text);
    let unit = match unit.to_ascii_lowercase().trim_end_matches('b').trim_end_matches('i') {
        "m" | "" => f64::from(1 << 20),
        "g" => f64::from(1 << 30),
        "t" => f64::from(1 << 30) * 1024.0,
        _ => return Err(format!("{text:?} is not a size; write 512M or 2G")),
    };
    let number: f64 = number.parse().map_err(|_| format!("{text:?} is not a size"))?;
    match (number * unit) as u64 {
        bytes if bytes < LEAST_MEMORY => Err("it must be at least 64M".into()),
        bytes => Ok(bytes),
    }
}

fn number_and_unit(text: &str) -> (&str, &str) {
    let digits = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let (number, unit) = text.split_at(digits);
    (number, unit.trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_units_or_are_seconds() {
        assert_eq!(duration("500ms"), Ok(Duration::from_millis(500)));
        assert_eq!(duration("0.2"), Ok(Duration::from_millis(200)));
        assert_eq!(duration("2m"), Ok(Duration::from_secs(120)));
        assert!(duration("never").is_err_and(|error| error.contains("\"never\" is not a time")));
        assert!(duration("0s").is_err() && duration("").is_err() && duration("-1").is_err());
    }

    #[test]
    fn sizes_have_units_or_are_mebibytes() {
        assert_eq!(size("2048"), Ok(2 << 30));
        assert_eq!(size("2G"), Ok(2 << 30));
        assert_eq!(size("512MiB"), Ok(512 << 20));
        assert_eq!(size("1.5GB"), Ok(3 << 29));
        assert!(size("1M").is_err_and(|error| error.contains("64M")));
        assert!(size("much").is_err() && size("3 apples").is_err());
    }

    #[test]
    fn models_are_32_or_64() {
        assert_eq!((bits("ILP32"), bits("64")), (Ok(32), Ok(64)));
        assert!(bits("16").is_err());
    }
}
