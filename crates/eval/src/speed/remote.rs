//! The supervisor's side: it asks a worker, and starts another one when that dies.

use std::collections::BTreeMap;
use std::process::Command;
use std::time::Duration;

use soundline_isolate::{Child, Confinement, Dialogue, NoReply, Streams};

use super::worker::{Reply, Request, Time};
use soundline_test::test::Described;

/// What came of a row for one target.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// It was measured.
    Measured(Time),
    /// It was not, for a reason that fits into the table, and in a sentence.
    Left { word: &'static str, sentence: String },
}

/// How long a contender may rehearse a row.
const REHEARSAL: Duration = Duration::from_secs(10);
/// How long the measuring of a row may take.
const MEASURING: Duration = Duration::from_secs(120);
/// Whoever took too long so often is not asked again.
const MOST_OVERDUE: usize = 2;
const LONGEST_REPLY: usize = 1 << 20;
const MEMORY: u64 = 8 << 30;

/// A contest for one number of variables.
pub struct Remote<'a> {
    native: &'a str,
    variables: usize,
    library: &'a Described,
    dialogue: Option<Dialogue>,
    /// How often targets took too long.
    overdue: BTreeMap<String, usize>,
}

impl<'a> Remote<'a> {
    /// No worker is started yet.
    pub fn new(native: &'a str, variables: usize, library: &'a Described) -> Remote<'a> {
        Remote { native, variables, library, dialogue: None, overdue: BTreeMap::new() }
    }

    /// Measure a row for the native domain, which comes first, and its rivals.
    pub fn measure(&mut self, row: &str, targets: &[String]) -> Vec<Outcome> {
        if let Some(trouble) = self.trouble(row, &targets[0]) {
            return self.without_native(trouble, targets.len() - 1);
        }
        let troubles = targets[1..].iter().map(|target| self.trouble(row, target));
        let mut outcomes: Vec<Option<Outcome>> = std::iter::once(None).chain(troubles).collect();
        let able: Vec<usize> = (0..targets.len()).filter(|i| outcomes[*i].is_none()).collect();
        let names = able.iter().map(|index| targets[*index].clone()).collect();
        let request = Request::Measure { row: row.to_string(), targets: names };
        match self.ask(&request, MEASURING) {
            Ok(Reply::Times(times)) if times.len() == able.len() => {
                for (index, time) in able.into_iter().zip(times) {
                    outcomes[index] = Some(Outcome::Measured(time));
                }
            }
            other => {
                let (word, why) = reason(other);
                for index in able {
                    let sentence = format!("{row} could not be measured: {why}");
                    outcomes[index] = Some(Outcome::Left { word, sentence });
                }
            }
        }
        outcomes.into_iter().flatten().collect()
    }

    fn without_native(&self, trouble: Outcome, rivals: usize) -> Vec<Outcome> {
        let sentence = format!("{} itself was not measured", self.native);
        let left = Outcome::Left { word: "-", sentence };
        std::iter::once(trouble).chain(std::iter::repeat_n(left, rivals)).collect()
    }

    /// Why the target cannot take part in the row.
    fn trouble(&mut self, row: &str, target: &str) -> Option<Outcome> {
        if self.overdue.get(target).is_some_and(|times| *times >= MOST_OVERDUE) {
            let sentence = format!("{target} took too long before and is not asked any more");
            return Some(Outcome::Left { word: "too long", sentence });
        }
        let request = Request::Try { row: row.to_string(), target: target.to_string() };
        let reply = self.ask(&request, REHEARSAL);
        if matches!(reply, Ok(Reply::Fine)) {
            return None;
        }
        if matches!(reply, Err(NoReply::TimedOut)) {
            *self.overdue.entry(target.to_string()).or_default() += 1;
        }
        let (word, why) = reason(reply);
        let sentence = format!("{target}, {row}, {} variables: {why}", self.variables);
        Some(Outcome::Left { word, sentence })
    }

    fn ask(&mut self, request: &Request, patience: Duration) -> Result<Reply, NoReply> {
        let mut dialogue = match self.dialogue.take() {
            Some(dialogue) => dialogue,
            None => self.start()?,
        };
        let request = serde_json::to_string(request).map_err(std::io::Error::from)?;
        let reply = dialogue.ask(&request, patience)?;
        self.dialogue = Some(dialogue);
        serde_json::from_str(&reply).map_err(|_| NoReply::Rubbish("it is not a reply to a request"))
    }

    fn start(&self) -> Result<Dialogue, NoReply> {
        let mut command = Command::new(std::env::current_exe()?);
        command.args(["eval", "speed-worker", self.native, "--vars", &self.variables.to_string()]);
        self.library.pass_on(&mut command);
        // Memory that is given back to the kernel comes back as page faults, in whoever's sample.
        command.env("MALLOC_TRIM_THRESHOLD_", "1000000000");
        command.env("MALLOC_MMAP_THRESHOLD_", "1000000000");
        let confinement =
            Confinement { streams: Streams::Piped, address_space: Some(MEMORY), by_worker: true };
        Ok(Dialogue::open(Child::spawn(command, &confinement)?, LONGEST_REPLY)?)
    }
}

fn reason(reply: Result<Reply, NoReply>) -> (&'static str, String) {
    match reply {
        Ok(Reply::Refused(reason)) => ("refused", reason),
        Ok(_) => ("rubbish", "its worker spoke rubbish".to_string()),
        Err(NoReply::TimedOut) => {
            ("too long", format!("it takes more than {} s", REHEARSAL.as_secs()))
        }
        Err(NoReply::Died(end)) => ("died", format!("its worker died: {end}")),
        Err(other) => ("failed", other.to_string()),
    }
}
