//! `soundline eval`: re-run an evaluation.

mod seeded;

use soundline_targets::Registry;

use crate::ending::{Complaint, Ending};

/// Re-run an evaluation: how well Soundline itself does
#[derive(clap::Args)]
pub struct Arguments {
    #[command(subcommand)]
    evaluation: Evaluation,
}

#[derive(clap::Subcommand)]
enum Evaluation {
    Seeded(seeded::Arguments),
}

/// Run the command.
pub fn run(arguments: &Arguments, registry: &Registry) -> Result<Ending, Complaint> {
    match &arguments.evaluation {
        Evaluation::Seeded(arguments) => seeded::run(arguments, registry),
    }
}
