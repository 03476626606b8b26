//! The results as a page that needs nothing else: curves of detection, and the tables.

use std::fmt::Write;

use super::engines;
use super::results::{Column, Results, Row};
use soundline_report::curves::{Curve, draw};
use soundline_report::escape::Escaped;
use soundline_report::html;
use soundline_report::number::{duration, grouped};

/// The page.
pub fn page(results: &Results) -> String {
    let mut body = String::new();
    let bugs = results.columns().first().map_or(0, |column| results.of(column).count());
    let curves = |of: &dyn Fn(&Row) -> Option<u64>| -> Vec<Curve> {
        let curve = |column: &&Column| Curve {
            name: column.to_string(),
            values: results.of(column).filter_map(of).collect(),
        };
        results.columns().iter().map(curve).collect()
    };
    let _ = write!(
        body,
        "<section><h2>Bugs found after so many tests</h2>\n<figure>{}</figure>\n\
         <h2>Bugs found after so many milliseconds</h2>\n<figure>{}</figure>\n\
         <p class=\"note\">Each bug counts with the median over its seeds; the start of the worker is part \
         of the time.</p></section>\n",
        draw("tests", &curves(&Row::tests), bugs),
        draw("milliseconds", &curves(&Row::millis), bugs),
    );
    sums(&mut body, results);
    bugs_table(&mut body, results);
    html::plain_page("Planted bugs", "Which planted bugs are found, and how soon.", &body)
}

fn sums(out: &mut String, results: &Results) {
    out.push_str(
        "<section><h2>Over all bugs</h2>\n<div class=\"scroll\"><table><thead><tr><th>configuration, \
         engine</th><th class=\"n\">found</th><th class=\"n\">median tests</th><th class=\"n\">mean \
         tests</th><th class=\"n\">median time</th><th class=\"n\">violations</th><th \
         class=\"n\">shared</th></tr></thead><tbody>\n",
    );
    for sum in engines::sums(results) {
        let tests = sum.median_tests.map_or("–".to_string(), grouped);
        let mean = sum.mean_tests.map_or("–".to_string(), |mean| grouped(mean.round() as u64));
        let time = sum.median_millis.map_or("not detected".to_string(), duration);
        let _ = writeln!(
            out,
            "<tr><td>{}, {}</td><td class=\"n\">{}</td><td class=\"n\">{tests}</td><td \
             class=\"n\">{mean}</td><td class=\"n\">{time}</td><td class=\"n\">{}</td><td \
             class=\"n\">{}</td></tr>",
            Escaped(&sum.config),
            sum.engine,
            sum.found,
            sum.violations,
            sum.shared,
        );
    }
    out.push_str("</tbody></table></div>\n");
    for sentence in engines::contests(results) {
        let _ = writeln!(out, "<p class=\"note\">{}.</p>", Escaped(&sentence));
    }
    out.push_str("</section>\n");
}

/// A row for each bug, with tests and time for each column.
fn bugs_table(out: &mut String, results: &Results) {
    let columns = results.columns();
    out.push_str(
        "<section><h2>Bugs</h2>\n<div class=\"scroll\"><table class=\"sortable\"><thead><tr>\
         <th>bug</th><th>harm</th><th>what is wrong</th>",
    );
    for column in &columns {
        let _ = write!(out, "<th class=\"n\">{}</th>", Escaped(column));
    }
    out.push_str("</tr></thead><tbody>\n");
    for row in columns.first().map(|first| results.of(first)).into_iter().flatten() {
        let _ = write!(
            out,
            "<tr><td>{}</td><td>{}</td><td>{}</td>",
            Escaped(row.bug.name),
            row.bug.harm,
            Escaped(row.bug.what)
        );
        for column in &columns {
            let of_bug = results.of(column).find(|other| other.target == row.target);
            let tests = of_bug.and_then(Row::tests).map_or("not detected".to_string(), grouped);
            let time = of_bug.and_then(Row::millis).map_or(String::new(), duration);
            let _ = write!(out, "<td class=\"n\">{tests} <small>{time}</small></td>");
        }
        out.push_str("</tr>\n");
    }
    out.push_str("</tbody></table></div></section>\n");
}
