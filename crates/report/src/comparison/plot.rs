//! Issues of each analyzer by δ as a picture: Fig. 3 and 4 of the ISSTA'19 paper.

use std::fmt::Write;

use soundline_diff::campaign::Campaign;
use soundline_diff::findings::{Bar, Fault, Issues};

use crate::escape::Escaped;

/// How the picture looks.
pub const STYLE: &str = include_str!("plot.css");

const WIDTH: f64 = 720.0;
const LEFT: f64 = 170.0;
const RIGHT: f64 = 60.0;
const TOP: f64 = 34.0;
const ROW: f64 = 26.0;
const BAR: f64 = 16.0;

/// Bars of one kind of issue: must-unsound darkest, then by falling δ. Lengths grow with the square
/// root, so that a single issue is seen beside hundreds.
pub fn issues(campaign: &Campaign, fault: Fault) -> String {
    let found = Issues::count(campaign.analyzers.len(), fault, &campaign.deviances());
    let most = found.bars.iter().map(Bar::total).max().unwrap_or(0).max(1);
    let largest = found.largest_delta();
    let height = TOP + ROW * found.bars.len() as f64 + 40.0;
    let (name, caption) = match fault {
        Fault::Unsound => ("unsound", "Potential soundness issues of each analyzer"),
        Fault::Imprecise => ("imprecise", "Potential precision issues of each analyzer"),
    };
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"issues\" viewBox=\"0 0 {WIDTH:.0} {height:.0}\" \
         role=\"img\" aria-labelledby=\"issues-{name}-title\" font-family=\"system-ui, sans-serif\" \
         font-size=\"12.5\">\n<title id=\"issues-{name}-title\">{caption}</title>\n<style>{}</style>\n",
        STYLE.replace('\n', ""),
    );
    let scale =
        |count: u64| (WIDTH - LEFT - RIGHT) * ((count as f64).sqrt() / (most as f64).sqrt());
    for (place, (analyzer, bar)) in campaign.analyzers.iter().zip(&found.bars).enumerate() {
        let y = TOP + ROW * place as f64;
        let _ = writeln!(
            out,
            "<text class=\"who\" x=\"{:.1}\" y=\"{:.1}\">{}</text>",
            LEFT - 10.0,
            y + BAR - 3.5,
            Escaped(&analyzer.name)
        );
        let (mut x, all) = (LEFT, scale(bar.total()));
        for (label, count, shade) in segments(bar, largest) {
            let wide = all * count as f64 / bar.total().max(1) as f64;
            let _ = writeln!(
                out,
                "<rect class=\"{shade}\" x=\"{x:.1}\" y=\"{y:.1}\" width=\"{wide:.1}\" height=\"{BAR}\">\
                 <title>{}: {label}, {count}</title></rect>",
                Escaped(&analyzer.name)
            );
            x += wide;
        }
        let _ = writeln!(
            out,
            "<text class=\"count\" x=\"{:.1}\" y=\"{:.1}\">{}</text>",
            x + 7.0,
            y + BAR - 3.5,
            bar.total()
        );
    }
    legend(&mut out, fault, height - 16.0);
    out.push_str("</svg>\n");
    out
}

/// The parts of a bar: what it is, how many, and how it is drawn.
fn segments(bar: &Bar, largest: usize) -> Vec<(String, u64, &'static str)> {
    let mut parts = vec![("must".to_string(), bar.must, "must")];
    for delta in (1..=largest).rev() {
        let count = bar.by_delta.get(&delta).copied().unwrap_or(0);
        parts.push((format!("δ = {delta}"), count, shade(delta)));
    }
    parts.retain(|(_, count, _)| *count > 0);
    parts
}

fn shade(delta: usize) -> &'static str {
    match delta {
        1 => "d1",
        2 => "d2",
        3 => "d3",
        _ => "d4",
    }
}

fn legend(out: &mut String, fault: Fault, y: f64) {
    let must = (fault == Fault::Unsound).then_some(("must", "must-unsound"));
    let deltas = [("d4", "δ ≥ 4"), ("d3", "δ = 3"), ("d2", "δ = 2"), ("d1", "δ = 1")];
    let mut x = LEFT;
    for (class, label) in must.into_iter().chain(deltas) {
        let _ = writeln!(
            out,
            "<rect class=\"{class}\" x=\"{x:.1}\" y=\"{:.1}\" width=\"14\" height=\"11\"/>\
             <text x=\"{:.1}\" y=\"{y:.1}\">{label}</text>",
            y - 10.0,
            x + 20.0
        );
        x += 36.0 + 7.2 * label.chars().count() as f64;
    }
}
