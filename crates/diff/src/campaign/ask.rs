//! Who is asked about variants: the analyzers, or in tests somebody who pretends.

use std::time::Duration;

use crate::analyzer::{Answer, AnswerKind};
use crate::findings::Column;
use crate::{ContentKey, Variant};
use soundline_isolate::Stop;

/// A variant, and what it is called.
#[derive(Clone, Debug)]
pub struct Question {
    /// The variant.
    pub variant: Variant,
    /// Its key, made once for all analyzers.
    pub key: ContentKey,
}

impl Question {
    /// A question about a variant.
    pub fn new(variant: Variant) -> Question {
        let key = variant.key();
        Question { variant, key }
    }
}

/// An answer, and what it cost.
#[derive(Clone, Debug, PartialEq)]
pub struct Reply {
    /// What the analyzer answered.
    pub answer: Answer,
    /// What it says of each check alone, if it speaks of single checks and there are several; nothing for those about which
    /// it has to be asked again.
    pub apart: Option<Vec<Option<AnswerKind>>>,
    /// Processor time that the run took, whenever that was.
    pub time: Duration,
    /// Whether the store knew it.
    pub known: bool,
}

impl Reply {
    /// What it says of all checks together; none if nobody waited for it. What ran out of time after a check has failed says
    /// that it fails.
    pub fn kind(&self) -> Option<AnswerKind> {
        let apart = self.apart.iter().flatten().flatten();
        let failures = apart.filter(|kind| kind.verdict().is_unsafe());
        let worst = failures.copied().max_by_key(|kind| kind.verdict());
        worst.or(self.answer.kind())
    }
}

/// Analyzers that answer questions.
pub trait Ask: Sync {
    /// Who they are.
    fn columns(&self) -> Vec<Column>;

    /// What one of them says about a variant. It gives up when it is told to stop.
    fn ask(&self, analyzer: usize, question: &Question, stop: &Stop) -> Reply;
}
