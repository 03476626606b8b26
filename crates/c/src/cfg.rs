//! The lowered program: values without side effects, simple instructions, and the graph of their
//! flow.
//!
//! Calls, assignments and checks are instructions of their own, in the order of evaluation: the left
//! operand before the right one, arguments from left to right, the right side of an assignment before
//! its left side. C leaves most of that open. Where another order could make a difference, because a call
//! changes what another operand sees, the graph branches by a value with [`Cause::Order`] and evaluates
//! the operands in one order on each side. Then one check may stand there more than once, under one
//! number.

use crate::{FunctionId, Place, Span, TypeId, Value, VarId};

/// Something that happens.
#[derive(Clone, Debug)]
pub struct Instruction {
    /// What it is.
    pub action: Action,
    /// The expression or statement that it comes from.
    pub span: Span,
}

/// What can happen.
#[derive(Clone, Debug)]
pub enum Action {
    /// A labelled program point is passed.
    Point(Label),
    /// A local variable comes into being, with any value.
    Declare(VarId),
    /// A local variable whose address is taken ends, because control leaves its block: what points to it dangles.
    End(VarId),
    /// A value is written to a place of the same type.
    Assign(Place, Value),
    /// All bytes of a place become zero.
    Zero(Place),
    /// A place gets any value of its type.
    Havoc(Place, Cause),
    /// A function is called.
    Call {
        /// Where the result goes, if it is used.
        result: Option<Place>,
        /// What is called.
        callee: Callee,
        /// The arguments, converted to the types of the parameters.
        arguments: Vec<Value>,
    },
    /// Goes on only if the value is not zero.
    Assume(Value),
    /// Something that must hold here. Whether it goes on otherwise is up to the analysis; after
    /// an assertion an [`Action::Assume`] follows.
    Check(Check),
    /// What follows is only true if this is.
    Granted(Granted),
    /// Something without a model: it may change the given places, every variable whose address
    /// is taken, every global variable and the heap.
    Unknown {
        /// What it is.
        what: &'static str,
        /// What else it may write.
        places: Vec<Place>,
    },
}

/// What lowered code takes for granted of the program or of its compiler.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Granted {
    /// Operands are evaluated in one of the orders that compilers are known to use.
    Order,
    /// Two writes to one variable in an expression happen from left to right.
    Sequence,
}

/// Why a value is not known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cause {
    /// The program asked for any value, by this function.
    Nondet(FunctionId),
    /// It is defined in another file.
    Extern,
    /// It comes from something without a model.
    Unmodelled(&'static str),
    /// The compiler decides: it is the order in which operands are evaluated.
    Order,
}

/// What is called.
#[derive(Clone, Debug)]
pub enum Callee {
    /// This function.
    Function(FunctionId),
    /// The function that a pointer points to.
    Pointer(Value),
}

/// Something that must hold. An assertion of several conjuncts has several checks of one number, and
/// so has a check in an operand that is evaluated in several orders.
#[derive(Clone, Debug)]
pub struct Check {
    /// Its number in this graph.
    pub id: u32,
    /// What must hold.
    pub kind: CheckKind,
}

/// What must hold.
#[derive(Clone, Debug)]
pub enum CheckKind {
    /// The value is not zero. It is the constant 0 where control only gets if the assertion fails, and 1 where the
    /// condition is going to be evaluated.
    Assertion(Value),
    /// Control does not get here.
    ErrorCall,
    /// Control does not get here: the program says that it cannot.
    Unreachable,
    /// The divisor is not zero.
    Divisor(Value),
    /// The result of this signed operation, which is no division, fits its type.
    Overflow(Value),
    /// The quotient of this signed division or remainder fits its type. Machines trap where it does not.
    Quotient(Value),
    /// The shift amount is at least 0 and less than so many bits.
    ShiftAmount(Value, u32),
    /// The index is inside the array.
    Index {
        /// The index, of any integer type.
        index: Value,
        /// How many elements; none if that is not known.
        length: Option<Value>,
        /// Whether one past the end is fine, because only the address is taken.
        past_end: bool,
    },
    /// The pointer points to an object with at least so many bytes left.
    Access {
        /// The pointer.
        pointer: Value,
        /// How many; none if that is only known at run time.
        size: Option<u64>,
        /// Whether they are written.
        write: bool,
    },
    /// The pointer is null, or points to the start of memory that was allocated and not freed.
    Free(Value),
    /// The length of an array of variable length is greater than 0.
    Length(Value),
    /// Control does not come to the end of a function whose caller uses its result.
    Return,
    /// The bytes that two pointers point to are apart.
    Apart {
        /// One pointer.
        to: Value,
        /// The other.
        from: Value,
        /// How many bytes.
        length: Value,
    },
    /// All memory that was allocated is freed, where the program ends.
    Freed,
    /// The pointer points to an object with as many bytes left as a library function uses.
    Region {
        /// The pointer.
        pointer: Value,
        /// How many.
        extent: Extent,
        /// Whether they are written.
        write: bool,
    },
    /// The floating number, truncated, fits the integer type.
    FloatToInt(Value, TypeId),
    /// The result of this floating operation or conversion is finite if its operands are.
    Finite(Value),
    /// What this value reads has been written before. Only [`Program::check_reads`](crate::Program::check_reads) adds these.
    Written(Value),
    /// A local variable has a value where it is read.
    Initialised {
        /// The variable.
        variable: VarId,
        /// Whether it has none on any path that leads here.
        never: bool,
    },
}

/// How many bytes a library function uses.
#[derive(Clone, Debug)]
pub enum Extent {
    /// So many.
    Bytes(Value),
    /// At most so many.
    UpTo(Value),
    /// As many as a string has, with the zero at its end, but at most so many.
    StringUpTo(Value, Value),
    /// As many as two factors multiplied.
    Product(Value, Value),
    /// As many as some strings have together, without the zeros at their ends, and some more.
    Text {
        /// The strings.
        strings: Vec<Value>,
        /// So many at least.
        least: u64,
        /// So many more at most; none if nobody knows.
        most: Option<u64>,
        /// And up to so many beyond that.
        up_to: Option<Value>,
    },
}

impl Extent {
    /// What it is computed from.
    pub fn values(&self) -> Vec<&Value> {
        match self {
            Extent::Bytes(value) | Extent::UpTo(value) => vec![value],
            Extent::Product(one, other) | Extent::StringUpTo(one, other) => vec![one, other],
            Extent::Text { strings, up_to, .. } => strings.iter().chain(up_to).collect(),
        }
    }

    /// As many bytes as a string has, with the zero at its end.
    pub fn string(string: Value) -> Extent {
        Extent::Text { strings: vec![string], least: 1, most: Some(1), up_to: None }
    }
}

/// The number of a program point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Label(pub u32);

/// A labelled program point. Labels count in the order of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Point {
    /// What kind of point.
    pub kind: PointKind,
    /// The statement or condition that follows; the closing brace for an end.
    pub span: Span,
}

/// Where a program point is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum PointKind {
    /// Before a statement of a block: a statement can be inserted at the start of the range.
    Statement,
    /// Before a statement that is the body of another without braces: a statement can be inserted at
    /// the start of the range if braces are put around the range.
    Unbraced,
    /// Where a loop decides whether to go on, each time. The range is that of its condition; of its
    /// body, if it has no condition.
    LoopHead,
    /// The end of a block, before its brace.
    End,
}

/// A block of a graph: an index into its blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct BlockId(pub(crate) u32);

impl BlockId {
    /// Its place among the blocks of the graph.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// Instructions that run one after the other.
#[derive(Clone, Debug)]
pub struct Block {
    /// What happens.
    pub instructions: Vec<Instruction>,
    /// Where it goes on.
    pub terminator: Terminator,
    /// The condition or statement that the terminator comes from.
    pub span: Span,
}

/// Where it goes on after a block.
#[derive(Clone, Debug)]
pub enum Terminator {
    /// There.
    Goto(BlockId),
    /// To the first if the value is not zero, else to the second.
    Branch(Value, BlockId, BlockId),
    /// To the first case whose range (both ends included) has the value.
    Switch {
        /// The value.
        value: Value,
        /// The cases.
        cases: Vec<(i128, i128, BlockId)>,
        /// Where to go if there is none.
        default: BlockId,
    },
    /// To one of these, by an address.
    GotoAddress(Value, Vec<BlockId>),
    /// Back to the caller.
    Return(Option<Value>),
    /// Nowhere: the program or path ends.
    Stop,
}

/// The flow of a function. Blocks count in the order of the text; code that no path reaches is
/// there too.
#[derive(Clone, Debug)]
pub struct Cfg {
    /// The blocks. The first is where it starts.
    pub blocks: Vec<Block>,
    /// The labelled points, by label.
    pub points: Vec<Point>,
    /// The local variables and temporaries, parameters left out. At the start they have any value:
    /// jumps may pass their declarations by.
    pub locals: Vec<VarId>,
    /// How many checks there are: their numbers are 0 up to this.
    pub checks: u32,
}

impl Terminator {
    /// The blocks that may be next.
    pub fn successors(&self) -> Vec<BlockId> {
        match self {
            Terminator::Goto(next) => vec![*next],
            Terminator::Branch(_, then, otherwise) => vec![*then, *otherwise],
            Terminator::Switch { cases, default, .. } => {
                cases.iter().map(|case| case.2).chain([*default]).collect()
            }
            Terminator::GotoAddress(_, targets) => targets.clone(),
            Terminator::Return(_) | Terminator::Stop => Vec::new(),
        }
    }
}
