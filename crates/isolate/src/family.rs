//! Those that this process answers for: the processes that it started, and the orphans that they leave.
//!
//! A process may start others that flee into sessions of their own, and die; or the program that a warden watches kills the
//! warden. What is left would belong to nobody. So this process is the reaper of all orphans below it: the
//! kernel makes them its children, and they are known by their session. Whatever this crate starts gets a session of
//! its own, and no process can come back into that of its forefathers: a child that is in another session, and that was
//! not started here, is an orphan.
//!
//! A program that uses this crate must not start processes in sessions of their own by other means: they
//! would be taken for orphans.

use std::collections::BTreeSet;
use std::io;
use std::process::{Child, Command, ExitStatus};
use std::sync::{Mutex, PoisonError, RwLock};
use std::time::Duration;

use rustix::process::{Pid, WaitOptions, getpid, set_child_subreaper, waitpid};

use crate::patience::Deadline;
use crate::stat::Stat;
use crate::tree;

/// How long one waits for orphans that were killed. Only the kernel can delay that.
const PATIENCE: Duration = Duration::from_secs(5);

/// The numbers of the processes that were started here and not yet buried. Whoever starts one shares the outer lock
/// until it is noted; whoever looks for orphans has it alone.
static STARTED: RwLock<Mutex<BTreeSet<i32>>> = RwLock::new(Mutex::new(BTreeSet::new()));

/// Starts a process, which has to enter a session of its own before it runs anything foreign.
pub(crate) fn start(command: &mut Command) -> io::Result<Child> {
    set_child_subreaper(Some(getpid()))?;
    let started = STARTED.read().unwrap_or_else(PoisonError::into_inner);
    let child = command.spawn()?;
    started.lock().unwrap_or_else(PoisonError::into_inner).insert(child.id() as i32);
    Ok(child)
}

/// Waits for a process that was started here and is dead or dying, and then kills what it has left behind.
pub(crate) fn bury(child: &mut Child) -> io::Result<ExitStatus> {
    let status = {
        let started = STARTED.read().unwrap_or_else(PoisonError::into_inner);
        // Under the lock: as soon as it is waited for, its number may be another's, who must be noted after this.
        let mut started = started.lock().unwrap_or_else(PoisonError::into_inner);
        let status = child.wait();
        started.remove(&(child.id() as i32));
        status?
    };
    let deadline = Deadline::after(PATIENCE);
    while kill_orphans() && !deadline.is_over() {
        std::thread::sleep(Duration::from_millis(1));
    }
    Ok(status)
}

/// Kills all orphans that are here, and says whether there were some.
fn kill_orphans() -> bool {
    let mut started = STARTED.write().unwrap_or_else(PoisonError::into_inner);
    let started = started.get_mut().unwrap_or_else(PoisonError::into_inner);
    // Not by getsid(2): in a container the session may be one from outside, and 0 is no number that rustix allows.
    let Ok(Stat { session, .. }) = Stat::of(tree::this()) else { return false };
    let is_orphan = |pid: &i32| {
        !started.contains(pid) && Stat::of(*pid).is_ok_and(|stat| stat.session != session)
    };
    let mut orphans = tree::children(tree::this());
    orphans.retain(is_orphan);
    for orphan in &orphans {
        let mut family = tree::descendants(*orphan);
        family.push(*orphan);
        tree::kill(&family);
        let _ = waitpid(Pid::from_raw(*orphan), WaitOptions::NOHANG);
    }
    !orphans.is_empty()
}
