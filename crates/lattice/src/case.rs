//! One case of one check: the choices it draws, and what it has to say when it is explained.

use crate::Choices;
use std::fmt;

/// The case that a check is run on.
///
/// A check draws elements through a [`Subject`](crate::Subject) and may [`note`](Case::note) what it
/// computed. Notes cost nothing unless the case is being explained to a person.
#[derive(Debug, Default)]
pub struct Case {
    /// Where generators draw from.
    pub choices: Choices,
    /// Elements come from the lists of all elements rather than from generators.
    exhaustive: bool,
    /// A generator was asked, so that enumerating the choices would prove nothing.
    generated: bool,
    notes: Option<Vec<Note>>,
}

/// What makes a case again.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Recipe {
    /// Do the choices index the list of all elements, rather than drive the generators?
    pub exhaustive: bool,
    /// The choices.
    pub choices: Vec<u64>,
}

/// A named value in the explanation of a case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// What it is: a variable of the law, or an expression over them.
    pub label: String,
    /// Its value in the lattice's own notation.
    pub text: String,
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} = {}", self.label, self.text)
    }
}

impl Case {
    /// A case for the given choices.
    pub fn new(choices: Choices) -> Case {
        Case { choices, ..Case::default() }
    }

    /// A case that draws every element from the list of all elements.
    pub(crate) fn exhaustive(choices: Choices) -> Case {
        Case { choices, exhaustive: true, ..Case::default() }
    }

    /// The case of a recipe.
    pub fn of_recipe(recipe: &Recipe) -> Case {
        let choices = Choices::replay(&recipe.choices);
        if recipe.exhaustive { Case::exhaustive(choices) } else { Case::new(choices) }
    }

    /// What makes this case again, once it has been run.
    pub fn recipe(&self) -> Recipe {
        Recipe { exhaustive: self.exhaustive, choices: self.choices.drawn() }
    }

    /// The same case, keeping notes.
    pub fn explained(mut self) -> Case {
        self.notes = Some(Vec::new());
        self
    }

    /// Is every element to be drawn from the list of all elements?
    pub fn is_exhaustive(&self) -> bool {
        self.exhaustive
    }

    /// Was a generator asked although elements should have been enumerated?
    pub(crate) fn was_generated(&self) -> bool {
        self.generated
    }

    /// The choices, for a generator. In an exhaustive case this gives up the claim to be a proof.
    pub fn generator(&mut self) -> &mut Choices {
        self.generated = true;
        &mut self.choices
    }

    /// Is somebody going to read the notes?
    pub fn is_explained(&self) -> bool {
        self.notes.is_some()
    }

    /// Record a value under a label, the first time that the label is used.
    pub fn note(&mut self, label: &str, text: impl FnOnce() -> String) {
        if let Some(notes) = &mut self.notes
            && notes.iter().all(|note| note.label != label)
        {
            notes.push(Note { label: label.to_string(), text: text() });
        }
    }

    /// Draw without taking notes, for values that get other names.
    pub(crate) fn silently<T>(&mut self, draw: impl FnOnce(&mut Case) -> T) -> T {
        let notes = self.notes.take();
        let drawn = draw(self);
        self.notes = notes;
        drawn
    }

    /// What was noted.
    pub fn into_notes(self) -> Vec<Note> {
        self.notes.unwrap_or_default()
    }
}
