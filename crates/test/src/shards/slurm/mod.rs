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
use jobs::Jobs;
pub use jobs::{Arguments as JobsArguments, run as run_jobs};
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
}

impl On {
    /// Does the command run elsewhere?
    pub fn is_elsewhere(&self) -> bool {
        self.on.is_some()
    }

    /// Submit a campaign, and show how far it is until it ends.
    pub fn run(&self, campaign: &Campaign) -> Result<Ending, Complaint> {
        let out = absolute(campaign.out)?;
        let scripts = Scripts::new(self, campaign, &out)?;
        if self.dry_run {
            screen::say(&scripts.shown(&out))?;
            return Ok(Ending::Nothing);
        }
        for folder in ["parts", "log"] {
            std::fs::create_dir_all(out.join(folder)).map_err(|error| {
                let path = out.join(folder);
                Complaint::new(format!("cannot make the folder {}: {error}", path.display()))
            })?;
        }
        Jobs::forget(&out);
        write_whole(&out.join("array.sh"), scripts.array.as_bytes())?;
        write_whole(&out.join("merge.sh"), scripts.merge.as_bytes())?;
        let array = submit(&out.join("array.sh"), None)?;
        let merge = submit(&out.join("merge.sh"), Some(&array)).inspect_err(|_| {
            // Without a merge the array would be for nothing.
            let _ = ask("scancel", [array.as_str()]);
        })?;
        let jobs = Jobs { array, merge, shards: self.shards.unwrap_or(1) };
        jobs.write(&out)?;
        jobs.watch(&out)
    }
}

fn absolute(path: &Path) -> Result<PathBuf, Complaint> {
    std::path::absolute(path)
        .map_err(|error| Complaint::new(format!("{} is no folder: {error}", path.display())))
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
