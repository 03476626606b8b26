//! The evaluations of `soundline diff`: what the way of making variants does to the number of issues
//! (Tables 6 and 7 of the ISSTA'19 paper).

use serde::Serialize;
use soundline_diff::campaign::{Campaign, Request};
use soundline_diff::findings::{Deviance, Fault};
use soundline_diff::{Plan, Strategy};
use soundline_report::grid::Grid;

/// The δ from which on the paper counts issues.
const DELTA: usize = 3;

/// A campaign of an evaluation: the name of its row, and what it is to do.
pub type Way = (String, Request);

/// A campaign for each strategy, with one check in a variant as in the paper (Table 6).
pub fn strategies(request: &Request) -> Vec<Way> {
    let way = |strategy: Strategy| {
        let plan = Plan { strategy, batch: 1, ..request.plan.clone() };
        (strategy.to_string(), Request { plan, ..request.clone() })
    };
    Strategy::ALL.map(way).to_vec()
}

/// A campaign for each size of batches (Table 7).
pub fn batches(sizes: &[u16], request: &Request) -> Vec<Way> {
    let way = |size: &u16| {
        let plan = Plan { batch: usize::from(*size), ..request.plan.clone() };
        (size.to_string(), Request { plan, ..request.clone() })
    };
    sizes.iter().map(way).collect()
}

/// A row of the tables.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Row {
    /// The strategy, or the size.
    pub name: String,
    /// Issues against which an under-approximating analyzer speaks.
    pub must_unsound: usize,
    /// Soundness issues with a large δ.
    pub unsound: usize,
    /// Precision issues with a large δ.
    pub imprecise: usize,
    /// Checks in dispute.
    pub disputes: usize,
    /// Variants that were judged.
    pub variants: usize,
    /// Variants that were planned.
    pub planned: usize,
    /// Answers of analyzers.
    pub answers: u64,
}

/// The row of a campaign.
pub fn row(name: &str, campaign: &Campaign) -> Row {
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

/// The rows as a table.
pub fn grid(title: &str, corner: &str, rows: &[Row]) -> Grid {
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
