//! The dual of a lattice: the same elements, upside down.

use crate::{Answer, Choices, Generate, Lattice};

/// A lattice with its order reversed: facts that *must* hold are the dual of facts that *may* hold.
///
/// ```
/// use soundline_lattice::{Lattice, combine::Dual, lattices::Bool};
/// let must = Dual::new(Bool);
/// assert_eq!(must.bottom(), true);
/// assert_eq!(must.join(&true, &false), false);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dual<L>(L);

impl<L: Lattice> Dual<L> {
    /// The dual of a lattice with a top.
    ///
    /// # Panics
    /// When the lattice has no top, which would have to be the bottom of its dual.
    pub fn new(lattice: L) -> Dual<L> {
        assert!(lattice.top().is_some(), "only a lattice with a top has a dual with a bottom");
        Dual(lattice)
    }
}

impl<L: Lattice> Lattice for Dual<L> {
    type Elem = L::Elem;

    fn bottom(&self) -> L::Elem {
        self.0.top().expect("new() looked for a top")
    }

    fn top(&self) -> Option<L::Elem> {
        Some(self.0.bottom())
    }

    fn leq(&self, a: &L::Elem, b: &L::Elem) -> Answer {
        self.0.leq(b, a)
    }

    fn equal(&self, a: &L::Elem, b: &L::Elem) -> Answer {
        self.0.equal(a, b)
    }

    fn join(&self, a: &L::Elem, b: &L::Elem) -> L::Elem {
        self.0.meet(a, b)
    }

    fn meet(&self, a: &L::Elem, b: &L::Elem) -> L::Elem {
        self.0.join(a, b)
    }

    fn show(&self, a: &L::Elem) -> String {
        self.0.show(a)
    }
}

impl<L: Generate> Generate for Dual<L> {
    fn arbitrary(&self, choices: &mut Choices) -> L::Elem {
        self.0.arbitrary(choices)
    }

    fn below(&self, a: &L::Elem, choices: &mut Choices) -> L::Elem {
        self.0.above(a, choices)
    }

    fn above(&self, a: &L::Elem, choices: &mut Choices) -> L::Elem {
        self.0.below(a, choices)
    }

    fn equal_to(&self, a: &L::Elem, choices: &mut Choices) -> L::Elem {
        self.0.equal_to(a, choices)
    }

    fn elements(&self) -> Option<Vec<L::Elem>> {
        self.0.elements()
    }
}
