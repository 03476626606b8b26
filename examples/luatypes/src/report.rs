//! What was found out, for people and for programs.

use crate::engine::{Fault, Outcome};
use crate::lattices::Value;
use crate::syntax::{Function, Program, Span, position, written};
use serde_json::{Value as Json, json};
use soundline_lattice::adapt::Element;
use std::collections::BTreeMap;
use std::fmt::Write;

/// The report on one file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// The name of the file.
    pub file: String,
    /// Its lines.
    pub lines: Vec<String>,
    /// What names are, where they get a value: line, name, types.
    pub types: Vec<(usize, String, String)>,
    /// What is wrong, by place.
    pub warnings: Vec<Warning>,
    /// Functions that are never called.
    pub uncalled: Vec<(usize, String)>,
    /// Did the analysis come to an end?
    pub finished: bool,
}

/// Something that is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    /// The rule.
    pub rule: &'static str,
    /// Is it certain, whenever the program gets there?
    pub certain: bool,
    /// What is wrong.
    pub message: String,
    /// Line and column, both from 1.
    pub from: (usize, usize),
    /// Line and column after its last byte.
    pub to: (usize, usize),
}

/// What the rules say.
const RULES: [(&str, &str); 5] = [
    ("call", "Only functions can be called, and tables with `__call`."),
    (
        "arithmetic",
        "Only numbers can be computed with, strings that are numbers, and tables with a handler.",
    ),
    ("concatenation", "Only strings and numbers can be concatenated, and tables with `__concat`."),
    ("index", "Only tables can be indexed, and strings can be read."),
    ("length", "Only tables and strings have a length."),
];

impl Report {
    /// The report of an analysis.
    pub fn new(file: &str, text: &[u8], program: &Program, outcome: &Outcome) -> Report {
        let lines = String::from_utf8_lossy(text).lines().map(str::to_string).collect();
        let mut report = Report {
            file: file.to_string(),
            lines,
            types: vec![],
            warnings: vec![],
            uncalled: vec![],
            finished: outcome.finished,
        };
        if !outcome.finished {
            return report;
        }
        report.types = types(text, outcome);
        let spans = spans(program);
        for (id, note) in &outcome.notes {
            let (Some(fault), Some(span)) = (note.fault(), spans.get(id)) else { continue };
            report.warnings.push(Warning {
                rule: note.rule(),
                certain: fault == Fault::Certain,
                message: note.message(fault),
                from: position(text, span.start),
                to: position(text, span.end),
            });
        }
        report.warnings.sort_by_key(|warning| (warning.from, warning.to));
        let never =
            program.functions.iter().filter(|function| !outcome.called.contains(&function.site));
        report.uncalled = never
            .map(|f: &std::rc::Rc<Function>| (position(text, f.span.start).0, f.name.clone()))
            .collect();
        report
    }

    /// The warnings that are shown: certain ones, or all.
    pub fn shown(&self, possible: bool) -> Vec<&Warning> {
        self.warnings.iter().filter(|warning| warning.certain || possible).collect()
    }

    /// For a terminal.
    pub fn text(&self, possible: bool, types: bool, colours: bool) -> String {
        let mut text = String::new();
        let style = |code: &str| if colours { format!("\u{1b}[{code}m") } else { String::new() };
        let (plain, bold, dim) = (style("0"), style("1"), style("2"));
        if !self.finished {
            return format!(
                "{}: the analysis reached its limit, and says nothing about this file\n",
                self.file
            );
        }
        if types {
            for (line, name, kinds) in &self.types {
                let _ = writeln!(text, "{}:{line}: {name}: {kinds}", self.file);
            }
        }
        for warning in self.shown(possible) {
            let (word, colour) =
                if warning.certain { ("error", style("1;31")) } else { ("warning", style("33")) };
            let (line, column) = warning.from;
            let width = line.to_string().len();
            let source = self.lines.get(line - 1).map_or("", String::as_str);
            let (shown, blank, marks) = marked(source, warning);
            let _ = writeln!(
                text,
                "{colour}{word}[{}]{plain}{bold}: {}{plain}",
                warning.rule, warning.message
            );
            let _ = writeln!(text, "{:width$}{dim}-->{plain} {}:{line}:{column}", "", self.file);
            let _ = writeln!(text, "{:width$} {dim}|{plain}", "");
            let _ = writeln!(text, "{dim}{line} |{plain} {shown}");
            let _ = writeln!(
                text,
                "{:width$} {dim}|{plain} {:blank$}{colour}{}{plain}",
                "",
                "",
                "^".repeat(marks)
            );
        }
        let certain = self.warnings.iter().filter(|warning| warning.certain).count();
        let other = self.warnings.len() - certain;
        let plural = |count: usize, word: &str| {
            format!("{count} {word}{}", if count == 1 { "" } else { "s" })
        };
        let hint = if possible || other == 0 { "" } else { " (shown by --all)" };
        let _ = writeln!(
            text,
            "{}: {}, {}{hint}, {} never called",
            self.file,
            plural(certain, "error"),
            plural(other, "possible error"),
            plural(self.uncalled.len(), "function"),
        );
        text
    }

    /// For other programs.
    pub fn json(&self) -> Json {
        let warnings = self.warnings.iter().map(|warning| {
            json!({
                "rule": warning.rule,
                "certain": warning.certain,
                "message": warning.message,
                "line": warning.from.0,
                "column": warning.from.1,
                "end_line": warning.to.0,
                "end_column": warning.to.1,
            })
        });
        let types = self
            .types
            .iter()
            .map(|(line, name, kinds)| json!({ "line": line, "name": name, "type": kinds }));
        let uncalled =
            self.uncalled.iter().map(|(line, name)| json!({ "line": line, "name": name }));
        json!({
            "file": self.file,
            "finished": self.finished,
            "types": types.collect::<Vec<_>>(),
            "warnings": warnings.collect::<Vec<_>>(),
            "uncalled": uncalled.collect::<Vec<_>>(),
        })
    }

    fn sarif_results(&self, possible: bool) -> Vec<Json> {
        let result = |warning: &&Warning| {
            json!({
                "ruleId": warning.rule,
                "ruleIndex": RULES.iter().position(|(id, _)| *id == warning.rule),
                "level": if warning.certain { "error" } else { "warning" },
                "message": { "text": warning.message },
                "locations": [{ "physicalLocation": {
                    "artifactLocation": { "uri": self.file.replace('%', "%25").replace(' ', "%20") },
                    "region": {
                        "startLine": warning.from.0,
                        "startColumn": warning.from.1,
                        "endLine": warning.to.0,
                        "endColumn": warning.to.1,
                    },
                } }],
            })
        };
        self.shown(possible).iter().map(result).collect()
    }
}

/// All reports as one document.
pub fn json(reports: &[Report]) -> String {
    let files: Vec<Json> = reports.iter().map(Report::json).collect();
    let document = json!({ "schema": "luatypes/1", "files": files });
    format!("{document:#}\n")
}

/// All warnings as SARIF 2.1.0, the format that editors and code hosts read.
pub fn sarif(reports: &[Report], possible: bool) -> String {
    let rules = RULES.map(|(id, text)| json!({ "id": id, "shortDescription": { "text": text } }));
    let results: Vec<Json> =
        reports.iter().flat_map(|report| report.sarif_results(possible)).collect();
    let finished = reports.iter().all(|report| report.finished);
    let document = json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": { "name": "luatypes", "semanticVersion": env!("CARGO_PKG_VERSION"), "rules": rules } },
            "invocations": [{ "executionSuccessful": finished }],
            "results": results,
        }],
    });
    format!("{document:#}\n")
}

/// The names that get a value in each line, with their types.
fn types(text: &[u8], outcome: &Outcome) -> Vec<(usize, String, String)> {
    let mut lines: BTreeMap<(usize, usize, String), Value> = BTreeMap::new();
    for ((at, name), value) in &outcome.assigned {
        let key = (position(text, *at).0, *at, written(name).to_string());
        let entry = lines.entry(key).or_insert_with(Value::bottom);
        *entry = entry.join(value);
    }
    let shown = |((line, _, name), value): ((usize, usize, String), Value)| {
        (line, name, value.type_names())
    };
    lines.into_iter().map(shown).collect()
}

/// The line as it is shown, the columns left of the mark, and how many it takes.
fn marked(line: &str, warning: &Warning) -> (String, usize, usize) {
    let floor = |at: usize| {
        (0..=at.min(line.len())).rev().find(|at| line.is_char_boundary(*at)).unwrap_or(0)
    };
    let from = floor(warning.from.1 - 1);
    let to = if warning.to.0 == warning.from.0 { floor(warning.to.1 - 1) } else { line.len() };
    let columns = |text: &str| text.chars().map(|c| if c == '\t' { 4 } else { 1 }).sum::<usize>();
    let plain = |c: char| if c.is_control() && c != '\t' { '\u{fffd}' } else { c };
    let shown: String = line.chars().map(plain).collect::<String>().replace('\t', "    ");
    (shown, columns(&line[..from]), columns(&line[from..to.max(from)]).max(1))
}

/// The spans of all expressions by their number.
fn spans(program: &Program) -> BTreeMap<u32, Span> {
    let mut spans = BTreeMap::new();
    for function in &program.functions {
        crate::syntax::each_expression(&function.body, &mut |expression| {
            spans.insert(expression.id, expression.span);
        });
    }
    spans
}
