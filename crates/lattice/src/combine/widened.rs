//! A lattice with another widening, to check a widening that is a plain function.

use crate::{Answer, Choices, Concrete, Generate, Lattice, Transfer, Widening};

/// A lattice whose widening is the given function.
///
/// ```
/// use soundline_lattice::combine::WidenedBy;
/// use soundline_lattice::lattices::IntInterval;
/// use soundline_lattice::{Runner, Suite};
/// let steps = WidenedBy::new(IntInterval, |l: &IntInterval, a, b| l.widen_to(a, b, &[0, 10, 100]));
/// for report in Runner::new().run_all(&Suite::new("thresholds", steps).widening().checks()) {
///     assert!(!report.is_violated(), "{report}");
/// }
/// ```
#[derive(Clone, Copy, Debug)]
pub struct WidenedBy<L, F> {
    lattice: L,
    widen: F,
}

impl<L: Lattice, F: Fn(&L, &L::Elem, &L::Elem) -> L::Elem> WidenedBy<L, F> {
    /// The lattice with this widening.
    pub fn new(lattice: L, widen: F) -> WidenedBy<L, F> {
        WidenedBy { lattice, widen }
    }
}

impl<L: Lattice, F: Fn(&L, &L::Elem, &L::Elem) -> L::Elem> Widening for WidenedBy<L, F> {
    fn widen(&self, a: &L::Elem, b: &L::Elem) -> L::Elem {
        (self.widen)(&self.lattice, a, b)
    }
}

impl<L: Lattice, F> Lattice for WidenedBy<L, F> {
    type Elem = L::Elem;

    fn bottom(&self) -> L::Elem {
        self.lattice.bottom()
    }

    fn top(&self) -> Option<L::Elem> {
        self.lattice.top()
    }

    fn leq(&self, a: &L::Elem, b: &L::Elem) -> Answer {
        self.lattice.leq(a, b)
    }

    fn equal(&self, a: &L::Elem, b: &L::Elem) -> Answer {
        self.lattice.equal(a, b)
    }

    fn join(&self, a: &L::Elem, b: &L::Elem) -> L::Elem {
        self.lattice.join(a, b)
    }

    fn meet(&self, a: &L::Elem, b: &L::Elem) -> L::Elem {
        self.lattice.meet(a, b)
    }

    fn show(&self, a: &L::Elem) -> String {
        self.lattice.show(a)
    }
}

impl<L: Generate, F> Generate for WidenedBy<L, F> {
    fn arbitrary(&self, choices: &mut Choices) -> L::Elem {
        self.lattice.arbitrary(choices)
    }

    fn below(&self, a: &L::Elem, choices: &mut Choices) -> L::Elem {
        self.lattice.below(a, choices)
    }

    fn above(&self, a: &L::Elem, choices: &mut Choices) -> L::Elem {
        self.lattice.above(a, choices)
    }

    fn equal_to(&self, a: &L::Elem, choices: &mut Choices) -> L::Elem {
        self.lattice.equal_to(a, choices)
    }

    fn transfer(&self, choices: &mut Choices) -> Transfer<'_, L::Elem> {
        self.lattice.transfer(choices)
    }

    fn elements(&self) -> Option<Vec<L::Elem>> {
        self.lattice.elements()
    }
}

impl<L: Concrete, F> Concrete for WidenedBy<L, F> {
    type Value = L::Value;

    fn contains(&self, a: &L::Elem, value: &L::Value) -> bool {
        self.lattice.contains(a, value)
    }

    fn member(&self, a: &L::Elem, choices: &mut Choices) -> Option<L::Value> {
        self.lattice.member(a, choices)
    }

    fn members(&self, a: &L::Elem) -> Option<Vec<L::Value>> {
        self.lattice.members(a)
    }
}
