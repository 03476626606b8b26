//! What a single case may use.

use std::time::Duration;

/// Seconds after which a case is said not to end.
const TIME: &str = "SOUNDLINE_TIME_LIMIT";
/// MiB of memory that the process of a case may use.
const MEMORY: &str = "SOUNDLINE_MEMORY_LIMIT";

/// What a single case may use: by default a minute, and 2 GiB of memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// How long it may take.
    pub time: Duration,
    /// How much memory its process may have, in bytes.
    pub memory: u64,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { time: Duration::from_secs(60), memory: 2 << 30 }
    }
}

impl Limits {
    /// From `SOUNDLINE_TIME_LIMIT`, in seconds, and `SOUNDLINE_MEMORY_LIMIT`, in MiB.
    ///
    /// # Panics
    /// When one of them is not such a number.
    pub fn from_environment() -> Limits {
        Limits::from(|variable| std::env::var(variable).ok())
    }

    fn from(variable: impl Fn(&str) -> Option<String>) -> Limits {
        let default = Limits::default();
        let time = variable(TIME).map_or(default.time, |text| {
            let seconds = text.parse().ok().and_then(|time| Duration::try_from_secs_f64(time).ok());
            seconds.unwrap_or_else(|| panic!("{TIME} is not a number of seconds: '{text}'"))
        });
        let memory = variable(MEMORY).map_or(default.memory, |text| {
            let bytes = text.parse().ok().and_then(|size: u64| size.checked_mul(1 << 20));
            bytes.unwrap_or_else(|| panic!("{MEMORY} is not a number of MiB: '{text}'"))
        });
        Limits { time, memory }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_come_from_the_environment() {
        assert_eq!(Limits::from(|_| None), Limits::default());
        let given = |name: &str| Some(if name == TIME { "0.5" } else { "64" }.to_string());
        let wanted = Limits { time: Duration::from_millis(500), memory: 64 << 20 };
        assert_eq!(Limits::from(given), wanted);
    }

    #[test]
    #[should_panic(expected = "SOUNDLINE_MEMORY_LIMIT is not a number of MiB: 'much'")]
    fn rubbish_is_refused() {
        Limits::from(|name| (name == MEMORY).then(|| "much".into()));
    }
}
