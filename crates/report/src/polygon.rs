//! The shadow of a convex set on a plane, with exact corners.
//!
//! Corners are found by support functions: the simplex gives the farthest point in a direction. Four
//! directions give a first outline; the line between two neighbours is either confirmed as an edge,
//! because nothing is farther out, or the farthest point is a new neighbour between them.

use soundline_domains::expr::{Constraint, LinearExpr, Relation, Var};
use soundline_domains::numbers::{Int, Rat};
use soundline_domains::simplex::{Outcome, Simplex};

use super::plane::convex;

/// A corner.
pub type Vertex = [Rat; 2];

/// What an edge of a shadow is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edge {
    /// Its points belong to the set.
    Closed,
    /// A strict inequality excludes them.
    Open,
    /// The set goes on beyond the window.
    Cut,
}

/// A rectangle of the plane.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Window {
    /// The lower left corner.
    pub low: Vertex,
    /// The upper right corner.
    pub high: Vertex,
}

impl Window {
    /// So large that what is outside counts as infinitely far away.
    pub fn everything() -> Window {
        let far = Rat::from(Int::from(2).pow(300));
        let near = -far.clone();
        Window { low: [near.clone(), near], high: [far.clone(), far] }
    }

    /// Is the point on the border?
    pub fn is_border(&self, vertex: &Vertex) -> bool {
        (0..2).any(|axis| vertex[axis] == self.low[axis] || vertex[axis] == self.high[axis])
    }

    /// Are both points on one side of it?
    fn is_side(&self, one: &Vertex, other: &Vertex) -> bool {
        let on = |axis: usize, value: &Rat| one[axis] == *value && other[axis] == *value;
        (0..2).any(|axis| on(axis, &self.low[axis]) || on(axis, &self.high[axis]))
    }

    fn constraints(&self, (a, b): (Var, Var)) -> Vec<Constraint> {
        let mut constraints = Vec::new();
        for (axis, variable) in [a, b].into_iter().enumerate() {
            let value = LinearExpr::variable(variable);
            let constant = |bound: &Rat| LinearExpr::constant(bound.clone());
            constraints.push(Constraint::ge(&value, &constant(&self.low[axis])));
            constraints.push(Constraint::le(&value, &constant(&self.high[axis])));
        }
        constraints
    }
}

/// A convex polygon, or what is left of one: a segment, a point, nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Polygon {
    /// The corners, counterclockwise; none for the empty set.
    pub vertices: Vec<Vertex>,
    /// What the edge from each corner to the next one is.
    pub edges: Vec<Edge>,
}

impl Polygon {
    /// The shadow of the points that satisfy the constraints, inside a window. `!=` does not count.
    pub fn shadow(
        constraints: &[Constraint],
        dimensions: usize,
        plane: (Var, Var),
        window: &Window,
    ) -> Polygon {
        let nothing = Polygon { vertices: Vec::new(), edges: Vec::new() };
        let convex = convex(constraints);
        let closed = convex.iter().map(|c| match c.relation() {
            Relation::Gt => Constraint::new(c.expr().clone(), Relation::Ge),
            _ => c.clone(),
        });
        let closed: Vec<Constraint> = closed.chain(window.constraints(plane)).collect();
        let (Ok(closed), Ok(exact)) =
            (Simplex::new(dimensions, &closed), Simplex::new(dimensions, &convex))
        else {
            return nothing;
        };
        if !exact.is_feasible() || !closed.is_feasible() {
            return nothing;
        }
        let mut light = Light { closed, exact, plane };
        let vertices = light.outline();
        let edges = edges(&vertices, |one, other| match window.is_side(one, other) {
            true => Edge::Cut,
            false => light.edge(one, other),
        });
        Polygon { vertices, edges }
    }
}

fn edges(vertices: &[Vertex], mut edge: impl FnMut(&Vertex, &Vertex) -> Edge) -> Vec<Edge> {
    let next = vertices.iter().cycle().skip(1);
    vertices.iter().zip(next).map(|(one, other)| edge(one, other)).collect()
}

/// What casts the shadow.
struct Light {
    closed: Simplex,
    exact: Simplex,
    plane: (Var, Var),
}

impl Light {
    fn form(&self, direction: &Vertex) -> LinearExpr {
        let [x, y] = direction.clone();
        LinearExpr::new([(self.plane.0, x), (self.plane.1, y)], Rat::ZERO)
    }

    /// The farthest point in a direction; the window keeps it finite.
    fn farthest(&mut self, direction: &Vertex) -> Option<Vertex> {
        let form = self.form(direction);
        match self.closed.maximise(&form) {
            Ok(Outcome::Optimal { point, .. }) => {
                Some([point[self.plane.0].clone(), point[self.plane.1].clone()])
            }
            _ => None,
        }
    }

    /// All corners, counterclockwise.
    fn outline(&mut self) -> Vec<Vertex> {
        let (zero, one) = (Rat::ZERO, Rat::ONE);
        let minus = -one.clone();
        let directions = [
            [one.clone(), zero.clone()],
            [zero.clone(), one],
            [minus.clone(), zero.clone()],
            [zero, minus],
        ];
        let Some(first): Option<Vec<Vertex>> =
            directions.iter().map(|direction| self.farthest(direction)).collect()
        else {
            return Vec::new();
        };
        let mut outline = Vec::new();
        for (here, next) in first.iter().zip(first.iter().cycle().skip(1)) {
            outline.push(here.clone());
            self.refine(here, next, &mut outline);
        }
        corners(outline)
    }

    /// The corners strictly between two neighbours.
    fn refine(&mut self, one: &Vertex, other: &Vertex, outline: &mut Vec<Vertex>) {
        if one == other {
            return;
        }
        let outward = outward(one, other);
        let Some(found) = self.farthest(&outward) else { return };
        if dot(&outward, &found) > dot(&outward, one) {
            self.refine(one, &found, outline);
            outline.push(found.clone());
            self.refine(&found, other, outline);
        }
    }

    /// Do points with this edge below them exist?
    fn edge(&mut self, one: &Vertex, other: &Vertex) -> Edge {
        let form = self.form(&outward(one, other));
        match self.exact.maximise(&form) {
            Ok(Outcome::Optimal { attained: false, .. }) => Edge::Open,
            _ => Edge::Closed,
        }
    }
}

fn outward(one: &Vertex, other: &Vertex) -> Vertex {
    [&other[1] - &one[1], &one[0] - &other[0]]
}

fn dot(one: &Vertex, other: &Vertex) -> Rat {
    &one[0] * &other[0] + &one[1] * &other[1]
}

/// The outline without repetitions and without points on the line between their neighbours.
fn corners(mut outline: Vec<Vertex>) -> Vec<Vertex> {
    outline.dedup();
    while outline.len() > 1 && outline.first() == outline.last() {
        outline.pop();
    }
    let mut place = 0;
    while outline.len() > 2 && place < outline.len() {
        let count = outline.len();
        let before = &outline[(place + count - 1) % count];
        let after = &outline[(place + 1) % count];
        let straight =
            dot(&outward(before, after), &outline[place]) == dot(&outward(before, after), before);
        if straight && before != after {
            outline.remove(place);
            place = place.saturating_sub(1);
        } else {
            place += 1;
        }
    }
    outline
}

#[cfg(test)]
mod tests {
    use super::*;
    use soundline_lattice::Choices;

    fn window(size: i64) -> Window {
        let corner = |value: i64| [Rat::from(value), Rat::from(value)];
        Window { low: corner(-size), high: corner(size) }
    }

    fn shadow(constraints: &[&str], dimensions: usize) -> Polygon {
        let constraints: Vec<Constraint> =
            constraints.iter().map(|text| text.parse().expect("good")).collect();
        Polygon::shadow(&constraints, dimensions, (0, 1), &window(10))
    }

    fn check(constraints: &[&str], dimensions: usize, vertices: &[(&str, &str)]) -> Polygon {
        let polygon = shadow(constraints, dimensions);
        let mut found: Vec<(String, String)> =
            polygon.vertices.iter().map(|[x, y]| (x.to_string(), y.to_string())).collect();
        let mut expected: Vec<(String, String)> =
            vertices.iter().map(|(x, y)| (x.to_string(), y.to_string())).collect();
        found.sort();
        expected.sort();
        assert_eq!(found, expected, "{constraints:?}");
        polygon
    }

    #[test]
    fn simple_shapes() {
        let triangle = ["x0 >= 0", "x1 >= 0", "x0 + x1 <= 1"];
        check(&triangle, 2, &[("0", "0"), ("1", "0"), ("0", "1")]);
        check(&["x0 = 1/3", "x1 = -2"], 2, &[("1/3", "-2")]);
        check(&["x0 = x1", "x0 >= 0", "x0 <= 1"], 2, &[("0", "0"), ("1", "1")]);
        check(&["x0 >= 1", "x0 <= 0"], 2, &[]);
        check(&["x0 > 1", "x0 < 1"], 2, &[]);
        check(&["x0 > 1", "x0 <= 1"], 2, &[]);
        let all = [("-10", "-10"), ("10", "-10"), ("10", "10"), ("-10", "10")];
        let top = check(&["x0 != 3"], 2, &all);
        assert!(top.edges.iter().all(|edge| *edge == Edge::Cut));
    }

    #[test]
    fn other_variables_are_projected_away() {
        // A tetrahedron seen from above, and a line through a third variable.
        let simplex = ["x0 >= 0", "x1 >= 0", "x2 >= 0", "x0 + x1 + x2 <= 2"];
        check(&simplex, 3, &[("0", "0"), ("2", "0"), ("0", "2")]);
        check(&["x0 = x2", "x1 = x2", "x2 >= 1", "x2 <= 2"], 3, &[("1", "1"), ("2", "2")]);
    }

    #[test]
    fn strict_edges_are_open() {
        let polygon =
            check(&["x0 > 0", "x1 >= 0", "x0 + x1 <= 1"], 2, &[("0", "0"), ("1", "0"), ("0", "1")]);
        assert_eq!(polygon.edges.iter().filter(|edge| **edge == Edge::Open).count(), 1);
        assert_eq!(polygon.edges.iter().filter(|edge| **edge == Edge::Closed).count(), 2);
    }

    /// All corners of random polygons satisfy the constraints, no corner is missing (compared with
    /// all intersections of two border lines), and the outline turns left everywhere.
    #[test]
    fn agrees_with_all_intersections() {
        for seed in 0..400 {
            let mut choices = Choices::random(seed);
            let constraints: Vec<Constraint> = (0..2 + choices.index(5))
                .map(|_| {
                    let factor = |choices: &mut Choices| Rat::from(choices.draw(6) as i64 - 3);
                    let terms = [(0, factor(&mut choices)), (1, factor(&mut choices))];
                    let constant = Rat::from(choices.draw(8) as i64 - 2);
                    Constraint::new(LinearExpr::new(terms, constant), Relation::Ge)
                })
                .collect();
            let window = window(10);
            let polygon = Polygon::shadow(&constraints, 2, (0, 1), &window);
            let all: Vec<Constraint> =
                constraints.iter().cloned().chain(window.constraints((0, 1))).collect();
            let mut expected = intersections(&all);
            let mut found = polygon.vertices.clone();
            for count in [found.len(), expected.len()] {
                assert!(count < 20);
            }
            found.sort();
            expected.retain(|vertex| is_corner(vertex, &all));
            expected.sort();
            expected.dedup();
            assert_eq!(found, expected, "seed {seed}: {constraints:?}");
            if let [a, b, c, ..] = polygon.vertices.as_slice() {
                assert!(dot(&outward(a, b), c) < dot(&outward(a, b), a), "clockwise: {seed}");
            }
        }
    }

    fn intersections(constraints: &[Constraint]) -> Vec<Vertex> {
        let mut found = Vec::new();
        for (place, one) in constraints.iter().enumerate() {
            for other in &constraints[place + 1..] {
                let factor = |c: &Constraint, v: usize| c.expr().coefficient(v).clone();
                let (a, b, e) = (factor(one, 0), factor(one, 1), -one.expr().constant_term());
                let (c, d, f) = (factor(other, 0), factor(other, 1), -other.expr().constant_term());
                let determinant = &a * &d - &b * &c;
                let x = (&e * &d - &b * &f).div(&determinant);
                let y = (&a * &f - &e * &c).div(&determinant);
                if let (Some(x), Some(y)) = (x, y) {
                    found.push([x, y]);
                }
            }
        }
        found.retain(|vertex| constraints.iter().all(|c| c.holds_at(vertex) == Ok(true)));
        found.sort();
        found.dedup();
        found
    }

    /// Every intersection of two border lines that satisfies all constraints is a corner.
    fn is_corner(vertex: &Vertex, constraints: &[Constraint]) -> bool {
        constraints.iter().all(|c| c.holds_at(vertex) == Ok(true))
    }
}
