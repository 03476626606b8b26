//! What depends on what, as boxes in columns with arrows between them: bounds and checks that others rest on, what was
//! assumed because of them, and what holds only with that.

use std::fmt::Write;

use crate::diagram::{self, HEIGHT, LETTER, shortened};
use crate::escape::Escaped;

/// The most characters of a box; all of it is in its title.
const LETTERS: usize = 34;
const ROW: f64 = 36.0;
/// What lies between two columns, for the arrows.
const BETWEEN: f64 = 90.0;

/// A box.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// What is written in it.
    pub text: String,
    /// Where it leads.
    pub link: Option<String>,
    /// How it is coloured: a class of the style sheet, or nothing.
    pub class: &'static str,
}

/// Boxes in columns, and the arrows from one column to the next.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Arrows {
    columns: Vec<(String, Vec<Item>)>,
    /// For each column but the first, from where to where.
    arrows: Vec<Vec<(usize, usize)>>,
}

impl Arrows {
    /// A picture with headings.
    pub fn new(headings: &[&str]) -> Arrows {
        let columns = headings.iter().map(|heading| (heading.to_string(), Vec::new())).collect();
        Arrows { columns, arrows: vec![Vec::new(); headings.len().saturating_sub(1)] }
    }

    /// Its place in a column; a box that is there already is not added again.
    pub fn place(&mut self, column: usize, item: Item) -> usize {
        let items = &mut self.columns[column].1;
        items.iter().position(|known| *known == item).unwrap_or_else(|| {
            items.push(item);
            items.len() - 1
        })
    }

    /// An arrow from a box of a column to one of the next.
    pub fn arrow(&mut self, column: usize, from: usize, to: usize) {
        if !self.arrows[column].contains(&(from, to)) {
            self.arrows[column].push((from, to));
        }
    }

    /// The picture as a figure; empty if there is no arrow.
    pub fn figure(&self, caption: &str) -> String {
        if self.arrows.iter().all(Vec::is_empty) {
            return String::new();
        }
        let widths: Vec<f64> = self
            .columns
            .iter()
            .map(|(heading, items)| {
                let texts = items.iter().map(|item| item.text.as_str()).chain([heading.as_str()]);
                let longest = texts.map(|text| text.chars().count().min(LETTERS + 1)).max();
                longest.unwrap_or(0) as f64 * LETTER + 16.0
            })
            .collect();
        let rows = self.columns.iter().map(|(_, items)| items.len()).max().unwrap_or(0);
        let height = ROW * (rows + 1) as f64 + 8.0;
        let width = widths.iter().sum::<f64>() + BETWEEN * (widths.len() - 1) as f64 + 4.0;
        let left =
            |column: usize| 2.0 + widths[..column].iter().sum::<f64>() + BETWEEN * column as f64;
        // Columns with fewer boxes are spread over the same height.
        let middle = |column: usize, row: usize| {
            let count = self.columns[column].1.len();
            ROW + 4.0 + ROW * rows as f64 * (row as f64 + 0.5) / count as f64
        };
        let mut out = String::new();
        for (column, arrows) in self.arrows.iter().enumerate() {
            let (from, to) = (left(column) + widths[column], left(column + 1));
            let bend = BETWEEN / 2.0;
            for &(a, b) in arrows {
                let (y1, y2) = (middle(column, a), middle(column + 1, b));
                let _ = write!(
                    out,
                    "<path class=\"line\" d=\"M{from:.1} {y1:.1}C{:.1} {y1:.1} {:.1} {y2:.1} {:.1} {y2:.1}\"/>\
                     <path class=\"tip\" d=\"M{to:.1} {y2:.1}l-8 -4v8z\"/>",
                    from + bend,
                    to - bend,
                    to - 7.0
                );
            }
        }
        for (column, (heading, items)) in self.columns.iter().enumerate() {
            let x = left(column);
            let _ = write!(
                out,
                "<text class=\"heading\" x=\"{x:.1}\" y=\"18\">{}</text>",
                Escaped(heading)
            );
            for (row, item) in items.iter().enumerate() {
                draw(&mut out, item, (x, middle(column, row)), widths[column]);
            }
        }
        let shown = Escaped(caption).to_string();
        diagram::figure(("arrows", caption), (width, height), &out, &shown)
    }
}

fn draw(out: &mut String, item: &Item, (x, y): (f64, f64), width: f64) {
    let shown = shortened(&item.text, LETTERS);
    if let Some(link) = &item.link {
        let _ = write!(out, "<a href=\"{}\">", Escaped(link));
    }
    let _ = write!(
        out,
        "<g class=\"box {}\"><title>{}</title><rect x=\"{x:.1}\" y=\"{:.1}\" width=\"{width:.1}\" height=\"{HEIGHT}\" \
         rx=\"5\"/><text x=\"{:.1}\" y=\"{:.1}\">{}</text></g>",
        item.class,
        Escaped(&item.text),
        y - HEIGHT / 2.0,
        x + 8.0,
        y + 4.5,
        Escaped(shown)
    );
    if item.link.is_some() {
        out.push_str("</a>");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn item(text: &str) -> Item {
        Item { text: text.into(), link: Some("#a\"b".into()), class: "" }
    }

    #[test]
    fn boxes_and_arrows_are_there_once() {
        let mut arrows = Arrows::new(&["Because", "Assumed", "Depends"]);
        assert_eq!(arrows.figure("nothing"), "");
        let because = arrows.place(0, item("<widenings>"));
        let assumed = arrows.place(1, item(&"x".repeat(50)));
        assert_eq!(arrows.place(0, item("<widenings>")), because);
        arrows.arrow(0, because, assumed);
        arrows.arrow(0, because, assumed);
        for text in ["one", "two"] {
            let depends = arrows.place(2, item(text));
            arrows.arrow(1, assumed, depends);
        }
        let figure = arrows.figure("What depends on what");
        crate::nesting::check_nesting(&format!("<body>{figure}<script>"));
        assert_eq!(figure.matches("class=\"line\"").count(), 3, "{figure}");
        assert_eq!(figure.matches("<rect").count(), 4);
        assert!(figure.contains("&lt;widenings&gt;") && figure.contains("href=\"#a&quot;b\""));
        assert!(figure.contains(&format!("{}…", "x".repeat(34))));
    }
}
