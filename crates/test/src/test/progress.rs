//! Progress of a campaign on a terminal: a bar, and a live table of the properties.

use indicatif::ProgressBar;
use soundline_fuzz::campaign::Row;
use soundline_fuzz::engine::{Budget, Progress, Tally};
use soundline_fuzz::property;

use crate::command::screen;
use soundline_report::style::Styles;
use soundline_report::text::{header, row};

/// A progress bar for one target.
pub struct Bar {
    bar: ProgressBar,
    budget: Budget,
    target: String,
}

impl Bar {
    /// The bar for a target.
    pub fn new(target: &str, budget: Budget) -> Bar {
        let steps = match budget {
            Budget::Time(time) => time.as_millis() as u64,
            Budget::Tests(tests) => tests,
        };
        Bar { bar: screen::progress(steps, "test"), budget, target: target.to_string() }
    }

    /// Show how far it is.
    pub fn show(&self, progress: Progress) {
        match progress {
            Progress::Testing(tally) => {
                let tests = tally.tests();
                self.bar.set_position(match self.budget {
                    Budget::Time(_) => tally.elapsed_millis(),
                    Budget::Tests(_) => tests,
                });
                if !self.bar.is_hidden() {
                    let table = table(tally);
                    self.bar.set_message(format!("{}: {tests} tests\n{table}", self.target));
                }
            }
            Progress::Shrinking(done, all) => {
                self.bar.set_message(format!("{}: shrinking {done} of {all}", self.target));
            }
            _ => {}
        }
    }

    /// Take it away.
    pub fn clear(&self) {
        self.bar.finish_and_clear();
    }
}

/// Lines of the terminal that the bar and the heading take.
const OTHER_LINES: usize = 4;

/// A row for each property, as many as fit: those with findings first.
fn table(tally: Tally) -> String {
    let of = |number: u16| {
        let (counts, first_millis) = tally.counts(number);
        Row { property: number, counts, first_millis }
    };
    let mut rows: Vec<Row> = property::all().iter().map(|p| of(p.number)).collect();
    rows.retain(|row| row.counts.tests > 0);
    rows.sort_by_key(|row| (row.counts.findings() == 0, row.property));
    let (lines, _) = console::Term::stderr().size();
    let styles = Styles::coloured();
    let shown = rows.iter().take(usize::from(lines).saturating_sub(OTHER_LINES));
    shown.fold(header(&styles), |table, next| table + &row(next, &styles))
}
