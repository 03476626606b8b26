//! The process in which a library is loaded: it does one job after the other and writes down what came of each.

use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use serde::{Deserialize, Serialize};
use soundline_isolate::{Board, LineLimits, confine_worker};
use soundline_targets::values::{ExecValues, NativeValues, ValueFault, ValueMachine, own};

use crate::exhaustive::{self, Tuples};
use crate::lattice;
use crate::outcome::{LawsRow, OperatorRow, Outcome};
use crate::plan::{Job, Settings, jobs};
use crate::pulse::Pulse;
use crate::row::{empty_row, example};
use crate::sampled;
use crate::universe::check_table;
use crate::world::World;

/// What is under test.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Subject {
    /// A library with the C interface.
    Library(PathBuf),
    /// A program that speaks the line protocol.
    Program(String),
    /// One of our own domains, by its name.
    Own(String),
}

/// What a worker is to do. It is handed over as text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Assignment {
    /// What is under test.
    pub subject: Subject,
    /// How.
    pub settings: Settings,
    /// Jobs before this one are done.
    pub from: usize,
    /// The last worker died in the job before `from`, at this call of its operator, in this way.
    pub died: Option<(Option<u64>, String)>,
    /// How long an answer of a program may take, in milliseconds.
    pub patience: u64,
}

/// A line that a worker writes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Line {
    /// The table could be used.
    Declared(About),
    /// The table is faulty: nothing can be checked.
    Faulty(String),
    /// A job is done.
    Done(usize, Outcome),
    /// All jobs are done.
    End,
}

/// What a domain says about itself.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct About {
    /// Its name.
    pub name: String,
    /// A sentence.
    pub about: String,
    /// Its widths.
    pub widths: Vec<u32>,
    /// How many operators it has.
    pub operators: usize,
    /// How many jobs there are.
    pub jobs: usize,
}

/// The file of the folder that holds the pulse.
pub const PULSE: &str = "pulse";
/// The file of the folder to which lines are added.
pub const LINES: &str = "lines";

/// Be a worker.
pub fn work(assignment: &str, folder: &Path) -> io::Result<()> {
    confine_worker()?;
    let assignment: Assignment = serde_json::from_str(assignment)?;
    let pulse = Board::open(&folder.join(PULSE)).map_err(io::Error::other)?;
    let lines = File::options().append(true).create(true).open(folder.join(LINES))?;
    let mut worker = Worker { lines };
    match worker.run(&assignment, Pulse::on(pulse)) {
        Ok(()) => worker.write(&Line::End),
        Err(Trouble::Fault(fault)) => worker.write(&Line::Faulty(fault.to_string())),
        Err(Trouble::Io(error)) => Err(error),
    }
}

struct Worker {
    lines: File,
}

enum Trouble {
    Fault(ValueFault),
    Io(io::Error),
}

impl From<ValueFault> for Trouble {
    fn from(fault: ValueFault) -> Trouble {
        Trouble::Fault(fault)
    }
}

impl From<io::Error> for Trouble {
    fn from(error: io::Error) -> Trouble {
        Trouble::Io(error)
    }
}

impl Worker {
    fn write(&mut self, line: &Line) -> io::Result<()> {
        let mut text = serde_json::to_string(line)?;
        text.push('\n');
        // One call: a worker that is killed leaves a whole line or none.
        self.lines.write_all(text.as_bytes())
    }

    fn run(&mut self, assignment: &Assignment, pulse: Pulse) -> Result<(), Trouble> {
        let Assignment { settings, from, .. } = assignment;
        let mut machine = open(assignment)?;
        let declaration = machine.declaration().clone();
        let jobs = jobs(&declaration, settings)?;
        for width in &declaration.widths {
            check_table(&mut *machine, *width)?;
        }
        if *from == 0 {
            self.write(&Line::Declared(About {
                name: declaration.name,
                about: declaration.about,
                widths: declaration.widths,
                operators: declaration.operators.len(),
                jobs: jobs.len(),
            }))?;
        }
        let mut world = World::new(machine, pulse);
        if let (Some(before), Some((call, how))) = (from.checked_sub(1), &assignment.died) {
            let outcome = died(&mut world, &jobs[before], *call, how, settings)?;
            self.write(&Line::Done(before, outcome))?;
        }
        for (number, job) in jobs.iter().enumerate().skip(*from) {
            world.pulse.job(number);
            let start = Instant::now();
            let (back, outcome) = run_job(world, job, settings);
            world = back;
            let seconds = start.elapsed().as_secs_f64();
            let outcome = match outcome {
                Err(ValueFault::Failed(how)) => {
                    // The program is gone: another one is asked for the other jobs.
                    world.machine = open(assignment)?;
                    world = World::new(world.machine, world.pulse);
                    died(&mut world, job, None, &how, settings)?
                }
                outcome => timed(outcome?, seconds),
            };
            if matches!(&outcome, Outcome::Laws(LawsRow { ended: Some(_), .. })) {
                world = World::new(open(assignment)?, world.pulse);
            }
            self.write(&Line::Done(number, outcome))?;
        }
        Ok(())
    }
}

fn open(assignment: &Assignment) -> Result<Box<dyn ValueMachine>, ValueFault> {
    Ok(match &assignment.subject {
        Subject::Library(path) => Box::new(NativeValues::open(path)?),
        Subject::Own(name) => Box::new(own(name)?),
        Subject::Program(command) => {
            let time = std::time::Duration::from_millis(assignment.patience);
            Box::new(ExecValues::start(command, LineLimits { time, ..LineLimits::default() })?)
        }
    })
}

fn run_job(world: World, job: &Job, settings: &Settings) -> (World, Result<Outcome, ValueFault>) {
    match job {
        Job::Laws(width) => {
            let (world, row) = lattice::check(world, *width, settings);
            (world, row.map(Outcome::Laws))
        }
        Job::Operator(application) => {
            let mut world = world;
            let row = match Tuples::of(&mut world, application, settings.exhaustive) {
                Ok(Some(tuples)) => exhaustive::check(&mut world, &tuples),
                Ok(None) => sampled::check(&mut world, application, settings),
                Err(fault) => Err(fault),
            };
            (world, row.map(Outcome::Operator))
        }
    }
}

fn timed(outcome: Outcome, seconds: f64) -> Outcome {
    match outcome {
        Outcome::Laws(row) => Outcome::Laws(LawsRow { seconds, ..row }),
        Outcome::Operator(row) => Outcome::Operator(OperatorRow { seconds, ..row }),
    }
}

/// The outcome of a job in which the library ended the process, or a program ended.
fn died(
    world: &mut World,
    job: &Job,
    call: Option<u64>,
    how: &str,
    settings: &Settings,
) -> Result<Outcome, ValueFault> {
    let ended = Some(how.to_string());
    let application = match job {
        Job::Laws(width) => {
            let (width, laws) = (*width, Vec::new());
            let row = LawsRow { width, elements: None, laws, ended, seconds: 0.0 };
            return Ok(Outcome::Laws(row));
        }
        Job::Operator(application) => application,
    };
    let mut row = OperatorRow { ended, ..empty_row(world, application) };
    let operands = match (call, Tuples::of(world, application, settings.exhaustive)?) {
        (Some(tuple), Some(tuples)) => Some(tuples.operands(tuple as usize)),
        (Some(case), None) => sampled::operands(world, application, settings, case)?,
        (None, _) => None,
    };
    let mut notes = match operands {
        Some(operands) => world.notes(application, &operands, None)?,
        None => Vec::new(),
    };
    notes.push(("how".into(), how.into()));
    row.examples.push(example("ends", true, notes));
    Ok(Outcome::Operator(row))
}
