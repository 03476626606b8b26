//! A finite lattice from the diagram of its order.

use crate::{Answer, Choices, Generate, Lattice, Widening};
use std::fmt::Debug;

/// A finite lattice given by its elements and by which is directly below which.
///
/// ```
/// use soundline_lattice::{Runner, Status, Suite, adapt::Hasse};
///
/// #[derive(Clone, Copy, Debug, PartialEq)]
/// enum Sign { Bot, Neg, Zero, Pos, Top }
/// use Sign::*;
///
/// let signs = Hasse::new([
///     (Bot, Neg), (Bot, Zero), (Bot, Pos), (Neg, Top), (Zero, Top), (Pos, Top),
/// ]);
/// for report in Runner::new().run_all(&Suite::new("signs", signs).widening().equality().checks()) {
///     assert!(!report.is_violated(), "{report}");
/// }
/// ```
///
/// A diagram need not be one of a lattice. Where two elements have no least upper bound, `join` is one of
/// the smallest ones, and the law "join is least" tells.
#[derive(Clone, Debug)]
pub struct Hasse<T> {
    elements: Vec<T>,
    /// For each element, which ones are above or equal.
    above: Vec<Vec<bool>>,
}

impl<T: Clone + Debug + PartialEq> Hasse<T> {
    /// The lattice of a diagram: pairs of which the first is directly below the second. The first
    /// element of all is the bottom.
    ///
    /// # Panics
    /// When there is no pair.
    pub fn new(pairs: impl IntoIterator<Item = (T, T)>) -> Hasse<T> {
        let mut elements: Vec<T> = Vec::new();
        let mut edges = Vec::new();
        let mut index = |element: T| {
            elements.iter().position(|known| *known == element).unwrap_or_else(|| {
                elements.push(element);
                elements.len() - 1
            })
        };
        for (below, above) in pairs {
            edges.push((index(below), index(above)));
        }
        assert!(!elements.is_empty(), "a diagram has at least one pair");
        let count = elements.len();
        let mut above: Vec<Vec<bool>> =
            (0..count).map(|i| (0..count).map(|j| i == j).collect()).collect();
        for (i, j) in edges {
            above[i][j] = true;
        }
        // Warshall's transitive closure.
        for k in 0..count {
            for i in (0..count).filter(|i| *i != k) {
                if above[i][k] {
                    let further = above[k].clone();
                    above[i].iter_mut().zip(further).for_each(|(own, other)| *own |= other);
                }
            }
        }
        Hasse { elements, above }
    }

    fn index(&self, element: &T) -> usize {
        let index = self.elements.iter().position(|known| known == element);
        index.expect("an element of the lattice is in its diagram")
    }

    /// An element with the property such that no other one is further in the given direction.
    fn extreme(&self, has: impl Fn(usize) -> bool, further: impl Fn(usize, usize) -> bool) -> T {
        let candidates: Vec<usize> = (0..self.elements.len()).filter(|i| has(*i)).collect();
        let extreme = candidates
            .iter()
            .find(|i| candidates.iter().all(|j| *i == j || !further(*j, **i)))
            .or(candidates.first());
        self.elements[extreme.copied().unwrap_or(0)].clone()
    }
}

impl<T: Clone + Debug + PartialEq> Lattice for Hasse<T> {
    type Elem = T;

    fn bottom(&self) -> T {
        self.elements[0].clone()
    }

    fn top(&self) -> Option<T> {
        let is_top = |j: usize| self.above.iter().all(|above| above[j]);
        let top = (0..self.elements.len()).find(|j| is_top(*j));
        top.map(|top| self.elements[top].clone())
    }

    fn leq(&self, a: &T, b: &T) -> Answer {
        self.above[self.index(a)][self.index(b)].into()
    }

    fn equal(&self, a: &T, b: &T) -> Answer {
        (a == b).into()
    }

    fn join(&self, a: &T, b: &T) -> T {
        let (a, b) = (self.index(a), self.index(b));
        self.extreme(|c| self.above[a][c] && self.above[b][c], |c, d| self.above[c][d])
    }

    fn meet(&self, a: &T, b: &T) -> T {
        let (a, b) = (self.index(a), self.index(b));
        self.extreme(|c| self.above[c][a] && self.above[c][b], |c, d| self.above[d][c])
    }
}

/// The join: the lattice is finite.
impl<T: Clone + Debug + PartialEq> Widening for Hasse<T> {
    fn widen(&self, a: &T, b: &T) -> T {
        self.join(a, b)
    }
}

impl<T: Clone + Debug + PartialEq> Generate for Hasse<T> {
    fn arbitrary(&self, choices: &mut Choices) -> T {
        choices.pick(&self.elements)
    }

    fn elements(&self) -> Option<Vec<T>> {
        Some(self.elements.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::laws::ids;
    use crate::{Runner, Suite};

    /// Two elements with two incomparable upper bounds.
    #[test]
    fn a_diagram_that_is_no_lattice_is_caught() {
        let bowtie = Hasse::new([(0, 1), (0, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 5), (4, 5)]);
        let reports = Runner::new().run_all(&Suite::new("bowtie", bowtie).checks());
        let least = reports.iter().find(|report| report.law == Some(ids::JOIN_IS_LEAST)).unwrap();
        assert!(least.is_violated(), "{least}");
    }

    #[test]
    fn a_chain_is_a_lattice() {
        let chain = Hasse::new((0..5).map(|i| (i, i + 1)));
        assert_eq!((chain.top(), chain.join(&2, &4), chain.meet(&2, &4)), (Some(5), 4, 2));
        for report in Runner::new().run_all(&Suite::new("chain", chain).checks()) {
            assert!(!report.is_violated(), "{report}");
        }
    }
}
