//! The plane: shadows of elements, one above the other.

use std::fmt::Write;

use soundline_domains::expr::Var;
use soundline_domains::numbers::Rat;

use super::head::{WIDTH, open};
use super::scales::{axis_below, axis_left, ticks_below, width};
use super::{Picture, legend};
use crate::axis::Axis;
use crate::escape::Escaped;
use crate::plane::{Edge, Polygon};

const PLOT_HEIGHT: f64 = 360.0;
const TOP: f64 = 22.0;
const RIGHT: f64 = 26.0;

/// Where the plot is on the paper.
struct Frame<'a> {
    left: f64,
    width: f64,
    axes: &'a [Axis; 2],
}

impl Frame<'_> {
    fn bottom(&self) -> f64 {
        TOP + PLOT_HEIGHT
    }

    fn x(&self, place: f64) -> f64 {
        self.left + place * self.width
    }

    fn y(&self, place: f64) -> f64 {
        TOP + (1.0 - place) * PLOT_HEIGHT
    }

    fn on_paper(&self, [x, y]: &[Rat; 2]) -> (f64, f64) {
        (self.x(self.axes[0].place(x)), self.y(self.axes[1].place(y)))
    }

    /// The line between two points, through the bends of both axes.
    fn path(&self, one: &[Rat; 2], other: &[Rat; 2]) -> Vec<(f64, f64)> {
        let mut stops = vec![Rat::ZERO, Rat::ONE];
        for (axis, scale) in self.axes.iter().enumerate() {
            let length = &other[axis] - &one[axis];
            let stop = |bend: &Rat| (bend - &one[axis]).div(&length);
            stops.extend(scale.bends(&one[axis], &other[axis]).filter_map(stop));
        }
        stops.sort();
        stops.dedup();
        let at = |share: &Rat, axis: usize| &one[axis] + share * (&other[axis] - &one[axis]);
        stops.iter().map(|share| self.on_paper(&[at(share, 0), at(share, 1)])).collect()
    }
}

pub(super) fn draw(
    picture: &Picture,
    name: &str,
    (a, b): (Var, Var),
    axes: &[Axis; 2],
    shadows: &[Polygon],
) -> String {
    let longest = axes[1].ticks.iter().map(|tick| width(&tick.label)).fold(20.0, f64::max);
    let left = longest + 26.0;
    let frame = Frame { left, width: WIDTH - left - RIGHT, axes };
    let below = ticks_below(&axes[0], frame.left, frame.width);
    let rows = below.iter().map(|tick| tick.row + 1).max().unwrap_or(1);
    let legend_top = frame.bottom() + 26.0 + rows as f64 * 15.0 + 14.0;
    let height = legend_top + legend::ROW * legend::rows(picture) as f64;
    let mut out = open(picture, name, height);
    grid(&mut out, &frame);
    // All areas below all borders, the widest border lowest, so that none hides another.
    for (index, shadow) in shadows.iter().enumerate() {
        area(&mut out, &frame, name, index, shadow);
    }
    for (index, shadow) in shadows.iter().enumerate() {
        border(&mut out, &frame, index, shadow);
    }
    let across = (frame.left, frame.width);
    axis_below(&mut out, &below, frame.bottom(), across, a, axes[0].broken);
    axis_left(&mut out, &axes[1], left, (TOP, frame.bottom()), b);
    if let Some(point) = &picture.point {
        let (x, y) = frame.on_paper(&[point[a].clone(), point[b].clone()]);
        legend::mark(&mut out, x, y);
    }
    let empty: Vec<bool> = shadows.iter().map(|shadow| shadow.vertices.is_empty()).collect();
    legend::draw(&mut out, picture, name, legend_top, &empty, &[a, b]);
    out.push_str("</svg>\n");
    out
}

fn grid(out: &mut String, frame: &Frame) {
    let (left, right) = (frame.left, frame.left + frame.width);
    let _ = writeln!(
        out,
        "<rect class=\"paper\" x=\"{left:.1}\" y=\"{TOP}\" width=\"{:.1}\" height=\"{PLOT_HEIGHT}\"/>",
        frame.width
    );
    let mut path = String::new();
    for tick in &frame.axes[0].ticks {
        let _ = write!(path, "M{:.1} {TOP}V{:.1}", frame.x(tick.place), frame.bottom());
    }
    for tick in &frame.axes[1].ticks {
        let _ = write!(path, "M{left:.1} {:.1}H{right:.1}", frame.y(tick.place));
    }
    let _ = writeln!(out, "<path class=\"grid\" d=\"{path}\"/>");
    let mut zero = String::new();
    if let Some(tick) = frame.axes[0].ticks.iter().find(|tick| tick.value.is_zero()) {
        let _ = write!(zero, "M{:.1} {TOP}V{:.1}", frame.x(tick.place), frame.bottom());
    }
    if let Some(tick) = frame.axes[1].ticks.iter().find(|tick| tick.value.is_zero()) {
        let _ = write!(zero, "M{left:.1} {:.1}H{right:.1}", frame.y(tick.place));
    }
    if !zero.is_empty() {
        let _ = writeln!(out, "<path class=\"zero\" d=\"{zero}\"/>");
    }
}

fn area(out: &mut String, frame: &Frame, name: &str, index: usize, shadow: &Polygon) {
    if shadow.vertices.len() < 3 {
        return;
    }
    let paths: Vec<String> = sides(frame, shadow).map(|(path, _)| path).collect();
    let (name, outline) = (Escaped(name), paths.join("L"));
    let _ = writeln!(out, "<path fill=\"url(#{name}-hatch-{index})\" d=\"M{outline}Z\"/>");
}

fn border(out: &mut String, frame: &Frame, index: usize, shadow: &Polygon) {
    let _ = writeln!(out, "<g class=\"region-{}\">", index % 4);
    if let [only] = shadow.vertices.as_slice() {
        let (x, y) = frame.on_paper(only);
        let radius = 4.5 + 3.0 * index as f64;
        let _ =
            writeln!(out, "<circle class=\"edge\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius}\"/>");
    } else {
        for (kind, class) in [(Edge::Closed, "edge"), (Edge::Open, "edge open")] {
            let same = sides(frame, shadow).filter(|(_, edge)| *edge == kind);
            let path: String = same.map(|(path, _)| format!("M{path}")).collect();
            if !path.is_empty() {
                let _ = writeln!(out, "<path class=\"{class}\" d=\"{path}\"/>");
            }
        }
    }
    out.push_str("</g>\n");
}

/// The sides of a shadow on paper, and what they are.
fn sides(frame: &Frame, shadow: &Polygon) -> impl Iterator<Item = (String, Edge)> {
    let next = shadow.vertices.iter().cycle().skip(1);
    let side = |((one, other), edge): ((&[Rat; 2], &[Rat; 2]), &Edge)| {
        (points(&frame.path(one, other)), *edge)
    };
    shadow.vertices.iter().zip(next).zip(&shadow.edges).map(side)
}

fn points(path: &[(f64, f64)]) -> String {
    let point = |(x, y): &(f64, f64)| format!("{x:.1} {y:.1}");
    path.iter().map(point).collect::<Vec<_>>().join("L")
}
