//! The two truth values, ordered by implication: false ⊑ true.

use crate::{Answer, Choices, Generate, Lattice, Suite, Widening, signature};

/// The lattice of truth values: join is or, meet is and.
///
/// A set of facts that may hold uses it as it is; facts that must hold use its
/// dual.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Bool;

impl Lattice for Bool {
    type Elem = bool;

    fn bottom(&self) -> bool {
        false
    }

    fn top(&self) -> Option<bool> {
        Some(true)
    }

    fn leq(&self, a: &bool, b: &bool) -> Answer {
        (!a || *b).into()
    }

    fn equal(&self, a: &bool, b: &bool) -> Answer {
        (a == b).into()
    }

    fn join(&self, a: &bool, b: &bool) -> bool {
        *a || *b
    }

    fn meet(&self, a: &bool, b: &bool) -> bool {
        *a && *b
    }
}

impl Generate for Bool {
    fn arbitrary(&self, choices: &mut Choices) -> bool {
        choices.flip()
    }

    fn elements(&self) -> Option<Vec<bool>> {
        Some(vec![false, true])
    }
}

impl Widening for Bool {
    /// The lattice is finite: joining converges.
    fn widen(&self, a: &bool, b: &bool) -> bool {
        self.join(a, b)
    }
}

impl Bool {
    /// All laws that truth values should satisfy, and their operators.
    pub fn suite() -> Suite<Bool> {
        Suite::new("bool", Bool)
            .widening()
            .equality()
            .hashing()
            .ordering()
            .partial_order()
            .operator(signature!("and" = |a, b| *a && *b; Bool -<!~%v-> Bool -<!~%v-> Bool))
            .operator(signature!("or" = |a, b| *a || *b; Bool -<~%^-> Bool -<~%^-> Bool))
    }
}
