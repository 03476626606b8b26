//! The part of YAML that task files use: mappings and lists by indentation, and scalars.
//!
//! Task files are written by hand and by scripts, always in this style. Anything else (anchors,
//! mappings in braces, multi-line scalars) is refused, not guessed. No crate for YAML is both small
//! and well kept.

/// A value in a YAML text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Yaml {
    Scalar(String),
    List(Vec<Yaml>),
    Map(Vec<(String, Yaml)>),
}

impl Yaml {
    pub(super) fn parse(text: &str) -> Result<Yaml, String> {
        let lines: Vec<Line> = text
            .lines()
            .enumerate()
            .filter_map(|(number, line)| Line::new(number + 1, line))
            .collect();
        let mut reader = Reader { lines: &lines };
        let value = reader.block(0)?;
        match reader.lines.first() {
            Some(line) => Err(line.fault("is indented in a way that was not expected")),
            None => Ok(value),
        }
    }

    pub(super) fn get(&self, key: &str) -> Option<&Yaml> {
        match self {
            Yaml::Map(entries) => entries.iter().find(|(name, _)| name == key).map(|(_, v)| v),
            _ => None,
        }
    }

    pub(super) fn text(&self) -> Option<&str> {
        match self {
            Yaml::Scalar(text) => Some(text),
            _ => None,
        }
    }

    /// The items of a list; a scalar counts as a list of one.
    pub(super) fn items(&self) -> Vec<&Yaml> {
        match self {
            Yaml::List(items) => items.iter().collect(),
            Yaml::Scalar(_) => vec![self],
            Yaml::Map(_) => Vec::new(),
        }
    }
}

#[derive(Clone, Debug)]
struct Line {
    number: usize,
    indent: usize,
    text: String,
}

impl Line {
    /// A line with something in it; comments and document marks are nothing.
    fn new(number: usize, line: &str) -> Option<Line> {
        let text = without_comment(line).trim_end();
        let start = text.trim_start();
        let empty = start.is_empty() || start == "---" || start == "...";
        let indent = text.len() - start.len();
        (!empty).then(|| Line { number, indent, text: start.to_owned() })
    }

    fn fault(&self, what: &str) -> String {
        format!("line {}: `{}` {what}", self.number, self.text)
    }
}

fn without_comment(line: &str) -> &str {
    let mut quote = None;
    let mut before = ' ';
    for (at, c) in line.char_indices() {
        match (quote, c) {
            (None, '#') if before.is_whitespace() => return &line[..at],
            (None, '\'' | '"') => quote = Some(c),
            (Some(open), _) if open == c => quote = None,
            _ => {}
        }
        before = c;
    }
    line
}

struct Reader<'l> {
    lines: &'l [Line],
}

impl Reader<'_> {
    /// The mapping, list or scalar whose lines are indented by at least `indent`.
    fn block(&mut self, indent: usize) -> Result<Yaml, String> {
        let Some(first) = self.lines.first().filter(|line| line.indent >= indent) else {
            return Ok(Yaml::Scalar(String::new()));
        };
        match first.text.as_bytes() {
            [b'-'] | [b'-', b' ', ..] => self.list(first.indent),
            _ if split_key(&first.text).is_some() => self.map(first.indent),
            _ => {
                let value = scalar(first, &first.text);
                self.lines = &self.lines[1..];
                value
            }
        }
    }

    fn list(&mut self, indent: usize) -> Result<Yaml, String> {
        let mut items = Vec::new();
        while let Some(line) = self.lines.first().filter(|line| line.indent == indent) {
            let Some(rest) = line.text.strip_prefix('-') else { break };
            let inner = rest.trim_start();
            if inner.is_empty() {
                self.lines = &self.lines[1..];
                items.push(self.block(indent + 1)?);
                continue;
            }
            // The item starts on the line of its dash: read it as if the dash were blank.
            let indent = indent + line.text.len() - inner.len();
            let mut lines = self.lines.to_vec();
            lines[0] = Line { number: line.number, indent, text: inner.to_owned() };
            let mut reader = Reader { lines: &lines };
            items.push(reader.block(indent)?);
            self.lines = &self.lines[self.lines.len() - reader.lines.len()..];
        }
        Ok(Yaml::List(items))
    }

    fn map(&mut self, indent: usize) -> Result<Yaml, String> {
        let mut entries = Vec::new();
        while let Some(line) = self.lines.first().filter(|line| line.indent == indent) {
            let Some((key, value)) = split_key(&line.text) else {
                return Err(line.fault("is no `key: value`"));
            };
            self.lines = &self.lines[1..];
            let value = match value {
                "" => self.value_below(indent)?,
                _ => scalar(line, value)?,
            };
            entries.push((key.to_owned(), value));
        }
        Ok(Yaml::Map(entries))
    }

    /// A list may stand below its key without being indented.
    fn value_below(&mut self, indent: usize) -> Result<Yaml, String> {
        let list = self.lines.first().is_some_and(|line| line.text.starts_with('-'));
        self.block(if list { indent } else { indent + 1 })
    }
}

fn split_key(text: &str) -> Option<(&str, &str)> {
    let (key, value) = match text.split_once(": ") {
        Some(parts) => parts,
        None => (text.strip_suffix(':')?, ""),
    };
    let plain = !key.contains(['"', '\'', '{', '[', ' ']) && !key.is_empty();
    plain.then(|| (key, value.trim()))
}

fn scalar(line: &Line, text: &str) -> Result<Yaml, String> {
    let unquoted = |quote: char| text.strip_prefix(quote).and_then(|t| t.strip_suffix(quote));
    if let Some(inner) = unquoted('\'') {
        return Ok(Yaml::Scalar(inner.replace("''", "'")));
    }
    if let Some(inner) = unquoted('"').filter(|inner| !inner.contains('\\')) {
        return Ok(Yaml::Scalar(inner.to_owned()));
    }
    if let Some(inner) = text.strip_prefix('[').and_then(|text| text.strip_suffix(']')) {
        let items = inner.split(',').map(str::trim).filter(|item| !item.is_empty());
        return items.map(|item| scalar(line, item)).collect::<Result<_, _>>().map(Yaml::List);
    }
    match text.chars().next() {
        Some('&' | '*' | '[' | '{' | '|' | '>' | '!' | '%' | '@' | '"' | '\'') => {
            Err(line.fault("uses a part of YAML that task files have no need of"))
        }
        _ => Ok(Yaml::Scalar(text.to_owned())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(text: &str) -> Yaml {
        Yaml::Scalar(text.into())
    }

    #[test]
    fn maps_lists_and_scalars() {
        let yaml = "a: 'x # y' # comment\n\nb:\n  - p: 1\n    q: \"two\"\n  - three\nc:\n- 4\n-\n  d: 5\ne:\n";
        let map = |entries: &[(&str, Yaml)]| {
            Yaml::Map(entries.iter().map(|(key, value)| ((*key).into(), value.clone())).collect())
        };
        let expected = map(&[
            ("a", text("x # y")),
            ("b", Yaml::List(vec![map(&[("p", text("1")), ("q", text("two"))]), text("three")])),
            ("c", Yaml::List(vec![text("4"), map(&[("d", text("5"))])])),
            ("e", text("")),
        ]);
        assert_eq!(Yaml::parse(yaml), Ok(expected));
    }

    #[test]
    fn what_is_not_known_is_refused() {
        let check = |yaml: &str| assert!(Yaml::parse(yaml).is_err(), "{yaml}");
        check("a: {b: 1}\n");
        check("a: |\n  text\n");
        check("a: &x 1\n");
        check("a: 1\n   b: 2\n");
        check("a: 1\nhello\n");
    }

    #[test]
    fn odd_texts_do_no_harm() {
        for yaml in ["", "-", ":", "- - - a", "'", "a:\n\tb", "\u{feff}a: 1", "- a: 1\n b: 2"] {
            let _ = Yaml::parse(yaml);
        }
    }
}
