//! The axes of a picture: lines, ticks, labels that do not overlap, and the names of variables.

use std::fmt::Write;

use soundline_domains::expr::Var;

use crate::axis::{Axis, Tick};

/// A character of a label, roughly.
const CHARACTER: f64 = 6.9;

/// A label below the plot and the row in which there is room for it.
pub(super) struct Below<'a> {
    tick: &'a Tick,
    pub(super) row: usize,
}

/// The labels that have room in one of two rows; the outermost have precedence.
pub(super) fn ticks_below(axis: &Axis, left: f64, plot: f64) -> Vec<Below<'_>> {
    let mut order: Vec<&Tick> = axis.ticks.iter().collect();
    order.sort_by(|one, other| {
        let centrality = |tick: &Tick| -(tick.place - 0.5).abs();
        centrality(one).total_cmp(&centrality(other))
    });
    let mut taken: [Vec<(f64, f64)>; 2] = [Vec::new(), Vec::new()];
    let mut placed = Vec::new();
    for tick in order {
        let (middle, half) = (left + tick.place * plot, width(&tick.label) / 2.0 + 5.0);
        let free = |row: &Vec<(f64, f64)>| {
            row.iter().all(|(from, to)| middle + half < *from || middle - half > *to)
        };
        if let Some(row) = taken.iter().position(free) {
            taken[row].push((middle - half, middle + half));
            placed.push(Below { tick, row });
        }
    }
    placed
}

/// The axis below a plot.
pub(super) fn axis_below(
    out: &mut String,
    ticks: &[Below],
    bottom: f64,
    (left, plot): (f64, f64),
    variable: Var,
    broken: bool,
) {
    let right = left + plot;
    let mut marks = String::new();
    for Below { tick, row } in ticks {
        let x = left + tick.place * plot;
        let length = 5.0 + *row as f64 * 15.0;
        let _ = write!(marks, "M{x:.1} {bottom:.1}v{length:.0}");
        let y = bottom + 18.0 + *row as f64 * 15.0;
        let _ =
            writeln!(out, "<text class=\"tick\" x=\"{x:.1}\" y=\"{y:.1}\">{}</text>", tick.label);
    }
    let _ = writeln!(out, "<path class=\"axis\" d=\"M{left:.1} {bottom:.1}H{right:.1}{marks}\"/>");
    let rows = ticks.iter().map(|tick| tick.row + 1).max().unwrap_or(1) as f64;
    let _ = writeln!(
        out,
        "<text class=\"name\" x=\"{:.1}\" y=\"{:.1}\">x{variable}{}</text>",
        left + plot / 2.0,
        bottom + 21.0 + rows * 15.0,
        scale_note(broken),
    );
}

/// The axis to the left of a plot that reaches from `top` to `bottom`.
pub(super) fn axis_left(
    out: &mut String,
    axis: &Axis,
    left: f64,
    (top, bottom): (f64, f64),
    variable: Var,
) {
    let mut marks = String::new();
    let mut taken: Vec<f64> = Vec::new();
    let mut order: Vec<&Tick> = axis.ticks.iter().collect();
    let eccentric = |tick: &Tick| -(tick.place - 0.5).abs();
    order.sort_by(|one, other| eccentric(one).total_cmp(&eccentric(other)));
    for tick in order {
        let y = bottom - tick.place * (bottom - top);
        if taken.iter().any(|other| (other - y).abs() < 14.0) {
            continue;
        }
        taken.push(y);
        let _ = write!(marks, "M{left:.1} {y:.1}h-5");
        let (x, y, label) = (left - 9.0, y + 4.0, &tick.label);
        let _ = writeln!(out, "<text class=\"tick end\" x=\"{x:.1}\" y=\"{y:.1}\">{label}</text>");
    }
    let _ = writeln!(out, "<path class=\"axis\" d=\"M{left:.1} {top}V{bottom:.1}{marks}\"/>");
    let _ = writeln!(
        out,
        "<text class=\"name start\" x=\"{:.1}\" y=\"{:.1}\">x{variable}{}</text>",
        left - 8.0,
        top - 8.0,
        scale_note(axis.broken),
    );
}

/// A broken axis says so beside its name.
fn scale_note(broken: bool) -> &'static str {
    if broken { "<tspan class=\"scale\" dx=\"8\">not to scale</tspan>" } else { "" }
}

/// How wide a text is, roughly.
pub(super) fn width(text: &str) -> f64 {
    let narrow = |c: &char| "⁰¹²³⁴⁵⁶⁷⁸⁹·".contains(*c);
    let narrow = text.chars().filter(narrow).count() as f64;
    (text.chars().count() as f64 - 0.4 * narrow) * CHARACTER
}
