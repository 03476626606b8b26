//! Where a pointer began that moves on by constants: `*p++` and the next `*p++` are the first and the second byte behind one
//! value of `p`.

use crate::engine::Engine;
use crate::graph::Definitions;
use soundline_c::{
    Action, Base, Callee, Cfg, FunctionId, Meaning, Place, Step, Type, Types, Value, ValueKind,
    VarId,
};

/// So many moves are followed.
const MOST: usize = 32;

/// The graph of a function, to follow pointers in local variables backwards.
pub(super) struct Origins<'a, 'p> {
    engine: &'a Engine<'p>,
    cfg: &'a Cfg,
    before: Vec<Vec<usize>>,
    /// The assignments, and where memory is freed; none if the function does what is not known.
    definitions: Option<Definitions>,
}

impl<'a, 'p> Origins<'a, 'p> {
    pub(super) fn new(engine: &'a Engine<'p>, function: FunctionId) -> Self {
        let cfg = engine.shape(function).cfg;
        let mut before = vec![Vec::new(); cfg.blocks.len()];
        for (number, block) in cfg.blocks.iter().enumerate() {
            for next in block.terminator.successors() {
                before[next.index()].push(number);
            }
        }
        let mut all = cfg.blocks.iter().flat_map(|block| &block.instructions);
        let known = !all.any(|one| matches!(one.action, Action::Unknown { .. }));
        let definitions = known.then(|| Definitions::new(engine.program, cfg));
        Self { engine, cfg, before, definitions }
    }

    /// The expression that a pointer was before it moved, where it was that, and how many bytes it moved.
    pub(super) fn of<'v>(
        &'v self,
        pointer: &'v Value,
        at: (usize, usize),
    ) -> (&'v Value, (usize, usize), i64) {
        let mut known = (pointer, at, 0i64);
        let own = |value: &'v Value| place_of(&self.engine.program.types, value);
        // A pointer with constant steps: they are counted from the expression that has none.
        let Some((mut place, own_steps)) = own(pointer) else { return known };
        let (mut at, mut moved) = (at, 0i64);
        for _ in 0..MOST {
            let Some((value, from)) = self.assigned(place, at) else { break };
            let Some((next, steps)) = own(value) else { break };
            // What is read in memory may change where nobody sees it here.
            if next.as_local(self.engine).is_none() {
                break;
            }
            let Some(sum) = moved.checked_add(steps) else { break };
            (place, at, moved) = (next, from, sum);
            // The steps of the value itself belong to it.
            let Some(rest) = (moved - steps).checked_add(own_steps) else { break };
            known = (value, from, rest);
        }
        known
    }

    /// The value that a place was assigned last before an instruction, and where, if that is the same on all ways.
    fn assigned(&self, place: &Place, at: (usize, usize)) -> Option<(&'a Value, (usize, usize))> {
        let id = place.as_local(self.engine)?;
        let (mut block, mut end) = at;
        for _ in 0..MOST {
            for number in (0..end).rev() {
                match self.effect(&self.cfg.blocks[block].instructions[number].action, id, place) {
                    Effect::None => {}
                    Effect::Assigns(value) => return Some((value, (block, number))),
                    Effect::Other => return None,
                }
            }
            if block == 0 {
                return None;
            }
            (block, end) = match self.before[block][..] {
                [before] => (before, self.cfg.blocks[before].instructions.len()),
                _ => self.only(id, block)?,
            };
        }
        None
    }

    /// Behind the only assignment to a variable that all ways to the start of a block come from.
    fn only(&self, id: VarId, block: usize) -> Option<(usize, usize)> {
        let all = self.definitions.as_ref()?.reaching(id, block, 0);
        let first = all.first().copied().filter(|_| all.len() == 1)?;
        first.map(|(block, at)| (block, at + 1))
    }

    fn effect(&self, action: &'a Action, id: VarId, place: &Place) -> Effect<'a> {
        let of = |other: &Place| match other.base {
            Base::Variable(own) if own == id => match relation(place, other) {
                Relation::Same => Some(true),
                Relation::Apart => None,
                Relation::Open => Some(false),
            },
            _ => None,
        };
        let plain = |touches: bool| if touches { Effect::Other } else { Effect::None };
        match action {
            Action::Assign(other, value) => match of(other) {
                Some(true) => Effect::Assigns(value),
                Some(false) => Effect::Other,
                None => Effect::None,
            },
            Action::Zero(other) | Action::Havoc(other, _) => plain(of(other).is_some()),
            Action::Call { callee, result, .. } => {
                let frees = match callee {
                    Callee::Function(called) => {
                        let model = self.engine.program.function(*called).model;
                        let meaning = model.map(|model| model.meaning);
                        matches!(
                            meaning,
                            Some(Meaning::Free | Meaning::Reallocate(_) | Meaning::Line)
                        )
                    }
                    Callee::Pointer(_) => false,
                };
                plain(frees || result.as_ref().is_some_and(|other| of(other).is_some()))
            }
            Action::Unknown { .. } => Effect::Other,
            Action::Declare(own) => plain(*own == id),
            _ => Effect::None,
        }
    }
}

/// What an instruction does to a place.
enum Effect<'a> {
    None,
    Assigns(&'a Value),
    Other,
}

/// How two places of one variable are to each other.
enum Relation {
    Same,
    Apart,
    Open,
}

fn relation(one: &Place, other: &Place) -> Relation {
    let mut pairs = one.path.iter().zip(&other.path);
    loop {
        match pairs.next() {
            Some((Step::Field(record, field), Step::Field(own, second))) if record == own => {
                if field != second {
                    return Relation::Apart;
                }
            }
            Some(_) => return Relation::Open,
            None if one.path.len() == other.path.len() => return Relation::Same,
            None => return Relation::Open,
        }
    }
}

/// The variable that a pointer is read from, and how many bytes it is on from there.
fn place_of<'v>(types: &Types, value: &'v Value) -> Option<(&'v Place, i64)> {
    match &value.kind {
        ValueKind::Load(place)
            if !place.volatile && matches!(types.get(place.ty), Type::Pointer(_)) =>
        {
            Some((place, 0))
        }
        ValueKind::Convert(inner) if matches!(types.get(inner.ty), Type::Pointer(_)) => {
            place_of(types, inner)
        }
        ValueKind::PointerAdd { pointer, index, element_size: Some(size) } => {
            let (place, before) = place_of(types, pointer)?;
            let step = i64::try_from(index.as_int()?.checked_mul(i128::from(*size))?).ok()?;
            Some((place, before.checked_add(step)?))
        }
        ValueKind::AddressOf(Place { base: Base::Pointer(inner), path, .. }) => {
            let (place, before) = place_of(types, inner)?;
            let mut bits = 0u64;
            for step in path {
                let Step::Field(record, field) = step else { return None };
                bits = bits.checked_add(types.record(*record).fields[*field].offset_bits)?;
            }
            Some((place, before.checked_add(i64::try_from(bits / 8).ok()?)?))
        }
        _ => None,
    }
}

/// A local variable that nobody else can change, or a member of one.
trait Local {
    fn as_local(&self, engine: &Engine<'_>) -> Option<VarId>;
}

impl Local for Place {
    fn as_local(&self, engine: &Engine<'_>) -> Option<VarId> {
        let Base::Variable(id) = self.base else { return None };
        let variable = engine.program.variable(id);
        let own = variable.function.is_some() && engine.env.is_named(id) && !variable.volatile;
        let plain = self.path.iter().all(|step| matches!(step, Step::Field(..)));
        (own && plain && !engine.env.exposed[id.index()]).then_some(id)
    }
}
