//! The bench: a machine with the operands of a property on it, in the words that properties use.

#[cfg(test)]
mod tests;

use soundline_domains::expr::{Constraint, LinearExpr, Space, Var};
use soundline_lattice::{Answer, Choices};
use soundline_targets::{
    Machine, Operation, OperationKind, Profile, Question, Refusal, Slot, Touch,
};

use crate::exact::{self, Travel};
use crate::outcome::{Ending, Outcome, Stop};
use crate::property::{Class, Setting};
use crate::trace::{Arguments, ELEMENT_NAMES, Trace};

/// An element with its name in the words of the property.
pub type Named<'a> = (&'a str, Slot);

/// What a check comes to.
pub type Checked = Result<Outcome, Stop>;

/// What a check did: kept so that a test can be exported as a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// It made an element.
    Make(Operation),
    /// It made an element in place.
    MakeInPlace(Operation),
    /// It looked at an element.
    Touch(Slot, Touch),
    /// It asked and was answered.
    Ask(Question, Answer),
}

/// A machine with the operands of a property.
pub struct Bench<'a> {
    machine: &'a mut dyn Machine,
    arguments: &'a Arguments,
    choices: Choices,
    steps: Option<Vec<Step>>,
    other: Option<&'a mut dyn Machine>,
    class: Class,
    trace: Option<&'a Trace>,
}

impl<'a> Bench<'a> {
    /// The operands are on the machine already; a property of this class is checked.
    pub fn new(machine: &'a mut dyn Machine, arguments: &'a Arguments, class: Class) -> Bench<'a> {
        let choices = Choices::random(arguments.seed);
        Bench { machine, arguments, choices, steps: None, other: None, class, trace: None }
    }

    /// The elements on the machine were made by this trace.
    pub fn made_by(mut self, trace: &'a Trace) -> Bench<'a> {
        self.trace = Some(trace);
        self
    }

    /// How the elements on the machine were made, in their order.
    pub fn operations(&self) -> Vec<&'a Operation> {
        self.trace.map(|trace| trace.operations().collect()).unwrap_or_default()
    }

    /// Beside another machine on which the same elements are.
    pub fn beside(mut self, other: Option<&'a mut dyn Machine>) -> Bench<'a> {
        self.other = other;
        self
    }

    /// Keeping what is done.
    pub fn recording(mut self) -> Bench<'a> {
        self.steps = Some(Vec::new());
        self
    }

    /// What was done.
    pub fn into_steps(self) -> Vec<Step> {
        self.steps.unwrap_or_default()
    }

    /// The element of a role.
    fn role(&self, position: usize) -> Slot {
        self.arguments.elements[position]
    }

    /// The first element.
    pub fn x(&self) -> Slot {
        self.role(0)
    }

    /// The second element.
    pub fn y(&self) -> Slot {
        self.role(1)
    }

    /// The third element.
    pub fn z(&self) -> Slot {
        self.role(2)
    }

    /// The fourth element.
    pub fn b(&self) -> Slot {
        self.role(3)
    }

    /// The elements of the chain.
    pub fn chain(&self) -> &'a [Slot] {
        &self.arguments.chain
    }

    /// The name of an element in the words of the property.
    pub fn name_of(&self, slot: Slot) -> String {
        match self.arguments.elements.iter().position(|element| *element == slot) {
            Some(position) if position < ELEMENT_NAMES.len() => ELEMENT_NAMES[position].to_string(),
            _ => format!("p{slot}"),
        }
    }

    /// The variable.
    pub fn v(&self) -> Var {
        self.arguments.variable.expect("a property with v is given one")
    }

    /// The expression.
    pub fn e(&self) -> &'a LinearExpr {
        self.arguments.expr.as_ref().expect("a property with e is given one")
    }

    /// The constraint.
    pub fn c(&self) -> &'a Constraint {
        self.arguments.constraint.as_ref().expect("a property with c is given one")
    }

    /// The variables.
    pub fn space(&self) -> &Space {
        self.machine.space()
    }

    /// The points that elements stand for: with integers only where the domain knows no others.
    pub fn points_space(&self) -> Space {
        match self.profile().integers_only {
            true => Space::integers(self.space().dimensions()),
            false => self.space().clone(),
        }
    }

    /// The domain and the variables.
    pub fn setting(&self) -> Setting<'_> {
        Setting { profile: self.machine.profile(), space: self.machine.space() }
    }

    /// What the domain claims.
    pub fn profile(&self) -> &Profile {
        self.machine.profile()
    }

    /// From here an oracle draws points and directions, a function of the trace alone.
    pub fn choices(&mut self) -> &mut Choices {
        &mut self.choices
    }

    fn record(&mut self, step: impl FnOnce() -> Step) {
        if let Some(steps) = &mut self.steps {
            steps.push(step());
        }
    }

    /// Make an element.
    pub fn make(&mut self, operation: Operation) -> Result<Slot, Stop> {
        let slot = self.machine.apply(&operation)?;
        self.record(|| Step::Make(operation));
        Ok(slot)
    }

    /// Make an element in place.
    pub fn make_in_place(&mut self, operation: Operation) -> Result<Slot, Stop> {
        let slot = self.machine.apply_in_place(&operation)?;
        self.record(|| Step::MakeInPlace(operation));
        Ok(slot)
    }

    /// ⊤
    pub fn top(&mut self) -> Result<Slot, Stop> {
        self.make(Operation::Top)
    }

    /// ⊥
    pub fn bottom(&mut self) -> Result<Slot, Stop> {
        self.make(Operation::Bottom)
    }

    /// a ⊔ b
    pub fn join(&mut self, a: Slot, b: Slot) -> Result<Slot, Stop> {
        self.make(Operation::Join(a, b))
    }

    /// a ⊓ b
    pub fn meet(&mut self, a: Slot, b: Slot) -> Result<Slot, Stop> {
        self.make(Operation::Meet(a, b))
    }

    /// a ∇ b, or a ∇ (a ⊔ b) where the widening wants its operands to increase.
    pub fn widen(&mut self, a: Slot, b: Slot) -> Result<Slot, Stop> {
        use soundline_targets::WideningContract::*;
        let upper = match self.profile().widening {
            Any => b,
            Increasing => self.join(a, b)?,
        };
        self.make(Operation::Widen(a, upper))
    }

    /// a Δ b
    pub fn narrow(&mut self, a: Slot, b: Slot) -> Result<Slot, Stop> {
        self.make(Operation::Narrow(a, b))
    }

    /// v := e
    pub fn assign(&mut self, a: Slot, v: Var, e: &LinearExpr) -> Result<Slot, Stop> {
        self.make(Operation::Assign(a, vec![(v, e.clone())]))
    }

    /// Nothing known of v.
    pub fn forget(&mut self, a: Slot, v: Var) -> Result<Slot, Stop> {
        self.make(Operation::Forget(a, vec![v]))
    }

    /// Assume c.
    pub fn guard(&mut self, a: Slot, c: &Constraint) -> Result<Slot, Stop> {
        self.make(Operation::Guard(a, c.clone()))
    }

    /// Does the domain have the operation?
    pub fn supports(&self, kind: OperationKind) -> bool {
        self.profile().supports(kind)
    }

    /// Look at an element.
    pub fn touch(&mut self, a: Slot, how: Touch) -> Result<(), Stop> {
        self.machine.touch(a, how)?;
        self.record(|| Step::Touch(a, how));
        Ok(())
    }

    /// The constraints of an element, as it tells them.
    pub fn constraints(&mut self, a: Slot) -> Result<Vec<Constraint>, Stop> {
        let constraints = self.machine.constraints(a);
        // Oracles are about to compute: not with the rounding mode of the library.
        self.machine.rest();
        let constraints = constraints?;
        self.record(|| Step::Touch(a, Touch::Constraints));
        Ok(constraints)
    }

    /// What the other machine says of the same element, and what it is.
    pub fn others(&mut self, a: Slot) -> Result<(Profile, Vec<Constraint>), Stop> {
        let missing = || Refusal::Misuse("there is no other target to compare with".to_string());
        self.machine.rest();
        let other = self.other.as_mut().ok_or_else(missing)?;
        let constraints = other.constraints(a);
        other.rest();
        Ok((other.profile().clone(), constraints?))
    }

    /// What the library says about its last result.
    pub fn claims(&self) -> soundline_targets::Claims {
        self.machine.claims()
    }

    /// Ask.
    pub fn ask(&mut self, question: Question) -> Result<Answer, Stop> {
        let answer = self.machine.ask(question)?;
        self.record(|| Step::Ask(question, answer));
        Ok(answer)
    }

    /// Go on only if the answer is a definite yes.
    pub fn given(&mut self, question: Question) -> Result<(), Stop> {
        if self.ask(question)?.is_yes() { Ok(()) } else { Err(Stop::Vacuous) }
    }

    /// Go on only if the answer is a definite no.
    pub fn given_not(&mut self, question: Question) -> Result<(), Stop> {
        if self.ask(question)?.is_no() { Ok(()) } else { Err(Stop::Vacuous) }
    }

    /// Go on only if the element has points, by its own word or by its constraints.
    pub fn given_points(&mut self, a: Slot) -> Result<(), Stop> {
        match self.ask(Question::IsBottom(a))? {
            Answer::No => Ok(()),
            Answer::Unknown if self.profile().constraints_exact => {
                let constraints = self.constraints(a)?;
                let point = exact::point_of(&constraints, &self.points_space());
                point.map(drop).ok_or(Stop::Vacuous)
            }
            _ => Err(Stop::Vacuous),
        }
    }

    /// Has the element points for sure? Its constraints say so, or where they do not describe it, points
    /// that went through the operations that made it. Its own word does not count.
    pub fn has_points(&mut self, a: Slot) -> Result<bool, Stop> {
        if self.profile().constraints_exact {
            let constraints = self.constraints(a)?;
            return Ok(exact::point_of(&constraints, &self.points_space()).is_some());
        }
        let (operations, space) = (self.operations(), self.points_space());
        let made_by_trace = a.0 < operations.len();
        Ok(made_by_trace
            && !Travel::to(a, &operations, &space, &mut self.choices).points(a).is_empty())
    }

    /// a ⊑ b must hold.
    pub fn expect_leq(&mut self, a: Named, b: Named) -> Checked {
        let answer = self.ask(Question::Leq(a.1, b.1))?;
        let what = || format!("{} ⊑ {} does not hold", a.0, b.0);
        match answer {
            Answer::Yes => Ok(Outcome::held()),
            Answer::No => self.denied(what(), &[(a, b)]),
            Answer::Unknown => self.doubt(what(), &[(a, b)]),
        }
    }

    /// a = b must hold.
    pub fn expect_equal(&mut self, a: Named, b: Named) -> Checked {
        let answer = self.ask(Question::Equal(a.1, b.1))?;
        let what = || format!("{} = {} does not hold", a.0, b.0);
        match answer {
            Answer::Yes => Ok(Outcome::held()),
            Answer::No => self.denied(what(), &[(a, b), (b, a)]),
            Answer::Unknown => self.doubt(what(), &[(a, b), (b, a)]),
        }
    }

    /// a = ⊥ must hold.
    pub fn expect_bottom(&mut self, a: Named) -> Checked {
        let answer = self.ask(Question::IsBottom(a.1))?;
        let what = || format!("{} is not ⊥", a.0);
        match answer {
            Answer::Yes => Ok(Outcome::held()),
            Answer::No if self.is_empty(a.1) => {
                let what =
                    format!("{} is said to have a point, and its constraints have none", a.0);
                Ok(outcome(Ending::WrongAnswer, what, [a]))
            }
            Answer::No => Ok(outcome(Ending::Violated, what(), [a])),
            // Constraints that say less than the element would accuse the innocent.
            Answer::Unknown if !self.profile().constraints_exact => {
                Ok(outcome(Ending::Doubtful, what(), [a]))
            }
            Answer::Unknown => {
                let constraints = self.constraints(a.1)?;
                match exact::point_of(&constraints, &self.points_space()) {
                    Some(point) => Ok(outcome(Ending::Violated, what(), [a]).at(point)),
                    None => Ok(outcome(Ending::Doubtful, what(), [a])),
                }
            }
        }
    }

    /// a ≠ ⊥ must hold.
    pub fn expect_not_bottom(&mut self, a: Named) -> Checked {
        let answer = self.ask(Question::IsBottom(a.1))?;
        Ok(match answer {
            Answer::Yes => outcome(Ending::Violated, format!("{} is ⊥", a.0), [a]),
            Answer::No | Answer::Unknown => Outcome::held(),
        })
    }

    /// a ≠ ⊤ must hold.
    pub fn expect_not_top(&mut self, a: Named) -> Checked {
        let answer = self.ask(Question::IsTop(a.1))?;
        Ok(match answer {
            Answer::Yes => outcome(Ending::Violated, format!("{} is ⊤", a.0), [a]),
            Answer::No | Answer::Unknown => Outcome::held(),
        })
    }

    /// The library says no. Where exact arithmetic says yes, the answer is wrong, not the operation
    /// whose result was asked for; and where bounds are all that can be compared and they say yes, an
    /// order that is not complete proves nothing lost.
    fn denied(&mut self, what: String, pairs: &[(Named, Named)]) -> Checked {
        let [a, b] = [pairs[0].0, pairs[0].1];
        let covered = pairs.iter().all(|(inner, outer)| self.covers(inner.1, outer.1));
        let ending = match (covered, self.profile().constraints_exact) {
            (true, true) => Ending::WrongAnswer,
            (true, false) if self.class == Class::Soundness => Ending::Doubtful,
            _ => Ending::Violated,
        };
        let what = match ending {
            Ending::WrongAnswer => format!("{what}, says the library: but it does hold"),
            Ending::Doubtful => format!("{what}, says the library: but the bounds do not show it"),
            _ => what,
        };
        Ok(outcome(ending, what, [a, b]))
    }

    /// Does what one element tells of itself entail what the other one tells?
    fn covers(&mut self, inner: Slot, outer: Slot) -> bool {
        let (Ok(inner), Ok(outer)) = (self.constraints(inner), self.constraints(outer)) else {
            return false;
        };
        exact::entails(&inner, &outer, self.space().dimensions())
    }

    /// Do the constraints of an element leave no point for sure?
    fn is_empty(&mut self, a: Slot) -> bool {
        self.profile().constraints_exact
            && self.constraints(a).is_ok_and(|told| {
                exact::entails(&told, &[Constraint::falsity()], self.space().dimensions())
            })
    }

    /// The library says no but does not vouch for it: look for a point that proves it, in the first
    /// of a pair and not in the second, by their constraints alone.
    fn doubt(&mut self, what: String, pairs: &[(Named, Named)]) -> Checked {
        let shown = pairs[0];
        if !self.profile().constraints_exact {
            return Ok(outcome(Ending::Doubtful, what, [shown.0, shown.1]));
        }
        for (inner, outer) in pairs {
            let of_inner = self.constraints(inner.1)?;
            let of_outer = self.constraints(outer.1)?;
            if let Some(point) = exact::point_between(&of_inner, &of_outer, &self.points_space()) {
                let what = format!("{what}, not flagged exact: a point of {} shows it", inner.0);
                return Ok(outcome(Ending::Violated, what, [shown.0, shown.1]).at(point));
            }
        }
        if self.profile().flags && pairs.iter().all(|(a, b)| self.covers(a.1, b.1)) {
            let what = format!("{what}, says the library, not flagged exact: but it does hold");
            return Ok(outcome(Ending::Inexact, what, [shown.0, shown.1]));
        }
        Ok(outcome(Ending::Doubtful, what, [shown.0, shown.1]))
    }
}

fn outcome<const N: usize>(ending: Ending, what: String, shown: [Named; N]) -> Outcome {
    let start = Outcome::new(ending, what);
    shown.into_iter().fold(start, |all, (name, slot)| all.showing(name, slot))
}
