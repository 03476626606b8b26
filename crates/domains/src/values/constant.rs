//! Constants of any size as values.

use soundline_lattice::lattices::FlatElem;
use soundline_lattice::{Answer, Lattice, Widening};

use super::value::{Value, single};
use crate::numbers::{Int, Interval};

/// The flat lattice of integers of any size.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Constant;

impl Lattice for Constant {
    type Elem = FlatElem<Int>;

    fn bottom(&self) -> FlatElem<Int> {
        FlatElem::Bot
    }

    fn top(&self) -> Option<FlatElem<Int>> {
        Some(FlatElem::Top)
    }

    fn leq(&self, a: &FlatElem<Int>, b: &FlatElem<Int>) -> Answer {
        a.leq(b)
    }

    fn equal(&self, a: &FlatElem<Int>, b: &FlatElem<Int>) -> Answer {
        (a == b).into()
    }

    fn join(&self, a: &FlatElem<Int>, b: &FlatElem<Int>) -> FlatElem<Int> {
        a.join(b)
    }

    fn meet(&self, a: &FlatElem<Int>, b: &FlatElem<Int>) -> FlatElem<Int> {
        a.meet(b)
    }

    fn show(&self, a: &FlatElem<Int>) -> String {
        a.show()
    }
}

impl Widening for Constant {
    /// Chains have three elements at most: joining converges.
    fn widen(&self, a: &FlatElem<Int>, b: &FlatElem<Int>) -> FlatElem<Int> {
        a.join(b)
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
