//! One configuration over all functions: what it counted, what it warned about, how long it took.

use std::collections::BTreeMap;
use std::time::Duration;

use soundline_analyze::{
    AfterError, Bounds, Counts, DomainChoice, Infer, Settings, Status, StopReason, analyze,
    on_a_deep_stack,
};
use soundline_c::Program;

use super::INFERRED;
use super::classes::{Classes, Place};
use crate::processor_time;
use soundline_test::command::{Complaint, Interrupt};

/// What one configuration came to.
#[derive(Clone, Debug, Default)]
pub struct Figures {
    /// Its name in the paper.
    pub configuration: &'static str,
    /// What was counted.
    pub counts: Counts,
    /// The same for each function.
    pub functions: Vec<Counts>,
    /// Checks that may or do fail.
    pub warnings: u64,
    /// Those of them that definitely fail.
    pub definite: u64,
    /// All checks.
    pub checks: u64,
    /// Functions in which a bound was reached.
    pub bounded: u64,
    /// Processor time.
    pub time: Duration,
    /// The classes of warnings in each function that has some.
    pub classes: BTreeMap<Place, Classes>,
    /// The same for those without an imprecise step before them.
    pub certain: BTreeMap<Place, Classes>,
}

/// All configurations.
#[derive(Debug)]
pub struct Run {
    /// The domain.
    pub domain: DomainChoice,
    /// How many files.
    pub files: usize,
    /// How many functions with a body.
    pub functions: usize,
    /// The configurations that were measured.
    pub rows: Vec<Figures>,
    /// InfF and InfIF of the paper: the warnings of Inf and InfI that a filter lets through.
    pub filtered: Vec<Figures>,
}

impl Run {
    /// Nothing measured yet.
    pub fn new(programs: &[Program], domain: DomainChoice) -> Run {
        let functions = programs.iter().map(|program| program.bodies().count()).sum();
        Run { domain, files: programs.len(), functions, rows: Vec::new(), filtered: Vec::new() }
    }

    /// A measurement of the configuration of that number; of several the quickest counts.
    pub fn add(&mut self, index: usize, figures: Figures) {
        match self.rows.get_mut(index) {
            Some(row) if figures.time < row.time => *row = figures,
            Some(_) => {}
            None => self.rows.push(figures),
        }
    }

    /// Those without bounds become two more, in which only warnings without an imprecise step before them are shown.
    pub fn filter(&mut self) {
        let names = [("Inf", "InfF"), (INFERRED, "InfIF")];
        let filtered = names.iter().filter_map(|(all, configuration)| {
            let classes = self.configuration(all)?.certain.clone();
            Some(Figures { configuration, classes, ..Figures::default() })
        });
        self.filtered = filtered.collect();
    }

    /// The configuration without bounds.
    pub fn unbounded(&self) -> Option<&Figures> {
        self.configuration("Inf")
    }

    /// The configuration without joins, widenings and calls.
    pub fn tightest(&self) -> Option<&Figures> {
        self.configuration("JWC0")
    }

    fn configuration(&self, name: &str) -> Option<&Figures> {
        self.rows.iter().find(|row| row.configuration == name)
    }
}

impl Figures {
    /// Warnings for each second, as in Fig. 4.
    pub fn rate(&self) -> f64 {
        self.warnings as f64 / self.time.as_secs_f64().max(1e-9)
    }
}

/// Analyzes every function by itself; none if it was interrupted.
pub fn measure(
    programs: &[Program],
    settings: &Settings,
    bounds: Bounds,
    infer: Infer,
    interrupt: &Interrupt,
) -> Result<Option<Figures>, Complaint> {
    let settings = Settings {
        bounds,
        infer,
        // Contracts are what is assumed away.
        after_error: match infer {
            Infer::None => AfterError::Continue,
            _ => AfterError::Assume,
        },
        ..settings.clone()
    };
    let measured = on_a_deep_stack(|| {
        let mut figures = Figures::default();
        for (number, program) in programs.iter().enumerate() {
            let start = processor_time();
            let analysis = analyze(program, &settings, &|| interrupt.is_asked());
            figures.time += processor_time().saturating_sub(start);
            if analysis.stop == StopReason::Interrupted {
                return None;
            }
            let count =
                |status| analysis.checks.iter().filter(|c| c.status == status).count() as u64;
            figures.counts.add(analysis.counts);
            figures.definite += count(Status::DefinitelyFails);
            figures.warnings += count(Status::DefinitelyFails) + count(Status::MayFail);
            figures.checks += analysis.checks.len() as u64;
            for check in analysis.checks.iter().filter(|check| check.is_warning()) {
                let place = (number, check.function.index());
                figures.classes.entry(place).or_default().count(check);
                if check.steps == 0 {
                    figures.certain.entry(place).or_default().count(check);
                }
            }
            let open = analysis.contracts.iter().filter(|own| own.status == Status::MayFail);
            for contract in open {
                let place = (number, contract.function.index());
                figures.warnings += 1;
                figures.classes.entry(place).or_default().count_contract(contract.party);
                figures.certain.entry(place).or_default().count_contract(contract.party);
            }
            figures.functions.extend(analysis.functions.iter().map(|function| function.counts));
            let bounded = analysis.functions.iter().filter(|f| !f.bounds_reached.is_empty());
            figures.bounded += bounded.count() as u64;
        }
        Some(figures)
    });
    measured.map_err(|error| Complaint::new(format!("no thread for the analysis: {error}")))
}
