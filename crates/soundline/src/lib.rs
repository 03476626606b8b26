//! The command line of Soundline, as a library: a crate with abstract domains of its own can have the
//! whole of it for them. (For the commands that test domains alone, `soundline-test` is enough.)
//!
//! ```no_run
//! use soundline_targets::Registry;
//!
//! fn main() -> std::process::ExitCode {
//!     soundline::run(Registry::builtin()) // and yours
//! }
//! ```
//!
//! Exit codes: 0 nothing found, 1 findings, 2 wrong use or bad input, 3 stopped early with partial
//! results.

mod analyze;
mod diff;
mod eval;
mod laws;
mod man;
mod model;
mod serve;

use clap::{CommandFactory, Parser, Subcommand};
use soundline_targets::Registry;
use soundline_test::command::{Ending, end, screen};
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
  soundline serve                    look at results in a browser

Exit codes: 0 nothing found, 1 findings, 2 wrong use or bad input, 3 stopped early."
)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    #[command(flatten)]
    Test(soundline_test::Command),
    Laws(laws::Arguments),
    #[command(hide = true)]
    ValueWorker(laws::values::Worker),
    Analyze(Box<analyze::Arguments>),
    Diff(diff::Arguments),
    Eval(eval::Arguments),
    Serve(serve::Arguments),
    /// Print a completion script for a shell
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    Man(man::Arguments),
}

/// Run the command line for some targets.
pub fn run(registry: Registry) -> ExitCode {
    // Foreign analyzers are watched by this very program, started again.
    if let Some(ended) = soundline_isolate::warden_was_asked_for() {
        return ended;
    }
    // While a build is recorded, this program stands for its compilers.
    if let Some(ended) = analyze::compiler_was_asked_for() {
        return ended;
    }
    screen::end_with_the_output();
    end(match Arguments::parse().command {
        Command::Test(soundline_test::Command::Merge(arguments)) => {
            let mergers = vec![
                ("laws", laws::merger()),
                ("diff run", diff::run::merger()),
                ("eval seeded", soundline_eval::seeded_merger()),
                ("test", soundline_test::test::merger(registry)),
            ];
            soundline_test::shards::merge::run(&arguments, mergers)
        }
        Command::Test(command) => command.run(registry),
        Command::Laws(arguments) => laws::run(&arguments),
        Command::ValueWorker(worker) => worker.run(),
        Command::Analyze(arguments) => analyze::run(&arguments),
        Command::Diff(arguments) => diff::run(&arguments),
        Command::Eval(arguments) => eval::run(&arguments, registry),
        Command::Serve(arguments) => serve::run(&arguments, registry),
        Command::Completions { shell } => {
            let script = &mut std::io::stdout();
            clap_complete::generate(shell, &mut self::Arguments::command(), "soundline", script);
            Ok(Ending::Nothing)
        }
        Command::Man(arguments) => man::run(&arguments, self::Arguments::command()),
    })
}
