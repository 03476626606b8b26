//! Analyzers that BenchExec knows: its tool-info modules say how they are called and read.
//!
//! A short Python script asks the module twice, for the command and for the result; the analyzer
//! itself runs under our limits, without BenchExec's containers and control groups.

use super::answer::{Answer, Verdict};
use super::found::{for_questions, plain_environment};
use super::run::{and_also, for_all_tools, shown, tail, unreadable, without_words};
use super::{Analyzer, Description, Run, Search, Task};
use serde::Deserialize;
use serde_json::{Value, json};
use soundline_c::DataModel;
use soundline_isolate::{Call, End, Limits, Stop};
use std::collections::BTreeMap;
use std::path::Path;
use std::{fs, io};

const SCRIPT: &str = include_str!("benchexec.py");
const FILE: &str = "program.i";
const PROPERTY: &str = "unreach-call.prp";

/// What every verifier of SV-COMP looks for.
const PROPERTY_TEXT: &str = "CHECK( init(main()), LTL(G ! call(reach_error())) )\n";

const DESCRIPTION: &str = r#"
name = "benchexec"
about = "through its BenchExec module"
get = "install the analyzer, and `pip install benchexec` for the python3 in the search path"
benchexec = "TOOL"

[find]
programs = ["python3"]

[encoding]
prelude = "extern void abort(void);\nextern void reach_error(void);"
check = "if (!({condition})) { reach_error(); abort(); }"
form = "statement"
"#;

/// The analyzer of `benchexec:TOOL`, with options for the tool after blanks.
pub(super) fn description(called: &str) -> Option<Description> {
    let mut words = called.strip_prefix("benchexec:")?.split_whitespace();
    let tool = words.next()?.to_string();
    let mut description = Description::parse(DESCRIPTION).expect("it is well formed").remove(0);
    description.name = format!("benchexec:{tool}");
    description.about = format!("{tool}, through its BenchExec module");
    description.configuration = words.map(str::to_string).collect();
    for option in &description.configuration {
        description.name.push_str(&format!(":{option}"));
    }
    description.benchexec = Some(tool);
    Some(description)
}

/// The version of a tool; an error if there is no BenchExec, no such module, or no such tool.
pub(super) fn version(search: &Search, python: &Path, tool: &str) -> Result<String, String> {
    let question = json!({ "tool": tool });
    let folder = search.state.path();
    let answer = ask(search, python, folder, "version", &question, &Stop::default())?;
    let text = |key: &str| answer.get(key).and_then(Value::as_str).unwrap_or_default();
    Ok(format!("{} {}", text("name"), text("version")).trim().replace('\n', " "))
}

#[derive(Deserialize)]
struct Command {
    command: Vec<String>,
    folder: String,
    environment: BTreeMap<String, String>,
    /// What is put after the value that a variable has.
    added: BTreeMap<String, String>,
}

/// Runs a tool on a program.
pub(super) fn run(
    analyzer: &Analyzer,
    tool: &str,
    task: &Task<'_>,
    limits: &Limits,
    stop: &Stop,
    folder: &Path,
    run: &mut Run,
) -> io::Result<()> {
    let (file, property) = (folder.join(FILE), folder.join(PROPERTY));
    fs::write(&file, for_all_tools(task.text))?;
    fs::write(&property, PROPERTY_TEXT)?;
    let model = match task.model {
        DataModel::Ilp32 => "ILP32",
        DataModel::Lp64 => "LP64",
    };
    let mut question = json!({
        "tool": tool,
        "file": file,
        "property": property,
        "model": model,
        "seconds": limits.time.as_secs().max(1),
        "bytes": limits.memory,
        "options": analyzer.description.configuration,
    });
    let ask = |what: &str, question: &Value| {
        ask(&analyzer.search, &analyzer.program, folder, what, question, stop)
    };
    let command = ask("command", &question).and_then(|answer| {
        serde_json::from_value::<Command>(answer).map_err(|error| error.to_string())
    });
    let call = match command.and_then(|command| call(command, folder)) {
        Ok(call) => call,
        Err(reason) => {
            run.answer = answer_of_error(reason, stop);
            return Ok(());
        }
    };
    run.commands.push(shown(&call));
    let outcome = analyzer.search.warden.run(&call, limits, stop);
    run.usage = and_also(&run.usage, &outcome.usage);
    run.output = tail(&outcome);
    if let Some(answer) = without_words(&outcome) {
        run.answer = answer;
        return Ok(());
    }
    let End::Exited(exit) = outcome.end else { return Ok(()) };
    // BenchExec gives both streams to its modules as one.
    let output = folder.join("output.txt");
    fs::write(&output, [&outcome.stdout[..], &outcome.stderr].concat())?;
    question["output"] = json!(output);
    question["exit"] = json!(exit);
    question["signal"] = json!(0);
    question["reason"] = Value::Null;
    run.answer = match ask("result", &question) {
        Ok(answer) => {
            let result = answer.get("result").and_then(Value::as_str).unwrap_or_default();
            read(result).unwrap_or_else(|| {
                unreadable(format!("BenchExec reads it as `{result}`"), &tail(&outcome))
            })
        }
        Err(reason) => answer_of_error(reason, stop),
    };
    Ok(())
}

fn answer_of_error(reason: String, stop: &Stop) -> Answer {
    if stop.is_asked_for() { Answer::Interrupted } else { unreadable(reason, "") }
}

fn call(command: Command, folder: &Path) -> Result<Call, String> {
    let mut words = command.command.into_iter();
    let program = words.next().ok_or("the module gives an empty command")?;
    let added = command.added.into_iter().map(|(name, value)| {
        let mut whole = std::env::var_os(&name).unwrap_or_default();
        whole.push(value);
        (name, whole)
    });
    let given = command.environment.into_iter().map(|(name, value)| (name, value.into()));
    let environment = plain_environment(folder).into_iter().chain(given).chain(added).collect();
    Ok(Call {
        program: program.into(),
        arguments: words.map(Into::into).collect(),
        folder: folder.join(command.folder),
        environment,
        ..Call::default()
    })
}

/// The results of BenchExec that are verdicts or limits.
fn read(result: &str) -> Option<Answer> {
    match result.trim() {
        "true" => Some(Answer::Verdict(Verdict::Safe)),
        "false" | "false(unreach-call)" => Some(Answer::Verdict(Verdict::Unsafe)),
        "unknown" => Some(Answer::Verdict(Verdict::Unknown)),
        "TIMEOUT" => Some(Answer::TimedOut),
        "OUT OF MEMORY" | "OUT OF JAVA MEMORY" | "OUT OF NATIVE MEMORY" => {
            Some(Answer::OutOfMemory)
        }
        _ => None,
    }
}

/// Asks the script.
fn ask(
    search: &Search,
    python: &Path,
    folder: &Path,
    what: &str,
    question: &Value,
    stop: &Stop,
) -> Result<Value, String> {
    let arguments = ["-c", SCRIPT, what, &question.to_string()];
    let call = Call {
        program: python.into(),
        arguments: arguments.map(Into::into).to_vec(),
        folder: folder.into(),
        environment: plain_environment(folder),
        ..Call::default()
    };
    let outcome = search.warden.run(&call, &for_questions(), stop);
    let answer = serde_json::from_slice::<Value>(&outcome.stdout);
    match answer {
        Ok(answer) => match answer.get("error").and_then(Value::as_str) {
            Some(error) => Err(first_line(error)),
            None => Ok(answer),
        },
        Err(_) => {
            let said = tail(&outcome);
            let last = said.lines().last().unwrap_or_default();
            Err(format!("BenchExec's module gives no answer ({}) {last}", outcome.end))
        }
    }
}

fn first_line(text: &str) -> String {
    text.lines().next().unwrap_or_default().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_that_are_no_verdicts_are_none() {
        assert_eq!(read("true"), Some(Answer::Verdict(Verdict::Safe)));
        assert_eq!(read("false(unreach-call)"), Some(Answer::Verdict(Verdict::Unsafe)));
        assert_eq!(read("TIMEOUT"), Some(Answer::TimedOut));
        for other in ["", "done", "false(valid-deref)", "ERROR (1)", "KILLED", "true(x)"] {
            assert_eq!(read(other), None, "{other}");
        }
    }

    #[test]
    fn names_say_tool_and_options() {
        let plain = description("benchexec:cpachecker").expect("it is one");
        assert_eq!(plain.name, "benchexec:cpachecker");
        let words = description("benchexec:cpachecker --svcomp26 -heap").expect("it is one");
        assert_eq!(words.configuration, ["--svcomp26", "-heap"]);
        assert_ne!(plain.setup(), words.setup());
        assert!(description("cbmc").is_none());
        assert!(description("benchexec:").is_none());
    }
}
