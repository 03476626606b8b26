//! What functions do, with all that they call.

use super::{Access, expressions::Walk};
use crate::{
    Function, FunctionId, Role, Storage, VarId, Variable,
    read::Declared,
    roles::callee_of,
    tree::{Expr, ExprKind},
};
use std::collections::BTreeSet;

/// What is known about the functions and variables of a program before it is lowered.
#[derive(Default)]
pub(crate) struct Summaries {
    functions: Vec<Summary>,
    /// Variables that pointers may point to and that may change.
    pointed_to: BTreeSet<VarId>,
    /// Variables with static storage that may change.
    lasting: BTreeSet<VarId>,
    /// Variables with a cleanup function.
    cleaned_up: BTreeSet<VarId>,
}

struct Summary {
    role: Role,
    has_body: bool,
    access: Access,
    stops: bool,
    /// What it calls that sees nothing of what functions share.
    secluded: BTreeSet<FunctionId>,
}

/// What a call of a function does.
pub(super) enum Known<'s> {
    /// What its role says.
    Role(Role),
    /// What its body does.
    Body { access: &'s Access, stops: bool },
    /// What is known of a function without a body.
    Library(&'s Access),
}

impl Summaries {
    pub(crate) fn new(declared: &Declared) -> Self {
        let mut summaries = Self {
            functions: declared.functions.iter().map(Summary::new).collect(),
            ..Self::default()
        };
        for (id, variable) in (0..).map(VarId).zip(&declared.variables) {
            summaries.enter(id, variable);
        }
        for function in &declared.functions {
            let roots = function.body.iter().flat_map(|body| body.roots());
            roots.for_each(|expr| point_to(expr, &mut summaries.pointed_to));
        }
        summaries.pointed_to.retain(|id| changes(&declared.variables[id.index()]));
        summaries.close(&declared.functions);
        summaries
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
        let values = variable.init.iter().flat_map(|init| init.values());
        values.for_each(|expr| point_to(expr, &mut self.pointed_to));
    }

    /// Looks at all bodies until nothing new is found.
    fn close(&mut self, functions: &[Function]) {
        let mut callers: Vec<Vec<usize>> = vec![Vec::new(); functions.len()];
        for (index, function) in functions.iter().enumerate() {
            for callee in
                function.body.iter().flat_map(|body| body.expressions()).filter_map(called)
            {
                callers[callee.index()].push(index);
            }
        }
        let mut pending: BTreeSet<usize> = (0..functions.len()).collect();
        while let Some(index) = pending.pop_first() {
            let Some(body) = &functions[index].body else { continue };
            let mut walk = Walk::new(self);
            walk.statement(body);
            let (mut access, mut stops) = (walk.effects.direct, walk.effects.stops);
            access.add(&walk.effects.called);
            access.reads.retain(|id| self.lasting.contains(id));
            access.writes.retain(|id| self.lasting.contains(id));
            stops |= functions[index].no_return;
            let secluded = walk.effects.secluded;
            let summary = &mut self.functions[index];
            summary.secluded = secluded;
            if summary.access != access || summary.stops != stops {
                (summary.access, summary.stops) = (access, stops);
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

    pub(super) fn known(&self, id: FunctionId) -> Known<'_> {
        let summary = &self.functions[id.index()];
        match summary.role {
            Role::Ordinary | Role::Error if summary.has_body => {
                Known::Body { access: &summary.access, stops: summary.stops }
            }
            Role::Ordinary => Known::Library(&summary.access),
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

impl Summary {
    fn new(function: &Function) -> Self {
        let has_body = function.body.is_some();
        let access = if has_body { Access::default() } else { Access::of_library(&function.name) };
        let secluded = BTreeSet::new();
        Self { role: function.role, has_body, access, stops: false, secluded }
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
