//! `soundline eval`: run an evaluation again.

mod bounds;
mod differential;
mod libraries;
mod seeded;
mod speed;

use soundline_targets::Registry;

use crate::ending::{Complaint, Ending};

/// Run an evaluation again, on this machine
#[derive(clap::Args)]
pub struct Arguments {
    #[command(subcommand)]
    evaluation: Evaluation,
}

#[derive(clap::Subcommand)]
enum Evaluation {
    /// Test the APRON of this machine as the ASE'18 paper did: its Table 3
    Apron(libraries::Arguments),
    /// Test the ELINA of this machine, or another library with --lib: the paper's Table 5
    Elina(libraries::Arguments),
    Bounds(bounds::Arguments),
    Seeded(seeded::Arguments),
    Strategies(differential::Strategies),
    Batches(differential::Batches),
    Speed(speed::Arguments),
    #[command(hide = true)]
    SpeedWorker(speed::worker::Arguments),
}

/// Run the command.
pub fn run(arguments: &Arguments, registry: Registry) -> Result<Ending, Complaint> {
    match &arguments.evaluation {
        Evaluation::Apron(arguments) => libraries::apron(arguments, registry),
        Evaluation::Elina(arguments) => libraries::elina(arguments, registry),
        Evaluation::Bounds(arguments) => bounds::run(arguments),
        Evaluation::Seeded(arguments) => seeded::run(arguments, &registry),
        Evaluation::Strategies(arguments) => differential::strategies(arguments),
        Evaluation::Batches(arguments) => differential::batches(arguments),
        Evaluation::Speed(arguments) => speed::run(arguments, registry),
        Evaluation::SpeedWorker(arguments) => speed::worker::run(arguments, registry),
    }
}
