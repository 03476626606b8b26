//! A table of text: the one shape that is printed, put into HTML, and pasted into documents.

use std::fmt::Write;
use std::ops::Range;

use crate::escape::Escaped;
use crate::style::{DIM, HEAD};
use crate::text::{WIDTH, folded};

/// How many letters fit beside each other on a page that is 1280 pixels wide.
const PAGE: usize = 110;

/// A table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Grid {
    /// What it shows.
    pub title: String,
    /// What stands above the names of the rows.
    pub corner: String,
    /// The headings.
    pub columns: Vec<String>,
    /// The rows: a name and cells. Lines in a cell are a main thing and what is less important.
    pub rows: Vec<(String, Vec<String>)>,
    /// What a reader has to know.
    pub note: String,
}

impl Grid {
    /// Without columns in which nothing is counted.
    pub fn without_empty_columns(mut self) -> Grid {
        let empty = |cell: &String| matches!(cell.as_str(), "·" | "0" | "");
        let full = |column: usize| self.rows.iter().any(|(_, cells)| !empty(&cells[column]));
        let kept: Vec<usize> = (0..self.columns.len()).filter(|column| full(*column)).collect();
        let pick = |cells: &[String]| kept.iter().map(|column| cells[*column].clone()).collect();
        self.rows = self.rows.iter().map(|(name, cells)| (name.clone(), pick(cells))).collect();
        self.columns = pick(&self.columns);
        self
    }

    /// As lines for a terminal, at most [`WIDTH`] columns wide where a single column allows it: columns
    /// that do not fit follow below, with the names of the rows again.
    pub fn text(&self) -> String {
        let width = |text: &String| text.chars().count();
        let names = self.rows.iter().map(|(name, _)| width(name));
        let first = names.chain([width(&self.corner)]).max().unwrap_or(0);
        let wide = |column: usize| {
            let cells = self.rows.iter().filter_map(|(_, cells)| cells.get(column)).map(width);
            cells.chain([width(&self.columns[column])]).max().unwrap_or(0)
        };
        let widths: Vec<usize> = (0..self.columns.len()).map(wide).collect();
        let mut text = format!("{HEAD}{}{HEAD:#}\n", folded(&self.title, 2));
        for (number, part) in parts(first, &widths, WIDTH, 2).into_iter().enumerate() {
            let line = |name: &str, cells: &[String]| {
                let mut line = format!("{name:<first$}");
                for (cell, width) in cells.iter().zip(&widths).take(part.end).skip(part.start) {
                    let cell = cell.replace('\n', " ");
                    let _ = write!(line, "  {cell:>width$}");
                }
                line.trim_end().to_string()
            };
            if number > 0 {
                text.push('\n');
            }
            let _ = writeln!(text, "{DIM}{}{DIM:#}", line(&self.corner, &self.columns));
            for (name, cells) in &self.rows {
                let _ = writeln!(text, "{}", line(name, cells));
            }
        }
        if !self.note.is_empty() {
            let _ = writeln!(text, "{DIM}{}{DIM:#}", folded(&self.note, 0));
        }
        text
    }

    /// As an element of a page, on which columns that do not fit follow below too.
    pub fn html(&self) -> String {
        let mut out = format!("<h3>{}</h3>\n", Escaped(&self.title));
        let longest =
            |parts: std::str::Split<'_, char>| parts.map(|part| part.chars().count()).max();
        let names = self.rows.iter().map(|(name, _)| name.chars().count());
        let first = names.chain([self.corner.chars().count()]).max().unwrap_or(0);
        let wide = |column: usize| {
            let cells = self.rows.iter().filter_map(|(_, cells)| cells.get(column));
            let cells = cells.filter_map(|cell| longest(cell.split('\n')));
            cells.chain(longest(self.columns[column].split(' '))).max().unwrap_or(0)
        };
        let widths: Vec<usize> = (0..self.columns.len()).map(wide).collect();
        for part in parts(first, &widths, PAGE, 3) {
            self.html_part(&mut out, part);
        }
        if !self.note.is_empty() {
            let _ = writeln!(out, "<p class=\"note\">{}</p>", Escaped(&self.note));
        }
        out
    }

    fn html_part(&self, out: &mut String, part: Range<usize>) {
        out.push_str("<div class=\"scroll\"><table class=\"sortable\">\n");
        let _ = write!(out, "<thead><tr><th>{}</th>", Escaped(&self.corner));
        for column in part.clone() {
            let class = if self.is_text(column) { "" } else { " class=\"n\"" };
            let _ = write!(out, "<th{class}>{}</th>", Escaped(&self.columns[column]));
        }
        out.push_str("</tr></thead>\n<tbody>\n");
        for (name, cells) in &self.rows {
            let _ = write!(out, "<tr><th scope=\"row\">{}</th>", Escaped(name));
            for column in part.clone() {
                let cell = &cells[column];
                let class = match (self.is_text(column), is_empty(cell)) {
                    (true, false) => "words",
                    (true, true) => "words zero",
                    (false, false) => "n",
                    (false, true) => "n zero",
                };
                let (main, rest) = cell.split_once('\n').unwrap_or((cell, ""));
                let _ = write!(out, "<td class=\"{class}\">{}", Escaped(main));
                rest.lines().for_each(|line| {
                    let _ = write!(out, "<br/><small>{}</small>", Escaped(line));
                });
                out.push_str("</td>");
            }
            out.push_str("</tr>\n");
        }
        out.push_str("</tbody></table></div>\n");
    }

    /// Whether a column has words in it, not numbers: they begin with a letter, or are lists.
    fn is_text(&self, column: usize) -> bool {
        let cells = self.rows.iter().map(|(_, cells)| cells[column].as_str());
        let mut cells = cells.filter(|cell| !is_empty(cell)).peekable();
        cells.peek().is_some()
            && cells.all(|cell| cell.starts_with(char::is_alphabetic) || cell.contains(", "))
    }
}

/// Whether there is nothing to be seen in a cell.
fn is_empty(cell: &str) -> bool {
    matches!(cell, "" | "0" | "·" | "–")
}

/// The columns that stand beside each other: as many as fit beside the names of the rows, at least one.
fn parts(first: usize, widths: &[usize], most: usize, gap: usize) -> Vec<Range<usize>> {
    let mut parts: Vec<Range<usize>> = Vec::new();
    let mut used = first;
    for (column, width) in widths.iter().enumerate() {
        match parts.last_mut() {
            Some(part) if used + gap + width <= most => {
                part.end = column + 1;
                used += gap + width;
            }
            _ => {
                parts.push(column..column + 1);
                used = first + gap + width;
            }
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Eighteen analyzers with shares, intervals and counts in each cell.
    #[test]
    fn wide_tables_are_folded_on_pages_too() {
        let cells = vec!["0.98\n[0.91,0.99]\n123/125".to_string(); 18];
        let grid = Grid {
            columns: (1..=18).map(|number| number.to_string()).collect(),
            rows: vec![("17 goto-analyzer:intervals".into(), cells)],
            ..Grid::default()
        };
        let page = grid.html();
        let tables: Vec<&str> = page.split("<table").skip(1).collect();
        assert_eq!(tables.len(), 3, "{page}");
        let columns = |table: &&str| table.matches("<th class=\"n\">").count();
        assert_eq!(tables.iter().map(columns).sum::<usize>(), 18);
        assert!(tables.iter().all(|table| columns(table) <= 6 && table.contains("17 goto")));
    }

    #[test]
    fn empty_columns_go() {
        let row = |cells: [&str; 3]| cells.map(String::from).to_vec();
        let grid = Grid {
            columns: row(["a", "b", "c"]),
            rows: vec![("x".into(), row(["·", "1", "·"])), ("y".into(), row(["·", "·", "2"]))],
            ..Grid::default()
        };
        let kept = grid.without_empty_columns();
        assert_eq!(kept.columns, ["b", "c"]);
        assert_eq!(kept.rows[1].1, ["·", "2"]);
    }

    #[test]
    fn what_does_not_fit_follows_below() {
        let cells = |cell: &str| vec![cell.repeat(30); 4];
        let grid = Grid {
            title: "T".into(),
            corner: "name".into(),
            columns: cells("c"),
            rows: vec![("row".into(), cells("x"))],
            note: "n".repeat(9),
        };
        let text = anstream::adapter::strip_str(&grid.text()).to_string();
        assert!(text.lines().all(|line| line.chars().count() <= WIDTH), "{text}");
        assert_eq!(text.matches("row   xxx").count(), 2, "{text}");
        assert_eq!(text.matches(&"x".repeat(30)).count(), 4, "{text}");
    }

    #[test]
    fn columns_are_as_wide_as_their_cells() {
        let grid = Grid {
            title: "T".into(),
            corner: "a".into(),
            columns: vec!["x".into(), "long".into()],
            rows: vec![("one".into(), vec!["12".into(), "<3".into()])],
            note: String::new(),
        };
        let text = anstream::adapter::strip_str(&grid.text()).to_string();
        assert_eq!(text, "T\na     x  long\none  12    <3\n");
        assert!(grid.html().contains("<td class=\"n\">&lt;3</td>"));
        let words = Grid { rows: vec![("one".into(), vec!["–".into(), "join".into()])], ..grid };
        assert!(words.html().contains("<th>long</th>") && words.html().contains("class=\"words\""));
    }
}
