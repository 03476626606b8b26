//! The clauses of a contract: what is needed of the values of a party.

use super::Party;
use soundline_c::{FunctionId, Program, VarId};
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

/// What is needed of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Need {
    Valid(Valid),
    Elements(Elements),
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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Elements {
    /// How many there are; none if it is not positive. It is from the same party, or beside it in the same struct.
    pub(crate) length: Subject,
    /// The size of each in bytes.
    pub(crate) size: u64,
    /// As with [`Valid`].
    pub(crate) write: bool,
    pub(crate) null: bool,
    pub(crate) lasts: bool,
}

/// What is needed of the values of one party.
#[derive(Clone, Debug, Default)]
pub(crate) struct Clauses {
    valid: BTreeMap<Subject, Valid>,
    elements: BTreeMap<(Subject, Subject, u64), Elements>,
    callable: BTreeMap<Subject, bool>,
    freeable: BTreeMap<Subject, ()>,
    ranges: BTreeMap<Subject, (i128, i128)>,
    not: BTreeMap<(Subject, i128), ()>,
}

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

impl Clauses {
    pub(crate) fn add(&mut self, subject: Subject, need: Need) {
        match need {
            Need::Valid(valid) => {
                let known = self.valid.entry(subject).or_insert(valid);
                *known = known.and(valid);
            }
            Need::Elements(elements) => {
                let key = (subject, elements.length, elements.size);
                let known = self.elements.entry(key).or_insert(elements);
                known.write |= elements.write;
                known.null &= elements.null;
                known.lasts |= elements.lasts;
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
    pub(crate) fn all(&self) -> Vec<(Subject, Need)> {
        let valid = self.valid.iter().map(|(subject, valid)| (*subject, Need::Valid(*valid)));
        let elements = self.elements.iter();
        let elements = elements.map(|((subject, ..), all)| (*subject, Need::Elements(*all)));
        let callable = self.callable.iter();
        let callable = callable.map(|(subject, null)| (*subject, Need::Callable { null: *null }));
        let freeable = self.freeable.keys().map(|subject| (*subject, Need::Freeable));
        let ranges = self.ranges.iter();
        let ranges = ranges.map(|(subject, (low, high))| (*subject, Need::Range(*low, *high)));
        let not = self.not.keys().map(|(subject, number)| (*subject, Need::Not(*number)));
        valid.chain(elements).chain(callable).chain(freeable).chain(ranges).chain(not).collect()
    }
}

impl Subject {
    /// The value as an expression of C; of a member, its name and that of its struct.
    pub(crate) fn text(&self, program: &Program) -> String {
        let stars = "*".repeat(self.depth.into());
        let name = match (self.party, self.parameter) {
            (_, Some(id)) | (Party::Variable(id), None) => program.variable(id).name.clone(),
            (Party::Member(record, field), None) => {
                let record = program.types.record(record);
                format!("{}.{}", record.name, record.fields[field].name)
            }
            (Party::Output(id, place), None) => output(program, id, place),
            (Party::Function(id) | Party::Result(id) | Party::Promise(id), None) => {
                format!("{}()", program.function(id).name)
            }
        };
        format!("{stars}{name}")
    }
}

/// What a function leaves behind one of its arguments.
pub(super) fn output(program: &Program, id: FunctionId, place: usize) -> String {
    let function = program.function(id);
    let named = function.parameters.get(place).map(|id| program.variable(*id).name.clone());
    let name = named.filter(|name| !name.is_empty());
    let name = name.unwrap_or_else(|| format!("argument {}", place + 1));
    format!("*{name} after {}()", function.name)
}

/// A clause in words.
pub(crate) fn words(program: &Program, subject: &Subject, need: &Need) -> String {
    let text = subject.text(program);
    match need {
        Need::Valid(Valid { from, to, more, write, null, .. }) => {
            let or_null = if *null { "null or " } else { "" };
            let use_ = if *write { "valid to write" } else { "valid" };
            let bytes = match (*from, *to, *more) {
                (_, _, true) => "as many bytes as are used".to_owned(),
                (0, 1, _) => "1 byte".to_owned(),
                (0, to, _) => format!("{to} bytes"),
                (from, to, _) => format!("bytes {from} to {to}"),
            };
            format!("`{text}` is {or_null}{use_} for {bytes}")
        }
        Need::Elements(Elements { length, size, write, null, .. }) => {
            let or_null = if *null { "null or " } else { "" };
            let use_ = if *write { "valid to write" } else { "valid" };
            let bytes = if *size == 1 { "byte" } else { "bytes" };
            let length = length.text(program);
            format!("`{text}` is {or_null}{use_} for `{length}` elements of {size} {bytes}")
        }
        Need::Callable { null: false } => format!("`{text}` is a function of its type"),
        Need::Callable { null: true } => format!("`{text}` is null or a function of its type"),
        Need::Freeable => format!("`{text}` can be freed"),
        Need::Range(low, high) if low > high => format!("`{text}` is never used so"),
        Need::Range(low, high) => match (*low <= i64::MIN.into(), *high >= i64::MAX.into()) {
            (false, true) => format!("`{text} >= {low}`"),
            (true, _) => format!("`{text} <= {high}`"),
            (false, false) => format!("`{low} <= {text} && {text} <= {high}`"),
        },
        Need::Not(number) => format!("`{text} != {number}`"),
    }
}

/// A clause in ACSL, if that can say it. Bytes are counted by a pointer to characters.
pub(crate) fn acsl(program: &Program, subject: &Subject, need: &Need) -> Option<String> {
    let text = subject.text(program);
    match need {
        Need::Valid(Valid { from, to, more: false, write, null, .. }) => {
            let name = if *write { "\\valid" } else { "\\valid_read" };
            let valid = format!("{name}((char *){text} + ({from} .. {}))", to - 1);
            Some(if *null { format!("{text} == \\null || {valid}") } else { valid })
        }
        Need::Elements(Elements { length, size, write, null, .. }) => {
            let name = if *write { "\\valid" } else { "\\valid_read" };
            let length = length.text(program);
            let valid = format!("{name}((char *){text} + (0 .. {size} * {length} - 1))");
            Some(if *null { format!("{text} == \\null || {valid}") } else { valid })
        }
        Need::Range(low, high) => match (*low <= i64::MIN.into(), *high >= i64::MAX.into()) {
            (false, true) => Some(format!("{text} >= {low}")),
            (true, _) => Some(format!("{text} <= {high}")),
            (false, false) => Some(format!("{low} <= {text} <= {high}")),
        },
        Need::Not(number) => Some(format!("{text} != {number}")),
        Need::Valid(_) | Need::Callable { .. } | Need::Freeable => None,
    }
}
