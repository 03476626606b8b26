//! Calls, by the roles of what is called.

use super::Lowering;
use crate::{
    Action, BinaryOp, Callee, Cause, CheckKind, Extent, FunctionId, Place, Role, Span, Storage,
    Terminator, Type, TypeId, Value, ValueKind, VarId,
    library::{Ending, Meaning, Model, Touched, literal},
    roles::{callee_of, only_fails},
    tree::{Expr, ExprKind},
};

impl Lowering<'_> {
    /// Calls a function; its result goes to the place, if one is given.
    pub(super) fn call(
        &mut self,
        callee: &Expr,
        arguments: &[Expr],
        result: Option<Place>,
        span: Span,
    ) {
        let Some(id) = callee_of(callee) else {
            let (pointer, arguments) = self.pointer_and_arguments(callee, arguments, span);
            self.check(
                CheckKind::Access { pointer: pointer.clone(), size: None, write: false },
                span,
            );
            let callee = Callee::Pointer(pointer);
            return self.emit(Action::Call { result, callee, arguments }, span);
        };
        if self.functions[id.index()].absent {
            let ty = self.types.intern(Type::Pointer(self.functions[id.index()].ty));
            let pointer = Value::new(ValueKind::Function(id), ty, span);
            self.check(CheckKind::Access { pointer, size: None, write: false }, span);
        }
        if self.functions[id.index()].model.is_some_and(|model| !model.evaluates) {
            return self.no_result(id, result, span);
        }
        if self.functions[id.index()].model.is_some_and(Model::is_written_out) {
            return self.called_back(id, arguments, result, span);
        }
        match (self.role(id), arguments) {
            (Role::Assume, [condition, rest @ ..]) => {
                self.assumption(condition);
                self.discard_all(rest, span);
                self.no_result(id, result, span);
            }
            (Role::Leave, [condition, rest @ ..]) => {
                let (stays, leaves) = (self.new_block(), self.new_block());
                self.condition(condition, stays, leaves);
                self.start(leaves);
                self.check(CheckKind::Freed, span);
                self.end(Terminator::Stop, span);
                self.start(stays);
                self.discard_all(rest, span);
                self.no_result(id, result, span);
            }
            (Role::Assert, [condition, rest @ ..]) => {
                match self.functions[id.index()].only_reports() {
                    true => self.report(condition),
                    false => self.assertion(condition, true),
                }
                self.discard_all(rest, span);
                self.no_result(id, result, span);
            }
            (Role::Nondet, _) => {
                self.discard_all(arguments, span);
                let place = result.unwrap_or_else(|| {
                    let ty = self.functions[id.index()].result;
                    self.temporary(ty, span)
                });
                self.emit(Action::Havoc(place, Cause::Nondet(id)), span);
            }
            (Role::FirstArgument, _) => self.discard_all(arguments, span),
            (Role::Error, _) => self.error_call(id, arguments, result, span),
            (Role::Unreachable, _) => {
                self.check(CheckKind::Unreachable, span);
                self.end(Terminator::Stop, span);
            }
            (Role::ReturnsTwice, _) => {
                self.discard_all(arguments, span);
                let places = self.all_locals();
                self.emit(Action::Unknown { what: "second return", places }, span);
                self.no_result(id, result, span);
            }
            (Role::Stop, _) => {
                self.plain_call(id, arguments, None, span);
                self.end(Terminator::Stop, span);
            }
            (Role::Ordinary | Role::Assume | Role::Leave | Role::Assert, _) => {
                self.plain_call(id, arguments, result, span);
                if self.functions[id.index()].no_return {
                    self.end(Terminator::Stop, span);
                }
            }
        }
    }

    fn plain_call(
        &mut self,
        id: FunctionId,
        arguments: &[Expr],
        result: Option<Place>,
        span: Span,
    ) {
        let arguments = self.arguments(arguments, span);
        let arguments = self.received(id, arguments);
        self.check_touched(id, &arguments);
        self.check_model(id, &arguments, span);
        self.emit(Action::Call { result, callee: Callee::Function(id), arguments }, span);
    }

    /// The arguments as the function has them. One of old style, which has no prototype, takes a part of the `int` that it is
    /// given for a `char`; other arguments have the types of the parameters already.
    fn received(&mut self, id: FunctionId, arguments: Vec<Value>) -> Vec<Value> {
        let own = self.functions[id.index()].parameters.iter();
        let own: Vec<TypeId> = own.map(|id| self.variables[id.index()].ty).collect();
        let narrowed = |(value, ty): (Value, Option<&TypeId>)| {
            let int = |ty: TypeId| self.types.integer(ty);
            match ty.and_then(|ty| Some((*ty, int(*ty)?, int(value.ty)?))) {
                Some((ty, to, from)) if to.bits <= from.bits && to != from => {
                    let span = value.span;
                    Value::new(ValueKind::Convert(Box::new(value)), ty, span)
                }
                _ => value,
            }
        };
        let own = own.iter().map(Some).chain(std::iter::repeat(None));
        arguments.into_iter().zip(own).map(narrowed).collect()
    }

    /// What a library function uses of what its arguments point to must be there.
    pub(super) fn check_touched(&mut self, id: FunctionId, arguments: &[Value]) {
        let Some(model) = self.functions[id.index()].model else { return };
        for touched in model.touched(arguments, self.types, self.variables) {
            let Touched { pointer, extent, write } = touched;
            let span = pointer.span;
            match extent {
                // Literals are there, up to their ends.
                Extent::Text { .. } | Extent::StringUpTo(..)
                    if !write && literal(&pointer, self.variables).is_some() => {}
                Extent::Text { ref strings, least, most: None, .. }
                    if !write && strings.is_empty() =>
                {
                    self.check(CheckKind::Access { pointer, size: Some(least), write }, span);
                }
                _ => self.check(CheckKind::Region { pointer, extent, write }, span),
            }
        }
    }

    /// What else must hold where a library function is called.
    fn check_model(&mut self, id: FunctionId, arguments: &[Value], span: Span) {
        let Some(model) = self.functions[id.index()].model else { return };
        let frees = matches!(model.meaning, Meaning::Free | Meaning::Reallocate(_));
        if let (true, Some(pointer)) = (frees, arguments.first()) {
            self.check(CheckKind::Free(pointer.clone()), span);
        }
        if let (true, [to, from, length, ..]) = (model.apart, arguments) {
            let [to, from, length] = [to, from, length].map(Value::clone);
            self.check(CheckKind::Apart { to, from, length }, span);
        }
        if let (true, [dividend, divisor]) = (model.divides, arguments) {
            let (dividend, divisor) = (dividend.clone(), divisor.clone());
            let ty = dividend.ty;
            self.operation(BinaryOp::Div, dividend, divisor, ty, span);
        }
        if model.ending == Ending::Exits {
            self.check(CheckKind::Freed, span);
        }
    }

    fn pointer_and_arguments(
        &mut self,
        callee: &Expr,
        arguments: &[Expr],
        span: Span,
    ) -> (Value, Vec<Value>) {
        let all = std::iter::once(callee).chain(arguments);
        if let Some(mut values) = self.values_in_any_order(all, span) {
            return (values.remove(0), values);
        }
        let mut pointer = self.value(callee);
        if arguments.iter().any(|argument| argument.effects) {
            pointer = self.kept(pointer);
        }
        (pointer, self.arguments(arguments, span))
    }

    /// The arguments, from left to right if that makes no difference; what later ones could change is
    /// kept.
    pub(super) fn arguments(&mut self, arguments: &[Expr], span: Span) -> Vec<Value> {
        if let Some(values) = self.values_in_any_order(arguments.iter(), span) {
            return values;
        }
        let mut values = Vec::new();
        for (number, argument) in arguments.iter().enumerate() {
            let mut value = self.value(argument);
            if arguments[number + 1..].iter().any(|later| later.effects) {
                value = self.kept(value);
            }
            values.push(value);
        }
        values
    }

    pub(super) fn discard_all(&mut self, operands: &[Expr], span: Span) {
        if !self.discard_in_any_order(operands, span) {
            operands.iter().for_each(|operand| self.discard(operand));
        }
    }

    /// The result of a function with a role that has none: any value.
    fn no_result(&mut self, id: FunctionId, result: Option<Place>, span: Span) {
        if let Some(place) = result {
            self.emit(Action::Havoc(place, Cause::Nondet(id)), span);
        }
    }

    fn error_call(
        &mut self,
        id: FunctionId,
        arguments: &[Expr],
        result: Option<Place>,
        span: Span,
    ) {
        self.check(CheckKind::ErrorCall, span);
        let function = &self.functions[id.index()];
        let no_return = function.no_return;
        let has_body = function.cfg.is_some() || function.body.is_some();
        let entered = has_body && !(no_return && only_fails(function, self.functions));
        if entered {
            self.plain_call(id, arguments, result, span);
            if no_return {
                self.end(Terminator::Stop, span);
            }
        } else if no_return {
            self.discard_all(arguments, span);
            self.end(Terminator::Stop, span);
        } else {
            self.discard_all(arguments, span);
            self.no_result(id, result, span);
        }
    }

    /// Something without a model happens. What it mentions may change, and may be evaluated.
    pub(super) fn unknown(&mut self, what: &'static str, mentions: &[Expr], span: Span) {
        if mentions.iter().any(calls) {
            let int = self.types.int();
            let evaluated = self.any_value(Cause::Unmodelled(what), int, span);
            let (yes, after) = (self.new_block(), self.new_block());
            self.end(Terminator::Branch(evaluated, yes, after), span);
            self.start(yes);
            self.discard_all(mentions, span);
            self.end(Terminator::Goto(after), span);
            self.start(after);
        }
        let mut mentioned = Vec::new();
        let complete = mentions.iter().all(|expr| collect(expr, &mut mentioned));
        let places = match complete {
            true => mentioned.into_iter().map(|id| self.whole(id)).collect(),
            false => self.all_locals(),
        };
        self.emit(Action::Unknown { what, places }, span);
    }

    /// Every variable that only this function can see.
    pub(super) fn all_locals(&self) -> Vec<Place> {
        let locals = (0..).map(VarId).zip(self.variables.iter()).filter(|(_, variable)| {
            variable.function == self.function && !matches!(variable.storage, Storage::Literal(_))
        });
        locals.map(|(id, _)| self.whole(id)).collect()
    }

    pub(super) fn whole(&self, id: VarId) -> Place {
        let variable = &self.variables[id.index()];
        Place::variable(id, variable.ty, variable.volatile)
    }
}

/// Whether a function may be called in an expression.
fn calls(expr: &Expr) -> bool {
    let own = matches!(expr.kind, ExprKind::Call { .. } | ExprKind::Statements(_));
    own || expr.children().into_iter().any(calls)
}

/// Collects the variables in an expression; false if there are statements in it.
fn collect(expr: &Expr, variables: &mut Vec<VarId>) -> bool {
    match &expr.kind {
        ExprKind::Variable(id) if !variables.contains(id) => variables.push(*id),
        ExprKind::Statements(_) => return false,
        _ => {}
    }
    expr.children().into_iter().all(|child| collect(child, variables))
}
