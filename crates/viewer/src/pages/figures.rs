//! Documents that are tables of figures: every list of objects is a table, and what can be drawn is drawn.

use std::collections::BTreeMap;
use std::fmt::Write;

use serde_json::Value;
use soundline_report::curves::{Curve, draw};
use soundline_report::escape::Escaped;
use soundline_report::grid::Grid;
use soundline_report::site::Page;

use crate::library::Entry;
use crate::site::Context;

/// The most rows of a table.
const ROWS: usize = 1000;

/// The page.
pub fn page(context: &Context, _entry: &Entry, name: &str, document: &Value) -> Page {
    let mut body = match name {
        "eval-seeded" => detection(document),
        "eval-speed" => speed(document),
        "eval-precision" => precision(document),
        _ => String::new(),
    };
    value(&mut body, "Figures", document);
    let title = match name {
        "eval-seeded" => "Planted bugs that were found",
        "eval-libraries" => "Libraries of abstract domains",
        "eval-bounds" => "Bounded analyses",
        "eval-speed" => "Speed against other libraries",
        "eval-precision" => "Precision against other analyzers",
        "eval-variants" => "Ways of making variants",
        "values" => "A value domain",
        "try" => "One program, all analyzers",
        "replay" => "A trace that was run again",
        other => other,
    };
    let lead = match document["soundline"].as_str() {
        Some(version) => format!("Written by Soundline {}.", Escaped(version)),
        None => String::new(),
    };
    Page { title: title.to_string(), lead, trail: context.trail(None), body }
}

/// An object: single values as a list, lists of objects as tables.
pub fn value(out: &mut String, title: &str, document: &Value) {
    let Some(fields) = document.as_object() else { return };
    let mut single = String::new();
    for (name, field) in fields {
        match field {
            Value::Array(items) if items.iter().any(Value::is_object) => {}
            Value::Object(_) => {}
            _ if name == "schema" || name == "soundline" => {}
            other => {
                let _ = writeln!(
                    single,
                    "<dt>{}</dt><dd>{}</dd>",
                    Escaped(name),
                    Escaped(plain(other))
                );
            }
        }
    }
    if !single.is_empty() {
        let _ = writeln!(out, "<h2>{}</h2>\n<dl>\n{single}</dl>", Escaped(title));
    }
    for (name, field) in fields {
        match field {
            Value::Array(items) if items.iter().any(Value::is_object) => table(out, name, items),
            Value::Object(_) => value(out, name, field),
            _ => {}
        }
    }
}

/// A value that is not a table, as text.
fn plain(value: &Value) -> String {
    match value {
        Value::Null => "–".to_string(),
        Value::String(text) => text.clone(),
        Value::Number(number) => match number.as_f64() {
            Some(exact) if exact.fract() != 0.0 => format!("{exact:.3}"),
            _ => number.to_string(),
        },
        Value::Array(items) => {
            let apart = if items.iter().any(Value::is_object) { "; " } else { ", " };
            items.iter().map(plain).collect::<Vec<_>>().join(apart)
        }
        Value::Object(fields) => {
            let field = |(name, value): (&String, &Value)| {
                format!("{} {}", name.replace('_', " "), plain(value))
            };
            fields.iter().map(field).collect::<Vec<_>>().join(", ")
        }
        Value::Bool(yes) => if *yes { "yes" } else { "no" }.to_string(),
    }
}

/// A list of objects as a table. The first field that is text names the rows.
fn table(out: &mut String, name: &str, items: &[Value]) {
    let mut columns: Vec<&str> = Vec::new();
    for field in items.iter().take(ROWS).filter_map(Value::as_object).flat_map(|item| item.keys()) {
        if !columns.contains(&field.as_str()) {
            columns.push(field);
        }
    }
    let is_text = |column: &&&str| items.iter().all(|item| item[**column].is_string());
    let first = columns.iter().find(is_text).or(columns.first()).copied().unwrap_or("");
    columns.retain(|column| *column != first);
    let cell = |item: &Value, column: &str| {
        let text = plain(&item[column]);
        soundline_report::site::Cut::of(&text, 300).shown.to_string()
    };
    let note = match items.len() > ROWS {
        true => format!("The first {ROWS} of {} rows.", items.len()),
        false => String::new(),
    };
    let row = |item: &Value| {
        (cell(item, first), columns.iter().map(|column| cell(item, column)).collect())
    };
    let grid = Grid {
        title: name.replace('_', " "),
        corner: first.replace('_', " "),
        columns: columns.iter().map(|column| column.replace('_', " ")).collect(),
        rows: items.iter().take(ROWS).map(row).collect(),
        note,
    };
    *out += &grid.html();
}

fn list<'a>(document: &'a Value, name: &str) -> &'a [Value] {
    document[name].as_array().map_or(&[], Vec::as_slice)
}

/// Planted bugs found after so many tests, a curve for each engine.
fn detection(document: &Value) -> String {
    let mut curves: BTreeMap<String, Vec<u64>> = BTreeMap::new();
    let mut bugs = std::collections::BTreeSet::new();
    for bug in list(document, "bugs") {
        let engine = format!("{} {}", plain(&bug["engine"]), plain(&bug["config"]));
        bugs.insert(plain(&bug["bug"]));
        let curve = curves.entry(engine).or_default();
        curve.extend(bug["median_tests"].as_f64().map(|tests| tests.max(1.0) as u64));
    }
    if curves.values().all(Vec::is_empty) {
        return String::new();
    }
    let curves: Vec<Curve> =
        curves.into_iter().map(|(name, values)| Curve { name, values }).collect();
    format!(
        "<h2>Detection over tests</h2>\n<figure class=\"wide\">{}<figcaption>Bugs found after so many tests, \
         by the median over seeds.</figcaption></figure>\n",
        draw("tests", &curves, bugs.len())
    )
}

/// How many times as fast, the geometric mean over operations and sizes.
fn speed(document: &Value) -> String {
    let mut sums: BTreeMap<String, (f64, u32)> = BTreeMap::new();
    for figure in list(document, "figures") {
        let Some(ratio) = figure["ratio"].as_f64().filter(|ratio| *ratio > 0.0) else { continue };
        let pair = format!("{} / {}", plain(&figure["native"]), plain(&figure["rival"]));
        let sum = sums.entry(pair).or_default();
        *sum = (sum.0 + ratio.ln(), sum.1 + 1);
    }
    let bars: Vec<(String, f64)> = sums
        .into_iter()
        .map(|(name, (sum, count))| (name, (sum / f64::from(count)).exp()))
        .collect();
    bars_of(
        "Speed against peers",
        "How many times as fast: geometric mean over operations and sizes.",
        &bars,
    )
}

/// How many checks are proved of those that hold.
fn precision(document: &Value) -> String {
    let mut proved: BTreeMap<String, f64> = BTreeMap::new();
    for row in list(document, "rows") {
        *proved.entry(plain(&row["analyzer"])).or_default() +=
            row["proved"].as_f64().unwrap_or(0.0);
    }
    let bars: Vec<(String, f64)> = proved.into_iter().collect();
    bars_of("Checks that are proved", "In all groups together.", &bars)
}

fn bars_of(title: &str, note: &str, bars: &[(String, f64)]) -> String {
    if bars.is_empty() {
        return String::new();
    }
    let most = bars.iter().map(|(_, value)| *value).fold(f64::MIN_POSITIVE, f64::max);
    let height = bars.len() * 26 + 8;
    let mut out = format!(
        "<h2>{title}</h2>\n<figure class=\"wide\"><svg class=\"bars\" viewBox=\"0 0 720 {height}\" role=\"img\" \
         xmlns=\"http://www.w3.org/2000/svg\"><title>{title}</title>\n"
    );
    for (place, (name, value)) in bars.iter().enumerate() {
        let y = place * 26 + 4;
        let width = 360.0 * value / most;
        let _ = writeln!(
            out,
            "<text x=\"0\" y=\"{}\">{}</text><rect x=\"270\" y=\"{y}\" width=\"{width:.1}\" height=\"16\"/>\
             <text x=\"{:.1}\" y=\"{}\">{}</text>",
            y + 13,
            Escaped(soundline_report::site::Cut::of(name, 40).shown),
            width + 276.0,
            y + 13,
            if value.fract() == 0.0 { format!("{value}") } else { format!("{value:.2}") }
        );
    }
    let _ = writeln!(out, "</svg><figcaption>{note}</figcaption></figure>");
    out
}
