//! The lines of a file as its author wrote them, and where the ranges of the parsed text are in them.
//!
//! What was parsed may have gone through the preprocessor: headers stand in it, and macros are
//! expanded. Line markers tell the line of each byte. The column is only right where no macro stood
//! before it in that line, so it is compared with the line itself. What a macro made is at the place where the macro is used.

use super::{occurrence::occurrence, uses::written_as};
use soundline_c::{Program, Span};

/// The lines of a file.
#[derive(Debug)]
pub struct Listing<'p> {
    program: &'p Program,
    name: String,
    lines: Vec<String>,
    /// Where the lines start, if the parsed text is the file, byte for byte.
    starts: Option<Vec<u32>>,
}

/// A range in one line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Mark {
    /// Which line, from 1.
    pub line: u32,
    /// Its first byte in the line, from 0.
    pub from: usize,
    /// The byte after its last one in that line.
    pub to: usize,
}

impl<'p> Listing<'p> {
    /// The lines of the file that a program was read from, if its text is at hand, or else of the text
    /// that was parsed.
    pub fn new(program: &'p Program, original: Option<&[u8]>) -> Self {
        let text = original.unwrap_or(program.source.bytes());
        let lines = text.split(|byte| *byte == b'\n').map(line).collect();
        let name = program.source.name().to_owned();
        let starts = (text == program.source.bytes()).then(|| starts(text));
        Self { program, name, lines, starts }
    }

    /// The name of the file.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The lines, without their ends. A file that ends in a line feed has an empty last line.
    pub fn lines(&self) -> &[String] {
        &self.lines
    }

    /// A line, by its number.
    pub fn line(&self, number: u32) -> &str {
        self.lines.get(number as usize - 1).map_or("", String::as_str)
    }

    /// Where a range starts, up to the end of its first line; none if it is in another file.
    pub fn mark(&self, span: Span) -> Option<Mark> {
        let text = self.program.source.slice(span);
        let text = text.lines().next().unwrap_or("").trim_end();
        let (line, column) = self.line_of(span.start)?;
        let whole = self.lines.get(line as usize - 1)?;
        let (expanded, at) = self.program.source.whole_line(span.start);
        let is_exact = whole.get(..column) == expanded.get(..at)
            && whole.get(column..).is_some_and(|rest| rest.starts_with(text));
        let found = match is_exact {
            true => Some(column),
            false => occurrence(whole, &expanded, at, text),
        };
        let (from, to) = match found {
            Some(from) => (from, from + text.len()),
            None => match written_as(whole, &expanded, at..at + text.len()) {
                Some(bytes) => (bytes.start, bytes.end),
                None => (whole.len() - whole.trim_start().len(), whole.trim_end().len()),
            },
        };
        Some(Mark { line, from, to })
    }

    /// The line of the parsed text that a byte is in.
    pub(crate) fn expanded(&self, offset: u32) -> String {
        let bytes = self.program.source.bytes();
        let (before, behind) = bytes.split_at(offset as usize);
        let start = before.iter().rposition(|byte| *byte == b'\n').map_or(0, |feed| feed + 1);
        let end = behind.iter().position(|byte| *byte == b'\n').unwrap_or(behind.len());
        String::from_utf8_lossy(&bytes[start..before.len() + end]).into_owned()
    }

    /// The line and the byte in it, from 0, if a byte stands in the file exactly as it was parsed.
    pub fn exact(&self, offset: u32, length: u32) -> Option<(u32, usize)> {
        let (line, column) = self.line_of(offset)?;
        let text = self.program.source.slice(Span::new(offset, offset + length));
        let whole = self.lines.get(line as usize - 1)?;
        whole.get(column..)?.starts_with(&*text).then_some((line, column))
    }

    /// The line of a byte and its column from 0, as the line markers have it. Those of a file that was
    /// preprocessed before it came here are part of it and say nothing.
    fn line_of(&self, offset: u32) -> Option<(u32, usize)> {
        if let Some(starts) = &self.starts {
            let line = starts.partition_point(|start| *start <= offset).max(1);
            return Some((line as u32, (offset - starts[line - 1]) as usize));
        }
        let location = self.program.source.locate(offset);
        (location.file == self.name).then_some((location.line, location.column as usize - 1))
    }
}

fn starts(text: &[u8]) -> Vec<u32> {
    let feeds = (0u32..).zip(text).filter(|(_, byte)| **byte == b'\n');
    std::iter::once(0).chain(feeds.map(|(at, _)| at + 1)).collect()
}

fn line(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes.strip_suffix(b"\r").unwrap_or(bytes)).into_owned()
}
