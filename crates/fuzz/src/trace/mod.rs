//! A trace: the test case, a list of instructions for a machine and one property to check.
//!
//! It is what is generated, executed, shrunk, replayed, stored, reported and exported.

mod parse;
mod print;

pub use parse::TraceError;
pub(crate) use parse::parse_operation;
pub use print::Shown;

use soundline_domains::expr::{Constraint, LinearExpr, Space, Var};
use soundline_targets::{Operation, Slot, Touch};

/// One line of a trace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Statement {
    /// Make an element. The n-th of these makes element n, counted from 0.
    Make(Operation),
    /// Look at an element, which must not change it.
    Touch(Slot, Touch),
}

/// What a property is checked for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Arguments {
    /// The elements x, y, z, ... in the order of the property's roles.
    pub elements: Vec<Slot>,
    /// The elements of a chain of widenings or narrowings.
    pub chain: Vec<Slot>,
    /// The variable v.
    pub variable: Option<Var>,
    /// The expression e.
    pub expr: Option<LinearExpr>,
    /// The constraint c.
    pub constraint: Option<Constraint>,
    /// From what oracles draw the points and directions that they try.
    pub seed: u64,
}

/// The property that a trace ends with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Check {
    /// Its number.
    pub property: u16,
    /// What it is checked for.
    pub arguments: Arguments,
}

impl Check {
    /// Is everything there that the property needs? If there is no such property, it is not.
    pub fn is_complete(&self) -> bool {
        let Some(property) = crate::property::get(self.property) else { return false };
        let (inputs, arguments) = (&property.inputs, &self.arguments);
        arguments.elements.len() >= inputs.roles.len()
            && (arguments.variable.is_some() || !inputs.variable)
            && (arguments.expr.is_some() || inputs.expr.is_none())
            && (arguments.constraint.is_some() || inputs.constraint.is_none())
    }
}

/// A test case.
///
/// ```
/// use soundline_fuzz::Trace;
/// let text = "\
/// ## soundline trace 1
/// target octagons:f64
/// vars 8
/// p0 = constraint -x0 - x5 + 1 >= 0
/// p1 = assign p0 x2 := -9223372036854775808
/// p2 = constraint x0 + 9223372036854775807 >= 0
/// p3 = meet p2 p1
/// touch p3 is_bottom
/// check P17 x=p3
/// ";
/// # let text = &text.replace("## ", "# ");
/// let trace: Trace = text.parse()?;
/// assert_eq!(trace.to_string(), *text);
/// # Ok::<(), soundline_fuzz::TraceError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trace {
    /// The name of the target.
    pub target: String,
    /// The target that it is compared with.
    pub against: Option<String>,
    /// The variables.
    pub space: Space,
    /// What is done.
    pub statements: Vec<Statement>,
    /// What must then hold.
    pub check: Check,
}

impl Trace {
    /// How many elements the statements make.
    pub fn elements(&self) -> usize {
        self.operations().count()
    }

    /// The operations, in the order of the elements that they make.
    pub fn operations(&self) -> impl Iterator<Item = &Operation> {
        self.statements.iter().filter_map(|statement| match statement {
            Statement::Make(operation) => Some(operation),
            Statement::Touch(..) => None,
        })
    }
}

impl Arguments {
    /// All elements that are mentioned.
    pub fn slots(&self) -> impl Iterator<Item = Slot> {
        self.elements.iter().chain(&self.chain).copied()
    }

    /// The same about other elements.
    pub fn map_slots(&self, mut map: impl FnMut(Slot) -> Slot) -> Arguments {
        let mut arguments = self.clone();
        for slot in arguments.elements.iter_mut().chain(&mut arguments.chain) {
            *slot = map(*slot);
        }
        arguments
    }
}

/// The names of elements in the order of a property's roles.
pub const ELEMENT_NAMES: [&str; 4] = ["x", "y", "z", "b"];
