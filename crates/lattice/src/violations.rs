//! The failing cases of a run, apart by the way in which they fail.

use crate::report::{Counterexample, Failure};
use crate::run::Running;
use crate::shrink::{Effort, shrink_within};
use crate::{Case, Choices, Recipe};
use std::collections::BTreeMap;

/// The shortest failing cases of each kind, because a panic must not hide a wrong result. Several of
/// each are shrunk: a generator that flips a coin between two ways has a smallest case for each way,
/// and no small step leads from one to the other.
#[derive(Default)]
pub(crate) struct Violations {
    shortest: BTreeMap<Failure, Vec<Recipe>>,
}

impl Violations {
    const MOST: usize = 24;
    const MOST_KINDS: usize = 8;
    /// Candidates tried for all of a kind together.
    const EFFORT: usize = 60_000;
    /// Beyond so many choices a case is a chain of many steps, which takes its time.
    const LONG: usize = 150;
    /// How many of the long ones are shrunk, and the candidates tried for each.
    const LONG_EFFORT: (usize, usize) = (3, 400);

    pub(crate) fn add(&mut self, failure: Failure, recipe: Recipe) {
        if self.shortest.len() >= Violations::MOST_KINDS && !self.shortest.contains_key(&failure) {
            return;
        }
        let shortest = self.shortest.entry(failure).or_default();
        let length = |recipe: &Recipe| recipe.choices.len();
        let place = shortest.partition_point(|other| length(other) <= length(&recipe));
        if place < Violations::MOST {
            shortest.insert(place, recipe);
            shortest.truncate(Violations::MOST);
        }
    }

    /// As they are. In lexicographic order the first is the smallest, if elements are listed so.
    pub(crate) fn explained(self, running: &mut Running) -> Vec<Vec<Counterexample>> {
        let explain =
            |recipes: Vec<Recipe>| recipes.iter().map(|recipe| running.explain(recipe)).collect();
        self.shortest.into_values().map(explain).collect()
    }

    /// Shrunk within their kind: first the one that reads shortest, then by the simplest choices.
    pub(crate) fn shrunk(self, running: &mut Running) -> Vec<Vec<Counterexample>> {
        let shrink_kind = |(failure, recipes): (Failure, Vec<Recipe>)| {
            let mut effort = Effort { tries: 0, most: 0 };
            let mut shrunk: Vec<Counterexample> = Vec::new();
            let (count, tries) = match recipes.first().map_or(0, |first| first.choices.len()) {
                0..=Violations::LONG => (Violations::MOST, Violations::EFFORT / Violations::MOST),
                _ => Violations::LONG_EFFORT,
            };
            for recipe in recipes.into_iter().take(count) {
                effort.most += tries;
                let smaller = shrink(running, recipe, &failure, &mut effort);
                let example = running.explain(&smaller);
                if !shrunk.contains(&example) {
                    shrunk.push(example);
                }
            }
            shrunk.sort_by_cached_key(|example| {
                let text: usize = example.notes.iter().map(|note| note.text.chars().count()).sum();
                (text, example.recipe.choices.len(), example.recipe.choices.clone())
            });
            shrunk
        };
        self.shortest.into_iter().map(shrink_kind).collect()
    }
}

fn shrink(running: &mut Running, recipe: Recipe, failure: &Failure, effort: &mut Effort) -> Recipe {
    let Recipe { source, choices, .. } = recipe;
    let mut case = Case::from_source(source, Choices::default());
    let choices = shrink_within(choices, effort, |candidate| {
        case.choices.reset_replay(candidate);
        let ended = running.run(&mut case);
        (ended.is_failing() && ended.failure() == *failure).then(|| case.choices.drawn())
    });
    Recipe::new(source, choices)
}
