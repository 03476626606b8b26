//! `soundline diff`: differential testing of C program analyzers.

mod analyzers;
mod checks;
mod report;
pub mod run;
pub mod selection;
mod serve;
mod survey;
mod try_one;

use std::path::PathBuf;

use soundline_diff::campaign::ask_predicate;

use soundline_test::command::{Complaint, Ending};

/// Test analyzers of C programs against each other
///
/// Checks are put into programs, all analyzers are asked whether they hold, and where they disagree, one
/// of them is unsound or imprecise.
#[derive(clap::Args)]
pub struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand)]
enum Command {
    Analyzers(analyzers::Arguments),
    Checks(checks::Arguments),
    Try(try_one::Arguments),
    Run(Box<run::Arguments>),
    Report(report::Arguments),
    Survey(survey::Arguments),
    /// Stay, and answer for `soundline analyze` one question after the other
    #[command(hide = true)]
    Serve,
    /// Ask whether a smaller program still shows the same: what cvise's script runs
    #[command(hide = true)]
    Interesting {
        /// Where the answer comes from
        socket: PathBuf,
        /// The program
        program: PathBuf,
    },
}

/// Run the command.
pub fn run(arguments: &Arguments) -> Result<Ending, Complaint> {
    match &arguments.command {
        Command::Analyzers(arguments) => analyzers::run(arguments),
        Command::Checks(arguments) => checks::run(arguments),
        Command::Try(arguments) => try_one::run(arguments),
        Command::Run(arguments) => run::run(arguments),
        Command::Survey(arguments) => survey::run(arguments),
        Command::Report(arguments) => report::run(arguments),
        Command::Serve => serve::run(),
        Command::Interesting { socket, program } => match ask_predicate(socket, program) {
            Ok(true) => Ok(Ending::Nothing),
            Ok(false) => Ok(Ending::Findings),
            Err(error) => Err(Complaint::new(format!("the predicate does not answer: {error}"))),
        },
    }
}
