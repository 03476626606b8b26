//! The numbers of a state: cells come and go as dimensions of the domain's element.

use super::{Env, State};
use crate::memory::{Cell, CellId, CellKind, Object};
use crate::numeric::{Lin, Range};
use soundline_domains::Domain;
use soundline_domains::expr::{Constraint, LinearExpr, Relation};
use soundline_domains::numbers::{Bound, Interval, Rat};
use std::rc::Rc;

impl Env<'_> {
    fn position(&self, state: &State, cell: CellId) -> Option<usize> {
        state.dims.binary_search(&cell).ok()
    }

    pub(crate) fn is_known(&self, state: &State, cell: CellId) -> bool {
        self.position(state, cell).is_some()
    }

    /// Makes dimensions for cells that have none, with the values of their types.
    pub(crate) fn add_numbers(&self, state: &mut State, cells: &[CellId]) {
        for cell in self.make_room(state, cells) {
            self.clamp(state, cell, self.cells.range(cell));
        }
    }

    /// Makes dimensions for cells that have none, before each gets a value: one change of space is
    /// cheaper than many. Returns the new ones.
    pub(crate) fn make_room(&self, state: &mut State, cells: &[CellId]) -> Vec<CellId> {
        let mut new: Vec<CellId> =
            cells.iter().copied().filter(|cell| !self.is_known(state, *cell)).collect();
        new.sort_unstable();
        new.dedup();
        if !new.is_empty() {
            let mut dims: Vec<CellId> = state.dims.iter().chain(&new).copied().collect();
            dims.sort_unstable();
            self.embed(state, dims);
        }
        new
    }

    /// The values of some cells are forgotten, and their dimensions removed.
    pub(crate) fn drop_numbers(&self, state: &mut State, cells: &[CellId]) {
        self.admit(state, cells);
        if !cells.iter().any(|cell| self.is_known(state, *cell)) {
            return;
        }
        let mut gone = cells.to_vec();
        gone.sort_unstable();
        let stays = |cell: &CellId| gone.binary_search(cell).is_err();
        let kept = state.dims.iter().copied().filter(stays).collect();
        self.embed(state, kept);
    }

    /// Cells may have any value again that they were known not to have, any bits, and bits of any origin.
    fn admit(&self, state: &mut State, cells: &[CellId]) {
        if cells.iter().any(|cell| state.excluded.contains_key(cell)) {
            let excluded = Rc::make_mut(&mut state.excluded);
            cells.iter().for_each(|cell| {
                excluded.remove(cell);
            });
        }
        if cells.iter().any(|cell| state.bits.contains_key(cell)) {
            let bits = Rc::make_mut(&mut state.bits);
            cells.iter().for_each(|cell| {
                bits.remove(cell);
            });
        }
        self.forget_origins(state, cells);
        if !state.segments.is_empty() {
            self.release_bounds(state, cells);
        }
    }

    /// Whether a sum is known not to be 0 because it is a cell that does not have some value.
    pub(crate) fn is_excluded(&self, state: &State, lin: &Lin) -> bool {
        let [(cell, factor)] = lin.terms[..] else { return false };
        let Some(value) = state.excluded.get(&cell) else { return false };
        let sum = factor.checked_mul(*value).and_then(|part| part.checked_add(lin.constant));
        sum == Some(0)
    }

    /// The value that a cell does not have if a sum is not 0.
    fn exclude(&self, state: &mut State, lin: &Lin) {
        let [(cell, factor)] = lin.terms[..] else { return };
        if factor.abs() == 1
            && let Some(value) = lin.constant.checked_mul(-factor)
        {
            Rc::make_mut(&mut state.excluded).insert(cell, value);
        }
    }

    /// Whether a cell is known not to have a value.
    pub(super) fn lacks(&self, state: &State, cell: CellId, value: i128) -> bool {
        state.excluded.get(&cell) == Some(&value) || !self.bounds(state, cell).contains(value)
    }

    /// The element over other dimensions: those that are new are unknown.
    pub(super) fn embed(&self, state: &mut State, dims: Vec<CellId>) {
        // Both are sorted.
        let mut old = state.dims.iter().enumerate().peekable();
        let source = |cell: &CellId| {
            while old.next_if(|(_, known)| *known < cell).is_some() {}
            old.next_if(|(_, known)| *known == cell).map(|(position, _)| position)
        };
        let sources: Vec<Option<usize>> = dims.iter().map(source).collect();
        let (from, to) = (self.domains.over(state.dims.len()), self.domains.over(dims.len()));
        state.elem = to.embed(&state.elem, &from, &sources).unwrap_or_else(|_| to.universe());
        state.dims = Rc::new(dims);
    }

    /// A range that a cell is known to be in, as constraints. The state is not empty with it.
    pub(super) fn clamp(&self, state: &mut State, cell: CellId, range: Range) {
        let Some(position) = self.position(state, cell) else { return };
        let variable = LinearExpr::variable(position);
        let limit = |value: i128| LinearExpr::constant(Rat::from(value));
        let low = (range.low > i128::MIN).then(|| Constraint::ge(&variable, &limit(range.low)));
        let high = (range.high < i128::MAX).then(|| Constraint::le(&variable, &limit(range.high)));
        let both: Vec<Constraint> = low.into_iter().chain(high).collect();
        let domain = self.domains.over(state.dims.len());
        if let Ok(elem) = domain.guard_all(&state.elem, &both) {
            state.elem = elem;
        }
    }

    /// As an expression of the domain; none if a cell has no dimension.
    pub(crate) fn linear(&self, state: &State, lin: &Lin) -> Option<LinearExpr> {
        let terms = lin
            .terms
            .iter()
            .map(|(cell, factor)| Some((self.position(state, *cell)?, Rat::from(*factor))));
        Some(LinearExpr::new(terms.collect::<Option<Vec<_>>>()?, Rat::from(lin.constant)))
    }

    /// The values of a cell.
    pub(crate) fn bounds(&self, state: &State, cell: CellId) -> Range {
        let all = self.widest(cell);
        let Some(position) = self.position(state, cell) else {
            return self.constant(cell).unwrap_or(all);
        };
        let domain = self.domains.over(state.dims.len());
        match domain.bounds_of(&state.elem, position) {
            Ok(Some(interval)) => to_range(&interval).meet(all).unwrap_or(all),
            _ => all,
        }
    }

    /// The values of a sum.
    pub(crate) fn range_of(&self, state: &State, lin: &Lin) -> Range {
        let sum = lin.terms.iter().fold(Range::point(lin.constant), |sum, (cell, factor)| {
            sum.add(self.bounds(state, *cell).scale(*factor))
        });
        if lin.terms.len() < 2 || !self.domains.relational {
            return sum;
        }
        // 4x - 4y is 4(x - y), of which domains of differences know more.
        let factors = lin.terms.iter().map(|(_, factor)| factor.unsigned_abs());
        let Ok(divisor) = i128::try_from(factors.fold(0, gcd)) else { return sum };
        let rest = Lin { constant: 0, ..lin.clone() };
        let Some(reduced) = rest.exact_div(divisor) else { return sum };
        let Some(expr) = self.linear(state, &reduced) else { return sum };
        let domain = self.domains.over(state.dims.len());
        match domain.bounds(&state.elem, &expr) {
            Ok(Some(interval)) => {
                let known = to_range(&interval).scale(divisor).add(Range::point(lin.constant));
                known.meet(sum).unwrap_or(sum)
            }
            _ => sum,
        }
    }

    /// The cell becomes the sum, which may mention it.
    pub(crate) fn assign(&self, state: &mut State, cell: CellId, lin: &Lin) {
        let moved = self.moved_segments(state, cell, lin);
        if moved.is_some() {
            state.segments = Rc::default();
        }
        self.become_sum(state, cell, lin);
        if let Some(segments) = moved {
            state.segments = Rc::new(segments);
        }
    }

    fn become_sum(&self, state: &mut State, cell: CellId, lin: &Lin) {
        self.admit(state, &[cell]);
        if let Err(at) = state.dims.binary_search(&cell) {
            let mut dims: Vec<CellId> = (*state.dims).clone();
            dims.insert(at, cell);
            self.embed(state, dims);
        }
        let (Some(expr), Some(position)) = (self.linear(state, lin), self.position(state, cell))
        else {
            return self.drop_numbers(state, &[cell]);
        };
        let domain = self.domains.over(state.dims.len());
        match domain.assign(&state.elem, position, &expr) {
            Ok(elem) => state.elem = elem,
            Err(_) => self.drop_numbers(state, &[cell]),
        }
    }

    /// The cell becomes any number of a range, which is within its type's.
    pub(crate) fn assign_range(&self, state: &mut State, cell: CellId, range: Range) {
        if let Some(value) = range.as_point() {
            return self.assign(state, cell, &Lin::constant(value));
        }
        if range.includes(self.cells.range(cell)) && !range.is_cut() {
            return self.drop_numbers(state, &[cell]);
        }
        self.add_range(state, cell, range);
    }

    /// The same, and it has a dimension afterwards whatever the range.
    pub(crate) fn add_range(&self, state: &mut State, cell: CellId, range: Range) {
        self.admit(state, &[cell]);
        match self.position(state, cell) {
            Some(position) => {
                let domain = self.domains.over(state.dims.len());
                match domain.forget(&state.elem, &[position]) {
                    Ok(elem) => state.elem = elem,
                    Err(_) => return self.drop_numbers(state, &[cell]),
                }
            }
            None => {
                self.make_room(state, &[cell]);
            }
        }
        self.clamp(state, cell, range);
    }

    /// The points at which a sum is 0 (or at least 0, or not 0); none if there are none.
    pub(crate) fn guard(&self, state: State, lin: &Lin, relation: Relation) -> Option<State> {
        let range = self.range_of(&state, lin);
        let relation = match relation {
            Relation::Gt => Relation::Gt,
            Relation::Ge if range.low >= 0 => return Some(state),
            Relation::Ge if range.high < 0 => return None,
            Relation::Ge => Relation::Ge,
            Relation::Eq if !range.contains(0) || self.is_excluded(&state, lin) => return None,
            Relation::Eq if range == Range::point(0) => return Some(state),
            Relation::Eq => Relation::Eq,
            Relation::Ne if !range.contains(0) => return Some(state),
            Relation::Ne if range == Range::point(0) => return None,
            // Not at the border means inside.
            Relation::Ne if range.low == 0 => {
                return self.guard(state, &lin.clone().plus(-1)?, Relation::Ge);
            }
            Relation::Ne if range.high == 0 => {
                return self.guard(state, &lin.scale(-1)?.plus(-1)?, Relation::Ge);
            }
            Relation::Ne => Relation::Ne,
        };
        let mut state = state;
        if relation == Relation::Ne {
            self.exclude(&mut state, lin);
        }
        for (cell, _) in &lin.terms {
            self.restate(&mut state, *cell);
        }
        let Some(expr) = self.linear(&state, lin) else { return Some(state) };
        let domain = self.domains.over(state.dims.len());
        let constraint = Constraint::new(expr, relation);
        let Ok(elem) = domain.guard(&state.elem, &constraint) else { return Some(state) };
        if domain.is_bottom(&elem).is_yes() {
            return None;
        }
        state.elem = elem;
        Some(state)
    }

    /// A cell is known to be in a range.
    pub(crate) fn restrict(&self, state: &mut State, cell: CellId, range: Range) {
        let own = self.bounds(state, cell);
        let low = if own.low < range.low { range.low } else { i128::MIN };
        let high = if own.high > range.high { range.high } else { i128::MAX };
        self.clamp(state, cell, Range::new(low, high));
    }

    /// What the type says of a cell, where a widening lost it.
    fn restate(&self, state: &mut State, cell: CellId) {
        let Some(position) = self.position(state, cell) else { return };
        let all = self.widest(cell);
        let domain = self.domains.over(state.dims.len());
        let Ok(Some(interval)) = domain.bounds_of(&state.elem, position) else { return };
        let known = to_range(&interval);
        let low = if known.low < all.low { all.low } else { i128::MIN };
        let high = if known.high > all.high { all.high } else { i128::MAX };
        self.clamp(state, cell, Range::new(low, high));
    }

    /// The values that a cell can have, by its type and its object.
    fn widest(&self, cell: CellId) -> Range {
        match self.cells.get(cell) {
            Cell { kind: CellKind::Int(ty), object, offset, .. }
                if ty.rank == soundline_c::Rank::Bool
                    && !self.may_hold_any_byte(object, offset) =>
            {
                Range::of(ty)
            }
            _ => self.cells.range(cell),
        }
    }

    /// Whether bytes that no `_Bool` has, such as a 2, may have got into a place by another type. C leaves open what is
    /// read then. What comes from elsewhere is taken for what its type says.
    pub(crate) fn may_hold_any_byte(&self, object: Object, offset: u64) -> bool {
        match object.variable() {
            Some(id) => {
                let variable = self.program.variable(id);
                variable.address_taken || !self.layout.declares_bool(variable.ty, offset)
            }
            None => matches!(object, Object::Heap(_)),
        }
    }

    /// Whether a sum is at least 0 in all points.
    pub(crate) fn is_at_least_zero(&self, state: &State, lin: &Lin) -> bool {
        self.range_of(state, lin).low >= 0
    }
}

fn gcd(a: u128, b: u128) -> u128 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// The integers of an interval, cut off at those of an `i128`.
pub(crate) fn to_range(interval: &Interval) -> Range {
    let low = match interval.low() {
        Bound::Finite(low) => low.ceil().to_i128(),
        _ => None,
    };
    let high = match interval.high() {
        Bound::Finite(high) => high.floor().to_i128(),
        _ => None,
    };
    Range::new(low.unwrap_or(i128::MIN), high.unwrap_or(i128::MAX))
}
