//! One analyzer, one program: from the command line to how it ended.

use super::answer::{Answer, Unreadable, Verdict};
use super::command::{Filling, in_turn};
use super::found::plain_environment;
use super::place::Places;
use super::read::{Output, read};
use super::rule::Meaning;
use super::{Analyzer, benchexec};
use soundline_c::{DataModel, masked};
use soundline_isolate::{Call, End, Limits, Outcome, Stop, Usage, printable};
use std::borrow::Cow;
use std::ffi::OsString;
use std::path::Path;
use std::time::Duration;
use std::{fs, io};

/// How much of an unreadable output is kept, in bytes.
const TAIL: usize = 4 << 10;
/// What the program's file is called.
const FILE: &str = "program";

/// A program with checks, written in an analyzer's encoding.
#[derive(Clone, Copy, Debug)]
pub struct Task<'a> {
    /// The text.
    pub text: &'a [u8],
    /// How wide `long` and pointers are.
    pub model: DataModel,
    /// Whether each check matters: then one that fails is not the end, as long as commands are left for the others.
    pub apart: bool,
}

impl<'a> Task<'a> {
    /// A program of which only matters what all its checks together come to.
    pub fn new(text: &'a [u8], model: DataModel) -> Task<'a> {
        Task { text, model, apart: false }
    }
}

/// What came of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// What it answered.
    pub answer: Answer,
    /// What it says of each check, in the order of the text, if it speaks of single checks.
    pub checks: Option<Vec<Verdict>>,
    /// What it used, all commands together.
    pub usage: Usage,
    /// The commands that were run, to see it again; the program is in the file that they name.
    pub commands: Vec<String>,
    /// The end of what the last command printed; results that were kept have it apart.
    pub output: String,
}

impl Analyzer {
    /// Runs the analyzer on a program, within limits that hold for all its commands together.
    pub fn run(&self, task: &Task<'_>, limits: &Limits, stop: &Stop) -> Run {
        let mut run = Run {
            answer: Answer::Verdict(Verdict::Unknown),
            checks: None,
            usage: Usage::default(),
            commands: Vec::new(),
            output: String::new(),
        };
        if !self.description.speaks_of(task.model) {
            let bits = task.model.pointer_bits();
            let reason =
                format!("it cannot be asked about {bits} bits: its description has no [model]");
            run.answer = unreadable(reason, "");
            return run;
        }
        let folder = self.search.state.folder();
        let done = folder.and_then(|folder| match &self.description.benchexec {
            Some(tool) => benchexec::run(self, tool, task, limits, stop, folder.path(), &mut run),
            None => self.run_in(folder.path(), task, limits, stop, &mut run),
        });
        if let Err(error) = done {
            let reason = format!("the program cannot be written or the output read: {error}");
            run.answer = not_run(reason, "");
        }
        run
    }

    fn run_in(
        &self,
        folder: &Path,
        task: &Task<'_>,
        limits: &Limits,
        stop: &Stop,
        run: &mut Run,
    ) -> io::Result<()> {
        let text = for_all_tools(task.text);
        let file = format!("{FILE}.{}", self.description.encoding.suffix);
        fs::write(folder.join(&file), &*text)?;
        for (name, contents) in &self.description.files {
            fs::write(folder.join(name), contents)?;
        }
        let marker = self.description.encoding.marker.as_deref();
        let prelude = self.encoding().prelude.len();
        let places = |marker| Places::of(&String::from_utf8_lossy(&text), prelude, marker);
        let places = marker.map_or_else(|| Places::of("", 0, "x"), places);
        for (command, each) in in_turn(&self.description, &self.version) {
            let Some(rest) = rest(limits, &run.usage) else {
                run.answer = Answer::TimedOut;
                return Ok(());
            };
            let filling = Filling {
                description: &self.description,
                program: &self.program,
                file: &file,
                model: task.model,
                state: self.search.state.path(),
                time: rest.time,
                memory: rest.memory,
            };
            let call = self.call(&filling, filling.words(&command.run, each), folder);
            run.commands.push(shown(&call));
            let outcome = self.execute(&call, &rest, stop);
            run.usage = and_also(&run.usage, &outcome.usage);
            run.output = tail(&outcome);
            let meaning = self.judge(&outcome, folder, limits, &places, run)?;
            if meaning != Some(Meaning::Next) || run.is_decided(task.apart) {
                return Ok(());
            }
        }
        Ok(())
    }

    /// Runs a command: by a process that stays if the analyzer has one. Where cores are limited it has none: a process would
    /// keep its cores for good.
    fn execute(&self, call: &Call, limits: &Limits, stop: &Stop) -> Outcome {
        let kept = !self.description.kept.is_empty() && limits.cores.is_none();
        if !kept || call.program != self.program {
            return self.search.warden.run(call, limits, stop);
        }
        let folder = self.search.state.path();
        let start = Call {
            program: self.program.clone(),
            arguments: self.description.kept.iter().map(Into::into).collect(),
            folder: folder.into(),
            owns_folder: false,
            environment: plain_environment(folder),
        };
        self.search.kept.run(&start, call, limits, stop)
    }

    fn call(&self, filling: &Filling<'_>, words: Vec<OsString>, folder: &Path) -> Call {
        let mut words = words.into_iter();
        let own = &self.description.environment;
        let own = own.iter().map(|(name, value)| (name.clone(), filling.word(value, "").into()));
        Call {
            program: words.next().unwrap_or_default().into(),
            arguments: words.collect(),
            folder: folder.into(),
            owns_folder: true,
            environment: plain_environment(folder).into_iter().chain(own).collect(),
        }
    }

    /// Reads the answer of a command into the run; returns what that means if it could be read.
    fn judge(
        &self,
        outcome: &Outcome,
        folder: &Path,
        limits: &Limits,
        places: &Places,
        run: &mut Run,
    ) -> io::Result<Option<Meaning>> {
        if let Some(answer) = without_words(outcome) {
            run.answer = answer;
            return Ok(None);
        }
        let End::Exited(exit) = outcome.end else { return Ok(None) };
        let written = self.description.writes.as_ref().map(|name| folder.join(name));
        let written = match written.filter(|file| file.is_file()) {
            None => None,
            Some(file) if fs::metadata(&file)?.len() > limits.output => {
                run.answer = unreadable("it wrote too large a file".into(), &tail(outcome));
                return Ok(None);
            }
            Some(file) => {
                Some(fs::read(&file).and_then(|text| fs::remove_file(&file).map(|()| text))?)
            }
        };
        let written = written.as_deref().map(String::from_utf8_lossy);
        let output = Output {
            exit,
            stdout: &String::from_utf8_lossy(&outcome.stdout),
            stderr: &String::from_utf8_lossy(&outcome.stderr),
            file: written.as_deref(),
        };
        let reading = read(&self.description, &output, places);
        run.hear(reading.checks, reading.meaning == Some(Meaning::Next));
        run.answer = match (reading.verdict, reading.meaning) {
            (Some(verdict), _) => Answer::Verdict(verdict),
            (_, Some(Meaning::Next)) => Answer::Verdict(run.worst()),
            (_, Some(Meaning::Timeout)) => Answer::TimedOut,
            (_, Some(Meaning::Memory)) => Answer::OutOfMemory,
            (_, Some(Meaning::Error)) => unreadable("it reports an error".into(), &tail(outcome)),
            _ => unreadable(format!("no rule fits, exit code {exit}"), &tail(outcome)),
        };
        Ok(reading.meaning)
    }
}

impl Run {
    /// Adds what a command says of the checks. If the next one is to be tried, it proves none; but what it saw fail fails.
    fn hear(&mut self, checks: Option<Vec<Verdict>>, more: bool) {
        let Some(checks) = checks else { return };
        let heard = |verdict: Verdict| match more && !verdict.is_unsafe() {
            true => Verdict::Unknown,
            false => verdict,
        };
        let failed = self.checks.take().unwrap_or_default().into_iter();
        let failed = failed.map(|before| Some(before).filter(|verdict| verdict.is_unsafe()));
        let failed = failed.chain(std::iter::repeat(None));
        let checks = checks.into_iter().map(heard).zip(failed);
        let both = |(now, before): (Verdict, Option<Verdict>)| before.map_or(now, |b| b.and(now));
        self.checks = Some(checks.map(both).collect());
    }

    /// The worst that is said of a check; unknown if nothing is said.
    fn worst(&self) -> Verdict {
        let checks = self.checks.iter().flatten().copied();
        checks.reduce(Verdict::and).unwrap_or(Verdict::Unknown)
    }

    /// Whether no other command can say more: all checks fail, or one if only that matters.
    fn is_decided(&self, apart: bool) -> bool {
        let mut checks = self.checks.iter().flatten();
        match apart {
            true => checks.clone().count() > 0 && checks.all(|verdict| verdict.is_unsafe()),
            false => checks.any(|verdict| verdict.is_unsafe()),
        }
    }
}

/// The answer of a command whose words do not count, because it did not end by itself.
pub(super) fn without_words(outcome: &Outcome) -> Option<Answer> {
    let because = |reason: &str| unreadable(reason.to_string(), &tail(outcome));
    let not_run = |reason: String| not_run(reason, &tail(outcome));
    Some(match &outcome.end {
        End::Exited(_) => return None,
        End::Signalled(signal) => Answer::Crashed(*signal),
        End::TimedOut => Answer::TimedOut,
        End::OutOfMemory => Answer::OutOfMemory,
        End::TooMuchOutput => because("it wrote too much"),
        End::TooManyProcesses => because("it started too many processes"),
        End::Interrupted => Answer::Interrupted,
        End::FilesTooLarge => because("its files became too large"),
        End::NotStarted(reason) => not_run(format!("it could not be started: {reason}")),
        End::Unwatched => not_run(outcome.end.to_string()),
    })
}

/// What an analyzer said is no verdict. If it speaks of a machine that has run out of something, it may say something
/// else another time.
pub(super) fn unreadable(reason: String, tail: &str) -> Answer {
    const PASSING: [&str; 4] = [
        "No space left on device",
        "Disk quota exceeded",
        "Resource temporarily unavailable",
        "Too many open files",
    ];
    let passing = PASSING.iter().any(|words| tail.contains(words));
    Answer::Unreadable(Unreadable { reason, tail: tail.to_string(), passing })
}

/// It was not run to its end, for a reason that is not its own.
fn not_run(reason: String, tail: &str) -> Answer {
    Answer::Unreadable(Unreadable { reason, tail: tail.to_string(), passing: true })
}

/// The end of both streams.
pub(super) fn tail(outcome: &Outcome) -> String {
    let end = |bytes: &[u8]| {
        let from = bytes.len().saturating_sub(TAIL / 2);
        printable(&bytes[from..])
    };
    format!("{}{}", end(&outcome.stdout), end(&outcome.stderr))
}

/// What is left of the limits; none if no time is left.
fn rest(limits: &Limits, used: &Usage) -> Option<Limits> {
    let used = used.cpu.max(used.wall / 2);
    let time = limits.time.checked_sub(used).filter(|time| *time > Duration::ZERO)?;
    Some(Limits { time, ..*limits })
}

pub(super) fn and_also(one: &Usage, other: &Usage) -> Usage {
    Usage {
        wall: one.wall + other.wall,
        cpu: one.cpu + other.cpu,
        memory: one.memory.max(other.memory),
        warden: one.warden + other.warden,
    }
}

/// The text as any analyzer can read it, and speak of its lines.
pub(super) fn for_all_tools(text: &[u8]) -> Vec<u8> {
    without_line_markers(&masked(text)).into_owned()
}

/// Analyzers shall speak of the lines of this text, so that lines like `# 1 "file.c"` become empty.
fn without_line_markers(text: &[u8]) -> Cow<'_, [u8]> {
    let is_marker = |line: &[u8]| {
        let rest = line.trim_ascii_start().strip_prefix(b"#").map(<[u8]>::trim_ascii_start);
        let rest = rest.map(|rest| rest.strip_prefix(b"line").unwrap_or(rest).trim_ascii_start());
        rest.is_some_and(|rest| rest.first().is_some_and(u8::is_ascii_digit))
    };
    if !text.split(|byte| *byte == b'\n').any(is_marker) {
        return Cow::Borrowed(text);
    }
    let lines = text.split(|byte| *byte == b'\n');
    let lines: Vec<&[u8]> =
        lines.map(|line| if is_marker(line) { &b""[..] } else { line }).collect();
    Cow::Owned(lines.join(&b'\n'))
}

/// A command as one types it. What is set for every command is left out.
pub(super) fn shown(call: &Call) -> String {
    let always = ["LC_ALL", "TMPDIR", "PWD"];
    let set = call.environment.iter().filter(|(name, _)| !always.contains(&name.as_str()));
    let set = set.map(|(name, value)| format!("{name}={}", quoted(&value.to_string_lossy())));
    let program = call.program.to_string_lossy().into_owned();
    let words = call.arguments.iter().map(|word| word.to_string_lossy().into_owned());
    let words = std::iter::once(program).chain(words).map(|word| quoted(&word));
    set.chain(words).collect::<Vec<_>>().join(" ")
}

/// A word as one types it for a shell.
pub fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_=./,:+@%".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        return word.to_string();
    }
    format!("'{}'", word.replace('\'', "'\\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn line_markers_become_empty_lines() {
        let check = |text: &str, expected: &str| {
            let changed = without_line_markers(text.as_bytes());
            assert_eq!(String::from_utf8_lossy(&changed), expected);
        };
        check("int x;\n", "int x;\n");
        check("# 1 \"f.c\" 2\nint x;\n#line 7\n#pragma once\n", "\nint x;\n\n#pragma once\n");
    }

    #[test]
    fn commands_can_be_typed_again() {
        let call = Call {
            program: "/usr/bin/x".into(),
            arguments: vec!["-a".into(), "it's".into(), "".into(), "a=b".into()],
            folder: "/".into(),
            environment: vec![("LC_ALL".into(), "C".into()), ("A".into(), "b c".into())],
            ..Call::default()
        };
        assert_eq!(shown(&call), r"A='b c' /usr/bin/x -a 'it'\''s' '' a=b");
    }

    #[test]
    fn time_is_shared_by_all_commands() {
        let limits = Limits { time: Duration::from_secs(10), ..Limits::default() };
        let used = |cpu, wall| Usage {
            cpu: Duration::from_secs(cpu),
            wall: Duration::from_secs(wall),
            ..Usage::default()
        };
        let seconds = |usage| rest(&limits, &usage).map(|limits| limits.time.as_secs());
        assert_eq!(seconds(used(3, 4)), Some(7));
        assert_eq!(seconds(used(3, 8)), Some(6));
        assert_eq!(seconds(used(10, 10)), None);
        assert_eq!(seconds(used(0, 20)), None);
    }
}
