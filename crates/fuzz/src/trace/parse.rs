//! Traces from text. A damaged trace is an error that names the line and the fault.

use std::str::FromStr;

use soundline_domains::expr::{LinearExpr, Space, Var, VarKind};
use soundline_targets::{Operation, Slot, Touch};

use super::{Arguments, Check, ELEMENT_NAMES, Statement, Trace};

/// What is wrong with the text of a trace.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line} of the trace: {fault}")]
pub struct TraceError {
    /// The line, counted from 1.
    pub line: usize,
    /// The fault.
    pub fault: String,
}

impl FromStr for Trace {
    type Err = TraceError;

    fn from_str(text: &str) -> Result<Trace, TraceError> {
        let mut reader = Reader::default();
        let mut last = 0;
        for (number, line) in text.lines().enumerate() {
            let line = line.trim();
            last = number + 1;
            let at_line = |fault| TraceError { line: number + 1, fault };
            if reader.version_seen {
                if !line.is_empty() && !line.starts_with('#') {
                    reader.read(line).map_err(at_line)?;
                }
            } else if !line.is_empty() {
                reader.version(line).map_err(at_line)?;
            }
        }
        reader.finish().map_err(|fault| TraceError { line: last, fault })
    }
}

#[derive(Default)]
struct Reader {
    version_seen: bool,
    target: Option<String>,
    against: Option<String>,
    space: Option<Space>,
    statements: Vec<Statement>,
    made: usize,
    check: Option<Check>,
}

type Fault = String;

impl Reader {
    fn version(&mut self, line: &str) -> Result<(), Fault> {
        match line.strip_prefix("# soundline trace") {
            Some(version) if version.trim() == "1" => {
                self.version_seen = true;
                Ok(())
            }
            Some(version) => Err(format!("version {} is not known here, only 1", version.trim())),
            None => Err("a trace starts with `# soundline trace 1`".into()),
        }
    }

    fn read(&mut self, line: &str) -> Result<(), Fault> {
        if self.check.is_some() {
            return Err("nothing may follow the check".into());
        }
        let (word, rest) = split_word(line);
        match word {
            "target" => self.target = Some(rest.to_string()),
            "against" => self.against = Some(rest.to_string()),
            "vars" => self.space = Some(parse_space(rest)?),
            "touch" => {
                let (slot, how) = split_word(rest);
                let slot = self.slot(slot)?;
                let how = Touch::ALL.into_iter().find(|touch| touch.name() == how);
                let how =
                    how.ok_or("touch needs is_bottom, print, constraints, bounds or canonical")?;
                self.statements.push(Statement::Touch(slot, how));
            }
            "check" => self.check = Some(self.check(rest)?),
            _ => {
                let (name, operation) =
                    line.split_once('=').ok_or_else(|| format!("cannot read {line:?}"))?;
                if name.trim() != format!("p{}", self.made) {
                    let expected = self.made;
                    return Err(format!("the next element is p{expected}, not {}", name.trim()));
                }
                let operation = self.operation(operation.trim())?;
                self.statements.push(Statement::Make(operation));
                self.made += 1;
            }
        }
        Ok(())
    }

    fn finish(self) -> Result<Trace, Fault> {
        if !self.version_seen {
            return Err("it is empty; a trace starts with `# soundline trace 1`".into());
        }
        Ok(Trace {
            target: self.target.ok_or("there is no line `target NAME`")?,
            against: self.against,
            space: self.space.ok_or("there is no line `vars N`")?,
            statements: self.statements,
            check: self.check.ok_or("there is no line `check PROPERTY ...`")?,
        })
    }

    fn space(&self) -> Result<&Space, Fault> {
        self.space.as_ref().ok_or_else(|| "`vars N` must come first".into())
    }

    fn slot(&self, text: &str) -> Result<Slot, Fault> {
        let number = text.strip_prefix('p').and_then(|digits| digits.parse().ok()).map(Slot);
        match number {
            Some(slot) if slot.0 < self.made => Ok(slot),
            Some(slot) => Err(format!("element p{slot} is not made yet")),
            None => Err(format!("expected an element such as p0, found {text:?}")),
        }
    }

    fn variable(&self, text: &str) -> Result<Var, Fault> {
        let number = text.trim().strip_prefix('x').and_then(|digits| digits.parse().ok());
        let variable = number.ok_or_else(|| format!("expected a variable, found {text:?}"))?;
        self.space()?.check_variable(variable).map_err(|error| error.to_string())?;
        Ok(variable)
    }

    fn operation(&self, text: &str) -> Result<Operation, Fault> {
        let (word, rest) = split_word(text);
        let two = || -> Result<(Slot, Slot), Fault> {
            let (a, b) = split_word(rest);
            Ok((self.slot(a)?, self.slot(b)?))
        };
        let one = || -> Result<(Slot, &str), Fault> {
            let (a, rest) = split_word(rest);
            Ok((self.slot(a)?, rest))
        };
        let constraint = |text: &str| self.space()?.parse(text).map_err(|error| error.to_string());
        Ok(match word {
            "top" => Operation::Top,
            "bottom" => Operation::Bottom,
            "constraint" => {
                let each = rest.split(" and ").filter(|text| !text.trim().is_empty());
                Operation::Constraints(each.map(constraint).collect::<Result<_, _>>()?)
            }
            "join" => two().map(|(a, b)| Operation::Join(a, b))?,
            "meet" => two().map(|(a, b)| Operation::Meet(a, b))?,
            "widen" => two().map(|(a, b)| Operation::Widen(a, b))?,
            "narrow" => two().map(|(a, b)| Operation::Narrow(a, b))?,
            "assign" => {
                let (a, rest) = one()?;
                Operation::Assign(a, self.assignments(rest)?)
            }
            "forget" => {
                let (a, rest) = one()?;
                let variables = rest.split(',').map(|text| self.variable(text));
                Operation::Forget(a, variables.collect::<Result<_, _>>()?)
            }
            "guard" => {
                let (a, rest) = one()?;
                Operation::Guard(a, constraint(rest)?)
            }
            "embed" => {
                let (a, rest) = one()?;
                Operation::Embed(a, self.sources(rest)?)
            }
            other => return Err(format!("there is no operation {other:?}")),
        })
    }

    fn assignments(&self, text: &str) -> Result<Vec<(Var, LinearExpr)>, Fault> {
        let mut assignments: Vec<(Var, LinearExpr)> = Vec::new();
        for each in text.split(',') {
            let (variable, expr) = each.split_once(":=").ok_or("an assignment is `x0 := e`")?;
            let variable = self.variable(variable)?;
            let expr = self.space()?.parse_expr(expr).map_err(|error| error.to_string())?;
            if assignments.iter().any(|(other, _)| *other == variable) {
                return Err(format!("x{variable} is assigned twice"));
            }
            assignments.push((variable, expr));
        }
        Ok(assignments)
    }

    fn sources(&self, text: &str) -> Result<Vec<Option<Var>>, Fault> {
        let space = self.space()?;
        let mut sources: Vec<Option<Var>> = Vec::new();
        for (variable, each) in text.split(',').filter(|t| !t.trim().is_empty()).enumerate() {
            let source = match each.trim() {
                "_" => None,
                name => Some(self.variable(name)?),
            };
            if source.is_some() && sources.contains(&source) {
                return Err(format!("{} is a source twice", each.trim()));
            }
            if source.is_some_and(|old| space.kind(old) != space.kind(variable)) {
                return Err(format!("{} is of another kind than x{variable}", each.trim()));
            }
            sources.push(source);
        }
        if sources.len() != space.dimensions() {
            return Err(format!("embed needs {} sources", space.dimensions()));
        }
        Ok(sources)
    }

    fn check(&self, text: &str) -> Result<Check, Fault> {
        let (property, rest) = split_word(text);
        let number = property.strip_prefix('P').and_then(|digits| digits.parse().ok());
        let property = number.ok_or_else(|| format!("{property:?} is not a property"))?;
        let mut arguments = Arguments::default();
        let mut rest = rest.trim();
        while !rest.is_empty() {
            let (name, value, remaining) = split_argument(rest)?;
            self.argument(&mut arguments, name, value)?;
            rest = remaining;
        }
        Ok(Check { property, arguments })
    }

    fn argument(&self, arguments: &mut Arguments, name: &str, value: &str) -> Result<(), Fault> {
        let to_text = |error: soundline_domains::Error| error.to_string();
        match name {
            "v" => arguments.variable = Some(self.variable(value)?),
            "e" => arguments.expr = Some(self.space()?.parse_expr(value).map_err(to_text)?),
            "c" => arguments.constraint = Some(self.space()?.parse(value).map_err(to_text)?),
            "seed" => arguments.seed = value.parse().map_err(|_| "seed is a number")?,
            "chain" => {
                let slots = value.split(',').map(|slot| self.slot(slot));
                arguments.chain = slots.collect::<Result<_, _>>()?;
            }
            _ if ELEMENT_NAMES.get(arguments.elements.len()) == Some(&name) => {
                arguments.elements.push(self.slot(value)?);
            }
            _ => return Err(format!("{name:?} is not an argument that may come here")),
        }
        Ok(())
    }
}

fn split_word(text: &str) -> (&str, &str) {
    match text.split_once(char::is_whitespace) {
        Some((word, rest)) => (word, rest.trim()),
        None => (text, ""),
    }
}

/// `name=value rest`, where a value in brackets may hold spaces.
fn split_argument(text: &str) -> Result<(&str, &str, &str), Fault> {
    let (name, rest) =
        text.split_once('=').ok_or_else(|| format!("{text:?} is not an argument"))?;
    if let Some(inside) = rest.strip_prefix('(') {
        let (value, rest) = inside.split_once(')').ok_or("a bracket is not closed")?;
        return Ok((name, value, rest.trim()));
    }
    let (value, rest) = split_word(rest);
    Ok((name, value, rest))
}

/// One operation that stands after `made` elements.
pub(crate) fn parse_operation(space: &Space, made: usize, text: &str) -> Result<Operation, Fault> {
    Reader { space: Some(space.clone()), made, ..Reader::default() }.operation(text)
}

/// The variables, as [`show_space`](super::print::show_space) writes them.
pub fn parse_space(text: &str) -> Result<Space, Fault> {
    let fault = || format!("{text:?} is not a number of variables; write 8, 8:int or int,real,int");
    if let Some(count) = text.strip_suffix(":int") {
        return count.parse().map(Space::integers).map_err(|_| fault());
    }
    let count = text.strip_suffix(":real").unwrap_or(text);
    if let Ok(count) = count.parse::<usize>() {
        return if count <= MOST_VARIABLES { Ok(Space::reals(count)) } else { Err(fault()) };
    }
    let kind = |word: &str| match word {
        "int" => Ok(VarKind::Int),
        "real" => Ok(VarKind::Real),
        _ => Err(fault()),
    };
    Ok(Space::new(text.split(',').map(kind).collect::<Result<Vec<_>, _>>()?))
}

/// More variables than this are a damaged file rather than a test.
const MOST_VARIABLES: usize = 10_000;

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::{Expect, expect};

    const HEADER: &str = "# soundline trace 1\ntarget boxes:exact\nvars 3\n";

    fn check_fault(body: &str, expected: Expect) {
        let fault = format!("{HEADER}{body}").parse::<Trace>().expect_err("it is damaged");
        expected.assert_eq(&fault.to_string());
    }

    #[test]
    fn all_statements_survive_a_round_trip() {
        let body = "p0 = top\np1 = bottom\np2 = constraint x0 - 1 >= 0 and x1 = 0\n\
            p3 = join p0 p2\np4 = assign p3 x0 := x1 + 1/2, x1 := x0\np5 = forget p4 x0, x2\n\
            p6 = guard p5 2*x0 - x2 > 0\np7 = embed p6 x1, _, x0\np8 = widen p7 p2\n\
            p9 = narrow p8 p7\np10 = meet p9 p2\ntouch p10 print\n\
            check P33 x=p10 y=p2 chain=p0,p1 seed=77 v=x1 e=(x0 + 3) c=(x1 - 2 >= 0)\n";
        for header in [HEADER, &HEADER.replace("vars", "against apron:box:mpq\nvars")] {
            let text = format!("{header}{body}");
            let trace: Trace = text.parse().expect("it is a trace");
            assert_eq!(trace.to_string(), text);
            assert_eq!(trace.elements(), 11);
        }
    }

    #[test]
    fn spaces_survive_a_round_trip() {
        for text in ["0", "8", "8:int", "int,real,int"] {
            assert_eq!(super::super::print::show_space(&parse_space(text).unwrap()), text);
        }
    }

    #[test]
    fn damaged_traces_are_named() {
        check_fault("p1 = top\n", expect!["line 4 of the trace: the next element is p0, not p1"]);
        check_fault(
            "p0 = join p0 p0\n",
            expect!["line 4 of the trace: element p0 is not made yet"],
        );
        check_fault(
            "p0 = frob\n",
            expect![[r#"line 4 of the trace: there is no operation "frob""#]],
        );
        check_fault(
            "p0 = top\np1 = forget p0 x9\n",
            expect!["line 5 of the trace: there is no variable x9 among 3 dimensions"],
        );
        check_fault(
            "p0 = top\n",
            expect!["line 4 of the trace: there is no line `check PROPERTY ...`"],
        );
        check_fault(
            "p0 = top\ncheck P3 y=p0\n",
            expect![[r#"line 5 of the trace: "y" is not an argument that may come here"#]],
        );
        check_fault(
            "p0 = top\ncheck P3 e=(x0\n",
            expect!["line 5 of the trace: a bracket is not closed"],
        );
        let fault = "rubbish".parse::<Trace>().expect_err("it is damaged");
        assert_eq!(
            fault.to_string(),
            "line 1 of the trace: a trace starts with `# soundline trace 1`"
        );
    }
}
