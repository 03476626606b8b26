//! Whether a function may itself have freed what a pointer points to. That others gave it one pointer twice is up to them: what
//! counts is whether the pointer that is freed may be this one by the function's own assignments.

use super::reaching::{Definition, Reaching};
use super::{Party, Subject};
use crate::engine::Engine;
use soundline_c::{
    Action, Base, Callee, Cfg, FunctionId, Meaning, Model, Place, RecordId, Step, Value, ValueKind,
    VarId,
};
use std::collections::{BTreeMap, BTreeSet};

/// What a pointer may come from, in whatever order the assignments of the function happen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Node {
    Variable(VarId),
    Member(RecordId, usize),
    /// Whatever else is in memory.
    Memory,
    /// What a function gives back, or leaves behind one of its arguments.
    Call(FunctionId),
    /// What is called through a pointer gives back.
    Unknown,
}

/// A place in the graph of a function: a block, and an instruction of it.
type At = (usize, usize);

/// The pointers that a function frees.
pub(crate) struct Freed<'a, 'p> {
    engine: &'a Engine<'p>,
    cfg: &'a Cfg,
    /// What flows where.
    flows: BTreeMap<Node, BTreeSet<Node>>,
    /// Where memory is freed, the pointer, and all that it may come from.
    all: Vec<(At, &'a Value, BTreeSet<Node>)>,
}

impl<'a, 'p> Freed<'a, 'p> {
    pub(crate) fn new(engine: &'a Engine<'p>, function: FunctionId) -> Self {
        let cfg = engine.shape(function).cfg;
        let mut freed = Self { engine, cfg, flows: BTreeMap::new(), all: Vec::new() };
        let mut pointers = Vec::new();
        for (number, block) in cfg.blocks.iter().enumerate() {
            for (at, instruction) in block.instructions.iter().enumerate() {
                if let Some(pointer) = freed.pointer(&instruction.action) {
                    pointers.push(((number, at), pointer));
                }
            }
        }
        if pointers.is_empty() {
            return freed;
        }
        for instruction in cfg.blocks.iter().flat_map(|block| &block.instructions) {
            freed.note(&instruction.action);
        }
        for (at, pointer) in pointers {
            let mut found = BTreeSet::new();
            let mut left: Vec<Node> = freed.node(pointer).into_iter().collect();
            while let Some(node) = left.pop() {
                if found.insert(node) {
                    left.extend(freed.flows.get(&node).into_iter().flatten());
                }
            }
            freed.all.push((at, pointer, found));
        }
        freed
    }

    /// The pointer that an instruction frees.
    fn pointer(&self, action: &'a Action) -> Option<&'a Value> {
        let Action::Call { callee: Callee::Function(id), arguments, .. } = action else {
            return None;
        };
        let meaning = self.engine.program.function(*id).model.map(|model| model.meaning);
        let frees = matches!(meaning, Some(Meaning::Free | Meaning::Reallocate(_) | Meaning::Line));
        arguments.first().filter(|_| frees)
    }

    /// What an instruction assigns.
    fn note(&mut self, action: &Action) {
        match action {
            Action::Assign(place, value) => {
                let from = self.node(value);
                self.flows.entry(target(place)).or_default().extend(from);
            }
            Action::Call { result: Some(place), callee, arguments } => {
                let mut from: BTreeSet<Node> = BTreeSet::new();
                let model = match callee {
                    Callee::Function(id) => {
                        from.insert(Node::Call(*id));
                        self.engine.program.function(*id).model
                    }
                    Callee::Pointer(_) => {
                        from.insert(Node::Unknown);
                        None
                    }
                };
                if !model.is_some_and(is_fresh) {
                    from.extend(arguments.iter().filter_map(|argument| self.node(argument)));
                }
                self.flows.entry(target(place)).or_default().extend(from);
            }
            _ => {}
        }
        // What a function leaves in a variable that it was lent.
        if let Action::Call { callee: Callee::Function(id), arguments, .. } = action {
            for lent in arguments.iter().filter_map(super::lent::variable) {
                self.flows.entry(Node::Variable(lent)).or_default().insert(Node::Call(*id));
            }
        }
    }

    /// What a pointer is read from.
    fn node(&self, value: &Value) -> Option<Node> {
        match &value.kind {
            ValueKind::Load(place) => Some(target(place)),
            ValueKind::Convert(inner) | ValueKind::PointerAdd { pointer: inner, .. } => {
                self.node(inner)
            }
            ValueKind::AddressOf(Place { base: Base::Pointer(inner), .. }) => self.node(inner),
            ValueKind::AddressOf(Place { base: Base::Variable(_), .. }) => None,
            ValueKind::Binary(_, left, right) => self.node(left).or_else(|| self.node(right)),
            _ => None,
        }
    }

    /// Whether one of some pointers may have been given to a free that leads to an instruction.
    pub(crate) fn is_before<'v>(
        &self,
        values: impl Iterator<Item = &'v Value>,
        leads: &mut dyn FnMut(At) -> bool,
    ) -> bool {
        let nodes: BTreeSet<Node> = values.filter_map(|value| self.node(value)).collect();
        let mut all = self.all.iter().filter(|(.., from)| self.meet(&nodes, from));
        all.any(|(free, ..)| leads(*free))
    }

    /// Whether two pointers may come from the same.
    fn meet(&self, nodes: &BTreeSet<Node>, from: &BTreeSet<Node>) -> bool {
        let all = |nodes: &BTreeSet<Node>| {
            let (mut found, mut left) =
                (BTreeSet::new(), nodes.iter().copied().collect::<Vec<_>>());
            while let Some(node) = left.pop() {
                if found.insert(node) {
                    left.extend(self.flows.get(&node).into_iter().flatten());
                }
            }
            found
        };
        // That both are new memory is nothing that they have in common.
        let program = self.engine.program;
        let fresh = |node: &&Node| match node {
            Node::Call(id) => program.function(*id).model.is_some_and(is_fresh),
            _ => false,
        };
        all(nodes).intersection(from).any(|node| !fresh(&node))
    }

    /// Whether a pointer that comes from somewhere may have been freed before an instruction.
    pub(super) fn may_be(
        &self,
        reaching: &Reaching<'_, '_>,
        pointer: &Value,
        sources: &mut dyn Iterator<Item = Subject>,
        at: At,
    ) -> bool {
        if self.all.is_empty() {
            return false;
        }
        let nodes: BTreeSet<Node> = sources.map(node_of).chain(self.node(pointer)).collect();
        let mut all = self.all.iter().filter(|(free, ..)| reaching.is_before(*free, at));
        all.any(|(free, freed, from)| {
            !nodes.is_disjoint(from) && !self.is_other(reaching, (pointer, at), (freed, *free))
        })
    }

    /// The same of what a variable holds that is lent.
    pub(super) fn may_be_held(
        &self,
        reaching: &Reaching<'_, '_>,
        variable: VarId,
        sources: &mut dyn Iterator<Item = Subject>,
        at: At,
    ) -> bool {
        let nodes = sources.map(node_of).chain([Node::Variable(variable)]).collect();
        let mut all = self.all.iter().filter(|(free, ..)| reaching.is_before(*free, at));
        all.any(|(.., from)| self.meet(&nodes, from))
    }

    /// Whether a pointer is another one than what was freed, since it was read in memory after that had been read: a loop that
    /// frees a list goes on with the next element.
    fn is_other(
        &self,
        reaching: &Reaching<'_, '_>,
        (pointer, at): (&Value, At),
        (freed, free): (&Value, At),
    ) -> bool {
        let Some(own) = self.local(pointer) else {
            // It is read where it is used.
            return !self.is_read_before(reaching, pointer, at, freed, free);
        };
        // Backwards from where it is used: the variable that holds the pointer.
        let mut seen: BTreeSet<(VarId, usize)> = BTreeSet::new();
        let mut left = vec![(own, at.0, at.1)];
        while let Some((mut own, block, end)) = left.pop() {
            let mut ended = false;
            for number in (0..end).rev() {
                if (block, number) == free && !self.differ(reaching, own, freed, free) {
                    return false;
                }
                match self.assigned(own, (block, number)) {
                    Some(Given::Copy(other)) => own = other,
                    // It is read again from where it may have been read before.
                    Some(Given::Read(value)) => {
                        if self.is_read_before(reaching, value, (block, number), freed, free) {
                            return false;
                        }
                        ended = true;
                        break;
                    }
                    Some(Given::Other) => return false,
                    None => {}
                }
            }
            if !ended {
                for before in reaching.before(block) {
                    if seen.insert((own, *before)) {
                        left.push((own, *before, self.cfg.blocks[*before].instructions.len()));
                    }
                }
            }
        }
        true
    }

    /// Whether a variable holds another pointer than what is freed: it was read in memory when the variable that is freed had its
    /// value already.
    fn differ(&self, reaching: &Reaching<'_, '_>, own: VarId, freed: &Value, free: At) -> bool {
        let Some(variable) = self.local(freed).filter(|freed| *freed != own) else { return false };
        let given = reaching.of(variable, free.0, free.1);
        reaching.of(own, free.0, free.1).iter().all(|definition| {
            let Some(read) = *definition else { return false };
            let Some(Given::Read(value)) = self.assigned(own, read) else { return false };
            let after = |given: &Definition| self.is_between(given.unwrap_or((0, 0)), read, free);
            given.iter().all(after) && !self.is_read_before(reaching, value, read, freed, free)
        })
    }

    /// Whether the pointer that is freed may have been read from the same place that another one is read from, with the same value
    /// of the variable that leads there.
    fn is_read_before(
        &self,
        reaching: &Reaching<'_, '_>,
        value: &Value,
        read: At,
        freed: &Value,
        free: At,
    ) -> bool {
        let Some(place) = loaded(value) else { return true };
        let Base::Pointer(base) = &place.base else { return true };
        let Some(base) = self.local(base) else { return true };
        let Some(freed) = self.local(freed) else {
            let same = loaded(freed).is_none_or(|other| self.may_be_same(place, other));
            return same && !self.is_moved(reaching, base, free, read);
        };
        // Back to where it was read.
        let mut seen: BTreeSet<(VarId, At)> = BTreeSet::new();
        let mut left = vec![(freed, free)];
        while let Some((own, at)) = left.pop() {
            for definition in reaching.of(own, at.0, at.1).iter() {
                let Some(definition) = *definition else { continue };
                if !seen.insert((own, definition)) {
                    continue;
                }
                match self.assigned(own, definition) {
                    Some(Given::Copy(other)) => left.push((other, definition)),
                    Some(Given::Read(value)) => {
                        let same = loaded(value).is_none_or(|other| self.may_be_same(place, other));
                        if same && !self.is_moved(reaching, base, definition, read) {
                            return true;
                        }
                    }
                    Some(Given::Other) | None => return true,
                }
            }
        }
        false
    }

    /// Whether two places may be the same by the function's own doing, if the variables that lead there have the same value.
    fn may_be_same(&self, one: &Place, other: &Place) -> bool {
        if target(one) != target(other) {
            return false;
        }
        let base = |place: &Place| match &place.base {
            Base::Pointer(base) => self.local(base),
            Base::Variable(_) => None,
        };
        let (Some(first), Some(second)) = (base(one), base(other)) else { return true };
        let fields = |place: &Place| {
            let all = place.path.iter();
            let all = all.map(|step| match step {
                Step::Field(record, field) => Some((*record, *field)),
                Step::Index(_) => None,
            });
            all.collect::<Option<Vec<_>>>()
        };
        let (path, second_path) = (fields(one), fields(other));
        if let (Some(path), Some(other)) = (path, second_path)
            && path.len() == other.len()
            && path != other
        {
            return false;
        }
        !self.copies(first).is_disjoint(&self.copies(second))
    }

    /// A variable, and those that its value may be copied from.
    fn copies(&self, id: VarId) -> BTreeSet<Node> {
        let (mut found, mut left) = (BTreeSet::new(), vec![Node::Variable(id)]);
        while let Some(node) = left.pop() {
            if matches!(node, Node::Variable(_)) && found.insert(node) {
                left.extend(self.flows.get(&node).into_iter().flatten());
            }
        }
        found
    }

    /// Whether a variable gets another value on all ways from one instruction to another.
    fn is_moved(&self, reaching: &Reaching<'_, '_>, id: VarId, from: At, to: At) -> bool {
        let all =
            self.cfg.blocks.iter().enumerate().flat_map(|(number, block)| {
                (0..block.instructions.len()).map(move |at| (number, at))
            });
        let mut moves: Vec<At> = all
            .filter(|at| matches!(self.assigned(id, *at), Some(Given::Copy(_) | Given::Read(_))))
            .collect();
        if !reaching.is_followed(id) {
            return false;
        }
        // What it gives itself is read before.
        if moves.contains(&from) {
            return true;
        }
        moves.retain(|at| *at != to);
        !self.leads(from, to, &moves.into_iter().collect())
    }

    /// Whether all ways from one instruction to another pass a third.
    fn is_between(&self, from: At, middle: At, to: At) -> bool {
        from != middle && !self.leads(from, to, &BTreeSet::from([middle]))
    }

    /// Whether a way leads from behind one instruction to another that passes none of some.
    fn leads(&self, from: At, to: At, without: &BTreeSet<At>) -> bool {
        let mut seen: BTreeSet<usize> = BTreeSet::new();
        let mut left = vec![(from.0, from.1 + 1)];
        while let Some((block, start)) = left.pop() {
            let length = self.cfg.blocks[block].instructions.len();
            let mut passed = true;
            for number in start..length {
                if (block, number) == to {
                    return true;
                }
                if without.contains(&(block, number)) {
                    passed = false;
                    break;
                }
            }
            if passed && to == (block, length) {
                return true;
            }
            if passed {
                for next in self.cfg.blocks[block].terminator.successors() {
                    if seen.insert(next.index()) {
                        left.push((next.index(), 0));
                    }
                }
            }
        }
        false
    }

    /// What an instruction gives a variable.
    fn assigned(&self, id: VarId, (block, at): At) -> Option<Given<'a>> {
        let action = &self.cfg.blocks[block].instructions[at].action;
        if let Action::Assign(place, value) = action
            && place.as_variable() == Some(id)
        {
            return Some(match self.local(value) {
                Some(other) => Given::Copy(other),
                None if loaded(value).is_some() => Given::Read(value),
                None => Given::Other,
            });
        }
        crate::graph::written(action).contains(&id).then_some(Given::Other)
    }

    /// The local variable that a pointer is the value of.
    fn local(&self, value: &Value) -> Option<VarId> {
        let id = loaded(value)?.as_variable()?;
        let variable = self.engine.program.variable(id);
        let own = variable.function.is_some() && !variable.address_taken && !variable.volatile;
        (own && !self.engine.env.exposed[id.index()]).then_some(id)
    }
}

/// What an instruction gives a variable.
enum Given<'v> {
    /// The value of another one.
    Copy(VarId),
    /// What is read in memory.
    Read(&'v Value),
    Other,
}

/// The place that a value is read from as it is.
fn loaded(value: &Value) -> Option<&Place> {
    match &value.kind {
        ValueKind::Load(place) => Some(place),
        ValueKind::Convert(inner) => loaded(inner),
        _ => None,
    }
}

fn target(place: &Place) -> Node {
    let member = place.path.iter().rev().find_map(|step| match step {
        Step::Field(record, field) => Some(Node::Member(*record, *field)),
        Step::Index(_) => None,
    });
    member.unwrap_or(match place.base {
        Base::Variable(id) => Node::Variable(id),
        Base::Pointer(_) => Node::Memory,
    })
}

/// Whether a function gives new memory.
fn is_fresh(model: &Model) -> bool {
    matches!(
        model.meaning,
        Meaning::Allocate { .. }
            | Meaning::AllocateZeroed
            | Meaning::Duplicate(_)
            | Meaning::Text { .. }
    )
}

fn node_of(subject: Subject) -> Node {
    match (subject.depth, subject.party, subject.parameter) {
        (0, Party::Member(record, field), _) => Node::Member(record, field),
        (0, Party::Result(id) | Party::Output(id, _), _) => Node::Call(id),
        (0, _, Some(id)) | (0, Party::Variable(id), _) => Node::Variable(id),
        _ => Node::Memory,
    }
}
