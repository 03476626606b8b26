//! What a program may use, together with all that it starts.

use std::num::NonZeroU32;
use std::time::Duration;

/// What a program and all that it starts may use together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Limits {
    /// Time of the processors, which does not depend on what else the machine does. By the
    /// clock on the wall the program may take twice as long, so that a sleeper ends too.
    pub time: Duration,
    /// Memory in RAM, in bytes.
    pub memory: u64,
    /// Standard output and standard error together, in bytes.
    pub output: u64,
    /// Any single file, in bytes; all files together in a folder that [belongs](crate::Call::owns_folder) to the program.
    pub files: u64,
    /// How many processes there may be at once.
    pub processes: u32,
    /// How many cores it may run on; all by default. A [`Warden`](crate::Warden) sees to that.
    pub cores: Option<NonZeroU32>,
}

impl Default for Limits {
    /// Time and memory are those of the paper (section 5.1).
    fn default() -> Limits {
        Limits {
            time: Duration::from_secs(30),
            memory: 8 << 30,
            output: 16 << 20,
            files: 256 << 20,
            processes: 500,
            cores: None,
        }
    }
}

impl Limits {
    /// The longest that it may take by the clock on the wall.
    pub fn wall(&self) -> Duration {
        self.time.saturating_mul(2)
    }
}
