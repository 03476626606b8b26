//! Traces as text.

use std::fmt::{self, Display, Formatter};

use soundline_domains::expr::{Space, VarKind};
use soundline_targets::{Operation, Slot};

use super::{Arguments, ELEMENT_NAMES, Statement, Trace};

impl Display for Trace {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        writeln!(f, "# soundline trace 1")?;
        writeln!(f, "target {}", self.target)?;
        if let Some(against) = &self.against {
            writeln!(f, "against {against}")?;
        }
        writeln!(f, "vars {}", show_space(&self.space))?;
        let mut next = 0;
        for statement in &self.statements {
            match statement {
                Statement::Make(operation) => {
                    writeln!(f, "p{next} = {}", Shown(operation))?;
                    next += 1;
                }
                Statement::Touch(slot, how) => writeln!(f, "touch p{slot} {}", how.name())?,
            }
        }
        writeln!(f, "check P{}{}", self.check.property, self.check.arguments)
    }
}

impl Display for Arguments {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for (name, slot) in ELEMENT_NAMES.iter().zip(&self.elements) {
            write!(f, " {name}=p{slot}")?;
        }
        if !self.chain.is_empty() {
            write!(f, " chain={}", list(self.chain.iter().map(|slot| format!("p{slot}")), ","))?;
        }
        if self.seed != 0 {
            write!(f, " seed={}", self.seed)?;
        }
        if let Some(variable) = self.variable {
            write!(f, " v=x{variable}")?;
        }
        if let Some(expr) = &self.expr {
            write!(f, " e=({expr})")?;
        }
        if let Some(constraint) = &self.constraint {
            write!(f, " c=({constraint})")?;
        }
        Ok(())
    }
}

/// `8` for real variables, `8:int` for integers, `real,int,int` for a mixture.
pub fn show_space(space: &Space) -> String {
    let kinds = space.kinds();
    if kinds.iter().all(|kind| *kind == VarKind::Real) {
        kinds.len().to_string()
    } else if kinds.iter().all(|kind| *kind == VarKind::Int) {
        format!("{}:int", kinds.len())
    } else {
        let name = |kind: &VarKind| if *kind == VarKind::Int { "int" } else { "real" };
        list(kinds.iter().map(name), ",")
    }
}

/// An operation as it stands in a trace.
pub struct Shown<'a>(pub &'a Operation);

impl Display for Shown<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let name = self.0.kind().name();
        let two = |f: &mut Formatter<'_>, a: &Slot, b: &Slot| write!(f, "{name} p{a} p{b}");
        match self.0 {
            Operation::Top | Operation::Bottom => write!(f, "{name}"),
            Operation::Constraints(all) => write!(f, "{name} {}", list(all.iter(), " and ")),
            Operation::Join(a, b)
            | Operation::Meet(a, b)
            | Operation::Widen(a, b)
            | Operation::Narrow(a, b) => two(f, a, b),
            Operation::Assign(a, assignments) => {
                let each = assignments.iter().map(|(v, e)| format!("x{v} := {e}"));
                write!(f, "assign p{a} {}", list(each, ", "))
            }
            Operation::Forget(a, variables) => {
                write!(f, "{name} p{a} {}", list(variables.iter().map(|v| format!("x{v}")), ", "))
            }
            Operation::Guard(a, constraint) => write!(f, "{name} p{a} {constraint}"),
            Operation::Embed(a, sources) => {
                let source = |s: &Option<usize>| s.map_or("_".to_string(), |v| format!("x{v}"));
                write!(f, "{name} p{a} {}", list(sources.iter().map(source), ", "))
            }
        }
    }
}

fn list<T: Display>(items: impl Iterator<Item = T>, separator: &str) -> String {
    items.map(|item| item.to_string()).collect::<Vec<_>>().join(separator)
}
