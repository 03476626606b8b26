//! Points of a set that is given by its constraints: corners, points between them, integer points
//! near them, and points far out where the set has no end.

use soundline_domains::expr::{Constraint, LinearExpr, Relation, Space};
use soundline_domains::numbers::{Bound, Int, Rat};
use soundline_domains::simplex::{Outcome, Simplex};
use soundline_lattice::Choices;

use super::lies_in;

/// How far out a point is taken where there is no end: near, and beyond what machines count.
const FAR: [i64; 4] = [10, 1 << 31, (1 << 53) + 1, i64::MAX];

/// The points that satisfy some constraints, with one simplex for all questions about them.
pub struct Points {
    constraints: Vec<Constraint>,
    space: Space,
    /// None where the constraints do not fit the space.
    simplex: Option<Simplex>,
    /// The corner found last, for points between corners.
    last: Option<Vec<Rat>>,
}

impl Points {
    /// The points of the space that satisfy the constraints.
    pub fn new(constraints: Vec<Constraint>, space: &Space) -> Points {
        let convex: Vec<Constraint> =
            constraints.iter().filter(|c| c.relation() != Relation::Ne).cloned().collect();
        let simplex = Simplex::new(space.dimensions(), &convex).ok();
        Points { constraints, space: space.clone(), simplex, last: None }
    }

    /// The constraints.
    pub fn constraints(&self) -> &[Constraint] {
        &self.constraints
    }

    /// Are they a convex set? Constraints with `!=` are not.
    pub fn are_convex(&self) -> bool {
        self.simplex.is_some() && self.constraints.iter().all(|c| c.relation() != Relation::Ne)
    }

    /// Is there no point, not even one with fractions?
    pub fn are_none(&self) -> bool {
        self.simplex.as_ref().is_none_or(|simplex| !simplex.is_feasible())
    }

    /// Is it one of them?
    pub fn contain(&self, point: &[Rat]) -> bool {
        lies_in(point, &self.constraints, &self.space)
    }

    /// The least upper bound of a direction, fractions allowed; `None` if there is no point.
    pub fn support(&mut self, direction: &LinearExpr) -> Option<Bound<Rat>> {
        match self.simplex.as_mut()?.maximise(direction).ok()? {
            Outcome::Infeasible => None,
            Outcome::Unbounded => Some(Bound::PlusInfinity),
            Outcome::Optimal { value, .. } => Some(value.into()),
        }
    }

    /// Do they all satisfy the constraint, as far as real numbers can tell?
    pub fn entail(&mut self, constraint: &Constraint) -> bool {
        self.simplex.as_mut().is_some_and(|simplex| simplex.entails(constraint) == Ok(true))
    }

    /// A point far in the direction, or on the way there.
    pub fn toward(&mut self, direction: &LinearExpr, choices: &mut Choices) -> Option<Vec<Rat>> {
        let corner = self.corner(direction, choices)?;
        let candidate = match choices.draw(4) {
            0 | 1 => corner.clone(),
            2 => between(&corner, &self.simplex.as_mut()?.point()?),
            _ => between(&corner, self.last.as_ref().unwrap_or(&corner)),
        };
        self.last = Some(corner.clone());
        self.near(&candidate, choices).or_else(|| self.near(&corner, choices))
    }

    /// A corner, or a point that is almost one.
    fn corner(&mut self, direction: &LinearExpr, choices: &mut Choices) -> Option<Vec<Rat>> {
        let simplex = self.simplex.as_mut()?;
        match simplex.maximise(direction).ok()? {
            Outcome::Infeasible => None,
            Outcome::Optimal { point, attained: true, .. } => Some(point),
            Outcome::Optimal { point, .. } => {
                let inside = simplex.point()?;
                // The corner itself is excluded, all points on the way to it are not.
                Some((0..choices.pick(&[1, 8])).fold(inside, |near, _| between(&point, &near)))
            }
            Outcome::Unbounded => {
                let start = simplex.point()?;
                if choices.flip() { Some(start) } else { self.far(direction, &start, choices) }
            }
        }
    }

    /// A point far out in a direction that has no end.
    fn far(
        &self,
        direction: &LinearExpr,
        start: &[Rat],
        choices: &mut Choices,
    ) -> Option<Vec<Rat>> {
        let end = direction.eval(start).ok()? + Rat::from(choices.pick(&FAR));
        let convex = self.constraints.iter().filter(|c| c.relation() != Relation::Ne).cloned();
        let here = Constraint::eq(direction, &LinearExpr::constant(end));
        let all: Vec<Constraint> = convex.chain([here]).collect();
        Simplex::new(self.space.dimensions(), &all).ok()?.point()
    }

    /// The point itself or an integer point near it, whatever is one of them.
    fn near(&self, point: &[Rat], choices: &mut Choices) -> Option<Vec<Rat>> {
        let drawn = choices.draw(u64::MAX);
        let rounded = |upwards: &dyn Fn(usize) -> bool| -> Vec<Rat> {
            let coordinate = |(v, value): (usize, &Rat)| match self.space.is_integer(v) {
                false => value.clone(),
                true => Rat::from(round(value, upwards(v))),
            };
            point.iter().enumerate().map(coordinate).collect()
        };
        let any = |v: usize| drawn >> (v % 64) & 1 == 1;
        let ways: [&dyn Fn(usize) -> bool; 3] = [&any, &|_| false, &|_| true];
        ways.into_iter().map(rounded).find(|point| self.contain(point))
    }
}

fn round(value: &Rat, upwards: bool) -> Int {
    if upwards { value.ceil() } else { value.floor() }
}

fn between(one: &[Rat], other: &[Rat]) -> Vec<Rat> {
    one.iter().zip(other).map(|(a, b)| a.midpoint(b)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::draw;

    /// Points in many random directions.
    fn drawn(space: &Space, constraints: &[&str]) -> Vec<Vec<Rat>> {
        let constraints = constraints.iter().map(|c| space.parse(c).expect("it is one")).collect();
        let mut points = Points::new(constraints, space);
        let mut choices = Choices::random(3);
        let mut one = || {
            let direction = draw::expression(space, 2, &mut choices);
            points.toward(&direction, &mut choices)
        };
        (0..200).filter_map(|_| one()).collect()
    }

    #[test]
    fn corners_are_reached_and_nothing_beyond() {
        let found = drawn(&Space::reals(2), &["x0 >= 0", "x1 >= 0", "x0 + x1 <= 1"]);
        for corner in [[0, 0], [0, 1], [1, 0]] {
            assert!(found.contains(&corner.map(Rat::from).to_vec()), "{corner:?}");
        }
        assert!(found.iter().any(|point| !point[0].is_integer()));
    }

    #[test]
    fn open_sets_and_endless_ones_have_points() {
        assert!(!drawn(&Space::reals(1), &["x0 > 0", "x0 < 1"]).is_empty());
        let far = drawn(&Space::reals(2), &["x0 = x1", "x0 >= 1"]);
        assert!(far.iter().any(|point| point[0] > i64::MAX));
        assert_eq!(drawn(&Space::reals(1), &["x0 > 0", "x0 < 0"]), Vec::<Vec<Rat>>::new());
        assert_eq!(drawn(&Space::reals(0), &[])[0], Vec::<Rat>::new());
    }

    #[test]
    fn integer_points_are_near_the_corners() {
        let found = drawn(&Space::integers(2), &["2*x0 >= 1", "2*x0 <= 5", "x1 = x0"]);
        for value in [1, 2] {
            assert!(found.contains(&vec![Rat::from(value); 2]), "{value}");
        }
        assert!(found.iter().all(|point| point[0] == point[1] && point[0].is_integer()));
    }
}
