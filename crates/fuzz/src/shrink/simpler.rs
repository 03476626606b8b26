//! Simpler variants of operations, constraints and numbers, the simplest first.

use soundline_domains::expr::{Constraint, LinearExpr, Relation, Var};
use soundline_domains::numbers::Rat;
use soundline_targets::Operation;

use crate::trace::Arguments;

/// Simpler operations in place of one.
pub(super) fn simpler_operations(operation: &Operation) -> Vec<Operation> {
    let without = |length: usize| (0..length).rev();
    match operation {
        Operation::Top => vec![],
        Operation::Bottom => vec![],
        Operation::Constraints(all) => {
            let mut simpler = vec![Operation::Top];
            if all.iter().any(|constraint| constraint.as_constant() == Some(false)) {
                simpler.push(Operation::Bottom);
            }
            for position in without(all.len()).filter(|_| all.len() > 1) {
                let mut fewer = all.clone();
                fewer.remove(position);
                simpler.push(Operation::Constraints(fewer));
            }
            for (position, constraint) in all.iter().enumerate() {
                for easier in simpler_constraints(constraint) {
                    let mut changed = all.clone();
                    changed[position] = easier;
                    simpler.push(Operation::Constraints(changed));
                }
            }
            simpler
        }
        Operation::Join(a, b) if a != b => vec![Operation::Join(*a, *a), Operation::Join(*b, *b)],
        Operation::Meet(a, b) if a != b => vec![Operation::Meet(*a, *a), Operation::Meet(*b, *b)],
        Operation::Widen(a, b) => vec![Operation::Join(*a, *b)],
        Operation::Narrow(a, b) => vec![Operation::Meet(*a, *b)],
        Operation::Join(..) | Operation::Meet(..) => vec![],
        Operation::Assign(a, assignments) => {
            let mut simpler = Vec::new();
            for position in without(assignments.len()).filter(|_| assignments.len() > 1) {
                let mut fewer = assignments.clone();
                fewer.remove(position);
                simpler.push(Operation::Assign(*a, fewer));
            }
            for (position, (v, expr)) in assignments.iter().enumerate() {
                for easier in simpler_exprs(expr) {
                    let mut changed = assignments.clone();
                    changed[position] = (*v, easier);
                    simpler.push(Operation::Assign(*a, changed));
                }
            }
            simpler
        }
        Operation::Forget(a, variables) => {
            let fewer = without(variables.len()).filter(|_| variables.len() > 1).map(|position| {
                let mut fewer = variables.clone();
                fewer.remove(position);
                Operation::Forget(*a, fewer)
            });
            fewer.collect()
        }
        Operation::Guard(_, constraint) if constraint.as_constant() == Some(false) => {
            vec![Operation::Bottom]
        }
        Operation::Guard(a, constraint) => simpler_constraints(constraint)
            .into_iter()
            .map(|easier| Operation::Guard(*a, easier))
            .collect(),
        Operation::Embed(a, sources) => {
            let straight = |(v, source): (usize, &Option<Var>)| (*source != Some(v)).then_some(v);
            let changed: Vec<Var> = sources.iter().enumerate().filter_map(straight).collect();
            let one = |v: &Var| {
                let mut simpler = sources.clone();
                // Put v back where it was; whoever had it gets what v had.
                if let Some(other) = sources.iter().position(|source| *source == Some(*v)) {
                    simpler[other] = sources[*v];
                }
                simpler[*v] = Some(*v);
                Operation::Embed(*a, simpler)
            };
            changed.iter().map(one).collect()
        }
    }
}

/// Simpler arguments of a check.
pub(super) fn simpler_arguments(arguments: &Arguments) -> Vec<Arguments> {
    let mut simpler = Vec::new();
    for position in (0..arguments.chain.len()).rev().filter(|_| arguments.chain.len() > 1) {
        let mut fewer = arguments.clone();
        fewer.chain.remove(position);
        simpler.push(fewer);
    }
    if let Some(expr) = &arguments.expr {
        let change = |expr| Arguments { expr: Some(expr), ..arguments.clone() };
        simpler.extend(simpler_exprs(expr).into_iter().map(change));
    }
    if let Some(constraint) = &arguments.constraint {
        let change = |constraint| Arguments { constraint: Some(constraint), ..arguments.clone() };
        simpler.extend(simpler_constraints(constraint).into_iter().map(change));
    }
    simpler
}

fn simpler_constraints(constraint: &Constraint) -> Vec<Constraint> {
    let mut simpler: Vec<Constraint> = Vec::new();
    if matches!(constraint.relation(), Relation::Gt | Relation::Ne | Relation::Eq) {
        simpler.push(Constraint::new(constraint.expr().clone(), Relation::Ge));
    }
    let relation = constraint.relation();
    let same = simpler_exprs(constraint.expr()).into_iter();
    simpler.extend(same.map(|expr| Constraint::new(expr, relation)));
    simpler
}

fn simpler_exprs(expr: &LinearExpr) -> Vec<LinearExpr> {
    let mut simpler = Vec::new();
    for (position, (v, factor)) in expr.terms().iter().enumerate() {
        let mut terms = expr.terms().to_vec();
        terms.remove(position);
        simpler.push(LinearExpr::new(terms.clone(), expr.constant_term().clone()));
        for easier in simpler_numbers(factor).into_iter().filter(|number| !number.is_zero()) {
            let mut terms = terms.clone();
            terms.push((*v, easier));
            simpler.push(LinearExpr::new(terms, expr.constant_term().clone()));
        }
    }
    let numbers = simpler_numbers(expr.constant_term()).into_iter();
    simpler.extend(numbers.map(|number| expr.clone().with_constant(number)));
    simpler
}

/// 0, then 1, then ever smaller steps down, without fractions first.
fn simpler_numbers(number: &Rat) -> Vec<Rat> {
    if number.is_zero() {
        return vec![];
    }
    let mut simpler = vec![Rat::ZERO];
    let magnitude = number.abs();
    let mut step = magnitude.floor();
    let mut push = |candidate: Rat| {
        if candidate < magnitude && !simpler.contains(&candidate) {
            simpler.push(candidate);
        }
    };
    push(Rat::ONE);
    push(magnitude.floor().into());
    while step.is_positive() {
        push(&magnitude - &Rat::from(step.clone()));
        step = step.shr(1);
    }
    let negative = number.is_negative();
    if negative { simpler.iter().map(|n| -n).chain([magnitude]).collect() } else { simpler }
}
