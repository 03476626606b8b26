//! Memory: objects with cells by bit offset, and the variables that are such objects.

use super::{Interpreter, Result, Val, unknown};
use soundline_c::{
    IntType, Storage, Type, TypeId, VarId,
    tree::{Expr, ExprKind, Init, Part},
};

impl Interpreter<'_> {
    pub(super) fn object(&mut self, zeroed: bool) -> usize {
        self.zeroed.push(zeroed);
        self.zeroed.len() - 1
    }

    pub(super) fn store(&mut self, object: usize, offset: i128, value: Val) {
        match value {
            Val::Record(cells) => {
                cells.into_iter().for_each(|(at, value)| self.store(object, offset + at, value));
            }
            value => {
                self.cells.insert((object, offset), value);
            }
        }
    }

    pub(super) fn load(&self, object: usize, offset: i128, ty: TypeId) -> Result<Val> {
        let types = &self.program.types;
        if let Type::Record(_) = types.get(ty) {
            let end = offset + types.size(ty).unwrap_or(0) as i128 * 8;
            let inside = |at: &i128| (offset..end).contains(at);
            let cells = self.cells.iter().filter(|((o, at), _)| *o == object && inside(at));
            return Ok(Val::Record(cells.map(|((_, at), v)| (at - offset, v.clone())).collect()));
        }
        match self.cells.get(&(object, offset)) {
            Some(value) => Ok(value.clone()),
            None if self.zeroed[object] && types.pointee(ty).is_some() => Ok(Val::Ptr(0, 0)),
            None if self.zeroed[object] => Ok(Val::Int(0)),
            None => unknown("a read of nothing"),
        }
    }

    pub(super) fn variable(&mut self, variable: VarId) -> Result<usize> {
        if let Some(object) = self.frames.last().and_then(|frame| frame.get(&variable)) {
            return Ok(*object);
        }
        if let Some(object) = self.statics.get(&variable) {
            return Ok(*object);
        }
        let declared = self.program.variable(variable);
        let object = self.object(true);
        self.statics.insert(variable, object);
        if let Storage::Literal(units) = &declared.storage {
            for (at, unit) in units.iter().enumerate() {
                self.store(object, at as i128 * 8, Val::Int(i128::from(*unit as u8 as i8)));
            }
        }
        if let Some(init) = &declared.init {
            self.initialise(object, declared.ty, init)?;
        }
        Ok(object)
    }

    pub(super) fn initialise(&mut self, object: usize, ty: TypeId, init: &Init) -> Result<()> {
        match init {
            Init::Value(value) => {
                let value = self.value(value)?;
                self.store(object, 0, value);
            }
            Init::Parts(parts) => {
                self.zeroed[object] = true;
                for (path, value) in parts {
                    let offset = self.offset(ty, path);
                    let value = self.value(value)?;
                    self.store(object, offset, value);
                }
            }
            Init::Unmodelled(what, _) => return unknown(what),
        }
        Ok(())
    }

    pub(super) fn offset(&self, mut ty: TypeId, path: &[Part]) -> i128 {
        let types = &self.program.types;
        let mut offset = 0;
        for part in path {
            match part {
                Part::Field(record, field) => {
                    let field = &types.record(*record).fields[*field];
                    offset += i128::from(field.offset_bits);
                    ty = field.ty;
                }
                Part::Element(index) => {
                    if let Type::Array { element, .. } = types.get(ty) {
                        ty = *element;
                    }
                    offset += i128::from(*index) * self.bits(ty);
                }
            }
        }
        offset
    }

    pub(super) fn bits(&self, ty: TypeId) -> i128 {
        i128::from(self.program.types.size(ty).unwrap_or(1)) * 8
    }

    /// Stores what fits: a bit-field is narrower than its type.
    pub(super) fn put(
        &mut self,
        object: usize,
        offset: i128,
        place: &Expr,
        value: Val,
    ) -> Result<Val> {
        let types = &self.program.types;
        let width = match place.kind {
            ExprKind::Member { record, field, .. } => types.record(record).fields[field].bit_width,
            _ => None,
        };
        let value = match (value, types.integer(place.ty)) {
            (Val::Int(value), Some(int)) => {
                let int = IntType { bits: width.unwrap_or(int.bits), ..int };
                Val::Int(int.wrap(value).expect("128 bits are enough"))
            }
            (value, _) => value,
        };
        self.store(object, offset, value.clone());
        Ok(value)
    }
}
