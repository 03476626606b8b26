//! The analyzers of a campaign, with the store before them.

use std::time::Duration;

use soundline_c::{DataModel, masked};

use super::Outcome;
use super::ask::{Ask, Question, Reply};
use super::record::AnalyzerRecord;
use crate::analyzer::{Analyzer, Run, Task, apart};
use crate::findings::Column;
use crate::metamorphic::Claims;
use crate::store::{Judge, Store, StoredVariant};
use crate::{ContentKey, Encoding, Feature};
use soundline_isolate::{Limits, Stop};

/// How many bytes of programs are kept.
const PROGRAMS: usize = 64 << 20;

/// Analyzers that were found, their limits, and what they said before.
pub struct Panel {
    seats: Vec<Seat>,
    limits: Limits,
    store: Store,
}

struct Seat {
    analyzer: Analyzer,
    encoding: Encoding,
    judge: Judge,
}

impl Panel {
    /// A panel of analyzers.
    pub fn new(analyzers: Vec<Analyzer>, limits: Limits, store: Store) -> Panel {
        let seat = |analyzer: Analyzer| Seat {
            encoding: analyzer.encoding(),
            judge: Judge::of(&analyzer, &limits),
            analyzer,
        };
        let seats = analyzers.into_iter().map(seat).collect();
        Panel { seats, limits, store }
    }

    /// The analyzers as they are kept.
    pub fn records(&self) -> Vec<AnalyzerRecord> {
        let record = |seat: &Seat| AnalyzerRecord {
            name: seat.analyzer.name().to_string(),
            tool: tool(seat.analyzer.name()).to_string(),
            version: seat.analyzer.version.clone(),
            under_approximates: seat.analyzer.under_approximates(),
            excepts: seat.analyzer.excepts().to_vec(),
        };
        self.seats.iter().map(record).collect()
    }

    /// What an analyzer claims by its answers about programs with such features.
    pub(super) fn claims(&self, analyzer: usize, features: &[Feature]) -> Claims {
        let analyzer = &self.seats[analyzer].analyzer;
        let excepted = analyzer.excepts().iter().any(|feature| features.contains(feature));
        let proves = analyzer.proves() && !excepted;
        Claims { proves, witnesses: analyzer.under_approximates() && !excepted }
    }

    /// How checks are written for an analyzer.
    pub fn encoding(&self, analyzer: usize) -> &Encoding {
        &self.seats[analyzer].encoding
    }

    /// What an analyzer says about a program that is written in its encoding by `text`, if it is not
    /// known already.
    pub fn ask_about(
        &self,
        analyzer: usize,
        key: &ContentKey,
        model: DataModel,
        text: impl FnOnce(&Encoding) -> Vec<u8>,
        stop: &Stop,
    ) -> Reply {
        let text = text(&self.seats[analyzer].encoding);
        let (run, known) = self.result(analyzer, key, &Task::new(&text, model), stop);
        Reply { answer: run.answer, apart: None, time: run.usage.cpu, known }
    }

    /// What came of a task, and whether it was known.
    fn result(
        &self,
        analyzer: usize,
        key: &ContentKey,
        task: &Task<'_>,
        stop: &Stop,
    ) -> (Run, bool) {
        let seat = &self.seats[analyzer];
        let (run, fresh) =
            self.store.result(&seat.analyzer, &seat.judge, key, task, &self.limits, stop);
        (run, !fresh)
    }

    /// Who is asked, with versions, descriptions and limits.
    pub(super) fn judge(&self, analyzer: usize) -> &Judge {
        &self.seats[analyzer].judge
    }

    /// What they said before.
    pub(super) fn store(&self) -> &Store {
        &self.store
    }

    /// Keeps the programs of a campaign for those who look at its results, as many as fit: what is disputed first.
    pub fn keep_programs(&self, outcome: &Outcome) {
        let mut room = PROGRAMS;
        for variant in outcome.variants.iter().chain(&outcome.judged) {
            let text = masked(&variant.render(&Encoding::plain())).into_owned();
            let Some(rest) = room.checked_sub(text.len()) else { return };
            room = rest;
            let (key, seed) = (variant.key().to_string(), variant.seed().name.clone());
            // A store that fails is as good as an empty one.
            let _ =
                self.store.keep_variant(&StoredVariant { key, seed, text, detail: String::new() });
        }
    }

    /// The run of an analyzer on a program, if it is known.
    pub fn known(&self, analyzer: usize, key: &ContentKey) -> Option<Run> {
        self.store.run(&key.to_string(), &self.seats[analyzer].judge, None).ok().flatten()
    }

    /// How long that took.
    pub(super) fn known_time(&self, analyzer: usize, key: &ContentKey) -> Duration {
        self.known(analyzer, key).map_or(Duration::MAX, |run| run.usage.cpu)
    }
}

/// Configurations of a tool are called `tool:configuration`.
fn tool(name: &str) -> &str {
    name.split(':').next().unwrap_or(name)
}

impl Ask for Panel {
    fn columns(&self) -> Vec<Column> {
        let column = |record: AnalyzerRecord| Column {
            name: record.name,
            tool: record.tool,
            under_approximates: record.under_approximates,
            excepts: record.excepts,
        };
        self.records().into_iter().map(column).collect()
    }

    fn ask(&self, analyzer: usize, question: &Question, stop: &Stop) -> Reply {
        let Question { variant, key } = question;
        let (seat, model) = (&self.seats[analyzer], variant.seed().model);
        let (description, checks) = (seat.analyzer.description(), variant.checks().len());
        let several = checks > 1 && description.speaks_of_checks();
        let text = several.then(|| variant.render_apart(&seat.encoding)).flatten();
        let Some(text) = text else {
            return self.ask_about(analyzer, key, model, |encoding| variant.render(encoding), stop);
        };
        let task = Task { apart: true, ..Task::new(&text, model) };
        let (run, known) = self.result(analyzer, key, &task, stop);
        let apart = apart(&run, description, checks);
        Reply { answer: run.answer, apart, time: run.usage.cpu, known }
    }
}
