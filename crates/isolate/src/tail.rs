//! The last few kilobytes of what a child writes to its standard error.
//!
//! A library may complain by the gigabyte. A thread reads along all the time, so that the child
//! never blocks on a full pipe, and forgets all but the end, so that nothing grows. (A file would
//! grow, and reading only when the supervisor has time would block the child.)

use std::io::{self, PipeReader, PipeWriter, Read};
use std::process::ChildStderr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};

use rustix::event::{PollFd, PollFlags};
use rustix::io::ioctl_fionbio;

use crate::patience::Deadline;
use crate::text::printable;

/// How many bytes are kept.
const KEPT: usize = 8 << 10;
/// How many bytes are read at once: what a pipe holds, as a rule.
const AT_ONCE: usize = 64 << 10;
/// The most that a pipe can hold for an ordinary user.
const FULLEST_PIPE: usize = 1 << 20;

/// Reads along with a stream and keeps its end.
#[derive(Debug)]
pub(crate) struct Tail {
    kept: Arc<Mutex<Vec<u8>>>,
    /// Dropping it tells the thread to come to an end.
    stop: Option<PipeWriter>,
    thread: Option<JoinHandle<()>>,
}

impl Tail {
    /// Starts to read.
    pub(crate) fn follow(stream: ChildStderr) -> io::Result<Tail> {
        // Only our end of the pipe; the child's end is another open file and keeps blocking.
        ioctl_fionbio(&stream, true)?;
        let (stopped, stop) = io::pipe()?;
        let kept = Arc::new(Mutex::new(Vec::with_capacity(KEPT)));
        let reader = Reader { stream, stopped, kept: Arc::clone(&kept) };
        let thread = thread::Builder::new().name("stderr".into()).spawn(move || reader.run())?;
        Ok(Tail { kept, stop: Some(stop), thread: Some(thread) })
    }

    /// What was written last, so far.
    pub(crate) fn text(&self) -> String {
        printable(&lock(&self.kept))
    }

    /// Reads what the dead child has left in the pipe, and stops.
    ///
    /// It does not wait for the end of the stream: a grandchild that has fled from its process group
    /// may keep it open forever.
    pub(crate) fn finish(&mut self) {
        self.stop = None;
        if let Some(thread) = self.thread.take() {
            // The thread has no way to panic; if it did, what it has kept is still good.
            let _ = thread.join();
        }
    }
}

impl Drop for Tail {
    fn drop(&mut self) {
        self.finish();
    }
}

/// The half that lives in the thread.
struct Reader {
    stream: ChildStderr,
    stopped: PipeReader,
    kept: Arc<Mutex<Vec<u8>>>,
}

impl Reader {
    fn run(mut self) {
        let mut buffer = vec![0; AT_ONCE];
        while let Ok(stopped) = self.wait() {
            let most = if stopped { FULLEST_PIPE } else { AT_ONCE };
            let open = self.read(&mut buffer, most);
            if stopped || !open {
                return;
            }
        }
    }

    /// Waits until there is something to read or it is time to stop, and says whether it is.
    fn wait(&self) -> io::Result<bool> {
        let mut descriptors =
            [PollFd::new(&self.stream, PollFlags::IN), PollFd::new(&self.stopped, PollFlags::IN)];
        Deadline::never().wait_for(&mut descriptors)?;
        Ok(!descriptors[1].revents().is_empty())
    }

    /// Reads what is there, up to `most` bytes, and says whether there may be more some day.
    fn read(&mut self, buffer: &mut [u8], most: usize) -> bool {
        let mut sum = 0;
        while sum < most {
            match self.stream.read(buffer) {
                Ok(0) => return false,
                Ok(count) => {
                    sum += count;
                    keep_end(&mut lock(&self.kept), &buffer[..count]);
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return error.kind() == io::ErrorKind::WouldBlock,
            }
        }
        true
    }
}

/// Appends, then forgets the beginning.
fn keep_end(kept: &mut Vec<u8>, fresh: &[u8]) {
    let fresh = &fresh[fresh.len().saturating_sub(KEPT)..];
    let too_many = (kept.len() + fresh.len()).saturating_sub(KEPT);
    kept.drain(..too_many);
    kept.extend_from_slice(fresh);
}

fn lock(kept: &Mutex<Vec<u8>>) -> MutexGuard<'_, Vec<u8>> {
    kept.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_end_is_kept_however_the_pieces_fall() {
        let stream: Vec<u8> = (0..5 * KEPT).map(|i| (i % 251) as u8).collect();
        for piece in [1, 7, KEPT - 1, KEPT, KEPT + 1, 3 * KEPT] {
            let mut kept = Vec::with_capacity(KEPT);
            let mut seen = 0;
            for fresh in stream.chunks(piece) {
                keep_end(&mut kept, fresh);
                seen += fresh.len();
                assert_eq!(kept, stream[seen.saturating_sub(KEPT)..seen], "pieces of {piece}");
            }
            assert_eq!(kept.capacity(), KEPT, "nothing grows");
        }
    }
}
