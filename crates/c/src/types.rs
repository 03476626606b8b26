//! The types of a program, interned, with their layouts.

use crate::{DataModel, IntType, Rank, Span};
use std::collections::HashMap;

/// A type of a program: an index into its [`Types`]. Equal types have equal indices; qualifiers are
/// left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TypeId(pub(crate) u32);

/// A struct or union of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct RecordId(pub(crate) u32);

/// An enumeration of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct EnumId(pub(crate) u32);

/// What a type is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Type {
    /// `void`.
    Void,
    /// An integer type.
    Int(IntType),
    /// A binary floating-point type of that many value bits: 32, 64, 80 or 128.
    Float(u32),
    /// A pointer.
    Pointer(TypeId),
    /// An array.
    Array {
        /// The type of its elements.
        element: TypeId,
        /// How many; none if it is incomplete, flexible, or only known at run time.
        length: Option<u64>,
    },
    /// A struct or union.
    Record(RecordId),
    /// An enumeration.
    Enum(EnumId),
    /// A function.
    Function {
        /// What it returns.
        result: TypeId,
        /// The types of its parameters.
        parameters: Vec<TypeId>,
        /// Whether it takes more arguments than these.
        variadic: bool,
    },
    /// Something that is not modelled: vectors, complex numbers, wide bit-precise integers.
    Other {
        /// Its name.
        name: String,
        /// How many bytes a value has.
        size: Option<u64>,
    },
}

/// A struct or union.
#[derive(Clone, Debug)]
pub struct Record {
    /// Its tag with the keyword, such as `struct S`; numbered if it has no tag.
    pub name: String,
    /// Whether the fields share their storage.
    pub is_union: bool,
    /// The fields in order, without unnamed bit-fields.
    pub fields: Vec<Field>,
    /// How many bytes; none if it is never completed.
    pub size: Option<u64>,
    /// Where it is defined, or else declared.
    pub span: Span,
}

/// A field of a struct or union.
#[derive(Clone, Debug)]
pub struct Field {
    /// Its name, empty for an anonymous struct or union.
    pub name: String,
    /// Its declared type.
    pub ty: TypeId,
    /// Where it starts, in bits from the start of the record.
    pub offset_bits: u64,
    /// The width of a bit-field.
    pub bit_width: Option<u32>,
    /// Whether it is declared `const`, or an array of what is.
    pub constant: bool,
}

/// An enumeration.
#[derive(Clone, Debug)]
pub struct Enum {
    /// Its tag with the keyword, numbered if it has none.
    pub name: String,
    /// The integer type that represents it.
    pub underlying: IntType,
    /// The constants with their values.
    pub constants: Vec<(String, i128)>,
}

/// All types of a program.
#[derive(Clone, Debug)]
pub struct Types {
    model: DataModel,
    types: Vec<Type>,
    index: HashMap<Type, TypeId>,
    pub(crate) records: Vec<Record>,
    pub(crate) enums: Vec<Enum>,
}

impl Types {
    pub(crate) fn new(model: DataModel) -> Self {
        let (types, index) = (Vec::new(), HashMap::new());
        let mut types = Self { model, types, index, records: Vec::new(), enums: Vec::new() };
        types.int();
        types
    }

    /// The data model, which decides the widths.
    pub fn model(&self) -> DataModel {
        self.model
    }

    /// What a type is.
    pub fn get(&self, id: TypeId) -> &Type {
        &self.types[id.0 as usize]
    }

    /// A struct or union.
    pub fn record(&self, id: RecordId) -> &Record {
        &self.records[id.0 as usize]
    }

    /// All structs and unions. Those inside of others come after them.
    pub fn records(&self) -> impl Iterator<Item = RecordId> + use<> {
        (0..self.records.len() as u32).map(RecordId)
    }

    /// An enumeration.
    pub fn enumeration(&self, id: EnumId) -> &Enum {
        &self.enums[id.0 as usize]
    }

    /// The index of a type that occurs in the program. `int` always does.
    pub fn find(&self, ty: &Type) -> Option<TypeId> {
        self.index.get(ty).copied()
    }

    /// The index of a type, new or known.
    pub fn intern(&mut self, ty: Type) -> TypeId {
        if let Some(id) = self.find(&ty) {
            return id;
        }
        let id = TypeId(self.types.len() as u32);
        self.types.push(ty.clone());
        self.index.insert(ty, id);
        id
    }

    /// The integer type behind integers, `_Bool`, bit-fields and enumerations.
    pub fn integer(&self, id: TypeId) -> Option<IntType> {
        match self.get(id) {
            Type::Int(int) => Some(*int),
            Type::Enum(id) => Some(self.enumeration(*id).underlying),
            _ => None,
        }
    }

    /// What a pointer points to.
    pub fn pointee(&self, id: TypeId) -> Option<TypeId> {
        match self.get(id) {
            Type::Pointer(pointee) => Some(*pointee),
            _ => None,
        }
    }

    /// Whether it is an integer, floating-point or pointer type.
    pub fn is_scalar(&self, id: TypeId) -> bool {
        matches!(self.get(id), Type::Int(_) | Type::Enum(_) | Type::Float(_) | Type::Pointer(_))
    }

    /// How many bytes a value has. 1 for `void` and functions, as in GNU C's pointer arithmetic;
    /// none if the type is incomplete or its size only known at run time.
    pub fn size(&self, id: TypeId) -> Option<u64> {
        match self.get(id) {
            Type::Void | Type::Function { .. } => Some(1),
            Type::Int(int) => Some(u64::from(int.bits).div_ceil(8)),
            Type::Enum(id) => Some(u64::from(self.enumeration(*id).underlying.bits / 8)),
            Type::Float(80) if self.model == DataModel::Ilp32 => Some(12),
            Type::Float(80) => Some(16),
            Type::Float(bits) => Some(u64::from(bits / 8)),
            Type::Pointer(_) => Some(u64::from(self.model.pointer_bits() / 8)),
            Type::Array { element, length } => self.size(*element)?.checked_mul((*length)?),
            Type::Record(id) => self.record(*id).size,
            Type::Other { size, .. } => *size,
        }
    }

    /// Whether some of the bits from `first` to before `end` of an object of this type belong to a member that is
    /// declared `const`. In a union another member may share them: then all must be.
    pub fn touches_constant(&self, id: TypeId, first: u64, end: u64) -> bool {
        match self.get(id) {
            _ if first >= end => false,
            Type::Array { element, .. } => {
                let size = self.size(*element).unwrap_or(0).saturating_mul(8);
                if size == 0 {
                    return false;
                }
                let (start, width) = (first % size, end - first);
                let rest = start.saturating_add(width).saturating_sub(size);
                match width >= size {
                    true => self.touches_constant(*element, 0, size),
                    false => {
                        self.touches_constant(*element, start, size.min(start + width))
                            || self.touches_constant(*element, 0, rest)
                    }
                }
            }
            Type::Record(id) => {
                let record = self.record(*id);
                let touched = |field: &Field| {
                    let size = self.size(field.ty).unwrap_or(u64::MAX / 16).saturating_mul(8);
                    let size = field.bit_width.map_or(size, u64::from);
                    let from = first.saturating_sub(field.offset_bits);
                    let to = end.saturating_sub(field.offset_bits).min(size);
                    from < to && (field.constant || self.touches_constant(field.ty, from, to))
                };
                match record.is_union {
                    true => !record.fields.is_empty() && record.fields.iter().all(touched),
                    false => record.fields.iter().any(touched),
                }
            }
            _ => false,
        }
    }

    /// Its name, close to how C writes it.
    pub fn show(&self, id: TypeId) -> String {
        match self.get(id) {
            Type::Void => "void".into(),
            Type::Int(int) => int.name(),
            Type::Float(32) => "float".into(),
            Type::Float(64) => "double".into(),
            Type::Float(80) => "long double".into(),
            Type::Float(bits) => format!("_Float{bits}"),
            Type::Pointer(pointee) => format!("{}*", self.show(*pointee)),
            Type::Array { element, length } => {
                let length = length.map_or(String::new(), |length| length.to_string());
                format!("{}[{length}]", self.show(*element))
            }
            Type::Record(id) => self.record(*id).name.clone(),
            Type::Enum(id) => self.enumeration(*id).name.clone(),
            Type::Function { result, parameters, variadic } => {
                let mut shown: Vec<_> = parameters.iter().map(|id| self.show(*id)).collect();
                shown.extend(variadic.then(|| "...".to_owned()));
                format!("{}({})", self.show(*result), shown.join(", "))
            }
            Type::Other { name, .. } => name.clone(),
        }
    }

    pub(crate) fn int(&mut self) -> TypeId {
        self.intern(Type::Int(IntType::INT))
    }

    /// The type of array lengths and indices in checks: signed, as wide as a pointer.
    pub(crate) fn pointer_difference(&mut self) -> TypeId {
        let (rank, bits) = match self.model {
            DataModel::Ilp32 => (Rank::Int, 32),
            DataModel::Lp64 => (Rank::Long, 64),
        };
        self.intern(Type::Int(IntType { rank, bits, signed: true }))
    }
}
