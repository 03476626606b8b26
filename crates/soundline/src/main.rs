//! The command line of Soundline. Exit codes: 0 nothing found, 1 findings, 2 wrong use or bad input,
//! 3 stopped early with partial results.

mod ending;
mod laws;
mod screen;

use clap::{CommandFactory, Parser, Subcommand};
use ending::Ending;
use std::process::ExitCode;

/// Who checks the checker? Soundline tests static analyzers at every level.
#[derive(Parser)]
#[command(
    name = "soundline",
    version,
    after_help = "Examples:
  soundline laws                     check all built-in lattices and their operators
  soundline laws interval sign       check two of them
  soundline laws planted             see what findings look like

Exit codes: 0 nothing found, 1 findings, 2 wrong use or bad input, 3 stopped early."
)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Laws(laws::Arguments),
    /// Print a completion script for a shell
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let ended = match arguments.command {
        Command::Laws(arguments) => laws::run(&arguments),
        Command::Completions { shell } => {
            let script = &mut std::io::stdout();
            clap_complete::generate(shell, &mut self::Arguments::command(), "soundline", script);
            Ok(Ending::Nothing)
        }
    };
    match ended {
        Ok(ending) => ending.into(),
        Err(complaint) => {
            anstream::eprintln!("{}error:{:#} {complaint}", screen::BAD, screen::BAD);
            ExitCode::from(2)
        }
    }
}
