//! `soundline eval strategies` and `soundline eval batches`: what the way of making variants does to the
//! number of issues (Tables 6 and 7 of the ISSTA'19 paper).

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use serde::Serialize;
use soundline_diff::Strategy;
use soundline_diff::campaign::Campaign;
use soundline_diff::findings::{Deviance, Fault};

use crate::diff::grid::Grid;
use crate::diff::run::{Bar, Chosen, Made, Wish};
use crate::ending::{Complaint, Ending};
use crate::test::duration;

/// The δ from which on the paper counts issues.
const DELTA: usize = 3;

/// Compare the search strategies of `soundline diff` by the issues they find (ISSTA'19, Table 6)
///
/// Every strategy makes the same number of variants of the same seeds, with one check each, as in the
/// paper.
#[derive(clap::Args)]
pub struct Strategies {
    #[command(flatten)]
    shared: Shared,
}

/// Compare sizes of batches of `soundline diff` by the issues they find (ISSTA'19, Table 7)
#[derive(clap::Args)]
pub struct Batches {
    /// The sizes
    #[arg(long, value_name = "LIST", value_delimiter = ',', default_value = "1,2,4,8,16,32",
          value_parser = clap::value_parser!(u16).range(1..=256))]
    sizes: Vec<u16>,
    #[command(flatten)]
    shared: Shared,
}

#[derive(clap::Args)]
struct Shared {
    #[command(flatten)]
    chosen: Chosen,
    /// How long each row may take
    #[arg(long, value_name = "TIME", value_parser = duration)]
    time: Option<Duration>,
    /// Folder for the verdicts; an evaluation that was stopped goes on from there
    #[arg(long, default_value = crate::diff::run::FOLDER, value_name = "DIR")]
    out: PathBuf,
    /// Machine-readable output
    #[arg(long)]
    json: bool,
}

/// A row of the tables.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
struct Row {
    name: String,
    must_unsound: usize,
    unsound: usize,
    imprecise: usize,
    disputes: usize,
    variants: usize,
    planned: usize,
    answers: u64,
}

/// Run the command.
pub fn strategies(arguments: &Strategies) -> Result<Ending, Complaint> {
    let ways = Strategy::ALL.map(|strategy| {
        let change = move |wish: &mut Wish| (wish.strategy, wish.batch) = (strategy, 1);
        (strategy.to_string(), change)
    });
    evaluate(&arguments.shared, "Effect of the search strategy", "strategy", &ways)
}

/// Run the command.
pub fn batches(arguments: &Batches) -> Result<Ending, Complaint> {
    let ways: Vec<_> = arguments
        .sizes
        .iter()
        .map(|size| {
            let batch = usize::from(*size);
            (size.to_string(), move |wish: &mut Wish| wish.batch = batch)
        })
        .collect();
    evaluate(&arguments.shared, "Effect of the size of batches", "checks in a variant", &ways)
}

fn evaluate(
    shared: &Shared,
    title: &str,
    corner: &str,
    ways: &[(String, impl Fn(&mut Wish))],
) -> Result<Ending, Complaint> {
    let interrupted = crate::interrupt::interruptible()?;
    std::fs::create_dir_all(&shared.out).map_err(|error| {
        Complaint::new(format!("cannot write to {}: {error}", shared.out.display()))
    })?;
    let made = Made::new(&shared.chosen, &shared.out.join("verdicts.sqlite"))?;
    let mut rows = Vec::new();
    for (name, change) in ways {
        let mut wish = made.wish(&shared.chosen);
        wish.time = shared.time;
        change(&mut wish);
        rows.push(row(&made, name, &wish, &interrupted)?);
        if interrupted.load(Ordering::SeqCst) {
            break;
        }
    }
    if shared.json {
        println!("{}", serde_json::to_string_pretty(&rows).expect("rows are plain data"));
    } else {
        anstream::print!("{}", grid(title, corner, &rows).text());
    }
    let complete = rows.iter().all(|row| row.variants == row.planned);
    Ok(if complete && rows.len() == ways.len() { Ending::Nothing } else { Ending::Stopped })
}

fn row(made: &Made, name: &str, wish: &Wish, interrupted: &AtomicBool) -> Result<Row, Complaint> {
    let bar = Bar::new();
    let outcome = made.run(wish, interrupted, &|progress| bar.show(progress))?;
    bar.clear();
    Ok(count(name, &outcome.campaign))
}

fn count(name: &str, campaign: &Campaign) -> Row {
    let found = campaign.deviances();
    let count = |wanted: &dyn Fn(&Deviance) -> bool| found.iter().filter(|d| wanted(d)).count();
    Row {
        name: name.to_string(),
        must_unsound: count(&Deviance::is_must),
        unsound: count(&|d| d.fault == Fault::Unsound && d.delta() >= DELTA),
        imprecise: count(&|d| d.fault == Fault::Imprecise && d.delta() >= DELTA),
        disputes: campaign.disputes.len(),
        variants: campaign.variants.len(),
        planned: campaign.seeds.iter().map(|seed| seed.planned).sum(),
        answers: campaign.timings.answers,
    }
}

fn grid(title: &str, corner: &str, rows: &[Row]) -> Grid {
    let columns =
        ["must-unsound", "≥ 3-unsound", "≥ 3-imprecise", "disputes", "variants", "answers"];
    let cells = |row: &Row| {
        let variants = if row.variants == row.planned {
            row.variants.to_string()
        } else {
            format!("{} of {}", row.variants, row.planned)
        };
        let counts = [row.must_unsound, row.unsound, row.imprecise, row.disputes];
        let counts = counts.iter().map(usize::to_string);
        counts.chain([variants, row.answers.to_string()]).collect()
    };
    Grid {
        title: title.into(),
        corner: corner.into(),
        columns: columns.map(String::from).to_vec(),
        rows: rows.iter().map(|row| (row.name.clone(), cells(row))).collect(),
        note: "An issue is a check and an analyzer that deviates about it.".into(),
    }
}
