//! From places in objects to cells, by the types.

use super::{Cell, CellId, CellKind, Cells, Object};
use soundline_c::tree::{Init, Part};
use soundline_c::{Program, Storage, Type, TypeId};

/// Where the cells of a program's objects are.
pub(crate) struct Layout<'p> {
    pub(crate) program: &'p Program,
    /// Arrays of more elements have one cell for all.
    pub(crate) most_elements: u64,
}

/// A place that access to an object at some offset comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Spot {
    /// Where it starts, in bits. Elements of large arrays all come to the first one.
    pub(crate) offset: u64,
    /// How many bits are covered, if it is an element of a large array.
    pub(crate) extent: Option<u64>,
}

/// More arguments than `main` has.
const MOST_ARGUMENTS: u64 = 1 << 32;

/// Objects have at most so many scalars that are listed.
const MOST_LEAVES: usize = 96;

/// Where they have more, only elements of arrays of at most so many elements are listed, or none.
const FEW_ELEMENTS: u64 = 4;

/// And at most so many parts that are looked at for them: types may have very many without a scalar.
const MOST_PARTS: usize = 4_000;

/// Scalars of a type.
#[derive(Default)]
struct Scalars {
    /// Elements of larger arrays are not among them.
    most: u64,
    places: Vec<(u64, TypeId)>,
    /// How many parts have been looked at.
    parts: usize,
}

impl Scalars {
    /// Adds one; false if there are too many.
    fn add(&mut self, offset: u64, ty: TypeId) -> bool {
        self.places.push((offset, ty));
        self.places.len() <= MOST_LEAVES
    }
}

impl Layout<'_> {
    /// The kind of cell for values of a type; none if they are not followed.
    pub(crate) fn kind(&self, ty: TypeId) -> Option<(CellKind, u32)> {
        let types = &self.program.types;
        match types.get(ty) {
            Type::Pointer(_) => Some((CellKind::Pointer, types.model().pointer_bits())),
            Type::Float(bits) => {
                // Those that are wider than a double are padded.
                let stored = types.size(ty)?.checked_mul(8)?;
                Some((CellKind::Float(*bits), u32::try_from(stored).ok()?))
            }
            _ => {
                let int = types.integer(ty)?;
                let stored = if int.rank == soundline_c::Rank::Bool { 8 } else { int.bits };
                (int.bits < 128 || int.signed).then_some((CellKind::Int(int), stored))
            }
        }
    }

    /// The declared type of an object.
    pub(crate) fn type_of(&self, object: Object) -> Option<TypeId> {
        object.variable().map(|id| self.program.variable(id).ty)
    }

    /// Where access to so many bits of an object comes to; none if no cell is like that.
    pub(crate) fn spot(&self, object: Object, offset: u64, bits: u64) -> Option<Spot> {
        match self.type_of(object) {
            Some(ty) => self.walk(ty, offset, bits),
            // All of them at once.
            None if object == Object::ARGUMENTS => {
                let stride = u64::from(self.program.types.model().pointer_bits());
                Some(Spot { offset: offset % stride, extent: Some(MOST_ARGUMENTS * stride) })
            }
            None => Some(Spot { offset, extent: None }),
        }
    }

    pub(crate) fn walk(&self, ty: TypeId, offset: u64, bits: u64) -> Option<Spot> {
        let types = &self.program.types;
        match types.get(ty) {
            Type::Array { element, length } => {
                let stride = types.size(*element)?.checked_mul(8).filter(|stride| *stride > 0)?;
                let inside = self.walk(*element, offset % stride, bits)?;
                if offset % stride + bits > stride {
                    return None;
                }
                match length {
                    Some(length) if *length <= self.most_elements => {
                        let start = offset - offset % stride;
                        Some(Spot { offset: start + inside.offset, ..inside })
                    }
                    _ => {
                        // From the first such element to the end of the last one.
                        let all = length.unwrap_or(u64::MAX / stride / 2).saturating_sub(1);
                        let own = inside.extent.unwrap_or(bits);
                        let extent = all.saturating_mul(stride).saturating_add(own);
                        Some(Spot { offset: inside.offset, extent: Some(extent) })
                    }
                }
            }
            Type::Record(id) if !types.record(*id).is_union => {
                let record = types.record(*id);
                let holds = |field: &&soundline_c::Field| {
                    let size = match field.bit_width {
                        Some(width) => u64::from(width),
                        None => types.size(field.ty).unwrap_or(0).saturating_mul(8),
                    };
                    let flexible = types.size(field.ty).is_none();
                    let end = field.offset_bits.saturating_add(size);
                    field.offset_bits <= offset && (offset < end || flexible)
                };
                match record.fields.iter().rev().find(holds) {
                    Some(field) if field.bit_width.is_none() => {
                        let start = field.offset_bits;
                        let spot = self.walk(field.ty, offset - start, bits)?;
                        Some(Spot { offset: start + spot.offset, ..spot })
                    }
                    _ => Some(Spot { offset, extent: None }),
                }
            }
            _ => Some(Spot { offset, extent: None }),
        }
    }

    /// Whether a type has a `_Bool` at some bits from its start, which no union shares with others, or a bit-field.
    pub(crate) fn declares_bool(&self, ty: TypeId, offset: u64) -> bool {
        let types = &self.program.types;
        match types.get(ty) {
            Type::Array { element, .. } => {
                let stride = types.size(*element).and_then(|size| size.checked_mul(8));
                let stride = stride.filter(|stride| *stride > 0);
                stride.is_some_and(|stride| self.declares_bool(*element, offset % stride))
            }
            Type::Record(id) if types.record(*id).is_union => false,
            Type::Record(id) => {
                let fields = types.record(*id).fields.iter().rev();
                let mut before = fields.filter(|field| field.offset_bits <= offset);
                before.next().is_some_and(|field| {
                    field.bit_width.is_some()
                        || self.declares_bool(field.ty, offset - field.offset_bits)
                })
            }
            _ => types.integer(ty).is_some_and(|int| int.rank == soundline_c::Rank::Bool),
        }
    }

    /// The cell for values of a type at a spot.
    pub(crate) fn cell(
        &self,
        cells: &Cells,
        object: Object,
        spot: Spot,
        ty: TypeId,
    ) -> Option<CellId> {
        Some(cells.number(self.cell_of(object, spot, ty)?))
    }

    /// The same, if there is such a cell by now.
    pub(crate) fn known_cell(
        &self,
        cells: &Cells,
        object: Object,
        spot: Spot,
        ty: TypeId,
    ) -> Option<CellId> {
        cells.find(&self.cell_of(object, spot, ty)?)
    }

    fn cell_of(&self, object: Object, spot: Spot, ty: TypeId) -> Option<Cell> {
        let (kind, bits) = self.kind(ty)?;
        let extent = spot.extent.unwrap_or(0).max(u64::from(bits));
        let offset = spot.offset;
        Some(Cell { object, offset, bits, kind, extent, segment: 0 })
    }

    /// The cells of all scalars in a part of an object, of the given type, that starts at an offset, or of some of them where
    /// they are many. Unions have none: what is written there decides.
    pub(crate) fn leaves(
        &self,
        cells: &Cells,
        object: Object,
        offset: u64,
        ty: TypeId,
    ) -> Option<Vec<CellId>> {
        let scalars = [self.most_elements, FEW_ELEMENTS, 0].into_iter().find_map(|most| {
            let mut scalars = Scalars { most, ..Scalars::default() };
            self.collect(offset, ty, &mut scalars).then_some(scalars)
        })?;
        let mut found = Vec::new();
        for (offset, ty) in scalars.places {
            let Some((_, bits)) = self.kind(ty) else { continue };
            let Some(spot) = self.spot(object, offset, bits.into()) else { continue };
            found.extend(self.cell(cells, object, spot, ty));
        }
        found.sort_unstable();
        found.dedup();
        Some(found)
    }

    fn collect(&self, offset: u64, ty: TypeId, found: &mut Scalars) -> bool {
        let types = &self.program.types;
        found.parts += 1;
        if found.parts > MOST_PARTS {
            return false;
        }
        match types.get(ty) {
            Type::Array { element, length } => {
                let Some(stride) = types.size(*element) else { return true };
                let listed = match length {
                    Some(length) if *length <= found.most => *length,
                    // Left out, so that all other scalars are few enough.
                    Some(length) if *length <= self.most_elements => 0,
                    // The first stands for all.
                    _ => 1,
                };
                (0..listed).all(|index| self.collect(offset + index * stride * 8, *element, found))
            }
            Type::Record(id) if types.record(*id).is_union => true,
            Type::Record(id) => types.record(*id).fields.iter().all(|field| {
                match (field.bit_width, types.integer(field.ty)) {
                    (Some(width), Some(int)) => {
                        let rank = soundline_c::Rank::BitField;
                        let narrow = soundline_c::IntType { rank, bits: width, ..int };
                        let narrow = if width < int.bits { narrow } else { int };
                        match types.find(&Type::Int(narrow)) {
                            Some(ty) => found.add(offset + field.offset_bits, ty),
                            None => true,
                        }
                    }
                    _ => self.collect(offset + field.offset_bits, field.ty, found),
                }
            }),
            _ => found.add(offset, ty),
        }
    }

    /// How many bytes an object has; none if that is not known from its declaration.
    pub(crate) fn size(&self, object: Object) -> Option<u64> {
        let variable = self.program.variable(object.variable()?);
        let types = &self.program.types;
        let known = !matches!(types.get(variable.ty), Type::Array { length: None, .. });
        let size = types.size(variable.ty).filter(|_| known)?;
        if !self.ends_open(variable.ty) {
            return Some(size);
        }
        // An array without length at the end of a struct has the elements that are initialised.
        match &variable.init {
            Some(Init::Parts(parts)) => {
                let ends = parts.iter().map(|(path, _)| self.end_of(variable.ty, path));
                ends.chain([Some(size)]).try_fold(0, |most, end| Some(end?.max(most)))
            }
            Some(_) => None,
            None => (variable.storage != Storage::Extern).then_some(size),
        }
    }

    /// Whether a type is a struct with an array without length, or of length 0, at its end.
    fn ends_open(&self, ty: TypeId) -> bool {
        let Type::Record(id) = self.program.types.get(ty) else { return false };
        let last = self.program.types.record(*id).fields.last();
        last.is_some_and(|field| match self.program.types.get(field.ty) {
            Type::Array { length, .. } => matches!(length, None | Some(0)),
            _ => self.ends_open(field.ty),
        })
    }

    /// The byte behind a part.
    fn end_of(&self, ty: TypeId, path: &[Part]) -> Option<u64> {
        let types = &self.program.types;
        let (mut ty, mut bits) = (ty, 0u64);
        for part in path {
            let (next, offset) = match (part, types.get(ty)) {
                (Part::Field(record, number), _) => {
                    let field = types.record(*record).fields.get(*number)?;
                    (field.ty, field.offset_bits)
                }
                (Part::Element(index), Type::Array { element, .. }) => {
                    (*element, types.size(*element)?.checked_mul(8)?.checked_mul(*index)?)
                }
                _ => return None,
            };
            (ty, bits) = (next, bits.checked_add(offset)?);
        }
        (bits / 8).checked_add(types.size(ty)?)
    }
}
