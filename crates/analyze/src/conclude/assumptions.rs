//! What was assumed: where a bound was reached, and where something is taken for granted.

use super::dependencies::{Spot, callees};
use super::facts::{Known, Viewer};
use super::{Seen, causes, spot};
use crate::contract::Argument;
use crate::engine::{Engine, Node, Run};
use crate::state::Root;
use crate::{Assumption, AssumptionId, BoundKind, Fact, Grant, Kind, Predicate, Reason};
use soundline_c::{Action, Check, CheckKind, FunctionId, Label, Span};
use std::collections::{BTreeMap, BTreeSet};

/// An assumption, and the segments whose states rest on it.
pub(crate) struct Assumed {
    pub(crate) assumption: Assumption,
    pub(crate) origins: Vec<Spot>,
    /// And the instructions in the middle of segments from which on results rest on it.
    pub(crate) inside: Vec<(Spot, usize)>,
    pub(crate) grant: Option<Grant>,
    /// The check that is assumed to hold, if it is one.
    pub(crate) root: Option<Root>,
    /// The function whose promise is assumed to be kept, if it is one.
    pub(crate) promise: Option<FunctionId>,
}

/// What is collected about a label over all contexts.
#[derive(Default)]
struct Collected {
    reasons: BTreeSet<Reason>,
    origins: Vec<Spot>,
    /// None is false.
    predicate: Option<Predicate>,
    complete: bool,
    seen: bool,
}

/// All assumptions of some runs. A label in several contexts has the conjunction of what was assumed
/// in each: it must be strong enough for all of them.
pub(crate) fn assumptions(engine: &Engine<'_>, runs: &[Run], seen: &Seen) -> Vec<Assumed> {
    let mut all: BTreeMap<(FunctionId, Label), Collected> = BTreeMap::new();
    for run in runs {
        for (node, reasons) in &run.bounded {
            let function = engine.function_of(*node);
            let segment = &engine.shape(function).segments[node.segment as usize];
            let Some(label) = segment.label else { continue };
            let known = known(engine, run, *node, label);
            add(all.entry((function, label)).or_default(), spot(engine, *node), reasons, known);
        }
        for node in &run.cut_calls {
            let function = engine.function_of(*node);
            let Some(label) = engine.label_before_call(*node) else { continue };
            let after = (function, node.segment + 1);
            let reasons = BTreeSet::from([BoundKind::Calls]);
            let collected = all.entry((function, label)).or_default();
            add(collected, after, &reasons, None);
            let call = engine.call_of(*node);
            let entered = call.iter().flat_map(|call| callees(engine, call.callee));
            if engine.is_whole() {
                collected.origins.extend(entered.map(|id| (id, 0)));
            }
        }
    }
    let numbers = 1..;
    let places = all.into_iter().zip(numbers);
    let mut assumed: Vec<Assumed> =
        places.map(|((place, collected), number)| collected.named(engine, number, place)).collect();
    let next = 1 + assumed.len() as u32;
    assumed.extend(seen.granted.iter().zip(next..).map(|((key, granted), number)| {
        let (function, label, grant) = *key;
        // No state says it, so that annotated C must assume false instead.
        let predicate = Predicate { facts: vec![Fact::Opaque(grant.words().to_owned())] };
        let assumption = Assumption {
            id: AssumptionId(number),
            function,
            label,
            predicate: Some(predicate),
            complete: false,
            reasons: BTreeSet::from([Reason::Granted(grant)]),
            span: granted.span,
            check: None,
        };
        let carried = granted.origins.iter().filter(|_| grant.is_carried());
        let inside = granted.inside.iter().copied().collect();
        Assumed {
            assumption,
            origins: carried.copied().collect(),
            inside,
            grant: Some(grant),
            root: None,
            promise: None,
        }
    }));
    let next = 1 + assumed.len() as u32;
    assumed.extend(roots(engine, seen, next));
    let next = 1 + assumed.len() as u32;
    assumed.extend(promises(engine, seen, next));
    assumed
}

/// The checks that are assumed to hold behind them, and that something rests on.
fn roots(engine: &Engine<'_>, seen: &Seen, next: u32) -> Vec<Assumed> {
    let mut used: BTreeSet<Root> = seen.refining.keys().copied().collect();
    used.extend(seen.under.values().flatten());
    // What calls and returns rest on, too.
    used.extend(seen.arguments.values().flatten().flat_map(Argument::roots));
    used.extend(seen.given.values().flat_map(|given| &given.roots));
    let functions: BTreeSet<FunctionId> = used.iter().map(|(function, _)| *function).collect();
    let mut places: BTreeMap<Root, (&Check, Span, Label)> = BTreeMap::new();
    for function in functions {
        let cfg = engine.shape(function).cfg;
        for (number, block) in cfg.blocks.iter().enumerate() {
            for (at, instruction) in block.instructions.iter().enumerate() {
                let Action::Check(check) = &instruction.action else { continue };
                if used.contains(&(function, check.id)) {
                    let label = || engine.label_at(function, number, at);
                    let place = || (check, instruction.span, label());
                    places.entry((function, check.id)).or_insert_with(place);
                }
            }
        }
    }
    let numbered = places.into_iter().zip(next..);
    let assumed = numbered.map(|((root, (check, span, label)), number)| {
        let several = seen.alike.get(&root).is_some_and(|all| all.len() > 1)
            || (engine.infers() && is_read_again(engine, seen, root, &check.kind));
        let needed = seen.needed.get(&root);
        let mut words = super::roots::words(engine, &check.kind, span, needed);
        if let Some(quotient) = causes::quotient_of(engine, seen, root) {
            let text = engine.program.source.words(quotient.span);
            words.push_str(&format!(", and `{text}` does not overflow"));
        }
        if several {
            words.push_str(", wherever that is checked");
        }
        let assumption = Assumption {
            id: AssumptionId(number),
            function: root.0,
            label,
            predicate: Some(Predicate { facts: vec![Fact::Opaque(words)] }),
            complete: false,
            reasons: BTreeSet::from([Reason::Root(Kind::of(&check.kind))]),
            span,
            check: Some(root.1),
        };
        let inside = seen.refining.get(&root).into_iter().flatten().copied().collect();
        let origins = Vec::new();
        Assumed { assumption, origins, inside, grant: None, root: Some(root), promise: None }
    });
    assumed.collect()
}

/// Whether a root stands for several accesses whose pointer is read in memory for each.
fn is_read_again(engine: &Engine<'_>, seen: &Seen, root: Root, check: &CheckKind) -> bool {
    let CheckKind::Access { pointer, .. } = check else { return false };
    let subject = engine.env.pointer_subject(pointer);
    let memory = subject.is_some_and(|(subject, _)| engine.env.read_by(subject).1);
    memory && seen.united.get(&root).is_some_and(|all| all.len() > 1)
}

/// The functions that are called and whose promises depend on something.
fn promises(engine: &Engine<'_>, seen: &Seen, next: u32) -> Vec<Assumed> {
    let assumed = seen.promised.iter().zip(next..).map(|((callee, after), number)| {
        let function = engine.program.function(*callee);
        let words = format!("{} returns as it ensures", function.name);
        let assumption = Assumption {
            id: AssumptionId(number),
            function: *callee,
            label: Label(0),
            predicate: Some(Predicate { facts: vec![Fact::Opaque(words)] }),
            complete: false,
            reasons: BTreeSet::from([Reason::Contract]),
            span: function.span,
            check: None,
        };
        let origins = after.iter().copied().collect();
        let (inside, promise) = (Vec::new(), Some(*callee));
        Assumed { assumption, origins, inside, grant: None, root: None, promise }
    });
    assumed.collect()
}

/// What was assumed at a node, and whether C can say all of it; none is false.
fn known(engine: &Engine<'_>, run: &Run, node: Node, label: Label) -> Option<(Predicate, bool)> {
    // What is assumed to be false is assumed to be anything.
    let state = run.pre.get(&node).filter(|_| !engine.is_late())?;
    let viewer = Viewer::new(engine, engine.function_of(node), label);
    let Known { predicate, constraints } = viewer.known(state);
    // Whatever comes here and satisfies the predicate must be one of the states that were looked at.
    let complete = run.edges.iter().filter(|((_, to), _)| *to == node).all(|(_, coming)| {
        match viewer.restricted(coming, &constraints) {
            Some(restricted) => engine.env.leq(&restricted, state),
            None => true,
        }
    });
    Some((predicate, complete))
}

fn add(
    collected: &mut Collected,
    origin: Spot,
    reasons: &BTreeSet<BoundKind>,
    known: Option<(Predicate, bool)>,
) {
    collected.reasons.extend(reasons.iter().copied().map(Reason::Bound));
    collected.origins.push(origin);
    let (predicate, complete) = match known {
        Some((predicate, complete)) => (Some(predicate), complete),
        None => (None, true),
    };
    if !collected.seen {
        (collected.predicate, collected.complete) = (predicate, complete);
    } else {
        let both = collected.predicate.take().zip(predicate);
        collected.predicate = both.map(|(mut own, other)| {
            let new = other.facts.into_iter().filter(|fact| !own.facts.contains(fact));
            let new: Vec<_> = new.collect();
            own.facts.extend(new);
            own
        });
        collected.complete &= complete;
    }
    collected.complete |= collected.predicate.is_none();
    collected.seen = true;
}

impl Collected {
    fn named(
        self,
        engine: &Engine<'_>,
        number: u32,
        (function, label): (FunctionId, Label),
    ) -> Assumed {
        let assumption = Assumption {
            id: AssumptionId(number),
            function,
            label,
            predicate: self.predicate,
            complete: self.complete,
            reasons: self.reasons,
            span: engine.shape(function).cfg.points[label.0 as usize].span,
            check: None,
        };
        let inside = Vec::new();
        let origins = self.origins;
        Assumed { assumption, origins, inside, grant: None, root: None, promise: None }
    }
}
