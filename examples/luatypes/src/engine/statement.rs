//! Statements.

use super::Engine;
use super::expression::late;
use crate::lattices::number::Number;
use crate::lattices::{Label, Name, State, Value};
use crate::syntax::{Block, Expression, ExpressionKind, Statement, StatementKind};
use soundline_lattice::adapt::Element;

impl Engine {
    /// The statements of a block whose scope was entered.
    pub fn statements(&mut self, state: &mut State, block: &Block) {
        for statement in &block.statements {
            if state.is_bottom() || self.is_exhausted() {
                break;
            }
            self.record(statement.point, state);
            self.may_abort(state);
            self.statement(state, statement);
        }
        self.record(block.end, state);
    }

    /// A block in a scope of its own, with names that are declared in it.
    fn block(&mut self, state: &mut State, block: &Block, names: &[(Name, Value)]) {
        if state.is_bottom() {
            return;
        }
        if !block.declares {
            return self.statements(state, block);
        }
        self.enter(state, block.site);
        for (name, value) in names {
            *state = state.declare(name, value);
        }
        self.statements(state, block);
        self.leave(state);
    }

    fn statement(&mut self, state: &mut State, statement: &Statement) {
        let at = statement.span.start;
        match &statement.kind {
            StatementKind::Local(names, values) => {
                let (values, _) = self.list(state, values);
                for (place, name) in names.iter().enumerate() {
                    let value = values.get(&(place as u32)).clone();
                    self.record_assigned(at, name, &value);
                    *state = state.declare(name, &value);
                }
            }
            StatementKind::LocalFunction(name, function) => {
                let label = Label::Site(function.site);
                let value = Value::function(label);
                *state = state.declare(name, &value).closed(label);
                self.record_assigned(at, name, &value);
            }
            StatementKind::Assign(targets, values) => self.assign(state, at, targets, values),
            StatementKind::Call(call) => drop(self.values(state, call)),
            StatementKind::Do(block) => self.block(state, block, &[]),
            StatementKind::While(condition, body) => self.repeat(state, |engine, head| {
                let (mut inside, outside) = engine.branch(head, condition);
                engine.block(&mut inside, body, &[]);
                (inside, outside)
            }),
            StatementKind::Repeat(body, condition) => self.repeat(state, |engine, head| {
                if body.declares {
                    engine.enter(head, body.site);
                }
                engine.statements(head, body);
                let (mut again, mut done) = engine.branch_after(head, condition);
                if body.declares {
                    let site = engine.frame.scopes.pop().expect("the block was entered");
                    (again, done) = (again.leave(site), done.leave(site));
                }
                (again, done)
            }),
            StatementKind::If(arms, other) => self.conditional(state, arms, other.as_ref()),
            StatementKind::Count(name, bounds, body) => {
                let _bounds = self.list(state, bounds);
                let number = Value::of_number(Number::Top);
                if !state.is_bottom() {
                    self.record_assigned(at, name, &number);
                }
                self.repeat(state, |engine, head| {
                    let mut inside = head.clone();
                    engine.block(&mut inside, body, &[(name.clone(), number.clone())]);
                    (inside, head.clone())
                });
            }
            StatementKind::Each(site, names, values, body) => {
                self.each(state, at, *site, names, values, body);
            }
            StatementKind::Return(values) => {
                let (values, _) = self.list(state, values);
                self.returns(state, &values);
                *state = State::bottom();
            }
            StatementKind::Break => {
                let depth = self.frame.loops.last().copied().unwrap_or(0);
                let outside = self.left_to(state, depth);
                self.frame.broken = self.frame.broken.join(&outside);
                *state = State::bottom();
            }
        }
    }

    /// `until` sees what the body declares.
    fn branch_after(&mut self, state: &mut State, condition: &Expression) -> (State, State) {
        if state.is_bottom() {
            return (State::bottom(), State::bottom());
        }
        let (done, again) = self.branch(state, condition);
        (again, done)
    }

    /// A loop: a step takes a state to the one after the body, and to the one in which the loop ends.
    fn repeat(
        &mut self,
        state: &mut State,
        mut step: impl FnMut(&mut Engine, &mut State) -> (State, State),
    ) {
        if state.is_bottom() {
            return;
        }
        let outer = std::mem::replace(&mut self.frame.broken, State::bottom());
        self.frame.loops.push(self.frame.scopes.len());
        let mut head = state.clone();
        let done = loop {
            let (again, done) = step(self, &mut head.clone());
            if again.leq(&head) || self.is_exhausted() {
                break done;
            }
            head = head.join(&again);
        };
        self.frame.loops.pop();
        let broken = std::mem::replace(&mut self.frame.broken, outer);
        *state = done.join(&broken);
    }

    fn conditional(
        &mut self,
        state: &mut State,
        arms: &[(Expression, Block)],
        other: Option<&Block>,
    ) {
        let mut after = State::bottom();
        for (condition, block) in arms {
            if state.is_bottom() {
                break;
            }
            let (mut inside, outside) = self.branch(state, condition);
            self.block(&mut inside, block, &[]);
            after = after.join(&inside);
            *state = outside;
        }
        if let Some(block) = other {
            self.block(state, block, &[]);
        }
        *state = after.join(state);
    }

    /// The values of a generic `for` are kept in a scope of their own.
    fn each(
        &mut self,
        state: &mut State,
        at: usize,
        site: u32,
        names: &[Name],
        values: &[Expression],
        body: &Block,
    ) {
        let (values, _) = self.list(state, values);
        if state.is_bottom() {
            return;
        }
        let hidden = ["(iterator)", "(state)", "(control)"].map(Name::from);
        for place in 0..3 {
            self.hold(values.get(&place).clone());
        }
        self.enter(state, site);
        let kept = self.release_all(3);
        for (name, value) in hidden.iter().zip(&kept) {
            *state = state.declare(name, value);
        }
        self.repeat(state, |engine, head| {
            let [iterator, invariant, control] = hidden.each_ref().map(|name| head.read_name(name));
            let arguments = super::results([invariant, control]);
            let mut inside = head.clone();
            let results = engine.call(&mut inside, &iterator, &arguments, Some(2));
            if inside.is_bottom() {
                return (State::bottom(), State::bottom());
            }
            let first = results.get(&0).clone();
            let done = if first.nil { inside.clone() } else { State::bottom() };
            let first = first.without_nil();
            if first.is_bottom() {
                return (State::bottom(), done);
            }
            inside = inside.write_name(&hidden[2], &first);
            let mut declared = vec![(names[0].clone(), first)];
            for (place, name) in names.iter().enumerate().skip(1) {
                declared.push((name.clone(), results.get(&(place as u32)).clone()));
            }
            for (name, value) in &declared {
                engine.record_assigned(at, name, value);
            }
            engine.block(&mut inside, body, &declared);
            (inside, done)
        });
        self.leave(state);
    }

    fn assign(
        &mut self,
        state: &mut State,
        at: usize,
        targets: &[Expression],
        values: &[Expression],
    ) {
        // Tables and keys of all targets come first.
        let mut held = 0;
        for target in targets {
            if let ExpressionKind::Index(table, key) = &target.kind {
                let table = self.value(state, table);
                self.hold(table);
                let key = self.value(state, key);
                self.hold(key);
                held += 2;
            }
        }
        let (values, _) = self.list(state, values);
        if state.is_bottom() {
            self.release_all(held);
            return;
        }
        for place in 0..targets.len() {
            self.hold(values.get(&(place as u32)).clone());
        }
        // Which target comes first is not said; Lua 5.1 begins with the last one.
        let base = self.frame.held.len() - targets.len() - held;
        for (place, target) in targets.iter().enumerate().rev() {
            let value = self.frame.held[base + held + place].clone();
            match &target.kind {
                ExpressionKind::Name(name) => {
                    self.record_assigned(at, name, &value);
                    *state = state.write_name(name, &value);
                }
                ExpressionKind::Index(table, index) => {
                    let before = targets[..place].iter();
                    let before =
                        before.filter(|t| matches!(t.kind, ExpressionKind::Index(..))).count();
                    let slot = base + 2 * before;
                    let (object, key) =
                        (self.frame.held[slot].clone(), self.frame.held[slot + 1].clone());
                    let (object, key) = (late(state, table, object), late(state, index, key));
                    self.write(state, table.id, &object, &key, &value);
                }
                _ => {}
            }
            if targets.len() > 1 {
                self.may_abort(state);
            }
        }
        self.release_all(targets.len() + held);
    }
}
