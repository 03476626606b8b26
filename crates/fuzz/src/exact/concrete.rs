//! The concrete result of an operation: which points it must keep and where they go, computed from
//! the constraints of its operands.

use soundline_domains::expr::{Constraint, LinearExpr, Relation, Space, Var};
use soundline_domains::numbers::{Bound, Rat};
use soundline_lattice::Choices;
use soundline_targets::Operation;

use super::{Points, draw, lies_in};

/// The concrete result of an operation.
pub struct Concrete {
    space: Space,
    /// Each of these sets is a part of the operands; all of their points are kept.
    sources: Vec<Points>,
    moves: Moves,
}

/// Where points go.
pub(super) enum Moves {
    Stay,
    /// All at once.
    Assign(Vec<(Var, LinearExpr)>),
    /// To any value.
    Forget(Vec<Var>),
    /// Variable v comes from here, or is new and anything.
    Embed(Vec<Option<Var>>),
}

/// What came of looking for a point that an abstract result lost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Tried {
    /// There was no point to try.
    NoPoint,
    /// All points that were tried are there.
    Kept,
    /// This one is not.
    Lost(Vec<Rat>),
}

impl Concrete {
    /// The result of an operation on operands that satisfy these constraints, in their order.
    pub fn new(operation: &Operation, operands: &[Vec<Constraint>], space: &Space) -> Concrete {
        let first = || operands[0].clone();
        let sources = match operation {
            Operation::Top => vec![vec![]],
            Operation::Bottom => vec![],
            Operation::Constraints(constraints) => vec![constraints.clone()],
            Operation::Join(..) | Operation::Widen(..) => operands.to_vec(),
            Operation::Meet(..) | Operation::Narrow(..) => vec![operands.concat()],
            Operation::Guard(_, constraint) => {
                let case = |case| [first(), vec![case]].concat();
                constraint.convex_cases().into_iter().map(case).collect()
            }
            Operation::Assign(..) | Operation::Forget(..) | Operation::Embed(..) => vec![first()],
        };
        let sources = sources.into_iter().map(|source| Points::new(source, space)).collect();
        Concrete { space: space.clone(), sources, moves: Moves::of(operation) }
    }

    /// The points that satisfy the constraints, as they are.
    pub fn points_of(constraints: &[Constraint], space: &Space) -> Concrete {
        let sources = vec![Points::new(constraints.to_vec(), space)];
        Concrete { space: space.clone(), sources, moves: Moves::Stay }
    }

    /// The same with `>=` in place of `>`, for domains without strict constraints.
    pub fn relaxed(self) -> Concrete {
        let relax = |constraint: &Constraint| match constraint.relation() {
            Relation::Gt => Constraint::new(constraint.expr().clone(), Relation::Ge),
            _ => constraint.clone(),
        };
        let relaxed = |source: Points| match source.constraints().iter().any(is_strict) {
            true => {
                let constraints = source.constraints().iter().map(relax).collect();
                Points::new(constraints, &self.space)
            }
            false => source,
        };
        Concrete { sources: self.sources.into_iter().map(relaxed).collect(), ..self }
    }

    /// Are all parts convex?
    pub fn is_convex(&self) -> bool {
        self.sources.iter().all(Points::are_convex)
    }

    /// The constraints of all parts.
    pub fn constraints(&self) -> impl Iterator<Item = &Constraint> {
        self.sources.iter().flat_map(|source| source.constraints())
    }

    /// Look for a point that must be in the result and does not satisfy the constraints of the
    /// abstract result. Corners are sought where these constraints end.
    pub fn lost(&mut self, result: &[Constraint], tries: usize, choices: &mut Choices) -> Tried {
        let mut tried = Tried::NoPoint;
        if self.sources.is_empty() {
            return tried;
        }
        for _ in 0..tries {
            let direction = match result.is_empty() || choices.once_in(4) {
                true => draw::expression(&self.space, 3, choices),
                false => {
                    let constraint = &result[choices.index(result.len())];
                    let outwards = constraint.relation() != Relation::Eq || choices.flip();
                    if outwards { -constraint.expr() } else { constraint.expr().clone() }
                }
            };
            let direction = self.moves.pull(&direction);
            let source = choices.index(self.sources.len());
            let Some(point) = self.sources[source].toward(&direction, choices) else { continue };
            let Some(image) = self.moves.image(&point, &self.space, choices) else { continue };
            if !lies_in(&image, result, &self.space) {
                return Tried::Lost(image);
            }
            tried = Tried::Kept;
        }
        tried
    }

    /// The least upper bound of a direction over the result; `None` if there is no point.
    pub fn support(&mut self, direction: &LinearExpr) -> Option<Bound<Rat>> {
        let pulled = self.moves.pull(direction);
        let endless = self.moves.frees(direction);
        let supports = self.sources.iter_mut().filter_map(|source| source.support(&pulled));
        supports.max().map(|bound| if endless { Bound::PlusInfinity } else { bound })
    }

    /// Is the point in the result, for real variables?
    pub fn contains(&self, point: &[Rat]) -> bool {
        self.sources.iter().any(|source| match &self.moves {
            Moves::Stay => source.contain(point),
            moves => {
                let before = moves.before(point);
                let all = [source.constraints(), &before].concat();
                !Points::new(all, &self.space).are_none()
            }
        })
    }
}

fn is_strict(constraint: &Constraint) -> bool {
    constraint.relation() == Relation::Gt
}

impl Moves {
    /// Where an operation lets the points of its operands go.
    pub(super) fn of(operation: &Operation) -> Moves {
        match operation {
            Operation::Assign(_, assignments) => Moves::Assign(assignments.clone()),
            Operation::Forget(_, variables) => Moves::Forget(variables.clone()),
            Operation::Embed(_, sources) => Moves::Embed(sources.clone()),
            _ => Moves::Stay,
        }
    }

    /// An expression over moved points in terms of the points before.
    fn pull(&self, expr: &LinearExpr) -> LinearExpr {
        let constant = LinearExpr::constant(expr.constant_term().clone());
        expr.terms().iter().fold(constant, |sum, (variable, factor)| match self.origin(*variable) {
            Some(origin) => sum.add_scaled(&origin, factor),
            None => sum,
        })
    }

    /// What a variable is in terms of the points before; `None` if it is anything.
    fn origin(&self, variable: Var) -> Option<LinearExpr> {
        match self {
            Moves::Stay => Some(LinearExpr::variable(variable)),
            Moves::Assign(assignments) => {
                let assigned = assignments.iter().find(|(v, _)| *v == variable);
                Some(assigned.map_or_else(|| LinearExpr::variable(variable), |(_, e)| e.clone()))
            }
            Moves::Forget(variables) => {
                (!variables.contains(&variable)).then(|| LinearExpr::variable(variable))
            }
            Moves::Embed(sources) => sources.get(variable)?.map(LinearExpr::variable),
        }
    }

    /// Does the expression mention variables that become anything?
    fn frees(&self, expr: &LinearExpr) -> bool {
        expr.terms().iter().any(|(variable, _)| self.origin(*variable).is_none())
    }

    /// Where a point goes; `None` if an integer variable would get a fraction.
    pub(super) fn image(
        &self,
        point: &[Rat],
        space: &Space,
        choices: &mut Choices,
    ) -> Option<Vec<Rat>> {
        let coordinate = |variable: Var| match self.origin(variable) {
            Some(origin) => origin.eval(point).ok(),
            None => Some(draw::value(space, variable, choices)),
        };
        let image: Vec<Rat> = (0..space.dimensions()).map(coordinate).collect::<Option<_>>()?;
        lies_in(&image, &[], space).then_some(image)
    }

    /// What holds for the points that go here.
    fn before(&self, point: &[Rat]) -> Vec<Constraint> {
        let equation = |(variable, value): (Var, &Rat)| {
            Some(Constraint::eq(&self.origin(variable)?, &LinearExpr::constant(value.clone())))
        };
        point.iter().enumerate().filter_map(equation).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use soundline_targets::Slot;

    fn space() -> Space {
        Space::reals(2)
    }

    fn constraints(all: &[&str]) -> Vec<Constraint> {
        all.iter().map(|c| space().parse(c).expect("it is one")).collect()
    }

    fn expr(text: &str) -> LinearExpr {
        space().parse_expr(text).expect("it is one")
    }

    fn of(operation: Operation, operands: &[&[&str]]) -> Concrete {
        let operands: Vec<_> = operands.iter().map(|o| constraints(o)).collect();
        Concrete::new(&operation, &operands, &space())
    }

    fn lost(concrete: &mut Concrete, result: &[&str]) -> Tried {
        concrete.lost(&constraints(result), 20, &mut Choices::random(1))
    }

    #[test]
    fn a_join_has_the_points_of_both() {
        let mut join = of(Operation::Join(Slot(0), Slot(1)), &[&["x0 = 0"], &["x0 = 3"]]);
        assert_eq!(lost(&mut join, &["x0 >= 0", "x0 <= 3"]), Tried::Kept);
        assert!(matches!(lost(&mut join, &["x0 >= 0", "x0 <= 2"]), Tried::Lost(_)));
        assert_eq!(join.support(&expr("x0")), Some(Rat::from(3).into()));
        assert!(join.contains(&[3, 7].map(Rat::from)) && !join.contains(&[2, 7].map(Rat::from)));
    }

    #[test]
    fn points_move_with_assignments() {
        let both = vec![(0, expr("x1")), (1, expr("x0 + 1"))];
        let mut swapped = of(Operation::Assign(Slot(0), both), &[&["x0 = 1", "x1 = 5"]]);
        assert_eq!(lost(&mut swapped, &["x0 = 5", "x1 = 2"]), Tried::Kept);
        assert!(matches!(lost(&mut swapped, &["x0 = 5", "x1 = 6"]), Tried::Lost(_)));
        assert_eq!(swapped.support(&expr("x0 + x1")), Some(Rat::from(7).into()));
        assert!(swapped.contains(&[5, 2].map(Rat::from)));
        assert!(!swapped.contains(&[5, 3].map(Rat::from)));
    }

    #[test]
    fn forgotten_variables_have_no_bounds() {
        let mut forgotten = of(Operation::Forget(Slot(0), vec![0]), &[&["x0 = 1", "x1 = x0"]]);
        assert_eq!(lost(&mut forgotten, &["x1 = 1"]), Tried::Kept);
        assert!(matches!(lost(&mut forgotten, &["x1 = 1", "x0 >= 0"]), Tried::Lost(_)));
        assert_eq!(forgotten.support(&expr("x0")), Some(Bound::PlusInfinity));
        assert!(forgotten.contains(&[9, 1].map(Rat::from)));
    }

    #[test]
    fn fractions_for_integers_are_no_points() {
        let half = vec![(0, expr("x0/2"))];
        let operands = [constraints(&["x0 = 1"])];
        let space = Space::integers(2);
        let mut halved = Concrete::new(&Operation::Assign(Slot(0), half), &operands, &space);
        assert_eq!(halved.lost(&[], 20, &mut Choices::random(1)), Tried::NoPoint);
    }
}
