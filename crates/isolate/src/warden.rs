//! The warden: a process that starts one program and answers for all that comes of it.

use crate::cores::Cores;
use crate::end::{End, Usage};
use crate::{Limits, disk, line, tree};
use std::ffi::{OsStr, OsString};
use std::io;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Pid, PidfdFlags, Resource, Rlimit, Signal, WaitStatus};
use rustix::stdio::stdin;
use rustix::time::{ClockId, clock_gettime};

/// The first argument of a program that is to be a warden.
pub(crate) const WORD: &str = "isolate-warden";

/// How often the tree is looked at: first when the program has got going, and then so often that
/// little memory can be eaten in between. The end of the program is noticed at once.
const FIRST: Duration = Duration::from_millis(15);
const LATER: Duration = Duration::from_millis(100);

/// What stands for cores where they are not limited.
const ALL_CORES: &str = "all";

/// Is this process asked to be a warden? Then it does that, and only has to exit.
///
/// To be called first of all in `main`, before any thread is started.
pub fn warden_was_asked_for() -> Option<ExitCode> {
    let mut arguments = std::env::args_os().skip(1);
    if arguments.next()? != WORD {
        return None;
    }
    let arguments: Vec<OsString> = arguments.collect();
    let (end, usage) = match parse(&arguments) {
        Some(order) => watch(&order),
        None => (End::NotStarted("a warden got wrong arguments".into()), Usage::default()),
    };
    let own = clock_gettime(ClockId::ProcessCPUTime);
    let own = Duration::new(own.tv_sec.max(0) as u64, own.tv_nsec.max(0) as u32);
    let report = line::write(&end, &Usage { warden: own, ..usage });
    // A driver that is gone wants no report.
    let _ = rustix::io::write(stdin(), report.as_bytes());
    Some(ExitCode::SUCCESS)
}

/// Whether the kernel limits the addresses that a program may reserve.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Addresses {
    Limited,
    Free,
}

/// The arguments with which a warden is started.
pub(crate) fn arguments(
    limits: &Limits,
    addresses: Addresses,
    owns_folder: bool,
    cores: Option<&Cores>,
) -> Vec<String> {
    // How many cores there are is what the driver decides; the warden is told which.
    let Limits { time, memory, output, files, processes, cores: _ } = limits;
    // Virtual machines reserve far more than they use.
    let addresses = match addresses {
        Addresses::Limited => memory.saturating_mul(8),
        Addresses::Free => u64::MAX,
    };
    let (time, processes) = (time.as_micros() as u64, u64::from(*processes));
    let numbers = [time, *memory, *output, *files, processes, addresses, u64::from(owns_folder)];
    let cores = cores.map_or(ALL_CORES.to_string(), Cores::to_string);
    let numbers = numbers.map(|number| number.to_string());
    std::iter::once(WORD.to_string()).chain(numbers).chain([cores]).collect()
}

/// What a warden has to do.
struct Order<'a> {
    limits: Limits,
    /// The most addresses.
    addresses: u64,
    /// Whether the folder is the program's alone.
    owns_folder: bool,
    /// The cores, unless all are allowed.
    cores: Option<Cores>,
    program: &'a OsStr,
    arguments: &'a [OsString],
}

fn parse(arguments: &[OsString]) -> Option<Order<'_>> {
    let number = |at: usize| arguments.get(at)?.to_str()?.parse::<u64>().ok();
    let limits = Limits {
        time: Duration::from_micros(number(0)?),
        memory: number(1)?,
        output: number(2)?,
        files: number(3)?,
        processes: u32::try_from(number(4)?).ok()?,
        cores: None,
    };
    let (addresses, owns_folder) = (number(5)?, number(6)? != 0);
    let cores = match arguments.get(7)?.to_str()? {
        ALL_CORES => None,
        listed => Some(listed.parse().ok()?),
    };
    let (program, arguments) = (arguments.get(8)?, &arguments[9..]);
    Some(Order { limits, addresses, owns_folder, cores, program, arguments })
}

fn watch(order: &Order<'_>) -> (End, Usage) {
    let started = Instant::now();
    let watched = confine(order).and_then(|()| {
        let mut command = Command::new(order.program);
        command.args(order.arguments).stdin(Stdio::null()).process_group(0);
        command.spawn()
    });
    let mut usage = Usage::default();
    let program = watched.map(|child| Pid::from_child(&child));
    let end = match &program {
        Ok(program) => until_the_end(*program, order, started, &mut usage),
        Err(error) => End::NotStarted(error.to_string()),
    };
    usage.wall = started.elapsed();
    tree::kill_all(program.ok());
    usage.cpu = usage.cpu.max(tree::sample().cpu);
    // Those that ignore the signal, or whose child it killed, end as they like.
    let by_itself = matches!(end, End::Exited(_) | End::Signalled(_));
    let end = if by_itself && is_too_full(order) { End::FilesTooLarge } else { end };
    (end, usage)
}

/// What the program inherits. Time and address space are watched from outside, where it is known
/// what was passed; the limits of the kernel are for what happens between two looks.
fn confine(Order { limits, addresses, cores, .. }: &Order<'_>) -> io::Result<()> {
    // In a session of its own it hears no signals from the terminal: the driver decides.
    rustix::process::setsid()?;
    rustix::process::set_child_subreaper(Some(rustix::process::getpid()))?;
    limit(Resource::Core, 0)?;
    limit(Resource::Cpu, limits.time.as_secs().saturating_add(2))?;
    limit(Resource::Fsize, limits.files)?;
    // It counts all processes of a user, and none of root's; so it only keeps fork bombs small.
    if let Some(there) = processes_of_the_machine() {
        limit(Resource::Nproc, there.saturating_add(limits.processes.into()))?;
    }
    // The warden itself stays there too: it does little.
    cores.iter().try_for_each(Cores::enter)?;
    limit(Resource::As, *addresses)
}

/// How many processes and threads there are: the second number of the fourth field.
fn processes_of_the_machine() -> Option<u64> {
    let load = std::fs::read_to_string("/proc/loadavg").ok()?;
    let (_, there) = load.split_whitespace().nth(3)?.split_once('/')?;
    there.parse().ok()
}

/// Sets a limit; a lower one that is there already stays.
fn limit(resource: Resource, most: u64) -> io::Result<()> {
    let there = rustix::process::getrlimit(resource).maximum;
    let most = there.map_or(most, |there| there.min(most));
    Ok(rustix::process::setrlimit(resource, Rlimit { current: Some(most), maximum: Some(most) })?)
}

fn is_too_full(order: &Order<'_>) -> bool {
    order.owns_folder && disk::is_too_full(Path::new("."), order.limits.files)
}

fn until_the_end(program: Pid, order: &Order<'_>, started: Instant, usage: &mut Usage) -> End {
    // Should memory run out all the same, the kernel shall take the program, not the driver.
    let _ = std::fs::write(format!("/proc/{}/oom_score_adj", program.as_raw_nonzero()), "900");
    let Ok(ended) = rustix::process::pidfd_open(program, PidfdFlags::empty()) else {
        return End::NotStarted("the kernel cannot watch processes: Linux 5.3 is needed".into());
    };
    let mut wait = FIRST;
    loop {
        let mut descriptors =
            [PollFd::new(&ended, PollFlags::IN), PollFd::from_borrowed_fd(stdin(), PollFlags::IN)];
        let timeout = Timespec::try_from(wait).expect("a short time can be written down");
        // An interrupted wait is a short wait.
        let _ = poll(&mut descriptors, Some(&timeout));
        let driver_gone = !descriptors[1].revents().is_empty();
        if let Some(status) = tree::bury(program) {
            return ended_by_itself(status);
        }
        wait = LATER;
        let sample = tree::sample();
        usage.memory = usage.memory.max(sample.memory);
        usage.cpu = usage.cpu.max(sample.cpu);
        if driver_gone {
            return End::Interrupted;
        }
        if let Some(passed) = passed(&sample, started.elapsed(), &order.limits) {
            return passed;
        }
        if is_too_full(order) {
            return End::FilesTooLarge;
        }
    }
}

fn ended_by_itself(status: WaitStatus) -> End {
    match (status.exit_status(), status.terminating_signal()) {
        (Some(code), _) => End::Exited(code),
        // Only the kernel's limit of processor time sends this one.
        (None, Some(signal)) if signal == Signal::XCPU.as_raw() => End::TimedOut,
        // And that of the size of files this one.
        (None, Some(signal)) if signal == Signal::XFSZ.as_raw() => End::FilesTooLarge,
        (None, signal) => End::Signalled(signal.unwrap_or_default()),
    }
}

fn passed(sample: &tree::Sample, wall: Duration, limits: &Limits) -> Option<End> {
    // Many processes share much memory that is counted for each: they come first.
    if sample.processes > limits.processes {
        Some(End::TooManyProcesses)
    } else if sample.memory > limits.memory {
        Some(End::OutOfMemory)
    } else if sample.cpu > limits.time || wall > limits.wall() {
        Some(End::TimedOut)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_arrive() {
        let limits = Limits::default();
        let mut words: Vec<OsString> = arguments(&limits, Addresses::Free, true, None)
            .into_iter()
            .skip(1)
            .map(Into::into)
            .collect();
        assert!(parse(&words).is_none(), "there is no program");
        words.extend(["prog".into(), "-x".into()]);
        let order = parse(&words).expect("all is there");
        assert_eq!((order.limits, order.program), (limits, OsStr::new("prog")));
        assert_eq!((order.addresses, order.owns_folder), (u64::MAX, true));
        assert_eq!(order.arguments, ["-x"]);
        assert!(parse(&["x".into()]).is_none());
    }

    #[test]
    fn the_machine_has_processes() {
        assert!(processes_of_the_machine().is_some_and(|count| count > 1));
    }

    #[test]
    fn limits_are_passed_one_by_one() {
        let time = Duration::from_secs(1);
        let limits = Limits { time, memory: 100, output: 1, files: 1, processes: 2, cores: None };
        let check = |cpu: u64, memory: u64, processes: u32, wall: u64, end: Option<End>| {
            let sample = tree::Sample { cpu: Duration::from_millis(cpu), memory, processes };
            assert_eq!(passed(&sample, Duration::from_millis(wall), &limits), end);
        };
        check(1000, 100, 2, 2000, None);
        check(1010, 100, 2, 1100, Some(End::TimedOut));
        check(0, 0, 1, 2001, Some(End::TimedOut));
        check(0, 101, 1, 0, Some(End::OutOfMemory));
        check(0, 0, 3, 0, Some(End::TooManyProcesses));
    }
}
