//! Families: functions of one file that have the same type and require the same, and whose callers are not all known.
//!
//! That nobody has said of such arguments that they are what is required is one cause, however many functions a table has, or variants
//! an algorithm. The first function of the text has the contract of all. A function with a call that may not satisfy it is in none: that
//! is about this function alone.

use super::words::{text_as, words};
use super::{Clauses, Contract};
use crate::Status;
use soundline_c::{FunctionId, Program};
use std::collections::{BTreeMap, BTreeSet};

/// Why the contract of a function is not checked that all known calls satisfy.
pub(super) const OTHER_FILES: &str = "other files may call it";
pub(super) const POINTERS: &str = "it is called through pointers";

/// What functions have in common that require the same, and which others do.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Family {
    /// The type, and the clauses with the numbers of parameters.
    common: String,
    /// The names of the other functions; none if this is not the first of several.
    others: Vec<String>,
}

impl Family {
    /// Of one function, with what it requires.
    pub(super) fn of(program: &Program, function: FunctionId, clauses: &Clauses) -> Family {
        let own = program.function(function);
        let number = |id| match own.parameters.iter().position(|parameter| *parameter == id) {
            Some(place) => format!("${}", place + 1),
            None => program.variable(id).name.clone(),
        };
        let told = clauses.told_as(&|subject| text_as(program, subject, &number));
        let clauses: Vec<String> = told.iter().map(words).collect();
        let common = format!("{} requires {}", program.types.show(own.ty), clauses.join(", "));
        Family { common, others: Vec::new() }
    }

    /// What all of them require, whatever their names are; none of a function that stands for itself.
    pub(crate) fn common(&self) -> Option<&str> {
        (!self.others.is_empty()).then_some(&self.common)
    }

    /// The names of the other functions.
    pub(crate) fn others(&self) -> &[String] {
        &self.others
    }

    /// The others in words, behind what the first one requires.
    pub(super) fn words(&self) -> String {
        match self.others.len() {
            0 => String::new(),
            1 => format!(", and the same of 1 more function: {}", self.others[0]),
            more => format!(", and the same of {more} more functions: {}", self.others.join(", ")),
        }
    }
}

/// Puts the contracts of functions together that are one warning: all but the first of each family rest on that.
pub(super) fn unite(program: &Program, found: &mut [Contract]) {
    let mut families: BTreeMap<_, Vec<usize>> = BTreeMap::new();
    for (at, one) in found.iter().enumerate().filter(|(_, one)| is_open(one)) {
        let file = program.source.locate(one.span.start).file;
        let ty = program.function(one.function).ty;
        families.entry((file, ty, one.family.common.clone())).or_default().push(at);
    }
    for mut members in families.into_values() {
        members.sort_by_key(|at| found[*at].span.start);
        if let [first, others @ ..] = &members[..]
            && !others.is_empty()
        {
            join(found, *first, others);
        }
    }
}

/// Whether it is the contract of a function that only unknown callers have to satisfy, and a warning.
fn is_open(one: &Contract) -> bool {
    let unknown = [OTHER_FILES, POINTERS].map(Some).contains(&one.why.as_deref());
    one.needed && unknown && !one.family.common.is_empty()
}

/// From now on the first contract stands for the others.
fn join(found: &mut [Contract], first: usize, others: &[usize]) {
    let all = || [first].into_iter().chain(others.iter().copied());
    let reasons: BTreeSet<Option<String>> = all().map(|at| found[at].why.clone()).collect();
    let certain = all().all(|at| found[at].certain);
    let name = |at: &usize| found[*at].name.trim_end_matches(" requires").to_owned();
    let names = others.iter().map(name).collect();
    let head = &mut found[first];
    head.certain = certain;
    head.family.others = names;
    let why = match (reasons.len(), head.why.as_deref()) {
        (1, Some(OTHER_FILES)) => "other files may call them",
        (1, _) => "they are called through pointers",
        _ => "not all calls of them are known",
    };
    head.why = Some(why.to_owned());
    let id = head.id;
    for at in others {
        let one = &mut found[*at];
        (one.why, one.status, one.provided) = (None, Status::Verified, [id].into());
    }
}
