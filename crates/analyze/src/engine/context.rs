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
        let all = self.stack(id).iter().filter(|running| **running == function).count();
        let number = u8::try_from(all.checked_sub(2)?).expect("recursion is not so deep");
        Some(Frame { function, number })
    }

    /// The context in which the analysis starts with a function.
    pub(crate) fn root(&mut self, function: FunctionId) -> ContextId {
        self.add(Context { function, caller: None, path: Vec::new(), turn: None })
    }

    /// The context of a function that is called, if there is one already.
    pub(crate) fn known(&self, caller: Node, function: FunctionId) -> Option<ContextId> {
        self.numbers.get(&Key::Called(Some(caller), function)).copied()
    }

    /// The context of a function that is called.
    pub(crate) fn called(&mut self, caller: Node, place: u32, function: FunctionId) -> ContextId {
        let mut path = self.get(caller.context).path.clone();
        path.push(place);
        self.add(Context { function, caller: Some(caller), path, turn: None })
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
        self.add(Context { function, caller, path, turn: Some(turn) })
    }

    fn add(&mut self, context: Context) -> ContextId {
        let next = ContextId(self.all.len() as u32);
        let key = match context.turn {
            Some(turn) => Key::Turn(turn),
            None => Key::Called(context.caller, context.function),
        };
        match self.numbers.entry(key) {
            std::collections::hash_map::Entry::Occupied(known) => *known.get(),
            std::collections::hash_map::Entry::Vacant(free) => {
                free.insert(next);
                let turn = context.turn.is_some();
                self.turns += usize::from(turn);
                self.all.push(context);
                self.again += usize::from(!turn && self.is_again(next));
                next
            }
        }
    }

    /// Whether a function runs in a context that runs already.
    fn is_again(&self, id: ContextId) -> bool {
        let stack = self.stack(id);
        stack.iter().copied().collect::<HashSet<_>>().len() < stack.len()
    }

    /// Adds a context as it was.
    pub(crate) fn restore(&mut self, context: Context) {
        self.add(context);
    }

    /// The functions that are running in a context, the innermost first.
    pub(crate) fn stack(&self, id: ContextId) -> Vec<FunctionId> {
        let mut stack = Vec::new();
        let mut at = Some(id);
        while let Some(id) = at {
            let context = self.get(id);
            stack.push(context.function);
            at = context.caller.map(|node| node.context);
        }
        stack
    }
}
