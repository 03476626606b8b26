//! Values without side effects, and places in memory.

use crate::{BinaryOp, FunctionId, RecordId, Span, TypeId, UnaryOp, VarId};

/// A value: a constant, something read from a place, or computed from values. Evaluating it
/// changes nothing, and twice the same gives the same. What is undefined about it (a division by
/// zero, say) stands as a [`Check`](crate::Check) before the instruction that uses it.
#[derive(Clone, Debug)]
pub struct Value {
    /// How it is computed.
    pub kind: ValueKind,
    /// Its type.
    pub ty: TypeId,
    /// The expression that it comes from.
    pub span: Span,
    depth: u32,
}

/// How a value is computed.
#[derive(Clone, Debug)]
pub enum ValueKind {
    /// An integer, already in the range of its type.
    Int(i128),
    /// A floating number: exact, unless the type is wider than double.
    Float(f64),
    /// What a place holds: a scalar, struct or union.
    Load(Place),
    /// The address of a place.
    AddressOf(Place),
    /// The address of a function.
    Function(FunctionId),
    /// The address of a label, for [`Terminator::GotoAddress`](crate::Terminator::GotoAddress).
    LabelAddress(String),
    /// An operator. The type of the value is that of the operand, or `int` for `!`.
    Unary(UnaryOp, Box<Value>),
    /// An operator. Both operands have one type, except for shifts. That is the type of the value
    /// too, or `int` for comparisons.
    Binary(BinaryOp, Box<Value>, Box<Value>),
    /// A pointer some elements further.
    PointerAdd {
        /// The pointer.
        pointer: Box<Value>,
        /// How many elements, of any integer type.
        index: Box<Value>,
        /// How many bytes an element has; none if that is only known at run time.
        element_size: Option<u64>,
    },
    /// How many elements are between two pointers.
    PointerSub {
        /// The end.
        left: Box<Value>,
        /// The start.
        right: Box<Value>,
        /// How many bytes an element has; none if that is only known at run time.
        element_size: Option<u64>,
    },
    /// The operand in another type. Integers wrap modulo 2 to the width, `_Bool` asks "is it not
    /// 0?", floating numbers are truncated or rounded, pointers keep their bits.
    Convert(Box<Value>),
}

/// A place in memory: an object, and the way to a part of it.
#[derive(Clone, Debug)]
pub struct Place {
    /// Where the way starts.
    pub base: Base,
    /// The way.
    pub path: Vec<Step>,
    /// The type of what is there; for a bit-field an integer type of its width.
    pub ty: TypeId,
    /// Whether it may change by itself. Such places are read only as the whole value of an
    /// [`Action::Assign`](crate::Action::Assign).
    pub volatile: bool,
}

/// Where a place starts.
#[derive(Clone, Debug)]
pub enum Base {
    /// At a variable.
    Variable(VarId),
    /// At what a pointer points to.
    Pointer(Box<Value>),
}

/// A step from an object into it.
#[derive(Clone, Debug)]
pub enum Step {
    /// To a field.
    Field(RecordId, usize),
    /// To an element.
    Index(Value),
}

impl Value {
    pub(crate) fn new(kind: ValueKind, ty: TypeId, span: Span) -> Self {
        let depth = 1 + kind.operands().iter().map(|value| value.depth).max().unwrap_or(0);
        Self { kind, ty, span, depth }
    }

    /// The same value, from another expression.
    pub(crate) fn at(mut self, span: Span) -> Value {
        self.span = span;
        self
    }

    /// How many levels of operators: at most about 200 in a lowered program.
    pub fn depth(&self) -> u32 {
        self.depth
    }

    /// The constant that it is.
    pub fn as_int(&self) -> Option<i128> {
        match self.kind {
            ValueKind::Int(value) => Some(value),
            _ => None,
        }
    }

    /// The values directly inside, in order, also those in places.
    pub fn operands(&self) -> Vec<&Value> {
        self.kind.operands()
    }
}

impl ValueKind {
    fn operands(&self) -> Vec<&Value> {
        match self {
            ValueKind::Int(_) | ValueKind::Float(_) => Vec::new(),
            ValueKind::Function(_) | ValueKind::LabelAddress(_) => Vec::new(),
            ValueKind::Load(place) | ValueKind::AddressOf(place) => place.operands(),
            ValueKind::Unary(_, inner) | ValueKind::Convert(inner) => vec![inner],
            ValueKind::Binary(_, left, right) => vec![left, right],
            ValueKind::PointerAdd { pointer, index, .. } => vec![pointer, index],
            ValueKind::PointerSub { left, right, .. } => vec![left, right],
        }
    }
}

impl Place {
    /// The whole of a variable.
    pub(crate) fn variable(variable: VarId, ty: TypeId, volatile: bool) -> Place {
        Place { base: Base::Variable(variable), path: Vec::new(), ty, volatile }
    }

    /// The values in it: the pointer and the indices.
    pub fn operands(&self) -> Vec<&Value> {
        let base = match &self.base {
            Base::Pointer(pointer) => Some(&**pointer),
            Base::Variable(_) => None,
        };
        let indices = self.path.iter().filter_map(|step| match step {
            Step::Index(index) => Some(index),
            Step::Field(..) => None,
        });
        base.into_iter().chain(indices).collect()
    }

    /// The variable, if the place is all of one.
    pub fn as_variable(&self) -> Option<VarId> {
        match self.base {
            Base::Variable(variable) if self.path.is_empty() => Some(variable),
            _ => None,
        }
    }
}
