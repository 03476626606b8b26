//! The 46 properties of Fig. 3 of Bugariu, Wüstholz, Christakis and Müller, "Automatically Testing
//! Implementations of Numerical Abstract Domains" (ASE 2018), with their numbers and classes.

use soundline_targets::OperationKind::{Assign, Forget, Guard, Join, Meet, Narrow, Widen};
use soundline_targets::Question::{Equal, IsBottom, Leq};
use soundline_targets::{NarrowingContract, WideningContract};

use super::Class::{Convergence, Precision, Soundness};
use super::Role::{Above, Any, Below, Bottom, DisjointFrom, EqualTo};
use super::chains::{narrowing_converges, widening_converges};
use super::{Applies, ConstraintShape, ExprShape, Inputs, Property, Setting};
use crate::bench::Bench;
use crate::exact;
use crate::outcome::{Ending, Stop};

const X: Inputs = Inputs::elements(&[Any]);
const XY: Inputs = Inputs::elements(&[Any, Any]);
const XYZ: Inputs = Inputs::elements(&[Any, Any, Any]);
/// x ⊑ y
const RISING: Inputs = Inputs::elements(&[Any, Above(&[0])]);

/// All 46.
pub(super) fn properties() -> Vec<Property> {
    [order(), join(), meet(), bounds(), widening(), transfer(), narrowing()]
        .into_iter()
        .flatten()
        .collect()
}

fn order() -> Vec<Property> {
    vec![
        property!(1, Precision, "bottom is lower bound", "⊥ ⊑ x", X, [], |t| {
            let bottom = t.bottom()?;
            t.expect_leq(("⊥", bottom), ("x", t.x()))
        }),
        property!(2, Precision, "top is upper bound", "x ⊑ ⊤", X, [], |t| {
            let top = t.top()?;
            t.expect_leq(("x", t.x()), ("⊤", top))
        }),
        property!(3, Precision, "leq reflexive", "x ⊑ x", X, [], |t| {
            t.expect_leq(("x", t.x()), ("x", t.x()))
        }),
        property!(
            4,
            Precision,
            "leq transitive",
            "x ⊑ y ∧ y ⊑ z ⇒ x ⊑ z",
            Inputs::elements(&[Any, Above(&[0]), Above(&[1])]),
            [],
            |t| {
                t.given(Leq(t.x(), t.y()))?;
                t.given(Leq(t.y(), t.z()))?;
                t.expect_leq(("x", t.x()), ("z", t.z()))
            }
        ),
        property!(
            5,
            Precision,
            "leq antisymmetric",
            "x ⊑ y ∧ y ⊑ x ⇒ x = y",
            Inputs::elements(&[Any, EqualTo(0)]),
            [],
            |t| {
                t.given(Leq(t.x(), t.y()))?;
                t.given(Leq(t.y(), t.x()))?;
                t.expect_equal(("x", t.x()), ("y", t.y()))
            }
        ),
    ]
}

fn join() -> Vec<Property> {
    vec![
        property!(6, Precision, "join with bottom", "⊥ ⊔ x = x", X, [Join], |t| {
            let bottom = t.bottom()?;
            let join = t.join(bottom, t.x())?;
            t.expect_equal(("⊥ ⊔ x", join), ("x", t.x()))
        }),
        property!(7, Soundness, "join with top", "⊤ ⊔ x = ⊤", X, [Join], |t| {
            let top = t.top()?;
            let join = t.join(top, t.x())?;
            t.expect_equal(("⊤ ⊔ x", join), ("⊤", top))
        }),
        property!(8, Soundness, "join covers left", "x ⊑ x ⊔ y", XY, [Join], |t| {
            let join = t.join(t.x(), t.y())?;
            t.expect_leq(("x", t.x()), ("x ⊔ y", join))
        }),
        property!(9, Soundness, "join covers right", "y ⊑ x ⊔ y", XY, [Join], |t| {
            let join = t.join(t.x(), t.y())?;
            t.expect_leq(("y", t.y()), ("x ⊔ y", join))
        }),
        property!(10, Precision, "join commutative", "x ⊔ y = y ⊔ x", XY, [Join], |t| {
            let (one, other) = (t.join(t.x(), t.y())?, t.join(t.y(), t.x())?);
            t.expect_equal(("x ⊔ y", one), ("y ⊔ x", other))
        }),
        property!(
            11,
            Precision,
            "join associative",
            "(x ⊔ y) ⊔ z = x ⊔ (y ⊔ z)",
            XYZ,
            [Join],
            |t| {
                let left = t.join(t.x(), t.y())?;
                let left = t.join(left, t.z())?;
                let right = t.join(t.y(), t.z())?;
                let right = t.join(t.x(), right)?;
                t.expect_equal(("(x ⊔ y) ⊔ z", left), ("x ⊔ (y ⊔ z)", right))
            }
        ),
        property!(12, Precision, "join idempotent", "x ⊔ x = x", X, [Join], |t| {
            let join = t.join(t.x(), t.x())?;
            t.expect_equal(("x ⊔ x", join), ("x", t.x()))
        }),
        property!(
            13,
            Precision,
            "leq implies join",
            "x ⊑ y ⇒ x ⊔ y = y",
            RISING,
            [Join],
            |t| {
                t.given(Leq(t.x(), t.y()))?;
                let join = t.join(t.x(), t.y())?;
                t.expect_equal(("x ⊔ y", join), ("y", t.y()))
            }
        ),
        property!(
            14,
            Precision,
            "join implies leq",
            "x ⊔ y = y ⇒ x ⊑ y",
            RISING,
            [Join],
            |t| {
                let join = t.join(t.x(), t.y())?;
                t.given(Equal(join, t.y()))?;
                t.expect_leq(("x", t.x()), ("y", t.y()))
            }
        ),
        property!(
            15,
            Precision,
            "join meet absorption",
            "x ⊔ (x ⊓ y) = x",
            XY,
            [Join, Meet],
            |t| {
                let meet = t.meet(t.x(), t.y())?;
                let join = t.join(t.x(), meet)?;
                t.expect_equal(("x ⊔ (x ⊓ y)", join), ("x", t.x()))
            }
        ),
    ]
}

fn meet() -> Vec<Property> {
    vec![
        property!(16, Precision, "meet with bottom", "⊥ ⊓ x = ⊥", X, [Meet], |t| {
            let bottom = t.bottom()?;
            let meet = t.meet(bottom, t.x())?;
            t.expect_equal(("⊥ ⊓ x", meet), ("⊥", bottom))
        }),
        property!(17, Precision, "meet with top", "⊤ ⊓ x = x", X, [Meet], |t| {
            let top = t.top()?;
            let meet = t.meet(top, t.x())?;
            t.expect_equal(("⊤ ⊓ x", meet), ("x", t.x()))
        }),
        property!(18, Precision, "meet below left", "x ⊓ y ⊑ x", XY, [Meet], |t| {
            let meet = t.meet(t.x(), t.y())?;
            t.expect_leq(("x ⊓ y", meet), ("x", t.x()))
        }),
        property!(19, Precision, "meet below right", "x ⊓ y ⊑ y", XY, [Meet], |t| {
            let meet = t.meet(t.x(), t.y())?;
            t.expect_leq(("x ⊓ y", meet), ("y", t.y()))
        }),
        property!(20, Precision, "meet commutative", "x ⊓ y = y ⊓ x", XY, [Meet], |t| {
            let (one, other) = (t.meet(t.x(), t.y())?, t.meet(t.y(), t.x())?);
            t.expect_equal(("x ⊓ y", one), ("y ⊓ x", other))
        }),
        property!(
            21,
            Precision,
            "meet associative",
            "(x ⊓ y) ⊓ z = x ⊓ (y ⊓ z)",
            XYZ,
            [Meet],
            |t| {
                let left = t.meet(t.x(), t.y())?;
                let left = t.meet(left, t.z())?;
                let right = t.meet(t.y(), t.z())?;
                let right = t.meet(t.x(), right)?;
                t.expect_equal(("(x ⊓ y) ⊓ z", left), ("x ⊓ (y ⊓ z)", right))
            }
        ),
        property!(22, Precision, "meet idempotent", "x ⊓ x = x", X, [Meet], |t| {
            let meet = t.meet(t.x(), t.x())?;
            t.expect_equal(("x ⊓ x", meet), ("x", t.x()))
        }),
        property!(
            23,
            Precision,
            "leq implies meet",
            "x ⊑ y ⇒ x ⊓ y = x",
            RISING,
            [Meet],
            |t| {
                t.given(Leq(t.x(), t.y()))?;
                let meet = t.meet(t.x(), t.y())?;
                t.expect_equal(("x ⊓ y", meet), ("x", t.x()))
            }
        ),
        property!(
            24,
            Precision,
            "meet implies leq",
            "x ⊓ y = x ⇒ x ⊑ y",
            RISING,
            [Meet],
            |t| {
                let meet = t.meet(t.x(), t.y())?;
                t.given(Equal(meet, t.x()))?;
                t.expect_leq(("x", t.x()), ("y", t.y()))
            }
        ),
        property!(
            25,
            Precision,
            "meet join absorption",
            "x ⊓ (x ⊔ y) = x",
            XY,
            [Join, Meet],
            |t| {
                let join = t.join(t.x(), t.y())?;
                let meet = t.meet(t.x(), join)?;
                t.expect_equal(("x ⊓ (x ⊔ y)", meet), ("x", t.x()))
            }
        ),
        property!(
            26,
            Precision,
            "disjoint elements meet in bottom",
            "disj(x, y) ⇒ x ⊓ y = ⊥",
            Inputs::elements(&[Any, DisjointFrom(0)]),
            [Meet],
            |t| {
                let meet = t.meet(t.x(), t.y())?;
                let (of_x, of_y) = (t.constraints(t.x())?, t.constraints(t.y())?);
                if !exact::trivially_disjoint(&of_x, &of_y) {
                    return Err(Stop::Vacuous);
                }
                t.expect_bottom(("x ⊓ y", meet))
            }
        ),
    ]
}

fn bounds() -> Vec<Property> {
    vec![
        property!(
            27,
            Precision,
            "join is least",
            "x ⊑ b ∧ y ⊑ b ⇒ x ⊔ y ⊑ b",
            Inputs::elements(&[Any, Any, Above(&[0, 1])]),
            [Join],
            |t| {
                t.given(Leq(t.x(), t.z()))?;
                t.given(Leq(t.y(), t.z()))?;
                let join = t.join(t.x(), t.y())?;
                t.expect_leq(("x ⊔ y", join), ("b", t.z()))
            }
        ),
        property!(
            28,
            Precision,
            "meet is greatest",
            "b ⊑ x ∧ b ⊑ y ⇒ b ⊑ x ⊓ y",
            Inputs::elements(&[Any, Any, Below(&[0, 1])]),
            [Meet],
            |t| {
                t.given(Leq(t.z(), t.x()))?;
                t.given(Leq(t.z(), t.y()))?;
                let meet = t.meet(t.x(), t.y())?;
                t.expect_leq(("b", t.z()), ("x ⊓ y", meet))
            }
        ),
    ]
}

fn widening() -> Vec<Property> {
    vec![
        property!(29, Soundness, "widening covers left", "x ⊑ x ∇ y", XY, [Widen], |t| {
            let wide = t.widen(t.x(), t.y())?;
            t.expect_leq(("x", t.x()), ("x ∇ y", wide))
        }),
        property!(30, Soundness, "widening covers right", "y ⊑ x ∇ y", XY, [Widen], |t| {
            let wide = t.widen(t.x(), t.y())?;
            t.expect_leq(("y", t.y()), ("x ∇ y", wide))
        }),
        property!(31, Precision, "widening by bottom", "x ∇ ⊥ = x", X, [Widen], |t| {
            // A widening that wants x ⊑ y says nothing about this unless x is bottom.
            if t.profile().widening == WideningContract::Increasing {
                t.given(IsBottom(t.x()))?;
            }
            let bottom = t.bottom()?;
            let wide = t.make(soundline_targets::Operation::Widen(t.x(), bottom))?;
            t.expect_equal(("x ∇ ⊥", wide), ("x", t.x()))
        }),
        property!(32, Precision, "widening from bottom", "⊥ ∇ x = x", X, [Widen], |t| {
            let bottom = t.bottom()?;
            let wide = t.make(soundline_targets::Operation::Widen(bottom, t.x()))?;
            t.expect_equal(("⊥ ∇ x", wide), ("x", t.x()))
        }),
        property!(
            33,
            Convergence,
            "widening converges",
            "x := x ∇ yᵢ is the same after a step, within 100 steps",
            X.and_chain(),
            [Widen],
            widening_converges
        ),
    ]
}

fn transfer() -> Vec<Property> {
    vec![
        property!(
            34,
            Precision,
            "assign monotone",
            "x ⊑ y ⇒ a(x, v, e) ⊑ a(y, v, e)",
            RISING.and_assignment(ExprShape::Any),
            [Assign],
            |t| {
                t.given(Leq(t.x(), t.y()))?;
                let of_x = t.assign(t.x(), t.v(), t.e())?;
                let of_y = t.assign(t.y(), t.v(), t.e())?;
                t.expect_leq(("a(x, v, e)", of_x), ("a(y, v, e)", of_y))
            }
        ),
        property!(
            35,
            Soundness,
            "assign keeps points",
            "x ≠ ⊥ ⇒ a(x, v, e) ≠ ⊥",
            X.and_assignment(ExprShape::Any),
            [Assign],
            |t| {
                let assigned = t.assign(t.x(), t.v(), t.e())?;
                t.given_points(t.x())?;
                let outcome = t.expect_not_bottom(("a(x, v, e)", assigned))?;
                // Where x has no points, its own word that it is not bottom is wrong, not the result.
                match outcome.is_held() || t.has_points(t.x())? {
                    true => Ok(outcome),
                    false => Ok(outcome.ended(Ending::Doubtful)),
                }
            }
        ),
        property!(
            36,
            Precision,
            "assign strict",
            "x = ⊥ ⇒ a(x, v, e) = ⊥",
            Inputs::elements(&[Bottom]).and_assignment(ExprShape::Any),
            [Assign],
            |t| {
                t.given(IsBottom(t.x()))?;
                let assigned = t.assign(t.x(), t.v(), t.e())?;
                t.expect_bottom(("a(x, v, e)", assigned))
            }
        ),
        property!(
            37,
            Precision,
            "assign of a representable expression",
            "rep(e, x) ⇒ a(x, v, e) ≠ ⊤",
            X.and_assignment(ExprShape::Represented),
            [Assign],
            represents_assignments,
            |t| {
                let assigned = t.assign(t.x(), t.v(), t.e())?;
                t.expect_not_top(("a(x, v, e)", assigned))
            }
        ),
        property!(
            38,
            Precision,
            "assign below forget",
            "a(x, v, e) ⊑ p(x, v)",
            X.and_assignment(ExprShape::Any),
            [Assign, Forget],
            |t| {
                let assigned = t.assign(t.x(), t.v(), t.e())?;
                let forgotten = t.forget(t.x(), t.v())?;
                t.expect_leq(("a(x, v, e)", assigned), ("p(x, v)", forgotten))
            }
        ),
        property!(
            39,
            Precision,
            "guard monotone",
            "x ⊑ y ⇒ c(x, e) ⊑ c(y, e)",
            RISING.and_constraint(ConstraintShape::Any),
            [Guard],
            |t| {
                t.given(Leq(t.x(), t.y()))?;
                let (of_x, of_y) = (t.guard(t.x(), t.c())?, t.guard(t.y(), t.c())?);
                t.expect_leq(("c(x, e)", of_x), ("c(y, e)", of_y))
            }
        ),
        property!(
            40,
            Precision,
            "guard strict",
            "x = ⊥ ⇒ c(x, e) = ⊥",
            Inputs::elements(&[Bottom]).and_constraint(ConstraintShape::Any),
            [Guard],
            |t| {
                t.given(IsBottom(t.x()))?;
                let guarded = t.guard(t.x(), t.c())?;
                t.expect_bottom(("c(x, e)", guarded))
            }
        ),
        property!(
            41,
            Precision,
            "guard reductive",
            "c(x, e) ⊑ x",
            X.and_constraint(ConstraintShape::Any),
            [Guard],
            |t| {
                let guarded = t.guard(t.x(), t.c())?;
                t.expect_leq(("c(x, e)", guarded), ("x", t.x()))
            }
        ),
    ]
}

fn narrowing() -> Vec<Property> {
    vec![
        property!(
            42,
            Precision,
            "narrowing lower bound",
            "x ⊓ y ⊑ x Δ y",
            XY,
            [Narrow, Meet],
            |t| {
                given_contract(t)?;
                let meet = t.meet(t.x(), t.y())?;
                let narrow = t.narrow(t.x(), t.y())?;
                t.expect_leq(("x ⊓ y", meet), ("x Δ y", narrow))
            }
        ),
        property!(43, Precision, "narrowing upper bound", "x Δ y ⊑ x", XY, [Narrow], |t| {
            given_contract(t)?;
            let narrow = t.narrow(t.x(), t.y())?;
            t.expect_leq(("x Δ y", narrow), ("x", t.x()))
        }),
        property!(44, Precision, "narrowing by bottom", "x Δ ⊥ = ⊥", X, [Narrow], |t| {
            let bottom = t.bottom()?;
            let narrow = t.narrow(t.x(), bottom)?;
            t.expect_equal(("x Δ ⊥", narrow), ("⊥", bottom))
        }),
        property!(45, Precision, "narrowing from bottom", "⊥ Δ x = ⊥", X, [Narrow], |t| {
            // A narrowing that wants y ⊑ x says nothing about this unless x is bottom.
            if t.profile().narrowing == NarrowingContract::Decreasing {
                t.given(IsBottom(t.x()))?;
            }
            let bottom = t.bottom()?;
            let narrow = t.narrow(bottom, t.x())?;
            t.expect_equal(("⊥ Δ x", narrow), ("⊥", bottom))
        }),
        property!(
            46,
            Convergence,
            "narrowing converges",
            "x := x Δ (x ⊓ yᵢ) is the same after a step, within 100 steps",
            X.and_chain(),
            [Narrow, Meet],
            narrowing_converges
        ),
    ]
}

/// A narrowing that wants y ⊑ x says nothing about other operands.
fn given_contract(t: &mut Bench) -> Result<(), Stop> {
    match t.profile().narrowing {
        NarrowingContract::Decreasing => t.given(Leq(t.y(), t.x())),
        NarrowingContract::Any => Ok(()),
    }
}

/// rep(e, x) needs a domain whose elements express equalities with e.
fn represents_assignments(setting: &Setting) -> Applies {
    use soundline_domains::capabilities::Kind::{Disjunctions, Values};
    let expresses = !setting.is(Values) && !setting.is(Disjunctions);
    Applies::if_so(expresses, "values of variables are not always representable")
}
