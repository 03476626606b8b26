//! Detours that come back: doing nothing in a complicated way, and the same in one step and in two.

use soundline_domains::capabilities::Kind;
use soundline_domains::expr::{LinearExpr, Relation, Var};
use soundline_targets::OperationKind::{Assign, Constraints, Embed, ParallelAssign};
use soundline_targets::{Operation, Slot};

use super::Class::{Precision, Soundness};
use super::Role::Any;
use super::judge::missing;
use super::scope::{points, repeats, sets};
use super::{Applies, Inputs, Property, Setting, drawn};
use crate::bench::{Bench, Checked};
use crate::exact::draw;
use crate::outcome::Stop;

const X: Inputs = Inputs::elements(&[Any]).and_seed();

/// Two rows for a detour from x back to x: no point is lost, and where nothing is rounded, none is
/// gained.
macro_rules! detour {
    ($sound:literal $sound_name:literal, $exact:literal $exact_name:literal,
     $statement:literal, $inputs:expr, $needs:expr, $applies:expr, $detour:expr) => {
        [
            property!(
                $sound,
                Soundness,
                $sound_name,
                concat!("x ", $statement, " keeps the points of x"),
                $inputs,
                $needs,
                points,
                |t| keeps_points_of_x(t, concat!("x ", $statement), $detour)
            ),
            property!(
                $exact,
                Precision,
                $exact_name,
                concat!("x ", $statement, " = x"),
                $inputs,
                $needs,
                $applies,
                |t| is_x_again(t, concat!("x ", $statement), $detour)
            ),
        ]
    };
}

/// Detours.
pub(super) fn properties() -> Vec<Property> {
    let stepwise = property!(
        88,
        Precision,
        "stepwise assignment",
        "v ∉ f ⇒ x after v, w := e, f at once = x after v := e and then w := f",
        X,
        [Assign, ParallelAssign],
        best_results_compose,
        stepwise
    );
    let detours = [
        detour!(
            89 "identity assignment sound", 90 "identity assignment exact",
            "after v := v", X.and_variable(), [Assign], repeats, identity_assignment
        ),
        detour!(
            91 "parallel identity sound", 92 "parallel identity exact",
            "after all v := v at once", X, [ParallelAssign], repeats, parallel_identity
        ),
        detour!(
            93 "round trip sound", 94 "round trip exact",
            "made again from its constraints", X, [Constraints], sets, round_trip
        ),
        detour!(
            95 "identity embedding sound", 96 "identity embedding exact",
            "with each variable in its place", X, [Embed], repeats, identity_embedding
        ),
        detour!(
            97 "permutation and back sound", 98 "permutation and back exact",
            "with its variables moved and moved back", X, [Embed], repeats, permutation_and_back
        ),
    ];
    [stepwise].into_iter().chain(detours.into_iter().flatten()).collect()
}

type Detour = fn(&mut Bench) -> Result<Slot, Stop>;

fn keeps_points_of_x(t: &mut Bench, name: &str, detour: Detour) -> Checked {
    let x = t.x();
    let result = detour(t)?;
    let (of_x, of_result) = (t.constraints(x)?, t.constraints(result)?);
    missing(t, (("x", x), &of_x), ((name, result), &of_result))
}

fn is_x_again(t: &mut Bench, name: &str, detour: Detour) -> Checked {
    let result = detour(t)?;
    t.expect_equal((name, result), ("x", t.x()))
}

fn identity_assignment(t: &mut Bench) -> Result<Slot, Stop> {
    t.assign(t.x(), t.v(), &LinearExpr::variable(t.v()))
}

fn parallel_identity(t: &mut Bench) -> Result<Slot, Stop> {
    let dimensions = t.space().dimensions();
    if dimensions < 2 {
        return Err(Stop::Vacuous);
    }
    let all = (0..dimensions).map(|v| (v, LinearExpr::variable(v))).collect();
    t.make(Operation::Assign(t.x(), all))
}

fn round_trip(t: &mut Bench) -> Result<Slot, Stop> {
    let told = t.constraints(t.x())?;
    if told.iter().any(|constraint| constraint.relation() == Relation::Ne) {
        return Err(Stop::Vacuous);
    }
    t.make(Operation::Constraints(told))
}

fn identity_embedding(t: &mut Bench) -> Result<Slot, Stop> {
    let sources = (0..t.space().dimensions()).map(Some).collect();
    t.make(Operation::Embed(t.x(), sources))
}

fn permutation_and_back(t: &mut Bench) -> Result<Slot, Stop> {
    let sources = drawn::sources(t, false);
    let place = |v: Var| sources.iter().position(|source| *source == Some(v));
    let back = (0..sources.len()).map(place).collect();
    let moved = t.make(Operation::Embed(t.x(), sources))?;
    t.make(Operation::Embed(moved, back))
}

/// Best results compose where nothing is lost in between; octagons lose what v and w share.
fn best_results_compose(setting: &Setting) -> Applies {
    let kind = setting.profile.kind;
    let composes = matches!(kind, Kind::Intervals | Kind::Polyhedra | Kind::Equalities);
    match sets(setting) {
        Applies::Yes => Applies::if_so(
            composes && setting.profile.best.assign,
            "an assignment may lose what the next one needs",
        ),
        no => no,
    }
}

/// Two assignments at once and one after the other, where the second does not see the first.
fn stepwise(t: &mut Bench) -> Checked {
    let x = t.x();
    let space = t.space().clone();
    let drawn = draw::assignments(&space, 2, t.choices());
    let [(v, e), (w, f)] = drawn.as_slice() else { return Err(Stop::Vacuous) };
    let f = f.substitute(*v, &LinearExpr::zero());
    let parallel = Operation::Assign(x, vec![(*v, e.clone()), (*w, f.clone())]);
    let at_once = t.make(parallel.clone())?;
    let step = t.assign(x, *v, e)?;
    let steps = t.assign(step, *w, &f)?;
    let name = drawn::words(t, &parallel);
    t.expect_equal((&name, at_once), ("x after one and then the other", steps))
}
