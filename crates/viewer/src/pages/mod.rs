//! The pages, and the parts that several of them have.

pub mod analysis;
pub mod campaign;
pub mod compare;
pub mod comparison;
pub mod depends;
pub mod figures;
pub mod finding;
pub mod findings;
pub mod laws;
pub mod overview;
pub mod program;
pub mod scratchpad;

use std::fmt::Write;

use soundline_report::escape::Escaped;

use crate::site::Context;
use crate::summary::Tone;

/// How many rows a page has.
pub const ROWS: usize = 50;

/// A word in a colour.
pub fn pill(tone: Tone, text: &str) -> String {
    let class = match tone {
        Tone::Good => "good",
        Tone::Bad => "bad",
        Tone::Doubt => "doubt",
        Tone::Quiet => "quiet",
    };
    format!("<span class=\"pill {class}\">{}</span>", Escaped(text))
}

/// A form that asks for the same page with other answers. It needs no script; on pages that are files there is none.
pub struct Filters<'a> {
    context: &'a Context<'a>,
    fields: String,
}

impl<'a> Filters<'a> {
    /// A form without fields.
    pub fn new(context: &'a Context<'a>) -> Filters<'a> {
        Filters { context, fields: String::new() }
    }

    /// A choice between values, or all.
    pub fn choice<V: AsRef<str>>(self, key: &str, label: &str, values: &[V]) -> Filters<'a> {
        self.option(key, label, values, "all")
    }

    /// A choice between values, and what is shown for none.
    pub fn option<V: AsRef<str>>(
        mut self,
        key: &str,
        label: &str,
        values: &[V],
        none: &str,
    ) -> Filters<'a> {
        let chosen = self.context.here.get(key);
        let _ = write!(
            self.fields,
            "<label>{}<select name=\"{key}\"><option value=\"\">{}</option>",
            Escaped(label),
            Escaped(none)
        );
        for value in values.iter().map(AsRef::as_ref) {
            let mark = if value == chosen { " selected=\"\"" } else { "" };
            let value = Escaped(value);
            let _ = write!(self.fields, "<option value=\"{value}\"{mark}>{value}</option>");
        }
        self.fields.push_str("</select></label>");
        self
    }

    /// A field for text.
    pub fn text(mut self, key: &str, label: &str) -> Filters<'a> {
        let _ = write!(
            self.fields,
            "<label>{}<input type=\"search\" name=\"{key}\" value=\"{}\" maxlength=\"200\"/></label>",
            Escaped(label),
            Escaped(self.context.here.get(key))
        );
        self
    }

    /// As an element of the page.
    pub fn html(self) -> String {
        if self.context.is_file() {
            return String::new();
        }
        let bare = self.context.here.bare();
        format!(
            "<form class=\"filters\" role=\"search\" method=\"get\" action=\"{}\">{}\
             <button type=\"submit\">Show</button><a href=\"{}\">Reset</a></form>\n",
            self.context.href(&bare),
            self.fields,
            self.context.href(&bare)
        )
    }
}

/// Which rows of so many a page shows.
pub struct Paging {
    /// The number of the page, from 1.
    page: usize,
    pages: usize,
    /// The rows in all.
    all: usize,
}

impl Paging {
    /// The rows of the page that is asked for.
    pub fn of(context: &Context, all: usize) -> Paging {
        let pages = all.div_ceil(ROWS).max(1);
        Paging { page: context.here.number("page").unwrap_or(1).clamp(1, pages), pages, all }
    }

    /// The rows.
    pub fn range(&self) -> std::ops::Range<usize> {
        let first = (self.page - 1) * ROWS;
        first..(first + ROWS).min(self.all)
    }

    /// Links to the pages around.
    pub fn html(&self, context: &Context) -> String {
        if self.pages == 1 {
            return String::new();
        }
        let mut out = "<nav class=\"pager\" aria-label=\"Pages\">".to_string();
        let mut link = |page: usize, text: &str| {
            if (1..=self.pages).contains(&page) && page != self.page {
                let number = if page == 1 { String::new() } else { page.to_string() };
                let address = context.here.clone().with("page", number);
                let _ = write!(out, "<a href=\"{}\">{text}</a>", context.href(&address));
            }
        };
        link(1, "First");
        link(self.page - 1, "Previous");
        link(self.page + 1, "Next");
        link(self.pages, "Last");
        let range = self.range();
        let _ = writeln!(
            out,
            "<span>{} to {} of {}</span></nav>",
            range.start + 1,
            range.end,
            soundline_report::number::grouped(self.all as u64)
        );
        out
    }
}

/// The key as a field of a form.
pub fn key_field(key: &str) -> String {
    format!("<input type=\"hidden\" name=\"key\" value=\"{}\"/>", Escaped(key))
}

/// Whether a text has another one in it, whatever the case of its letters.
pub fn has(text: &str, part: &str) -> bool {
    part.is_empty() || text.to_lowercase().contains(&part.to_lowercase())
}
