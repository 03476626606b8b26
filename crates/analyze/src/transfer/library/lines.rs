//! Lines that are read to memory that grows with them: `getline` and `getdelim`.

use super::LibraryCall;
use crate::eval::{Address, Evaluated, Number, Step};
use crate::memory::{Bases, CellId, Object};
use crate::numeric::{Lin, Range};
use crate::state::Owner;
use soundline_c::Value;
use std::rc::Rc;

impl Step<'_, '_> {
    /// A line is read. The memory for it is the one that was there, perhaps moved, which is the same object then; or it is new.
    pub(super) fn line(&mut self, call: &LibraryCall<'_>) {
        let all = Range::new(-1, (1 << 62) - 1);
        let place = call.argument(0).and_then(|to| self.pointer_behind(to));
        // glibc leaves a block of no bytes alone, and allocates another one.
        let room = call.argument(1).and_then(|to| self.number_behind(to));
        let left = room == Some(Range::point(0));
        self.written(call);
        let Some((targets, old)) = place else {
            self.env.forget_exposed(&mut self.state);
            self.everything_may_be_freed();
            return self.number_result(call.result, all);
        };
        let targets = self.but_constants(targets);
        let blocks = old.bases.objects.iter().all(|object| matches!(object, Object::Heap(_)));
        let start = self.env.range_of(&self.state, &old.offset) == Range::point(0);
        let empty = old.bases.objects.is_empty();
        if old.bases.is_open() || !blocks || !(start || empty) {
            self.blur_objects(&old.bases);
            self.release(&old.bases, false);
            self.store(&targets, &Evaluated::Pointer(Address::any()));
            return self.number_result(call.result, all);
        }
        // There is room for the line and a zero; where there is none, the result is -1, which needs no room.
        let (length, more) = (self.scratch(all), self.scratch(Range::new(0, 1 << 62)));
        let size = Lin::cell(length).add(&Lin::cell(more)).and_then(|sum| sum.plus(1));
        let size = Number { lin: size, range: Range::new(0, 1 << 62) };
        let kept = (!empty && !left).then(|| {
            let mut step = self.with(self.state.clone());
            for object in &old.bases.objects {
                step.move_block(*object, &targets.cells, &size, old.bases.only().is_some());
            }
            let bases = Bases { null: false, allocated: false, ..old.bases.clone() };
            step.store(&targets, &Evaluated::Pointer(Address { bases, ..Address::null() }));
            step
        });
        let fresh = (old.bases.null || empty || left).then(|| {
            let mut step = self.with(self.state.clone());
            if let (true, Some(Object::Heap(site))) =
                (old.bases.allocated && !left, old.bases.objects.first())
            {
                step.env.unallocate(&mut step.state, *site);
            }
            step.allocate(call.site, 1, Some(size.clone()), None, Owner::Program, None);
            let bases =
                Bases { null: true, allocated: true, ..Bases::object(Object::Heap(call.site)) };
            step.store(&targets, &Evaluated::Pointer(Address { bases, ..Address::null() }));
            step
        });
        let mut ways = kept.into_iter().chain(fresh);
        if let Some(mut way) = ways.next() {
            ways.for_each(|other| way.join(other));
            *self = way;
        }
        self.lin_result(call.result, Number { lin: Some(Lin::cell(length)), range: all });
    }

    /// The number that an argument points to.
    fn number_behind(&mut self, argument: &Value) -> Option<Range> {
        let ty = self.env.program.types.pointee(argument.ty)?;
        let int = self.int_type(ty)?;
        let to = self.address(argument);
        let offset = to.offset.scale(8)?;
        let targets = self.resolve_at(&Bases { null: false, ..to.bases }, &offset, ty);
        Some(self.load_number(&targets, int).range)
    }

    /// A block has other content and another size, perhaps elsewhere: all pointers to it but its own may be to what is no more.
    fn move_block(&mut self, object: Object, own: &[CellId], size: &Number, only: bool) {
        let Object::Heap(site) = object else { return };
        let cells = self.env.cells.of_object(object);
        self.env.erase(&mut self.state, &cells);
        let cell = self.env.cells.size(site);
        self.env.drop_numbers(&mut self.state, &[cell]);
        let many = self.state.heap.get(&site).is_none_or(|block| block.many);
        if only && !many {
            self.set_number(cell, size);
        }
        if let Some(block) = Rc::make_mut(&mut self.state.heap).get_mut(&site) {
            (block.unit, block.followed) = (1, false);
        }
        let pointing = self.state.pointers.iter();
        let pointing = pointing.filter(|(cell, pointer)| {
            pointer.bases.objects.contains(&object) && !own.contains(cell)
        });
        let pointing: Vec<CellId> = pointing.map(|(cell, _)| *cell).collect();
        for cell in pointing {
            let mut pointer = self.env.pointer(&self.state, cell);
            (pointer.bases.dangling, pointer.bases.allocated) = (true, false);
            self.env.set_pointer(&mut self.state, cell, pointer);
        }
    }
}
