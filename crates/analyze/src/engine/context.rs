//! Calling contexts: a function, and the calls that lead to it.

use soundline_c::FunctionId;
use std::collections::HashMap;

/// The number of a context.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct ContextId(pub(crate) u32);

/// A segment of a function in a context: a label of the paper's algorithm.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Node {
    pub(crate) context: ContextId,
    pub(crate) segment: u32,
}

/// A function in a context.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Context {
    pub(crate) function: FunctionId,
    /// The call that leads here; none for the function that the analysis starts with.
    pub(crate) caller: Option<Node>,
    /// The places of the calls in their orders: where the context stands among all.
    pub(crate) path: Vec<u32>,
}

/// All contexts so far.
#[derive(Clone, Debug, Default)]
pub(crate) struct Contexts {
    all: Vec<Context>,
    numbers: HashMap<(Option<Node>, FunctionId), ContextId>,
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

    /// The context in which the analysis starts with a function.
    pub(crate) fn root(&mut self, function: FunctionId) -> ContextId {
        self.add(None, function, Vec::new())
    }

    /// The context of a function that is called, if there is one already.
    pub(crate) fn known(&self, caller: Node, function: FunctionId) -> Option<ContextId> {
        self.numbers.get(&(Some(caller), function)).copied()
    }

    /// The context of a function that is called.
    pub(crate) fn called(&mut self, caller: Node, place: u32, function: FunctionId) -> ContextId {
        let mut path = self.get(caller.context).path.clone();
        path.push(place);
        self.add(Some(caller), function, path)
    }

    fn add(&mut self, caller: Option<Node>, function: FunctionId, path: Vec<u32>) -> ContextId {
        let next = ContextId(self.all.len() as u32);
        match self.numbers.entry((caller, function)) {
            std::collections::hash_map::Entry::Occupied(known) => *known.get(),
            std::collections::hash_map::Entry::Vacant(free) => {
                free.insert(next);
                self.all.push(Context { function, caller, path });
                next
            }
        }
    }

    /// Adds a context as it was.
    pub(crate) fn restore(&mut self, context: Context) {
        self.add(context.caller, context.function, context.path);
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
