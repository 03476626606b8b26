//! The plane in which elements are drawn: which two variables, and how far it reaches.
//!
//! An element has many variables and a picture has two, so the others are projected away: what is
//! drawn is a shadow. The plane is that of the pair of variables that explain most:
//!
//! 1. variables of constraints that the offending point violates,
//! 2. variables whose bounds differ between the elements,
//! 3. variables of constraints that only some of the elements have,
//! 4. variables that are mentioned at all,
//!
//! each reason counting more than all later ones together, and constraints over exactly the two
//! variables counting for the pair. Of equals, the lowest numbers win.

use soundline_domains::expr::{Constraint, LinearExpr, Relation, Var};
use soundline_domains::numbers::Rat;
use soundline_domains::simplex::{Outcome, Simplex};
use soundline_fuzz::Region;

pub use super::polygon::{Edge, Polygon, Window};

/// What is drawn on: a plane, or a line where one variable is all there is to see.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Plane {
    /// One variable.
    Line(Var),
    /// The variable to the right and the variable upwards.
    Two(Var, Var),
}

/// The plane in which some elements are best compared; `None` if there is no variable.
pub fn choose(regions: &[Region], point: Option<&[Rat]>, dimensions: usize) -> Option<Plane> {
    let reasons = Reasons::of(regions, point, dimensions);
    let mentioned: Vec<Var> = (0..dimensions).filter(|v| reasons.single[*v] > 0).collect();
    match (dimensions, mentioned.as_slice()) {
        (0, _) => None,
        (1, _) | (_, []) => Some(Plane::Line(0)),
        (_, [only]) => Some(Plane::Line(*only)),
        (_, several) => {
            let pairs = several.iter().flat_map(|a| several.iter().map(move |b| (*a, *b)));
            let better = |best: (Var, Var), pair: (Var, Var)| {
                if reasons.score(pair) > reasons.score(best) { pair } else { best }
            };
            let (a, b) = pairs.filter(|(a, b)| a < b).reduce(better)?;
            Some(Plane::Two(a, b))
        }
    }
}

/// How much speaks for each variable and for each pair.
struct Reasons {
    single: Vec<u32>,
    pairs: Vec<(Var, Var, u32)>,
}

const VIOLATED: u32 = 27;
const BOUNDS: u32 = 9;
const SOME: u32 = 3;
const MENTIONED: u32 = 1;

impl Reasons {
    fn of(regions: &[Region], point: Option<&[Rat]>, dimensions: usize) -> Reasons {
        let mut reasons = Reasons { single: vec![0; dimensions], pairs: Vec::new() };
        for region in regions {
            for constraint in &region.constraints {
                let violated = point.is_some_and(|p| constraint.holds_at(p) == Ok(false));
                let shared = regions.iter().all(|other| has(other, constraint));
                let weight = match (violated, shared) {
                    (true, _) => VIOLATED,
                    (false, false) => SOME,
                    (false, true) => MENTIONED,
                };
                reasons.count(constraint, weight);
            }
        }
        for variable in 0..dimensions {
            let mut extents = regions.iter().map(|r| extent(&r.constraints, dimensions, variable));
            let first = extents.next();
            if extents.any(|other| first.as_ref() != Some(&other)) {
                reasons.single[variable] = reasons.single[variable].max(BOUNDS);
            }
        }
        reasons
    }

    fn count(&mut self, constraint: &Constraint, weight: u32) {
        let terms = constraint.expr().terms();
        for (variable, _) in terms {
            if let Some(single) = self.single.get_mut(*variable) {
                *single = weight.max(*single);
            }
        }
        if let [(a, _), (b, _)] = terms {
            self.pairs.push((*a, *b, weight));
        }
    }

    fn score(&self, (a, b): (Var, Var)) -> u32 {
        let of_pair = self.pairs.iter().filter(|pair| (pair.0, pair.1) == (a, b));
        self.single[a] + self.single[b] + of_pair.map(|pair| pair.2).max().unwrap_or(0)
    }
}

fn has(region: &Region, constraint: &Constraint) -> bool {
    let normal = constraint.normalised();
    region.constraints.iter().any(|other| other.normalised() == normal)
}

/// A bound and whether it is attained.
pub type End = (Rat, bool);

/// All values of a variable in an element.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Extent {
    /// There is no point.
    Empty,
    /// From here to there, if there is an end.
    Between(Option<End>, Option<End>),
}

/// The values of a variable under constraints; `!=` does not count.
pub fn extent(constraints: &[Constraint], dimensions: usize, variable: Var) -> Extent {
    let convex = convex(constraints);
    let Ok(mut simplex) = Simplex::new(dimensions, &convex) else {
        return Extent::Between(None, None);
    };
    let form = LinearExpr::variable(variable);
    let end = |outcome| match outcome {
        Ok(Outcome::Optimal { value, attained, .. }) => Some((value, attained)),
        _ => None,
    };
    if !simplex.is_feasible() {
        return Extent::Empty;
    }
    Extent::Between(end(simplex.minimise(&form)), end(simplex.maximise(&form)))
}

/// The constraints that a convex set can have.
pub(super) fn convex(constraints: &[Constraint]) -> Vec<Constraint> {
    constraints.iter().filter(|c| c.relation() != Relation::Ne).cloned().collect()
}

/// The numbers on both axes that a picture must show: corners, the point, and where a region
/// without corners crosses the axes.
pub fn landmarks(
    regions: &[Region],
    point: Option<&[Rat]>,
    dimensions: usize,
    (a, b): (Var, Var),
) -> [Vec<Rat>; 2] {
    let mut found = [Vec::new(), Vec::new()];
    if let Some(point) = point.filter(|point| point.len() == dimensions) {
        found[0].push(point[a].clone());
        found[1].push(point[b].clone());
    }
    let everything = Window::everything();
    for region in regions {
        let polygon = Polygon::shadow(&region.constraints, dimensions, (a, b), &everything);
        let corners = polygon.vertices.iter().filter(|vertex| !everything.is_border(vertex));
        let mut any = false;
        for [x, y] in corners {
            any = true;
            found[0].push(x.clone());
            found[1].push(y.clone());
        }
        if !any && !polygon.vertices.is_empty() {
            crossings(region, dimensions, (a, b), &mut found);
        }
    }
    for values in &mut found {
        values.sort();
        values.dedup();
    }
    found
}

/// Where a region without corners, which is a strip, a line or a half of the plane, meets the two
/// axes: it does so somewhere unless it is the whole plane.
fn crossings(region: &Region, dimensions: usize, (a, b): (Var, Var), found: &mut [Vec<Rat>; 2]) {
    for (place, along, across) in [(0, a, b), (1, b, a)] {
        let mut on_axis = region.constraints.clone();
        on_axis.push(Constraint::new(LinearExpr::variable(across), Relation::Eq));
        if let Extent::Between(low, high) = extent(&on_axis, dimensions, along) {
            for (end, _) in [low, high].into_iter().flatten() {
                found[place].push(end);
                found[1 - place].push(Rat::ZERO);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn region(name: &str, constraints: &[&str]) -> Region {
        let constraints = constraints.iter().map(|text| text.parse().expect("good")).collect();
        Region { name: name.to_string(), constraints }
    }

    #[test]
    fn the_variables_of_a_violated_constraint_are_chosen() {
        let x = region("x", &["x0 >= 0", "x3 >= 0"]);
        let y = region("y", &["x0 >= 0", "x2 + x4 <= 1"]);
        let point: Vec<Rat> = [0, 0, 3, 0, 3].map(Rat::from).to_vec();
        assert_eq!(choose(&[x.clone(), y], Some(&point), 5), Some(Plane::Two(2, 4)));
        assert_eq!(choose(std::slice::from_ref(&x), None, 5), Some(Plane::Two(0, 3)));
        assert_eq!(choose(&[region("x", &["x3 >= 1"])], None, 5), Some(Plane::Line(3)));
        assert_eq!(choose(&[region("x", &[])], None, 0), None);
    }

    #[test]
    fn different_bounds_count_more_than_mentions() {
        let x = region("x", &["x0 >= 0", "x1 >= 0", "x2 >= 0", "x3 = x2"]);
        let y = region("y", &["x0 >= 0", "x1 >= 0", "x2 >= 1", "x3 = x2"]);
        assert_eq!(choose(&[x, y], None, 4), Some(Plane::Two(2, 3)));
    }

    #[test]
    fn extents_know_open_ends_and_no_ends() {
        let of = |texts: &[&str]| extent(&region("x", texts).constraints, 2, 0);
        let open = Extent::Between(Some((Rat::ONE, false)), None);
        assert_eq!(of(&["x0 > x1", "x1 >= 1", "x0 != 7"]), open);
        assert_eq!(of(&["x0 > 1", "x0 < 1"]), Extent::Empty);
    }

    #[test]
    fn a_strip_without_corners_is_shown_where_it_crosses_the_axes() {
        let strip = region("x", &["x0 - x1 >= 0", "x0 - x1 <= 1"]);
        let [x, y] = landmarks(&[strip], None, 2, (0, 1));
        assert_eq!(x, [0, 1].map(Rat::from));
        assert_eq!(y, [-1, 0].map(Rat::from));
        let [x, y] = landmarks(&[region("x", &["x0 + x1 = 7"])], None, 2, (0, 1));
        assert_eq!((x, y), ([0, 7].map(Rat::from).to_vec(), [0, 7].map(Rat::from).to_vec()));
        let [x, y] = landmarks(&[region("x", &["x0 >= 7"])], None, 2, (0, 1));
        assert_eq!((x, y), (vec![Rat::from(7)], vec![Rat::ZERO]));
    }
}
