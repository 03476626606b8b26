//! The programs that one text becomes, and what is concluded from their runs.
//!
//! ```text
//! first compiler ──► runs ──► again with other contents   ──► again with the second ──► Truth
//!                             of uninitialised memory          compiler
//! ```
//!
//! Whatever is shown to be true must be shown by all three. The second and the third are built only when
//! there is something to repeat.

use std::cell::OnceCell;
use std::collections::BTreeMap;

use soundline_c::{DataModel, Program};

use super::compiler::Compiler;
use super::examine::{Effort, Examination};
use super::outside::outside;
use super::plan::{Mode, Plan, Watch};
use super::told::{Input, Run, RunEnd, Told};
use super::truth::{Failure, Truth, Undefined};
use super::workshop::{Built, Filling, NotRunnable, Workshop};

/// The programs of a text, and what they are run for.
pub(super) struct Bench<'a> {
    workshop: &'a Workshop,
    effort: &'a Effort,
    checks: &'a [(usize, u64)],
    text: &'a [u8],
    model: DataModel,
    compiler: Compiler,
    first: Built,
    refilled: OnceCell<Result<Built, NotRunnable>>,
    second: OnceCell<Second>,
}

/// The program of the second compiler.
enum Second {
    /// There is no such compiler here.
    Missing,
    /// It does not want to compile the text.
    Refused(Compiler, NotRunnable),
    Built(Compiler, Built),
}

/// What the second compiler's program shows about a check.
enum Echo {
    /// There is none.
    Missing,
    Fails(Failure),
    Holds(Compiler),
    /// It was not built, or stopped by undefined behaviour or a limit.
    Silent,
}

/// The failures of checks, by their numbers.
type Failures = BTreeMap<usize, Vec<Input>>;

impl<'a> Bench<'a> {
    pub(super) fn new(
        workshop: &'a Workshop,
        text: &'a [u8],
        model: DataModel,
        checks: &'a [(usize, u64)],
        effort: &'a Effort,
    ) -> Result<Bench<'a>, NotRunnable> {
        let compiler = workshop.first()?;
        let first = workshop.build(text, model, compiler, Filling::Pattern)?;
        let (refilled, second) = (OnceCell::new(), OnceCell::new());
        Ok(Bench { workshop, effort, checks, text, model, compiler, first, refilled, second })
    }

    pub(super) fn examine(
        &self,
        program: &Program,
        hints: &[Vec<u64>],
        witnessed: &[bool],
    ) -> Examination {
        let seen = self.enumerate(program);
        let seen = seen.unwrap_or_else(|| self.search(constants(program), hints, witnessed));
        Examination { unrepeated: self.unrepeated(), ..seen }
    }

    /// All runs, if there are few enough inputs, and all programs do the same.
    fn enumerate(&self, program: &Program) -> Option<Examination> {
        let told = self.run(&self.first, Mode::Enumerate).filter(|told| told.complete)?;
        let refilled = self.refilled()?;
        let other = self.run(refilled, Mode::Enumerate).filter(|told| told.complete)?;
        let (failures, others) = (failures(&told), failures(&other));
        let mut seen = undefined(&told).or_else(|| undefined(&other)).or_else(|| {
            let reason = "what it does depends on memory that it did not initialise".to_string();
            (told.digest != other.digest).then_some(Undefined { reason, inputs: Vec::new() })
        });
        let shows = seen.is_none() || failures.keys().any(|check| others.contains_key(check));
        let repeated = shows.then(|| self.run_second(Mode::Enumerate)).flatten();
        let repeats = repeated.as_ref().map(|(_, told)| (told, self::failures(told)));
        seen = seen.or_else(|| repeated.as_ref().and_then(|(_, told)| undefined(told)));
        let echo = |check: usize| match (&repeats, &repeated) {
            (Some((told, failures)), Some((compiler, _))) => match failures.get(&check) {
                Some(inputs) => Echo::Fails(Failure::new(*compiler, inputs)),
                None if told.complete && told.undefined == 0 => Echo::Holds(*compiler),
                None => Echo::Silent,
            },
            _ => self.no_echo(),
        };
        let outside = seen.is_none().then(|| outside(program)).flatten();
        let truth = |check: usize| match (failures.get(&check), others.contains_key(&check)) {
            (Some(inputs), true) => self.failed(inputs, echo(check)),
            (None, false) if seen.is_none() && outside.is_none() => {
                self.held(told.runs, echo(check))
            }
            _ => Truth::Open,
        };
        let truths = (0..self.checks.len()).map(truth).collect();
        let runs = told.runs + other.runs + repeated.as_ref().map_or(0, |(_, told)| told.runs);
        Some(Examination { truths, undefined: seen, runs, outside, unrepeated: None })
    }

    /// Random runs and hints. What fails is run again in the other programs.
    fn search(&self, constants: Vec<u64>, hints: &[Vec<u64>], witnessed: &[bool]) -> Examination {
        let mut told: Vec<Told> = Vec::new();
        for hint in hints {
            told.extend(self.run(&self.first, Mode::Replay(hint.clone())));
        }
        let random = Mode::Random { seed: self.effort.seed, constants };
        told.extend(self.run(&self.first, random.clone()));
        let mut repetition = Repetition {
            bench: self,
            random,
            searched: OnceCell::new(),
            truths: vec![Truth::Open; self.checks.len()],
            undefined: told.iter().find_map(undefined),
        };
        for run in told.iter().flat_map(|told| &told.news).filter(|run| !run.failed.is_empty()) {
            repetition.repeat(run);
        }
        repetition.look_for(witnessed);
        let Repetition { truths, undefined, searched, .. } = repetition;
        let more = searched.into_inner().flatten().map_or(0, |(_, told)| told.runs);
        let runs = told.iter().map(|told| told.runs).sum::<u64>() + more;
        Examination { truths, undefined, runs, outside: None, unrepeated: None }
    }

    fn run(&self, built: &Built, mode: Mode) -> Option<Told> {
        self.run_part(built, mode, 1)
    }

    /// With that part of the effort.
    fn run_part(&self, built: &Built, mode: Mode, part: u32) -> Option<Told> {
        let Effort { run_time, .. } = *self.effort;
        let (runs, all_time) = (self.effort.runs / u64::from(part), self.effort.all_time / part);
        let plan = Plan {
            mode,
            runs,
            run_time,
            all_time,
            checks: self.checks.to_vec(),
            watch: Watch::default(),
        };
        self.workshop.run(built, &plan)
    }

    fn run_second(&self, mode: Mode) -> Option<(Compiler, Told)> {
        self.run_second_part(mode, 1)
    }

    fn run_second_part(&self, mode: Mode, part: u32) -> Option<(Compiler, Told)> {
        let Second::Built(compiler, built) = self.second() else { return None };
        Some((*compiler, self.run_part(built, mode, part)?))
    }

    fn refilled(&self) -> Option<&Built> {
        let build = || self.workshop.build(self.text, self.model, self.compiler, Filling::Zeros);
        self.refilled.get_or_init(build).as_ref().ok()
    }

    fn second(&self) -> &Second {
        self.second.get_or_init(|| {
            let Some(compiler) = self.workshop.second(self.model) else { return Second::Missing };
            match self.workshop.build(self.text, self.model, compiler, Filling::Pattern) {
                Ok(built) => Second::Built(compiler, built),
                Err(refusal) => Second::Refused(compiler, refusal),
            }
        })
    }

    fn no_echo(&self) -> Echo {
        match self.second() {
            Second::Missing => Echo::Missing,
            _ => Echo::Silent,
        }
    }

    fn unrepeated(&self) -> Option<String> {
        match self.second.get() {
            Some(Second::Refused(compiler, reason)) => Some(format!("{compiler}: {reason}")),
            _ => None,
        }
    }

    /// A check that the first compiler's programs show to fail.
    fn failed(&self, inputs: &[Input], echo: Echo) -> Truth {
        let failure = Failure::new(self.compiler, inputs);
        match echo {
            Echo::Missing => Truth::Fails(vec![failure]),
            Echo::Fails(again) => Truth::Fails(vec![failure, again]),
            Echo::Holds(holds) => Truth::Depends { fails: self.compiler, holds },
            Echo::Silent => Truth::Open,
        }
    }

    /// A check that holds in all runs of the first compiler's programs.
    fn held(&self, runs: u64, echo: Echo) -> Truth {
        match echo {
            Echo::Missing => Truth::Holds { runs, compilers: vec![self.compiler] },
            Echo::Holds(again) => Truth::Holds { runs, compilers: vec![self.compiler, again] },
            Echo::Fails(failure) => {
                Truth::Depends { fails: failure.compiler, holds: self.compiler }
            }
            Echo::Silent => Truth::Open,
        }
    }
}

/// Repeating what random runs showed.
struct Repetition<'a> {
    bench: &'a Bench<'a>,
    random: Mode,
    /// Random runs of the second compiler's program, if they were needed.
    searched: OnceCell<Option<(Compiler, Told)>>,
    truths: Vec<Truth>,
    undefined: Option<Undefined>,
}

impl Repetition<'_> {
    /// Runs the other programs with the inputs of a run in which checks failed.
    fn repeat(&mut self, run: &Run) {
        let bench = self.bench;
        let new: Vec<usize> = run.failed.iter().map(|(check, _)| *check).collect();
        let is_new = |check: &usize| !matches!(self.truths[*check], Truth::Fails(_));
        let refilled = bench.refilled().and_then(|built| bench.run(built, replay(run)));
        let refilled = refilled.map(|told| failures(&told)).unwrap_or_default();
        let mut checks = new.into_iter().filter(is_new).collect::<Vec<_>>();
        checks.retain(|check| refilled.contains_key(check));
        if checks.is_empty() {
            return;
        }
        let again = bench.run_second(replay(run));
        for check in checks {
            let inputs = run.inputs_until(check).unwrap_or_default();
            let echo = self.echo(check, again.as_ref());
            self.truths[check] = bench.failed(inputs, echo);
        }
        let undefined = again.as_ref().and_then(|(_, told)| undefined(told));
        self.undefined = self.undefined.take().or(undefined);
    }

    /// What the second compiler shows. Inputs that are read in an order that C leaves open mean
    /// something else there, so that it gets a search of its own before it is said to differ.
    fn echo(&self, check: usize, again: Option<&(Compiler, Told)>) -> Echo {
        let Some((compiler, told)) = again else { return self.bench.no_echo() };
        if let Some(inputs) = failures(told).get(&check) {
            return Echo::Fails(Failure::new(*compiler, inputs));
        }
        let ended = |run: &Run| matches!(run.end, RunEnd::Finished | RunEnd::Excluded);
        if !told.news.iter().all(ended) {
            return Echo::Silent;
        }
        let search = || self.bench.run_second(self.random.clone());
        match self.searched.get_or_init(search).as_ref().map(|(_, told)| failures(told)) {
            None => Echo::Silent,
            Some(found) => match found.get(&check) {
                Some(inputs) => Echo::Fails(Failure::new(*compiler, inputs)),
                None => Echo::Holds(*compiler),
            },
        }
    }

    /// Looks with the second compiler for failures that a witness speaks of and the first one did not
    /// show. It does so in many seeds, so that it gets less time.
    fn look_for(&mut self, witnessed: &[bool]) {
        let bench = self.bench;
        let is_open = |check: usize| witnessed[check] && self.truths[check] == Truth::Open;
        let open: Vec<usize> = (0..self.truths.len()).filter(|check| is_open(*check)).collect();
        if open.is_empty() {
            return;
        }
        let search = || bench.run_second_part(self.random.clone(), 4);
        let Some((compiler, told)) = self.searched.get_or_init(search).clone() else { return };
        self.undefined = self.undefined.take().or_else(|| undefined(&told));
        for run in &told.news {
            for check in open.iter().filter(|check| run.inputs_until(**check).is_some()) {
                let again = bench.run(&bench.first, replay(run));
                let refilled = bench.refilled().and_then(|built| bench.run(built, replay(run)));
                let (Some(again), Some(refilled)) = (again, refilled) else { continue };
                let fails = |told: &Told| failures(told).contains_key(check);
                let ended = |run: &Run| matches!(run.end, RunEnd::Finished | RunEnd::Excluded);
                let inputs = run.inputs_until(*check).unwrap_or_default();
                self.truths[*check] = match (fails(&again), fails(&refilled)) {
                    (true, true) => {
                        bench.failed(inputs, Echo::Fails(Failure::new(compiler, inputs)))
                    }
                    (false, false) if again.news.iter().chain(&refilled.news).all(ended) => {
                        Truth::Depends { fails: compiler, holds: bench.compiler }
                    }
                    _ => Truth::Open,
                };
            }
        }
    }
}

fn replay(run: &Run) -> Mode {
    Mode::Replay(run.inputs.iter().map(|input| input.raw).collect())
}

/// The checks that failed, with the inputs of the first run that showed it.
fn failures(told: &Told) -> Failures {
    let mut failures = BTreeMap::new();
    for run in &told.news {
        for (check, _) in &run.failed {
            let inputs = run.inputs_until(*check).unwrap_or_default();
            failures.entry(*check).or_insert_with(|| inputs.to_vec());
        }
    }
    failures
}

fn undefined(told: &Told) -> Option<Undefined> {
    let run = told.news.iter().find(|run| run.end == RunEnd::Undefined)?;
    let reason = run.reason.clone().unwrap_or_else(|| "a signal".to_string());
    Some(Undefined { reason, inputs: run.inputs.clone() })
}

/// The constants of a program with their neighbours, as bits.
fn constants(program: &Program) -> Vec<u64> {
    let constants = program.constants();
    let around = constants
        .iter()
        .flat_map(|c| [*c as u64, (*c as u64).wrapping_add(1), (*c as u64).wrapping_sub(1)]);
    let mut around: Vec<u64> = around.collect();
    around.sort_unstable();
    around.dedup();
    around.truncate(1000);
    around
}
