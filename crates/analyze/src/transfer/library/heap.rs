//! The heap: functions that allocate and release it.

use crate::eval::{Address, Evaluated, FOLLOWED_BYTES, Number, Step};
use crate::memory::{Bases, CellId, Object};
use crate::numeric::{Lin, Range};
use crate::state::{Block, Freed, Owner};
use soundline_c::{BinaryOp, Place, Type, TypeId, Value, ValueKind};
use std::rc::Rc;

/// So many elements of a new array of zeros get cells, if it is large.
const FEW_ELEMENTS: u64 = 2;

impl Step<'_, '_> {
    /// A new heap object, or one that belongs to somebody else. With `zeroed`, its bytes are zero; of the type in it, if that is known.
    pub(super) fn allocate(
        &mut self,
        site: u32,
        unit: u64,
        size: Option<Number>,
        result: Option<&Place>,
        owner: Owner,
        zeroed: Option<Option<TypeId>>,
    ) {
        let object = Object::Heap(site);
        let size = size.map(|size| self.tightened(size)).filter(|size| size.range.low >= 0);
        let known = size.as_ref().and_then(|size| size.range.as_point());
        let size = size.map(|size| in_units(&size, unit));
        let followed = known.is_some();
        let small = known.is_some_and(|bytes| bytes <= i128::from(FOLLOWED_BYTES));
        let cell = self.env.cells.size(site);
        // What the size is computed from may be in the object that was the last one until now.
        let own = |id: CellId| self.env.cells.get(id).object == object || id == cell;
        let size = size.map(|size| Number {
            lin: size.lin.filter(|lin| !lin.terms.iter().any(|(id, _)| own(*id))),
            ..size
        });
        match self.state.heap.get(&site) {
            Some(block) if block.freed == Freed::Yes => {
                self.env.dangle(&mut self.state, |other| other == object);
            }
            _ => self.env.age(&mut self.state, site),
        }
        let cells = self.env.cells.of_object(object);
        self.env.erase(&mut self.state, &cells);
        self.env.drop_numbers(&mut self.state, &[cell]);
        let sized = size.is_some() && !small;
        if let Some(size) = size {
            self.set_number(cell, &size);
        }
        let block = Block { many: false, freed: Freed::No, followed, unit, owner, kept: false };
        Rc::make_mut(&mut self.state.heap).insert(site, block);
        self.mark_whole(object, zeroed.is_some());
        if let (Some(Some(ty)), Some(bytes)) = (zeroed, known)
            && (small || matches!(self.env.program.types.get(ty), Type::Record(_)))
        {
            self.zero_elements(object, bytes, ty, if small { 64 } else { FEW_ELEMENTS });
        }
        if zeroed.is_some() && sized {
            let bits = Lin::cell(cell).scale(i128::from(unit) * 8);
            bits.into_iter().for_each(|bits| self.zero_segment(object, &bits));
        }
        let null = !matches!(owner, Owner::Call(_));
        let allocated = matches!(owner, Owner::Program);
        let bases = Bases { null, allocated, ..Bases::object(object) };
        if let Some(place) = result {
            let targets = self.written_to(place);
            let address = Address { bases, offset: Lin::constant(0) };
            self.store(&targets, &Evaluated::Pointer(address));
        }
    }

    fn zero_elements(&mut self, object: Object, bytes: i128, ty: TypeId, most: u64) {
        let Some(size) = self.env.program.types.size(ty).filter(|size| *size > 0) else { return };
        for index in 0..(bytes as u64 / size).min(most) {
            let leaves = self.env.layout.leaves(&self.env.cells, object, index * size * 8, ty);
            for cell in leaves.unwrap_or_default() {
                self.set_zero(cell);
            }
        }
    }

    /// What a pointer points to is freed, for certain or perhaps.
    pub(super) fn release(&mut self, bases: &Bases, certain: bool) {
        if bases.any {
            self.env.forget_exposed(&mut self.state);
            return self.everything_may_be_freed();
        }
        // The null pointer frees nothing.
        let only = bases.only().is_some() && certain;
        for object in &bases.objects {
            let Object::Heap(site) = object else { continue };
            // Freed memory may be given out again, and have any content then.
            let cells = self.env.cells.of_object(*object);
            self.env.forget(&mut self.state, &cells);
            let heap = Rc::make_mut(&mut self.state.heap);
            if let Some(block) = heap.get_mut(site) {
                block.freed = if only && !block.many { Freed::Yes } else { Freed::Maybe };
            }
        }
    }
}

/// The product, where memory of that size can be had: `calloc` fails if it is too large. None if it always is.
pub(super) fn times(a: &Number, b: &Number) -> Option<Number> {
    let range = a.range.mul(b.range);
    let possible = range.meet(Range::new(0, i64::MAX.into()))?;
    let lin = match (a.range.as_point(), b.range.as_point()) {
        (_, Some(factor)) => a.lin.as_ref().and_then(|lin| lin.scale(factor)),
        (Some(factor), _) => b.lin.as_ref().and_then(|lin| lin.scale(factor)),
        _ => None,
    };
    // Where it fails nothing is said about the factors.
    Some(Number { lin: lin.filter(|_| possible == range), range: possible })
}

/// The constant factor of a size such as `n * sizeof(int)`: what the size is best counted in.
pub(super) fn unit_of(size: &Value) -> u64 {
    match &size.kind {
        ValueKind::Convert(inner) => unit_of(inner),
        ValueKind::Binary(BinaryOp::Mul, left, right) => {
            let factor = right.as_int().or(left.as_int());
            factor.and_then(|factor| u64::try_from(factor).ok()).unwrap_or(1).max(1)
        }
        _ => 1,
    }
}

/// How many whole units a size has.
fn in_units(size: &Number, unit: u64) -> Number {
    let unit = i128::from(unit);
    Number {
        lin: size.lin.as_ref().and_then(|lin| lin.exact_div(unit)),
        range: Range::new(size.range.low.div_euclid(unit), size.range.high.div_euclid(unit)),
    }
}
