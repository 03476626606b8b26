//! Instructions of a trace as statements of C.

use std::fmt::Write;

use soundline_domains::expr::{Constraint, LinearExpr, Relation};
use soundline_domains::numbers::Rat;
use soundline_lattice::Answer;
use soundline_targets::{Operation, Question, Slot, Touch};

use crate::emit::EmitError;
use crate::emit::dimensions::{Change, Dimensions};

/// What an answer means.
#[derive(Clone, Copy)]
pub(super) enum Meaning {
    /// Nothing.
    None,
    /// The finding is had again if it is this one.
    Same(Answer),
    /// The property holds unless it is the contrary.
    Holds(Answer),
}

/// Statements of C, one for each instruction.
pub(super) struct Writer {
    dimensions: Dimensions,
    narrowing: Option<String>,
    next: usize,
    body: String,
}

impl Writer {
    /// Nothing yet.
    pub(super) fn new(dimensions: Dimensions, narrowing: Option<String>) -> Writer {
        Writer { dimensions, narrowing, next: 0, body: String::new() }
    }

    /// The statements so far.
    pub(super) fn body(&self) -> &str {
        &self.body
    }

    /// How many elements they make.
    pub(super) fn elements(&self) -> usize {
        self.next
    }

    /// A comment.
    pub(super) fn remark(&mut self, text: &str) {
        let _ = writeln!(self.body, "\n    /* {text} */");
    }

    /// Make an element.
    pub(super) fn make(&mut self, operation: &Operation, in_place: bool) -> Result<(), EmitError> {
        let call = self.call(operation, in_place)?;
        let _ = writeln!(self.body, "    p[{}] = {call};", self.next);
        self.next += 1;
        Ok(())
    }

    fn call(&self, operation: &Operation, in_place: bool) -> Result<String, EmitError> {
        // In place a copy of the first operand is overwritten.
        let first = |slot: &Slot| match in_place {
            true => format!("ap_abstract0_copy(man, p[{slot}])"),
            false => format!("p[{slot}]"),
        };
        let both = |name: &str, a: &Slot, b: &Slot| {
            format!("ap_abstract0_{name}(man, {in_place}, {}, p[{b}])", first(a))
        };
        Ok(match operation {
            Operation::Top => "ap_abstract0_top(man, INTEGERS, REALS)".to_string(),
            Operation::Bottom => "ap_abstract0_bottom(man, INTEGERS, REALS)".to_string(),
            Operation::Constraints(constraints) => format!("of({})", self.all(constraints)?),
            Operation::Join(a, b) => both("join", a, b),
            Operation::Meet(a, b) => both("meet", a, b),
            Operation::Widen(a, b) => format!("ap_abstract0_widening(man, p[{a}], p[{b}])"),
            Operation::Narrow(a, b) => {
                let missing = || EmitError::Unwritable("the library has no narrowing".to_string());
                let narrowing = self.narrowing.as_ref().ok_or_else(missing)?;
                format!("{narrowing}(man, p[{a}], p[{b}])")
            }
            Operation::Assign(a, assignments) => {
                let mut call = format!("assign({in_place}, {}, {}", first(a), assignments.len());
                for (variable, expr) in assignments {
                    let dimension = self.dimensions.of_variable(*variable)?;
                    let _ = write!(call, ", {dimension}, {}", self.linear(expr)?);
                }
                format!("{call})")
            }
            Operation::Forget(a, variables) => {
                let mut dimensions: Vec<usize> = Vec::new();
                for variable in variables {
                    let dimension = self.dimensions.of_variable(*variable)?;
                    if !dimensions.contains(&dimension) {
                        dimensions.push(dimension);
                    }
                }
                let list: String = dimensions.iter().map(|d| format!(", {d}")).collect();
                format!("forget({in_place}, {}, {}{list})", first(a), dimensions.len())
            }
            Operation::Guard(a, constraint) => {
                let constraint = self.all(std::slice::from_ref(constraint))?;
                format!("guard({in_place}, {}, {constraint})", first(a))
            }
            Operation::Embed(a, sources) => {
                let change = embedding(&self.dimensions.change(sources)?);
                format!("embed({in_place}, p[{a}], {change})")
            }
        })
    }

    fn all(&self, constraints: &[Constraint]) -> Result<String, EmitError> {
        let mut call = format!("all({}", constraints.len());
        for constraint in constraints {
            let relation = match constraint.relation() {
                Relation::Eq => "AP_CONS_EQ",
                Relation::Ge => "AP_CONS_SUPEQ",
                Relation::Gt => "AP_CONS_SUP",
                Relation::Ne => "AP_CONS_DISEQ",
            };
            let _ = write!(call, ", {relation}, {}", self.linear(constraint.expr())?);
        }
        Ok(format!("{call})"))
    }

    /// Numbers are strings, so that every constant is exact.
    fn linear(&self, expr: &LinearExpr) -> Result<String, EmitError> {
        let terms = expr.terms();
        let mut call = format!("linear(\"{}\", {}", expr.constant_term(), terms.len());
        for (variable, factor) in terms {
            let _ = write!(call, ", {}, \"{factor}\"", self.dimensions.of_variable(*variable)?);
        }
        Ok(format!("{call})"))
    }

    /// Look at an element.
    pub(super) fn touch(&mut self, slot: Slot, how: Touch) {
        let look = match how {
            Touch::IsBottom => "bottom",
            Touch::Print => "text",
            Touch::Constraints => "constraints",
            Touch::Bounds => "bounds",
            Touch::Canonical => "normal_form",
        };
        let _ = writeln!(self.body, "    look_at_{look}(p[{slot}]);");
    }

    /// Ask, and do with the answer what it means.
    pub(super) fn ask(&mut self, question: Question, meaning: Meaning) {
        let (function, elements, words) = match question {
            Question::Leq(a, b) => ("is_leq", vec![a, b], format!("p{a} <= p{b}")),
            Question::Equal(a, b) => ("is_eq", vec![a, b], format!("p{a} = p{b}")),
            Question::IsBottom(a) => ("is_bottom", vec![a], format!("p{a} is bottom")),
            Question::IsTop(a) => ("is_top", vec![a], format!("p{a} is top")),
        };
        let elements: String = elements.iter().map(|slot| format!(", p[{slot}]")).collect();
        let call = format!("ap_abstract0_{function}(man{elements})");
        let _ = match meaning {
            Meaning::Same(answer) => {
                let answer = constant(answer);
                writeln!(self.body, "    answered(\"{words}\", said({call}), {answer});")
            }
            Meaning::Holds(answer) => {
                let answer = constant(answer);
                writeln!(self.body, "    holds(\"{words}\", said({call}), {answer});")
            }
            Meaning::None => writeln!(self.body, "    (void){call};"),
        };
    }

    /// Print all elements but so many at the start.
    pub(super) fn show_from(&mut self, first: usize) {
        for slot in first..self.next {
            let _ = writeln!(
                self.body,
                "    printf(\"p{slot}: \");\n    ap_abstract0_fprint(stdout, man, p[{slot}], NULL);"
            );
        }
    }

    /// Is the offending point where it was?
    pub(super) fn point(&mut self, point: Option<&[Rat]>, memberships: &[(Slot, bool)]) {
        let Some(point) = point.filter(|_| !memberships.is_empty()) else { return };
        let variables = self.dimensions.variables().iter();
        let coordinates: Vec<String> =
            variables.map(|v| format!("\"{}\"", point[*v])).chain(["NULL".to_string()]).collect();
        let coordinates = coordinates.join(", ");
        let _ = writeln!(self.body, "    static const char *const point[] = {{ {coordinates} }};");
        for (slot, inside) in memberships {
            let then = if *inside { "YES" } else { "NO" };
            let _ = writeln!(
                self.body,
                "    answered(\"the point is in p{slot}\", has_point(p[{slot}], point) ? YES : NO, \
                 {then});"
            );
        }
    }
}

/// An answer in C.
fn constant(answer: Answer) -> &'static str {
    match answer {
        Answer::Yes => "YES",
        Answer::No => "NO",
        Answer::Unknown => "UNKNOWN",
    }
}

/// The arguments of `embed`.
fn embedding(change: &Change) -> String {
    let dims = |dimensions: &[usize]| {
        let list: Vec<String> = dimensions.iter().map(usize::to_string).collect();
        format!("(ap_dim_t[]){{ {} }}", list.join(", "))
    };
    let part = |(dimensions, integers): &(Vec<usize>, usize)| match dimensions.as_slice() {
        [] => "NULL".to_string(),
        some => {
            let reals = some.len() - integers;
            format!("&(ap_dimchange_t){{ {}, {integers}, {reals} }}", dims(some))
        }
    };
    let moved = match change.moved.as_slice() {
        [] => "NULL".to_string(),
        some => format!("&(ap_dimperm_t){{ {}, {} }}", dims(some), some.len()),
    };
    format!("{}, {moved}, {}", part(&change.removed), part(&change.added))
}
