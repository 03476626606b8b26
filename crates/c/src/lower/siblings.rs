//! Siblings, the operands that C evaluates in any order: all orders are lowered where they make a difference.
//!
//! The orders are those that compilers use: from left to right (clang), from right to left (gcc's arguments),
//! and in both directions with plain reads last (gcc's aggregates and swapped operands). Operands of operands
//! have orders of their own. An operator of two operands has no others.

use super::{Lowering, places::Access};
use crate::{
    Action, Base, BlockId, Cause, Granted, Place, Span, Step, Storage, Terminator, Value,
    ValueKind, effects::Effects, tree::Expr,
};

/// How often an expression is lowered at most, because of the orders of the expressions around it.
const COPIES: usize = 4;

/// One of several expressions that are evaluated in any order.
#[derive(Clone, Copy)]
pub(super) enum Sibling<'e> {
    /// For its value.
    Value(&'e Expr),
    /// For its place.
    Place(&'e Expr, Access),
    /// For its place, and the value there.
    Read(&'e Expr),
    /// For its effects.
    Discard(&'e Expr),
}

/// What came of it. Nothing that happens later changes it.
#[derive(Clone, Default)]
pub(super) struct Evaluated {
    pub(super) place: Option<Place>,
    value: Option<Value>,
}

impl Sibling<'_> {
    fn expr(&self) -> &Expr {
        match self {
            Sibling::Value(expr) | Sibling::Place(expr, _) => expr,
            Sibling::Read(expr) | Sibling::Discard(expr) => expr,
        }
    }
}

impl Evaluated {
    pub(super) fn into_value(self) -> Value {
        self.value.expect("a value was asked for")
    }

    pub(super) fn into_place(self) -> Place {
        self.place.expect("a place was asked for")
    }

    /// The values that it is made of.
    pub(super) fn parts(&mut self) -> Vec<&mut Value> {
        let place = self.place.iter_mut().flat_map(|place| {
            let base = match &mut place.base {
                Base::Pointer(pointer) => Some(&mut **pointer),
                Base::Variable(_) => None,
            };
            let indices = place.path.iter_mut().filter_map(|step| match step {
                Step::Index(index) => Some(index),
                Step::Field(..) => None,
            });
            base.into_iter().chain(indices)
        });
        place.chain(&mut self.value).collect()
    }
}

impl Lowering<'_> {
    /// Evaluates siblings in every order that matters. None if their order makes no difference; then
    /// nothing has been done.
    pub(super) fn in_any_order(
        &mut self,
        siblings: &[Sibling<'_>],
        span: Span,
    ) -> Option<Vec<Evaluated>> {
        if siblings.len() < 2 || !siblings.iter().any(|sibling| sibling.expr().effects) {
            return None;
        }
        let effects: Vec<Effects> =
            siblings.iter().map(|sibling| self.effects_of(sibling)).collect();
        let rivals = self.rivals(&effects);
        self.note_unordered(&effects);
        let races = |(index, own): (usize, &Effects)| {
            let mut others = effects.iter().enumerate().filter(|(other, _)| *other != index);
            others.any(|(_, other)| own.races(other))
        };
        if effects.iter().enumerate().any(races) {
            self.emit(Action::Granted(Granted::Sequence), span);
        }
        if rivals.is_empty() {
            return None;
        }
        let mut results = vec![None; siblings.len()];
        for index in (0..siblings.len()).filter(|index| !rivals.contains(index)) {
            let evaluated = self.evaluate(&siblings[index]);
            results[index] = Some(self.settled(evaluated));
        }
        let orders = orders(&rivals, &effects);
        let plain = !rivals.iter().any(|index| effects[*index].statements);
        if plain && self.copies * orders.len() <= COPIES {
            if rivals.len() > 2 {
                self.emit(Action::Granted(Granted::Order), span);
            }
            self.one_by_one(siblings, &orders, &mut results, span);
        } else {
            self.in_unknown_order(siblings, &rivals, &effects, &mut results, span);
        }
        Some(results.into_iter().map(Option::unwrap_or_default).collect())
    }

    fn effects_of(&self, sibling: &Sibling<'_>) -> Effects {
        match sibling {
            Sibling::Value(expr) | Sibling::Discard(expr) => self.effects.of_value(expr),
            Sibling::Place(expr, _) => self.effects.of_place(expr),
            Sibling::Read(expr) => self.effects.of_read(expr),
        }
    }

    /// The siblings whose order matters.
    fn rivals(&self, effects: &[Effects]) -> Vec<usize> {
        let matters = |effects: &Effects| effects.calls || effects.stops;
        let rival = |index: &usize| {
            let own = &effects[*index];
            let others = effects.iter().enumerate().filter(|(other, _)| other != index);
            let mut others = others.filter(|(_, other)| matters(own) || matters(other));
            others.any(|(_, other)| self.effects.conflict(own, other))
        };
        match effects.iter().any(matters) {
            true => (0..effects.len()).filter(rival).collect(),
            false => Vec::new(),
        }
    }

    /// Functions that see nothing of what others change need no order of their own, but at their points
    /// it is open what has changed.
    fn note_unordered(&mut self, effects: &[Effects]) {
        for (index, own) in effects.iter().enumerate().filter(|(_, own)| !own.secluded.is_empty()) {
            let mut others = effects.iter().enumerate().filter(|(other, _)| *other != index);
            if others.any(|(_, other)| self.effects.changes_shared(other)) {
                self.unordered.extend(&own.secluded);
            }
        }
    }

    pub(super) fn evaluate(&mut self, sibling: &Sibling<'_>) -> Evaluated {
        match sibling {
            Sibling::Value(expr) => Evaluated { place: None, value: Some(self.value(expr)) },
            Sibling::Place(expr, access) => {
                Evaluated { place: Some(self.place(expr, *access)), value: None }
            }
            Sibling::Read(expr) => {
                let place = self.place(expr, Access::Write);
                let value = self.read(place.clone(), expr.span);
                Evaluated { place: Some(place), value: Some(value) }
            }
            Sibling::Discard(expr) => {
                self.discard(expr);
                Evaluated::default()
            }
        }
    }

    /// One side of a branch for each order.
    fn one_by_one(
        &mut self,
        siblings: &[Sibling<'_>],
        orders: &[Vec<usize>],
        results: &mut [Option<Evaluated>],
        span: Span,
    ) {
        let sides = self.choose(orders.len(), span);
        let after = self.new_block();
        let mut first_checks = vec![None; siblings.len()];
        self.copies *= orders.len();
        for (order, side) in orders.iter().zip(sides) {
            self.start(side);
            for index in order.iter().copied() {
                let first_check = *first_checks[index].get_or_insert(self.checks);
                let evaluated = self.again(first_check, &siblings[index]);
                results[index] = Some(match results[index].take() {
                    None => self.settled(evaluated),
                    Some(known) => self.joined(known, evaluated),
                });
            }
            self.end(Terminator::Goto(after), span);
        }
        self.copies /= orders.len();
        self.start(after);
    }

    /// Goes to one of so many new blocks; nobody knows which.
    pub(super) fn choose(&mut self, count: usize, span: Span) -> Vec<BlockId> {
        let sides: Vec<BlockId> = (0..count).map(|_| self.new_block()).collect();
        let int = self.types.int();
        let value = self.any_value(Cause::Order, int, span);
        let cases = (0..).zip(&sides[..count - 1]).map(|(number, side)| (number, number, *side));
        let (cases, default) = (cases.collect(), sides[count - 1]);
        self.end(Terminator::Switch { value, cases, default }, span);
        sides
    }

    /// Evaluates a sibling under the numbers of checks that it got when it was evaluated first.
    fn again(&mut self, first_check: u32, sibling: &Sibling<'_>) -> Evaluated {
        let numbered = std::mem::replace(&mut self.checks, first_check);
        let evaluated = self.evaluate(sibling);
        self.checks = self.checks.max(numbered);
        evaluated
    }

    /// The same, whatever happens to what it is read from.
    pub(super) fn settled(&mut self, mut evaluated: Evaluated) -> Evaluated {
        if let Some(place) = &mut evaluated.place
            && let Some(whole) = self.whole_temporary(place)
        {
            let copy = self.temporary(whole.ty, whole.span);
            place.base = copy.base.clone();
            let span = whole.span;
            self.emit(Action::Assign(copy, whole), span);
        }
        for part in evaluated.parts() {
            if reads(part) {
                let (ty, span) = (part.ty, part.span);
                let copy = self.temporary(ty, span);
                let value =
                    std::mem::replace(part, Value::new(ValueKind::Load(copy.clone()), ty, span));
                self.emit(Action::Assign(copy, value), span);
            }
        }
        evaluated
    }

    /// What came of the same sibling in another order goes to where the first result went.
    fn joined(&mut self, mut known: Evaluated, mut other: Evaluated) -> Evaluated {
        if let Some((own, place)) = known.place.as_ref().zip(other.place.as_ref())
            && let Some((to, whole)) = self.whole_temporary(own).zip(self.whole_temporary(place))
            && let ValueKind::Load(to) = to.kind
        {
            let span = whole.span;
            self.emit(Action::Assign(to, whole), span);
        }
        for (part, new) in known.parts().into_iter().zip(other.parts()) {
            if let ValueKind::Load(copy) = &part.kind {
                let (copy, span) = (copy.clone(), new.span);
                let value = self.as_stored(new.clone(), &copy);
                self.emit(Action::Assign(copy, value), span);
            }
        }
        known
    }

    /// All of the temporary that a place is in, such as a struct that a function returned.
    pub(super) fn whole_temporary(&self, place: &Place) -> Option<Value> {
        let Base::Variable(id) = place.base else { return None };
        let variable = &self.variables[id.index()];
        let whole = Place::variable(id, variable.ty, false);
        (variable.storage == Storage::Temporary)
            .then(|| Value::new(ValueKind::Load(whole), variable.ty, variable.span))
    }
}

/// The orders in which compilers may evaluate so many siblings, from left to right first.
fn orders(rivals: &[usize], effects: &[Effects]) -> Vec<Vec<usize>> {
    let forwards = rivals.to_vec();
    let backwards: Vec<usize> = rivals.iter().rev().copied().collect();
    let (calling, plain): (Vec<usize>, Vec<usize>) =
        rivals.iter().partition(|index| !effects[**index].is_plain());
    let late = [calling.clone(), plain.clone()].concat();
    let late_backwards = [calling.into_iter().rev().collect(), plain].concat();
    let mut orders: Vec<Vec<usize>> = Vec::new();
    for order in [forwards, backwards, late, late_backwards] {
        if !orders.contains(&order) {
            orders.push(order);
        }
    }
    orders
}

/// Whether a value is read from anywhere.
fn reads(value: &Value) -> bool {
    matches!(value.kind, ValueKind::Load(_)) || value.operands().into_iter().any(reads)
}
