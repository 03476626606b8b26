//! Functions that have one value almost everywhere: a map of exceptions and a default.

use crate::adapt::Element;
use crate::{Choices, adapt::Draw};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;

/// A function from keys into a lattice: the exceptions that are listed, and `rest` for every other key.
///
/// Unlike in [`Maps`](super::Maps), a key that is not listed need not be at ⊥: "all other fields are strings".
/// Exceptions that equal `rest` are never kept, so that `==` is equality.
///
/// ```
/// use soundline_lattice::combine::Defaults;
/// let even: Defaults<&str, bool> = Defaults::new([("a", true), ("b", false)], false);
/// assert!(*even.get(&"a") && !*even.get(&"z"));
/// assert_eq!(even, Defaults::new([("a", true)], false));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Defaults<K: Ord, E> {
    entries: BTreeMap<K, E>,
    rest: E,
}

impl<K: Clone + Ord, E: Clone + PartialEq> Defaults<K, E> {
    /// The function with these exceptions.
    pub fn new(entries: impl IntoIterator<Item = (K, E)>, rest: E) -> Defaults<K, E> {
        let entries = entries.into_iter().filter(|(_, value)| *value != rest).collect();
        Defaults { entries, rest }
    }

    /// The value at a key.
    pub fn get<Q: Ord + ?Sized>(&self, key: &Q) -> &E
    where
        K: std::borrow::Borrow<Q>,
    {
        self.entries.get(key).unwrap_or(&self.rest)
    }

    /// Change the value at a key.
    pub fn set(&mut self, key: K, value: E) {
        if value == self.rest {
            self.entries.remove(&key);
        } else {
            self.entries.insert(key, value);
        }
    }

    /// The exceptions.
    pub fn entries(&self) -> &BTreeMap<K, E> {
        &self.entries
    }

    /// The value at all other keys.
    pub fn rest(&self) -> &E {
        &self.rest
    }

    /// The function with every value changed.
    pub fn map<F: Clone + PartialEq>(&self, f: impl Fn(&E) -> F) -> Defaults<K, F> {
        Defaults::new(
            self.entries.iter().map(|(key, value)| (key.clone(), f(value))),
            f(&self.rest),
        )
    }

    /// Two functions put together key by key.
    pub fn zip(&self, other: &Defaults<K, E>, f: impl Fn(&E, &E) -> E) -> Defaults<K, E> {
        let at = |key: &K| (key.clone(), f(self.get(key), other.get(key)));
        Defaults::new(self.exceptions(other).into_iter().map(at), f(&self.rest, &other.rest))
    }

    /// Does a relation hold at every key?
    pub fn all(&self, other: &Defaults<K, E>, holds: impl Fn(&E, &E) -> bool) -> bool {
        holds(&self.rest, &other.rest)
            && self.exceptions(other).into_iter().all(|key| holds(self.get(key), other.get(key)))
    }

    fn exceptions<'a>(&'a self, other: &'a Defaults<K, E>) -> BTreeSet<&'a K> {
        self.entries.keys().chain(other.entries.keys()).collect()
    }
}

impl<K: Clone + Debug + Draw + Ord, E: Element> Element for Defaults<K, E> {
    fn bottom() -> Self {
        Defaults::new([], E::bottom())
    }

    fn top() -> Option<Self> {
        Some(Defaults::new([], E::top()?))
    }

    fn leq(&self, other: &Self) -> bool {
        self.all(other, E::leq)
    }

    fn join(&self, other: &Self) -> Self {
        self.zip(other, E::join)
    }

    fn meet(&self, other: &Self) -> Self {
        self.zip(other, E::meet)
    }

    fn show(&self) -> String {
        let listed = self.entries.iter().map(|(key, value)| format!("{key:?} ↦ {}", value.show()));
        let all: Vec<String> = listed.chain([format!("_ ↦ {}", self.rest.show())]).collect();
        format!("{{{}}}", all.join(", "))
    }

    fn arbitrary(choices: &mut Choices) -> Self {
        let rest = E::arbitrary(choices);
        Defaults::new(choices.many(4, |c| (K::draw(c), E::arbitrary(c))), rest)
    }

    /// Each value moves down or stays, and some key that had the default moves alone.
    fn below(&self, choices: &mut Choices) -> Self {
        self.moved(choices, E::below)
    }

    fn above(&self, choices: &mut Choices) -> Self {
        self.moved(choices, E::above)
    }

    fn equal_to(&self, choices: &mut Choices) -> Self {
        let mut entries: Vec<_> = self.entries.iter().collect();
        choices.shuffle(&mut entries);
        let copied = entries.into_iter().map(|(key, value)| (key.clone(), value.equal_to(choices)));
        let copied: Vec<_> = copied.collect();
        Defaults::new(copied, self.rest.equal_to(choices))
    }
}

impl<K: Clone + Debug + Draw + Ord, E: Element> Defaults<K, E> {
    fn moved(&self, choices: &mut Choices, step: impl Fn(&E, &mut Choices) -> E) -> Self {
        let mut keys: BTreeSet<K> = self.entries.keys().cloned().collect();
        keys.extend(choices.many(2, K::draw));
        let mut entries = Vec::new();
        for key in keys {
            let value = self.get(&key);
            let value = if choices.flip() { step(value, choices) } else { value.clone() };
            entries.push((key, value));
        }
        let rest = if choices.flip() { step(&self.rest, choices) } else { self.rest.clone() };
        Defaults::new(entries, rest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::adapt::Own;
    use crate::{Runner, Suite};

    #[test]
    fn all_laws_hold() {
        let defaults = Own::<Defaults<String, (bool, bool)>>::new();
        let suite = Suite::new("defaults", defaults).equality().hashing().ordering();
        for report in Runner::new().run_all(&suite.checks()) {
            assert!(!report.is_violated(), "{report}");
        }
    }

    #[test]
    fn a_key_that_equals_the_rest_is_forgotten() {
        let mut function = Defaults::new([("a", 1), ("b", 2)], 1);
        assert_eq!(function.entries().len(), 1);
        function.set("b", 1);
        assert_eq!(function, Defaults::new([], 1));
        assert_eq!(function.zip(&Defaults::new([("c", 4)], 3), |x, y| x + y).get("c"), &5);
    }
}
