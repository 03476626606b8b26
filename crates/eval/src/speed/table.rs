//! The results of a contest, as a table and as data.

use serde::Serialize;

use super::contest::Contest;
use super::elements::PAIRS;
use super::remote::Outcome;
use super::work::Row;
use soundline_test::command::screen;

/// A contest for one number of variables.
pub struct Table<'a> {
    /// The contest, with the rivals that take part.
    pub contest: &'a Contest,
    /// How many variables.
    pub variables: usize,
    /// The rows with the outcomes of the native domain and of its rivals.
    pub rows: Vec<(&'static Row, Vec<Outcome>)>,
}

/// A figure of the table, as data.
#[derive(Debug, Serialize)]
pub struct Figure {
    native: &'static str,
    variables: usize,
    operation: &'static str,
    rival: String,
    native_nanoseconds: Option<f64>,
    rival_nanoseconds: Option<f64>,
    /// How many times as fast the native domain is.
    ratio: Option<f64>,
    /// How many times as fast it should be.
    bar: Option<f64>,
    /// Why there is no ratio.
    reason: Option<String>,
}

impl Table<'_> {
    /// How many times as fast as a rival the native domain should be in a row. Nothing is expected
    /// where the rival does nothing.
    fn bar(&self, row: &Row, rival: usize, outcomes: &[Outcome]) -> Option<f64> {
        let bar = self.contest.rivals[rival].bar?;
        let counts = row.counts() && idle(&outcomes[0], &outcomes[rival + 1]).is_none();
        (counts && self.variables <= bar.most_variables).then_some(bar.times)
    }

    /// All figures as data.
    pub fn figures(&self) -> impl Iterator<Item = Figure> {
        self.rows.iter().flat_map(|(row, outcomes)| {
            let rivals = self.contest.rivals.iter().zip(&outcomes[1..]).enumerate();
            rivals.map(|(index, (rival, outcome))| Figure {
                native: self.contest.native,
                variables: self.variables,
                operation: row.name,
                rival: rival.target.clone(),
                native_nanoseconds: nanoseconds(&outcomes[0]),
                rival_nanoseconds: nanoseconds(outcome),
                ratio: ratio(outcome),
                bar: self.bar(row, index, outcomes),
                reason: sentence(outcome).map(str::to_string),
            })
        })
    }

    /// Print it: the time of the native domain, and how many times as long its rivals take.
    pub fn print(&self) {
        let (head, dim) = (screen::HEAD, screen::DIM);
        let title = format!("{}, {} variables", self.contest.native, self.variables);
        let names: String =
            self.contest.rivals.iter().map(|rival| format!("{:>18}", rival.target)).collect();
        anstream::println!("{head}{title}{head:#}");
        anstream::println!("{dim}{:<16}{:>10}{names}{dim:#}", "", "native ns");
        for (row, outcomes) in &self.rows {
            let native = match nanoseconds(&outcomes[0]) {
                Some(time) => format!("{time:.0}"),
                None => word(&outcomes[0]).to_string(),
            };
            anstream::print!("{:<16}{native:>10}", row.name);
            for (index, outcome) in outcomes[1..].iter().enumerate() {
                print_cell(self.bar(row, index, outcomes), outcome);
            }
            println!();
        }
        self.print_bars();
        for sentence in self.sentences() {
            println!("  {sentence}");
        }
        println!();
    }

    fn print_bars(&self) {
        for (index, rival) in self.contest.rivals.iter().enumerate() {
            let with_bar = self.rows.iter().filter_map(|(row, outcomes)| {
                Some((ratio(&outcomes[index + 1])?, self.bar(row, index, outcomes)?))
            });
            let (ratios, bars): (Vec<f64>, Vec<f64>) = with_bar.unzip();
            let Some(bar) = bars.first() else { continue };
            let met = ratios.iter().filter(|ratio| *ratio >= bar).count();
            let all = ratios.len();
            println!("  at least {bar}x {}: {met} of {all} forced rows", rival.target);
        }
    }

    /// Why figures are missing, and where contenders do not agree.
    fn sentences(&self) -> Vec<String> {
        let mut sentences: Vec<String> = Vec::new();
        for (row, outcomes) in &self.rows {
            let missing = outcomes.iter().filter_map(sentence).map(str::to_string);
            let differing = outcomes[1..].iter().zip(&self.contest.rivals).filter_map(
                |(outcome, rival)| match (outcome, &outcomes[0]) {
                    (Outcome::Measured(own), Outcome::Measured(native)) => {
                        let differs = own.yes != native.yes;
                        let count = format!("{} and {}", native.yes, own.yes);
                        differs
                            .then(|| format!("{}: {}: yes {count} times", row.name, rival.target))
                    }
                    _ => None,
                },
            );
            let idle = outcomes[1..].iter().zip(&self.contest.rivals).filter_map(|(own, rival)| {
                let smaller = idle(&outcomes[0], own)?;
                let (row, rival, native) = (row.name, &rival.target, self.contest.native);
                Some(format!("{row}: {rival} does nothing, {native} makes {smaller} smaller"))
            });
            sentences.extend(missing.chain(differing).chain(idle));
        }
        sentences.sort();
        sentences.dedup();
        sentences
    }
}

/// What the rows do, once for all tables.
pub fn print_legend(rows: &[&Row]) {
    let dim = screen::DIM;
    for row in rows {
        anstream::println!("{:<16}{dim}{}{dim:#}", row.name, row.about);
    }
}

fn print_cell(bar: Option<f64>, outcome: &Outcome) {
    let bad = screen::BAD;
    match (ratio(outcome), bar) {
        (Some(ratio), Some(bar)) if ratio < bar => {
            anstream::print!("{bad}{:>17}!{bad:#}", figure(ratio));
        }
        (Some(ratio), _) => anstream::print!("{:>17} ", figure(ratio)),
        (None, _) => anstream::print!("{:>17} ", word(outcome)),
    }
}

/// Where a rival leaves every element as it is: how many the native domain makes smaller, if any.
fn idle(native: &Outcome, rival: &Outcome) -> Option<usize> {
    match (native, rival) {
        (Outcome::Measured(own), Outcome::Measured(other)) => {
            (other.idle == PAIRS && own.idle < PAIRS).then(|| PAIRS - own.idle)
        }
        _ => None,
    }
}

fn nanoseconds(outcome: &Outcome) -> Option<f64> {
    match outcome {
        Outcome::Measured(time) => Some(time.nanoseconds),
        Outcome::Left { .. } => None,
    }
}

fn ratio(outcome: &Outcome) -> Option<f64> {
    match outcome {
        Outcome::Measured(time) => Some(time.ratio),
        Outcome::Left { .. } => None,
    }
}

fn word(outcome: &Outcome) -> &'static str {
    match outcome {
        Outcome::Measured(_) => "",
        Outcome::Left { word, .. } => word,
    }
}

fn sentence(outcome: &Outcome) -> Option<&str> {
    match outcome {
        Outcome::Measured(_) => None,
        Outcome::Left { sentence, .. } => Some(sentence),
    }
}

/// A ratio with as many digits as mean something.
fn figure(ratio: f64) -> String {
    match ratio {
        100.0.. => format!("{ratio:.0}x"),
        10.0.. => format!("{ratio:.1}x"),
        _ => format!("{ratio:.2}x"),
    }
}
