//! Expressions: what they evaluate to, and what evaluating them changes.

use super::call::{one, shifted, varargs};
use super::note::{Operand, callable, indexable, numeric, textual};
use super::{Engine, Results, none};
use crate::builtins::STRINGS;
use crate::lattices::number::{Arith, Number, number};
use crate::lattices::string::Text;
use crate::lattices::value::{self, Compare, Type, Unary, Value};
use crate::lattices::{Label, Prop, State};
use crate::syntax::{Expression, ExpressionKind, Item};
use soundline_lattice::adapt::Element;
use soundline_lattice::lattices::FlatElem::{Bot, Top};

impl Engine {
    /// The one value of an expression.
    pub fn value(&mut self, state: &mut State, expression: &Expression) -> Value {
        if state.is_bottom() {
            return Value::bottom();
        }
        let value = self.value_of_kind(state, expression);
        if value.is_bottom() {
            *state = State::bottom();
        }
        value
    }

    fn value_of_kind(&mut self, state: &mut State, expression: &Expression) -> Value {
        use ExpressionKind as Kind;
        match &expression.kind {
            Kind::Nil => Value::nil(),
            Kind::Truth(truth) => Value::truth(*truth),
            Kind::Number(value) => Value::of_number(number(*value)),
            Kind::Text(Some(name)) => Value::string(name),
            Kind::Text(None) => Value::of_text(Top),
            Kind::Name(name) => state.read_name(name),
            Kind::Function(function) => {
                let label = Label::Site(function.site);
                *state = state.closed(label);
                Value::function(label)
            }
            Kind::Vararg | Kind::Call(..) | Kind::Method(..) => {
                self.values(state, expression).get(&0).clone()
            }
            Kind::Paren(inside) => self.value(state, inside),
            Kind::Index(table, key) => {
                let table_value = self.value(state, table);
                self.hold(table_value);
                let key = self.value(state, key);
                let table_value = late(state, table, self.release());
                self.index(state, table.id, &table_value, &key)
            }
            Kind::Unary(op, operand) => self.unary(state, *op, operand),
            Kind::Arith(op, a, b) => self.arith(state, *op, a, b),
            Kind::Concat(a, b) => self.concat(state, a, b),
            Kind::Compare(op, negated, a, b) => self.compare(state, *op, *negated, a, b),
            Kind::And(a, b) => self.short_circuit(state, a, b, value::and, true),
            Kind::Or(a, b) => self.short_circuit(state, a, b, value::or, false),
            Kind::Table(site, items) => self.table(state, *site, items),
        }
    }

    /// All values of an expression.
    pub fn values(&mut self, state: &mut State, expression: &Expression) -> Results {
        if state.is_bottom() {
            return Element::bottom();
        }
        match &expression.kind {
            ExpressionKind::Vararg => {
                let all = state.read_name(&varargs());
                Results::new([], all.join(&Value::nil()))
            }
            ExpressionKind::Call(callee, arguments) => {
                let function = self.value(state, callee);
                self.hold(function);
                let (arguments, count) = self.list(state, arguments);
                let function = self.release();
                self.called(state, callee.id, &function, &arguments, count)
            }
            ExpressionKind::Method(object, name, arguments) => {
                let receiver = self.value(state, object);
                self.hold(receiver.clone());
                let key = Value::string(name);
                let function = self.index(state, object.id, &receiver, &key);
                self.hold(function);
                let (arguments, count) = self.list(state, arguments);
                let function = self.release();
                let receiver = self.release();
                let arguments = shifted(&receiver, &arguments);
                // The note of the call is that of the whole expression: the receiver has one of its own.
                self.called(
                    state,
                    expression.id,
                    &function,
                    &arguments,
                    count.map(|count| count + 1),
                )
            }
            _ => one(self.value(state, expression)),
        }
    }

    /// Call a value that an expression evaluated to.
    fn called(
        &mut self,
        state: &mut State,
        id: u32,
        function: &Value,
        arguments: &Results,
        count: Option<usize>,
    ) -> Results {
        if state.is_bottom() {
            return Element::bottom();
        }
        let handled = state.store.handler(function, "__call").may_be_truthy();
        self.note(id, Operand::Callee, function, &callable(function), handled);
        self.call(state, function, arguments, count)
    }

    /// The values of a list of expressions, the last of which may have any number of them, and how many there are.
    pub fn list(
        &mut self,
        state: &mut State,
        expressions: &[Expression],
    ) -> (Results, Option<usize>) {
        let Some((last, first)) = expressions.split_last() else { return (none(), Some(0)) };
        for expression in first {
            let value = self.value(state, expression);
            self.hold(value);
        }
        let open = last.is_open();
        let rest = if open { self.values(state, last) } else { one(self.value(state, last)) };
        let held = self.release_all(first.len());
        if state.is_bottom() {
            return (Element::bottom(), None);
        }
        let all = held.iter().rev().fold(rest, |rest, value| shifted(value, &rest));
        (all, (!open).then_some(expressions.len()))
    }

    /// `t[k]`, where `t` is the value of an expression.
    pub fn index(&mut self, state: &mut State, id: u32, table: &Value, key: &Value) -> Value {
        if state.is_bottom() {
            return Value::bottom();
        }
        self.note(id, Operand::Indexed, table, &indexable(table), false);
        let found = state.store.lookup_prop(table, key);
        let mut value = found.value.clone();
        if table.string != Bot {
            value = value.join(&state.store.raw_get(&Value::table(STRINGS), key));
        }
        if !found.handlers.is_bottom() {
            let arguments = super::results([table.only(Type::Table), key.clone()]);
            let direct = !value.is_bottom();
            self.hold(value);
            let mut called = Value::bottom();
            self.fork(state, [true, false], |engine, state, calls| match calls {
                true => {
                    called =
                        engine.call(state, &found.handlers, &arguments, Some(2)).get(&0).clone()
                }
                false if direct => {}
                false => *state = State::bottom(),
            });
            value = self.release().join(&called);
        }
        value
    }

    /// `t[k] = v`.
    pub fn write(&mut self, state: &mut State, id: u32, table: &Value, key: &Value, value: &Value) {
        if state.is_bottom() {
            return;
        }
        // Values with a string metatable cannot be written to.
        let good = Value { string: Bot, ..indexable(table) };
        self.note(id, Operand::Indexed, table, &good, false);
        if good.is_bottom() || key.without_nil().is_bottom() {
            *state = State::bottom();
            return;
        }
        let handlers = state.store.write_prop(table, key, value);
        if !handlers.is_bottom() {
            let arguments = super::results([table.only(Type::Table), key.clone(), value.clone()]);
            self.fork(state, [true, false], |engine, state, calls| {
                if calls {
                    engine.call(state, &handlers, &arguments, Some(3));
                }
            });
        }
    }

    /// Call the handlers of an event of one of two values. Without a handler there is nothing.
    fn event(
        &mut self,
        state: &mut State,
        event: &str,
        a: &Value,
        b: &Value,
        plain: Value,
    ) -> Value {
        let handlers =
            state.store.handler(a, event).join(&state.store.handler(b, event)).without_nil();
        let handlers =
            Value { functions: handlers.functions, tables: handlers.tables, ..Value::bottom() };
        if handlers.is_bottom() {
            return plain;
        }
        let arguments = super::results([a.clone(), b.clone()]);
        let direct = !plain.is_bottom();
        self.hold(plain);
        let mut called = Value::bottom();
        self.fork(state, [true, false], |engine, state, calls| match calls {
            true => called = engine.call(state, &handlers, &arguments, Some(2)).get(&0).clone(),
            false if direct => {}
            false => *state = State::bottom(),
        });
        self.release().join(&called)
    }

    fn has_event(&self, state: &State, event: &str, a: &Value, b: &Value) -> bool {
        [a, b].iter().any(|value| state.store.handler(value, event).may_be_truthy())
    }

    fn operands(&mut self, state: &mut State, a: &Expression, b: &Expression) -> (Value, Value) {
        let left = self.value(state, a);
        self.hold(left);
        let right = self.value(state, b);
        (late(state, a, self.release()), right)
    }

    fn unary(&mut self, state: &mut State, op: Unary, operand: &Expression) -> Value {
        let value = self.value(state, operand);
        if state.is_bottom() {
            return Value::bottom();
        }
        let plain = value::unop(op, &value);
        match op {
            Unary::Not => plain,
            Unary::Minus => {
                let handled = self.has_event(state, "__unm", &value, &value);
                self.note(operand.id, Operand::Arithmetic, &value, &numeric(&value), handled);
                self.event(state, "__unm", &value, &value, plain)
            }
            Unary::Length => {
                self.note(operand.id, Operand::Measured, &value, &indexable(&value), false);
                plain
            }
        }
    }

    fn arith(&mut self, state: &mut State, op: Arith, a: &Expression, b: &Expression) -> Value {
        let (left, right) = self.operands(state, a, b);
        if state.is_bottom() {
            return Value::bottom();
        }
        let handled = self.has_event(state, op.event(), &left, &right);
        self.note(a.id, Operand::Arithmetic, &left, &numeric(&left), handled);
        self.note(b.id, Operand::Arithmetic, &right, &numeric(&right), handled);
        let plain = value::arith(op, &left, &right);
        self.event(state, op.event(), &left, &right, plain)
    }

    fn concat(&mut self, state: &mut State, a: &Expression, b: &Expression) -> Value {
        let (left, right) = self.operands(state, a, b);
        if state.is_bottom() {
            return Value::bottom();
        }
        let handled = self.has_event(state, "__concat", &left, &right);
        self.note(a.id, Operand::Concatenation, &left, &textual(&left), handled);
        self.note(b.id, Operand::Concatenation, &right, &textual(&right), handled);
        let plain = value::concat(&left, &right);
        self.event(state, "__concat", &left, &right, plain)
    }

    fn compare(
        &mut self,
        state: &mut State,
        op: Compare,
        negated: bool,
        a: &Expression,
        b: &Expression,
    ) -> Value {
        let (left, right) = self.operands(state, a, b);
        if state.is_bottom() {
            return Value::bottom();
        }
        let plain = value::compare(op, &left, &right);
        let event = match op {
            Compare::Equal => "__eq",
            Compare::Less => "__lt",
            Compare::AtMost => "__le",
        };
        // Handlers are called for their effects; any of their results is taken for a truth value.
        self.hold(left.clone());
        self.hold(right.clone());
        let mut result = self.event(state, event, &left, &right, plain.clone());
        let (right, left) = (self.release(), self.release());
        if op == Compare::AtMost && !state.is_bottom() {
            // Without `__le`, Lua 5.1 asks `__lt` the other way round.
            let other = self.event(state, "__lt", &right, &left, result.clone());
            result = result.join(&other);
        }
        if result.is_bottom() {
            return result;
        }
        let result = if result == plain { plain } else { Value::truths((true, true)) };
        if negated { value::unop(Unary::Not, &result) } else { result }
    }

    fn short_circuit(
        &mut self,
        state: &mut State,
        a: &Expression,
        b: &Expression,
        combine: fn(&Value, &Value) -> Value,
        goes_on_if: bool,
    ) -> Value {
        let before = self.user_calls;
        let left = self.value(state, a);
        if state.is_bottom() {
            return Value::bottom();
        }
        let goes_on = if goes_on_if { left.may_be_truthy() } else { left.may_be_falsy() };
        let stops = if goes_on_if { left.may_be_falsy() } else { left.may_be_truthy() };
        let pure = self.user_calls == before;
        self.hold(left);
        let mut right = Value::bottom();
        self.fork(state, [true, false], |engine, state, second| match second {
            true if goes_on => {
                if pure {
                    *state = engine.refined(state, a, goes_on_if);
                }
                right = engine.value(state, b);
            }
            false if stops => {}
            _ => *state = State::bottom(),
        });
        let left = self.release();
        combine(&left, &right)
    }

    fn table(&mut self, state: &mut State, site: u32, items: &[Item]) -> Value {
        let mut keys = Vec::new();
        let mut more = Value::bottom();
        for (place, item) in items.iter().enumerate() {
            match item {
                Item::Keyed(key, value) => {
                    let key = self.value(state, key);
                    self.hold(key);
                    let value = self.value(state, value);
                    self.hold(value);
                    keys.push(true);
                }
                Item::Positional(value) if place + 1 == items.len() && value.is_open() => {
                    more = super::all(&self.values(state, value));
                }
                Item::Positional(value) => {
                    let value = self.value(state, value);
                    self.hold(value);
                    keys.push(false);
                }
            }
        }
        let count = keys.iter().map(|keyed| if *keyed { 2 } else { 1 }).sum();
        let held = self.release_all(count);
        if state.is_bottom() {
            return Value::bottom();
        }
        // What was made at this site before is old from now on, also where it is put into the new table.
        let (new, old) = (Label::Site(site), Label::Old(site));
        let mut held = held.into_iter().map(|value| value.renamed(new, old));
        let mut prop = Prop::empty();
        let index = Value::of_number(Number::Top);
        for keyed in keys {
            let key = if keyed { held.next().expect("it was held") } else { index.clone() };
            let value = held.next().expect("it was held");
            prop = prop.write(&key, &value);
        }
        if !more.is_bottom() {
            prop = prop.write_other(&index, &more.renamed(new, old));
        }
        self.allocate(state, site, prop);
        Value::table(new)
    }

    /// Any string.
    pub fn any_text() -> Value {
        Value::of_text(Text::Top)
    }
}

/// The value of an operand, once others after it were evaluated. Lua reads a local name when it executes the operation: a
/// function that was called in between may have changed it.
pub fn late(state: &State, operand: &Expression, value: Value) -> Value {
    match &operand.kind {
        ExpressionKind::Name(name) => value.join(&state.read_name(name)),
        _ => value,
    }
}
