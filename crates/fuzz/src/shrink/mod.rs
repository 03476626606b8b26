//! From a failing trace to a smallest one: fewest operations, then fewest variables, then simplest
//! constants.

mod simpler;
mod variables;

use soundline_lattice::shrink::{Effort, Simpler, shrink_within};
use soundline_targets::{Operation, Slot, Touch};

use crate::trace::{Check, Statement, Trace};
use simpler::{simpler_arguments, simpler_operations};
use variables::without_variable;

/// Make a failing trace as small as possible. `fails` runs a candidate and says whether it fails in
/// the same way; the effort bounds how many candidates are run.
pub fn shrink_trace(
    trace: &Trace,
    effort: &mut Effort,
    mut fails: impl FnMut(&Trace) -> bool,
) -> Trace {
    let mut best = trace.clone();
    let mut attempt = |candidate: Option<Trace>, best: &mut Trace, effort: &mut Effort| {
        let Some(candidate) = candidate.filter(|c| c != best && effort.tries < effort.most) else {
            return false;
        };
        effort.tries += 1;
        let better = fails(&candidate);
        if better {
            *best = candidate;
        }
        better
    };
    attempt(Some(without_dead_code(&best)), &mut best, effort);
    loop {
        let before = best.clone();
        redirect(&mut best, effort, &mut attempt);
        let items = items_of(&best);
        let origin = best.clone();
        let smallest = shrink_within(items, effort, |items| {
            // The generic shrinker counts its tries itself.
            let mut one_more = Effort { tries: 0, most: 1 };
            let candidate = assemble(&origin, items);
            attempt(candidate, &mut origin.clone(), &mut one_more).then(|| items.to_vec())
        });
        if let Some(trace) = assemble(&origin, &smallest) {
            best = trace;
        }
        share(&mut best, effort, &mut attempt);
        fewer_variables(&mut best, effort, &mut attempt);
        if best == before || effort.tries >= effort.most {
            return best;
        }
    }
}

type Attempt<'a> = dyn FnMut(Option<Trace>, &mut Trace, &mut Effort) -> bool + 'a;

/// Let every use of an element use an operand of that element instead.
fn redirect(best: &mut Trace, effort: &mut Effort, attempt: &mut Attempt) {
    let mut slot = best.elements();
    while slot > 0 {
        slot -= 1;
        let operands: Vec<Slot> = match best.operations().nth(slot) {
            Some(operation) => operation.operands().collect(),
            None => continue,
        };
        for operand in operands {
            let renamed = rename(best, |s| if s.0 == slot { operand } else { s });
            if attempt(Some(without_dead_code(&renamed)), best, effort) {
                break;
            }
        }
    }
}

/// Traces of so many elements are small enough to try every pair of them.
const FEW: usize = 8;

/// Let an element that was made before do for a later one. What nothing uses is kept: it may be the
/// culprit.
fn share(best: &mut Trace, effort: &mut Effort, attempt: &mut Attempt) {
    let mut slot = if best.elements() <= FEW { best.elements() } else { 0 };
    while slot > 0 {
        slot -= 1;
        for earlier in (0..slot).map(Slot) {
            let renamed = rename(best, |s| if s.0 == slot { earlier } else { s });
            let other = |statement: &Statement, made: Slot| {
                made.0 != slot || matches!(statement, Statement::Touch(..))
            };
            if attempt(Some(keep_statements(&renamed, other)), best, effort) {
                break;
            }
        }
    }
}

/// The same with other names for elements, where they are used.
fn rename(trace: &Trace, map: impl Fn(Slot) -> Slot) -> Trace {
    let statements = trace.statements.iter().map(|statement| match statement {
        Statement::Make(operation) => Statement::Make(operation.map_operands(&map)),
        Statement::Touch(slot, how) => Statement::Touch(map(*slot), *how),
    });
    let arguments = trace.check.arguments.map_slots(&map);
    let check = Check { property: trace.check.property, arguments };
    Trace { statements: statements.collect(), check, ..trace.clone() }
}

/// Without the statements that the check does not depend on.
pub(crate) fn without_dead_code(trace: &Trace) -> Trace {
    let operations: Vec<&Operation> = trace.operations().collect();
    let mut used = vec![false; operations.len()];
    let mut waiting: Vec<Slot> = trace.check.arguments.slots().collect();
    while let Some(slot) = waiting.pop() {
        if !std::mem::replace(&mut used[slot.0], true) {
            waiting.extend(operations[slot.0].operands());
        }
    }
    let keep = |statement: &Statement, slot: Slot| match statement {
        Statement::Make(_) => used[slot.0],
        Statement::Touch(touched, _) => used[touched.0],
    };
    keep_statements(trace, keep)
}

/// Only some statements, the elements renumbered. Nothing that is kept may use what is not.
fn keep_statements(trace: &Trace, keep: impl Fn(&Statement, Slot) -> bool) -> Trace {
    let mut numbers = Vec::new();
    let mut kept = 0;
    let mut statements = Vec::new();
    for statement in &trace.statements {
        let keeps = keep(statement, Slot(numbers.len()));
        if let Statement::Make(_) = statement {
            numbers.push(Slot(kept));
            kept += usize::from(keeps);
        }
        if keeps {
            statements.push(statement.clone());
        }
    }
    rename(&Trace { statements, ..trace.clone() }, |slot| numbers[slot.0])
}

/// Take out the variables that nothing mentions, and use the first ones.
fn fewer_variables(best: &mut Trace, effort: &mut Effort, attempt: &mut Attempt) {
    let mut variable = best.space.dimensions();
    while variable > 0 {
        variable -= 1;
        let candidate = without_variable(best, variable);
        attempt(candidate, best, effort);
    }
}

/// One line of a trace for the generic shrinker. Elements keep the numbers that they had at the
/// start, so that lines can be taken out.
#[derive(Clone, Debug, PartialEq)]
enum Item {
    Make(Slot, Operation),
    Touch(Slot, Touch),
    Check(Check),
}

fn items_of(trace: &Trace) -> Vec<Item> {
    let mut next = 0;
    let mut items: Vec<Item> = Vec::new();
    for statement in &trace.statements {
        items.push(match statement {
            Statement::Make(operation) => {
                next += 1;
                Item::Make(Slot(next - 1), operation.clone())
            }
            Statement::Touch(slot, how) => Item::Touch(*slot, *how),
        });
    }
    items.push(Item::Check(trace.check.clone()));
    items
}

/// A trace of the lines that are left; `None` if it makes no sense. What uses an element that was
/// taken out uses that element's first operand.
fn assemble(origin: &Trace, items: &[Item]) -> Option<Trace> {
    let old: Vec<&Operation> = origin.operations().collect();
    let mut new_number: Vec<Option<Slot>> = vec![None; old.len()];
    let resolve = |new_number: &[Option<Slot>], mut slot: Slot| loop {
        if let Some(number) = new_number[slot.0] {
            return Some(number);
        }
        slot = old[slot.0].operands().next()?;
    };
    let mut statements = Vec::new();
    let mut made = 0;
    let mut check = None;
    for item in items {
        match item {
            Item::Make(slot, operation) => {
                let mut missing = false;
                let operation = operation.map_operands(|operand| {
                    resolve(&new_number, operand).unwrap_or_else(|| {
                        missing = true;
                        operand
                    })
                });
                if missing {
                    return None;
                }
                statements.push(Statement::Make(operation));
                new_number[slot.0] = Some(Slot(made));
                made += 1;
            }
            Item::Touch(slot, how) => {
                statements.push(Statement::Touch(resolve(&new_number, *slot)?, *how));
            }
            Item::Check(found) => {
                let slots: Option<Vec<Slot>> =
                    found.arguments.slots().map(|slot| resolve(&new_number, slot)).collect();
                let mut slots = slots?.into_iter();
                let arguments = found.arguments.map_slots(|_| slots.next().expect("one for each"));
                check = Some(Check { property: found.property, arguments });
            }
        }
    }
    Some(Trace { statements, check: check?, ..origin.clone() })
}

impl Simpler for Item {
    fn simpler(&self) -> Vec<Item> {
        match self {
            Item::Make(slot, operation) => {
                simpler_operations(operation).into_iter().map(|o| Item::Make(*slot, o)).collect()
            }
            Item::Touch(_, Touch::IsBottom) => vec![],
            Item::Touch(slot, _) => vec![Item::Touch(*slot, Touch::IsBottom)],
            Item::Check(check) => simpler_arguments(&check.arguments)
                .into_iter()
                .map(|arguments| Item::Check(Check { property: check.property, arguments }))
                .collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use soundline_domains::numbers::Rat;

    const LONG: &str = "# soundline trace 1\ntarget boxes:exact\nvars 4\np0 = top\n\
        p1 = constraint x1 - 7 >= 0 and -x1 + 900 >= 0\np2 = constraint 3*x3 + x0 - 8 >= 0\n\
        p3 = join p1 p2\ntouch p3 print\np4 = meet p3 p1\np5 = forget p4 x2, x0, x3\n\
        p6 = assign p5 x1 := x0 + 12345\np7 = widen p6 p0\ntouch p6 constraints\n\
        check P34 x=p6 y=p7 v=x3 e=(2*x1 + 3)\n";

    fn smallest(fails: impl Fn(&Trace) -> bool) -> String {
        let trace: Trace = LONG.parse().expect("it is a trace");
        assert!(fails(&trace), "the start must fail");
        let mut effort = Effort { tries: 0, most: 5_000 };
        let trace = shrink_trace(&trace, &mut effort, fails).to_string();
        trace.split_once("vars ").expect("there is a space").1.to_string()
    }

    #[test]
    fn a_constant_in_an_assignment_is_all_that_stays() {
        let large = |trace: &Trace| {
            let large = Rat::from(1000);
            trace
                .operations()
                .any(|o| matches!(o, Operation::Assign(_, a) if *a[0].1.constant_term() >= large))
        };
        let expected = "2\np0 = top\np1 = assign p0 x0 := 1000\n\
            check P34 x=p1 y=p1 v=x1 e=(0)\n";
        assert_eq!(smallest(large), expected);
    }

    #[test]
    fn touches_and_what_they_touch_stay() {
        let touched = |trace: &Trace| {
            let print = Touch::Print;
            trace.statements.iter().any(|s| matches!(s, Statement::Touch(_, how) if *how == print))
        };
        assert_eq!(
            smallest(touched),
            "1\np0 = top\ntouch p0 print\ncheck P34 x=p0 y=p0 v=x0 e=(0)\n"
        );
    }

    #[test]
    fn no_more_variables_are_forgotten_than_needed() {
        let forgets = |trace: &Trace, least: usize| {
            let forgets = |o: &Operation| matches!(o, Operation::Forget(_, v) if v.len() >= least);
            trace.operations().any(forgets)
        };
        let trace = |least: usize| smallest(|trace| forgets(trace, least));
        let one = trace(1);
        assert!(one.contains("p0 = top\np1 = forget p0 x0\ncheck"), "{one}");
        let two = trace(2);
        assert!(two.contains("p0 = top\np1 = forget p0 x1, x0\ncheck"), "{two}");
    }

    #[test]
    fn one_element_does_for_all_operands() {
        let joins = |trace: &Trace| trace.operations().any(|o| matches!(o, Operation::Join(..)));
        let expected = "1\np0 = top\np1 = join p0 p0\ncheck P34 x=p1 y=p1 v=x0 e=(0)\n";
        assert_eq!(smallest(joins), expected);
    }
}
