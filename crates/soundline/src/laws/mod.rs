//! `soundline laws`: check the built-in lattices and the operators on them.

mod json;
mod list;
mod outcome;
mod part;
mod select;
mod supervisor;
mod text;
pub mod values;
mod worker;

use outcome::Checked;
pub use part::merger;
use select::Selected;
use soundline_lattice::apart::{Child, Limits};
use soundline_lattice::{Runner, StoredCase};
use soundline_test::command::arguments::{FOLDER, Jobs, RunLimits, Seed, duration};
use soundline_test::command::{Complaint, Ending, Interrupt, screen};
use soundline_test::shards::slurm::{self, On};
use soundline_test::shards::{Shard, invocation};
use soundline_values::Case;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::time::Duration;

/// Check lattices and the operators on them
///
/// Every law is checked over all tuples of elements where the elements can be listed, which is a
/// proof, and on random cases elsewhere. A violated law is shown with its smallest counterexample,
/// stored as a text file, and tried first the next time. One lattice is shown with all its laws,
/// several with a line each and the violated laws. Each lattice runs in a process of its own.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  soundline laws                             all built-in lattices
  soundline laws --list                      their names; with a NAME, its laws
  soundline laws interval --law 'join sound' one law of one lattice
  soundline laws --class widening --cases 100000
  soundline laws planted:join-associative    a planted bug, to see a finding
  soundline laws planted:leq-reflexive --examples 10
  soundline laws interval --traces           elements built by traces of operations
  soundline laws --replay soundline-out/laws/FILE.case
  soundline laws --shard 3/8 --out parts/3   see soundline merge
  soundline laws --lib ./my_domain.so        the value domain of a library (docs/value-domains.md)
  soundline laws --exec 'python3 my_domain.py' add sub
  soundline laws --values tnum --width 4     one of our own value domains")]
pub struct Arguments {
    /// Lattices to check (see --list); without a name all that ought to be right. With --lib, --exec or --values: operators
    names: Vec<String>,
    /// Check the value domain of a shared library with the C interface of include/soundline_value.h
    #[arg(long, value_name = "PATH", conflicts_with_all = ["exec", "replay"])]
    lib: Option<PathBuf>,
    /// Check the value domain of a program that speaks the line protocol (docs/exec-protocol.md)
    #[arg(long, value_name = "COMMAND", conflicts_with = "replay")]
    exec: Option<String>,
    /// Check one of our own value domains: known-bits, tnum or wrapped
    #[arg(long, value_name = "NAME", conflicts_with_all = ["lib", "exec", "replay"])]
    values: Option<String>,
    /// Only this width of the value domain (may be repeated)
    #[arg(long = "width", value_name = "BITS")]
    widths: Vec<u32>,
    /// Run one case of one operator again, as the report of a value domain names it
    #[arg(long, value_name = "CASE")]
    case: Option<Case>,
    /// Show how long each operator of the value domain took
    #[arg(long)]
    timings: bool,
    /// Random cases to check of each law that cannot be checked exhaustively [default: 1000; 10000 for value domains]
    #[arg(long, value_name = "N")]
    cases: Option<u64>,
    #[command(flatten)]
    seed: Seed,
    /// Tuples up to which a law is checked exhaustively [default: 200000; 2000000 for operators of value domains]
    #[arg(long, value_name = "N")]
    exhaustive: Option<u64>,
    /// Only the laws with this name (may be repeated)
    #[arg(long = "law", value_name = "LAW")]
    laws: Vec<String>,
    /// Only the laws of this class (may be repeated)
    #[arg(long = "class", value_name = "CLASS")]
    classes: Vec<String>,
    /// Build the elements of laws by random traces of operations, not by the generators alone
    #[arg(long, conflicts_with_all = ["exhaustive", "lib", "exec", "values"])]
    traces: bool,
    /// Counterexamples to show of each violated law, at most; the smallest comes first
    #[arg(long, value_name = "N", default_value_t = 1, conflicts_with_all = ["lib", "exec", "values"],
          value_parser = clap::value_parser!(u8).range(1..=MOST_EXAMPLES))]
    examples: u8,
    /// List what can be checked, and check nothing
    #[arg(long)]
    list: bool,
    /// Run a stored case again, and nothing else
    #[arg(long, value_name = "FILE", conflicts_with_all = ["names", "list"])]
    replay: Option<PathBuf>,
    /// Machine-readable output
    #[arg(long)]
    json: bool,
    /// One line for each lattice, and the findings, for a single lattice too
    #[arg(long, short)]
    quiet: bool,
    /// All laws of each lattice
    #[arg(long, short, conflicts_with = "quiet")]
    verbose: bool,
    /// Folder for stored cases
    #[arg(long, default_value = FOLDER, value_name = "DIR")]
    out: PathBuf,
    /// Check only the K-th of N parts of the lattices; `soundline merge` puts the parts together
    #[arg(long, value_name = "K/N", conflicts_with_all = ["replay", "list", "verbose", "on", "lib", "exec", "values"])]
    shard: Option<Shard>,
    #[command(flatten)]
    on: On,
    /// Stop after this time (30s, 5m), with the results so far
    #[arg(long, value_name = "TIME", value_parser = duration)]
    time: Option<Duration>,
    #[command(flatten)]
    jobs: Jobs,
    #[command(flatten)]
    limits: RunLimits,
}

/// The runner keeps so many counterexamples of a law.
const MOST_EXAMPLES: i64 = 24;

impl Arguments {
    /// Random cases of each law.
    fn cases(&self) -> u64 {
        self.cases.unwrap_or(Runner::default().cases)
    }

    /// Tuples up to which a law is checked exhaustively.
    fn exhaustive(&self) -> u64 {
        self.exhaustive.unwrap_or(Runner::default().exhaustive_limit)
    }

    /// What a case may use.
    fn limits(&self) -> Limits {
        let (time, memory) = self.limits.of_a_case();
        Limits { time, memory }
    }
}

/// Run the command.
pub fn run(arguments: &Arguments) -> Result<Ending, Complaint> {
    if arguments.cases == Some(0) {
        return Err(Complaint::new("--cases must be at least 1: with 0 cases nothing is checked"));
    }
    if let Some(file) = &arguments.replay {
        return run_replay(arguments, file);
    }
    if let Some(subject) = values::subject(arguments) {
        if arguments.on.is_elsewhere() {
            return Err(Complaint::new("a value domain is checked here: --on is for lattices"));
        }
        return values::run(arguments, subject);
    }
    if !arguments.widths.is_empty() || arguments.timings || arguments.case.is_some() {
        return Err(Complaint::new(
            "--width, --timings and --case are for value domains: --lib, --exec or --values",
        ));
    }
    let selected = Selected::new(&arguments.names, &arguments.laws, &arguments.classes)?;
    if let Some(child) = Child::here() {
        worker::serve(&child, arguments, &selected);
        return Ok(Ending::Nothing);
    }
    if arguments.list {
        list::print(&selected, !arguments.names.is_empty(), arguments.json);
        return Ok(Ending::Nothing);
    }
    if arguments.on.is_elsewhere() {
        let how = [
            (arguments.json, "--json"),
            (arguments.quiet, "--quiet"),
            (arguments.verbose, "--verbose"),
        ];
        let merge: Vec<&str> = how.iter().filter(|(asked, _)| *asked).map(|(_, o)| *o).collect();
        return arguments.on.run(&slurm::Campaign {
            command: invocation(),
            out: &arguments.out,
            jobs: arguments.jobs.asked().unwrap_or(1),
            merge: &merge,
            round: None,
        });
    }
    match arguments.shard {
        Some(shard) => part::run(arguments, selected, shard),
        None => run_checks(arguments, &selected),
    }
}

/// How results are shown.
#[derive(Clone, Copy)]
struct How {
    json: bool,
    /// All laws of each lattice.
    in_full: bool,
    /// Of the longest name.
    width: usize,
}

impl How {
    fn new(selected: &Selected, json: bool, quiet: bool, verbose: bool) -> How {
        let names = selected.entries.iter().map(|entry| entry.name.chars().count());
        let in_full = verbose || (selected.entries.len() == 1 && !quiet);
        How { json, in_full, width: names.max().unwrap_or(0) }
    }

    /// A lattice that was checked, when it was.
    fn tell(self, checked: &Checked) {
        match self {
            How { json: true, .. } => {}
            How { in_full: true, .. } => text::print_lattice(checked, true),
            How { width, .. } => text::print_line(checked, width),
        }
    }

    /// All of them, at the end.
    fn conclude(self, arguments: &Arguments, all: &[Checked], complete: bool) -> Ending {
        let is_violated = |checked: &&Checked| checked.laws.iter().any(|law| law.is_cause());
        let violated: Vec<&Checked> = all.iter().filter(is_violated).collect();
        if self.json {
            print!("{}", json::of_run(arguments, all, complete));
        } else {
            for checked in violated.iter().filter(|_| !self.in_full) {
                println!();
                text::print_lattice(checked, false);
            }
            text::print_summary(all, complete);
        }
        if !violated.is_empty() {
            Ending::Findings
        } else if complete {
            Ending::Nothing
        } else {
            Ending::Stopped
        }
    }
}

fn run_checks(arguments: &Arguments, selected: &Selected) -> Result<Ending, Complaint> {
    let interrupt = Interrupt::after(arguments.time)?;
    let progress = screen::progress(selected.entries.len() as u64, "laws");
    let how = How::new(selected, arguments.json, arguments.quiet, arguments.verbose);
    let mut all = Vec::new();
    each_in_order(arguments, selected, &interrupt, |checked| {
        let checked = checked?;
        progress.inc(1);
        progress.suspend(|| how.tell(&checked));
        all.push(checked);
        Ok(())
    })?;
    progress.finish_and_clear();
    Ok(how.conclude(arguments, &all, all.len() == selected.entries.len()))
}

/// Check the lattices on several threads and hand over the results in the order of their names.
fn each_in_order(
    arguments: &Arguments,
    selected: &Selected,
    interrupt: &Interrupt,
    mut receive: impl FnMut(Result<Checked, Complaint>) -> Result<(), Complaint>,
) -> Result<(), Complaint> {
    let jobs = arguments.jobs.count().min(selected.entries.len().max(1));
    let next = AtomicUsize::new(0);
    let (send, results) = mpsc::channel();
    std::thread::scope(|scope| {
        for _ in 0..jobs {
            let (send, next) = (send.clone(), &next);
            let work = move || {
                while !interrupt.is_asked() {
                    let index = next.fetch_add(1, Ordering::SeqCst);
                    if index >= selected.entries.len() {
                        break;
                    }
                    let entry = &selected.entries[index];
                    let checked = worker::check(arguments, selected, entry, interrupt);
                    let Some(checked) = checked.transpose() else { break };
                    if send.send((index, checked)).is_err() {
                        break;
                    }
                }
            };
            std::thread::Builder::new()
                .spawn_scoped(scope, work)
                .map_err(|error| Complaint::new(format!("no thread can be started: {error}")))?;
        }
        drop(send);
        let mut waiting = std::collections::BTreeMap::new();
        let mut wanted = 0;
        for (index, checked) in results {
            waiting.insert(index, checked);
            while let Some(checked) = waiting.remove(&wanted) {
                wanted += 1;
                if let Err(complaint) = receive(checked) {
                    interrupt.flag().store(true, Ordering::SeqCst);
                    return Err(complaint);
                }
            }
        }
        Ok(())
    })
}

fn run_replay(arguments: &Arguments, file: &Path) -> Result<Ending, Complaint> {
    let stored = StoredCase::read(file)?;
    let check = select::find_check(&stored.subject, &stored.check).ok_or_else(|| {
        Complaint::new(format!(
            "{} is about '{}' of '{}', which this version of soundline does not have",
            file.display(),
            stored.check,
            stored.subject
        ))
    })?;
    let case = worker::Case { file, stored, check };
    if let Some(child) = Child::here() {
        worker::serve_replay(&child, &case);
        return Ok(Ending::Nothing);
    }
    let interrupt = Interrupt::after(arguments.time)?;
    let Some(replay) = worker::replay(arguments, &case, &interrupt)? else {
        return Ok(Ending::Stopped);
    };
    if arguments.json {
        print!("{}", json::of_replay(&replay));
    } else {
        text::print_replay(&replay);
    }
    Ok(if replay.is_violated() { Ending::Findings } else { Ending::Nothing })
}

/// Where the lattices of this program are from, as stored cases say it.
const ORIGIN: &str = "soundline";
