//! Why a check may fail, by what its values depend on: a write or a call that may have changed them, a join of different values,
//! or what is known of a part of them. Steps that do not touch these values are not told.

use super::losses::{Fact, cell};
use super::{At, Seen};
use crate::contract::Reaching;
use crate::engine::Engine;
use crate::graph::{Definitions, End, beside};
use crate::memory::CellId;
use soundline_c::{
    Action, Base, Callee, CheckKind, FunctionId, Meaning, Place, Storage, Type, Value, ValueKind,
    VarId,
};
use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};

/// What is said where nothing is.
const NOTHING: &str = "nothing is known about the pointer";

/// Longer expressions are not quoted.
const MOST_TEXT: usize = 40;

/// A place in the graph of a function: a block, and an instruction of it.
type Spot = (usize, usize);

/// Looks for what the values of the checks of a function depend on.
pub(crate) struct Slices<'a, 'p> {
    engine: &'a Engine<'p>,
    seen: &'a Seen,
    function: FunctionId,
    definitions: Definitions,
    /// Where parts of memory are assigned by the names that they have in the function.
    assigned: OnceCell<BTreeMap<CellId, BTreeSet<Spot>>>,
    reaching: OnceCell<Reaching<'a, 'p>>,
}

/// What the values of a check depend on.
#[derive(Default)]
struct Slice {
    /// The segments at whose start different values meet.
    steps: BTreeSet<(FunctionId, u32)>,
    /// The segments at whose start what a call gave back is not known.
    calls: BTreeSet<(FunctionId, u32)>,
    /// Whether the values come from nowhere else than the function.
    own: bool,
    /// Whether some come from elsewhere than calls.
    foreign: bool,
    /// What is read in memory.
    memory: Vec<Reading>,
}

/// Something that is read in memory.
struct Reading {
    cell: CellId,
    name: String,
    /// The variables that lead there.
    reads: Vec<VarId>,
    at: Spot,
}

/// Where something was lost, and whether only in an earlier turn of a loop.
#[derive(Clone, Copy)]
struct Loss {
    at: At,
    turns: bool,
}

/// Which values are followed.
struct Follow {
    /// Whether only pointers are.
    pointers: bool,
    /// Whether the check is about each value that is read, and not about one of several that a variable may have.
    each: bool,
    done: BTreeSet<(VarId, Spot)>,
}

impl<'a, 'p> Slices<'a, 'p> {
    pub(crate) fn new(engine: &'a Engine<'p>, seen: &'a Seen, function: FunctionId) -> Self {
        let definitions = Definitions::of_values(engine.program, engine.shape(function).cfg);
        let (assigned, reaching) = (OnceCell::new(), OnceCell::new());
        Self { engine, seen, function, definitions, assigned, reaching }
    }

    /// Why a check may fail, from what is known where it does. Where values come from other functions that were followed, the first
    /// imprecise step of all is told.
    pub(crate) fn why(
        &self,
        known: Option<String>,
        (check, at): (&CheckKind, Spot),
        first: Option<(FunctionId, u32)>,
    ) -> Option<String> {
        let open = known.as_ref().and_then(|known| known.strip_prefix(NOTHING));
        // Where it is not about how far a pointer is, and how many bytes are used, numbers do not matter.
        let says = |words: &str| known.as_ref().is_some_and(|known| known.contains(words));
        let far = says("from byte ") || says("how far it is");
        let slice = self.of(check, at, pointer_of(check).is_some() && !far);
        let lost = self.lost(check, at, &slice);
        let first = match (self.engine.is_whole(), slice.own) {
            (true, false) => first,
            // What comes from elsewhere may be any value without a step.
            (false, false) => slice.calls.first().copied().filter(|_| !slice.foreign),
            (_, true) => slice.steps.first().copied(),
        };
        let imprecise = first.map(|first| self.engine.imprecise_from(self.function, first));
        let (known, lost) = match (open, lost) {
            (Some(rest), Some(lost)) => (Some(format!("{lost}{rest}")), None),
            (Some(rest), None) => match self
                .beside(check, at)
                .or_else(|| self.either(check, at))
                .or_else(|| self.own_null(check, at))
            {
                Some(own) => (Some(format!("{own}{rest}")), None),
                None if self.is_guarded(check, at) => {
                    let known = format!("{NOTHING} but that it is not null{rest}");
                    (Some(known), imprecise)
                }
                None => (known, imprecise),
            },
            (None, lost) => (known, lost.or(imprecise)),
        };
        let parts: Vec<String> = known.into_iter().chain(lost).collect();
        (!parts.is_empty()).then(|| parts.join("; "))
    }

    fn of(&self, check: &CheckKind, at: Spot, pointers: bool) -> Slice {
        let mut slice = Slice { own: true, ..Slice::default() };
        let mut follow = Follow { pointers, each: true, done: BTreeSet::new() };
        let pointer = pointer_of(check).filter(|_| pointers);
        for value in pointer.map_or_else(|| check.values(), |pointer| vec![pointer]) {
            self.value(value, at, &mut follow, &mut slice);
        }
        slice
    }

    fn is_pointer(&self, value: &Value) -> bool {
        matches!(self.engine.program.types.get(value.ty), Type::Pointer(_))
    }

    fn value(&self, value: &Value, at: Spot, follow: &mut Follow, slice: &mut Slice) {
        if let ValueKind::Load(place) = &value.kind {
            match place.base {
                Base::Variable(id) if self.is_own(id) => {
                    return self.variable(id, at, follow, slice);
                }
                // Of what is read there nothing is known by where it is.
                _ => return self.memory(value, place, at, follow, slice),
            }
        }
        let all = !follow.pointers;
        let operands = value.operands().into_iter().filter(|one| all || self.is_pointer(one));
        operands.for_each(|operand| self.value(operand, at, follow, slice));
    }

    /// Whether only the function itself changes a variable.
    fn is_own(&self, id: VarId) -> bool {
        let variable = self.engine.program.variable(id);
        let local =
            matches!(variable.storage, Storage::Local | Storage::Parameter | Storage::Temporary);
        local && !self.engine.env.exposed[id.index()]
    }

    fn memory(&self, value: &Value, place: &Place, at: Spot, follow: &Follow, slice: &mut Slice) {
        (slice.own, slice.foreign) = (false, true);
        // Of a number that is one of several the others may be why it is not known.
        let Some(cell) = cell(self.engine, place).filter(|_| follow.each || follow.pointers) else {
            return;
        };
        let mut reads = Vec::new();
        match &place.base {
            Base::Pointer(pointer) => variables(pointer, &mut reads),
            Base::Variable(id) => reads.push(*id),
        }
        let name = match follow.pointers {
            true => "the pointer".to_owned(),
            false => self.text(value).unwrap_or("what is read there".to_owned()),
        };
        slice.memory.push(Reading { cell, name, reads, at });
    }

    /// An expression as it stands in the text. Of what changes as it is read, that is the place.
    fn text(&self, value: &Value) -> Option<String> {
        let text = self.engine.program.source.words(value.span);
        let text = match value.kind {
            ValueKind::Load(_) => place_of(&text).to_owned(),
            _ => text,
        };
        (!text.is_empty() && text.len() <= MOST_TEXT).then(|| format!("`{text}`"))
    }

    fn variable(&self, id: VarId, (block, at): Spot, follow: &mut Follow, slice: &mut Slice) {
        let shape = self.engine.shape(self.function);
        for join in self.definitions.joins(id, block, at) {
            let spot = (self.function, shape.first[join] as u32);
            if self.seen.imprecise.get(&spot).is_some_and(|count| *count > 0) {
                slice.steps.insert(spot);
            }
        }
        let all = self.definitions.reaching(id, block, at);
        let each = follow.each;
        follow.each &= all.len() == 1;
        for definition in all.iter() {
            let Some(own) = *definition else {
                (slice.own, slice.foreign) = (false, true);
                continue;
            };
            if !follow.done.insert((id, own)) {
                continue;
            }
            match &shape.cfg.blocks[own.0].instructions[own.1].action {
                Action::Assign(place, value) => {
                    if place.as_variable().is_none() {
                        self.variable(id, own, follow, slice);
                    }
                    self.value(value, own, follow, slice);
                }
                Action::Call { callee, .. } => {
                    slice.own = false;
                    let before = slice.calls.len();
                    let body = |id: &FunctionId| self.engine.shapes[id.index()].is_some();
                    if matches!(callee, Callee::Function(id) if body(id)) {
                        let ends = |one: &crate::graph::Segment| {
                            (one.block, one.end) == (own.0, own.1 + 1) && one.ends == End::Call
                        };
                        let number = shape.segments.iter().position(ends);
                        slice.calls.extend(number.map(|at| (self.function, at as u32 + 1)));
                    }
                    slice.foreign |= slice.calls.len() == before;
                }
                _ => {}
            }
        }
        follow.each = each;
    }

    /// What may have ended what was known of the pointer of a check, or of the memory that its values are read from, in words: the
    /// last such instruction in the text before it, or the first in the text behind it, in an earlier turn of a loop.
    fn lost(&self, check: &CheckKind, at: Spot, slice: &Slice) -> Option<String> {
        let mut found: Vec<(Loss, &str)> = Vec::new();
        if let Some(pointer) = pointer_of(check)
            && let Some((subject, _)) = self.engine.env.pointer_subject(pointer)
        {
            let (reads, _) = self.engine.env.read_by(subject);
            let own = loaded(pointer).and_then(|place| cell(self.engine, place));
            let all = self.before((Fact::Pointer(subject), own), &reads, at);
            found.extend(all.into_iter().map(|at| (at, "the pointer")));
        }
        for Reading { cell, name, reads, at } in &slice.memory {
            let all = self.before((Fact::Cell(*cell), Some(*cell)), reads, *at);
            found.extend(all.into_iter().map(|at| (at, &**name)));
        }
        let start = |(at, _): &&(Loss, &str)| self.span_of(at.at).start;
        let before = found.iter().filter(|(loss, _)| !loss.turns).max_by_key(start);
        let (loss, name) = before.or_else(|| found.iter().min_by_key(start))?;
        let turn = if loss.turns { " in an earlier turn" } else { "" };
        Some(format!("{}{turn}", self.told(loss.at, name)))
    }

    /// The instructions behind which this is not known any more, from which control gets to another one while these variables have
    /// the same values and this part of memory is not assigned.
    fn before(&self, (fact, own): (Fact, Option<CellId>), reads: &[VarId], to: Spot) -> Vec<Loss> {
        let assigned = own.and_then(|own| self.assigned().get(&own)).cloned();
        let mut assigned: BTreeSet<Spot> = assigned.unwrap_or_default();
        assigned.extend(reads.iter().flat_map(|id| self.definitions.of(*id)));
        let all = self.seen.lost.get(&fact).into_iter().flatten().copied();
        let kept = all.filter_map(|at| {
            let from = (at.1, at.2);
            let gets_to = |back: bool| self.gets_to(from, to, &assigned, back);
            let loss = |turns: bool| Loss { at, turns };
            gets_to(false).then(|| loss(false)).or_else(|| gets_to(true).then(|| loss(true)))
        });
        kept.collect()
    }

    /// Whether control gets from behind one instruction to another one without passing any of these; without coming back to the
    /// head of a loop, or at all.
    fn gets_to(&self, from: Spot, to: Spot, without: &BTreeSet<Spot>, back: bool) -> bool {
        let shape = self.engine.shape(self.function);
        let blocks = &shape.cfg.blocks;
        let last =
            |block: usize| shape.first.get(block + 1).map_or(shape.segments.len(), |n| *n) - 1;
        let next = |block: usize, start: usize| {
            without.range((block, start)..(block, usize::MAX)).next().map(|(_, at)| *at)
        };
        let reaches = |block: usize, start: usize| {
            let inside = block == to.0 && start <= to.1;
            inside && next(block, start).is_none_or(|at| at >= to.1)
        };
        if reaches(from.0, from.1 + 1) {
            return true;
        }
        if next(from.0, from.1 + 1).is_some() {
            return false;
        }
        let (mut seen, mut left) = (BTreeSet::new(), vec![from.0]);
        while let Some(number) = left.pop() {
            for to in blocks[number].terminator.successors() {
                let to = to.index();
                let turns = shape.is_back_edge(last(number), shape.first[to]);
                if (turns && !back) || !seen.insert(to) {
                    continue;
                }
                if reaches(to, 0) {
                    return true;
                }
                if next(to, 0).is_none() {
                    left.push(to);
                }
            }
        }
        false
    }

    fn assigned(&self) -> &BTreeMap<CellId, BTreeSet<Spot>> {
        self.assigned.get_or_init(|| {
            let mut all: BTreeMap<CellId, BTreeSet<Spot>> = BTreeMap::new();
            for (number, block) in self.engine.shape(self.function).cfg.blocks.iter().enumerate() {
                for (at, instruction) in block.instructions.iter().enumerate() {
                    let place = match &instruction.action {
                        Action::Assign(place, _) | Action::Zero(place) => Some(place),
                        Action::Call { result, .. } => result.as_ref(),
                        _ => None,
                    };
                    if let Some(cell) = place.and_then(|place| cell(self.engine, place)) {
                        all.entry(cell).or_default().insert((number, at));
                    }
                }
            }
            all
        })
    }

    fn span_of(&self, (function, block, at): At) -> soundline_c::Span {
        self.engine.shape(function).cfg.blocks[block].instructions[at].span
    }

    /// What may have changed something, in words.
    fn told(&self, at: At, name: &str) -> String {
        let (function, block, number) = at;
        let instruction = &self.engine.shape(function).cfg.blocks[block].instructions[number];
        let place = self.engine.line_in(self.function, instruction.span);
        let frees = |id: &FunctionId| {
            let model = self.engine.program.function(*id).model;
            let meaning = model.map(|model| model.meaning);
            matches!(meaning, Some(Meaning::Free | Meaning::Reallocate(_) | Meaning::Line))
        };
        let freed = name == "the pointer";
        match &instruction.action {
            Action::Call { callee: Callee::Function(id), .. } if freed && frees(id) => {
                format!("the call in {place} may have freed what it points to")
            }
            Action::Call { .. } => format!("the call in {place} may have changed {name}"),
            Action::Unknown { .. } => format!("what is in {place} may have changed {name}"),
            _ => format!("the write in {place} may have changed {name}"),
        }
    }

    /// What runs beside the program may have changed a pointer that is read from memory, which nothing else has since the function
    /// assigned it, compared it with null or used it.
    fn beside(&self, check: &CheckKind, at: Spot) -> Option<String> {
        let (other, name) = beside(self.engine.program)?;
        let place = loaded(pointer_of(check)?)?;
        let shared = match place.base {
            Base::Variable(id) => self.engine.env.restless[id.index()],
            Base::Pointer(_) => true,
        };
        (shared && self.reaching().is_settled(place, at)).then_some(())?;
        Some(format!("{other} may have changed the pointer, since the program uses `{name}`"))
    }

    fn reaching(&self) -> &Reaching<'a, 'p> {
        self.reaching.get_or_init(|| Reaching::new(self.engine, self.function))
    }

    /// Of a pointer that is one of several: those of which something is known.
    fn either(&self, check: &CheckKind, at: Spot) -> Option<String> {
        let mut place = loaded(pointer_of(check)?)?;
        let mut at = at;
        let cfg = self.engine.shape(self.function).cfg;
        // A copy is what it is a copy of.
        let all = loop {
            let id = place.as_variable().filter(|id| self.is_own(*id))?;
            let all = self.definitions.reaching(id, at.0, at.1);
            let [Some(only)] = all.iter().copied().collect::<Vec<_>>()[..] else { break all };
            match &cfg.blocks[only.0].instructions[only.1].action {
                Action::Assign(to, value) if to.as_variable() == Some(id) => {
                    (place, at) = (loaded(value)?, only);
                }
                _ => return None,
            }
        };
        let (mut known, mut open) = (Vec::new(), Vec::new());
        for definition in all.iter() {
            let (block, number) = (*definition)?;
            let Action::Assign(to, value) = &cfg.blocks[block].instructions[number].action else {
                return None;
            };
            to.as_variable()?;
            let address = |value: &Value| match &value.kind {
                ValueKind::AddressOf(place) => matches!(place.base, Base::Variable(_)),
                _ => false,
            };
            let plain = without_conversions(value);
            let text = self.text(plain)?;
            let all = if address(plain) { &mut known } else { &mut open };
            all.push(text);
        }
        (!known.is_empty() && open.len() == 1).then(|| {
            let all: Vec<String> = known.into_iter().chain(open.iter().cloned()).collect();
            format!("it is {}, and nothing is known about {}", all.join(" or "), open[0])
        })
    }

    /// That a pointer may be a null that the function itself assigned, if it is not compared with null since.
    fn own_null(&self, check: &CheckKind, at: Spot) -> Option<String> {
        // Null may be freed.
        let pointer = pointer_of(check).filter(|_| !matches!(check, CheckKind::Free(_)))?;
        let cfg = self.engine.shape(self.function).cfg;
        let (mut seen, mut left, mut found) = (BTreeSet::new(), vec![(pointer, at)], None);
        while let Some((value, at)) = left.pop() {
            let place = base(value).filter(|_| !self.reaching().is_no_null(value, at));
            let Some(id) = place.and_then(Place::as_variable).filter(|id| self.is_own(*id)) else {
                continue;
            };
            // Those from which control gets there without a comparison with null.
            let open = self.reaching().unguarded(id, at);
            for spot in self.definitions.reaching(id, at.0, at.1).iter().flatten() {
                let instruction = &cfg.blocks[spot.0].instructions[spot.1];
                match &instruction.action {
                    Action::Assign(to, value)
                        if to.as_variable() == Some(id)
                            && open.as_ref().is_none_or(|open| open.contains(spot))
                            && seen.insert(*spot) =>
                    {
                        match without_conversions(value).as_int() {
                            Some(0) => found = found.or(Some(instruction.span)),
                            _ => left.push((value, *spot)),
                        }
                    }
                    _ => {}
                }
            }
        }
        let line = self.engine.line_in(self.function, found?);
        Some(format!("{NOTHING}, and it may be null, see {line}"))
    }

    /// Whether the pointer of a check was found not to be null.
    fn is_guarded(&self, check: &CheckKind, at: Spot) -> bool {
        let pointer = pointer_of(check).filter(|pointer| loaded(pointer).is_some());
        pointer.is_some_and(|pointer| self.reaching().is_no_null(pointer, at))
    }
}

/// The pointer that a check is about.
fn pointer_of(check: &CheckKind) -> Option<&Value> {
    match check {
        CheckKind::Access { pointer, .. }
        | CheckKind::Region { pointer, .. }
        | CheckKind::Free(pointer) => Some(pointer),
        _ => None,
    }
}

/// The place in the text of an expression that may change it, as `s->n++` does.
fn place_of(text: &str) -> &str {
    let text = text.strip_prefix("++").or(text.strip_prefix("--")).unwrap_or(text);
    text.strip_suffix("++").or(text.strip_suffix("--")).unwrap_or(text).trim()
}

fn without_conversions(value: &Value) -> &Value {
    match &value.kind {
        ValueKind::Convert(inner) => without_conversions(inner),
        _ => value,
    }
}

/// The place that a pointer is read from, whatever constants are added to it.
fn loaded(pointer: &Value) -> Option<&Place> {
    match &pointer.kind {
        ValueKind::Load(place) => Some(place),
        ValueKind::Convert(inner) => loaded(inner),
        ValueKind::PointerAdd { pointer, index, .. } => {
            index.as_int().and_then(|_| loaded(pointer))
        }
        ValueKind::AddressOf(Place { base: Base::Pointer(inner), .. }) => loaded(inner),
        _ => None,
    }
}

/// The place that a pointer is read from, whatever is added to it.
fn base(pointer: &Value) -> Option<&Place> {
    match &pointer.kind {
        ValueKind::PointerAdd { pointer, .. } => base(pointer),
        ValueKind::Convert(inner) => base(inner),
        ValueKind::AddressOf(Place { base: Base::Pointer(inner), .. }) => base(inner),
        _ => loaded(pointer),
    }
}

/// The variables that a value reads.
fn variables(value: &Value, found: &mut Vec<VarId>) {
    if let ValueKind::Load(Place { base: Base::Variable(id), .. }) = &value.kind {
        found.push(*id);
    }
    value.operands().into_iter().for_each(|operand| variables(operand, found));
}
