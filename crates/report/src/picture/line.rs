//! Elements of one variable: a bar for each, one above the other, on a common line.

use std::fmt::Write;

use soundline_domains::expr::Var;

use super::head::{WIDTH, open};
use super::scales::{axis_below, ticks_below, width};
use super::{Picture, legend};
use crate::axis::Axis;
use crate::escape::Escaped;
use crate::number::label;
use crate::plane::{End, Extent};

const LANE: f64 = 42.0;
const BAR: f64 = 20.0;
const TOP: f64 = 14.0;

pub(super) fn draw(
    picture: &Picture,
    name: &str,
    variable: Var,
    axis: &Axis,
    extents: &[Extent],
) -> String {
    let longest = picture.names.iter().map(|name| width(name)).fold(20.0, f64::max);
    let left = (longest + 30.0).min(WIDTH / 3.0);
    let plot = WIDTH - left - 30.0;
    let bottom = TOP + LANE * extents.len() as f64 + 4.0;
    let below = ticks_below(axis, left, plot);
    let rows = below.iter().map(|tick| tick.row + 1).max().unwrap_or(1);
    let legend_top = bottom + 26.0 + rows as f64 * 15.0 + 14.0;
    let height = legend_top + if picture.point.is_some() { legend::ROW } else { 0.0 };
    let mut out = open(picture, name, height);
    let _ = writeln!(
        out,
        "<rect class=\"paper\" x=\"{left:.1}\" y=\"{TOP}\" width=\"{plot:.1}\" height=\"{:.1}\"/>",
        bottom - TOP
    );
    let grid: String = axis
        .ticks
        .iter()
        .map(|tick| format!("M{:.1} {TOP}V{bottom:.1}", left + tick.place * plot))
        .collect();
    let _ = writeln!(out, "<path class=\"grid\" d=\"{grid}\"/>");
    for (index, extent) in extents.iter().enumerate() {
        let middle = TOP + LANE * (index as f64 + 0.5) + 5.0;
        bar(&mut out, name, index, extent, axis, (left, plot, middle));
        let _ = writeln!(
            out,
            "<text class=\"key end\" x=\"{:.1}\" y=\"{:.1}\">{}</text>",
            left - 12.0,
            middle + 4.0,
            Escaped(&picture.names[index]),
        );
    }
    axis_below(&mut out, &below, bottom, (left, plot), variable, axis.broken);
    if let Some(point) = &picture.point {
        let x = left + axis.place(&point[variable]) * plot;
        let _ = writeln!(out, "<path class=\"probe\" d=\"M{x:.1} {TOP}V{bottom:.1}\"/>");
        legend::mark(&mut out, x, bottom);
    }
    legend::of_point(&mut out, picture, legend_top, &[variable]);
    out.push_str("</svg>\n");
    out
}

fn bar(
    out: &mut String,
    name: &str,
    index: usize,
    extent: &Extent,
    axis: &Axis,
    (left, plot, middle): (f64, f64, f64),
) {
    let Extent::Between(low, high) = extent else {
        let (x, y) = (left + plot / 2.0, middle + 4.0);
        let _ = writeln!(out, "<text class=\"tick\" x=\"{x:.1}\" y=\"{y:.1}\">no points</text>");
        return;
    };
    let place = |end: &Option<End>, beyond: f64| {
        left + plot * end.as_ref().map_or(beyond, |end| axis.place(&end.0))
    };
    let (from, to) = (place(low, 0.0), place(high, 1.0));
    let (upper, lower) = (middle - BAR / 2.0, middle + BAR / 2.0);
    let mut sides =
        [format!("M{from:.1} {upper:.1}H{to:.1}M{from:.1} {lower:.1}H{to:.1}"), String::new()];
    for (end, x) in [(low, from), (high, to)] {
        if let Some((_, attained)) = end {
            sides[usize::from(!attained)].push_str(&format!("M{x:.1} {upper:.1}V{lower:.1}"));
        }
    }
    let _ = writeln!(
        out,
        "<g class=\"region-{}\"><rect fill=\"url(#{}-hatch-{index})\" x=\"{from:.1}\" y=\"{upper:.1}\" \
         width=\"{:.1}\" height=\"{BAR}\"/><path class=\"edge\" d=\"{}\"/>\
         <path class=\"edge open\" d=\"{}\"/></g><text class=\"tick\" x=\"{:.1}\" y=\"{:.1}\">{}</text>",
        index % 4,
        Escaped(name),
        to - from,
        sides[0],
        sides[1],
        ((from + to) / 2.0).clamp(left + 60.0, left + plot - 60.0),
        upper - 5.0,
        interval(low, high),
    );
}

/// The values in brackets.
fn interval(low: &Option<End>, high: &Option<End>) -> String {
    let low = low.as_ref().map_or("(−∞".to_string(), |(value, attained)| {
        format!("{}{}", if *attained { "[" } else { "(" }, label(value))
    });
    let high = high.as_ref().map_or("∞)".to_string(), |(value, attained)| {
        format!("{}{}", label(value), if *attained { "]" } else { ")" })
    });
    format!("{low}, {high}")
}
