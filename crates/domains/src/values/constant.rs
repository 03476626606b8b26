//! Constants of any size as values.

use std::fmt;
use std::rc::Rc;

use soundline_lattice::lattices::{Flat, FlatElem};
use soundline_lattice::{Answer, Choices, Lattice, Values as Source, Widening};

use super::value::{Value, single};
use crate::numbers::{Int, Interval};

/// The flat lattice of integers of any size.
#[derive(Clone)]
pub struct Constant {
    flat: Rc<Flat<Int>>,
}

impl Constant {
    /// The flat lattice of integers.
    pub fn new() -> Constant {
        let integers = Source::new(|choices: &mut Choices| Int::from(choices.any_int()));
        Constant { flat: Rc::new(Flat::new(integers)) }
    }
}

impl Default for Constant {
    fn default() -> Constant {
        Constant::new()
    }
}

impl fmt::Debug for Constant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Constant")
    }
}

impl Lattice for Constant {
    type Elem = FlatElem<Int>;

    fn bottom(&self) -> FlatElem<Int> {
        self.flat.bottom()
    }

    fn top(&self) -> Option<FlatElem<Int>> {
        self.flat.top()
    }

    fn leq(&self, a: &FlatElem<Int>, b: &FlatElem<Int>) -> Answer {
        self.flat.leq(a, b)
    }

    fn equal(&self, a: &FlatElem<Int>, b: &FlatElem<Int>) -> Answer {
        self.flat.equal(a, b)
    }

    fn join(&self, a: &FlatElem<Int>, b: &FlatElem<Int>) -> FlatElem<Int> {
        self.flat.join(a, b)
    }

    fn meet(&self, a: &FlatElem<Int>, b: &FlatElem<Int>) -> FlatElem<Int> {
        self.flat.meet(a, b)
    }

    fn show(&self, a: &FlatElem<Int>) -> String {
        self.flat.show(a)
    }
}

impl Widening for Constant {
    /// Chains have three elements at most: joining converges.
    fn widen(&self, a: &FlatElem<Int>, b: &FlatElem<Int>) -> FlatElem<Int> {
        self.flat.join(a, b)
    }
}

impl Value for Constant {
    const RANGES: bool = true;
    const EXACT: bool = true;
    const NARROWS: bool = false;

    fn all(&self) -> FlatElem<Int> {
        FlatElem::Top
    }

    fn constant(&self, value: &Int) -> FlatElem<Int> {
        FlatElem::Const(value.clone())
    }

    fn add(&self, a: &FlatElem<Int>, b: &FlatElem<Int>) -> FlatElem<Int> {
        a.combine(b, |x, y| Some(x + y))
    }

    fn mul(&self, a: &FlatElem<Int>, b: &FlatElem<Int>) -> FlatElem<Int> {
        a.combine(b, |x, y| Some(x * y))
    }

    fn within(&self, a: &FlatElem<Int>, range: &Interval) -> FlatElem<Int> {
        match (a, single(range)) {
            (_, Some(None)) => FlatElem::Bot,
            (_, Some(Some(value))) => self.meet(a, &FlatElem::Const(value)),
            (FlatElem::Const(value), None) if !range.contains(&value.into()) => FlatElem::Bot,
            _ => a.clone(),
        }
    }

    fn range(&self, a: &FlatElem<Int>) -> Option<Interval> {
        match a {
            FlatElem::Bot => None,
            FlatElem::Const(value) => Some(Interval::point(value.clone())),
            FlatElem::Top => Some(Interval::ALL),
        }
    }

    fn contains(&self, a: &FlatElem<Int>, value: &Int) -> bool {
        match a {
            FlatElem::Bot => false,
            FlatElem::Const(own) => own == value,
            FlatElem::Top => true,
        }
    }
}
