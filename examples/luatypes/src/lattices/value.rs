//! Values: what an expression can evaluate to, as a product of one lattice for each of Lua's types.

use super::number::{self, Arith, Number};
use super::string::{self, Text};
use super::{Label, Name};
use soundline_lattice::Choices;
use soundline_lattice::adapt::Element;
use soundline_lattice::lattices::FlatElem::{Bot, Const, Top};
use std::collections::BTreeSet;

/// A set of values.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Value {
    /// May it be nil?
    pub nil: bool,
    /// May it be true?
    pub yes: bool,
    /// May it be false?
    pub no: bool,
    /// Which number it may be.
    pub number: Number,
    /// Which string it may be.
    pub string: Text,
    /// Where the table that it may be was made.
    pub tables: BTreeSet<Label>,
    /// Where the function that it may be was made.
    pub functions: BTreeSet<Label>,
    /// May it be an object that was made outside of the program, or that the program gave away?
    pub outside: bool,
}

/// The types that `type` tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Type {
    /// `nil`
    Nil,
    /// `boolean`
    Boolean,
    /// `number`
    Number,
    /// `string`
    String,
    /// `table`
    Table,
    /// `function`
    Function,
    /// `userdata`
    Userdata,
    /// `thread`
    Thread,
}

impl Type {
    /// All of them.
    pub const ALL: [Type; 8] = [
        Type::Nil,
        Type::Boolean,
        Type::Number,
        Type::String,
        Type::Table,
        Type::Function,
        Type::Userdata,
        Type::Thread,
    ];

    /// As `type` says it.
    pub fn name(self) -> &'static str {
        match self {
            Type::Nil => "nil",
            Type::Boolean => "boolean",
            Type::Number => "number",
            Type::String => "string",
            Type::Table => "table",
            Type::Function => "function",
            Type::Userdata => "userdata",
            Type::Thread => "thread",
        }
    }
}

impl Element for Value {
    fn bottom() -> Value {
        Value {
            nil: false,
            yes: false,
            no: false,
            number: Bot,
            string: Bot,
            tables: BTreeSet::new(),
            functions: BTreeSet::new(),
            outside: false,
        }
    }

    fn leq(&self, other: &Value) -> bool {
        (!self.nil || other.nil)
            && (!self.yes || other.yes)
            && (!self.no || other.no)
            && Element::leq(&self.number, &other.number)
            && Element::leq(&self.string, &other.string)
            && self.tables.is_subset(&other.tables)
            && self.functions.is_subset(&other.functions)
            && (!self.outside || other.outside)
    }

    fn join(&self, other: &Value) -> Value {
        Value {
            nil: self.nil || other.nil,
            yes: self.yes || other.yes,
            no: self.no || other.no,
            number: self.number.join(&other.number),
            string: self.string.join(&other.string),
            tables: self.tables.join(&other.tables),
            functions: self.functions.join(&other.functions),
            outside: self.outside || other.outside,
        }
    }

    fn meet(&self, other: &Value) -> Value {
        Value {
            nil: self.nil && other.nil,
            yes: self.yes && other.yes,
            no: self.no && other.no,
            number: self.number.meet(&other.number),
            string: self.string.meet(&other.string),
            tables: self.tables.meet(&other.tables),
            functions: self.functions.meet(&other.functions),
            outside: self.outside && other.outside,
        }
    }

    fn show(&self) -> String {
        let mut parts: Vec<String> = Vec::new();
        let flags = [(self.nil, "nil"), (self.yes, "true"), (self.no, "false")];
        parts.extend(flags.iter().filter(|(may, _)| *may).map(|(_, name)| name.to_string()));
        match &self.number {
            Bot => {}
            Const(known) => parts.push(format!("{known:?}")),
            Top => parts.push("number".into()),
        }
        match &self.string {
            Bot => {}
            Const(known) => parts.push(format!("{known:?}")),
            Top => parts.push("string".into()),
        }
        parts.extend(self.tables.iter().map(|label| format!("table {label}")));
        parts.extend(self.functions.iter().map(|label| format!("function {label}")));
        if self.outside {
            parts.push("outside".into());
        }
        if parts.is_empty() { "⊥".into() } else { parts.join(" | ") }
    }

    /// One or two types are likelier than all of them, and shrink better.
    fn arbitrary(choices: &mut Choices) -> Value {
        let mut value = Value::bottom();
        for _ in choices.many(3, |_| ()) {
            match choices.draw(7) {
                0 => value.nil = true,
                1 => value.yes = true,
                2 => value.no = true,
                3 => value.number = Number::arbitrary(choices),
                4 => value.string = Text::arbitrary(choices),
                5 => value.tables = BTreeSet::arbitrary(choices),
                6 => value.functions = BTreeSet::arbitrary(choices),
                _ => value.outside = true,
            }
        }
        value
    }

    fn below(&self, choices: &mut Choices) -> Value {
        Value {
            nil: self.nil && !choices.flip(),
            yes: self.yes && !choices.flip(),
            no: self.no && !choices.flip(),
            number: self.number.below(choices),
            string: self.string.below(choices),
            tables: self.tables.below(choices),
            functions: self.functions.below(choices),
            outside: self.outside && !choices.flip(),
        }
    }

    fn equal_to(&self, choices: &mut Choices) -> Value {
        let functions = self.functions.equal_to(choices);
        Value { tables: self.tables.equal_to(choices), functions, ..self.clone() }
    }
}

/// Constructors.
impl Value {
    /// nil.
    pub fn nil() -> Value {
        Value { nil: true, ..Value::bottom() }
    }

    /// A truth value that is known.
    pub fn truth(truth: bool) -> Value {
        Value { yes: truth, no: !truth, ..Value::bottom() }
    }

    /// The truth values that are possible: false, true.
    pub fn truths((no, yes): (bool, bool)) -> Value {
        Value { yes, no, ..Value::bottom() }
    }

    /// A number.
    pub fn of_number(number: Number) -> Value {
        Value { number, ..Value::bottom() }
    }

    /// A string.
    pub fn of_text(string: Text) -> Value {
        Value { string, ..Value::bottom() }
    }

    /// A string that is known.
    pub fn string(text: &str) -> Value {
        Value::of_text(string::text(text))
    }

    /// A table.
    pub fn table(label: Label) -> Value {
        Value { tables: BTreeSet::from([label]), ..Value::bottom() }
    }

    /// A function.
    pub fn function(label: Label) -> Value {
        Value { functions: BTreeSet::from([label]), ..Value::bottom() }
    }

    /// Anything that code outside of the program may have: any value of a type without identity, and objects that it
    /// made or was given.
    pub fn outside() -> Value {
        Value {
            nil: true,
            yes: true,
            no: true,
            number: Top,
            string: Top,
            outside: true,
            ..Value::bottom()
        }
    }
}

/// Questions.
impl Value {
    /// Is there no value at all?
    pub fn is_bottom(&self) -> bool {
        *self == Value::bottom()
    }

    /// May it be of a type?
    pub fn may_be(&self, kind: Type) -> bool {
        match kind {
            Type::Nil => self.nil,
            Type::Boolean => self.yes || self.no,
            Type::Number => self.number != Bot,
            Type::String => self.string != Bot,
            Type::Table => !self.tables.is_empty() || self.outside,
            Type::Function => !self.functions.is_empty() || self.outside,
            Type::Userdata | Type::Thread => self.outside,
        }
    }

    /// The types that it may have.
    pub fn types(&self) -> BTreeSet<Type> {
        Type::ALL.into_iter().filter(|kind| self.may_be(*kind)).collect()
    }

    /// The types in words: `number | nil`.
    pub fn type_names(&self) -> String {
        let types = self.types();
        if types.len() == Type::ALL.len() {
            return "any".into();
        }
        let mut names: Vec<&str> = types.into_iter().map(Type::name).collect();
        if self.nil && names.len() > 1 {
            names.rotate_left(1);
        }
        if names.is_empty() { "never".into() } else { names.join(" | ") }
    }

    /// May a condition be true?
    pub fn may_be_truthy(&self) -> bool {
        !self.truthy().is_bottom()
    }

    /// May a condition be false?
    pub fn may_be_falsy(&self) -> bool {
        self.nil || self.no
    }

    /// May it be something that has identity?
    fn has_objects(&self) -> bool {
        self.outside || !self.tables.is_empty() || !self.functions.is_empty()
    }

    /// Is it one value and no other? Labels of the program may stand for several.
    fn is_one(&self) -> bool {
        let types = [self.nil, self.yes, self.no, self.number != Bot, self.string != Bot];
        let known = self.number != Top && self.string != Top;
        known && !self.has_objects() && types.iter().filter(|may| **may).count() == 1
    }
}

/// Parts.
impl Value {
    /// The values that a condition takes for true.
    pub fn truthy(&self) -> Value {
        Value { nil: false, no: false, ..self.clone() }
    }

    /// The values that a condition takes for false.
    pub fn falsy(&self) -> Value {
        Value { nil: self.nil, no: self.no, ..Value::bottom() }
    }

    /// All but nil.
    pub fn without_nil(&self) -> Value {
        Value { nil: false, ..self.clone() }
    }

    /// All but strings.
    pub fn without_string(&self) -> Value {
        Value { string: Bot, ..self.clone() }
    }

    /// Those of a type. Objects from outside may be of any type that has identity.
    pub fn only(&self, kind: Type) -> Value {
        let keep = |wanted: Type| wanted == kind;
        Value {
            nil: self.nil && keep(Type::Nil),
            yes: self.yes && keep(Type::Boolean),
            no: self.no && keep(Type::Boolean),
            number: if keep(Type::Number) { self.number.clone() } else { Bot },
            string: if keep(Type::String) { self.string.clone() } else { Bot },
            tables: if keep(Type::Table) { self.tables.clone() } else { BTreeSet::new() },
            functions: if keep(Type::Function) { self.functions.clone() } else { BTreeSet::new() },
            outside: self.outside
                && matches!(kind, Type::Table | Type::Function | Type::Userdata | Type::Thread),
        }
    }

    /// Those of all other types.
    pub fn except(&self, kind: Type) -> Value {
        let others = Type::ALL.into_iter().filter(|other| *other != kind);
        others.fold(Value::bottom(), |all, other| all.join(&self.only(other)))
    }

    /// The number that arithmetic takes it for.
    pub fn to_number(&self) -> Number {
        self.number.join(&string::to_number(&self.string))
    }

    /// The string that concatenation takes it for.
    pub fn to_text(&self) -> Text {
        self.string.join(&string::of_number(&self.number))
    }

    /// What may be a table of these labels may be its older one too.
    pub fn with_old(&self, labels: &BTreeSet<Label>, older: impl Fn(Label) -> Label) -> Value {
        let mut value = self.clone();
        value.tables.extend(self.tables.intersection(labels).map(|label| older(*label)));
        value
    }

    /// With a label taken for another one.
    pub fn renamed(&self, from: Label, to: Label) -> Value {
        let mut value = self.clone();
        for labels in [&mut value.tables, &mut value.functions] {
            if labels.remove(&from) {
                labels.insert(to);
            }
        }
        value
    }
}

/// The unary operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unary {
    /// `-`
    Minus,
    /// `not`
    Not,
    /// `#`
    Length,
}

/// The comparisons. `>` and `>=` are these with their operands exchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Compare {
    /// `==`
    Equal,
    /// `<`
    Less,
    /// `<=`
    AtMost,
}

/// A unary operator on values without metatables. What it cannot be applied to has no result.
pub fn unop(op: Unary, a: &Value) -> Value {
    if a.is_bottom() {
        return Value::bottom();
    }
    match op {
        Unary::Not => Value::truths((a.may_be_truthy(), a.may_be_falsy())),
        Unary::Minus => with_outside(a, a, Value::of_number(number::negate(&a.to_number()))),
        Unary::Length => {
            let of_tables = if a.tables.is_empty() { Bot } else { Top };
            let length = string::length(&a.string).join(&of_tables);
            with_outside(a, a, Value::of_number(length))
        }
    }
}

/// Operators on something from outside may have any result.
fn with_outside(a: &Value, b: &Value, result: Value) -> Value {
    if a.outside || b.outside { result.join(&Value::outside()) } else { result }
}

/// Arithmetic on values without metatables.
pub fn arith(op: Arith, a: &Value, b: &Value) -> Value {
    if a.is_bottom() || b.is_bottom() {
        return Value::bottom();
    }
    let result = number::arith(op, &a.to_number(), &b.to_number());
    with_outside(a, b, Value::of_number(result))
}

/// Concatenation of values without metatables.
pub fn concat(a: &Value, b: &Value) -> Value {
    if a.is_bottom() || b.is_bottom() {
        return Value::bottom();
    }
    with_outside(a, b, Value::of_text(string::concat(&a.to_text(), &b.to_text())))
}

/// A comparison. Metamethods make no difference: their results are taken for truth values.
pub fn compare(op: Compare, a: &Value, b: &Value) -> Value {
    if a.is_bottom() || b.is_bottom() {
        return Value::bottom();
    }
    match op {
        Compare::Equal => equal(a, b),
        Compare::Less => ordered(a, b, |x, y| x < y, |x, y| x < y),
        Compare::AtMost => ordered(a, b, |x, y| x <= y, |x, y| x <= y),
    }
}

fn ordered(
    a: &Value,
    b: &Value,
    numbers: impl Fn(f64, f64) -> bool,
    strings: impl Fn(&str, &str) -> bool,
) -> Value {
    let of_numbers = Value::truths(number::compare(&a.number, &b.number, numbers));
    let of_strings = Value::truths(string::compare(&a.string, &b.string, strings));
    let tables = !a.tables.is_empty() && !b.tables.is_empty();
    let unknown = tables || a.outside || b.outside;
    of_numbers.join(&of_strings).join(&Value::truths((unknown, unknown)))
}

fn equal(a: &Value, b: &Value) -> Value {
    let (_, numbers) = number::compare(&a.number, &b.number, |x, y| x == y);
    let (_, strings) = string::compare(&a.string, &b.string, |x, y| x == y);
    let same = a.nil && b.nil
        || a.yes && b.yes
        || a.no && b.no
        || numbers
        || strings
        // Two tables may be equal by a metamethod.
        || !a.tables.is_empty() && !b.tables.is_empty()
        || !a.functions.is_disjoint(&b.functions)
        || a.outside && b.has_objects()
        || b.outside && a.has_objects();
    let different = !(same && a.is_one() && b.is_one());
    Value::truths((different, same))
}

/// `a and b`, where `b` is what the second operand evaluates to if it is evaluated.
pub fn and(a: &Value, b: &Value) -> Value {
    if a.may_be_truthy() { a.falsy().join(b) } else { a.falsy() }
}

/// `a or b`.
pub fn or(a: &Value, b: &Value) -> Value {
    if a.may_be_falsy() { a.truthy().join(b) } else { a.truthy() }
}

/// The name of its type, as `type` tells it.
pub fn type_of(a: &Value) -> Value {
    let names = a.types().into_iter().map(|kind| string::text(kind.name()));
    Value::of_text(names.fold(Bot, |all, name| all.join(&name)))
}

/// A key that is one known string and nothing else.
pub fn known_key(key: &Value) -> Option<Name> {
    match &key.string {
        Const(name) if key.without_string().is_bottom() => Some(name.clone()),
        _ => None,
    }
}
