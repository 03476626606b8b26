//! From an analysis to what it says about the file.

use super::shared::{Shared, less, told, unchecked};
use super::{Agreed, Assumed, Outcome, Place, Row, Standing, State, Stop};
use crate::contract::record;
use crate::render::Listing;
use crate::{
    Analysis, Assumption, AssumptionId, CheckReport, Contract, Counts, Grant, Kind, Origin,
    Overflow, Party, Reason, Status, StopReason,
};
use soundline_c::{FunctionId, Program, RecordId, Span};
use std::collections::{BTreeSet, HashMap};

/// Tells what was found in the terms of the file.
pub(super) struct Teller<'a> {
    pub program: &'a Program,
    pub listing: &'a Listing<'a>,
    pub overflow: Overflow,
}

impl Teller<'_> {
    /// The outcome, without what the analysis does not know: the file, and how it was asked for.
    pub fn outcome(&self, analysis: &Analysis) -> Outcome {
        let mut checks: Vec<Row> = analysis
            .checks
            .iter()
            .filter(|check| check.kind != Kind::Overflow || self.overflow == Overflow::Check)
            .map(|check| self.row(check))
            .collect();
        let checked = analysis.contracts.iter();
        let checked = checked.filter(|one| one.needed && !matches!(one.party, Party::Promise(_)));
        checks.extend(checked.map(|contract| self.contract(contract)));
        checks.sort_by(|one, other| one.place.cmp(&other.place));
        count_dependents(&mut checks);
        Outcome {
            lines: self.listing.lines().to_vec(),
            stop: stop(&analysis.stop),
            counts: counts(&analysis.counts),
            functions: analysis.functions.len(),
            checks,
            assumptions: self.assumptions(analysis),
            contracts: analysis.contracts.iter().map(agreed).collect(),
            shared: analysis.contracts.iter().filter_map(|one| self.shared(one)).collect(),
            states: self.states(analysis),
            ..Outcome::default()
        }
    }

    fn row(&self, check: &CheckReport) -> Row {
        let standing = match (check.status, check.provided.is_empty()) {
            (Status::Verified, true) => Standing::Verified,
            (Status::Verified, false) => Standing::UnderAssumptions,
            (Status::MayFail, _) => Standing::MayFail,
            (Status::DefinitelyFails, _) => Standing::Fails,
            (Status::Unreachable, true) => Standing::Unreachable,
            (Status::Unreachable, false) => Standing::UnreachableUnderAssumptions,
        };
        Row {
            function: self.program.function(check.function).name.clone(),
            kind: check.kind.name(),
            place: self.place(check.span),
            text: self.program.source.words(check.span),
            standing,
            provided: names(&check.provided),
            steps: check.steps,
            why: check.why.clone(),
            accepted: None,
            origin: check.origin,
            root: check.root.map(|id| id.to_string()),
            dependents: 0,
            rank: 0,
            quote: self.quote(check.span, standing),
            elsewhere: Vec::new(),
        }
    }

    /// A contract, as a check that all who provide the values satisfy it.
    fn contract(&self, contract: &Contract) -> Row {
        let standing = match (contract.status, contract.provided.is_empty()) {
            (Status::Verified, true) => Standing::Verified,
            (Status::Verified, false) => Standing::UnderAssumptions,
            _ => Standing::MayFail,
        };
        let origin = match contract.party {
            Party::Function(_) | Party::Given(_) => Origin::Parameter,
            Party::Member(..) | Party::Variable(_) => Origin::Memory,
            Party::Result(_) | Party::Output(..) | Party::Promise(_) => Origin::Call,
        };
        let open = contract.open.map(|span| self.place(span));
        let place = self.place(contract.span);
        // Where the finding is in a header, a line of this file needs its name.
        let abroad = place.header.is_some().then(|| self.listing.name());
        let why = contract.why.as_ref().map(|why| unchecked(why, open.as_ref(), abroad));
        let own = (&contract.here[..], &contract.told[..]);
        let less = less(contract.certain, contract.takers.are_several());
        Row {
            function: self.program.function(contract.function).name.clone(),
            kind: "contract",
            place,
            text: contract.name.clone(),
            standing,
            provided: names(&contract.provided),
            steps: 0,
            why: Some(told(contract.words(), why, own, less)),
            accepted: None,
            origin: Some(origin),
            root: Some(contract.id.to_string()),
            dependents: 0,
            rank: match (contract.open, contract.certain) {
                (Some(_), _) => 0,
                (None, true) => 1,
                (None, false) => 2,
            },
            quote: self.quote(contract.span, standing),
            elsewhere: Vec::new(),
        }
    }

    /// A contract that nobody has checked about what other files know as well.
    fn shared(&self, contract: &Contract) -> Option<Shared> {
        let why = contract.why.clone().filter(|_| contract.needed)?;
        let external = |id: FunctionId| self.program.function(id).external;
        // What a header defines is the same function in all files.
        let included = |id: FunctionId| {
            let place = self.place(self.program.function(id).span);
            let home = place.header.filter(|home| !home.is_empty())?;
            let (line, column) = (place.line, place.from + 1);
            Some((format!("at {home}:{line}:{column}"), home))
        };
        let defined = |record: RecordId| {
            let place = self.place(self.program.types.record(record).span);
            // What a file itself defines is another struct than that of the same name elsewhere.
            let home = place.header.filter(|home| !home.is_empty())?;
            let (line, column) = (place.line, place.from + 1);
            Some((format!("{} at {home}:{line}:{column}", contract.name), home))
        };
        let (party, home) = match contract.party {
            Party::Member(record, _) => defined(record)?,
            Party::Given(ty) => match record(self.program, ty) {
                Some(record) => defined(record)?,
                None => (format!("type {}", contract.name), String::new()),
            },
            // With other functions it is a contract of its own.
            Party::Function(id) if contract.family.others().is_empty() => {
                let (place, home) = included(id)?;
                (format!("function {} {place}", contract.name), home)
            }
            Party::Variable(id) if self.program.variable(id).external => {
                (format!("variable {}", contract.name), String::new())
            }
            Party::Result(id) if external(id) => {
                (format!("result {}", contract.name), String::new())
            }
            Party::Output(id, place) if external(id) => {
                let name = &self.program.function(id).name;
                (format!("output {name} {place}"), String::new())
            }
            Party::Result(id) => {
                let (place, home) = included(id)?;
                (format!("result {} {place}", contract.name), home)
            }
            _ => return None,
        };
        Some(Shared {
            id: contract.id.to_string(),
            party,
            home,
            name: contract.name.clone(),
            told: contract.told.clone(),
            here: contract.here.clone(),
            why,
            open: contract.open.map(|span| self.place(span)),
            certain: contract.certain,
            takers: contract.takers.clone(),
        })
    }

    /// The line of a finding in a header, whose text is not at hand.
    fn quote(&self, span: Span, standing: Standing) -> Option<String> {
        let open = matches!(standing, Standing::MayFail | Standing::Fails);
        (open && self.place(span).header.is_some())
            .then(|| self.listing.expanded(span.start).trim_end().to_owned())
    }

    fn assumptions(&self, analysis: &Analysis) -> Vec<Assumed> {
        // What is taken for granted of all functions without a body is said where the first of them is called.
        let stranger = BTreeSet::from([Reason::Granted(Grant::Strangers)]);
        let mut strangers = 0;
        let first = |made: &&Assumption| {
            strangers += usize::from(made.reasons == stranger);
            made.reasons != stranger || strangers == 1
        };
        let told = analysis.assumptions.iter().filter(first).map(|made| {
            let reasons: Vec<&str> = made.reasons.iter().map(|kind| kind.name()).collect();
            Assumed {
                id: made.id.to_string(),
                function: self.program.function(made.function).name.clone(),
                label: made.label.0,
                place: self.place(made.span),
                granted: made.reasons.iter().any(|reason| matches!(reason, Reason::Granted(_))),
                predicate: made.predicate.as_ref().map_or("false".into(), ToString::to_string),
                reason: reasons.join(", "),
                root: made.is_root(),
            }
        });
        told.collect()
    }

    fn states(&self, analysis: &Analysis) -> Vec<State> {
        let points = analysis.functions.iter().flat_map(|function| &function.points);
        let mut states: Vec<State> = points
            .map(|point| State {
                place: self.place(self.span_of(point.function, point.label)),
                holds: point.state.as_ref().map(ToString::to_string),
                provided: names(&point.provided),
            })
            .collect();
        states.sort_by(|one, other| one.place.cmp(&other.place));
        states
    }

    fn span_of(&self, function: soundline_c::FunctionId, label: soundline_c::Label) -> Span {
        let cfg = self.program.function(function).cfg.as_ref();
        cfg.and_then(|cfg| cfg.points.get(label.0 as usize)).map_or(Span::new(0, 0), |p| p.span)
    }

    fn place(&self, span: Span) -> Place {
        match self.listing.mark(span) {
            Some(mark) => Place { header: None, line: mark.line, from: mark.from, to: mark.to },
            None => {
                let location = self.program.source.locate(span.start);
                let from = location.column as usize - 1;
                let to = from + span.end.saturating_sub(span.start) as usize;
                Place { header: Some(location.file), line: location.line, from, to }
            }
        }
    }
}

fn agreed(contract: &Contract) -> Agreed {
    let about = match contract.party {
        Party::Function(_) => "function",
        Party::Given(_) => "type",
        Party::Member(..) => "member",
        Party::Variable(_) => "variable",
        Party::Result(_) => "result",
        Party::Output(..) => "output",
        Party::Promise(_) => "promise",
    };
    Agreed {
        id: contract.id.to_string(),
        about: about.to_owned(),
        name: contract.name.clone(),
        clauses: contract.clauses.clone(),
        acsl: contract.acsl.clone(),
        checked: contract.status == Status::Verified,
        same: contract.family.others().to_vec(),
        common: contract.family.common().map(str::to_owned),
    }
}

/// How many checks depend on each that may fail, by way of contracts that depend on it or not.
fn count_dependents(checks: &mut [Row]) {
    let contracts = checks.iter().filter(|row| row.kind == "contract");
    let behind: HashMap<&str, &[String]> =
        contracts.filter_map(|row| Some((row.root.as_deref()?, &row.provided[..]))).collect();
    let mut counts: HashMap<String, usize> = HashMap::new();
    for row in checks.iter() {
        let mut all: BTreeSet<&str> = BTreeSet::new();
        let mut left: Vec<&str> = row.provided.iter().map(String::as_str).collect();
        while let Some(id) = left.pop() {
            if all.insert(id) {
                left.extend(
                    behind.get(id).into_iter().flat_map(|ids| ids.iter()).map(String::as_str),
                );
            }
        }
        for id in all {
            *counts.entry(id.to_owned()).or_default() += 1;
        }
    }
    for row in checks {
        row.dependents = row.root.as_ref().and_then(|id| counts.get(id).copied()).unwrap_or(0);
    }
}

fn stop(reason: &StopReason) -> Stop {
    match reason {
        StopReason::Finished => Stop::Finished,
        StopReason::Bound(kinds) => {
            Stop::Bound(kinds.iter().map(|kind| kind.name().to_owned()).collect())
        }
        StopReason::Interrupted => Stop::Interrupted,
    }
}

fn counts(counts: &Counts) -> Vec<(&'static str, u64)> {
    vec![
        ("ticks", counts.ticks),
        ("joins", counts.joins),
        ("widenings", counts.widenings),
        ("calls", counts.calls),
        ("guards", counts.guards),
    ]
}

fn names(ids: &BTreeSet<AssumptionId>) -> Vec<String> {
    ids.iter().map(AssumptionId::to_string).collect()
}
