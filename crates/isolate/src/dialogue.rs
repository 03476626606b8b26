//! Requests and replies over the pipes of a child, where any of them may be its last.

use std::io::{self, Read, Write};
use std::process::{ChildStdin, ChildStdout};
use std::time::Duration;

use rustix::event::{PollFd, PollFlags};
use rustix::io::ioctl_fionbio;

use crate::block::{block_of, end_of_block, text_of};
use crate::capture::is_passing;
use crate::child::Child;
use crate::end::End;
use crate::patience::Deadline;

/// Why there is no reply.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum NoReply {
    /// The child died first.
    #[error("the worker died: {0}")]
    Died(End),
    /// The child did not reply in time. It was killed.
    #[error("the worker did not reply in time")]
    TimedOut,
    /// The child replied with something that no worker would say. It was killed.
    #[error("the worker replied with rubbish: {0}")]
    Rubbish(&'static str),
    /// The supervisor does not want the reply any more. The child was killed.
    #[error("the reply is not wanted any more")]
    Unwanted,
    /// The supervisor's own system calls failed; the child is not to blame. It was killed.
    #[error("talking to the worker failed: {0}")]
    Io(#[from] io::Error),
}

/// A dialogue with a child that reads [blocks](crate::read_block) and answers each with one.
///
/// A child that breaks the rules is killed, for its late reply would pass for the reply to the next
/// request; every later request is then answered with [`NoReply::Died`].
///
/// The supervisor must ignore SIGPIPE, as Rust programs do unless they ask for something else.
#[derive(Debug)]
pub struct Dialogue {
    child: Child,
    /// `None` when the child has closed its end.
    requests: Option<ChildStdin>,
    replies: Option<ChildStdout>,
    longest_reply: usize,
}

impl Dialogue {
    /// Opens a dialogue with a child whose streams are piped. Replies of more than `longest_reply`
    /// bytes are rubbish.
    pub fn open(mut child: Child, longest_reply: usize) -> io::Result<Dialogue> {
        let (requests, replies) = child.take_streams().ok_or(io::ErrorKind::BrokenPipe)?;
        // Only our ends of the pipes; the child's ends keep blocking.
        ioctl_fionbio(&requests, true)?;
        ioctl_fionbio(&replies, true)?;
        Ok(Dialogue { child, requests: Some(requests), replies: Some(replies), longest_reply })
    }

    /// Sends a request and waits for the reply, at most so long for both.
    pub fn ask(&mut self, request: &str, patience: Duration) -> Result<String, NoReply> {
        self.ask_while(request, patience, &mut |_| true)
    }

    /// The same, as long as the reply is wanted: that is asked many times a second, with the child, since what it uses may
    /// be the reason.
    pub fn ask_while(
        &mut self,
        request: &str,
        patience: Duration,
        wanted: &mut dyn FnMut(&Child) -> bool,
    ) -> Result<String, NoReply> {
        let reply = self.exchange(request, Deadline::after(patience), wanted);
        if !matches!(reply, Ok(_) | Err(NoReply::Died(_))) {
            self.child.kill()?;
        }
        reply
    }

    /// The child, for its number, its use and its last words.
    pub fn child(&self) -> &Child {
        &self.child
    }

    fn exchange(
        &mut self,
        request: &str,
        deadline: Deadline,
        wanted: &mut dyn FnMut(&Child) -> bool,
    ) -> Result<String, NoReply> {
        if let Some(end) = self.child.wait_timeout(Duration::ZERO)? {
            return Err(NoReply::Died(end));
        }
        let mut unasked = Vec::new();
        self.receive(&mut unasked)?;
        if !unasked.is_empty() {
            return Err(NoReply::Rubbish("it spoke before it was asked"));
        }
        self.converse(block_of(request).as_bytes(), deadline, wanted)
    }

    /// Sends and receives at the same time: both pipes may be full.
    fn converse(
        &mut self,
        mut unsent: &[u8],
        deadline: Deadline,
        wanted: &mut dyn FnMut(&Child) -> bool,
    ) -> Result<String, NoReply> {
        let mut received = Vec::new();
        let mut glance = Deadline::after(GLANCE);
        loop {
            let ready = self.wait(!unsent.is_empty(), deadline.or(glance))?;
            if glance.is_over() {
                if !wanted(&self.child) {
                    return Err(NoReply::Unwanted);
                }
                glance = Deadline::after(GLANCE);
            }
            let Some(ready) = ready else {
                match deadline.is_over() {
                    true => return Err(NoReply::TimedOut),
                    false => continue,
                }
            };
            if ready.to_write {
                self.send(&mut unsent)?;
            }
            let known = received.len();
            self.receive(&mut received)?;
            if let Some(end) = end_of_block(&received, known) {
                return self.finished(&received, end, unsent);
            }
            if received.len() > self.longest_reply {
                return Err(NoReply::Rubbish(TOO_LONG));
            }
            // The last words of the dead are read to their end: a whole reply counts.
            if ready.dead && received.len() == known {
                return Err(NoReply::Died(self.child.kill()?));
            }
            // One who never stops talking is always ready.
            if deadline.is_over() {
                return Err(NoReply::TimedOut);
            }
        }
    }

    /// Waits until the child dies, speaks or (if asked for) listens; `None` at the deadline.
    fn wait(&self, to_write: bool, deadline: Deadline) -> io::Result<Option<Ready>> {
        let mut descriptors = vec![PollFd::from_borrowed_fd(self.child.pidfd(), PollFlags::IN)];
        descriptors.extend(self.replies.iter().map(|pipe| PollFd::new(pipe, PollFlags::IN)));
        let writers = self.requests.iter().filter(|_| to_write);
        descriptors.extend(writers.map(|pipe| PollFd::new(pipe, PollFlags::OUT)));
        if !deadline.wait_for(&mut descriptors)? {
            return Ok(None);
        }
        let dead = !descriptors[0].revents().is_empty();
        let to_write =
            to_write && descriptors.last().is_some_and(|last| !last.revents().is_empty());
        Ok(Some(Ready { dead, to_write }))
    }

    /// Sends as much as the pipe takes.
    fn send(&mut self, unsent: &mut &[u8]) -> io::Result<()> {
        let Some(pipe) = &mut self.requests else { return Ok(()) };
        match pipe.write(unsent) {
            Ok(count) => *unsent = &unsent[count..],
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => self.requests = None,
            Err(error) if is_passing(&error) => {}
            Err(error) => return Err(error),
        }
        Ok(())
    }

    /// Receives some of what is there.
    fn receive(&mut self, received: &mut Vec<u8>) -> io::Result<()> {
        let mut buffer = [0; 16 << 10];
        let Some(pipe) = &mut self.replies else { return Ok(()) };
        match pipe.read(&mut buffer) {
            Ok(0) => self.replies = None,
            Ok(count) => received.extend_from_slice(&buffer[..count]),
            Err(error) if is_passing(&error) => {}
            Err(error) => return Err(error),
        }
        Ok(())
    }

    /// The reply, whose closing line starts at `end`.
    fn finished(&self, received: &[u8], end: usize, unsent: &[u8]) -> Result<String, NoReply> {
        if end > self.longest_reply {
            return Err(NoReply::Rubbish(TOO_LONG));
        }
        if received.len() > end + 2 {
            return Err(NoReply::Rubbish("it spoke on after its reply"));
        }
        if !unsent.is_empty() {
            return Err(NoReply::Rubbish("it replied before it had the whole request"));
        }
        let block = str::from_utf8(&received[..end]);
        block.map(text_of).map_err(|_| NoReply::Rubbish("the reply is not UTF-8"))
    }
}

/// How often one asks whether the reply is still wanted.
const GLANCE: Duration = Duration::from_millis(50);
const TOO_LONG: &str = "the reply is too long";

/// What a wait ended with.
struct Ready {
    dead: bool,
    to_write: bool,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Confinement, Streams};
    use std::process::Command;

    fn dialogue(script: &str, longest_reply: usize) -> Dialogue {
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        let piped = Confinement { streams: Streams::Piped, ..Confinement::default() };
        Dialogue::open(Child::spawn(command, &piped).unwrap(), longest_reply).unwrap()
    }

    #[test]
    fn a_long_reply_of_one_who_is_dead_already_is_read_to_its_end() {
        let script = "head -c 60000 /dev/zero | tr '\\0' a; printf '\\n.\\n'";
        let mut dialogue = dialogue(script, 1 << 20);
        let deadline = Deadline::after(Duration::from_secs(60));
        let death = PollFd::from_borrowed_fd(dialogue.child.pidfd(), PollFlags::IN);
        assert!(deadline.wait_for(&mut [death]).unwrap());
        let reply = dialogue.converse(b"", deadline, &mut |_| true).unwrap();
        assert!(reply == "a".repeat(60_000) + "\n");
        assert!(matches!(
            dialogue.converse(b"", deadline, &mut |_| true),
            Err(NoReply::Died(End::Exited(0)))
        ));
    }

    #[test]
    fn one_who_still_talks_at_the_deadline_is_cut_short() {
        let script = "head -c 60000 /dev/zero; echo said >&2; sleep 1000";
        let mut dialogue = dialogue(script, 20_000);
        while dialogue.child.stderr_tail().is_empty() {
            assert_eq!(dialogue.child.wait_timeout(Duration::from_millis(1)).unwrap(), None);
        }
        // Read to its end, the reply would be too long.
        let reply = dialogue.converse(b"", Deadline::after(Duration::ZERO), &mut |_| true);
        assert!(matches!(reply, Err(NoReply::TimedOut)), "{reply:?}");
    }
}
