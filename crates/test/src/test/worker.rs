//! The worker: this program, started again, in which the code under test runs.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

use soundline_fuzz::Config;
use soundline_fuzz::engine::{Job, Memory, Role, Tally, drive, serve};
use soundline_isolate::{Board, confine_worker, reserve_stdout};
use soundline_targets::Registry;

use super::{Described, Properties};
use crate::command::{Complaint, Ending};

/// Run tests for a supervisor; not for users
#[derive(clap::Args)]
pub struct Arguments {
    /// The target
    target: String,
    /// The shared words
    #[arg(long)]
    board: PathBuf,
    /// The lane; without one the worker judges single traces
    #[arg(long)]
    lane: Option<usize>,
    /// How tests are made
    #[arg(long)]
    config: String,
    /// From what they are drawn
    #[arg(long)]
    seed: u64,
    /// The properties that are wanted
    #[arg(long)]
    properties: Properties,
    /// Another target to compare with
    #[arg(long)]
    against: Option<String>,
    /// Traces that guided search begins with
    #[arg(long)]
    corpus: Option<PathBuf>,
    #[command(flatten)]
    library: Described,
}

/// Everything from which workers make the same tests.
pub struct Setup<'a> {
    /// The target.
    pub target: &'a str,
    /// How tests are made.
    pub config: &'a Config,
    /// From what they are drawn.
    pub seed: u64,
    /// The properties that are wanted.
    pub properties: &'a Properties,
    /// A target that the command line describes.
    pub library: &'a Described,
    /// The target that it is compared with.
    pub against: Option<&'a str>,
    /// The shared words. What guided search learns is kept beside them.
    pub board: &'a Path,
    /// Traces that guided search begins with.
    pub corpus: Option<&'a Path>,
}

/// The folder in which guided search keeps what it learns, beside the shared words.
pub fn journals(board: &Path) -> PathBuf {
    board.with_extension("journals")
}

impl Setup<'_> {
    /// The command for a worker.
    pub fn command(&self, role: Role) -> Command {
        let program = std::env::current_exe().unwrap_or_else(|_| "soundline".into());
        let mut command = Command::new(program);
        command.arg("worker").arg(self.target).arg("--board").arg(self.board);
        command.args(["--config", &self.config.to_string(), "--seed", &self.seed.to_string()]);
        command.args(["--properties", &self.properties.to_string()]);
        if let Role::Drive(lane) = role {
            command.args(["--lane", &lane.to_string()]);
        }
        if let Some(against) = self.against {
            command.args(["--against", against]);
        }
        if let Some(corpus) = self.corpus {
            command.arg("--corpus").arg(corpus);
        }
        self.library.pass_on(&mut command);
        command
    }

    /// A number that differs when the tests do. The traces of the corpus are among what they are made
    /// from.
    pub fn fingerprint(&self) -> u64 {
        let corpus = self.corpus.map(|folder| crate::corpus::read(folder).unwrap_or_default());
        let text = format!(
            "{} {} {} {} {} {:?} {corpus:?}",
            env!("CARGO_PKG_VERSION"),
            self.config,
            self.seed,
            self.properties,
            self.library.fingerprint(),
            self.against
        );
        soundline_lattice::choices::derived_seed(0, &text, 1).max(1)
    }
}

/// Run the command.
pub fn run(arguments: &Arguments, mut registry: Registry) -> Result<Ending, Complaint> {
    let complain = |error: &dyn std::fmt::Display| Complaint::new(error.to_string());
    confine_worker().map_err(|error| complain(&error))?;
    arguments.library.register(&mut registry, Some(&arguments.target))?;
    let target = registry.get(&arguments.target).map_err(|error| complain(&error))?;
    let against = match &arguments.against {
        Some(name) => Some(registry.get(name).map_err(|error| complain(&error))?),
        None => None,
    };
    let board = Board::open(&arguments.board).map_err(|error| complain(&error))?;
    let tally = Tally::new(board.words());
    let config = arguments.config.parse().map_err(Complaint::new)?;
    let wanted = |property: &soundline_fuzz::Property| arguments.properties.wants(property);
    let given = match &arguments.corpus {
        Some(folder) => crate::corpus::read(folder)?,
        None => Vec::new(),
    };
    let journals = journals(&arguments.board);
    let memory = Memory { journals: Some(&journals), given: &given };
    let job = Job { target, against, config, seed: arguments.seed, wanted: &wanted, memory };
    let done = match arguments.lane {
        Some(lane) => drive(&job, tally, lane),
        None => {
            let mut replies = reserve_stdout().map_err(|error| complain(&error))?;
            let served = serve(&job, tally, &mut std::io::stdin().lock(), &mut replies);
            replies.flush().ok();
            served
        }
    };
    done.map_err(|error| complain(&error))?;
    Ok(Ending::Nothing)
}
