//! One case of one check: the choices it draws, and what it has to say when it is explained.

use crate::Choices;
use crate::script::{self, Piece};
use std::fmt;
use std::fs::File;
use std::io::Write;

/// The case that a check is run on.
///
/// A check draws elements through a [`Subject`](crate::Subject) and may [`note`](Case::note) what it
/// computed. Notes cost nothing unless the case is being explained to a person.
#[derive(Debug, Default)]
pub struct Case {
    /// Where generators draw from.
    pub choices: Choices,
    source: Source,
    /// A generator was asked, so that enumerating the choices would prove nothing.
    generated: bool,
    notes: Option<Vec<Note>>,
    /// Where notes go at once, because the case may not return.
    live: Option<File>,
}

/// How a case starts, before anything is drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Start {
    /// With random choices from a seed.
    Random(Source, u64),
    /// With prescribed choices.
    Prescribed(Recipe),
}

impl fmt::Display for Start {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Start::Random(source, seed) => write!(f, "random-{} {seed}", source.word()),
            Start::Prescribed(recipe) => recipe.fmt(f),
        }
    }
}

impl Start {
    pub(crate) fn parse(text: &str) -> Option<Start> {
        match text.split_once(' ') {
            Some((start, seed)) if start.starts_with("random-") => {
                let of = |source: &Source| start.strip_prefix("random-") == Some(source.word());
                let source = Source::ALL.into_iter().find(of)?;
                Some(Start::Random(source, seed.parse().ok()?))
            }
            _ => Recipe::parse(text).map(Start::Prescribed),
        }
    }

    pub(crate) fn case(&self) -> Case {
        match self {
            Start::Random(source, seed) => Case::from_source(*source, Choices::random(*seed)),
            Start::Prescribed(recipe) => Case::of_recipe(recipe),
        }
    }
}

/// Where the elements of a case come from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Source {
    /// From the generators of the lattice.
    #[default]
    Generators,
    /// From the list of all elements.
    Elements,
    /// From the generators, by traces of operations: join, meet, widening, and those of the suite.
    Traces,
}

impl Source {
    const ALL: [Source; 3] = [Source::Generators, Source::Elements, Source::Traces];

    /// The word in front of the choices in a stored case.
    fn word(self) -> &'static str {
        match self {
            Source::Generators => "choices",
            Source::Elements => "elements",
            Source::Traces => "traces",
        }
    }
}

/// What makes a case again.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Recipe {
    /// What the choices drive.
    pub source: Source,
    /// The choices.
    pub choices: Vec<u64>,
    /// The same as traces of operations, where elements were built by them. If it is there, it is what is run.
    pub(crate) script: Vec<Piece>,
}

/// As a line of a stored case: `choices 1 0 3`, or `elements 1 0 3`, or `traces 1 0 3`, or the lines of a
/// script with semicolons between them.
impl fmt::Display for Recipe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.script.is_empty() {
            return f.write_str(&script::lines(&self.script).join("; "));
        }
        f.write_str(self.source.word())?;
        self.choices.iter().try_for_each(|choice| write!(f, " {choice}"))
    }
}

impl Recipe {
    /// What the choices drive.
    pub fn new(source: Source, choices: Vec<u64>) -> Recipe {
        Recipe { source, choices, script: Vec::new() }
    }

    /// Read such a line.
    pub fn parse(line: &str) -> Option<Recipe> {
        if line.split(';').any(script::is_line) {
            return Recipe::parse_script(line.split(';')).ok();
        }
        let mut words = line.split_whitespace();
        let word = words.next()?;
        let source = Source::ALL.into_iter().find(|source| source.word() == word)?;
        let choices = words.map(|word| word.parse().ok()).collect::<Option<Vec<u64>>>()?;
        Some(Recipe::new(source, choices))
    }

    /// Read the lines of a script.
    pub(crate) fn parse_script<'l>(lines: impl Iterator<Item = &'l str>) -> Result<Recipe, String> {
        let script = script::parse(lines)?;
        Ok(Recipe { source: Source::Traces, choices: Vec::new(), script })
    }
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
        Case::from_source(Source::Elements, choices)
    }

    /// A case whose elements come from there.
    pub(crate) fn from_source(source: Source, choices: Choices) -> Case {
        Case { choices, source, ..Case::default() }
    }

    /// The case of a recipe.
    pub fn of_recipe(recipe: &Recipe) -> Case {
        let choices = match recipe.script.is_empty() {
            true => Choices::replay(&recipe.choices),
            false => Choices::scripted(&recipe.script),
        };
        Case::from_source(recipe.source, choices)
    }

    /// What makes this case again, once it has been run.
    pub fn recipe(&self) -> Recipe {
        Recipe::new(self.source, self.choices.drawn())
    }

    /// The same, with the traces of its elements as operations.
    pub(crate) fn recipe_with_script(&self) -> Recipe {
        Recipe { script: self.choices.script(), ..self.recipe() }
    }

    /// How the case starts, while nothing is drawn yet.
    pub(crate) fn start(&self) -> Start {
        match self.choices.seed() {
            Some(seed) => Start::Random(self.source, seed),
            None => Start::Prescribed(Recipe {
                source: self.source,
                choices: self.choices.prescribed().to_vec(),
                script: self.choices.prescribed_script(),
            }),
        }
    }

    /// The same case, writing each note and the choices so far to a file at once.
    pub(crate) fn told_to(mut self, file: File) -> Case {
        self.live = Some(file);
        self.explained()
    }

    /// The same case, keeping notes.
    pub fn explained(mut self) -> Case {
        self.notes = Some(Vec::new());
        self
    }

    /// Is every element to be drawn from the list of all elements?
    pub fn is_exhaustive(&self) -> bool {
        self.source == Source::Elements
    }

    /// Are elements to be built by traces of operations?
    pub fn is_traced(&self) -> bool {
        self.source == Source::Traces
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
    #[inline]
    pub fn note(&mut self, label: &str, text: impl FnOnce() -> String) {
        if self.notes.is_some() {
            let mut text = Some(text);
            self.write_note(label, &mut || text.take().map(|text| text()).unwrap_or_default());
        }
    }

    /// Rarely called, and compiled once: laws and properties note hundreds of things.
    #[cold]
    fn write_note(&mut self, label: &str, text: &mut dyn FnMut() -> String) {
        if let Some(notes) = &mut self.notes
            && notes.iter().all(|note| note.label != label)
        {
            // The choices first: showing an element may be what does not return.
            if let Some(file) = &mut self.live {
                let recipe = Recipe {
                    source: self.source,
                    choices: self.choices.drawn(),
                    script: self.choices.script(),
                };
                let _ = writeln!(file, "{recipe}");
            }
            let note = Note { label: label.to_string(), text: text() };
            if let Some(file) = &mut self.live {
                let _ = writeln!(file, "note {}\t{}", note.label, note.text.replace('\n', " "));
            }
            notes.push(note);
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
