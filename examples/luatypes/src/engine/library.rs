//! Functions of the standard library that do more than give back a value.

use super::call::{dropped, one, shifted};
use super::{Engine, Results, all, anything, none, results};
use crate::builtins::builtin;
use crate::lattices::number::Number;
use crate::lattices::value::{Type, Value, type_of};
use crate::lattices::{Label, State};
use soundline_lattice::adapt::Element;
use soundline_lattice::lattices::FlatElem::{Bot, Const, Top};

/// The values that a function of the library gives back.
pub fn gives(kinds: &str) -> Results {
    let mut values = Vec::new();
    let mut rest = Value::nil();
    for kind in kinds.split_whitespace() {
        let value = match kind.as_bytes()[0] {
            b'n' => Value::of_number(Number::Top),
            b's' => Value::of_text(Top),
            b'b' => Value::truths((true, true)),
            b'c' => Value { number: Top, string: Top, ..Value::bottom() },
            _ => Value::outside(),
        };
        let value = if kind.contains('?') { value.join(&Value::nil()) } else { value };
        if kind.contains('*') {
            rest = value.join(&Value::nil());
        } else {
            values.push(value);
        }
    }
    let numbered = values.into_iter().enumerate().map(|(place, value)| (place as u32, value));
    Results::new(numbered, rest)
}

impl Engine {
    /// Call a function of the library that the engine knows by its name.
    pub fn special(
        &mut self,
        name: &str,
        state: &mut State,
        arguments: &Results,
        count: Option<usize>,
    ) -> Results {
        let argument = |place: u32| arguments.get(&place).clone();
        let first = argument(0);
        let any_number = Value::of_number(Number::Top);
        match name {
            "assert" => {
                let good = first.truthy();
                if good.is_bottom() {
                    *state = State::bottom();
                }
                shifted(&good, &dropped(1, arguments))
            }
            "error" => {
                self.throw(&first);
                self.may_abort(state);
                *state = State::bottom();
                Element::bottom()
            }
            "os.exit" => {
                *state = State::bottom();
                Element::bottom()
            }
            "getmetatable" => {
                let metatable = state.store.metatable(&first);
                let hidden = state.store.raw_get(&metatable, &Value::string("__metatable"));
                let objects = first.only(Type::Table);
                let other = !Value { tables: Default::default(), ..first.clone() }.is_bottom();
                let mut value = metatable.join(&hidden.without_nil());
                value.nil |= other || objects.outside;
                if first.string != Bot {
                    value = value.join(&Value::outside());
                }
                one(value)
            }
            "setmetatable" => {
                let table = first.only(Type::Table);
                state.store.set_metatable(&table, &argument(1));
                if table.is_bottom() || argument(1).is_bottom() {
                    *state = State::bottom();
                }
                one(table)
            }
            "rawget" => one(state.store.raw_get(&first, &argument(1))),
            "rawset" => {
                self.raw_set(state, &first, &argument(1), &argument(2));
                one(first)
            }
            "next" => self.next(state, &first),
            "pairs" => results([builtin("next"), first, Value::nil()]),
            "ipairs" => results([builtin("(ipairs)"), first, Value::of_number(number(0.0))]),
            "(ipairs)" => {
                let value = state.store.raw_get(&first, &any_number);
                let index = Value { nil: value.nil, ..any_number };
                if value.without_nil().is_bottom() { none() } else { results([index, value]) }
            }
            "pcall" => self.protected(state, &first, &dropped(1, arguments), minus(count, 1), None),
            "xpcall" => self.protected(state, &first, &none(), Some(0), Some(&argument(1))),
            "print" | "tostring" => {
                let handlers = state.store.handler(&all(arguments), "__tostring").without_nil();
                let text = Engine::any_text();
                let shown = self.maybe_call(state, &handlers, &results([all(arguments)]), text);
                if name == "print" { none() } else { one(shown) }
            }
            "string.format" => one(Engine::any_text()),
            "select" => {
                let mut beyond = all(&dropped(1, arguments)).join(&Value::nil());
                if matches!(&first.string, Const(text) if &**text == "#") && first.number == Bot {
                    beyond = Value::nil();
                    return shifted(&any_number, &Results::new([], beyond));
                }
                let counted = if first.string == Bot { Value::bottom() } else { any_number };
                Results::new([(0, beyond.join(&counted))], beyond)
            }
            "type" => one(type_of(&first)),
            "unpack" => {
                let value = state.store.raw_get(&first, &any_number).join(&Value::nil());
                Results::new([], value)
            }
            "table.insert" => {
                let (second, third) = (argument(1), argument(2));
                let value = match count {
                    Some(0..=2) => second,
                    Some(_) => third,
                    None => second.join(&third),
                };
                self.raw_set(state, &first, &any_number, &value);
                none()
            }
            "table.remove" => one(state.store.raw_get(&first, &any_number).join(&Value::nil())),
            "table.sort" => {
                let element = state.store.raw_get(&first, &any_number);
                let handlers = Value {
                    functions: argument(1).functions,
                    outside: argument(1).outside,
                    ..Value::bottom()
                };
                let less = state.store.handler(&element, "__lt").without_nil();
                let pair = results([element.clone(), element]);
                let handlers = handlers.join(&less);
                // It is called any number of times, after any of which an error may leave the table half sorted.
                self.until_stable(state, |engine, state| {
                    let pair = engine.aged(&pair);
                    engine.maybe_call(state, &handlers, &pair, Value::nil());
                });
                none()
            }
            "string.gmatch" => one(builtin("(gmatch)")),
            "string.gsub" => {
                let replacement = argument(2);
                let captures = Value { number: Top, string: Top, ..Value::bottom() };
                let found = Results::new([(0, captures.clone())], captures.join(&Value::nil()));
                let handlers = Value {
                    functions: replacement.functions.clone(),
                    outside: replacement.outside,
                    ..Value::bottom()
                };
                let tables = Value { tables: replacement.tables.clone(), ..Value::bottom() };
                let index = state.store.lookup_prop(&tables, &captures).handlers;
                let pair = results([tables, captures]);
                self.until_stable(state, |engine, state| {
                    engine.maybe_call(state, &handlers, &found, Value::nil());
                    let pair = engine.aged(&pair);
                    engine.maybe_call(state, &index, &pair, Value::nil());
                });
                results([Engine::any_text(), any_number])
            }
            _ => anything(),
        }
    }

    fn throw(&mut self, value: &Value) {
        // By the time that it is caught, what it refers to may be old.
        let mut thrown = value.clone();
        for label in &value.tables {
            if let Label::Site(site) = label {
                thrown.tables.insert(Label::Old(*site));
            }
        }
        if !thrown.leq(&self.thrown) {
            self.thrown = self.thrown.join(&thrown);
            self.changed = true;
        }
    }

    /// `pcall` and `xpcall`: an error gives back false, in a state in which it may have come.
    fn protected(
        &mut self,
        state: &mut State,
        callee: &Value,
        arguments: &Results,
        count: Option<usize>,
        handler: Option<&Value>,
    ) -> Results {
        let outer = std::mem::replace(&mut self.frame.aborted, State::bottom());
        self.may_abort(state);
        let before = self.frame.held.clone();
        let env_before = state.env.clone();
        self.hold(handler.cloned().unwrap_or_else(Value::nil));
        let values = self.call(state, callee, arguments, count);
        let handler_after = self.release();
        let aborted = std::mem::replace(&mut self.frame.aborted, outer);
        // Where the error came is not known, so that objects of the caller may be old or not.
        let made = self.frame.made.clone();
        let old = |value: &Value| with_all_old(value, &made);
        let held: Vec<Value> = before.iter().map(old).collect();
        let both = |label: Label| match label {
            Label::Site(site) if made.contains(&site) => vec![label, Label::Old(site)],
            _ => vec![label],
        };
        let mut caught = State { store: aborted.store, env: env_before.each(both) };
        let mut error = self.thrown.join(&Engine::any_text()).join(&Value::nil());
        if self.world.is_called {
            error = error.join(&Value::outside());
        }
        let mut failed = results([Value::truth(false), error.clone()]);
        let good = if state.is_bottom() {
            Element::bottom()
        } else {
            shifted(&Value::truth(true), &values)
        };
        let held_after = std::mem::replace(&mut self.frame.held, held);
        if handler.is_some() {
            let results = self.call(&mut caught, &old(&handler_after), &one(error), Some(1));
            failed = shifted(&Value::truth(false), &results);
            if caught.is_bottom() {
                failed = Element::bottom();
            }
        }
        for (now, after) in self.frame.held.iter_mut().zip(held_after) {
            *now = now.join(&after);
        }
        *state = state.join(&caught);
        good.join(&failed)
    }

    fn raw_set(&mut self, state: &mut State, table: &Value, key: &Value, value: &Value) {
        let good = table.only(Type::Table);
        if good.is_bottom() || key.without_nil().is_bottom() || value.is_bottom() {
            *state = State::bottom();
        } else {
            state.store.raw_set(&good, key, value);
        }
    }

    fn next(&mut self, state: &mut State, table: &Value) -> Results {
        let (mut keys, mut values) = (Value::nil(), Value::bottom());
        for label in &table.tables {
            let prop = state.store.prop(*label);
            keys = keys.join(&prop.keys());
            values = values.join(&prop.values().without_nil());
            if state.store.escaped().contains(label) {
                (keys, values) = (keys.join(&Value::outside()), values.join(&Value::outside()));
            }
        }
        if table.outside {
            (keys, values) = (keys.join(&Value::outside()), values.join(&Value::outside()));
        }
        if keys == Value::nil() { none() } else { results([keys, values.join(&Value::nil())]) }
    }

    /// A function may be called, or not.
    fn maybe_call(
        &mut self,
        state: &mut State,
        handlers: &Value,
        arguments: &Results,
        plain: Value,
    ) -> Value {
        let handlers = Value {
            functions: handlers.functions.clone(),
            outside: handlers.outside,
            ..Value::bottom()
        };
        if handlers.is_bottom() {
            return plain;
        }
        let mut called = Value::bottom();
        self.hold(plain);
        self.fork(state, [true, false], |engine, state, calls| {
            if calls {
                called = engine.call(state, &handlers, arguments, None).get(&0).clone();
            }
        });
        self.release().join(&called)
    }

    /// Values from before, now that more may have been made at the sites of their objects.
    fn aged(&self, values: &Results) -> Results {
        values.map(|value| with_all_old(value, &self.frame.made))
    }

    /// Something happens any number of times.
    fn until_stable(&mut self, state: &mut State, mut step: impl FnMut(&mut Engine, &mut State)) {
        loop {
            let mut after = state.clone();
            step(self, &mut after);
            if after.leq(state) || self.is_exhausted() {
                return;
            }
            *state = state.join(&after);
        }
    }
}

fn with_all_old(value: &Value, made: &std::collections::BTreeSet<u32>) -> Value {
    let mut value = value.clone();
    for label in value.tables.clone() {
        if let Label::Site(site) = label
            && made.contains(&site)
        {
            value.tables.insert(Label::Old(site));
        }
    }
    value
}

fn minus(count: Option<usize>, less: usize) -> Option<usize> {
    count.map(|count| count.saturating_sub(less))
}

fn number(value: f64) -> Number {
    crate::lattices::number::number(value)
}
