//! Contracts of a type: what functions whose callers are not known require of their parameters that point to one type.
//!
//! That nobody has said of such pointers that they are valid is one cause, however many functions are given one. So a function that
//! requires nothing else has its contract from those of types. Bytes are no type of this kind: how many there are is up to each function.

use super::clause::{Need, Valid};
use super::{Clauses, Party, Subject};
use serde::{Deserialize, Serialize};
use soundline_c::{FunctionId, Program, RecordId, Span, Type, TypeId};
use std::collections::{BTreeMap, BTreeSet};

/// What a function requires, and whether it does whichever way control takes.
type Own = (Vec<(Subject, Need)>, bool);

/// A function with the clauses that it requires of types.
pub(super) type Covered = (FunctionId, Vec<(Subject, Need)>, bool);

/// What is required of all pointers to one type.
#[derive(Clone, Debug, Default)]
pub(super) struct Given {
    pub(super) clauses: Clauses,
    /// What each function requires.
    pub(super) functions: BTreeMap<FunctionId, Own>,
}

/// The clauses of a function as those of types, if each is about a pointer to something that has to be there, as a whole at most.
pub(super) fn covered(program: &Program, clauses: &Clauses) -> Option<Vec<(Subject, Need)>> {
    let of = |(subject, need): (Subject, Need)| {
        let pointee = program.types.pointee(program.variable(subject.parameter?).ty)?;
        let bytes = matches!(program.types.get(pointee), Type::Int(int) if int.bits == 8);
        let size = program.types.size(pointee).filter(|_| !bytes)?;
        let size = i64::try_from(size).ok()?;
        let whole =
            |valid: Valid| valid.from >= 0 && valid.to <= size && !valid.more && !valid.apart;
        let covers = match need {
            Need::Valid(valid) => whole(valid),
            Need::NotNull => true,
            _ => false,
        };
        (covers && subject.itself()).then_some(())?;
        let party = Party::Given(pointee);
        Some((Subject { party, parameter: None, ..subject }, need))
    };
    clauses.all().into_iter().map(of).collect()
}

impl Given {
    /// One more clause of a function.
    pub(super) fn add(
        &mut self,
        function: FunctionId,
        (subject, need): (Subject, Need),
        always: bool,
    ) {
        self.clauses.add(subject, need);
        let (own, all) = self.functions.entry(function).or_insert((Vec::new(), true));
        own.push((subject, need));
        *all &= always;
    }

    /// Whether each of the functions requires all of it, whichever way control takes, but that it may be null for some.
    pub(super) fn is_certain(&self) -> bool {
        let with_null = |need: &Need| match *need {
            Need::Valid(valid) => Need::Valid(Valid { null: true, ..valid }),
            need => need,
        };
        let all: Vec<Need> = self.clauses.all().iter().map(|(_, need)| with_null(need)).collect();
        let needs_all = |own: &[(Subject, Need)]| {
            takes_null(own).is_some() && own.iter().all(|(_, need)| all == [with_null(need)])
        };
        self.functions.values().all(|(own, always)| *always && needs_all(own))
    }

    /// The first of the functions in the text, and the names of all.
    pub(super) fn told(&self, program: &Program) -> (FunctionId, Takers) {
        let mut all: Vec<_> = self.functions.iter().collect();
        all.sort_by_key(|(id, _)| program.function(**id).span.start);
        let taker = |(id, (own, _)): &(&FunctionId, &Own)| {
            (program.function(**id).name.clone(), takes_null(own) == Some(true))
        };
        (*all[0].0, Takers(all.iter().map(taker).collect()))
    }
}

/// Whether null will do for all, or for none; none if it does for some.
fn takes_null(own: &[(Subject, Need)]) -> Option<bool> {
    let first = own[0].1.takes_null();
    own.iter().all(|(_, need)| need.takes_null() == first).then_some(first)
}

/// The functions whose parameters the contract of a type is about, and which of them take null.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Takers(Vec<(String, bool)>);

impl Takers {
    /// Whether there are none: the contract is not that of a type.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether there are several.
    pub(crate) fn are_several(&self) -> bool {
        self.0.len() > 1
    }

    /// These and those of another file.
    pub(crate) fn add(&mut self, other: &Takers) {
        for taker in &other.0 {
            if !self.0.contains(taker) {
                self.0.push(taker.clone());
            }
        }
    }

    /// What the contract says in words.
    pub(crate) fn words(&self, clauses: &[String]) -> String {
        let all: Vec<&str> = self.0.iter().map(|(name, _)| name.as_str()).collect();
        let null: Vec<&str> =
            self.0.iter().filter(|(_, null)| *null).map(|(name, _)| name.as_str()).collect();
        // If all take it, the clause says so.
        let or_null = match null.is_empty() || null.len() == all.len() {
            true => String::new(),
            false => format!(", or null for {}", some_of(&null)),
        };
        format!("{}{PARAMETERS}{}{or_null}", clauses.join(", "), some_of(&all))
    }
}

/// What stands between the clauses and the functions.
pub(crate) const PARAMETERS: &str = " as a parameter of ";

/// The first few names.
fn some_of(names: &[&str]) -> String {
    const NAMED: usize = 3;
    let (named, more) = names.split_at(names.len().min(NAMED));
    match (named, more.len()) {
        ([one], 0) => (*one).to_owned(),
        ([all @ .., last], 0) => format!("{} and {last}", all.join(", ")),
        (all, more) => format!("{} and {more} more", all.join(", ")),
    }
}

/// The contracts of types that functions have theirs from. One function alone keeps its own, unless other files can have more of the
/// type.
pub(super) fn given(program: &Program, mut functions: Vec<Covered>) -> BTreeMap<TypeId, Given> {
    let types = |clauses: &[(Subject, Need)]| {
        let of = |(subject, _): &(Subject, Need)| match subject.party {
            Party::Given(ty) => Some(ty),
            _ => None,
        };
        clauses.iter().filter_map(of).collect::<BTreeSet<TypeId>>()
    };
    let mut users: BTreeMap<TypeId, usize> = BTreeMap::new();
    for ty in functions.iter().flat_map(|(_, clauses, _)| types(clauses)) {
        *users.entry(ty).or_default() += 1;
    }
    let file = |span: Span| program.source.locate(span.start).file;
    functions.retain(|(function, clauses, _)| {
        types(clauses).iter().any(|ty| {
            let home = record(program, *ty).map(|id| program.types.record(id).span);
            users[ty] > 1
                || home.is_some_and(|home| file(home) != file(program.function(*function).span))
        })
    });
    let mut all: BTreeMap<TypeId, Given> = BTreeMap::new();
    for (function, clauses, always) in functions {
        for clause in clauses {
            if let Party::Given(ty) = clause.0.party {
                all.entry(ty).or_default().add(function, clause, always);
            }
        }
    }
    all
}

/// The struct or union that a type is, or a pointer to it.
pub(crate) fn record(program: &Program, ty: TypeId) -> Option<RecordId> {
    match program.types.get(ty) {
        Type::Record(id) => Some(*id),
        Type::Pointer(pointee) => record(program, *pointee),
        _ => None,
    }
}
