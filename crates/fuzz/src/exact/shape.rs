//! Which linear forms a kind of domain bounds.

use soundline_domains::capabilities::Kind;
use soundline_domains::expr::{Constraint, LinearExpr, Relation, Space, Var};
use soundline_domains::numbers::Rat;
use soundline_lattice::Choices;
use soundline_targets::Profile;

/// Does the kind have bounds for multiples of this form, whatever its constant?
pub fn is_template(kind: Kind, form: &LinearExpr) -> bool {
    match (kind, form.terms()) {
        (Kind::Intervals, terms) => terms.len() <= 1,
        (Kind::Zones, [(_, one), (_, other)]) => *one == -other,
        (Kind::Octagons, [(_, one), (_, other)]) => one.abs() == other.abs(),
        (Kind::Zones | Kind::Octagons, terms) => terms.len() <= 1,
        (Kind::Polyhedra, _) => true,
        _ => false,
    }
}

/// Can elements over real variables stand for exactly the points that satisfy the constraint?
pub fn represents(profile: &Profile, constraint: &Constraint) -> bool {
    let relation = match constraint.relation() {
        Relation::Eq | Relation::Ge => true,
        Relation::Gt => profile.strict,
        Relation::Ne => false,
    };
    relation && is_template(profile.kind, constraint.expr())
}

/// A form that the kind bounds.
pub fn template(kind: Kind, space: &Space, choices: &mut Choices) -> LinearExpr {
    let dimensions = space.dimensions();
    if dimensions == 0 {
        return LinearExpr::zero();
    }
    let sign = |choices: &mut Choices| Rat::from(choices.pick(&[1i64, -1]));
    let (v, of_v) = (choices.index(dimensions), sign(choices));
    let w = choices.index(dimensions);
    let several = kind != Kind::Intervals && w != v && choices.flip();
    let other: Option<(Var, Rat)> = several.then(|| match kind {
        Kind::Zones => (w, -&of_v),
        Kind::Octagons => (w, sign(choices)),
        _ => (w, choices.pick(&[1i64, -1, 2, -2, 3]).into()),
    });
    let third = (kind == Kind::Polyhedra && choices.flip())
        .then(|| (choices.index(dimensions), sign(choices)));
    LinearExpr::new([(v, of_v)].into_iter().chain(other).chain(third), 0)
}

/// A constraint that elements over real variables can stand for.
pub fn represented(profile: &Profile, space: &Space, choices: &mut Choices) -> Constraint {
    let form = template(profile.kind, space, choices);
    let relation = if choices.once_in(4) { Relation::Eq } else { Relation::Ge };
    Constraint::new(form.with_constant(super::draw::number(choices)), relation)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn drawn_templates_are_templates() {
        let space = Space::reals(3);
        let mut choices = Choices::random(5);
        for kind in [Kind::Intervals, Kind::Zones, Kind::Octagons, Kind::Polyhedra] {
            for _ in 0..100 {
                let form = template(kind, &space, &mut choices);
                assert!(is_template(kind, &form), "{kind:?}: {form}");
            }
        }
        let form = |text| space.parse_expr(text).expect("it is one");
        assert!(!is_template(Kind::Intervals, &form("x0 + x1")));
        assert!(!is_template(Kind::Zones, &form("x0 + x1")));
        assert!(!is_template(Kind::Octagons, &form("x0 + 2*x1")));
        assert!(is_template(Kind::Octagons, &form("2*x0 + 2*x1")));
    }
}
