//! The command line of Soundline, as a library: a crate with abstract domains of its own can have the
//! whole of it for them.
//!
//! Exit codes: 0 nothing found, 1 findings, 2 wrong use or bad input, 3 stopped early with partial
//! results.

mod analyze;
mod corpus;
mod diff;
mod ending;
mod eval;
mod interrupt;
mod laws;
pub mod own;
pub mod prelude;
mod replay;
pub mod report;
mod screen;
mod targets;
mod test;

pub use own::Own;
pub use soundline_domains as domains;
pub use soundline_fuzz as fuzz;
pub use soundline_lattice as lattice;
pub use soundline_targets as under_test;

use clap::{CommandFactory, Parser, Subcommand};
use ending::Ending;
use soundline_targets::Registry;
use std::process::ExitCode;

/// Who checks the checker? Soundline tests static analyzers at every level.
#[derive(Parser)]
#[command(
    name = "soundline",
    version,
    after_help = "Examples:
  soundline test                     test the built-in abstract domains, for half a minute
  soundline test apron:oct:d         test a library that is installed
  soundline targets                  what can be tested here, and how to get the rest
  soundline laws                     check all built-in lattices and their operators
  soundline analyze prog.c           analyze a C program

Exit codes: 0 nothing found, 1 findings, 2 wrong use or bad input, 3 stopped early."
)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Test(test::Arguments),
    Targets(targets::Arguments),
    Replay(replay::Arguments),
    Laws(laws::Arguments),
    Corpus(corpus::Arguments),
    Analyze(analyze::Arguments),
    Diff(diff::Arguments),
    Eval(eval::Arguments),
    #[command(hide = true)]
    Worker(test::worker::Arguments),
    /// Print a completion script for a shell
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
}

/// Run the command line for some targets.
pub fn run(registry: Registry) -> ExitCode {
    // Foreign analyzers are watched by this very program, started again.
    if let Some(ended) = soundline_isolate::warden_was_asked_for() {
        return ended;
    }
    let arguments = Arguments::parse();
    let ended = match arguments.command {
        Command::Test(arguments) => test::run(&arguments, registry),
        Command::Targets(arguments) => targets::run(&arguments, &registry),
        Command::Replay(arguments) => replay::run(&arguments, registry),
        Command::Laws(arguments) => laws::run(&arguments),
        Command::Corpus(arguments) => corpus::run(&arguments, registry),
        Command::Analyze(arguments) => analyze::run(&arguments),
        Command::Diff(arguments) => diff::run(&arguments),
        Command::Eval(arguments) => eval::run(&arguments, registry),
        Command::Worker(arguments) => test::worker::run(&arguments, registry),
        Command::Completions { shell } => {
            let script = &mut std::io::stdout();
            clap_complete::generate(shell, &mut self::Arguments::command(), "soundline", script);
            Ok(Ending::Nothing)
        }
    };
    match ended {
        Ok(ending) => ending.into(),
        Err(complaint) => refuse(&complaint),
    }
}

/// Say what is wrong with what was asked for.
fn refuse(complaint: &ending::Complaint) -> ExitCode {
    anstream::eprintln!("{}error:{:#} {complaint}", screen::BAD, screen::BAD);
    ExitCode::from(2)
}
