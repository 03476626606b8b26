//! From checks of a function that may fail to what it needs of others.

use super::clause::{Need, Valid};
use super::source::{Distance, Sources, Tracer};
use super::{Argument, Contracts, Party, Subject};
use crate::conclude::{At, Known};
use crate::engine::Engine;
use crate::{AssumptionId, CheckReport, Status};
use soundline_c::{
    Action, Callee, Check, CheckKind, Extent, FunctionId, Span, Type, Value, ValueKind, VarId,
};
use std::collections::{BTreeMap, BTreeSet};

/// What was inferred from the checks of one function.
#[derive(Clone, Debug, Default)]
pub(crate) struct Inferred {
    /// The checks that rest on contracts, by number.
    pub(crate) checks: BTreeMap<(FunctionId, u32), BTreeSet<Party>>,
    /// The assumptions that contracts take the place of.
    pub(crate) roots: BTreeMap<AssumptionId, BTreeSet<Party>>,
}

/// Turns what may fail for want of knowledge about others into clauses of their contracts.
pub(crate) fn infer(
    engine: &Engine<'_>,
    known: &Known<'_>,
    function: FunctionId,
    reports: &mut [CheckReport],
) -> Inferred {
    let mut contracts = engine.contracts.borrow_mut();
    let tracer = Tracer::new(engine, function);
    let cfg = engine.shape(function).cfg;
    let mut all: BTreeMap<u32, Vec<(At, &CheckKind, Span)>> = BTreeMap::new();
    let mut calls: Vec<(At, FunctionId, &[Value], Span)> = Vec::new();
    for (number, block) in cfg.blocks.iter().enumerate() {
        for (at, instruction) in block.instructions.iter().enumerate() {
            let place = (function, number, at);
            match &instruction.action {
                Action::Check(check) => {
                    let own = (place, &check.kind, instruction.span);
                    all.entry(check.id).or_default().push(own);
                }
                Action::Call { callee: Callee::Function(id), arguments, .. } => {
                    calls.push((place, *id, arguments, instruction.span));
                }
                _ => {}
            }
        }
    }
    let finder = Finder { engine, known, tracer: &tracer };
    let mut inferred = Inferred::default();
    for report in reports.iter_mut().filter(|one| one.status == Status::MayFail) {
        let Some(parts) = all.get(&report.id) else { continue };
        let open = parts.iter().filter(|(at, ..)| known.may_fail(*at));
        let needs: Option<Vec<_>> =
            open.map(|(at, kind, _)| finder.needs(*at, report.id, kind)).collect();
        let Some(needs) = needs.map(|needs| needs.concat()).filter(|needs| !needs.is_empty())
        else {
            continue;
        };
        let parties = needs.iter().map(|(subject, _)| subject.party).collect();
        for (subject, need) in needs {
            contracts.demand(subject, need, (function, report.span));
        }
        report.status = Status::Verified;
        report.provided = parts.iter().flat_map(|(at, ..)| known.provided(*at)).collect();
        if let Some(root) = report.root.take() {
            report.provided.remove(&root);
            inferred.roots.insert(root, BTreeSet::clone(&parties));
        }
        (report.why, report.origin) = (None, None);
        inferred.checks.insert((function, report.id), parties);
    }
    for (at, callee, arguments, span) in calls {
        if engine.shapes[callee.index()].is_none() {
            continue;
        }
        match known.is_reached(at) {
            true => finder.call(&mut contracts, at, callee, arguments, span),
            // What lies behind a bound was not looked at.
            false if known.is_bounded() => {
                *contracts.calls.entry(callee).or_default() += 1;
                contracts.open.entry(callee).or_default().push(span);
            }
            false => {}
        }
    }
    contracts.done.insert(function);
    inferred
}

/// Looks for what checks and calls of one function need.
struct Finder<'a, 'p> {
    engine: &'a Engine<'p>,
    known: &'a Known<'a>,
    tracer: &'a Tracer<'a, 'p>,
}

impl Finder<'_, '_> {
    /// What a check needs of others so that it holds; none if it is not up to others alone.
    fn needs(&self, at: At, id: u32, check: &CheckKind) -> Option<Vec<(Subject, Need)>> {
        (!self.known.fails(at)).then_some(())?;
        let types = &self.engine.program.types;
        match check {
            CheckKind::Access { pointer, size: Some(size), write } => {
                let bytes = i64::try_from(*size).ok()?;
                self.access(at, id, pointer, (bytes, *write))
            }
            CheckKind::Access { pointer, size: None, .. } => {
                let pointee = types.pointee(pointer.ty)?;
                matches!(types.get(pointee), Type::Function { .. }).then_some(())?;
                let (sources, null) = self.pointer(at, pointer)?;
                let exact = sources.all.iter().all(|(_, distance)| *distance == Distance::POINT);
                exact.then_some(())?;
                let need = Need::Callable { null };
                Some(sources.all.into_iter().map(|(subject, _)| (subject, need)).collect())
            }
            CheckKind::Region { pointer, extent, write } => {
                let bytes = match extent {
                    Extent::Bytes(length) | Extent::UpTo(length) => length.as_int(),
                    _ => None,
                };
                let bytes = bytes.and_then(|bytes| Some((0, i64::try_from(bytes).ok()?)));
                self.valid(at, pointer, bytes, *write)
            }
            CheckKind::Free(pointer) => {
                let (sources, _) = self.pointer(at, pointer)?;
                let exact = sources.all.iter().all(|(_, distance)| *distance == Distance::POINT);
                exact.then_some(())?;
                Some(sources.all.into_iter().map(|(one, _)| (one, Need::Freeable)).collect())
            }
            CheckKind::Index { index, length: Some(length), past_end } => {
                let most = length.as_int()? - i128::from(!past_end);
                self.range(at, index, 0, most)
            }
            CheckKind::ShiftAmount(amount, bits) => {
                self.range(at, amount, 0, i128::from(*bits) - 1)
            }
            CheckKind::Length(length) => self.range(at, length, 1, i64::MAX.into()),
            CheckKind::Divisor(value) => self.not(at, value, 0),
            // The least number divided by -1 is too large.
            CheckKind::Quotient(Value { kind: ValueKind::Binary(_, _, divisor), .. }) => {
                self.not(at, divisor, -1)
            }
            _ => None,
        }
    }

    /// Where a pointer comes from about which nothing is known, and whether it may be null before it is used.
    fn pointer(&self, at: At, pointer: &Value) -> Option<(Sources, bool)> {
        self.known.is_nothing_known(at).then_some(())?;
        let sources = self.tracer.sources(pointer, (at.1, at.2))?;
        let guarded = self.is_guarded(at, pointer);
        // A null that the function itself has put there is its own affair.
        (!sources.null || guarded).then_some((sources, guarded))
    }

    /// Whether the variable that a pointer is read from was found not to be null.
    fn is_guarded(&self, at: At, pointer: &Value) -> bool {
        base(pointer).is_some_and(|id| self.tracer.reaching.is_guarded(id, at.1, at.2))
    }

    /// What an access needs, and all for which it stands.
    fn access(
        &self,
        at: At,
        id: u32,
        pointer: &Value,
        (bytes, write): (i64, bool),
    ) -> Option<Vec<(Subject, Need)>> {
        let Some((needed, others)) = self.known.united((at.0, id)) else {
            return self.valid(at, pointer, Some((0, bytes)), write);
        };
        // They are counted from what the pointers have in common.
        let (_, own) = self.engine.env.pointer_subject(pointer)?;
        let bytes = (needed.from.checked_sub(own)?, needed.to.checked_sub(own)?);
        let mut needs = self.valid(at, pointer, Some(bytes), needed.write)?;
        let guarded = others.iter().all(|other| {
            let pointer = self.pointer_at(*other);
            pointer.is_some_and(|pointer| self.is_guarded(*other, pointer))
        });
        if !guarded {
            let sources = self.tracer.sources(pointer, (at.1, at.2))?;
            (!sources.null).then_some(())?;
            for (_, need) in &mut needs {
                if let Need::Valid(valid) = need {
                    valid.null = false;
                }
            }
        }
        Some(needs)
    }

    /// The pointer of the access at an instruction.
    fn pointer_at(&self, at: At) -> Option<&Value> {
        let cfg = self.engine.shape(at.0).cfg;
        match &cfg.blocks[at.1].instructions[at.2].action {
            Action::Check(Check { kind: CheckKind::Access { pointer, .. }, .. }) => Some(pointer),
            _ => None,
        }
    }

    /// What a pointer needs that these bytes behind it are valid; none: as many as are used.
    fn valid(
        &self,
        at: At,
        pointer: &Value,
        bytes: Option<(i64, i64)>,
        write: bool,
    ) -> Option<Vec<(Subject, Need)>> {
        let (sources, null) = self.pointer(at, pointer)?;
        let of = |(subject, distance): (Subject, Distance)| {
            let (start, end) = bytes.unwrap_or((0, 0));
            let from = i64::try_from(distance.low).ok()?.checked_add(start)?;
            let to = i64::try_from(distance.high).ok()?.checked_add(end)?;
            let more = distance.open || bytes.is_none();
            let (from, to) = if distance.open { (0, 0) } else { (from, to) };
            Some((subject, Need::Valid(Valid { from, to, more, write, null })))
        };
        sources.all.into_iter().map(of).collect()
    }

    /// What keeps a value from being a number.
    fn not(&self, at: At, value: &Value, number: i128) -> Option<Vec<(Subject, Need)>> {
        self.engine.program.types.integer(value.ty)?;
        let sources = self.tracer.sources(value, (at.1, at.2))?;
        (number == 0 || !sources.converted).then_some(())?;
        let need = |(subject, distance): (Subject, Distance)| {
            (distance == Distance::POINT).then_some((subject, Need::Not(number)))
        };
        sources.all.into_iter().map(need).collect()
    }

    /// What keeps a number in a range: the ends that are not known to be kept anyway.
    fn range(&self, at: At, value: &Value, low: i128, high: i128) -> Option<Vec<(Subject, Need)>> {
        let (known_low, known_high) = self.known.range(at)?;
        let sources = self.tracer.sources(value, (at.1, at.2))?;
        let int = self.engine.program.types.integer(value.ty)?;
        (high <= int.max() && low <= high).then_some(())?;
        let of = |(subject, distance): (Subject, Distance)| {
            (!distance.open).then_some(())?;
            // A value that wraps on the way is excluded only by both ends.
            let both = distance != Distance::POINT || sources.converted;
            let least = if both || known_low < low { low - distance.low } else { i64::MIN.into() };
            let most =
                if both || known_high > high { high - distance.high } else { i64::MAX.into() };
            Some((subject, Need::Range(least, most)))
        };
        sources.all.iter().copied().map(of).collect()
    }

    /// A call: what the function requires is shown there, or required of others in turn, or left open.
    fn call(
        &self,
        contracts: &mut Contracts,
        at: At,
        callee: FunctionId,
        arguments: &[Value],
        span: Span,
    ) {
        *contracts.calls.entry(callee).or_default() += 1;
        // Its contract is not complete while it is analysed itself.
        if !contracts.done.contains(&callee) {
            contracts.open.entry(callee).or_default().push(span);
            return;
        }
        let Some(draft) = contracts.drafts.get(&Party::Function(callee)) else { return };
        let clauses = draft.clauses.all();
        let parameters = &self.engine.program.function(callee).parameters;
        let (mut passed, mut under, mut open) = (Vec::new(), BTreeSet::new(), false);
        for (number, (subject, need)) in clauses.into_iter().enumerate() {
            match self.known.argument(at, number) {
                Argument::Holds => {
                    under.extend(self.known.provided(at));
                    continue;
                }
                Argument::Under(roots) => {
                    under.extend(self.known.provided(at));
                    under.extend(roots.iter().filter_map(|root| self.known.root(*root)));
                    continue;
                }
                Argument::Open => {}
            }
            let place = parameters.iter().position(|id| Some(*id) == subject.parameter);
            let argument = place.and_then(|place| arguments.get(place));
            match argument.and_then(|argument| self.pass(at, argument, subject, need)) {
                Some(needs) => passed.extend(needs),
                None => open = true,
            }
        }
        if open {
            contracts.open.entry(callee).or_default().push(span);
            return;
        }
        contracts.under.entry(callee).or_default().extend(under);
        for (subject, need) in passed {
            contracts.passed.entry(callee).or_default().insert(subject.party);
            contracts.demand(subject, need, (at.0, span));
        }
    }

    /// What a clause about a parameter needs of where the argument comes from.
    fn pass(
        &self,
        at: At,
        argument: &Value,
        subject: Subject,
        need: Need,
    ) -> Option<Vec<(Subject, Need)>> {
        let sources = self.tracer.sources(argument, (at.1, at.2))?;
        let guarded = self.is_guarded(at, argument);
        let of = |(own, distance): (Subject, Distance)| {
            let depth = own.depth.checked_add(subject.depth).filter(|depth| *depth < 4)?;
            let own = Subject { depth, ..own };
            let exact = distance == Distance::POINT;
            if subject.depth > 0 {
                return exact.then_some((own, need));
            }
            let need = match need {
                Need::Valid(valid) if distance.open => {
                    let null = valid.null || guarded;
                    Need::Valid(Valid { from: 0, to: 0, more: true, null, ..valid })
                }
                Need::Valid(valid) => {
                    let (low, high) =
                        (i64::try_from(distance.low).ok()?, i64::try_from(distance.high).ok()?);
                    let from = valid.from.checked_add(low)?;
                    let to = valid.to.checked_add(high)?;
                    let null = exact && (valid.null || guarded);
                    Need::Valid(Valid { from, to, null, ..valid })
                }
                Need::Callable { null } if exact => Need::Callable { null: null || guarded },
                Need::Freeable | Need::Not(_) | Need::Range(..) if exact => need,
                _ => return None,
            };
            Some((own, need))
        };
        let allows_null = match need {
            Need::Valid(valid) => valid.null,
            Need::Callable { null } => null,
            Need::Freeable => true,
            Need::Range(..) | Need::Not(_) => false,
        };
        (!sources.null || allows_null || guarded).then_some(())?;
        sources.all.into_iter().map(of).collect()
    }
}

/// The variable that a pointer is read from, whatever is added to it.
fn base(pointer: &Value) -> Option<VarId> {
    match &pointer.kind {
        ValueKind::Load(place) => place.as_variable(),
        ValueKind::Convert(inner) | ValueKind::PointerAdd { pointer: inner, .. } => base(inner),
        ValueKind::AddressOf(place) => match &place.base {
            soundline_c::Base::Pointer(inner) => base(inner),
            soundline_c::Base::Variable(_) => None,
        },
        _ => None,
    }
}
