//! The lattices of ascent_base 0.8.1. Nothing is known to be violated.

use ascent_base::lattice::Dual;
use ascent_base::lattice::ord_lattice::OrdLattice;
use ascent_base::lattice::set::Set;
use soundline_published::ascent::*;
use soundline_published::known::assert_known;
use std::rc::Rc;

#[test]
fn primitive_types() {
    assert_known(&bounded("ascent i16", number).ordering().hashing().checks(), &[]);
    assert_known(&bounded("ascent bool", |choices| choices.flip()).ordering().checks(), &[]);
    assert_known(&bounded("ascent u128", |choices| choices.any_int() as u128).checks(), &[]);
}

#[test]
fn sets() {
    // No top: the numbers are not all of the type that a set could hold, as far as a set knows.
    assert_known(&unbounded("ascent Set", set, Set::default, || None).hashing().checks(), &[]);
    assert_known(&bounded("ascent BoundedSet", bounded_set).hashing().checks(), &[]);
}

#[test]
fn the_set_of_all_numbers_stands_for_the_bottom_of_the_dual() {
    let everything = || Dual(Set((0..=5).collect()));
    let top = || Some(Dual(Set::default()));
    assert_known(&unbounded("ascent Dual", dual, everything, top).hashing().checks(), &[]);
}

#[test]
fn constants() {
    assert_known(&bounded("ascent ConstPropagation", constant).hashing().checks(), &[]);
}

#[test]
fn products_and_tuples() {
    assert_known(&bounded("ascent Product pair", product).checks(), &[]);
    assert_known(&bounded("ascent Product array", array).checks(), &[]);
    assert_known(&bounded("ascent tuple", tuple).ordering().hashing().checks(), &[]);
}

#[test]
fn wrappers() {
    let empty = || OrdLattice(String::new());
    assert_known(&unbounded("ascent OrdLattice", word, empty, || None).ordering().checks(), &[]);
    assert_known(&bounded("ascent Option", option).checks(), &[]);
    assert_known(&unbounded("ascent Rc", rc, || Rc::new(Set::default()), || None).checks(), &[]);
}
