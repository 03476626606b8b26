//! Who is asked about variants: the analyzers, or in tests somebody who pretends.

use std::time::Duration;

use crate::findings::{Column, Said};
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

/// What an analyzer answered.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Answer {
    /// How its run ended; nothing if it was stopped.
    pub said: Option<Said>,
    /// Processor time that the run took, whenever that was.
    pub time: Duration,
    /// Whether the store knew it.
    pub known: bool,
}

/// Analyzers that answer questions.
pub trait Ask: Sync {
    /// Who they are.
    fn columns(&self) -> Vec<Column>;

    /// What one of them says about a variant. It gives up when it is told to stop.
    fn ask(&self, analyzer: usize, question: &Question, stop: &Stop) -> Answer;
}
