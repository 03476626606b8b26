//! The simplex compared with enumerating all vertices.

use soundline_lattice::Choices;

use super::super::{Outcome, Simplex};
use super::check_point;
use crate::expr::{Constraint, LinearExpr, Relation};
use crate::numbers::{Int, Rat};

/// Solve a square system; `None` if it has not exactly one solution.
fn solve(mut rows: Vec<Vec<Rat>>) -> Option<Vec<Rat>> {
    let size = rows.len();
    for column in 0..size {
        let pivot = (column..size).find(|row| !rows[*row][column].is_zero())?;
        rows.swap(column, pivot);
        let inverse = rows[column][column].recip()?;
        rows[column] = rows[column].iter().map(|entry| entry * &inverse).collect();
        for row in (0..size).filter(|row| *row != column) {
            let factor = rows[row][column].clone();
            let pivot_row = rows[column].clone();
            for (entry, other) in rows[row].iter_mut().zip(&pivot_row) {
                *entry -= &factor * other;
            }
        }
    }
    Some(rows.into_iter().map(|row| row[size].clone()).collect())
}

/// All vertices of the closure of a bounded polyhedron.
fn vertices(dimensions: usize, constraints: &[Constraint]) -> Vec<Vec<Rat>> {
    let row = |constraint: &Constraint| -> Vec<Rat> {
        let expr = constraint.expr();
        let mut row: Vec<Rat> = (0..dimensions).map(|v| expr.coefficient(v).clone()).collect();
        row.push(-expr.constant_term());
        row
    };
    let inside = |point: &[Rat]| {
        constraints.iter().all(|constraint| {
            let value = constraint.expr().eval(point).expect("enough coordinates");
            match constraint.relation() {
                Relation::Eq => value.is_zero(),
                _ => !value.is_negative(),
            }
        })
    };
    let mut found = Vec::new();
    let mut chosen: Vec<usize> = (0..dimensions).collect();
    loop {
        let system = chosen.iter().map(|index| row(&constraints[*index])).collect();
        if let Some(point) = solve(system)
            && inside(&point)
        {
            found.push(point);
        }
        // The next choice in lexicographic order.
        let last = constraints.len() - dimensions;
        let Some(place) = (0..dimensions).rev().find(|place| chosen[*place] < last + place) else {
            return found;
        };
        chosen[place] += 1;
        for later in place + 1..dimensions {
            chosen[later] = chosen[later - 1] + 1;
        }
    }
}

fn middle(points: &[&Vec<Rat>]) -> Vec<Rat> {
    let share = Rat::new(1, points.len()).expect("there are points");
    (0..points[0].len())
        .map(|v| points.iter().map(|point| &point[v]).sum::<Rat>() * &share)
        .collect()
}

/// Like the simplex, on the polyhedron cut by a box, by looking at every vertex. The middle of the
/// vertices of a face is in no smaller face, so it satisfies a strict constraint if any point of
/// the face does.
fn brute_force(
    dimensions: usize,
    constraints: &[Constraint],
    objective: &LinearExpr,
    size: i64,
) -> Option<(Rat, bool)> {
    let mut boxed = constraints.to_vec();
    for variable in 0..dimensions {
        let limit = Rat::from(size);
        for sign in [1, -1] {
            let terms = [(variable, Rat::from(sign))];
            boxed.push(Constraint::new(LinearExpr::new(terms, limit.clone()), Relation::Ge));
        }
    }
    let all = vertices(dimensions, &boxed);
    let holds = |points: &[&Vec<Rat>]| {
        let middle = middle(points);
        constraints.iter().all(|constraint| constraint.holds_at(&middle) == Ok(true))
    };
    let everything: Vec<&Vec<Rat>> = all.iter().collect();
    if everything.is_empty() || !holds(&everything) {
        return None;
    }
    let value = |point: &Vec<Rat>| objective.eval(point).expect("enough coordinates");
    let best = all.iter().map(value).max()?;
    let optimal: Vec<&Vec<Rat>> = all.iter().filter(|point| value(point) == best).collect();
    let attained = holds(&optimal);
    Some((best, attained))
}

fn any_program(choices: &mut Choices) -> (usize, Vec<Constraint>, LinearExpr) {
    let dimensions = 1 + choices.index(3);
    let any_expr = |choices: &mut Choices, limit: i64| {
        let terms: Vec<(usize, Rat)> =
            (0..dimensions).map(|v| (v, Rat::from(choices.draw(6) as i64 - 3))).collect();
        let constant = choices.draw(2 * limit as u64) as i64 - limit;
        LinearExpr::new(terms, Rat::new(constant, 1 + choices.draw(1)).expect("not 0"))
    };
    let count = choices.draw(6) as usize;
    let constraints = (0..count)
        .map(|_| {
            let relations = [
                Relation::Ge,
                Relation::Ge,
                Relation::Ge,
                Relation::Gt,
                Relation::Gt,
                Relation::Eq,
            ];
            Constraint::new(any_expr(choices, 4), choices.pick(&relations))
        })
        .collect();
    let objective = any_expr(choices, 1);
    (dimensions, constraints, objective)
}

#[test]
fn agrees_with_brute_force() {
    let mut kinds = [0; 4];
    for seed in 0..4_000 {
        let mut choices = Choices::random(seed);
        let (dimensions, constraints, objective) = any_program(&mut choices);
        let mut simplex = Simplex::new(dimensions, &constraints).expect("good input");
        let outcome = simplex.maximise(&objective).expect("good input");
        check_point(&constraints, &objective, &outcome);
        // Every vertex is well inside these boxes, so a better value in the larger one means that
        // there is no best one.
        let near = brute_force(dimensions, &constraints, &objective, 10_000);
        let far = brute_force(dimensions, &constraints, &objective, 20_000);
        let context = || format!("seed {seed}: {objective} under {constraints:?}");
        match (outcome, near, far) {
            (Outcome::Infeasible, None, None) => kinds[0] += 1,
            (Outcome::Unbounded, Some((near, _)), Some((far, _))) => {
                assert!(near < far, "{}", context());
                kinds[1] += 1;
            }
            (Outcome::Optimal { value, attained, .. }, Some(near), Some(far)) => {
                assert_eq!((&near, &far), (&far, &near), "{}", context());
                assert_eq!((value, attained), near, "{}", context());
                kinds[if attained { 2 } else { 3 }] += 1;
            }
            other => panic!("{}: {other:?}", context()),
        }
        assert_eq!(simplex.point().is_some(), simplex.is_feasible());
        if let Some(point) = simplex.point() {
            assert!(constraints.iter().all(|c| c.holds_at(&point) == Ok(true)), "{}", context());
        }
    }
    assert!(kinds.iter().all(|count| *count > 100), "too few of some kind: {kinds:?}");
}

#[test]
fn words_and_big_integers_agree() {
    let factor = Rat::from(Int::from(3).pow(60));
    for seed in 0..1_000 {
        let mut choices = Choices::random(seed);
        let (dimensions, constraints, objective) = any_program(&mut choices);
        let mut simplex = Simplex::new(dimensions, &constraints).expect("good input");
        // The same program in variables that are so many times larger.
        let large: Vec<Constraint> = constraints
            .iter()
            .map(|c| {
                let expr = c.expr();
                let constant = expr.constant_term() * &factor;
                Constraint::new(expr.clone().with_constant(constant), c.relation())
            })
            .collect();
        let mut promoted = Simplex::new(dimensions, &large).expect("good input");
        let constant = objective.constant_term() * &factor;
        let large_objective = objective.clone().with_constant(constant);
        match (simplex.maximise(&objective), promoted.maximise(&large_objective)) {
            (
                Ok(Outcome::Optimal { value, attained, .. }),
                Ok(Outcome::Optimal { value: large_value, attained: large_attained, .. }),
            ) => assert_eq!((value * &factor, attained), (large_value, large_attained)),
            (one, other) => assert_eq!(one, other),
        }
    }
}

/// Programs on which this simplex goes in a circle for ever if it is only greedy (found by search).
#[test]
fn circles_are_left() {
    for (rows, objective) in [
        ([[-3, 4, 6, -13], [-1, 6, -3, -4]], [8, -48, -14, -5]),
        ([[-2, -8, -5, 19], [-1, 3, -3, 1]], [-2, -23, -10, -17]),
        ([[-2, 7, -5, 4], [-1, -1, -2, 5]], [15, -51, -17, -48]),
    ] {
        let linear =
            |factors: [i64; 4]| LinearExpr::new(factors.into_iter().map(Rat::from).enumerate(), 0);
        let mut constraints: Vec<Constraint> =
            rows.iter().map(|row| Constraint::le(&linear(*row), &LinearExpr::zero())).collect();
        for variable in 0..4 {
            constraints.push(Constraint::new(LinearExpr::variable(variable), Relation::Ge));
        }
        let one = LinearExpr::constant(1);
        constraints.push(Constraint::le(&LinearExpr::variable(0), &one));
        let objective = linear(objective);
        let mut simplex = Simplex::new(4, &constraints).expect("good input");
        let near = brute_force(4, &constraints, &objective, 10_000).expect("0 is inside");
        let far = brute_force(4, &constraints, &objective, 20_000).expect("0 is inside");
        match simplex.maximise(&objective).expect("good input") {
            Outcome::Optimal { value, attained, .. } => assert_eq!((value, attained), near),
            outcome => assert!(outcome == Outcome::Unbounded && near < far),
        }
    }
}
