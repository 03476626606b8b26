//! What is timed: one row of the table.

use soundline_domains::expr::{Constraint, LinearExpr, Var};
use soundline_domains::numbers::Rat;
use soundline_lattice::Answer;
use soundline_targets::{Machine, Operation, Question, Refusal, Slot};

use super::elements::Scene;

/// What is timed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Work {
    Constraints,
    Join,
    JoinLeq,
    Meet,
    Widen,
    AssignShift,
    ShiftLeq,
    AssignCopy,
    AssignLinear,
    Forget,
    ForgetLeq,
    Guard,
    GuardLinear,
    LeqYes,
    LeqNo,
    EqualYes,
    EqualNo,
    MeetsJoin,
    MeetsLeq,
    MeetAssign,
    MeetForget,
}

/// A row of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// Its name; with a + at the end the result is forced.
    pub name: &'static str,
    /// What is timed.
    pub work: Work,
    /// What it does, in a few words.
    pub about: &'static str,
}

impl Row {
    /// Is the result asked whether it is bottom, so that lazy libraries do the work?
    pub fn forced(&self) -> bool {
        self.name.ends_with('+')
    }

    /// Is the bar about this row? Without the + a lazy library has done nothing yet.
    pub fn counts(&self) -> bool {
        self.forced() || self.name.ends_with("-leq")
    }

    /// Is an element restricted, so that a library may do nothing and be right?
    pub fn guards(&self) -> bool {
        matches!(self.work, Work::Guard | Work::GuardLinear)
    }

    /// The row of a name.
    pub fn named(name: &str) -> Option<&'static Row> {
        ROWS.iter().find(|row| row.name == name)
    }
}

const fn row(name: &'static str, work: Work, about: &'static str) -> Row {
    Row { name, work, about }
}

/// All rows.
pub const ROWS: [Row; 32] = [
    row("constraints+", Work::Constraints, "an element from its constraints"),
    row("join", Work::Join, "x ⊔ y"),
    row("join+", Work::Join, "x ⊔ y"),
    row("join-leq", Work::JoinLeq, "x ⊔ y, then the same made before ⊑ it"),
    row("meet", Work::Meet, "x ⊓ y"),
    row("meet+", Work::Meet, "x ⊓ y"),
    row("widen", Work::Widen, "x ∇ (x ⊔ y), the join made before"),
    row("widen+", Work::Widen, "x ∇ (x ⊔ y), the join made before"),
    row("assign-shift", Work::AssignShift, "v := v + 3"),
    row("assign-shift+", Work::AssignShift, "v := v + 3"),
    row("shift-leq", Work::ShiftLeq, "v := v + 3, then the same made before ⊑ it"),
    row("assign-copy", Work::AssignCopy, "v := w + 1"),
    row("assign-copy+", Work::AssignCopy, "v := w + 1"),
    row("assign-linear", Work::AssignLinear, "v := 2w - u + 1"),
    row("assign-linear+", Work::AssignLinear, "v := 2w - u + 1"),
    row("forget", Work::Forget, "nothing known of v"),
    row("forget+", Work::Forget, "nothing known of v"),
    row("forget-leq", Work::ForgetLeq, "nothing known of v, then x made again ⊑ it"),
    row("guard", Work::Guard, "a constraint of the domain's shape"),
    row("guard+", Work::Guard, "a constraint of the domain's shape"),
    row("guard-linear", Work::GuardLinear, "v + 2w - u >= c"),
    row("guard-linear+", Work::GuardLinear, "v + 2w - u >= c"),
    row("leq-yes", Work::LeqYes, "x ⊑ x ⊔ y, the join made before"),
    row("leq-no", Work::LeqNo, "x ⊔ y ⊑ x"),
    row("equal-yes", Work::EqualYes, "x = x made again"),
    row("equal-no", Work::EqualNo, "x = y"),
    row("meets-join+", Work::MeetsJoin, "(p ⊓ q) ⊔ (r ⊓ s), all of it"),
    row("meets-leq", Work::MeetsLeq, "p ⊓ q ⊑ r ⊓ s, all of it"),
    row("meet-assign", Work::MeetAssign, "p ⊓ q, then v := w + 1"),
    row("meet-assign+", Work::MeetAssign, "p ⊓ q, then v := w + 1"),
    row("meet-forget", Work::MeetForget, "p ⊓ q, then nothing known of v"),
    row("meet-forget+", Work::MeetForget, "p ⊓ q, then nothing known of v"),
];

/// What is timed, for one pair of elements: meets that make fresh operands, and an instruction.
pub struct Item {
    meets: Vec<(Slot, Slot)>,
    last: Last,
}

enum Last {
    Make(Operation),
    /// Is the element below what is made?
    Compare(Slot, Operation),
    Ask(Question),
}

/// The elements of a pair on a machine: x, y, their join, x made again, and x after v := v + 3.
pub struct Pair {
    pub x: Slot,
    pub y: Slot,
    pub upper: Slot,
    pub again: Slot,
    pub shifted: Slot,
    /// Elements of which x and y are the meets.
    pub parts: [(Slot, Slot); 2],
}

impl Item {
    /// The work for the pair of a number.
    pub fn new(work: Work, index: usize, pair: &Pair, scene: &Scene) -> Item {
        let (x, y) = (pair.x, pair.y);
        let [v, w, u] = scene.variables[index];
        let expr = |terms: &[(usize, i64)], constant: i64| {
            LinearExpr::new(terms.iter().map(|(v, factor)| (*v, Rat::from(*factor))), constant)
        };
        let assign = |expr: LinearExpr| Operation::Assign(x, vec![(v, expr)]);
        let shift = || shift(x, v);
        let guard = |constraint: &Constraint| Operation::Guard(x, constraint.clone());
        let copy = || assign(expr(&[(w, 1)], 1));
        let forget = || Operation::Forget(x, vec![v]);
        let (meets, last) = match work {
            Work::Constraints => {
                (0, Last::Make(Operation::Constraints(scene.bases[index].clone())))
            }
            Work::Join => (0, Last::Make(Operation::Join(x, y))),
            Work::JoinLeq => (0, Last::Compare(pair.upper, Operation::Join(x, y))),
            Work::Meet => (0, Last::Make(Operation::Meet(x, y))),
            Work::Widen => (0, Last::Make(Operation::Widen(x, pair.upper))),
            Work::AssignShift => (0, Last::Make(shift())),
            Work::ShiftLeq => (0, Last::Compare(pair.shifted, shift())),
            Work::AssignCopy => (0, Last::Make(copy())),
            Work::AssignLinear => (0, Last::Make(assign(expr(&[(w, 2), (u, -1)], 1)))),
            Work::Forget => (0, Last::Make(forget())),
            Work::ForgetLeq => (0, Last::Compare(pair.again, forget())),
            Work::Guard => (0, Last::Make(guard(&scene.guards[index]))),
            Work::GuardLinear => (0, Last::Make(guard(&scene.linear_guards[index]))),
            Work::LeqYes => (0, Last::Ask(Question::Leq(x, pair.upper))),
            Work::LeqNo => (0, Last::Ask(Question::Leq(pair.upper, x))),
            Work::EqualYes => (0, Last::Ask(Question::Equal(x, pair.again))),
            Work::EqualNo => (0, Last::Ask(Question::Equal(x, y))),
            Work::MeetsJoin => (2, Last::Make(Operation::Join(x, y))),
            Work::MeetsLeq => (2, Last::Ask(Question::Leq(x, y))),
            Work::MeetAssign => (1, Last::Make(copy())),
            Work::MeetForget => (1, Last::Make(forget())),
        };
        Item { meets: pair.parts[..meets].to_vec(), last }
    }

    /// Does a guard leave its operand as it is?
    pub fn is_idle(&self, machine: &mut dyn Machine) -> Result<bool, Refusal> {
        let Last::Make(operation @ Operation::Guard(x, _)) = &self.last else { return Ok(false) };
        let result = machine.apply(operation)?;
        Ok(machine.ask(Question::Equal(*x, result))? == Answer::Yes)
    }

    /// Do it: true if a question was answered with yes.
    #[inline]
    pub fn perform(&mut self, machine: &mut dyn Machine, forced: bool) -> Result<bool, Refusal> {
        for position in 0..self.meets.len() {
            let (one, other) = self.meets[position];
            let fresh = machine.apply(&Operation::Meet(one, other))?;
            self.last.set_operand(position, fresh);
        }
        let answer = match &self.last {
            Last::Ask(question) => machine.ask(*question)?,
            Last::Compare(below, operation) => {
                let result = machine.apply(operation)?;
                machine.ask(Question::Leq(*below, result))?
            }
            Last::Make(operation) => {
                let result = machine.apply(operation)?;
                if !forced {
                    return Ok(false);
                }
                machine.ask(Question::IsBottom(result))?
            }
        };
        Ok(answer == Answer::Yes)
    }
}

/// `v := v + 3`.
pub fn shift(x: Slot, v: Var) -> Operation {
    Operation::Assign(x, vec![(v, LinearExpr::variable(v).plus(&Rat::from(3)))])
}

impl Last {
    fn set_operand(&mut self, position: usize, slot: Slot) {
        use Operation::{Assign, Forget, Join};
        match (self, position) {
            (Last::Make(Assign(x, _) | Forget(x, _) | Join(x, _)), 0)
            | (Last::Make(Join(_, x)), 1)
            | (Last::Ask(Question::Leq(x, _)), 0)
            | (Last::Ask(Question::Leq(_, x)), 1) => *x = slot,
            _ => unreachable!("only these instructions take fresh operands"),
        }
    }
}
