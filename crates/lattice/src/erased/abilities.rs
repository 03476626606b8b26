//! What a lattice has beyond its order, as functions that a suite collects.

use crate::{Choices, Concrete, Lattice, Narrowing, Widening};
use std::any::Any;
use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::rc::Rc;

type Binary<L> = fn(&L, &<L as Lattice>::Elem, &<L as Lattice>::Elem) -> <L as Lattice>::Elem;
type Relation<L, T> = fn(&<L as Lattice>::Elem, &<L as Lattice>::Elem) -> T;

/// The operations that only some lattices have.
pub(crate) struct Abilities<L: Lattice> {
    pub widen: Option<Binary<L>>,
    pub narrow: Option<Binary<L>>,
    pub meaning: Option<Meaning<L>>,
    pub equal: Option<Relation<L, bool>>,
    pub hash: Option<fn(&L::Elem) -> u64>,
    pub compare: Option<Relation<L, Ordering>>,
    pub less_or_equal: Option<Relation<L, bool>>,
    /// Further operations that traces may use.
    pub operations: Vec<(&'static str, Operation<L>)>,
}

/// An operation of a lattice's own, by which traces build elements.
pub(crate) enum Operation<L: Lattice> {
    Unary(fn(&L, &L::Elem) -> L::Elem),
    Binary(Binary<L>),
}

impl<L: Lattice> Clone for Operation<L> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<L: Lattice> Copy for Operation<L> {}

/// The concretisation, for values whose type is erased.
pub(crate) struct Meaning<L: Lattice> {
    pub contains: fn(&L, &L::Elem, &Value) -> bool,
    pub member: fn(&L, &L::Elem, &mut Choices) -> Option<Value>,
    pub members: fn(&L, &L::Elem) -> Option<Vec<Value>>,
}

/// A concrete value of an erased lattice.
#[derive(Clone)]
pub struct Value(Rc<dyn Concealed>);

trait Concealed: Any + fmt::Debug {}

impl<T: Any + fmt::Debug> Concealed for T {}

impl Value {
    fn new(value: impl fmt::Debug + 'static) -> Value {
        Value(Rc::new(value))
    }

    fn get<T: 'static>(&self) -> &T {
        let value: &dyn Any = &*self.0;
        value.downcast_ref().expect("a lattice has one type of concrete values")
    }
}

impl fmt::Debug for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl<L: Lattice> Abilities<L> {
    pub(crate) fn none() -> Abilities<L> {
        Abilities {
            widen: None,
            narrow: None,
            meaning: None,
            equal: None,
            hash: None,
            compare: None,
            less_or_equal: None,
            operations: vec![],
        }
    }

    pub(crate) fn add_widening(&mut self)
    where
        L: Widening,
    {
        self.widen = Some(L::widen);
    }

    pub(crate) fn add_narrowing(&mut self)
    where
        L: Narrowing,
    {
        self.narrow = Some(L::narrow);
    }

    pub(crate) fn add_meaning(&mut self)
    where
        L: Concrete + 'static,
    {
        self.meaning = Some(Meaning {
            contains: |l, a, value| l.contains(a, value.get()),
            member: |l, a, choices| l.member(a, choices).map(Value::new),
            members: |l, a| Some(l.members(a)?.into_iter().map(Value::new).collect()),
        });
    }

    pub(crate) fn add_equality(&mut self)
    where
        L::Elem: PartialEq,
    {
        self.equal = Some(|a, b| a == b);
    }

    pub(crate) fn add_hash(&mut self)
    where
        L::Elem: Hash,
    {
        self.hash = Some(|a| {
            let mut hasher = std::hash::DefaultHasher::new();
            a.hash(&mut hasher);
            hasher.finish()
        });
    }

    pub(crate) fn add_ordering(&mut self)
    where
        L::Elem: Ord,
    {
        self.compare = Some(Ord::cmp);
    }

    pub(crate) fn add_partial_order(&mut self)
    where
        L::Elem: PartialOrd,
    {
        self.less_or_equal = Some(|a, b| a <= b);
    }
}

impl<L: Lattice> Clone for Abilities<L> {
    fn clone(&self) -> Self {
        Abilities { operations: self.operations.clone(), ..*self }
    }
}

impl<L: Lattice> Clone for Meaning<L> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<L: Lattice> Copy for Meaning<L> {}
