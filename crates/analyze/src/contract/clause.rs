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
    /// Whether other elements than the first of an array that a pointer leads to are meant: all that are used.
    pub(crate) each: bool,
    /// If not 0: not the value is meant, but these bits of it.
    pub(crate) mask: u32,
}

impl Subject {
    /// A value of its own, of whatever party.
    pub(crate) fn itself(self) -> bool {
        self.depth == 0 && self.mask == 0 && !self.each
    }
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
    /// It is not the null pointer.
    NotNull,
    /// It is the start of a string, with a zero at its end; or it may be null, too.
    Text {
        null: bool,
    },
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
    /// Whether it is read where something was written since, as bytes or through another parameter, that is not to be the pointer
    /// itself.
    pub(crate) apart: bool,
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
    /// Those that have nothing in common stay apart: one of them is needed on some paths, another one on others.
    ranges: BTreeMap<S, Vec<(i128, i128)>>,
    not: BTreeMap<(S, i128), ()>,
    not_null: BTreeMap<S, ()>,
    text: BTreeMap<S, bool>,
}

/// So many ranges of a value that have nothing in common are told.
const MOST_RANGES: usize = 4;

/// A clause that is told: the name of the value, and what is needed of it.
pub(crate) type Told = (String, Need<String>);

impl<S> Need<S> {
    /// Whether null will do.
    pub(crate) fn takes_null(&self) -> bool {
        match self {
            Need::Valid(valid) => valid.null,
            Need::Elements(elements) => elements.null,
            Need::Callable { null } | Need::Text { null } => *null,
            Need::Freeable => true,
            Need::Range(..) | Need::Not(_) | Need::NotNull => false,
        }
    }
}

impl Valid {
    /// What serves both.
    pub(super) fn and(self, other: Valid) -> Valid {
        Valid {
            from: self.from.min(other.from),
            to: self.to.max(other.to),
            more: self.more || other.more,
            write: self.write || other.write,
            null: self.null && other.null,
            lasts: self.lasts || other.lasts,
            apart: self.apart || other.apart,
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
            not_null: BTreeMap::new(),
            text: BTreeMap::new(),
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
                let known = self.ranges.entry(subject).or_default();
                let both = |own: &(i128, i128)| (own.0.max(low), own.1.min(high));
                let meets = |own: &(i128, i128)| both(own).0 <= both(own).1;
                match known.iter().position(meets) {
                    Some(at) => known[at] = both(&known[at]),
                    None if known.len() < MOST_RANGES => known.push((low, high)),
                    None => known[0] = both(&known[0]),
                }
            }
            Need::Not(number) => drop(self.not.insert((subject, number), ())),
            Need::NotNull => drop(self.not_null.insert(subject, ())),
            Need::Text { null } => *self.text.entry(subject).or_insert(null) &= null,
        }
    }

    /// All clauses, one after the other.
    pub(crate) fn all(&self) -> Vec<(S, Need<S>)> {
        // No string is null.
        let refused = |subject: &S| {
            self.not_null.contains_key(subject) || self.text.get(subject) == Some(&false)
        };
        let null = |subject: &S, null: bool| null && !refused(subject);
        let valid = self.valid.iter().map(|(subject, valid)| {
            let null = null(subject, valid.null);
            (subject, Need::Valid(Valid { null, ..*valid }))
        });
        let elements = self.elements.iter();
        let elements = elements.map(|((subject, ..), all)| {
            let null = null(subject, all.null);
            (subject, Need::Elements(Elements { null, ..all.clone() }))
        });
        let callable = self.callable.iter();
        let callable = callable.map(|(subject, known)| {
            let null = null(subject, *known);
            (subject, Need::Callable { null })
        });
        let freeable = self.freeable.keys().map(|subject| (subject, Need::Freeable));
        let ranges = self.ranges.iter().flat_map(|(subject, all)| {
            all.iter().map(move |(low, high)| (subject, Need::Range(*low, *high)))
        });
        let not = self.not.keys().map(|(subject, number)| (subject, Need::Not(*number)));
        // Whatever is valid is not null, and no function is.
        let elsewhere = |subject: &&S| {
            self.valid.contains_key(*subject)
                || self.text.contains_key(*subject)
                || self.callable.contains_key(*subject)
        };
        let not_null = self.not_null.keys().filter(|subject| !elsewhere(subject));
        let not_null = not_null.map(|subject| (subject, Need::NotNull));
        let all = valid.chain(elements).chain(callable).chain(freeable).chain(ranges);
        let text = self.text.iter().map(|(subject, known)| {
            let used = self.valid.get(subject).is_some_and(|valid| !valid.null);
            let null = null(subject, *known && !used);
            (subject, Need::Text { null })
        });
        let all = all.chain(not).chain(not_null).chain(text);
        all.map(|(subject, need)| (subject.clone(), need)).collect()
    }
}

impl Clauses {
    /// The same with names; of what a function leaves behind, that of the variable that has it.
    pub(crate) fn told(&self, program: &Program, lent: Option<VarId>) -> Vec<Told> {
        self.told_as(&|subject| {
            let parameter = subject.parameter.or(lent);
            text_of(program, &Subject { parameter, ..*subject })
        })
    }

    /// The same with these names for values.
    pub(super) fn told_as(&self, name: &dyn Fn(&Subject) -> String) -> Vec<Told> {
        let told = |(subject, need): (Subject, Need)| {
            let need = match need {
                Need::Elements(Elements { length, size, write, null, lasts }) => {
                    let length = name(&length);
                    Need::Elements(Elements { length, size, write, null, lasts })
                }
                Need::Valid(valid) => Need::Valid(valid),
                Need::Callable { null } => Need::Callable { null },
                Need::Freeable => Need::Freeable,
                Need::Range(low, high) => Need::Range(low, high),
                Need::Not(number) => Need::Not(number),
                Need::NotNull => Need::NotNull,
                Need::Text { null } => Need::Text { null },
            };
            (name(&subject), need)
        };
        self.all().into_iter().map(told).collect()
    }
}
