//! A confined process: started, watched, and always killed and reaped.

use std::io;
use std::marker::PhantomData;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::process::{self, ChildStdin, ChildStdout, Command};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use rustix::event::{PollFd, PollFlags};
use rustix::process::{Pid, PidfdFlags, Signal, kill_process_group, pidfd_open, pidfd_send_signal};

use crate::confinement::Confinement;
use crate::end::End;
use crate::family;
use crate::patience::Deadline;
use crate::stat::Stat;
use crate::tail::Tail;
use crate::watch::Sample;

/// A process that may do anything, and whose end is only an event.
///
/// It leads a session of its own. When it ends, by itself or by [`kill`](Child::kill), all that it has started
/// is killed too, whatever groups and sessions that is in: this process becomes the reaper of orphans
/// for it. Dropping the child does the same.
///
/// When the supervisor dies, even by SIGKILL, the kernel kills the child (its own children are
/// then orphans that nobody kills). The kernel goes by the *thread* that started the child, and
/// would take the end of that thread for the death of the supervisor; therefore a child cannot be
/// sent to another thread:
///
/// ```compile_fail,E0277
/// # use soundline_isolate::Child;
/// fn needs_send<T: Send>() {}
/// needs_send::<Child>();
/// ```
#[derive(Debug)]
pub struct Child {
    process: process::Child,
    pidfd: OwnedFd,
    tail: Tail,
    /// How it ended and the CPU time that it used, once it is reaped.
    ended: Option<(End, Duration)>,
    stays_in_its_thread: PhantomData<*const ()>,
}

impl Child {
    /// Starts a process. Whatever the command says about standard streams and process groups is
    /// overruled.
    pub fn spawn(mut command: Command, confinement: &Confinement) -> io::Result<Child> {
        confinement.apply(&mut command);
        let mut process = family::start(&mut command)?;
        match observe(&mut process) {
            Ok((pidfd, tail)) => {
                Ok(Child { process, pidfd, tail, ended: None, stays_in_its_thread: PhantomData })
            }
            Err(error) => {
                kill_group(&mut process);
                family::bury(&mut process)?;
                Err(error)
            }
        }
    }

    /// The process number, which is also the number of its group.
    pub fn id(&self) -> u32 {
        self.process.id()
    }

    /// User and system time of the process and of its children that it has waited for, in steps of
    /// the kernel's clock tick (10 ms as a rule).
    pub fn cpu_time(&self) -> io::Result<Duration> {
        match &self.ended {
            Some((_, cpu_time)) => Ok(*cpu_time),
            None => Ok(self.stat()?.cpu_time()),
        }
    }

    /// Memory of the process that is in RAM now, shared pages included; 0 when it is dead. Its
    /// children are not counted.
    pub fn resident_bytes(&self) -> io::Result<u64> {
        if self.ended.is_some() { Ok(0) } else { Ok(self.stat()?.resident_bytes()) }
    }

    /// Looks at the process: first the heartbeat, then all else, as [`Watch`](crate::Watch) wants it.
    pub fn sample(&self, heartbeat: &AtomicU64, wall: Duration) -> io::Result<Sample> {
        let heartbeat = heartbeat.load(Ordering::Acquire);
        let (cpu, resident_bytes) = match &self.ended {
            Some((_, cpu_time)) => (*cpu_time, 0),
            None => self.stat().map(|stat| (stat.cpu_time(), stat.resident_bytes()))?,
        };
        Ok(Sample { heartbeat, cpu, wall, resident_bytes })
    }

    /// Waits for the end of the process, at most so long. It wakes at once when the process dies.
    pub fn wait_timeout(&mut self, patience: Duration) -> io::Result<Option<End>> {
        if let Some((end, _)) = &self.ended {
            return Ok(Some(end.clone()));
        }
        let deadline = Deadline::after(patience);
        let dead = deadline.wait_for(&mut [PollFd::new(&self.pidfd, PollFlags::IN)])?;
        if dead { self.reap().map(Some) } else { Ok(None) }
    }

    /// Asks the process to end, by SIGTERM. It may take its time, or refuse.
    pub fn ask_to_end(&self) -> io::Result<()> {
        match self.ended {
            Some(_) => Ok(()),
            None => Ok(pidfd_send_signal(&self.pidfd, Signal::TERM)?),
        }
    }

    /// Kills the process and its group, and says how it ended: it may have been faster.
    pub fn kill(&mut self) -> io::Result<End> {
        if let Some((end, _)) = &self.ended {
            return Ok(end.clone());
        }
        kill_group(&mut self.process);
        Deadline::never().wait_for(&mut [PollFd::new(&self.pidfd, PollFlags::IN)])?;
        self.reap()
    }

    /// The last 8 KB that the process wrote to its standard error, [fit to be shown](crate::printable): so far
    /// while it lives, all of it when its end is known.
    pub fn stderr_tail(&self) -> String {
        self.tail.text()
    }

    /// Its standard input and output, once, if they are [`Piped`](crate::Streams::Piped).
    pub fn take_streams(&mut self) -> Option<(ChildStdin, ChildStdout)> {
        self.process.stdin.take().zip(self.process.stdout.take())
    }

    /// A descriptor that is ready to read when the process is dead.
    pub(crate) fn pidfd(&self) -> BorrowedFd<'_> {
        self.pidfd.as_fd()
    }

    fn stat(&self) -> io::Result<Stat> {
        Stat::of(self.process.id() as i32)
    }

    /// Buries a process that is dead. Until it is waited for it keeps its number, so the group of that
    /// number cannot be a stranger's: the group has to be killed first.
    fn reap(&mut self) -> io::Result<End> {
        kill_group(&mut self.process);
        let cpu_time = self.cpu_time().unwrap_or_default();
        let end = End::from(family::bury(&mut self.process)?);
        self.ended = Some((end.clone(), cpu_time));
        self.tail.finish();
        Ok(end)
    }
}

impl Drop for Child {
    fn drop(&mut self) {
        // There is nobody to tell; and if killing failed there would be nothing to wait for.
        let _ = self.kill();
    }
}

fn observe(process: &mut process::Child) -> io::Result<(OwnedFd, Tail)> {
    let pidfd = pidfd_open(pid(process), PidfdFlags::empty())?;
    let stderr = process.stderr.take().expect("confinement pipes stderr");
    Ok((pidfd, Tail::follow(stderr)?))
}

/// Kills all of the group, and the process itself, which may have left it. That nothing is left to
/// kill is no error.
fn kill_group(process: &mut process::Child) {
    let _ = kill_process_group(pid(process), Signal::KILL);
    let _ = process.kill();
}

fn pid(process: &process::Child) -> Pid {
    Pid::from_child(process)
}
