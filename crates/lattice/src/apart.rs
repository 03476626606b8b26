//! Checks in a process of their own, so that an endless loop, an abort, an `exit` or a stack overflow
//! of a lattice is a finding like any other, and the rest goes on.
//!
//! The process is this program started again; what its caller runs there is up to the caller, as
//! long as it comes to [`Child::run`] with the same checks. Both talk through a folder: the child
//! writes down each case before it runs it, and what came of each check.

use crate::case::Start;
use crate::report::{Counterexample, Failure, Scope, Status};
use crate::run::{Running, Watch};
use crate::{Check, Note, Recipe, Report};
use std::fs::{self, File};
use std::io::{Seek, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// The folder through which both processes talk.
const FOLDER: &str = "SOUNDLINE_APART";
/// The check to begin with, by its number.
const FIRST: &str = "SOUNDLINE_APART_FIRST";
/// The case to tell instead of running the check.
const CASE: &str = "SOUNDLINE_APART_CASE";
/// Seconds after which a case is said not to end.
const LIMIT: &str = "SOUNDLINE_TIME_LIMIT";

/// How often a check is run again whose process ended, but not when its case was run alone.
const RETRIES: usize = 2;

/// What a caller makes of a check: a text, and whether the check failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judged {
    /// Did it fail?
    pub bad: bool,
    /// What to tell about it.
    pub text: String,
}

/// Why checks could not be run apart.
#[derive(Debug)]
#[non_exhaustive]
pub enum Trouble {
    /// No process can be started here, or it does not come to [`Child::run`].
    NoChild,
    /// The process was asked to end by a signal, as Ctrl-C does: nobody is to blame.
    Interrupted,
}

/// Run checks in processes made by `command`, one for all of them and another one behind each check
/// that ends its process. `judge` makes a text of the report on such a check.
pub fn run_apart(
    checks: &[Check],
    command: impl Fn() -> Option<Command>,
    judge: impl Fn(&Report) -> Judged,
) -> Result<Vec<Judged>, Trouble> {
    let folder = Folder::new().ok_or(Trouble::NoChild)?;
    let mut all: Vec<Judged> = Vec::new();
    let mut retries = 0;
    while all.len() < checks.len() {
        let first = all.len().to_string();
        let start_child = |settings: &[(&str, &str)]| {
            let command = command().ok_or(Trouble::NoChild)?;
            let ended = folder.child(command, settings).ok_or(Trouble::NoChild)?;
            if was_asked_to_end(ended) { Err(Trouble::Interrupted) } else { Ok(ended) }
        };
        folder.forget_case();
        let ended = start_child(&[(FIRST, &first)])?;
        while let Some(judged) = folder.judged(all.len()) {
            all.push(judged);
            retries = 0;
        }
        if all.len() == checks.len() {
            break;
        }
        // Without a case that was begun, it is the child that failed and not the lattice.
        let start = folder.case().ok_or(Trouble::NoChild)?;
        let how = folder.failure(ended);
        let number = all.len().to_string();
        folder.forget_case();
        start_child(&[(FIRST, &number), (CASE, &start.to_string())])?;
        if !folder.has("told-to-the-end") {
            let report = folder.report(&checks[all.len()], start, how);
            all.push(judge(&report));
        } else if retries < RETRIES {
            retries += 1;
        } else {
            let how = match how {
                Failure::Death(how) => {
                    Failure::Death(format!("{how}, though not by this case alone"))
                }
                how => how,
            };
            let report = folder.report(&checks[all.len()], start, how);
            all.push(judge(&report));
        }
    }
    Ok(all)
}

fn time_limit() -> u64 {
    let text = std::env::var(LIMIT).unwrap_or_else(|_| "60".into());
    text.parse().unwrap_or_else(|_| panic!("{LIMIT} is not a number of seconds: '{text}'"))
}

#[cfg(unix)]
fn signal(status: ExitStatus) -> Option<i32> {
    std::os::unix::process::ExitStatusExt::signal(&status)
}

#[cfg(not(unix))]
fn signal(_status: ExitStatus) -> Option<i32> {
    None
}

/// By SIGHUP, SIGINT or SIGTERM.
fn was_asked_to_end(status: ExitStatus) -> bool {
    signal(status).is_some_and(|signal| [1, 2, 15].contains(&signal))
}

fn describe(status: ExitStatus) -> String {
    match (signal(status), status.code()) {
        (Some(signal), _) => format!("killed by signal {signal}"),
        (None, Some(code)) => format!("exit code {code}"),
        (None, None) => status.to_string(),
    }
}

/// The folder of a run, removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Option<Folder> {
        static NUMBER: AtomicU64 = AtomicU64::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let name = format!("soundline-apart-{}-{number}", std::process::id());
        let path = std::env::temp_dir().join(name);
        fs::create_dir_all(&path).ok()?;
        Some(Folder(path))
    }

    fn child(&self, mut command: Command, settings: &[(&str, &str)]) -> Option<ExitStatus> {
        if cfg!(miri) {
            return None;
        }
        command.env_remove(CASE).env(FOLDER, &self.0).envs(settings.iter().copied());
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
        let output = command.output().ok()?;
        // What the lattice prints belongs to the output of this process.
        eprint!("{}", String::from_utf8_lossy(&output.stderr));
        Some(output.status)
    }

    /// What the child wrote about a check that is done.
    fn judged(&self, number: usize) -> Option<Judged> {
        let text = fs::read_to_string(self.0.join(number.to_string())).ok()?;
        let (kind, text) = text.split_once('\n')?;
        Some(Judged { bad: kind == "bad", text: text.to_string() })
    }

    fn has(&self, file: &str) -> bool {
        self.0.join(file).exists()
    }

    /// The case that was begun last. What stands behind the first line is left of a longer one.
    fn case(&self) -> Option<Start> {
        Start::parse(fs::read_to_string(self.0.join("case")).ok()?.lines().next()?)
    }

    fn failure(&self, ended: ExitStatus) -> Failure {
        match self.has("hung") {
            true => Failure::Hang(time_limit()),
            false => Failure::Death(describe(ended)),
        }
    }

    /// The report on a check whose case did not return, as far as the case was told.
    fn report(&self, check: &Check, start: Start, failure: Failure) -> Report {
        let text = fs::read_to_string(self.0.join("told")).unwrap_or_default();
        let mut recipe = match start {
            Start::Prescribed(recipe) => recipe,
            Start::Random(_) => Recipe::default(),
        };
        let mut notes = Vec::new();
        for line in text.lines() {
            let note = line.strip_prefix("note ").and_then(|note| note.split_once('\t'));
            if let Some((label, text)) = note {
                notes.push(Note { label: label.into(), text: text.into() });
            } else if let Some(drawn) = Recipe::parse(line) {
                recipe = drawn;
            }
        }
        let example = Counterexample { recipe, notes, failure };
        Report::new(check, Scope::Random, Status::Violated(example))
    }

    fn forget_case(&self) {
        for file in ["case", "told", "told-to-the-end", "hung"] {
            let _ = fs::remove_file(self.0.join(file));
        }
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// This process, if it was started by [`run_apart`].
#[derive(Debug)]
pub struct Child {
    folder: PathBuf,
    first: usize,
    case: Option<Start>,
}

impl Child {
    /// Was this process started by [`run_apart`]?
    pub fn here() -> Option<Child> {
        let folder = PathBuf::from(std::env::var_os(FOLDER)?);
        let first = std::env::var(FIRST).ok()?.parse().ok()?;
        let case = std::env::var(CASE).ok().and_then(|text| Start::parse(&text));
        Some(Child { folder, first, case })
    }

    /// Run the checks from the first one on, and write down what came out.
    pub fn run(&self, checks: &[Check], judge: impl Fn(&Check, Watch) -> Judged) {
        let watchdog = Watchdog::start(&self.folder);
        if let Some(start) = &self.case {
            watchdog.case(true);
            if let Ok(file) = File::create(self.folder.join("told")) {
                Running::of(&checks[self.first]).run(&mut start.case().told_to(file));
            }
            let _ = fs::write(self.folder.join("told-to-the-end"), "");
            return;
        }
        for (number, check) in checks.iter().enumerate().skip(self.first) {
            let mut journal = File::create(self.folder.join("case")).ok();
            let mut note = |start: Option<&Start>| {
                watchdog.case(start.is_some());
                if let (Some(journal), Some(start)) = (&mut journal, start) {
                    let line = format!("{start}\n");
                    let _ = journal.rewind().and_then(|()| journal.write_all(line.as_bytes()));
                }
            };
            let judged = judge(check, Watch(&mut note));
            let kind = if judged.bad { "bad" } else { "good" };
            let draft = self.folder.join("draft");
            let written = fs::write(&draft, format!("{kind}\n{}", judged.text));
            let _ = written.and_then(|()| fs::rename(&draft, self.folder.join(number.to_string())));
        }
    }
}

#[cfg(unix)]
fn parent() -> u32 {
    std::os::unix::process::parent_id()
}

#[cfg(not(unix))]
fn parent() -> u32 {
    0
}

/// Ends the process when a case takes too long, and, later, when something else does; and when the
/// one that started it is gone.
struct Watchdog {
    /// Odd while a case is run.
    beats: Arc<AtomicU64>,
}

impl Watchdog {
    fn start(folder: &Path) -> Watchdog {
        let beats = Arc::new(AtomicU64::new(0));
        let (watched, hung) = (Arc::clone(&beats), folder.join("hung"));
        let limit = Duration::from_secs(time_limit());
        let parent = parent();
        std::thread::spawn(move || {
            let (mut last, mut since) = (0, Instant::now());
            loop {
                std::thread::sleep(Duration::from_millis(50));
                if self::parent() != parent {
                    // Nobody waits for this process any more.
                    std::process::exit(71);
                }
                let now = watched.load(Ordering::Relaxed);
                let patience = if now % 2 == 1 { limit } else { 10 * limit };
                if now != last {
                    (last, since) = (now, Instant::now());
                } else if since.elapsed() > patience {
                    let _ = fs::write(&hung, "");
                    std::process::exit(70);
                }
            }
        });
        Watchdog { beats }
    }

    /// A case begins, or ends.
    fn case(&self, begins: bool) {
        let beats = self.beats.load(Ordering::Relaxed);
        self.beats.store(beats.div_ceil(2) * 2 + u64::from(begins), Ordering::Relaxed);
    }
}
