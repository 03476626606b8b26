//! What functions without a body do: one table of models, for the C library, for builtins of compilers and for
//! what verifiers know by name.
//!
//! A model applies only where the declaration in the program fits its prototype: a project's own `send` is not
//! the library's. All that asks what such a function does, from the order of evaluation to the transfer of
//! states, asks here.

mod characters;
mod format;
mod memory;
mod numbers;
mod prototype;
mod system;
mod touched;
mod verifiers;

use crate::{Role, TypeId, Types};
pub use characters::{Class, characters};
pub use format::Conversion;
pub(crate) use touched::literal;
pub use touched::{Printed, Touched};

use prototype::Kind;
use std::{collections::HashMap, sync::OnceLock};

/// What is known of a function without a body.
#[derive(Clone, Debug)]
pub struct Model {
    names: &'static str,
    parameters: &'static [Kind],
    result: Kind,
    /// What a call means, where it means more than a call.
    pub role: Role,
    /// What it does to the memory of the program.
    pub memory: Memory,
    /// What it uses of what its arguments point to.
    pub touches: &'static [Touch],
    /// How a call ends.
    pub ending: Ending,
    /// What the result is, or what happens beyond bytes that get any value.
    pub meaning: Meaning,
    /// Which argument is a format of `printf`: with `%n` in it, the arguments behind it are written.
    pub format: Option<usize>,
    /// Which argument is a format of `scanf`.
    pub scan: Option<usize>,
    /// Whether the bytes that the first two arguments point to must be apart; the third says how many.
    pub apart: bool,
    /// Whether the second argument divides the first.
    pub divides: bool,
    /// What it has to do with streams.
    pub streams: Streams,
    /// Whether something runs beside the program from then on: a thread, a process, a handler of signals.
    pub concurrent: bool,
    /// Whether its arguments are evaluated at all.
    pub evaluates: bool,
    /// Whether the program goes on after an assertion that failed.
    pub goes_on: bool,
}

/// What a function does to the memory of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Memory {
    /// It sees none. What the outside gives it (input, random numbers) may be anything.
    Untouched,
    /// It gives out new memory.
    Allocates,
    /// It only reads, through the pointers that it is given or has.
    Reads,
    /// It reads and writes, only through the pointers that it is given.
    Writes,
    /// It takes memory back, and may give out new memory.
    Frees,
    /// It reads and writes all that it was given now or earlier, or that can be reached from there.
    Kept,
    /// It calls functions of the program, which may do anything.
    Anything,
}

/// What a function has to do with streams. What was once put behind a stream is used by all that work on streams.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Streams {
    /// Nothing.
    None,
    /// It reads, writes or closes one.
    Uses,
    /// It puts memory of the program behind one.
    KeepsMemory,
    /// It puts functions of the program behind one.
    KeepsFunctions,
}

/// Bytes that a function uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Touch {
    /// The argument that points to them.
    pub argument: usize,
    /// How many there are.
    pub bytes: Bytes,
    /// Whether they are written.
    pub write: bool,
}

/// How many bytes a function uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bytes {
    /// As many as another argument says.
    Exactly(usize),
    /// At most as many as another argument says.
    UpTo(usize),
    /// As many as two arguments multiplied.
    Product(usize, usize),
    /// As many as the string that another argument is, with the zero at its end.
    String(usize),
    /// As many as the string has that is there, with the zero at its end.
    Terminated,
    /// The same, but at most as many as another argument says.
    TerminatedUpTo(usize),
    /// As many as the string has that is there, and the string that another argument is, with the zero at its end.
    Appended(usize),
    /// As many as the string has that is there, at most as many more as another argument says, and a zero.
    AppendedUpTo(usize),
    /// As many as the format makes of its arguments.
    Formatted,
    /// As many as what the argument points to has by its type.
    Pointee,
    /// One at least.
    Some,
}

/// How a call ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// It comes back.
    Returns,
    /// The program is aborted.
    Aborts,
    /// The program ends in good order.
    Exits,
    /// The thread ends, or control goes elsewhere.
    Leaves,
}

/// What a call does or gives beyond bytes that get any value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// Nothing more is known: the result is any value.
    Any,
    /// New memory of as many bytes as an argument says.
    Allocate {
        /// The argument.
        size: usize,
        /// Whether it may fail and give the null pointer.
        may_fail: bool,
    },
    /// New memory, all zero, of as many bytes as the first two arguments multiplied.
    AllocateZeroed,
    /// The memory that the first argument points to moves. The argument with its new size, if one has that.
    Reallocate(Option<usize>),
    /// The memory that the first argument points to is freed.
    Free,
    /// The bytes that the first argument points to all become the second; as many as the third says.
    Fill,
    /// Bytes are copied from the second argument to the first; as many as the third says.
    Copy,
    /// The length of a string.
    StringLength,
    /// The absolute value of the first argument.
    Absolute,
    /// A number from the first to the second.
    Within(i64, i64),
    /// A function of floating numbers.
    Real(Real),
    /// Whether the first argument is in a class of characters.
    Character(Class),
    /// The first argument in upper case, or else in lower case.
    Case {
        /// Upper case.
        upper: bool,
    },
    /// The address of the variable that [`Function::returns`](crate::Function::returns) names.
    Variable,
    /// From -1 to as many as an argument says.
    AtMost(usize),
    /// The first argument, or the null pointer.
    FirstOrNull,
    /// The null pointer, or one into what the first argument points to, at or behind that.
    Inside,
    /// A string is copied from the second argument to the first, at most as many bytes as an argument says.
    CopyString {
        /// The argument.
        most: Option<usize>,
        /// Whether it goes to the end of the string that is there.
        append: bool,
    },
    /// How the first two arguments compare, as strings or as bytes; as many as an argument says at most.
    Compare {
        /// Whether a zero ends both.
        strings: bool,
        /// The argument.
        most: Option<usize>,
    },
    /// The elements of an array change places: the first argument, of as many elements as the second says, of as many bytes as
    /// the third says. The calls of the fourth are written out where it is lowered.
    Sort,
    /// Null, or an element of an array, with the same arguments behind the first. All of it is written out.
    Search,
    /// A number is read from the string that the first argument is; where it ends goes to what the second points to.
    Parse,
    /// A string that nobody else knows, or null. It cannot be freed.
    Text {
        /// Whether it may be null.
        may_fail: bool,
    },
    /// Text is made by a format, and goes to where the first argument points: at most as many bytes as an argument says, the zero
    /// at its end included. The result is how many there are without that.
    Print {
        /// The argument.
        most: Option<usize>,
    },
    /// The same, and it goes to new memory, whose address goes to where the first argument points.
    PrintNew,
    /// A line is read to the memory that the variable points to that the first argument points to, which moves if it is too
    /// small. The result is how many bytes it has, or -1.
    Line,
    /// New memory with a copy of the string that the first argument is; at most so many bytes of it as an argument says.
    Duplicate(Option<usize>),
}

/// Functions of floating numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names are those of `math.h`")]
pub enum Real {
    Fabs,
    Sqrt,
    Floor,
    Ceil,
    Trunc,
    Round,
    /// Rounds as the machine does: `rint` and `nearbyint`.
    Rint,
    Fmin,
    Fmax,
    Fmod,
    /// `sin` and `cos`: from -1 to 1, except for infinities.
    Wave,
    Tanh,
    Atan,
    Exp,
    Log,
    Pow,
    Hypot,
    Isnan,
    Isinf,
    Isfinite,
}

/// Bytes that are only read.
const fn reads(argument: usize, bytes: Bytes) -> Touch {
    Touch { argument, bytes, write: false }
}

/// Bytes that are written.
const fn writes(argument: usize, bytes: Bytes) -> Touch {
    Touch { argument, bytes, write: true }
}

impl Model {
    /// Functions that do nothing but give a value.
    const fn new(names: &'static str, parameters: &'static [Kind], result: Kind) -> Model {
        Model {
            names,
            parameters,
            result,
            role: Role::Ordinary,
            memory: Memory::Untouched,
            touches: &[],
            ending: Ending::Returns,
            meaning: Meaning::Any,
            format: None,
            scan: None,
            apart: false,
            divides: false,
            streams: Streams::None,
            concurrent: false,
            evaluates: true,
            goes_on: false,
        }
    }

    const fn role(self, role: Role) -> Model {
        Model { role, ..self }
    }

    const fn memory(self, memory: Memory) -> Model {
        Model { memory, ..self }
    }

    const fn touches(self, touches: &'static [Touch]) -> Model {
        Model { touches, ..self }
    }

    const fn ending(self, ending: Ending) -> Model {
        Model { ending, ..self }
    }

    const fn meaning(self, meaning: Meaning) -> Model {
        Model { meaning, ..self }
    }

    const fn format(self, argument: usize) -> Model {
        Model { format: Some(argument), ..self }
    }

    const fn scan(self, argument: usize) -> Model {
        Model { scan: Some(argument), ..self }
    }

    const fn divides(self) -> Model {
        Model { divides: true, ..self }
    }

    const fn apart(self) -> Model {
        Model { apart: true, ..self }
    }

    const fn streams(self, streams: Streams) -> Model {
        Model { streams, ..self }
    }

    const fn concurrent(self) -> Model {
        Model { concurrent: true, ..self }
    }

    const fn unevaluated(self) -> Model {
        Model { evaluates: false, ..self }
    }

    const fn goes_on(self) -> Model {
        Model { goes_on: true, ..self }
    }

    /// The model of a function of that name and type that has no body.
    pub(crate) fn of(name: &str, ty: TypeId, types: &Types) -> Option<&'static Model> {
        // The compiler has most functions of the library as builtins.
        let library = || models().get(name.strip_prefix("__builtin_")?);
        let known = models().get(name).or_else(library).copied();
        let model = known.or_else(|| verifiers::any_value(name));
        model.filter(|model| prototype::fits(model.parameters, model.result, ty, types))
    }

    /// Whether the functions that it calls are called by lowered code instead.
    pub fn is_written_out(&self) -> bool {
        matches!(self.meaning, Meaning::Sort | Meaning::Search)
    }

    /// The names of all functions that have a model, each with it.
    pub fn all() -> impl Iterator<Item = (&'static str, &'static Model)> {
        rows().flat_map(|row| names(row).map(move |name| (name, row)))
    }

    /// The model for a name, whatever the prototype.
    pub fn named(name: &str) -> Option<&'static Model> {
        models().get(name).copied()
    }
}

fn models() -> &'static HashMap<&'static str, &'static Model> {
    static MODELS: OnceLock<HashMap<&'static str, &'static Model>> = OnceLock::new();
    MODELS.get_or_init(|| Model::all().collect())
}

fn rows() -> impl Iterator<Item = &'static Model> {
    [memory::ROWS, numbers::ROWS, system::ROWS, verifiers::ROWS].into_iter().flatten()
}

fn names(model: &'static Model) -> impl Iterator<Item = &'static str> {
    model.names.split_ascii_whitespace()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_name_stands_once() {
        let mut seen = BTreeSet::new();
        let twice: Vec<&str> = rows().flat_map(names).filter(|name| !seen.insert(*name)).collect();
        assert!(twice.is_empty(), "{twice:?}");
    }

    #[test]
    fn arguments_that_are_named_exist_and_are_pointers() {
        for row in rows() {
            let kind = |argument: usize| row.parameters.get(argument).copied();
            for touch in row.touches {
                assert_eq!(kind(touch.argument), Some(Kind::Pointer), "{}", row.names);
                let others = match touch.bytes {
                    Bytes::Exactly(length) | Bytes::UpTo(length) => vec![(length, Kind::Integer)],
                    Bytes::AppendedUpTo(length) | Bytes::TerminatedUpTo(length) => {
                        vec![(length, Kind::Integer)]
                    }
                    Bytes::Product(one, two) => vec![(one, Kind::Integer), (two, Kind::Integer)],
                    Bytes::String(string) | Bytes::Appended(string) => {
                        vec![(string, Kind::Pointer)]
                    }
                    Bytes::Formatted => row.format.iter().map(|at| (*at, Kind::Pointer)).collect(),
                    Bytes::Terminated | Bytes::Pointee | Bytes::Some => Vec::new(),
                };
                for (other, expected) in others {
                    assert_eq!(kind(other), Some(expected), "{}", row.names);
                }
                assert!(!touch.write || row.memory >= Memory::Writes, "{} writes", row.names);
            }
            if let Some(format) = row.format.or(row.scan) {
                assert_eq!(kind(format), Some(Kind::Pointer), "{}", row.names);
            }
        }
    }
}
