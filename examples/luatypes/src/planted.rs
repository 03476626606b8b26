//! The errors that the paper tells of, each planted again, with the property that finds it (STVR 2017, Sect. 5).

use crate::lattices::number;
use crate::lattices::prop::Entries;
use crate::lattices::value::{self, Type, Unary};
use crate::lattices::{Absence, Name, Prop, State, Store, Value};
use soundline_lattice::adapt::{Draw, Element, Own};
use soundline_lattice::combine::Defaults;
use soundline_lattice::{Check, Choices, Report, Runner, Suite, Values, signature};
use std::collections::BTreeMap;

/// A planted error.
pub struct Planted {
    /// Its name.
    pub name: &'static str,
    /// What is wrong.
    pub error: &'static str,
    /// The property that finds it.
    pub property: &'static str,
    checks: fn() -> Vec<Check>,
}

impl Planted {
    /// Run the property that finds it.
    ///
    /// # Panics
    /// If there is no such property.
    pub fn run(&self, cases: u64) -> Report {
        let checks = (self.checks)();
        let check = checks.iter().find(|check| check.name == self.property);
        let runner = Runner { cases, ..Runner::default() };
        runner.run(check.expect("the suite has the property"), None)
    }
}

/// All of them, in the order of the paper.
pub const PLANTED: &[Planted] = &[
    Planted {
        name: "absence-meet",
        error: "the meet of absences was copied from the join",
        property: "meet join absorption",
        checks: || Suite::new("absence", Own::<CopiedMeet>::new()).checks(),
    },
    Planted {
        name: "unop",
        error: "`not` of no value is a truth value",
        property: "unop strict in argument 2",
        checks: || {
            let unaries = Values::among([Unary::Minus, Unary::Not, Unary::Length]);
            signature!("unop" = |op, a| eager_unop(*op, a); unaries --> VALUE -<!~-> VALUE)
        },
    },
    Planted {
        name: "label",
        error: "a write to what is not a table, or of nothing, leaves the store as it was",
        property: "set metatable monotone in argument 2",
        checks: || {
            signature!("set metatable" = |store: &Store, table, metatable| {
                lenient_set_metatable(store, table, metatable)
            }; STORE -<-> VALUE -<-> VALUE -<-> STORE)
        },
    },
    Planted {
        name: "prop-order",
        error: "the order of props does not ask whether what is certainly there in the larger one is so in the smaller one",
        property: "leq antisymmetric",
        checks: || Suite::new("prop", Own::<WithoutPresence>::new()).checks(),
    },
    Planted {
        name: "prop-lookup",
        error: "with that order, looking up a field is not monotone",
        property: "find monotone in argument 1",
        checks: || {
            let names = Values::new(Name::draw);
            signature!("find" = |prop: &WithoutPresence, name| prop.0.find(name);
                Own::<WithoutPresence>::new() -<-> names --> VALUE)
        },
    },
    Planted {
        name: "default-str",
        error: "strings and other keys share one default, as before `default_str`",
        property: "join associative",
        checks: || Suite::new("prop", Own::<SharedDefault>::new()).checks(),
    },
    Planted {
        name: "absorption",
        error: "the meet of props leaves out uncertain entries without a value, which then have the default",
        property: "join meet absorption",
        checks: || Suite::new("prop", Own::<Omitting>::new()).checks(),
    },
    Planted {
        name: "find-bottom",
        error: "no table is taken for a table without entries",
        property: "find strict in argument 1",
        checks: || {
            let names = Values::new(Name::draw);
            let find = |prop: &Prop, name: &Name| prop.join(&Prop::empty()).find(name);
            signature!("find" = find; PROP -<!-> names --> VALUE)
        },
    },
    Planted {
        name: "read-name",
        error: "a name is looked for up to the first scope that may have it, not up to the first that has it for certain",
        property: "read name monotone in argument 1",
        checks: || {
            let names = Values::new(Name::draw);
            signature!("read name" = |state: &State, name| hasty_read_name(state, name);
                STATE -<-> names --> VALUE)
        },
    },
    Planted {
        name: "write-name",
        error: "a name is written in the first scope that may have it, and in no other",
        property: "write name monotone in argument 1",
        checks: || {
            let names = Values::new(Name::draw);
            signature!("write name" = |state: &State, name, value| hasty_write_name(state, name, value);
                STATE -<-> names --> VALUE --> STATE)
        },
    },
];

const VALUE: Own<Value> = Own::new();
const PROP: Own<Prop> = Own::new();
const STORE: Own<Store> = Own::new();
const STATE: Own<State> = Own::new();

/// An element like another one, of which some operations differ.
macro_rules! altered {
    ($(#[$doc:meta])* $name:ident($inner:ty); leq: $leq:expr; join: $join:expr; meet: $meet:expr) => {
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq)]
        struct $name($inner);

        impl Element for $name {
            fn bottom() -> $name {
                $name(<$inner>::bottom())
            }

            fn leq(&self, other: &$name) -> bool {
                let leq: fn(&$inner, &$inner) -> bool = $leq;
                leq(&self.0, &other.0)
            }

            fn join(&self, other: &$name) -> $name {
                let join: fn(&$inner, &$inner) -> $inner = $join;
                $name(join(&self.0, &other.0))
            }

            fn meet(&self, other: &$name) -> $name {
                let meet: fn(&$inner, &$inner) -> $inner = $meet;
                $name(meet(&self.0, &other.0))
            }

            fn show(&self) -> String {
                self.0.show()
            }

            fn arbitrary(choices: &mut Choices) -> $name {
                $name(<$inner>::arbitrary(choices))
            }

            fn below(&self, choices: &mut Choices) -> $name {
                if choices.flip() {
                    return $name(self.0.below(choices));
                }
                // What this order takes for smaller counts too.
                let other = $name::arbitrary(choices);
                if other.leq(self) { other } else { $name(self.0.below(choices)) }
            }

            fn above(&self, choices: &mut Choices) -> $name {
                $name(self.0.above(choices))
            }

            fn elements() -> Option<Vec<$name>> {
                Some(<$inner>::elements()?.into_iter().map($name).collect())
            }
        }
    };
}

altered! {
    /// Absences whose meet is their join.
    CopiedMeet(Absence); leq: Absence::leq; join: Absence::join; meet: Absence::join
}

altered! {
    /// Props whose order looks at values alone.
    WithoutPresence(Prop); leq: leq_of_values; join: Prop::join; meet: Prop::meet
}

altered! {
    /// Props whose meet has no entries that say "certainly absent".
    Omitting(Prop); leq: Prop::leq; join: Prop::join; meet: omitting_meet
}

fn eager_unop(op: Unary, a: &Value) -> Value {
    match op {
        Unary::Not => Value::truths((true, true)),
        Unary::Minus => Value::of_number(number::negate(&a.to_number())),
        Unary::Length => value::unop(op, a),
    }
}

fn lenient_set_metatable(store: &Store, table: &Value, metatable: &Value) -> Store {
    let metatable = metatable.only(Type::Table).join(&metatable.only(Type::Nil));
    let mut store = store.clone();
    for label in &table.tables {
        store.set(*label, store.prop(*label).set_metatable(&metatable));
    }
    store
}

fn leq_of_values(a: &Prop, b: &Prop) -> bool {
    let (Prop::Table(a), Prop::Table(b)) = (a, b) else { return *a == Prop::Bot };
    a.strings.all(&b.strings, |a, b| a.0.leq(&b.0))
        && a.default_key.leq(&b.default_key)
        && a.default.leq(&b.default)
        && a.metatable.leq(&b.metatable)
}

fn omitting_meet(a: &Prop, b: &Prop) -> Prop {
    match a.meet(b) {
        Prop::Bot => Prop::Bot,
        Prop::Table(entries) => {
            let kept = entries.strings.entries().iter().filter(|(_, slot)| !slot.0.is_bottom());
            let kept: Vec<_> = kept.map(|(name, slot)| (name.clone(), slot.clone())).collect();
            let rest = entries.strings.rest().clone();
            Prop::Table(Entries { strings: Defaults::new(kept, rest), ..entries })
        }
    }
}

/// The design before `default_str`: unknown keys of all types have one default.
#[derive(Clone, Debug, PartialEq)]
struct SharedDefault {
    table: BTreeMap<Name, (Value, Absence)>,
    default_key: Value,
    default: Value,
}

impl SharedDefault {
    fn get(&self, name: &Name) -> (Value, Absence) {
        let covered = Value::string(name).leq(&self.default_key);
        let unknown = if covered { self.default.clone() } else { Value::bottom() };
        self.table.get(name).cloned().unwrap_or((unknown, Absence::Maybe))
    }

    fn zip(
        &self,
        other: &SharedDefault,
        step: fn(&Value, &Value) -> Value,
        slots: Slots,
    ) -> SharedDefault {
        let names = self.table.keys().chain(other.table.keys());
        SharedDefault {
            table: names
                .map(|name| (name.clone(), slots(&self.get(name), &other.get(name))))
                .collect(),
            default_key: step(&self.default_key, &other.default_key),
            default: step(&self.default, &other.default),
        }
    }
}

type Slots = fn(&(Value, Absence), &(Value, Absence)) -> (Value, Absence);

impl Element for SharedDefault {
    fn bottom() -> SharedDefault {
        let (default_key, default) = (Value::bottom(), Value::bottom());
        SharedDefault { table: BTreeMap::new(), default_key, default }
    }

    fn leq(&self, other: &SharedDefault) -> bool {
        let mut names = self.table.keys().chain(other.table.keys());
        names.all(|name| self.get(name).leq(&other.get(name)))
            && self.default_key.leq(&other.default_key)
            && self.default.leq(&other.default)
    }

    fn join(&self, other: &SharedDefault) -> SharedDefault {
        self.zip(other, Value::join, Element::join)
    }

    fn meet(&self, other: &SharedDefault) -> SharedDefault {
        self.zip(other, Value::meet, Element::meet)
    }

    fn show(&self) -> String {
        let slot = |(name, (value, absence)): (&Name, &(Value, Absence))| {
            format!("{name:?}{} ↦ {}, ", absence.mark(), value.show())
        };
        let table: String = self.table.iter().map(slot).collect();
        let (key, value) = (self.default_key.show(), self.default.show());
        format!("{{{table}default_key = {key}, default = {value}}}")
    }

    fn arbitrary(choices: &mut Choices) -> SharedDefault {
        let slot = |choices: &mut Choices| (Name::draw(choices), Element::arbitrary(choices));
        let table = choices.many(2, slot).into_iter().collect();
        let default_key = Value::arbitrary(choices);
        SharedDefault { table, default_key, default: Value::arbitrary(choices) }
    }
}

/// The scopes of a state, innermost first, and what each has for a name.
fn slots(state: &State, name: &Name) -> Vec<(Value, Absence)> {
    let crate::lattices::Env::Chain(scopes) = &state.env else { return vec![] };
    let slot = |scope: &std::collections::BTreeSet<_>| {
        let all = scope.iter().map(|label| state.store.prop(*label).find_slot(name));
        all.fold(Element::bottom(), |all: (Value, Absence), slot| all.join(&slot))
    };
    scopes.iter().map(slot).collect()
}

fn hasty_read_name(state: &State, name: &Name) -> Value {
    let first = slots(state, name).into_iter().find(|slot| !slot.0.is_bottom());
    match first {
        // A state that has no such scopes has no such name.
        Some(slot) if !state.read_name(name).is_bottom() => slot.0,
        _ => state.read_name(name),
    }
}

fn hasty_write_name(state: &State, name: &Name, value: &Value) -> State {
    let first = slots(state, name).iter().position(|slot| !slot.0.is_bottom());
    let (Some(first), crate::lattices::Env::Chain(scopes)) = (first, &state.env) else {
        return state.write_name(name, value);
    };
    let mut after = state.clone();
    for label in &scopes[first] {
        after.store.set(*label, after.store.prop(*label).write_name(name, value));
    }
    if state.write_name(name, value).is_bottom() { State::bottom() } else { after }
}
