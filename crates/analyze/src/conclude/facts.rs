//! What a state says about the variables that can be named at a point.

use crate::engine::Engine;
use crate::memory::{Cell, CellId, CellKind, Object};
use crate::numeric::{Lin, Range};
use crate::report::{Fact, Lvalue, Predicate, Term};
use crate::state::State;
use soundline_c::{FunctionId, IntType, Label, Type, TypeId, VarId};
use soundline_domains::Domain;
use soundline_domains::expr::{Constraint, Relation};
use std::collections::BTreeSet;

/// A point, and what can be named there.
pub(crate) struct Viewer<'e, 'p> {
    engine: &'e Engine<'p>,
    visible: BTreeSet<VarId>,
}

/// What is known: as facts, and as constraints on cells that say the same as those facts that C can
/// express.
#[derive(Default)]
pub(crate) struct Known {
    pub(crate) predicate: Predicate,
    pub(crate) constraints: Vec<(Lin, Relation)>,
}

/// Relations between variables that are listed at most.
const MOST_RELATIONS: usize = 40;

impl<'e, 'p> Viewer<'e, 'p> {
    pub(crate) fn new(engine: &'e Engine<'p>, function: FunctionId, label: Label) -> Self {
        let at = engine.shape(function).cfg.points[label.0 as usize].span.start;
        let visible = engine.scopes.visible(engine.program, function, at);
        Self { engine, visible: visible.into_iter().collect() }
    }

    /// What a state says.
    pub(crate) fn known(&self, state: &State) -> Known {
        let mut known = Known::default();
        for id in state.dims.iter() {
            let cell = self.engine.env.cells.get(*id);
            let Some(place) = self.lvalue(&cell) else { continue };
            let (own, all) = (self.engine.env.bounds(state, *id), Range::of(place.ty));
            self.add_range(&mut known, *id, place, own, all);
        }
        for (id, pointer) in state.pointers.iter() {
            let cell = self.engine.env.cells.get(*id);
            let Some(name) = self.name(&cell) else { continue };
            let bases = &pointer.bases;
            if bases.dangling {
                continue;
            }
            let no_object = bases.objects.is_empty() && bases.functions.is_empty();
            match bases.null {
                true if no_object => {
                    known.predicate.facts.push(Fact::Null { place: name, negated: false });
                }
                false => known.predicate.facts.push(Fact::Null { place: name, negated: true }),
                true => {}
            }
        }
        self.add_relations(&mut known, state);
        known
    }

    fn add_range(&self, known: &mut Known, id: CellId, place: Lvalue, own: Range, all: Range) {
        let low = (own.low > all.low).then_some(own.low);
        let high = (own.high < all.high).then_some(own.high);
        if low.is_none() && high.is_none() {
            return;
        }
        let fact = Fact::Range { place, low, high };
        if fact.to_c().is_some() {
            let lin = Lin::cell(id);
            let above = low.and_then(|low| lin.clone().plus(low.checked_neg()?));
            let below = high.and_then(|high| lin.scale(-1)?.plus(high));
            for lin in above.into_iter().chain(below) {
                known.constraints.push((lin, Relation::Ge));
            }
        }
        known.predicate.facts.push(fact);
    }

    /// The constraints of the domain that relate several cells.
    fn add_relations(&self, known: &mut Known, state: &State) {
        let env = &self.engine.env;
        if !env.domains.relational {
            return;
        }
        let constraints = env.domains.over(state.dims.len()).to_constraints(&state.elem);
        let relations = constraints.iter().filter(|c| c.expr().terms().len() > 1);
        let mut listed = 0;
        for constraint in relations {
            if let Some((fact, lin, relation)) = self.relation(state, constraint)
                && listed < MOST_RELATIONS
            {
                known.predicate.facts.push(fact);
                known.constraints.push((lin, relation));
                listed += 1;
            }
        }
    }

    fn relation(&self, state: &State, constraint: &Constraint) -> Option<(Fact, Lin, Relation)> {
        let constraint = constraint.normalised();
        let relation = match constraint.relation() {
            Relation::Eq => Relation::Eq,
            Relation::Ge => Relation::Ge,
            Relation::Gt | Relation::Ne => return None,
        };
        let constant = constraint.expr().constant_term().to_int()?.to_i128()?;
        let mut lin = Lin::constant(constant);
        let mut terms = Vec::new();
        for (position, factor) in constraint.expr().terms() {
            let factor = factor.to_int()?.to_i128()?;
            let id = *state.dims.get(*position)?;
            lin = lin.add(&Lin::cell(id).scale(factor)?)?;
            let place = self.lvalue(&self.engine.env.cells.get(id))?;
            // expr >= 0 is said as -expr <= constant.
            let factor = if relation == Relation::Eq { factor } else { factor.checked_neg()? };
            terms.push(Term { factor, place });
        }
        let equal = relation == Relation::Eq;
        let constant = if equal { constant.checked_neg()? } else { constant };
        let fact = Fact::Linear { terms, equal, constant };
        fact.to_c()?;
        Some((fact, lin, relation))
    }

    /// A state with what the facts say that C can express.
    pub(crate) fn restricted(
        &self,
        state: &State,
        constraints: &[(Lin, Relation)],
    ) -> Option<State> {
        let env = &self.engine.env;
        let mut state = state.clone();
        for (lin, relation) in constraints {
            let cells: Vec<CellId> = lin.terms.iter().map(|(cell, _)| *cell).collect();
            env.add_numbers(&mut state, &cells);
            state = env.guard(state, lin, *relation)?;
        }
        Some(state)
    }

    /// How C names an integer cell.
    fn lvalue(&self, cell: &Cell) -> Option<Lvalue> {
        let CellKind::Int(ty) = cell.kind else { return None };
        Some(Lvalue { text: self.name(cell)?, ty })
    }

    fn name(&self, cell: &Cell) -> Option<String> {
        let Object::Variable(id) = cell.object else { return None };
        let variable = self.engine.program.variable(id);
        let unseen = cell.is_summary() || cell.is_mark() || variable.volatile;
        if unseen || !self.visible.contains(&id) {
            return None;
        }
        let path = self.path(variable.ty, cell)?;
        Some(format!("{}{path}", variable.name))
    }

    /// The way from the start of a variable to a cell of exactly the type that is there.
    fn path(&self, ty: TypeId, cell: &Cell) -> Option<String> {
        let types = &self.engine.program.types;
        let mut ty = ty;
        let mut offset = cell.offset;
        let mut text = String::new();
        loop {
            match types.get(ty) {
                Type::Array { element, length } => {
                    let stride = types.size(*element)?.checked_mul(8).filter(|s| *s > 0)?;
                    let index = offset / stride;
                    length.filter(|length| index < *length)?;
                    text.push_str(&format!("[{index}]"));
                    (ty, offset) = (*element, offset % stride);
                }
                Type::Record(id) => {
                    let record = types.record(*id);
                    if record.is_union {
                        return None;
                    }
                    let field =
                        record.fields.iter().rev().find(|field| {
                            field.offset_bits <= offset && !(field.name.is_empty())
                        })?;
                    text.push_str(&format!(".{}", field.name));
                    offset -= field.offset_bits;
                    if let Some(width) = field.bit_width {
                        // A number of another sign may lie over all of its bits.
                        let signed = types.integer(field.ty)?.signed;
                        let same = offset == 0
                            && width == cell.bits
                            && matches!(cell.kind, CellKind::Int(int) if int.signed == signed);
                        return same.then_some(text);
                    }
                    ty = field.ty;
                }
                Type::Pointer(_) => {
                    return (offset == 0 && cell.kind == CellKind::Pointer).then_some(text);
                }
                _ => {
                    let int: IntType = types.integer(ty)?;
                    let same = offset == 0 && cell.kind == CellKind::Int(int);
                    return same.then_some(text);
                }
            }
        }
    }
}
