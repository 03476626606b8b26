//! The clauses of a contract: what is needed of the values of a party.

use super::Party;
use super::words::text_of;
use serde::{Deserialize, Serialize};
use soundline_c::{Program, VarId};
use std::collections::BTreeMap;

/// A value that a clause is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Subject {
    /// Who provides it.
    pub(crate) party: Party,
    /// Of a function: the parameter.
    pub(crate) parameter: Option<VarId>,
    /// How many pointers are followed from there.
    pub(crate) depth: u8,
}

/// What is needed of a value. Other values that it is about are subjects; or names, where it is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Need<S = Subject> {
    Valid(Valid),
    Elements(Elements<S>),
    /// It points to a function of its type; or it may be null, too.
    Callable {
        null: bool,
    },
    /// It can be freed.
    Freeable,
    /// It is in this range.
    Range(i128, i128),
    /// It is not this number.
    Not(i128),
}

/// A pointer to bytes that exist as long as they are used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Valid {
    /// From so many bytes after it up to so many.
    pub(crate) from: i64,
    pub(crate) to: i64,
    /// And as many more as are used: how many is not known.
    pub(crate) more: bool,
    /// Whether they are written.
    pub(crate) write: bool,
    /// Whether it may be null: then it is not used.
    pub(crate) null: bool,
    /// Whether memory may be freed where it is used: what was allocated may end too early.
    pub(crate) lasts: bool,
}

/// A pointer to as many elements as another value says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Elements<S = Subject> {
    /// How many there are; none if it is not positive. It is from the same party, or beside it in the same struct.
    pub(crate) length: S,
    /// The size of each in bytes.
    pub(crate) size: u64,
    /// As with [`Valid`].
    pub(crate) write: bool,
    pub(crate) null: bool,
    pub(crate) lasts: bool,
}

/// What is needed of the values of one party.
#[derive(Clone, Debug)]
pub(crate) struct Clauses<S = Subject> {
    valid: BTreeMap<S, Valid>,
    elements: BTreeMap<(S, S, u64), Elements<S>>,
    callable: BTreeMap<S, bool>,
    freeable: BTreeMap<S, ()>,
    ranges: BTreeMap<S, (i128, i128)>,
    not: BTreeMap<(S, i128), ()>,
}

/// A clause that is told: the name of the value, and what is needed of it.
pub(crate) type Told = (String, Need<String>);

impl Valid {
    /// What serves both.
    fn and(self, other: Valid) -> Valid {
        Valid {
            from: self.from.min(other.from),
            to: self.to.max(other.to),
            more: self.more || other.more,
            write: self.write || other.write,
            null: self.null && other.null,
            lasts: self.lasts || other.lasts,
        }
    }
}

impl<S> Default for Clauses<S> {
    fn default() -> Self {
        Self {
            valid: BTreeMap::new(),
            elements: BTreeMap::new(),
            callable: BTreeMap::new(),
            freeable: BTreeMap::new(),
            ranges: BTreeMap::new(),
            not: BTreeMap::new(),
        }
    }
}

impl<S: Clone + Ord> Clauses<S> {
    pub(crate) fn add(&mut self, subject: S, need: Need<S>) {
        match need {
            Need::Valid(valid) => {
                let known = self.valid.entry(subject).or_insert(valid);
                *known = known.and(valid);
            }
            Need::Elements(elements) => {
                let key = (subject, elements.length.clone(), elements.size);
                let (write, null, lasts) = (elements.write, elements.null, elements.lasts);
                let known = self.elements.entry(key).or_insert(elements);
                known.write |= write;
                known.null &= null;
                known.lasts |= lasts;
            }
            Need::Callable { null } => *self.callable.entry(subject).or_insert(null) &= null,
            Need::Freeable => drop(self.freeable.insert(subject, ())),
            Need::Range(low, high) => {
                let known = self.ranges.entry(subject).or_insert((low, high));
                *known = (known.0.max(low), known.1.min(high));
            }
            Need::Not(number) => drop(self.not.insert((subject, number), ())),
        }
    }

    /// All clauses, one after the other.
    pub(crate) fn all(&self) -> Vec<(S, Need<S>)> {
        let valid = self.valid.iter().map(|(subject, valid)| (subject, Need::Valid(*valid)));
        let elements = self.elements.iter();
        let elements = elements.map(|((subject, ..), all)| (subject, Need::Elements(all.clone())));
        let callable = self.callable.iter();
        let callable = callable.map(|(subject, null)| (subject, Need::Callable { null: *null }));
        let freeable = self.freeable.keys().map(|subject| (subject, Need::Freeable));
        let ranges = self.ranges.iter();
        let ranges = ranges.map(|(subject, (low, high))| (subject, Need::Range(*low, *high)));
        let not = self.not.keys().map(|(subject, number)| (subject, Need::Not(*number)));
        let all = valid.chain(elements).chain(callable).chain(freeable).chain(ranges).chain(not);
        all.map(|(subject, need)| (subject.clone(), need)).collect()
    }
}

impl Clauses {
    /// The same with names.
    pub(crate) fn told(&self, program: &Program) -> Vec<Told> {
        let told = |(subject, need): (Subject, Need)| {
            let need = match need {
                Need::Elements(Elements { length, size, write, null, lasts }) => {
                    let length = text_of(program, &length);
                    Need::Elements(Elements { length, size, write, null, lasts })
                }
                Need::Valid(valid) => Need::Valid(valid),
                Need::Callable { null } => Need::Callable { null },
                Need::Freeable => Need::Freeable,
                Need::Range(low, high) => Need::Range(low, high),
                Need::Not(number) => Need::Not(number),
            };
            (text_of(program, &subject), need)
        };
        self.all().into_iter().map(told).collect()
    }
}
