//! From checks of a function that may fail to what it needs of others.

use super::clause::{Clauses, Elements, Need, Valid};
use super::constants::{By, Given, Required, given, required, steady};
use super::leaves::Leaves;
use super::parts::{Part, parts_for};
use super::returns::{Returned, returns};
use super::source::{Distance, Guard, Sources, Tracer};
use super::summaries::Summary;
use super::values::{innermost, is_own, is_string};
use super::{Argument, Party, Promise, Subject};
use crate::conclude::{At, Known};
use crate::engine::Engine;
use crate::{AssumptionId, CheckReport, Status};
use soundline_c::{
    Action, Callee, Check, CheckKind, Extent, FunctionId, Span, Type, TypeId, Value, ValueKind,
    VarId,
};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Mutex;

/// What was inferred from one function.
#[derive(Clone, Debug)]
pub(crate) struct Inferred {
    pub(crate) function: FunctionId,
    /// Its checks that rest on contracts, by number.
    pub(crate) checks: BTreeMap<u32, BTreeSet<Party>>,
    /// The assumptions that contracts take the place of.
    pub(crate) roots: BTreeMap<AssumptionId, BTreeSet<Party>>,
    /// What it needs, and where.
    pub(crate) demands: Vec<Demand>,
    /// Its calls of functions with bodies.
    pub(crate) calls: Vec<Called>,
    /// What it gives back, by its returns.
    pub(crate) returns: Vec<Returned>,
    /// The assumptions that its promise rests on.
    pub(crate) promised_under: BTreeSet<AssumptionId>,
}

/// What a function needs of a value from elsewhere.
#[derive(Clone, Debug)]
pub(crate) struct Demand {
    pub(crate) subject: Subject,
    pub(crate) need: Need,
    pub(crate) span: Span,
    /// Whether it does whichever way control takes.
    pub(crate) certain: bool,
    /// Whether each of the places that need it needs all of it.
    pub(super) whole: bool,
    /// What needs it.
    pub(super) by: By,
    /// The same part by part, if some of what needs it needs less.
    pub(super) parts: Vec<Part>,
}

/// A call of a function that requires something.
#[derive(Clone, Debug)]
pub(crate) struct Called {
    pub(crate) callee: FunctionId,
    pub(crate) span: Span,
    /// Whether all that it requires holds; none if that is not known.
    pub(crate) satisfied: Option<Satisfied>,
    /// Whether the analysis got there; otherwise a bound ended it before.
    pub(crate) reached: bool,
    /// The parameters of the function itself that it gives on, by the numbers of the arguments.
    pub(super) given_on: Vec<Option<VarId>>,
    /// Whether what parameters lead to may have been written before.
    pub(super) written: bool,
}

/// What it rests on that a call satisfies a contract.
#[derive(Clone, Debug, Default)]
pub(crate) struct Satisfied {
    /// The contracts that its clauses became a part of.
    pub(crate) passed: BTreeSet<Party>,
    /// The checks that are assumed to hold there.
    pub(crate) under: BTreeSet<AssumptionId>,
}

impl Satisfied {
    fn and(mut self, other: Satisfied) -> Satisfied {
        self.passed.extend(other.passed);
        self.under.extend(other.under);
        self
    }
}

impl Inferred {
    /// The same with other numbers of assumptions.
    pub(crate) fn renumber(&mut self, number: &dyn Fn(AssumptionId) -> AssumptionId) {
        let moved = |ids: &mut BTreeSet<AssumptionId>| {
            *ids = ids.iter().map(|id| number(*id)).collect();
        };
        self.roots = std::mem::take(&mut self.roots)
            .into_iter()
            .map(|(id, parties)| (number(id), parties))
            .collect();
        self.calls
            .iter_mut()
            .filter_map(|call| call.satisfied.as_mut())
            .for_each(|call| moved(&mut call.under));
        self.returns.iter_mut().for_each(|one| moved(&mut one.under));
        moved(&mut self.promised_under);
    }
}

/// Turns what may fail for want of knowledge about others into clauses of their contracts.
pub(crate) fn infer(
    engine: &Engine<'_>,
    known: &Known<'_>,
    function: FunctionId,
    reports: &mut [CheckReport],
) -> Inferred {
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
    let frees = engine.frees(function);
    let steady = steady(engine, function);
    let finder = Finder { engine, known, tracer: &tracer, frees, steady: &steady };
    let mut inferred = Inferred {
        function,
        checks: BTreeMap::new(),
        roots: BTreeMap::new(),
        demands: Vec::new(),
        calls: Vec::new(),
        returns: Vec::new(),
        promised_under: BTreeSet::new(),
    };
    let requires = engine.settings.infer.requires();
    for report in reports.iter_mut().filter(|one| requires && one.status == Status::MayFail) {
        let Some(parts) = all.get(&report.id) else { continue };
        let open = parts.iter().filter(|(at, ..)| known.may_fail(*at));
        let needs: Option<Vec<_>> =
            open.map(|(at, kind, _)| finder.needs_of_all(*at, report.id, kind)).collect();
        let Some(needs) = needs.map(|needs| needs.concat()).filter(|needs| !needs.is_empty())
        else {
            continue;
        };
        let parties = needs.iter().map(|(_, (subject, _))| subject.party).collect();
        let open: Vec<At> =
            parts.iter().map(|(at, ..)| *at).filter(|at| known.may_fail(*at)).collect();
        let blocks = finder.blocks(report.id, &open);
        let kind = parts[0].1;
        let demands = needs.into_iter().map(|(alone, (subject, need))| {
            let span = report.span;
            if let Some(block) = alone {
                let certain = tracer.reaching.are_on_all_ways([block].into_iter(), &[]);
                let by = By::Checks(vec![block]);
                let parts = Vec::new();
                return Demand { subject, need, span, certain, whole: true, by, parts };
            }
            let certain = finder.is_certain((report.id, &open), kind, (subject, need));
            let by = By::Checks(blocks.clone());
            let whole = finder.is_whole(report.id, &open);
            let parts = match open[..] {
                [at] => finder.parts_of_access((at, report.id), kind, (subject, need)),
                _ => Vec::new(),
            };
            Demand { subject, need, span, certain, whole, by, parts }
        });
        inferred.demands.extend(demands);
        report.status = Status::Verified;
        report.provided = parts.iter().flat_map(|(at, ..)| known.provided(*at)).collect();
        if let Some(root) = report.root.take() {
            report.provided.remove(&root);
            inferred.roots.insert(root, BTreeSet::clone(&parties));
        }
        (report.why, report.origin) = (None, None);
        inferred.checks.insert(report.id, parties);
    }
    // A call that stands in several orders of evaluation is one.
    let mut copies: BTreeMap<(FunctionId, u32, u32), Vec<Copied<'_>>> = BTreeMap::new();
    for (at, callee, arguments, span) in calls {
        if engine.shapes[callee.index()].is_none() {
            continue;
        }
        // What lies behind a bound was not looked at.
        if known.is_reached(at) || known.is_bounded() {
            let key = (callee, span.start, span.end);
            copies.entry(key).or_default().push((at, arguments, span));
        }
    }
    let mut again = Vec::new();
    for ((callee, ..), copies) in copies {
        if callee == function && requires {
            again.push(copies);
            continue;
        }
        let blocks: Vec<usize> = copies.iter().map(|(at, ..)| at.1).collect();
        let mut satisfied = Some(Satisfied::default());
        for (at, arguments, span) in &copies {
            let own = match known.is_reached(*at) {
                true => {
                    let call = (*at, callee, *arguments, *span);
                    finder.call(&mut inferred.demands, call, &blocks)
                }
                false => None,
            };
            satisfied = satisfied.zip(own).map(|(all, own)| all.and(own));
        }
        inferred.calls.push(finder.called(callee, &copies, satisfied));
    }
    let ensures = engine.settings.infer.ensures();
    if ensures {
        inferred.returns = returns(engine, known, &tracer, function);
        inferred.promised_under = known.promised_under();
    }
    super::ways::together(&tracer.reaching, &mut inferred.demands);
    let mut clauses = Clauses::default();
    let own = |one: &&Demand| one.subject.party == Party::Function(function);
    let mut needed = Vec::new();
    for Demand { subject, need, certain, by, parts, .. } in inferred.demands.iter().filter(own) {
        clauses.add(*subject, *need);
        let (subject, certain) = (*subject, *certain);
        let of = |need: Need, by: &By| Required { subject, need, certain, by: by.clone() };
        match parts.is_empty() {
            true => needed.push(of(*need, by)),
            false => needed.extend(parts.iter().map(|part| of(part.need, &part.by))),
        }
    }
    // What a function requires of its parameters when it calls itself, it passes on if it gives them on as they are: then what holds
    // at the first call holds at all.
    for copies in again {
        let kept = |(at, arguments, _): &Copied<'_>| {
            known.is_reached(*at) && finder.gives_on(*at, arguments, &clauses)
        };
        let party = Party::Function(function);
        let satisfied = copies
            .iter()
            .all(kept)
            .then(|| Satisfied { passed: BTreeSet::from([party]), under: BTreeSet::new() });
        inferred.calls.push(finder.called(function, &copies, satisfied));
    }
    let promise = match ensures {
        true => known.promise(engine, function, &inferred.returns),
        false => Promise::default(),
    };
    let leaves = Leaves::new(engine, function, &tracer);
    let left = Mutex::default();
    engine
        .summaries
        .add(function, Summary { requires: clauses, needed, left, steady, promise, leaves });
    inferred
}

/// A call in one of the orders of evaluation that it stands in: where, with which arguments.
type Copied<'p> = (At, &'p [Value], Span);

/// Looks for what checks and calls of one function need.
pub(super) struct Finder<'a, 'p> {
    pub(super) engine: &'a Engine<'p>,
    pub(super) known: &'a Known<'a>,
    pub(super) tracer: &'a Tracer<'a, 'p>,
    /// Whether the function may free memory.
    pub(super) frees: bool,
    /// The parameters that always have the values of the call.
    pub(super) steady: &'a BTreeSet<VarId>,
}

impl Finder<'_, '_> {
    /// What a check needs of others so that it holds; none if it is not up to others alone.
    pub(super) fn needs(&self, at: At, id: u32, check: &CheckKind) -> Option<Vec<(Subject, Need)>> {
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
            CheckKind::Region { pointer, extent, write: false } if is_string(pointer, extent) => {
                let (sources, null) = self.pointer(at, pointer)?;
                let need = self.text(at, &sources, null);
                let all = sources.all.iter().map(|(subject, distance)| match distance {
                    &Distance::POINT => (*subject, need),
                    _ => (*subject, self.rest_of_string(&sources, null)),
                });
                Some(all.collect())
            }
            CheckKind::Region { pointer, extent, write } => {
                let bytes = match extent {
                    Extent::Bytes(length) | Extent::UpTo(length) => length.as_int(),
                    _ => None,
                };
                let bytes = bytes.and_then(|bytes| Some((0, i64::try_from(bytes).ok()?)));
                let counted = || self.counted(at, pointer, extent, *write);
                let counted = if bytes.is_none() { counted() } else { None };
                counted.or_else(|| self.valid(at, pointer, bytes, *write))
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
            CheckKind::Assertion(value) => self.asserted(at, value),
            // The least number divided by -1 is too large.
            CheckKind::Quotient(Value { kind: ValueKind::Binary(_, _, divisor), .. }) => {
                self.not(at, divisor, -1)
            }
            _ => None,
        }
    }

    /// Where a pointer comes from about which nothing is known, and whether it may be null before it is used.
    pub(super) fn pointer(&self, at: At, pointer: &Value) -> Option<(Sources, bool)> {
        self.pointer_or_own(at, pointer).filter(|(sources, _)| !sources.has_own())
    }

    /// The same of a pointer that may point to variables that the function knows, too.
    fn pointer_or_own(&self, at: At, pointer: &Value) -> Option<(Sources, bool)> {
        self.known.is_nothing_known(at).then_some(())?;
        let sources = self.tracer.sources_and_own(pointer, (at.1, at.2))?;
        let guarded = self.is_guarded(at, pointer);
        // A null that the function itself has put there is its own affair.
        (!sources.null || guarded).then_some((sources, guarded))
    }

    /// Whether what a pointer is read from was found not to be null.
    pub(super) fn is_guarded(&self, at: At, pointer: &Value) -> bool {
        self.tracer.reaching.is_no_null(pointer, (at.1, at.2))
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
        let elements: Option<Vec<_>> =
            others.iter().map(|(other, _)| self.element(*other)).collect();
        if let Some(elements) = elements {
            return Some(elements.concat());
        }
        // They are counted from what the pointers have in common.
        let (_, own) = self.engine.env.pointer_subject(pointer)?;
        let bytes = (needed.from.checked_sub(own)?, needed.to.checked_sub(own)?);
        let mut needs = self.valid(at, pointer, Some(bytes), needed.write)?;
        // The sources that may be null wherever this is used; none if that is all of them.
        let mut null: Option<BTreeSet<Subject>> = None;
        for (other, _) in others {
            let access = self.access_at(*other);
            if access.is_some_and(|(pointer, ..)| self.is_guarded(*other, pointer)) {
                continue;
            }
            let place = (other.1, other.2);
            let alone = access.map(|(pointer, ..)| {
                // A null of the function's own may be gone at one of them, and not at another one.
                let sources = self.tracer.sources_and_own(pointer, place);
                sources.filter(|sources| !sources.null)?;
                Some(self.tracer.guarded_sources(pointer, place))
            });
            let mut alone = alone.unwrap_or_default()?;
            alone.retain(|subject| null.as_ref().is_none_or(|null| null.contains(subject)));
            null = Some(alone);
        }
        if let Some(null) = null {
            for (subject, need) in &mut needs {
                if let Need::Valid(valid) = need {
                    valid.null &= null.contains(subject);
                }
            }
        }
        Some(needs)
    }

    /// What an access to an element needs whose index was found to be less than a number that others provide.
    pub(super) fn element(&self, at: At) -> Option<Vec<(Subject, Need)>> {
        let (pointer, size, write) = self.access_at(at)?;
        let bytes = i64::try_from(size).ok()?;
        let (_, null) = self.pointer(at, pointer)?;
        let (low, _) = self.known.range(at)?;
        (low >= 0).then_some(())?;
        let how = (null, self.frees);
        super::below::needs(self.engine, self.tracer, at, pointer, (bytes, write), how)
    }

    /// The access at an instruction: its pointer, how many bytes, and whether it writes.
    pub(super) fn access_at(&self, at: At) -> Option<(&Value, u64, bool)> {
        let cfg = self.engine.shape(at.0).cfg;
        match &cfg.blocks[at.1].instructions[at.2].action {
            Action::Check(Check {
                kind: CheckKind::Access { pointer, size: Some(size), write },
                ..
            }) => Some((pointer, *size, *write)),
            _ => None,
        }
    }

    /// What a pointer needs that these bytes behind it are valid; none: as many as are used.
    pub(super) fn valid(
        &self,
        at: At,
        pointer: &Value,
        bytes: Option<(i64, i64)>,
        write: bool,
    ) -> Option<Vec<(Subject, Need)>> {
        let (sources, null) = self.pointer_or_own(at, pointer)?;
        let room = bytes.is_some_and(|bytes| sources.own_have(bytes, write));
        (room || !sources.has_own()).then_some(())?;
        let apart = sources.apart;
        let alone = match null || sources.all.len() < 2 {
            true => BTreeSet::new(),
            false => self.tracer.guarded_sources(pointer, (at.1, at.2)),
        };
        let of = |(subject, distance): (Subject, Distance)| {
            let null = null || alone.contains(&subject);
            let (start, end) = bytes.unwrap_or((0, 0));
            let from = i64::try_from(distance.low).ok()?.checked_add(start)?;
            let to = i64::try_from(distance.high).ok()?.checked_add(end)?;
            let more = distance.open || bytes.is_none();
            let (from, to) = if distance.open { (0, 0) } else { (from, to) };
            let lasts = self.frees;
            Some((subject, Need::Valid(Valid { from, to, more, write, null, lasts, apart })))
        };
        sources.all.into_iter().map(of).collect()
    }

    /// That a value is a string; or only that its bytes are there, if they may have been written since others gave it.
    fn text(&self, at: At, sources: &Sources, null: bool) -> Need {
        if is_own(sources) && self.tracer.may_be_written(None, (at.1, at.2)) {
            return self.rest_of_string(sources, null);
        }
        Need::Text { null }
    }

    fn rest_of_string(&self, sources: &Sources, null: bool) -> Need {
        let (write, lasts, apart) = (false, self.frees, sources.apart);
        Need::Valid(Valid { from: 0, to: 0, more: true, write, null, lasts, apart })
    }

    /// A call: what the function requires is shown there, or required of others in turn, or left open.
    fn call(
        &self,
        demands: &mut Vec<Demand>,
        (at, callee, arguments, span): (At, FunctionId, &[Value], Span),
        blocks: &[usize],
    ) -> Option<Satisfied> {
        // Its contract is not complete while it is analysed itself.
        let summary = self.engine.summaries.of(callee)?;
        let requires = required(self.engine, callee, arguments)?;
        let mut always = Clauses::default();
        let certain = summary.needed.iter().filter(|one| one.certain);
        certain.for_each(|one| always.add(one.subject, one.need));
        let always = always.all();
        let parameters = &self.engine.program.function(callee).parameters;
        let given = given(&self.engine.program.types, self.steady, arguments);
        let (mut passed, mut under) = (Vec::new(), BTreeSet::new());
        for (number, (subject, need)) in requires.all().into_iter().enumerate() {
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
            let needs = match need {
                Need::Elements(elements) => {
                    let length = |id: &VarId| Some(*id) == elements.length.parameter;
                    let length = parameters.iter().position(length);
                    let length = length.and_then(|place| arguments.get(place));
                    self.pass_elements(at, argument?, length, (subject, elements))
                }
                _ => None,
            };
            let argument = argument?;
            let apart = matches!(need, Need::Valid(Valid { apart: true, .. }));
            (!apart || !self.tracer.gives_twice(arguments, argument)).then_some(())?;
            let needs = needs.or_else(|| self.pass(at, argument, subject, need))?;
            let whole = always.contains(&(subject, need));
            let parts = match needs.iter().any(|(own, _)| self.is_required(*own)) {
                true => self.parts_of_call(at, callee, (&given, argument), (subject, need)),
                false => Vec::new(),
            };
            let all = needs.into_iter().map(|own| {
                let certain = whole && self.is_on_all_ways(blocks, argument, own);
                let parts = parts_for(&parts, own);
                (own, (certain, whole), (subject, need), parts)
            });
            passed.extend(all);
        }
        let parties = passed.iter().map(|((subject, _), ..)| subject.party).collect();
        demands.extend(passed.into_iter().map(|(own, (certain, whole), clause, parts)| {
            let by = |part: Option<Need>| {
                let (blocks, arguments) = (blocks.to_vec(), given.clone());
                By::Call { blocks, callee, arguments, clause, part }
            };
            let (subject, need) = own;
            let parts = parts.into_iter().map(|(part, need)| Part { need, by: by(Some(part)) });
            let (by, parts) = (by(None), parts.collect());
            Demand { subject, need, span, certain, whole, by, parts }
        }));
        Some(Satisfied { passed: parties, under })
    }

    /// A call that stands in one or more orders of evaluation.
    fn called(
        &self,
        callee: FunctionId,
        copies: &[Copied<'_>],
        satisfied: Option<Satisfied>,
    ) -> Called {
        let mut all = copies.iter().map(|(at, arguments, _)| self.given_on(*at, arguments));
        let first = all.next().unwrap_or_default();
        let given_on = all.fold(first, |known, own| {
            known.into_iter().zip(own).map(|(one, other)| one.filter(|_| one == other)).collect()
        });
        let mut places = copies.iter().map(|(at, ..)| (at.1, at.2));
        Called {
            callee,
            span: copies[0].2,
            satisfied,
            reached: copies.iter().all(|(at, ..)| self.known.is_reached(*at)),
            given_on,
            written: places.any(|place| self.tracer.may_be_written(None, place)),
        }
    }

    /// The parameters of the function that a call gives on as they are. A pointer may have been freed since.
    fn given_on(&self, at: At, arguments: &[Value]) -> Vec<Option<VarId>> {
        let all = given(&self.engine.program.types, self.steady, arguments);
        let there = |argument: &Value| self.tracer.sources(argument, (at.1, at.2)).is_some();
        let own = |(given, argument): (Given, &Value)| match given {
            Given::Parameter(id) => there(argument).then_some(id),
            _ => None,
        };
        all.into_iter().zip(arguments).map(own).collect()
    }

    /// Whether a call of the function by itself gives on all parameters that these clauses are about, as they are and with what is
    /// said of them.
    fn gives_on(&self, at: At, arguments: &[Value], clauses: &Clauses) -> bool {
        let function = self.tracer.function();
        let parameters = &self.engine.program.function(function).parameters;
        let place = (at.1, at.2);
        let types = &self.engine.program.types;
        let given = given(types, self.steady, arguments);
        let kept = |subject: &Subject| {
            let at = parameters.iter().position(|id| Some(*id) == subject.parameter);
            let given = at.and_then(|at| Some((parameters[at], given.get(at)?, &arguments[at])));
            given.is_some_and(|(id, given, argument)| {
                // A pointer may have been freed since.
                let same = matches!(given, Given::Parameter(own) if *own == id);
                let there = || self.tracer.sources(argument, place).is_some();
                same && subject.depth == 0 && !subject.each && there()
            })
        };
        clauses.all().iter().all(|(subject, need)| {
            let more = match need {
                Need::Elements(elements) => kept(&elements.length),
                // What is written may end a string.
                Need::Text { .. } => !self.tracer.may_be_written(None, place),
                Need::Valid(valid) => !valid.apart,
                _ => true,
            };
            more && kept(subject)
        })
    }

    /// What a clause about as many elements as another parameter says needs of where both arguments come from.
    fn pass_elements(
        &self,
        at: At,
        argument: &Value,
        length: Option<&Value>,
        (subject, elements): (Subject, Elements),
    ) -> Option<Vec<(Subject, Need)>> {
        let (place, length) = ((at.1, at.2), length?);
        let lasts = elements.lasts || self.frees;
        if let Some(number) = length.as_int() {
            let bytes = number.max(0).checked_mul(elements.size.into())?;
            let Elements { write, null, .. } = elements;
            let to = i64::try_from(bytes).ok()?;
            let apart = false;
            let need = Valid { from: 0, to, more: false, write, null, lasts, apart };
            let sources = self.tracer.sources(argument, place)?;
            let guard = self.tracer.guard(argument, place);
            return sources.pass(&subject, Need::Valid(need), guard);
        }
        let sources = self.tracer.sources(argument, place)?;
        let lengths = self.tracer.sources(length, place)?;
        let [(count, Distance::POINT)] = lengths.all[..] else { return None };
        let plain = !lengths.converted && !lengths.null && !lengths.apart && count.itself();
        let null = elements.null || self.is_guarded(at, argument);
        (plain && (!sources.null || null)).then_some(())?;
        let of = |(subject, distance): (Subject, Distance)| {
            let beside = self.are_beside((argument, subject), (length, count));
            let plain = distance == Distance::POINT && subject.itself() && !sources.apart;
            (plain && beside).then_some(())?;
            Some((subject, Need::Elements(Elements { length: count, null, lasts, ..elements })))
        };
        sources.all.into_iter().map(of).collect()
    }

    /// The same where memory may be freed.
    fn lasting(&self, need: Need) -> Need {
        match need {
            Need::Valid(valid) => Need::Valid(Valid { lasts: valid.lasts || self.frees, ..valid }),
            Need::Elements(elements) => {
                Need::Elements(Elements { lasts: elements.lasts || self.frees, ..elements })
            }
            need => need,
        }
    }

    /// What a clause about a parameter needs of where the argument comes from.
    pub(super) fn pass(
        &self,
        at: At,
        argument: &Value,
        subject: Subject,
        need: Need,
    ) -> Option<Vec<(Subject, Need)>> {
        // What a variable holds that is lent.
        if subject.depth > 0
            && let Some(id) = super::lent::variable(argument)
        {
            let sources = self.tracer.sources_of(id, (at.1, at.2))?;
            let subject = Subject { depth: subject.depth - 1, ..subject };
            // A variable whose address nobody else has is not written under another name.
            let alone = subject.depth == 0 && self.tracer.reaching.is_only_lent(id);
            let need = match need {
                Need::Valid(valid) if alone => Need::Valid(Valid { apart: false, ..valid }),
                need => need,
            };
            let guarded = self.tracer.reaching.is_guarded(id, at.1, at.2);
            return sources.pass(&subject, self.lasting(need), Guard::from_here(guarded));
        }
        let sources = self.tracer.sources_and_own(argument, (at.1, at.2))?;
        let guard = self.tracer.guard(argument, (at.1, at.2));
        let need = match need {
            Need::Text { null } if subject.depth == 0 => self.text(at, &sources, null),
            need => self.lasting(need),
        };
        let mut ty = argument.ty;
        for _ in 0..subject.depth {
            ty = self.engine.program.types.pointee(ty)?;
        }
        // What a parameter leads to must be there still.
        let kept = !is_own(&sources) || !self.tracer.may_be_written(Some(ty), (at.1, at.2));
        (subject.depth == 0 || kept).then_some(())?;
        let asked = subject.parameter.map(|id| self.engine.program.variable(id).ty);
        let need = match need {
            Need::Valid(valid) if asked.is_some_and(|ty| self.is_cast(argument, ty, valid.to)) => {
                Need::Valid(Valid { from: 0, to: 0, more: true, ..valid })
            }
            need => need,
        };
        sources.pass(&subject, need, guard)
    }

    /// Whether a pointer to a struct is converted to another type of which more bytes may be used than the struct has: then a tag
    /// or the like says how many there are.
    fn is_cast(&self, argument: &Value, asked: TypeId, bytes: i64) -> bool {
        let types = &self.engine.program.types;
        let own = types.pointee(innermost(argument).ty);
        let record = own.filter(|ty| matches!(types.get(*ty), Type::Record(_)));
        let size = record.and_then(|ty| i64::try_from(types.size(ty)?).ok());
        own != types.pointee(asked) && size.is_some_and(|size| bytes > size)
    }
}
