//! The instructions of a machine: what can be done with elements.

use soundline_domains::expr::{Constraint, LinearExpr, Var};

/// The number of an element of a machine: the first one made is 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Slot(pub usize);

impl std::fmt::Display for Slot {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

/// A way to make a new element.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Operation {
    /// All points.
    Top,
    /// No point.
    Bottom,
    /// The points that satisfy all of the constraints.
    Constraints(Vec<Constraint>),
    /// The least upper bound.
    Join(Slot, Slot),
    /// The greatest lower bound.
    Meet(Slot, Slot),
    /// The first widened by the second.
    Widen(Slot, Slot),
    /// The first narrowed by the second.
    Narrow(Slot, Slot),
    /// All assignments at once; no variable twice.
    Assign(Slot, Vec<(Var, LinearExpr)>),
    /// Nothing known about the variables any more.
    Forget(Slot, Vec<Var>),
    /// The points that satisfy the constraint too.
    Guard(Slot, Constraint),
    /// Dimensions removed, moved and added: variable `v` of the result is `sources[v]` of the
    /// operand, or new and unknown for `None`. No source twice, and of the same kind.
    Embed(Slot, Vec<Option<Var>>),
}

/// An operation without its arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum OperationKind {
    /// [`Operation::Top`]
    Top,
    /// [`Operation::Bottom`]
    Bottom,
    /// [`Operation::Constraints`]
    Constraints,
    /// [`Operation::Join`]
    Join,
    /// [`Operation::Meet`]
    Meet,
    /// [`Operation::Widen`]
    Widen,
    /// [`Operation::Narrow`]
    Narrow,
    /// [`Operation::Assign`] of one variable.
    Assign,
    /// [`Operation::Assign`] of several variables.
    ParallelAssign,
    /// [`Operation::Forget`]
    Forget,
    /// [`Operation::Guard`]
    Guard,
    /// [`Operation::Embed`]
    Embed,
}

impl OperationKind {
    /// All kinds.
    pub const ALL: [OperationKind; 12] = [
        OperationKind::Top,
        OperationKind::Bottom,
        OperationKind::Constraints,
        OperationKind::Join,
        OperationKind::Meet,
        OperationKind::Widen,
        OperationKind::Narrow,
        OperationKind::Assign,
        OperationKind::ParallelAssign,
        OperationKind::Forget,
        OperationKind::Guard,
        OperationKind::Embed,
    ];

    /// The word for it in traces and reports.
    pub fn name(self) -> &'static str {
        match self {
            OperationKind::Top => "top",
            OperationKind::Bottom => "bottom",
            OperationKind::Constraints => "constraint",
            OperationKind::Join => "join",
            OperationKind::Meet => "meet",
            OperationKind::Widen => "widen",
            OperationKind::Narrow => "narrow",
            OperationKind::Assign => "assign",
            OperationKind::ParallelAssign => "parallel assign",
            OperationKind::Forget => "forget",
            OperationKind::Guard => "guard",
            OperationKind::Embed => "embed",
        }
    }
}

impl Operation {
    /// The operation without its arguments.
    #[inline]
    pub fn kind(&self) -> OperationKind {
        match self {
            Operation::Top => OperationKind::Top,
            Operation::Bottom => OperationKind::Bottom,
            Operation::Constraints(_) => OperationKind::Constraints,
            Operation::Join(..) => OperationKind::Join,
            Operation::Meet(..) => OperationKind::Meet,
            Operation::Widen(..) => OperationKind::Widen,
            Operation::Narrow(..) => OperationKind::Narrow,
            Operation::Assign(_, assignments) if assignments.len() > 1 => {
                OperationKind::ParallelAssign
            }
            Operation::Assign(..) => OperationKind::Assign,
            Operation::Forget(..) => OperationKind::Forget,
            Operation::Guard(..) => OperationKind::Guard,
            Operation::Embed(..) => OperationKind::Embed,
        }
    }

    /// The elements that it reads.
    pub fn operands(&self) -> impl Iterator<Item = Slot> {
        let (first, second) = match self {
            Operation::Top | Operation::Bottom | Operation::Constraints(_) => (None, None),
            Operation::Join(a, b)
            | Operation::Meet(a, b)
            | Operation::Widen(a, b)
            | Operation::Narrow(a, b) => (Some(*a), Some(*b)),
            Operation::Assign(a, _)
            | Operation::Forget(a, _)
            | Operation::Guard(a, _)
            | Operation::Embed(a, _) => (Some(*a), None),
        };
        first.into_iter().chain(second)
    }

    /// The same with other operands.
    pub fn map_operands(&self, mut map: impl FnMut(Slot) -> Slot) -> Operation {
        let mut operation = self.clone();
        match &mut operation {
            Operation::Top | Operation::Bottom | Operation::Constraints(_) => {}
            Operation::Join(a, b)
            | Operation::Meet(a, b)
            | Operation::Widen(a, b)
            | Operation::Narrow(a, b) => (*a, *b) = (map(*a), map(*b)),
            Operation::Assign(a, _)
            | Operation::Forget(a, _)
            | Operation::Guard(a, _)
            | Operation::Embed(a, _) => *a = map(*a),
        }
        operation
    }
}

/// A question about elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// Is the first below the second?
    Leq(Slot, Slot),
    /// Do both stand for the same points?
    Equal(Slot, Slot),
    /// Does it stand for no point?
    IsBottom(Slot),
    /// Does it stand for all points?
    IsTop(Slot),
}

/// A way to look at an element, which must not change it but may change its inner state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Touch {
    /// Ask whether it is bottom, which closes or converts it in many libraries.
    IsBottom,
    /// Print it.
    Print,
    /// Read its constraints.
    Constraints,
    /// Read the bounds of all variables.
    Bounds,
    /// Bring it to its normal form, where the library offers that.
    Canonical,
}

impl Touch {
    /// All ways.
    pub const ALL: [Touch; 5] =
        [Touch::IsBottom, Touch::Print, Touch::Constraints, Touch::Bounds, Touch::Canonical];

    /// The word for it in traces.
    pub fn name(self) -> &'static str {
        match self {
            Touch::IsBottom => "is_bottom",
            Touch::Print => "print",
            Touch::Constraints => "constraints",
            Touch::Bounds => "bounds",
            Touch::Canonical => "canonical",
        }
    }
}
