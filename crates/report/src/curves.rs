//! Curves of detection as SVG: how many were found after so much, on a logarithmic axis.

use std::fmt::Write;

use super::escape::Escaped;
use super::number::grouped;

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 320.0;
const LEFT: f64 = 48.0;
const TOP: f64 = 16.0;
const RIGHT: f64 = 190.0;
const BOTTOM: f64 = 44.0;
/// Colours that can be told apart, also by those who see few of them.
const COLOURS: [&str; 8] =
    ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#8c564b", "#7f7f7f"];

/// A curve: when each was found; those that were not are missing.
pub struct Curve {
    /// Its name in the legend.
    pub name: String,
    /// When, in no order.
    pub values: Vec<u64>,
}

/// The curves for so many in all; `unit` is what the axis counts.
pub fn draw(unit: &str, curves: &[Curve], all: usize) -> String {
    let largest = curves.iter().flat_map(|curve| &curve.values).copied().max().unwrap_or(1);
    let frame = Frame { decades: (largest.max(10) as f64).log10().ceil(), all: all.max(1) };
    let mut out = format!(
        "<svg viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" font-size=\"12\" fill=\"currentColor\" \
         xmlns=\"http://www.w3.org/2000/svg\">\n<title>Found after so many {}</title>\n",
        Escaped(unit)
    );
    frame.axes(&mut out, unit);
    for (position, curve) in curves.iter().enumerate() {
        let (colour, dash) = (COLOURS[position % COLOURS.len()], position / COLOURS.len() * 4);
        let _ = writeln!(
            out,
            "<path fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\" stroke-dasharray=\"{}\" \
             d=\"{}\"/>",
            if dash == 0 { "none".to_string() } else { dash.to_string() },
            frame.steps(&curve.values)
        );
        let y = TOP + 14.0 + position as f64 * 18.0;
        let x = WIDTH - RIGHT + 14.0;
        let _ = writeln!(
            out,
            "<path stroke=\"{colour}\" stroke-width=\"2\" d=\"M{x} {y}h18\"/><text x=\"{}\" \
             y=\"{}\">{} ({})</text>",
            x + 24.0,
            y + 4.0,
            Escaped(&curve.name),
            curve.values.len()
        );
    }
    out.push_str("</svg>\n");
    out
}

/// Where the plot is on the paper.
struct Frame {
    /// Powers of ten on the axis below.
    decades: f64,
    /// How many can be found.
    all: usize,
}

impl Frame {
    fn x(&self, value: u64) -> f64 {
        let share = (value.max(1) as f64).log10() / self.decades;
        LEFT + share * (WIDTH - LEFT - RIGHT)
    }

    fn y(&self, found: usize) -> f64 {
        HEIGHT - BOTTOM - found as f64 / self.all as f64 * (HEIGHT - TOP - BOTTOM)
    }

    /// A step up for each that was found.
    fn steps(&self, values: &[u64]) -> String {
        let mut values = values.to_vec();
        values.sort_unstable();
        let mut path = format!("M{:.1} {:.1}", self.x(1), self.y(0));
        for (found, value) in values.iter().enumerate() {
            let _ = write!(path, "H{:.1}V{:.1}", self.x(*value), self.y(found + 1));
        }
        let _ = write!(path, "H{:.1}", WIDTH - RIGHT);
        path
    }

    fn axes(&self, out: &mut String, unit: &str) {
        let (bottom, right) = (self.y(0), WIDTH - RIGHT);
        for decade in 0..=self.decades as u32 {
            let (value, x) = (10u64.pow(decade), self.x(10u64.pow(decade)));
            let _ = writeln!(
                out,
                "<path stroke=\"currentColor\" opacity=\"0.2\" d=\"M{x:.1} {TOP}V{bottom:.1}\"/>\
                 <text text-anchor=\"middle\" x=\"{x:.1}\" y=\"{:.1}\">{}</text>",
                bottom + 16.0,
                grouped(value)
            );
        }
        for found in [0, self.all / 2, self.all] {
            let y = self.y(found);
            let _ = writeln!(
                out,
                "<path stroke=\"currentColor\" opacity=\"0.2\" d=\"M{LEFT} {y:.1}H{right}\"/>\
                 <text text-anchor=\"end\" x=\"{}\" y=\"{:.1}\">{found}</text>",
                LEFT - 6.0,
                y + 4.0
            );
        }
        let middle = (LEFT + right) / 2.0;
        let _ = writeln!(
            out,
            "<text text-anchor=\"middle\" x=\"{middle:.1}\" y=\"{:.1}\">{}</text>",
            bottom + 34.0,
            Escaped(unit)
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_curve_rises_with_every_find_and_ends_where_the_others_are_missing() {
        let curves = [
            Curve { name: "all & quick".into(), values: vec![10, 1] },
            Curve { name: "none".into(), values: vec![] },
        ];
        let svg = draw("tests", &curves, 2);
        assert!(svg.contains("all &amp; quick (2)") && svg.contains("none (0)"), "{svg}");
        let frame = Frame { decades: 1.0, all: 2 };
        assert_eq!(frame.steps(&[10, 1]), "M48.0 276.0H48.0V146.0H530.0V16.0H530.0");
        assert_eq!(frame.steps(&[]), "M48.0 276.0H530.0");
    }

    #[test]
    fn nothing_at_all_still_is_a_picture() {
        assert!(draw("tests", &[], 0).ends_with("</svg>\n"));
    }
}
