//! Roots: checks that may fail by themselves. What each assumes for what follows, and where its values come from.

use super::causes::Needed;
use crate::Origin;
use crate::engine::Engine;
use crate::graph::Shape;
use soundline_c::{
    Action, Base, CheckKind, FunctionId, Place, Span, Storage, Type, Value, ValueKind, VarId,
};
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

/// What is assumed where a check may fail, in words.
pub(crate) fn words(
    engine: &Engine<'_>,
    check: &CheckKind,
    span: Span,
    needed: Option<&Needed>,
) -> String {
    let program = engine.program;
    let text = |span: Span| program.source.words(span);
    let bytes = |from: i64, to: i64, write: bool| {
        let use_ = if write { "written" } else { "read" };
        match from {
            0 => format!("{to} bytes can be {use_}"),
            _ => format!("bytes {from} to {to} can be {use_}"),
        }
    };
    match check {
        CheckKind::Access { pointer, size: Some(size), write } => {
            let size = i64::try_from(*size).unwrap_or(i64::MAX);
            let own = Needed { from: 0, to: size, write: *write };
            let Needed { from, to, write } = needed.copied().unwrap_or(own);
            let bytes = bytes(from, to, write);
            format!("at `{}` {bytes}, as long as they are used", text(pointer.span))
        }
        CheckKind::Access { pointer, .. } => {
            format!("`{}` is a function of its type", text(pointer.span))
        }
        CheckKind::Region { pointer, .. } => {
            format!("at `{}` there are as many bytes as are used", text(pointer.span))
        }
        CheckKind::Divisor(value) => format!("`{}` is not 0", text(value.span)),
        CheckKind::Index { index, length, .. } => {
            let end = length.as_ref().map(|length| program.show_value(length));
            let end = end.map_or(String::new(), |end| format!(" of {end}"));
            format!("`{}` is an index{end}", text(index.span))
        }
        CheckKind::Assertion(_) => format!("`{}` holds", text(span)),
        CheckKind::Overflow(value) | CheckKind::Quotient(value) => {
            format!("`{}` does not overflow", text(value.span))
        }
        CheckKind::ShiftAmount(amount, bits) => {
            format!("`{}` is less than {bits} and not negative", text(amount.span))
        }
        CheckKind::FloatToInt(value, _) => format!("`{}` fits the type", text(value.span)),
        _ => format!("`{}` is as it must be", text(span)),
    }
}

/// Where values come from, by the assignments of each function, in whatever order these happen.
#[derive(Default)]
pub(crate) struct Origins {
    functions: HashMap<FunctionId, Rc<Assigned>>,
}

/// What is assigned to the local variables of a function.
#[derive(Default)]
struct Assigned {
    values: HashMap<VarId, Vec<Source>>,
    /// What was found out; none while it is looked for.
    known: RefCell<HashMap<VarId, Option<Origin>>>,
}

/// Where a variable gets a value from.
enum Source {
    /// An expression: what that reads, and whether it is evaluated in a loop.
    Reads(Vec<Read>, bool),
    /// A call, or something that is not known.
    Call,
}

/// Something that an expression reads.
#[derive(Clone, Copy)]
enum Read {
    Variable(VarId),
    Memory,
}

impl Origins {
    /// Where the values of a check come from. Of several the one that is closest to the function's own doing.
    pub(crate) fn of(
        &mut self,
        engine: &Engine<'_>,
        function: FunctionId,
        check: &CheckKind,
    ) -> Origin {
        let make = || Rc::new(Assigned::new(engine, engine.shape(function)));
        let assigned = self.functions.entry(function).or_insert_with(make).clone();
        let mut reads = Vec::new();
        for value in subjects(check) {
            collect(engine, value, &mut reads);
        }
        if let CheckKind::Initialised { .. } | CheckKind::Written(_) = check {
            return Origin::Arithmetic;
        }
        let all = reads.iter().filter_map(|read| assigned.of(engine, *read, false));
        all.min().unwrap_or(Origin::Arithmetic)
    }
}

/// The values that a check is about.
fn subjects(check: &CheckKind) -> Vec<&Value> {
    match check {
        CheckKind::Assertion(value)
        | CheckKind::Divisor(value)
        | CheckKind::Overflow(value)
        | CheckKind::Quotient(value)
        | CheckKind::ShiftAmount(value, _)
        | CheckKind::Free(value)
        | CheckKind::Length(value)
        | CheckKind::FloatToInt(value, _)
        | CheckKind::Written(value)
        | CheckKind::Finite(value) => vec![value],
        CheckKind::Index { index, .. } => vec![index],
        CheckKind::Access { pointer, .. } | CheckKind::Region { pointer, .. } => vec![pointer],
        CheckKind::Apart { to, from, length } => vec![to, from, length],
        CheckKind::ErrorCall
        | CheckKind::Unreachable
        | CheckKind::Return
        | CheckKind::Freed
        | CheckKind::Initialised { .. } => Vec::new(),
    }
}

impl Assigned {
    fn new(engine: &Engine<'_>, shape: &Shape<'_>) -> Self {
        let mut assigned = Assigned::default();
        let blocks = shape.cfg.blocks.iter().zip(&shape.first);
        let instructions = blocks.flat_map(|(block, first)| {
            let turns = !shape.order.heads[*first].is_empty();
            block.instructions.iter().map(move |instruction| (instruction, turns))
        });
        for (instruction, turns) in instructions {
            match &instruction.action {
                Action::Assign(place, value) => {
                    let mut reads = Vec::new();
                    collect(engine, value, &mut reads);
                    assigned.add(place, Source::Reads(reads, turns));
                }
                Action::Call { result: Some(place), .. } | Action::Havoc(place, _) => {
                    assigned.add(place, Source::Call);
                }
                _ => {}
            }
        }
        assigned
    }

    fn add(&mut self, place: &Place, source: Source) {
        if let Base::Variable(id) = place.base {
            self.values.entry(id).or_default().push(source);
        }
    }

    /// Where something that is read comes from; none if only from what is still looked for. What is read in a loop and computed
    /// from itself changes from turn to turn; elsewhere `p += 2` is no more than another name for where `p` comes from.
    fn of(&self, engine: &Engine<'_>, read: Read, turns: bool) -> Option<Origin> {
        let Read::Variable(id) = read else { return Some(Origin::Memory) };
        let variable = engine.program.variable(id);
        let parameter = variable.storage == Storage::Parameter;
        match variable.storage {
            Storage::Local | Storage::Parameter | Storage::Temporary => {}
            _ => return Some(Origin::Memory),
        }
        if let Some(known) = self.known.borrow().get(&id) {
            // What is still looked for is computed from itself.
            return known.or(turns.then_some(Origin::Loop));
        }
        self.known.borrow_mut().insert(id, None);
        let mut found = parameter.then_some(Origin::Parameter);
        let mut note = |origin: Origin| {
            found = Some(found.map_or(origin, |known: Origin| known.min(origin)));
        };
        // Someone may have changed it.
        if variable.address_taken {
            note(Origin::Call);
        }
        let mut open = false;
        for source in self.values.get(&id).into_iter().flatten() {
            match source {
                Source::Call => note(Origin::Call),
                Source::Reads(reads, turns) => {
                    for read in reads {
                        match self.of(engine, *read, *turns) {
                            Some(origin) => note(origin),
                            None => open |= !matches!(read, Read::Variable(own) if *own == id),
                        }
                    }
                }
            }
        }
        // Whoever asks for it later may know more.
        if found.is_none() && open {
            self.known.borrow_mut().remove(&id);
            return None;
        }
        let origin = found.unwrap_or(Origin::Arithmetic);
        self.known.borrow_mut().insert(id, Some(origin));
        Some(origin)
    }
}

/// What an expression reads.
fn collect(engine: &Engine<'_>, value: &Value, found: &mut Vec<Read>) {
    if let ValueKind::Load(place) = &value.kind {
        match place.base {
            Base::Variable(id) => found.push(Read::Variable(id)),
            // What is read there counts, not the pointer that leads to it.
            Base::Pointer(_) => return found.push(Read::Memory),
        }
        return;
    }
    // A pointer is what it points from, whatever is added to it.
    let pointer = matches!(engine.program.types.get(value.ty), Type::Pointer(_));
    for operand in value.operands() {
        let index = !matches!(engine.program.types.get(operand.ty), Type::Pointer(_));
        if pointer && index && matches!(value.kind, ValueKind::PointerAdd { .. }) {
            continue;
        }
        collect(engine, operand, found);
    }
}
