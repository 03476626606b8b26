//! `qsort` and `bsearch`: the functions that they call are called here, with pointers to any two elements, as often as
//! may be. So it is known what these do, and of what.

use super::Lowering;
use crate::{
    Action, BinaryOp, BlockId, Callee, Cause, CheckKind, FunctionId, Place, Span, Terminator, Type,
    TypeId, Value, ValueKind, library::Meaning, tree::Expr,
};

/// An array as the arguments of a call say it.
struct Elements {
    base: Value,
    count: Value,
    size: Value,
}

impl Lowering<'_> {
    /// A call of one of the two, written out as a loop.
    pub(super) fn called_back(
        &mut self,
        id: FunctionId,
        arguments: &[Expr],
        result: Option<Place>,
        span: Span,
    ) {
        let values = self.arguments(arguments, span);
        self.check_touched(id, &values);
        let searches =
            self.functions[id.index()].model.is_some_and(|model| model.meaning == Meaning::Search);
        // What is called may change what the arguments are computed from.
        let values: Vec<Value> = values.into_iter().map(|value| self.kept(value)).collect();
        let [rest @ .., compare] = &values[..] else { return };
        let [before @ .., base, count, size] = rest else { return };
        let elements = Elements { base: base.clone(), count: count.clone(), size: size.clone() };
        let (head, body, after) = (self.new_block(), self.new_block(), self.new_block());
        self.flow_into(head, span);
        self.fork(body, after, span);
        self.start(body);
        let second = self.any_element(&elements, span);
        let first = match before {
            [key, ..] => key.clone(),
            [] => self.any_element(&elements, span),
        };
        self.compare(compare, [first, second], span);
        if !searches {
            let callee = Callee::Function(id);
            self.emit(Action::Call { result: None, callee, arguments: values.clone() }, span);
        }
        self.end(Terminator::Goto(head), span);
        self.start(after);
        if let Some(place) = result.filter(|_| searches) {
            self.found(&elements, &place, span);
        }
    }

    /// One of the elements, or the null pointer, goes to a place.
    fn found(&mut self, elements: &Elements, place: &Place, span: Span) {
        let (some, none, after) = (self.new_block(), self.new_block(), self.new_block());
        self.fork(some, none, span);
        self.start(some);
        let element = self.any_element(elements, span);
        let element = self.convert(element, place.ty, span);
        self.emit(Action::Assign(place.clone(), element), span);
        self.end(Terminator::Goto(after), span);
        self.start(none);
        let null = Value::new(ValueKind::Int(0), place.ty, span);
        self.emit(Action::Assign(place.clone(), null), span);
        self.end(Terminator::Goto(after), span);
        self.start(after);
    }

    /// Goes to one of two blocks; nothing says to which.
    fn fork(&mut self, one: BlockId, other: BlockId, span: Span) {
        let int = self.types.int();
        let any = self.any_value(Cause::Unmodelled("callback"), int, span);
        self.end(Terminator::Branch(any, one, other), span);
    }

    /// A pointer to any of the elements.
    fn any_element(&mut self, elements: &Elements, span: Span) -> Value {
        let Elements { base, count, size } = elements;
        let int = self.types.int();
        let index = self.any_value(Cause::Unmodelled("callback"), count.ty, span);
        let below = |other: &Value| {
            let operands = (Box::new(index.clone()), Box::new(other.clone()));
            Value::new(ValueKind::Binary(BinaryOp::Lt, operands.0, operands.1), int, span)
        };
        self.emit(Action::Assume(below(count)), span);
        let (index, element_size) = match size.as_int().and_then(|size| u64::try_from(size).ok()) {
            Some(size) => (index, size),
            None => {
                let operands = (Box::new(index), Box::new(size.clone()));
                let kind = ValueKind::Binary(BinaryOp::Mul, operands.0, operands.1);
                (Value::new(kind, size.ty, span), 1)
            }
        };
        let kind = ValueKind::PointerAdd {
            pointer: Box::new(base.clone()),
            index: Box::new(index),
            element_size: Some(element_size),
        };
        Value::new(kind, base.ty, span)
    }

    /// Calls a function with two pointers.
    fn compare(&mut self, function: &Value, pointers: [Value; 2], span: Span) {
        let known = plain_function(function);
        let ty = match known {
            Some(id) => Some(self.functions[id.index()].ty),
            None => self.types.pointee(function.ty),
        };
        let parameters = ty.map_or(Vec::new(), |ty| self.parameters_of(ty));
        let mut arguments = Vec::new();
        for (number, pointer) in pointers.into_iter().enumerate() {
            let wanted = parameters.get(number).copied();
            let wanted = wanted.filter(|ty| self.types.pointee(*ty).is_some());
            arguments.push(match wanted {
                Some(ty) => self.convert(pointer, ty, span),
                None => pointer,
            });
        }
        let callee = match known {
            Some(id) => {
                self.check_touched(id, &arguments);
                Callee::Function(id)
            }
            None => {
                let pointer = function.clone();
                let kind = CheckKind::Access { pointer: pointer.clone(), size: None, write: false };
                self.check(kind, function.span);
                Callee::Pointer(pointer)
            }
        };
        self.emit(Action::Call { result: None, callee, arguments }, span);
    }

    fn parameters_of(&self, ty: TypeId) -> Vec<TypeId> {
        match self.types.get(ty) {
            Type::Function { parameters, .. } => parameters.clone(),
            _ => Vec::new(),
        }
    }
}

/// The function that a value is the address of.
fn plain_function(value: &Value) -> Option<FunctionId> {
    match &value.kind {
        ValueKind::Function(id) => Some(*id),
        ValueKind::Convert(inner) => plain_function(inner),
        _ => None,
    }
}
