//! From campaigns to what is written.

use soundline_domains::expr::Constraint;
use soundline_fuzz::campaign::{self, StopReason};
use soundline_fuzz::{Campaign, Ending};

use super::steps;
use crate::worth::{Standing, excluded_rate};

impl From<&Campaign> for super::Target {
    fn from(campaign: &Campaign) -> super::Target {
        let first = |row: &campaign::Row| Some((row.property, row.first_millis?));
        super::Target {
            target: campaign.target.clone(),
            version: campaign.version.clone(),
            path: campaign.path.clone(),
            config: campaign.config.to_string(),
            seed: campaign.seed,
            stop: stop_name(campaign.stop).to_string(),
            summary: summary(campaign),
            properties: campaign.rows.iter().map(|row| property(campaign, row)).collect(),
            not_tested: campaign.not_tested.iter().map(not_tested).collect(),
            causes: campaign.causes.iter().map(cause).collect(),
            unconfirmed: campaign.unconfirmed.iter().map(unconfirmed).collect(),
            trouble: campaign.trouble.clone(),
            coverage: coverage(&campaign.coverage),
            timings: super::Timings {
                elapsed_millis: campaign.elapsed_millis,
                first_finding_millis: campaign.rows.iter().filter_map(first).collect(),
            },
        }
    }
}

/// The word for a reason to stop.
pub(super) fn stop_name(stop: StopReason) -> &'static str {
    match stop {
        StopReason::Budget => "budget",
        StopReason::Interrupted => "interrupted",
        StopReason::Broken => "broken",
        StopReason::Partial => "partial",
    }
}

fn summary(campaign: &Campaign) -> super::Summary {
    let (table, totals) = (campaign.table_three(), campaign.totals());
    super::Summary {
        tested: table.tested,
        soundness: table.soundness,
        precision: table.precision,
        broken: table.broken,
        tests: totals.tests,
        preconditions_met: totals.met(),
    }
}

fn property(campaign: &Campaign, row: &campaign::Row) -> super::Property {
    let (property, counts) = (row.property(), &row.counts);
    super::Property {
        property: row.property,
        name: property.name.to_string(),
        class: property.class.to_string(),
        statement: property.statement.to_string(),
        standing: Standing::in_campaign(campaign, row).word().to_string(),
        tests: counts.tests,
        held: counts.held,
        vacuous: counts.vacuous,
        violated: counts.violated,
        wrong_answers: counts.wrong_answers,
        inexact: counts.inexact,
        doubtful: counts.doubtful,
        refused: counts.refused,
        died: counts.died,
        timed_out: counts.timed_out,
        out_of_memory: counts.out_of_memory,
        beyond: counts.beyond,
        excluded_rate: excluded_rate(campaign, row),
    }
}

fn not_tested(not: &campaign::NotTested) -> super::NotTested {
    super::NotTested { property: not.property, reason: not.reason.clone() }
}

fn unconfirmed(test: &campaign::Unconfirmed) -> super::Unconfirmed {
    super::Unconfirmed {
        property: test.property,
        index: test.index,
        ending: Some(ending(test.ending, "")),
        trace: test.trace.as_ref().map(|trace| trace.to_string()),
        reason: test.reason.clone(),
    }
}

fn cause(cause: &campaign::Cause) -> super::Cause {
    super::Cause {
        title: cause.title.clone(),
        properties: cause.properties(),
        findings: cause.findings.iter().map(finding).collect(),
    }
}

fn finding(found: &campaign::Finding) -> super::Finding {
    let coordinates = |point: &Vec<_>| point.iter().map(|value| format!("{value}")).collect();
    super::Finding {
        property: found.property,
        ending: ending(found.outcome.ending, &found.outcome.what),
        index: found.index,
        trace: found.trace.to_string(),
        found_as: found.found_as.to_string(),
        what: found.outcome.what.clone(),
        place: found.outcome.place.clone(),
        regions: found.outcome.regions.iter().map(region).collect(),
        elements: found.outcome.elements.iter().map(|e| e.as_deref().map(texts)).collect(),
        point: found.outcome.point.as_ref().map(coordinates),
        steps: steps::write(&found.trace, &found.outcome.steps),
        stderr: found.outcome.stderr.clone(),
        waived: found.waived.clone(),
    }
}

/// How a test ended, and of a death how.
fn ending(ending: Ending, what: &str) -> super::Ending {
    match ending {
        Ending::WrongAnswer => super::Ending::WrongAnswer,
        Ending::Inexact => super::Ending::Inexact,
        Ending::Died => super::Ending::Died(what.to_string()),
        Ending::TimedOut => super::Ending::TimedOut,
        Ending::OutOfMemory => super::Ending::OutOfMemory,
        Ending::Beyond => super::Ending::Beyond,
        // Nothing else is a finding.
        _ => super::Ending::Violated,
    }
}

fn region(region: &soundline_fuzz::Region) -> super::Region {
    super::Region { name: region.name.clone(), constraints: texts(&region.constraints) }
}

fn texts(constraints: &[Constraint]) -> Vec<String> {
    constraints.iter().map(ToString::to_string).collect()
}

fn coverage(coverage: &campaign::Coverage) -> super::Coverage {
    let name =
        |(kind, count): &(soundline_targets::OperationKind, u64)| (kind.name().to_string(), *count);
    super::Coverage {
        operations: coverage.operations.iter().map(name).collect(),
        bottom: coverage.bottom,
        top: coverage.top,
        proper: coverage.proper,
        places: coverage.places,
    }
}
