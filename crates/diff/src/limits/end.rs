//! How a foreign program ended, and what it used.

use std::time::Duration;

/// How a program ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// By itself, with this code.
    Exited(i32),
    /// By a signal that the warden did not send.
    Signalled(i32),
    /// It had used its time.
    TimedOut,
    /// It used more memory than it may.
    OutOfMemory,
    /// It started too many processes.
    TooManyProcesses,
    /// It wrote more than it may.
    TooMuchOutput,
    /// It was stopped because nobody wants its result any more.
    Interrupted,
    /// It could not be started or watched.
    NotStarted(String),
}

/// What a program and all that it started used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Usage {
    /// Time by the clock on the wall.
    pub wall: Duration,
    /// Time of the processors, in steps of the kernel's clock tick.
    pub cpu: Duration,
    /// The most memory that was seen at once, in bytes.
    pub memory: u64,
    /// Processor time of the warden itself.
    pub warden: Duration,
}
