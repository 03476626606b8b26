//! The pipe of both protocols: a declaration after a greeting, then lines, and numbered questions with their answers.

use soundline_isolate::{LineLimits, Lines, NoLine};

use super::command::Command;
use super::wire::Shortened;

/// A running program.
pub(crate) struct Pipe {
    lines: Lines,
    questions: u64,
}

/// Which of the questions has no answer, and why.
pub(crate) struct Unanswered {
    pub(crate) place: usize,
    pub(crate) fault: String,
}

impl Pipe {
    /// Start a program.
    pub(crate) fn start(command: &Command, limits: LineLimits) -> Result<Pipe, String> {
        let mut process = std::process::Command::new(command.program());
        process.args(command.arguments());
        let lines = Lines::start(process, limits).map_err(|fault| fault.to_string())?;
        Ok(Pipe { lines, questions: 0 })
    }

    /// Greet the program and hand over the lines of its declaration, at most so many after the first, until one completes it.
    /// Faults go on after the name of the program.
    pub(crate) fn greet<T>(
        &mut self,
        hello: &str,
        declares: &str,
        most: usize,
        mut add: impl FnMut(&str) -> Result<Option<T>, String>,
    ) -> Result<T, String> {
        let broken = |fault: NoLine| format!("did not declare {declares}: {fault}");
        self.lines.say(&format!("{hello}\n")).map_err(broken)?;
        for _ in 0..=most {
            if let Some(declared) = add(&self.lines.line().map_err(broken)?)? {
                return Ok(declared);
            }
        }
        Err(format!("is not ready after {most} lines"))
    }

    /// Say something that has no answer.
    pub(crate) fn say(&mut self, line: &str) -> Result<(), String> {
        self.lines.say(&format!("{line}\n")).map_err(|fault| fault.to_string())
    }

    /// Ask all of the questions before the first answer is read; the answers in their order, without their numbers.
    pub(crate) fn ask<Q: AsRef<str>>(
        &mut self,
        questions: &[Q],
    ) -> Result<Vec<String>, Unanswered> {
        let first = self.questions + 1;
        self.questions += questions.len() as u64;
        let unanswered = |place: usize, fault: String| Unanswered { place, fault };
        for (place, question) in questions.iter().enumerate() {
            let line = format!("ask {} {}", first + place as u64, question.as_ref());
            self.say(&line).map_err(|fault| unanswered(place, fault))?;
        }
        let mut answers = Vec::with_capacity(questions.len());
        for place in 0..questions.len() {
            let number = first + place as u64;
            let line = self.lines.line().map_err(|fault| unanswered(place, fault.to_string()))?;
            let (found, answer) = line.split_once(' ').unwrap_or((&line, ""));
            // An answer too many shows at the next question, by its number.
            if found.parse() != Ok(number) {
                let line = Shortened(&line);
                let fault = format!("it wrote {line:?} instead of an answer to question {number}");
                return Err(unanswered(place, fault));
            }
            answers.push(answer.into());
        }
        Ok(answers)
    }
}
