//! Small random traces for a property, with operands for which its precondition often holds.

use std::time::{Duration, Instant};

use soundline_domains::expr::{Constraint, LinearExpr, Relation, Space};
use soundline_domains::numbers::Rat;
use soundline_fuzz::bench::Bench;
use soundline_fuzz::exact::{draw, shape};
use soundline_fuzz::property::{ConstraintShape, ExprShape, Property, Role};
use soundline_fuzz::{Arguments, Check, Outcome, Statement, Trace};
use soundline_lattice::Choices;
use soundline_targets::{
    Machine, Operation, OperationKind, Profile, Refusal, Slot, Touch, WideningContract,
};

/// Draws one trace.
pub struct Generator<'a> {
    profile: &'a Profile,
    space: &'a Space,
    choices: Choices,
    statements: Vec<Statement>,
    made: usize,
}

/// A trace that ends with the property.
pub fn trace(property: &Property, profile: &Profile, space: &Space, seed: u64) -> Trace {
    let choices = Choices::random(seed);
    let mut generator = Generator { profile, space, choices, statements: vec![], made: 0 };
    let arguments = generator.arguments(property, seed);
    let check = Check { property: property.number, arguments };
    let statements = generator.statements;
    Trace { target: "test".to_string(), against: None, space: space.clone(), statements, check }
}

/// Run a trace.
pub fn run(machine: &mut dyn Machine, property: &Property, trace: &Trace) -> Outcome {
    match prepare(machine, trace) {
        Err(refusal) => refusal.into(),
        Ok(()) => check(machine, property, trace),
    }
}

fn check(machine: &mut dyn Machine, property: &Property, trace: &Trace) -> Outcome {
    let mut bench = Bench::new(machine, &trace.check.arguments, property.class).made_by(trace);
    (property.check)(&mut bench).into()
}

/// Run a trace; gives how long its check took.
pub fn timed(
    machine: &mut dyn Machine,
    property: &Property,
    trace: &Trace,
) -> (Result<(), Refusal>, Duration) {
    let prepared = prepare(machine, trace);
    let start = Instant::now();
    std::hint::black_box(check(machine, property, trace));
    (prepared, start.elapsed())
}

fn prepare(machine: &mut dyn Machine, trace: &Trace) -> Result<(), Refusal> {
    machine.reset();
    trace.statements.iter().try_for_each(|statement| match statement {
        Statement::Make(operation) => machine.apply(operation).map(drop),
        Statement::Touch(slot, how) => match machine.touch(*slot, *how) {
            Err(Refusal::Unsupported(_)) => Ok(()),
            other => other,
        },
    })
}

impl Generator<'_> {
    fn make(&mut self, operation: Operation) -> Slot {
        self.statements.push(Statement::Make(operation));
        self.made += 1;
        Slot(self.made - 1)
    }

    fn arguments(&mut self, property: &Property, seed: u64) -> Arguments {
        let inputs = property.inputs;
        let mut elements = Vec::new();
        for role in inputs.roles {
            let element = self.element(*role, &mut elements);
            if self.choices.once_in(3) {
                let how = self.choices.pick(&Touch::ALL);
                self.statements.push(Statement::Touch(element, how));
            }
            elements.push(element);
        }
        let chain = if inputs.chain { (0..3).map(|_| self.any()).collect() } else { vec![] };
        let variable = inputs.variable.then(|| self.choices.index(self.space.dimensions()));
        let expr = inputs.expr.map(|shape| match (shape, variable) {
            (ExprShape::Represented, Some(v)) => self.represented_expr(v),
            _ => draw::expression(self.space, 2, &mut self.choices),
        });
        let constraint = inputs.constraint.map(|shape| self.constraint(shape));
        Arguments { elements, chain, variable, expr, constraint, seed }
    }

    fn element(&mut self, role: Role, before: &mut [Slot]) -> Slot {
        // A precondition that always holds by construction would hide wrong answers about it.
        let role = if self.choices.once_in(5) { Role::Any } else { role };
        match role {
            Role::Any => self.any(),
            Role::Above(below) => {
                let first = self.any();
                below.iter().fold(first, |all, b| self.make(Operation::Join(before[*b], all)))
            }
            Role::Below(above) => {
                let first = self.any();
                above.iter().fold(first, |all, a| self.make(Operation::Meet(before[*a], all)))
            }
            Role::EqualTo(other) => self.equal_to(before[other]),
            Role::Bottom => match self.choices.draw(2) {
                0 => self.make(Operation::Bottom),
                1 => self.make(Operation::Constraints(vec![Constraint::falsity()])),
                _ => {
                    let [one, other] = self.contradiction();
                    self.make(Operation::Constraints(vec![one, other]))
                }
            },
            Role::DisjointFrom(other) => {
                let [one, opposite] = self.contradiction();
                before[other] = self.make(Operation::Guard(before[other], one));
                self.make(Operation::Constraints(vec![opposite]))
            }
        }
    }

    fn contradiction(&mut self) -> [Constraint; 2] {
        match draw::variable(self.space, &mut self.choices) {
            Some(v) => {
                let (v, one) = (LinearExpr::variable(v), LinearExpr::constant(1));
                [Constraint::ge(&v, &one), Constraint::ge(&LinearExpr::zero(), &v)]
            }
            None => [Constraint::truth(), Constraint::falsity()],
        }
    }

    fn equal_to(&mut self, slot: Slot) -> Slot {
        match self.choices.draw(3) {
            0 => {
                let top = self.make(Operation::Top);
                self.make(Operation::Meet(slot, top))
            }
            1 => {
                let bottom = self.make(Operation::Bottom);
                self.make(Operation::Join(bottom, slot))
            }
            2 => self.make(Operation::Guard(slot, Constraint::truth())),
            _ => {
                let larger = self.any();
                let larger = self.make(Operation::Join(slot, larger));
                self.make(Operation::Meet(larger, slot))
            }
        }
    }

    /// An element of constraints that share a point, most of the time, and up to two steps from it.
    fn any(&mut self) -> Slot {
        let choices = &mut self.choices;
        let mut slot = match choices.draw_as(7, |random| random.up_to(7)) {
            0 => self.make(Operation::Top),
            1 => self.make(Operation::Bottom),
            _ => {
                let point: Vec<Rat> =
                    (0..self.space.dimensions()).map(|_| choices.int(-5, 5).into()).collect();
                let most = 2 + self.space.dimensions();
                let all = choices.many(most, |choices| {
                    let drawn = shape::represented(self.profile, self.space, choices);
                    around(&drawn, &point, choices)
                });
                self.make(Operation::Constraints(all))
            }
        };
        for _ in 0..2 {
            if self.choices.flip() {
                slot = self.step(slot);
            }
        }
        slot
    }

    fn step(&mut self, slot: Slot) -> Slot {
        use OperationKind::{Assign, Forget, Guard, Join, Meet, Widen};
        let kinds = [Join, Meet, Widen, Guard, Assign, Forget];
        let supported: Vec<_> = kinds.into_iter().filter(|k| self.profile.supports(*k)).collect();
        let kind = self.choices.pick(&supported);
        if matches!(kind, Join | Meet | Widen) {
            let other = match self.made {
                made if self.choices.flip() => Slot(self.choices.index(made)),
                _ => {
                    let constraint = self.constraint(ConstraintShape::Represented);
                    self.make(Operation::Constraints(vec![constraint]))
                }
            };
            let increasing = self.profile.widening == WideningContract::Increasing;
            return match kind {
                Join => self.make(Operation::Join(slot, other)),
                Meet => self.make(Operation::Meet(slot, other)),
                _ if increasing => {
                    let larger = self.make(Operation::Join(slot, other));
                    self.make(Operation::Widen(slot, larger))
                }
                _ => self.make(Operation::Widen(slot, other)),
            };
        }
        let Some(v) = draw::variable(self.space, &mut self.choices) else { return slot };
        let expr = draw::expression(self.space, 2, &mut self.choices);
        let constraint = self.constraint(ConstraintShape::Any);
        self.make(match kind {
            Guard => Operation::Guard(slot, constraint),
            Assign => Operation::Assign(slot, vec![(v, expr)]),
            _ => Operation::Forget(slot, vec![v]),
        })
    }

    fn constraint(&mut self, shape: ConstraintShape) -> Constraint {
        match shape {
            ConstraintShape::Any => draw::constraint(self.space, &mut self.choices),
            ConstraintShape::Represented => {
                shape::represented(self.profile, self.space, &mut self.choices)
            }
        }
    }

    fn represented_expr(&mut self, v: usize) -> LinearExpr {
        let w = self.choices.index(self.space.dimensions());
        let constant = LinearExpr::constant(self.choices.int(-5, 5));
        let form = &LinearExpr::variable(v) - &LinearExpr::variable(w);
        let relational = w != v && shape::is_template(self.profile.kind, &form);
        if relational { &LinearExpr::variable(w) + &constant } else { constant }
    }
}

/// The same constraint moved so that the point satisfies it.
fn around(constraint: &Constraint, point: &[Rat], choices: &mut Choices) -> Constraint {
    let value = constraint.expr().eval(point).expect("the point has all coordinates");
    let slack = match constraint.relation() {
        Relation::Eq => Rat::ZERO,
        _ => choices.int(0, 5).into(),
    };
    Constraint::new(constraint.expr().clone().plus(&(slack - value)), constraint.relation())
}
