//! What a function leaves behind its parameters that are pointers to pointers: often what was there, moved on.

use super::source::{Sources, Tracer};
use super::{Party, Subject};
use crate::engine::Engine;
use soundline_c::{Action, Callee, FunctionId, Meaning, Type, TypeId, VarId};
use std::collections::{BTreeMap, BTreeSet};

/// Of a parameter, by its number, and whether what it points to is meant.
type Given = (usize, bool);

/// What a function leaves behind.
#[derive(Clone, Debug, Default)]
pub(crate) struct Leaves {
    /// By the number of a parameter: from what parameters the pointer comes that it leaves there, itself included.
    behind: BTreeMap<usize, BTreeSet<Given>>,
    /// The parameters of which that is so only if nothing is written there through other names.
    apart: BTreeSet<usize>,
    /// Whether it writes no pointers, unless as bytes.
    bytes_only: bool,
    /// The parameters that it keeps.
    kept: BTreeSet<usize>,
}

impl Leaves {
    pub(super) fn new(engine: &Engine<'_>, function: FunctionId, tracer: &Tracer<'_, '_>) -> Self {
        let own = engine.program.function(function);
        let bytes_only = !own.replaceable && tracer.writes_bytes_only();
        let (mut behind, mut apart) = (BTreeMap::new(), BTreeSet::new());
        // Where it is open what others write to a variable of its own, that is not for its callers to say.
        let kept = match tracer.reaching.keeps_any() {
            true => (0..own.parameters.len()).collect(),
            false => super::kept::kept(engine, function),
        };
        if own.replaceable {
            return Self { behind, apart, bytes_only, kept };
        }
        let types = &engine.program.types;
        let pointer = |ty: TypeId| matches!(types.get(ty), Type::Pointer(_));
        for (number, id) in own.parameters.iter().enumerate() {
            let ty = engine.program.variable(*id).ty;
            if !types.pointee(ty).is_some_and(pointer) {
                continue;
            }
            let Some(sources) = tracer.stored_pointers(*id) else { continue };
            if let Some(mut all) = given(function, &own.parameters, &sources) {
                all.insert((number, true));
                behind.insert(number, all);
                apart.extend(sources.apart.then_some(number));
            }
        }
        Self { behind, apart, bytes_only, kept }
    }

    /// Whether somebody may have a pointer that it was given when it has returned.
    pub(super) fn keeps(&self, parameter: usize) -> bool {
        self.kept.contains(&parameter)
    }

    /// Whether behind a parameter there is still what was there, moved on.
    pub(super) fn moves_on(&self, parameter: usize) -> bool {
        let behind = self.behind(parameter);
        behind.is_some_and(|all| all.iter().all(|from| *from == (parameter, true)))
    }

    /// Where what is left behind a parameter comes from.
    pub(super) fn behind(&self, parameter: usize) -> Option<&BTreeSet<Given>> {
        self.behind.get(&parameter)
    }

    /// Whether that is so only if nothing is written there through other names.
    pub(super) fn apart(&self, parameter: usize) -> bool {
        self.apart.contains(&parameter)
    }

    /// Whether no pointers are written, unless as bytes.
    pub(super) fn bytes_only(&self) -> bool {
        self.bytes_only
    }
}

/// The parameters that all sources are, or what these point to.
fn given(function: FunctionId, parameters: &[VarId], sources: &Sources) -> Option<BTreeSet<Given>> {
    (!sources.null && !sources.has_own()).then_some(())?;
    let of = |subject: &Subject| {
        let own = subject.party == Party::Function(function) && !subject.each && subject.mask == 0;
        let place = parameters.iter().position(|id| Some(*id) == subject.parameter)?;
        (own && subject.depth <= 1).then_some((place, subject.depth == 1))
    };
    sources.all.iter().map(|(subject, _)| of(subject)).collect()
}

/// Whether a call writes no pointers, unless as bytes.
pub(super) fn writes_bytes_only(engine: &Engine<'_>, action: &Action) -> bool {
    let Action::Call { callee: Callee::Function(id), .. } = action else { return false };
    let function = engine.program.function(*id);
    if let Some(model) = function.model {
        return matches!(model.meaning, Meaning::Copy | Meaning::Fill | Meaning::CopyString { .. });
    }
    engine.summaries.of(*id).is_some_and(|summary| summary.leaves.bytes_only())
}
