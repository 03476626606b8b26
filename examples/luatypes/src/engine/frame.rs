//! A frame: what belongs to one run of a function body.

use super::{Engine, Results};
use crate::lattices::analysis::Point;
use crate::lattices::{Env, Label, Name, Prop, State, Value};
use soundline_lattice::adapt::Element;
use std::collections::BTreeSet;

/// The run of a body.
pub struct Frame {
    /// Values that expressions need later: their labels change when something is made at the same site.
    pub held: Vec<Value>,
    /// The blocks that were entered.
    pub scopes: Vec<u32>,
    /// For each loop around, how many blocks had been entered before.
    pub loops: Vec<usize>,
    /// What holds where the innermost loop is left by `break`.
    pub broken: State,
    /// What holds where the function returns, and with which values.
    pub returned: State,
    /// The values that it returns.
    pub results: Results,
    /// What may hold where an error ends it.
    pub aborted: State,
    /// The sites at which something may have been made.
    pub made: BTreeSet<u32>,
}

impl Default for Frame {
    fn default() -> Frame {
        Frame {
            held: Vec::new(),
            scopes: Vec::new(),
            loops: Vec::new(),
            broken: State::bottom(),
            returned: State::bottom(),
            results: Element::bottom(),
            aborted: State::bottom(),
            made: BTreeSet::new(),
        }
    }
}

impl Engine {
    /// Keep a value while other expressions are evaluated; [`Engine::release`] gives it back as it is then.
    pub fn hold(&mut self, value: Value) {
        self.frame.held.push(value);
    }

    /// The last value that was held.
    pub fn release(&mut self) -> Value {
        self.frame.held.pop().expect("every value that is released was held")
    }

    /// The last `count` values that were held, in their order.
    pub fn release_all(&mut self, count: usize) -> Vec<Value> {
        let from = self.frame.held.len() - count;
        self.frame.held.split_off(from)
    }

    /// Something is made at a site.
    pub fn allocate(&mut self, state: &mut State, site: u32, prop: Prop) {
        *state = state.allocated(site, prop);
        self.made_at(site);
    }

    fn made_at(&mut self, site: u32) {
        for value in &mut self.frame.held {
            *value = value.renamed(Label::Site(site), Label::Old(site));
        }
        self.frame.made.insert(site);
    }

    /// A block is entered.
    pub fn enter(&mut self, state: &mut State, site: u32) {
        *state = state.enter(site);
        self.made_at(site);
        self.frame.scopes.push(site);
    }

    /// The innermost block is left.
    pub fn leave(&mut self, state: &mut State) {
        let site = self.frame.scopes.pop().expect("a block was entered");
        *state = state.leave(site);
    }

    /// A state outside of all but the first blocks.
    pub fn left_to(&self, state: &State, depth: usize) -> State {
        let inner = self.frame.scopes[depth..].iter().rev();
        inner.fold(state.clone(), |state, site| state.leave(*site))
    }

    /// An error may end the function here.
    pub fn may_abort(&mut self, state: &State) {
        // Scopes end with the error; only the store matters to whoever catches it.
        if !state.is_bottom() && !state.store.leq(&self.frame.aborted.store) {
            let store = self.frame.aborted.store.join(&state.store);
            self.frame.aborted = State { store, env: Env::empty() };
        }
    }

    /// Do several things to one state, and join what comes of them. What is held is joined too.
    pub fn fork<T>(
        &mut self,
        state: &mut State,
        branches: impl IntoIterator<Item = T>,
        mut run: impl FnMut(&mut Engine, &mut State, T),
    ) {
        let before = self.frame.held.clone();
        let (mut held, mut joined): (Option<Vec<Value>>, State) = (None, State::bottom());
        for branch in branches {
            let mut now = state.clone();
            self.frame.held.clone_from(&before);
            run(self, &mut now, branch);
            if now.is_bottom() {
                continue;
            }
            joined = joined.join(&now);
            held = Some(match held {
                None => self.frame.held.clone(),
                Some(held) => held.iter().zip(&self.frame.held).map(|(a, b)| a.join(b)).collect(),
            });
        }
        *state = joined;
        self.frame.held = held.unwrap_or(before);
    }

    /// What holds at a point.
    pub fn record(&mut self, point: Point, state: &State) {
        self.steps += 1;
        self.analysis.record(point, state);
    }

    /// A name gets a value at a place of the source.
    pub fn record_assigned(&mut self, at: usize, name: &Name, value: &Value) {
        let entry = self.assigned.entry((at, name.clone())).or_insert_with(Value::bottom);
        *entry = entry.join(value);
    }
}
