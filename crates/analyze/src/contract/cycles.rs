//! Functions that call each other in a cycle. When one of them was looked at, it was not known yet what the next one requires. If what
//! is required of one comes around as it was given, by way of functions that nobody else calls or that require the same, then what
//! holds at the calls from outside holds at all.

use super::clause::{Clauses, Elements, Need, Subject, Valid};
use super::infer::{Called, Inferred};
use super::{Party, Summaries};
use soundline_c::{FunctionId, Program, VarId};
use std::collections::{BTreeMap, BTreeSet};

/// Who calls whom.
pub(super) struct Cycles<'a> {
    program: &'a Program,
    summaries: &'a Summaries,
    callers: BTreeMap<FunctionId, Vec<(FunctionId, &'a Called)>>,
    /// The functions that only these call.
    closed: &'a dyn Fn(FunctionId) -> bool,
}

impl<'a> Cycles<'a> {
    /// The calls in functions that something may call.
    pub(super) fn new(
        (program, summaries): (&'a Program, &'a Summaries),
        all: &[&'a Inferred],
        live: &BTreeSet<FunctionId>,
        closed: &'a dyn Fn(FunctionId) -> bool,
    ) -> Cycles<'a> {
        let mut callers: BTreeMap<FunctionId, Vec<(FunctionId, &'a Called)>> = BTreeMap::new();
        for inferred in all.iter().filter(|one| live.contains(&one.function)) {
            for call in &inferred.calls {
                callers.entry(call.callee).or_default().push((inferred.function, call));
            }
        }
        Cycles { program, summaries, callers, closed }
    }

    /// Whose contracts it rests on that a call gives on what satisfies all that is required of the callee; none if that is not known.
    pub(super) fn rests_on(
        &self,
        function: FunctionId,
        call: &Called,
        required: &dyn Fn(FunctionId) -> Option<&'a Clauses>,
    ) -> Option<BTreeSet<Party>> {
        self.summaries.call_each_other(function, call.callee).then_some(())?;
        let mut parties = BTreeSet::from([Party::Function(call.callee)]);
        for (subject, need) in required(call.callee)?.all() {
            let asked = Asked { values: values(subject, need)?, need };
            parties.extend(self.rests_on_one((function, call), &asked, required)?);
        }
        Some(parties)
    }

    /// The same of one clause. If it is about what the parameters lead to, that must not be written on the way.
    fn rests_on_one(
        &self,
        (function, call): (FunctionId, &Called),
        asked: &Asked,
        required: &dyn Fn(FunctionId) -> Option<&'a Clauses>,
    ) -> Option<BTreeSet<Party>> {
        let unwritten = matches!(asked.need, Need::Text { .. });
        let back = |call: &Called, values: &[VarId]| {
            (call.reached && !(unwritten && call.written)).then_some(())?;
            self.given(call, values)
        };
        let (mut parties, mut seen) = (BTreeSet::new(), BTreeSet::new());
        let mut left = vec![(function, back(call, &asked.values)?)];
        while let Some((function, own)) = left.pop() {
            let around = function == call.callee && own == asked.values;
            if around || !seen.insert((function, own.clone())) {
                continue;
            }
            // Who calls into the cycle without being in it satisfies what is required of whom it calls.
            let inside =
                function == call.callee || self.summaries.call_each_other(function, call.callee);
            inside.then_some(())?;
            // What is required of its callers anyway: constants leave nothing out where it goes on in the cycle.
            if required(function).is_some_and(|clauses| asked.is_required(&own, clauses)) {
                parties.insert(Party::Function(function));
                continue;
            }
            (self.closed)(function).then_some(())?;
            for (caller, call) in self.callers.get(&function).into_iter().flatten() {
                left.push((*caller, back(call, &own)?));
            }
        }
        Some(parties)
    }

    /// The parameters of a caller that are given on as these of the callee.
    fn given(&self, call: &Called, values: &[VarId]) -> Option<Vec<VarId>> {
        let parameters = &self.program.function(call.callee).parameters;
        let of = |id: &VarId| {
            let number = parameters.iter().position(|own| own == id)?;
            call.given_on.get(number).copied().flatten()
        };
        values.iter().map(of).collect()
    }
}

/// A clause that may be satisfied, and the parameters that it is about.
struct Asked {
    values: Vec<VarId>,
    need: Need,
}

impl Asked {
    /// Whether clauses say the same of these parameters.
    fn is_required(&self, own: &[VarId], clauses: &Clauses) -> bool {
        let says = |(subject, need): &(Subject, Need)| {
            let same = match (*need, self.need) {
                (Need::Valid(known), Need::Valid(asked)) => known.and(asked) == known,
                (Need::Elements(known), Need::Elements(asked)) => {
                    Elements { length: asked.length, ..known } == asked
                }
                (known, asked) => known == asked,
            };
            same && values(*subject, *need).as_deref() == Some(own)
        };
        clauses.all().iter().any(says)
    }
}

/// The parameters that a clause is about, if it is about nothing else.
fn values(subject: Subject, need: Need) -> Option<Vec<VarId>> {
    let plain = |subject: Subject| subject.parameter.filter(|_| subject.itself());
    let own = plain(subject)?;
    match need {
        Need::Elements(elements) => Some(vec![own, plain(elements.length)?]),
        Need::Freeable | Need::Valid(Valid { apart: true, .. }) => None,
        _ => Some(vec![own]),
    }
}
