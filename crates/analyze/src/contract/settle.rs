//! When all functions are done: which contracts are satisfied, and what rests on them.

use super::clause::Need;
use super::cycles::Cycles;
use super::family::{self, Family, OTHER_FILES, POINTERS};
use super::given::{Given, Takers, covered, given};
use super::infer::{Demand, Inferred, Satisfied};
use super::words::{acsl, name_of, words};
use super::{Clauses, Contract, Party, Promise, Subject};
use crate::conclude::Part;
use crate::engine::Engine;
use crate::{Assumption, AssumptionId, Fact, Predicate, Reason, Status};
use soundline_c::{FunctionId, Label, Program, Span, TypeId, VarId};
use std::collections::{BTreeMap, BTreeSet};

/// A contract in the making.
#[derive(Clone, Debug, Default)]
struct Draft {
    clauses: Clauses,
    /// The same of what is needed whichever way control takes.
    always: Clauses,
    /// The places of the checks that rest on it, the first of the first function before the others, and what is needed there.
    places: Vec<Needing>,
}

/// A place where something is needed of a party.
#[derive(Clone, Debug)]
struct Needing {
    at: (FunctionId, Span),
    clauses: Clauses,
    /// Of what a function leaves behind: the variable that has it.
    lent: Option<VarId>,
}

impl Draft {
    /// Whether all of it is needed whichever way control takes.
    fn is_certain(&self) -> bool {
        self.always.all() == self.clauses.all()
    }

    /// The first place in the text that needs all of it; or else the first where null will not do, or the first.
    fn first(&self) -> &Needing {
        let all = self.clauses.all();
        let first = |wanted: &dyn Fn(&Needing) -> bool| {
            let own = self.places.iter().filter(|one| wanted(one));
            own.min_by_key(|one| one.at.1.start)
        };
        let refuses = |one: &Needing| one.clauses.all().iter().any(|(_, need)| !need.takes_null());
        let whole = first(&|one| one.clauses.all() == all);
        let any = || first(&refuses).or_else(|| first(&|_| true));
        whole.or_else(any).unwrap_or(&self.places[0])
    }
}

/// All contracts of an analysis.
#[derive(Default)]
struct Contracts {
    drafts: BTreeMap<Party, Draft>,
    /// What the contracts of functions and results rest on.
    passed: BTreeMap<Party, BTreeSet<Party>>,
    /// And which checks are assumed to hold there.
    under: BTreeMap<Party, BTreeSet<AssumptionId>>,
    /// Calls that do not satisfy the contract as far as is known; of results, returns.
    open: BTreeMap<Party, Vec<Span>>,
    /// Calls that the analysis did not get to, because of a bound.
    beyond: BTreeMap<Party, Vec<Span>>,
    /// How many calls of each function there are.
    calls: BTreeMap<FunctionId, usize>,
    /// Where.
    callers: BTreeMap<FunctionId, BTreeSet<FunctionId>>,
}

/// After so many rounds through all results, what still changes is not known to be satisfied.
const MOST_ROUNDS: usize = 12;

impl Contracts {
    /// What was inferred from all functions, callees first.
    fn new(
        engine: &Engine<'_>,
        all: &[&Inferred],
        live: &BTreeSet<FunctionId>,
        closed: &dyn Fn(FunctionId) -> bool,
    ) -> Contracts {
        let mut contracts = Contracts::default();
        for inferred in all {
            for Demand { subject, need, span, certain, .. } in &inferred.demands {
                contracts.demand(*subject, *need, (inferred.function, *span), *certain);
            }
        }
        let cycles = Cycles::new((engine.program, &*engine.summaries), all, live, closed);
        for inferred in all {
            // What a function needs that nobody calls is needed of nobody.
            if !live.contains(&inferred.function) {
                continue;
            }
            for call in &inferred.calls {
                let party = Party::Function(call.callee);
                *contracts.calls.entry(call.callee).or_default() += 1;
                contracts.callers.entry(call.callee).or_default().insert(inferred.function);
                match &call.satisfied {
                    Some(Satisfied { passed, under }) => {
                        contracts.passed.entry(party).or_default().extend(passed);
                        contracts.under.entry(party).or_default().extend(under);
                    }
                    None if !call.reached => {
                        contracts.beyond.entry(party).or_default().push(call.span);
                    }
                    None => {
                        let drafts = &contracts.drafts;
                        let required = |id| Some(&drafts.get(&Party::Function(id))?.clauses);
                        match cycles.rests_on(inferred.function, call, &required) {
                            Some(all) => contracts.passed.entry(party).or_default().extend(all),
                            None => contracts.open.entry(party).or_default().push(call.span),
                        }
                    }
                }
            }
        }
        contracts
    }

    /// Something is needed of a party.
    fn demand(&mut self, subject: Subject, need: Need, at: (FunctionId, Span), certain: bool) {
        let output = matches!(subject.party, Party::Output(..));
        let lent = subject.parameter.filter(|_| output);
        let subject = Subject { parameter: subject.parameter.filter(|_| !output), ..subject };
        let draft = self.drafts.entry(subject.party).or_default();
        draft.clauses.add(subject, need);
        if certain {
            draft.always.add(subject, need);
        }
        let place = match draft.places.iter().position(|one| one.at == at) {
            Some(place) => place,
            None => {
                draft.places.push(Needing { at, clauses: Clauses::default(), lent });
                draft.places.len() - 1
            }
        };
        draft.places[place].clauses.add(subject, need);
    }

    /// What only unknown callers have to satisfy, and is required of all pointers to a type: the contracts of types.
    fn given(
        &self,
        program: &Program,
        why: &BTreeMap<Party, Option<String>>,
    ) -> BTreeMap<TypeId, Given> {
        let functions = self.drafts.iter().filter_map(|(party, draft)| {
            let Party::Function(id) = *party else { return None };
            let unknown = [OTHER_FILES, POINTERS].map(Some).contains(&why[party].as_deref());
            let covered = covered(program, &draft.clauses).filter(|_| unknown)?;
            Some((id, covered, draft.is_certain()))
        });
        given(program, functions.collect())
    }

    /// Whether all callers of a function need what is needed of its result, whichever way control takes.
    fn is_needed_of_all(&self, result: Party, function: FunctionId) -> bool {
        let draft = &self.drafts[&result];
        let needs = |caller: &FunctionId| draft.places.iter().any(|one| one.at.0 == *caller);
        draft.is_certain() && self.callers.get(&function).is_none_or(|all| all.iter().all(needs))
    }

    /// Looks at what functions give back: it satisfies what is needed of their results, or needs that of others in turn.
    fn follow_results(&mut self, engine: &Engine<'_>, all: &BTreeMap<FunctionId, &Inferred>) {
        let mut before: BTreeMap<Party, Vec<(Subject, Need)>> = BTreeMap::new();
        for round in 0..=MOST_ROUNDS {
            let needed = self.drafts.iter().map(|(party, draft)| (*party, draft.clauses.all()));
            let result = |party: &Party| matches!(party, Party::Result(_));
            let needed: BTreeMap<Party, _> = needed.filter(|(party, _)| result(party)).collect();
            let changed = needed.iter().filter(|(party, all)| before.get(party) != Some(*all));
            let changed: Vec<Party> = changed.map(|(party, _)| *party).collect();
            if changed.is_empty() {
                return;
            }
            for party in changed {
                let Party::Result(function) = party else { continue };
                let Some(inferred) = all.get(&function).filter(|_| round < MOST_ROUNDS) else {
                    self.open.entry(party).or_default();
                    continue;
                };
                let always = inferred.returns.len() == 1 && self.is_needed_of_all(party, function);
                for returned in &inferred.returns {
                    let needs = needed[&party].iter();
                    let needs: Option<Vec<_>> =
                        needs.map(|need| returned.needs(engine, function, *need)).collect();
                    let Some(needs) = needs else {
                        self.open.entry(party).or_default().push(returned.span);
                        continue;
                    };
                    self.under.entry(party).or_default().extend(&returned.under);
                    for (subject, need) in needs.concat() {
                        self.passed.entry(party).or_default().insert(subject.party);
                        self.demand(subject, need, (function, returned.span), always);
                    }
                }
            }
            before = needed;
        }
    }
}

/// Numbers the contracts, puts them in the place of the checks that they stand for, and says which are satisfied.
pub(crate) fn settle(engine: &Engine<'_>, part: &mut Part) -> Vec<Contract> {
    let all = std::mem::take(&mut part.inferred);
    let mut by_function: BTreeMap<FunctionId, &Inferred> =
        all.iter().map(|one| (one.function, one)).collect();
    // Calls in functions that nobody looked at may not satisfy anything.
    let complete = engine.program.bodies().all(|(id, _, _)| by_function.contains_key(&id));
    let functions: Vec<FunctionId> = engine.program.bodies().map(|(id, _, _)| id).collect();
    let order = crate::graph::callees_first(engine.program, &functions);
    let order: Vec<&Inferred> =
        order.iter().filter_map(|id| by_function.get(id).copied()).collect();
    let live = live(engine);
    // The functions all of whose callers were looked at.
    let closed = |id: FunctionId| {
        let function = engine.program.function(id);
        let unseen = function.constructor || function.unseen_calls || function.name == "main";
        complete && !function.external && !unseen && !engine.addressed.contains(&id)
    };
    let mut contracts = Contracts::new(engine, &order, &live, &closed);
    if !engine.settings.infer.ensures() {
        by_function.clear();
    }
    contracts.follow_results(engine, &by_function);
    let roots: BTreeMap<AssumptionId, &BTreeSet<Party>> =
        all.iter().flat_map(|one| &one.roots).map(|(id, parties)| (*id, parties)).collect();
    part.assumptions.retain(|made| !roots.contains_key(&made.id));
    let kept = part.assumptions.iter().map(|made| made.id).zip((1..).map(AssumptionId));
    let kept: BTreeMap<AssumptionId, AssumptionId> = kept.collect();
    let next = (kept.len() as u32 + 1..).map(AssumptionId);
    let said = by_function.keys().filter_map(|id| {
        let promise = &engine.summaries.of(*id)?.promise;
        (!promise.words(engine.program, *id).is_empty()).then_some((*id, promise))
    });
    let said: BTreeMap<FunctionId, &Promise> = said.collect();
    let promised = said.keys().map(|id| Party::Promise(*id));
    let why =
        |party: &Party| (*party, unchecked(engine, &contracts, *party, complete, &by_function));
    let mut why: BTreeMap<Party, Option<String>> = contracts.drafts.keys().map(why).collect();
    let given = contracts.given(engine.program, &why);
    let mut by_type: BTreeMap<Party, BTreeSet<Party>> = BTreeMap::new();
    for (ty, one) in &given {
        for function in one.functions.keys() {
            by_type.entry(Party::Function(*function)).or_default().insert(Party::Given(*ty));
        }
    }
    let types = given.keys().map(|ty| Party::Given(*ty));
    let parties: BTreeMap<Party, AssumptionId> =
        contracts.drafts.keys().copied().chain(types).chain(promised).zip(next).collect();
    let moved = |ids: &BTreeSet<AssumptionId>| -> BTreeSet<AssumptionId> {
        let own = ids.iter().filter_map(|id| kept.get(id)).copied();
        let behind = ids.iter().filter_map(|id| roots.get(id).copied()).flatten();
        own.chain(behind.filter_map(|party| parties.get(party)).copied()).collect()
    };
    for check in &mut part.checks {
        check.provided = moved(&check.provided);
        let own = by_check(&all, check.function, check.id);
        check.provided.extend(own.filter_map(|party| parties.get(party)));
        check.root = check.root.and_then(|id| kept.get(&id).copied());
    }
    for point in part.functions.iter_mut().flat_map(|function| &mut function.points) {
        point.provided = moved(&point.provided);
    }
    for made in &mut part.assumptions {
        made.id = kept[&made.id];
    }
    let mut found = Vec::new();
    for (party, draft) in &contracts.drafts {
        let first = |all: &BTreeMap<Party, Vec<Span>>| Some(*all.get(party)?.first()?);
        let open = first(&contracts.open).or_else(|| first(&contracts.beyond));
        let types = by_type.get(party);
        let why = why.remove(party).flatten().filter(|_| types.is_none());
        let mut provided = BTreeSet::new();
        if let Some(types) = types {
            provided.extend(types.iter().filter_map(|party| parties.get(party)));
        } else if why.is_none() {
            let passed = contracts.passed.get(party).into_iter().flatten();
            provided.extend(passed.filter_map(|party| parties.get(party)));
            provided.extend(contracts.under.get(party).map(&moved).unwrap_or_default());
            provided.remove(&parties[party]);
        }
        let made = contract(engine, *party, draft, parties[party], why, provided);
        found.push(Contract { open, ..made });
    }
    for (ty, given) in &given {
        found.push(of_type(engine, *ty, given, parties[&Party::Given(*ty)]));
    }
    for (id, promise) in said {
        let party = Party::Promise(id);
        let provided = by_function.get(&id).map(|one| moved(&one.promised_under));
        found.push(Contract {
            id: parties[&party],
            party,
            name: format!("{} ensures", engine.program.function(id).name),
            clauses: promise.words(engine.program, id),
            told: Vec::new(),
            here: Vec::new(),
            acsl: promise.acsl(engine.program),
            status: Status::Verified,
            certain: true,
            provided: provided.unwrap_or_default(),
            needed: true,
            takers: Takers::default(),
            family: Family::default(),
            why: None,
            open: None,
            function: id,
            span: engine.program.function(id).span,
        });
    }
    find_needed(part, &mut found);
    family::unite(engine.program, &mut found);
    // Only promises that depend on something are assumed.
    let promise = |one: &Contract| matches!(one.party, Party::Promise(_));
    let assumed = |one: &&Contract| one.needed && (!promise(one) || !one.provided.is_empty());
    part.assumptions.extend(found.iter().filter(assumed).map(assumption));
    found
}

/// The functions that something may call: other files, whoever has their address, or one of these.
fn live(engine: &Engine<'_>) -> BTreeSet<FunctionId> {
    let program = engine.program;
    let bodies = program.bodies().map(|(id, ..)| id);
    let called_by_others = |id: &FunctionId| {
        let function = program.function(*id);
        let unseen = function.constructor || function.unseen_calls || function.name == "main";
        function.external || unseen || engine.addressed.contains(id)
    };
    let mut left: Vec<FunctionId> = bodies.filter(called_by_others).collect();
    let mut seen: BTreeSet<FunctionId> = left.iter().copied().collect();
    while let Some(id) = left.pop() {
        let called = crate::graph::called(program, id);
        left.extend(called.into_iter().filter(|id| seen.insert(*id)));
    }
    seen
}

/// Which contracts checks and states rest on, by way of other contracts or not.
fn find_needed(part: &Part, found: &mut [Contract]) {
    let points = part.functions.iter().flat_map(|function| &function.points);
    let checks = part.checks.iter().map(|check| &check.provided);
    let mut used: BTreeSet<AssumptionId> =
        checks.chain(points.map(|point| &point.provided)).flatten().copied().collect();
    loop {
        let before = used.len();
        for one in found.iter() {
            if used.contains(&one.id) || matches!(one.party, Party::Promise(_)) {
                used.extend(&one.provided);
            }
        }
        if used.len() == before {
            break;
        }
    }
    let idle = |one: &Contract| {
        let open = one.status == Status::MayFail || !one.provided.is_empty();
        open && !used.contains(&one.id) && !matches!(one.party, Party::Promise(_))
    };
    found.iter_mut().for_each(|one| one.needed = !idle(one));
}

/// The contracts that a check rests on.
fn by_check(all: &[Inferred], function: FunctionId, id: u32) -> impl Iterator<Item = &Party> {
    let at = all.binary_search_by_key(&function, |one| one.function).ok();
    at.and_then(|at| all[at].checks.get(&id)).into_iter().flatten()
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
    let first = draft.first();
    let (function, span): (FunctionId, Span) = match party {
        Party::Function(id) => (id, program.function(id).span),
        _ => first.at,
    };
    let name = match party {
        Party::Function(id) => format!("{} requires", program.function(id).name),
        _ => name_of(program, party, first.lent),
    };
    let told = draft.clauses.told(program, first.lent);
    let clauses = told.iter().map(words).collect();
    let here = match party {
        Party::Function(_) => Vec::new(),
        _ => first.clauses.told(program, first.lent),
    };
    let function_own = matches!(party, Party::Function(_));
    let family = match party {
        Party::Function(id) => Family::of(program, id, &draft.clauses),
        _ => Family::default(),
    };
    let acsl = told.iter().filter(|_| function_own).filter_map(acsl).collect();
    let status = if why.is_none() { Status::Verified } else { Status::MayFail };
    Contract {
        id,
        party,
        name,
        clauses,
        told,
        here,
        acsl,
        status,
        certain: draft.is_certain(),
        provided,
        needed: true,
        takers: Takers::default(),
        family,
        why,
        open: None,
        function,
        span,
    }
}

/// The contract of a type.
fn of_type(engine: &Engine<'_>, ty: TypeId, given: &Given, id: AssumptionId) -> Contract {
    let program = engine.program;
    let (function, takers) = given.told(program);
    let party = Party::Given(ty);
    let told = given.clauses.told(program, None);
    Contract {
        id,
        party,
        name: name_of(program, party, None),
        clauses: told.iter().map(words).collect(),
        told,
        here: Vec::new(),
        acsl: Vec::new(),
        status: Status::MayFail,
        certain: given.is_certain(),
        provided: BTreeSet::new(),
        needed: true,
        takers,
        family: Family::default(),
        why: Some("not all calls are known".to_owned()),
        open: None,
        function,
        span: program.function(function).span,
    }
}

/// Why a contract is not checked; none if every call satisfies it.
fn unchecked(
    engine: &Engine<'_>,
    contracts: &Contracts,
    party: Party,
    complete: bool,
    all: &BTreeMap<FunctionId, &Inferred>,
) -> Option<String> {
    let count = |all: &BTreeMap<Party, Vec<Span>>| all.get(&party).map_or(0, Vec::len);
    let (open, beyond) = (count(&contracts.open), count(&contracts.beyond));
    let id = match party {
        Party::Function(id) => id,
        Party::Result(id) if engine.program.function(id).replaceable => {
            return Some("another file may define it".to_owned());
        }
        Party::Result(id) if all.contains_key(&id) => {
            return contracts.open.get(&party).map(|open| match open.len() {
                0 => "it is not known what it returns".to_owned(),
                _ => "what it returns may not satisfy it".to_owned(),
            });
        }
        // What was tested may have changed since.
        Party::Member(..) | Party::Variable(_) => {
            let changed = crate::graph::beside(engine.program).map(|(other, name)| {
                format!("{other} may change it at any time, since the program uses `{name}`")
            });
            return Some(changed.unwrap_or("nothing checks it".to_owned()));
        }
        _ => return Some("nothing checks it".to_owned()),
    };
    let function = engine.program.function(id);
    let calls = contracts.calls.get(&id).copied().unwrap_or(0);
    let unseen = function.constructor || function.unseen_calls || function.name == "main";
    if open > 0 || beyond > 0 {
        let are = if beyond == 1 { "is" } else { "are" };
        let own = match (open, beyond, calls) {
            (1, 0, 1) => "its call may not satisfy it".to_owned(),
            (0, 1, 1) => "its call is not analyzed: a bound was reached before".to_owned(),
            (0, ..) => {
                format!("{beyond} of {calls} calls {are} not analyzed: a bound was reached before")
            }
            (_, 0, _) => format!("{open} of {calls} calls may not satisfy it"),
            _ => format!(
                "{open} of {calls} calls may not satisfy it, and {beyond} {are} not analyzed: a bound was reached before"
            ),
        };
        return Some(match function.external || unseen {
            true => {
                format!("other files may call it, and {}", own.replace("its call", "its call here"))
            }
            false => own,
        });
    }
    match () {
        () if !complete => Some("not all calls were looked at".to_owned()),
        () if function.external || unseen => Some(OTHER_FILES.to_owned()),
        () if engine.addressed.contains(&id) => Some(POINTERS.to_owned()),
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
