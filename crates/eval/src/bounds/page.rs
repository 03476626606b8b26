//! Fig. 4 of the paper as a picture, with the tables, as one page that needs nothing else.

use std::fmt::Write;

use super::classes;
use super::measure::{Figures, Run};
use soundline_report::escape::Escaped;
use soundline_report::number::grouped;

const WIDTH: f64 = 640.0;
const LEFT: f64 = 58.0;
const RIGHT: f64 = 86.0;
const LANE: f64 = 26.0;
const TOP: f64 = 8.0;

/// The page.
pub fn page(run: &Run) -> String {
    let mut out = String::new();
    let _ = write!(
        out,
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n<title>Soundline: bounds</title>\n\
         <style>\n{}{}</style>\n</head>\n<body>\n<header><p class=\"brand\">Soundline</p>\
         <h1>Bounds</h1><p class=\"lead\">{} functions in {} files, {}, each function by \
         itself.</p></header>\n<main>\n",
        soundline_report::html::STYLE,
        include_str!("bars.css"),
        grouped(run.functions as u64),
        run.files,
        Escaped(&run.domain),
    );
    if let Some(unbounded) = run.unbounded() {
        imprecisions(&mut out, unbounded);
    }
    out.push_str("<h2>Warnings per second</h2>\n<figure>\n");
    plot(&mut out, &run.rows);
    out.push_str("</figure>\n");
    table(&mut out, &run.rows);
    classes::html(&mut out, run);
    let _ = write!(
        out,
        "</main>\n<footer>Soundline {}, <code>soundline eval bounds</code>.</footer>\n</body>\n</html>\n",
        env!("CARGO_PKG_VERSION")
    );
    out
}

fn imprecisions(out: &mut String, unbounded: &Figures) {
    let counts = &unbounded.counts;
    let sources = [counts.joins, counts.widenings, counts.calls];
    let all = sources.iter().sum::<u64>().max(1);
    out.push_str(
        "<h2>Potential imprecisions</h2>\n<div class=\"scroll\"><table><thead><tr>\
         <th class=\"n\">Joins</th><th class=\"n\">Widenings</th><th class=\"n\">Calls</th>\
         <th class=\"n\">Transformers</th></tr></thead><tbody><tr>",
    );
    for count in sources {
        let share = count as f64 * 100.0 / all as f64;
        let _ = write!(out, "<td class=\"n\">{} ({share:.1} %)</td>", grouped(count));
    }
    let _ =
        writeln!(out, "<td class=\"n\">{}</td></tr></tbody></table></div>", grouped(counts.ticks));
}

/// A bar for each configuration.
fn plot(out: &mut String, rows: &[Figures]) {
    let most = rows.iter().map(Figures::rate).fold(1e-9, f64::max);
    let height = TOP + LANE * rows.len() as f64 + 8.0;
    let _ = writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"bars\" viewBox=\"0 0 {WIDTH:.0} {height:.0}\" \
         role=\"img\" font-family=\"system-ui, sans-serif\" font-size=\"12.5\">\
         <title>Warnings per second for each configuration</title>\
         <path d=\"M{LEFT} {TOP}V{:.1}\" fill=\"none\"/>",
        height - 8.0
    );
    for (index, row) in rows.iter().enumerate() {
        let top = TOP + LANE * index as f64;
        let width = (WIDTH - LEFT - RIGHT) * row.rate() / most;
        let _ = writeln!(
            out,
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>\
             <rect class=\"bar\" x=\"{LEFT}\" y=\"{:.1}\" width=\"{width:.1}\" height=\"{:.1}\" rx=\"2\"/>\
             <text class=\"quiet\" x=\"{:.1}\" y=\"{:.1}\">{:.0} /s</text>",
            LEFT - 8.0,
            top + LANE / 2.0 + 4.0,
            row.configuration,
            top + 4.0,
            LANE - 8.0,
            LEFT + width + 6.0,
            top + LANE / 2.0 + 4.0,
            row.rate(),
        );
    }
    out.push_str("</svg>\n");
}

fn table(out: &mut String, rows: &[Figures]) {
    out.push_str(
        "<h2>Warnings and time</h2>\n<div class=\"scroll\"><table><thead><tr><th>Configuration</th>\
         <th class=\"n\">Warnings</th><th class=\"n\">Definite</th><th class=\"n\">Time (s)</th>\
         <th class=\"n\">Bounded functions</th></tr></thead><tbody>\n",
    );
    for row in rows {
        let _ = writeln!(
            out,
            "<tr><th scope=\"row\">{}</th><td class=\"n\">{}</td><td class=\"n\">{}</td>\
             <td class=\"n\">{:.3}</td><td class=\"n\">{}</td></tr>",
            row.configuration,
            grouped(row.warnings),
            grouped(row.definite),
            row.time.as_secs_f64(),
            grouped(row.bounded),
        );
    }
    out.push_str("</tbody></table></div>\n");
}
