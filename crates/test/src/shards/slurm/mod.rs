//! A campaign on a cluster that Slurm manages: an array of shards, and a job that merges their parts.
//!
//! All that the machines share is the folder of results. It holds the scripts, what Slurm calls the jobs, a part for
//! each shard, and in the end the results: whoever looks into it knows how far the campaign is.

mod jobs;
mod script;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use soundline_isolate::{End, Limits, Stop, gather, printable};

use crate::command::arguments::{duration, size};
use crate::command::{Complaint, Ending, screen, write_whole};
pub use jobs::{Arguments as JobsArguments, run as run_jobs};
use jobs::{Jobs, Round};
use script::Scripts;

/// Where the shards of a campaign run.
#[derive(clap::Args, Clone, Debug)]
pub struct On {
    /// Run as many shards as --shards says as jobs of a cluster, and merge their parts
    #[arg(long, value_name = "CLUSTER", requires = "shards", help_heading = "On a cluster")]
    on: Option<Cluster>,
    /// How many shards
    #[arg(long, value_name = "N", requires = "on", help_heading = "On a cluster",
          value_parser = clap::value_parser!(u64).range(1..=100_000))]
    shards: Option<u64>,
    /// So many arrays one after the other, each with its share of the budget and other tests: guided search begins with the
    /// traces that were worth keeping in the rounds before
    #[arg(long, value_name = "R", requires = "on", help_heading = "On a cluster",
          value_parser = clap::value_parser!(u64).range(1..=1_000))]
    rounds: Option<u64>,
    /// The partition of the cluster
    #[arg(long, value_name = "NAME", requires = "on", help_heading = "On a cluster")]
    partition: Option<String>,
    /// How long a shard may take
    #[arg(long, value_name = "TIME", requires = "on", help_heading = "On a cluster",
          value_parser = duration)]
    time_per_shard: Option<Duration>,
    /// Memory of a shard, such as 2G
    #[arg(long, value_name = "SIZE", requires = "on", help_heading = "On a cluster",
          value_parser = size)]
    mem_per_shard: Option<u64>,
    /// Begin when the job with this number has ended
    #[arg(long, value_name = "JOB", requires = "on", help_heading = "On a cluster")]
    after: Option<u64>,
    /// Another option for sbatch, such as --sbatch=--account=me (may be repeated)
    #[arg(
        long,
        value_name = "OPTION",
        requires = "on",
        help_heading = "On a cluster",
        allow_hyphen_values = true
    )]
    sbatch: Vec<String>,
    /// Print the scripts, and run nothing
    #[arg(long, requires = "on", help_heading = "On a cluster")]
    dry_run: bool,
}

/// What manages the machines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Cluster {
    /// Slurm, by sbatch and squeue
    Slurm,
}

/// What a campaign gets on a cluster.
pub struct Campaign<'a> {
    /// The command without what may differ between shards.
    pub command: Vec<String>,
    /// The folder for its results.
    pub out: &'a Path,
    /// Workers of a shard at the same time.
    pub jobs: usize,
    /// Options of the merge.
    pub merge: &'a [&'a str],
    /// The command of a round, of so many, that begins with the traces of a folder; nothing where rounds make no sense.
    pub round: Option<&'a OfRound<'a>>,
}

/// The command of a round, counted from 0, of so many, with a folder of traces.
pub type OfRound<'a> = dyn Fn(u64, u64, &Path) -> Vec<String> + 'a;

impl On {
    /// Does the command run elsewhere?
    pub fn is_elsewhere(&self) -> bool {
        self.on.is_some()
    }

    /// Submit a campaign, and show how far it is until it ends.
    pub fn run(&self, campaign: &Campaign) -> Result<Ending, Complaint> {
        let out = absolute(campaign.out)?;
        let rounds = self.commands(campaign, &out)?;
        let mut scripts = Vec::new();
        for (folder, command) in &rounds {
            scripts.push((folder, Scripts::new(self, campaign, command, &out.join(folder))?));
        }
        if self.dry_run {
            let shown = scripts.iter().map(|(folder, scripts)| scripts.shown(&out.join(folder)));
            screen::say(&shown.collect::<Vec<_>>().join("\n"))?;
            return Ok(Ending::Nothing);
        }
        let mut jobs = Jobs { rounds: Vec::new(), shards: self.shards.unwrap_or(1) };
        for (folder, scripts) in &scripts {
            let before = jobs.rounds.last().map(|round| round.merge.as_str());
            let round = submit_round(&out, folder, scripts, before).inspect_err(|_| {
                // A part of it would be for nothing.
                jobs.rounds.iter().for_each(Round::cancel);
            })?;
            jobs.rounds.push(round);
        }
        jobs.write(&out)?;
        jobs.watch(&out)
    }

    /// The command of each round, with the folder for its results within that of all.
    fn commands(
        &self,
        campaign: &Campaign,
        out: &Path,
    ) -> Result<Vec<(String, Vec<String>)>, Complaint> {
        match (self.rounds, campaign.round) {
            (None, _) => Ok(vec![(String::new(), campaign.command.clone())]),
            (Some(rounds), Some(command)) => {
                let corpus = out.join("corpus");
                let of = |round| (format!("round-{}", round + 1), command(round, rounds, &corpus));
                Ok((0..rounds).map(of).collect())
            }
            (Some(_), None) => {
                Err(Complaint::new("--rounds is for guided search: soundline test --engine guided"))
            }
        }
    }
}

/// Submit an array of shards, which waits for a job, and the merge of their parts.
fn submit_round(
    out: &Path,
    folder: &str,
    scripts: &Scripts,
    before: Option<&str>,
) -> Result<Round, Complaint> {
    let at = out.join(folder);
    for path in [at.join("parts"), at.join("log"), out.join("corpus")] {
        std::fs::create_dir_all(&path).map_err(|error| {
            Complaint::new(format!("cannot make the folder {}: {error}", path.display()))
        })?;
    }
    Jobs::forget(&at);
    write_whole(&at.join("array.sh"), scripts.array.as_bytes())?;
    write_whole(&at.join("merge.sh"), scripts.merge.as_bytes())?;
    let array = submit(&at.join("array.sh"), before)?;
    let merge = submit(&at.join("merge.sh"), Some(&array)).inspect_err(|_| {
        // Without a merge the array would be for nothing.
        let _ = ask("scancel", [array.as_str()]);
    })?;
    Ok(Round { folder: folder.to_string(), array, merge })
}

fn absolute(path: &Path) -> Result<PathBuf, Complaint> {
    std::path::absolute(path)
        .map_err(|error| Complaint::new(format!("{} is not a folder: {error}", path.display())))
}

/// Submit a script; the number of its job.
fn submit(script: &Path, after: Option<&str>) -> Result<String, Complaint> {
    // Whatever becomes of a shard: the merge says which parts are missing.
    let after = after.map(|job| format!("--dependency=afterany:{job}"));
    let path = script.to_string_lossy();
    let arguments = ["--parsable"].into_iter().chain(after.as_deref()).chain([&*path]);
    let refused = |why: String| Complaint::new(format!("sbatch does not take {path}: {why}"));
    let told = ask("sbatch", arguments).map_err(refused)?;
    let job = told.trim().split(';').next().unwrap_or_default();
    match job.parse::<u64>() {
        Ok(_) => Ok(job.to_string()),
        Err(_) => Err(refused(format!("it says {told:?}"))),
    }
}

/// What one of Slurm's commands says, or why it says nothing.
fn ask<'a>(program: &str, arguments: impl IntoIterator<Item = &'a str>) -> Result<String, String> {
    let mut command = Command::new(program);
    command.args(arguments);
    let outcome = gather(command, &Limits::default(), &Stop::default());
    match outcome.end {
        End::Exited(0) => Ok(printable(&outcome.stdout)),
        End::NotStarted(why) => Err(format!("{why}; --on slurm needs Slurm's commands")),
        end => {
            let words = printable(outcome.stderr.trim_ascii());
            Err(words.lines().last().map_or_else(|| end.to_string(), str::to_string))
        }
    }
}
