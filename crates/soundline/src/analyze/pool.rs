//! Jobs done by several processes at the same time. What one of them does, even if it crashes, is no matter to the others,
//! and results are in the order of the jobs.

use std::ffi::OsString;
use std::io::{BufReader, stdin};
use std::path::Path;
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use indicatif::ProgressBar;
use serde::{Deserialize, Serialize};
use soundline_analyze::outcome::{Outcome, Why};
use soundline_c::Clang;
use soundline_isolate::{
    Child, Confinement, Dialogue, NoReply, Scratch, Streams, read_block, reserve_stdout,
    write_block,
};
use soundline_test::command::{Complaint, Ending, Interrupt};

use super::Arguments;
use super::hands::Hands;
use super::unit::{Job, Unit};
use super::watchdog;

/// Longer replies are not believed.
const LONGEST: usize = 4 << 30;
/// Nobody waits longer than that for a reply.
const FOR_EVER: Duration = Duration::from_secs(10 * 365 * 24 * 3600);
/// A process that was asked to stop has so long for its results: longer than it takes to give up a step.
const GRACE: Duration = Duration::from_millis(1900);

/// Before the function that a process is at work on, in a line of its own on stderr: the last one is also told if the process
/// dies.
const AT_WORK: &str = "at work on ";

/// What came of a job; nothing if no change touches it.
pub type Done = Result<Option<Outcome>, Why>;

/// What a process replies.
#[derive(Serialize, Deserialize)]
enum Reply {
    Analyzed(Box<Outcome>),
    Untouched,
    Unusable(String),
    /// Wrong use, for all jobs alike.
    Complaint(String),
}

/// Does all jobs, so many at the same time.
pub fn run(
    arguments: &Arguments,
    jobs: &[Job],
    interrupt: &Interrupt,
    bar: &ProgressBar,
) -> Result<Vec<Done>, Complaint> {
    let (next, complaint) = (AtomicUsize::new(0), Mutex::new(None));
    let done: Vec<Mutex<Option<Done>>> = jobs.iter().map(|_| Mutex::new(None)).collect();
    let lanes = arguments.jobs.count().min(jobs.len());
    // Where time ends all, or nothing is done at the same time, the order is the user's.
    let order = match lanes > 1 && arguments.time.is_none() {
        true => largest_first(jobs),
        false => (0..jobs.len()).collect(),
    };
    let working: Mutex<Vec<Option<String>>> = Mutex::new(vec![None; lanes]);
    // Without a place for it, functions are analyzed one after the other.
    let scratch = Scratch::new().ok();
    let file = scratch.as_ref().map(|scratch| scratch.path().join("hands"));
    let hands = file.as_ref().and_then(|file| Hands::create(file, arguments.jobs.count() - lanes));
    std::thread::scope(|scope| {
        for lane in 0..lanes {
            let (next, done, complaint, working) = (&next, &done, &complaint, &working);
            let (order, hands, file) = (&order, &hands, &file);
            // A child belongs to the thread that starts it.
            scope.spawn(move || {
                let mut worker = Worker { dialogue: None, limit: arguments.time_limit };
                while let Some(place) = order.get(next.fetch_add(1, Ordering::SeqCst)) {
                    let job = &Job { hands: file.clone(), ..jobs[*place].clone() };
                    if interrupt.is_asked() {
                        put(&done[job.number], Err(Why::Stopped));
                        continue;
                    }
                    show(working, lane, Some(job.to_string()), bar);
                    let tell = |what: &str| {
                        show(working, lane, Some(format!("{job}: {what}")), bar);
                    };
                    match worker.ask(job, interrupt, (!bar.is_hidden()).then_some(&tell)) {
                        Ok(result) => put(&done[job.number], result),
                        Err(sentence) => {
                            put(&done[job.number], Err(Why::Stopped));
                            complaint
                                .lock()
                                .expect("nobody panics with it")
                                .get_or_insert(sentence);
                            next.store(jobs.len(), Ordering::SeqCst);
                        }
                    }
                    show(working, lane, None, bar);
                    bar.inc(1);
                }
                if let Some(hands) = hands {
                    hands.free_one();
                }
            });
        }
    });
    if let Some(sentence) = complaint.into_inner().expect("nobody panics with it") {
        return Err(Complaint::new(sentence));
    }
    let results = done.into_iter().map(|slot| slot.into_inner().expect("nobody panics with it"));
    Ok(results.map(|result| result.unwrap_or(Err(Why::Stopped))).collect())
}

/// The places of jobs, so that the last one that is left is a small one.
fn largest_first(jobs: &[Job]) -> Vec<usize> {
    let size = |file: &Path| std::fs::metadata(file).map_or(0, |data| data.len());
    let mut order: Vec<usize> = (0..jobs.len()).collect();
    order.sort_by_cached_key(|place| {
        let sizes = jobs[*place].inputs.iter().map(|input| size(&input.file));
        std::cmp::Reverse(sizes.sum::<u64>())
    });
    order
}

fn put(slot: &Mutex<Option<Done>>, result: Done) {
    *slot.lock().expect("nobody panics with it") = Some(result);
}

/// Shows what is at work.
fn show(working: &Mutex<Vec<Option<String>>>, lane: usize, job: Option<String>, bar: &ProgressBar) {
    let mut working = working.lock().expect("nobody panics with it");
    working[lane] = job;
    bar.set_message(working.iter().flatten().cloned().collect::<Vec<_>>().join(", "));
}

/// A process that does one job after the other, and is started when there is one.
struct Worker {
    dialogue: Option<Dialogue>,
    limit: Option<Duration>,
}

impl Worker {
    /// Has a job done. The error is about all jobs.
    fn ask(
        &mut self,
        job: &Job,
        interrupt: &Interrupt,
        tell: Option<&dyn Fn(&str)>,
    ) -> Result<Done, String> {
        let mut dialogue = match self.dialogue.take() {
            Some(dialogue) => dialogue,
            None => start().map_err(|error| format!("cannot start a process: {error}"))?,
        };
        let request = serde_json::to_string(job).expect("jobs are JSON");
        let start = Instant::now();
        let (mut asked, mut late): (Option<Instant>, bool) = (None, false);
        let reply = dialogue.ask_while(&request, FOR_EVER, &mut |child| {
            if let Some(tell) = tell
                && let Some(what) = last_words(&child.stderr_tail()).strip_prefix(AT_WORK)
            {
                tell(what);
            }
            let over = self.limit.is_some_and(|limit| start.elapsed() >= limit);
            if asked.is_none() && (over || interrupt.is_asked()) {
                asked = Some(Instant::now());
                late = over;
                let _ = child.ask_to_end();
            }
            asked.is_none_or(|asked| asked.elapsed() < GRACE)
        });
        let last = dialogue.child().stderr_tail();
        // One that was asked to end will not do another job, nor will one that does not reply.
        if asked.is_none() && reply.is_ok() {
            self.dialogue = Some(dialogue);
        }
        let reply = match reply {
            Ok(text) => serde_json::from_str(&text)
                .map_err(|error| format!("the process for it replied with rubbish: {error}")),
            Err(NoReply::Unwanted) if late => {
                Err("its time is over, in the middle of a step: nothing is known about it".into())
            }
            Err(NoReply::Unwanted) => return Ok(Err(Why::Stuck)),
            Err(NoReply::Died(_)) if asked.is_some() => return Ok(Err(Why::Stuck)),
            Err(error) => Err(match last_words(&last) {
                "" => format!("its analysis failed: {error}"),
                last => format!("its analysis failed: {error} ({last})"),
            }),
        };
        Ok(match reply {
            Ok(Reply::Analyzed(outcome)) => Ok(Some(*outcome)),
            Ok(Reply::Untouched) => Ok(None),
            Ok(Reply::Unusable(reason)) => Err(Why::Unusable(reason)),
            Ok(Reply::Complaint(sentence)) => return Err(sentence),
            Err(reason) => Err(Why::Unusable(reason)),
        })
    }
}

fn last_words(text: &str) -> &str {
    text.lines().rev().find(|line| !line.trim().is_empty()).unwrap_or("")
}

/// Starts this program again, with the same words.
fn start() -> std::io::Result<Dialogue> {
    let words = std::env::args_os().skip(2).take_while(|word| word != "--");
    let mut command = Command::new(std::env::current_exe()?);
    command.arg("analyze").arg("--worker").args(words.collect::<Vec<OsString>>());
    let confinement = Confinement { streams: Streams::Piped, ..Confinement::default() };
    Dialogue::open(Child::spawn(command, &confinement)?, LONGEST)
}

/// The other side: does the jobs that it is asked to.
pub fn serve(arguments: &Arguments) -> Result<Ending, Complaint> {
    let broken = |error: std::io::Error| Complaint::new(format!("the requests ended: {error}"));
    let interrupt = Interrupt::new()?;
    let clang = Clang::find().map_err(|error| Complaint::new(error.to_string()))?;
    let replies = Mutex::new(reserve_stdout().map_err(broken)?);
    let send = |reply: &Reply| {
        let text = serde_json::to_string(reply).expect("replies are JSON");
        write_block(&mut *replies.lock().expect("nobody panics with it"), &text)
    };
    let mut requests = BufReader::new(stdin());
    while let Some(request) = read_block(&mut requests).map_err(broken)? {
        let job: Job = serde_json::from_str(&request)
            .map_err(|error| Complaint::new(format!("the request is not a job: {error}")))?;
        let hands = Hands::open(job.hands.as_ref());
        let tell = |what: &str| eprintln!("{AT_WORK}{what}");
        let unit = Unit::new(arguments, &job, &clang).with(&hands, &tell);
        // The other side stops waiting for what is not known.
        let give_up = || {
            let sent = unit.known().map(|known| send(&Reply::Analyzed(Box::new(known.outcome))));
            if !matches!(sent, Some(Ok(()))) {
                thread::sleep(GRACE);
            }
            Ending::Stopped.code().into()
        };
        let analyzed = watchdog::watched(&interrupt, unit.reading(), give_up, || {
            unit.analyze(&interrupt, None)
        });
        let reply = match analyzed {
            Ok(Ok(Some(analyzed))) => Reply::Analyzed(Box::new(analyzed.outcome)),
            Ok(Ok(None)) => Reply::Untouched,
            Ok(Err(reason)) => Reply::Unusable(reason),
            Err(complaint) => Reply::Complaint(complaint.to_string()),
        };
        send(&reply).map_err(broken)?;
    }
    Ok(Ending::Nothing)
}
