//! States: a store, and the environment in which names are looked for.

use super::{Env, Label, Name, Prop, Store, Value};
use soundline_lattice::Choices;
use soundline_lattice::adapt::Element;
use std::collections::BTreeSet;

/// What holds at a point of the program. Without an environment nothing is executed there.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct State {
    /// The memory.
    pub store: Store,
    /// The scopes.
    pub env: Env,
}

impl State {
    fn of(store: Store, env: Env) -> State {
        if env == Env::Bot { State::bottom() } else { State { store, env } }
    }

    /// Is the point not reached?
    pub fn is_bottom(&self) -> bool {
        self.env == Env::Bot
    }
}

impl Element for State {
    fn bottom() -> State {
        State { store: Store::bottom(), env: Env::Bot }
    }

    fn leq(&self, other: &State) -> bool {
        self.env.leq(&other.env) && self.store.leq(&other.store)
    }

    fn join(&self, other: &State) -> State {
        if self.is_bottom() {
            return other.clone();
        }
        State { store: self.store.join(&other.store), env: self.env.join(&other.env) }
    }

    fn meet(&self, other: &State) -> State {
        State::of(self.store.meet(&other.store), self.env.meet(&other.env))
    }

    fn show(&self) -> String {
        format!("{} with {}", self.env.show(), self.store.show())
    }

    /// Half of the states have scopes that are in their store, and global names: others have no names at all.
    fn arbitrary(choices: &mut Choices) -> State {
        let mut store = Store::arbitrary(choices);
        if choices.flip() {
            return State::of(store, Env::arbitrary(choices));
        }
        let globals = store.prop(Label::GLOBALS).join(&Prop::empty());
        store.set(Label::GLOBALS, globals);
        let labels: Vec<Label> = store.labels().into_iter().collect();
        let scope = |choices: &mut Choices| {
            let first = choices.pick(&labels);
            let second = if choices.once_in(4) { choices.pick(&labels) } else { first };
            BTreeSet::from([first, second])
        };
        let scopes = choices.many(2, scope);
        State::of(store, Env::Chain(scopes))
    }

    fn below(&self, choices: &mut Choices) -> State {
        let env = if choices.flip() { self.env.below(choices) } else { self.env.clone() };
        State::of(self.store.below(choices), env)
    }

    fn above(&self, choices: &mut Choices) -> State {
        let env = if choices.flip() { self.env.above(choices) } else { self.env.clone() };
        State::of(self.store.above(choices), env)
    }

    fn equal_to(&self, choices: &mut Choices) -> State {
        State { store: self.store.equal_to(choices), env: self.env.clone() }
    }
}

/// Names.
impl State {
    /// The chain of scopes, of labels that the store has. `None` where one stands for nothing: then there is no such
    /// state.
    fn scopes(&self) -> Option<Vec<BTreeSet<Label>>> {
        let Env::Chain(scopes) = &self.env else { return None };
        let known = |scope: &BTreeSet<Label>| -> BTreeSet<Label> {
            scope.iter().copied().filter(|label| self.store.has(*label)).collect()
        };
        let scopes: Vec<_> = scopes.iter().map(known).collect();
        let whole = self.store.has(Label::GLOBALS) && scopes.iter().all(|scope| !scope.is_empty());
        whole.then_some(scopes)
    }

    /// Where nothing is known about the scopes, a name may be in any of them.
    fn somewhere(&self) -> Option<BTreeSet<Label>> {
        (self.env == Env::Top && self.store.has(Label::GLOBALS)).then(|| self.store.labels())
    }

    /// The value of a name: in the innermost scope that certainly has it, and in all within that may have it.
    pub fn read_name(&self, name: &Name) -> Value {
        let mut all = Value::bottom();
        if let Some(labels) = self.somewhere() {
            for label in labels {
                all = all.join(&self.store.prop(label).find_slot(name).0);
            }
            return all.join(&self.read_global(name));
        }
        let Some(scopes) = self.scopes() else { return all };
        for scope in scopes {
            let mut slot = Element::bottom();
            for label in scope {
                slot = Element::join(&slot, &self.store.prop(label).find_slot(name));
            }
            all = all.join(&slot.0);
            if slot.1 == super::Absence::Present {
                return all;
            }
        }
        all.join(&self.read_global(name))
    }

    fn read_global(&self, name: &Name) -> Value {
        self.store.find(Label::GLOBALS, name)
    }

    /// A name gets a value: in the innermost scope that certainly has it, and perhaps in those within that may have it.
    pub fn write_name(&self, name: &Name, value: &Value) -> State {
        if value.is_bottom() {
            return State::bottom();
        }
        let mut state = self.clone();
        if let Some(labels) = self.somewhere() {
            for label in labels.into_iter().filter(|label| *label != Label::GLOBALS) {
                let old = state.store.prop(label);
                state.store.set(label, old.join(&old.write_name(name, value)));
            }
            return state.write_global(name, value, false);
        }
        let Some(scopes) = self.scopes() else { return State::bottom() };
        let mut certain = true;
        for scope in scopes {
            let mut slot = Element::bottom();
            for label in &scope {
                slot = Element::join(&slot, &self.store.prop(*label).find_slot(name));
            }
            let found = slot.1 == super::Absence::Present;
            if !found && slot.0.is_bottom() {
                continue;
            }
            for label in &scope {
                let old = state.store.prop(*label);
                let new = old.write_name(name, value);
                let strong = certain && found && scope.len() == 1 && label.is_one();
                state.store.set(*label, if strong { new } else { old.join(&new) });
            }
            if found {
                return state;
            }
            certain = false;
        }
        state.write_global(name, value, certain)
    }

    fn write_global(mut self, name: &Name, value: &Value, certain: bool) -> State {
        let (globals, key) = (Value::table(Label::GLOBALS), Value::string(name));
        let before = self.store.clone();
        self.store.raw_set(&globals, &key, value);
        if !certain {
            self.store = self.store.join(&before);
        }
        self
    }

    /// A name is declared in the innermost scope. Where nothing is known about the scopes, it may be any of them.
    pub fn declare(&self, name: &Name, value: &Value) -> State {
        if value.is_bottom() {
            return State::bottom();
        }
        let mut state = self.clone();
        let (scope, known) = match (self.somewhere(), self.scopes()) {
            (Some(labels), _) => (labels, false),
            (None, Some(scopes)) => match scopes.first() {
                Some(innermost) => (innermost.clone(), true),
                None => return State::bottom(),
            },
            _ => return State::bottom(),
        };
        for label in &scope {
            let old = state.store.prop(*label);
            let new = old.write_name(name, value);
            let strong = known && scope.len() == 1 && label.is_one();
            state.store.set(*label, if strong { new } else { old.join(&new) });
        }
        state
    }

    /// A block is entered: a new scope is made at its site.
    pub fn enter(&self, site: u32) -> State {
        if self.is_bottom() {
            return State::bottom();
        }
        let mut state = self.allocated(site, Prop::empty());
        state.env = state.env.entered(Label::Site(site));
        state
    }

    /// A block is left. Its scope is forgotten if no function was made in it.
    pub fn leave(&self, site: u32) -> State {
        let mut state = State::of(self.store.clone(), self.env.left());
        if !state.is_bottom()
            && !state.env.labels().contains(&Label::Site(site))
            && state.env != Env::Top
        {
            state.store.leave(Label::Site(site));
        }
        state
    }

    /// Something is made at a site.
    pub fn allocated(&self, site: u32, prop: Prop) -> State {
        if self.is_bottom() || prop == Prop::Bot {
            return State::bottom();
        }
        let mut state = self.clone();
        state.store.allocate(site, prop);
        state.env = state.env.renamed(Label::Site(site), Label::Old(site));
        state
    }

    /// A function is made here.
    pub fn closed(&self, function: Label) -> State {
        let mut state = self.clone();
        state.store.close(function, &self.env);
        state
    }
}
