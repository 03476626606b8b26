//! A child process behind three pipes, written and read without ever waiting for one alone.
//!
//! Both directions are polled together: a program that does not read while it writes cannot block
//! us, nor we it. Everything is bounded: the time for a line, its length, what waits to be written,
//! and what is remembered of the standard error.

use std::collections::VecDeque;
use std::io::{self, Read, Write};
use std::os::fd::{AsRawFd, RawFd};
use std::os::unix::process::CommandExt;
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use super::command::Command;

/// What the program may take.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// For a line, from the moment when it is waited for.
    pub time: Duration,
    /// The bytes of a line.
    pub line: usize,
    /// The bytes that may wait to be written.
    pub waiting: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { time: Duration::from_secs(10), line: 4 << 20, waiting: 1 << 20 }
    }
}

/// So much of the standard error is kept to explain an end.
const LAST_WORDS: usize = 2048;
/// So long a program that was told to end may take for it.
const GRACE: Duration = Duration::from_millis(200);

/// A running program.
pub struct Pipe {
    child: Child,
    /// `None` when the program does not listen any more.
    stdin: Option<ChildStdin>,
    stdout: ChildStdout,
    /// `None` when the program has closed it.
    stderr: Option<ChildStderr>,
    outgoing: VecDeque<u8>,
    incoming: Vec<u8>,
    /// So many bytes of `incoming` have no newline.
    scanned: usize,
    last_words: Vec<u8>,
    limits: Limits,
}

impl Pipe {
    /// Start a program.
    pub fn start(command: &Command, limits: Limits) -> io::Result<Pipe> {
        let mut process = std::process::Command::new(command.program());
        process.args(command.arguments());
        process.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // In a group of its own it ends with all that it has started, and Ctrl-C is ours to handle.
        process.process_group(0);
        die_with_parent(&mut process);
        let mut child = process.spawn()?;
        let ends = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (Some(stdin), Some(stdout), Some(stderr)) = ends else {
            unreachable!("all three are piped");
        };
        for descriptor in [stdin.as_raw_fd(), stdout.as_raw_fd(), stderr.as_raw_fd()] {
            never_block(descriptor)?;
        }
        Ok(Pipe {
            child,
            stdin: Some(stdin),
            stdout,
            stderr: Some(stderr),
            outgoing: VecDeque::new(),
            incoming: Vec::new(),
            scanned: 0,
            last_words: Vec::new(),
            limits,
        })
    }

    /// Queue a line, newline included. It is written with the next line that is waited for, or
    /// when much has gathered.
    pub fn say(&mut self, text: &str) -> Result<(), String> {
        if self.stdin.is_none() {
            // Nobody listens; whoever waits for the next line learns why.
            return Ok(());
        }
        self.outgoing.extend(text.as_bytes());
        let deadline = Instant::now() + self.limits.time;
        while self.outgoing.len() > self.limits.waiting {
            if self.incoming.len() > self.limits.line {
                return Err("it writes without being asked".to_string());
            }
            if !self.exchange(deadline)? {
                return Err(format!("it has not read its input for {:?}", self.limits.time));
            }
        }
        Ok(())
    }

    /// Write all that is queued and wait for a line, which comes without its newline.
    pub fn line(&mut self) -> Result<String, String> {
        let deadline = Instant::now() + self.limits.time;
        loop {
            if let Some(length) = self.incoming[self.scanned..].iter().position(|b| *b == b'\n') {
                return self.take_line(self.scanned + length);
            }
            self.scanned = self.incoming.len();
            if self.scanned > self.limits.line {
                return Err(format!("it wrote a line of more than {} bytes", self.limits.line));
            }
            if !self.exchange(deadline)? {
                return Err(format!("it has not answered for {:?}", self.limits.time));
            }
        }
    }

    fn take_line(&mut self, length: usize) -> Result<String, String> {
        let mut line: Vec<u8> = self.incoming.drain(..=length).collect();
        self.scanned = 0;
        line.pop();
        if line.last() == Some(&b'\r') {
            line.pop();
        }
        String::from_utf8(line).map_err(|_| "it wrote a line that is not UTF-8".to_string())
    }

    /// Write and read what is possible, after waiting until something is. False if nothing was
    /// until the deadline.
    fn exchange(&mut self, deadline: Instant) -> Result<bool, String> {
        let listens = self.stdin.as_ref().filter(|_| !self.outgoing.is_empty());
        let mut ends = [
            watched(Some(self.stdout.as_raw_fd()), libc::POLLIN),
            watched(self.stderr.as_ref().map(AsRawFd::as_raw_fd), libc::POLLIN),
            watched(listens.map(AsRawFd::as_raw_fd), libc::POLLOUT),
        ];
        if !poll(&mut ends, deadline).map_err(|fault| fault.to_string())? {
            return Ok(false);
        }
        let [stdout_ready, stderr_ready, stdin_ready] = ends.map(|end| end.revents != 0);
        if stdin_ready {
            self.write_some()?;
        }
        if stderr_ready {
            self.read_last_words();
        }
        if stdout_ready {
            self.read_some()?;
        }
        Ok(true)
    }

    fn write_some(&mut self) -> Result<(), String> {
        let Some(stdin) = &mut self.stdin else { return Ok(()) };
        match stdin.write(self.outgoing.as_slices().0) {
            Ok(written) => drop(self.outgoing.drain(..written)),
            Err(fault) if may_be_tried_again(&fault) => {}
            // It may have answered before it closed its input; the end of its output tells.
            Err(_) => {
                self.stdin = None;
                self.outgoing.clear();
            }
        }
        Ok(())
    }

    fn read_some(&mut self) -> Result<(), String> {
        let mut buffer = [0; 1 << 14];
        match self.stdout.read(&mut buffer) {
            Ok(0) => Err(self.obituary()),
            Ok(length) => {
                self.incoming.extend_from_slice(&buffer[..length]);
                Ok(())
            }
            Err(fault) if may_be_tried_again(&fault) => Ok(()),
            Err(fault) => Err(format!("its output cannot be read: {fault}")),
        }
    }

    fn read_last_words(&mut self) {
        let Some(stderr) = &mut self.stderr else { return };
        let mut buffer = [0; LAST_WORDS];
        match stderr.read(&mut buffer) {
            Ok(length) if length > 0 => {
                self.last_words.extend_from_slice(&buffer[..length]);
                let surplus = self.last_words.len().saturating_sub(LAST_WORDS);
                self.last_words.drain(..surplus);
            }
            Err(fault) if may_be_tried_again(&fault) => {}
            _ => self.stderr = None,
        }
    }

    /// How the program ended, which has closed its output.
    fn obituary(&mut self) -> String {
        let status = self.wait_until(Instant::now() + GRACE);
        for _ in 0..64 {
            self.read_last_words();
        }
        let end = match status {
            Some(status) => format!("it ended ({status})"),
            None => "it closed its output".to_string(),
        };
        let words = String::from_utf8_lossy(&self.last_words);
        match words.trim().lines().last() {
            Some(last) => format!("{end} and said: {last}"),
            None => end,
        }
    }

    fn wait_until(&mut self, deadline: Instant) -> Option<std::process::ExitStatus> {
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return Some(status),
                Ok(None) if Instant::now() < deadline => thread::sleep(Duration::from_millis(1)),
                _ => return None,
            }
        }
    }
}

impl Drop for Pipe {
    fn drop(&mut self) {
        // The end of its input asks a program to end by itself, so that it can write its coverage.
        // One that was still being written to will not come to it.
        let hopeful = self.outgoing.is_empty() && self.stdin.is_some();
        self.stdin = None;
        if hopeful && self.wait_until(Instant::now() + GRACE).is_some() {
            return;
        }
        if matches!(self.child.try_wait(), Ok(None)) {
            // SAFETY: kill touches no memory. The child is not waited for, so that the group is its.
            unsafe { libc::kill(-(self.child.id() as libc::pid_t), libc::SIGKILL) };
        }
        // This fails only if it has been waited for already.
        let _ = self.child.wait();
    }
}

fn may_be_tried_again(fault: &io::Error) -> bool {
    matches!(fault.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::Interrupted)
}

fn watched(descriptor: Option<RawFd>, events: libc::c_short) -> libc::pollfd {
    // Negative descriptors are skipped by poll.
    libc::pollfd { fd: descriptor.unwrap_or(-1), events, revents: 0 }
}

/// Wait until one of the ends is ready. False if none was until the deadline.
fn poll(ends: &mut [libc::pollfd], deadline: Instant) -> io::Result<bool> {
    let left = deadline.saturating_duration_since(Instant::now());
    let milliseconds = left.as_micros().div_ceil(1000).min(1 << 30) as libc::c_int;
    // SAFETY: the pointer and the length are those of a slice that lives during the call.
    let ready = unsafe { libc::poll(ends.as_mut_ptr(), ends.len() as libc::nfds_t, milliseconds) };
    match ready {
        0 => Ok(false),
        1.. => Ok(true),
        _ => match io::Error::last_os_error() {
            fault if may_be_tried_again(&fault) => Ok(Instant::now() < deadline),
            fault => Err(fault),
        },
    }
}

fn never_block(descriptor: RawFd) -> io::Result<()> {
    // SAFETY: fcntl with these commands takes and gives integers and touches no memory of ours.
    let flags = unsafe { libc::fcntl(descriptor, libc::F_GETFL) };
    // SAFETY: as above.
    if flags < 0 || unsafe { libc::fcntl(descriptor, libc::F_SETFL, flags | libc::O_NONBLOCK) } < 0
    {
        return Err(io::Error::last_os_error());
    }
    Ok(())
}

/// A worker that is killed leaves no program behind that hangs.
#[cfg(target_os = "linux")]
fn die_with_parent(process: &mut std::process::Command) {
    // SAFETY: prctl is a system call, which is allowed between fork and exec.
    unsafe {
        process.pre_exec(|| {
            libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL);
            Ok(())
        });
    }
}

#[cfg(not(target_os = "linux"))]
fn die_with_parent(_: &mut std::process::Command) {}
