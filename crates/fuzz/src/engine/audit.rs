//! The audit of a violation: which result or answer is the first that exact arithmetic refutes.
//!
//! It looks at a machine on which a trace was run, after the fact, so that looking changes nothing
//! that was seen. What it says groups findings by their cause.

use soundline_domains::expr::{Constraint, LinearExpr, Relation, Space};
use soundline_lattice::{Answer, Choices};
use soundline_targets::{Machine, Operation, OperationKind, Question, Slot};

use crate::bench::Step;
use crate::exact::{self, Concrete, Points, Tried, shape};
use crate::property::{self, Class, Setting};
use crate::trace::Trace;

/// Points that are tried to refute a result.
const TRIES: usize = 40;

/// A result or answer that exact arithmetic refutes.
pub struct Fault {
    /// What is wrong, in words.
    pub what: String,
    /// Are points lost, or is a yes wrong? Otherwise something is only less precise than it could be.
    pub unsound: bool,
}

impl Fault {
    fn unsound(what: String) -> Option<Fault> {
        Some(Fault { what, unsound: true })
    }

    fn imprecise(what: String) -> Option<Fault> {
        Some(Fault { what, unsound: false })
    }
}

/// What goes wrong first, if it can be told. What is unsound comes before what is imprecise: soundness
/// and convergence do not fail because something could be more precise.
pub fn audit(machine: &mut dyn Machine, trace: &Trace, steps: &[Step]) -> Option<Fault> {
    if !machine.profile().constraints_exact {
        return None;
    }
    let space = match machine.profile().integers_only {
        true => Space::integers(trace.space.dimensions()),
        false => trace.space.clone(),
    };
    let made = trace.operations().map(|operation| Step::Make(operation.clone()));
    let all: Vec<Step> = made.chain(steps.iter().cloned()).collect();
    let precision =
        property::get(trace.check.property).is_some_and(|p| p.class == Class::Precision);
    let mut auditor = Auditor { machine, space };
    let mut next = 0;
    let mut imprecise = None;
    for step in &all {
        let fault = match step {
            Step::Make(operation) | Step::MakeInPlace(operation) => {
                next += 1;
                auditor.result(operation, Slot(next - 1))
            }
            Step::Ask(question, answer) => auditor.answer(*question, *answer),
            Step::Touch(..) => None,
        };
        match fault {
            Some(fault) if fault.unsound => return Some(fault),
            Some(fault) if precision => imprecise = imprecise.or(Some(fault)),
            _ => {}
        }
    }
    imprecise
}

struct Auditor<'a> {
    machine: &'a mut dyn Machine,
    space: Space,
}

impl Auditor<'_> {
    fn constraints(&mut self, slot: Slot) -> Option<Vec<Constraint>> {
        let constraints = self.machine.constraints(slot).ok();
        // What is computed from them must not round as the library does.
        self.machine.rest();
        constraints
    }

    /// A result that lacks points, or that has more than it should.
    fn result(&mut self, operation: &Operation, slot: Slot) -> Option<Fault> {
        let operands: Vec<Vec<Constraint>> =
            operation.operands().map(|operand| self.constraints(operand)).collect::<Option<_>>()?;
        let result = self.constraints(slot)?;
        let name = operation.kind().name();
        let mut concrete = Concrete::new(operation, &operands, &self.space);
        if let Tried::Lost(_) = concrete.lost(&result, TRIES, &mut Choices::random(1)) {
            return Fault::unsound(format!("{name} loses points"));
        }
        let setting = Setting { profile: self.machine.profile(), space: &self.space };
        let judged = setting.real() && setting.profile.numbers.exact();
        if !judged || !self.claims_best(operation) {
            return None;
        }
        if !self.machine.profile().strict {
            concrete = concrete.relaxed();
        }
        let mut of_result = Points::new(result, &self.space);
        if !concrete.is_convex() || !of_result.are_convex() {
            return None;
        }
        let directions = self.directions(operation, &operands);
        let further =
            |direction: &LinearExpr| of_result.support(direction) > concrete.support(direction);
        match directions.iter().any(further) {
            true => Fault::imprecise(format!("{name} is less precise than it could be")),
            false => None,
        }
    }

    fn claims_best(&self, operation: &Operation) -> bool {
        let profile = self.machine.profile();
        let best = &profile.best;
        match operation.kind() {
            OperationKind::Top | OperationKind::Bottom | OperationKind::Embed => true,
            OperationKind::Join => best.join,
            OperationKind::Meet => best.meet,
            OperationKind::Forget => best.forget,
            OperationKind::Assign => best.assign,
            OperationKind::Guard | OperationKind::Constraints => {
                let own: &[Constraint] = match operation {
                    Operation::Constraints(all) => all,
                    Operation::Guard(_, constraint) => std::slice::from_ref(constraint),
                    _ => &[],
                };
                best.represented_guard && own.iter().all(|c| shape::represents(profile, c))
            }
            OperationKind::Widen | OperationKind::Narrow | OperationKind::ParallelAssign => false,
        }
    }

    /// Where the operands end, as far as the domain has bounds there.
    fn directions(&self, operation: &Operation, operands: &[Vec<Constraint>]) -> Vec<LinearExpr> {
        let kind = self.machine.profile().kind;
        let own = match operation {
            Operation::Constraints(all) => all.clone(),
            Operation::Guard(_, constraint) => vec![constraint.clone()],
            Operation::Assign(_, assignments) => {
                let form = |(v, e): &(usize, LinearExpr)| &LinearExpr::variable(*v) - e;
                assignments.iter().map(|a| Constraint::new(form(a), Relation::Eq)).collect()
            }
            _ => Vec::new(),
        };
        let units = (0..self.space.dimensions()).map(LinearExpr::variable);
        let ends = operands.iter().flatten().chain(&own).map(|c| c.expr().clone());
        let forms = units.chain(ends).map(|form| form.with_constant(0));
        let bounded = forms.filter(|f| shape::is_template(kind, f) && !f.terms().is_empty());
        bounded.flat_map(|form| [-&form, form]).collect()
    }

    /// An answer that the constraints refute.
    fn answer(&mut self, question: Question, answer: Answer) -> Option<Fault> {
        let (name, holds, refuted) = match question {
            Question::Leq(a, b) => ("leq", self.below(a, b)?, self.apart(a, b)?),
            Question::Equal(a, b) => (
                "equal",
                self.below(a, b)? && self.below(b, a)?,
                self.apart(a, b)? || self.apart(b, a)?,
            ),
            Question::IsBottom(a) => {
                let constraints = self.constraints(a)?;
                let points = Points::new(constraints.clone(), &self.space);
                let there = exact::point_of(&constraints, &self.space).is_some();
                ("is_bottom", points.are_none(), there)
            }
            Question::IsTop(a) => {
                let none = self.constraints(a)?;
                let top = exact::entails(&[], &none, self.space.dimensions());
                ("is_top", top, exact::point_between(&[], &none, &self.space).is_some())
            }
        };
        match answer {
            Answer::Yes if refuted => {
                Fault::unsound(format!("{name} says yes where it does not hold"))
            }
            // A no that is not meant is flagged; the cause says so.
            Answer::No | Answer::Unknown if holds => {
                Fault::imprecise(format!("{name} says no where it holds"))
            }
            _ => None,
        }
    }

    fn below(&mut self, a: Slot, b: Slot) -> Option<bool> {
        let (inner, outer) = (self.constraints(a)?, self.constraints(b)?);
        Some(exact::entails(&inner, &outer, self.space.dimensions()))
    }

    fn apart(&mut self, a: Slot, b: Slot) -> Option<bool> {
        let (inner, outer) = (self.constraints(a)?, self.constraints(b)?);
        Some(exact::point_between(&inner, &outer, &self.space).is_some())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fake::{Fake, trace};

    const JOIN: &str = "p0 = constraint x0 = 0\np1 = constraint x0 = 1\np2 = join p0 p1\n";

    /// What is wrong with a join that tells this, where a property is checked.
    fn fault(result: &str, check: &str, steps: &[Step]) -> Option<(String, bool)> {
        let trace = trace(&format!("{JOIN}{check}"));
        let mut machine = Fake::new(|_| Answer::Unknown).making(result);
        crate::run(&mut machine, &trace);
        audit(&mut machine, &trace, steps).map(|fault| (fault.what, fault.unsound))
    }

    #[test]
    fn lost_points_are_a_fault_of_every_property_and_coarse_results_of_precision() {
        let lost = Some(("join loses points".to_string(), true));
        let coarse = Some(("join is less precise than it could be".to_string(), false));
        let (order, convergence) = ("check P3 x=p2", "check P33 x=p2 chain=p0");
        assert_eq!(fault("x0 = 0", order, &[]), lost);
        assert_eq!(fault("x0 = 0", convergence, &[]), lost);
        assert_eq!(fault("", order, &[]), coarse);
        assert_eq!(fault("", convergence, &[]), None);
        assert_eq!(fault("x0 >= 0,x0 <= 1", order, &[]), None);
    }

    #[test]
    fn answers_are_compared_with_the_constraints() {
        let answered = |question: Question, answer: Answer| {
            let steps = [Step::Ask(question, answer)];
            fault("x0 >= 0,x0 <= 1", "check P3 x=p2", &steps)
        };
        let (below, above) = (Question::Leq(Slot(0), Slot(2)), Question::Leq(Slot(2), Slot(0)));
        let yes = Some(("leq says yes where it does not hold".to_string(), true));
        let no = Some(("leq says no where it holds".to_string(), false));
        assert_eq!(answered(below, Answer::Yes), None);
        assert_eq!(answered(above, Answer::Yes), yes);
        assert_eq!(answered(below, Answer::No), no);
        assert_eq!(answered(below, Answer::Unknown), no);
        assert_eq!(answered(above, Answer::No), None);
        let bottom = Question::IsBottom(Slot(0));
        let said = |what: Option<(String, bool)>| what.map(|(what, _)| what);
        let wrong = Some("is_bottom says yes where it does not hold".to_string());
        assert_eq!(said(answered(bottom, Answer::Yes)), wrong);
        let (same, other) = (Question::Equal(Slot(0), Slot(0)), Question::Equal(Slot(0), Slot(2)));
        assert_eq!(answered(same, Answer::Yes), None);
        let wrong = Some("equal says yes where it does not hold".to_string());
        assert_eq!(said(answered(other, Answer::Yes)), wrong);
    }
}
