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
    pub rounds: Vec<Round>,
    pub shards: u64,
}

/// An array of shards, and the job that merges their parts.
#[derive(Serialize, Deserialize)]
pub struct Round {
    /// Within the folder of the campaign; itself, if there is one round.
    pub folder: String,
    pub array: String,
    pub merge: String,
}

impl Round {
    /// Take its jobs back.
    pub fn cancel(&self) {
        let _ = ask("scancel", [self.array.as_str(), self.merge.as_str()]);
    }

    /// How it has ended, if it has.
    fn ended(&self, out: &Path) -> Result<Option<Ending>, Complaint> {
        let at = out.join(&self.folder);
        let Ok(code) = fs::read_to_string(at.join("merge.ended")) else { return Ok(None) };
        match code.trim() {
            "0" => Ok(Some(Ending::Nothing)),
            "1" => Ok(Some(Ending::Findings)),
            "2" => Ok(Some(Ending::BadInput)),
            "3" => Ok(Some(Ending::Stopped)),
            other => Err(Complaint::new(format!(
                "the merge ended with {other}; its words are in {}",
                at.join("log/merge.txt").display()
            ))),
        }
    }

    /// What it came to, in the words of the merge.
    fn told(&self, out: &Path) -> String {
        let at = out.join(&self.folder);
        match fs::read_to_string(at.join("merge.txt")) {
            Ok(told) if !told.is_empty() => told,
            _ => soundline_isolate::printable(
                &fs::read(at.join("log/merge.txt")).unwrap_or_default(),
            ),
        }
    }
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
        let bar = screen::progress(self.all(), "shards");
        if bar.is_hidden() {
            for Round { array, merge, .. } in &self.rounds {
                screen::say(&format!(
                    "Jobs {array} ({} shards) and {merge} (merge).\n",
                    self.shards
                ))?;
            }
        }
        let (mut asked, mut gone): (Option<Instant>, Option<Instant>) = (None, None);
        loop {
            if let Some(ended) = self.ended(out)? {
                bar.finish_and_clear();
                self.tell(out)?;
                return Ok(ended);
            }
            if interrupt.is_asked() {
                bar.finish_and_clear();
                let again = format!("'soundline jobs {}'", out.display());
                let standing = self.standing(out);
                screen::say(&format!("{standing}\nThe jobs go on; {again} shows them again.\n"))?;
                return Ok(Ending::Stopped);
            }
            if asked.is_none_or(|asked| asked.elapsed() > ASK) {
                asked = Some(Instant::now());
                gone = if self.are_known() { None } else { gone.or(asked) };
            }
            if gone.is_some_and(|gone| gone.elapsed() > LAST_LOOK) {
                bar.finish_and_clear();
                return Err(Complaint::new(format!(
                    "the jobs of {} have ended without a result; their words are in its folders log",
                    out.display()
                )));
            }
            bar.set_position(self.parts(out));
            bar.set_message(self.standing(out));
            std::thread::sleep(LOOK);
        }
    }

    /// What all rounds came to.
    fn tell(&self, out: &Path) -> Result<(), Complaint> {
        for round in &self.rounds {
            if self.rounds.len() > 1 {
                screen::say(&format!("{}\n", round.folder))?;
            }
            screen::say(&round.told(out))?;
        }
        Ok(())
    }

    /// How the campaign has ended, if all of its rounds have: findings of any are findings.
    fn ended(&self, out: &Path) -> Result<Option<Ending>, Complaint> {
        let mut all = Vec::new();
        for round in &self.rounds {
            match round.ended(out)? {
                Some(ended) => all.push(ended),
                None => return Ok(None),
            }
        }
        let by_weight = [Ending::BadInput, Ending::Findings, Ending::Stopped, Ending::Nothing];
        Ok(by_weight.into_iter().find(|ending| all.contains(ending)))
    }

    fn all(&self) -> u64 {
        self.shards * self.rounds.len() as u64
    }

    /// How many shards have ended.
    fn parts(&self, out: &Path) -> u64 {
        let part = |round: &Round, shard: u64| {
            out.join(&round.folder).join(format!("parts/{shard}/part.json")).exists()
        };
        let ended = |round| (1..=self.shards).filter(|shard| part(round, *shard)).count() as u64;
        self.rounds.iter().map(ended).sum()
    }

    fn standing(&self, out: &Path) -> String {
        format!("{} of {} shards have ended", self.parts(out), self.all())
    }

    /// Does Slurm know one of the jobs still?
    fn are_known(&self) -> bool {
        let jobs = self.rounds.iter().flat_map(|round| [round.array.as_str(), &round.merge]);
        let jobs = format!("--jobs={}", jobs.collect::<Vec<_>>().join(","));
        // It does not know old numbers, and says so by an error.
        ask("squeue", ["--noheader", "--format=%i", &jobs])
            .is_ok_and(|told| !told.trim().is_empty())
    }
}
