//! What functions do, with all that they call.

use super::{Access, expressions::Walk};
use crate::{
    Function, FunctionId, Memory, Role, Storage, Streams, VarId, Variable,
    library::Model,
    read::Declared,
    roles::callee_of,
    tree::{Expr, ExprKind},
};
use std::collections::BTreeSet;

/// What the functions and variables of a program do to each other.
#[derive(Clone, Debug, Default)]
pub struct Summaries {
    functions: Vec<FunctionEffects>,
    /// Variables that pointers may point to and that may change.
    pointed_to: BTreeSet<VarId>,
    /// Variables with static storage that may change.
    lasting: BTreeSet<VarId>,
    /// Variables with a cleanup function.
    cleaned_up: BTreeSet<VarId>,
    /// Literals that are no format which writes.
    quiet: BTreeSet<VarId>,
    /// The function by which something may run beside the program.
    concurrent: Option<FunctionId>,
    /// Whether something may free memory.
    frees: bool,
}

/// What a call of a function may do, with all that it calls.
#[derive(Clone, Debug)]
pub struct FunctionEffects {
    role: Role,
    has_body: bool,
    model: Option<&'static Model>,
    /// What it does to memory, if it has no body and that is known.
    memory: Option<Memory>,
    pub(super) access: Access,
    pub(super) stops: bool,
    ends: bool,
    /// What it calls that sees nothing of what functions share.
    secluded: BTreeSet<FunctionId>,
}

/// What a call of a function does.
pub(super) enum Known<'s> {
    /// What its role says.
    Role(Role),
    /// What its body does.
    Body(&'s FunctionEffects),
    /// What is known of a function without a body.
    Library(Access),
}

impl FunctionEffects {
    /// The variables with static storage that it may write by name.
    pub fn written(&self) -> &BTreeSet<VarId> {
        &self.access.writes
    }

    /// Whether it may write what a pointer can point to.
    pub fn writes_memory(&self) -> bool {
        self.access.writes_memory || self.access.strays
    }

    /// Whether it calls something of which nothing is known.
    pub fn does_anything(&self) -> bool {
        self.access.anything
    }

    /// Whether a call may not come back.
    pub fn may_end(&self) -> bool {
        self.ends
    }

    /// What a function without a body does to memory; none if nothing is known of it.
    pub fn memory(&self) -> Option<Memory> {
        self.memory
    }
}

impl Summaries {
    pub(crate) fn new(declared: &Declared) -> Self {
        let used = mentioned(declared);
        let streams = used.iter().filter_map(|id| declared.functions[id.index()].model);
        let streams = streams.map(|model| model.streams).max().unwrap_or(Streams::None);
        let without_body = |id: &&FunctionId| declared.functions[id.index()].body.is_none();
        let named = |id: &FunctionId| Model::named(&declared.functions[id.index()].name);
        let concurrent = |id: &&FunctionId| named(id).is_some_and(|model| model.concurrent);
        let summary = |function| FunctionEffects::new(function, streams);
        let mut summaries = Self {
            functions: declared.functions.iter().map(summary).collect(),
            // Whatever the prototype: nobody gives such a name to something else.
            concurrent: used.iter().filter(without_body).find(concurrent).copied(),
            ..Self::default()
        };
        summaries.frees = used.iter().any(|id| {
            let one = summaries.function(*id);
            !one.has_body && one.memory.is_none_or(|memory| memory == Memory::Frees)
        });
        for (id, variable) in (0..).map(VarId).zip(&declared.variables) {
            summaries.enter(id, variable);
        }
        for function in &declared.functions {
            let roots = function.body.iter().flat_map(|body| body.roots());
            let roots = roots.chain(&function.sizes);
            roots.for_each(|expr| point_to(expr, &mut summaries.pointed_to));
        }
        summaries.pointed_to.retain(|id| changes(&declared.variables[id.index()]));
        summaries.close(&declared.functions);
        summaries
    }

    /// What a call of a function may do.
    pub fn function(&self, id: FunctionId) -> &FunctionEffects {
        &self.functions[id.index()]
    }

    /// Whether something may run beside the program: threads, other processes, handlers of signals.
    pub fn is_concurrent(&self) -> bool {
        self.concurrent.is_some()
    }

    /// The function without a body that may start that, of several the first.
    pub fn concurrent(&self) -> Option<FunctionId> {
        self.concurrent
    }

    /// Whether the program, or something unknown that it calls, may free memory.
    pub fn may_free(&self) -> bool {
        self.frees
    }

    /// Whether a call of a function without a body may write through the arguments behind its format. The format
    /// is the literal that is given, if it is one.
    pub fn format_writes(&self, id: FunctionId, literal: impl Fn(usize) -> Option<VarId>) -> bool {
        let format = self.functions[id.index()].model.and_then(|model| model.format);
        format.is_some_and(|at| literal(at).is_none_or(|literal| !self.quiet.contains(&literal)))
    }

    fn enter(&mut self, id: VarId, variable: &Variable) {
        let lasts = matches!(variable.storage, Storage::Global | Storage::Extern | Storage::Static);
        if lasts && changes(variable) {
            self.lasting.insert(id);
        }
        if variable.storage == Storage::Extern {
            // Other files may take its address.
            self.pointed_to.insert(id);
        }
        if variable.cleanup {
            self.cleaned_up.insert(id);
        }
        if matches!(&variable.storage, Storage::Literal(text) if !writes_count(text)) {
            self.quiet.insert(id);
        }
        let values = variable.init.iter().flat_map(|init| init.values());
        values.for_each(|expr| point_to(expr, &mut self.pointed_to));
    }

    /// Looks at all bodies until nothing new is found.
    fn close(&mut self, functions: &[Function]) {
        let mut callers: Vec<Vec<usize>> = vec![Vec::new(); functions.len()];
        for (index, function) in functions.iter().enumerate() {
            for callee in expressions(function).into_iter().filter_map(called) {
                callers[callee.index()].push(index);
            }
        }
        let mut pending: BTreeSet<usize> = (0..functions.len()).collect();
        while let Some(index) = pending.pop_first() {
            let Some(body) = &functions[index].body else { continue };
            if functions[index].replaceable {
                continue;
            }
            let mut walk = Walk::new(self);
            walk.statement(body);
            functions[index].sizes.iter().for_each(|size| walk.value(size));
            let (mut access, mut stops) = (walk.effects.direct, walk.effects.stops);
            let ends = walk.effects.ends || functions[index].no_return;
            access.add(&walk.effects.called);
            access.reads.retain(|id| self.lasting.contains(id));
            access.writes.retain(|id| self.lasting.contains(id));
            stops |= functions[index].no_return;
            let secluded = walk.effects.secluded;
            let summary = &mut self.functions[index];
            summary.secluded = secluded;
            if summary.access != access || summary.stops != stops || summary.ends != ends {
                (summary.access, summary.stops, summary.ends) = (access, stops, ends);
                pending.extend(&callers[index]);
            }
        }
    }

    /// Functions, and all with a body that they call.
    pub(crate) fn with_called(&self, functions: BTreeSet<FunctionId>) -> BTreeSet<FunctionId> {
        let mut all = functions.clone();
        let mut pending: Vec<FunctionId> = functions.into_iter().collect();
        while let Some(id) = pending.pop() {
            let called = self.functions[id.index()].secluded.iter().copied();
            pending.extend(called.filter(|callee| all.insert(*callee)));
        }
        all
    }

    pub(super) fn known(&self, id: FunctionId, arguments: &[Expr]) -> Known<'_> {
        let summary = &self.functions[id.index()];
        match summary.role {
            Role::Ordinary | Role::Error if summary.has_body => Known::Body(summary),
            Role::Ordinary => {
                let literal = |at: usize| arguments.get(at).and_then(literal);
                let mut access = summary.access.clone();
                access.writes_memory |= self.format_writes(id, literal);
                Known::Library(access)
            }
            role => Known::Role(role),
        }
    }

    /// Whether functions can see a variable without being given a pointer, or through one.
    pub(super) fn is_shared(&self, id: VarId) -> bool {
        self.lasting.contains(&id) || self.pointed_to.contains(&id)
    }

    pub(super) fn is_pointed_to(&self, id: VarId) -> bool {
        self.pointed_to.contains(&id)
    }

    pub(super) fn is_cleaned_up(&self, id: VarId) -> bool {
        self.cleaned_up.contains(&id)
    }
}

impl FunctionEffects {
    fn new(function: &Function, streams: Streams) -> Self {
        // One that another file may replace is as good as none.
        let has_body = function.body.is_some() && !function.replaceable;
        let memory = function.model.map(|model| match (model.streams, streams) {
            (Streams::None, _) => model.memory,
            (_, Streams::KeepsFunctions) => Memory::Anything,
            (_, Streams::KeepsMemory) => model.memory.max(Memory::Kept),
            _ => model.memory,
        });
        let access = if has_body { Access::default() } else { Access::of_library(memory) };
        let ends = !has_body && (memory.is_none() || function.no_return);
        Self {
            role: function.role,
            has_body,
            model: function.model,
            memory,
            access,
            stops: false,
            ends,
            secluded: BTreeSet::new(),
        }
    }
}

/// All functions that expressions and initialisers name.
fn mentioned(declared: &Declared) -> BTreeSet<FunctionId> {
    let statics = declared.variables.iter().filter_map(|variable| variable.init.as_ref());
    let statics = statics.flat_map(|init| init.values()).flat_map(Expr::all);
    let functions = declared.functions.iter().flat_map(expressions);
    let named = |expr: &Expr| match expr.kind {
        ExprKind::Function(id) => Some(id),
        _ => None,
    };
    statics.chain(functions).filter_map(named).collect()
}

/// All expressions of a function.
fn expressions(function: &Function) -> Vec<&Expr> {
    let body = function.body.iter().flat_map(|body| body.expressions());
    body.chain(function.sizes.iter().flat_map(Expr::all)).collect()
}

/// Whether a format has a `%n`: it stores how many characters were written.
fn writes_count(text: &[u32]) -> bool {
    let mut rest = text.iter().filter_map(|unit| char::from_u32(*unit));
    while let Some(character) = rest.next() {
        if character != '%' {
            continue;
        }
        let conversion =
            rest.find(|c| c.is_ascii_alphabetic() && !"hlLjzt".contains(*c) || *c == '%');
        if conversion == Some('n') {
            return true;
        }
    }
    false
}

/// The literal that an expression is the start of.
fn literal(expr: &Expr) -> Option<VarId> {
    match &expr.kind {
        ExprKind::Decay(inner) | ExprKind::Convert(inner) => literal(inner),
        ExprKind::Variable(id) => Some(*id),
        _ => None,
    }
}

fn called(expr: &Expr) -> Option<FunctionId> {
    match &expr.kind {
        ExprKind::Call { callee, .. } => callee_of(callee),
        _ => None,
    }
}

/// Whether a variable can be written without undefined behaviour.
fn changes(variable: &Variable) -> bool {
    !variable.constant && !matches!(variable.storage, Storage::Literal(_))
}

/// Collects the variables whose address an expression takes.
fn point_to(expr: &Expr, found: &mut BTreeSet<VarId>) {
    match &expr.kind {
        ExprKind::AddressOf(place) | ExprKind::Decay(place) => found.extend(root(place)),
        ExprKind::Index { base, index } => {
            // `a[i]` alone takes no address of `a`.
            point_to(index, found);
            let inner = match &base.kind {
                ExprKind::Decay(array) => array,
                _ => base,
            };
            return point_to(inner, found);
        }
        ExprKind::Unmodelled { mentions, .. } => {
            mentions.iter().for_each(|mention| found.extend(root(mention)));
        }
        ExprKind::Statements(statements) => {
            let roots = statements.iter().flat_map(|stmt| stmt.roots());
            roots.for_each(|inner| point_to(inner, found));
        }
        _ => {}
    }
    expr.children().into_iter().for_each(|child| point_to(child, found));
}

/// The variable that a place is in.
fn root(place: &Expr) -> Option<VarId> {
    match &place.kind {
        ExprKind::Variable(id) | ExprKind::CompoundLiteral(id, _) => Some(*id),
        ExprKind::Member { base, .. } | ExprKind::Load(base) => root(base),
        ExprKind::Index { base, .. } => match &base.kind {
            ExprKind::Decay(array) => root(array),
            _ => None,
        },
        _ => None,
    }
}
