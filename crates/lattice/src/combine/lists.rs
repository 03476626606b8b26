//! Lists of lattice elements, ordered place by place, where missing places are at ⊥.

use crate::{Abstraction, Answer, Choices, Concrete, Generate, Lattice, Narrowing};

/// Lists of any length over a lattice: abstract stacks and argument lists.
///
/// Trailing ⊥ make no difference, so elements have several representations. There is no top, and no
/// widening: lists can grow for ever.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lists<L>(L);

impl<L: Lattice> Lists<L> {
    /// The lists over a lattice.
    pub fn new(lattice: L) -> Lists<L> {
        Lists(lattice)
    }

    /// What a list holds at a place.
    pub fn get(&self, a: &[L::Elem], place: usize) -> L::Elem {
        a.get(place).cloned().unwrap_or_else(|| self.0.bottom())
    }

    /// All places of both lists.
    fn places<'a>(
        &'a self,
        a: &'a [L::Elem],
        b: &'a [L::Elem],
    ) -> impl Iterator<Item = (L::Elem, L::Elem)> + 'a {
        (0..a.len().max(b.len())).map(move |place| (self.get(a, place), self.get(b, place)))
    }
}

impl<L: Lattice> Lattice for Lists<L> {
    type Elem = Vec<L::Elem>;

    fn bottom(&self) -> Self::Elem {
        vec![]
    }

    fn leq(&self, a: &Self::Elem, b: &Self::Elem) -> Answer {
        Answer::all(self.places(a, b).map(|(x, y)| self.0.leq(&x, &y)))
    }

    fn equal(&self, a: &Self::Elem, b: &Self::Elem) -> Answer {
        Answer::all(self.places(a, b).map(|(x, y)| self.0.equal(&x, &y)))
    }

    fn join(&self, a: &Self::Elem, b: &Self::Elem) -> Self::Elem {
        self.places(a, b).map(|(x, y)| self.0.join(&x, &y)).collect()
    }

    fn meet(&self, a: &Self::Elem, b: &Self::Elem) -> Self::Elem {
        a.iter().zip(b).map(|(x, y)| self.0.meet(x, y)).collect()
    }

    fn show(&self, a: &Self::Elem) -> String {
        let shown: Vec<String> = a.iter().map(|x| self.0.show(x)).collect();
        format!("[{}]", shown.join(", "))
    }
}

impl<L: Generate> Generate for Lists<L> {
    fn arbitrary(&self, choices: &mut Choices) -> Self::Elem {
        choices.many(5, |choices| self.0.arbitrary(choices))
    }

    /// Places move down or stay, and the end may be cut off.
    fn below(&self, a: &Self::Elem, choices: &mut Choices) -> Self::Elem {
        let kept = a.len() - choices.index(a.len() + 1) * usize::from(choices.flip());
        let place = |x: &L::Elem| {
            if choices.flip() { self.0.below(x, choices) } else { x.clone() }
        };
        a[..kept].iter().map(place).collect()
    }

    /// Places move up or stay, and the list may get longer.
    fn above(&self, a: &Self::Elem, choices: &mut Choices) -> Self::Elem {
        let mut list = Vec::with_capacity(a.len());
        for x in a {
            list.push(if choices.flip() { self.0.above(x, choices) } else { x.clone() });
        }
        list.extend(choices.many(2, |choices| self.0.arbitrary(choices)));
        list
    }

    /// With other elements in the places, and more or fewer ⊥ at the end.
    fn equal_to(&self, a: &Self::Elem, choices: &mut Choices) -> Self::Elem {
        let bottom = self.0.bottom();
        let mut list: Vec<L::Elem> = a.iter().map(|x| self.0.equal_to(x, choices)).collect();
        while list.last().is_some_and(|last| self.0.equal(last, &bottom).is_yes()) && choices.flip()
        {
            list.pop();
        }
        list.extend(choices.many(2, |_| bottom.clone()));
        list
    }
}

impl<L: Narrowing> Narrowing for Lists<L> {
    fn narrow(&self, a: &Self::Elem, b: &Self::Elem) -> Self::Elem {
        self.places(a, b).map(|(x, y)| self.0.narrow(&x, &y)).collect()
    }
}

/// A list stands for the pairs of a place and a value that may be there.
impl<L: Concrete> Concrete for Lists<L> {
    type Value = (usize, L::Value);

    fn contains(&self, a: &Self::Elem, (place, value): &Self::Value) -> bool {
        a.get(*place).is_some_and(|element| self.0.contains(element, value))
    }

    fn member(&self, a: &Self::Elem, choices: &mut Choices) -> Option<Self::Value> {
        let mut places: Vec<usize> = (0..a.len()).collect();
        choices.shuffle(&mut places);
        places.into_iter().find_map(|place| Some((place, self.0.member(&a[place], choices)?)))
    }
}

impl<L: Abstraction> Abstraction for Lists<L> {
    fn abstraction(&self, (place, value): &Self::Value) -> Self::Elem {
        let mut list = vec![self.0.bottom(); *place];
        list.push(self.0.abstraction(value));
        list
    }
}
