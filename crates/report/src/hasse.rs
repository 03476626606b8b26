//! The diagram of a small order: bottom below, top above, lines between elements with nothing between them.
//!
//! An element stands as high as the longest chain below it. Lines over several layers pass through places of their own, and
//! the layers are sorted so that few lines cross (Sugiyama, Tagawa and Toda 1981).

mod layers;

use std::fmt::Write;

use crate::diagram::{self, HEIGHT, LETTER, shortened};
use crate::escape::Escaped;
use layers::Layers;

/// The most characters of an element that are shown; all of it is in its title.
const LETTERS: usize = 22;
/// What lies between layers and between boxes.
const LAYER: f64 = 84.0;
const GAP: f64 = 18.0;
/// The place of a line that passes a layer.
const PASS: f64 = 10.0;

/// An order, and elements that are marked in it.
#[derive(Clone, Copy, Debug)]
pub struct Hasse<'a> {
    /// The elements.
    pub elements: &'a [String],
    /// For each of them, the places of those that it is below or equal to.
    pub leq: &'a [Vec<usize>],
    /// Places of elements, and what is written beside them.
    pub marks: &'a [(usize, &'a str)],
}

/// What is drawn as one: an element, or several that are below each other.
struct Node {
    text: String,
    marks: String,
    is_marked: bool,
}

impl Hasse<'_> {
    /// The diagram as a figure; nothing if a place leads nowhere. Where the relation is no order, its transitive closure is
    /// drawn, and the caption says so.
    pub fn figure(&self) -> Option<String> {
        let count = self.elements.len();
        let places = self.leq.iter().flatten().chain(self.marks.iter().map(|(place, _)| place));
        if count == 0 || self.leq.len() != count || places.into_iter().any(|at| *at >= count) {
            return None;
        }
        let (closed, is_transitive) = closure(self.leq);
        // The first of those that are below each other stands for all of them.
        let first = |a: usize| (0..=a).find(|b| closed[a][*b] && closed[*b][a]).unwrap_or(a);
        let leaders: Vec<usize> = (0..count).filter(|a| first(*a) == *a).collect();
        let nodes: Vec<Node> = leaders
            .iter()
            .map(|leader| {
                let of = |place: &usize| first(*place) == *leader;
                let texts: Vec<&str> =
                    (0..count).filter(of).map(|place| self.elements[place].as_str()).collect();
                let marks: Vec<&str> =
                    self.marks.iter().filter(|(place, _)| of(place)).map(|(_, m)| *m).collect();
                let is_marked = !marks.is_empty();
                Node { text: texts.join(" = "), marks: marks.join(", "), is_marked }
            })
            .collect();
        let below = |a: usize, b: usize| a != b && closed[leaders[a]][leaders[b]];
        let layers = Layers::new(leaders.len(), below);
        let is_antisymmetric = leaders.len() == count;
        let note = match (is_transitive, is_antisymmetric) {
            (true, true) => "",
            (false, true) => {
                " The answers of ⊑ are not transitive: their transitive closure is drawn."
            }
            (true, false) => " Elements that are below each other share a box.",
            (false, false) => {
                " The answers of ⊑ are not transitive: their transitive closure is drawn. Elements that are below each \
                 other share a box."
            }
        };
        let marked =
            if self.marks.is_empty() { "" } else { " Elements of the counterexample are marked." };
        let elements = crate::worth::counted(count, "element", "elements");
        let (parts, size) = drawn(&nodes, &layers);
        let caption = format!("All {elements}, the smallest below.{marked}{note}");
        Some(diagram::figure(("hasse", "Hasse diagram"), size, &parts, &caption))
    }
}

/// The reflexive and transitive closure, and whether it is the relation (reflexive pairs apart).
fn closure(leq: &[Vec<usize>]) -> (Vec<Vec<bool>>, bool) {
    let count = leq.len();
    let mut closed: Vec<Vec<bool>> =
        (0..count).map(|a| (0..count).map(|b| a == b || leq[a].contains(&b)).collect()).collect();
    let before = closed.clone();
    for k in 0..count {
        let from_k = closed[k].clone();
        for row in closed.iter_mut().filter(|row| row[k]) {
            row.iter_mut().zip(&from_k).for_each(|(known, reached)| *known |= reached);
        }
    }
    let is_transitive = before == closed;
    (closed, is_transitive)
}

fn letters(text: &str) -> f64 {
    shortened(text, LETTERS).chars().count() as f64 * LETTER
}

/// Lines and boxes, and the size of the picture.
fn drawn(nodes: &[Node], layers: &Layers) -> (String, (f64, f64)) {
    let width_of = |place: usize| match nodes.get(place) {
        Some(node) => (letters(&node.text) + 16.0).max(letters(&node.marks)).max(30.0),
        None => PASS,
    };
    let widths: Vec<f64> = layers
        .rows
        .iter()
        .map(|row| row.iter().map(|p| width_of(*p)).sum::<f64>() + GAP * (row.len() + 1) as f64)
        .collect();
    let width = widths.iter().fold(120.0_f64, |a, b| a.max(*b));
    let height = LAYER * layers.rows.len() as f64;
    // Every row is as wide as the widest one, with the same space between its boxes.
    let mut at = vec![(0.0, 0.0); layers.count()];
    for (number, row) in layers.rows.iter().enumerate() {
        let used: f64 = row.iter().map(|place| width_of(*place)).sum();
        let space = (width - used) / (row.len() + 1) as f64;
        let mut x = space;
        for place in row {
            at[*place] = (x + width_of(*place) / 2.0, height - LAYER * (number as f64 + 0.5));
            x += width_of(*place) + space;
        }
    }
    let mut out = String::new();
    for &(low, high) in &layers.lines {
        let ((x1, y1), (x2, y2)) = (at[low], at[high]);
        let _ = write!(out, "<path class=\"line\" d=\"M{x1:.1} {y1:.1}L{x2:.1} {y2:.1}\"/>");
    }
    for (place, node) in nodes.iter().enumerate() {
        let (x, y) = at[place];
        let wide = letters(&node.text) + 16.0;
        let class = if node.is_marked { "box marked" } else { "box" };
        let _ = write!(
            out,
            "<g class=\"{class}\"><title>{}</title><rect x=\"{:.1}\" y=\"{:.1}\" width=\"{wide:.1}\" height=\"{HEIGHT}\" \
             rx=\"5\"/><text x=\"{x:.1}\" y=\"{:.1}\">{}</text>",
            Escaped(&node.text),
            x - wide / 2.0,
            y - HEIGHT / 2.0,
            y + 4.5,
            Escaped(shortened(&node.text, LETTERS))
        );
        if node.is_marked {
            let _ = write!(
                out,
                "<text class=\"mark\" x=\"{x:.1}\" y=\"{:.1}\">{}</text>",
                y + HEIGHT / 2.0 + 15.0,
                Escaped(shortened(&node.marks, LETTERS))
            );
        }
        out.push_str("</g>");
    }
    (out, (width, height))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(text: &str) -> Vec<String> {
        text.split(' ').map(str::to_string).collect()
    }

    #[test]
    fn a_diamond_has_four_lines() {
        let elements = names("bot <l> r top");
        let leq = [vec![0, 1, 2, 3], vec![1, 3], vec![2, 3], vec![3]];
        let picture = Hasse { elements: &elements, leq: &leq, marks: &[(1, "a"), (1, "b ⊔ c")] };
        let picture = picture.figure().expect("it can be drawn");
        assert_eq!(picture.matches("class=\"line\"").count(), 4, "{picture}");
        assert_eq!(picture.matches("class=\"box marked\"").count(), 1);
        assert!(picture.contains("&lt;l&gt;") && picture.contains("a, b ⊔ c"));
        assert!(!picture.contains("transitive") && !picture.contains("share a box"));
    }

    /// A relation that is no order is drawn, and called that.
    #[test]
    fn faulty_orders_are_drawn_too() {
        let elements = names("x y z");
        let chain = [vec![0, 1], vec![1, 2], vec![2]];
        let figure = |leq: &[Vec<usize>]| {
            Hasse { elements: &elements, leq, marks: &[] }.figure().expect("it can be drawn")
        };
        let drawn = figure(&chain);
        assert!(drawn.contains("not transitive") && drawn.matches("\"line\"").count() == 2);
        let circle = figure(&[vec![1], vec![0], vec![2]]);
        assert!(circle.contains("x = y") && circle.contains("share a box"), "{circle}");
    }

    #[test]
    fn numbers_that_lead_nowhere_are_refused() {
        let elements = names("x y");
        let figure = |leq: &[Vec<usize>]| Hasse { elements: &elements, leq, marks: &[] }.figure();
        assert_eq!(figure(&[vec![0, 7], vec![1]]), None);
        assert_eq!(figure(&[vec![0]]), None);
        let marks = &[(2, "a")];
        assert_eq!(Hasse { elements: &elements, leq: &[vec![], vec![]], marks }.figure(), None);
    }
}
