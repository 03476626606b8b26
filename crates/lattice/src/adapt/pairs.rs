//! Pairs of values that are related by construction, as arguments of operators.

use crate::{Argument, Choices, Generate};
use std::fmt::Debug;

/// An element of a lattice and a second value that is drawn to fit it. Independent generators meet a relation by chance
/// only; a pair of this kind always does.
///
/// ```
/// use soundline_lattice::{Argument, Choices, Lattice, adapt::Pairs, lattices::IntInterval};
/// let below = Pairs::ordered(IntInterval);
/// for seed in 0..100 {
///     let (a, b) = below.arbitrary_value(&mut Choices::random(seed));
///     assert!(IntInterval.leq(&a, &b).is_yes());
/// }
/// ```
///
/// Any other relation is a function from the first to the second, for instance a set and one of its members:
///
/// ```
/// use soundline_lattice::{Case, Check, Class, Concrete, Runner, adapt::Pairs, lattices::Sign};
/// use std::sync::Arc;
/// let pairs = Arc::new(Pairs::new(Sign, |sign, a, choices| sign.member(a, choices)));
/// let check = Check::about(&pairs, "members", Class::Operator, "v ∈ γ(a)", |pairs, case| {
///     let (a, member) = pairs.one(case, "(a, v)");
///     member.is_none_or(|v| Sign.contains(&a, &v)).into()
/// });
/// assert!(!Runner::new().run(&check, None).is_violated());
/// ```
pub struct Pairs<L: Generate, B> {
    lattice: L,
    second: Box<Second<L, B>>,
}

type Second<L, B> = dyn Fn(&L, &<L as crate::Lattice>::Elem, &mut Choices) -> B + Send + Sync;

impl<L: Generate, B: Clone + Debug> Pairs<L, B> {
    /// Pairs whose second value is drawn for the first.
    pub fn new(
        lattice: L,
        second: impl Fn(&L, &L::Elem, &mut Choices) -> B + Send + Sync + 'static,
    ) -> Pairs<L, B> {
        Pairs { lattice, second: Box::new(second) }
    }
}

impl<L: Generate + 'static> Pairs<L, L::Elem> {
    /// Elements a ⊑ b.
    pub fn ordered(lattice: L) -> Pairs<L, L::Elem> {
        Pairs::new(lattice, L::above)
    }

    /// Equal elements, differently represented where the lattice can.
    pub fn equal(lattice: L) -> Pairs<L, L::Elem> {
        Pairs::new(lattice, L::equal_to)
    }

    /// Elements of which the second is near the first: see [`Generate::near`].
    pub fn near(lattice: L) -> Pairs<L, L::Elem> {
        Pairs::new(lattice, L::near)
    }
}

impl<L: Generate, B: Clone + Debug> Argument for Pairs<L, B> {
    type Value = (L::Elem, B);

    fn arbitrary_value(&self, choices: &mut Choices) -> (L::Elem, B) {
        let first = self.lattice.arbitrary(choices);
        let second = (self.second)(&self.lattice, &first, choices);
        (first, second)
    }

    fn all_values(&self) -> Option<Vec<(L::Elem, B)>> {
        None
    }

    fn show_value(&self, (first, second): &(L::Elem, B)) -> String {
        format!("({}, {second:?})", self.lattice.show(first))
    }
}
