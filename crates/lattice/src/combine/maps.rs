//! Functions from keys into a lattice, as maps in which absent keys are at ⊥.

use super::LISTED;
use crate::{
    Abstraction, Answer, Argument, Choices, Concrete, Generate, Lattice, Narrowing, Transfer,
    Values, Widening,
};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;

/// The functions from a source of keys into a lattice, ordered key by key: abstract environments.
///
/// A key that is absent is at ⊥, and so is one that is explicitly there: elements have several
/// representations, so `==` on the maps is not the lattice's equality. There is a top when the keys
/// can be listed and the values have one.
pub struct Maps<K, V> {
    keys: Values<K>,
    domain: Option<BTreeSet<K>>,
    values: V,
}

impl<K: Clone + Debug + Ord, V: Lattice> Maps<K, V> {
    /// The maps from these keys into the lattice.
    pub fn new(keys: Values<K>, values: V) -> Maps<K, V> {
        let domain = keys.all_values().map(BTreeSet::from_iter);
        Maps { keys, domain, values }
    }

    /// What a map holds at a key.
    pub fn get(&self, a: &BTreeMap<K, V::Elem>, key: &K) -> V::Elem {
        a.get(key).cloned().unwrap_or_else(|| self.values.bottom())
    }

    /// A map from the keys of both, made key by key.
    fn pointwise(
        &self,
        a: &BTreeMap<K, V::Elem>,
        b: &BTreeMap<K, V::Elem>,
        f: impl Fn(&V::Elem, &V::Elem) -> V::Elem,
    ) -> BTreeMap<K, V::Elem> {
        let keys: BTreeSet<&K> = a.keys().chain(b.keys()).collect();
        let at = |key: &K| f(&self.get(a, key), &self.get(b, key));
        keys.into_iter().map(|key| (key.clone(), at(key))).collect()
    }
}

/// A map built by inserting the entries in an arbitrary order.
fn built<K: Ord, E>(mut entries: Vec<(K, E)>, choices: &mut Choices) -> BTreeMap<K, E> {
    choices.shuffle(&mut entries);
    let mut map = BTreeMap::new();
    for (key, value) in entries {
        map.insert(key, value);
    }
    map
}

impl<K: Clone + Debug + Ord, V: Lattice> Lattice for Maps<K, V> {
    type Elem = BTreeMap<K, V::Elem>;

    fn bottom(&self) -> Self::Elem {
        BTreeMap::new()
    }

    fn top(&self) -> Option<Self::Elem> {
        let top = self.values.top()?;
        Some(self.domain.as_ref()?.iter().map(|key| (key.clone(), top.clone())).collect())
    }

    fn leq(&self, a: &Self::Elem, b: &Self::Elem) -> Answer {
        Answer::all(a.iter().map(|(key, value)| self.values.leq(value, &self.get(b, key))))
    }

    fn equal(&self, a: &Self::Elem, b: &Self::Elem) -> Answer {
        let keys: BTreeSet<&K> = a.keys().chain(b.keys()).collect();
        let at = |key: &K| self.values.equal(&self.get(a, key), &self.get(b, key));
        Answer::all(keys.into_iter().map(at))
    }

    fn join(&self, a: &Self::Elem, b: &Self::Elem) -> Self::Elem {
        self.pointwise(a, b, |x, y| self.values.join(x, y))
    }

    fn meet(&self, a: &Self::Elem, b: &Self::Elem) -> Self::Elem {
        let common = a.iter().filter_map(|(key, x)| Some((key, x, b.get(key)?)));
        common.map(|(key, x, y)| (key.clone(), self.values.meet(x, y))).collect()
    }

    fn show(&self, a: &Self::Elem) -> String {
        let entry = |(key, value)| format!("{key:?} ↦ {}", self.values.show(value));
        format!("{{{}}}", a.iter().map(entry).collect::<Vec<_>>().join(", "))
    }
}

impl<K: Clone + Debug + Ord, V: Generate> Generate for Maps<K, V> {
    fn arbitrary(&self, choices: &mut Choices) -> Self::Elem {
        if choices.once_in(8)
            && let Some(top) = self.top()
        {
            return top;
        }
        let keys = match &self.domain {
            Some(domain) if domain.len() <= 8 => {
                choices.some_of(&domain.iter().cloned().collect::<Vec<_>>())
            }
            _ => choices.many(4, |choices| self.keys.arbitrary_value(choices)),
        };
        let entries = keys.into_iter().map(|key| (key, self.values.arbitrary(choices))).collect();
        built(entries, choices)
    }

    /// Each key moves down, stays, or goes.
    fn below(&self, a: &Self::Elem, choices: &mut Choices) -> Self::Elem {
        let mut entries = Vec::new();
        for (key, value) in a {
            match choices.draw(4) {
                0 | 1 => entries.push((key.clone(), value.clone())),
                2 | 3 => entries.push((key.clone(), self.values.below(value, choices))),
                _ => {}
            }
        }
        built(entries, choices)
    }

    /// Each key moves up or stays, and new ones may come.
    fn above(&self, a: &Self::Elem, choices: &mut Choices) -> Self::Elem {
        let mut map = a.clone();
        for value in map.values_mut().filter(|_| choices.flip()).collect::<Vec<_>>() {
            *value = self.values.above(value, choices);
        }
        for key in choices.many(2, |choices| self.keys.arbitrary_value(choices)) {
            let value = self.values.above(&self.get(&map, &key), choices);
            map.insert(key, value);
        }
        built(map.into_iter().collect(), choices)
    }

    /// Another insertion order, with explicit ⊥ dropped or added.
    fn equal_to(&self, a: &Self::Elem, choices: &mut Choices) -> Self::Elem {
        let bottom = self.values.bottom();
        let mut entries = Vec::new();
        for (key, value) in a {
            let is_bottom = self.values.equal(value, &bottom).is_yes();
            if !(is_bottom && choices.flip()) {
                entries.push((key.clone(), self.values.equal_to(value, choices)));
            }
        }
        for key in choices.many(2, |choices| self.keys.arbitrary_value(choices)) {
            if !a.contains_key(&key) {
                entries.push((key, bottom.clone()));
            }
        }
        built(entries, choices)
    }

    /// Two assignments, each of which lets a loop body of the values act at a key.
    fn transfer(&self, choices: &mut Choices) -> Transfer<'_, Self::Elem> {
        let mut assignment = || (self.keys.arbitrary_value(choices), self.values.transfer(choices));
        let assignments = [assignment(), assignment()];
        let shown =
            assignments.each_ref().map(|(key, f)| format!("at {key:?}: {}", f.description()));
        Transfer::new(shown.join("; "), move |x: &Self::Elem| {
            let mut map = x.clone();
            for (key, transfer) in &assignments {
                let value = transfer.apply(&self.get(&map, key));
                map.insert(key.clone(), value);
            }
            map
        })
    }

    /// Each key is absent or at some value: all representations.
    fn elements(&self) -> Option<Vec<Self::Elem>> {
        let values = self.values.elements()?;
        let mut maps = vec![BTreeMap::new()];
        for key in self.domain.as_ref()? {
            let absent = maps.clone();
            for value in &values {
                maps.extend(absent.iter().cloned().map(|mut map| {
                    map.insert(key.clone(), value.clone());
                    map
                }));
            }
            if maps.len() > LISTED {
                return None;
            }
        }
        Some(maps)
    }
}

impl<K: Clone + Debug + Ord, V: Widening> Widening for Maps<K, V> {
    /// Key by key. It converges when there are finitely many keys.
    fn widen(&self, a: &Self::Elem, b: &Self::Elem) -> Self::Elem {
        self.pointwise(a, b, |x, y| self.values.widen(x, y))
    }
}

impl<K: Clone + Debug + Ord, V: Narrowing> Narrowing for Maps<K, V> {
    fn narrow(&self, a: &Self::Elem, b: &Self::Elem) -> Self::Elem {
        self.pointwise(a, b, |x, y| self.values.narrow(x, y))
    }
}

/// A map stands for the pairs of a key and a value that the key may have.
impl<K: Clone + Debug + Ord, V: Concrete> Concrete for Maps<K, V> {
    type Value = (K, V::Value);

    fn contains(&self, a: &Self::Elem, (key, value): &Self::Value) -> bool {
        a.get(key).is_some_and(|element| self.values.contains(element, value))
    }

    fn member(&self, a: &Self::Elem, choices: &mut Choices) -> Option<Self::Value> {
        let mut entries: Vec<_> = a.iter().collect();
        choices.shuffle(&mut entries);
        let some =
            |(key, element): (&K, _)| Some((key.clone(), self.values.member(element, choices)?));
        entries.into_iter().find_map(some)
    }

    fn members(&self, a: &Self::Elem) -> Option<Vec<Self::Value>> {
        let mut all = Vec::new();
        for (key, element) in a {
            all.extend(self.values.members(element)?.into_iter().map(|value| (key.clone(), value)));
        }
        Some(all)
    }
}

impl<K: Clone + Debug + Ord, V: Abstraction> Abstraction for Maps<K, V> {
    fn abstraction(&self, (key, value): &Self::Value) -> Self::Elem {
        BTreeMap::from([(key.clone(), self.values.abstraction(value))])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lattices::{IntInterval, IntervalElem, Sign};

    #[test]
    fn known_results() {
        let maps = Maps::new(Values::among(["x", "y"]), IntInterval);
        let a = BTreeMap::from([("x", IntervalElem::new(0, 3)), ("y", IntervalElem::BOTTOM)]);
        let b = BTreeMap::from([("x", IntervalElem::new(2, 9))]);
        assert_eq!(maps.show(&maps.join(&a, &b)), r#"{"x" ↦ [0, 9], "y" ↦ ⊥}"#);
        assert_eq!(maps.show(&maps.meet(&a, &b)), r#"{"x" ↦ [2, 3]}"#);
    }

    #[test]
    fn all_representations_are_listed() {
        let maps = Maps::new(Values::among(["x", "y"]), Sign);
        assert_eq!(maps.elements().map(|all| all.len()), Some(6 * 6));
        assert_eq!(Maps::new(Values::among(0..3), Sign).elements(), None);
    }
}
