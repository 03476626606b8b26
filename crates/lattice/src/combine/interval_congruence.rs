//! The reduced product of intervals and congruences: strided intervals.

use super::{Reduced, Reduction};
use crate::lattices::{Bound, Congruence, CongruenceElem, IntInterval, IntervalElem};
use crate::{Suite, signature};
use Bound::Finite;

/// The reduction between an interval and a congruence: finite bounds move inwards to members of the
/// congruence, a single member becomes a constant, and no member becomes ⊥.
///
/// It is exact: the result is the best interval and the best congruence for the common members.
///
/// ```
/// use soundline_lattice::combine::{IntervalCongruence, Reduction};
/// use soundline_lattice::lattices::{CongruenceElem, IntervalElem};
/// let pair = (IntervalElem::new(1, 10), CongruenceElem::new(0, 4));
/// let reduced = IntervalCongruence.reduce(&pair);
/// assert_eq!(reduced, (IntervalElem::new(4, 8), CongruenceElem::new(0, 4)));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct IntervalCongruence;

/// An interval and a congruence.
type Pair = (IntervalElem, CongruenceElem);

/// The product that uses the reduction.
type Product = Reduced<IntInterval, Congruence, IntervalCongruence>;

impl Reduction<IntInterval, Congruence> for IntervalCongruence {
    fn reduce(&self, pair: &Pair) -> Pair {
        let (Some((low, high)), Some((residue, modulus))) = (pair.0.bounds(), pair.1.parts())
        else {
            return (IntervalElem::BOTTOM, CongruenceElem::BOTTOM);
        };
        let (low, high) = (low.wide(), high.wide());
        let (first, last) = match modulus {
            0 => (low.max(Finite(residue)), high.min(Finite(residue))),
            _ => (first_from(low, residue, modulus), last_up_to(high, residue, modulus)),
        };
        let congruence = match (first, last) {
            (Finite(first), Finite(last)) if first == last => CongruenceElem::constant(first),
            _ if first > last => CongruenceElem::BOTTOM,
            _ => pair.1,
        };
        (IntervalElem::around(first, last), congruence)
    }
}

/// The first member of residue + modulus·Z that is not below a bound. Where it would overflow, the
/// bound stays.
fn first_from(bound: Bound<i128>, residue: i128, modulus: i128) -> Bound<i128> {
    let Finite(low) = bound else { return bound };
    let distance = residue.checked_sub(low).map(|distance| distance.rem_euclid(modulus));
    distance.and_then(|distance| low.checked_add(distance)).map_or(bound, Finite)
}

/// The last member of residue + modulus·Z that is not above a bound.
fn last_up_to(bound: Bound<i128>, residue: i128, modulus: i128) -> Bound<i128> {
    let Finite(high) = bound else { return bound };
    let distance = high.checked_sub(residue).map(|distance| distance.rem_euclid(modulus));
    distance.and_then(|distance| high.checked_sub(distance)).map_or(bound, Finite)
}

impl IntervalCongruence {
    /// The reduced product of intervals and congruences.
    pub fn product() -> Product {
        Reduced::new(IntInterval, Congruence, IntervalCongruence)
    }

    /// Addition, component by component.
    pub fn add(&self, a: &Pair, b: &Pair) -> Pair {
        let (a, b) = (self.reduce(a), self.reduce(b));
        self.reduce(&(IntInterval.add(&a.0, &b.0), Congruence.add(&a.1, &b.1)))
    }

    /// Multiplication, component by component.
    pub fn mul(&self, a: &Pair, b: &Pair) -> Pair {
        let (a, b) = (self.reduce(a), self.reduce(b));
        self.reduce(&(IntInterval.mul(&a.0, &b.0), Congruence.mul(&a.1, &b.1)))
    }

    /// All laws that the product should satisfy, those of the reduction, and the operators.
    pub fn suite() -> Suite<Product> {
        // Not distributive: a bound that was clamped to 64 bits is no member, and the sum with it is
        // one bound too far. In the join of two sums the reduction may have mended that.
        let of = IntervalCongruence::product;
        Suite::new("interval x congruence", of())
            .widening()
            .narrowing()
            .concretisation()
            .operator(of().reduction_checks())
            .operator(signature!("add" = |a, b| IntervalCongruence.add(a, b);
                of() -<!~-> of() -<!~-> of(); best |x, y| x.checked_add(*y)))
            .operator(signature!("mul" = |a, b| IntervalCongruence.mul(a, b);
                of() -<!~-> of() -<!~-> of(); best |x, y| x.checked_mul(*y)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Lattice;

    #[test]
    fn known_reductions() {
        let check = |interval: IntervalElem, congruence: (i128, i128), expected: &str| {
            let pair = (interval, CongruenceElem::new(congruence.0, congruence.1));
            let product = IntervalCongruence::product();
            assert_eq!(product.show(&product.reduce(&pair)), expected);
        };
        check(IntervalElem::new(1, 10), (0, 4), "([4, 8], 0 + 4Z)");
        check(IntervalElem::new(1, 7), (0, 4), "([4, 4], 4)");
        check(IntervalElem::new(1, 3), (0, 4), "(⊥, ⊥)");
        check(IntervalElem::at_least(0), (3, 7), "([3, +oo], 3 + 7Z)");
        check(IntervalElem::new(0, 9), (5, 0), "([5, 5], 5)");
        check(IntervalElem::new(0, 9), (50, 0), "(⊥, ⊥)");
        // The next member is beyond 64 bits.
        check(IntervalElem::at_least(i64::MAX), (0, 4), "([9223372036854775807, +oo], 0 + 4Z)");
        check(IntervalElem::constant(i64::MAX), (0, 4), "(⊥, ⊥)");
    }
}
