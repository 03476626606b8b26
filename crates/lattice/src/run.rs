//! Running checks: exhaustively where the elements can be listed, on random cases elsewhere.

use crate::choices::{derived_seed, stream_seed};
use crate::report::{Counterexample, Counts, Report, Scope, Status};
use crate::shrink::{Effort, shrink_within};
use crate::{Case, Check, Choices, Outcome, Recipe};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// How checks are run. Same settings, same reports.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Runner {
    /// Random cases per check.
    pub cases: u64,
    /// The seed of the random cases.
    pub seed: u64,
    /// Tuples up to which a check is run on all of them instead of on random cases; 0 never does.
    pub exhaustive_limit: u64,
}

impl Default for Runner {
    fn default() -> Runner {
        Runner { cases: 1000, seed: 0, exhaustive_limit: 200_000 }
    }
}

impl Runner {
    /// The default: 1000 cases, seed 0, exhaustive up to 200,000 tuples.
    pub fn new() -> Runner {
        Runner::default()
    }

    /// Run many checks.
    pub fn run_all(&self, checks: &[Check]) -> Vec<Report> {
        checks.iter().map(|check| self.run(check, None)).collect()
    }

    /// Run one check: first the `known` case, which failed before, then the others.
    pub fn run(&self, check: &Check, known: Option<&Recipe>) -> Report {
        if let Some(reason) = &check.exempt {
            return Report::new(check, Scope::None, Status::Exempt(reason.clone()));
        }
        if let Some(recipe) = known
            && run_case(check, &mut Case::of_recipe(recipe)).is_violated()
        {
            let counts = Counts { violated: 1, ..Counts::default() };
            let report =
                Report::new(check, Scope::Stored, Status::Violated(explain(check, recipe)));
            return Report { counts, ..report };
        }
        self.run_exhaustively(check).unwrap_or_else(|| self.run_randomly(check))
    }

    /// All tuples of elements, or `None` when they cannot be listed or are too many.
    fn run_exhaustively(&self, check: &Check) -> Option<Report> {
        let mut case = Case::exhaustive(Choices::replay(&[]));
        let mut counts = Counts::default();
        let mut first_violation = None;
        loop {
            let ended = run_case(check, &mut case);
            let too_many = counts.total() == 0
                && case.choices.width_of_path() > u128::from(self.exhaustive_limit);
            if case.was_generated() || too_many || counts.total() >= self.exhaustive_limit {
                return None;
            }
            counts.add(ended.outcome);
            if ended.is_violated() && first_violation.is_none() {
                first_violation = Some(case.recipe());
            }
            if !case.choices.next_in_order() {
                break;
            }
        }
        // In lexicographic order the first violation is the smallest, if elements are listed so.
        let violation = first_violation.map(|recipe| explain(check, &recipe));
        Some(Report::of_counts(check, Scope::Exhaustive, counts, violation))
    }

    fn run_randomly(&self, check: &Check) -> Report {
        let mut counts = Counts::default();
        let mut violations = Violations::default();
        let base = derived_seed(self.seed, &format!("{}/{}", check.subject, check.name), 0);
        let mut case = Case::new(Choices::default());
        for index in 0..self.cases {
            case.choices.reset_random(stream_seed(base, index));
            let ended = run_case(check, &mut case);
            counts.add(ended.outcome);
            if ended.is_violated() {
                violations.add(case.recipe());
            }
        }
        Report::of_counts(check, Scope::Random, counts, violations.smallest(check))
    }
}

/// Run a stored case and explain it, whatever its outcome.
pub fn replay(check: &Check, recipe: &Recipe) -> (Outcome, Counterexample) {
    (run_case(check, &mut Case::of_recipe(recipe)).outcome, explain(check, recipe))
}

/// How one case ended. A panic in the code under test is a violation, and says what it said.
struct Ended {
    outcome: Outcome,
    panic: Option<String>,
}

impl Ended {
    fn is_violated(&self) -> bool {
        self.outcome == Outcome::Violated
    }
}

fn run_case(check: &Check, case: &mut Case) -> Ended {
    match catch_unwind(AssertUnwindSafe(|| check.run(case))) {
        Ok(outcome) => Ended { outcome, panic: None },
        Err(payload) => {
            let message = payload
                .downcast_ref::<String>()
                .cloned()
                .or_else(|| payload.downcast_ref::<&str>().map(|text| text.to_string()))
                .unwrap_or_else(|| "(no message)".into());
            Ended { outcome: Outcome::Violated, panic: Some(message) }
        }
    }
}

/// The shortest violations seen. Several are shrunk, because a generator that flips a coin between
/// two ways has a smallest case for each way, and no small step leads from one to the other.
#[derive(Default)]
struct Violations {
    shortest: Vec<Recipe>,
}

impl Violations {
    const MOST: usize = 24;
    /// Candidates tried for all of them together.
    const EFFORT: usize = 60_000;

    fn add(&mut self, recipe: Recipe) {
        let length = |recipe: &Recipe| recipe.choices.len();
        let place = self.shortest.partition_point(|other| length(other) <= length(&recipe));
        if place < Violations::MOST {
            self.shortest.insert(place, recipe);
            self.shortest.truncate(Violations::MOST);
        }
    }

    /// The one that reads shortest, then the one with the simplest choices.
    fn smallest(self, check: &Check) -> Option<Counterexample> {
        let mut effort = Effort { tries: 0, most: 0 };
        let shrunk = self.shortest.into_iter().map(|recipe| {
            effort.most += Violations::EFFORT / Violations::MOST;
            let choices = shrink_violation(check, recipe.choices, &mut effort);
            explain(check, &Recipe { exhaustive: false, choices })
        });
        shrunk.min_by_key(|example| {
            let text: usize = example.notes.iter().map(|note| note.text.chars().count()).sum();
            (text, example.recipe.choices.len(), example.recipe.choices.clone())
        })
    }
}

fn shrink_violation(check: &Check, choices: Vec<u64>, effort: &mut Effort) -> Vec<u64> {
    let mut case = Case::new(Choices::default());
    shrink_within(choices, effort, |candidate| {
        case.choices.reset_replay(candidate);
        run_case(check, &mut case).is_violated().then(|| case.choices.drawn())
    })
}

fn explain(check: &Check, recipe: &Recipe) -> Counterexample {
    let mut case = Case::of_recipe(recipe).explained();
    if let Some(message) = run_case(check, &mut case).panic {
        case.note("panicked", || message);
    }
    Counterexample { recipe: recipe.clone(), notes: case.into_notes() }
}
