//! Random instructions for two machines, and the exact comparison of what they made.

use soundline_domains::capabilities::Kind;
use soundline_domains::expr::{Constraint, LinearExpr, Relation, Space, Var};
use soundline_domains::numbers::Rat;
use soundline_domains::simplex::Simplex;
use soundline_lattice::Choices;
use soundline_targets::{Machine, Operation, Slot, Touch};

/// Which instructions are drawn.
#[derive(Clone, Copy, Debug)]
pub struct Menu {
    /// Constraints of this shape, or any.
    pub shape: Option<Kind>,
    /// With `>`.
    pub strict: bool,
    /// With widening.
    pub widen: bool,
    /// With narrowing.
    pub narrow: bool,
    /// With assignments of any linear expression, not only of those that every domain handles
    /// exactly: a constant, or a variable plus a constant.
    pub any_assign: bool,
}

/// An instruction: an operation, or a look at an element.
#[derive(Clone, Debug)]
pub enum Step {
    /// Make an element.
    Make(Operation),
    /// Look at one.
    Touch(Slot, Touch),
}

/// So many steps that make elements, or a few more, with looks in between. Widenings get the join of
/// both operands, and narrowings the meet, as their contracts ask for.
pub fn steps(space: &Space, menu: Menu, length: usize, choices: &mut Choices) -> Vec<Step> {
    let mut steps = vec![Step::Make(Operation::Top)];
    let mut made = 1;
    while made < length {
        if choices.once_in(4) {
            steps.push(Step::Touch(Slot(choices.index(made)), choices.pick(&Touch::ALL)));
        }
        let (a, b) = (Slot(choices.index(made)), Slot(choices.index(made)));
        let operation = match choices.index(12) {
            0..=2 => {
                let count = 1 + choices.index(2 * space.dimensions());
                let constraints = (0..count).map(|_| constraint(space, menu, choices));
                Operation::Constraints(constraints.collect())
            }
            3 => Operation::Meet(a, b),
            4 => Operation::Assign(a, assignments(space, menu, choices)),
            5 => Operation::Guard(a, constraint(space, menu, choices)),
            6 => Operation::Forget(a, choices.some_of(&variables(space))),
            7 => Operation::Embed(a, sources(space, choices)),
            8 if menu.widen => {
                steps.push(Step::Make(Operation::Join(a, b)));
                made += 1;
                Operation::Widen(a, Slot(made - 1))
            }
            9 if menu.narrow => {
                steps.push(Step::Make(Operation::Meet(a, b)));
                made += 1;
                Operation::Narrow(a, Slot(made - 1))
            }
            _ => Operation::Join(a, b),
        };
        steps.push(Step::Make(operation));
        made += 1;
    }
    if choices.once_in(4) {
        steps.push(Step::Make(Operation::Bottom));
    }
    steps
}

/// The steps that make elements.
#[allow(dead_code)] // Not all tests compare step by step.
pub fn operations(steps: &[Step]) -> impl Iterator<Item = &Operation> {
    steps.iter().filter_map(|step| match step {
        Step::Make(operation) => Some(operation),
        Step::Touch(..) => None,
    })
}

/// Run the steps; the slots that were made.
pub fn run(machine: &mut dyn Machine, steps: &[Step]) -> Vec<Slot> {
    machine.reset();
    let mut slots = Vec::new();
    for step in steps {
        match step {
            Step::Make(operation) => slots.push(
                machine.apply(operation).unwrap_or_else(|fault| panic!("{operation:?}: {fault}")),
            ),
            Step::Touch(slot, how) => {
                machine.touch(*slot, *how).unwrap_or_else(|fault| panic!("{how:?}: {fault}"));
            }
        }
    }
    slots
}

/// Do the constraints `a` imply all of `b`, over the reals?
pub fn implies(dimensions: usize, a: &[Constraint], b: &[Constraint]) -> bool {
    let mut simplex = Simplex::new(dimensions, a).expect("the constraints are over the space");
    b.iter().all(|c| simplex.entails(c).expect("the constraints are over the space"))
}

/// Do both stand for the same real points?
pub fn same(dimensions: usize, a: &[Constraint], b: &[Constraint]) -> bool {
    implies(dimensions, a, b) && implies(dimensions, b, a)
}

fn variables(space: &Space) -> Vec<Var> {
    (0..space.dimensions()).collect()
}

fn number(choices: &mut Choices) -> Rat {
    match choices.index(10) {
        0..=6 => choices.int(-6, 6).into(),
        7 | 8 => Rat::new(choices.int(-9, 9), choices.int(1, 4)).expect("at least 1"),
        _ => choices.pick(&[i64::MAX, i64::MIN, 1 << 53]).into(),
    }
}

fn factor(choices: &mut Choices) -> Rat {
    choices.pick(&[1, -1, 2, -3]).into()
}

fn constraint(space: &Space, menu: Menu, choices: &mut Choices) -> Constraint {
    let one = choices.index(space.dimensions());
    let other = (one + 1 + choices.index(space.dimensions() - 1)) % space.dimensions();
    let sign: Rat = choices.pick(&[1i64, -1]).into();
    let terms = match menu.shape {
        Some(Kind::Zones) if choices.flip() => vec![(one, sign.clone()), (other, -sign)],
        Some(Kind::Octagons) if choices.flip() => {
            vec![(one, sign), (other, choices.pick(&[1i64, -1]).into())]
        }
        Some(Kind::Intervals | Kind::Zones | Kind::Octagons) => vec![(one, factor(choices))],
        _ if choices.flip() => vec![(one, factor(choices))],
        _ => choices.many(3, |c| (c.index(space.dimensions()), factor(c))),
    };
    let relations = [Relation::Ge, Relation::Ge, Relation::Eq, Relation::Gt];
    let known = if menu.strict { 4 } else { 3 };
    Constraint::new(LinearExpr::new(terms, number(choices)), choices.pick(&relations[..known]))
}

fn assignments(space: &Space, menu: Menu, choices: &mut Choices) -> Vec<(Var, LinearExpr)> {
    let mut targets = choices.some_of(&variables(space));
    if choices.flip() {
        targets.truncate(1);
    }
    let mut value = |_: &Var| {
        let terms = if menu.any_assign {
            choices.many(3, |c| (c.index(space.dimensions()), factor(c)))
        } else {
            choices.many(1, |c| (c.index(space.dimensions()), Rat::ONE))
        };
        LinearExpr::new(terms, number(choices))
    };
    targets.iter().map(|v| (*v, value(v))).collect()
}

fn sources(space: &Space, choices: &mut Choices) -> Vec<Option<Var>> {
    let mut order = variables(space);
    choices.shuffle(&mut order);
    order.into_iter().map(|v| (!choices.once_in(4)).then_some(v)).collect()
}
