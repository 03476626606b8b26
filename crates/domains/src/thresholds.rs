//! Widening up to thresholds, for domains without relations between variables.
//!
//! Such a domain cannot keep a threshold over several variables, say `x + y <= 100`, but the bound of
//! one variable that it implies given the others: with `y >= 0` that is `x <= 100`. To guard the
//! widened element by the threshold would do that, but bounds could then feed each other, and chains
//! might not end. Here every bound is read off the widened element as it was before.
//!
//! Chains converge if those of the widening do. A bound of `x` that comes from a threshold is the one
//! at which even the most favourable values of the other variables violate it. Once `x` has moved
//! beyond, the threshold is violated somewhere, since the elements of a chain only grow, and so it no
//! longer holds for a join. Each threshold therefore stops each bound once at most.

use crate::expr::{Constraint, LinearExpr, Relation};
use crate::numbers::Bound;
use crate::{Domain, Error};

/// The widening of `a` by `b` that stops at thresholds: at those over one variable that hold for both,
/// and at bounds of single variables that others imply if they hold for the join.
pub(crate) fn widen_up_to<D: Domain>(
    domain: &D,
    a: &D::Elem,
    b: &D::Elem,
    thresholds: &[Constraint],
) -> Result<D::Elem, Error> {
    let widened = domain.widen(a, b);
    let holds = |element: &D::Elem, c: &Constraint| Ok(domain.entails(element, c)?.is_yes());
    let (mut stops, mut joined) = (Vec::new(), None);
    for threshold in thresholds {
        if threshold.expr().terms().len() > 1 {
            let joined = joined.get_or_insert_with(|| domain.join(a, b));
            if holds(joined, threshold)? {
                stops.extend(implied(domain, &widened, threshold)?);
            }
        } else if holds(a, threshold)? && holds(b, threshold)? {
            stops.push(threshold.clone());
        }
    }
    stops.iter().try_fold(widened, |element, stop| domain.guard(&element, stop))
}

/// The bounds of single variables that a threshold implies in an element.
fn implied<D: Domain>(
    domain: &D,
    element: &D::Elem,
    threshold: &Constraint,
) -> Result<Vec<Constraint>, Error> {
    let mut bounds = Vec::new();
    for half in threshold.as_inequalities().unwrap_or_default() {
        for (variable, factor) in half.expr().terms() {
            let rest = half.expr().substitute(*variable, &LinearExpr::zero());
            let Some(range) = domain.bounds(element, &rest)? else { continue };
            if let Bound::Finite(most) = range.high() {
                let bound = LinearExpr::new([(*variable, factor.clone())], most.clone());
                bounds.push(Constraint::new(bound, Relation::Ge));
            }
        }
    }
    Ok(bounds)
}

#[cfg(test)]
mod tests {
    use soundline_lattice::{Lattice, Widening};

    use crate::Domain;
    use crate::boxes::Boxes;
    use crate::disjunctions::Unions;
    use crate::expr::{Constraint, Space};
    use crate::numbers::{Bound, Rat};
    use crate::values::Values;

    /// The loop `x := 0; while (x < n) x := x + 1` with n from 1 to 100, up to a threshold.
    fn counted<D: Domain>(domain: &D, threshold: &str) -> Bound<Rat> {
        let space = domain.space();
        let parse = |text: &str| space.parse(text).expect("well formed");
        let entry = ["x0 = 0", "x1 >= 1", "x1 <= 100"].map(parse);
        let threshold: Constraint = parse(threshold);
        let mut x = domain.from_constraints(&entry).expect("it fits");
        for _ in 0..10 {
            let inside = domain.guard(&x, &parse("x0 < x1")).expect("it fits");
            let next = space.parse_expr("x0 + 1").expect("well formed");
            let moved = domain.assign(&inside, 0, &next).expect("it fits");
            if domain.leq(&moved, &x).is_yes() {
                return domain
                    .bounds_of(&x, 0)
                    .expect("it fits")
                    .expect("not empty")
                    .high()
                    .clone();
            }
            let joined = domain.join(&x, &moved);
            let thresholds = std::slice::from_ref(&threshold);
            x = domain.widen_up_to(&x, &joined, thresholds).expect("it fits");
        }
        panic!("not stable: {}", domain.show(&x));
    }

    #[test]
    fn a_threshold_over_two_variables_stops_a_bound() {
        fn check<D: Domain>(domain: D) {
            assert_eq!(counted(&domain, "x0 <= x1"), Bound::Finite(100.into()));
            assert_eq!(counted(&domain, "x0 + 2*x1 <= 300"), Bound::Finite(298.into()));
            // Not even entailed at the start.
            assert_eq!(counted(&domain, "x0 > x1"), Bound::PlusInfinity);
        }
        let space = Space::integers(2);
        check(Boxes::exact(space.clone()));
        check(Boxes::integer(space.clone()));
        check(Boxes::float(space.clone()));
        check(Values::intervals(space.clone()));
        check(Values::interval_congruences(space.clone()));
        check(Unions::new(space, 3));
    }

    /// Two bounds that would push each other for ever if each were guarded by what the other became.
    #[test]
    fn bounds_do_not_feed_each_other() {
        let domain = Boxes::exact(Space::reals(2));
        let parse = |text: &str| domain.space().parse(text).expect("well formed");
        let thresholds = ["2*x1 >= x0", "2*x0 >= x1", "x0 + x1 <= 1000"].map(parse);
        let start = ["x0 = 10", "x1 = 10"].map(parse);
        let mut x = domain.from_constraints(&start).expect("it fits");
        let mut changes = 0;
        for step in 0..100i64 {
            let other = match step % 2 {
                0 => domain.assign(&x, 0, &domain.space().parse_expr("5*x0/4").unwrap()),
                _ => domain.assign(&x, 1, &domain.space().parse_expr("5*x1/4").unwrap()),
            };
            let joined = domain.join(&x, &other.expect("it fits"));
            let next = domain.widen_up_to(&x, &joined, &thresholds).expect("it fits");
            assert!(domain.leq(&joined, &next).is_yes());
            assert!(domain.leq(&next, &domain.widen(&x, &joined)).is_yes());
            changes += usize::from(!domain.leq(&next, &x).is_yes());
            x = next;
        }
        assert!(changes <= 2 * 2 * 3 + 4, "{changes}");
    }
}
