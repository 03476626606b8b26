//! Runs against what was inferred: every state that a run shows must be inside the state at that point, and
//! no check that was verified may fail. What depends on assumptions must hold as long as these do.
//!
//! Facts are evaluated here in exact arithmetic on the printed values, without a word to the analysis.

use crate::{
    case::Case,
    configuration::Configuration,
    execution::{Class, Event, Run},
    instrument::{At, Watch, places},
};
use soundline_analyze::{
    Analysis, Assumption, AssumptionId, CheckReport, Fact, Grant, Kind, Lvalue, Overflow,
    PointReport, Predicate, Status,
};
use std::collections::{BTreeSet, HashMap};

/// An analysis, made ready to be compared with runs.
pub struct Judge<'a> {
    case: &'a Case,
    watch: &'a Watch,
    analysis: &'a Analysis,
    name: String,
    points: HashMap<At, &'a PointReport>,
    assumptions: HashMap<At, Vec<AssumptionId>>,
    checks: HashMap<(u32, Class), Vec<&'a CheckReport>>,
    /// Whether nothing is said about what comes after an error.
    assumes: bool,
    /// How many facts were evaluated.
    pub evaluated: u64,
}

impl<'a> Judge<'a> {
    /// For one analysis of a program.
    pub fn new(
        case: &'a Case,
        watch: &'a Watch,
        configuration: &Configuration,
        analysis: &'a Analysis,
    ) -> Self {
        let points = analysis.functions.iter().flat_map(|function| &function.points);
        let mut assumptions: HashMap<At, Vec<AssumptionId>> = HashMap::new();
        // What is taken for granted holds in these runs, but for strings.
        let bounded = |made: &&Assumption| made.grant().is_none() && !made.is_root();
        for assumption in analysis.assumptions.iter().filter(bounded) {
            let at = (assumption.function.index(), assumption.label);
            assumptions.entry(at).or_default().push(assumption.id);
        }
        let mut checks: HashMap<_, Vec<&CheckReport>> = HashMap::new();
        for check in &analysis.checks {
            checks.entry((case.line(check.span.start), class(check.kind))).or_default().push(check);
        }
        Judge {
            case,
            watch,
            analysis,
            name: format!("{} {configuration}", case.name),
            points: points.map(|point| ((point.function.index(), point.label), point)).collect(),
            assumptions,
            checks,
            assumes: configuration.assumes,
            evaluated: 0,
        }
    }

    /// What a run refutes.
    pub fn faults(&mut self, run: &Run) -> Vec<String> {
        let mut faults = Vec::new();
        let mut broken = self.unchecked();
        for event in run {
            let fault = match event {
                Event::Point(number, values) => {
                    let at = self.watch.points[*number];
                    self.assume(at, *number, values, &mut broken);
                    self.point(at, *number, values, &broken)
                }
                Event::Failed(line) => self.failed(*line, Class::Assertion, &broken),
                Event::Undefined(class, line) => self.failed(*line, *class, &broken),
                Event::Held(line) => self.held(*line, &broken),
            };
            // What comes after an error may be anything, and one fault for each run is enough.
            if let Some(fault) = fault {
                faults.push(format!("{}: {fault}", self.name));
                break;
            }
            if self.assumes && self.is_error(event) {
                break;
            }
        }
        faults
    }

    /// The contracts that nothing checks, and those that depend on them: a run may break them.
    fn unchecked(&self) -> BTreeSet<AssumptionId> {
        let contracts = &self.analysis.contracts;
        let open = contracts.iter().filter(|one| one.status != Status::Verified);
        let mut broken: BTreeSet<AssumptionId> = open.map(|one| one.id).collect();
        loop {
            let more = contracts.iter().filter(|one| !one.provided.is_disjoint(&broken));
            let more: Vec<AssumptionId> = more.map(|one| one.id).collect();
            let before = broken.len();
            broken.extend(more);
            if broken.len() == before {
                return broken;
            }
        }
    }

    /// Whether an event is an error that there are checks for.
    fn is_error(&self, event: &Event) -> bool {
        match event {
            Event::Failed(_) => true,
            Event::Undefined(Class::Overflow, _) => self.case.overflow == Overflow::Check,
            Event::Undefined(..) => true,
            Event::Point(..) | Event::Held(_) => false,
        }
    }

    /// Whether a check is claimed to hold because of a root that is about the same expression: then both fail for one cause.
    fn shares_cause(&self, check: &CheckReport) -> bool {
        let text = |check: &CheckReport| self.case.program.source.slice(check.span).into_owned();
        let roots = self.analysis.checks.iter().filter(|other| other.function == check.function);
        roots
            .filter(|root| root.root.is_some_and(|id| check.provided.contains(&id)))
            .any(|root| text(root) == text(check))
    }

    /// Which assumptions are broken here.
    fn assume(&self, at: At, number: usize, values: &[i64], broken: &mut BTreeSet<AssumptionId>) {
        for id in self.assumptions.get(&at).into_iter().flatten() {
            let assumption = self.analysis.assumption(*id).expect("it was listed");
            let holds = assumption.complete
                && assumption
                    .predicate
                    .as_ref()
                    .is_some_and(|predicate| self.refuted(predicate, number, values).is_none());
            if !holds {
                broken.insert(*id);
            }
        }
    }

    fn point(
        &mut self,
        at: At,
        number: usize,
        values: &[i64],
        broken: &BTreeSet<AssumptionId>,
    ) -> Option<String> {
        let point = self.points.get(&at)?;
        if !point.provided.is_disjoint(broken) {
            return None;
        }
        let function = &self.case.program.functions[at.0];
        let span = function.cfg.as_ref()?.points[at.1.0 as usize].span;
        let line = self.case.line(span.start);
        let Some(predicate) = &point.state else {
            return Some(format!("line {line}, @{} of {} is reached", at.1.0, function.name));
        };
        self.evaluated += predicate.facts.len() as u64;
        let fact = self.refuted(predicate, number, values)?;
        let shown: Vec<String> = self.watch.values[number]
            .iter()
            .zip(values)
            .filter(|(place, _)| places(fact).contains(place))
            .map(|(place, value)| format!("{} = {}", place.text, exact(*value, place)))
            .collect();
        Some(format!(
            "line {line}, @{} of {}: not {fact}: {}",
            at.1.0,
            function.name,
            shown.join(", ")
        ))
    }

    /// The first fact that the values refute.
    fn refuted<'p>(
        &self,
        predicate: &'p Predicate,
        number: usize,
        values: &[i64],
    ) -> Option<&'p Fact> {
        let known = &self.watch.values[number];
        let value = |place: &Lvalue| {
            let index = known.iter().position(|other| other == place)?;
            Some(exact(*values.get(index)?, place))
        };
        predicate.facts.iter().find(|fact| holds(fact, &value) == Some(false))
    }

    /// A check failed: one of those of its line must say that it may.
    fn failed(&self, line: u32, class: Class, broken: &BTreeSet<AssumptionId>) -> Option<String> {
        if class == Class::Overflow && self.case.overflow != Overflow::Check {
            return None;
        }
        let Some(checks) = self.checks.get(&(line, class)) else {
            return Some(format!("line {line}: {class:?} fails, and there is no such check"));
        };
        let doubted = |id: &AssumptionId| {
            let made = self.analysis.assumption(*id);
            broken.contains(id) || made.is_some_and(|made| made.grant() == Some(Grant::Strings))
        };
        let admits = |check: &&&CheckReport| {
            check.is_warning() || check.provided.iter().any(doubted) || self.shares_cause(check)
        };
        match checks.iter().find(admits) {
            Some(_) => None,
            None => Some(format!("line {line}: {class:?} fails, but is {:?}", checks[0].status)),
        }
    }

    /// An assertion held: it must not be said to fail always.
    fn held(&self, line: u32, broken: &BTreeSet<AssumptionId>) -> Option<String> {
        let checks = self.checks.get(&(line, Class::Assertion))?;
        let [check] = &checks[..] else { return None };
        let wrong = check.status == Status::DefinitelyFails || check.status == Status::Unreachable;
        (wrong && check.provided.is_disjoint(broken))
            .then(|| format!("line {line}: the assertion holds, but is {:?}", check.status))
    }
}

/// The number that the bits of a printed value mean.
fn exact(value: i64, place: &Lvalue) -> i128 {
    match place.ty.signed {
        true => i128::from(value),
        false => i128::from(value as u64) & (((1i128 << place.ty.bits.min(64)) - 1).max(1)),
    }
}

/// Whether a fact holds; none if it speaks of something that is not printed.
fn holds(fact: &Fact, value: &dyn Fn(&Lvalue) -> Option<i128>) -> Option<bool> {
    match fact {
        Fact::Range { place, low, high } => {
            let value = value(place)?;
            Some(low.is_none_or(|low| low <= value) && high.is_none_or(|high| value <= high))
        }
        Fact::Linear { terms, equal, constant } => {
            let mut sum = 0i128;
            for term in terms {
                sum = sum.checked_add(term.factor.checked_mul(value(&term.place)?)?)?;
            }
            Some(if *equal { sum == *constant } else { sum <= *constant })
        }
        Fact::Congruence { place, modulus, remainder } => {
            Some(value(place)?.rem_euclid(*modulus) == *remainder)
        }
        Fact::Null { .. } | Fact::Opaque(_) => None,
    }
}

/// The class of a kind.
pub fn class(kind: Kind) -> Class {
    match kind {
        Kind::Assertion | Kind::ErrorCall => Class::Assertion,
        Kind::Division => Class::Division,
        Kind::Overflow => Class::Overflow,
        Kind::Shift => Class::Shift,
        Kind::Index | Kind::Access | Kind::Free | Kind::Overlap => Class::Memory,
        Kind::Length => Class::Length,
        Kind::Return => Class::Return,
        Kind::Leak => Class::Leak,
        Kind::FloatToInt => Class::Float,
        // No sanitizer looks for these.
        Kind::Uninitialised | Kind::Float => Class::Leak,
        Kind::Unreachable => Class::Unreachable,
    }
}
