//! Where the analysis starts: what is known before the first instruction.

use super::Engine;
use crate::eval::{Evaluated, Number, Step};
use crate::memory::{Bases, Cell, Object, Pointer, Stride};
use crate::numeric::{Lin, Range};
use crate::state::{Block, Freed, Owner, State};
use crate::transfer::perform;
use soundline_c::{Action, Base, Callee, FunctionId, Storage, VarId};
use std::collections::BTreeMap;
use std::rc::Rc;

impl Engine<'_> {
    /// The state in which a function starts that nobody calls here: at the start of the program if
    /// it is the entry, or else anywhere in it.
    pub(crate) fn initial(&self, function: FunctionId) -> State {
        let entry = match self.settings.scope {
            crate::Scope::Whole { entry } => entry == function && !self.is_called(entry),
            crate::Scope::Modular => false,
        };
        let mut state = self.started().0.clone();
        let constructors = self.program.functions.iter().any(|function| function.constructor);
        if !entry || constructors {
            self.env.forget_where(&mut state, |cell| match cell.object {
                Object::Variable(id) => !self.env.is_constant_object(id),
                _ => true,
            });
        }
        if entry {
            self.count_arguments(function, &mut state);
            self.give_arguments(function, &mut state);
        }
        state
    }

    /// The second parameter of `main` points to as many pointers to strings as the first one says, and a null pointer.
    fn give_arguments(&self, function: FunctionId, state: &mut State) {
        let env = &self.env;
        let function = self.program.function(function);
        let [count, list, ..] = function.parameters[..] else { return };
        let types = &self.program.types;
        let cell = |id: VarId| {
            let (object, ty) = (Object::Variable(id), self.program.variable(id).ty);
            let spot = env.layout.spot(object, 0, 1)?;
            env.layout.cell(&env.cells, object, spot, ty).filter(|_| !env.restless[id.index()])
        };
        let is_list = || types.pointee(types.pointee(self.program.variable(list).ty)?);
        let (Some(count), Some(list), Some(_)) = (cell(count), cell(list), is_list()) else {
            return;
        };
        if function.name != "main" || !env.is_known(state, count) || env.concurrent {
            return;
        }
        let block = |many: bool, unit: u32| Block {
            many,
            freed: Freed::No,
            followed: !many,
            unit: unit.into(),
            owner: Owner::System,
            kept: false,
        };
        let bits = types.model().pointer_bits();
        let heap = Rc::make_mut(&mut state.heap);
        for (object, block) in [
            (Object::ARGUMENTS, block(false, bits / 8)),
            (Object::ARGUMENT_STRINGS, block(true, 1)),
        ] {
            if let Object::Heap(site) = object {
                heap.insert(site, block);
            }
        }
        let start =
            |object: Object| Pointer { bases: Bases::object(object), stride: Stride::new(0, 0) };
        let Some(all) = env.argument_cells() else { return };
        for (cell, object) in [(list, Object::ARGUMENTS), (all.pointers, Object::ARGUMENT_STRINGS)]
        {
            env.assign_range(state, cell, Range::point(0));
            env.set_pointer(state, cell, start(object));
        }
        env.assign_range(state, all.untouched, Range::point(0));
        env.assign_range(state, all.string, Range::new(1, 1 << 62));
        if let Some(size) = Lin::cell(count).plus(1) {
            env.assign(state, all.size, &size);
            env.restrict(state, all.size, Range::new(1, i128::from(i32::MAX) + 1));
        }
    }

    /// The number of the arguments of `main` is not negative, where nobody but the system calls it.
    fn count_arguments(&self, function: FunctionId, state: &mut State) {
        let function = self.program.function(function);
        let Some(id) = function.parameters.first().filter(|_| function.name == "main") else {
            return;
        };
        let (object, ty) = (Object::Variable(*id), self.program.variable(*id).ty);
        let Some(int) = self.program.types.integer(ty).filter(|int| int.signed) else { return };
        let spot = self.env.layout.spot(object, 0, 1);
        let cell = spot.and_then(|spot| self.env.layout.cell(&self.env.cells, object, spot, ty));
        if let Some(cell) = cell.filter(|_| !self.env.restless[id.index()]) {
            self.env.assign_range(state, cell, Range::new(0, int.max()));
        }
    }

    /// Whether a function of the program calls this one, by its name or perhaps by its address.
    fn is_called(&self, function: FunctionId) -> bool {
        let blocks = self.program.bodies().flat_map(|(_, _, cfg)| &cfg.blocks);
        let mut actions = blocks.flat_map(|block| &block.instructions).map(|each| &each.action);
        let called = |action: &Action| matches!(action, Action::Call { callee: Callee::Function(id), .. } if *id == function);
        self.addressed.contains(&function) || actions.any(called)
    }

    /// The state after all variables with static storage got their values.
    pub(super) fn started(&self) -> &(State, Vec<Cell>) {
        self.started.get_or_init(|| {
            let state = self.start();
            (state, self.env.cells.all())
        })
    }

    /// Variables get their first values one by one, each in a state of its own, because nothing relates
    /// them. What can never change is kept apart from states.
    fn start(&self) -> State {
        let mut state = self.env.top();
        for (id, actions) in self.first_values() {
            let constant = self.env.is_constant_object(id);
            if !constant && !self.is_whole() {
                continue;
            }
            let mut step = Step::new(&self.env, self.env.top());
            step.literal(id);
            let own = step.finish().and_then(|own| {
                actions.iter().try_fold(own, |own, action| perform(&self.env, own, action))
            });
            let Some(own) = own else { continue };
            match constant {
                true => self.env.keep_constants(&own),
                false => self.env.add_independent(&mut state, &own),
            }
        }
        state
    }

    /// What happens to each variable before the program starts.
    fn first_values(&self) -> BTreeMap<VarId, Vec<&Action>> {
        let mut all: BTreeMap<VarId, Vec<&Action>> = BTreeMap::new();
        for id in self.program.variable_ids() {
            if matches!(self.program.variable(id).storage, Storage::Literal(_)) {
                all.entry(id).or_default();
            }
        }
        let [block] = &self.program.startup.blocks[..] else { return all };
        for instruction in &block.instructions {
            let place = match &instruction.action {
                Action::Assign(place, _) | Action::Zero(place) | Action::Havoc(place, _) => place,
                _ => continue,
            };
            if let Base::Variable(id) = place.base {
                all.entry(id).or_default().push(&instruction.action);
            }
        }
        all
    }
}

impl Step<'_, '_> {
    /// The elements of a string literal.
    fn literal(&mut self, id: VarId) {
        let variable = self.env.program.variable(id);
        let Storage::Literal(elements) = &variable.storage else { return };
        let object = Object::Variable(id);
        let soundline_c::Type::Array { element, .. } = self.env.program.types.get(variable.ty)
        else {
            return;
        };
        let Some(ty) = self.env.program.types.integer(*element) else { return };
        let bits = u64::from(ty.bits);
        let values = elements.iter().filter_map(|element| ty.wrap(i128::from(*element)));
        let values: Vec<i128> = values.collect();
        let mut known = std::collections::BTreeMap::new();
        for (index, value) in values.iter().enumerate() {
            let Some(spot) = self.env.layout.spot(object, index as u64 * bits, bits) else {
                return;
            };
            let Some(cell) = self.env.layout.cell(&self.env.cells, object, spot, *element) else {
                return;
            };
            let range = Range::point(*value);
            known
                .entry(cell)
                .and_modify(|known: &mut Range| *known = known.join(range))
                .or_insert(range);
        }
        for (cell, range) in known {
            let Evaluated::Int(number) = Evaluated::Int(Number::within(range)) else { continue };
            self.set_number(cell, &number);
        }
    }
}
