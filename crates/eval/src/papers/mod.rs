//! `soundline eval papers`: everything of docs/papers.md, run again.

mod page;
mod rows;

use std::ffi::OsString;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use rows::{How, Paper, ROWS, Row};
use serde::Serialize;
use soundline_isolate::{End, Limits, Outcome, Stop, gather, printable};
use soundline_report::schema;
use soundline_report::text::folded;
use soundline_test::command::screen::{self, BAD, DIM, GOOD, HEAD, OPEN};
use soundline_test::command::{Complaint, Ending, interruptible, write_whole};

/// Run all tables, figures and research questions of the papers again: docs/papers.md
///
/// Each row is a command of this program, which runs in a folder of its own. Its output is kept there in `output.txt`. Rows of the
/// repository, such as `cargo test -p luatypes`, are named and not run. `outputs.md` has the outputs of all of them, long ones cut.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  soundline eval papers                    all rows, in a few minutes
  soundline eval papers --full             all rows as the papers did, in a night
  soundline eval papers ase18 sas16-fig1   one paper, and one row of another
  soundline eval papers --list             the rows with their commands

Exit codes: 0 all rows were run, 2 wrong use, or a row could not be run, 3 stopped early.")]
pub struct Arguments {
    /// Rows or papers: ase18, stvr17, sas16, issta19; without one all
    names: Vec<String>,
    /// As long as the papers did, instead of a short form
    #[arg(long)]
    full: bool,
    /// List the rows with their whole commands, and run nothing
    #[arg(long)]
    list: bool,
    /// Folder for the outputs, with a folder for each row
    #[arg(long, default_value = "soundline-out/papers", value_name = "DIR")]
    out: PathBuf,
    /// Machine-readable output
    #[arg(long)]
    json: bool,
}

/// A row that was run, or not.
#[derive(Serialize)]
struct Ran {
    paper: &'static str,
    row: String,
    what: &'static str,
    command: String,
    ended: Ended,
    /// How it ended, in words.
    why: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    seconds: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    output: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
enum Ended {
    /// The command did its work; it may have found something.
    Run,
    /// Something that it needs is not installed.
    Missing,
    /// A task of the repository makes it.
    Elsewhere,
    /// It was only listed.
    Listed,
    Stopped,
    Failed,
}

/// Run the command.
pub fn run(arguments: &Arguments) -> Result<Ending, Complaint> {
    let chosen = chosen(&arguments.names, &arguments.out)?;
    let stop = Stop::default();
    let handler = stop.clone();
    interruptible(move || handler.now())?;
    let bar = screen::progress(chosen.len() as u64, "papers");
    let mut all = Vec::new();
    for row in chosen {
        bar.set_message(row.id());
        all.push(match row.how {
            How::Soundline { command, short, full } => {
                let length = if arguments.full { full } else { short };
                match arguments.list {
                    false => fill(row, &[command, length], &arguments.out, &stop)?,
                    true => {
                        let whole = format!("soundline {command} {length}").trim_end().to_string();
                        Ran::new(row, whole, Ended::Listed, "not run".into())
                    }
                }
            }
            How::Repository(_) => {
                Ran::new(row, row.command(), Ended::Elsewhere, "in the repository".into())
            }
        });
        bar.inc(1);
    }
    bar.finish_and_clear();
    if !arguments.list {
        write_whole(&arguments.out.join("outputs.md"), page::page(&all).as_bytes())?;
    }
    match arguments.json {
        true => screen::say(&schema::list("soundline-eval-papers/1", "rows", &all))?,
        false => screen::say(&table(&all))?,
    }
    let has = |ended| all.iter().any(|ran| ran.ended == ended);
    Ok(if has(Ended::Failed) {
        Ending::BadInput
    } else if has(Ended::Stopped) {
        Ending::Stopped
    } else {
        Ending::Nothing
    })
}

/// The rows with these names, in the order of the page, and those whose results they read and which are not there yet.
fn chosen(names: &[String], out: &Path) -> Result<Vec<&'static Row>, Complaint> {
    let fits = |row: &Row, name: &String| row.paper.name() == name || row.id() == *name;
    if let Some(wrong) = names.iter().find(|name| !ROWS.iter().any(|row| fits(row, name))) {
        let papers = Paper::ALL.map(Paper::name).join(", ");
        return Err(Complaint::new(format!(
            "there is no paper and no row \"{wrong}\"; there are {papers}, and the rows of 'soundline eval papers --list'"
        )));
    }
    let is_named = |row: &Row| names.is_empty() || names.iter().any(|name| fits(row, name));
    let is_needed = |row: &Row| {
        let is_there = |read: &Path| out.join(read).join("campaign.json").exists();
        let reads = ROWS.iter().filter(|other| is_named(other)).filter_map(Row::reads);
        reads.filter(|read| !is_there(read)).any(|read| read.starts_with(row.id()))
    };
    Ok(ROWS.iter().filter(|row| is_named(row) || is_needed(row)).collect())
}

impl Ran {
    fn new(row: &Row, command: String, ended: Ended, why: String) -> Ran {
        let (paper, what) = (row.paper.name(), row.what);
        Ran { paper, row: row.id(), what, command, ended, why, seconds: None, output: None }
    }
}

/// Run this program for a row.
fn fill(row: &Row, parts: &[&str], out: &Path, stop: &Stop) -> Result<Ran, Complaint> {
    let words: Vec<&str> = parts.iter().flat_map(|part| part.split_whitespace()).collect();
    let told = format!("soundline {}", words.join(" "));
    if stop.is_asked_for() {
        return Ok(Ran::new(row, told, Ended::Stopped, "not run".into()));
    }
    let folder = out.join(row.id());
    for (name, text) in row.files {
        write_whole(&folder.join(name), text.as_bytes())?;
    }
    std::fs::create_dir_all(&folder).map_err(|error| {
        Complaint::new(format!("cannot write to {}: {error}", folder.display()))
    })?;
    let program = std::env::current_exe()
        .map_err(|error| Complaint::new(format!("this program cannot find itself: {error}")))?;
    let mut command = Command::new(program);
    let argument = |word: &&str| OsString::from(if *word == "DIR" { "." } else { word });
    command.args(words.iter().map(argument)).current_dir(&folder).env("NO_COLOR", "1");
    let outcome = gather(command, &LIMITS, stop);
    let text = [printable(&outcome.stdout), printable(&outcome.stderr)].concat();
    let output = folder.join("output.txt");
    write_whole(&output, format!("$ {told}\n{text}").as_bytes())?;
    let (ended, why) = ending(&outcome);
    let seconds = Some(outcome.usage.wall.as_secs_f64());
    Ok(Ran { seconds, output: Some(output), ..Ran::new(row, told, ended, why) })
}

/// Commands have limits of their own; this is for one that hangs.
const LIMITS: Limits = Limits {
    time: Duration::from_secs(24 * 3600),
    memory: 1 << 46,
    output: 64 << 20,
    files: u64::MAX,
    processes: u32::MAX,
    cores: None,
};

/// What the exit code of a command says.
fn ending(outcome: &Outcome) -> (Ended, String) {
    let error = printable(&outcome.stderr);
    let sentence = error.lines().find_map(|line| line.strip_prefix("error: ")).unwrap_or(&error);
    let sentence = sentence.lines().next().unwrap_or_default().to_string();
    match &outcome.end {
        End::Exited(0) => (Ended::Run, "nothing found".into()),
        End::Exited(1 | 4) => (Ended::Run, "findings".into()),
        End::Exited(2) if sentence.contains("not installed") => (Ended::Missing, sentence),
        End::Exited(2) => (Ended::Failed, sentence),
        End::Exited(3) => (Ended::Run, "its time was over".into()),
        End::Interrupted => (Ended::Stopped, "stopped".into()),
        other => (Ended::Failed, other.to_string()),
    }
}

fn table(all: &[Ran]) -> String {
    let width = all.iter().map(|ran| ran.row.len()).max().unwrap_or(0);
    let mut text = String::new();
    for ran in all {
        let (style, word) = match ran.ended {
            Ended::Run => (GOOD, "run"),
            Ended::Missing => (OPEN, "missing"),
            Ended::Elsewhere => (DIM, "elsewhere"),
            Ended::Listed => (DIM, "listed"),
            Ended::Stopped => (OPEN, "stopped"),
            Ended::Failed => (BAD, "failed"),
        };
        let time = ran.seconds.map_or(String::new(), |seconds| format!(", {seconds:.0} s"));
        let _ = writeln!(
            text,
            "{HEAD}{:width$}{HEAD:#}  {style}{word:9}{style:#}  {}",
            ran.row,
            folded(&format!("{}{time}", ran.why), width + 13)
        );
        let _ = writeln!(text, "    {}", ran.what);
        let _ = writeln!(text, "    {}", ran.command);
        if let Some(output) = &ran.output {
            let _ = writeln!(text, "    {DIM}{}{DIM:#}", output.display());
        }
    }
    let count = |ended| all.iter().filter(|ran| ran.ended == ended).count();
    let told = [
        (Ended::Run, "run"),
        (Ended::Missing, "not installed"),
        (Ended::Elsewhere, "made elsewhere"),
        (Ended::Listed, "listed"),
        (Ended::Stopped, "stopped"),
        (Ended::Failed, "failed"),
    ];
    let counts: Vec<String> = told
        .into_iter()
        .map(|(ended, word)| (count(ended), word))
        .filter(|(count, _)| *count > 0)
        .map(|(count, word)| format!("{count} {word}"))
        .collect();
    let _ = writeln!(text, "\n{} rows: {}", all.len(), counts.join(", "));
    text
}
