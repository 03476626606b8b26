//! Finite sets of values, ordered by inclusion.

use super::LISTED;
use crate::adapt::{Draw, Element};
use crate::{
    Abstraction, Answer, Argument, Choices, Concrete, Generate, Lattice, Values, Widening,
};
use std::collections::BTreeSet;
use std::fmt::Debug;

/// The finite sets over a source of values. There is a top when the values can be listed.
///
/// ```
/// use soundline_lattice::{Runner, Suite, Values, combine::Sets};
/// let points_to = Sets::new(Values::among(["p", "q", "heap"]));
/// for report in Runner::new().run_all(&Suite::new("points to", points_to).widening().checks()) {
///     assert!(!report.is_violated(), "{report}");
/// }
/// ```
pub struct Sets<T> {
    values: Values<T>,
    universe: Option<BTreeSet<T>>,
}

impl<T: Clone + Debug + Ord> Sets<T> {
    /// The sets of these values.
    pub fn new(values: Values<T>) -> Sets<T> {
        let universe = values.all_values().map(BTreeSet::from_iter);
        Sets { values, universe }
    }
}

/// A set built by inserting the members in an arbitrary order.
fn built<T: Ord>(mut members: Vec<T>, choices: &mut Choices) -> BTreeSet<T> {
    choices.shuffle(&mut members);
    let mut set = BTreeSet::new();
    for member in members {
        set.insert(member);
    }
    set
}

impl<T: Clone + Debug + Ord> Lattice for Sets<T> {
    type Elem = BTreeSet<T>;

    fn bottom(&self) -> BTreeSet<T> {
        BTreeSet::new()
    }

    fn top(&self) -> Option<BTreeSet<T>> {
        self.universe.clone()
    }

    fn leq(&self, a: &BTreeSet<T>, b: &BTreeSet<T>) -> Answer {
        a.is_subset(b).into()
    }

    fn equal(&self, a: &BTreeSet<T>, b: &BTreeSet<T>) -> Answer {
        (a == b).into()
    }

    fn join(&self, a: &BTreeSet<T>, b: &BTreeSet<T>) -> BTreeSet<T> {
        a.union(b).cloned().collect()
    }

    fn meet(&self, a: &BTreeSet<T>, b: &BTreeSet<T>) -> BTreeSet<T> {
        a.intersection(b).cloned().collect()
    }
}

impl<T: Clone + Debug + Ord> Generate for Sets<T> {
    fn arbitrary(&self, choices: &mut Choices) -> BTreeSet<T> {
        let members = match &self.universe {
            Some(universe) if choices.once_in(8) => universe.iter().cloned().collect(),
            Some(universe) if universe.len() <= 8 => {
                choices.some_of(&universe.iter().cloned().collect::<Vec<_>>())
            }
            _ => choices.many(6, |choices| self.values.arbitrary_value(choices)),
        };
        built(members, choices)
    }

    /// Some of the members; often all but one.
    fn below(&self, a: &BTreeSet<T>, choices: &mut Choices) -> BTreeSet<T> {
        let mut members: Vec<T> = a.iter().cloned().collect();
        if choices.flip() {
            members = choices.some_of(&members);
        } else if !members.is_empty() {
            members.remove(choices.index(members.len()));
        }
        built(members, choices)
    }

    /// A few more members, fewer than a join with an arbitrary set would add.
    fn above(&self, a: &BTreeSet<T>, choices: &mut Choices) -> BTreeSet<T> {
        let mut members: Vec<T> = a.iter().cloned().collect();
        members.extend(choices.many(2, |choices| self.values.arbitrary_value(choices)));
        built(members, choices)
    }

    fn equal_to(&self, a: &BTreeSet<T>, choices: &mut Choices) -> BTreeSet<T> {
        built(a.iter().cloned().collect(), choices)
    }

    fn elements(&self) -> Option<Vec<BTreeSet<T>>> {
        let universe = self.universe.as_ref().filter(|all| 1 << all.len().min(63) <= LISTED)?;
        let subset = |mask: usize| {
            let members = universe.iter().enumerate().filter(|(i, _)| mask & (1 << i) != 0);
            members.map(|(_, member)| member.clone()).collect()
        };
        Some((0..1 << universe.len()).map(subset).collect())
    }
}

/// Members that can be drawn without saying how need no source of values.
impl<T: Clone + Debug + Draw + Ord> Element for BTreeSet<T> {
    fn bottom() -> BTreeSet<T> {
        BTreeSet::new()
    }

    fn leq(&self, other: &BTreeSet<T>) -> bool {
        self.is_subset(other)
    }

    fn join(&self, other: &BTreeSet<T>) -> BTreeSet<T> {
        self.union(other).cloned().collect()
    }

    fn meet(&self, other: &BTreeSet<T>) -> BTreeSet<T> {
        self.intersection(other).cloned().collect()
    }

    fn arbitrary(choices: &mut Choices) -> BTreeSet<T> {
        choices.many(3, T::draw).into_iter().collect()
    }

    fn below(&self, choices: &mut Choices) -> BTreeSet<T> {
        self.iter().filter(|_| choices.flip()).cloned().collect()
    }

    fn above(&self, choices: &mut Choices) -> BTreeSet<T> {
        self.iter().cloned().chain(choices.many(2, T::draw)).collect()
    }

    fn equal_to(&self, choices: &mut Choices) -> BTreeSet<T> {
        built(self.iter().cloned().collect(), choices)
    }
}

impl<T: Clone + Debug + Ord> Widening for Sets<T> {
    /// The union. It converges when there are finitely many values; otherwise the sets have no
    /// top, and no widening.
    fn widen(&self, a: &BTreeSet<T>, b: &BTreeSet<T>) -> BTreeSet<T> {
        self.join(a, b)
    }
}

/// A set stands for its members.
impl<T: Clone + Debug + Ord> Concrete for Sets<T> {
    type Value = T;

    fn contains(&self, a: &BTreeSet<T>, value: &T) -> bool {
        a.contains(value)
    }

    fn member(&self, a: &BTreeSet<T>, choices: &mut Choices) -> Option<T> {
        (!a.is_empty()).then(|| a.iter().nth(choices.index(a.len())).cloned())?
    }

    fn members(&self, a: &BTreeSet<T>) -> Option<Vec<T>> {
        Some(a.iter().cloned().collect())
    }
}

impl<T: Clone + Debug + Ord> Abstraction for Sets<T> {
    fn abstraction(&self, value: &T) -> BTreeSet<T> {
        BTreeSet::from([value.clone()])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_universes_are_listed() {
        assert_eq!(Sets::new(Values::among([1, 2, 3])).elements().map(|all| all.len()), Some(8));
        assert_eq!(Sets::new(Values::among(0..7)).elements(), None);
    }
}
