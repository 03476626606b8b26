//! All properties that the lattices and their operations should have: laws by suites, operations by signatures.

use crate::lattices::env::Env;
use crate::lattices::number::{self, Arith, Number};
use crate::lattices::string::{self, Name, Text};
use crate::lattices::value::{self, Compare, Type, Unary, Value};
use crate::lattices::{Absence, Analysis, Label, Prop, State, Store};
use soundline_lattice::adapt::{Draw, Own};
use soundline_lattice::combine::{Defaults, Dual};
use soundline_lattice::lattices::Bool;
use soundline_lattice::{Check, Suite, Values, signature};
use std::collections::BTreeSet;

/// The lattices, as signatures name them.
const ABSENCE: Own<Absence> = Own::new();
const NUMBER: Own<Number> = Own::new();
const TEXT: Own<Text> = Own::new();
const VALUE: Own<Value> = Own::new();
const ENV: Own<Env> = Own::new();
const PROP: Own<Prop> = Own::new();
const STORE: Own<Store> = Own::new();
const STATE: Own<State> = Own::new();
const ANALYSIS: Own<Analysis> = Own::new();
/// Those that only the signatures need.
const SLOT: Own<(Value, Absence)> = Own::new();
const TRUTHS: Own<(bool, bool)> = Own::new();
const LABELS: Own<BTreeSet<Label>> = Own::new();
const RESULTS: Own<Defaults<u32, Value>> = Own::new();
const STORES: Own<(Store, Store)> = Own::new();
const FOUND: Own<(Value, Value)> = Own::new();
const WRITTEN: Own<(Store, Value)> = Own::new();

fn names() -> Values<Name> {
    Values::new(Name::draw)
}

fn labels() -> Values<Label> {
    Values::new(Label::draw)
}

fn sites() -> Values<u32> {
    Values::among([0, 1, 2, 3])
}

fn ariths() -> Values<Arith> {
    Values::among(Arith::ALL)
}

fn types() -> Values<Type> {
    Values::among(Type::ALL)
}

/// Laws and operations of every lattice.
pub fn checks() -> Vec<Check> {
    let suites = [absence(), numbers(), strings(), values(), envs(), props(), stores(), states()];
    suites.into_iter().flatten().chain(analyses()).chain(helpers()).collect()
}

/// The laws of a lattice whose elements are equal, hashed and ordered alike.
macro_rules! suite {
    ($name:literal, $lattice:expr) => {
        Suite::new($name, $lattice).equality().hashing().ordering()
    };
}

fn absence() -> Vec<Check> {
    suite!("absence", ABSENCE).widening().checks()
}

fn numbers() -> Vec<Check> {
    suite!("number", NUMBER)
        .widening()
        .operator(signature!("arith" = |op, a, b| number::arith(*op, a, b);
            ariths() --> NUMBER -<!~-> NUMBER -<!~-> NUMBER))
        .operator(signature!("negate" = number::negate; NUMBER -<!~%-> NUMBER))
        .operator(signature!("less" = |a, b| number::compare(a, b, |x, y| x < y);
            NUMBER -<!~-> NUMBER -<!~-> TRUTHS))
        .operator(signature!("at most" = |a, b| number::compare(a, b, |x, y| x <= y);
            NUMBER -<!~-> NUMBER -<!~-> TRUTHS))
        .operator(signature!("equal" = |a, b| number::compare(a, b, |x, y| x == y);
            NUMBER -<!~-> NUMBER -<!~-> TRUTHS))
        .operator(signature!("to string" = string::of_number; NUMBER -<!~-> TEXT))
        .checks()
}

fn strings() -> Vec<Check> {
    suite!("string", TEXT)
        .widening()
        .operator(signature!("concat" = string::concat; TEXT -<!~%-> TEXT -<!~%-> TEXT))
        .operator(signature!("length" = string::length; TEXT -<!~-> NUMBER))
        .operator(signature!("to number" = string::to_number; TEXT -<!~-> NUMBER))
        .operator(signature!("less" = |a, b| string::compare(a, b, |x, y| x < y);
            TEXT -<!~-> TEXT -<!~-> TRUTHS))
        .operator(signature!("at most" = |a, b| string::compare(a, b, |x, y| x <= y);
            TEXT -<!~-> TEXT -<!~-> TRUTHS))
        .operator(signature!("equal" = |a, b| string::compare(a, b, |x, y| x == y);
            TEXT -<!~-> TEXT -<!~-> TRUTHS))
        .checks()
}

fn values() -> Vec<Check> {
    let unaries = || Values::among([Unary::Minus, Unary::Not, Unary::Length]);
    let compares = || Values::among([Compare::Equal, Compare::Less, Compare::AtMost]);
    suite!("value", VALUE)
        .operator(signature!("of number" = |a: &Number| Value::of_number(a.clone()); NUMBER -<!~%-> VALUE))
        .operator(signature!("of text" = |a: &Text| Value::of_text(a.clone()); TEXT -<!~%-> VALUE))
        .operator(signature!("truths" = |a| Value::truths(*a); TRUTHS -<!~%-> VALUE))
        .operator(signature!("is bottom" = |a: &Value| a.is_bottom(); VALUE -<~-> Dual::new(Bool)))
        .operator(signature!("may be" = |kind, a: &Value| a.may_be(*kind); types() --> VALUE -<!~%-> Bool))
        .operator(signature!("may be truthy" = |a: &Value| a.may_be_truthy(); VALUE -<!~%-> Bool))
        .operator(signature!("may be falsy" = |a: &Value| a.may_be_falsy(); VALUE -<!~%-> Bool))
        .operator(signature!("truthy" = |a: &Value| a.truthy(); VALUE -<!~%v*-> VALUE))
        .operator(signature!("falsy" = |a: &Value| a.falsy(); VALUE -<!~%v*-> VALUE))
        .operator(signature!("without nil" = |a: &Value| a.without_nil(); VALUE -<!~%v*-> VALUE))
        .operator(signature!("without string" = |a: &Value| a.without_string(); VALUE -<!~%v*-> VALUE))
        .operator(signature!("only" = |kind, a: &Value| a.only(*kind); types() --> VALUE -<!~%v*-> VALUE))
        .operator(signature!("except" = |kind, a: &Value| a.except(*kind); types() --> VALUE -<!~%v*-> VALUE))
        .operator(signature!("to number" = |a: &Value| a.to_number(); VALUE -<!~-> NUMBER))
        .operator(signature!("to text" = |a: &Value| a.to_text(); VALUE -<!~-> TEXT))
        .operator(signature!("renamed" = |a: &Value, from, to| a.renamed(*from, *to);
            VALUE -<!~%-> labels() --> labels() --> VALUE))
        .operator(signature!("unop" = |op, a| value::unop(*op, a); unaries() --> VALUE -<!~-> VALUE))
        .operator(signature!("arith" = |op, a, b| value::arith(*op, a, b);
            ariths() --> VALUE -<!~-> VALUE -<!~-> VALUE))
        .operator(signature!("concat" = value::concat; VALUE -<!~-> VALUE -<!~-> VALUE))
        .operator(signature!("compare" = |op, a, b| value::compare(*op, a, b);
            compares() --> VALUE -<!~-> VALUE -<!~-> VALUE))
        .operator(signature!("and" = value::and; VALUE -<!~-> VALUE -<~%-> VALUE))
        .operator(signature!("or" = value::or; VALUE -<!~-> VALUE -<~%-> VALUE))
        .operator(signature!("type of" = value::type_of; VALUE -<!~%-> VALUE))
        .checks()
}

fn envs() -> Vec<Check> {
    suite!("env", ENV)
        .operator(signature!("entered" = |env: &Env, scope| env.entered(*scope); ENV -<!~%-> labels() --> ENV))
        .operator(signature!("left" = |env: &Env| env.left(); ENV -<!~-> ENV))
        .operator(signature!("renamed" = |env: &Env, from, to| env.renamed(*from, *to);
            ENV -<!~%-> labels() --> labels() --> ENV))
        .checks()
}

fn props() -> Vec<Check> {
    suite!("prop", PROP)
        .operator(signature!("find" = |prop: &Prop, name| prop.find(name); PROP -<!~%-> names() --> VALUE))
        .operator(signature!("find slot" = |prop: &Prop, name| prop.find_slot(name);
            PROP -<!~%-> names() --> SLOT))
        .operator(signature!("find any string" = |prop: &Prop| prop.find_any_string(); PROP -<!~%-> VALUE))
        .operator(signature!("find other" = |prop: &Prop, key| prop.find_other(key);
            PROP -<!~-> VALUE -<!~%-> VALUE))
        .operator(signature!("lookup" = |prop: &Prop, key| prop.lookup(key); PROP -<!~-> VALUE -<!~-> VALUE))
        .operator(signature!("keys" = |prop: &Prop| prop.keys(); PROP -<!~-> VALUE))
        .operator(signature!("values" = |prop: &Prop| prop.values(); PROP -<!~-> VALUE))
        .operator(signature!("metatable" = |prop: &Prop| prop.metatable(); PROP -<!~%-> VALUE))
        .operator(signature!("write field" = |prop: &Prop, name, value| prop.write_field(name, value);
            PROP -<!~-> names() --> VALUE -<!~-> PROP))
        .operator(signature!("write name" = |prop: &Prop, name, value| prop.write_name(name, value);
            PROP -<!~-> names() --> VALUE -<!~-> PROP))
        .operator(signature!("write any string" = |prop: &Prop, value| prop.write_any_string(value);
            PROP -<!~-> VALUE -<!~-> PROP))
        .operator(signature!("write other" = |prop: &Prop, key, value| prop.write_other(key, value);
            PROP -<!~-> VALUE -<!~-> VALUE -<!~-> PROP))
        .operator(signature!("write" = |prop: &Prop, key, value| prop.write(key, value);
            PROP -<!~-> VALUE -<!~-> VALUE -<!~-> PROP))
        .operator(signature!("set metatable" = |prop: &Prop, metatable| prop.set_metatable(metatable);
            PROP -<!~-> VALUE -<!~-> PROP))
        .operator(signature!("renamed" = |prop: &Prop, from, to| prop.renamed(*from, *to);
            PROP -<!~-> labels() --> labels() --> PROP))
        .checks()
}

/// The store after a change.
fn changed(store: &Store, change: impl FnOnce(&mut Store)) -> Store {
    let mut store = store.clone();
    change(&mut store);
    store
}

fn stores() -> Vec<Check> {
    suite!("store", STORE)
        .operator(signature!("prop" = |store: &Store, label| store.prop(*label); STORE -<!~%-> labels() --> PROP))
        .operator(signature!("has" = |store: &Store, label| store.has(*label); STORE -<!~%-> labels() --> Bool))
        .operator(signature!("labels" = |store: &Store| store.labels(); STORE -<!~%-> LABELS))
        .operator(signature!("closure" = |store: &Store, label| store.closure(*label);
            STORE -<!~%-> labels() --> ENV))
        .operator(signature!("escaped" = |store: &Store| store.escaped().clone(); STORE -<!~%-> LABELS))
        .operator(signature!("find" = |store: &Store, label, name| store.find(*label, name);
            STORE -<!~-> labels() --> names() --> VALUE))
        .operator(signature!("get" = |store: &Store, label, key| store.get(*label, key);
            STORE -<!~-> labels() --> VALUE -<!~-> VALUE))
        .operator(signature!("raw get" = |store: &Store, table, key| store.raw_get(table, key);
            STORE -<~-> VALUE -<!~-> VALUE -<!~-> VALUE))
        .operator(signature!("metatable" = |store: &Store, value| store.metatable(value);
            STORE -<~-> VALUE -<!~%-> VALUE))
        .operator(signature!("handler" = |store: &Store, value| store.handler(value, "__index");
            STORE -<~-> VALUE -<!~-> VALUE))
        .operator(signature!("lookup prop" = |store: &Store, table, key| {
                let found = store.lookup_prop(table, key);
                (found.value, found.handlers)
            }; STORE -<~-> VALUE -<!~-> VALUE -<!~-> FOUND))
        .operator(signature!("reachable" = |store: &Store, roots: &BTreeSet<Label>| {
                store.reachable(roots.iter().copied())
            }; STORE -<~-> LABELS -<!~%^*-> LABELS))
        .operator(signature!("set" = |store: &Store, label, prop: &Prop| {
                changed(store, |store| store.set(*label, prop.clone()))
            }; STORE -<~%-> labels() --> PROP -<~-> STORE))
        .operator(signature!("close" = |store: &Store, label, env| changed(store, |store| store.close(*label, env));
            STORE -<~%^-> labels() --> ENV -<~%-> STORE))
        .operator(signature!("raw set" = |store: &Store, table, key, value| {
                changed(store, |store| store.raw_set(table, key, value))
            }; STORE -<~-> VALUE -<!~-> VALUE -<!~-> VALUE -<!~-> STORE))
        .operator(signature!("write prop" = |store: &Store, table, key, value| {
                let mut store = store.clone();
                let handlers = store.write_prop(table, key, value);
                (store, handlers)
            }; STORE -<~-> VALUE -<!~-> VALUE -<!~-> VALUE -<!~-> WRITTEN))
        .operator(signature!("set metatable" = |store: &Store, table, metatable| {
                changed(store, |store| store.set_metatable(table, metatable))
            }; STORE -<~-> VALUE -<!~-> VALUE -<!~-> STORE))
        .operator(signature!("escape" = |store: &Store, value| changed(store, |store| store.escape(value));
            STORE -<~^*-> VALUE -<~%-> STORE))
        .operator(signature!("allocate" = |store: &Store, site, prop: &Prop| {
                changed(store, |store| store.allocate(*site, prop.clone()))
            }; STORE -<~-> sites() --> PROP -<~-> STORE))
        .operator(signature!("rename" = |store: &Store, from, to| changed(store, |store| store.rename(*from, *to));
            STORE -<!~-> labels() --> labels() --> STORE))
        .operator(signature!("leave" = |store: &Store, label| changed(store, |store| store.leave(*label));
            STORE -<!~v*-> labels() --> STORE))
        .operator(signature!("split" = |store: &Store, labels| store.split(labels);
            STORE -<!~%-> LABELS --> STORES))
        .checks()
}

fn states() -> Vec<Check> {
    suite!("state", STATE)
        .operator(signature!("is bottom" = |state: &State| state.is_bottom(); STATE -<~-> Dual::new(Bool)))
        .operator(signature!("read name" = |state: &State, name| state.read_name(name);
            STATE -<!~-> names() --> VALUE))
        .operator(signature!("write name" = |state: &State, name, value| state.write_name(name, value);
            STATE -<!~-> names() --> VALUE -<!~-> STATE))
        .operator(signature!("declare" = |state: &State, name, value| state.declare(name, value);
            STATE -<!~-> names() --> VALUE -<!~-> STATE))
        .operator(signature!("enter" = |state: &State, site| state.enter(*site); STATE -<!~-> sites() --> STATE))
        .operator(signature!("leave" = |state: &State, site| state.leave(*site); STATE -<!~-> sites() --> STATE))
        .operator(signature!("allocated" = |state: &State, site, prop: &Prop| state.allocated(*site, prop.clone());
            STATE -<!~-> sites() --> PROP -<!~-> STATE))
        .operator(signature!("closed" = |state: &State, label| state.closed(*label); STATE -<!~^-> labels() --> STATE))
        .checks()
}

fn analyses() -> Vec<Check> {
    let points = || Values::among([0, 1, 2]);
    suite!("analysis", ANALYSIS)
        .operator(signature!("at" = |all: &Analysis, point| all.at(*point); ANALYSIS -<!~%-> points() --> STATE))
        .operator(signature!("record" = |all: &Analysis, point, state| {
                let mut all = all.clone();
                all.record(*point, state);
                all
            }; ANALYSIS -<~%^-> points() --> STATE -<~%-> ANALYSIS))
        .checks()
}

/// The lattices of results and arguments of operations.
fn helpers() -> Vec<Check> {
    let mut checks = suite!("slot", SLOT).checks();
    checks.extend(suite!("truths", TRUTHS).widening().checks());
    checks.extend(suite!("labels", LABELS).checks());
    checks.extend(suite!("results", RESULTS).checks());
    checks.extend(suite!("stores", STORES).checks());
    checks.extend(suite!("found", FOUND).checks());
    checks.extend(suite!("written", WRITTEN).checks());
    checks
}
