//! The disjunctive completion: finite sets of elements, each standing for "one of these".

use super::LISTED;
use crate::{Abstraction, Answer, Choices, Concrete, Generate, Lattice, Widening, order_equal};

/// Finite sets of elements of a lattice in the Hoare order: A ⊑ B when every member of A is below
/// some member of B.
///
/// Results are kept as antichains: without ⊥ and without members below other members. Operands need
/// not be, and their order does not matter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Powerset<L>(L);

impl<L: Lattice> Powerset<L> {
    /// The disjunctive completion of a lattice.
    pub fn new(lattice: L) -> Powerset<L> {
        Powerset(lattice)
    }

    /// The maximal members, without ⊥. Of equal members the first stays.
    fn maximal(&self, members: Vec<L::Elem>) -> Vec<L::Elem> {
        let mut kept: Vec<L::Elem> = Vec::new();
        for member in members {
            if !self.0.leq(&member, &self.0.bottom()).is_yes()
                && !kept.iter().any(|other| self.0.leq(&member, other).is_yes())
            {
                kept.retain(|other| !self.0.leq(other, &member).is_yes());
                kept.push(member);
            }
        }
        kept
    }

    /// One element above all members.
    fn hull(&self, members: &[L::Elem]) -> L::Elem {
        members.iter().fold(self.0.bottom(), |hull, member| self.0.join(&hull, member))
    }

    /// Is an element below one of the members? ⊥ is below no member of the empty set, but stands for
    /// nothing.
    fn is_covered(&self, element: &L::Elem, members: &[L::Elem]) -> Answer {
        let empty = self.0.leq(element, &self.0.bottom());
        members.iter().fold(empty, |found, member| found.or(|| self.0.leq(element, member)))
    }
}

impl<L: Lattice> Lattice for Powerset<L> {
    type Elem = Vec<L::Elem>;

    fn bottom(&self) -> Self::Elem {
        vec![]
    }

    fn top(&self) -> Option<Self::Elem> {
        Some(vec![self.0.top()?])
    }

    fn leq(&self, a: &Self::Elem, b: &Self::Elem) -> Answer {
        Answer::all(a.iter().map(|element| self.is_covered(element, b)))
    }

    fn equal(&self, a: &Self::Elem, b: &Self::Elem) -> Answer {
        order_equal(self, a, b)
    }

    fn join(&self, a: &Self::Elem, b: &Self::Elem) -> Self::Elem {
        self.maximal([a.as_slice(), b].concat())
    }

    fn meet(&self, a: &Self::Elem, b: &Self::Elem) -> Self::Elem {
        let pairs = a.iter().flat_map(|x| b.iter().map(move |y| self.0.meet(x, y)));
        self.maximal(pairs.collect())
    }

    fn show(&self, a: &Self::Elem) -> String {
        let shown: Vec<String> = a.iter().map(|x| self.0.show(x)).collect();
        format!("{{{}}}", shown.join(", "))
    }
}

impl<L: Generate> Generate for Powerset<L> {
    fn arbitrary(&self, choices: &mut Choices) -> Self::Elem {
        self.maximal(choices.many(3, |choices| self.0.arbitrary(choices)))
    }

    /// Members move down, stay, go, or split into two.
    fn below(&self, a: &Self::Elem, choices: &mut Choices) -> Self::Elem {
        let mut members = Vec::new();
        for x in a {
            match choices.draw(3) {
                0 => members.push(x.clone()),
                1 => members.push(self.0.below(x, choices)),
                2 => members.extend([self.0.below(x, choices), self.0.below(x, choices)]),
                _ => {}
            }
        }
        self.maximal(members)
    }

    /// Members move up or stay, and new ones may come.
    fn above(&self, a: &Self::Elem, choices: &mut Choices) -> Self::Elem {
        let mut members = Vec::new();
        for x in a {
            members.push(if choices.flip() { self.0.above(x, choices) } else { x.clone() });
        }
        members.extend(choices.many(1, |choices| self.0.arbitrary(choices)));
        self.maximal(members)
    }

    /// In another order, with members that others cover.
    fn equal_to(&self, a: &Self::Elem, choices: &mut Choices) -> Self::Elem {
        let mut members: Vec<L::Elem> = a.iter().map(|x| self.0.equal_to(x, choices)).collect();
        if !a.is_empty() && choices.flip() {
            members.push(self.0.below(&a[choices.index(a.len())], choices));
        }
        choices.shuffle(&mut members);
        members
    }

    /// All antichains, where the lattice has few elements.
    fn elements(&self) -> Option<Vec<Self::Elem>> {
        let all = self.0.elements().filter(|all| all.len() <= 10)?;
        let subset = |mask: usize| -> Vec<L::Elem> {
            let members = all.iter().enumerate().filter(|(i, _)| mask & (1 << i) != 0);
            members.map(|(_, member)| member.clone()).collect()
        };
        let antichains: Vec<_> = (0..1 << all.len())
            .map(subset)
            .filter(|set| self.maximal(set.clone()).len() == set.len())
            .collect();
        (antichains.len() <= LISTED).then_some(antichains)
    }
}

impl<L: Widening> Widening for Powerset<L> {
    /// A simple one: as soon as something new comes, all members collapse into one, and from then on
    /// it is the widening of the lattice. (Bagnara, Hill and Zaffanella 2006 lose less.)
    fn widen(&self, a: &Self::Elem, b: &Self::Elem) -> Self::Elem {
        if self.leq(a, &self.bottom()).is_yes() {
            return b.clone();
        }
        if self.leq(b, a).is_yes() {
            return a.clone();
        }
        self.maximal(vec![self.0.widen(&self.hull(a), &self.hull(b))])
    }
}

/// A set stands for all that its members stand for.
impl<L: Concrete> Concrete for Powerset<L> {
    type Value = L::Value;

    fn contains(&self, a: &Self::Elem, value: &L::Value) -> bool {
        a.iter().any(|element| self.0.contains(element, value))
    }

    fn member(&self, a: &Self::Elem, choices: &mut Choices) -> Option<L::Value> {
        let mut elements: Vec<&L::Elem> = a.iter().collect();
        choices.shuffle(&mut elements);
        elements.into_iter().find_map(|element| self.0.member(element, choices))
    }

    fn members(&self, a: &Self::Elem) -> Option<Vec<L::Value>> {
        let lists: Option<Vec<_>> = a.iter().map(|element| self.0.members(element)).collect();
        lists.map(|lists| lists.concat())
    }
}

impl<L: Abstraction> Abstraction for Powerset<L> {
    fn abstraction(&self, value: &L::Value) -> Self::Elem {
        vec![self.0.abstraction(value)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lattices::{IntInterval, IntervalElem, Sign};

    #[test]
    fn covered_members_go() {
        let powerset = Powerset::new(IntInterval);
        let of = |low, high| IntervalElem::new(low, high);
        let join = powerset.join(&vec![of(0, 3)], &vec![of(5, 9), of(1, 2)]);
        assert_eq!(powerset.show(&join), "{[0, 3], [5, 9]}");
        let meet = powerset.meet(&join, &vec![of(2, 6), of(20, 30)]);
        assert_eq!(powerset.show(&meet), "{[2, 3], [5, 6]}");
    }

    #[test]
    fn antichains_are_listed() {
        assert_eq!(Powerset::new(Sign).elements().map(|all| all.len()), Some(9));
        assert_eq!(Powerset::new(IntInterval).elements(), None);
    }
}
