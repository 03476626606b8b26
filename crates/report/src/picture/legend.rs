//! What is what in a picture.

use std::fmt::Write;

use soundline_domains::expr::Var;
use soundline_domains::numbers::Rat;

use super::Picture;
use crate::escape::Escaped;
use crate::number::label;

/// A row of the legend.
pub(super) const ROW: f64 = 21.0;
/// Where the legend begins.
const LEFT: f64 = 28.0;

/// The offending point: a dot in a ring, above everything else.
pub(super) fn mark(out: &mut String, x: f64, y: f64) {
    let _ = writeln!(
        out,
        "<g class=\"point\"><circle class=\"halo\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"8\"/>\
         <circle class=\"ring\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"6.5\"/>\
         <circle class=\"dot\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"2.5\"/></g>"
    );
}

/// How many rows the legend has.
pub(super) fn rows(picture: &Picture) -> usize {
    picture.names.len() + usize::from(picture.point.is_some())
}

/// What is what, below the plot.
pub(super) fn draw(
    out: &mut String,
    picture: &Picture,
    name: &str,
    top: f64,
    empty: &[bool],
    shown: &[Var],
) {
    let (left, mut y) = (LEFT, top);
    for (index, region) in picture.names.iter().enumerate() {
        let note = if empty[index] { " (no points)" } else { "" };
        let _ = writeln!(
            out,
            "<g class=\"region-{}\"><rect fill=\"url(#{}-hatch-{index})\" x=\"{left}\" y=\"{y:.1}\" \
             width=\"26\" height=\"14\"/><rect class=\"edge\" x=\"{left}\" y=\"{y:.1}\" width=\"26\" \
             height=\"14\"/></g><text class=\"key\" x=\"{}\" y=\"{:.1}\">{}{note}</text>",
            index % 4,
            Escaped(name),
            left + 36.0,
            y + 11.5,
            Escaped(region),
        );
        y += ROW;
    }
    of_point(out, picture, y, shown);
}

/// The offending point in the legend, if there is one.
pub(super) fn of_point(out: &mut String, picture: &Picture, y: f64, shown: &[Var]) {
    if let Some(point) = &picture.point {
        mark(out, LEFT + 13.0, y + 7.0);
        let _ = writeln!(
            out,
            "<text class=\"key\" x=\"{}\" y=\"{:.1}\">{}</text>",
            LEFT + 36.0,
            y + 11.5,
            Escaped(offending(point, shown)),
        );
    }
}

/// The point in words, by its coordinates in the picture.
fn offending(point: &[Rat], shown: &[Var]) -> String {
    let here: Vec<String> = shown.iter().map(|v| label(&point[*v])).collect();
    let coordinates = match here.as_slice() {
        [only] => format!("{} = {only}", names(shown)),
        several => format!("({}) = ({})", names(shown), several.join(", ")),
    };
    format!("the offending point, {coordinates}")
}

fn names(variables: &[Var]) -> String {
    variables.iter().map(|v| format!("x{v}")).collect::<Vec<_>>().join(", ")
}
