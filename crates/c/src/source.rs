//! The text of a program, never changed, and places in it.

use std::{borrow::Cow, collections::BTreeSet, fmt};

/// A range of bytes in a [`Source`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Span {
    /// Offset of the first byte.
    pub start: u32,
    /// Offset after the last byte.
    pub end: u32,
}

impl Span {
    /// The bytes from `start` up to, not including, `end`.
    pub fn new(start: u32, end: u32) -> Self {
        Self { start, end }
    }

    /// Whether there is nothing in it.
    pub fn is_empty(self) -> bool {
        self.end <= self.start
    }

    /// Whether all of `other` lies in it.
    pub fn contains(self, other: Span) -> bool {
        self.start <= other.start && other.end <= self.end
    }
}

/// A place as people name it. Lines and columns count from 1, columns in bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Location {
    /// The file, according to the line markers of the preprocessor.
    pub file: String,
    /// The line in that file.
    pub line: u32,
    /// The byte in that line.
    pub column: u32,
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.file, self.line, self.column)
    }
}

/// The preprocessed text that was parsed: the text that all [`Span`]s point into.
#[derive(Clone, Debug)]
pub struct Source {
    name: String,
    bytes: Vec<u8>,
    line_starts: Vec<u32>,
    markers: Vec<Marker>,
}

/// `# 12 "file.h"`: what the next line is called.
#[derive(Clone, Debug)]
struct Marker {
    /// Index of the line after the marker.
    next_line: u32,
    line: u32,
    file: Option<String>,
}

impl Source {
    pub(crate) fn new(name: String, bytes: Vec<u8>) -> Self {
        let mut line_starts = vec![0];
        line_starts
            .extend((0u32..).zip(&bytes).filter(|(_, byte)| **byte == b'\n').map(|(at, _)| at + 1));
        let mut source = Self { name, bytes, line_starts, markers: Vec::new() };
        source.markers = (0..source.line_starts.len())
            .filter_map(|index| marker(source.line(index), index as u32 + 1))
            .collect();
        source
    }

    /// The same with other names for the files of its line markers. Names such as `<built-in>` are those of no file.
    pub(crate) fn with_files(mut self, name: impl Fn(&str) -> String) -> Self {
        for file in self.markers.iter_mut().filter_map(|marker| marker.file.as_mut()) {
            if !file.starts_with('<') {
                *file = name(file);
            }
        }
        self
    }

    /// The files that its text comes from, by its line markers.
    pub fn files(&self) -> BTreeSet<&str> {
        let named = self.markers.iter().filter_map(|marker| marker.file.as_deref());
        named.chain([self.name.as_str()]).collect()
    }

    /// The offset at which a text that is appended begins.
    pub(crate) fn next(&self) -> u32 {
        let ended = self.bytes.last().is_none_or(|byte| *byte == b'\n');
        self.bytes.len() as u32 + u32::from(!ended)
    }

    /// Adds the text of another file.
    pub(crate) fn append(&mut self, other: Source) {
        if self.next() as usize > self.bytes.len() {
            self.bytes.push(b'\n');
            self.line_starts.push(self.bytes.len() as u32);
        }
        let named = |marker: Option<&Marker>| marker.is_some_and(|marker| marker.next_line == 0);
        if !named(self.markers.first()) {
            self.markers.insert(0, Marker { next_line: 0, line: 1, file: Some(self.name.clone()) });
        }
        // The last line is empty, and becomes the first one of the other text.
        self.line_starts.pop();
        let (base, lines) = (self.bytes.len() as u32, self.line_starts.len() as u32);
        self.markers.push(Marker { next_line: lines, line: 1, file: Some(other.name) });
        self.markers.extend(
            other
                .markers
                .into_iter()
                .map(|marker| Marker { next_line: marker.next_line + lines, ..marker }),
        );
        self.line_starts.extend(other.line_starts.into_iter().map(|start| start + base));
        self.bytes.extend(other.bytes);
    }

    /// Gives it the name of one of its files: the one that listings are made of.
    pub fn rename(&mut self, name: &str) {
        name.clone_into(&mut self.name);
    }

    /// The name that it was read under.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// All bytes. C sources need not be UTF-8.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The text of a range; bytes outside the source count as absent, bytes that are not UTF-8 are
    /// replaced.
    pub fn slice(&self, span: Span) -> Cow<'_, str> {
        let end = (span.end as usize).min(self.bytes.len());
        let start = (span.start as usize).min(end);
        String::from_utf8_lossy(&self.bytes[start..end])
    }

    /// The text of a range on one line, without what the preprocessor says about lines in it.
    pub fn words(&self, span: Span) -> String {
        let text = self.slice(span);
        let lines = text.lines().filter(|line| !line.starts_with("# "));
        lines.flat_map(str::split_whitespace).collect::<Vec<_>>().join(" ")
    }

    /// Where the byte at `offset` is, in the terms of the file before preprocessing.
    pub fn locate(&self, offset: u32) -> Location {
        let index = self.line_starts.partition_point(|start| *start <= offset).max(1) - 1;
        let column = offset - self.line_starts[index] + 1;
        let index = index as u32;
        let before = self.markers.partition_point(|marker| marker.next_line <= index);
        let (file, line) = match self.markers[..before].last() {
            Some(marker) => (self.file_at(before), marker.line + (index - marker.next_line)),
            None => (self.name.clone(), index + 1),
        };
        Location { file, line, column }
    }

    /// The text of the line before preprocessing that a byte comes from, and where the byte is in it. The preprocessor cuts a
    /// line where a macro of a system header begins and ends.
    pub fn whole_line(&self, offset: u32) -> (String, usize) {
        let own = self.line_starts.partition_point(|start| *start <= offset).max(1) - 1;
        let place = |index: usize| {
            let Location { file, line, .. } = self.locate(self.line_starts[index]);
            (file, line)
        };
        let here = place(own);
        let is_marker = |index: usize| marker(self.line(index), 0).is_some();
        let belongs = |index: &usize| is_marker(*index) || place(*index) == here;
        let first = (0..own).rev().take_while(belongs).last().unwrap_or(own);
        let after = self.line_starts.len().min(own + 1);
        let behind = (after..self.line_starts.len()).take_while(belongs);
        let mut text = String::new();
        let mut at = 0;
        for index in (first..=own).chain(behind).filter(|index| *index == own || !is_marker(*index))
        {
            let piece = self.line(index);
            if index == own {
                let before = &piece[..(offset - self.line_starts[own]) as usize];
                at = text.len() + String::from_utf8_lossy(before).len();
            }
            text.push_str(String::from_utf8_lossy(piece).trim_end_matches(['\n', '\r']));
            text.push(' ');
        }
        text.pop();
        (text, at)
    }

    fn file_at(&self, before: usize) -> String {
        let named = self.markers[..before].iter().rev().find_map(|marker| marker.file.clone());
        named.unwrap_or_else(|| self.name.clone())
    }

    fn line(&self, index: usize) -> &[u8] {
        let start = self.line_starts[index] as usize;
        let end = self.line_starts.get(index + 1).map_or(self.bytes.len(), |next| *next as usize);
        &self.bytes[start..end]
    }
}

/// Reads `# 12 "file.h" 1 3` and `#line 12 "file.h"`.
fn marker(line: &[u8], next_line: u32) -> Option<Marker> {
    let line = std::str::from_utf8(line).ok()?.trim();
    let rest = line.strip_prefix('#')?.trim_start();
    let rest = rest.strip_prefix("line").unwrap_or(rest).trim_start();
    let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    let number = rest[..digits].parse().ok()?;
    let file = rest[digits..].trim_start().strip_prefix('"');
    let file = file.and_then(|name| name.split('"').next()).map(str::to_owned);
    Some(Marker { next_line, line: number, file })
}

/// Where the number ends that begins at an offset; none if none begins there. C23 separates digits by quotes.
pub(crate) fn number_end(text: &[u8], at: usize) -> Option<usize> {
    let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    let inside = at.checked_sub(1).and_then(|before| text.get(before)).is_some_and(is_word);
    if inside || !text.get(at)?.is_ascii_digit() {
        return None;
    }
    let mut end = at;
    loop {
        match text[end..] {
            [byte, ..] if is_word(&byte) => end += 1,
            [b'\'', next, ..] if is_word(&next) => end += 2,
            _ => return Some(end),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, needle: &str, expected: &str) {
        let source = Source::new("t.c".into(), text.into());
        let offset = text.find(needle).expect("the needle is in the text") as u32;
        assert_eq!(source.locate(offset).to_string(), expected);
    }

    #[test]
    fn lines_count_from_one() {
        check("int a;\nint b;\n", "int a", "t.c:1:1");
        check("int a;\nint b;\n", "b;", "t.c:2:5");
    }

    #[test]
    fn markers_rename_lines() {
        check("# 7 \"x.h\" 1 3\nint a;\nint b;\n", "a", "x.h:7:5");
        check("# 7 \"x.h\"\nint a;\n#line 90\n\nint b;\n", "b;", "x.h:91:5");
        check("int z;\n# 7 \"x.h\"\nint a;\n", "z", "t.c:1:5");
    }

    #[test]
    fn a_line_is_whole_that_a_macro_cut() {
        let text = "int x;\n# 2 \"t.c\"\nf(p); \n# 2 \"t.c\" 3 4\n  if (\n# 2 \"t.c\"\n  p\n# 2 \"t.c\" 3 4\n  )\n\
            # 2 \"t.c\"\n  ;\nint y;\n";
        let source = Source::new("t.c".into(), text.into());
        let offset = text.find("  p\n").expect("it is there") as u32 + 2;
        let (whole, at) = source.whole_line(offset);
        assert_eq!((&*whole, &whole[at..at + 1]), ("f(p);    if (   p   )   ;", "p"));
        assert_eq!(source.whole_line(4), ("int x;".to_owned(), 4));
    }

    #[test]
    fn texts_are_appended_with_their_names() {
        for first in ["int a;\nint b;\n", "int a;\nint b;"] {
            let mut source = Source::new("a.c".into(), first.into());
            let base = source.next();
            let second = "int c;\n# 7 \"x.h\"\nint d;\n";
            source.append(Source::new("b.c".into(), second.into()));
            source.append(Source::new("c.c".into(), b"int e;".to_vec()));
            source.rename("b.c");
            let place = |needle: &str| {
                let text = String::from_utf8_lossy(source.bytes()).into_owned();
                source.locate(text.find(needle).expect("it is there") as u32).to_string()
            };
            assert_eq!(source.slice(Span::new(base, base + 6)), "int c;");
            assert_eq!(place("b;"), "a.c:2:5");
            assert_eq!(place("c;"), "b.c:1:5");
            assert_eq!(place("d;"), "x.h:7:5");
            assert_eq!(place("e;"), "c.c:1:5");
        }
    }

    #[test]
    fn words_are_without_line_markers() {
        let text = "x ==\n# 7 \"x.h\" 3 4\n  (1 +\n 2)\n# 8 \"t.c\"\n ;";
        let source = Source::new("t.c".into(), text.into());
        assert_eq!(source.words(Span::new(0, text.len() as u32)), "x == (1 + 2) ;");
    }

    #[test]
    fn numbers_have_separators() {
        let check = |text: &str, at, end| assert_eq!(number_end(text.as_bytes(), at), end);
        check("1'000'000;", 0, Some(9));
        check("0x1'f'", 0, Some(5));
        check("u8'a'", 1, None);
        check("'1'", 0, None);
        check("7", 0, Some(1));
    }

    #[test]
    fn slices_outside_are_empty() {
        let source = Source::new("t.c".into(), b"\xff;".to_vec());
        assert_eq!(source.slice(Span::new(0, 2)), "\u{fffd};");
        assert_eq!(source.slice(Span::new(7, 9)), "");
        assert_eq!(source.locate(9).column, 10);
    }
}
