//! The comparison with another target: the same trace, the same points.

use super::Class::Soundness;
use super::{Applies, Inputs, Property, Role};
use crate::bench::{Bench, Checked};
use crate::exact;
use crate::outcome::{Outcome, Stop};

/// The number of the comparison.
pub const AGREES: u16 = 110;

/// The row.
pub(super) fn properties() -> Vec<Property> {
    vec![property!(
        110,
        Soundness,
        "agrees with the other target",
        "γ(x) here = γ(x) there; where one rounds, it has more points",
        Inputs::elements(&[Role::Any]),
        [],
        |_| Applies::No("it compares two targets, see --against".to_string()),
        agrees
    )]
}

/// Only operations whose results both targets claim to be the best lead to x, so that its points
/// are determined; numbers that are rounded may add to them.
fn agrees(t: &mut Bench) -> Checked {
    let here = t.constraints(t.x())?;
    let (there, others) = t.others(t.x())?;
    let space = t.points_space();
    let (exact_here, exact_there) = (t.profile().numbers.exact(), there.numbers.exact());
    if !exact_here && !exact_there {
        return Err(Stop::Vacuous);
    }
    let surplus = exact_here.then(|| exact::point_between(&here, &others, &space)).flatten();
    let lack = exact_there.then(|| exact::point_between(&others, &here, &space)).flatten();
    let (what, point) = match (surplus, lack) {
        (_, Some(point)) => ("x lacks a point here that it has there", point),
        (Some(point), None) => ("x has a point here that it does not have there", point),
        (None, None) => return Ok(Outcome::held()),
    };
    Ok(Outcome::violated(what).showing("x", t.x()).at(point))
}
