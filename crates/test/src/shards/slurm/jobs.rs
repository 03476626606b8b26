//! `soundline jobs`: how far a campaign on a cluster is.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use soundline_report::schema;

use super::ask;
use crate::command::{Complaint, Ending, Interrupt, screen, write_whole};

const NAME: &str = "jobs.json";
const SCHEMA: &str = "soundline-jobs/1";
/// How often the folder is looked at.
const LOOK: Duration = Duration::from_millis(500);
/// How often Slurm is asked.
const ASK: Duration = Duration::from_secs(5);
/// How long a result may take to be seen in a shared folder after the jobs are gone.
const LAST_LOOK: Duration = Duration::from_secs(20);

/// Show how far a campaign on a cluster is, until it ends
///
/// Ctrl-C leaves the jobs alone; the same command shows them again.
#[derive(clap::Args)]
#[command(after_help = "Exit codes: those of the campaign; 3 if it has not ended.")]
pub struct Arguments {
    /// The folder of its results
    folder: PathBuf,
    /// Say how far it is, and do not wait
    #[arg(long)]
    now: bool,
}

/// Run the command.
pub fn run(arguments: &Arguments) -> Result<Ending, Complaint> {
    let jobs = Jobs::read(&arguments.folder)?;
    match arguments.now && jobs.ended(&arguments.folder)?.is_none() {
        true => {
            screen::say(&format!("{}\n", jobs.standing(&arguments.folder)))?;
            Ok(Ending::Stopped)
        }
        false => jobs.watch(&arguments.folder),
    }
}

/// What Slurm calls the jobs of a campaign.
#[derive(Serialize, Deserialize)]
pub struct Jobs {
    pub array: String,
    pub merge: String,
    pub shards: u64,
}

impl Jobs {
    /// Forget the end of an earlier campaign.
    pub fn forget(out: &Path) {
        for name in ["merge.ended", "merge.txt", NAME] {
            let _ = fs::remove_file(out.join(name));
        }
    }

    /// Write them down, for whoever looks later.
    pub fn write(&self, out: &Path) -> Result<(), Complaint> {
        write_whole(&out.join(NAME), schema::document(SCHEMA, self).as_bytes())
    }

    fn read(out: &Path) -> Result<Jobs, Complaint> {
        let path = out.join(NAME);
        let text = fs::read_to_string(&path).map_err(|error| {
            let what = format!("cannot read {}: {error}", path.display());
            Complaint::new(format!("{what}; give the folder of a campaign that runs on a cluster"))
        })?;
        serde_json::from_str(&text)
            .map_err(|_| Complaint::new(format!("{} is damaged", path.display())))
    }

    /// Show how far it is until it ends, and then its results.
    pub fn watch(&self, out: &Path) -> Result<Ending, Complaint> {
        let interrupt = Interrupt::new()?;
        let bar = screen::progress(self.shards, "shards");
        if bar.is_hidden() {
            let (array, merge) = (&self.array, &self.merge);
            screen::say(&format!("Jobs {array} ({} shards) and {merge} (merge).\n", self.shards))?;
        }
        let (mut asked, mut gone): (Option<Instant>, Option<Instant>) = (None, None);
        loop {
            if let Some(ended) = self.ended(out)? {
                bar.finish_and_clear();
                let told = fs::read_to_string(out.join("merge.txt")).unwrap_or_default();
                screen::say(&told)?;
                if told.is_empty() {
                    screen::say(&self.last_words(out))?;
                }
                return Ok(ended);
            }
            if interrupt.is_asked() {
                bar.finish_and_clear();
                let again = format!("'soundline jobs {}'", out.display());
                screen::say(&format!(
                    "{}\nThe jobs go on; {again} shows them again.\n",
                    self.standing(out)
                ))?;
                return Ok(Ending::Stopped);
            }
            if asked.is_none_or(|asked| asked.elapsed() > ASK) {
                asked = Some(Instant::now());
                gone = if self.are_known() { None } else { gone.or(asked) };
            }
            if gone.is_some_and(|gone| gone.elapsed() > LAST_LOOK) {
                bar.finish_and_clear();
                let what = format!("the jobs of {} have ended without a result", out.display());
                return Err(Complaint::new(format!(
                    "{what}; their words are in {}",
                    out.join("log").display()
                )));
            }
            bar.set_position(self.parts(out));
            bar.set_message(self.standing(out));
            std::thread::sleep(LOOK);
        }
    }

    /// How the campaign has ended, if it has.
    fn ended(&self, out: &Path) -> Result<Option<Ending>, Complaint> {
        let Ok(code) = fs::read_to_string(out.join("merge.ended")) else { return Ok(None) };
        match code.trim() {
            "0" => Ok(Some(Ending::Nothing)),
            "1" => Ok(Some(Ending::Findings)),
            "2" => Ok(Some(Ending::BadInput)),
            "3" => Ok(Some(Ending::Stopped)),
            other => Err(Complaint::new(format!(
                "the merge ended with {other}; its words are in {}",
                out.join("log/merge.txt").display()
            ))),
        }
    }

    /// How many shards have ended.
    fn parts(&self, out: &Path) -> u64 {
        let shards = (1..=self.shards).map(|shard| out.join(format!("parts/{shard}/part.json")));
        shards.filter(|part| part.exists()).count() as u64
    }

    fn standing(&self, out: &Path) -> String {
        format!("{} of {} shards have ended", self.parts(out), self.shards)
    }

    fn last_words(&self, out: &Path) -> String {
        soundline_isolate::printable(&fs::read(out.join("log/merge.txt")).unwrap_or_default())
    }

    /// Does Slurm know one of the jobs still?
    fn are_known(&self) -> bool {
        let jobs = format!("--jobs={},{}", self.array, self.merge);
        // It does not know old numbers, and says so by an error.
        ask("squeue", ["--noheader", "--format=%i", &jobs])
            .is_ok_and(|told| !told.trim().is_empty())
    }
}
