//! Where what states know is lost: behind writes through other names and behind calls.

use super::At;
use crate::engine::{Engine, Node, Run};
use crate::graph::{End, Segment};
use crate::memory::{CellId, Object, Spot};
use crate::state::{Claim, State, SubjectId};
use soundline_c::{Action, Base, Place, Step};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// Something that states know.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Fact {
    /// That a pointer is valid.
    Pointer(SubjectId),
    /// What a part of memory holds.
    Cell(CellId),
}

/// The instructions behind which something is not known any more.
pub(crate) type Lost = BTreeMap<Fact, BTreeSet<At>>;

/// What a state knows that writes of memory and calls may end.
struct Held {
    at: usize,
    claims: Rc<BTreeMap<SubjectId, Claim>>,
    dims: Rc<Vec<CellId>>,
    pointers: Rc<BTreeMap<CellId, crate::memory::Pointer>>,
}

/// Watches the states of a node for what they do not know any more.
pub(crate) struct Watch<'e, 'p> {
    engine: &'e Engine<'p>,
    node: Node,
    /// Before the last instruction, if it writes what others can read.
    held: Option<Held>,
    lost: Lost,
}

impl<'e, 'p> Watch<'e, 'p> {
    pub(crate) fn new(engine: &'e Engine<'p>, node: Node) -> Self {
        Self { engine, node, held: None, lost: Lost::new() }
    }

    /// The state before an instruction.
    pub(crate) fn pass(&mut self, at: usize, state: &State) {
        if self.engine.is_whole() {
            return;
        }
        self.note(state);
        let shared = |place: &Place| match place.base {
            Base::Pointer(_) => true,
            Base::Variable(id) => self.engine.env.exposed[id.index()],
        };
        let writes = match self.action(at) {
            Action::Assign(place, _) | Action::Zero(place) | Action::Havoc(place, _) => {
                shared(place)
            }
            Action::Call { .. } | Action::Unknown { .. } => true,
            _ => false,
        };
        self.held = writes.then(|| Held {
            at,
            claims: state.claims.clone(),
            dims: state.dims.clone(),
            pointers: state.pointers.clone(),
        });
    }

    /// The state at the end, if control gets there; or what comes back from the call there.
    pub(crate) fn end(mut self, run: &Run, end: Option<&State>, lost: &mut Lost) {
        let segment = self.segment();
        match end.filter(|_| self.held.is_some()) {
            Some(_) if segment.ends == End::Call => {
                let next = Node { segment: self.node.segment + 1, ..self.node.first() };
                if let Some((_, state)) =
                    run.edges_from(self.node).find(|(to, _)| to.first() == next)
                {
                    self.note(state);
                }
            }
            Some(state) => self.note(state),
            None => {}
        }
        for (fact, all) in self.lost {
            lost.entry(fact).or_default().extend(all);
        }
    }

    fn segment(&self) -> &'e Segment {
        let shape = self.engine.shape(self.engine.function_of(self.node));
        &shape.segments[self.node.segment as usize]
    }

    fn action(&self, at: usize) -> &'p Action {
        let cfg = self.engine.shape(self.engine.function_of(self.node)).cfg;
        &cfg.blocks[self.segment().block].instructions[at].action
    }

    /// What is not known any more behind the last instruction.
    fn note(&mut self, state: &State) {
        let Some(held) = self.held.take() else { return };
        let engine = self.engine;
        let at = (engine.function_of(self.node), self.segment().block, held.at);
        // What it writes has another value then, and is not lost.
        let written = match self.action(held.at) {
            Action::Assign(place, _) => cell(engine, place),
            _ => None,
        };
        let mut note = |fact: Fact| {
            self.lost.entry(fact).or_default().insert(at);
        };
        if !Rc::ptr_eq(&held.claims, &state.claims) {
            let gone = held.claims.keys().filter(|id| !state.claims.contains_key(id));
            gone.for_each(|id| note(Fact::Pointer(*id)));
        }
        let told = |id: &CellId| {
            let known = match engine.env.cells.get(*id).object {
                Object::Behind(_) => true,
                Object::Variable(id) => engine.env.exposed[id.index()],
                _ => false,
            };
            known && Some(*id) != written
        };
        let stays =
            |id: &CellId| state.dims.binary_search(id).is_ok() || state.pointers.contains_key(id);
        let all = held.dims.iter().chain(held.pointers.keys());
        all.filter(|id| !stays(id) && told(id)).for_each(|id| note(Fact::Cell(*id)));
    }
}

/// The cell that a place is, if only constants lead there.
pub(super) fn cell(engine: &Engine<'_>, place: &Place) -> Option<CellId> {
    let env = &engine.env;
    let Base::Variable(id) = place.base else { return env.behind(place) };
    let mut offset = 0u64;
    for step in &place.path {
        let Step::Field(record, field) = step else { return None };
        offset += env.program.types.record(*record).fields[*field].offset_bits;
    }
    let spot = Spot { offset, extent: None };
    env.layout.cell(&env.cells, Object::Variable(id), spot, place.ty)
}
