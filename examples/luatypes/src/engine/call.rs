//! Calls: contexts of functions, and what of a caller's state a call leaves alone.

use super::frame::Frame;
use super::{Engine, Results, all, anything, none, results};
use crate::builtins::{BUILTINS, Effect};
use crate::lattices::{Env, Label, Name, State, Store, Value};
use soundline_lattice::adapt::Element;
use std::collections::BTreeSet;
use std::rc::Rc;

/// So many contexts of a function are kept apart; what is called in more is joined.
const CONTEXTS: usize = 4;

/// How a function was called, and what came of it.
pub struct Context {
    entry: State,
    arguments: Results,
    exit: State,
    results: Results,
    aborted: State,
    made: BTreeSet<u32>,
    /// Is it being analyzed?
    running: bool,
    /// Was it called in more ways since then?
    dirty: bool,
    /// The round in which it was analyzed last.
    round: u32,
}

/// All code that is not in the program: it may call whatever it got hold of, at any time.
pub struct World {
    entry: State,
    exit: State,
    made: BTreeSet<u32>,
    running: bool,
    dirty: bool,
    round: u32,
    /// Was it ever called?
    pub is_called: bool,
}

impl Default for World {
    fn default() -> World {
        let bottom = State::bottom();
        World {
            entry: bottom.clone(),
            exit: bottom,
            made: BTreeSet::new(),
            running: false,
            dirty: false,
            round: 0,
            is_called: false,
        }
    }
}

/// What a call can reach, and what it leaves alone.
struct Split {
    inside: Store,
    beside: Store,
    env: Env,
}

impl Split {
    fn of(state: &State, roots: impl IntoIterator<Item = Label>) -> Split {
        let escaped = state.store.escaped().iter().copied();
        let roots = roots.into_iter().chain(escaped).chain([Label::GLOBALS]);
        let reached = state.store.reachable(roots);
        let (inside, beside) = state.store.split(&reached);
        Split { inside, beside, env: state.env.clone() }
    }

    /// The caller's state after the call. What was made at the sites of objects that the caller has makes them old.
    fn after(&self, exit: &State, made: &BTreeSet<u32>, held: &mut [Value]) -> State {
        if exit.is_bottom() {
            return State::bottom();
        }
        let (inside, _) = exit.store.split(&self.possible(&exit.store, made));
        let mut state = State { store: self.beside.clone(), env: self.env.clone() };
        let new = |site: &u32| Label::Site(*site);
        let kept: BTreeSet<Label> =
            made.iter().map(new).filter(|label| self.inside.has(*label)).collect();
        if !kept.is_empty() {
            let both = |label| match kept.contains(&label) {
                true => vec![label, older(label)],
                false => vec![label],
            };
            state.store.add_old(&kept, older);
            state.env = state.env.each(both);
            held.iter_mut().for_each(|value| *value = value.with_old(&kept, older));
        }
        for new in made.iter().map(new).filter(|label| !kept.contains(label)) {
            if self.beside.has(new) && inside.has(new) {
                state.store.rename(new, older(new));
                state.env = state.env.renamed(new, older(new));
                held.iter_mut().for_each(|value| *value = value.renamed(new, older(new)));
            }
        }
        state.store = state.store.join(&inside);
        state
    }

    /// The labels that the call can have given back: those that it was given, and what was made in it. Others come from
    /// other calls of the function.
    fn possible(&self, exit: &Store, made: &BTreeSet<u32>) -> BTreeSet<Label> {
        let possible = |label: &Label| match label {
            Label::Site(site) | Label::Old(site) => made.contains(site) || self.inside.has(*label),
            Label::Builtin(_) => false,
        };
        let mut labels: BTreeSet<Label> = exit.labels().into_iter().filter(possible).collect();
        // Functions have no properties; nor has what escaped need any.
        labels.extend(exit.functions());
        labels.extend(exit.escaped());
        labels
    }
}

/// What an object is once another one was made at its site.
fn older(label: Label) -> Label {
    match label {
        Label::Site(site) => Label::Old(site),
        old => old,
    }
}

impl Engine {
    /// Call a value. Every function that it may be is called, in the same state.
    pub fn call(
        &mut self,
        state: &mut State,
        callee: &Value,
        arguments: &Results,
        count: Option<usize>,
    ) -> Results {
        let mut joined: Results = Element::bottom();
        let tables = Value { tables: callee.tables.clone(), ..Value::bottom() };
        let handlers = state.store.handler(&tables, "__call");
        let with_self = shifted(&tables, arguments);
        let mut targets: Vec<(Option<Label>, Results, Option<usize>)> = Vec::new();
        targets
            .extend(callee.functions.iter().map(|label| (Some(*label), arguments.clone(), count)));
        let counted = count.map(|count| count + 1);
        targets.extend(
            handlers.functions.iter().map(|label| (Some(*label), with_self.clone(), counted)),
        );
        if callee.outside || handlers.outside {
            targets.push((None, with_self.join(arguments), None));
        }
        self.fork(state, targets, |engine, state, (label, arguments, count)| {
            let values = match label {
                Some(Label::Builtin(place)) => engine.call_builtin(place, state, &arguments, count),
                Some(Label::Site(site) | Label::Old(site)) => {
                    engine.user_calls += 1;
                    engine.call_function(site, state, &arguments)
                }
                None => engine.call_unknown(state, &arguments),
            };
            if !state.is_bottom() {
                joined = joined.join(&values);
            }
        });
        self.may_abort(state);
        joined
    }

    fn call_builtin(
        &mut self,
        place: u16,
        state: &mut State,
        arguments: &Results,
        count: Option<usize>,
    ) -> Results {
        let builtin = &BUILTINS[place as usize];
        match builtin.effect {
            Effect::Gives(kinds) => super::library::gives(kinds),
            Effect::Special => self.special(builtin.name, state, arguments, count),
            Effect::Unknown => self.call_unknown(state, arguments),
        }
    }

    /// Call a function of the program.
    pub fn call_function(&mut self, site: u32, state: &mut State, arguments: &Results) -> Results {
        let env = state.store.closure(Label::Site(site));
        if env == Env::Bot || state.is_bottom() || self.is_exhausted() {
            *state = State::bottom();
            return Element::bottom();
        }
        let given = all(arguments);
        let roots: Vec<Label> = env
            .labels()
            .into_iter()
            .chain(given.tables)
            .chain(given.functions)
            .chain([Label::Site(site)])
            .collect();
        let split = Split::of(state, roots);
        let entry = State { store: split.inside.clone(), env };
        let place = self.context(site, entry, arguments);
        let context = &self.contexts[&site][place];
        if !context.running && (context.dirty || context.round < self.round) {
            self.run_context(site, place);
        }
        let context = &self.contexts[&site][place];
        let (exit, aborted) = (context.exit.clone(), context.aborted.clone());
        let (values, made) = (context.results.clone(), context.made.clone());
        let aborted = split.after(&aborted, &made, &mut []);
        self.may_abort(&aborted);
        *state = split.after(&exit, &made, &mut self.frame.held);
        self.frame.made.extend(made);
        values
    }

    /// The context for a call. A function that calls itself has one.
    fn context(&mut self, site: u32, entry: State, arguments: &Results) -> usize {
        let contexts = self.contexts.entry(site).or_default();
        let covers =
            |context: &Context| entry.leq(&context.entry) && arguments.leq(&context.arguments);
        let place = match contexts.iter().position(|context| context.running) {
            Some(running) => running,
            None => match contexts.iter().position(covers) {
                Some(known) => return known,
                None if contexts.len() < CONTEXTS => contexts.len(),
                None => CONTEXTS - 1,
            },
        };
        if place == contexts.len() {
            self.changed = true;
            contexts.push(Context {
                entry,
                arguments: arguments.clone(),
                exit: State::bottom(),
                results: Element::bottom(),
                aborted: State::bottom(),
                made: BTreeSet::new(),
                running: false,
                dirty: true,
                round: 0,
            });
        } else if !covers(&contexts[place]) {
            self.changed = true;
            let context = &mut contexts[place];
            context.entry = context.entry.join(&entry);
            context.arguments = context.arguments.join(arguments);
            context.dirty = true;
        }
        place
    }

    fn context_mut(&mut self, site: u32, place: usize) -> &mut Context {
        &mut self.contexts.get_mut(&site).expect("it was called")[place]
    }

    /// Analyze a function in a context, again while it calls itself in more ways.
    fn run_context(&mut self, site: u32, place: usize) {
        let function = Rc::clone(&self.functions[&site]);
        loop {
            let round = self.round;
            let context = self.context_mut(site, place);
            (context.running, context.dirty, context.round) = (true, false, round);
            let (mut state, arguments) = (context.entry.clone(), context.arguments.clone());
            let caller = std::mem::take(&mut self.frame);
            self.enter(&mut state, function.body.site);
            for (index, name) in function.parameters.iter().enumerate() {
                let value = arguments.get(&(index as u32)).clone();
                self.record_assigned(function.span.start, name, &value);
                state = state.declare(name, &value);
            }
            if function.is_vararg {
                let beyond = function.parameters.len() as u32;
                let more = arguments.entries().range(beyond..).map(|(_, value)| value);
                let more = more.fold(arguments.rest().clone(), |all, value| all.join(value));
                state = state.declare(&varargs(), &more);
            }
            self.statements(&mut state, &function.body);
            self.returns(&state, &none());
            let frame = std::mem::replace(&mut self.frame, caller);
            let context = self.context_mut(site, place);
            context.running = false;
            let grown = context.take(&frame);
            let again = context.dirty || grown;
            self.changed |= grown;
            if !again || self.is_exhausted() {
                return;
            }
        }
    }

    /// The function returns here.
    pub fn returns(&mut self, state: &State, values: &Results) {
        if !state.is_bottom() {
            let outside = self.left_to(state, 0);
            self.frame.returned = self.frame.returned.join(&outside);
            self.frame.results = self.frame.results.join(values);
        }
    }

    /// Call code that is not in the program. It may keep what it is given, and call whatever it was given so far.
    pub fn call_unknown(&mut self, state: &mut State, arguments: &Results) -> Results {
        if state.is_bottom() {
            return Element::bottom();
        }
        self.user_calls += 1;
        self.changed |= !self.world.is_called;
        self.world.is_called = true;
        state.store.escape(&all(arguments));
        if state.store.escaped().is_empty() {
            return anything();
        }
        let split = Split::of(state, []);
        let entry = State { store: split.inside.clone(), env: Env::empty() };
        if !entry.leq(&self.world.entry) {
            self.world.entry = self.world.entry.join(&entry);
            self.world.exit = self.world.exit.join(&self.world.entry);
            self.world.dirty = true;
            self.changed = true;
        }
        if !self.world.running && (self.world.dirty || self.world.round < self.round) {
            self.run_world();
        }
        let (exit, made) = (self.world.exit.clone(), self.world.made.clone());
        *state = split.after(&exit, &made, &mut self.frame.held);
        self.frame.made.extend(made);
        anything()
    }

    /// Let the code outside call everything that it has got, until that makes no difference.
    fn run_world(&mut self) {
        self.world.running = true;
        self.world.round = self.round;
        loop {
            self.world.dirty = false;
            let caller = std::mem::take(&mut self.frame);
            let before = self.world.exit.clone();
            let functions: Vec<Label> = before.store.escaped().iter().copied().collect();
            for label in functions {
                let Label::Site(site) = label else { continue };
                if !self.functions.contains_key(&site) {
                    continue;
                }
                let mut state = self.world.exit.clone();
                let values = self.call_function(site, &mut state, &anything());
                state.store.escape(&all(&values));
                let aborted = std::mem::replace(&mut self.frame.aborted, State::bottom());
                self.world.exit = self.world.exit.join(&state).join(&aborted);
            }
            let frame = std::mem::replace(&mut self.frame, caller);
            self.world.made.extend(frame.made);
            let grown = self.world.exit != before;
            self.changed |= grown;
            if !(grown || self.world.dirty) || self.is_exhausted() {
                break;
            }
        }
        self.world.running = false;
    }
}

impl Context {
    /// Add what a run came to. Was it anything new?
    fn take(&mut self, frame: &Frame) -> bool {
        let known = frame.returned.leq(&self.exit)
            && frame.results.leq(&self.results)
            && frame.aborted.leq(&self.aborted)
            && frame.made.is_subset(&self.made);
        if !known {
            self.exit = self.exit.join(&frame.returned);
            self.results = self.results.join(&frame.results);
            self.aborted = self.aborted.join(&frame.aborted);
            self.made.extend(&frame.made);
        }
        !known
    }
}

/// The name under which a scope keeps the arguments that have no name.
pub fn varargs() -> Name {
    "...".into()
}

/// The values with one before them.
pub fn shifted(first: &Value, rest: &Results) -> Results {
    let entries = rest.entries().iter().map(|(place, value)| (place + 1, value.clone()));
    Results::new([(0, first.clone())].into_iter().chain(entries), rest.rest().clone())
}

/// The values without the first ones.
pub fn dropped(count: u32, values: &Results) -> Results {
    let entries =
        values.entries().range(count..).map(|(place, value)| (place - count, value.clone()));
    Results::new(entries, values.rest().clone())
}

/// The one value.
pub fn one(value: Value) -> Results {
    results([value])
}
