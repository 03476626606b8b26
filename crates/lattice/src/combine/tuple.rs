//! Tuples of lattices, ordered component by component.
//!
//! `(A, B)`, `(A, B, C)` and `(A, B, C, D)` are lattices when their components are. A pair with one
//! empty component stands for nothing, but is not ⊥: for that see [`Reduced`](super::Reduced).

use super::LISTED;
use crate::{Answer, Choices, Concrete, Generate, Lattice, Narrowing, Transfer, Widening};

/// Below or above a tuple most components stay: chains in which one component moves are the rule in
/// an analysis, and a fault in a component is then seen alone.
fn moved<E: Clone>(
    component: &E,
    choices: &mut Choices,
    step: impl FnOnce(&mut Choices) -> E,
) -> E {
    if choices.flip() { step(choices) } else { component.clone() }
}

macro_rules! tuples {
    ($(($($kind:ident $index:tt $transfer:ident),+))+) => { $(
        impl<$($kind: Lattice),+> Lattice for ($($kind,)+) {
            type Elem = ($($kind::Elem,)+);

            fn bottom(&self) -> Self::Elem {
                ($(self.$index.bottom(),)+)
            }

            fn top(&self) -> Option<Self::Elem> {
                Some(($(self.$index.top()?,)+))
            }

            fn leq(&self, a: &Self::Elem, b: &Self::Elem) -> Answer {
                Answer::all([$(self.$index.leq(&a.$index, &b.$index)),+])
            }

            fn equal(&self, a: &Self::Elem, b: &Self::Elem) -> Answer {
                Answer::all([$(self.$index.equal(&a.$index, &b.$index)),+])
            }

            fn join(&self, a: &Self::Elem, b: &Self::Elem) -> Self::Elem {
                ($(self.$index.join(&a.$index, &b.$index),)+)
            }

            fn meet(&self, a: &Self::Elem, b: &Self::Elem) -> Self::Elem {
                ($(self.$index.meet(&a.$index, &b.$index),)+)
            }

            fn show(&self, a: &Self::Elem) -> String {
                format!("({})", [$(self.$index.show(&a.$index)),+].join(", "))
            }
        }

        impl<$($kind: Generate),+> Generate for ($($kind,)+) {
            fn arbitrary(&self, choices: &mut Choices) -> Self::Elem {
                ($(self.$index.arbitrary(choices),)+)
            }

            fn below(&self, a: &Self::Elem, choices: &mut Choices) -> Self::Elem {
                ($(moved(&a.$index, choices, |choices| self.$index.below(&a.$index, choices)),)+)
            }

            fn above(&self, a: &Self::Elem, choices: &mut Choices) -> Self::Elem {
                ($(moved(&a.$index, choices, |choices| self.$index.above(&a.$index, choices)),)+)
            }

            fn equal_to(&self, a: &Self::Elem, choices: &mut Choices) -> Self::Elem {
                ($(self.$index.equal_to(&a.$index, choices),)+)
            }

            fn transfer(&self, choices: &mut Choices) -> Transfer<'_, Self::Elem> {
                $(let $transfer = self.$index.transfer(choices);)+
                let description = [$($transfer.description()),+].join("; ");
                Transfer::new(description, move |x: &Self::Elem| ($($transfer.apply(&x.$index),)+))
            }

            fn elements(&self) -> Option<Vec<Self::Elem>> {
                let tuples = ($(self.$index.elements()?,)+);
                let count = [$(tuples.$index.len()),+].iter().product::<usize>();
                if count > LISTED {
                    return None;
                }
                // Numbers in a mixed base, the first component being the highest digit.
                let mut listed = Vec::with_capacity(count);
                for number in 0..count {
                    let mut weight = count;
                    listed.push(($({
                        weight /= tuples.$index.len();
                        tuples.$index[number / weight % tuples.$index.len()].clone()
                    },)+));
                }
                Some(listed)
            }
        }

        impl<$($kind: Widening),+> Widening for ($($kind,)+) {
            fn widen(&self, a: &Self::Elem, b: &Self::Elem) -> Self::Elem {
                ($(self.$index.widen(&a.$index, &b.$index),)+)
            }
        }

        impl<$($kind: Narrowing),+> Narrowing for ($($kind,)+) {
            fn narrow(&self, a: &Self::Elem, b: &Self::Elem) -> Self::Elem {
                ($(self.$index.narrow(&a.$index, &b.$index),)+)
            }
        }

        /// A tuple stands for the tuples of members of its components.
        impl<$($kind: Concrete),+> Concrete for ($($kind,)+) {
            type Value = ($($kind::Value,)+);

            fn contains(&self, a: &Self::Elem, value: &Self::Value) -> bool {
                $(self.$index.contains(&a.$index, &value.$index))&&+
            }

            fn member(&self, a: &Self::Elem, choices: &mut Choices) -> Option<Self::Value> {
                Some(($(self.$index.member(&a.$index, choices)?,)+))
            }
        }
    )+ };
}

tuples! {
    (A 0 f, B 1 g)
    (A 0 f, B 1 g, C 2 h)
    (A 0 f, B 1 g, C 2 h, D 3 i)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lattices::{Bool, Parity, Sign};

    #[test]
    fn small_products_are_listed() {
        assert_eq!((Sign, Parity).elements().map(|all| all.len()), Some(20));
        assert_eq!((Sign, Sign, Sign).elements(), None);
        let triples = (Bool, Bool, Bool).elements().unwrap_or_default();
        assert_eq!(triples.len(), 8);
        assert_eq!(triples[1], (false, false, true));
    }
}
