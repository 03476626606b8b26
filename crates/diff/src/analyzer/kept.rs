//! Analyzers that stay: a process that answers one call after the other, so that nobody waits for its start again.
//!
//! A question is a block of lines (see [`soundline_isolate::read_block`]): the folder of the call, and then its arguments,
//! each as a JSON string. The answer is a block too: the exit code, and then what the command would have printed. Behind the
//! code of an answer after which the process ends is the word [`LAST`].
//! A process that crashes, hangs or eats memory spoils the question that it was asked, and no other: the next one goes to a
//! new process.

use std::path::PathBuf;
use std::process::Command;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Instant;

use soundline_isolate::{
    Call, Child, Confinement, Dialogue, End, Limits, NoReply, Outcome, Stop, Streams, Usage,
};

/// A process is not asked again if it holds more than this part of the memory that it may use: that shall not count
/// against the next question.
const MODEST: u64 = 8;
/// How many addresses it may reserve for each byte that it may use, as under a warden.
const ADDRESSES: u64 = 8;

/// Said with an answer that is the last one.
pub const LAST: &str = "last";

/// The processes that wait for a question. They end with this.
#[derive(Debug, Default)]
pub(super) struct Kept {
    idle: Mutex<Vec<Host>>,
}

impl Kept {
    /// What comes of a call, by a process that was started by another call to answer such questions.
    pub(super) fn run(&self, start: &Call, call: &Call, limits: &Limits, stop: &Stop) -> Outcome {
        let Some(text) = question(call) else {
            return not_started("its arguments are not UTF-8".into());
        };
        let memory = limits.memory;
        let host = self.take(start, memory).map_or_else(|| Host::start(start, memory), Ok);
        let asked = host.and_then(|host| {
            let (outcome, modest) =
                host.ask(Question { text, limits: *limits, stop: stop.clone() })?;
            Ok((host, outcome, modest))
        });
        match asked {
            Ok((host, outcome, true)) => {
                self.lock().push(host);
                outcome
            }
            Ok((_, outcome, false)) => outcome,
            Err(error) => not_started(error.to_string()),
        }
    }

    /// A process that waits, and was started in the same way.
    fn take(&self, start: &Call, memory: u64) -> Option<Host> {
        let mut idle = self.lock();
        let same = |host: &Host| (&host.start, host.memory) == (start, memory);
        let place = idle.iter().position(same)?;
        Some(idle.swap_remove(place))
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Vec<Host>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn not_started(reason: String) -> Outcome {
    Outcome::of(End::NotStarted(reason))
}

/// The text of a question.
fn question(call: &Call) -> Option<String> {
    let words = call.arguments.iter().map(|word| word.to_str());
    let words = std::iter::once(call.folder.to_str()).chain(words);
    let lines: Option<Vec<String>> = words.map(|word| serde_json::to_string(word?).ok()).collect();
    Some(lines?.join("\n"))
}

struct Question {
    text: String,
    limits: Limits,
    stop: Stop,
}

/// What came of a question, and whether the process can be asked another one.
type Answer = (Outcome, bool);

/// A process, and the thread that started it: the kernel ends it with that thread.
#[derive(Debug)]
struct Host {
    start: Call,
    memory: u64,
    /// Gone when it is to end.
    questions: Option<Sender<Question>>,
    answers: Receiver<Answer>,
    thread: Option<JoinHandle<()>>,
}

impl Host {
    fn start(start: &Call, memory: u64) -> std::io::Result<Host> {
        let (questions, asked) = channel();
        let (answered, answers) = channel();
        let call = start.clone();
        let work = move || serve(&call, memory, &asked, &answered);
        let thread = std::thread::Builder::new().name("kept".into()).spawn(work)?;
        let (start, questions, thread) = (start.clone(), Some(questions), Some(thread));
        Ok(Host { start, memory, questions, answers, thread })
    }

    fn ask(&self, question: Question) -> std::io::Result<Answer> {
        let gone = || std::io::Error::other("the thread that asks it is gone");
        let questions = self.questions.as_ref().ok_or_else(gone)?;
        questions.send(question).map_err(|_| gone())?;
        self.answers.recv().map_err(|_| gone())
    }
}

impl Drop for Host {
    fn drop(&mut self) {
        self.questions = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// Starts the process and asks it, until there are no more questions or it is of no more use.
fn serve(start: &Call, memory: u64, asked: &Receiver<Question>, answered: &Sender<Answer>) {
    let mut dialogue: Option<Dialogue> = None;
    for question in asked {
        let began = Instant::now();
        let opened = match dialogue.take() {
            Some(open) => Ok(open),
            None => open(start, memory, question.limits.output),
        };
        let answer = match opened {
            Err(error) => (not_started(format!("{}: {error}", start.program.display())), false),
            Ok(mut open) => {
                let answer = ask(&mut open, &question, began);
                dialogue = Some(open);
                answer
            }
        };
        let goes_on = answer.1;
        if answered.send(answer).is_err() || !goes_on {
            return;
        }
    }
}

fn open(start: &Call, memory: u64, longest: u64) -> std::io::Result<Dialogue> {
    let mut command = Command::new(&start.program);
    command.args(&start.arguments).current_dir(&start.folder);
    command.envs(start.environment.iter().map(|(name, value)| (name, value)));
    let confinement = Confinement {
        streams: Streams::Piped,
        address_space: Some(memory.saturating_mul(ADDRESSES)),
        by_worker: false,
    };
    let longest = usize::try_from(longest).unwrap_or(usize::MAX);
    Dialogue::open(Child::spawn(command, &confinement)?, longest)
}

fn ask(dialogue: &mut Dialogue, question: &Question, began: Instant) -> Answer {
    let Question { text, limits, stop } = question;
    // Nothing was asked of a new process, so that its start is charged to its first question, as with a command.
    let before = dialogue.child().cpu_time().unwrap_or_default();
    let mut usage = Usage::default();
    let mut passed = None;
    let mut wanted = |child: &Child| {
        usage.memory = usage.memory.max(child.resident_bytes().unwrap_or_default());
        let cpu = child.cpu_time().unwrap_or_default().saturating_sub(before);
        usage.cpu = cpu;
        passed = match () {
            () if stop.is_asked_for() => Some(End::Interrupted),
            () if usage.memory > limits.memory => Some(End::OutOfMemory),
            () if cpu > limits.time => Some(End::TimedOut),
            () => None,
        };
        passed.is_none()
    };
    let reply = dialogue.ask_while(text, limits.wall(), &mut wanted);
    let child = dialogue.child();
    let resident = child.resident_bytes().unwrap_or_default();
    usage.memory = usage.memory.max(resident);
    let cpu = child.cpu_time().unwrap_or_default().saturating_sub(before);
    // It may be gone already.
    usage.cpu = usage.cpu.max(cpu);
    usage.wall = began.elapsed();
    let replied = reply.is_ok();
    let (end, stdout, last) = match reply {
        Ok(reply) => read(reply),
        Err(NoReply::Unwanted) => (passed.unwrap_or(End::Interrupted), String::new(), true),
        Err(NoReply::TimedOut) => (End::TimedOut, String::new(), true),
        Err(NoReply::Died(end)) => (end, String::new(), true),
        Err(other) => (End::NotStarted(other.to_string()), String::new(), true),
    };
    // The dead hold no memory, and whoever speaks rubbish is not asked again.
    let lives = replied && !last && resident > 0 && matches!(end, End::Exited(_));
    let mut outcome = Outcome::of(end);
    outcome.stdout = stdout.into_bytes();
    outcome.usage = usage;
    if !lives {
        outcome.stderr = child.stderr_tail().into_bytes();
    }
    (outcome, lives && resident <= limits.memory / MODEST)
}

/// The exit code, what was printed, and whether that is the last answer.
fn read(reply: String) -> (End, String, bool) {
    let (code, printed) = reply.split_once('\n').unwrap_or((&reply, ""));
    let (code, last) = match code.split_once(' ') {
        Some((code, word)) => (code, word == LAST),
        None => (code, false),
    };
    match code.parse() {
        Ok(code) => (End::Exited(code), printed.to_string(), last),
        Err(_) => (End::NotStarted("it replied without an exit code".into()), String::new(), true),
    }
}

/// What a process that stays is asked, from the text of a question: the folder and the arguments.
pub fn read_question(text: &str) -> Option<(PathBuf, Vec<String>)> {
    let words: Option<Vec<String>> =
        text.lines().map(|line| serde_json::from_str(line).ok()).collect();
    let mut words = words?.into_iter();
    Some((words.next()?.into(), words.collect()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_come_through() {
        let call = Call {
            folder: "/a folder".into(),
            arguments: vec!["analyze".into(), "a\n.\nb".into(), "".into(), "ü\"".into()],
            ..Call::default()
        };
        let text = question(&call).expect("it is UTF-8");
        assert!(!text.lines().any(|line| line == "."));
        let (folder, words) = read_question(&text).expect("it was written so");
        assert_eq!(folder, call.folder);
        assert_eq!(words, ["analyze", "a\n.\nb", "", "ü\""]);
        assert_eq!(read_question(""), None);
        assert_eq!(read_question("analyze"), None);
    }

    #[test]
    fn replies_begin_with_a_code() {
        assert_eq!(read("3\n{}\n".into()), (End::Exited(3), "{}\n".into(), false));
        assert_eq!(read("3 last\n{}".into()), (End::Exited(3), "{}".into(), true));
        assert_eq!(read("0".into()), (End::Exited(0), String::new(), false));
        assert!(matches!(read("{}\n".into()).0, End::NotStarted(_)));
    }
}
