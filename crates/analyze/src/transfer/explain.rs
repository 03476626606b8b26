//! Why a check may fail: what is known of the values that it is about.

use super::checks::Outcome;
use super::constants::{Constancy, Written};
use super::room::may_be_called_as;
use crate::eval::{Evaluated, Step};
use crate::memory::{Bases, Object};
use crate::numeric::Range;
use crate::state::{Env, Freed, Owner, State};
use soundline_c::{CheckKind, FunctionId, Storage, Type, TypeId, Value, ValueKind};
use std::collections::BTreeSet;

/// What is known where a check may fail; none if that says nothing.
pub(crate) fn explain(env: &Env<'_>, state: &State, check: &CheckKind) -> Option<String> {
    let mut step = Step::new(env, state.clone());
    match check {
        CheckKind::Assertion(value) => step.assertion(value),
        CheckKind::Divisor(value) => Some(step.told(value, "the divisor")),
        CheckKind::ShiftAmount(amount, bits) => {
            let told = step.told(amount, "the amount");
            Some(format!("{told}, and the type has {bits} bits"))
        }
        CheckKind::Overflow(value) => step.operands(value),
        CheckKind::Quotient(value) => step.operands(value).or_else(|| {
            Some("the right side may be -1 where the left side is the least number".to_owned())
        }),
        CheckKind::Index { index, length, .. } => {
            let index = step.told(index, "the index");
            let length = length.as_ref().and_then(|length| {
                let range = step.integer(length).range;
                (!range.is_cut()).then(|| format!(", the length is {}", shown(range)))
            });
            Some(format!("{index}{}", length.unwrap_or_default()))
        }
        CheckKind::Access { pointer, size, write } => {
            let size = size.map(|size| Range::point(size.into()));
            step.pointer(pointer, size, *write)
        }
        CheckKind::Region { pointer, extent, write } => {
            let size = step.extent(extent).range;
            step.pointer(pointer, Some(size), *write)
        }
        CheckKind::Free(pointer) => step.freed(pointer),
        CheckKind::Length(length) => Some(step.told(length, "the length")),
        CheckKind::Return => Some("the caller uses the result".to_owned()),
        CheckKind::Freed => step.left(),
        CheckKind::FloatToInt(value, _) => {
            let known = step.known_float(value, "the number");
            Some(known.unwrap_or_else(|| "the number is any value".to_owned()))
        }
        CheckKind::Finite(value) => Some(step.float_operands(value)),
        CheckKind::Initialised { variable, never } => {
            let name = &env.program.variable(*variable).name;
            let paths = if *never { "no path gives" } else { "not every path gives" };
            Some(format!("{paths} `{name}` a value before"))
        }
        CheckKind::Written(value) => Some(match step.was_written(value) {
            Outcome::Fails => "nothing was written there before".to_owned(),
            _ => "it is not certain that something was written there before".to_owned(),
        }),
        CheckKind::ErrorCall | CheckKind::Unreachable | CheckKind::Apart { .. } => None,
    }
}

/// Numbers beyond are bounds of the analysis, not of the program: no object is so large.
const FAR: i128 = 1 << 60;

/// `5`, `0..7` or `0 or more`.
fn shown(range: Range) -> String {
    match range.as_point() {
        Some(value) => value.to_string(),
        None if range.high >= FAR && range.low > -FAR => format!("{} or more", range.low),
        None if range.low <= -FAR && range.high < FAR => format!("{} or less", range.high),
        None => format!("{}..{}", range.low, range.high),
    }
}

/// `1 byte`, or `2..4 bytes`.
fn bytes(size: Range) -> String {
    let noun = if size == Range::point(1) { "byte" } else { "bytes" };
    format!("{} {noun}", shown(size))
}

/// `0.5`, or `1e300` where the digits would fill the line.
fn number(value: f64) -> String {
    let plain = value == 0.0 || (1e-4..1e15).contains(&value.abs()) || !value.is_finite();
    if plain { value.to_string() } else { format!("{value:e}") }
}

impl Step<'_, '_> {
    /// `the index is 0..8`; none if it may be any value of its type.
    fn known(&mut self, value: &Value, name: &str) -> Option<String> {
        let ty = self.int_type(value.ty)?;
        let number = self.integer(value);
        let range = self.tightened(number).range;
        let all = Range::of(ty);
        (range != all && !range.is_cut()).then(|| format!("{name} is {}", shown(range)))
    }

    /// The same, with words for any value.
    fn told(&mut self, value: &Value, name: &str) -> String {
        self.known(value, name).unwrap_or_else(|| format!("{name} is any value"))
    }

    /// What is known where an assertion may fail. Control decides `&&` and `||`: what is left of them on the way that fails
    /// is a zero, which says nothing.
    fn assertion(&mut self, value: &Value) -> Option<String> {
        match &value.kind {
            ValueKind::Convert(inner) => self.assertion(inner),
            ValueKind::Int(_) => None,
            _ if self.is_pointer(value) => Some("the pointer may be null".to_owned()),
            ValueKind::Binary(..) | ValueKind::Unary(..) => {
                self.operands(value).or_else(|| self.unknown_operands(value))
            }
            _ => Some(self.told(value, "the value")),
        }
    }

    fn is_pointer(&self, value: &Value) -> bool {
        matches!(self.env.program.types.get(value.ty), Type::Pointer(_))
    }

    /// The operands of which nothing is known.
    fn unknown_operands(&self, value: &Value) -> Option<String> {
        let ValueKind::Binary(_, left, right) = &value.kind else {
            let ValueKind::Unary(_, operand) = &value.kind else { return None };
            let name = match self.is_pointer(operand) {
                true => return Some("the pointer may be null".to_owned()),
                false => self.quoted(operand).unwrap_or("the operand".to_owned()),
            };
            return Some(format!("{name} is any value"));
        };
        let any = match (left.as_int(), right.as_int()) {
            _ if self.is_pointer(left) => return None,
            (None, None) => return Some("both sides are any value".to_owned()),
            (None, _) => self.quoted(left).unwrap_or("the left side".to_owned()),
            (Some(_), _) => self.quoted(right).unwrap_or("the right side".to_owned()),
        };
        Some(format!("{any} is any value"))
    }

    /// An expression as it stands in the text, if that is short.
    fn quoted(&self, value: &Value) -> Option<String> {
        let text = self.env.program.source.words(value.span);
        (!text.is_empty() && text.len() <= 40).then(|| format!("`{text}`"))
    }

    /// What is known of the sides of a comparison or sum.
    fn operands(&mut self, value: &Value) -> Option<String> {
        match &value.kind {
            ValueKind::Convert(inner) => self.operands(inner),
            ValueKind::Binary(_, left, right) => {
                let constant = |value: &Value| value.as_int().is_some();
                let sides = [(left, "the left side"), (right, "the right side")];
                let known: Vec<String> = sides
                    .into_iter()
                    .filter(|(side, _)| !constant(side))
                    .filter_map(|(side, name)| self.known(side, name))
                    .collect();
                (!known.is_empty()).then(|| known.join(", "))
            }
            ValueKind::Unary(_, operand) => self.known(operand, "the operand"),
            _ => self.known(value, "the value"),
        }
    }

    /// `the number is 0.5..3`; none if nothing is known of it.
    fn known_float(&mut self, value: &Value, name: &str) -> Option<String> {
        let floats = self.floats(value);
        let nan = if floats.nan { ", or not a number" } else { "" };
        match floats.numbers {
            Some((low, high)) if low == high => Some(format!("{name} is {}{nan}", number(low))),
            Some((low, high)) if low == f64::NEG_INFINITY && high == f64::INFINITY => None,
            Some((low, high)) => Some(format!("{name} is {}..{}{nan}", number(low), number(high))),
            None => Some(format!("{name} is not a number")),
        }
    }

    fn float_operands(&mut self, value: &Value) -> String {
        let (known, any): (Vec<String>, &str) = match &value.kind {
            ValueKind::Binary(_, left, right) => {
                let sides = [(left, "the left side"), (right, "the right side")].into_iter();
                let known = sides.filter_map(|(side, name)| self.known_float(side, name));
                (known.collect(), "both sides are any value")
            }
            ValueKind::Convert(operand) => {
                let known = self.known_float(operand, "the number");
                (known.into_iter().collect(), "the number is any value")
            }
            _ => (Vec::new(), "the number is any value"),
        };
        if known.is_empty() { any.to_owned() } else { known.join(", ") }
    }

    /// Why a pointer may not be freed. Null may.
    fn freed(&mut self, pointer: &Value) -> Option<String> {
        let all = self.pointer(pointer, None, false)?;
        let (null, more) = ("it is null", "it is null, or ");
        let rest = all.strip_prefix(more).unwrap_or(&all);
        (rest != null).then(|| rest.to_owned())
    }

    /// What is wrong with a pointer.
    fn pointer(&mut self, pointer: &Value, size: Option<Range>, write: bool) -> Option<String> {
        let Evaluated::Pointer(address) = self.eval(pointer) else { return None };
        let bases = &address.bases;
        if bases.any {
            return Some("nothing is known about the pointer".to_owned());
        }
        let mut reasons: Vec<String> = Vec::new();
        if bases.null {
            reasons.push("it is null".to_owned());
        }
        if bases.dangling {
            reasons.push("its object no longer exists".to_owned());
        }
        reasons.extend(self.wrong_function(bases, pointer.ty));
        let start = self.offset_range(&address.offset);
        let pointee = self.env.program.types.pointee(pointer.ty);
        let pointee = pointee.filter(|ty| !matches!(self.env.program.types.get(*ty), Type::Void));
        let bytes = size.map_or(i128::MAX, |size| size.high);
        let written = pointee.map_or(Written::Bytes(bytes), Written::As);
        for object in &bases.objects {
            let constant =
                write && self.constancy_at(*object, &address.offset, written) != Constancy::None;
            reasons.extend(self.fault(*object, start, size, constant));
        }
        let mut said = BTreeSet::new();
        reasons.retain(|reason| said.insert(reason.clone()));
        (!reasons.is_empty()).then(|| reasons.join(", or "))
    }

    /// A function that a pointer of some type must not point to.
    fn wrong_function(&self, bases: &Bases, ty: TypeId) -> Option<String> {
        let types = &self.env.program.types;
        let called = types.pointee(ty);
        let called = called.filter(|ty| matches!(types.get(*ty), Type::Function { .. }));
        let fits = |id: &&FunctionId| {
            let own = self.env.program.function(**id).ty;
            called.is_some_and(|called| may_be_called_as(types, own, called))
        };
        let id = bases.functions.iter().find(|id| !fits(id))?;
        let name = &self.env.program.function(*id).name;
        Some(match called {
            Some(_) => format!("it points to `{name}`, which has another type"),
            None => format!("it points to the function `{name}`"),
        })
    }

    fn fault(
        &self,
        object: Object,
        start: Range,
        size: Option<Range>,
        constant: bool,
    ) -> Option<String> {
        let (name, length) = match object {
            Object::Variable(id) | Object::Waiting(id, _) => {
                let variable = self.env.program.variable(id);
                let literal = matches!(variable.storage, Storage::Literal(_));
                let name =
                    if literal { "a literal".to_owned() } else { format!("`{}`", variable.name) };
                if constant {
                    return Some(match literal || variable.constant {
                        true => format!("it points to {name}, which is constant"),
                        false => format!("it points to a constant member of {name}"),
                    });
                }
                (name, self.env.layout.size(object).map(|size| Range::point(size.into())))
            }
            Object::Heap(site) => {
                let block = self.state.heap.get(&site)?;
                match (block.freed, block.owner) {
                    (Freed::Yes, Owner::Call(_)) => {
                        return Some("its memory went out of scope".into());
                    }
                    (Freed::Yes, _) => return Some("its memory is freed".into()),
                    (Freed::Maybe, _) => return Some("its memory may be freed".into()),
                    (Freed::No, _) => {}
                }
                let cell = self.env.cells.size(site);
                let known = self.env.is_known(&self.state, cell);
                let units = self.env.bounds(&self.state, cell);
                let bytes = units.mul(Range::point(block.unit.into()));
                let name = match block.owner {
                    Owner::System => "memory of the system",
                    _ => "allocated memory",
                };
                (name.to_owned(), known.then_some(bytes))
            }
            _ => return None,
        };
        let Some(size) = size else {
            return match (object, start == Range::point(0)) {
                (Object::Variable(_) | Object::Waiting(..), _) => {
                    Some(format!("it points to {name}, which was not allocated"))
                }
                (_, false) => Some(format!("it points to byte {} of {name}", shown(start))),
                (_, true) => None,
            };
        };
        if start.is_cut() {
            return Some(format!("it is somewhere in {name}"));
        }
        if start.low <= -FAR && start.high >= FAR {
            return Some(format!("nothing is known about how far it is from the start of {name}"));
        }
        let of = length.filter(|length| !length.is_cut());
        let of = of.map_or(String::new(), |length| format!(" of {}", shown(length)));
        let outside = start.low < 0
            || length.is_none_or(|length| start.high.saturating_add(size.high) > length.low);
        outside.then(|| {
            let bytes = if size.high >= FAR { "any number of bytes".into() } else { bytes(size) };
            let end = length.filter(|length| !length.is_cut() && size.high < FAR);
            let beyond = end.map(|length| start.high.saturating_add(size.high) - length.low);
            let beyond = beyond.filter(|bytes| *bytes > 0 && *bytes < FAR);
            let beyond =
                beyond.map_or(String::new(), |bytes| format!(", up to {bytes} beyond its end"));
            let before = if start.low < 0 && start.low > -FAR {
                format!(", up to {} before its start", -start.low)
            } else {
                String::new()
            };
            let start = shown(start);
            let are = if size.high >= FAR { "may be" } else { "are" };
            format!("{bytes} from byte {start} on {are} used{of} in {name}{beyond}{before}")
        })
    }

    /// What was not freed.
    fn left(&self) -> Option<String> {
        let left = self.state.heap.values();
        let count =
            left.filter(|block| block.freed != Freed::Yes && block.owner == Owner::Program).count();
        let noun = if count == 1 { "allocation" } else { "allocations" };
        (count > 0).then(|| format!("memory of {count} {noun} may not be freed"))
    }
}
