//! Calls, by the roles of what is called.

use super::Lowering;
use crate::{
    Action, Base, Callee, Cause, CheckKind, Extent, FunctionId, Place, Role, Span, Step, Storage,
    Terminator, Type, Value, ValueKind, VarId,
    library::Bytes,
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
        self.check_touched(id, &arguments);
        self.emit(Action::Call { result, callee: Callee::Function(id), arguments }, span);
    }

    /// What a library function uses of what its arguments point to must be there.
    fn check_touched(&mut self, id: FunctionId, arguments: &[Value]) {
        let touches = self.functions[id.index()].model.map_or(&[][..], |model| model.touches);
        for touch in touches {
            let Some(pointer) = arguments.get(touch.argument).cloned() else { continue };
            let other = |number: usize| arguments.get(number).cloned();
            let extent = match touch.bytes {
                Bytes::Exactly(length) => other(length).map(Extent::Bytes),
                Bytes::UpTo(length) => other(length).map(Extent::UpTo),
                Bytes::String(string) => other(string).map(Extent::String),
                Bytes::Some => None,
            };
            let (span, usable) = (pointer.span, self.types.pointee(pointer.ty).is_some());
            let write = touch.write;
            match extent {
                _ if !usable => {}
                None if !write && self.is_literal(&pointer) => {}
                Some(extent) => self.check(CheckKind::Region { pointer, extent, write }, span),
                None => self.check(CheckKind::Access { pointer, size: Some(1), write }, span),
            }
        }
    }

    /// Whether a value certainly is the start of a literal.
    fn is_literal(&self, value: &Value) -> bool {
        match &value.kind {
            ValueKind::Convert(inner) => self.is_literal(inner),
            ValueKind::AddressOf(Place { base: Base::Variable(id), path, .. }) => {
                let first = |step: &Step| matches!(step, Step::Index(i) if i.as_int() == Some(0));
                let literal = matches!(self.variables[id.index()].storage, Storage::Literal(_));
                literal && path.iter().all(first)
            }
            _ => false,
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
