//! The evaluations of `soundline eval`: the tables of the papers, run again on this machine.
//!
//! Used by the command line alone.

mod annotations;
mod bounds;
pub mod differential;
mod libraries;
mod papers;
mod precision;
mod projects;
mod seeded;
mod speed;
mod values;

use rustix::time::{ClockId, clock_gettime};
pub use seeded::merger as seeded_merger;
use soundline_targets::Registry;
use soundline_test::command::{Complaint, Ending};

/// The evaluations of domains and of the analyzer.
#[derive(clap::Subcommand)]
pub enum Evaluation {
    /// Test the APRON of this machine as the ASE'18 paper did: its Table 3
    Apron(libraries::Arguments),
    /// Test the ELINA of this machine, or another library with --lib: the paper's Table 5
    Elina(libraries::Arguments),
    #[allow(missing_docs)]
    Annotations(annotations::Arguments),
    #[allow(missing_docs)]
    Bounds(bounds::Arguments),
    #[allow(missing_docs)]
    Papers(papers::Arguments),
    #[allow(missing_docs)]
    Precision(precision::Arguments),
    #[allow(missing_docs)]
    Projects(projects::Arguments),
    #[allow(missing_docs)]
    Seeded(seeded::Arguments),
    #[allow(missing_docs)]
    Speed(speed::Arguments),
    #[allow(missing_docs)]
    Values(values::Arguments),
    #[allow(missing_docs)]
    #[command(hide = true)]
    SpeedWorker(speed::worker::Arguments),
}

impl Evaluation {
    /// Run it.
    pub fn run(&self, registry: Registry) -> Result<Ending, Complaint> {
        match self {
            Evaluation::Apron(arguments) => libraries::apron(arguments, registry),
            Evaluation::Elina(arguments) => libraries::elina(arguments, registry),
            Evaluation::Annotations(arguments) => annotations::run(arguments),
            Evaluation::Bounds(arguments) => bounds::run(arguments),
            Evaluation::Papers(arguments) => papers::run(arguments),
            Evaluation::Precision(arguments) => precision::run(arguments),
            Evaluation::Projects(arguments) => projects::run(arguments),
            Evaluation::Seeded(arguments) => seeded::run(arguments, &registry),
            Evaluation::Speed(arguments) => speed::run(arguments, registry),
            Evaluation::Values(arguments) => values::run(arguments),
            Evaluation::SpeedWorker(arguments) => speed::worker::run(arguments, registry),
        }
    }
}

/// Processor time of this thread: others may be busy.
fn processor_time() -> std::time::Duration {
    let now = clock_gettime(ClockId::ThreadCPUTime);
    std::time::Duration::new(now.tv_sec as u64, now.tv_nsec as u32)
}
