//! Byte-exact changes of a text: what is not touched stays as it was.

use crate::{Source, Span};

/// Changes to be made to a [`Source`] at once. All offsets are those of the unchanged text, in
/// any order. Changes around nested ranges nest.
///
/// ```
/// use soundline_c::{Edits, Span};
///
/// let mut edits = Edits::new();
/// edits.wrap(Span::new(4, 5), "(", ")");
/// edits.wrap(Span::new(4, 9), "f(", ")");
/// edits.insert(10, " /* end */");
/// assert_eq!(edits.apply(b"y = x + 1;"), Ok(b"y = f((x) + 1); /* end */".to_vec()));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Edits {
    edits: Vec<Edit>,
}

#[derive(Clone, Debug)]
struct Edit {
    at: u32,
    /// Where the replaced text ends; `at` for an insertion.
    until: u32,
    order: Order,
    text: String,
}

/// Which of several texts at one offset comes first: what closes the innermost range, what closes
/// outer ones, what comes first, plain insertions, what opens the outermost range, what opens inner ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Order {
    Close(std::cmp::Reverse<u32>),
    First,
    Plain,
    Open(std::cmp::Reverse<u32>),
    Replace,
}

/// Two changes of the same bytes.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("two changes overlap at byte {at}, or one lies outside the text")]
pub struct Overlap {
    /// Where the second starts.
    pub at: u32,
}

impl Edits {
    /// No changes.
    pub fn new() -> Self {
        Self::default()
    }

    /// Puts `text` before the byte at `offset`, after earlier insertions there.
    pub fn insert(&mut self, offset: u32, text: impl Into<String>) {
        self.push(offset, offset, Order::Plain, text.into());
    }

    /// Puts text at an offset, before other insertions there.
    pub fn insert_first(&mut self, offset: u32, text: impl Into<String>) {
        self.push(offset, offset, Order::First, text.into());
    }

    /// Puts text around a range. Of ranges in each other the outer text is outside; of equal ranges,
    /// what was asked for first is outside.
    pub fn wrap(&mut self, span: Span, before: impl Into<String>, after: impl Into<String>) {
        use std::cmp::Reverse;
        self.push(span.start, span.start, Order::Open(Reverse(span.end)), before.into());
        self.push(span.end, span.end, Order::Close(Reverse(span.start)), after.into());
    }

    /// Puts `text` in the place of a range.
    pub fn replace(&mut self, span: Span, text: impl Into<String>) {
        self.push(span.start, span.end, Order::Replace, text.into());
    }

    /// Whether nothing would change.
    pub fn is_empty(&self) -> bool {
        self.edits.is_empty()
    }

    /// The changed text of a source.
    pub fn apply_to(&self, source: &Source) -> Result<Vec<u8>, Overlap> {
        self.apply(source.bytes())
    }

    /// The changed text. An error if a replaced range overlaps another change or the end.
    pub fn apply(&self, bytes: &[u8]) -> Result<Vec<u8>, Overlap> {
        let mut changed = Vec::with_capacity(bytes.len());
        let mut done = 0;
        for edit in self.sorted() {
            let untouched = bytes.get(done..edit.at as usize).ok_or(Overlap { at: edit.at })?;
            changed.extend_from_slice(untouched);
            changed.extend_from_slice(edit.text.as_bytes());
            done = edit.until as usize;
        }
        let tail = bytes.get(done..).ok_or(Overlap { at: done as u32 })?;
        changed.extend_from_slice(tail);
        Ok(changed)
    }

    /// In the order of the text. Closers of equal ranges come last asked first.
    fn sorted(&self) -> Vec<&Edit> {
        let mut sorted: Vec<(usize, &Edit)> = self.edits.iter().enumerate().collect();
        sorted.sort_by_key(|(asked, edit)| {
            let asked = *asked as i64;
            let closes = matches!(edit.order, Order::Close(_));
            (edit.at, edit.order, if closes { -asked } else { asked })
        });
        sorted.into_iter().map(|(_, edit)| edit).collect()
    }

    fn push(&mut self, at: u32, until: u32, order: Order, text: String) {
        self.edits.push(Edit { at, until, order, text });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, edit: impl FnOnce(&mut Edits), expected: &str) {
        let mut edits = Edits::new();
        edit(&mut edits);
        let changed = edits.apply(text.as_bytes()).expect("no overlap");
        assert_eq!(String::from_utf8_lossy(&changed), expected);
    }

    #[test]
    fn nothing_changes_nothing() {
        check("int x;", |_| (), "int x;");
    }

    #[test]
    fn ranges_nest_in_any_order() {
        let inner = Span::new(0, 1);
        let outer = Span::new(0, 3);
        check("a+b", |e| (e.wrap(inner, "[", "]"), e.wrap(outer, "{", "}")).0, "{[a]+b}");
        check("a+b", |e| (e.wrap(outer, "{", "}"), e.wrap(inner, "[", "]")).0, "{[a]+b}");
    }

    #[test]
    fn ranges_that_touch_stay_apart() {
        let first = Span::new(0, 1);
        let second = Span::new(1, 2);
        check("ab", |e| (e.wrap(second, "{", "}"), e.wrap(first, "[", "]")).0, "[a]{b}");
    }

    #[test]
    fn equal_ranges_nest_first_outside() {
        let span = Span::new(0, 1);
        check("a", |e| (e.wrap(span, "{", "}"), e.wrap(span, "[", "]")).0, "{[a]}");
    }

    #[test]
    fn replacements_and_insertions_mix() {
        let edit = |e: &mut Edits| {
            e.replace(Span::new(0, 3), "long");
            e.insert(0, "/**/");
            e.insert(6, "!");
        };
        check("int x;", edit, "/**/long x;!");
    }

    #[test]
    fn overlaps_are_errors() {
        let mut edits = Edits::new();
        edits.replace(Span::new(0, 3), "");
        edits.insert(2, "x");
        assert_eq!(edits.apply(b"abcd"), Err(Overlap { at: 2 }));
        let mut edits = Edits::new();
        edits.insert(9, "x");
        assert_eq!(edits.apply(b"abcd"), Err(Overlap { at: 9 }));
    }
}
