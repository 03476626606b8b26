//! Best results: where a domain claims to give the best result that it can express, its bounds are
//! compared with those that the exact simplex finds from the operands alone.

use soundline_targets::Operation;
use soundline_targets::OperationKind::{Assign, Constraints, Forget, Guard, Join, Meet};

use super::Class::Precision;
use super::Role::Any;
use super::judge::best;
use super::scope::claimed;
use super::{ConstraintShape, ExprShape, Inputs, Property};
use crate::exact::shape;
use crate::outcome::Stop;

const X: Inputs = Inputs::elements(&[Any]).and_seed();
const XY: Inputs = Inputs::elements(&[Any, Any]).and_seed();

/// Results are the best ones.
pub(super) fn properties() -> Vec<Property> {
    vec![
        property!(
            61,
            Precision,
            "join best",
            "sup over x ⊔ y ≤ max(sup over x, sup over y)",
            XY,
            [Join],
            |s| claimed(s, |best| best.join),
            |t| best(t, Operation::Join(t.x(), t.y()))
        ),
        property!(
            62,
            Precision,
            "meet best",
            "sup over x ⊓ y ≤ sup over the constraints of both",
            XY,
            [Meet],
            |s| claimed(s, |best| best.meet),
            |t| best(t, Operation::Meet(t.x(), t.y()))
        ),
        property!(
            63,
            Precision,
            "guard best",
            "rep(c) ⇒ sup over c(x, c) ≤ sup over x and c",
            X.and_constraint(ConstraintShape::Represented),
            [Guard],
            |s| claimed(s, |best| best.represented_guard),
            |t| {
                if !shape::represents(t.profile(), t.c()) {
                    return Err(Stop::Vacuous);
                }
                best(t, Operation::Guard(t.x(), t.c().clone()))
            }
        ),
        property!(
            64,
            Precision,
            "any guard best",
            "sup over c(x, c) ≤ sup over x and c",
            X.and_constraint(ConstraintShape::Any),
            [Guard],
            |s| claimed(s, |best| best.any_guard),
            |t| best(t, Operation::Guard(t.x(), t.c().clone()))
        ),
        property!(
            65,
            Precision,
            "assign best",
            "sup of d over a(x, v, e) ≤ sup of d[v := e] over x",
            X.and_assignment(ExprShape::Any),
            [Assign],
            |s| claimed(s, |best| best.assign),
            |t| best(t, Operation::Assign(t.x(), vec![(t.v(), t.e().clone())]))
        ),
        property!(
            66,
            Precision,
            "forget best",
            "sup over p(x, v) ≤ sup over x, in directions without v",
            X.and_variable(),
            [Forget],
            |s| claimed(s, |best| best.forget),
            |t| best(t, Operation::Forget(t.x(), vec![t.v()]))
        ),
        property!(
            67,
            Precision,
            "constraints best",
            "rep(cᵢ) ⇒ sup over the element of all cᵢ ≤ sup over all cᵢ",
            Inputs::elements(&[]).and_seed(),
            [Constraints],
            |s| claimed(s, |best| best.represented_guard && best.meet),
            |t| {
                let (profile, space) = (t.profile().clone(), t.space().clone());
                let constraints =
                    t.choices().many(6, |choices| shape::represented(&profile, &space, choices));
                best(t, Operation::Constraints(constraints))
            }
        ),
    ]
}
