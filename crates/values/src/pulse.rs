//! What the worker does now, in one word that outlives it: the job, whether it is in a call of an operator, and a count.

use std::sync::atomic::{AtomicU64, Ordering};

use soundline_isolate::Board;

const COUNT: u32 = 44;
const APPLYING: u64 = 1 << 63;

/// The word, in memory that the supervisor shares.
pub struct Pulse {
    board: Option<Board>,
    /// Where nobody watches.
    alone: AtomicU64,
}

/// What a dead worker was doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    /// The job.
    pub job: usize,
    /// The tuple or case of an operator that was called, or `None` for whatever else there is to do in a job.
    pub call: Option<u64>,
}

impl Pulse {
    /// A pulse that nobody watches.
    #[cfg(test)]
    pub fn alone() -> Pulse {
        Pulse { board: None, alone: AtomicU64::new(0) }
    }

    /// A pulse on a board of at least one word.
    pub fn on(board: Board) -> Pulse {
        Pulse { board: Some(board), alone: AtomicU64::new(0) }
    }

    #[inline]
    fn word(&self) -> &AtomicU64 {
        self.board.as_ref().map_or(&self.alone, |board| &board.words()[0])
    }

    /// A job begins.
    pub fn job(&self, job: usize) {
        self.word().store((job as u64) << COUNT, Ordering::Release);
    }

    /// An operator is called for the tuple or case with this number.
    #[inline]
    pub fn call(&self, number: u64) {
        let word = self.word();
        let job = word.load(Ordering::Relaxed) & !APPLYING & (u64::MAX << COUNT);
        word.store(APPLYING | job | (number & ((1 << COUNT) - 1)), Ordering::Relaxed);
    }

    /// Something else goes on.
    pub fn other(&self) {
        let word = self.word();
        let value = word.load(Ordering::Relaxed) & !APPLYING;
        let count = (value + 1) & ((1 << COUNT) - 1);
        word.store((value & (u64::MAX << COUNT)) | count, Ordering::Relaxed);
    }
}

impl Position {
    /// What a word says.
    pub fn of(word: u64) -> Position {
        let count = word & ((1 << COUNT) - 1);
        let job = ((word & !APPLYING) >> COUNT) as usize;
        Position { job, call: (word & APPLYING != 0).then_some(count) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_is_read_back() {
        let pulse = Pulse::alone();
        let seen = || Position::of(pulse.alone.load(Ordering::Relaxed));
        pulse.job(7);
        assert_eq!(seen(), Position { job: 7, call: None });
        pulse.call(12345);
        assert_eq!(seen(), Position { job: 7, call: Some(12345) });
        pulse.other();
        assert_eq!(seen(), Position { job: 7, call: None });
        pulse.call(0);
        assert_eq!(seen(), Position { job: 7, call: Some(0) });
    }
}
