//! The commands that test abstract domains, and domains of one's own in Rust: a test and a command line
//! for them, by one macro.
//!
//! The user's crate implements [`Domain`](soundline_domains::Domain) and says [`test_domain!`]:
//!
//! ```no_run
//! use soundline_test::domains::boxes::Boxes; // in earnest: a domain of your own
//!
//! soundline_test::test_domain! { "my-intervals" => Boxes::exact }
//! ```
//!
//! `cargo test` then runs a fixed number of tests, always the same ones, and fails with what they
//! found; `cargo run -- test` is `soundline test` for that domain, in worker processes, with all of
//! its options.
//!
//! [`Command`] and [`command`] are for programs with further commands, such as `soundline` itself.

pub mod command;
pub mod corpus;
pub mod own;
pub mod prelude;
pub mod replay;
pub mod shards;
pub mod targets;
pub mod test;

pub use own::Own;
pub use soundline_domains as domains;
pub use soundline_fuzz as fuzz;
pub use soundline_lattice as lattice;
pub use soundline_targets as under_test;

use clap::{Parser, Subcommand};
use command::{Complaint, Ending};
use soundline_targets::Registry;
use std::process::ExitCode;

/// The commands that test abstract domains.
#[derive(Subcommand)]
pub enum Command {
    #[allow(missing_docs)]
    Test(Box<test::Arguments>),
    #[allow(missing_docs)]
    Targets(targets::Arguments),
    #[allow(missing_docs)]
    Replay(replay::Arguments),
    #[allow(missing_docs)]
    Corpus(corpus::Arguments),
    #[allow(missing_docs)]
    Merge(shards::merge::Arguments),
    #[allow(missing_docs)]
    Jobs(shards::slurm::JobsArguments),
    #[allow(missing_docs)]
    #[command(hide = true)]
    Worker(test::worker::Arguments),
}

impl Command {
    /// Run it for some targets.
    pub fn run(&self, registry: Registry) -> Result<Ending, Complaint> {
        match self {
            Command::Test(arguments) => test::run(arguments, registry),
            Command::Targets(arguments) => targets::run(arguments, &registry),
            Command::Replay(arguments) => replay::run(arguments, registry),
            Command::Corpus(arguments) => corpus::run(arguments, registry),
            Command::Merge(arguments) => {
                shards::merge::run(arguments, vec![("test", test::merger(registry))])
            }
            Command::Jobs(arguments) => shards::slurm::run_jobs(arguments),
            Command::Worker(arguments) => test::worker::run(arguments, registry),
        }
    }
}

/// Tests of abstract domains, by Soundline.
#[derive(Parser)]
#[command(
    name = "soundline",
    version,
    after_help = "Exit codes: 0 nothing found, 1 findings, 2 wrong use or bad input, 3 stopped early."
)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

/// Run the command line for some targets.
pub fn run(registry: Registry) -> ExitCode {
    // Libraries are asked for their versions under the eyes of this very program, started again.
    if let Some(ended) = soundline_isolate::warden_was_asked_for() {
        return ended;
    }
    command::screen::end_with_the_output();
    command::end(Arguments::parse().command.run(registry))
}
