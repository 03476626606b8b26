//! The syntax tree. Everything that makes an object has a site, every statement a point, every expression a number.

use crate::lattices::Name;
use crate::lattices::analysis::Point;
use crate::lattices::number::Arith;
use crate::lattices::value::{Compare, Unary};
use std::rc::Rc;

/// Bytes of the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    /// The first one.
    pub start: usize,
    /// The one after the last.
    pub end: usize,
}

/// A program.
#[derive(Debug)]
pub struct Program {
    /// The file as a function with any number of arguments.
    pub main: Rc<Function>,
    /// All functions, the main one first.
    pub functions: Vec<Rc<Function>>,
    /// All points, by their number.
    pub points: Vec<Place>,
    /// How many expressions there are.
    pub expressions: u32,
}

/// A point of the program.
#[derive(Debug)]
pub struct Place {
    /// The byte before which it is.
    pub at: usize,
    /// The local names that are visible there, without those that are hidden by others.
    pub visible: Vec<Name>,
}

/// A function.
#[derive(Debug)]
pub struct Function {
    /// Its site.
    pub site: u32,
    /// What it is called where it is written.
    pub name: String,
    /// Its parameters.
    pub parameters: Vec<Name>,
    /// Does it take more arguments?
    pub is_vararg: bool,
    /// What it does.
    pub body: Block,
    /// Where it is.
    pub span: Span,
}

/// Statements with a scope of their own.
#[derive(Debug)]
pub struct Block {
    /// The site of the scope.
    pub site: u32,
    /// Does it declare names?
    pub declares: bool,
    /// Its statements.
    pub statements: Vec<Statement>,
    /// The point at its end.
    pub end: Point,
}

/// A statement.
#[derive(Debug)]
pub struct Statement {
    /// The point before it.
    pub point: Point,
    /// What it is.
    pub kind: StatementKind,
    /// Where it is.
    pub span: Span,
}

/// The kinds of statements. `function f() end` is an assignment.
#[derive(Debug)]
pub enum StatementKind {
    /// `local a, b = x, y`
    Local(Vec<Name>, Vec<Expression>),
    /// `local function f() end`
    LocalFunction(Name, Rc<Function>),
    /// `a, b = x, y`
    Assign(Vec<Expression>, Vec<Expression>),
    /// `f(x)`
    Call(Expression),
    /// `do ... end`
    Do(Block),
    /// `while x do ... end`
    While(Expression, Block),
    /// `repeat ... until x`
    Repeat(Block, Expression),
    /// `if x then ... elseif y then ... else ... end`
    If(Vec<(Expression, Block)>, Option<Block>),
    /// `for i = a, b, c do ... end`
    Count(Name, Vec<Expression>, Block),
    /// `for k, v in x do ... end`, with the site of the scope that keeps the values of `x`.
    Each(u32, Vec<Name>, Vec<Expression>, Block),
    /// `return x`
    Return(Vec<Expression>),
    /// `break`
    Break,
}

/// An expression.
#[derive(Debug)]
pub struct Expression {
    /// Its number.
    pub id: u32,
    /// What it is.
    pub kind: ExpressionKind,
    /// Where it is.
    pub span: Span,
}

/// The kinds of expressions.
#[derive(Debug)]
pub enum ExpressionKind {
    /// `nil`
    Nil,
    /// `true`, `false`
    Truth(bool),
    /// A number.
    Number(f64),
    /// A string, if it is text.
    Text(Option<Name>),
    /// `...`
    Vararg,
    /// `function() end`
    Function(Rc<Function>),
    /// A name. Local ones are made unique; a global one is as it is written.
    Name(Name),
    /// `t[k]`, `t.k`
    Index(Box<Expression>, Box<Expression>),
    /// `f(x)`
    Call(Box<Expression>, Vec<Expression>),
    /// `t:f(x)`
    Method(Box<Expression>, Name, Vec<Expression>),
    /// An operator with one operand.
    Unary(Unary, Box<Expression>),
    /// Arithmetic.
    Arith(Arith, Box<Expression>, Box<Expression>),
    /// `a .. b`
    Concat(Box<Expression>, Box<Expression>),
    /// A comparison; is its result negated? The operands of `>` and `>=` are exchanged.
    Compare(Compare, bool, Box<Expression>, Box<Expression>),
    /// `a and b`
    And(Box<Expression>, Box<Expression>),
    /// `a or b`
    Or(Box<Expression>, Box<Expression>),
    /// `(x)`, which has one value.
    Paren(Box<Expression>),
    /// `{ ... }` with its site.
    Table(u32, Vec<Item>),
}

/// An entry of a table that is written down.
#[derive(Debug)]
pub enum Item {
    /// `x`
    Positional(Expression),
    /// `[k] = x`, `k = x`
    Keyed(Expression, Expression),
}

impl Expression {
    /// May it have any number of values?
    pub fn is_open(&self) -> bool {
        use ExpressionKind::{Call, Method, Vararg};
        matches!(self.kind, Call(..) | Method(..) | Vararg)
    }
}

/// A local name as it is written.
pub fn written(name: &str) -> &str {
    name.split('@').next().unwrap_or(name)
}
