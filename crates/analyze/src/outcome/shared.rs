//! Contracts about what several files share: members of structs that a header defines, variables and functions that other files
//! know by their names. Of the files of one run, they are one contract, which is told once.

use super::{Accepted, Outcome, Place, Row};
use crate::contract::{Clauses, Takers, Told, where_used, words};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// A contract of one file about what several files share.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shared {
    /// The assumption that it is.
    pub id: String,
    /// What it is about: the same text in all files.
    pub party: String,
    /// The header that defines it; empty if that is up to each file.
    pub home: String,
    /// Its name there.
    pub name: String,
    /// What is needed.
    pub(crate) told: Vec<Told>,
    /// What is needed at the place where it is told.
    pub(crate) here: Vec<Told>,
    /// Why nobody has checked it.
    pub(crate) why: String,
    /// What may not satisfy it.
    pub(crate) open: Option<Place>,
    /// Whether all of it is needed whichever way control takes.
    pub(crate) certain: bool,
    /// Of a type: the functions whose parameters it is about.
    #[serde(default)]
    pub(crate) takers: Takers,
}

/// Another file with checks that depend on a finding.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Elsewhere {
    /// The file.
    pub file: String,
    /// The assumption that it is there.
    pub root: String,
    /// Where it is needed first.
    pub place: Place,
    /// Of a function that a header defines: the first call there that may not satisfy it.
    #[serde(default)]
    pub call: Option<Place>,
    /// How many checks depend on it.
    pub dependents: usize,
}

/// The findings of a run that are about the same: by outcome and row.
type Group = Vec<(usize, usize)>;

impl Outcome {
    /// What a row is about, if that is a contract about what several files share.
    pub(super) fn shared_by(&self, row: &Row) -> Option<&Shared> {
        let root = row.root.as_ref().filter(|_| row.kind == "contract")?;
        self.shared.iter().find(|shared| shared.id == *root)
    }

    /// The call that may not satisfy the contract of a function that several files share.
    fn call_of(&self, row: &Row) -> Option<Place> {
        let shared = self.shared_by(row)?;
        shared.open.clone().filter(|_| shared.party.starts_with("function "))
    }
}

/// Puts the contracts of several files about the same party together: the first file has all that is needed of it, and the
/// others refer to that. How many refer.
pub fn share(outcomes: &mut [Outcome]) -> usize {
    let mut groups: BTreeMap<String, Group> = BTreeMap::new();
    for (number, outcome) in outcomes.iter().enumerate() {
        for (at, row) in outcome.checks.iter().enumerate().filter(|(_, row)| row.is_open_finding())
        {
            if let Some(shared) = outcome.shared_by(row) {
                groups.entry(shared.party.clone()).or_default().push((number, at));
            }
        }
    }
    let mut told = 0;
    for group in groups.into_values() {
        // A file that was analyzed in two ways is one of several, too.
        let [(first, at), others @ ..] = &group[..] else { continue };
        if others.is_empty() {
            continue;
        }
        let why = all_of(outcomes, &group);
        let elsewhere = others.iter().map(|(number, at)| {
            let row = &outcomes[*number].checks[*at];
            Elsewhere {
                file: outcomes[*number].file.clone(),
                root: row.root.clone().unwrap_or_default(),
                place: row.place.clone(),
                call: outcomes[*number].call_of(row),
                dependents: row.dependents,
            }
        });
        let elsewhere: Vec<Elsewhere> = elsewhere.collect();
        let rank = group.iter().map(|(number, at)| outcomes[*number].checks[*at].rank).min();
        let file = outcomes[*first].file.clone();
        for (number, at) in others {
            outcomes[*number].checks[*at].accepted = Some(Accepted::Told(file.clone()));
            told += 1;
        }
        let row = &mut outcomes[*first].checks[*at];
        (row.why, row.elsewhere, row.rank) = (Some(why), elsewhere, rank.unwrap_or(row.rank));
    }
    told
}

/// All that is needed of a party, in words: of several clauses about a value the one that covers all.
fn all_of(outcomes: &[Outcome], group: &Group) -> String {
    let own = |(number, at): &(usize, usize)| {
        let outcome = &outcomes[*number];
        outcome.shared_by(&outcome.checks[*at]).map(|shared| (*number, outcome, shared))
    };
    let all: Vec<(usize, &Outcome, &Shared)> = group.iter().filter_map(own).collect();
    let mut clauses: Clauses<String> = Clauses::default();
    let name = all.first().map_or("", |(.., shared)| &shared.name);
    for (.., shared) in &all {
        for (value, need) in &shared.told {
            clauses.add(value.replace(&shared.name, name), need.clone());
        }
    }
    let clauses = clauses.all();
    let here = all.first().map_or(&[][..], |(.., shared)| &shared.here);
    let said: Vec<String> = clauses.iter().map(words).collect();
    // Whoever may not satisfy it says more than that nobody checks it.
    let open = all.iter().find(|(.., shared)| shared.open.is_some()).or(all.first());
    let why = open.map(|(number, outcome, shared)| {
        let (first, at) = group[0];
        let included = outcomes[first].checks[at].place.header.is_some();
        let abroad = (first != *number || included).then_some(outcome.file.as_str());
        unchecked(&shared.why, shared.open.as_ref(), abroad)
    });
    let same: BTreeSet<String> = all.iter().map(|(.., shared)| shared.words()).collect();
    let certain = same.len() == 1 && all.iter().all(|(.., shared)| shared.certain);
    let mut takers = Takers::default();
    all.iter().for_each(|(.., shared)| takers.add(&shared.takers));
    let of_function = all.first().is_some_and(|(.., shared)| shared.party.starts_with("function "));
    let said = match takers.is_empty() {
        true if of_function => format!("{name} {}", said.join(", ")),
        true => where_used(&said),
        false => takers.words(&said),
    };
    told(said, why, (here, &clauses), less(certain, takers.are_several()))
}

impl Shared {
    fn words(&self) -> String {
        where_used(&self.told.iter().map(words).collect::<Vec<_>>())
    }
}

/// Why a contract is not checked, and the line that shows it; in which file, if that is another one.
pub(super) fn unchecked(why: &str, open: Option<&Place>, abroad: Option<&str>) -> String {
    let Some(place) = open else { return why.to_owned() };
    match place.header.as_deref().or(abroad) {
        Some(file) => format!("{why}, see {file}:{}", place.line),
        None => format!("{why}, see line {}", place.line),
    }
}

/// That less than all of a contract may do, unless it is certain; of several functions or not.
pub(super) fn less(certain: bool, several: bool) -> Option<&'static str> {
    let less = match several {
        true => "not all functions need all of it",
        false => "not all paths need all of it",
    };
    (!certain).then_some(less)
}

/// A contract in words: what it says, why it is not checked, what of it this place needs, and whether less may do.
pub(super) fn told(
    words: String,
    unchecked: Option<String>,
    (here, all): (&[Told], &[Told]),
    less: Option<&str>,
) -> String {
    let some = less.filter(|_| unchecked.is_some()).map(str::to_owned);
    // Needs that differ in how long they last alone read the same.
    let told = |clauses: &[Told]| clauses.iter().map(crate::contract::words).collect::<Vec<_>>();
    let (here, all) = (told(here), told(all));
    let own = (!here.is_empty() && here != all && unchecked.is_some())
        .then(|| format!("this line needs only that {}", here.join(", ")));
    let parts: Vec<String> = [words].into_iter().chain(unchecked).chain(own).chain(some).collect();
    parts.join("; ")
}

impl Elsewhere {
    /// The file, and the line of a call.
    fn words(&self) -> String {
        match &self.call {
            Some(Place { header: Some(header), line, .. }) => {
                format!("{} (see {header}:{line})", self.file)
            }
            Some(place) => format!("{}:{}", self.file, place.line),
            None => self.file.clone(),
        }
    }
}

impl Row {
    /// Which other files need it, in a sentence.
    pub fn elsewhere(&self) -> Option<String> {
        const NAMED: usize = 6;
        let files: BTreeSet<String> = self.elsewhere.iter().map(Elsewhere::words).collect();
        let count: usize = self.elsewhere.iter().map(|one| one.dependents).sum();
        let mut named: Vec<String> = files.iter().take(NAMED).cloned().collect();
        named.extend(files.len().checked_sub(NAMED + 1).map(|more| format!("{} more", more + 1)));
        let checks = match count {
            0 => String::new(),
            1 => ": 1 check depends on it there".to_owned(),
            count => format!(": {count} checks depend on it there"),
        };
        (!files.is_empty()).then(|| format!("also needed in {}{checks}", named.join(", ")))
    }
}
