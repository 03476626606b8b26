//! A program as a machine: instructions are sent on, questions wait for their answer.

use soundline_domains::expr::{Constraint, Space};
use soundline_isolate::LineLimits;
use soundline_lattice::Answer;

use super::PROTOCOL;
use super::command::Command;
use super::hello::{Declaration, Hello};
use super::pipe::Pipe;
use super::wire::{self, Reply};
use crate::machine::{Machine, Refusal};
use crate::operation::{Operation, Question, Slot, Touch};
use crate::profile::Profile;

/// A declaration may have so many lines.
const HELLO_LINES: usize = 1000;

/// Why a program is of no use.
#[non_exhaustive]
pub enum StartFault {
    /// The system could not start it.
    NotStarted(String),
    /// It started and did not declare a domain. The text goes on after its command.
    BadHello(String),
}

/// A running program and what it has been told.
pub struct Session {
    command: Command,
    limits: LineLimits,
    space: Space,
    hello: Hello,
    /// The program, or how it was lost.
    pipe: Result<Pipe, String>,
    elements: usize,
}

impl Session {
    /// Start the program and greet it.
    pub fn start(
        command: &Command,
        space: &Space,
        limits: LineLimits,
    ) -> Result<Session, StartFault> {
        let (pipe, hello) = greet(command, space, limits)?;
        Ok(Session {
            command: command.clone(),
            limits,
            space: space.clone(),
            hello,
            pipe: Ok(pipe),
            elements: 0,
        })
    }

    /// What the program calls its domain.
    pub fn name(&self) -> &str {
        &self.hello.name
    }

    /// Use the program, and give it up for lost when it breaks the protocol.
    fn with_pipe<T>(
        &mut self,
        job: impl FnOnce(&mut Pipe) -> Result<T, String>,
    ) -> Result<T, Refusal> {
        let result = match &mut self.pipe {
            Ok(pipe) => job(pipe),
            Err(loss) => return Err(Refusal::Broken(loss.clone())),
        };
        result.map_err(|fault| {
            let loss = format!("`{}`: {fault}", self.command);
            self.pipe = Err(loss.clone());
            Refusal::Broken(loss)
        })
    }

    fn say(&mut self, line: &str) -> Result<(), Refusal> {
        self.with_pipe(|pipe| pipe.say(line))
    }

    fn ask_for(&mut self, question: &str) -> Result<Reply, Refusal> {
        let space = self.space.clone();
        let reply = self.with_pipe(|pipe| {
            let answers = pipe.ask(&[question]).map_err(|unanswered| unanswered.fault)?;
            wire::reply(&answers[0], &space)
        })?;
        match reply {
            Reply::Fault(refusal) => Err(refusal),
            reply => Ok(reply),
        }
    }

    fn check(&self, slot: Slot) -> Result<(), Refusal> {
        if slot.0 < self.elements {
            Ok(())
        } else {
            Err(Refusal::Misuse(format!("there is no element {slot}")))
        }
    }

    /// Lose the program because of an answer that does not fit the question.
    fn unfit<T>(&mut self, question: &str) -> Result<T, Refusal> {
        self.with_pipe(|_| Err(format!("its answer does not fit the question {question:?}")))
    }
}

impl Machine for Session {
    fn space(&self) -> &Space {
        &self.space
    }

    fn profile(&self) -> &Profile {
        &self.hello.profile
    }

    /// A program that was lost is started again.
    fn reset(&mut self) {
        self.elements = 0;
        if self.say("reset").is_ok() {
            return;
        }
        self.pipe = match greet(&self.command, &self.space, self.limits) {
            Ok((pipe, hello)) if hello == self.hello => Ok(pipe),
            Ok(_) => Err(format!("`{}` declared another domain than before", self.command)),
            Err(StartFault::NotStarted(reason)) => Err(format!("`{}`: {reason}", self.command)),
            Err(StartFault::BadHello(reason)) => Err(format!("`{}` {reason}", self.command)),
        };
    }

    fn apply(&mut self, operation: &Operation) -> Result<Slot, Refusal> {
        operation.operands().try_for_each(|slot| self.check(slot))?;
        self.say(&wire::operation(operation))?;
        self.elements += 1;
        Ok(Slot(self.elements - 1))
    }

    fn ask(&mut self, question: Question) -> Result<Answer, Refusal> {
        let (first, second) = match question {
            Question::Leq(a, b) | Question::Equal(a, b) => (a, b),
            Question::IsBottom(a) | Question::IsTop(a) => (a, a),
        };
        self.check(first.max(second))?;
        let line = wire::question(question);
        match self.ask_for(&line)? {
            Reply::Answer(answer) => Ok(answer),
            _ => self.unfit(&line),
        }
    }

    fn touch(&mut self, slot: Slot, how: Touch) -> Result<(), Refusal> {
        self.check(slot)?;
        self.say(&format!("touch {slot} {}", how.name()))
    }

    fn constraints(&mut self, slot: Slot) -> Result<Vec<Constraint>, Refusal> {
        self.check(slot)?;
        let line = wire::constraints_of(slot);
        match self.ask_for(&line)? {
            Reply::Holds(constraints) => Ok(constraints),
            _ => self.unfit(&line),
        }
    }
}

fn greet(
    command: &Command,
    space: &Space,
    limits: LineLimits,
) -> Result<(Pipe, Hello), StartFault> {
    let mut pipe = Pipe::start(command, limits).map_err(StartFault::NotStarted)?;
    let mut declaration: Option<Declaration> = None;
    let hello = format!("hello {PROTOCOL}{}", wire::kinds(space));
    let hello = pipe.greet(&hello, "a domain", HELLO_LINES, |line| match &mut declaration {
        Some(declaration) => declaration.add(line),
        None => {
            declaration = Some(Declaration::new(line)?);
            Ok(None)
        }
    });
    Ok((pipe, hello.map_err(StartFault::BadHello)?))
}
