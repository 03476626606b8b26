//! Random programs, made from recorded choices, so that one that fails is made small.

use crate::execution::compare;
use luatypes::with_stack;
use soundline_lattice::{Check, Choices, Class, Outcome, Runner, Values};
use std::sync::Arc;

/// `LUATYPES_PROGRAMS` asks for more programs.
#[test]
fn inferred_types_of_random_programs_contain_those_of_runs() {
    let number = |name: &str| std::env::var(name).ok().and_then(|text| text.parse().ok());
    let cases = number("LUATYPES_PROGRAMS").unwrap_or(50);
    let seed = number("SOUNDLINE_SEED").unwrap_or(0);
    let report = with_stack(|| {
        let programs = Arc::new(Values::new(program));
        let check = Check::about(
            &programs,
            "types contain those of runs",
            Class::Operator,
            "v is seen ⇒ v ∈ γ(inferred)",
            |programs, case| {
                let text = programs.one(case, "program");
                match compare(&text) {
                    Ok(0) => Outcome::Vacuous,
                    Ok(_) => Outcome::Holds,
                    Err(sentence) => {
                        case.note("unsound", || sentence);
                        Outcome::Violated
                    }
                }
            },
        );
        Runner { cases, seed, exhaustive_limit: 0, ..Runner::new() }.run(&check, None)
    });
    assert!(!report.is_violated(), "{report}");
    assert_eq!(report.counts.checked(), cases, "{report}");
}

/// What a name is meant to hold.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Number,
    Text,
    Truth,
    Table,
    Function,
    Any,
}

use Kind::{Any, Number, Table, Text, Truth};

const KINDS: [Kind; 6] = [Number, Text, Truth, Table, Kind::Function, Any];

struct Writer<'a> {
    choices: &'a mut Choices,
    names: Vec<(String, Kind)>,
    text: String,
    depth: usize,
    /// So many statements are left.
    left: usize,
    loops: usize,
}

fn program(choices: &mut Choices) -> String {
    let mut writer =
        Writer { choices, names: vec![], text: String::new(), depth: 0, left: 24, loops: 0 };
    writer.block(8);
    writer.text
}

impl Writer<'_> {
    fn line(&mut self, line: &str) {
        let indent = "  ".repeat(self.depth);
        self.text.push_str(&format!("{indent}{line}\n"));
    }

    /// Statements in a scope of their own.
    fn block(&mut self, most: usize) {
        let (visible, before) = (self.names.len(), self.depth);
        self.depth += usize::from(!self.text.is_empty());
        let mut written = 0;
        while written < most && self.left > 0 && (written == 0 || !self.choices.once_in(6)) {
            self.left -= 1;
            written += 1;
            self.statement();
        }
        self.names.truncate(visible);
        self.depth = before;
    }

    fn fresh(&mut self) -> String {
        self.choices.pick(&["a", "b", "c", "d"]).to_string()
    }

    fn named(&mut self, kind: Kind) -> Option<String> {
        let fit: Vec<String> = self
            .names
            .iter()
            .rev()
            .filter(|(_, other)| *other == kind || kind == Any)
            .map(|(name, _)| name.clone())
            .collect();
        (!fit.is_empty()).then(|| self.choices.pick(&fit))
    }

    fn statement(&mut self) {
        let nested = self.depth < 4;
        match self.choices.draw(18) {
            0..=2 => {
                let kind = self.choices.pick(&KINDS);
                let value = self.expression(kind, 2);
                let name = self.fresh();
                self.line(&format!("local {name} = {value}"));
                self.names.push((name, kind));
            }
            3 => {
                let (a, b) = (self.fresh(), self.fresh());
                let value = self.expression(Any, 2);
                self.line(&format!("local {a}, {b} = {value}"));
                self.names.push((a, Any));
                self.names.push((b, Any));
            }
            4 | 5 => {
                let kind = self.choices.pick(&KINDS);
                if let Some(name) = self.named(kind) {
                    // Sometimes a name gets something else than it is meant to hold.
                    let kind = if self.choices.once_in(4) { Any } else { kind };
                    let value = self.expression(kind, 2);
                    self.line(&format!("{name} = {value}"));
                }
            }
            6 => {
                let (name, value) = (self.choices.pick(&["g", "h"]), self.expression(Any, 2));
                self.line(&format!("{name} = {value}"));
            }
            7 | 8 => {
                if let Some(table) = self.named(Table) {
                    let (place, value) = (self.place(), self.expression(Any, 1));
                    self.line(&format!("{table}{place} = {value}"));
                }
            }
            9 if nested => {
                let condition = self.condition();
                self.line(&format!("if {condition} then"));
                self.block(3);
                if self.choices.flip() {
                    self.line("else");
                    self.block(3);
                }
                self.line("end");
            }
            10 if nested => {
                let last = self.choices.draw(3);
                let name = self.fresh();
                self.line(&format!("for {name} = 1, {last} do"));
                self.looped(vec![(name, Number)]);
                self.line("end");
            }
            11 if nested => {
                let table = self.expression(Table, 1);
                let iterator = self.choices.pick(&["pairs", "ipairs"]);
                let (key, value) = (self.fresh(), "e".to_string());
                self.line(&format!("for {key}, {value} in {iterator}({table}) do"));
                self.looped(vec![(key, Any), (value, Any)]);
                self.line("end");
            }
            12 if nested => {
                let name = self.fresh();
                let (first, second) = (self.fresh(), "y".to_string());
                let vararg = if self.choices.once_in(4) { ", ..." } else { "" };
                self.line(&format!("local function {name}({first}, {second}{vararg})"));
                self.names.push((name, Kind::Function));
                let loops = std::mem::take(&mut self.loops);
                let visible = self.names.len();
                self.names.push((first, Any));
                self.names.push((second, Any));
                self.block(4);
                self.depth += 1;
                let more = if vararg.is_empty() { String::new() } else { ", ...".into() };
                let value = self.expression(Any, 2);
                self.line(&format!("return {value}{more}"));
                self.depth -= 1;
                self.names.truncate(visible);
                self.loops = loops;
                self.line("end");
            }
            13 => {
                if let Some(function) = self.named(Kind::Function) {
                    let arguments = self.arguments();
                    self.line(&format!("{function}({arguments})"));
                }
            }
            14 => {
                if let Some(table) = self.named(Table) {
                    let metatable = self.metatable();
                    self.line(&format!("setmetatable({table}, {metatable})"));
                }
            }
            15 if nested => {
                let (ok, error) = (self.fresh(), "z".to_string());
                self.line(&format!("local {ok}, {error} = pcall(function()"));
                let loops = std::mem::take(&mut self.loops);
                self.block(4);
                self.loops = loops;
                self.line("end)");
                self.names.push((ok, Truth));
                self.names.push((error, Any));
            }
            16 if self.loops > 0 => {
                let condition = self.condition();
                self.line(&format!("if {condition} then break end"));
            }
            17 => {
                if let Some(table) = self.named(Table) {
                    let value = self.expression(Any, 1);
                    self.line(&format!("table.insert({table}, {value})"));
                }
            }
            18 => {
                let condition = self.condition();
                let value = self.expression(Any, 1);
                self.line(&format!("if {condition} then error({value}) end"));
            }
            _ => {
                let value = self.expression(Any, 1);
                self.line(&format!("local x = {value}"));
                self.names.push(("x".into(), Any));
            }
        }
    }

    fn looped(&mut self, names: Vec<(String, Kind)>) {
        let visible = self.names.len();
        self.names.extend(names);
        self.loops += 1;
        self.block(3);
        self.loops -= 1;
        self.names.truncate(visible);
    }

    fn place(&mut self) -> String {
        match self.choices.draw(4) {
            0 => ".p".into(),
            1 => ".q".into(),
            2 => "[1]".into(),
            3 => "[\"p\"]".into(),
            _ => format!("[{}]", self.expression(Text, 0)),
        }
    }

    fn metatable(&mut self) -> String {
        let handler = match self.choices.draw(3) {
            0 => self.expression(Table, 1),
            1 => format!("function(t, k) return {} end", self.expression(Any, 1)),
            2 => format!("function(t, k) t = k return {} end", self.expression(Any, 1)),
            _ => "function(t, k, v) rawset(t, k, v) end".into(),
        };
        let event =
            self.choices.pick(&["__index", "__newindex", "__call", "__add", "__concat", "__unm"]);
        format!("{{{event} = {handler}}}")
    }

    fn condition(&mut self) -> String {
        match self.choices.draw(4) {
            0 => self.expression(Truth, 1),
            1 => self.expression(Any, 1),
            2 => match self.named(Any) {
                Some(name) => {
                    let kind = self
                        .choices
                        .pick(&["nil", "number", "string", "table", "function", "boolean"]);
                    let sign = self.choices.pick(&["==", "~="]);
                    format!("type({name}) {sign} \"{kind}\"")
                }
                None => "true".into(),
            },
            3 => match self.named(Any) {
                Some(name) => format!("{name} {} nil", self.choices.pick(&["==", "~="])),
                None => "false".into(),
            },
            _ => format!("not {}", self.expression(Any, 0)),
        }
    }

    fn arguments(&mut self) -> String {
        let count = self.choices.draw(3);
        let values: Vec<String> = (0..count).map(|_| self.expression(Any, 1)).collect();
        values.join(", ")
    }

    fn expression(&mut self, kind: Kind, depth: usize) -> String {
        if self.choices.flip()
            && let Some(name) = self.named(kind)
        {
            return name;
        }
        let kind = if kind == Any { self.choices.pick(&KINDS) } else { kind };
        if depth == 0 {
            return self.literal(kind);
        }
        let depth = depth - 1;
        match (kind, self.choices.draw(5)) {
            (Number, 0 | 1) => {
                let op = self.choices.pick(&["+", "-", "*", "/", "%"]);
                format!(
                    "({} {op} {})",
                    self.expression(Number, depth),
                    self.expression(Number, depth)
                )
            }
            (Number, 2) => format!("#{}", self.expression(Table, depth)),
            (Number, 3) => format!("tonumber({})", self.expression(Any, depth)),
            (Text, 0 | 1) => {
                format!("({} .. {})", self.expression(Text, depth), self.expression(Text, depth))
            }
            (Text, 2) => format!("type({})", self.expression(Any, depth)),
            (Text, 3) => format!("({}):upper()", self.expression(Text, depth)),
            (Truth, 0 | 1) => {
                let op = self.choices.pick(&["==", "~="]);
                format!("({} {op} {})", self.expression(Any, depth), self.expression(Any, depth))
            }
            (Truth, 2) => {
                let op = self.choices.pick(&["<", "<=", ">", ">="]);
                format!(
                    "({} {op} {})",
                    self.expression(Number, depth),
                    self.expression(Number, depth)
                )
            }
            (Table, 0 | 1) => {
                let (p, q) = (self.expression(Any, depth), self.expression(Any, depth));
                format!("{{p = {p}, {q}}}")
            }
            (Table, 2) => format!("setmetatable({{}}, {})", self.metatable()),
            (Kind::Function, 0..=2) => {
                let value = self.expression(Any, depth);
                format!("function(y) return {value} end")
            }
            (Any, 0 | 1) => match self.named(Table) {
                Some(table) => format!("{table}{}", self.place()),
                None => "nil".into(),
            },
            (Any, 2) => match self.named(Kind::Function) {
                Some(function) => format!("{function}({})", self.arguments()),
                None => "nil".into(),
            },
            (Any, 3) => {
                let op = self.choices.pick(&["and", "or"]);
                format!("({} {op} {})", self.expression(Any, depth), self.expression(Any, depth))
            }
            (Any, 4) => format!(
                "select(2, {}, {})",
                self.expression(Any, depth),
                self.expression(Any, depth)
            ),
            _ => self.literal(kind),
        }
    }

    fn literal(&mut self, kind: Kind) -> String {
        match kind {
            Number => self.choices.pick(&["1", "0", "2.5"]).into(),
            Text => self.choices.pick(&["\"p\"", "\"q\"", "\"7\""]).into(),
            Truth => self.choices.pick(&["true", "false"]).into(),
            Table => self.choices.pick(&["{}", "{p = 1}", "{1, \"q\"}"]).into(),
            Kind::Function => "function(...) return ... end".into(),
            Any => "nil".into(),
        }
    }
}
