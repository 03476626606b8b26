//! A test of `law_tests!` in a process of its own: the test binary runs itself again for that one
//! test. So an endless loop, an abort or a stack overflow of a lattice is a finding like any other,
//! and the other tests go on.
//!
//! Both processes talk through a folder: the child writes what it is about to run before it runs it,
//! and what came out of each check. Where no child can be started, checks run in this process.

use crate::case::Start;
use crate::report::{Counterexample, Failure, Scope, Status};
use crate::run::{Running, Watch};
use crate::{Check, Note, Recipe, Report, Runner, Store};
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

/// What came of a check in a test: the text to print, and whether it is a failure.
pub(super) struct Judged {
    pub bad: bool,
    pub text: String,
}

fn time_limit() -> u64 {
    let text = std::env::var(LIMIT).unwrap_or_else(|_| "60".into());
    text.parse().unwrap_or_else(|_| panic!("{LIMIT} is not a number of seconds: '{text}'"))
}

/// Run the checks of a test in a child, and in further ones behind a check that ends its process.
/// `None` when there can be no child.
pub(super) fn judged_apart(test: &str, checks: &[Check], store: &Store) -> Option<Vec<Judged>> {
    let folder = Folder::new()?;
    let mut all: Vec<Judged> = Vec::new();
    while all.len() < checks.len() {
        let first = all.len().to_string();
        let status = folder.child(test, &[(FIRST, &first)])?;
        while let Some(judged) = folder.judged(all.len()) {
            all.push(judged);
        }
        if all.len() == checks.len() {
            break;
        }
        // Without a case that was begun, it is the child that failed and not the lattice.
        let start = folder.case()?;
        let seconds = time_limit();
        let failure = match folder.0.join("hung").exists() {
            true => Failure::Hang(seconds),
            false => Failure::Death(describe(status)),
        };
        let number = all.len().to_string();
        let explain = [(FIRST, &*number), (CASE, &*start.to_string())];
        folder.child(test, &explain);
        let example = folder.told(start, failure);
        let report = Report::new(&checks[all.len()], Scope::Random, Status::Violated(example));
        let text = super::complaint(&report, store).unwrap_or_default();
        all.push(Judged { bad: true, text });
        folder.forget_case();
    }
    Some(all)
}

fn describe(status: ExitStatus) -> String {
    #[cfg(unix)]
    if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
        return format!("killed by signal {signal}");
    }
    match status.code() {
        Some(code) => format!("exit code {code}"),
        None => status.to_string(),
    }
}

/// The folder of a test, removed at the end.
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

    /// Run this program again for one test.
    fn child(&self, test: &str, settings: &[(&str, &str)]) -> Option<ExitStatus> {
        if cfg!(miri) {
            return None;
        }
        let mut command = Command::new(std::env::current_exe().ok()?);
        command.args([test, "--exact", "--include-ignored", "--nocapture", "--test-threads=1"]);
        command.env(FOLDER, &self.0).envs(settings.iter().copied());
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
        let output = command.output().ok()?;
        // What the lattice prints belongs to the output of this test.
        eprint!("{}", String::from_utf8_lossy(&output.stderr));
        Some(output.status)
    }

    /// What the child wrote about a check that is done.
    fn judged(&self, number: usize) -> Option<Judged> {
        let text = fs::read_to_string(self.0.join(number.to_string())).ok()?;
        let (kind, text) = text.split_once('\n')?;
        Some(Judged { bad: kind == "bad", text: text.to_string() })
    }

    /// The case that was begun last. What stands behind the first line is left of a longer one.
    fn case(&self) -> Option<Start> {
        Start::parse(fs::read_to_string(self.0.join("case")).ok()?.lines().next()?)
    }

    /// The case that did not return, as far as it was told.
    fn told(&self, start: Start, failure: Failure) -> Counterexample {
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
        Counterexample { recipe, notes, failure }
    }

    fn forget_case(&self) {
        for file in ["case", "told", "hung"] {
            let _ = fs::remove_file(self.0.join(file));
        }
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// This process, if it is such a child.
pub(super) struct Child {
    folder: PathBuf,
    first: usize,
    case: Option<Start>,
}

impl Child {
    pub(super) fn here() -> Option<Child> {
        let folder = PathBuf::from(std::env::var_os(FOLDER)?);
        let first = std::env::var(FIRST).ok()?.parse().ok()?;
        let case = std::env::var(CASE).ok().and_then(|text| Start::parse(&text));
        Some(Child { folder, first, case })
    }

    /// Run the checks from the first one on, and write down what came out.
    pub(super) fn run(&self, checks: &[Check], judge: impl Fn(&Check, Watch) -> Judged) {
        let watchdog = Watchdog::start(&self.folder);
        if let Some(start) = &self.case {
            watchdog.case(true);
            if let Ok(file) = File::create(self.folder.join("told")) {
                Running::of(&checks[self.first]).run(&mut start.case().told_to(file));
            }
            return;
        }
        for (number, check) in checks.iter().enumerate().skip(self.first) {
            let mut journal = File::create(self.folder.join("case")).ok();
            let judged = judge(check, &mut |start| {
                watchdog.case(start.is_some());
                if let (Some(journal), Some(start)) = (&mut journal, start) {
                    let line = format!("{start}\n");
                    let _ = journal.rewind().and_then(|()| journal.write_all(line.as_bytes()));
                }
            });
            let kind = if judged.bad { "bad" } else { "good" };
            let draft = self.folder.join("draft");
            let written = fs::write(&draft, format!("{kind}\n{}", judged.text));
            let _ = written.and_then(|()| fs::rename(&draft, self.folder.join(number.to_string())));
        }
    }
}

/// Ends the process when a case takes too long, and, later, when something else does.
struct Watchdog {
    /// Odd while a case is run.
    beats: Arc<AtomicU64>,
}

impl Watchdog {
    fn start(folder: &Path) -> Watchdog {
        let beats = Arc::new(AtomicU64::new(0));
        let (watched, hung) = (Arc::clone(&beats), folder.join("hung"));
        let limit = Duration::from_secs(time_limit());
        std::thread::spawn(move || {
            let (mut last, mut since) = (0, Instant::now());
            loop {
                std::thread::sleep(Duration::from_millis(50));
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

/// The runner of a test, from the environment.
pub(super) fn runner_from(variable: impl Fn(&str) -> Option<String>) -> Runner {
    let number = |name: &str, default: u64| match variable(name) {
        None => default,
        Some(text) => text.parse().unwrap_or_else(|_| panic!("{name} is not a number: '{text}'")),
    };
    let default = Runner::default();
    Runner {
        cases: number("SOUNDLINE_CASES", default.cases).max(1),
        seed: number("SOUNDLINE_SEED", default.seed),
        ..default
    }
}
