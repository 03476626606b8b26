//! From what was written to campaigns. Whatever can be wrong in a file is said, never a panic.

use std::str::FromStr;

use soundline_domains::expr::Constraint;
use soundline_fuzz::campaign::{self, StopReason};
use soundline_fuzz::{Campaign, Counts, Ending, Outcome, Region, Trace, property};
use soundline_targets::OperationKind;

use super::write::stop_name;
use super::{JsonError, steps};

impl TryFrom<super::Target> for Campaign {
    type Error = JsonError;

    fn try_from(target: super::Target) -> Result<Campaign, JsonError> {
        let timings = target.timings;
        let row = |written: super::Property| {
            let first_millis = timings.first_finding_millis.get(&written.property).copied();
            row(written, first_millis)
        };
        use StopReason::{Broken, Budget, Interrupted, Partial};
        let stops = [Budget, Interrupted, Broken, Partial];
        let stop = stops.into_iter().find(|stop| stop_name(*stop) == target.stop);
        Ok(Campaign {
            config: parse("configuration", &target.config)?,
            target: target.target,
            version: target.version,
            path: target.path,
            seed: target.seed,
            rows: target.properties.into_iter().map(row).collect::<Result<_, _>>()?,
            not_tested: target.not_tested.into_iter().map(not_tested).collect::<Result<_, _>>()?,
            causes: target.causes.into_iter().map(cause).collect::<Result<_, _>>()?,
            unconfirmed: target
                .unconfirmed
                .into_iter()
                .map(unconfirmed)
                .collect::<Result<_, _>>()?,
            trouble: target.trouble,
            coverage: coverage(target.coverage)?,
            stop: stop.ok_or_else(|| unknown("reason to stop", &target.stop))?,
            elapsed_millis: timings.elapsed_millis,
        })
    }
}

pub(super) fn unknown(what: &'static str, value: &str) -> JsonError {
    JsonError::Unknown { what, value: value.to_string() }
}

fn parse<T: FromStr>(what: &'static str, text: &str) -> Result<T, JsonError> {
    text.parse().map_err(|_| unknown(what, text))
}

fn known(number: u16) -> Result<u16, JsonError> {
    let found = property::get(number).map(|property| property.number);
    found.ok_or_else(|| unknown("property", &number.to_string()))
}

fn row(written: super::Property, first_millis: Option<u64>) -> Result<campaign::Row, JsonError> {
    let counts = Counts {
        tests: written.tests,
        held: written.held,
        vacuous: written.vacuous,
        violated: written.violated,
        wrong_answers: written.wrong_answers,
        inexact: written.inexact,
        doubtful: written.doubtful,
        refused: written.refused,
        died: written.died,
        timed_out: written.timed_out,
        out_of_memory: written.out_of_memory,
        beyond: written.beyond,
    };
    Ok(campaign::Row { property: known(written.property)?, counts, first_millis })
}

fn not_tested(written: super::NotTested) -> Result<campaign::NotTested, JsonError> {
    Ok(campaign::NotTested { property: known(written.property)?, reason: written.reason })
}

fn unconfirmed(written: super::Unconfirmed) -> Result<campaign::Unconfirmed, JsonError> {
    Ok(campaign::Unconfirmed {
        property: known(written.property)?,
        index: written.index,
        ending: written.ending.as_ref().map_or(Ending::Died, ending),
        trace: written.trace.map(|trace| trace.parse()).transpose()?,
        reason: written.reason,
    })
}

fn cause(written: super::Cause) -> Result<campaign::Cause, JsonError> {
    let findings: Vec<campaign::Finding> =
        written.findings.into_iter().map(finding).collect::<Result<_, _>>()?;
    let shown = |number: &u16| findings.iter().any(|finding| finding.property == *number);
    let others = written.properties.into_iter().filter(|number| !shown(number)).collect();
    Ok(campaign::Cause { title: written.title, findings, others })
}

fn finding(written: super::Finding) -> Result<campaign::Finding, JsonError> {
    let trace: Trace = written.trace.parse()?;
    let number = |text: &String| parse("number", text);
    let point = written.point.map(|point| point.iter().map(number).collect::<Result<_, _>>());
    let ending = ending(&written.ending);
    let outcome = Outcome {
        steps: steps::read(&trace, &written.steps)?,
        place: written.place,
        regions: written.regions.into_iter().map(region).collect::<Result<_, _>>()?,
        elements: written
            .elements
            .iter()
            .map(|element| element.as_deref().map(constraints).transpose())
            .collect::<Result<_, _>>()?,
        point: point.transpose()?,
        stderr: written.stderr,
        ..Outcome::new(ending, written.what)
    };
    Ok(campaign::Finding {
        property: known(written.property)?,
        outcome,
        index: written.index,
        found_as: written.found_as.parse()?,
        trace,
        waived: written.waived,
    })
}

fn ending(written: &super::Ending) -> Ending {
    match written {
        super::Ending::Violated => Ending::Violated,
        super::Ending::WrongAnswer => Ending::WrongAnswer,
        super::Ending::Inexact => Ending::Inexact,
        super::Ending::Died(_) => Ending::Died,
        super::Ending::TimedOut => Ending::TimedOut,
        super::Ending::OutOfMemory => Ending::OutOfMemory,
        super::Ending::Beyond => Ending::Beyond,
    }
}

fn region(written: super::Region) -> Result<Region, JsonError> {
    Ok(Region { constraints: constraints(&written.constraints)?, name: written.name })
}

fn constraints(texts: &[String]) -> Result<Vec<Constraint>, JsonError> {
    texts.iter().map(|text| parse("constraint", text)).collect()
}

fn coverage(written: super::Coverage) -> Result<campaign::Coverage, JsonError> {
    let operation = |(name, count): (String, u64)| {
        let kind = OperationKind::ALL.into_iter().find(|kind| kind.name() == name);
        Ok((kind.ok_or_else(|| unknown("operation", &name))?, count))
    };
    Ok(campaign::Coverage {
        operations: written
            .operations
            .into_iter()
            .map(operation)
            .collect::<Result<_, JsonError>>()?,
        bottom: written.bottom,
        top: written.top,
        proper: written.proper,
        places: written.places,
    })
}
