//! A finding as a picture: the elements that matter as regions, and the offending point.
//!
//! Elements are told apart by colour (from Okabe and Ito's palette, which colour-blind readers
//! distinguish), by the direction of their hatching, and by their line. Dashed borders do not belong to
//! the region; a region without border at the rim of the picture goes on. Colours follow the
//! reader's light or dark mode.

mod head;
mod legend;
mod line;
mod plot;
mod scales;

use soundline_domains::expr::Var;
use soundline_domains::numbers::Rat;
use soundline_fuzz::{Finding, Region};

use super::axis::Axis;
use super::plane::{self, Plane, Polygon, Window};

/// How pictures look, which each brings along.
pub const STYLE: &str = include_str!("picture/picture.css");

/// A picture of elements in a plane or on a line.
#[derive(Clone, Debug)]
pub struct Picture {
    names: Vec<String>,
    point: Option<Vec<Rat>>,
    dimensions: usize,
    drawing: Drawing,
}

#[derive(Clone, Debug)]
enum Drawing {
    Line { variable: Var, axis: Axis, extents: Vec<plane::Extent> },
    Plane { variables: (Var, Var), axes: [Axis; 2], shadows: Vec<Polygon> },
}

impl Drawing {
    /// Has none of the elements a point?
    fn is_blank(&self) -> bool {
        match self {
            Drawing::Line { extents, .. } => {
                extents.iter().all(|extent| *extent == plane::Extent::Empty)
            }
            Drawing::Plane { shadows, .. } => {
                shadows.iter().all(|shadow| shadow.vertices.is_empty())
            }
        }
    }
}

impl Picture {
    /// The picture of a finding, if it has elements that can be drawn.
    pub fn of(finding: &Finding) -> Option<Picture> {
        let dimensions = finding.trace.space.dimensions();
        Picture::new(&finding.outcome.regions, finding.outcome.point.as_deref(), dimensions)
    }

    /// The picture of some elements and a point. Elements without points are named, not drawn.
    pub fn new(regions: &[Region], point: Option<&[Rat]>, dimensions: usize) -> Option<Picture> {
        let fits = |region: &Region| {
            region.constraints.iter().all(|c| c.expr().dimensions() <= dimensions)
        };
        if regions.is_empty() || !regions.iter().all(fits) {
            return None;
        }
        let point = point.filter(|point| point.len() == dimensions);
        let drawing = match plane::choose(regions, point, dimensions)? {
            Plane::Line(variable) => on_line(regions, point, dimensions, variable),
            Plane::Two(a, b) => in_plane(regions, point, dimensions, (a, b)),
        };
        if drawing.is_blank() {
            return None;
        }
        let names = regions.iter().map(|region| region.name.clone()).collect();
        Some(Picture { names, point: point.map(<[Rat]>::to_vec), dimensions, drawing })
    }

    /// The same in the plane of two variables of the reader's choice.
    pub fn in_plane(
        regions: &[Region],
        point: Option<&[Rat]>,
        dimensions: usize,
        (a, b): (Var, Var),
    ) -> Option<Picture> {
        let is_two = a != b && a < dimensions && b < dimensions;
        let chosen = Picture::new(regions, point, dimensions)?;
        if !is_two {
            return Some(chosen);
        }
        let drawing = in_plane(regions, chosen.point.as_deref(), dimensions, (a, b));
        Some(Picture { drawing, ..chosen })
    }

    /// What the picture shows and how it is to be read, in a sentence or two.
    pub fn caption(&self) -> String {
        let broken = |axes: &[&Axis]| match axes.iter().any(|axis| axis.broken) {
            true => " Ticks are not to scale; lines bend at them.",
            false => "",
        };
        let rest = |shown: usize| match self.dimensions - shown {
            0 => "",
            1 => "; the other variable is projected away",
            _ => "; the other variables are projected away",
        };
        match &self.drawing {
            Drawing::Line { variable, axis, .. } => {
                let note = broken(&[axis]).split(';').next().unwrap_or("").trim_end_matches('.');
                let note = if note.is_empty() { String::new() } else { format!("{note}.") };
                format!("The values of x{variable}{}.{note}", rest(1))
            }
            Drawing::Plane { variables: (a, b), axes: [x, y], .. } => {
                format!("The plane of x{a} and x{b}{}.{}", rest(2), broken(&[x, y]))
            }
        }
    }

    /// The picture as SVG. The name makes its inner names unique on a page.
    pub fn svg(&self, name: &str) -> String {
        match &self.drawing {
            Drawing::Line { variable, axis, extents } => {
                line::draw(self, name, *variable, axis, extents)
            }
            Drawing::Plane { variables, axes, shadows } => {
                plot::draw(self, name, *variables, axes, shadows)
            }
        }
    }
}

fn on_line(regions: &[Region], point: Option<&[Rat]>, dimensions: usize, variable: Var) -> Drawing {
    let extents: Vec<plane::Extent> =
        regions.iter().map(|r| plane::extent(&r.constraints, dimensions, variable)).collect();
    let ends = extents.iter().flat_map(|extent| match extent {
        plane::Extent::Empty => [None, None],
        plane::Extent::Between(low, high) => [low.as_ref(), high.as_ref()],
    });
    let mut values: Vec<Rat> = ends.flatten().map(|end| end.0.clone()).collect();
    values.extend(point.map(|point| point[variable].clone()));
    Drawing::Line { variable, axis: Axis::showing(&values), extents }
}

fn in_plane(
    regions: &[Region],
    point: Option<&[Rat]>,
    dimensions: usize,
    variables: (Var, Var),
) -> Drawing {
    let landmarks = plane::landmarks(regions, point, dimensions, variables);
    let axes = landmarks.map(|values| Axis::showing(&values));
    let window = Window {
        low: [axes[0].low().clone(), axes[1].low().clone()],
        high: [axes[0].high().clone(), axes[1].high().clone()],
    };
    let shadow = |r: &Region| Polygon::shadow(&r.constraints, dimensions, variables, &window);
    let shadows = regions.iter().map(shadow).collect();
    Drawing::Plane { variables, axes, shadows }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn region(name: &str, constraints: &[&str]) -> Region {
        let constraints = constraints.iter().map(|text| text.parse().expect("good")).collect();
        Region { name: name.to_string(), constraints }
    }

    #[test]
    fn every_region_the_point_and_the_names_are_there() {
        let regions = [
            region("x", &["x0 >= 0", "x1 >= 0", "x0 + x1 <= 4"]),
            region("x ⊔ <y>", &["x0 >= 1", "x0 < 2"]),
            region("⊥", &["1 = 0"]),
        ];
        let point = [Rat::from(3), Rat::from(1)];
        let picture = Picture::new(&regions, Some(&point), 2).expect("it has two variables");
        let svg = picture.svg("one");
        assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"), "{svg}");
        for part in ["x ⊔ &lt;y&gt;", ">x0<", ">x1<", "⊥ (no points)", "(3, 1)", "one-hatch-1"]
        {
            assert!(svg.contains(part), "{part} is not in {svg}");
        }
        assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
        assert_eq!(picture.caption(), "The plane of x0 and x1.");
    }

    #[test]
    fn nothing_to_draw_is_no_picture() {
        assert!(Picture::new(&[], None, 2).is_none());
        assert!(Picture::new(&[region("x", &[])], None, 0).is_none());
        assert!(Picture::new(&[region("x", &["x7 >= 0"])], None, 2).is_none());
        assert!(Picture::new(&[region("x", &["x0 > x1", "x0 < x1"])], None, 2).is_none());
    }

    #[test]
    fn the_plane_can_be_chosen() {
        let regions = [region("x", &["x0 >= 0", "x1 >= x0", "x2 <= 4"])];
        let caption = |pair| Picture::in_plane(&regions, None, 3, pair).expect("three").caption();
        assert_eq!(
            caption((2, 0)),
            "The plane of x2 and x0; the other variable is projected away."
        );
        // What is no plane is the one that shows most.
        assert_eq!(caption((1, 1)), caption((0, 7)));
        assert_eq!(caption((1, 1)), Picture::new(&regions, None, 3).expect("three").caption());
    }

    #[test]
    fn one_variable_is_drawn_on_a_line() {
        let regions = [region("x", &["x0 >= 0", "x0 < 5"]), region("y", &["x0 <= 3"])];
        let picture = Picture::new(&regions, None, 1).expect("it has a variable");
        assert_eq!(picture.caption(), "The values of x0.");
        let svg = picture.svg("line");
        assert!(svg.contains("[0, 5)") && svg.contains("(−∞, 3]"), "{svg}");
    }

    /// Elements as tests make them, with extreme constants and many variables: there is a picture of
    /// each pair, all its numbers are finite, and every landmark is inside.
    #[test]
    fn elements_of_real_tests_can_be_drawn() {
        use soundline_fuzz::{Config, Plan};
        use soundline_targets::Registry;
        let registry = Registry::builtin();
        let mut drawn = 0;
        for name in ["boxes:exact", "octagons:exact", "octagons:f64", "polyhedra"] {
            let target = registry.get(name).expect("it is built in");
            let config = Config { operations: 6, most_variables: 5, ..Config::default() };
            let space = config.space(5);
            let profile = target.open(&space).expect("it opens").profile().clone();
            let plan = Plan::new(name, profile, config, 7, |_| true);
            for index in 0..40 {
                let trace = plan.trace(index);
                let mut machine = target.open(&trace.space).expect("it opens");
                soundline_fuzz::run(&mut *machine, &trace);
                let region = |slot| {
                    let constraints = machine.constraints(slot).ok()?;
                    Some(Region { name: format!("p{slot}"), constraints })
                };
                let regions: Vec<Region> =
                    trace.check.arguments.slots().take(3).filter_map(region).collect();
                let dimensions = trace.space.dimensions();
                let Some(picture) = Picture::new(&regions, None, dimensions) else {
                    let has_points = |r: &Region| {
                        plane::extent(&r.constraints, dimensions, 0) != plane::Extent::Empty
                    };
                    assert!(dimensions == 0 || !regions.iter().any(has_points), "{trace}");
                    continue;
                };
                let svg = picture.svg("any");
                assert!(!svg.contains("NaN") && !svg.contains("inf"), "{trace}{svg}");
                drawn += 1;
            }
        }
        assert!(drawn > 100, "{drawn}");
    }
}
