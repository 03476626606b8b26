//! Calls, by the roles of what is called.

use super::Lowering;
use crate::{
    Action, Callee, Cause, CheckKind, FunctionId, Place, Role, Span, Storage, Terminator, Value,
    VarId,
    roles::callee_of,
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
            let callee = Callee::Pointer(pointer);
            return self.emit(Action::Call { result, callee, arguments }, span);
        };
        match (self.role(id), arguments) {
            (Role::Assume, [condition, rest @ ..]) => {
                self.assumption(condition);
                self.discard_all(rest, span);
                self.no_result(id, result, span);
            }
            (Role::Assert, [condition, rest @ ..]) => {
                self.assertion(condition, true);
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
            (Role::Ordinary | Role::Assume | Role::Assert, _) => {
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
        self.emit(Action::Call { result, callee: Callee::Function(id), arguments }, span);
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
    fn arguments(&mut self, arguments: &[Expr], span: Span) -> Vec<Value> {
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
        let (no_return, has_body) =
            (function.no_return, function.cfg.is_some() || function.body.is_some());
        if no_return {
            self.discard_all(arguments, span);
            self.end(Terminator::Stop, span);
        } else if has_body {
            self.plain_call(id, arguments, result, span);
        } else {
            self.discard_all(arguments, span);
            self.no_result(id, result, span);
        }
    }

    /// Something without a model happens. What it mentions may change.
    pub(super) fn unknown(&mut self, what: &'static str, mentions: &[Expr], span: Span) {
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

/// Collects the variables in an expression; false if there are statements in it.
fn collect(expr: &Expr, variables: &mut Vec<VarId>) -> bool {
    match &expr.kind {
        ExprKind::Variable(id) if !variables.contains(id) => variables.push(*id),
        ExprKind::Statements(_) => return false,
        _ => {}
    }
    expr.children().into_iter().all(|child| collect(child, variables))
}
