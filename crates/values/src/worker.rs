//! The process in which a library is loaded: it does one job after the other and writes down what came of each.

use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use serde::{Deserialize, Serialize};
use soundline_isolate::{Board, LineLimits, confine_worker};
use soundline_lattice::Choices;
use soundline_targets::values::{
    Application, ExecValues, NativeValues, ValueFault, ValueMachine, own,
};

use crate::case::{Case, Input};
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
    /// Of all jobs only each so many-th, from this one on: `(1, 4)` are the second, the sixth and so on.
    pub share: (usize, usize),
    /// So many jobs of the share are done.
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
    /// The table is faulty, which was seen in this job or before the first: nothing can be checked.
    Faulty(Option<usize>, String),
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
    /// How many jobs there are, those of other shares included.
    pub jobs: usize,
}

/// The command of this program that is a worker.
pub const WORKER: &str = "value-worker";
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
    let mut worker = Worker { lines, job: None };
    match worker.run(&assignment, Pulse::on(pulse)) {
        Ok(()) => worker.write(&Line::End),
        Err(Trouble::Fault(fault)) => worker.write(&Line::Faulty(worker.job, fault.to_string())),
        Err(Trouble::Io(error)) => Err(error),
    }
}

struct Worker {
    lines: File,
    /// What it does.
    job: Option<usize>,
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
        let (first, step) = assignment.share;
        let share: Vec<(usize, &Job)> = jobs.iter().enumerate().skip(first).step_by(step).collect();
        if let (Some(before), Some((call, how))) = (from.checked_sub(1), &assignment.died) {
            let (number, job) = share[before];
            self.job = Some(number);
            let outcome = died(&mut world, job, *call, how, settings)?;
            self.write(&Line::Done(number, outcome))?;
        }
        for (number, job) in share.into_iter().skip(*from) {
            self.job = Some(number);
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
            let row = match &settings.case {
                Some(case) => again(&mut world, application, case),
                None => check(&mut world, application, settings),
            };
            (world, row.map(Outcome::Operator))
        }
    }
}

fn check(
    world: &mut World,
    application: &Application,
    settings: &Settings,
) -> Result<OperatorRow, ValueFault> {
    match Tuples::of(world, application, settings.exhaustive)? {
        Some(tuples) => exhaustive::check(world, &tuples),
        None => sampled::check(world, application, settings),
    }
}

/// Run a case again, and nothing else.
fn again(
    world: &mut World,
    application: &Application,
    case: &Case,
) -> Result<OperatorRow, ValueFault> {
    let none = || ValueFault::Table(format!("it has no case {case}: is it of another library?"));
    match &case.input {
        Input::Tuples(places) => {
            let tuples = Tuples::of(world, application, u64::MAX)?.ok_or_else(none)?;
            exhaustive::again(world, &tuples, case, places)?.ok_or_else(none)
        }
        Input::Choices(choices) => {
            sampled::again(world, application, case, choices)?.ok_or_else(none)
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
    let limit = if settings.case.is_some() { u64::MAX } else { settings.exhaustive };
    let known = match (call, Tuples::of(world, application, limit)?) {
        (None, _) => None,
        (Some(tuple), Some(tuples)) => {
            Some((tuples.operands(tuple as usize), Input::Tuples(vec![tuple])))
        }
        (Some(number), None) => {
            let mut choices = match settings.case.as_ref().map(|case| &case.input) {
                Some(Input::Choices(choices)) => Choices::replay(choices),
                _ => sampled::choices_of(world, application, settings, number),
            };
            let operands = sampled::operands(world, application, &mut choices)?;
            operands.map(|operands| (operands, Input::Choices(choices.drawn())))
        }
    };
    let (mut notes, input) = match known {
        Some((operands, input)) => (world.notes(application, &operands, None)?, Some(input)),
        None => (Vec::new(), None),
    };
    notes.push(("how".into(), how.into()));
    row.examples.push(example(application, "ends", true, notes, input));
    Ok(Outcome::Operator(row))
}
