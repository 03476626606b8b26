//! The worker's loop: it drives itself, and writes down every test before it runs it.

use std::path::Path;

use soundline_domains::expr::Space;
use soundline_lattice::Answer;
use soundline_targets::{Machine, Profile, Question, Target, TargetError};

use super::place::Watched;
use super::sequence::Sequence;
use super::tally::{Exercised, OperandKind, Sighting, Tally};
use crate::config::Config;
use crate::contract::{Beyond, beyond};
use crate::generate::Plan;
use crate::outcome::Ending;
use crate::property::Property;
use crate::run::run_beside;
use crate::trace::Trace;

/// What a campaign tests: everything from which a worker can make the same tests again.
pub struct Job<'a> {
    /// The target.
    pub target: &'a dyn Target,
    /// Another one that it is compared with.
    pub against: Option<&'a dyn Target>,
    /// How tests are made.
    pub config: Config,
    /// From what they are drawn.
    pub seed: u64,
    /// Which properties are wanted.
    pub wanted: &'a dyn Fn(&Property) -> bool,
    /// What guided search begins with and where it keeps what it learns.
    pub memory: Memory<'a>,
}

/// What guided search begins with and where it keeps what it learns.
#[derive(Clone, Copy, Debug, Default)]
pub struct Memory<'a> {
    /// The folder of its journals; without one, findings can be made again in this process alone.
    pub journals: Option<&'a Path>,
    /// Traces of earlier runs.
    pub given: &'a [Trace],
}

impl Job<'_> {
    /// The configuration that fits the target.
    pub fn config(&self) -> Config {
        let mut config = self.config.clone();
        let integers_only = |target: &dyn Target| target.integers_only();
        if integers_only(self.target) || self.against.is_some_and(integers_only) {
            config.kinds = crate::config::Kinds::Int;
        }
        config
    }

    /// Which failures of a trace lie beyond what the target promises. The paper did not ask.
    pub fn beyond(&self, profile: &Profile, trace: &Trace) -> Beyond {
        if self.config.paper { Beyond::Nothing } else { beyond(profile, trace) }
    }

    /// The tests. This opens the target.
    pub fn plan(&self, machines: &mut Machines) -> Result<Plan, TargetError> {
        let config = self.config();
        let space = config.space(config.most_variables);
        let (machine, other) = machines.both(&space)?;
        let profile = machine.profile().clone();
        let plan = Plan::new(self.target.name(), profile, config, self.seed, self.wanted);
        Ok(match (self.against, other) {
            (Some(against), Some(other)) => plan.against(against.name(), other.profile()),
            _ => plan,
        })
    }
}

/// Machines of a target, and of the one that it is compared with.
pub struct Machines<'a> {
    own: Opened<'a>,
    other: Option<Opened<'a>>,
}

impl<'a> Machines<'a> {
    /// None yet.
    pub fn new(target: &'a dyn Target, against: Option<&'a dyn Target>) -> Machines<'a> {
        let opened = |target| Opened { target, open: Vec::new() };
        Machines { own: opened(target), other: against.map(opened) }
    }

    /// The machine over a space, and the one that it is compared with.
    pub fn both(&mut self, space: &Space) -> Result<Both<'_>, TargetError> {
        let other = match &mut self.other {
            Some(other) => Some(other.over(space)?),
            None => None,
        };
        Ok((self.own.over(space)?, other))
    }
}

/// A machine, and perhaps another one.
pub type Both<'m> = (&'m mut dyn Machine, Option<&'m mut dyn Machine>);

/// Machines of one target, one for each space that tests use.
struct Opened<'a> {
    target: &'a dyn Target,
    /// Those that are open, by their number of variables.
    open: Vec<Vec<Box<dyn Machine>>>,
}

impl Opened<'_> {
    fn over(&mut self, space: &Space) -> Result<&mut dyn Machine, TargetError> {
        let variables = space.dimensions();
        if self.open.len() <= variables {
            self.open.resize_with(variables + 1, Vec::new);
        }
        let machines = &mut self.open[variables];
        let position = match machines.iter().position(|machine| machine.space() == space) {
            Some(position) => position,
            None => {
                machines.push(self.target.open(space)?);
                machines.len() - 1
            }
        };
        Ok(&mut *machines[position])
    }
}

/// One operand in so many tests is looked at, after the test, for the statement of coverage.
const LOOK_AT_ONE_IN: u64 = 16;

/// Run tests until the tally says that there are no more.
pub fn drive(job: &Job, tally: Tally, lane: usize) -> Result<(), TargetError> {
    let mut machines = Machines::new(job.target, job.against);
    let plan = job.plan(&mut machines)?;
    let mut tests = Sequence::new(job, &plan);
    tally.recover(lane);
    if !plan.is_empty() {
        while !tally.is_stopped() {
            let Some(index) = tally.next(lane) else { break };
            let trace = tests.next(index);
            let beyond = job.beyond(plan.profile(), &trace);
            let property = trace.check.property;
            tally.announce(lane, property, beyond);
            let (machine, other) = machines.both(&trace.space)?;
            let (ending, exercised) = match tally.place(lane) {
                None => test((machine, other), &trace, index, &mut tests),
                Some(place) => {
                    let mut watched = Watched::new(machine, place);
                    test((&mut watched, other), &trace, index, &mut tests)
                }
            };
            let ending = beyond.ending(ending);
            tally.finish(lane, Sighting { property, ending, index, place: None }, &exercised);
            tests.finish(index, |epoch| tally.has_sightings(epoch));
        }
    }
    tally.announce_end(lane);
    Ok(())
}

/// Run a test, see what it exercises, and learn from it.
pub(super) fn test(
    (machine, other): Both,
    trace: &Trace,
    index: u64,
    tests: &mut Sequence,
) -> (Ending, Exercised) {
    let outcome = run_beside(machine, other, trace);
    let looked_at = index.is_multiple_of(LOOK_AT_ONE_IN);
    let operand = looked_at.then(|| operand(machine, trace)).flatten();
    tests.learn(index, machine, trace, outcome.ending);
    (outcome.ending, Exercised::by(trace).with(operand))
}

/// What an operand was. It is looked at as guided search does, so that a trace with looks shows a library that dies of it.
fn operand(machine: &mut dyn Machine, trace: &Trace) -> Option<OperandKind> {
    let x = *trace.check.arguments.elements.first()?;
    if machine.ask(Question::IsBottom(x)).ok()? == Answer::Yes {
        return Some(OperandKind::Bottom);
    }
    let top = machine.constraints(x).ok()?.is_empty();
    // The rounding mode of a library is nobody else's.
    machine.rest();
    Some(if top { OperandKind::Top } else { OperandKind::Proper })
}
