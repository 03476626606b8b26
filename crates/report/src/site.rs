//! Pages that belong together, with one style sheet and one script beside them: what `soundline serve` shows.
//!
//! They are made of the same parts as `report.html`, which carries both along. Nothing stands between the lines here: a
//! server can forbid scripts and styles in its pages altogether.

mod text;

pub use text::{Cut, Listing};

use std::fmt::Write;

use crate::escape::Escaped;
use crate::{analysis, comparison, diagram, html, picture};

/// How the pages look: all that single pages look like, and what only these have.
pub fn style() -> String {
    [
        html::STYLE,
        comparison::html::STYLE,
        analysis::html::STYLE,
        comparison::plot::STYLE,
        picture::STYLE,
        diagram::STYLE,
        include_str!("site/site.css"),
    ]
    .concat()
}

/// What pages do beyond showing: sorting tables, copying, progress.
pub fn script() -> String {
    [html::SCRIPT, include_str!("site/site.js")].concat()
}

/// A picture without the style that it brings along: the style sheet has it.
pub fn unstyled(svg: &str) -> String {
    match (svg.find("<style>"), svg.find("</style>")) {
        (Some(from), Some(to)) if from < to => {
            [&svg[..from], &svg[to + "</style>".len()..]].concat()
        }
        _ => svg.to_string(),
    }
}

/// A page.
#[derive(Clone, Debug, Default)]
pub struct Page {
    /// What it is about.
    pub title: String,
    /// The line below the title, as HTML.
    pub lead: String,
    /// The way to the page: addresses and names.
    pub trail: Vec<(String, String)>,
    /// Its sections, as HTML.
    pub body: String,
}

impl Page {
    /// The whole page; style and script are at `root`, which is empty or ends with a slash.
    pub fn render(&self, root: &str) -> String {
        let mut trail = String::new();
        for (address, name) in &self.trail {
            let _ =
                write!(trail, "<li><a href=\"{}\">{}</a></li>", Escaped(address), Escaped(name));
        }
        if !trail.is_empty() {
            trail = format!(
                "<nav aria-label=\"Where you are\"><ol class=\"trail\">{trail}</ol></nav>\n"
            );
        }
        let header = format!(
            "<a class=\"skip\" href=\"#content\">Skip to the content</a>\n<header>\n{trail}\
             <h1>{}</h1><p class=\"lead\">{}</p></header>\n",
            Escaped(&self.title),
            self.lead
        );
        let parts = (
            format!("<link rel=\"stylesheet\" href=\"{root}style.css\">"),
            format!("<script src=\"{root}script.js\"></script>"),
        );
        let body = format!("<div id=\"content\">\n{}</div>\n", self.body);
        let title = format!("{} · Soundline", self.title);
        html::document(&title, (&parts.0, &parts.1), &header, &body, ".")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_brings_no_style_and_no_script_of_its_own() {
        let page = Page {
            title: "<b>".into(),
            lead: "all".into(),
            trail: vec![("/".into(), "Results & more".into())],
            body: unstyled("<svg><style>.a{}</style><path/></svg>"),
        };
        let text = page.render("../");
        assert!(text.contains("href=\"../style.css\"") && text.contains("src=\"../script.js\""));
        assert!(!text.contains("<style") && !text.contains("<script>"), "{text}");
        assert!(text.contains("&lt;b&gt; · Soundline") && text.contains("Results &amp; more"));
        assert!(text.contains("<svg><path/></svg>"));
    }

    #[test]
    fn the_style_sheet_has_what_pictures_need() {
        let style = style();
        for part in [".picture .edge", ".issues .must", ".source pre", ".trail"] {
            assert!(style.contains(part), "{part}");
        }
    }
}
