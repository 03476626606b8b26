//! Smaller programs that still show the same: reduction against a predicate.
//!
//! The predicate must ask again for all that makes a program interesting, every verdict and every
//! analyzer; a loose one makes nonsense of it.

mod cvise;
mod delta;
mod pieces;

pub use cvise::{Cvise, CviseError};
pub use delta::minimise;

use pieces::Piece;
use soundline_c::{Clang, DataModel, Edits, Program};

/// A program that cannot be made smaller by taking statements out, within the number of tries.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reduced {
    /// Its text.
    pub text: Vec<u8>,
    /// How often the predicate was asked.
    pub tries: usize,
    /// Whether it was stopped before nothing more could be taken out.
    pub stopped: bool,
}

/// Takes functions, statements, declarations and branches out of a program as long as it stays
/// interesting. Texts that are not C are never shown to the predicate.
pub fn remove_statements(
    clang: &Clang,
    text: &[u8],
    model: DataModel,
    most_tries: usize,
    interesting: &mut dyn FnMut(&[u8]) -> bool,
) -> Reduced {
    let mut reduction =
        Reduction { clang, model, most_tries, tries: 0, interesting, text: text.to_vec() };
    while !reduction.is_exhausted() && reduction.round() {}
    let stopped = reduction.is_exhausted();
    Reduced { text: reduction.text, tries: reduction.tries, stopped }
}

struct Reduction<'r> {
    clang: &'r Clang,
    model: DataModel,
    most_tries: usize,
    tries: usize,
    interesting: &'r mut dyn FnMut(&[u8]) -> bool,
    text: Vec<u8>,
}

impl Reduction<'_> {
    fn is_exhausted(&self) -> bool {
        self.tries >= self.most_tries
    }

    /// Goes once through all levels, from functions down to the innermost statements; whether
    /// something was taken out.
    fn round(&mut self) -> bool {
        let before = self.text.len();
        let mut level = 0;
        while let Some(program) = self.parse(&self.text) {
            let levels = pieces::levels(&program);
            let Some(pieces) = levels.get(level) else { break };
            self.level(&program, pieces);
            level += 1;
        }
        self.text.len() < before
    }

    /// Takes out as many pieces of one level as possible.
    fn level(&mut self, program: &Program, pieces: &[Piece]) {
        let mut best = None;
        minimise(pieces, |kept| {
            let Some(smaller) = without(program, pieces, kept) else { return false };
            if self.is_exhausted() || self.parse(&smaller).is_none() {
                return false;
            }
            self.tries += 1;
            let good = (self.interesting)(&smaller);
            if good {
                best = Some(smaller);
            }
            good
        });
        if let Some(best) = best {
            self.text = best;
        }
    }

    fn parse(&self, text: &[u8]) -> Option<Program> {
        self.clang.parse("reduced.c", text, self.model).ok()
    }
}

/// The text without those pieces that are not kept.
fn without(program: &Program, pieces: &[Piece], kept: &[Piece]) -> Option<Vec<u8>> {
    let mut edits = Edits::new();
    for piece in pieces.iter().filter(|piece| !kept.contains(piece)) {
        edits.replace(piece.span, piece.instead);
    }
    edits.apply_to(&program.source).ok()
}
