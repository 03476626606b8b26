//! Running checks: exhaustively where the elements can be listed, on random cases elsewhere.

use crate::case::{Source, Start};
use crate::cause;
use crate::check::Session;
use crate::choices::{derived_seed, stream_seed};
use crate::panics::{Panic, caught};
use crate::report::{Counterexample, Counts, Failure, Report, Scope, Status};
use crate::violations::Violations;
use crate::{Case, Check, Choices, Class, Outcome, Recipe};

/// How checks are run. Same settings, same reports.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Runner {
    /// Random cases to check. Cases whose precondition fails do not count; for each that is wanted,
    /// ten are drawn at most.
    pub cases: u64,
    /// The seed of the random cases.
    pub seed: u64,
    /// Tuples up to which a check is run on all of them instead of on random cases; 0 never does.
    pub exhaustive_limit: u64,
    /// Build the elements of laws by random traces of operations, not by the generators alone. No law is checked
    /// exhaustively then. Properties of operators are checked as always.
    pub traces: bool,
}

impl Default for Runner {
    fn default() -> Runner {
        Runner { cases: 1000, seed: 0, exhaustive_limit: 200_000, traces: false }
    }
}

/// Cases that are drawn at most for each that is to be checked.
const DRAWS: u64 = 10;

impl Runner {
    /// The default: 1000 cases, seed 0, exhaustive up to 200,000 tuples.
    pub fn new() -> Runner {
        Runner::default()
    }

    /// Run many checks of a lattice. A violated law whose every counterexample contains a violation
    /// of a more basic law is said to follow from that one.
    pub fn run_all(&self, checks: &[Check]) -> Vec<Report> {
        let mut reports: Vec<Report> = checks.iter().map(|check| self.run(check, None)).collect();
        cause::assign(checks, &mut reports);
        reports
    }

    /// Run one check: first the `known` case, which failed before, then the others.
    pub fn run(&self, check: &Check, known: Option<&Recipe>) -> Report {
        self.run_within(check, known, None)
    }

    /// The same in a process of its own, which is watched.
    pub fn run_watched(&self, check: &Check, known: Option<&Recipe>, watch: Watch) -> Report {
        self.run_within(check, known, Some(watch))
    }

    fn run_within(&self, check: &Check, known: Option<&Recipe>, watch: Option<Watch>) -> Report {
        if let Some(reason) = &check.exempt {
            return Report::new(check, Scope::None, Status::Exempt(reason.clone()));
        }
        let mut running = Running { session: check.open(), watch };
        if let Some(recipe) = known
            && running.replay(recipe).is_failing()
        {
            let counts = Counts { violated: 1, ..Counts::default() };
            let status = Status::Violated(running.explain(recipe));
            return Report { counts, ..Report::new(check, Scope::Stored, status) };
        }
        let mut failures = Violations::default();
        let mut counts = Counts::default();
        if !self.traces_of(check) && self.run_exhaustively(&mut running, &mut counts, &mut failures)
        {
            let failures = failures.explained(&mut running);
            return Report::of_counts(check, Scope::Exhaustive, counts, failures);
        }
        // What was seen on the way to the limit is not forgotten, but says nothing about the rest.
        let mut counts = Counts { violated: counts.violated, ..Counts::default() };
        let listed = std::mem::take(&mut failures);
        let base = derived_seed(self.seed, &format!("{}/{}", check.subject, check.name), 0);
        let source = if self.traces_of(check) { Source::Traces } else { Source::Generators };
        self.run_randomly(&mut running, (source, base), &mut counts, &mut failures);
        let mut shrunk = failures.shrunk(&mut running);
        shrunk.extend(listed.explained(&mut running));
        Report::of_counts(check, Scope::Random, counts, by_kind(shrunk))
    }

    fn traces_of(&self, check: &Check) -> bool {
        self.traces && check.class != Class::Operator
    }

    /// Run all tuples of elements; false when they cannot be listed or are too many.
    fn run_exhaustively(
        &self,
        running: &mut Running,
        counts: &mut Counts,
        failures: &mut Violations,
    ) -> bool {
        let mut case = Case::exhaustive(Choices::replay(&[]));
        let mut seen = 0;
        loop {
            let ended = running.run(&mut case);
            let too_many =
                seen == 0 && case.choices.width_of_path() > u128::from(self.exhaustive_limit);
            // A generator that was asked makes an element of one kind only: no tuple of the list.
            if case.was_generated() || too_many || seen >= self.exhaustive_limit {
                return false;
            }
            seen += 1;
            ended.count(counts, failures, &case);
            if !case.choices.next_in_order() {
                return true;
            }
        }
    }

    fn run_randomly(
        &self,
        running: &mut Running,
        (source, base): (Source, u64),
        counts: &mut Counts,
        failures: &mut Violations,
    ) {
        let mut case = Case::from_source(source, Choices::default());
        let mut checked = 0;
        for index in 0..self.cases.saturating_mul(DRAWS) {
            if checked == self.cases {
                break;
            }
            case.choices.reset_random(stream_seed(base, index));
            let ended = running.run(&mut case);
            checked += u64::from(ended.is_checked());
            ended.count(counts, failures, &case);
        }
    }
}

/// The lists of one kind of failure put together, wrong results first.
fn by_kind(lists: Vec<Vec<Counterexample>>) -> Vec<Vec<Counterexample>> {
    let mut kinds: std::collections::BTreeMap<Failure, Vec<Counterexample>> = Default::default();
    for example in lists.into_iter().flatten() {
        kinds.entry(example.failure.clone()).or_default().push(example);
    }
    kinds.into_values().collect()
}

/// Run a stored case and explain it, whatever its outcome.
pub fn replay(check: &Check, recipe: &Recipe) -> (Outcome, Counterexample) {
    Running::of(check).replay_explained(recipe)
}

/// The same in a process of its own, which is watched.
pub fn replay_watched(check: &Check, recipe: &Recipe, watch: Watch) -> (Outcome, Counterexample) {
    Running { session: check.open(), watch: Some(watch) }.replay_explained(recipe)
}

/// Is told how each case starts before it is run, and `None` when it has ended: the eye of
/// [`apart`](crate::apart).
pub struct Watch<'a>(pub(crate) &'a mut dyn FnMut(Option<&Start>));

/// A check that is being run.
pub(crate) struct Running<'a> {
    session: Box<dyn Session>,
    watch: Option<Watch<'a>>,
}

impl Running<'_> {
    pub(crate) fn of(check: &Check) -> Running<'static> {
        Running { session: check.open(), watch: None }
    }

    pub(crate) fn run(&mut self, case: &mut Case) -> Ended {
        if let Some(watch) = &mut self.watch {
            (watch.0)(Some(&case.start()));
        }
        let result = caught(|| self.session.run(case));
        if let Some(watch) = &mut self.watch {
            (watch.0)(None);
        }
        match result {
            Ok(outcome) => Ended { outcome, panic: None },
            Err(panic) => Ended { outcome: Outcome::Violated, panic: Some(panic) },
        }
    }

    pub(crate) fn replay(&mut self, recipe: &Recipe) -> Ended {
        self.run(&mut Case::of_recipe(recipe))
    }

    fn replay_explained(&mut self, recipe: &Recipe) -> (Outcome, Counterexample) {
        (self.replay(recipe).outcome, self.explain(recipe))
    }

    pub(crate) fn explain(&mut self, recipe: &Recipe) -> Counterexample {
        let mut case = Case::of_recipe(recipe).explained();
        let ended = self.run(&mut case);
        let failure = ended.failure();
        if let Some(panic) = ended.panic {
            let label = match panic.generator {
                Some(name) => format!("generator `{name}` panicked"),
                None => "panicked".into(),
            };
            case.note(&label, || format!("{}, at {}", panic.message, panic.place));
        }
        let as_run = case.recipe_with_script();
        let recipe = if as_run.script.is_empty() { recipe.clone() } else { as_run };
        Counterexample { recipe, notes: case.into_notes(), failure }
    }
}

/// How one case ended. A panic in the code under test is a failure.
pub(crate) struct Ended {
    pub(crate) outcome: Outcome,
    panic: Option<Panic>,
}

impl Ended {
    pub(crate) fn is_failing(&self) -> bool {
        self.outcome == Outcome::Violated
    }

    /// Did the case come to a conclusion? When a generator panics there is none.
    fn is_checked(&self) -> bool {
        match &self.panic {
            Some(panic) => panic.generator.is_none(),
            None => matches!(self.outcome, Outcome::Holds | Outcome::Violated),
        }
    }

    pub(crate) fn failure(&self) -> Failure {
        match &self.panic {
            None => Failure::Wrong,
            Some(panic) => match panic.generator {
                Some(generator) => Failure::Generator(generator, panic.place.clone()),
                None => Failure::Panic(panic.place.clone()),
            },
        }
    }

    fn count(&self, counts: &mut Counts, failures: &mut Violations, case: &Case) {
        match self.is_failing() && !self.is_checked() {
            true => counts.generator_panics += 1,
            false => counts.add(self.outcome),
        }
        if self.is_failing() {
            failures.add(self.failure(), case.recipe());
        }
    }
}
