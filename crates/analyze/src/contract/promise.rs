//! Promises: what holds when a function returns, for whoever calls it.

use super::returns::{Given, Returned};
use super::source::Distance;
use super::{Party, Subject};
use crate::conclude::Exit;
use crate::engine::Engine;
use crate::eval::{Address, Evaluated, Number, Step};
use crate::memory::{Bases, Cell, Object};
use crate::numeric::{Lin, Range};
use soundline_c::{FunctionId, Place, Program, Storage, VarId};

/// What a function promises.
#[derive(Clone, Debug, Default)]
pub(crate) struct Promise {
    /// Of its result, an integer.
    number: Option<Range>,
    /// What its result points to, all with static storage, and how many bytes from the start of that.
    pointer: Option<(Bases, Range)>,
    /// For so many bytes its result is valid, whether to write there, and whether it may be null.
    valid: Option<(i64, bool, bool)>,
    /// Its result is this parameter, as many bytes or units on; or null, if so.
    copies: Option<(usize, Distance, bool)>,
    /// What is in variables with static storage that it writes.
    globals: Vec<(Cell, Range)>,
    /// Whether this depends on assumptions.
    pub(crate) rests: bool,
}

impl Promise {
    pub(crate) fn new(
        engine: &Engine<'_>,
        function: FunctionId,
        returns: &[Returned],
        exit: Option<&Exit>,
        rests: bool,
    ) -> Promise {
        let program = engine.program;
        let own = program.function(function);
        // One that another file may replace promises nothing.
        if own.replaceable || exit.is_none() {
            return Promise::default();
        }
        let given = returns.iter().map(|one| one.given.clone()).reduce(Given::join);
        let all = program.types.integer(own.result).map(Range::of);
        let number = given.as_ref().and_then(|given| given.number);
        let number = number.filter(|range| all.is_some_and(|all| *range != all));
        let bases = given.as_ref().and_then(|given| given.bases.clone());
        let lasts = |object: &Object| match object {
            Object::Variable(id) => matches!(
                program.variable(*id).storage,
                Storage::Global | Storage::Extern | Storage::Static | Storage::Literal(_)
            ),
            _ => false,
        };
        let pointer = bases.filter(|(bases, _)| bases.objects.iter().all(lasts));
        let valid = given.as_ref().and_then(|given| {
            let (bytes, write) = given.valid.filter(|(bytes, _)| (1..i64::MAX).contains(bytes))?;
            Some((bytes, write, given.null))
        });
        let globals = match own.unordered {
            true => Vec::new(),
            false => exit.map(|exit| exit.globals.clone()).unwrap_or_default(),
        };
        let copies = copied(program, function, returns);
        Promise { number, pointer, valid, copies, globals, rests }
    }

    /// Whether something is known in the states of callers because of it.
    pub(crate) fn is_used(&self) -> bool {
        self.number.is_some() || self.pointer.is_some() || !self.globals.is_empty()
    }

    /// The argument that the result is, how far on, and whether it may be null instead.
    pub(super) fn copies(&self) -> Option<(usize, Distance, bool)> {
        self.copies
    }

    /// A call comes back: what is promised holds.
    pub(crate) fn keep(&self, step: &mut Step<'_, '_>, callee: FunctionId, result: Option<&Place>) {
        for (cell, range) in &self.globals {
            let restless = cell.object.variable().is_none_or(|id| step.env.restless[id.index()]);
            if !restless {
                let id = step.env.cells.number(*cell);
                step.env.assign_range(&mut step.state, id, *range);
            }
        }
        let ty = step.env.program.function(callee).result;
        let Some(place) = result.filter(|place| place.ty == ty && !place.volatile) else { return };
        let value = match (self.number, &self.pointer) {
            (Some(range), _) => Evaluated::Int(Number::within(range)),
            (None, Some((bases, range))) => {
                let offset = match bases.objects.is_empty() {
                    true => Lin::constant(0),
                    false => Lin::cell(step.scratch(*range)),
                };
                Evaluated::Pointer(Address { bases: bases.clone(), offset })
            }
            (None, None) => return,
        };
        let targets = step.written_to(place);
        step.store(&targets, &value);
    }

    /// All of it in words.
    pub(super) fn words(&self, program: &Program, function: FunctionId) -> Vec<String> {
        let name = format!("{}()", program.function(function).name);
        let mut words = Vec::new();
        words.extend(self.number.map(|range| within(&name, range)));
        if let Some((bases, _)) = &self.pointer {
            let objects = bases.objects.iter().filter_map(|object| object.variable());
            let objects = objects.map(|id| match program.variable(id).storage {
                Storage::Literal(_) => "a string literal".to_owned(),
                _ => format!("`{}`", program.variable(id).name),
            });
            let functions = bases.functions.iter();
            let functions = functions.map(|id| format!("`{}`", program.function(*id).name));
            let mut all: Vec<String> = objects.chain(functions).collect();
            all.dedup();
            let null = bases.null.then(|| "null".to_owned());
            let into = (!all.is_empty()).then(|| format!("points to {}", all.join(" or ")));
            let said: Vec<String> = null.into_iter().chain(into).collect();
            words.push(format!("`{name}` is {}", said.join(" or ")).replace("is points", "points"));
        }
        if let Some((bytes, write, null)) = self.valid {
            let null = if null { "null or " } else { "" };
            let use_ = if write { "valid to write" } else { "valid" };
            let unit = if bytes == 1 { "byte" } else { "bytes" };
            words.push(format!("`{name}` is {null}{use_} for {bytes} {unit}"));
        }
        if let Some((parameter, distance, null)) = self.copies {
            let id = program.function(function).parameters[parameter];
            let null = if null { "null or " } else { "" };
            let text = match distance.low {
                0 => program.variable(id).name.clone(),
                by => format!("{} + {by}", program.variable(id).name),
            };
            words.push(format!("`{name}` is {null}`{text}`"));
        }
        for (cell, range) in self.plain_globals(program) {
            words.push(within(&program.variable(cell).name, range));
        }
        words
    }

    /// What of it ACSL can say.
    pub(super) fn acsl(&self, program: &Program) -> Vec<String> {
        let mut all = Vec::new();
        all.extend(self.number.map(|range| format!("{} <= \\result <= {}", range.low, range.high)));
        if let Some((bytes, write, null)) = self.valid {
            let name = if write { "\\valid" } else { "\\valid_read" };
            let valid = format!("{name}((char *)\\result + (0 .. {}))", bytes - 1);
            all.push(if null { format!("\\result == \\null || {valid}") } else { valid });
        }
        for (id, range) in self.plain_globals(program) {
            let name = &program.variable(id).name;
            all.push(format!("{} <= {name} <= {}", range.low, range.high));
        }
        all
    }

    /// The variables that are integers and that whoever calls can name.
    fn plain_globals<'a>(
        &'a self,
        program: &'a Program,
    ) -> impl Iterator<Item = (VarId, Range)> + 'a {
        self.globals.iter().filter_map(|(cell, range)| {
            let id = cell.object.variable()?;
            let variable = program.variable(id);
            let whole = program.types.integer(variable.ty).is_some() && cell.offset == 0;
            (whole && variable.function.is_none()).then_some((id, *range))
        })
    }
}

fn within(name: &str, range: Range) -> String {
    match range.as_point() {
        Some(point) => format!("`{name} == {point}`"),
        None => format!("`{} <= {name} && {name} <= {}`", range.low, range.high),
    }
}

/// The parameter that all returns give back, how far on, and whether some give back null.
fn copied(
    program: &Program,
    function: FunctionId,
    returns: &[Returned],
) -> Option<(usize, Distance, bool)> {
    let mut found: Option<(usize, Distance)> = None;
    let mut null = false;
    for one in returns {
        // A null that is no more than that.
        if one.given.bases.as_ref().is_some_and(|(bases, _)| bases.is_null()) {
            null = true;
            continue;
        }
        let sources = one.sources.as_ref()?;
        null |= sources.null;
        for (subject, distance) in &sources.all {
            let Subject {
                party: Party::Function(own),
                parameter: Some(id),
                depth: 0,
                each: false,
                mask: 0,
            } = subject
            else {
                return None;
            };
            let parameters = &program.function(function).parameters;
            let place = parameters.iter().position(|one| one == id)?;
            let same = found.is_none_or(|known| known == (place, *distance));
            (*own == function && same && !distance.open && !sources.converted).then_some(())?;
            (distance.low == distance.high).then_some(())?;
            found = Some((place, *distance));
        }
    }
    found.map(|(place, distance)| (place, distance, null))
}
