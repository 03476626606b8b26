//! Stores: what the labels stand for. Tables and scopes have properties, functions the scopes that they were made in.

use super::value::Type;
use super::{Env, Label, Name, Prop, Value};
use soundline_lattice::Choices;
use soundline_lattice::adapt::{Draw, Element};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// The memory. A label that is missing stands for nothing.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Store {
    props: Rc<BTreeMap<Label, Rc<Prop>>>,
    closures: Rc<BTreeMap<Label, Env>>,
    /// What code outside of the program may have got hold of: it may read and write such tables and call such
    /// functions.
    escaped: Rc<BTreeSet<Label>>,
}

/// What looking up a field of a value came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The values of the field.
    pub value: Value,
    /// Functions of metatables that are called for the rest.
    pub handlers: Value,
}

/// Metatables lead to metatables; Lua itself gives up after so many.
const DEEPEST: usize = 100;

impl Element for Store {
    fn bottom() -> Store {
        Store { props: Rc::default(), closures: Rc::default(), escaped: Rc::default() }
    }

    fn leq(&self, other: &Store) -> bool {
        let props = || {
            self.props.iter().all(|(label, prop)| {
                let other = other.props.get(label);
                other.is_some_and(|other| Rc::ptr_eq(prop, other) || prop.leq(other))
            })
        };
        let closures = || {
            let mut closures = self.closures.iter();
            closures.all(|(label, env)| other.closures.get(label).is_some_and(|at| env.leq(at)))
        };
        (Rc::ptr_eq(&self.props, &other.props) || props())
            && (Rc::ptr_eq(&self.closures, &other.closures) || closures())
            && (Rc::ptr_eq(&self.escaped, &other.escaped) || self.escaped.is_subset(&other.escaped))
    }

    fn join(&self, other: &Store) -> Store {
        let mut joined = self.clone();
        if !Rc::ptr_eq(&self.props, &other.props) {
            for (label, prop) in other.props.iter() {
                joined.add(*label, prop);
            }
        }
        if !Rc::ptr_eq(&self.closures, &other.closures) {
            for (label, env) in other.closures.iter() {
                joined.close(*label, env);
            }
        }
        if !other.escaped.is_subset(&self.escaped) {
            Rc::make_mut(&mut joined.escaped).extend(other.escaped.iter());
        }
        joined
    }

    fn meet(&self, other: &Store) -> Store {
        let props = self.props.iter().filter_map(|(label, prop)| {
            let both = prop.meet(other.props.get(label)?);
            (both != Prop::Bot).then(|| (*label, Rc::new(both)))
        });
        let closures = self.closures.iter().filter_map(|(label, env)| {
            let both = env.meet(other.closures.get(label)?);
            (both != Env::Bot).then_some((*label, both))
        });
        let escaped = self.escaped.meet(&other.escaped);
        Store {
            props: Rc::new(props.collect()),
            closures: Rc::new(closures.collect()),
            escaped: Rc::new(escaped),
        }
    }

    fn show(&self) -> String {
        let mut parts: Vec<String> =
            self.props.iter().map(|(label, prop)| format!("{label} ↦ {}", prop.show())).collect();
        let env = |(label, env): (&Label, &Env)| format!("{label} in {}", env.show());
        parts.extend(self.closures.iter().map(env));
        parts.extend(self.escaped.iter().map(|label| format!("{label} escaped")));
        format!("{{{}}}", parts.join("; "))
    }

    fn arbitrary(choices: &mut Choices) -> Store {
        let mut store = Store::bottom();
        for (label, prop) in choices.many(3, |c| (Label::draw(c), Prop::arbitrary(c))) {
            store.set(label, prop);
        }
        for (label, env) in choices.many(1, |c| (Label::draw(c), Env::arbitrary(c))) {
            store.close(label, &env);
        }
        if choices.once_in(3) {
            store.escaped = Rc::new(Element::arbitrary(choices));
        }
        store
    }

    fn below(&self, choices: &mut Choices) -> Store {
        let mut store = Store { escaped: Rc::new(self.escaped.below(choices)), ..Store::bottom() };
        for (label, prop) in self.props.iter() {
            match choices.draw(3) {
                0 => {}
                1 => store.set(*label, prop.below(choices)),
                _ => store.set(*label, (**prop).clone()),
            }
        }
        for (label, env) in self.closures.iter() {
            store.close(*label, &env.below(choices));
        }
        store
    }

    fn above(&self, choices: &mut Choices) -> Store {
        let mut store = self.clone();
        store.escaped = Rc::new(store.escaped.above(choices));
        for (label, prop) in self.props.iter() {
            if choices.flip() {
                store.set(*label, prop.above(choices));
            }
        }
        for (label, prop) in choices.many(1, |c| (Label::draw(c), Prop::arbitrary(c))) {
            store.add(label, &Rc::new(prop));
        }
        store
    }

    fn equal_to(&self, choices: &mut Choices) -> Store {
        let mut labels: Vec<_> = self.props.iter().collect();
        choices.shuffle(&mut labels);
        let mut store = Store { props: Rc::default(), ..self.clone() };
        for (label, prop) in labels {
            store.set(*label, prop.equal_to(choices));
        }
        store
    }
}

/// Parts.
impl Store {
    /// The properties of a label.
    pub fn prop(&self, label: Label) -> Prop {
        self.props.get(&label).map_or(Prop::Bot, |prop| (**prop).clone())
    }

    /// Does a label stand for something?
    pub fn has(&self, label: Label) -> bool {
        self.props.contains_key(&label)
    }

    /// All labels that have properties.
    pub fn labels(&self) -> BTreeSet<Label> {
        self.props.keys().copied().collect()
    }

    /// All functions that were made.
    pub fn functions(&self) -> BTreeSet<Label> {
        self.closures.keys().copied().collect()
    }

    /// The scopes that a function was made in.
    pub fn closure(&self, function: Label) -> Env {
        self.closures.get(&function).cloned().unwrap_or(Env::Bot)
    }

    /// What code outside may have.
    pub fn escaped(&self) -> &BTreeSet<Label> {
        &self.escaped
    }

    /// Replace the properties of a label.
    pub fn set(&mut self, label: Label, prop: Prop) {
        let props = Rc::make_mut(&mut self.props);
        if prop == Prop::Bot {
            props.remove(&label);
        } else {
            props.insert(label, Rc::new(prop));
        }
    }

    /// Add to the properties of a label.
    fn add(&mut self, label: Label, prop: &Rc<Prop>) {
        let sum = match self.props.get(&label) {
            Some(old) if Rc::ptr_eq(old, prop) || prop.leq(old) => return,
            // What is shared is compared at once.
            Some(old) if old.leq(prop) => Rc::clone(prop),
            Some(old) => Rc::new(old.join(prop)),
            None if **prop == Prop::Bot => return,
            None => Rc::clone(prop),
        };
        Rc::make_mut(&mut self.props).insert(label, sum);
    }

    /// A function is made in an environment, beside those in which it was made before.
    pub fn close(&mut self, function: Label, env: &Env) {
        let before = self.closures.get(&function);
        let all = before.map_or_else(|| env.clone(), |before| before.join(env));
        if all != Env::Bot && before != Some(&all) {
            Rc::make_mut(&mut self.closures).insert(function, all);
        }
    }
}

/// Reading.
impl Store {
    /// The value of a field of the tables of a label, without metatables.
    pub fn find(&self, label: Label, name: &Name) -> Value {
        self.get(label, &Value::string(name))
    }

    /// The value of a key of the tables of a label, without metatables.
    pub fn get(&self, label: Label, key: &Value) -> Value {
        let Some(prop) = self.props.get(&label) else { return Value::bottom() };
        let value = prop.lookup(key);
        let foreign = self.escaped.contains(&label) && !key.is_bottom();
        if foreign { value.join(&Value::outside()) } else { value }
    }

    /// The value of a key of all tables that a value may be, without metatables.
    pub fn raw_get(&self, table: &Value, key: &Value) -> Value {
        let labels = table.tables.iter().map(|label| self.get(*label, key));
        let known = labels.fold(Value::bottom(), |all, value| all.join(&value));
        let foreign = table.outside && !key.is_bottom();
        if foreign { known.join(&Value::outside()) } else { known }
    }

    /// The metatables of a value. Strings have one too, which the program cannot change.
    pub fn metatable(&self, value: &Value) -> Value {
        let mut all = Value::bottom();
        for label in &value.tables {
            all = all.join(&self.prop(*label).metatable());
            if self.escaped.contains(label) && self.has(*label) {
                all = all.join(&Value::outside());
            }
        }
        if value.outside { all.join(&Value::outside()) } else { all }
    }

    /// The handler of an event in the metatables of a value, or nil.
    pub fn handler(&self, value: &Value, event: &str) -> Value {
        let metatables = self.metatable(value);
        let found = self.raw_get(&metatables, &Value::string(event));
        if metatables.nil { found.join(&Value::nil()) } else { found }
    }

    /// The value of a key as `t[k]` finds it: by way of `__index` where a table has no such key. Functions there are
    /// not called, but given back.
    pub fn lookup_prop(&self, table: &Value, key: &Value) -> Found {
        let mut found = Found { value: Value::bottom(), handlers: Value::bottom() };
        let mut seen = BTreeSet::new();
        let mut now = table.clone();
        for _ in 0..DEEPEST {
            let value = self.raw_get(&now, key);
            // What the metatables say matters where the key may be absent.
            let absent: Vec<Label> =
                now.tables.iter().copied().filter(|label| self.get(*label, key).nil).collect();
            found.value = found.value.join(&value.without_nil());
            let mut next = Value::bottom();
            for label in absent {
                let handler = self.handler(&Value::table(label), "__index");
                found.value.nil |= handler.nil;
                next = next.join(&handler.without_nil());
            }
            found.value.nil |= now.outside && !key.is_bottom();
            let functions = Value { functions: next.functions.clone(), ..Value::bottom() };
            found.handlers = found.handlers.join(&functions);
            if next.outside && !key.is_bottom() {
                found.value = found.value.join(&Value::outside());
            }
            now = Value { tables: &next.tables - &seen, ..Value::bottom() };
            seen.extend(&now.tables);
            if now.is_bottom() {
                break;
            }
        }
        found
    }

    /// All that a value may lead to, by fields, metatables and the scopes of functions.
    pub fn reachable(&self, roots: impl IntoIterator<Item = Label>) -> BTreeSet<Label> {
        let mut seen = BTreeSet::new();
        let mut work: Vec<Label> = roots.into_iter().collect();
        while let Some(label) = work.pop() {
            if !seen.insert(label) {
                continue;
            }
            if let Some(prop) = self.props.get(&label) {
                for value in values_of(prop) {
                    work.extend(value.tables.iter().chain(&value.functions));
                }
            }
            match self.closures.get(&label) {
                Some(Env::Top) => work.extend(self.labels()),
                Some(env) => work.extend(env.labels().into_iter().filter(|label| self.has(*label))),
                None => {}
            }
        }
        seen
    }
}

fn values_of(prop: &Prop) -> Vec<&Value> {
    let Prop::Table(entries) = prop else { return vec![] };
    let listed = entries.strings.entries().values().map(|(value, _)| value);
    let parts = [entries.default_str(), &entries.default_key, &entries.default, &entries.metatable];
    listed.chain(parts).collect()
}

/// Writing. Each changes the store to the one after the write.
impl Store {
    /// The properties of all labels change. What is one object gets the new properties; others keep the old ones too.
    fn update(&mut self, labels: &BTreeSet<Label>, exact: bool, change: impl Fn(&Prop) -> Prop) {
        let alone = exact && labels.len() == 1;
        for label in labels {
            let Some(old) = self.props.get(label) else { continue };
            let new = change(old);
            let strong = alone && label.is_one() && !self.escaped.contains(label);
            let new = if strong { new } else { old.join(&new) };
            self.set(*label, new);
        }
    }

    /// Is there nothing to write, or nothing to write to? Then nothing comes after the write.
    fn cannot_write(&mut self, table: &Value, values: &[&Value]) -> bool {
        let no_table = table.tables.is_empty() && !table.outside;
        let never = no_table || values.iter().any(|value| value.is_bottom());
        if never {
            *self = Store::bottom();
        }
        never
    }

    /// `rawset`: all tables that a value may be get a value at a key.
    pub fn raw_set(&mut self, table: &Value, key: &Value, value: &Value) {
        if self.cannot_write(table, &[key, value]) {
            return;
        }
        let exact = !table.outside;
        self.update(&table.tables, exact, |prop| prop.write(key, value));
        if table.outside || !table.tables.is_disjoint(&self.escaped) {
            self.escape(&key.join(value));
        }
    }

    /// `t[k] = v` by way of `__newindex`: tables that have it and may lack the key hand on the write. Functions there
    /// are not called, but given back.
    pub fn write_prop(&mut self, table: &Value, key: &Value, value: &Value) -> Value {
        let mut handlers = Value::bottom();
        if self.cannot_write(table, &[key, value]) {
            return handlers;
        }
        let mut seen = BTreeSet::new();
        let mut now = table.clone();
        let mut first = true;
        for _ in 0..DEEPEST {
            let mut next = Value::bottom();
            for label in &now.tables {
                if self.get(*label, key).nil {
                    let handler = self.handler(&Value::table(*label), "__newindex");
                    next = next.join(&handler.without_nil());
                }
            }
            let direct = first && next.is_bottom();
            let exact = direct && !now.outside;
            self.update(&now.tables, exact, |prop| prop.write(key, value));
            if now.outside || next.outside || !now.tables.is_disjoint(&self.escaped) {
                self.escape(&key.join(value));
            }
            handlers.functions.extend(&next.functions);
            first = false;
            now = Value { tables: &next.tables - &seen, ..Value::bottom() };
            seen.extend(&now.tables);
            if now.is_bottom() {
                break;
            }
        }
        handlers
    }

    /// `setmetatable`.
    pub fn set_metatable(&mut self, table: &Value, metatable: &Value) {
        let metatable = metatable.only(Type::Table).join(&metatable.only(Type::Nil));
        if self.cannot_write(table, &[&metatable]) {
            return;
        }
        self.update(&table.tables, !table.outside, |prop| prop.set_metatable(&metatable));
        if table.outside || !table.tables.is_disjoint(&self.escaped) {
            self.escape(&metatable);
        }
    }

    /// Code outside gets hold of a value, and of all that it leads to by fields and metatables.
    pub fn escape(&mut self, value: &Value) {
        let mut seen = BTreeSet::new();
        let mut work: Vec<Label> = value.tables.iter().chain(&value.functions).copied().collect();
        while let Some(label) = work.pop() {
            if matches!(label, Label::Builtin(_)) || !seen.insert(label) {
                continue;
            }
            Rc::make_mut(&mut self.escaped).insert(label);
            if let Some(prop) = self.props.get(&label) {
                for value in values_of(prop) {
                    work.extend(value.tables.iter().chain(&value.functions));
                }
            }
        }
    }

    /// Something new is made at a site; what was made there before is old from now on.
    pub fn allocate(&mut self, site: u32, prop: Prop) {
        self.rename(Label::Site(site), Label::Old(site));
        self.set(Label::Site(site), prop);
    }

    /// A label is taken for another one, everywhere.
    pub fn rename(&mut self, from: Label, to: Label) {
        let mentions =
            |value: &Value| value.tables.contains(&from) || value.functions.contains(&from);
        if self.props.values().any(|prop| prop.any(mentions)) {
            let props = Rc::make_mut(&mut self.props).values_mut();
            for prop in props.filter(|prop| prop.any(mentions)) {
                *prop = Rc::new(prop.renamed(from, to));
            }
        }
        if self.closures.values().any(|env| env.labels().contains(&from)) {
            let envs = Rc::make_mut(&mut self.closures).values_mut();
            for env in envs.filter(|env| env.labels().contains(&from)) {
                *env = env.renamed(from, to);
            }
        }
        if self.props.contains_key(&from)
            && let Some(prop) = Rc::make_mut(&mut self.props).remove(&from)
        {
            self.add(to, &prop);
        }
        if self.closures.contains_key(&from)
            && let Some(env) = Rc::make_mut(&mut self.closures).remove(&from)
        {
            self.close(to, &env);
        }
        if self.escaped.contains(&from) {
            let escaped = Rc::make_mut(&mut self.escaped);
            escaped.remove(&from);
            escaped.insert(to);
        }
    }

    /// Whatever may be one of these labels may be its older one too, everywhere.
    pub fn add_old(&mut self, labels: &BTreeSet<Label>, older: impl Fn(Label) -> Label + Copy) {
        let mentions = |value: &Value| !value.tables.is_disjoint(labels);
        if self.props.values().any(|prop| prop.any(mentions)) {
            let props = Rc::make_mut(&mut self.props).values_mut();
            for prop in props.filter(|prop| prop.any(mentions)) {
                *prop = Rc::new(prop.each(|value| value.with_old(labels, older)));
            }
        }
        let both = |label| match labels.contains(&label) {
            true => vec![label, older(label)],
            false => vec![label],
        };
        let mentions = |env: &Env| !env.labels().is_disjoint(labels);
        if self.closures.values().any(mentions) {
            let envs = Rc::make_mut(&mut self.closures).values_mut();
            for env in envs.filter(|env| mentions(env)) {
                *env = env.each(both);
            }
        }
    }

    /// A scope is left: nobody can find it again if no function was made in it.
    pub fn leave(&mut self, scope: Label) {
        let captured = |env: &Env| *env == Env::Top || env.labels().contains(&scope);
        if self.has(scope) && !self.closures.values().any(captured) {
            Rc::make_mut(&mut self.props).remove(&scope);
        }
    }

    /// The part with these labels, and the part with all others.
    pub fn split(&self, labels: &BTreeSet<Label>) -> (Store, Store) {
        let inside = |label: &Label| labels.contains(label);
        let props = self.props.iter().map(|(label, prop)| (*label, Rc::clone(prop)));
        let props = props.partition(|(label, _)| inside(label));
        let closures = self.closures.iter().map(|(label, env)| (*label, env.clone()));
        let closures = closures.partition(|(label, _)| inside(label));
        let escaped = self.escaped.iter().copied().partition(inside);
        let part = |props, closures, escaped| Store {
            props: Rc::new(props),
            closures: Rc::new(closures),
            escaped: Rc::new(escaped),
        };
        let ((props, other_props), (closures, other_closures)) = (props, closures);
        let (escaped, other_escaped): (BTreeSet<Label>, BTreeSet<Label>) = escaped;
        (part(props, closures, escaped), part(other_props, other_closures, other_escaped))
    }
}
