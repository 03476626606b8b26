//! How large the numbers of a test may become: where they may overflow or be rounded.
//!
//! An upper bound on the bits of all numbers that a library may meet, from those in the trace and from
//! what each operation can make of them. What stays below it is small for sure, so that an overflow is
//! no excuse; what does not may be small all the same.

use soundline_domains::expr::{Constraint, LinearExpr};
use soundline_domains::numbers::{Int, Rat};
use soundline_targets::{Operation, Slot};

use crate::property::{self, Class};
use crate::trace::Trace;

/// Bits of a machine integer besides its sign.
const WORD: u64 = 63;
/// Bits of a double's significand.
const SIGNIFICAND: u64 = 53;

/// May a number leave the machine integers?
pub(crate) fn may_overflow(trace: &Trace) -> bool {
    most_bits(trace) > WORD
}

/// May a number not be a double?
pub(crate) fn may_round(trace: &Trace) -> bool {
    most_bits(trace) > SIGNIFICAND || !numbers(trace).all(|number| is_power_of_two(&number))
}

/// Bits of the integers that describe an element.
#[derive(Clone, Copy, Default)]
struct Bits {
    /// In its constraints.
    rows: u64,
    /// In the coordinates of its vertices and rays.
    points: u64,
}

/// How constraints become points and back, over so many variables: each number is a determinant, and
/// thus a sum of products.
struct Growth {
    variables: u64,
}

impl Growth {
    fn determinant(&self, bits: u64) -> u64 {
        let variables = self.variables.max(1);
        variables.saturating_mul(bits.saturating_add(u64::from(variables.ilog2())))
    }

    fn of_rows(&self, rows: u64) -> Bits {
        Bits { rows, points: self.determinant(rows) }
    }

    fn of_points(&self, points: u64) -> Bits {
        Bits { rows: self.determinant(points), points }
    }

    /// The result of an operation on elements of these sizes.
    fn result(&self, operation: &Operation, made: &[Bits]) -> Bits {
        let larger = |a: Slot, b: Slot| Bits {
            rows: made[a.0].rows.max(made[b.0].rows),
            points: made[a.0].points.max(made[b.0].points),
        };
        match operation {
            Operation::Top | Operation::Bottom => self.of_rows(1),
            Operation::Constraints(constraints) => {
                self.of_rows(constraints.iter().map(row_bits).max().unwrap_or(1))
            }
            Operation::Guard(a, constraint) => {
                self.of_rows(made[a.0].rows.max(row_bits(constraint)))
            }
            Operation::Meet(a, b) | Operation::Widen(a, b) | Operation::Narrow(a, b) => {
                self.of_rows(larger(*a, *b).rows)
            }
            Operation::Join(a, b) => self.of_points(larger(*a, *b).points),
            Operation::Forget(a, _) | Operation::Embed(a, _) => self.of_points(made[a.0].points),
            Operation::Assign(a, assignments) => {
                let exprs = assignments.iter().map(|(_, expr)| sum_bits(expr)).max().unwrap_or(0);
                let Bits { rows, points } = made[a.0];
                Bits { rows: rows.saturating_add(exprs), points: points.saturating_add(exprs) }
            }
        }
    }
}

/// Bits of the largest number that the operations of a trace and its check may meet.
fn most_bits(trace: &Trace) -> u64 {
    if !is_read_off(trace.check.property) {
        return u64::MAX;
    }
    let growth = Growth { variables: trace.space.dimensions() as u64 };
    let mut made: Vec<Bits> = Vec::new();
    for operation in trace.operations() {
        made.push(growth.result(operation, &made));
    }
    let arguments = &trace.check.arguments;
    let expr = arguments.expr.as_ref().map_or(0, sum_bits);
    let constraint = arguments.constraint.as_ref().map_or(0, row_bits);
    // The check joins and transforms its operands.
    let operands = arguments.slots().map(|slot| made[slot.0].points).max().unwrap_or(1);
    let checked = growth.of_points(operands.max(growth.determinant(constraint)) + expr);
    let largest = made.iter().chain([&checked]).map(|bits| bits.rows.max(bits.points)).max();
    // Rows are combined by sums of two products.
    largest.unwrap_or(1).saturating_mul(2).saturating_add(1)
}

/// Does the trace have all numbers that a check uses? Checks beyond those of the paper draw operations of
/// their own, but for those of points that travel and of narrowings. A check of convergence repeats its operations as
/// often as it takes.
fn is_read_off(number: u16) -> bool {
    const OF_THE_PAPER: u16 = 46;
    const POINTS_TRAVEL: u16 = 111;
    const NARROWING_IN_BETWEEN: u16 = 115;
    let converges = property::get(number).is_none_or(|own| own.class == Class::Convergence);
    !converges
        && (number <= OF_THE_PAPER || [POINTS_TRAVEL, NARROWING_IN_BETWEEN].contains(&number))
}

/// Bits of the entries of a constraint with integer coefficients.
fn row_bits(constraint: &Constraint) -> u64 {
    let expr = constraint.expr();
    let entries = expr.terms().iter().map(|(_, number)| number).chain([expr.constant_term()]);
    entries.map(|number| bits(&number.numerator())).max().unwrap_or(1) + bits(&expr.denominator())
}

/// Bits that a value of an expression has more than the variables in it.
fn sum_bits(expr: &LinearExpr) -> u64 {
    let entries = expr.terms().iter().map(|(_, number)| number).chain([expr.constant_term()]);
    let number = |number: &Rat| bits(&number.numerator()) + bits(&number.denominator());
    entries.map(number).sum::<u64>() + 1
}

fn bits(number: &Int) -> u64 {
    number.bit_length() as u64
}

/// The denominators of all constants of a trace, and the coefficients of its constraints, by which
/// bounds are divided.
fn numbers(trace: &Trace) -> impl Iterator<Item = Int> {
    let arguments = &trace.check.arguments;
    let mut exprs: Vec<&LinearExpr> = arguments.expr.iter().collect();
    let mut constraints: Vec<&Constraint> = arguments.constraint.iter().collect();
    for operation in trace.operations() {
        match operation {
            Operation::Constraints(several) => constraints.extend(several),
            Operation::Guard(_, constraint) => constraints.push(constraint),
            Operation::Assign(_, assignments) => {
                exprs.extend(assignments.iter().map(|(_, expr)| expr));
            }
            _ => {}
        }
    }
    exprs.extend(constraints.iter().map(|constraint| constraint.expr()));
    let coefficients = constraints.iter().flat_map(|constraint| constraint.expr().terms());
    let coefficients: Vec<Int> = coefficients.map(|(_, number)| number.numerator()).collect();
    let denominators: Vec<Int> = exprs.iter().map(|expr| expr.denominator()).collect();
    coefficients.into_iter().chain(denominators)
}

fn is_power_of_two(number: &Int) -> bool {
    let size = number.abs();
    size.is_positive() && Int::from(1_i64).shl((size.bit_length() - 1) as u32) == Some(size)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(lines: &str, overflows: bool, rounds: bool) {
        let text = format!("# soundline trace 1\ntarget octagons:exact\nvars 2\n{lines}\n");
        let trace: Trace = text.parse().expect("it is a trace");
        assert_eq!((may_overflow(&trace), may_round(&trace)), (overflows, rounds), "{lines}");
    }

    #[test]
    fn small_numbers_stay_small() {
        check("p0 = top\ncheck P21 x=p0 y=p0", false, false);
        check("p0 = constraint 2*x0 - x1 + 5 >= 0\ncheck P21 x=p0 y=p0", false, false);
        check(
            "p0 = constraint x0 + 1 >= 0\np1 = top\np2 = join p0 p1\ncheck P21 x=p0 y=p1",
            false,
            false,
        );
    }

    #[test]
    fn large_numbers_and_long_computations_may_overflow() {
        check("p0 = constraint x0 + 9223372036854775807 >= 0\ncheck P21 x=p0 y=p0", true, true);
        let lines = "p0 = constraint 3*x0 + 5*x1 >= 0\np1 = constraint 5*x0 - 3*x1 + 7 >= 0\n\
            p2 = join p0 p1\np3 = meet p2 p0\np4 = join p3 p1\ncheck P21 x=p4 y=p0";
        check(lines, true, true);
        check("p0 = top\ncheck P33 x=p0 chain=p0", true, true);
        // Its check draws a guard with any numbers.
        check("p0 = top\ncheck P76 x=p0 y=p0 seed=4147597007", true, true);
    }

    #[test]
    fn fractions_are_rounded_unless_they_are_binary() {
        check("p0 = constraint x0 + 1/3 >= 0\ncheck P21 x=p0 y=p0", false, true);
        check("p0 = constraint x0 + 1/4 >= 0\ncheck P21 x=p0 y=p0", false, false);
        check("p0 = constraint 3*x0 + 1 >= 0\ncheck P21 x=p0 y=p0", false, true);
    }
}
