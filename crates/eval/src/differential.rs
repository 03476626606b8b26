//! The evaluations of `soundline diff`: what the way of making variants does to the number of issues
//! (Tables 6 and 7 of the ISSTA'19 paper).

use std::collections::BTreeSet;

use serde::Serialize;
use soundline_diff::campaign::{Campaign, Request};
use soundline_diff::findings::{Deviance, Fault};
use soundline_diff::{Plan, Strategy};
use soundline_lattice::choices::Random;
use soundline_report::grid::Grid;

/// Samples for intervals.
const SAMPLES: usize = 2000;

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
    /// Checks in the variants that were judged.
    pub checks: usize,
    /// Answers of analyzers.
    pub answers: u64,
    /// Processor time of these answers in milliseconds, whenever they were given.
    pub cost_ms: u64,
    /// Between which bounds the counts of issues and disputes lie.
    pub intervals: Intervals,
    /// The issues as the paper counts them.
    pub in_variants: InVariants,
}

/// Issues by variants: an analyzer that deviates about several checks of a variant counts once, as in the paper.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct InVariants {
    /// Soundness issues against which an under-approximating analyzer speaks.
    pub must_unsound: usize,
    /// Soundness issues with a large δ.
    pub unsound: usize,
    /// Precision issues with a large δ.
    pub imprecise: usize,
}

/// The 95 % intervals of counts, if the seeds are a sample of all seeds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Intervals {
    /// Of soundness issues against which an under-approximating analyzer speaks.
    pub must_unsound: (usize, usize),
    /// Of soundness issues with a large δ.
    pub unsound: (usize, usize),
    /// Of precision issues with a large δ.
    pub imprecise: (usize, usize),
    /// Of checks in dispute.
    pub disputes: (usize, usize),
}

/// The row of a campaign.
pub fn row(name: &str, campaign: &Campaign) -> Row {
    let found = campaign.deviances();
    let of_seeds = |seeds: &mut dyn Iterator<Item = usize>| {
        let mut counts = vec![0; campaign.seeds.len()];
        seeds.for_each(|seed| counts[seed] += 1);
        counts
    };
    let count = |wanted: &dyn Fn(&Deviance) -> bool| {
        let wanted = found.iter().filter(|deviance| wanted(deviance));
        of_seeds(&mut wanted.map(|deviance| campaign.disputes[deviance.row].seed))
    };
    let is_unsound = |d: &Deviance| d.fault == Fault::Unsound && d.delta() >= DELTA;
    let is_imprecise = |d: &Deviance| d.fault == Fault::Imprecise && d.delta() >= DELTA;
    let must_unsound = count(&Deviance::is_must);
    let (unsound, imprecise) = (count(&is_unsound), count(&is_imprecise));
    let variants_with = |wanted: &dyn Fn(&Deviance) -> bool| {
        let place = |deviance: &Deviance| {
            let dispute = &campaign.disputes[deviance.row];
            (dispute.seed, dispute.variant, deviance.analyzer)
        };
        let wanted = found.iter().filter(|deviance| wanted(deviance));
        wanted.map(place).collect::<BTreeSet<_>>().len()
    };
    let in_variants = InVariants {
        must_unsound: variants_with(&Deviance::is_must),
        unsound: variants_with(&is_unsound),
        imprecise: variants_with(&is_imprecise),
    };
    let disputes = of_seeds(&mut campaign.disputes.iter().map(|dispute| dispute.seed));
    Row {
        name: name.to_string(),
        must_unsound: must_unsound.iter().sum(),
        unsound: unsound.iter().sum(),
        imprecise: imprecise.iter().sum(),
        disputes: disputes.iter().sum(),
        intervals: Intervals {
            must_unsound: interval(&must_unsound),
            unsound: interval(&unsound),
            imprecise: interval(&imprecise),
            disputes: interval(&disputes),
        },
        in_variants,
        variants: campaign.variants.len(),
        planned: campaign.seeds.iter().map(|seed| seed.planned).sum(),
        checks: campaign.variants.iter().map(|variant| variant.checks.len()).sum(),
        answers: campaign.timings.answers,
        cost_ms: (campaign.timings.cost * 1e3) as u64,
    }
}

impl Row {
    /// Checks that are judged in an hour of processor time of the analyzers.
    fn checks_per_hour(&self) -> u64 {
        (self.checks as u64 * 3_600_000).checked_div(self.cost_ms).unwrap_or(0)
    }
}

/// Between which bounds the sum of counts lies in 95 % of samples with as many seeds, drawn from these (bootstrap). Checks of
/// one seed are not independent, seeds are.
fn interval(counts: &[usize]) -> (usize, usize) {
    let Some(last) = counts.len().checked_sub(1) else { return (0, 0) };
    let mut random = Random::new(0);
    let mut sum = || counts.iter().map(|_| counts[random.up_to(last as u64) as usize]).sum();
    let mut sums: Vec<usize> = (0..SAMPLES).map(|_| sum()).collect();
    sums.sort_unstable();
    (sums[SAMPLES / 40], sums[SAMPLES - 1 - SAMPLES / 40])
}

/// The rows as a table.
pub fn grid(title: &str, corner: &str, rows: &[Row]) -> Grid {
    let columns = [
        "must-unsound",
        "≥ 3-unsound",
        "≥ 3-imprecise",
        "disputes",
        "variants",
        "checks",
        "answers",
        "checks/h",
    ];
    let cells = |row: &Row| {
        let variants = if row.variants == row.planned {
            row.variants.to_string()
        } else {
            format!("{} of {}", row.variants, row.planned)
        };
        let Intervals { must_unsound, unsound, imprecise, disputes } = row.intervals;
        let counts = [
            (row.must_unsound, must_unsound),
            (row.unsound, unsound),
            (row.imprecise, imprecise),
            (row.disputes, disputes),
        ];
        let counts = counts.iter().map(|(count, (low, high))| format!("{count} [{low},{high}]"));
        let [checks, answers] = [row.checks.to_string(), row.answers.to_string()];
        counts.chain([variants, checks, answers, row.checks_per_hour().to_string()]).collect()
    };
    Grid {
        title: title.into(),
        corner: corner.into(),
        columns: columns.map(String::from).to_vec(),
        rows: rows.iter().map(|row| (row.name.clone(), cells(row))).collect(),
        note: "An issue is a check and an analyzer that deviates about it. In brackets the 95 % interval over seeds. \
               checks/h: checks that are judged in an hour of the analyzers' processor time."
            .into(),
    }
}

/// The same issues as the paper counts them.
pub fn grid_in_variants(corner: &str, rows: &[Row]) -> Grid {
    let cells = |row: &Row| {
        let InVariants { must_unsound, unsound, imprecise } = row.in_variants;
        [must_unsound, unsound, imprecise].map(|count| count.to_string()).to_vec()
    };
    Grid {
        title: "The same, counted in variants".into(),
        corner: corner.into(),
        columns: ["must-unsound", "≥ 3-unsound", "≥ 3-imprecise"].map(String::from).to_vec(),
        rows: rows.iter().map(|row| (row.name.clone(), cells(row))).collect(),
        note: "An analyzer that deviates about several checks of a variant counts once, as in the paper.".into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_are_those_of_sums_over_seeds() {
        assert_eq!(interval(&[]), (0, 0));
        assert_eq!(interval(&[3; 20]), (60, 60));
        // 100 throws of a coin: 50, give or take twice the deviation of 5.
        let coins: Vec<usize> = (0..100).map(|place| place % 2).collect();
        let (low, high) = interval(&coins);
        assert!((38..=42).contains(&low) && (58..=62).contains(&high), "{low} {high}");
        // One seed with all issues: it may be missing, or come three times.
        assert_eq!(interval(&[10, 0, 0, 0, 0, 0, 0, 0, 0, 0]), (0, 30));
    }
}
