//! The typed syntax tree: what the text says, after the implicit conversions and before side effects
//! are taken apart.
//!
//! Every expression has its type and its exact byte range. Conversions, loads and decays that C
//! leaves out are there as nodes of their own, with the range of their operand. Parentheses are
//! gone: a range is that of the expression inside them.

use crate::{FunctionId, RecordId, Span, TypeId, VarId};

/// An expression.
#[derive(Clone, Debug)]
pub struct Expr {
    /// What it computes.
    pub kind: ExprKind,
    /// Its type.
    pub ty: TypeId,
    /// Where it is.
    pub span: Span,
    /// Whether it designates a volatile object.
    pub volatile: bool,
    /// Whether evaluating it may change anything: calls, assignments, volatile reads.
    pub effects: bool,
}

/// What an expression computes. The operands of conversions and operators are values; places
/// (variables, members, elements, dereferences) become values by [`Load`](ExprKind::Load).
#[derive(Clone, Debug)]
pub enum ExprKind {
    /// An integer constant, also of an enumeration, `sizeof` and the like.
    Int(i128),
    /// A floating constant, as the nearest double.
    Float(f64),
    /// The place of a variable or string literal.
    Variable(VarId),
    /// A function.
    Function(FunctionId),
    /// GNU C's `&&label`.
    LabelAddress(String),
    /// The place of a field.
    Member {
        /// The place or value of the struct or union.
        base: Box<Expr>,
        /// Its type.
        record: RecordId,
        /// Which field.
        field: usize,
    },
    /// The place that a pointer points to.
    Deref(Box<Expr>),
    /// The place of an element.
    Index {
        /// A pointer; a [`Decay`](ExprKind::Decay) where an array is meant.
        base: Box<Expr>,
        /// Which element.
        index: Box<Expr>,
    },
    /// The address of a place.
    AddressOf(Box<Expr>),
    /// The address of the first element of an array, or of a function.
    Decay(Box<Expr>),
    /// The value at a place.
    Load(Box<Expr>),
    /// A value in another type.
    Convert(Box<Expr>),
    /// An operator on a value.
    Unary(UnaryOp, Box<Expr>),
    /// An operator on two values; also pointer arithmetic.
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// `a && b`.
    And(Box<Expr>, Box<Expr>),
    /// `a || b`.
    Or(Box<Expr>, Box<Expr>),
    /// `a ? b : c`.
    Conditional(Box<Expr>, Box<Expr>, Box<Expr>),
    /// GNU C's `a ?: b`.
    OrElse(Box<Expr>, Box<Expr>),
    /// `a, b`.
    Comma(Box<Expr>, Box<Expr>),
    /// `place = value`.
    Assign(Box<Expr>, Box<Expr>),
    /// `place += value`.
    AssignOp {
        /// Which operator.
        op: BinaryOp,
        /// What is read and written.
        place: Box<Expr>,
        /// The right operand.
        value: Box<Expr>,
        /// The type in which the operator computes.
        compute: TypeId,
    },
    /// `++x`, `x++`, `--x`, `x--`.
    Step {
        /// What is read and written.
        place: Box<Expr>,
        /// Up or down.
        up: bool,
        /// Whether the value is the old one.
        postfix: bool,
    },
    /// A call.
    Call {
        /// A function, or a pointer to one.
        callee: Box<Expr>,
        /// The arguments.
        arguments: Vec<Expr>,
    },
    /// GNU C's `({ ... })`: the value is that of the last statement.
    Statements(Vec<Stmt>),
    /// `(type){ ... }`: a variable without a name, initialised when the expression is reached.
    CompoundLiteral(VarId, Box<Init>),
    /// A computation without a model, such as one with complex numbers: it evaluates its operands and
    /// has any value.
    AnyValue {
        /// What it is.
        what: &'static str,
        /// What it is computed from.
        operands: Vec<Expr>,
    },
    /// Something without a model. It may change what it mentions and all that can be reached.
    Unmodelled {
        /// What it is.
        what: &'static str,
        /// The expressions in it; whether they are evaluated is not known.
        mentions: Vec<Expr>,
    },
}

/// An operator on one value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UnaryOp {
    /// `-`.
    Neg,
    /// `~`.
    BitNot,
    /// `!`.
    Not,
}

/// An operator on two values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the names say it")]
pub enum BinaryOp {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    Shl,
    Shr,
    BitAnd,
    BitOr,
    BitXor,
    Lt,
    Le,
    Gt,
    Ge,
    Eq,
    Ne,
}

impl BinaryOp {
    pub(crate) const ALL: [(BinaryOp, &str); 16] = [
        (BinaryOp::Add, "+"),
        (BinaryOp::Sub, "-"),
        (BinaryOp::Mul, "*"),
        (BinaryOp::Div, "/"),
        (BinaryOp::Rem, "%"),
        (BinaryOp::Shl, "<<"),
        (BinaryOp::Shr, ">>"),
        (BinaryOp::BitAnd, "&"),
        (BinaryOp::BitOr, "|"),
        (BinaryOp::BitXor, "^"),
        (BinaryOp::Lt, "<"),
        (BinaryOp::Le, "<="),
        (BinaryOp::Gt, ">"),
        (BinaryOp::Ge, ">="),
        (BinaryOp::Eq, "=="),
        (BinaryOp::Ne, "!="),
    ];

    /// How C writes it.
    pub fn symbol(self) -> &'static str {
        Self::ALL[self as usize].1
    }

    /// Whether the result is 0 or 1.
    pub fn is_comparison(self) -> bool {
        self as usize >= BinaryOp::Lt as usize
    }
}

/// An initialiser.
#[derive(Clone, Debug)]
pub enum Init {
    /// One value for the whole object.
    Value(Expr),
    /// Values for parts of the object, in order; all else is zero.
    Parts(Vec<(Vec<Part>, Expr)>),
    /// An initialiser without a model, and the expressions in it. Whether and how often these are evaluated is not
    /// known.
    Unmodelled(&'static str, Vec<Expr>),
}

/// A step from an object to a part of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// A field.
    Field(RecordId, usize),
    /// An element.
    Element(u64),
}

/// A statement. The range includes its semicolon.
#[derive(Clone, Debug)]
pub struct Stmt {
    /// What it does.
    pub kind: StmtKind,
    /// Where it is.
    pub span: Span,
}

/// What a statement does.
#[derive(Clone, Debug)]
#[allow(missing_docs, reason = "the fields are named as in the standard's grammar")]
pub enum StmtKind {
    /// `;`, or a declaration of types or functions only.
    Empty,
    /// An expression for its effects.
    Expr(Expr),
    /// Declarations of variables, in order.
    Declare(Vec<Declaration>),
    /// `{ ... }`.
    Block(Vec<Stmt>),
    If {
        condition: Expr,
        then: Box<Stmt>,
        otherwise: Option<Box<Stmt>>,
    },
    While {
        condition: Expr,
        body: Box<Stmt>,
    },
    DoWhile {
        body: Box<Stmt>,
        condition: Expr,
    },
    For {
        init: Option<Box<Stmt>>,
        condition: Option<Expr>,
        step: Option<Expr>,
        body: Box<Stmt>,
    },
    Switch {
        value: Expr,
        body: Box<Stmt>,
    },
    /// `case low:` or `case low ... high:`.
    Case {
        low: i128,
        high: i128,
        body: Box<Stmt>,
    },
    Default(Box<Stmt>),
    Labelled(String, Box<Stmt>),
    Goto(String),
    /// GNU C's `goto *address`.
    GotoAddress(Expr),
    Break,
    Continue,
    Return(Option<Expr>),
    /// A statement without a model. It may change what it mentions and all that can be reached.
    Unmodelled {
        what: &'static str,
        mentions: Vec<Expr>,
    },
}

/// A variable that comes into being.
#[derive(Clone, Debug)]
pub struct Declaration {
    /// The variable.
    pub variable: VarId,
    /// Its initialiser, unless it is static: those are with the variable.
    pub init: Option<Init>,
    /// The length of an array of variable length.
    pub length: Option<Expr>,
    /// Other expressions with side effects in its type. Whether and how often they are evaluated is open.
    pub sizes: Vec<Expr>,
    /// Where it is declared.
    pub span: Span,
}

impl Expr {
    pub(crate) fn new(kind: ExprKind, ty: TypeId, span: Span) -> Self {
        let effects = kind.has_effects();
        Self { kind, ty, span, volatile: false, effects }
    }

    /// Whether it is a place: something that has an address or is a bit-field.
    pub fn is_place(&self) -> bool {
        match &self.kind {
            ExprKind::Variable(_) | ExprKind::Deref(_) | ExprKind::Index { .. } => true,
            ExprKind::CompoundLiteral(..) => true,
            ExprKind::Member { base, .. } => base.is_place(),
            _ => false,
        }
    }

    /// The expressions directly inside, in the order in which they are written.
    pub fn children(&self) -> Vec<&Expr> {
        self.kind.children()
    }
}

impl ExprKind {
    fn children(&self) -> Vec<&Expr> {
        match self {
            ExprKind::Int(_) | ExprKind::Float(_) | ExprKind::Variable(_) => Vec::new(),
            ExprKind::Function(_) | ExprKind::LabelAddress(_) => Vec::new(),
            ExprKind::Statements(_) => Vec::new(),
            ExprKind::Member { base: inner, .. } | ExprKind::Step { place: inner, .. } => {
                vec![inner]
            }
            ExprKind::Deref(inner) | ExprKind::AddressOf(inner) | ExprKind::Decay(inner) => {
                vec![inner]
            }
            ExprKind::Load(inner) | ExprKind::Convert(inner) => vec![inner],
            ExprKind::Unary(_, inner) => vec![inner],
            ExprKind::Index { base: left, index: right } => vec![left, right],
            ExprKind::Binary(_, left, right) => vec![left, right],
            ExprKind::And(left, right) | ExprKind::Or(left, right) => vec![left, right],
            ExprKind::OrElse(left, right) | ExprKind::Comma(left, right) => vec![left, right],
            ExprKind::Assign(left, right) => vec![left, right],
            ExprKind::AssignOp { place, value, .. } => vec![place, value],
            ExprKind::Conditional(a, b, c) => vec![a, b, c],
            ExprKind::Call { callee, arguments } => {
                std::iter::once(&**callee).chain(arguments).collect()
            }
            ExprKind::CompoundLiteral(_, init) => init.values(),
            ExprKind::AnyValue { operands: inner, .. } => inner.iter().collect(),
            ExprKind::Unmodelled { mentions: inner, .. } => inner.iter().collect(),
        }
    }

    fn has_effects(&self) -> bool {
        let own = match self {
            ExprKind::Assign(..) | ExprKind::AssignOp { .. } | ExprKind::Step { .. } => true,
            ExprKind::Call { .. } | ExprKind::Statements(_) | ExprKind::Unmodelled { .. } => true,
            // Twice the same expression may have two values.
            ExprKind::CompoundLiteral(..) | ExprKind::AnyValue { .. } => true,
            ExprKind::Load(place) => place.volatile,
            _ => false,
        };
        own || self.children().iter().any(|child| child.effects)
    }
}

impl Init {
    /// All values in it, in order.
    pub fn values(&self) -> Vec<&Expr> {
        match self {
            Init::Value(value) => vec![value],
            Init::Parts(parts) => parts.iter().map(|(_, value)| value).collect(),
            Init::Unmodelled(_, mentions) => mentions.iter().collect(),
        }
    }
}
