//! From the typed tree to graphs of simple instructions.

mod assertions;
mod callbacks;
mod calls;
mod characters;
mod conditions;
mod finish;
mod fold;
mod initialisers;
mod operations;
mod orders;
mod places;
mod reads;
mod scopes;
mod siblings;
mod statements;
mod unassigned;
mod unknown_order;
mod values;
mod variable_set;

use crate::{
    Action, BlockId, Cfg, Check, CheckKind, Function, FunctionId, Instruction, Label, Place, Point,
    PointKind, Role, Span, Storage, Terminator, TypeId, Types, Value, ValueKind, VarId, Variable,
    effects::Summaries, read::Declared,
};
use std::collections::{BTreeSet, HashMap};

/// Lowers every function; the result is the graph of what happens before `main`, and what functions do.
pub(crate) fn lower(declared: &mut Declared) -> (Cfg, Summaries) {
    crate::roles::assign(&mut declared.functions, &declared.types);
    let effects = Summaries::new(declared);
    let mut unordered = BTreeSet::new();
    let startup = lowering(declared, &effects, &mut unordered, None).startup();
    let with_body = (0..declared.functions.len())
        .filter(|index| declared.functions[*index].body.is_some())
        .map(|index| FunctionId(index as u32));
    for id in with_body.collect::<Vec<_>>() {
        // The tree stays outside while it is lowered, since lowering needs the table of functions.
        let Some(body) = declared.functions[id.index()].body.take() else { continue };
        let cfg = lowering(declared, &effects, &mut unordered, Some(id)).function(&body);
        let function = &mut declared.functions[id.index()];
        function.body = Some(body);
        function.cfg = Some(cfg);
    }
    for id in effects.with_called(unordered) {
        declared.functions[id.index()].unordered = true;
    }
    finish::mark_taken_addresses(declared, &startup);
    let Declared { functions, variables, types, .. } = declared;
    for cfg in functions.iter_mut().filter_map(|function| function.cfg.as_mut()) {
        unassigned::check_unassigned(cfg, variables, types);
    }
    (startup, effects)
}

fn lowering<'p>(
    declared: &'p mut Declared,
    effects: &'p Summaries,
    unordered: &'p mut BTreeSet<FunctionId>,
    function: Option<FunctionId>,
) -> Lowering<'p> {
    Lowering {
        types: &mut declared.types,
        variables: &mut declared.variables,
        functions: &declared.functions,
        effects,
        unordered,
        function,
        blocks: vec![Draft { order: Some(0), ..Draft::default() }],
        current: BlockId(0),
        started: 1,
        points: Vec::new(),
        locals: Vec::new(),
        temporaries: 0,
        checks: 0,
        labels: HashMap::new(),
        address_labels: Vec::new(),
        jumps: Vec::new(),
        scopes: Vec::new(),
        label_scopes: HashMap::new(),
        leaps: Vec::new(),
        switches: Vec::new(),
        cleans_up: false,
        copies: 1,
    }
}

/// A graph in the making.
struct Lowering<'p> {
    types: &'p mut Types,
    variables: &'p mut Vec<Variable>,
    functions: &'p [Function],
    effects: &'p Summaries,
    /// Functions whose calls may come before or after a change that they do not see.
    unordered: &'p mut BTreeSet<FunctionId>,
    function: Option<FunctionId>,
    blocks: Vec<Draft>,
    /// The block that instructions are added to.
    current: BlockId,
    /// How many blocks have been started: they are numbered in that order in the end.
    started: u32,
    points: Vec<Point>,
    locals: Vec<VarId>,
    temporaries: u32,
    checks: u32,
    labels: HashMap<String, BlockId>,
    /// Labels whose address is taken.
    address_labels: Vec<String>,
    /// Where `break` and `continue` go, the innermost last.
    jumps: Vec<Jumps>,
    /// The variables of the blocks around, the innermost last.
    scopes: Vec<Vec<VarId>>,
    /// The variables that exist at each label.
    label_scopes: HashMap<String, Vec<VarId>>,
    leaps: Vec<scopes::Leap>,
    /// The switches around, the innermost last.
    switches: Vec<Cases>,
    /// Whether a variable with a cleanup function has been declared.
    cleans_up: bool,
    /// How often the current expression is lowered, because of the orders of those around it.
    copies: usize,
}

#[derive(Default)]
struct Draft {
    instructions: Vec<Instruction>,
    terminator: Option<Terminator>,
    span: Span,
    order: Option<u32>,
}

struct Jumps {
    on_break: BlockId,
    /// None inside a switch.
    on_continue: Option<BlockId>,
    /// How many scopes are around it.
    depth: usize,
}

#[derive(Default)]
struct Cases {
    cases: Vec<(i128, i128, BlockId)>,
    default: Option<BlockId>,
}

impl Lowering<'_> {
    fn new_block(&mut self) -> BlockId {
        self.blocks.push(Draft::default());
        BlockId(self.blocks.len() as u32 - 1)
    }

    /// Goes on in a block that others jump to.
    fn start(&mut self, block: BlockId) {
        self.current = block;
        self.blocks[block.index()].order = Some(self.started);
        self.started += 1;
    }

    /// Ends the current block. What follows is not reached from it.
    fn end(&mut self, terminator: Terminator, span: Span) {
        self.clean_up(span);
        let draft = &mut self.blocks[self.current.index()];
        draft.terminator = Some(terminator);
        draft.span = span;
        let unreached = self.new_block();
        self.start(unreached);
    }

    /// Variables may go out of scope here, and the functions that clean them up be called.
    fn clean_up(&mut self, span: Span) {
        if self.cleans_up {
            let places = self.all_locals();
            self.emit(Action::Unknown { what: "cleanup", places }, span);
        }
    }

    /// Falls through into a block.
    fn flow_into(&mut self, block: BlockId, span: Span) {
        self.end(Terminator::Goto(block), span);
        self.start(block);
    }

    fn emit(&mut self, action: Action, span: Span) {
        self.blocks[self.current.index()].instructions.push(Instruction { action, span });
    }

    fn point(&mut self, kind: PointKind, span: Span) {
        let label = Label(self.points.len() as u32);
        self.points.push(Point { kind, span });
        self.emit(Action::Point(label), span);
    }

    fn check(&mut self, kind: CheckKind, span: Span) {
        let id = self.new_check();
        self.emit(Action::Check(Check { id, kind }), span);
    }

    fn new_check(&mut self) -> u32 {
        self.checks += 1;
        self.checks - 1
    }

    /// A new variable that only lowered code knows.
    fn temporary(&mut self, ty: TypeId, span: Span) -> Place {
        let id = VarId(self.variables.len() as u32);
        self.variables.push(Variable {
            name: format!("t{}", self.temporaries),
            ty,
            storage: Storage::Temporary,
            function: self.function,
            volatile: false,
            constant: false,
            absent: false,
            merged: false,
            alias: false,
            external: false,
            cleanup: false,
            address_taken: false,
            span,
            init: None,
            length: None,
        });
        self.temporaries += 1;
        self.locals.push(id);
        Place::variable(id, ty, false)
    }

    /// Keeps a value as it is now.
    fn kept(&mut self, value: Value) -> Value {
        if self.is_stable(&value) { value } else { self.stored(value) }
    }

    /// A value that was written to a temporary.
    fn stored(&mut self, value: Value) -> Value {
        let (ty, span) = (value.ty, value.span);
        let place = self.temporary(ty, span);
        self.emit(Action::Assign(place.clone(), value), span);
        Value::new(ValueKind::Load(place), ty, span)
    }

    /// Whether nothing that may happen later changes a value: temporaries are written once.
    fn is_stable(&self, value: &Value) -> bool {
        let read = match &value.kind {
            ValueKind::Load(place) => place.as_variable(),
            ValueKind::Binary(..) | ValueKind::Unary(..) => return false,
            _ => return value.operands().into_iter().all(|operand| self.is_stable(operand)),
        };
        read.is_some_and(|id| self.variables[id.index()].storage == Storage::Temporary)
    }

    fn role(&self, function: FunctionId) -> Role {
        self.functions[function.index()].role
    }

    fn int_value(&mut self, value: i128, span: Span) -> Value {
        Value::new(ValueKind::Int(value), self.types.int(), span)
    }
}
