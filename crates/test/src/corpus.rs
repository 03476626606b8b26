//! `soundline corpus`: folders of traces that guided search begins with.
//!
//! A trace is stored under a name that is made from its text, so that folders are merged by copying
//! the files of one into the other, and nothing is there twice.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use serde::Serialize;
use soundline_fuzz::engine::{Limits, Remote, Tally, WORDS, Workers};
use soundline_fuzz::guide::{Feature, reduced};
use soundline_fuzz::{Config, Trace};
use soundline_isolate::{Board, Scratch};
use soundline_report::schema::document;
use soundline_targets::Registry;

use crate::command::arguments::RunLimits;
use crate::command::{Complaint, Ending, screen, write_whole};
use crate::test::worker::Setup;
use crate::test::{Described, Properties};

/// Traces that guided search begins with: see `soundline test --corpus`
#[derive(clap::Args)]
pub struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand)]
enum Command {
    /// Keep a few traces that show together what all of them show
    ///
    /// Every trace is run in a process of its own. What it shows is the code that it reaches, where
    /// that is instrumented, and the shapes of its elements. Traces that kill the process, hang or are
    /// refused are left out.
    #[command(after_help = "Examples:
  soundline corpus min traces                     remove what shows nothing new
  soundline corpus min mine yours --out both      merge, and leave both folders as they are")]
    Min(Min),
}

#[derive(clap::Args)]
struct Min {
    /// Folders of traces
    #[arg(required = true)]
    folders: Vec<PathBuf>,
    /// Write the traces that are kept here; without it the only folder is changed
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Machine-readable output
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    limits: RunLimits,
    #[command(flatten)]
    library: Described,
}

/// Run the command.
pub fn run(arguments: &Arguments, registry: Registry) -> Result<Ending, Complaint> {
    match &arguments.command {
        Command::Min(arguments) => minimise(arguments, registry),
    }
}

fn minimise(arguments: &Min, mut registry: Registry) -> Result<Ending, Complaint> {
    let mut of_target: BTreeMap<String, Vec<Trace>> = BTreeMap::new();
    let mut all = 0;
    for folder in &arguments.folders {
        for trace in existing(folder)? {
            all += 1;
            of_target.entry(trace.target.clone()).or_default().push(trace);
        }
    }
    let out = match (&arguments.out, arguments.folders.as_slice()) {
        (Some(out), _) => out,
        (None, [only]) => only,
        (None, _) => return Err(Complaint::new("several folders are merged with --out DIR")),
    };
    let (mut kept, mut left_out) = (Vec::new(), 0);
    for (target, traces) in of_target {
        arguments.library.register(&mut registry, Some(&target))?;
        crate::test::present(&registry, &target)?;
        let (shown, failed) = features(&target, traces, arguments)?;
        left_out += failed;
        kept.extend(reduced(shown));
    }
    let count = kept.len();
    if arguments.out.is_none() {
        clear(out)?;
    }
    add(out, kept)?;
    if arguments.json {
        let folder = out.display().to_string();
        let counts = Minimised { folder, traces: all, kept: count, not_run: left_out };
        screen::say(&document("soundline-corpus/1", &counts))?;
        return Ok(Ending::Nothing);
    }
    let died =
        if left_out > 0 { format!("; {left_out} did not run to their end") } else { String::new() };
    screen::say(&format!("{count} of {all} traces are kept in {}{died}\n", out.display()))?;
    Ok(Ending::Nothing)
}

/// What minimising came to, for programs.
#[derive(Serialize)]
struct Minimised {
    folder: String,
    traces: usize,
    kept: usize,
    not_run: usize,
}

/// A trace and what it shows.
type Shown = (Trace, Vec<Feature>);

/// What traces show, and how many could not be run.
fn features(
    target: &str,
    traces: Vec<Trace>,
    arguments: &Min,
) -> Result<(Vec<Shown>, usize), Complaint> {
    let complain = |error: &dyn std::fmt::Display| Complaint::new(error.to_string());
    let folder = Scratch::new().map_err(|error| complain(&error))?;
    let path = folder.path().join("corpus.board");
    let board = Board::create(&path, WORDS).map_err(|error| complain(&error))?;
    let setup = Setup {
        target,
        config: &Config::default(),
        seed: 0,
        properties: &"all".parse::<Properties>().map_err(Complaint::new)?,
        library: &arguments.library,
        against: None,
        board: &path,
        corpus: None,
    };
    let command = |role| setup.command(role);
    let (time, memory) = arguments.limits.of_a_test();
    let limits = Limits { time, memory };
    let workers = Workers { command: &command, limits };
    let mut remote = Remote::new(&workers, Tally::new(board.words()));
    remote.describe().map_err(Complaint::new)?;
    let all = traces.len();
    let shown: Vec<Shown> = traces
        .into_iter()
        .filter_map(|trace| remote.features(&trace).map(|features| (trace, features)))
        .collect();
    let failed = all - shown.len();
    Ok((shown, failed))
}

/// The traces of a folder, in the order of their names; a folder that is not there has none.
pub fn read(folder: &Path) -> Result<Vec<Trace>, Complaint> {
    if folder.exists() { existing(folder) } else { Ok(Vec::new()) }
}

fn existing(folder: &Path) -> Result<Vec<Trace>, Complaint> {
    let unreadable = |path: &Path, error: &dyn std::fmt::Display| {
        Complaint::new(format!("cannot read {}: {error}", path.display()))
    };
    files(folder)?
        .iter()
        .map(|path| {
            let text = fs::read_to_string(path).map_err(|error| unreadable(path, &error))?;
            text.parse().map_err(|error| unreadable(path, &error))
        })
        .collect()
}

fn files(folder: &Path) -> Result<Vec<PathBuf>, Complaint> {
    let entries = fs::read_dir(folder).map_err(|error| {
        Complaint::new(format!("cannot read the folder {}: {error}", folder.display()))
    })?;
    let paths = entries.filter_map(Result::ok).map(|entry| entry.path());
    let mut files: Vec<PathBuf> =
        paths.filter(|path| path.extension().is_some_and(|e| e == "trace")).collect();
    files.sort();
    Ok(files)
}

/// Add traces to a folder.
pub fn add(folder: &Path, traces: Vec<Trace>) -> Result<(), Complaint> {
    let unwritable = |error: std::io::Error| {
        Complaint::new(format!("cannot write to the folder {}: {error}", folder.display()))
    };
    fs::create_dir_all(folder).map_err(unwritable)?;
    for trace in traces {
        let text = trace.to_string();
        let name = soundline_lattice::choices::derived_seed(0, &text, 0);
        write_whole(&folder.join(format!("{name:016x}.trace")), text.as_bytes())?;
    }
    Ok(())
}

/// Remove the traces of a folder, which are known to be readable.
fn clear(folder: &Path) -> Result<(), Complaint> {
    for path in files(folder)? {
        fs::remove_file(&path).map_err(|error| {
            Complaint::new(format!("cannot remove {}: {error}", path.display()))
        })?;
    }
    Ok(())
}
