//! Properties: the keys and values of a table, and the names and values of a scope.

use super::value::known_key;
use super::{Absence, Label, Name, Value};
use Absence::{Maybe, Present};
use soundline_lattice::Choices;
use soundline_lattice::adapt::{Draw, Element};
use soundline_lattice::combine::Defaults;
use soundline_lattice::lattices::FlatElem::{Bot, Const, Top};

/// A set of tables.
#[expect(clippy::large_enum_variant, reason = "no store keeps the small one")]
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Prop {
    /// No table.
    Bot,
    /// Tables with these entries.
    Table(Entries),
}

/// What is known about the entries of a table. String keys and other keys have nothing to do with each other.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Entries {
    /// The entries with known string keys; the value of all other strings is `default_str`, and they may be absent.
    pub strings: Defaults<Name, (Value, Absence)>,
    /// The keys that are no strings.
    pub default_key: Value,
    /// And their values.
    pub default: Value,
    /// The metatable, or nil.
    pub metatable: Value,
}

/// What a table without entries has at every string.
fn nothing() -> (Value, Absence) {
    (Value::bottom(), Maybe)
}

impl Entries {
    /// The values of strings that have no entry of their own.
    pub fn default_str(&self) -> &Value {
        &self.strings.rest().0
    }
}

impl Prop {
    /// A table without entries.
    pub fn empty() -> Prop {
        Prop::Table(Entries {
            strings: Defaults::new([], nothing()),
            default_key: Value::bottom(),
            default: Value::bottom(),
            metatable: Value::nil(),
        })
    }

    /// Entries in their one form: an entry that is certainly there and has no value is in no table at all; keys
    /// without values are no keys.
    fn of(mut entries: Entries) -> Prop {
        let impossible = |slot: &(Value, Absence)| slot.0.is_bottom() && slot.1 == Present;
        if entries.strings.entries().values().any(impossible) || entries.metatable.is_bottom() {
            return Prop::Bot;
        }
        if entries.default_key.is_bottom() || entries.default.is_bottom() {
            entries.default_key = Value::bottom();
            entries.default = Value::bottom();
        }
        Prop::Table(entries)
    }

    fn zip(&self, other: &Prop, step: fn(&Value, &Value) -> Value, both: Pairs) -> Prop {
        let (Prop::Table(a), Prop::Table(b)) = (self, other) else {
            unreachable!("both are tables");
        };
        Prop::of(Entries {
            strings: a.strings.zip(&b.strings, both),
            default_key: step(&a.default_key, &b.default_key),
            default: step(&a.default, &b.default),
            metatable: step(&a.metatable, &b.metatable),
        })
    }
}

type Pairs = fn(&(Value, Absence), &(Value, Absence)) -> (Value, Absence);

impl Element for Prop {
    fn bottom() -> Prop {
        Prop::Bot
    }

    fn leq(&self, other: &Prop) -> bool {
        match (self, other) {
            (Prop::Bot, _) => true,
            (_, Prop::Bot) => false,
            (Prop::Table(a), Prop::Table(b)) => {
                a.strings.leq(&b.strings)
                    && a.default_key.leq(&b.default_key)
                    && a.default.leq(&b.default)
                    && a.metatable.leq(&b.metatable)
            }
        }
    }

    fn join(&self, other: &Prop) -> Prop {
        match (self, other) {
            (Prop::Bot, prop) | (prop, Prop::Bot) => prop.clone(),
            _ => self.zip(other, Value::join, Element::join),
        }
    }

    fn meet(&self, other: &Prop) -> Prop {
        match (self, other) {
            (Prop::Bot, _) | (_, Prop::Bot) => Prop::Bot,
            _ => self.zip(other, Value::meet, Element::meet),
        }
    }

    fn show(&self) -> String {
        let Prop::Table(entries) = self else { return "⊥".into() };
        let slot = |(name, (value, absence)): (&Name, &(Value, Absence))| {
            format!("{name:?}{} ↦ {}", absence.mark(), value.show())
        };
        let mut parts: Vec<String> = entries.strings.entries().iter().map(slot).collect();
        if !entries.default_str().is_bottom() {
            parts.push(format!("default_str = {}", entries.default_str().show()));
        }
        if !entries.default.is_bottom() {
            let (key, value) = (entries.default_key.show(), entries.default.show());
            parts.push(format!("default_key = {key}, default = {value}"));
        }
        if entries.metatable != Value::nil() {
            parts.push(format!("metatable = {}", entries.metatable.show()));
        }
        format!("{{{}}}", parts.join(", "))
    }

    fn arbitrary(choices: &mut Choices) -> Prop {
        if choices.once_in(8) {
            return Prop::Bot;
        }
        let slot = |choices: &mut Choices| {
            (Name::draw(choices), (Value::arbitrary(choices), Absence::arbitrary(choices)))
        };
        let slots = choices.many(3, slot);
        let some = |choices: &mut Choices| {
            if choices.flip() { Value::arbitrary(choices) } else { Value::bottom() }
        };
        let metatable = if choices.once_in(3) { Value::arbitrary(choices) } else { Value::nil() };
        Prop::of(Entries {
            strings: Defaults::new(slots, (some(choices), Maybe)),
            default_key: some(choices).without_nil().without_string(),
            default: some(choices),
            metatable,
        })
    }

    /// Every part moves down. What is certainly there stays so, and the default of strings stays absent.
    fn below(&self, choices: &mut Choices) -> Prop {
        let Prop::Table(entries) = self else { return Prop::Bot };
        if choices.once_in(8) {
            return Prop::Bot;
        }
        let strings = entries.strings.below(choices);
        self.moved(choices, strings, Value::below)
    }

    fn above(&self, choices: &mut Choices) -> Prop {
        let Prop::Table(entries) = self else { return Prop::arbitrary(choices) };
        let strings = entries.strings.above(choices);
        self.moved(choices, strings, Value::above)
    }

    fn equal_to(&self, choices: &mut Choices) -> Prop {
        let Prop::Table(entries) = self else { return Prop::Bot };
        let strings = entries.strings.equal_to(choices);
        Prop::Table(Entries { strings, ..entries.clone() })
    }
}

impl Prop {
    fn moved(
        &self,
        choices: &mut Choices,
        strings: Defaults<Name, (Value, Absence)>,
        step: fn(&Value, &mut Choices) -> Value,
    ) -> Prop {
        let Prop::Table(entries) = self else { return Prop::Bot };
        let rest = (strings.rest().0.clone(), Maybe);
        // The default may have become certainly present, so that keys which have it are no longer listed.
        let keys = entries.strings.entries().keys().chain(strings.entries().keys());
        let listed: Vec<_> = keys.map(|key| (key.clone(), strings.get(key).clone())).collect();
        let part = |value: &Value, choices: &mut Choices| {
            if choices.flip() { step(value, choices) } else { value.clone() }
        };
        let default_key = part(&entries.default_key, choices).without_nil().without_string();
        Prop::of(Entries {
            strings: Defaults::new(listed, rest),
            default_key,
            default: part(&entries.default, choices),
            metatable: part(&entries.metatable, choices),
        })
    }
}

/// Reading.
impl Prop {
    /// The value of a string key: nil where it may be absent.
    pub fn find(&self, name: &Name) -> Value {
        let (value, absence) = self.find_slot(name);
        if absence == Maybe { value.join(&Value::nil()) } else { value }
    }

    /// The value of a string key and whether it may be absent. No table has nothing there.
    pub fn find_slot(&self, name: &Name) -> (Value, Absence) {
        match self {
            Prop::Bot => (Value::bottom(), Present),
            Prop::Table(entries) => entries.strings.get(name).clone(),
        }
    }

    /// The values of all string keys.
    pub fn find_any_string(&self) -> Value {
        let Prop::Table(entries) = self else { return Value::bottom() };
        let listed = entries.strings.entries().values().map(|(value, _)| value);
        let known = listed.fold(entries.default_str().clone(), |all, value| all.join(value));
        known.join(&Value::nil())
    }

    /// The value of a key that is no string: nil, and the values of all such keys if it may be one of them.
    pub fn find_other(&self, key: &Value) -> Value {
        let Prop::Table(entries) = self else { return Value::bottom() };
        let key = key.without_string();
        if key.is_bottom() {
            return Value::bottom();
        }
        match may_equal(&key, &entries.default_key) {
            true => entries.default.join(&Value::nil()),
            false => Value::nil(),
        }
    }

    /// The value of any key.
    pub fn lookup(&self, key: &Value) -> Value {
        let of_strings = match &key.string {
            Bot => Value::bottom(),
            Const(name) => self.find(name),
            Top => self.find_any_string(),
        };
        of_strings.join(&self.find_other(key))
    }

    /// The keys that `next` may come to.
    pub fn keys(&self) -> Value {
        let Prop::Table(entries) = self else { return Value::bottom() };
        let listed = entries.strings.entries().iter().filter(|(_, slot)| !slot.0.is_bottom());
        let known = listed.map(|(name, _)| Value::string(name));
        let known = known.fold(entries.default_key.clone(), |all, name| all.join(&name));
        let any = if entries.default_str().is_bottom() { Bot } else { Top };
        known.join(&Value::of_text(any))
    }

    /// All values in it, the metatable apart.
    pub fn values(&self) -> Value {
        let Prop::Table(entries) = self else { return Value::bottom() };
        self.find_any_string().without_nil().join(&entries.default)
    }

    /// Its metatable, or nil.
    pub fn metatable(&self) -> Value {
        match self {
            Prop::Bot => Value::bottom(),
            Prop::Table(entries) => entries.metatable.clone(),
        }
    }
}

/// May the two be one key? What is outside may be any object.
fn may_equal(a: &Value, b: &Value) -> bool {
    let objects =
        |value: &Value| value.outside || !value.tables.is_empty() || !value.functions.is_empty();
    let outside = a.outside && objects(b) || b.outside && objects(a);
    // 0 and -0 are one key, but two constants.
    let numbers = a.number != Bot && b.number != Bot;
    outside || numbers || !a.meet(b).is_bottom()
}

/// Writing. Each gives the tables after the write; without a key or a value there are none.
impl Prop {
    /// A field gets a value, which replaces the one that was there. A field that gets nil is absent.
    pub fn write_field(&self, name: &Name, value: &Value) -> Prop {
        let absence = if value.nil { Maybe } else { Present };
        let slot = (value.without_nil(), absence);
        if value.is_bottom() { Prop::Bot } else { self.set_slot(name, slot) }
    }

    /// A name gets a value, which may be nil: names do not go away.
    pub fn write_name(&self, name: &Name, value: &Value) -> Prop {
        if value.is_bottom() { Prop::Bot } else { self.set_slot(name, (value.clone(), Present)) }
    }

    fn set_slot(&self, name: &Name, slot: (Value, Absence)) -> Prop {
        let Prop::Table(entries) = self else { return Prop::Bot };
        let mut entries = entries.clone();
        entries.strings.set(name.clone(), slot);
        Prop::of(entries)
    }

    /// Some string, which one is not known, may get a value.
    pub fn write_any_string(&self, value: &Value) -> Prop {
        let Prop::Table(entries) = self else { return Prop::Bot };
        if value.is_bottom() {
            return Prop::Bot;
        }
        let absence = if value.nil { Maybe } else { Present };
        let added = (value.without_nil(), absence);
        let strings = entries.strings.map(|slot| slot.join(&added));
        Prop::of(Entries { strings, ..entries.clone() })
    }

    /// A key that is no string may get a value. Nil is no key.
    pub fn write_other(&self, key: &Value, value: &Value) -> Prop {
        let Prop::Table(entries) = self else { return Prop::Bot };
        let key = key.without_nil().without_string();
        if key.is_bottom() || value.is_bottom() {
            return Prop::Bot;
        }
        let value = value.without_nil();
        if value.is_bottom() {
            return self.clone();
        }
        Prop::of(Entries {
            default_key: entries.default_key.join(&key),
            default: entries.default.join(&value),
            ..entries.clone()
        })
    }

    /// Any key gets a value: the one field of a known name, or whatever the key may be.
    pub fn write(&self, key: &Value, value: &Value) -> Prop {
        if let Some(name) = known_key(key) {
            return self.write_field(&name, value);
        }
        let of_string = match &key.string {
            Bot => Prop::Bot,
            Const(name) => self.write_field(name, value),
            Top => self.write_any_string(value),
        };
        of_string.join(&self.write_other(key, value))
    }

    /// The metatable is set.
    pub fn set_metatable(&self, metatable: &Value) -> Prop {
        let Prop::Table(entries) = self else { return Prop::Bot };
        Prop::of(Entries { metatable: metatable.clone(), ..entries.clone() })
    }

    /// With a label taken for another one.
    pub fn renamed(&self, from: Label, to: Label) -> Prop {
        self.each(|value| value.renamed(from, to))
    }

    /// With every value replaced. What was possible must stay so.
    pub fn each(&self, replace: impl Fn(&Value) -> Value) -> Prop {
        let Prop::Table(entries) = self else { return Prop::Bot };
        Prop::of(Entries {
            strings: entries.strings.map(|(value, absence)| (replace(value), *absence)),
            default_key: replace(&entries.default_key),
            default: replace(&entries.default),
            metatable: replace(&entries.metatable),
        })
    }

    /// Does any value satisfy this?
    pub fn any(&self, wanted: impl Fn(&Value) -> bool) -> bool {
        let Prop::Table(entries) = self else { return false };
        entries.strings.entries().values().any(|(value, _)| wanted(value))
            || [entries.default_str(), &entries.default_key, &entries.default, &entries.metatable]
                .into_iter()
                .any(wanted)
    }
}
