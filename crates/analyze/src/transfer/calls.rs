//! Calls: into functions that are analysed there, back from them, and past those that are not.

use crate::eval::{Evaluated, Step};
use crate::memory::Object;
use crate::state::{Block, Env, Frame, Freed, Owner, State, Touch};
use soundline_c::{Callee, FunctionId, Place, Program, Storage, Type, Value, VarId};
use std::collections::BTreeSet;
use std::rc::Rc;

/// What may be called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Resolved {
    /// One of these.
    Functions(Vec<FunctionId>),
    /// Anything.
    Unknown,
}

/// What a call may change that is not followed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Change {
    /// Variables with static storage, by name.
    written: BTreeSet<VarId>,
    /// Whatever a pointer can point to.
    memory: bool,
    /// All that functions share.
    everything: bool,
    /// Variables whose addresses nobody knows yet.
    hidden: Rc<BTreeSet<VarId>>,
}

impl Change {
    pub(crate) fn everything() -> Change {
        Change { memory: true, everything: true, ..Change::default() }
    }

    /// The variables with static storage that it may write by name.
    pub(crate) fn written(&self) -> &BTreeSet<VarId> {
        &self.written
    }

    pub(crate) fn of_function(program: &Program, id: FunctionId) -> Change {
        let effects = program.effects.function(id);
        Change {
            written: effects.written().clone(),
            memory: effects.writes_memory(),
            everything: effects.does_anything(),
            hidden: Rc::default(),
        }
    }

    /// The same, where it is known that nothing is written but these variables.
    pub(crate) fn only(self, written: BTreeSet<VarId>) -> Change {
        Change { written, memory: false, ..self }
    }

    /// The same, where nobody knows the addresses of some variables.
    pub(crate) fn but(self, hidden: Rc<BTreeSet<VarId>>) -> Change {
        Change { hidden, ..self }
    }
}

/// What a callee may be in a state.
pub(crate) fn resolve_callee(env: &Env<'_>, state: &State, callee: &Callee) -> Resolved {
    match callee {
        Callee::Function(id) => Resolved::Functions(vec![*id]),
        Callee::Pointer(pointer) => {
            let mut step = Step::new(env, state.clone());
            let bases = step.address(pointer).bases;
            let known = !bases.is_open() && bases.objects.is_empty() && !bases.functions.is_empty();
            match known {
                true => Resolved::Functions(bases.functions.into_iter().collect()),
                false => Resolved::Unknown,
            }
        }
    }
}

/// The state in which a function starts that is called with these arguments, while an earlier call of it may wait.
pub(crate) fn bind(
    env: &Env<'_>,
    state: State,
    function: FunctionId,
    waits: Option<Frame>,
    arguments: &[Value],
) -> Option<State> {
    let claims = super::assume::claims_of(env, &state, arguments);
    let mut state = state;
    if let Some(frame) = waits {
        env.put_aside(&mut state, frame);
    }
    let mut step = Step::new(env, state);
    step.frame = waits;
    let function = env.program.function(function);
    for (number, parameter) in function.parameters.iter().enumerate() {
        step.declare(*parameter);
        if let Some(argument) = arguments.get(number) {
            step.pass(*parameter, argument);
        }
    }
    if let Some(cfg) = &function.cfg {
        let locals = cfg.locals.iter().copied();
        for local in locals.filter(|id| is_automatic(env, *id)) {
            step.declare(local);
        }
    }
    let mut state = step.finish()?;
    for (parameter, claim) in function.parameters.iter().zip(claims) {
        env.pass_claim(&mut state, *parameter, env.program.variable(*parameter).ty, claim);
    }
    Some(state)
}

/// Whether a variable lives as long as a call.
pub(crate) fn is_automatic(env: &Env<'_>, id: VarId) -> bool {
    let storage = &env.program.variable(id).storage;
    matches!(storage, Storage::Local | Storage::Parameter | Storage::Temporary)
}

impl Step<'_, '_> {
    fn pass(&mut self, parameter: VarId, argument: &Value) {
        let ty = self.env.program.variable(parameter).ty;
        let object = Object::Variable(parameter);
        if self.env.restless[parameter.index()] {
            return;
        }
        if matches!(self.env.program.types.get(ty), Type::Record(_)) {
            if let soundline_c::ValueKind::Load(source) = &argument.kind
                && let Some(from) = self.exact(source)
                && argument.ty == ty
            {
                let bits = self.env.program.types.size(ty).unwrap_or(0).saturating_mul(8);
                self.copy_region(from, (object, 0), bits);
            }
            return;
        }
        let value = self.eval(argument);
        let (bits, word) = (self.bits(argument), self.written_word(argument));
        if argument.ty != ty {
            return;
        }
        let spot = self.env.layout.spot(object, 0, 1);
        let cell = spot.and_then(|spot| self.env.layout.cell(&self.env.cells, object, spot, ty));
        match (cell, value) {
            (Some(cell), Evaluated::Int(number)) => {
                self.set_number(cell, &number);
                self.env.set_bits(&mut self.state, cell, bits);
                if let Some(word) = word {
                    self.env.set_origins(&mut self.state, cell, word);
                }
            }
            (Some(cell), Evaluated::Pointer(address)) => self.set_address(cell, &address),
            (Some(cell), Evaluated::Float(floats)) => {
                self.env.set_floats(&mut self.state, cell, floats);
            }
            _ => {}
        }
    }

    /// A value of unknown origin goes to a place, if there is one.
    pub(crate) fn unknown_result(&mut self, result: Option<&Place>) {
        if let Some(place) = result {
            self.havoc(place);
            // A struct may have members without a value.
            if !self.env.program.types.is_scalar(place.ty) {
                self.doubt_written(place);
            }
        }
    }

    /// A function is called that is not analysed here: all that it may change gets any value.
    pub(crate) fn skip_call(&mut self, change: &Change, frees: bool, result: Option<&Place>) {
        for id in &change.written {
            if !self.env.is_constant_object(*id) {
                let cells = self.env.cells.of_object(Object::Variable(*id));
                self.env.forget(&mut self.state, &cells);
            }
        }
        if change.everything {
            self.anything_happens_but(&change.hidden);
        } else if change.memory {
            self.env.forget_reachable(&mut self.state, &change.hidden);
            if frees {
                self.others_may_free();
            }
        }
        self.unknown_result(result);
        self.disturb_by_call(change, result);
    }

    /// What is claimed about what a call may change is not known behind it.
    pub(crate) fn disturb_by_call(&mut self, change: &Change, result: Option<&Place>) {
        let Change { written, memory, everything, hidden } = change;
        let touch = Touch::Call { written, memory: *memory, everything: *everything, hidden };
        self.env.disturb(&mut self.state, &touch);
        if let Some(place) = result {
            self.env.disturb(&mut self.state, &Touch::Place(place));
        }
    }

    /// Other code may have freed any heap object that it can know of.
    pub(crate) fn others_may_free(&mut self) {
        self.may_be_freed_where(|block| !block.kept);
    }

    /// A pointer of unknown origin may have been freed: any heap object may be.
    pub(crate) fn everything_may_be_freed(&mut self) {
        self.may_be_freed_where(|_| true);
    }

    fn may_be_freed_where(&mut self, known: impl Fn(&Block) -> bool) {
        let held = |block: &Block| {
            block.freed == Freed::No && block.owner != Owner::System && known(block)
        };
        if self.state.heap.values().any(held) {
            let heap = Rc::make_mut(&mut self.state.heap);
            for block in heap.values_mut().filter(|block| held(block)) {
                block.freed = Freed::Maybe;
            }
        }
    }
}

/// The state of the caller after a function returned.
pub(crate) fn leave(
    env: &Env<'_>,
    state: State,
    function: FunctionId,
    waits: Option<Frame>,
    returned: Option<&Value>,
    result: Option<&Place>,
) -> Option<State> {
    let claim = returned.and_then(|value| env.claim_of(&state, value));
    let mut step = Step::new(env, state);
    if let Some(place) = result {
        match returned {
            Some(value) if value.ty == place.ty => {
                if matches!(env.program.types.get(place.ty), Type::Record(_)) {
                    let from = step.copied(value);
                    step.frame = waits;
                    step.copy_from(from, place);
                } else {
                    let evaluated = step.eval(value);
                    let (bits, word) = (step.bits(value), step.written_word(value));
                    step.frame = waits;
                    let targets = step.written_to(place);
                    step.store(&targets, &evaluated);
                    step.keep_bits(&targets, bits);
                    step.keep_word(&targets, word);
                }
            }
            _ => {
                step.frame = waits;
                step.unknown_result(Some(place));
            }
        }
    }
    let mut state = step.finish()?;
    let own =
        |id: VarId| env.program.variable(id).function == Some(function) && is_automatic(env, id);
    env.forget_where(&mut state, |cell| matches!(cell.object, Object::Variable(id) if own(id)));
    if env.marks {
        let mut marks: Vec<_> = state.dims.to_vec();
        marks.retain(|id| {
            let cell = env.cells.get(*id);
            cell.is_mark() && matches!(cell.object, Object::Variable(id) if own(id))
        });
        env.erase(&mut state, &marks);
    }
    env.dangle(&mut state, |object| matches!(object, Object::Variable(id) if own(id)));
    env.free_frame(&mut state, function);
    env.forget_claims(&mut state, own);
    if let Some(place) = result {
        super::assume::store(env, claim, &mut state, place);
    }
    if let Some(frame) = waits {
        env.take_back(&mut state, frame);
    }
    Some(state)
}
