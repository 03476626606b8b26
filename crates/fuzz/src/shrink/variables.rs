//! Taking a variable out of a trace.

use soundline_domains::expr::{Constraint, LinearExpr, Space, Var};
use soundline_targets::Operation;

use crate::trace::{Arguments, Check, Statement, Trace};

/// The trace without a variable; `None` if a statement is about it.
pub(super) fn without_variable(trace: &Trace, gone: Var) -> Option<Trace> {
    if (Mentioned { trace, variable: gone }).anywhere() {
        return None;
    }
    let lower = |v: Var| if v > gone { v - 1 } else { v };
    let constraint = |c: &Constraint| c.rename(lower);
    let statements = trace.statements.iter().map(|statement| match statement {
        Statement::Touch(..) => statement.clone(),
        Statement::Make(operation) => Statement::Make(match operation {
            Operation::Constraints(all) => {
                Operation::Constraints(all.iter().map(constraint).collect())
            }
            Operation::Assign(a, assignments) => Operation::Assign(
                *a,
                assignments.iter().map(|(v, e)| (lower(*v), e.rename(lower))).collect(),
            ),
            Operation::Forget(a, variables) => {
                Operation::Forget(*a, variables.iter().map(|v| lower(*v)).collect())
            }
            Operation::Guard(a, c) => Operation::Guard(*a, constraint(c)),
            Operation::Embed(a, sources) => {
                let mut sources = sources.clone();
                sources.remove(gone);
                Operation::Embed(*a, sources.iter().map(|s| s.map(lower)).collect())
            }
            other => other.clone(),
        }),
    });
    let arguments = &trace.check.arguments;
    let arguments = Arguments {
        variable: arguments.variable.map(lower),
        expr: arguments.expr.as_ref().map(|e| e.rename(lower)),
        constraint: arguments.constraint.as_ref().map(constraint),
        ..arguments.clone()
    };
    let mut kinds = trace.space.kinds().to_vec();
    kinds.remove(gone);
    Some(Trace {
        space: Space::new(kinds),
        statements: statements.collect(),
        check: Check { property: trace.check.property, arguments },
        target: trace.target.clone(),
        against: trace.against.clone(),
    })
}

/// Where a variable is mentioned.
struct Mentioned<'a> {
    trace: &'a Trace,
    variable: Var,
}

impl Mentioned<'_> {
    fn anywhere(&self) -> bool {
        let arguments = &self.trace.check.arguments;
        self.trace.operations().any(|operation| self.in_operation(operation))
            || arguments.variable == Some(self.variable)
            || arguments.expr.as_ref().is_some_and(|expr| self.in_expr(expr))
            || arguments.constraint.as_ref().is_some_and(|c| self.in_expr(c.expr()))
    }

    fn in_expr(&self, expr: &LinearExpr) -> bool {
        !expr.coefficient(self.variable).is_zero()
    }

    fn in_operation(&self, operation: &Operation) -> bool {
        match operation {
            Operation::Constraints(all) => all.iter().any(|c| self.in_expr(c.expr())),
            Operation::Assign(_, assignments) => {
                assignments.iter().any(|(v, e)| *v == self.variable || self.in_expr(e))
            }
            Operation::Forget(_, variables) => variables.contains(&self.variable),
            Operation::Guard(_, c) => self.in_expr(c.expr()),
            Operation::Embed(_, sources) => sources[self.variable] != Some(self.variable),
            _ => false,
        }
    }
}
