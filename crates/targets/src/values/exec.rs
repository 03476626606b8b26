//! A value domain in any language: a program that answers questions, one line each.
//!
//! The pipe is that of [`Exec`](crate::Exec) (`exec/pipe.rs`). Questions are sent in batches, and elements are words of text that mean
//! the same wherever they stand, so that the program needs no memory.

use std::collections::HashMap;

use soundline_isolate::LineLimits;

use super::declaration::{Claim, Declaration, Operator};
use super::machine::{Application, Elem, Operand, ValueFault, ValueMachine};
use crate::exec::command::Command;
use crate::exec::pipe::{Pipe, Unanswered};
use crate::exec::wire::Shortened;

/// The version of the protocol for value domains.
const PROTOCOL: &str = "hello values 1";
/// A declaration may have so many lines.
const HELLO_LINES: usize = 10_000;
/// So many questions may be open.
const BATCH: usize = 256;

/// A running program with a value domain.
pub struct ExecValues {
    declaration: Declaration,
    can_show: bool,
    /// The program, or how it was lost.
    pipe: Result<Pipe, String>,
    texts: Vec<Texts>,
}

/// The elements of a width.
#[derive(Default)]
struct Texts {
    texts: Vec<String>,
    numbers: HashMap<String, u32>,
}

type Answer<T> = Result<T, ValueFault>;

impl ExecValues {
    /// Start a program and read what it declares.
    pub fn start(command_line: &str, limits: LineLimits) -> Result<ExecValues, ValueFault> {
        let command = Command::parse(command_line).map_err(ValueFault::Table)?;
        let mut pipe = Pipe::start(&command, limits)
            .map_err(|fault| ValueFault::Table(format!("it cannot be started: {fault}")))?;
        let (declaration, can_show) =
            greet(&mut pipe).map_err(|fault| ValueFault::Table(format!("it {fault}")))?;
        Ok(ExecValues {
            declaration,
            can_show,
            pipe: Ok(pipe),
            texts: (0..=64).map(|_| Texts::default()).collect(),
        })
    }

    /// The answers to many questions, in their order.
    fn ask_all(&mut self, questions: &[String]) -> Answer<Vec<String>> {
        let mut answers = Vec::with_capacity(questions.len());
        for batch in questions.chunks(BATCH) {
            if let Err(fault) = self.ask_batch(batch, &mut answers) {
                self.pipe = Err(fault.clone());
                return Err(ValueFault::Failed(fault));
            }
        }
        Ok(answers)
    }

    fn ask_batch(&mut self, questions: &[String], answers: &mut Vec<String>) -> Result<(), String> {
        let pipe = self.pipe.as_mut().map_err(|lost| lost.clone())?;
        let found = pipe.ask(questions).map_err(|Unanswered { place, fault }| {
            format!("{fault}, asked for {:?}", questions[place])
        })?;
        for (answer, question) in found.iter().zip(questions) {
            match answer.trim() {
                answer if answer.is_empty() || answer.starts_with("exception") => {
                    return Err(format!("it answered {:?} to {question:?}", Shortened(answer)));
                }
                answer => answers.push(answer.into()),
            }
        }
        Ok(())
    }

    fn ask(&mut self, question: String) -> Answer<String> {
        Ok(self.ask_all(&[question])?.remove(0))
    }

    fn element(&mut self, width: u32, question: String) -> Answer<Elem> {
        let answer = self.ask(question)?;
        self.interned(width, answer)
    }

    fn relation(&mut self, name: &str, width: u32, a: Elem, b: Elem) -> Answer<bool> {
        let question = format!("{name} {width} {} {}", self.text(width, a), self.text(width, b));
        let answer = self.ask(question.clone())?;
        yes(&answer, &question)
    }

    fn binary(&mut self, name: &str, width: u32, a: Elem, b: Elem) -> Answer<Elem> {
        let question = format!("{name} {width} {} {}", self.text(width, a), self.text(width, b));
        self.element(width, question)
    }

    fn text(&self, width: u32, elem: Elem) -> &str {
        &self.texts[width as usize].texts[elem.0 as usize]
    }

    fn interned(&mut self, width: u32, text: String) -> Answer<Elem> {
        if text.contains(char::is_whitespace) {
            return Err(ValueFault::Table(format!(
                "it writes the element {:?}, which has a space in it",
                Shortened(&text)
            )));
        }
        let Texts { texts, numbers } = &mut self.texts[width as usize];
        let next = texts.len() as u32;
        let number = *numbers.entry(text.clone()).or_insert(next);
        if number == next {
            texts.push(text);
        }
        Ok(Elem(number))
    }

    /// The start of a line about an operator.
    fn named(&self, word: &str, application: &Application) -> String {
        let name = &self.declaration.operators[application.operator].name;
        format!("{word} {} {}", application.width, name)
    }
}

impl ValueMachine for ExecValues {
    fn declaration(&self) -> &Declaration {
        &self.declaration
    }

    fn top(&mut self, width: u32) -> Answer<Elem> {
        self.element(width, format!("top {width}"))
    }

    fn bottom(&mut self, width: u32) -> Answer<Elem> {
        self.element(width, format!("bottom {width}"))
    }

    fn leq(&mut self, width: u32, a: Elem, b: Elem) -> Answer<bool> {
        self.relation("leq", width, a, b)
    }

    fn equal(&mut self, width: u32, a: Elem, b: Elem) -> Answer<bool> {
        self.relation("equal", width, a, b)
    }

    fn join(&mut self, width: u32, a: Elem, b: Elem) -> Answer<Elem> {
        self.binary("join", width, a, b)
    }

    fn meet(&mut self, width: u32, a: Elem, b: Elem) -> Answer<Option<Elem>> {
        let (a, b) = (self.text(width, a), self.text(width, b));
        let question = format!("meet {width} {a} {b}");
        match self.ask(question)? {
            answer if answer == "none" && !self.declaration.has_bottom => Ok(None),
            answer => self.interned(width, answer).map(Some),
        }
    }

    fn widen(&mut self, width: u32, a: Elem, b: Elem) -> Answer<Elem> {
        self.binary("widen", width, a, b)
    }

    fn narrow(&mut self, width: u32, a: Elem, b: Elem) -> Answer<Elem> {
        self.binary("narrow", width, a, b)
    }

    fn contains(&mut self, width: u32, a: Elem, words: &[u64]) -> Answer<Vec<bool>> {
        let question = |word: &u64| format!("contains {width} {} {word}", self.text(width, a));
        let questions: Vec<String> = words.iter().map(question).collect();
        let answers = self.ask_all(&questions)?;
        let both = answers.iter().zip(&questions);
        both.map(|(answer, question)| yes(answer, question)).collect()
    }

    fn best(&mut self, width: u32, words: &[u64]) -> Answer<Elem> {
        let words: String = words.iter().map(|word| format!(" {word}")).collect();
        self.element(width, format!("best {width}{words}"))
    }

    fn count(&mut self, width: u32) -> Answer<u64> {
        if !self.declaration.has_list {
            return Ok(0);
        }
        let question = format!("count {width}");
        let answer = self.ask(question.clone())?;
        answer.parse().map_err(|_| rubbish(&answer, &question))
    }

    fn elements(&mut self, width: u32, indices: std::ops::Range<u64>) -> Answer<Vec<Elem>> {
        let questions: Vec<String> =
            indices.map(|index| format!("element {width} {index}")).collect();
        let answers = self.ask_all(&questions)?;
        answers.into_iter().map(|answer| self.interned(width, answer)).collect()
    }

    fn show(&mut self, width: u32, a: Elem) -> Answer<Option<String>> {
        let text = self.text(width, a).to_string();
        match self.can_show {
            true => self.ask(format!("show {width} {text}")).map(Some),
            false => Ok(Some(text)),
        }
    }

    fn apply(
        &mut self,
        application: &Application,
        operands: &[Operand],
        pulse: &dyn Fn(u64),
        results: &mut Vec<Elem>,
    ) -> Answer<()> {
        let arity = self.declaration.operators[application.operator].operands.len();
        let start = self.named("apply", application);
        let questions: Vec<String> = operands
            .chunks_exact(arity)
            .map(|tuple| {
                let mut line = start.clone();
                for operand in tuple {
                    line.push(' ');
                    match *operand {
                        Operand::Element(elem) => line.push_str(self.text(application.width, elem)),
                        Operand::Bit(elem) => line.push_str(self.text(1, elem)),
                        Operand::Word(word) => line.push_str(&word.to_string()),
                    }
                }
                line
            })
            .collect();
        let mut number = 0;
        for batch in questions.chunks(BATCH) {
            pulse(number);
            number += batch.len() as u64;
            for answer in self.ask_all(batch)? {
                results.push(self.interned(application.result_width, answer)?);
            }
        }
        Ok(())
    }

    fn concrete(&mut self, application: &Application, words: &[u64]) -> Answer<Vec<Option<u64>>> {
        let arity = self.declaration.operators[application.operator].operands.len();
        let start = self.named("concrete", application);
        let line =
            |tuple: &[u64]| tuple.iter().fold(start.clone(), |line, word| format!("{line} {word}"));
        let questions: Vec<String> = words.chunks_exact(arity).map(line).collect();
        let answers = self.ask_all(&questions)?;
        let largest = u64::MAX >> (64 - application.result_width);
        let read = |(answer, question): (&String, &String)| match answer.as_str() {
            "undefined" => Ok(None),
            number => match number.parse() {
                Ok(word) if word <= largest => Ok(Some(word)),
                _ => Err(rubbish(answer, question)),
            },
        };
        answers.iter().zip(&questions).map(read).collect()
    }

    fn kept(&self, width: u32) -> usize {
        self.texts[width as usize].texts.len()
    }

    fn forget(&mut self, width: u32, kept: usize) {
        let Texts { texts, numbers } = &mut self.texts[width as usize];
        for text in texts.drain(kept.min(texts.len())..) {
            numbers.remove(&text);
        }
    }
}

fn yes(answer: &str, question: &str) -> Answer<bool> {
    match answer {
        "yes" => Ok(true),
        "no" => Ok(false),
        _ => Err(rubbish(answer, question)),
    }
}

fn rubbish(answer: &str, question: &str) -> ValueFault {
    let answer = Shortened(answer);
    ValueFault::Table(format!("it answered {answer:?} to {question:?}"))
}

fn greet(pipe: &mut Pipe) -> Result<(Declaration, bool), String> {
    let mut named: Option<Declaration> = None;
    let mut can_show = false;
    let declaration = pipe.greet(PROTOCOL, "a value domain", HELLO_LINES, |line| {
        let Some(declaration) = &mut named else {
            let name = line.strip_prefix(PROTOCOL).map(str::trim).filter(|name| !name.is_empty());
            let name = name.ok_or_else(|| {
                format!("answered {:?}, not {PROTOCOL:?} and a name", Shortened(line))
            })?;
            named = Some(Declaration { name: name.into(), ..Declaration::default() });
            return Ok(None);
        };
        if line == "ready" {
            return Ok(named.take());
        }
        let wrong = |fault| format!("declares {:?}: {fault}", Shortened(line));
        add(declaration, &mut can_show, line).map_err(wrong)?;
        Ok(None)
    })?;
    let declaration = declaration.checked().map_err(|fault| format!("is faulty: {fault}"))?;
    Ok((declaration, can_show))
}

fn add(declaration: &mut Declaration, can_show: &mut bool, line: &str) -> Result<(), String> {
    let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
    match word {
        "about" => declaration.about = rest.trim().into(),
        "widths" => {
            for width in rest.split_whitespace() {
                let width = width.parse().map_err(|_| format!("{width:?} is not a width"))?;
                declaration.widths.push(width);
            }
        }
        "has" => {
            for ability in rest.split_whitespace() {
                match ability {
                    "bottom" => declaration.has_bottom = true,
                    "widen" => declaration.has_widening = true,
                    "narrow" => declaration.has_narrowing = true,
                    "best" => declaration.has_best = true,
                    "list" => declaration.has_list = true,
                    "show" => *can_show = true,
                    _ => return Err(format!("{ability:?} is nothing that a domain can have")),
                }
            }
        }
        "exempt" => declaration.exempt.push(Declaration::exemption(rest)?),
        "operator" => declaration.operators.push(operator(rest)?),
        _ => return Err("no such line".into()),
    }
    Ok(())
}

/// `add ee monotone optimal`; `->1` says that results have width 1.
fn operator(rest: &str) -> Result<Operator, String> {
    let mut words = rest.split_whitespace();
    let (Some(name), Some(letters)) = (words.next(), words.next()) else {
        return Err("an operator has a name and operands".into());
    };
    let (mut claims, mut result_width) = (Vec::new(), 0);
    for word in words {
        if let Some(width) = word.strip_prefix("->") {
            result_width = width.parse().map_err(|_| format!("{width:?} is not a width"))?;
            continue;
        }
        let claim = Claim::ALL.into_iter().find(|claim| claim.name() == word);
        match claim.filter(|claim| *claim != Claim::InPlace) {
            Some(claim) => claims.push(claim),
            None => return Err(format!("{word:?} is not a claim")),
        }
    }
    Operator::new(name, letters, claims, result_width)
}
