//! The worker at a judge's service: it runs single traces and says what came of them.

use std::io::{BufRead, Write};
use std::sync::atomic::Ordering;

use soundline_isolate::{read_block, write_block};
use soundline_targets::{TargetError, coverage};

use super::drive::{Job, Machines};
use super::judge::{Detail, judge_on};
use super::place::Watched;
use super::sequence::Sequence;
use super::talk::write_outcome;
use super::tally::Tally;
use crate::generate::Plan;
use crate::guide;
use crate::outcome::Ending;
use crate::property::{self, Applies, Property, Setting};
use crate::run::run_beside;
use crate::trace::Trace;

/// Answer requests until there are no more.
pub fn serve(
    job: &Job,
    tally: Tally,
    input: &mut impl BufRead,
    output: &mut impl Write,
) -> Result<(), TargetError> {
    let mut machines = Machines::new(job.target, job.against);
    let plan = job.plan(&mut machines)?;
    let tests = Sequence::new(job, &plan);
    while let Ok(Some(request)) = read_block(input) {
        let (word, rest) = request.split_once('\n').unwrap_or((&request, ""));
        let reply = match word.split_once(' ').unwrap_or((word, "")) {
            ("ready", _) => "yes".to_string(),
            ("plan", _) => describe(job, &plan),
            ("trace", index) => match index.parse() {
                Ok(index) if !plan.is_empty() => tests.recall(index).to_string(),
                _ => "there is no such test".to_string(),
            },
            ("judge", detail) => {
                let detail = match detail {
                    "full" => Detail::Full,
                    "cause" => Detail::Cause,
                    _ => Detail::Ending,
                };
                judge(job, &mut machines, tally, rest, detail)
            }
            ("features", _) => shown(&mut machines, rest),
            (other, _) => format!("there is no request {other}"),
        };
        if write_block(output, &reply).and_then(|()| output.flush()).is_err() {
            break;
        }
    }
    Ok(())
}

fn judge(job: &Job, machines: &mut Machines, tally: Tally, text: &str, detail: Detail) -> String {
    let trace: Trace = match text.parse() {
        Ok(trace) => trace,
        Err(error) => return format!("what {error}"),
    };
    match machines.both(&trace.space) {
        Ok((machine, other)) => {
            let beyond = job.beyond(machine.profile(), &trace);
            tally.judge_beyond().store(beyond.word(), Ordering::Release);
            let mut watched = Watched::new(machine, tally.judge_place());
            write_outcome(&beyond.outcome(judge_on(&mut watched, other, &trace, detail)))
        }
        Err(error) => format!("what {error}"),
    }
}

/// What a trace shows to guided search, as numbers.
fn shown(machines: &mut Machines, text: &str) -> String {
    let Ok(trace) = text.parse::<Trace>() else { return "no".to_string() };
    let Ok((machine, other)) = machines.both(&trace.space) else { return "no".to_string() };
    coverage::clear();
    if run_beside(machine, other, &trace).ending == Ending::Refused {
        return "no".to_string();
    }
    let features = guide::features(machine, &trace);
    features.iter().map(|feature| format!("{feature:x}")).collect::<Vec<_>>().join(" ")
}

/// What is tested, and what is not and why.
pub(super) fn describe(job: &Job, plan: &Plan) -> String {
    let mut text = String::new();
    if let Some(version) = job.target.version() {
        text += &format!("version {}\n", version.replace('\n', " "));
    }
    text += &format!("places {}\n", coverage::places());
    let schedule: Vec<String> = plan.schedule().map(|p| p.number.to_string()).collect();
    text += &format!("schedule {}\n", schedule.join(" "));
    let space = plan.largest_space();
    let setting = Setting { profile: plan.profile(), space };
    let alone = job.against.is_none();
    let wanted = |p: &&Property| alone && (job.wanted)(p);
    for property in property::all().iter().filter(wanted) {
        if let Applies::No(reason) = property.applies_to(&setting) {
            text += &format!("not_tested {} {}\n", property.number, reason.replace('\n', " "));
        }
    }
    text
}

/// What a worker said that it will test.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Described {
    /// The version of the library.
    pub version: Option<String>,
    /// Counters in the code under test, where it is instrumented.
    pub places: u64,
    /// The properties in the order in which tests take them.
    pub schedule: Vec<u16>,
    /// Properties that are not tested, and why.
    pub not_tested: Vec<crate::campaign::NotTested>,
}

impl Described {
    /// Read what a worker wrote.
    pub fn read(text: &str) -> Option<Described> {
        let mut described = Described::default();
        for line in text.lines() {
            let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
            match word {
                "version" => described.version = Some(rest.to_string()),
                "places" => described.places = rest.parse().ok()?,
                "schedule" => {
                    let numbers = rest.split_whitespace().map(|number| number.parse().ok());
                    described.schedule = numbers.collect::<Option<_>>()?;
                }
                "not_tested" => {
                    let (number, reason) = rest.split_once(' ')?;
                    let (property, reason) = (number.parse().ok()?, reason.to_string());
                    described.not_tested.push(crate::campaign::NotTested { property, reason });
                }
                _ => return None,
            }
        }
        Some(described)
    }
}
