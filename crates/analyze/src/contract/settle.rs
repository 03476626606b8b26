//! When all functions are done: which contracts are satisfied, and what rests on them.

use super::clause::{acsl, words};
use super::{Contract, Contracts, Draft, Party};
use crate::conclude::Part;
use crate::engine::Engine;
use crate::{Assumption, AssumptionId, Fact, Predicate, Reason, Status};
use soundline_c::{FunctionId, Label, Span};
use std::collections::{BTreeMap, BTreeSet};

/// Numbers the contracts, puts them in the place of the checks that they stand for, and says which are satisfied.
pub(crate) fn settle(engine: &Engine<'_>, part: &mut Part) -> Vec<Contract> {
    let contracts = engine.contracts.take();
    // Calls in functions that nobody looked at may not satisfy anything.
    let complete = engine.program.bodies().all(|(id, _, _)| contracts.done.contains(&id));
    let inferred = std::mem::take(&mut part.inferred);
    part.assumptions.retain(|made| !inferred.roots.contains_key(&made.id));
    let kept = part.assumptions.iter().map(|made| made.id).zip((1..).map(AssumptionId));
    let kept: BTreeMap<AssumptionId, AssumptionId> = kept.collect();
    let next = (kept.len() as u32 + 1..).map(AssumptionId);
    let parties: BTreeMap<Party, AssumptionId> =
        contracts.drafts.keys().copied().zip(next).collect();
    let moved = |ids: &BTreeSet<AssumptionId>| -> BTreeSet<AssumptionId> {
        let own = ids.iter().filter_map(|id| kept.get(id)).copied();
        let behind = ids.iter().filter_map(|id| inferred.roots.get(id)).flatten();
        own.chain(behind.filter_map(|party| parties.get(party)).copied()).collect()
    };
    for check in &mut part.checks {
        check.provided = moved(&check.provided);
        let own = inferred.checks.get(&(check.function, check.id)).into_iter().flatten();
        check.provided.extend(own.filter_map(|party| parties.get(party)));
        check.root = check.root.and_then(|id| kept.get(&id).copied());
    }
    for point in part.functions.iter_mut().flat_map(|function| &mut function.points) {
        point.provided = moved(&point.provided);
    }
    for made in &mut part.assumptions {
        made.id = kept[&made.id];
    }
    let mut all = Vec::new();
    for (party, draft) in &contracts.drafts {
        let open = match party {
            Party::Function(id) => contracts.open.get(id).and_then(|all| all.first().copied()),
            _ => None,
        };
        let why = unchecked(engine, &contracts, *party, complete);
        let mut provided = BTreeSet::new();
        if let (Party::Function(id), None) = (party, &why) {
            let passed = contracts.passed.get(id).into_iter().flatten();
            provided.extend(passed.filter_map(|party| parties.get(party)));
            provided.extend(contracts.under.get(id).map(&moved).unwrap_or_default());
            provided.remove(&parties[party]);
        }
        let made = contract(engine, *party, draft, parties[party], why, provided);
        all.push(Contract { open, ..made });
    }
    part.assumptions.extend(all.iter().map(assumption));
    all
}

fn contract(
    engine: &Engine<'_>,
    party: Party,
    draft: &Draft,
    id: AssumptionId,
    why: Option<String>,
    provided: BTreeSet<AssumptionId>,
) -> Contract {
    let program = engine.program;
    let (function, span): (FunctionId, Span) = match party {
        Party::Function(id) => (id, program.function(id).span),
        _ => draft.first,
    };
    let name = match party {
        Party::Function(id) => format!("{} requires", program.function(id).name),
        Party::Member(record, field) => {
            let record = program.types.record(record);
            format!("{}.{}", record.name, record.fields[field].name)
        }
        Party::Variable(id) => program.variable(id).name.clone(),
        Party::Result(id) => format!("{}()", program.function(id).name),
    };
    let clauses = draft.clauses.all();
    let said = clauses.iter().map(|(subject, need)| words(program, subject, need)).collect();
    let function_own = matches!(party, Party::Function(_));
    let formal = clauses.iter().filter(|_| function_own);
    let formal = formal.filter_map(|(subject, need)| acsl(program, subject, need)).collect();
    let status = if why.is_none() { Status::Verified } else { Status::MayFail };
    Contract {
        id,
        party,
        name,
        clauses: said,
        acsl: formal,
        status,
        provided,
        why,
        open: None,
        function,
        span,
    }
}

/// Why a contract is not checked; none if every call satisfies it.
fn unchecked(
    engine: &Engine<'_>,
    contracts: &Contracts,
    party: Party,
    complete: bool,
) -> Option<String> {
    let Party::Function(id) = party else { return Some("nothing checks it".to_owned()) };
    let function = engine.program.function(id);
    let calls = contracts.calls.get(&id).copied().unwrap_or(0);
    let open = contracts.open.get(&id).map_or(&[][..], |all| all);
    if !open.is_empty() {
        return Some(match (open.len(), calls) {
            (1, 1) => "its call may not satisfy it".to_owned(),
            (count, _) => format!("{count} of {calls} calls may not satisfy it"),
        });
    }
    let unseen = function.constructor || function.unseen_calls || function.name == "main";
    match () {
        () if !complete => Some("not all calls were looked at".to_owned()),
        () if function.external || unseen => Some("other files may call it".to_owned()),
        () if engine.addressed.contains(&id) => Some("it is called through pointers".to_owned()),
        () if calls == 0 => Some("nothing calls it".to_owned()),
        () => None,
    }
}

fn assumption(contract: &Contract) -> Assumption {
    let text = contract.words();
    Assumption {
        id: contract.id,
        function: contract.function,
        label: Label(0),
        predicate: Some(Predicate { facts: vec![Fact::Opaque(text)] }),
        complete: false,
        reasons: BTreeSet::from([Reason::Contract]),
        span: contract.span,
        check: None,
    }
}
