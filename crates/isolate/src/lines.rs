//! Lines to and from a program, written and read without ever waiting for one direction alone.
//!
//! Both directions are polled together: a program that does not read while it writes cannot block
//! us, nor we it. Everything is bounded: the time for a line, its length, what waits to be written,
//! and what is remembered of the standard error.

use std::collections::VecDeque;
use std::io::{self, Read, Write};
use std::process::{ChildStdin, ChildStdout, Command};
use std::time::Duration;

use rustix::event::{PollFd, PollFlags};
use rustix::io::ioctl_fionbio;

use crate::capture::is_passing;
use crate::child::Child;
use crate::confinement::{Confinement, Streams};
use crate::end::End;
use crate::patience::Deadline;
use crate::text::printable;

/// What a program that is spoken to in lines may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineLimits {
    /// For a line, from the moment when it is waited for.
    pub time: Duration,
    /// The bytes of a line.
    pub line: usize,
    /// The bytes that may wait to be written.
    pub waiting: usize,
}

impl Default for LineLimits {
    fn default() -> LineLimits {
        LineLimits { time: Duration::from_secs(10), line: 4 << 20, waiting: 1 << 20 }
    }
}

/// Why there is no line. The texts go on after the program's name.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum NoLine {
    /// It wrote far more than it was asked for.
    #[error("it writes without being asked")]
    Unasked,
    /// It does not listen.
    #[error("it has not read its input for {0:?}")]
    Deaf(Duration),
    /// It does not speak.
    #[error("it has not answered for {0:?}")]
    Silent(Duration),
    /// A line has too many bytes.
    #[error("it wrote a line of more than {0} bytes")]
    TooLong(usize),
    /// A line is no text.
    #[error("it wrote a line that is not UTF-8")]
    NotText,
    /// It ended, or closed its output, with these words.
    #[error("{0}")]
    Gone(String),
    /// The system failed.
    #[error("its streams fail: {0}")]
    Io(#[from] io::Error),
}

/// So long a program that was told to end may take for it.
const GRACE: Duration = Duration::from_millis(200);

/// A running program that is spoken to in lines.
///
/// ```
/// use std::process::Command;
/// use soundline_isolate::{LineLimits, Lines};
///
/// let mut cat = Lines::start(Command::new("cat"), LineLimits::default())?;
/// cat.say("hello\n")?;
/// assert_eq!(cat.line()?, "hello");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Lines {
    child: Child,
    /// `None` when the program does not listen any more.
    stdin: Option<ChildStdin>,
    stdout: ChildStdout,
    outgoing: VecDeque<u8>,
    incoming: Vec<u8>,
    /// So many bytes of `incoming` have no newline.
    scanned: usize,
    limits: LineLimits,
}

impl Lines {
    /// Starts a program.
    pub fn start(command: Command, limits: LineLimits) -> io::Result<Lines> {
        let piped = Confinement { streams: Streams::Piped, ..Confinement::default() };
        let mut child = Child::spawn(command, &piped)?;
        let (stdin, stdout) = child.take_streams().ok_or(io::ErrorKind::BrokenPipe)?;
        // Only our ends of the pipes; the program's ends keep blocking.
        ioctl_fionbio(&stdin, true)?;
        ioctl_fionbio(&stdout, true)?;
        Ok(Lines {
            child,
            stdin: Some(stdin),
            stdout,
            outgoing: VecDeque::new(),
            incoming: Vec::new(),
            scanned: 0,
            limits,
        })
    }

    /// Queues a line, newline included. It is written with the next line that is waited for, or
    /// when much has gathered.
    pub fn say(&mut self, text: &str) -> Result<(), NoLine> {
        if self.stdin.is_none() {
            // Nobody listens; whoever waits for the next line learns why.
            return Ok(());
        }
        self.outgoing.extend(text.as_bytes());
        let deadline = Deadline::after(self.limits.time);
        while self.outgoing.len() > self.limits.waiting {
            if self.incoming.len() > self.limits.line {
                return Err(NoLine::Unasked);
            }
            if !self.exchange(deadline)? {
                return Err(NoLine::Deaf(self.limits.time));
            }
        }
        Ok(())
    }

    /// Writes all that is queued and waits for a line, which comes without its newline and
    /// [fit to be shown](crate::printable).
    pub fn line(&mut self) -> Result<String, NoLine> {
        let deadline = Deadline::after(self.limits.time);
        loop {
            if let Some(length) = self.incoming[self.scanned..].iter().position(|b| *b == b'\n') {
                return self.take_line(self.scanned + length);
            }
            self.scanned = self.incoming.len();
            if self.scanned > self.limits.line {
                return Err(NoLine::TooLong(self.limits.line));
            }
            if !self.exchange(deadline)? {
                return Err(NoLine::Silent(self.limits.time));
            }
        }
    }

    fn take_line(&mut self, length: usize) -> Result<String, NoLine> {
        let mut line: Vec<u8> = self.incoming.drain(..=length).collect();
        self.scanned = 0;
        line.pop();
        if line.last() == Some(&b'\r') {
            line.pop();
        }
        let text = str::from_utf8(&line).map_err(|_| NoLine::NotText)?;
        Ok(printable(text.as_bytes()))
    }

    /// Writes and reads what is possible, after waiting until something is. False if nothing was
    /// until the deadline.
    fn exchange(&mut self, deadline: Deadline) -> Result<bool, NoLine> {
        let mut ends = vec![PollFd::new(&self.stdout, PollFlags::IN)];
        let listens = self.stdin.as_ref().filter(|_| !self.outgoing.is_empty());
        ends.extend(listens.map(|stdin| PollFd::new(stdin, PollFlags::OUT)));
        // One who never stops talking is always ready.
        if !deadline.wait_for(&mut ends)? || deadline.is_over() {
            return Ok(false);
        }
        let ready = |at: usize| ends.get(at).is_some_and(|end| !end.revents().is_empty());
        let (to_read, to_write) = (ready(0), ready(1));
        if to_write {
            self.write_some();
        }
        if to_read {
            self.read_some()?;
        }
        Ok(true)
    }

    fn write_some(&mut self) {
        let Some(stdin) = &mut self.stdin else { return };
        match stdin.write(self.outgoing.as_slices().0) {
            Ok(written) => drop(self.outgoing.drain(..written)),
            Err(fault) if is_passing(&fault) => {}
            // It may have answered before it closed its input; the end of its output tells.
            Err(_) => {
                self.stdin = None;
                self.outgoing.clear();
            }
        }
    }

    fn read_some(&mut self) -> Result<(), NoLine> {
        let mut buffer = [0; 1 << 14];
        match self.stdout.read(&mut buffer) {
            Ok(0) => Err(NoLine::Gone(self.obituary())),
            Ok(length) => {
                self.incoming.extend_from_slice(&buffer[..length]);
                Ok(())
            }
            Err(fault) if is_passing(&fault) => Ok(()),
            Err(fault) => Err(fault.into()),
        }
    }

    /// How the program ended, which has closed its output.
    fn obituary(&mut self) -> String {
        let end = match self.child.wait_timeout(GRACE) {
            Ok(Some(End::Exited(code))) => format!("it ended (exit status: {code})"),
            Ok(Some(end)) => format!("it ended ({end})"),
            _ => "it closed its output".to_string(),
        };
        match self.child.stderr_tail().trim().lines().last() {
            Some(last) => format!("{end} and said: {last}"),
            None => end,
        }
    }
}

impl Drop for Lines {
    fn drop(&mut self) {
        // The end of its input asks a program to end by itself, so that it can write its coverage.
        // One that was still being written to will not come to it.
        let hopeful = self.outgoing.is_empty() && self.stdin.is_some();
        self.stdin = None;
        if hopeful {
            // Whoever is alive after that is killed.
            let _ = self.child.wait_timeout(GRACE);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn start(script: &str) -> Lines {
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        let limits = LineLimits { time: Duration::from_secs(20), line: 1000, waiting: 1000 };
        Lines::start(command, limits).expect("there is a shell")
    }

    #[test]
    fn lines_command_no_terminal() {
        let mut lines = start("printf 'a\\033[2Jb\\r\\nplain\\n'");
        assert_eq!(lines.line().expect("it speaks"), "a\u{241b}[2Jb");
        assert_eq!(lines.line().expect("it speaks"), "plain");
        let end = lines.line().expect_err("it has ended").to_string();
        assert_eq!(end, "it ended (exit status: 0)");
    }

    #[test]
    fn one_that_is_not_text_or_too_long_is_no_line() {
        assert!(matches!(start("printf '\\377\\n'").line(), Err(NoLine::NotText)));
        let endless = "while :; do printf aaaaaaaaaaaaaaaa; done";
        assert!(matches!(start(endless).line(), Err(NoLine::TooLong(1000))));
    }
}
