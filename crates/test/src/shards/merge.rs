//! `soundline merge`: the campaign of the parts that shards have written.

use std::path::PathBuf;

use super::Parts;
use crate::command::arguments::FOLDER;
use crate::command::{Complaint, Ending};

/// Make one campaign of the parts that shards have written
///
/// Counts are added, what was found is confirmed, grouped by cause and made smaller once, and reports are written: the
/// results are those of one machine with the same command. Run it where the shards ran, since files that the command names
/// are read again.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  soundline test boxes:int --budget 100000 --shard 1/2 --out parts/1
  soundline test boxes:int --budget 100000 --shard 2/2 --out parts/2
  soundline merge parts --out campaign

Exit codes: 0 nothing found, 1 findings, 2 wrong use or bad input, 3 parts are missing or stopped early.")]
pub struct Arguments {
    /// Folders of parts, or folders that hold them
    #[arg(required = true)]
    parts: Vec<PathBuf>,
    /// Folder for results
    #[arg(long, default_value = FOLDER, value_name = "DIR")]
    pub out: PathBuf,
    /// Go on although parts are missing; the report says which
    #[arg(long)]
    partial: bool,
    /// Machine-readable output
    #[arg(long, conflicts_with_all = ["quiet", "verbose"])]
    pub json: bool,
    /// Less text
    #[arg(long, short)]
    pub quiet: bool,
    /// More text
    #[arg(long, short)]
    pub verbose: bool,
}

/// Puts the parts of one command together.
pub type Merger = Box<dyn FnOnce(&Parts, &Arguments) -> Result<Ending, Complaint>>;

/// Run the command, where each command that has shards has a merger.
pub fn run(arguments: &Arguments, mergers: Vec<(&str, Merger)>) -> Result<Ending, Complaint> {
    let parts = Parts::read(&arguments.parts)?;
    if let (Some(missing), false) = (parts.missing_in_words(), arguments.partial) {
        let advice = "run what is missing, or give --partial to go on without";
        return Err(Complaint::new(format!("{missing}; {advice}")));
    }
    let command = parts.command().join(" ");
    let asked = |(name, _): &(&str, Merger)| {
        command.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
    };
    match mergers.into_iter().find(asked) {
        Some((_, merge)) => merge(&parts, arguments),
        None => Err(Complaint::new(format!("parts of 'soundline {command}' cannot be merged"))),
    }
}
