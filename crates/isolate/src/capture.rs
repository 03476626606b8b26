//! What a program writes, kept up to a size.

use std::io::{self, Read};

/// A stream that is read as it comes.
#[derive(Debug)]
pub(crate) struct Capture<R> {
    stream: R,
    /// What was kept.
    pub(crate) kept: Vec<u8>,
    /// How much was read in all.
    pub(crate) size: u64,
    /// Whether there may be more.
    pub(crate) open: bool,
}

impl<R: Read> Capture<R> {
    pub(crate) fn new(stream: R) -> Self {
        Capture { stream, kept: Vec::new(), size: 0, open: true }
    }

    /// The stream itself.
    pub(crate) fn stream(&self) -> &R {
        &self.stream
    }

    /// Reads once, when there is something to read, and keeps at most so many bytes in all.
    pub(crate) fn read(&mut self, buffer: &mut [u8], most: u64) {
        match self.stream.read(buffer) {
            Ok(0) => self.open = false,
            Ok(count) => {
                self.size += count as u64;
                let room = usize::try_from(most).unwrap_or(usize::MAX) - self.kept.len();
                self.kept.extend_from_slice(&buffer[..count.min(room)]);
            }
            Err(error) if is_passing(&error) => {}
            // A pipe that cannot be read is at its end.
            Err(_) => self.open = false,
        }
    }
}

/// Whether reading or writing may go on some other time.
pub(crate) fn is_passing(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::Interrupted)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_beginning_is_kept_and_all_is_counted() {
        let mut capture = Capture::new(&b"0123456789"[..]);
        let mut buffer = [0; 4];
        while capture.open {
            capture.read(&mut buffer, 6);
        }
        assert_eq!((capture.kept.as_slice(), capture.size), (&b"012345"[..], 10));
    }
}
