//! Types, with the layouts that libclang computes.

use super::{Reader, declarations::levels, shared::Shape};
use crate::{
    Enum, EnumId, Field, IntType, Rank, Record, RecordId, Type, TypeId,
    clang::{ClangType, Cursor, kinds::*},
};

impl<'u> Reader<'u> {
    /// The type without its qualifiers.
    pub(super) fn ty(&mut self, clang: ClangType<'u>) -> TypeId {
        let clang = clang.canonical();
        let ty = match clang.kind() {
            TYPE_VOID => Type::Void,
            TYPE_FLOAT => Type::Float(32),
            TYPE_DOUBLE => Type::Float(64),
            TYPE_LONGDOUBLE => Type::Float(80),
            TYPE_FLOAT128 => Type::Float(128),
            TYPE_POINTER => Type::Pointer(self.ty(clang.pointee())),
            TYPE_CONSTANT_ARRAY => {
                let element = self.ty(clang.element());
                Type::Array { element, length: clang.array_length() }
            }
            TYPE_INCOMPLETE_ARRAY | TYPE_VARIABLE_ARRAY => {
                Type::Array { element: self.ty(clang.element()), length: None }
            }
            TYPE_RECORD => Type::Record(self.record(clang)),
            TYPE_ENUM => Type::Enum(self.enumeration(clang)),
            TYPE_FUNCTION_PROTO | TYPE_FUNCTION_NO_PROTO => self.function_type(clang),
            TYPE_ATOMIC => return self.ty(clang.atomic_value()),
            _ => match integer(clang) {
                Some(int) => Type::Int(int),
                // libclang crashes when asked for the sizes of its placeholders.
                None => {
                    let placeholder = clang.kind() == TYPE_UNEXPOSED;
                    let size = if placeholder { None } else { clang.size() };
                    Type::Other { name: clang.spelling(), size }
                }
            },
        };
        self.types.intern(ty)
    }

    /// The type of a value or parameter. libclang shows pointers that were declared as arrays or
    /// functions as what they were declared.
    pub(super) fn value_type(&mut self, clang: ClangType<'u>) -> TypeId {
        let ty = self.ty(clang);
        match *self.types.get(ty) {
            Type::Array { element, .. } => self.types.intern(Type::Pointer(element)),
            Type::Function { .. } => self.types.intern(Type::Pointer(ty)),
            _ => ty,
        }
    }

    fn function_type(&mut self, clang: ClangType<'u>) -> Type {
        let result = self.ty(clang.result());
        let parameters = clang.parameters().into_iter().map(|ty| self.ty(ty)).collect();
        // Without a prototype any arguments may follow.
        let variadic = clang.is_variadic() || clang.kind() == TYPE_FUNCTION_NO_PROTO;
        Type::Function { result, parameters, variadic }
    }

    fn record(&mut self, clang: ClangType<'u>) -> RecordId {
        let declaration = clang.declaration().canonical();
        if let Some(id) = self.record_ids.get(&declaration) {
            return *id;
        }
        let is_union = declaration.kind() == UNION_DECL;
        let keyword = if is_union { "union" } else { "struct" };
        let next = RecordId(self.types.records.len() as u32);
        let name = tagged(keyword, declaration, next.0);
        let size = clang.size();
        let description = self.description(clang);
        let shape = Shape { description, name: name.clone(), is_complete: size.is_some() };
        let known = self.shared.record(&shape);
        let completed = if known.is_none() { self.shared.completed(&shape) } else { None };
        let id = known.or(completed).unwrap_or(next);
        self.record_ids.insert(declaration, id);
        let span = clang.declaration().span();
        // Known before its fields are read: they may point back to it.
        if id == next {
            self.types.records.push(Record { name, is_union, fields: Vec::new(), size, span });
        } else if completed.is_some() {
            let own = &mut self.types.records[id.0 as usize];
            (own.size, own.span) = (size, span);
        }
        let mut fields = Vec::new();
        for cursor in clang.fields() {
            let anonymous = cursor.is_anonymous() || is_unnamed(&cursor.spelling());
            if cursor.bit_width().is_some() && anonymous {
                continue;
            }
            self.field_numbers.insert(cursor.canonical(), (id, fields.len()));
            let name = if anonymous { String::new() } else { cursor.spelling() };
            let ty = self.ty(cursor.ty());
            let offset_bits = cursor.offset_bits().unwrap_or(0);
            let bit_width = cursor.bit_width();
            let constant = levels(cursor.ty().canonical()).iter().any(|ty| ty.is_const());
            fields.push(Field { name, ty, offset_bits, bit_width, constant });
        }
        if known.is_none() {
            self.types.records[id.0 as usize].fields = fields;
            self.shared.share_record(shape, id);
        }
        id
    }

    fn enumeration(&mut self, clang: ClangType<'u>) -> EnumId {
        let declaration = clang.declaration().canonical();
        if let Some(id) = self.enum_ids.get(&declaration) {
            return *id;
        }
        let description = self.description(clang);
        if let Some(id) = self.shared.enumeration(&description) {
            self.enum_ids.insert(declaration, id);
            return id;
        }
        let id = EnumId(self.types.enums.len() as u32);
        self.enum_ids.insert(declaration, id);
        self.shared.share_enumeration(description, id);
        let definition = clang.declaration();
        let underlying = integer(definition.enum_type().canonical()).unwrap_or(IntType::INT);
        let constants = definition.children().into_iter();
        let constants = constants
            .filter(|child| child.kind() == ENUM_CONSTANT_DECL)
            .map(|child| (child.spelling(), child.enum_value(underlying.signed)))
            .collect();
        let name = tagged("enum", declaration, id.0);
        self.types.enums.push(Enum { name, underlying, constants });
        id
    }

    /// The way from a record to a field in it, through anonymous structs and unions.
    pub(super) fn path_to(&self, record: RecordId, field: Cursor<'u>) -> Vec<(RecordId, usize)> {
        let Some((owner, number)) = self.field_numbers.get(&field.canonical()).copied() else {
            return Vec::new();
        };
        let mut path = Vec::new();
        if self.descend(record, owner, &mut path) {
            path.push((owner, number));
        }
        path
    }

    fn descend(&self, from: RecordId, to: RecordId, path: &mut Vec<(RecordId, usize)>) -> bool {
        if from == to {
            return true;
        }
        for (number, field) in self.types.record(from).fields.iter().enumerate() {
            let Type::Record(inner) = self.types.get(field.ty) else { continue };
            if field.name.is_empty() {
                path.push((from, number));
                if self.descend(*inner, to, path) {
                    return true;
                }
                path.pop();
            }
        }
        false
    }
}

pub(super) fn tagged(keyword: &str, declaration: Cursor<'_>, number: u32) -> String {
    let tag = declaration.spelling();
    let tag = if is_unnamed(&tag) { format!("#{number}") } else { tag };
    format!("{keyword} {tag}")
}

/// libclang makes up names such as `struct (unnamed at x.c:1:2)`.
pub(super) fn is_unnamed(spelling: &str) -> bool {
    spelling.is_empty() || spelling.contains('(')
}

fn integer(clang: ClangType<'_>) -> Option<IntType> {
    let (rank, signed) = match clang.kind() {
        TYPE_BOOL => return Some(IntType { rank: Rank::Bool, bits: 1, signed: false }),
        TYPE_CHAR_S => (Rank::PlainChar, true),
        TYPE_CHAR_U => (Rank::PlainChar, false),
        TYPE_SCHAR => (Rank::Char, true),
        TYPE_UCHAR => (Rank::Char, false),
        TYPE_SHORT => (Rank::Short, true),
        TYPE_USHORT => (Rank::Short, false),
        TYPE_INT => (Rank::Int, true),
        TYPE_UINT => (Rank::Int, false),
        TYPE_LONG => (Rank::Long, true),
        TYPE_ULONG => (Rank::Long, false),
        TYPE_LONGLONG => (Rank::LongLong, true),
        TYPE_ULONGLONG => (Rank::LongLong, false),
        TYPE_INT128 => (Rank::Int128, true),
        TYPE_UINT128 => (Rank::Int128, false),
        _ => return None,
    };
    Some(IntType { rank, bits: clang.size()? as u32 * 8, signed })
}
