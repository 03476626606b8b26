//! The order of a small lattice, as the lattice itself answers: what a diagram is drawn from.

use crate::run::Watch;
use crate::{Answer, Case, Check, Choices, Generate};

/// The elements of a lattice, as counterexamples show them, and which of them are below which.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Order {
    /// The elements.
    pub elements: Vec<String>,
    /// For each element, the places of those that it is below or equal to by a definite answer. Nothing is added: a faulty
    /// order is listed as it is.
    pub leq: Vec<Vec<usize>>,
}

impl Order {
    /// The most elements that are listed: a diagram of more is not readable.
    pub const MOST: usize = 64;

    /// The order of a lattice whose elements can be listed, unless there are too many. Elements that are equal and look the same
    /// are one.
    pub fn of<L: Generate>(lattice: &L) -> Option<Order> {
        let listed = lattice.elements()?;
        // Representations of one element are listed apart.
        if listed.is_empty() || listed.len() > 8 * Order::MOST {
            return None;
        }
        let mut kept: Vec<(String, L::Elem)> = Vec::new();
        for element in listed {
            let text = lattice.show(&element);
            let same = |(other, known): &(String, L::Elem)| {
                *other == text && lattice.equal(known, &element) == Answer::Yes
            };
            if kept.iter().any(same) {
                continue;
            }
            if kept.len() == Order::MOST {
                return None;
            }
            kept.push((text, element));
        }
        let above = |(_, a): &(String, L::Elem)| {
            let is_above = |place: &usize| lattice.leq(a, &kept[*place].1) == Answer::Yes;
            (0..kept.len()).filter(is_above).collect()
        };
        let leq = kept.iter().map(above).collect();
        Some(Order { leq, elements: kept.into_iter().map(|(text, _)| text).collect() })
    }
}

/// The order of the lattice behind checks, from the first of them that knows it, in a process that is watched. None where it
/// panics.
pub fn order_watched(checks: &[Check], watch: Watch) -> Option<Order> {
    (watch.0)(Some(&Case::exhaustive(Choices::replay(&[])).start()));
    let order = crate::panics::caught(|| checks.iter().find_map(|check| check.open().order()));
    (watch.0)(None);
    order.ok().flatten()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Lattice;
    use crate::lattices::{IntInterval, Sign};

    #[test]
    fn the_order_of_signs() {
        let order = Order::of(&Sign).expect("there are few");
        let place = |name: &str| order.elements.iter().position(|e| e == name).expect("it is one");
        let (bottom, top) = (place(&Sign.show(&Sign.bottom())), order.elements.len() - 1);
        assert_eq!(order.leq[bottom].len(), order.elements.len(), "{order:?}");
        assert!(order.leq.iter().all(|above| above.contains(&top)), "{order:?}");
        assert!(order.leq.iter().enumerate().all(|(at, above)| above.contains(&at)));
    }

    #[test]
    fn what_cannot_be_listed_has_none() {
        assert_eq!(Order::of(&IntInterval), None);
    }
}
