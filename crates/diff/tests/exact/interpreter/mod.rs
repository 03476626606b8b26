//! A tracer that shares nothing with the instrumentation: it walks over the syntax tree, computes with
//! big integers, and notes the value of each candidate as it is evaluated.
//!
//! Memory is a set of objects with cells by bit offset, so there are no bytes to look at; programs
//! that want them, or floating-point numbers, are refused.

mod expressions;
mod memory;
mod statements;
mod value;

use soundline_c::{FunctionId, Program, Role, Span, VarId};
use statements::Flow;
use std::collections::HashMap;
use value::Val;

/// Why a run ended before `main` returned, or cannot be followed.
#[derive(Clone, Debug, PartialEq)]
pub enum Stop {
    /// `abort()` or a failed assumption.
    Aborted,
    /// Too many steps.
    Endless,
    /// Something that this interpreter does not know.
    Unknown(String),
}

pub struct Interpreter<'p> {
    program: &'p Program,
    numbers: HashMap<Span, usize>,
    /// Every evaluation of a candidate: its number and value.
    pub events: Vec<(u32, i128)>,
    inputs: std::vec::IntoIter<i128>,
    cells: HashMap<(usize, i128), Val>,
    zeroed: Vec<bool>,
    statics: HashMap<VarId, usize>,
    frames: Vec<HashMap<VarId, usize>>,
    steps: usize,
}

type Result<T> = std::result::Result<T, Stop>;

fn unknown<T>(what: impl std::fmt::Debug) -> Result<T> {
    Err(Stop::Unknown(format!("{what:?}")))
}

impl<'p> Interpreter<'p> {
    pub fn new(program: &'p Program, candidates: &[Span], inputs: Vec<i128>) -> Self {
        let numbers = candidates.iter().enumerate().map(|(number, span)| (*span, number)).collect();
        Self {
            program,
            numbers,
            events: Vec::new(),
            inputs: inputs.into_iter(),
            cells: HashMap::new(),
            zeroed: vec![false],
            statics: HashMap::new(),
            frames: Vec::new(),
            steps: 0,
        }
    }

    /// Runs `main`.
    pub fn run(&mut self) -> Result<()> {
        let main = self.program.function_named("main").expect("a seed has a main");
        self.call(main, Vec::new()).map(drop)
    }

    fn call(&mut self, function: FunctionId, arguments: Vec<Val>) -> Result<Val> {
        let defined = self.program.function(function);
        match (defined.role, &defined.body) {
            (Role::Nondet, _) => return Ok(Val::Int(self.inputs.next().unwrap_or(0))),
            (Role::Stop, _) => return Err(Stop::Aborted),
            (_, None) => return unknown(&defined.name),
            _ => {}
        }
        if self.frames.len() > 2000 {
            return unknown("a deep recursion");
        }
        let mut frame = HashMap::new();
        for (variable, value) in defined.parameters.iter().zip(arguments) {
            let object = self.object(false);
            self.store(object, 0, value);
            frame.insert(*variable, object);
        }
        self.frames.push(frame);
        let body = defined.body.as_ref().expect("it was matched above");
        let flow = self.statement(body);
        self.frames.pop();
        match flow? {
            Flow::Return(value) => Ok(value),
            Flow::Goto(label) => unknown(label),
            _ => Ok(Val::Nothing),
        }
    }
}
