//! A C program: its text, types, variables and functions.

use crate::{
    Cfg, Model, Source, Span, Summaries, TypeId, Types, sites,
    sites::{Evaluated, Site},
    tree::{Expr, Init, Stmt},
};

/// A variable of a program: an index into its variables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct VarId(pub(crate) u32);

/// A function of a program: an index into its functions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FunctionId(pub(crate) u32);

impl VarId {
    /// Its place among the variables of the program.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl FunctionId {
    /// Its place among the functions of the program.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl Program {
    /// Whether the name of a variable means something else at a place in a function, local variables aside.
    pub fn is_hidden(&self, id: VarId, function: &Function, at: u32) -> bool {
        let variable = self.variable(id);
        // A local variable may be declared inside of that block.
        let inner = |start| variable.function.is_some() && variable.span.start > start;
        function.redeclared.iter().any(|Redeclared { name, variable: meant, block }| {
            let inside = block.start <= at && at < block.end;
            inside && *name == variable.name && *meant != Some(id) && !inner(block.start)
        })
    }
}

/// What a name means in a part of a block that is no local variable of it.
#[derive(Clone, Debug)]
pub struct Redeclared {
    /// The name.
    pub name: String,
    /// The variable that it means: a static one, or one of outside. Otherwise it is a function, a type or a constant.
    pub variable: Option<VarId>,
    /// Where, from the declaration on.
    pub block: Span,
}

/// A program.
#[derive(Clone, Debug)]
pub struct Program {
    /// The text.
    pub source: Source,
    /// The types.
    pub types: Types,
    /// All variables: global, local, temporary, and string literals.
    pub variables: Vec<Variable>,
    /// All functions, also those without a body.
    pub functions: Vec<Function>,
    /// What happens before `main`: every variable with static storage gets its first value.
    pub startup: Cfg,
    /// What functions and expressions do to memory.
    pub effects: Summaries,
}

/// A variable.
#[derive(Clone, Debug)]
pub struct Variable {
    /// Its name; made up for temporaries and literals.
    pub name: String,
    /// Its type.
    pub ty: TypeId,
    /// How long it lives and where it comes from.
    pub storage: Storage,
    /// The function that it belongs to.
    pub function: Option<FunctionId>,
    /// Whether reads may see values that the program did not write.
    pub volatile: bool,
    /// Whether it is declared `const`.
    pub constant: bool,
    /// Whether it is declared weak and defined nowhere here: then it may not exist, and its address be null.
    pub absent: bool,
    /// Whether its storage may be that of a literal too: a literal, or a constant compound literal.
    pub merged: bool,
    /// Whether it may be another name of a variable, or a variable that has another name: by an alias, or by a name for
    /// assembly.
    pub alias: bool,
    /// Whether other files can use its name, and so change it in functions that are not here.
    pub external: bool,
    /// Whether a function is called with its address when it goes out of scope. Lowered code has
    /// an [`Action::Unknown`](crate::Action::Unknown) wherever that may happen.
    pub cleanup: bool,
    /// Whether pointers may point to it or into it.
    pub address_taken: bool,
    /// Where it is declared.
    pub span: Span,
    /// The initialiser of a variable with static storage.
    pub init: Option<Init>,
    /// For an array of variable length: the temporary that holds its length.
    pub length: Option<VarId>,
}

/// Where a variable lives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Storage {
    /// Static storage, defined here, outside of functions.
    Global,
    /// Static storage, defined in another file.
    Extern,
    /// Static storage, declared in a function.
    Static,
    /// A variable of a block.
    Local,
    /// A parameter.
    Parameter,
    /// Made by lowering; its address is never taken.
    Temporary,
    /// A string literal with these elements (bytes, or code units of wide strings), its final zero
    /// included.
    Literal(Vec<u32>),
}

/// A function.
#[derive(Clone, Debug)]
pub struct Function {
    /// Its name.
    pub name: String,
    /// Its type.
    pub ty: TypeId,
    /// What it returns.
    pub result: TypeId,
    /// Its parameters, if it has a body.
    pub parameters: Vec<VarId>,
    /// Whether it is declared not to return.
    pub no_return: bool,
    /// Whether it is declared weak and defined nowhere here: then it may not exist, and its address be null.
    pub absent: bool,
    /// Whether it is defined weak, so that another file may bring its own.
    pub replaceable: bool,
    /// Whether other files can call it by its name.
    pub external: bool,
    /// Whether it may be another name of a function, or a function that has another name.
    pub alias: bool,
    /// Whether it is declared to run before `main`.
    pub constructor: bool,
    /// Whether it runs without a call that is seen here: it is declared to run after `main` or at
    /// the end of a variable's scope, or to be used by something else, or has another name by an alias.
    pub unseen_calls: bool,
    /// Whether a call of it stands beside an operand that changes memory which the function does not
    /// look at. Which comes first is open, so at its points nothing should be said about memory that
    /// functions share.
    pub unordered: bool,
    /// What a call of it means.
    pub role: Role,
    /// What is known of it, if it has no body.
    pub model: Option<&'static Model>,
    /// The variable whose address a call of it gives, such as `errno`.
    pub returns: Option<VarId>,
    /// Where it is defined, or else declared.
    pub span: Span,
    /// Expressions with side effects in the types of its parameters. Whether and how often they are evaluated
    /// when it starts is open.
    pub sizes: Vec<Expr>,
    /// What its blocks declare beside local variables.
    pub redeclared: Vec<Redeclared>,
    /// The statements of its body.
    pub body: Option<Stmt>,
    /// The lowered body.
    pub cfg: Option<Cfg>,
}

/// What a call of a function means. All but [`Ordinary`](Role::Ordinary) are recognised by name if
/// the function has no body, or by the shape of the body (`if (!cond) abort();`), and are
/// lowered where they are called, so that the bodies of such functions need no analysis.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// Nothing special.
    Ordinary,
    /// `__VERIFIER_nondet_int()`: any value of its type.
    Nondet,
    /// `__VERIFIER_assume(e)`: goes on only if the argument is not 0.
    Assume,
    /// `void f(int c) { if (!c) exit(0); }`: goes on only if the argument is not 0, and ends the program in good
    /// order otherwise.
    Leave,
    /// `__VERIFIER_assert(e)`: the argument must not be 0; goes on only then, unless it
    /// [only reports](Function::only_reports).
    Assert,
    /// `reach_error()`: must not be called.
    Error,
    /// `abort()`, `exit(0)`: does not return.
    Stop,
    /// `__builtin_unreachable()`: being here is undefined.
    Unreachable,
    /// `setjmp`: returns more than once, with any local variable changed.
    ReturnsTwice,
    /// `__builtin_expect(e, c)`: its first argument.
    FirstArgument,
}

impl Program {
    /// A variable.
    pub fn variable(&self, id: VarId) -> &Variable {
        &self.variables[id.index()]
    }

    /// All variables' indices.
    pub fn variable_ids(&self) -> impl Iterator<Item = VarId> + use<> {
        (0..self.variables.len() as u32).map(VarId)
    }

    /// All functions, in the order of their numbers.
    pub fn function_ids(&self) -> impl Iterator<Item = FunctionId> + use<> {
        (0..self.functions.len() as u32).map(FunctionId)
    }

    /// A function.
    pub fn function(&self, id: FunctionId) -> &Function {
        &self.functions[id.index()]
    }

    /// The function of that name.
    pub fn function_named(&self, name: &str) -> Option<FunctionId> {
        let index = self.functions.iter().position(|function| function.name == name)?;
        Some(FunctionId(index as u32))
    }

    /// The functions with a body, with their graphs.
    pub fn bodies(&self) -> impl Iterator<Item = (FunctionId, &Function, &Cfg)> {
        (0..).map(FunctionId).zip(&self.functions).filter_map(|(id, function)| {
            let cfg = function.cfg.as_ref()?;
            Some((id, function, cfg))
        })
    }

    /// Every pure integral expression that reads a variable, where its value is used, in the order
    /// of the text.
    pub fn sites(&self) -> Vec<Site> {
        sites::sites(self)
    }

    /// Every expression that a function evaluates, a place or a value, outer ones before those inside them. Those in
    /// something without a model are left out: whether they are evaluated is not known.
    pub fn evaluated(&self) -> Vec<Evaluated<'_>> {
        sites::evaluated(self)
    }
}
