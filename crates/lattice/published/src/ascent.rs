//! Adapters for the crate ascent_base, the lattices of the logic language Ascent.
//!
//! Its trait `Lattice` documents the greatest lower and the least upper bound in the order of
//! `PartialOrd`, and that the methods ending in `_mut` say whether they changed anything.

use ascent_base::Lattice as AscentLattice;
use ascent_base::lattice::bounded_set::BoundedSet;
use ascent_base::lattice::constant_propagation::ConstPropagation;
use ascent_base::lattice::ord_lattice::OrdLattice;
use ascent_base::lattice::set::Set;
use ascent_base::lattice::{BoundedLattice, Dual, Product};
use soundline_lattice::{
    Answer, Case, Choices, Class, Generate, Lattice, Law, LawId, Outcome, Subject, Suite,
};
use std::fmt::Debug;
use std::rc::Rc;

/// A lattice of the crate, its elements drawn by a function.
pub struct Ascent<T> {
    sample: fn(&mut Choices) -> T,
    bottom: fn() -> T,
    top: fn() -> Option<T>,
}

/// What every lattice of the crate has.
pub trait Element: AscentLattice + Clone + Debug + 'static {}

impl<T: AscentLattice + Clone + Debug + 'static> Element for T {}

impl<T: Element> Lattice for Ascent<T> {
    type Elem = T;

    fn bottom(&self) -> T {
        (self.bottom)()
    }

    fn top(&self) -> Option<T> {
        (self.top)()
    }

    fn leq(&self, a: &T, b: &T) -> Answer {
        (a <= b).into()
    }

    fn equal(&self, a: &T, b: &T) -> Answer {
        (a == b).into()
    }

    fn join(&self, a: &T, b: &T) -> T {
        a.clone().join(b.clone())
    }

    fn meet(&self, a: &T, b: &T) -> T {
        a.clone().meet(b.clone())
    }
}

impl<T: Element> Generate for Ascent<T> {
    fn arbitrary(&self, choices: &mut Choices) -> T {
        (self.sample)(choices)
    }
}

/// The laws of a lattice with bounds.
pub fn bounded<T: Element + BoundedLattice>(
    name: &str,
    sample: fn(&mut Choices) -> T,
) -> Suite<Ascent<T>> {
    unbounded(name, sample, T::bottom, || Some(T::top()))
}

/// The laws of a lattice that does not name its bounds.
pub fn unbounded<T: Element>(
    name: &str,
    sample: fn(&mut Choices) -> T,
    bottom: fn() -> T,
    top: fn() -> Option<T>,
) -> Suite<Ascent<T>> {
    let lattice = Ascent { sample, bottom, top };
    Suite::new(name, lattice).equality().partial_order().with(documented_laws())
}

/// What the crate documents beyond the laws of every lattice.
fn documented_laws<T: Element>() -> Vec<Law<Ascent<T>>> {
    vec![
        law(
            "join_mut is join",
            Class::Join,
            "join_mut(a, b) changes a to a ⊔ b and says so",
            |l, case| {
                let [a, b] = l.any(case);
                let mut changed = a.clone();
                let reported = changed.join_mut(b.clone());
                case.note("a after join_mut(a, b)", || l.show(&changed));
                case.note("join_mut(a, b)", || reported.to_string());
                (changed == a.clone().join(b) && reported == (changed != a)).into()
            },
        ),
        law(
            "meet_mut is meet",
            Class::Meet,
            "meet_mut(a, b) changes a to a ⊓ b and says so",
            |l, case| {
                let [a, b] = l.any(case);
                let mut changed = a.clone();
                let reported = changed.meet_mut(b.clone());
                case.note("a after meet_mut(a, b)", || l.show(&changed));
                case.note("meet_mut(a, b)", || reported.to_string());
                (changed == a.clone().meet(b) && reported == (changed != a)).into()
            },
        ),
    ]
}

fn law<T: Element>(
    name: &'static str,
    class: Class,
    statement: &'static str,
    check: fn(&Subject<Ascent<T>>, &mut Case) -> Outcome,
) -> Law<Ascent<T>> {
    Law::new(LawId::new(name), class, statement, check)
}

/// Numbers, the ends likely.
pub fn number(choices: &mut Choices) -> i16 {
    choices.int(i16::MIN.into(), i16::MAX.into()) as i16
}

/// Sets of small numbers.
pub fn set(choices: &mut Choices) -> Set<u8> {
    Set(choices.many(5, |choices| choices.draw(5) as u8).into_iter().collect())
}

/// Sets of at most two numbers, or everything.
pub fn bounded_set(choices: &mut Choices) -> BoundedSet<2, u8> {
    match choices.once_in(6) {
        true => BoundedSet::TOP,
        false => BoundedSet::from_set(set(choices)),
    }
}

/// Nothing, one number, or any.
pub fn constant(choices: &mut Choices) -> ConstPropagation<u8> {
    match choices.draw(3) {
        0 => ConstPropagation::Bottom,
        3 => ConstPropagation::Top,
        _ => ConstPropagation::Constant(choices.draw(2) as u8),
    }
}

/// Sets with the order turned round.
pub fn dual(choices: &mut Choices) -> Dual<Set<u8>> {
    Dual(set(choices))
}

/// Pairs ordered side by side.
pub fn product(choices: &mut Choices) -> Product<(BoundedSet<2, u8>, bool)> {
    Product((bounded_set(choices), choices.flip()))
}

/// Arrays ordered place by place.
pub fn array(choices: &mut Choices) -> Product<[ConstPropagation<u8>; 3]> {
    Product([constant(choices), constant(choices), constant(choices)])
}

/// Words in alphabetical order.
pub fn word(choices: &mut Choices) -> OrdLattice<String> {
    OrdLattice(soundline_lattice::any_string(choices))
}

/// A product or less than any.
pub fn option(choices: &mut Choices) -> Option<Product<(BoundedSet<2, u8>, bool)>> {
    (!choices.once_in(5)).then(|| product(choices))
}

/// Sets behind a counted pointer.
pub fn rc(choices: &mut Choices) -> Rc<Set<u8>> {
    Rc::new(set(choices))
}

/// Tuples in dictionary order, with few first components so that the second ones decide.
pub fn tuple(choices: &mut Choices) -> (bool, i16) {
    (choices.flip(), number(choices))
}
