//! What the units of a program have in common: names with external linkage, and types.

use super::{Reader, types::is_unnamed};
use crate::{
    EnumId, Error, FunctionId, RecordId, Source, Span, Type, TypeId, Types, VarId,
    clang::{ClangType, Cursor, kinds::*},
};
use std::collections::{BTreeMap, HashMap};
use std::fmt::Write;

/// So many conflicts are told.
const TOLD: usize = 10;

/// What the units that were read so far share with the next ones.
#[derive(Default)]
pub(super) struct Shared {
    /// Whether there are several units.
    several: bool,
    /// How many were begun.
    unit: u32,
    /// By name, with the unit that they come from.
    variables: HashMap<String, (VarId, u32)>,
    functions: HashMap<String, (FunctionId, u32)>,
    /// By all that is said about them: types of different units are the same if they look the same, with all their parts.
    records: HashMap<String, (RecordId, u32)>,
    enums: HashMap<String, (EnumId, u32)>,
    /// By their tags: structs and unions that units know by name only, and the first ones with fields.
    opaque: HashMap<String, RecordId>,
    complete: HashMap<String, RecordId>,
    conflicts: Vec<String>,
}

impl Shared {
    /// For a program of one unit, or of several.
    pub(super) fn new(several: bool) -> Shared {
        Shared { several, ..Shared::default() }
    }

    pub(super) fn next_unit(&mut self) {
        self.unit += 1;
    }

    /// The struct or union of an earlier unit that looks like this. Inside of a unit, those that look the same may still be
    /// different ones. One without fields is the one with fields of the same name.
    pub(super) fn record(&mut self, shape: &Shape) -> Option<RecordId> {
        if !self.several {
            return None;
        }
        match (shape.is_complete, self.records.get(&shape.description)) {
            (true, Some((id, unit))) => (*unit < self.unit).then_some(*id),
            (true, None) => None,
            (false, _) => {
                let known = self.complete.get(&shape.name).or(self.opaque.get(&shape.name));
                known.copied()
            }
        }
    }

    /// The struct or union that is completed by this one, if units knew it by name only.
    pub(super) fn completed(&mut self, shape: &Shape) -> Option<RecordId> {
        if shape.is_complete { self.opaque.remove(&shape.name) } else { None }
    }

    pub(super) fn share_record(&mut self, shape: Shape, id: RecordId) {
        if !self.several {
            return;
        }
        if !shape.is_complete {
            self.opaque.insert(shape.name, id);
            return;
        }
        self.complete.entry(shape.name).or_insert(id);
        self.records.entry(shape.description).or_insert((id, self.unit));
    }

    /// The same for enumerations.
    pub(super) fn enumeration(&self, description: &str) -> Option<EnumId> {
        let (id, unit) = self.enums.get(description)?;
        (*unit < self.unit).then_some(*id)
    }

    pub(super) fn share_enumeration(&mut self, description: String, id: EnumId) {
        self.enums.entry(description).or_insert((id, self.unit));
    }

    pub(super) fn share_variable(&mut self, name: &str, id: VarId) {
        self.variables.entry(name.to_owned()).or_insert((id, self.unit));
    }

    pub(super) fn share_function(&mut self, name: &str, id: FunctionId) {
        self.functions.entry(name.to_owned()).or_insert((id, self.unit));
    }

    /// Something is defined in two units.
    pub(super) fn twice(&mut self, source: &Source, name: &str, one: Span, other: Span) {
        let (one, other) = (source.locate(one.start), source.locate(other.start));
        self.conflicts.push(format!("`{name}` is defined at {one} and at {other}"));
    }

    /// Whether all units fit together.
    pub(super) fn verdict(&self) -> Result<(), Error> {
        let more = self.conflicts.len().saturating_sub(TOLD);
        match self.conflicts.len() {
            0 => Ok(()),
            count => {
                let mut text = self.conflicts[..count.min(TOLD)].join("; ");
                if more > 0 {
                    let _ = write!(text, "; and {more} more conflicts");
                }
                Err(Error::Conflicts(format!("the files are not one program: {text}")))
            }
        }
    }
}

/// A struct or union as it is compared with those of other units.
pub(super) struct Shape {
    pub(super) description: String,
    /// Its tag with the keyword.
    pub(super) name: String,
    pub(super) is_complete: bool,
}

impl<'u> Reader<'u> {
    /// The variable of an earlier unit that a declaration means, if it was not met in this unit yet.
    pub(super) fn shared_variable(&mut self, cursor: Cursor<'u>, ty: TypeId) -> Option<VarId> {
        if !self.shared.several || !cursor.is_external() {
            return None;
        }
        let (id, unit) = self.shared.variables.get(&cursor.spelling()).copied()?;
        if unit == self.shared.unit || self.variable_ids.contains_key(&cursor.canonical()) {
            return None;
        }
        let variable = &self.variables[id.index()];
        if !agree(self.types, variable.ty, ty) {
            self.disagreement(
                &cursor.spelling(),
                (variable.ty, variable.span),
                (ty, cursor.span()),
            );
        }
        let levels = super::declarations::levels(cursor.ty().canonical());
        let variable = &mut self.variables[id.index()];
        variable.volatile |= levels.iter().any(|ty| ty.is_volatile() || ty.kind() == TYPE_ATOMIC);
        variable.constant &= levels.iter().any(|ty| ty.is_const());
        Some(id)
    }

    /// The same for functions. Functions that are `inline` belong to their units.
    pub(super) fn shared_function(&mut self, cursor: Cursor<'u>) -> Option<FunctionId> {
        if !self.shared.several || !cursor.is_external() || cursor.is_inline() {
            return None;
        }
        let (id, unit) = self.shared.functions.get(&cursor.spelling()).copied()?;
        if unit == self.shared.unit || self.function_ids.contains_key(&cursor.canonical()) {
            return None;
        }
        let ty = self.ty(cursor.ty());
        let function = &self.functions[id.index()];
        if !agree(self.types, function.ty, ty) {
            self.disagreement(
                &cursor.spelling(),
                (function.ty, function.span),
                (ty, cursor.span()),
            );
        }
        Some(id)
    }

    fn disagreement(&mut self, name: &str, one: (TypeId, Span), other: (TypeId, Span)) {
        let place = |span: Span| self.source.locate(span.start);
        let sentence = format!(
            "`{name}` is declared as {} at {} and as {} at {}",
            self.types.show(one.0),
            place(one.1),
            self.types.show(other.0),
            place(other.1)
        );
        self.shared.conflicts.push(sentence);
    }

    /// All that is said about a struct, union or enumeration, and about all types that it mentions.
    pub(super) fn description(&self, clang: ClangType<'u>) -> String {
        if !self.shared.several {
            return String::new();
        }
        let mut all = Description::default();
        let first = all.of(clang, Mention::Inside);
        // What is mentioned by name is described once.
        while let Some((name, clang)) = all.open.pop() {
            let described = all.inside(clang);
            all.closed.insert(name, described);
        }
        let mut text = first;
        for (name, described) in all.closed {
            let _ = write!(text, "\n{name} {described}");
        }
        text
    }
}

/// How a type is mentioned: as a part, or behind a pointer.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mention {
    Inside,
    Behind,
}

/// A description in the making.
#[derive(Default)]
struct Description<'u> {
    open: Vec<(String, ClangType<'u>)>,
    closed: BTreeMap<String, String>,
}

impl<'u> Description<'u> {
    fn of(&mut self, clang: ClangType<'u>, mention: Mention) -> String {
        let clang = clang.canonical();
        let qualifiers = match (clang.is_const(), clang.is_volatile()) {
            (true, true) => "cv ",
            (true, false) => "c ",
            (false, true) => "v ",
            (false, false) => "",
        };
        let plain = match clang.kind() {
            // A unit need not know what is behind a pointer.
            TYPE_POINTER => format!("*{}", self.of(clang.pointee(), Mention::Behind)),
            TYPE_CONSTANT_ARRAY | TYPE_INCOMPLETE_ARRAY | TYPE_VARIABLE_ARRAY => {
                let length = clang.array_length();
                format!("[{length:?}]{}", self.of(clang.element(), mention))
            }
            TYPE_FUNCTION_PROTO | TYPE_FUNCTION_NO_PROTO => {
                let result = self.of(clang.result(), Mention::Behind);
                let parameters: Vec<String> =
                    clang.parameters().into_iter().map(|ty| self.of(ty, Mention::Behind)).collect();
                let open = (clang.kind() == TYPE_FUNCTION_NO_PROTO, clang.is_variadic());
                format!("({}{open:?}){result}", parameters.join(","))
            }
            TYPE_ATOMIC => format!("atomic {}", self.of(clang.atomic_value(), mention)),
            TYPE_RECORD | TYPE_ENUM => {
                let declaration = clang.declaration();
                let tag = declaration.spelling();
                match is_unnamed(&tag) {
                    true => self.inside(clang),
                    false => {
                        let name = format!("{} {tag}", declaration.kind());
                        if mention == Mention::Inside && !self.closed.contains_key(&name) {
                            self.closed.insert(name.clone(), String::new());
                            self.open.push((name.clone(), clang));
                        }
                        name
                    }
                }
            }
            _ => clang.spelling(),
        };
        format!("{qualifiers}{plain}")
    }

    /// The fields or constants.
    fn inside(&mut self, clang: ClangType<'u>) -> String {
        let mut text = String::new();
        if clang.kind() == TYPE_ENUM {
            let definition = clang.declaration();
            let _ = write!(text, "enum {}", definition.enum_type().spelling());
            let constants = definition.children().into_iter();
            for constant in constants.filter(|child| child.kind() == ENUM_CONSTANT_DECL) {
                let _ = write!(text, ";{}={}", constant.spelling(), constant.enum_value(true));
            }
            return text;
        }
        let _ = write!(text, "{} {:?}{{", clang.declaration().kind(), clang.size());
        for field in clang.fields() {
            let ty = self.of(field.ty(), Mention::Inside);
            let name = field.spelling();
            let name = if is_unnamed(&name) { "" } else { &name };
            let (offset, width) = (field.offset_bits(), field.bit_width());
            let _ = write!(text, "{name} {ty} {offset:?} {width:?};");
        }
        text.push('}');
        text
    }
}

/// Whether declarations with these types can mean the same thing.
fn agree(types: &Types, one: TypeId, other: TypeId) -> bool {
    match (types.get(one), types.get(other)) {
        _ if one == other => true,
        (Type::Pointer(one), Type::Pointer(other)) => agree(types, *one, *other),
        (
            Type::Array { element: one, length: first },
            Type::Array { element: other, length: second },
        ) => (first == second || first.is_none() || second.is_none()) && agree(types, *one, *other),
        (Type::Record(one), Type::Record(other)) => {
            let (one, other) = (types.record(*one), types.record(*other));
            // A unit need not know what is in it, nor what is in a type that it mentions.
            let same = one.name == other.name && one.is_union == other.is_union;
            let layout =
                one.fields.iter().zip(&other.fields).all(|(one, other)| {
                    one.name == other.name && one.offset_bits == other.offset_bits
                });
            same && (one.size.is_none()
                || other.size.is_none()
                || (one.size == other.size && one.fields.len() == other.fields.len() && layout))
        }
        (Type::Enum(_) | Type::Int(_), Type::Enum(_) | Type::Int(_)) => {
            let is_enum = |ty: TypeId| matches!(types.get(ty), Type::Enum(_));
            (is_enum(one) || is_enum(other))
                && types.integer(one).map(|int| int.bits)
                    == types.integer(other).map(|int| int.bits)
        }
        (
            Type::Function { result: one, parameters: first, variadic: open },
            Type::Function { result: other, parameters: second, variadic: too },
        ) => {
            let unknown = (first.is_empty() && *open) || (second.is_empty() && *too);
            let same = open == too
                && first.len() == second.len()
                && first.iter().zip(second).all(|(one, other)| agree(types, *one, *other));
            agree(types, *one, *other) && (unknown || same)
        }
        _ => false,
    }
}
