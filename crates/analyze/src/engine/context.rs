//! Calling contexts: a function, and the calls that lead to it.

use crate::state::Frame;
use soundline_c::FunctionId;
use std::collections::{HashMap, HashSet};

/// The number of a context.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct ContextId(pub(crate) u32);

/// A segment of a function in a context: a label of the paper's algorithm. Where states are kept apart at one, each part is
/// a node of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Node {
    pub(crate) context: ContextId,
    pub(crate) segment: u32,
    pub(crate) part: u32,
}

impl Node {
    /// The first part of a segment.
    pub(crate) fn new(context: ContextId, segment: u32) -> Node {
        Node { context, segment, part: 0 }
    }

    /// The first part of its segment, which stands for all of them.
    pub(crate) fn first(self) -> Node {
        Node { part: 0, ..self }
    }
}

/// A function in a context.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Context {
    pub(crate) function: FunctionId,
    /// The call that leads here; none for the function that the analysis starts with.
    pub(crate) caller: Option<Node>,
    /// The places of the calls in their orders: where the context stands among all.
    pub(crate) path: Vec<u32>,
    /// The turn of a loop that this is, if the loop is unrolled.
    pub(crate) turn: Option<Turn>,
    /// Whether it stands for all further calls of its function.
    pub(crate) folded: bool,
}

/// A turn of a loop that is kept apart from the others: a context of its own. Control enters it at the head of the loop,
/// and goes on in the context around the loop where it leaves it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Turn {
    /// The context around the loop, in which its first turn is.
    pub(crate) around: ContextId,
    /// The segment at its head.
    pub(crate) head: u32,
    /// Which one it is: 1 for the second.
    pub(crate) count: u32,
}

/// What tells contexts apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Key {
    Called(Option<Node>, FunctionId),
    /// With the place of the first of the calls that run.
    Folded(FunctionId, Option<(FunctionId, u32)>),
    Turn(Turn),
}

/// Turns come after all calls of the last segment of their loop.
const AFTER_CALLS: u32 = 1 << 31;

/// All contexts so far.
#[derive(Clone, Debug, Default)]
pub(crate) struct Contexts {
    all: Vec<Context>,
    numbers: HashMap<Key, ContextId>,
    /// How many of them are turns of loops.
    turns: usize,
    /// How many are calls of functions that run already, and calls in these.
    again: usize,
}

impl Contexts {
    pub(crate) fn get(&self, id: ContextId) -> &Context {
        &self.all[id.0 as usize]
    }

    pub(crate) fn all(&self) -> &[Context] {
        &self.all
    }

    pub(crate) fn len(&self) -> usize {
        self.all.len()
    }

    /// How many contexts are turns of loops.
    pub(crate) fn turns(&self) -> usize {
        self.turns
    }

    /// How many contexts are calls of functions that run already, and calls in these.
    pub(crate) fn again(&self) -> usize {
        self.again
    }

    /// How many contexts are other calls.
    pub(crate) fn calls(&self) -> usize {
        self.all.len() - self.turns - self.again
    }

    /// The last call of the same function that waits while a context runs.
    pub(crate) fn waiting(&self, id: ContextId) -> Option<Frame> {
        let function = self.get(id).function;
        let all = self.recent(id).iter().filter(|running| **running == function).count();
        let number = u8::try_from(all.checked_sub(2)?).expect("recursion is not so deep");
        Some(Frame { function, number })
    }

    /// The context in which the analysis starts with a function.
    pub(crate) fn root(&mut self, function: FunctionId) -> ContextId {
        self.add(Context { function, caller: None, path: Vec::new(), turn: None, folded: false })
    }

    /// The context of a function that is called, if there is one already.
    pub(crate) fn known(&self, caller: Node, function: FunctionId) -> Option<ContextId> {
        self.numbers.get(&Key::Called(Some(caller), function)).copied()
    }

    /// The context of a function that is called.
    pub(crate) fn called(&mut self, caller: Node, place: u32, function: FunctionId) -> ContextId {
        let mut path = self.get(caller.context).path.clone();
        path.push(place);
        self.add(Context { function, caller: Some(caller), path, turn: None, folded: false })
    }

    /// The folded context around a context in which that function runs.
    pub(crate) fn folding(&self, id: ContextId, function: FunctionId) -> Option<ContextId> {
        let mut all = self.around(id).map(|id| self.call_of(id));
        all.find(|id| self.get(*id).folded && self.get(*id).function == function)
    }

    /// The folded context of a function that runs already. The call leads there from now on.
    pub(crate) fn folded(&mut self, caller: Node, place: u32, function: FunctionId) -> ContextId {
        let id = self.folding(caller.context, function).unwrap_or_else(|| {
            let running =
                self.around(caller.context).filter(|id| self.get(*id).function == function);
            let first = running.last().and_then(|id| self.get(id).caller);
            let first = first.map(|node| (self.get(node.context).function, node.segment));
            let key = Key::Folded(function, first);
            self.numbers.get(&key).copied().unwrap_or_else(|| {
                let mut path = self.get(caller.context).path.clone();
                path.push(place);
                let caller = Some(caller);
                let context = Context { function, caller, path, turn: None, folded: true };
                self.insert(key, context)
            })
        });
        self.numbers.insert(Key::Called(Some(caller), function), id);
        id
    }

    /// Whether a context is folded, or is one of a call in a folded context.
    pub(crate) fn is_in_fold(&self, id: ContextId) -> bool {
        self.around(id).any(|id| self.get(self.call_of(id)).folded)
    }

    /// A context and the ones that lead to it, but for turns of loops.
    fn around(&self, id: ContextId) -> impl Iterator<Item = ContextId> + '_ {
        std::iter::successors(Some(id), |id| self.get(*id).caller.map(|node| node.context))
    }

    /// The context of a turn, if there is one already.
    pub(crate) fn known_turn(&self, turn: Turn) -> Option<ContextId> {
        self.numbers.get(&Key::Turn(turn)).copied()
    }

    /// The context of a turn of a loop whose last segment has that place.
    pub(crate) fn turned(&mut self, turn: Turn, last: u32) -> ContextId {
        let around = self.get(turn.around);
        let (function, caller) = (around.function, around.caller);
        let mut path = around.path.clone();
        path.extend([last, AFTER_CALLS + turn.count]);
        self.add(Context { function, caller, path, turn: Some(turn), folded: false })
    }

    fn add(&mut self, context: Context) -> ContextId {
        let key = match context.turn {
            Some(turn) => Key::Turn(turn),
            None => Key::Called(context.caller, context.function),
        };
        match self.numbers.get(&key) {
            Some(known) => *known,
            None => self.insert(key, context),
        }
    }

    fn insert(&mut self, key: Key, context: Context) -> ContextId {
        let id = ContextId(self.all.len() as u32);
        self.numbers.insert(key, id);
        let turn = context.turn.is_some();
        self.turns += usize::from(turn);
        self.all.push(context);
        self.again += usize::from(!turn && self.is_again(id));
        id
    }

    /// Whether a function runs in a context that runs already.
    fn is_again(&self, id: ContextId) -> bool {
        let stack = self.recent(id);
        stack.iter().copied().collect::<HashSet<_>>().len() < stack.len()
    }

    /// Adds a context as it was.
    pub(crate) fn restore(&mut self, context: Context) {
        self.add(context);
    }

    /// The functions that are running in a context, the innermost first, from the last folded context on: those before it
    /// are the same as if it were the first.
    pub(crate) fn recent(&self, id: ContextId) -> Vec<FunctionId> {
        let mut stack = Vec::new();
        for id in self.around(id) {
            stack.push(self.get(id).function);
            if self.get(self.call_of(id)).folded {
                break;
            }
        }
        stack
    }

    /// The context of the call that a turn of a loop belongs to.
    pub(crate) fn call_of(&self, id: ContextId) -> ContextId {
        let turns =
            std::iter::successors(Some(id), |id| self.get(*id).turn.map(|turn| turn.around));
        turns.last().unwrap_or(id)
    }
}
