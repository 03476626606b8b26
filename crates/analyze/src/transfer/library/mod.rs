//! Calls of functions that have a model: what they do to states.

mod bytes;
mod characters;
mod formats;
mod heap;
mod lines;
mod real;
mod sort;
mod strings;

use crate::Kind;
use crate::eval::{Address, Evaluated, Number, Step, Targets};
use crate::memory::{Bases, Object};
use crate::numeric::{Lin, Range};
use crate::state::{Env, Owner};
use crate::transfer::{Change, Outcome};
use heap::{times, unit_of};
use soundline_c::{
    Base, Extent, FunctionId, Meaning, Memory, Model, Place, Storage, Streams, Touched, Type,
    TypeId, Value, ValueKind, VarId,
};
use std::collections::BTreeSet;

/// A call of a function that has a model.
pub(crate) struct LibraryCall<'c> {
    pub(crate) function: FunctionId,
    pub(crate) caller: FunctionId,
    pub(crate) model: &'static Model,
    pub(crate) arguments: &'c [Value],
    pub(crate) result: Option<&'c Place>,
    /// The number of the place where it allocates.
    pub(crate) site: u32,
    /// Whether nobody else gets to know the memory that it allocates.
    pub(crate) kept: bool,
}

impl LibraryCall<'_> {
    fn argument(&self, number: usize) -> Option<&Value> {
        self.arguments.get(number)
    }
}

/// The arguments that point to all that a function writes, if its model says so. What a stream consists of belongs to the
/// library, as long as the program does not look into it.
fn written_arguments<'v>(
    env: &Env<'_>,
    model: &Model,
    arguments: &'v [Value],
) -> Option<Vec<&'v Value>> {
    let types = &env.program.types;
    let writes =
        |number: usize| model.touches.iter().any(|one| one.write && one.argument == number);
    let told = |number: usize| model.touches.iter().any(|one| one.argument == number);
    let whole = matches!(
        model.meaning,
        Meaning::Fill | Meaning::Copy | Meaning::CopyString { .. } | Meaning::Print { .. }
    );
    let stream = |ty: TypeId| {
        let record = types.pointee(ty).map(|ty| types.get(ty));
        let closed = matches!(record, Some(Type::Record(id)) if !env.is_opened(*id));
        model.streams == Streams::Uses && closed
    };
    let known = |(number, argument): (usize, &Value)| {
        types.pointee(argument.ty).is_none() || whole || told(number) || stream(argument.ty)
    };
    let all = model.scan.is_none()
        && !matches!(model.meaning, Meaning::PrintNew | Meaning::Line)
        && model.touches.iter().any(|one| one.write)
        && arguments.iter().enumerate().all(known);
    all.then(|| {
        let written = arguments.iter().enumerate().filter(|(number, _)| writes(*number));
        written.map(|(_, argument)| argument).collect()
    })
}

impl Step<'_, '_> {
    /// What a library function does. Where it may write more than there is room for, that goes astray.
    pub(crate) fn library_call(&mut self, call: &LibraryCall<'_>) {
        let program = self.env.program;
        let touched = call.model.touched(call.arguments, &program.types, &program.variables);
        let astray = touched.iter().filter(|touched| touched.write).any(|touched| {
            let mut step = self.with(self.state.clone());
            // A pointer of unknown origin is taken to be to something that such pointers can be to.
            let open = step.address(&touched.pointer).bases.any;
            !open
                && step.region(&touched.pointer, &touched.extent, true) != Outcome::Holds
                && !self.is_claimed_region(touched)
        });
        self.modelled(call);
        if call.kept {
            let heap = std::rc::Rc::make_mut(&mut self.state.heap);
            heap.entry(call.site).and_modify(|block| block.kept = true);
        }
        if astray {
            self.env.forget_memory(&mut self.state);
        }
    }

    /// Whether a check asked for the room that a call needs, and is assumed to hold.
    fn is_claimed_region(&self, touched: &Touched) -> bool {
        self.frame.is_none()
            && self.env.checks.contains(&Kind::Access)
            && self.env.claims_region(&self.state, touched)
    }

    fn modelled(&mut self, call: &LibraryCall<'_>) {
        let (arguments, result, site) = (call.arguments, call.result, call.site);
        match call.model.meaning {
            Meaning::Allocate { size, may_fail } => {
                let size = call.argument(size);
                let unit = size.map_or(1, unit_of);
                let size = size.map(|value| self.integer(value));
                // What cannot fail is on the stack.
                let owner = if may_fail { Owner::Program } else { Owner::Call(call.caller) };
                self.allocate(site, unit, size, result, owner, None);
            }
            Meaning::AllocateZeroed => {
                let numbers: Vec<Number> =
                    arguments.iter().map(|value| self.integer(value)).collect();
                let size = match &numbers[..] {
                    [count, size] => match times(count, size) {
                        Some(size) => Some(size),
                        None => return self.null_result(result),
                    },
                    _ => None,
                };
                let pointee = result.and_then(|place| self.env.program.types.pointee(place.ty));
                let unit = call.argument(1).and_then(Value::as_int);
                let unit = unit.and_then(|size| u64::try_from(size).ok());
                let unit = unit.unwrap_or(1).max(1);
                self.allocate(site, unit, size, result, Owner::Program, Some(pointee));
            }
            Meaning::Reallocate(size) => {
                self.release_argument(call, false);
                let size = size.and_then(|size| call.argument(size));
                let unit = size.map_or(1, unit_of);
                let size = size.map(|value| self.integer(value));
                self.allocate(site, unit, size, result, Owner::Program, None);
                // What was there before comes along.
                self.env.unmark(&mut self.state, Object::Heap(site), 0, u64::MAX);
            }
            Meaning::Free => {
                self.release_argument(call, true);
                self.unknown_result(result);
            }
            Meaning::Fill => self.fill(arguments, result),
            Meaning::Copy => self.copy_bytes(arguments, result),
            Meaning::StringLength => {
                let known = call.argument(0).map(|string| self.ended_length(string));
                self.number_result(result, known.unwrap_or(Range::new(0, 1 << 62)));
            }
            Meaning::Absolute => self.absolute(arguments, result),
            Meaning::Within(low, high) => {
                self.written(call);
                self.number_result(result, Range::new(low.into(), high.into()));
            }
            Meaning::Real(function) => self.real(function, arguments, result),
            Meaning::Character(class) => self.class(class, arguments, result),
            Meaning::Case { upper } => self.in_case(upper, arguments, result),
            Meaning::AtMost(number) => {
                let most = call.argument(number).map(|value| self.integer(value));
                let high = most.map_or(1 << 62, |most| self.tightened(most).range.high);
                self.written(call);
                self.number_result(result, Range::new(-1, high.max(-1)));
            }
            Meaning::FirstOrNull => {
                self.written(call);
                match (result, call.argument(0)) {
                    (Some(place), Some(argument)) => self.first_or_null(argument, place),
                    _ => self.unknown_result(result),
                }
            }
            Meaning::Inside => self.inside(call),
            Meaning::CopyString { most, append } => self.copy_string(call, most, append),
            Meaning::Compare { strings, most } => self.compare_bytes(call, strings, most),
            Meaning::Duplicate(most) => self.duplicate(call, most),
            Meaning::Print { most } => self.print(call, most),
            Meaning::PrintNew => self.print_new(call),
            Meaning::Line => self.line(call),
            Meaning::Sort => self.permute(call),
            Meaning::Parse => self.parse(call),
            Meaning::Text { may_fail } => {
                // The zero at its end is there.
                let size = Number::within(Range::new(1, 1 << 62));
                self.allocate(site, 1, Some(size), result, Owner::System, None);
                if let Some(place) = result.filter(|_| !may_fail) {
                    let bases = Bases::object(Object::Heap(site));
                    let address = Address { bases, offset: Lin::constant(0) };
                    let targets = self.written_to(place);
                    self.store(&targets, &Evaluated::Pointer(address));
                }
            }
            Meaning::Any | Meaning::Variable | Meaning::Search => {
                self.written(call);
                self.unknown_result(result);
            }
        }
    }

    /// What a call writes gets any value.
    fn written(&mut self, call: &LibraryCall<'_>) {
        let effects = &self.env.program.effects;
        let memory = effects.function(call.function).memory().unwrap_or(Memory::Anything);
        let literal = |at: usize| call.argument(at).and_then(|value| self.literal_at(value));
        let by_format = effects.format_writes(call.function, literal);
        let behind = call.model.format.map_or(usize::MAX, |format| format + 1);
        if memory >= Memory::Kept || by_format {
            // What is written need not be an argument itself: a list of arguments may be one.
            self.env.forget_reachable(&mut self.state, &BTreeSet::new());
        }
        if memory >= Memory::Kept {
            self.others_may_free();
        }
        if self.env.marks {
            self.mark_touched(call);
        }
        if memory == Memory::Writes
            && !by_format
            && let Some(written) = written_arguments(self.env, call.model, call.arguments)
        {
            written.into_iter().for_each(|argument| self.blur_pointed(argument));
        } else if memory >= Memory::Writes {
            call.arguments.iter().take(behind).for_each(|argument| self.blur_pointed(argument));
        }
    }

    /// What a call may change, as far as claims are concerned. What only goes to local variables that nobody else knows changes
    /// nothing else.
    pub(crate) fn change_of(&self, call: &LibraryCall<'_>) -> Change {
        let program = self.env.program;
        let change = Change::of_function(program, call.function);
        let effects = &program.effects;
        let literal = |at: usize| call.argument(at).and_then(|value| self.literal_at(value));
        let plain = effects.function(call.function).memory() == Some(Memory::Writes)
            && !effects.format_writes(call.function, literal);
        let written = || {
            let all = written_arguments(self.env, call.model, call.arguments)?.into_iter();
            let own = |argument| Some(crate::graph::address(program, argument)?.0);
            let all: Option<BTreeSet<VarId>> = all.map(own).collect();
            all.filter(|all| all.iter().all(|id| !self.env.is_reachable(*id)))
        };
        match plain.then(written).flatten() {
            Some(written) => change.only(written),
            None => change,
        }
    }

    /// Memory that a call certainly writes has a value afterwards.
    fn mark_touched(&mut self, call: &LibraryCall<'_>) {
        let program = self.env.program;
        let touched = call.model.touched(call.arguments, &program.types, &program.variables);
        for touched in touched.into_iter().filter(|touched| touched.write) {
            if !matches!(touched.extent, Extent::Bytes(_) | Extent::Text { .. })
                || call.model.scan.is_some()
            {
                continue;
            }
            let (address, length) = (self.address(&touched.pointer), self.extent(&touched.extent));
            let least = Number::constant(length.range.low);
            if let Some((object, first, bits)) = self.exact_bytes(&address, &least) {
                self.mark_region(object, first, bits);
            }
        }
    }

    /// The literal whose start a value points to.
    fn literal_at(&self, value: &Value) -> Option<VarId> {
        match &value.kind {
            ValueKind::Convert(inner) => self.literal_at(inner),
            ValueKind::AddressOf(Place { base: Base::Variable(id), path, .. }) => {
                let storage = &self.env.program.variable(*id).storage;
                let start = path.iter().all(|step| match step {
                    soundline_c::Step::Index(index) => index.as_int() == Some(0),
                    soundline_c::Step::Field(..) => false,
                });
                (start && matches!(storage, Storage::Literal(_))).then_some(*id)
            }
            _ => None,
        }
    }

    fn release_argument(&mut self, call: &LibraryCall<'_>, certain: bool) {
        if let Some(pointer) = call.argument(0) {
            let address = self.address(pointer);
            self.release(&address.bases, certain);
        }
    }

    fn number_result(&mut self, result: Option<&Place>, range: Range) {
        self.lin_result(result, Number { lin: None, range });
    }

    fn lin_result(&mut self, result: Option<&Place>, number: Number) {
        let Some(place) = result else { return };
        let Some(ty) = self.int_type(place.ty) else { return self.havoc(place) };
        let all = Range::of(ty);
        let targets = self.written_to(place);
        let lin = number.lin.filter(|_| all.includes(number.range));
        let range = number.range.meet(all).unwrap_or(all);
        self.store(&targets, &Evaluated::Int(Number { lin, range }));
    }

    /// Where the pointer is that an argument points to, and what it is.
    fn pointer_behind(&mut self, argument: &Value) -> Option<(Targets, Address)> {
        let types = &self.env.program.types;
        let ty = types.pointee(argument.ty).filter(|ty| types.pointee(*ty).is_some())?;
        let to = self.address(argument);
        let offset = to.offset.scale(8)?;
        let targets = self.resolve_at(&Bases { null: false, ..to.bases }, &offset, ty);
        let old = self.load_address(&targets);
        Some((targets, old))
    }

    fn null_result(&mut self, result: Option<&Place>) {
        let Some(place) = result else { return };
        let targets = self.written_to(place);
        self.store(&targets, &Evaluated::Pointer(Address::null()));
    }

    fn absolute(&mut self, arguments: &[Value], result: Option<&Place>) {
        let Some(place) = result else { return };
        let (Some(value), Some(ty)) = (arguments.first(), self.int_type(place.ty)) else {
            return self.havoc(place);
        };
        let range = self.integer(value).range;
        if range.low <= ty.min() {
            return self.havoc(place);
        }
        let low = if range.contains(0) { 0 } else { range.low.abs().min(range.high.abs()) };
        self.number_result(result, Range::new(low, range.low.abs().max(range.high.abs())));
    }

    /// Whatever an argument points to gets any value.
    fn blur_pointed(&mut self, argument: &Value) {
        let Evaluated::Pointer(address) = self.eval(argument) else { return };
        self.blur_objects(&address.bases);
    }

    fn blur_objects(&mut self, bases: &Bases) {
        if bases.any {
            self.env.forget_exposed(&mut self.state);
        }
        for object in &bases.objects {
            let cells = self.env.cells.of_object(*object);
            if !self.is_read_only(*object) {
                self.env.forget(&mut self.state, &cells);
            }
        }
    }

    /// The first argument is the result.
    fn first_argument(&mut self, address: &Address, result: Option<&Place>) {
        if let Some(place) = result {
            let targets = self.written_to(place);
            self.store(&targets, &Evaluated::Pointer(address.clone()));
        }
    }
}
