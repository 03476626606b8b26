//! Metamorphic checks: programs that an analyzer must judge alike, because they mean the same.
//!
//! A variant is changed in a way that keeps its meaning, or that only weakens its check. An analyzer that calls one
//! program safe and claims a failure in the other is wrong about one of them: it contradicts itself, and no other
//! analyzer has to say anything.
//!
//! ```text
//! variant, plain text ──► Subject ──► Transformation ──► text ──► analyzers ──► Change: before, after
//!                         its check   bytes are edited,           those that     a contradiction,
//!                         and tree    nothing is printed          had a verdict  or only precision
//! ```
//!
//! Only what preserves the meaning exactly is done: a place where that is not certain is left alone, and a
//! transformation without a place does not apply.

mod assertion;
mod change;
mod dead;
mod declarations;
mod rename;
mod subject;
mod unroll;

pub use change::{Change, Interrogation, Kind};
pub(crate) use change::{Claims, kind};

use crate::analyzer::AssertedProgram;
use serde::{Deserialize, Serialize};
use soundline_c::{Clang, DataModel, Edits};
use std::fmt;
use subject::Subject;

/// A change of a program that keeps its meaning, or weakens its check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Transformation {
    /// `check(e)` becomes `check(e || c)`.
    Weaken,
    /// `check(e)` becomes `check(same(e))`, with a function that returns its argument.
    Call,
    /// `if (0) { x = 1; }` before the check of `x`.
    DeadCode,
    /// A variable of the check gets another name.
    Rename,
    /// `int x = e;` becomes `int x; x = e;`.
    Split,
    /// `int x; int y;` becomes `int x, y;`.
    Merge,
    /// `while (c) s` becomes `if (c) { s while (c) s }`.
    Unroll,
}

/// What the changed program has to do with the program before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    /// A check fails in one if and only if one fails in the other.
    Equivalent,
    /// If a check fails in the changed program, it fails in the program before.
    Weaker,
}

/// A program that was changed, with its checks as calls of `__VERIFIER_assert`.
#[derive(Debug)]
pub struct Transformed {
    /// The text.
    pub text: Vec<u8>,
    /// The same, for each analyzer.
    pub program: AssertedProgram,
}

impl Transformation {
    /// All of them.
    pub const ALL: [Transformation; 7] = [
        Transformation::Weaken,
        Transformation::Call,
        Transformation::DeadCode,
        Transformation::Rename,
        Transformation::Split,
        Transformation::Merge,
        Transformation::Unroll,
    ];

    /// What the changed program has to do with the program before.
    pub fn relation(self) -> Relation {
        match self {
            Transformation::Weaken => Relation::Weaker,
            _ => Relation::Equivalent,
        }
    }

    /// Changes a program with one `__VERIFIER_assert`; nothing if there is no place where this is certain to keep the
    /// meaning.
    pub fn apply(self, clang: &Clang, text: &[u8], model: DataModel) -> Option<Transformed> {
        let program = clang.parse("before.c", text, model).ok()?;
        let subject = Subject::of(&program)?;
        let mut edits = Edits::new();
        match self {
            Transformation::Weaken => assertion::weaken(&subject, &mut edits),
            Transformation::Call => assertion::call(&subject, &mut edits),
            Transformation::DeadCode => dead::insert(&subject, &mut edits),
            Transformation::Rename => rename::rename(&subject, &mut edits),
            Transformation::Split => declarations::split(&subject, &mut edits),
            Transformation::Merge => declarations::merge(&subject, &mut edits),
            Transformation::Unroll => unroll::unroll(&subject, &mut edits),
        }?;
        let text = edits.apply_to(&program.source).ok()?;
        // What is no C any more was no place for it.
        let changed = clang.parse("after.c", text.clone(), model).ok()?;
        Some(Transformed { text, program: AssertedProgram::of(changed).ok()? })
    }

    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Transformation::Weaken => "weaken",
            Transformation::Call => "call",
            Transformation::DeadCode => "dead-code",
            Transformation::Rename => "rename",
            Transformation::Split => "split",
            Transformation::Merge => "merge",
            Transformation::Unroll => "unroll",
        }
    }

    /// What was done, in a sentence.
    pub fn sentence(self) -> &'static str {
        match self {
            Transformation::Weaken => "the check is weakened by `|| c`",
            Transformation::Call => "the check goes through a function that returns its argument",
            Transformation::DeadCode => "there is dead code before the check",
            Transformation::Rename => "a variable has another name",
            Transformation::Split => "a declaration is split into declaration and assignment",
            Transformation::Merge => "two declarations are merged",
            Transformation::Unroll => "a loop is unrolled once",
        }
    }
}

impl fmt::Display for Transformation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}
