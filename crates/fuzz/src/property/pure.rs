//! Purity: looking at elements and computing with them does not change what they stand for.

use soundline_domains::capabilities::Kind;
use soundline_domains::expr::Constraint;
use soundline_lattice::laws::ids::WIDENING_INVARIANT;
use soundline_targets::{OperationKind, Slot};

use super::Class::{Precision, Soundness};
use super::Role::Any;
use super::judge::{both, missing};
use super::scope::{points, repeats};
use super::{Applies, Inputs, Property, drawn};
use crate::bench::{Bench, Checked, Named};
use crate::outcome::Stop;

const X: Inputs = Inputs::elements(&[Any]).and_seed();
const XY: Inputs = Inputs::elements(&[Any, Any]).and_seed();

/// Nothing changes.
pub(super) fn properties() -> Vec<Property> {
    vec![
        property!(
            74,
            Precision,
            "observers change no result",
            "f(x, y) before looking at x and y = f(x, y) after",
            XY,
            [],
            repeats,
            observers_change_no_result
        ),
        property!(
            75,
            Soundness,
            "observers keep points",
            "γ(x) is the same before and after looking at x",
            X,
            [],
            points,
            |t| {
                let before = t.constraints(t.x())?;
                drawn::touch(t, t.x())?;
                unchanged(t, ("x", t.x()), &before)
            }
        ),
        property!(
            76,
            Soundness,
            "operands stay",
            "γ(x) and γ(y) are the same before and after f(x, y)",
            XY,
            [],
            points,
            |t| {
                let (x, y) = (t.x(), t.y());
                let (of_x, of_y) = (t.constraints(x)?, t.constraints(y)?);
                let operation = drawn::operation(t, &drawn::ALL, x, y)?;
                t.make(operation)?;
                let first = unchanged(t, ("x", x), &of_x);
                both(t, first, |t| unchanged(t, ("y", y), &of_y))
            }
        ),
        property!(
            77,
            Soundness,
            "results stay",
            "γ(f(x, y)) is the same before and after operations on it, x and y",
            XY,
            [],
            points,
            results_stay
        ),
    ]
}

/// The same operation twice, with looks at the operands in between.
fn observers_change_no_result(t: &mut Bench) -> Checked {
    let (x, y) = (t.x(), t.y());
    let operation = match widening_by_points(t) && t.choices().once_in(4) {
        true => drawn::of_kind(t, OperationKind::Widen, x, y)?,
        false => drawn::operation(t, &drawn::REGULAR, x, y)?,
    };
    let first = t.make(operation.clone())?;
    drawn::touch(t, x)?;
    drawn::touch(t, y)?;
    let second = t.make(operation.clone())?;
    let name = drawn::words(t, &operation);
    let again = format!("{name} after looking");
    let (first, second) = ((name.as_str(), first), (again.as_str(), second));
    let equal = t.expect_equal(first, second);
    if points(&t.setting()) != Applies::Yes {
        return equal;
    }
    both(t, equal, |t| {
        let (of_first, of_second) = (t.constraints(first.1)?, t.constraints(second.1)?);
        let forth = missing(t, (first, &of_first), (second, &of_second));
        both(t, forth, |t| missing(t, (second, &of_second), (first, &of_first)))
    })
}

/// Does a widening see nothing but the points of its operands? Zones and octagons are widened as
/// they are written down, which a look may change by design.
fn widening_by_points(t: &Bench) -> bool {
    let exempt = t.profile().exempt.iter().any(|e| e.property == WIDENING_INVARIANT.name());
    let written = matches!(t.profile().kind, Kind::Zones | Kind::Octagons);
    !exempt && !written && t.supports(OperationKind::Widen)
}

/// The element stands for the points that it stood for; where numbers are rounded, at least for them.
fn unchanged(t: &mut Bench, element: Named, before: &[Constraint]) -> Checked {
    let after = t.constraints(element.1)?;
    let was = (format!("{} before", element.0), element.1);
    let was: Named = (&was.0, was.1);
    let kept = missing(t, (was, before), (element, &after));
    if repeats(&t.setting()) != Applies::Yes {
        return kept;
    }
    both(t, kept, |t| missing(t, (element, &after), (was, before)))
}

/// Elements that share memory must not change together.
fn results_stay(t: &mut Bench) -> Checked {
    let (x, y) = (t.x(), t.y());
    let first = drawn::operation(t, &drawn::ALL, x, y)?;
    let result = t.make(first.clone())?;
    let before = t.constraints(result)?;
    for operands in [[x, y], [result, x], [y, result]] as [[Slot; 2]; 3] {
        match drawn::operation(t, &drawn::ALL, operands[0], operands[1]) {
            Ok(operation) => drop(t.make(operation)?),
            Err(Stop::Vacuous) => {}
            Err(other) => return Err(other),
        }
    }
    drawn::touch(t, x)?;
    let name = drawn::words(t, &first);
    unchanged(t, (&name, result), &before)
}
