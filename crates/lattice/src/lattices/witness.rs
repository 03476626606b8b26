//! Best results where the members of an element cannot be listed.
//!
//! An operator is best as soon as its result is below the join over *some* members of its arguments:
//! the join over all of them is only larger. So a few well chosen members, the witnesses, are enough.

use crate::{Abstraction, Check, Class, Generate, Lattice};
use std::sync::Arc;

/// An operator on two elements of a lattice.
pub(super) type Binary<L> =
    fn(&L, &<L as Lattice>::Elem, &<L as Lattice>::Elem) -> <L as Lattice>::Elem;

/// The check that an operator on two elements is the best one for a concrete operator on integers.
pub(super) fn best<L: Abstraction<Value = i128> + Generate + Send + Sync + 'static>(
    name: &str,
    lattice: L,
    witnesses: fn(&L::Elem) -> Vec<i128>,
    operator: Binary<L>,
    concrete: fn(i128, i128) -> Option<i128>,
) -> Check {
    let statement = "f(a, b) ⊑ ⨆ α(concrete f(v, w)) over some v ∈ γ(a), w ∈ γ(b)";
    let name = format!("{name} best");
    Check::about(&Arc::new(lattice), name, Class::Operator, statement, move |subject, case| {
        let [a, b] = subject.any(case);
        let mut least = subject.bottom();
        for v in witnesses(&a) {
            for value in witnesses(&b).into_iter().filter_map(|w| concrete(v, w)) {
                least = subject.join(&least, &subject.abstraction(&value));
            }
        }
        let image = operator(subject, &a, &b);
        subject.expect_leq(case, ("f(a, b)", &image), ("join over witnesses", &least))
    })
}
