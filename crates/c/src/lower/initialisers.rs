//! Variables that come into being, with their first values.

use super::Lowering;
use crate::{
    Action, Callee, Cause, Cfg, CheckKind, FunctionId, Place, Span, Step, Storage, Terminator,
    Type, Value, ValueKind, VarId,
    tree::{Declaration, Expr, ExprKind, Init, Part},
};

impl Lowering<'_> {
    /// The graph of what happens before `main`.
    pub(super) fn startup(mut self) -> Cfg {
        for id in (0..self.variables.len() as u32).map(VarId) {
            let variable = &self.variables[id.index()];
            let (span, init) = (variable.span, variable.init.clone());
            let place = self.whole(id);
            match variable.storage {
                Storage::Global | Storage::Static => match init {
                    Some(init) => self.initialise(&place, &init, span),
                    None => self.emit(Action::Zero(place), span),
                },
                Storage::Extern => self.emit(Action::Havoc(place, Cause::Extern), span),
                _ => {}
            }
        }
        for id in (0..self.functions.len() as u32).map(FunctionId) {
            let function = &self.functions[id.index()];
            if function.constructor && function.body.is_some() {
                let (callee, arguments) = (Callee::Function(id), Vec::new());
                self.emit(Action::Call { result: None, callee, arguments }, function.span);
            }
        }
        self.end(Terminator::Return(None), Span::default());
        self.finished()
    }

    pub(super) fn declaration(&mut self, declaration: &Declaration) {
        let span = declaration.span;
        if !declaration.sizes.is_empty() {
            self.unknown("length in a type", &declaration.sizes, span);
        }
        if let Some(length) = &declaration.length {
            let length = self.value(length);
            let place = self.temporary(length.ty, length.span);
            self.variables[declaration.variable.index()].length = place.as_variable();
            if length.as_int().is_none_or(|length| length <= 0) {
                self.check(CheckKind::Length(length.clone()), length.span);
            }
            self.emit(Action::Assign(place, length), span);
        }
        self.declare(declaration.variable, span);
        if let Some(init) = &declaration.init {
            let place = self.whole(declaration.variable);
            self.initialise(&place, init, span);
        }
    }

    pub(super) fn declare(&mut self, variable: VarId, span: Span) {
        if !self.locals.contains(&variable) {
            self.locals.push(variable);
        }
        self.enter_scope(variable);
        self.cleans_up |= self.variables[variable.index()].cleanup;
        self.emit(Action::Declare(variable), span);
    }

    pub(super) fn initialise(&mut self, place: &Place, init: &Init, span: Span) {
        match init {
            Init::Value(value) => {
                let value = self.initial_value(place, value, span);
                if let Some(value) = value {
                    self.emit(Action::Assign(place.clone(), value), span);
                }
            }
            Init::Parts(parts) => {
                self.emit(Action::Zero(place.clone()), span);
                if self.parts_in_any_order(place, parts, span) {
                    return;
                }
                for (path, value) in parts {
                    let part = self.part(place, path, value.span);
                    let value_span = value.span;
                    if let Some(value) = self.initial_value(&part, value, value_span) {
                        self.emit(Action::Assign(part, value), value_span);
                    }
                }
            }
            Init::Unmodelled(what, mentions) => {
                if mentions.iter().any(|mention| mention.effects) {
                    self.unknown(what, mentions, span);
                }
                self.emit(Action::Havoc(place.clone(), Cause::Unmodelled(what)), span);
            }
        }
    }

    /// All values first, in any order, if that makes a difference; then nothing is left to do.
    fn parts_in_any_order(
        &mut self,
        place: &Place,
        parts: &[(Vec<Part>, Expr)],
        span: Span,
    ) -> bool {
        let exprs = parts.iter().map(|(_, value)| value);
        let Some(values) = self.values_in_any_order(exprs, span) else { return false };
        for ((path, expr), value) in parts.iter().zip(values) {
            let part = self.part(place, path, expr.span);
            let value = self.as_stored(value, &part);
            self.emit(Action::Assign(part, value), expr.span);
        }
        true
    }

    /// The value for a place, unless a call has put it there.
    fn initial_value(&mut self, place: &Place, value: &Expr, span: Span) -> Option<Value> {
        if let ExprKind::Call { callee, arguments } = &value.kind
            && value.ty == place.ty
            && !self.is_first_argument(callee)
        {
            self.call(callee, arguments, Some(place.clone()), span);
            return None;
        }
        let value = self.value(value);
        Some(self.as_stored(value, place))
    }

    fn part(&mut self, place: &Place, path: &[Part], span: Span) -> Place {
        let mut part = place.clone();
        for step in path {
            match step {
                Part::Field(record, field) => {
                    part.path.push(Step::Field(*record, *field));
                    part.ty = self.field_type(*record, *field);
                }
                Part::Element(index) => {
                    let ty = self.types.pointer_difference();
                    let index = Value::new(ValueKind::Int((*index).into()), ty, span);
                    part.path.push(Step::Index(index));
                    if let Type::Array { element, .. } = self.types.get(part.ty) {
                        part.ty = *element;
                    }
                }
            }
        }
        part
    }
}
