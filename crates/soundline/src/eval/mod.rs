//! `soundline eval`: run an evaluation again.

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
    Seeded(seeded::Arguments),
    Speed(speed::Arguments),
    #[command(hide = true)]
    SpeedWorker(speed::worker::Arguments),
}

/// Run the command.
pub fn run(arguments: &Arguments, registry: Registry) -> Result<Ending, Complaint> {
    match &arguments.evaluation {
        Evaluation::Seeded(arguments) => seeded::run(arguments, &registry),
        Evaluation::Speed(arguments) => speed::run(arguments, registry),
        Evaluation::SpeedWorker(arguments) => speed::worker::run(arguments, registry),
    }
}
