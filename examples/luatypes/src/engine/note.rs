//! Notes: what operators were applied to, from which the warnings follow.

use super::Engine;
use crate::lattices::Value;
use soundline_lattice::adapt::Element;
use soundline_lattice::lattices::FlatElem::Bot;

/// What an operand was, over all ways to get there.
#[derive(Clone, Debug)]
pub struct Note {
    /// What was done with it.
    pub operand: Operand,
    /// The values.
    pub value: Value,
    /// May it go well?
    pub may_succeed: bool,
    /// May it fail?
    pub may_fail: bool,
}

/// What is done with a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Operand {
    /// It is called.
    Callee,
    /// It is computed with.
    Arithmetic,
    /// It is concatenated.
    Concatenation,
    /// It is indexed.
    Indexed,
    /// Its length is taken.
    Measured,
}

/// How a warning comes about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fault {
    /// Whenever the program gets there, it fails.
    Certain,
    /// It may fail, as far as the analysis can tell.
    Possible,
}

impl Note {
    /// What is wrong, if anything is.
    pub fn fault(&self) -> Option<Fault> {
        match (self.may_succeed, self.may_fail) {
            (false, true) => Some(Fault::Certain),
            (true, true) => Some(Fault::Possible),
            _ => None,
        }
    }

    /// The warning in words.
    pub fn message(&self, fault: Fault) -> String {
        let what = match self.operand {
            Operand::Callee => "call of a value that is not a function",
            Operand::Arithmetic => "arithmetic on a value that is not a number",
            Operand::Concatenation => "concatenation of a value that is not a string or number",
            Operand::Indexed => "index of a value that is not a table",
            Operand::Measured => "length of a value that is not a table or string",
        };
        let names = self.value.type_names();
        match fault {
            Fault::Certain => format!("{what}: it is {names}"),
            Fault::Possible => format!("{what} is possible: it may be {names}"),
        }
    }

    /// The name of the rule.
    pub fn rule(&self) -> &'static str {
        match self.operand {
            Operand::Callee => "call",
            Operand::Arithmetic => "arithmetic",
            Operand::Concatenation => "concatenation",
            Operand::Indexed => "index",
            Operand::Measured => "length",
        }
    }
}

impl Engine {
    /// Something is done with the value of an expression, which goes well for a part of it.
    pub fn note(
        &mut self,
        expression: u32,
        operand: Operand,
        value: &Value,
        good: &Value,
        handled: bool,
    ) {
        if value.is_bottom() {
            return;
        }
        let may_fail = *good != *value && !handled;
        let may_succeed = !good.is_bottom() || handled;
        let fresh = Note { operand, value: Value::bottom(), may_succeed: false, may_fail: false };
        let note = self.notes.entry(expression).or_insert(fresh);
        note.value = note.value.join(value);
        note.may_succeed |= may_succeed;
        note.may_fail |= may_fail;
    }
}

/// What can be called.
pub fn callable(value: &Value) -> Value {
    let functions = value.functions.clone();
    Value { functions, outside: value.outside, ..Value::bottom() }
}

/// What can be indexed.
pub fn indexable(value: &Value) -> Value {
    let (tables, string) = (value.tables.clone(), value.string.clone());
    Value { tables, string, outside: value.outside, ..Value::bottom() }
}

/// What arithmetic works on: numbers, and strings that are taken for one.
pub fn numeric(value: &Value) -> Value {
    let is_numeric = crate::lattices::string::to_number(&value.string) != Bot;
    let string = if is_numeric { value.string.clone() } else { Bot };
    Value { number: value.number.clone(), string, outside: value.outside, ..Value::bottom() }
}

/// What concatenation works on.
pub fn textual(value: &Value) -> Value {
    let (number, string) = (value.number.clone(), value.string.clone());
    Value { number, string, outside: value.outside, ..Value::bottom() }
}
